// SPDX-License-Identifier: Apache-2.0
// sm_icache with three warps that ask as FETCH-3 and FETCH-6 say: any warp may need a line at any time, may go
// elsewhere before it has it, and lines are prefetched while nobody demands. Warp 0 needs one and stays with it (which
// warp that is does not matter: the turn begins anywhere). Until its line is in the tags each of the others begins one
// line at most.
//
// The tags say anything, but for what the proof of sm_icache says: a request that was kept for its block finds it
// (ICACHE-4), one that was kept for its place begins its line (ICACHE-7). Rules (docs/units): ICACHE-3, ICACHE-7,
// ICACHE-8, FETCH-3.
//
//! proves instruction L1: three warps, and none whose line is missing is passed twice by another
//! by pdr:40
//! set IL1_WAYS=2 IL1_BYTES=1024 IFETCH_LATENCY=4 L2_DISTANCE=4
//! in sm_icache.sv
//! - 4'd15
//! + 4'd1
//! - 16 - SW
//! + 4-SW
//! - DEPTH(16)
//! + DEPTH(4)
//! in sm_blocks.sv
//! - WIDTH(512)
//! + WIDTH(2)
//! - EN_BITS(32)
//! + EN_BITS(1)
//! test
`include "formal.svh"
`default_nettype none

module cache_tags #(
  parameter int WAYS = 4, SETS = 4, TAG = 12
) (
  input  wire clk, rst, lk_valid, lk_alloc, input wire [$clog2(SETS)-1:0] lk_set, input wire [TAG-1:0] lk_tag,
  output wire hit, output wire [$clog2(WAYS)-1:0] way
);
  (* anyseq *) wire any_hit;
  (* anyseq *) wire [$clog2(WAYS)-1:0] any_way;
  assign hit = any_hit;
  assign way = any_way;
endmodule

module proof_turns (input wire clk, take, come, ahead, input wire [2:0] needs, leaves, input wire [1:0] ahead_wid,
    block, start, input wire set);
  `F_RESET

  // --- three warps: who needs a line, has asked, was dropped ---------------------------------------------------------
  reg  [2:0]   want, sent, hold;
  reg  [1:0]   turn;
  wire [2:0]   demand = want & ~sent & ~hold;
  wire [1:0]   second = turn == 2'd2 ? 2'd0 : turn + 2'd1, third = second == 2'd2 ? 2'd0 : second + 2'd1;
  wire [1:0]   who    = demand == 3'd0 ? ahead_wid : demand[turn] ? turn : demand[second] ? second : third;
  wire         req_valid = (demand != 3'd0 || (ahead && ahead_wid != 2'd3)) && !rst;
  wire         req_slot  = demand == 3'd0;                       // slot 1: ahead
  wire         req_ready, drop_valid, drop_slot, filled, turn_valid, rsp_valid, rsp_slot, l2_req_valid, l2_req_id;
  wire [4:0]   drop_wid, turn_wid, rsp_wid;
  wire [511:0] rsp_data;
  wire [24:6]  l2_req_addr;

  // --- the L2: {block, id} of what was taken, the oldest in the low bits ---------------------------------------------
  reg  [5:0]   owed;
  reg  [1:0]   owes;
  reg          nth;
  wire         l2_req_ready = take && l2_req_valid && owes != 2'd2;      // L2-4
  wire         l2_rsp_valid = come && owes != 2'd0 && !rst;
  wire         last         = l2_rsp_valid && nth;
  wire [1:0]   left         = owes - {1'b0, last};
  (* keep *) sm_icache dut (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .req_valid, .req_addr({15'd0, set, block}),
    .req_wid({3'd0, who}), .req_slot, .req_ready, .drop_valid, .drop_wid, .drop_slot, .filled, .turn_valid, .turn_wid,
    .rsp_valid, .rsp_wid, .rsp_slot, .rsp_data, .l2_req_valid, .l2_req_addr, .l2_req_id, .l2_req_ready, .l2_rsp_valid,
    .l2_rsp_id(owed[0]), .l2_rsp_block(owed[2:1]), .l2_rsp_word({3'd0, nth}), .l2_rsp_data(32'd0));
  always @(posedge clk)
    if (rst) {owes, nth} <= 3'd0;
    else begin
      owes <= left + {1'b0, l2_req_ready};
      if (l2_rsp_valid) nth <= !nth;
      if (last) owed[2:0] <= owed[5:3];
      if (l2_req_ready && left == 2'd0) owed[2:0] <= {l2_req_addr[7:6], l2_req_id};
      if (l2_req_ready && left == 2'd1) owed[5:3] <= {l2_req_addr[7:6], l2_req_id};
    end

  // --- what warps hear -----------------------------------------------------------------------------------------------
  `F_INSIDE       \dut.found ;
  `F_INSIDE       \dut.hit ;
  `F_INSIDE       \dut.lk_q ;
  `F_INSIDE [5:0] \dut.lk_for_q ;
  `F_INSIDE       \dut.demand_start ;
  `F_INSIDE       \dut.claim ;
  `F_INSIDE       \dut.replay ;
  `F_INSIDE       \dut.claim_q ;
  `F_INSIDE       \dut.demand_q ;
  wire [1:0]   by    = \dut.lk_for_q [1:0];
  wire         of    = !\dut.lk_for_q [5];
  wire [2:0]   it    = 3'd1 << by;
  wire [2:0]   asked = req_valid && req_ready && !req_slot ? 3'd1 << who : 3'd0;
  wire [2:0]   off   = leaves & 3'b110;
  always @(posedge clk)
    if (rst) begin
      {want, sent, hold} <= '0;
      turn <= start == 2'd3 ? 2'd0 : start;
    end else begin
      want <= ((want & ~off) | (needs & ~sent)) & ~(\dut.found && of ? it & sent : 3'd0);
      sent <= ((sent | asked) & ~off) & ~((\dut.found || drop_valid) && of ? it : 3'd0);
      hold <= filled ? 3'd0 : (hold & ~off) | (drop_valid ? it : 3'd0);
      if (turn_valid) turn <= turn_wid[1:0] == 2'd2 ? 2'd0 : turn_wid[1:0] + 2'd1;
      else if (req_valid && req_ready) turn <= who == 2'd2 ? 2'd0 : who + 2'd1;
    end

  reg          found_it, claimed_it;     // lookups of kept requests
  always @(posedge clk) begin
    found_it   <= !rst && \dut.replay && !\dut.claim_q ;
    claimed_it <= !rst && \dut.replay && \dut.claim_q ;
  end
  always @* if (!rst) assume((!found_it || \dut.found ) && (!claimed_it || \dut.demand_start ));

  // --- who passes warp 0 ---------------------------------------------------------------------------------------------
  reg          passed1, passed2;
  wire         begins  = (\dut.demand_start && !claimed_it) || \dut.claim ;
  wire         there   = \dut.lk_q && of && by == 2'd0 && sent[0] && (\dut.hit || begins);
  always @(posedge clk)
    if (rst) {passed1, passed2} <= '0;
    else begin
      if (!want[0] || there) {passed1, passed2} <= 2'b00;
      else if (begins) {passed1, passed2} <= {passed1 || by == 2'd1, passed2 || by == 2'd2};
    end
  always @* if (!rst && begins && want[0])
    assert(!(by == 2'd1 && passed1) && !(by == 2'd2 && passed2));

  // --- how far it is: what makes this an induction ---------------------------------------------------------------
  `F_INSIDE       \dut.demand_wait_q ;
  `F_INSIDE [5:0] \dut.demand_wait_for_q ;
  `F_INSIDE [3:0] \dut.demand_have_q ;
  `F_INSIDE       \dut.ahead_q ;
  wire [1:0]   last_by = \dut.demand_wait_for_q [1:0];
  wire         under_way = \dut.demand_q || \dut.claim_q || claimed_it;
  wire         kept    = \dut.demand_wait_q || \dut.claim_q || claimed_it;
  wire         looked  = \dut.lk_q && of && by == 2'd0 && sent[0];      // warp 0 in this cycle
  always @* if (!rst) begin
    assert(turn != 2'd3 && (!\dut.lk_q || by != 2'd3) && (!under_way || last_by != 2'd3));
    assert(!(\dut.demand_q && \dut.claim_q ) && (!\dut.claim_q || !claimed_it) && (!claimed_it || !\dut.demand_q ));
    assert(!\dut.demand_wait_q || (\dut.demand_q && \dut.demand_have_q == 4'd0));
    assert(!found_it || (\dut.demand_q && \dut.lk_q ));
    assert(!claimed_it || (\dut.lk_q && \dut.lk_for_q == \dut.demand_wait_for_q ));
    assert((sent & ~want) == 3'd0);
    // warp 0 has asked: in the cycle before, or its request is kept
    if (sent[0]) assert(looked || (kept && last_by == 2'd0 && !\dut.demand_wait_for_q [5]));
    if (passed1 || passed2) begin
      assert(want[0]);
      if (under_way) assert(last_by == (passed2 ? 2'd2 : 2'd1));
      else assert(looked || (demand[0] && (!\dut.lk_q ? turn == 2'd0 || (turn == 2'd2 && !passed2) :
                                           turn == 2'd0 && by == 2'd2 && !passed2)));
    end
  end
endmodule
`default_nettype wire
