// SPDX-License-Identifier: Apache-2.0
// xbar: the crossbar between those who ask (TPCs, L3, MMU) and those who answer (partitions, L3, MMU).
//
// Ports of who asks (c_*): TPC 0 to TPCS - 1, then the L3, then the MMU. Ports of who answers (s_*): partition 0 to
// PARTITIONS - 1, then the L3, then the MMU. Each of the former is at the end of a link, the longer the farther; the
// two switches, one for requests and one for answers, are beside the latter. Rules: docs/units/xbar.md.
`include "gpu/packet_types.svh"
`default_nettype none

module xbar #(
  parameter int TPCS       = 10,     // 1 to 10
  parameter int PARTITIONS = 8,      // 1 to 8
  parameter int TPC_LINKS  = 1       // 0: those of the TPCs are elsewhere, c_* of a TPC are their far ends
) (
  input  wire                                 clk,
  input  wire                                 rst,
  input  wire                                 step,
  input  wire  [TPCS+1:0]                     c_req_valid,
  output wire  [TPCS+1:0]                     c_req_ready,
  input  wire  [`GPU_REQ_W*(TPCS+2)-1:0]      c_req,         // gpu_req_t of each
  output wire  [TPCS+1:0]                     c_rsp_valid,
  input  wire  [TPCS+1:0]                     c_rsp_ready,
  output wire  [`GPU_RSP_W*(TPCS+2)-1:0]      c_rsp,         // gpu_rsp_t
  output wire  [PARTITIONS+1:0]               s_req_valid,
  input  wire  [PARTITIONS+1:0]               s_req_ready,
  output wire  [`GPU_REQ_W*(PARTITIONS+2)-1:0] s_req,
  input  wire  [PARTITIONS+1:0]               s_rsp_valid,
  output wire  [PARTITIONS+1:0]               s_rsp_ready,
  input  wire  [`GPU_RSP_W*(PARTITIONS+2)-1:0] s_rsp,
  output wire                                 idle           // holds nothing
);

  localparam int CLIENTS = TPCS + 2;
  localparam int SERVERS = PARTITIONS + 2;
  localparam int QUEUE   = gpu_cfg::XBAR_QUEUE;
  localparam int DEPTH   = gpu_cfg::XBAR_CROSS;
  if (TPCS < 1 || TPCS > 10 || PARTITIONS < 1 || PARTITIONS > 8) begin : g_bad
    xbar_has_too_many_ports u();
  end

  // XBAR-11: steps of the links, TPC 0 lowest
  localparam logic [95:0] STEPS = {
    8'(gpu_cfg::XBAR_MMU_STAGES), 8'(gpu_cfg::XBAR_L3_STAGES),
    8'(gpu_cfg::XBAR_TPC9_STAGES), 8'(gpu_cfg::XBAR_TPC8_STAGES), 8'(gpu_cfg::XBAR_TPC7_STAGES),
    8'(gpu_cfg::XBAR_TPC6_STAGES), 8'(gpu_cfg::XBAR_TPC5_STAGES), 8'(gpu_cfg::XBAR_TPC4_STAGES),
    8'(gpu_cfg::XBAR_TPC3_STAGES), 8'(gpu_cfg::XBAR_TPC2_STAGES), 8'(gpu_cfg::XBAR_TPC1_STAGES),
    8'(gpu_cfg::XBAR_TPC0_STAGES)};

  wire  [CLIENTS-1:0]             in_valid, in_ready, back_valid, back_ready;
  wire  [4*CLIENTS-1:0]           in_to;
  wire  [`GPU_REQ_W*CLIENTS-1:0]  in_req;
  wire  [`GPU_RSP_W*CLIENTS-1:0]  back_rsp;
  wire  [4*SERVERS-1:0]           back_to;
  wire  [2*CLIENTS-1:0]           link_idle;
  wire  [1:0]                     switch_idle;
  assign idle = (&link_idle) && (&switch_idle);

  // XBAR-4, XBAR-5
  for (genvar c = 0; c < CLIENTS; c++) begin : g_client
    if (c < TPCS && TPC_LINKS == 0) begin : g_far
      assign in_valid[c]    = c_req_valid[c];
      assign c_req_ready[c] = in_ready[c];
      assign in_req[`GPU_REQ_W*c +: `GPU_REQ_W] = c_req[`GPU_REQ_W*c +: `GPU_REQ_W];
      assign c_rsp_valid[c] = back_valid[c];
      assign back_ready[c]  = c_rsp_ready[c];
      assign c_rsp[`GPU_RSP_W*c +: `GPU_RSP_W] = back_rsp[`GPU_RSP_W*c +: `GPU_RSP_W];
      assign link_idle[2*c +: 2] = 2'b11;
    end else begin : g_link
      localparam int NUMBER = c < TPCS ? c : c - TPCS + 32'(`XBAR_L3);
      xbar_link #(.WIDTH(`GPU_REQ_W), .STEPS(32'(STEPS[8*NUMBER +: 8])), .QUEUE(QUEUE)) u_there (
        .clk, .rst, .step, .in_valid(c_req_valid[c]), .in_ready(c_req_ready[c]),
        .in_data(c_req[`GPU_REQ_W*c +: `GPU_REQ_W]), .out_valid(in_valid[c]), .out_ready(in_ready[c]),
        .out_data(in_req[`GPU_REQ_W*c +: `GPU_REQ_W]), .idle(link_idle[2*c]));
      xbar_link #(.WIDTH(`GPU_RSP_W), .STEPS(32'(STEPS[8*NUMBER +: 8])), .QUEUE(QUEUE)) u_back (
        .clk, .rst, .step, .in_valid(back_valid[c]), .in_ready(back_ready[c]),
        .in_data(back_rsp[`GPU_RSP_W*c +: `GPU_RSP_W]), .out_valid(c_rsp_valid[c]), .out_ready(c_rsp_ready[c]),
        .out_data(c_rsp[`GPU_RSP_W*c +: `GPU_RSP_W]), .idle(link_idle[2*c + 1]));
    end
    // XBAR-3: the number of the port; dst is the highest field of a packet
    wire [3:0] dst = in_req[`GPU_REQ_W*(c+1)-4 +: 4];
    assign in_to[4*c +: 4] = dst < `XBAR_TO_L3 ? dst : dst - `XBAR_TO_L3 + 4'(PARTITIONS);
  end
  for (genvar s = 0; s < SERVERS; s++) begin : g_server
    wire [3:0] dst = s_rsp[`GPU_RSP_W*(s+1)-4 +: 4];
    assign back_to[4*s +: 4] = dst < `XBAR_L3 ? dst : dst - `XBAR_L3 + 4'(TPCS);
  end

  // XBAR-8
  xbar_switch #(.INS(CLIENTS), .OUTS(SERVERS), .WIDTH(`GPU_REQ_W), .DEPTH(DEPTH), .KEEP(`GPU_TURN),
    .KEY_AT(`GPU_BLOCK_AT), .KEY(`GPU_BLOCK_W)) u_requests (
    .clk, .rst, .step, .in_valid, .in_ready, .in_to, .in_data(in_req),
    .out_valid(s_req_valid), .out_ready(s_req_ready), .out_data(s_req), .idle(switch_idle[0]));
  xbar_switch #(.INS(SERVERS), .OUTS(CLIENTS), .WIDTH(`GPU_RSP_W), .DEPTH(DEPTH)) u_answers (
    .clk, .rst, .step, .in_valid(s_rsp_valid), .in_ready(s_rsp_ready), .in_to(back_to), .in_data(s_rsp),
    .out_valid(back_valid), .out_ready(back_ready), .out_data(back_rsp), .idle(switch_idle[1]));

endmodule
`default_nettype wire
