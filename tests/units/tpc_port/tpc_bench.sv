// SPDX-License-Identifier: Apache-2.0
// tpc_bench: tpc_port for three SMs and for one, and l2_port, for random.cpp; requests in 11 words, answers in 9.
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module port_sized #(
  parameter int NSM = 3
) (
  input  wire           clk,
  input  wire           rst,
  input  wire           step,
  input  wire  [3:0]    q_valid,
  output wire  [3:0]    q_ready,
  input  wire  [1407:0] q,
  output wire  [3:0]    a_valid,
  input  wire  [3:0]    a_ready,
  output wire  [1151:0] a,
  output wire  [1:0]    s_valid,         // g, t
  input  wire  [1:0]    s_ready,
  output wire  [703:0]  s,
  input  wire           r_valid,
  output wire           r_ready,
  input  wire  [287:0]  r
);
  wire [`MEM_REQ_W*(NSM+1)-1:0] mq;
  wire [`MEM_RSP_W*(NSM+1)-1:0] ma;
  for (genvar p = 0; p < 4; p++) begin : g_p
    if (p <= NSM) begin : g
      assign mq[`MEM_REQ_W*p +: `MEM_REQ_W] = q[352*p +: `MEM_REQ_W];
      assign a[288*p +: 288] = 288'(ma[`MEM_RSP_W*p +: `MEM_RSP_W]);
    end else begin : g
      assign q_ready[p] = 1'b0;
      assign a_valid[p] = 1'b0;
      assign a[288*p +: 288] = '0;
    end
  end
  assign s[347:0]   = g_req;
  assign s[351:348] = '0;
  assign s[699:352] = t_req;
  assign s[703:700] = '0;
  wire [347:0] g_req, t_req;
  tpc_port #(.NSM(NSM)) u_port (
    .clk, .rst, .step, .tpc(4'd7), .mem_req_valid(q_valid[NSM:0]), .mem_req_ready(q_ready[NSM:0]), .mem_req(mq),
    .mem_rsp_valid(a_valid[NSM:0]), .mem_rsp_ready(a_ready[NSM:0]), .mem_rsp(ma),
    .g_valid(s_valid[0]), .g_ready(s_ready[0]), .g_req, .t_valid(s_valid[1]), .t_ready(s_ready[1]), .t_req,
    .rsp_valid(r_valid), .rsp_ready(r_ready), .rsp(r[`GPU_RSP_W-1:0]));
endmodule

module tpc_bench (
  input  wire           clk,
  input  wire           rst,
  input  wire           step,
  input  wire           three,           // three SMs; else one
  input  wire  [3:0]    q_valid,
  output wire  [3:0]    q_ready,
  input  wire  [1407:0] q,
  output wire  [3:0]    a_valid,
  input  wire  [3:0]    a_ready,
  output wire  [1151:0] a,
  output wire  [1:0]    s_valid,
  input  wire  [1:0]    s_ready,
  output wire  [703:0]  s,
  input  wire           r_valid,
  output wire           r_ready,
  input  wire  [287:0]  r,

  input  wire           l_asked,
  input  wire  [18:0]   l_addr,
  output wire           l_ready,
  output wire           l_word_valid,
  output wire  [31:0]   l_word,
  output wire           l_req_valid,
  input  wire           l_req_ready,
  output wire  [351:0]  l_req,
  input  wire           l_rsp_valid,
  output wire           l_rsp_ready,
  input  wire  [287:0]  l_rsp
);
  wire [3:0]    qr [0:1], av [0:1];
  wire [1151:0] aa [0:1];
  wire [1:0]    sv [0:1];
  wire [703:0]  ss [0:1];
  wire          rr [0:1];
  for (genvar n = 0; n < 2; n++) begin : g_n
    port_sized #(.NSM(n == 0 ? 1 : 3)) u (
      .clk, .rst, .step, .q_valid(three == n ? q_valid : 4'd0), .q_ready(qr[n]), .q, .a_valid(av[n]), .a_ready,
      .a(aa[n]), .s_valid(sv[n]), .s_ready, .s(ss[n]), .r_valid(three == n && r_valid), .r_ready(rr[n]), .r);
  end
  assign q_ready = qr[three];
  assign a_valid = av[three];
  assign a       = aa[three];
  assign s_valid = sv[three];
  assign s       = ss[three];
  assign r_ready = rr[three];

  assign l_req[351:348] = '0;
  l2_port u_l2 (
    .clk, .rst, .step, .tpc(4'd7), .l3_req_valid(l_asked), .l3_req_addr(l_addr), .l3_req_ready(l_ready),
    .l3_rsp_valid(l_word_valid), .l3_rsp_data(l_word), .req_valid(l_req_valid), .req_ready(l_req_ready),
    .req(l_req[347:0]), .rsp_valid(l_rsp_valid), .rsp_ready(l_rsp_ready), .rsp(l_rsp[`GPU_RSP_W-1:0]));
endmodule
`default_nettype wire
