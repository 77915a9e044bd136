// SPDX-License-Identifier: Apache-2.0
// xbar_bench: crossbars of three sizes for random.cpp, which picks one of them; packets in whole words, a request
// 11, an answer 9. With PLANTED only the second, with ONLY=n only number n.
`include "gpu/packet_types.svh"
`default_nettype none

module xbar_sized #(
  parameter int TPCS = 10,
  parameter int PARTITIONS = 8
) (
  input  wire             clk,
  input  wire             rst,
  input  wire             step,
  input  wire  [11:0]     c_req_valid,
  output wire  [11:0]     c_req_ready,
  input  wire  [352*12-1:0] c_req,
  output wire  [11:0]     c_rsp_valid,
  input  wire  [11:0]     c_rsp_ready,
  output wire  [288*12-1:0] c_rsp,
  output wire  [9:0]      s_req_valid,
  input  wire  [9:0]      s_req_ready,
  output wire  [352*10-1:0] s_req,
  input  wire  [9:0]      s_rsp_valid,
  output wire  [9:0]      s_rsp_ready,
  input  wire  [288*10-1:0] s_rsp
);
  localparam int C = TPCS + 2;
  localparam int S = PARTITIONS + 2;
  wire [`GPU_REQ_W*C-1:0] creq;
  wire [`GPU_RSP_W*C-1:0] crsp;
  wire [`GPU_REQ_W*S-1:0] sreq;
  wire [`GPU_RSP_W*S-1:0] srsp;
  for (genvar c = 0; c < 12; c++) begin : g_c
    if (c < C) begin : g
      assign creq[`GPU_REQ_W*c +: `GPU_REQ_W] = c_req[352*c +: `GPU_REQ_W];
      assign c_rsp[288*c +: 288] = 288'(crsp[`GPU_RSP_W*c +: `GPU_RSP_W]);
    end else begin : g
      assign c_req_ready[c] = 1'b0;
      assign c_rsp_valid[c] = 1'b0;
      assign c_rsp[288*c +: 288] = '0;
    end
  end
  for (genvar s = 0; s < 10; s++) begin : g_s
    if (s < S) begin : g
      assign s_req[352*s +: 352] = 352'(sreq[`GPU_REQ_W*s +: `GPU_REQ_W]);
      assign srsp[`GPU_RSP_W*s +: `GPU_RSP_W] = s_rsp[288*s +: `GPU_RSP_W];
    end else begin : g
      assign s_req_valid[s] = 1'b0;
      assign s_req[352*s +: 352] = '0;
      assign s_rsp_ready[s] = 1'b0;
    end
  end
  xbar #(.TPCS(TPCS), .PARTITIONS(PARTITIONS)) u_xbar (
    .clk, .rst, .step, .c_req_valid(c_req_valid[C-1:0]), .c_req_ready(c_req_ready[C-1:0]), .c_req(creq),
    .c_rsp_valid(c_rsp_valid[C-1:0]), .c_rsp_ready(c_rsp_ready[C-1:0]), .c_rsp(crsp),
    .s_req_valid(s_req_valid[S-1:0]), .s_req_ready(s_req_ready[S-1:0]), .s_req(sreq),
    .s_rsp_valid(s_rsp_valid[S-1:0]), .s_rsp_ready(s_rsp_ready[S-1:0]), .s_rsp(srsp));
endmodule

module xbar_bench #(
`ifdef PLANTED
  parameter int ONLY = 1
`else
  parameter int ONLY = -1
`endif
) (
  input  wire             clk,
  input  wire             rst,
  input  wire             step,
  input  wire  [1:0]      size,
  input  wire  [11:0]     c_req_valid,
  output wire  [11:0]     c_req_ready,
  input  wire  [352*12-1:0] c_req,
  output wire  [11:0]     c_rsp_valid,
  input  wire  [11:0]     c_rsp_ready,
  output wire  [288*12-1:0] c_rsp,
  output wire  [9:0]      s_req_valid,
  input  wire  [9:0]      s_req_ready,
  output wire  [352*10-1:0] s_req,
  input  wire  [9:0]      s_rsp_valid,
  output wire  [9:0]      s_rsp_ready,
  input  wire  [288*10-1:0] s_rsp
);
  wire [11:0] cqr [0:2], crv [0:2];
  wire [9:0]  sqv [0:2], srr [0:2];
  wire [288*12-1:0] cr [0:2];
  wire [352*10-1:0] sq [0:2];
  for (genvar n = 0; n < 3; n++) begin : g_size
    if (ONLY < 0 || ONLY == n) begin : g
      xbar_sized #(.TPCS(n == 0 ? 10 : n == 1 ? 3 : 1), .PARTITIONS(n == 0 ? 8 : n == 1 ? 2 : 1)) u_xbar (
        .clk, .rst, .step(step && size == n), .c_req_valid, .c_req_ready(cqr[n]), .c_req, .c_rsp_valid(crv[n]),
        .c_rsp_ready, .c_rsp(cr[n]), .s_req_valid(sqv[n]), .s_req_ready, .s_req(sq[n]), .s_rsp_valid,
        .s_rsp_ready(srr[n]), .s_rsp);
    end
  end
  assign c_req_ready = cqr[size];
  assign c_rsp_valid = crv[size];
  assign c_rsp       = cr[size];
  assign s_req_valid = sqv[size];
  assign s_req       = sq[size];
  assign s_rsp_ready = srr[size];
endmodule
`default_nettype wire
