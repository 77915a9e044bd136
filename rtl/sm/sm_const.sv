// SPDX-License-Identifier: Apache-2.0
// sm_const: constants of instructions, fetched before their body issues.
//
// From sm_decode   id_cdir: a new head needs the constant at a fixed address
// From datapath    cf_req_*: addresses of the constant-fetch micro-operation (asked until served), cf_done: all fetched
// To   sm_ccache   c_req_*: one request per cycle, an indirect one first, then the warps in turn
// To   sm_head     cst_valid: constant usable from the next cycle on;  is_const: the word of the issuing warp
// To   sm_issue    unit_idle: a constant-fetch micro-operation may issue
//
// The cache answers in the cycle after a request that hits; the latch, and the copy for the datapath, are readable one
// cycle later (CONST_LATENCY = 2). A request that misses is held back until the next line has arrived (c_filled); of
// those held back the one whose miss began the fetch of that line is then first, so that nobody takes the line away
// from it.
`include "assert.svh"
`include "gpu_types.svh"
`default_nettype none

module sm_const (
  input  wire         clk,
  input  wire         rst,
  input  wire         even,

  input  wire         id_valid,
  input  wire  [4:0]  id_wid,
  input  wire         id_cdir,
  input  ctl_t        id_ctl,
  input  wire         drop_valid,        // a join has taken the head away
  input  wire  [4:0]  drop_wid,

  input  wire         is_body,
  input  wire         is_cf,
  input  wire  [4:0]  is_wid,
  output logic [31:0] is_const,

  input  wire         cf_req_valid,
  input  wire         cf_req_none,       // no lane executes: served without a request
  input  wire  [3:0]  cf_req_seg,
  input  wire  [15:0] cf_req_addr,
  output wire         cf_served,
  output logic [31:0] cf_rsp_data,
  output logic [4:0]  cf_wid,
  output logic        unit_idle,

  output logic        cst_valid,
  output logic [4:0]  cst_wid,

  output wire         c_req_valid,
  output wire  [3:0]  c_req_seg,
  output wire  [15:0] c_req_addr,
  input  wire         c_hit,
  input  wire         c_starts,          // the request misses and begins the fetch of its line
  input  wire         c_filled,
  input  wire  [31:0] c_rsp_data
);

  // --- requests ------------------------------------------------------------------------------------
  logic [31:0] want_q;                   // direct constants still to be asked
  logic [31:0] hold_q;                   // ... but not before the next line
  logic        cf_hold_q;
  logic [31:0] turn_q;                   // round robin: the warp behind the one asked last
  logic        starter_q;                // the line under way was begun by the direct request of
  logic [4:0]  starter_wid_q;            // this warp
  wire  [31:0] cand   = want_q & ~hold_q;
  wire         cf_now = cf_req_valid && !cf_hold_q;
  // CONST-2, CONST-5: an indirect pass before a direct request
  wire         direct = cand != 32'd0 && !cf_now;
  wire  [31:0] pick   = sm_fn::first(cand, turn_q);
  wire  [4:0]  wid    = sm_fn::index(pick);
  localparam int WW = $clog2(gpu_cfg::WARPS);      // bits of a warp's number
  wire  [19:0] where;
  lutram_1r1w #(.WIDTH(20), .DEPTH(gpu_cfg::WARPS), .EN_BITS(20)) u_where (
    .clk(clk), .rd_addr(wid[WW-1:0]), .rd_data(where),
    .wr_en(id_valid && id_cdir), .wr_addr(id_wid[WW-1:0]), .wr_be(1'b1),
    .wr_data({id_ctl.cseg, id_ctl.a_on_c ? id_ctl.mem_off[15:0] : id_ctl.c_off}));

  assign c_req_valid = (cf_now && !cf_req_none) || direct;
  assign c_req_seg   = cf_now ? cf_req_seg  : where[19:16];
  assign c_req_addr  = cf_now ? cf_req_addr : where[15:0];
  assign cf_served   = cf_now && (cf_req_none || c_hit);
  wire   got         = direct && c_hit;

  wire  [31:0] asked  = pick & {32{direct}};
  wire  [31:0] answer = asked & {32{c_hit}};
  wire  [31:0] fresh  = sm_fn::onehot(id_valid, id_wid);
  wire  [31:0] gone   = sm_fn::onehot(drop_valid, drop_wid);
  always_ff @(posedge clk)
    if (rst) begin
      want_q    <= 32'd0;
      hold_q    <= 32'd0;
      cf_hold_q <= 1'b0;
      cst_valid <= 1'b0;
      turn_q    <= 32'd1;
      starter_q <= 1'b0;
    end else begin
      cst_valid <= got;
      cst_wid   <= wid;
      want_q    <= (want_q & ~answer & ~gone & ~fresh) | (fresh & {32{id_cdir}});
      // CONST-7: a refused one waits for the next line
      hold_q    <= c_filled ? 32'd0 : (hold_q | (asked & ~answer)) & ~fresh;
      cf_hold_q <= (cf_hold_q || (cf_now && !cf_served)) && !c_filled;
      if (direct) turn_q <= sm_fn::behind(pick);
      if (c_starts) begin
        starter_q     <= direct;
        starter_wid_q <= wid;
      end
      if (c_filled && starter_q) turn_q <= sm_fn::onehot(1'b1, starter_wid_q);
    end

  // --- latches -----------------------------------------------------------------------------------
  // CONST-3
  lutram_1r1w #(.WIDTH(32), .DEPTH(gpu_cfg::WARPS), .EN_BITS(32)) u_latch (
    .clk(clk), .rd_addr(is_wid[WW-1:0]), .rd_data(is_const), .wr_en(cst_valid), .wr_addr(cst_wid[WW-1:0]), .wr_be(1'b1),
    .wr_data(c_rsp_data));
  always_ff @(posedge clk) cf_rsp_data <= c_rsp_data;

  // --- indirect unit: busy from its issue to 4 cycles after the issue of the body -----------------
  // CONST-6
  logic busy_q, end_q;
  assign unit_idle = !busy_q;
  always_ff @(posedge clk)
    if (rst) begin
      busy_q <= 1'b0;
      end_q  <= 1'b0;
    end else if (even) begin
      end_q <= busy_q && is_body && is_wid == cf_wid;
      if (end_q) busy_q <= 1'b0;
      if (is_cf) begin
        busy_q <= 1'b1;
        cf_wid <= is_wid;
      end
    end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("one constant fetch at a time", rst || !is_cf || !busy_q || end_q)
  `ASSERT("one warp has the turn", rst || (turn_q != 32'd0 && (turn_q & (turn_q - 32'd1)) == 32'd0))
  `ASSERT("a request that begins a line misses", rst || !(c_starts && c_hit))

endmodule
`default_nettype wire
