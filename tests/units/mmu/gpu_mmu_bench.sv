// SPDX-License-Identifier: Apache-2.0
// gpu_mmu_bench: both L1 TLBs, the MMU and the L3 side by side, each with ports of its own; g_ and t_ the TLBs, m_ the
// MMU, l_ the L3. Structs go in and out as words.
`include "gpu/packet_types.svh"
`default_nettype none

module gpu_mmu_bench (
  input  wire                     clk, rst, l_rst, step, inv,
  input  wire  [31:0]             dir_base, l_base,

  input  wire                     g_req_valid, g_out_ready, g_page_valid,
  input  wire  [`GPU_REQ_W-1:0]   g_req,
  input  wire  [31:0]             g_page,
  output wire                     g_req_ready, g_out_valid,
  output wire  [`GPU_REQ_W-1:0]   g_out,
  output wire  [`TLB_FAULT_W-1:0] g_fault,

  input  wire                     t_req_valid, t_out_ready, t_page_valid,
  input  wire  [`GPU_REQ_W-1:0]   t_req,
  input  wire  [31:0]             t_page,
  output wire                     t_req_ready, t_out_valid,
  output wire  [`GPU_REQ_W-1:0]   t_out,
  output wire  [`TLB_FAULT_W-1:0] t_fault,

  input  wire                     m_req_valid, m_rsp_ready, m_mem_req_ready, m_mem_rsp_valid,
  input  wire  [`GPU_REQ_W-1:0]   m_req,
  input  wire  [`GPU_RSP_W-1:0]   m_mem_rsp,
  output wire                     m_req_ready, m_rsp_valid, m_mem_req_valid,
  output wire  [`GPU_RSP_W-1:0]   m_rsp,
  output wire  [`GPU_REQ_W-1:0]   m_mem_req,

  input  wire                     l_req_valid, l_rsp_ready, l_mem_req_ready, l_mem_rsp_valid,
  input  wire  [`GPU_REQ_W-1:0]   l_req,
  input  wire  [`GPU_RSP_W-1:0]   l_mem_rsp,
  output wire                     l_req_ready, l_rsp_valid, l_mem_req_valid,
  output wire  [`GPU_RSP_W-1:0]   l_rsp,
  output wire  [`GPU_REQ_W-1:0]   l_mem_req
);

  tlb_l1 #(.TEX(0)) u_g (
    .clk, .rst, .step, .inv, .req_valid(g_req_valid), .req_ready(g_req_ready), .req(g_req), .out_valid(g_out_valid),
    .out_ready(g_out_ready), .out(g_out), .page_valid(g_page_valid), .page(g_page), .fault(g_fault));
  tlb_l1 #(.TEX(1)) u_t (
    .clk, .rst, .step, .inv, .req_valid(t_req_valid), .req_ready(t_req_ready), .req(t_req), .out_valid(t_out_valid),
    .out_ready(t_out_ready), .out(t_out), .page_valid(t_page_valid), .page(t_page), .fault(t_fault));
  mmu u_mmu (
    .clk, .rst, .step, .dir_base(dir_base[31:6]), .inv, .req_valid(m_req_valid), .req_ready(m_req_ready), .req(m_req),
    .rsp_valid(m_rsp_valid), .rsp_ready(m_rsp_ready), .rsp(m_rsp), .mem_req_valid(m_mem_req_valid),
    .mem_req_ready(m_mem_req_ready), .mem_req(m_mem_req), .mem_rsp_valid(m_mem_rsp_valid), .mem_rsp(m_mem_rsp));
  l3 u_l3 (
    .clk, .rst(rst || l_rst), .step, .base(l_base[31:8]), .req_valid(l_req_valid), .req_ready(l_req_ready),
    .req(l_req), .rsp_valid(l_rsp_valid), .rsp_ready(l_rsp_ready), .rsp(l_rsp), .mem_req_valid(l_mem_req_valid),
    .mem_req_ready(l_mem_req_ready), .mem_req(l_mem_req), .mem_rsp_valid(l_mem_rsp_valid), .mem_rsp(l_mem_rsp));

endmodule
`default_nettype wire
