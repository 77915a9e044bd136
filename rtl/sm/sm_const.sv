// SPDX-License-Identifier: Apache-2.0
// sm_const: constants of instructions, fetched before their body issues.
//
// From sm_decode   id_cdir: a new head needs the constant at a fixed address
// From datapath    cf_req_*: addresses of the constant-fetch micro-operation, cf_done: all fetched
// To   sm_head     cst_valid: constant usable from the next cycle on;  is_const: the word of the issuing warp
// To   sm_issue    unit_idle: a constant-fetch micro-operation may issue
//
// One request per cycle leaves: an indirect one first, then the lowest warp. The port answers in the cycle after the
// request; the latch, and the copy for the datapath, are readable one cycle later (CONST_LATENCY = 2).
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
  input  wire  [3:0]  cf_req_seg,
  input  wire  [15:0] cf_req_addr,
  output logic [31:0] cf_rsp_data,
  output logic [4:0]  cf_wid,
  output logic        unit_idle,

  output logic        cst_valid,
  output logic [4:0]  cst_wid,

  output logic        c_req_valid,
  output logic [3:0]  c_req_seg,
  output logic [15:0] c_req_addr,
  input  wire  [31:0] c_rsp_data
);

  // --- direct requests ---------------------------------------------------------------------------
  logic [31:0] want_q;
  wire         direct = want_q != 32'd0 && !cf_req_valid;
  wire  [4:0]  wid    = sm_fn::lowest(want_q);
  logic [19:0] where;
  lutram_1r1w #(.WIDTH(20), .DEPTH(32), .EN_BITS(20)) u_where (
    .clk(clk), .rd_addr(wid), .rd_data(where), .wr_en(id_valid && id_cdir), .wr_addr(id_wid), .wr_be(1'b1),
    .wr_data({id_ctl.cseg, id_ctl.a_on_c ? id_ctl.mem_off[15:0] : id_ctl.c_off}));

  assign c_req_valid = cf_req_valid || direct;
  assign c_req_seg   = cf_req_valid ? cf_req_seg  : where[19:16];
  assign c_req_addr  = cf_req_valid ? cf_req_addr : where[15:0];

  always_ff @(posedge clk)
    if (rst) begin
      want_q    <= 32'd0;
      cst_valid <= 1'b0;
    end else begin
      cst_valid <= direct;
      cst_wid   <= wid;
      if (direct)     want_q[wid]      <= 1'b0;
      if (drop_valid) want_q[drop_wid] <= 1'b0;
      if (id_valid)   want_q[id_wid]   <= id_cdir;
    end

  // --- latches -----------------------------------------------------------------------------------
  lutram_1r1w #(.WIDTH(32), .DEPTH(32), .EN_BITS(32)) u_latch (
    .clk(clk), .rd_addr(is_wid), .rd_data(is_const), .wr_en(cst_valid), .wr_addr(cst_wid), .wr_be(1'b1),
    .wr_data(c_rsp_data));
  always_ff @(posedge clk) cf_rsp_data <= c_rsp_data;

  // --- indirect unit: busy from its issue to 4 cycles after the issue of the body -----------------
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

endmodule
`default_nettype wire
