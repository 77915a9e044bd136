// SPDX-License-Identifier: Apache-2.0
// sm_fetch_slot: which line one of the two slots of each warp holds, and how it stands to the warp's next pc.
//
// From sm_fetch    change: something of this happens;  asked: the warp that asks for line rq_tag into this slot, for
//                  its needed line (rq_demand) or for the one behind it; a line that comes, a request that is dropped;
//                  moved: an instruction leaves, its warp goes on in the line behind;  in_b: control flow writes a pc
// To   sm_fetch    pending_q, needed_q: state;  pending, needed, after: state of the next cycle, meaningful with change
//
// The bits are kept, not made from 32 tags in every cycle: the needed line changes only when a pc is written, and what
// the slot holds only when a line is requested or dropped. Nothing is compared with a tag that is written in the same
// cycle: a request says by itself which bit it sets, and the warp that control flow writes to asks for nothing.
`include "assert.svh"
`default_nettype none

module sm_fetch_slot (
  input  wire         clk,
  input  wire         rst,
  input  wire         change,

  input  wire         rq_valid,
  input  wire  [4:0]  rq_wid,
  input  wire  [17:0] rq_tag,
  input  wire         rq_demand,
  input  wire  [31:0] asked,             // rq_wid if rq_valid

  input  wire         came_valid,
  input  wire  [4:0]  came_wid,
  input  wire         drop_valid,
  input  wire  [4:0]  drop_wid,

  input  wire         leaves,            // an instruction issues from is_line
  input  wire  [4:0]  is_wid,
  input  wire  [17:0] is_line,
  input  wire  [31:0] moved,
  input  wire  [17:0] a_after,           // the line behind that in which is_wid goes on

  input  wire  [31:0] in_b,
  input  wire  [4:0]  b_wid,
  input  wire  [17:0] b_line,
  input  wire  [17:0] b_after,

  output logic [31:0] pending_q,
  output logic [31:0] needed_q,
  output logic [31:0] pending,
  output logic [31:0] needed,
  output logic [31:0] after
);

  localparam int WW = $clog2(gpu_cfg::WARPS);      // bits of a warp's number
  wire [17:0] a_tag, b_tag;
  lutram_nr1w #(.WIDTH(18), .DEPTH(gpu_cfg::WARPS), .EN_BITS(18), .PORTS(2)) u_tag (
    .clk, .rd_addr({b_wid[WW-1:0], is_wid[WW-1:0]}), .rd_data({b_tag, a_tag}),
    .wr_en(rq_valid), .wr_addr(rq_wid[WW-1:0]), .wr_be(1'b1), .wr_data(rq_tag));

  // FETCH-1; FETCH-9: a slot keeps its line when its warp ends
  // pending_q: the line is on its way;  needed_q: it is the needed one
  logic [31:0] there_q;                  // slot has a line, or one is on its way to it
  logic [31:0] after_q;                  // it is the one behind the needed line
  logic [31:0] came, dropped, there, need, next, far, b_need, b_next;
  always_comb begin
    {came, dropped} = '0;
    {there, pending, need, next, far, b_need, b_next, needed, after} = 'x;
    if (change) begin
      came    = sm_fn::onehot(came_valid, came_wid);
      dropped = sm_fn::onehot(drop_valid, drop_wid);
      there   = (there_q & ~dropped) | asked;
      pending = (pending_q & ~came & ~dropped) | asked;
      // where the warp stays
      need    = (needed_q & ~dropped & ~asked) | (asked & {32{rq_demand}});
      next    = (after_q & ~dropped & ~asked) | (asked & {32{!rq_demand}});
      // where it moves: what it asks for in this cycle is not two lines ahead
      far     = a_tag == a_after ? there_q & ~dropped & ~asked : 32'd0;
      // where it goes elsewhere
      b_need  = b_tag == b_line ? there : 32'd0;
      b_next  = b_tag == b_after ? there : 32'd0;
      needed  = (in_b & b_need) | (~in_b & ((moved & next) | (~moved & need)));
      after   = (in_b & b_next) | (~in_b & ((moved & far) | (~moved & next)));
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      there_q   <= 32'd0;
      pending_q <= 32'd0;
      needed_q  <= 32'd0;
      after_q   <= 32'd0;
    end else if (change) begin
      there_q   <= there;
      pending_q <= pending;
      needed_q  <= needed;
      after_q   <= after;
    end

  wire unused = &{1'b0, leaves, is_line};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a line that comes was on its way", rst || (came & ~pending_q) == 32'd0)
  `ASSERT("a request that is dropped was on its way", rst || (dropped & ~pending_q) == 32'd0)
  `ASSERT("no line is asked for into a slot that waits for one",
    rst || (asked & pending_q & ~came & ~dropped) == 32'd0)
  `ASSERT("the line of a warp that issues stands to its pc as its tag does", rst || !leaves ||
    {needed_q[is_wid], after_q[is_wid]} ==
      ({a_tag == is_line, a_tag == is_line + 18'd1} & {2{there_q[is_wid]}}))

endmodule
`default_nettype wire
