// SPDX-License-Identifier: Apache-2.0
// tpc_port: the memory ports of a TPC's SMs and of its texture unit become two streams of packets, and the answers go
// back to their ports by id.
//
// Ports (mem_*) are those of tpc_top: SM 0 lowest, the texture unit as number NSM. g_* is the stream of the SMs, behind
// gpu_cfg::TPC_PORT_STAGES stages, t_* that of the texture unit; addresses are virtual, the TLBs behind give
// destinations. Rules: docs/units/tpc-port.md.
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module tpc_port #(
  parameter int NSM = 1                                    // 1 to 3
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire                            step,
  input  wire  [3:0]                     tpc,              // its number
  input  wire  [NSM:0]                   mem_req_valid,
  output wire  [NSM:0]                   mem_req_ready,
  input  wire  [`MEM_REQ_W*(NSM+1)-1:0]  mem_req,          // mem_req_t of each
  output wire  [NSM:0]                   mem_rsp_valid,
  input  wire  [NSM:0]                   mem_rsp_ready,
  output wire  [`MEM_RSP_W*(NSM+1)-1:0]  mem_rsp,          // mem_rsp_t
  output wire                            g_valid,
  input  wire                            g_ready,
  output wire  [`GPU_REQ_W-1:0]          g_req,            // gpu_req_t
  output wire                            t_valid,
  input  wire                            t_ready,
  output wire  [`GPU_REQ_W-1:0]          t_req,
  input  wire                            rsp_valid,
  output wire                            rsp_ready,
  input  gpu_rsp_t                       rsp,
  output wire                            idle              // holds nothing
);

  localparam int QUEUE = gpu_cfg::TPC_PORT_QUEUE;
  if (NSM < 1 || NSM > 3) begin : g_bad
    tpc_port_has_three_SMs_at_most u();
  end

  // --- requests ------------------------------------------------------------------------------------
  // TPORT-1
  wire [NSM:0]                  some, taken;
  wire [`MEM_REQ_W*(NSM+1)-1:0] first;
  for (genvar p = 0; p <= NSM; p++) begin : g_in
    sync_fifo #(.WIDTH(`MEM_REQ_W), .DEPTH(QUEUE)) u_queue (
      .clk, .rst, .in_valid(mem_req_valid[p]), .in_ready(mem_req_ready[p]),
      .in_data(mem_req[`MEM_REQ_W*p +: `MEM_REQ_W]), .out_valid(some[p]), .out_ready(step && taken[p]),
      .out_data(first[`MEM_REQ_W*p +: `MEM_REQ_W]));
  end

  // TPORT-2
  localparam int W = `MEM_REQ_W + 2;                        // with the port's number
  wire [W*NSM-1:0] numbered;
  wire [`GPU_BLOCK_W*NSM-1:0] block;
  for (genvar s = 0; s < NSM; s++) begin : g_number
    assign numbered[W*s +: W] = {2'(s), first[`MEM_REQ_W*s +: `MEM_REQ_W]};
    assign block[`GPU_BLOCK_W*s +: `GPU_BLOCK_W] = first[`MEM_REQ_W*s + `GPU_BLOCK_AT +: `GPU_BLOCK_W];
  end
  wire         in_valid, move, empty;
  wire [W-1:0] in_req, out_req;
  step_merge #(.N(NSM), .WIDTH(W), .KEY(`GPU_BLOCK_W), .KEEP(`GPU_TURN)) u_turn (
    .clk, .rst, .step, .in_valid(some[NSM-1:0]), .in_ready(taken[NSM-1:0]), .in_data(numbered), .in_key(block),
    .out_valid(in_valid), .out_ready(move), .out_data(in_req));

  // TPORT-3
  assign move = !g_valid || g_ready;
  step_pipe #(.WIDTH(W), .STAGES(gpu_cfg::TPC_PORT_STAGES)) u_stages (
    .clk, .rst, .step, .move, .in_valid, .in_data(in_req), .out_valid(g_valid), .out_data(out_req), .empty);
  // TPORT-4
  mem_req_t g;
  assign g     = out_req[`MEM_REQ_W-1:0];
  assign g_req = {4'd0, tpc, out_req[W-1 -: 2], g.id, g.kind, g.space, g.aop, g.mtype, g.addr, g.mask, g.data};

  assign t_valid    = some[NSM];
  assign taken[NSM] = t_ready;
  mem_req_t t;
  assign t     = first[`MEM_REQ_W*NSM +: `MEM_REQ_W];
  assign t_req = {4'd0, tpc, `TPC_PORT_TEX, t.id, t.kind, t.space, t.aop, t.mtype, t.addr, t.mask, t.data};

  // --- answers -------------------------------------------------------------------------------------
  // TPORT-5
  wire [NSM:0] room, here;
  for (genvar p = 0; p <= NSM; p++) begin : g_out
    wire [261:0] answer;
    assign here[p] = rsp_valid && rsp.id[7:6] == (p == NSM ? `TPC_PORT_TEX : 2'(p));
    sync_fifo #(.WIDTH(262), .DEPTH(QUEUE)) u_answers (
      .clk, .rst, .in_valid(step && here[p]), .in_ready(room[p]), .in_data({rsp.id[5:0], rsp.data}),
      .out_valid(mem_rsp_valid[p]), .out_ready(mem_rsp_ready[p]), .out_data(answer));
    assign mem_rsp[`MEM_RSP_W*p +: `MEM_RSP_W] = {3'd0, answer};
  end
  assign rsp_ready = (here & room) != '0;
  assign idle = some == '0 && !in_valid && empty && mem_rsp_valid == '0;
  wire unused = &{1'b0, rsp.dst, rsp.src};

endmodule
`default_nettype wire
