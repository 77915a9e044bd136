// SPDX-License-Identifier: Apache-2.0
// sm_fetch: next pc of every warp, which lines its two buffer slots hold, and the request for the next line.
//
// From sm_head     adv_*: an instruction has left, its warp goes on at adv_pc; nk_valid: next pc unknown from the next
//                  cycle on
// From sm_bru      br_*: a warp goes on somewhere else;  from sm_barrier rel_wmask: waiting warps go on
// To   sm_ibuf     have_wmask (needed line readable), slot_wmask (in which slot), where an arriving line goes
// To   sm_icache   if_req_*: one line address per cycle for a slot of a warp; comes back with the line (if_rsp_*), or
//                  in the next cycle drop_*: not there, and the warp does not ask again before a line has been filled
//                  in (if_filled) or it goes on elsewhere
//
// The needed line of a warp changes only when its pc is written, and a tag only when a line is requested. So the four
// comparison results of a warp (needed line and next line against both tags) are kept as bits and renewed by these
// events, instead of comparing 128 tags in every cycle. A pc written and a tag requested in one cycle: the pc is
// compared with the new tag.
`include "assert.svh"
`default_nettype none

module sm_fetch (
  input  wire         clk,
  input  wire         rst,
  input  wire         init_active,
  input  wire  [4:0]  init_wid,
  input  wire  [23:0] cfg_entry,

  input  wire  [31:0] alive,
  input  wire  [31:0] cm_wmask,          // block commit: these warps start at cfg_entry

  // instruction leaves at the end of this cycle
  input  wire  [4:0]  is_wid,
  output logic [23:0] is_pc,             // its address
  input  wire         adv_valid,
  input  wire  [23:0] adv_pc,
  input  wire         nk_valid,          // pc_next of is_wid not known from the next cycle on

  // control flow result
  input  wire         br_valid,          // write br_pc
  input  wire  [4:0]  br_wid,
  input  wire  [23:0] br_pc,
  input  wire         br_known,          // and the warp may be fetched for
  input  wire  [31:0] rel_wmask,

  // to sm_ibuf
  output logic [31:0] have_wmask,        // alive, pc known, line there
  output logic [31:0] slot_wmask,        // needed line is in slot 1
  input  wire  [4:0]  rf_wid,            // warp being refilled
  output logic [3:0]  rf_word,           // its word in the line
  output logic        wr_valid,          // if_rsp_data goes to this slot at the end of this cycle
  output logic [4:0]  wr_wid,
  output logic        wr_slot,

  output logic        if_req_valid,
  output logic [23:6] if_req_addr,
  output wire  [4:0]  if_req_wid,
  output wire         if_req_slot,
  input  wire         if_req_ready,
  input  wire         drop_valid,
  input  wire  [4:0]  drop_wid,
  input  wire         drop_slot,
  input  wire         if_filled,
  input  wire         if_rsp_valid,
  input  wire  [4:0]  if_rsp_wid,
  input  wire         if_rsp_slot
);

  // --- next pc -----------------------------------------------------------------------------------
  // Two writers, so two memories: in which of them the pc of a warp is.
  logic [31:0] in_b_q, known_q;
  wire  [23:0] is_pc_a, is_pc_b, rq_pc_a, rq_pc_b, rf_pc_a, rf_pc_b;
  wire  [4:0]  rq_wid;
  wire         b_we  = br_valid || init_active;
  wire  [4:0]  b_wid = init_active ? init_wid : br_wid;
  wire  [23:0] b_pc  = init_active ? cfg_entry : br_pc;

  lutram_nr1w #(.WIDTH(24), .DEPTH(32), .EN_BITS(24), .PORTS(3)) u_pc_a (
    .clk, .rd_addr({rf_wid, rq_wid, is_wid}), .rd_data({rf_pc_a, rq_pc_a, is_pc_a}),
    .wr_en(adv_valid), .wr_addr(is_wid), .wr_be(1'b1), .wr_data(adv_pc));
  lutram_nr1w #(.WIDTH(24), .DEPTH(32), .EN_BITS(24), .PORTS(3)) u_pc_b (
    .clk, .rd_addr({rf_wid, rq_wid, is_wid}), .rd_data({rf_pc_b, rq_pc_b, is_pc_b}),
    .wr_en(b_we), .wr_addr(b_wid), .wr_be(1'b1), .wr_data(b_pc));
  assign is_pc   = in_b_q[is_wid] ? is_pc_b : is_pc_a;
  assign rf_word = in_b_q[rf_wid] ? rf_pc_b[5:2] : rf_pc_a[5:2];

  wire [31:0] in_a = sm_fn::onehot(adv_valid, is_wid);
  wire [31:0] in_b = sm_fn::onehot(b_we, b_wid);
  always_ff @(posedge clk)
    in_b_q <= (in_b_q & ~in_a) | in_b;

  // FETCH-7: not known behind what may go elsewhere; FETCH-8: else known
  wire [31:0] lost  = sm_fn::onehot(nk_valid, is_wid);
  wire [31:0] found = sm_fn::onehot(br_valid && br_known, br_wid);
  always_ff @(posedge clk)
    if (rst) known_q <= 32'd0;
    else     known_q <= (known_q & ~lost) | found | rel_wmask | cm_wmask;

  // --- lines -------------------------------------------------------------------------------------
  // FETCH-1; FETCH-9: a slot keeps its line when its warp ends
  logic [31:0] valid0_q, valid1_q;       // slot holds its line
  logic [31:0] pending0_q, pending1_q;   // line is on its way
  logic [31:0] needed0_q, needed1_q;     // tag is the needed line
  logic [31:0] after0_q, after1_q;       // tag is the line after it

  wire [31:0] held  = (needed0_q & (valid0_q | pending0_q)) | (needed1_q & (valid1_q | pending1_q));
  wire [31:0] nheld = (after0_q & (valid0_q | pending0_q)) | (after1_q & (valid1_q | pending1_q));
  wire [31:0] have  = (needed0_q & valid0_q) | (needed1_q & valid1_q);
  wire [31:0] live  = alive & known_q;
  assign have_wmask = live & have;
  assign slot_wmask = needed1_q & valid1_q;

  // --- choose a warp -----------------------------------------------------------------------------
  logic [4:0]  last_q;
  logic [31:0] hold_q;                   // dropped, waits for the instruction cache
  // FETCH-2; FETCH-6: one that was dropped asks for nothing until it is released
  wire [31:0]  drop       = sm_fn::onehot(drop_valid, drop_wid);
  wire [31:0]  demand     = live & ~held & ~(pending0_q & pending1_q) & ~hold_q;
  wire [31:0]  prefetch   = live & have & ~nheld & ~pending0_q & ~pending1_q & ~hold_q;
  wire         any_demand = demand != 32'd0;
  // FETCH-3: those that need a line now, then those that will
  wire [31:0]  cand       = any_demand ? demand : prefetch;
  wire         rq_valid   = cand != 32'd0 && if_req_ready;
  assign       rq_wid     = sm_fn::after(cand, last_q);
  wire [17:0]  rq_line    = in_b_q[rq_wid] ? rq_pc_b[23:6] : rq_pc_a[23:6];
  wire [17:0]  rq_tag     = any_demand ? rq_line : rq_line + 18'd1;
  // the slot without the needed line; a demand finds it in neither and takes slot 0 unless that one is pending
  // FETCH-4
  wire         rq_slot    = any_demand ? pending0_q[rq_wid] : needed0_q[rq_wid] && valid0_q[rq_wid];

  assign if_req_valid = cand != 32'd0;
  assign if_req_addr  = rq_tag;
  assign if_req_wid   = rq_wid;
  assign if_req_slot  = rq_slot;

  always_ff @(posedge clk)
    if (rst) last_q <= 5'd31;
    else if (rq_valid) last_q <= rq_wid;

  always_ff @(posedge clk)
    if (rst) hold_q <= 32'd0;
    // ICACHE-3
    else     hold_q <= if_filled ? 32'd0 : (hold_q & ~in_b) | drop;

  // --- lines on their way --------------------------------------------------------------------------
  assign wr_valid = if_rsp_valid;
  assign wr_wid   = if_rsp_wid;
  assign wr_slot  = if_rsp_slot;

  wire [31:0] asked0   = sm_fn::onehot(rq_valid && !rq_slot, rq_wid);
  wire [31:0] asked1   = sm_fn::onehot(rq_valid &&  rq_slot, rq_wid);
  wire [31:0] came0    = sm_fn::onehot(wr_valid && !wr_slot, wr_wid);
  wire [31:0] came1    = sm_fn::onehot(wr_valid &&  wr_slot, wr_wid);
  wire [31:0] dropped0 = sm_fn::onehot(drop_valid && !drop_slot, drop_wid);
  wire [31:0] dropped1 = sm_fn::onehot(drop_valid &&  drop_slot, drop_wid);
  always_ff @(posedge clk)
    if (rst) begin
      valid0_q   <= 32'd0;
      valid1_q   <= 32'd0;
      pending0_q <= 32'd0;
      pending1_q <= 32'd0;
    end else begin
      valid0_q   <= (valid0_q | came0) & ~asked0;
      valid1_q   <= (valid1_q | came1) & ~asked1;
      pending0_q <= (pending0_q & ~came0 & ~dropped0) | asked0;
      pending1_q <= (pending1_q & ~came1 & ~dropped1) | asked1;
    end

  // --- comparison bits ---------------------------------------------------------------------------
  // tags of the two warps whose pc is written, with this cycle's request already in them
  wire        a_rq = rq_valid && rq_wid == is_wid;
  wire        b_rq = rq_valid && rq_wid == b_wid;
  wire [17:0] a_tag0, a_tag1, b_tag0, b_tag1;
  wire        asked0_we = rq_valid && !rq_slot;
  wire        asked1_we = rq_valid &&  rq_slot;
  lutram_nr1w #(.WIDTH(18), .DEPTH(32), .EN_BITS(18), .PORTS(2)) u_tag0 (
    .clk, .rd_addr({b_wid, is_wid}), .rd_data({b_tag0, a_tag0}),
    .wr_en(asked0_we), .wr_addr(rq_wid), .wr_be(1'b1), .wr_data(rq_tag));
  lutram_nr1w #(.WIDTH(18), .DEPTH(32), .EN_BITS(18), .PORTS(2)) u_tag1 (
    .clk, .rd_addr({b_wid, is_wid}), .rd_data({b_tag1, a_tag1}),
    .wr_en(asked1_we), .wr_addr(rq_wid), .wr_be(1'b1), .wr_data(rq_tag));
  wire [17:0] a_now0  = a_rq && !rq_slot ? rq_tag : a_tag0;
  wire [17:0] a_now1  = a_rq &&  rq_slot ? rq_tag : a_tag1;
  wire [17:0] b_now0  = b_rq && !rq_slot ? rq_tag : b_tag0;
  wire [17:0] b_now1  = b_rq &&  rq_slot ? rq_tag : b_tag1;
  wire [17:0] a_line  = adv_pc[23:6];
  wire [17:0] b_line  = b_pc[23:6];
  wire [17:0] a_after = a_line + 18'd1;
  wire [17:0] b_after = b_line + 18'd1;

  always_ff @(posedge clk) begin
    if (rq_valid) begin
      if (rq_slot) begin
        needed1_q[rq_wid] <= any_demand;
        after1_q[rq_wid]  <= !any_demand;
      end else begin
        needed0_q[rq_wid] <= any_demand;
        after0_q[rq_wid]  <= !any_demand;
      end
    end
    if (adv_valid) begin
      needed0_q[is_wid] <= a_now0 == a_line;
      needed1_q[is_wid] <= a_now1 == a_line;
      after0_q[is_wid]  <= a_now0 == a_after;
      after1_q[is_wid]  <= a_now1 == a_after;
    end
    if (b_we) begin
      needed0_q[b_wid] <= b_now0 == b_line;
      needed1_q[b_wid] <= b_now1 == b_line;
      after0_q[b_wid]  <= b_now0 == b_after;
      after1_q[b_wid]  <= b_now1 == b_after;
    end
  end

  wire unused = &{1'b0, rq_pc_a[5:0], rq_pc_b[5:0], rf_pc_a, rf_pc_b};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a line that comes was on its way", rst || ((came0 & ~pending0_q) | (came1 & ~pending1_q)) == 32'd0)
  `ASSERT("a request that is dropped was on its way",
    rst || ((dropped0 & ~pending0_q) | (dropped1 & ~pending1_q)) == 32'd0)
  `ASSERT("no line is asked for into a slot that waits for one",
    rst || ((asked0 & pending0_q & ~came0 & ~dropped0) | (asked1 & pending1_q & ~came1 & ~dropped1)) == 32'd0)

endmodule
`default_nettype wire
