// SPDX-License-Identifier: Apache-2.0
// tpc_top: a TPC: NSM streaming multiprocessors and the second-level cache of constants and instructions that they share.
//
// Outside: a host that gives the launch configuration (the same to all SMs, but for cfg_local_base and cfg_physid_sm) and offers
// blocks to each SM; a memory port (mem_*, docs/units/mem-port.md) of each SM; and l3_*, memory of constants and instructions: a line of 256 bytes, asked for
// by the address of the block of 64 bytes needed first, comes as 64 words in order, one per cycle at the most, that block first and
// the others behind it, wrapping; lines in the order in which they were asked for, the first word L3_LATENCY cycles after the request. Addresses of l3_*: bit 24 clear: byte
// address of an instruction; set: constant segment (23:20 are zero, 19:16) and byte address in it.
//
// Ports of one SM are slices of these vectors, SM 0 lowest. What they mean is written in sm_top; start empties all caches.
//
// HOST_REGS puts a register behind every input, so that all of them count one cycle later than they come. A simulator then
// evaluates the logic once per cycle, behind the clock, instead of a second time for the inputs.
`include "dp_types.svh"
`include "mem_types.svh"
`default_nettype none

module tpc_top #(
  parameter int NSM = 1,                 // 1 to TPC_SMS
  parameter int DPU = 1,                 // as in sm_top
  parameter int TEX = 1,
  parameter int HOST_REGS = 0,           // 1: registers behind the inputs
  parameter int FAULT_PLANT = 0
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               start,
  input  wire  [23:0]       cfg_entry,
  input  wire  [9:0]        cfg_nthreads,
  input  wire  [4:0]        cfg_nwarps,
  input  wire  [7:0]        cfg_nregs,
  input  wire  [14:0]       cfg_smem_bytes,
  input  wire  [6:0]        cfg_nparam,
  input  wire  [2047:0]     cfg_params,
  input  wire  [15:0]       cfg_ntid_x,
  input  wire  [15:0]       cfg_ntid_y,
  input  wire  [15:0]       cfg_ntid_z,
  input  wire  [15:0]       cfg_nctaid_x,
  input  wire  [15:0]       cfg_nctaid_y,
  input  wire  [15:0]       cfg_gridid,
  input  wire  [3:0]        cfg_max_blocks,
  input  wire  [5:0]        cfg_slot_warps,
  input  wire  [8:0]        cfg_slot_rows,
  input  wire  [14:0]       cfg_slot_smem,
  input  wire  [32*NSM-1:0] cfg_local_base,
  input  wire  [15:0]       cfg_local_words,
  input  wire  [31:0]       cfg_g_base,
  input  wire  [31:0]       cfg_g_limit,
  input  wire  [8*NSM-1:0]  cfg_physid_sm,
  input  wire  [19:0]       cfg_pm_sel,
  input  wire               cfg_tex_we,
  input  wire  [6:0]        cfg_tex_idx,
  input  tic_t             cfg_tex_data,
  input  wire  [NSM-1:0]    blk_valid,
  output wire  [NSM-1:0]    blk_ready,
  input  wire  [16*NSM-1:0] blk_x,
  input  wire  [16*NSM-1:0] blk_y,
  output wire  [NSM-1:0]    blk_done,
  output wire  [3*NSM-1:0]  blk_done_slot,
  output wire  [NSM-1:0]    mem_req_valid,
  input  wire  [NSM-1:0]    mem_req_ready,
  output wire  [`MEM_REQ_W*NSM-1:0] mem_req,      // mem_req_t of each
  input  wire  [NSM-1:0]    mem_rsp_valid,
  output wire  [NSM-1:0]    mem_rsp_ready,
  input  wire  [`MEM_RSP_W*NSM-1:0] mem_rsp,      // mem_rsp_t
  output wire  [NSM-1:0]    idle,
  output wire  [32*NSM-1:0] cyc,
  output wire  [NSM-1:0]    fault_valid,
  output wire  [8*NSM-1:0]  fault_code,
  output wire  [4*NSM-1:0]  fault_derr,
  output wire  [5*NSM-1:0]  fault_warp,
  output wire  [24*NSM-1:0] fault_pc,
  output wire  [5*NSM-1:0]  fault_lane,
  output wire  [32*NSM-1:0] fault_addr,
  output wire  [NSM-1:0]    tr_is_valid,
  output wire  [5*NSM-1:0]  tr_is_warp,
  output wire  [24*NSM-1:0] tr_is_pc,
  output wire  [2*NSM-1:0]  tr_is_uop,
  output wire  [32*NSM-1:0] tr_is_mask,
  output wire  [NSM-1:0]    tr_sp_valid,
  output wire  [5*NSM-1:0]  tr_sp_warp,
  output wire  [24*NSM-1:0] tr_sp_pc,
  output wire  [2*NSM-1:0]  tr_sp_q,
  output wire  [8*NSM-1:0]  tr_sp_mask,
  output wire  [256*NSM-1:0] tr_sp_data,
  output wire  [32*NSM-1:0] tr_sp_cc,
  output wire  [3*NSM-1:0]  tr_sp_n,
  output wire  [NSM-1:0]    tr_ls_valid,
  output wire  [5*NSM-1:0]  tr_ls_warp,
  output wire  [24*NSM-1:0] tr_ls_pc,
  output wire  [NSM-1:0]    tr_ls_half,
  output wire  [16*NSM-1:0] tr_ls_mask,
  output wire  [512*NSM-1:0] tr_ls_addr,
  output wire  [NSM-1:0]    tr_lw_valid,
  output wire  [5*NSM-1:0]  tr_lw_warp,
  output wire  [24*NSM-1:0] tr_lw_pc,
  output wire  [NSM-1:0]    tr_lw_half,
  output wire  [16*NSM-1:0] tr_lw_mask,
  output wire  [512*NSM-1:0] tr_lw_data,
  output wire  [8*NSM-1:0]  tr_lw_reg,
  output wire  [NSM-1:0]    tr_xw_valid,
  output wire  [5*NSM-1:0]  tr_xw_warp,
  output wire  [24*NSM-1:0] tr_xw_pc,
  output wire  [2*NSM-1:0]  tr_xw_q,
  output wire  [8*NSM-1:0]  tr_xw_mask,
  output wire  [256*NSM-1:0] tr_xw_data,
  output wire  [32*NSM-1:0] tr_xw_cc,
  output wire  [16*NSM-1:0] tr_xw_n,
  output wire  [NSM-1:0]    tr_br_valid,
  output wire  [5*NSM-1:0]  tr_br_warp,
  output wire  [24*NSM-1:0] tr_br_pc,
  output wire  [32*NSM-1:0] tr_br_mask,
  output wire  [7*NSM-1:0]  tr_br_depth,
  output wire  [NSM-1:0]    tr_br_finished,
  output wire  [NSM-1:0]    tr_ba_valid,
  output wire  [5*NSM-1:0]  tr_ba_warp,
  output wire  [24*NSM-1:0] tr_ba_pc,
  output wire  [32*NSM-1:0] tr_ba_mask,
  output wire  [7*NSM-1:0]  tr_ba_depth,
  output wire  [NSM-1:0]    tr_blk_valid,
  output wire  [3*NSM-1:0]  tr_blk_slot,

  output wire               l3_req_valid,
  output wire  [24:6]       l3_req_addr,
  input  wire               l3_req_ready,
  input  wire               l3_rsp_valid,
  input  wire  [31:0]       l3_rsp_data
);

  wire [NSM-1:0]    c_req_valid, c_req_ready, c_rsp_valid, i_req_valid, i_req_id, i_req_ready, i_rsp_valid;
  wire [19*NSM-1:0] c_req_addr, i_req_addr;
  wire              i_rsp_id;
  wire [1:0]        i_rsp_block;
  wire [3:0]        rsp_word;
  wire [31:0]       rsp_data;

  // --- inputs --------------------------------------------------------------------------------------
  logic               h_rst, h_start, h_tex_we, h_l3_req_ready, h_l3_rsp_valid;
  logic [2047:0]      h_params;
  logic [6:0]         h_tex_idx;
  tic_t               h_tex_data;
  logic [NSM-1:0]     h_blk_valid, h_mem_req_ready, h_mem_rsp_valid;
  logic [16*NSM-1:0]  h_blk_x, h_blk_y;
  logic [`MEM_RSP_W*NSM-1:0] h_mem_rsp;
  logic [31:0]        h_l3_rsp_data;
  if (HOST_REGS != 0) begin : g_host
    // the rest of cfg_* is taken over at start
    always_ff @(posedge clk) begin
      h_rst           <= rst;
      h_start         <= start;
      h_tex_we        <= cfg_tex_we;
      h_blk_valid     <= blk_valid;
      h_blk_x         <= blk_x;
      h_blk_y         <= blk_y;
      h_mem_req_ready <= mem_req_ready;
      h_mem_rsp_valid <= mem_rsp_valid;
      h_l3_req_ready  <= l3_req_ready;
      h_l3_rsp_valid  <= l3_rsp_valid;
      h_l3_rsp_data   <= l3_rsp_data;
      if (start) h_params <= cfg_params;
      if (mem_rsp_valid != '0) h_mem_rsp <= mem_rsp;
      if (cfg_tex_we) begin
        h_tex_idx  <= cfg_tex_idx;
        h_tex_data <= cfg_tex_data;
      end
    end
  end else begin : g_host
    assign h_rst           = rst;
    assign h_start         = start;
    assign h_tex_we        = cfg_tex_we;
    assign h_blk_valid     = blk_valid;
    assign h_blk_x         = blk_x;
    assign h_blk_y         = blk_y;
    assign h_mem_req_ready = mem_req_ready;
    assign h_mem_rsp_valid = mem_rsp_valid;
    assign h_l3_req_ready  = l3_req_ready;
    assign h_l3_rsp_valid  = l3_rsp_valid;
    assign h_l3_rsp_data   = l3_rsp_data;
    assign h_params        = cfg_params;
    assign h_mem_rsp       = mem_rsp;
    assign h_tex_idx       = cfg_tex_idx;
    assign h_tex_data      = cfg_tex_data;
  end

  for (genvar s = 0; s < NSM; s++) begin : g_sm
    sm_top #(.DPU(DPU), .TEX(TEX), .FAULT_PLANT(FAULT_PLANT)) u_sm (
      .clk, .rst(h_rst), .start(h_start), .cfg_entry, .cfg_nthreads, .cfg_nwarps, .cfg_nregs, .cfg_smem_bytes, .cfg_nparam,
      .cfg_params(h_params), .cfg_ntid_x, .cfg_ntid_y, .cfg_ntid_z, .cfg_nctaid_x, .cfg_nctaid_y, .cfg_gridid, .cfg_max_blocks,
      .cfg_slot_warps, .cfg_slot_rows, .cfg_slot_smem, .cfg_local_base(cfg_local_base[32*s +: 32]), .cfg_local_words,
      .cfg_g_base, .cfg_g_limit, .cfg_physid_sm(cfg_physid_sm[8*s +: 8]), .cfg_pm_sel, .cfg_tex_we(h_tex_we), .cfg_tex_idx(h_tex_idx),
      .cfg_tex_data(h_tex_data), .blk_valid(h_blk_valid[s]), .blk_ready(blk_ready[s]), .blk_x(h_blk_x[16*s +: 16]),
      .blk_y(h_blk_y[16*s +: 16]), .blk_done(blk_done[s]), .blk_done_slot(blk_done_slot[3*s +: 3]),
      .mem_req_valid(mem_req_valid[s]), .mem_req_ready(h_mem_req_ready[s]), .mem_req(mem_req[`MEM_REQ_W*s +: `MEM_REQ_W]),
      .mem_rsp_valid(h_mem_rsp_valid[s]), .mem_rsp_ready(mem_rsp_ready[s]), .mem_rsp(h_mem_rsp[`MEM_RSP_W*s +: `MEM_RSP_W]),
      .l2_c_req_valid(c_req_valid[s]),
      .l2_c_req_addr(c_req_addr[19*s +: 19]), .l2_c_req_ready(c_req_ready[s]), .l2_c_rsp_valid(c_rsp_valid[s]),
      .l2_i_req_valid(i_req_valid[s]), .l2_i_req_addr(i_req_addr[19*s +: 19]), .l2_i_req_id(i_req_id[s]),
      .l2_i_req_ready(i_req_ready[s]), .l2_i_rsp_valid(i_rsp_valid[s]), .l2_i_rsp_id(i_rsp_id),
      .l2_i_rsp_block(i_rsp_block), .l2_rsp_word(rsp_word), .l2_rsp_data(rsp_data), .idle(idle[s]),
      .cyc(cyc[32*s +: 32]), .fault_valid(fault_valid[s]), .fault_code(fault_code[8*s +: 8]),
      .fault_derr(fault_derr[4*s +: 4]), .fault_warp(fault_warp[5*s +: 5]), .fault_pc(fault_pc[24*s +: 24]),
      .fault_lane(fault_lane[5*s +: 5]), .fault_addr(fault_addr[32*s +: 32]), .tr_is_valid(tr_is_valid[s]),
      .tr_is_warp(tr_is_warp[5*s +: 5]), .tr_is_pc(tr_is_pc[24*s +: 24]), .tr_is_uop(tr_is_uop[2*s +: 2]),
      .tr_is_mask(tr_is_mask[32*s +: 32]), .tr_sp_valid(tr_sp_valid[s]), .tr_sp_warp(tr_sp_warp[5*s +: 5]),
      .tr_sp_pc(tr_sp_pc[24*s +: 24]), .tr_sp_q(tr_sp_q[2*s +: 2]), .tr_sp_mask(tr_sp_mask[8*s +: 8]),
      .tr_sp_data(tr_sp_data[256*s +: 256]), .tr_sp_cc(tr_sp_cc[32*s +: 32]), .tr_sp_n(tr_sp_n[3*s +: 3]),
      .tr_ls_valid(tr_ls_valid[s]), .tr_ls_warp(tr_ls_warp[5*s +: 5]), .tr_ls_pc(tr_ls_pc[24*s +: 24]),
      .tr_ls_half(tr_ls_half[s]), .tr_ls_mask(tr_ls_mask[16*s +: 16]), .tr_ls_addr(tr_ls_addr[512*s +: 512]),
      .tr_lw_valid(tr_lw_valid[s]), .tr_lw_warp(tr_lw_warp[5*s +: 5]), .tr_lw_pc(tr_lw_pc[24*s +: 24]),
      .tr_lw_half(tr_lw_half[s]), .tr_lw_mask(tr_lw_mask[16*s +: 16]), .tr_lw_data(tr_lw_data[512*s +: 512]),
      .tr_lw_reg(tr_lw_reg[8*s +: 8]), .tr_xw_valid(tr_xw_valid[s]), .tr_xw_warp(tr_xw_warp[5*s +: 5]),
      .tr_xw_pc(tr_xw_pc[24*s +: 24]), .tr_xw_q(tr_xw_q[2*s +: 2]), .tr_xw_mask(tr_xw_mask[8*s +: 8]),
      .tr_xw_data(tr_xw_data[256*s +: 256]), .tr_xw_cc(tr_xw_cc[32*s +: 32]), .tr_xw_n(tr_xw_n[16*s +: 16]),
      .tr_br_valid(tr_br_valid[s]), .tr_br_warp(tr_br_warp[5*s +: 5]), .tr_br_pc(tr_br_pc[24*s +: 24]),
      .tr_br_mask(tr_br_mask[32*s +: 32]), .tr_br_depth(tr_br_depth[7*s +: 7]), .tr_br_finished(tr_br_finished[s]),
      .tr_ba_valid(tr_ba_valid[s]), .tr_ba_warp(tr_ba_warp[5*s +: 5]), .tr_ba_pc(tr_ba_pc[24*s +: 24]),
      .tr_ba_mask(tr_ba_mask[32*s +: 32]), .tr_ba_depth(tr_ba_depth[7*s +: 7]), .tr_blk_valid(tr_blk_valid[s]),
      .tr_blk_slot(tr_blk_slot[3*s +: 3]));
  end

  tpc_l2 #(.PORTS(NSM)) u_l2 (
    .clk, .rst(h_rst || h_start), .c_req_valid, .c_req_addr, .c_req_ready, .i_req_valid, .i_req_addr, .i_req_id, .i_req_ready,
    .c_rsp_valid, .i_rsp_valid, .i_rsp_id, .i_rsp_block, .rsp_word, .rsp_data,
    .l3_req_valid, .l3_req_addr, .l3_req_ready(h_l3_req_ready),
    .l3_rsp_valid(h_l3_rsp_valid), .l3_rsp_data(h_l3_rsp_data));

endmodule
`default_nettype wire
