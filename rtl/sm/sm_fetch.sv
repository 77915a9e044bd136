// SPDX-License-Identifier: Apache-2.0
// sm_fetch: next pc of every warp, which lines its two buffer slots hold, and the request for the next line.
//
// From sm_head     adv_*: an instruction has left, its warp goes on at adv_pc; nk_valid: next pc unknown from the next
//                  cycle on
// From sm_bru      br_*: a warp goes on somewhere else;  from sm_barrier rel_wmask: waiting warps go on
// To   sm_ibuf     have_wmask (needed line readable), slot_wmask (in which slot), where an arriving line goes
// To   sm_icache   if_req_*: one line address per cycle for a slot of a warp; comes back with the line (if_rsp_*), or
//                  in the next cycle drop_*: not there, and the warp does not ask again before a line has been filled
//                  in (if_filled) or it goes on elsewhere; if_turn_*: the round robin goes on behind this warp
//
// Who demands, who prefetches and who has its line is kept in bits, made a cycle ahead when something happens, from
// what the two slots hold (sm_fetch_slot). The warp that asks is picked twice, of those that demand and of those that
// prefetch, by subtractions on one-hot masks (sm_fn::first). Each pick reads the line that it would ask for from a
// memory of its own, and what the request changes is taken from the masks, not from the warp's number; so whether
// somebody demands, which decides between the two, is known before it is needed.
`include "assert.svh"
`default_nettype none

module sm_fetch (
  input  wire         clk,
  input  wire         rst,
  input  wire         init_active,
  input  wire  [4:0]  init_wid,
  input  wire  [23:0] cfg_entry,

  input  wire  [31:0] alive,             // only of these the next pc is known
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
  output wire  [31:0] have_wmask,        // pc known, line there
  output wire  [31:0] slot_wmask,        // needed line is in slot 1
  input  wire  [4:0]  rf_wid,            // warp being refilled
  output logic [3:0]  rf_word,           // its word in the line
  output logic        wr_valid,          // if_rsp_data goes to this slot at the end of this cycle
  output logic [4:0]  wr_wid,
  output logic        wr_slot,

  output wire         if_req_valid,
  output wire  [23:6] if_req_addr,
  output logic [4:0]  if_req_wid,
  output logic        if_req_slot,
  input  wire         if_req_ready,
  input  wire         drop_valid,
  input  wire  [4:0]  drop_wid,
  input  wire         drop_slot,
  input  wire         if_filled,
  input  wire         if_turn_valid,
  input  wire  [4:0]  if_turn_wid,
  input  wire         if_rsp_valid,
  input  wire  [4:0]  if_rsp_wid,
  input  wire         if_rsp_slot
);

  // --- next pc -----------------------------------------------------------------------------------
  // Two writers, so two memories: in which of them the pc of a warp is. Beside it the line behind it.
  localparam int WW = $clog2(gpu_cfg::WARPS);      // bits of a warp's number
  logic [31:0] in_b_q;
  logic [4:0]  wid_d, wid_p;             // would ask: of those that demand, of those that prefetch
  wire  [23:0] is_pc_a, is_pc_b, rq_pc_a, rq_pc_b, rf_pc_a, rf_pc_b;
  wire  [17:0] behind_a, behind_b;
  wire         b_we    = br_valid || init_active;
  wire  [4:0]  b_wid   = init_active ? init_wid : br_wid;
  wire  [23:0] b_pc    = init_active ? cfg_entry : br_pc;
  wire  [17:0] a_after = adv_pc[23:6] + 18'd1;
  wire  [17:0] b_line  = b_pc[23:6];
  wire  [17:0] b_after = b_line + 18'd1;

  wire  [3*WW-1:0] pc_at = {rf_wid[WW-1:0], wid_d[WW-1:0], is_wid[WW-1:0]};
  lutram_nr1w #(.WIDTH(24), .DEPTH(gpu_cfg::WARPS), .EN_BITS(24), .PORTS(3)) u_pc_a (
    .clk, .rd_addr(pc_at), .rd_data({rf_pc_a, rq_pc_a, is_pc_a}),
    .wr_en(adv_valid), .wr_addr(is_wid[WW-1:0]), .wr_be(1'b1), .wr_data(adv_pc));
  lutram_nr1w #(.WIDTH(24), .DEPTH(gpu_cfg::WARPS), .EN_BITS(24), .PORTS(3)) u_pc_b (
    .clk, .rd_addr(pc_at), .rd_data({rf_pc_b, rq_pc_b, is_pc_b}),
    .wr_en(b_we), .wr_addr(b_wid[WW-1:0]), .wr_be(1'b1), .wr_data(b_pc));
  lutram_1r1w #(.WIDTH(18), .DEPTH(gpu_cfg::WARPS), .EN_BITS(18)) u_behind_a (
    .clk, .rd_addr(wid_p[WW-1:0]), .rd_data(behind_a),
    .wr_en(adv_valid), .wr_addr(is_wid[WW-1:0]), .wr_be(1'b1), .wr_data(a_after));
  lutram_1r1w #(.WIDTH(18), .DEPTH(gpu_cfg::WARPS), .EN_BITS(18)) u_behind_b (
    .clk, .rd_addr(wid_p[WW-1:0]), .rd_data(behind_b),
    .wr_en(b_we), .wr_addr(b_wid[WW-1:0]), .wr_be(1'b1), .wr_data(b_after));
  assign is_pc   = in_b_q[is_wid] ? is_pc_b : is_pc_a;
  assign rf_word = in_b_q[rf_wid] ? rf_pc_b[5:2] : rf_pc_a[5:2];

  wire [31:0] in_a = sm_fn::onehot(adv_valid, is_wid);
  wire [31:0] in_b = sm_fn::onehot(b_we, b_wid);
  always_ff @(posedge clk)
    if (adv_valid || b_we) in_b_q <= (in_b_q & ~in_a) | in_b;

  // --- warps -------------------------------------------------------------------------------------
  logic [31:0] known_q;                  // next pc is known
  logic [31:0] hold_q;                   // dropped, waits for the instruction cache
  logic [31:0] demand_q, prefetch_q, have_q;
  wire  [31:0] pending0_q, pending1_q;   // line is on its way to the slot
  wire  [31:0] needed0_q, needed1_q;     // slot has the needed line, or it is on its way

  assign have_wmask = have_q;
  assign slot_wmask = needed1_q;

  // --- choose a warp -----------------------------------------------------------------------------
  // FETCH-3: those that need a line now, then those that will
  // FETCH-4: the slot without the needed line; a demand finds it in neither and takes slot 0 unless that one is pending
  logic [31:0] turn_q;                   // round robin: whose turn it is
  logic [31:0] pick_d, pick_p, pick, slot;
  logic        d_in_b, p_in_b;
  wire         any_demand = demand_q != 32'd0;
  assign       if_req_valid = (demand_q | prefetch_q) != 32'd0;
  always_comb begin
    {pick_d, pick_p, pick, slot, wid_d, wid_p, d_in_b, p_in_b, if_req_wid, if_req_slot} = 'x;
    if (if_req_valid) begin
      pick_d      = sm_fn::first(demand_q, turn_q);
      pick_p      = sm_fn::first(prefetch_q, turn_q);
      wid_d       = sm_fn::index(pick_d);
      wid_p       = sm_fn::index(pick_p);
      d_in_b      = (pick_d & in_b_q) != 32'd0;
      p_in_b      = (pick_p & in_b_q) != 32'd0;
      pick        = any_demand ? pick_d : pick_p;
      slot        = any_demand ? pending0_q : needed0_q;
      if_req_wid  = any_demand ? wid_d : wid_p;
      if_req_slot = any_demand ? (pick_d & pending0_q) != 32'd0 : (pick_p & needed0_q) != 32'd0;
    end
  end
  assign if_req_addr = any_demand ? (d_in_b ? rq_pc_b[23:6] : rq_pc_a[23:6]) : (p_in_b ? behind_b : behind_a);

  wire rq_valid = if_req_valid && if_req_ready;
  always_ff @(posedge clk)
    if (rst) turn_q <= 32'd1;
    else if (if_turn_valid) turn_q <= sm_fn::behind(sm_fn::onehot(1'b1, if_turn_wid));   // ICACHE-8
    else if (rq_valid) turn_q <= sm_fn::behind(pick);

  // --- what happens ------------------------------------------------------------------------------
  assign wr_valid = if_rsp_valid;
  assign wr_wid   = if_rsp_wid;
  assign wr_slot  = if_rsp_slot;

  wire         moves  = adv_valid && adv_pc[6] != is_pc[6];     // into the line behind
  wire         change = rq_valid || moves || nk_valid || b_we || wr_valid || drop_valid || if_filled ||
                        (rel_wmask | cm_wmask) != 32'd0;
  wire  [31:0] moved  = in_a & {32{moves}};
  wire  [31:0] asked  = pick & {32{rq_valid}};
  wire  [31:0] pending0, pending1, needed0, needed1, after0, after1;
  wire         rq0    = rq_valid && !if_req_slot;
  wire         came0  = wr_valid && !wr_slot;
  wire         drop0  = drop_valid && !drop_slot;
  sm_fetch_slot u_slot0 (
    .clk, .rst, .change, .rq_valid(rq0), .rq_wid(if_req_wid), .rq_tag(if_req_addr), .rq_demand(any_demand),
    .asked(asked & ~slot), .came_valid(came0), .came_wid(wr_wid), .drop_valid(drop0), .drop_wid,
    .leaves(adv_valid || nk_valid), .is_wid, .is_line(is_pc[23:6]), .moved, .a_after, .in_b, .b_wid, .b_line, .b_after,
    .pending_q(pending0_q), .needed_q(needed0_q), .pending(pending0), .needed(needed0), .after(after0));
  wire         rq1    = rq_valid && if_req_slot;
  wire         came1  = wr_valid && wr_slot;
  wire         drop1  = drop_valid && drop_slot;
  sm_fetch_slot u_slot1 (
    .clk, .rst, .change, .rq_valid(rq1), .rq_wid(if_req_wid), .rq_tag(if_req_addr), .rq_demand(any_demand),
    .asked(asked & slot), .came_valid(came1), .came_wid(wr_wid), .drop_valid(drop1), .drop_wid,
    .leaves(adv_valid || nk_valid), .is_wid, .is_line(is_pc[23:6]), .moved, .a_after, .in_b, .b_wid, .b_line, .b_after,
    .pending_q(pending1_q), .needed_q(needed1_q), .pending(pending1), .needed(needed1), .after(after1));

  logic [31:0] lost, known, hold;
  always_comb begin
    {lost, known, hold} = 'x;
    if (change) begin
      // FETCH-7: not known behind what may go elsewhere; FETCH-8: else known
      lost  = sm_fn::onehot(nk_valid, is_wid);
      known = (known_q & ~lost) | (in_b & {32{br_valid && br_known}}) | rel_wmask | cm_wmask;
      // ICACHE-3; FETCH-6: one that was dropped asks for nothing until it is released
      hold  = if_filled ? 32'd0 : (hold_q & ~in_b) | sm_fn::onehot(drop_valid, drop_wid);
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      known_q    <= 32'd0;
      hold_q     <= 32'd0;
      demand_q   <= 32'd0;
      prefetch_q <= 32'd0;
      have_q     <= 32'd0;
    end else if (change) begin
      known_q    <= known;
      hold_q     <= hold;
      // FETCH-2
      demand_q   <= known & ~hold & ~needed0 & ~needed1 & ~(pending0 & pending1);
      prefetch_q <= known & ~hold & (needed0 | needed1) & ~(after0 | after1 | pending0 | pending1);
      have_q     <= known & ((needed0 & ~pending0) | (needed1 & ~pending1));
    end

  wire unused = &{1'b0, alive, rq_pc_a[5:0], rq_pc_b[5:0], rf_pc_a, rf_pc_b};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("one warp has the turn", rst || (turn_q != 32'd0 && (turn_q & (turn_q - 32'd1)) == 32'd0))
  `ASSERT("nobody asks in the cycle that sets the turn", rst || !(if_turn_valid && rq_valid))
  `ASSERT("the next pc is known of warps that are alive", rst || (known_q & ~alive) == 32'd0)
  `ASSERT("a warp that is told where to go asks for nothing", rst || (in_b & (demand_q | prefetch_q)) == 32'd0)
  `ASSERT("an instruction goes on in its line or in the next", rst || !adv_valid || adv_pc - is_pc - 24'd1 < 24'd64)
  `ASSERT("the needed line is in one slot", rst || (needed0_q & needed1_q) == 32'd0)
  `ASSERT("who demands and who has its line follows from the slots", rst || {demand_q, have_q} == {
    known_q & ~hold_q & ~needed0_q & ~needed1_q & ~(pending0_q & pending1_q),
    known_q & ((needed0_q & ~pending0_q) | (needed1_q & ~pending1_q))})
  `ASSERT("who prefetches has its line, and nothing is on its way",
    rst || (prefetch_q & ~(have_q & ~hold_q & ~pending0_q & ~pending1_q)) == 32'd0)

endmodule
`default_nettype wire
