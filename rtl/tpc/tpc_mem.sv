// SPDX-License-Identifier: Apache-2.0
// tpc_mem: what a TPC has between its SMs, texture unit and L2 and the crossbar: tpc_port, two TLBs, l2_port, and one
// port of the crossbar for all of them. Rules: docs/units/mem-system.md.
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module tpc_mem #(
  parameter int NSM = 1                                    // 1 to 3
) (
  input  wire                            clk,
  input  wire                            rst,
  input  wire                            step,
  input  wire                            inv,              // the TLBs forget everything; nothing may be under way
  input  wire  [3:0]                     tpc,              // its number
  // ports of tpc_top
  input  wire  [NSM:0]                   mem_req_valid,
  output wire  [NSM:0]                   mem_req_ready,
  input  wire  [`MEM_REQ_W*(NSM+1)-1:0]  mem_req,          // mem_req_t of each
  output wire  [NSM:0]                   mem_rsp_valid,
  input  wire  [NSM:0]                   mem_rsp_ready,
  output wire  [`MEM_RSP_W*(NSM+1)-1:0]  mem_rsp,          // mem_rsp_t
  input  wire                            l3_req_valid,
  input  wire  [24:6]                    l3_req_addr,
  output wire                            l3_req_ready,
  output wire                            l3_rsp_valid,
  output wire  [31:0]                    l3_rsp_data,
  // the crossbar
  output wire                            req_valid,
  input  wire                            req_ready,
  output wire  [`GPU_REQ_W-1:0]          req,              // gpu_req_t
  input  wire                            rsp_valid,
  output wire                            rsp_ready,
  input  gpu_rsp_t                       rsp,
  output wire  [2*`TLB_FAULT_W-1:0]      fault,            // tlb_fault_t of g[] and l[], of textures
  output wire                            idle              // holds nothing
);

  wire        port_ready, l2_ready, port_idle, l2_idle;
  wire [1:0]  tlb_idle;
  assign idle = port_idle && (&tlb_idle) && l2_idle && !req_valid;
  wire [1:0]  v_valid, v_ready;                            // virtual, and behind the TLBs: g, t
  wire [2*`GPU_REQ_W-1:0] v_req;
  wire [2:0]  p_valid, p_ready;
  wire [3*`GPU_REQ_W-1:0] p_req;

  // MSYS-2
  wire of_l3  = rsp_valid && rsp.src == `XBAR_TO_L3;
  wire of_mmu = rsp_valid && rsp.src == `XBAR_TO_MMU;
  wire of_mem = rsp_valid && rsp.src < `XBAR_TO_L3;
  assign rsp_ready = of_mmu || (of_l3 && l2_ready) || (of_mem && port_ready);

  tpc_port #(.NSM(NSM)) u_port (
    .clk, .rst, .step, .tpc, .mem_req_valid, .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp_ready, .mem_rsp,
    .g_valid(v_valid[0]), .g_ready(v_ready[0]), .g_req(v_req[`GPU_REQ_W-1:0]),
    .t_valid(v_valid[1]), .t_ready(v_ready[1]), .t_req(v_req[2*`GPU_REQ_W-1:`GPU_REQ_W]),
    .rsp_valid(of_mem), .rsp_ready(port_ready), .rsp, .idle(port_idle));

  for (genvar t = 0; t < 2; t++) begin : g_tlb
    tlb_fault_t f;
    gpu_req_t   out;
    tlb_l1 #(.TEX(t)) u_tlb (
      .clk, .rst, .step, .inv, .req_valid(v_valid[t]), .req_ready(v_ready[t]),
      .req(v_req[`GPU_REQ_W*t +: `GPU_REQ_W]), .out_valid(p_valid[t]), .out_ready(p_ready[t]), .out,
      .page_valid(of_mmu && rsp.id[7] == 1'(t)), .page(rsp.data[31:0]), .fault(f), .idle(tlb_idle[t]));
    assign p_req[`GPU_REQ_W*t +: `GPU_REQ_W] = out;
    assign fault[`TLB_FAULT_W*t +: `TLB_FAULT_W] = f;
  end

  l2_port u_l2 (
    .clk, .rst, .step, .tpc, .l3_req_valid, .l3_req_addr, .l3_req_ready, .l3_rsp_valid, .l3_rsp_data,
    .req_valid(p_valid[2]), .req_ready(p_ready[2]), .req(p_req[3*`GPU_REQ_W-1:2*`GPU_REQ_W]),
    .rsp_valid(of_l3), .rsp_ready(l2_ready), .rsp, .idle(l2_idle));

  // MSYS-1
  wire [`GPU_BLOCK_W*3-1:0] block;
  for (genvar i = 0; i < 3; i++) begin : g_block
    assign block[`GPU_BLOCK_W*i +: `GPU_BLOCK_W] = p_req[`GPU_REQ_W*i + `GPU_BLOCK_AT +: `GPU_BLOCK_W];
  end
  step_merge #(.N(3), .WIDTH(`GPU_REQ_W), .KEY(`GPU_BLOCK_W), .KEEP(`GPU_TURN)) u_turn (
    .clk, .rst, .step, .in_valid(p_valid), .in_ready(p_ready), .in_data(p_req), .in_key(block),
    .out_valid(req_valid), .out_ready(req_ready), .out_data(req));

endmodule
`default_nettype wire
