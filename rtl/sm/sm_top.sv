// SPDX-License-Identifier: Apache-2.0
// sm_top: one streaming multiprocessor.
//
//   sm_fetch, sm_icache -> sm_ibuf -> sm_decode -> sm_head -> sm_issue -> sm_datapath (registers, SPs, load/store unit)
//                                                   |  ^         |
//                    sm_const, sm_ccache, sm_scoreboard          +------> sm_bru (+ sm_simt_stack), sm_barrier
//   sm_cta: kernel start, block slots
//
// Outside: a host that gives the launch configuration and blocks, the L2 of the TPC for instructions and constants (l2_*, tpc_l2), device
// memory (mem_*). start pulses once the configuration is stable and has the effect of reset, except on cyc.
//
// The first fault (decode, control stack, memory) is latched: fault_valid stays high and nothing issues any more.
// The tr_* outputs report what happens in the present cycle, in the terms of struct gt_event (cmodel/gsim.h). They drive
// nothing and vanish in synthesis when left open. Cycle rules: docs/microarchitecture.md.
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "dp_types.svh"
`include "sm_enums.svh"
`include "mem_types.svh"
`default_nettype none

module sm_top #(
  parameter int DPU = 1,                 // 0: no double precision; its instructions are not implemented
  parameter int TEX = 1,                 // 0: no texture unit; its instructions are not implemented
  parameter int TRACE = 1,               // 0: without what only the trace outputs need; they then mean nothing
  parameter int FAULT_PLANT = 0          // a deliberate fault: 1 a wrong result bit, 2 a late issue, now and then
) (
  input  wire           clk,
  input  wire           rst,
  input  wire           start,

  input  wire  [23:0]   cfg_entry,
  input  wire  [9:0]    cfg_nthreads,
  input  wire  [4:0]    cfg_nwarps,
  input  wire  [7:0]    cfg_nregs,
  input  wire  [14:0]   cfg_smem_bytes,
  input  wire  [6:0]    cfg_nparam,
  input  wire  [2047:0] cfg_params,      // words from cfg_nparam on are 0
  input  wire  [15:0]   cfg_ntid_x,
  input  wire  [15:0]   cfg_ntid_y,
  input  wire  [15:0]   cfg_ntid_z,
  input  wire  [15:0]   cfg_nctaid_x,
  input  wire  [15:0]   cfg_nctaid_y,
  input  wire  [15:0]   cfg_gridid,
  input  wire  [3:0]    cfg_max_blocks,
  input  wire  [5:0]    cfg_slot_warps,
  input  wire  [8:0]    cfg_slot_rows,
  input  wire  [14:0]   cfg_slot_smem,
  input  wire  [31:0]   cfg_local_base,
  input  wire  [15:0]   cfg_local_words,
  input  wire  [31:0]   cfg_g_base,
  input  wire  [31:0]   cfg_g_limit,
  input  wire  [7:0]    cfg_physid_sm,
  input  wire  [19:0]   cfg_pm_sel,      // what $pm0 to $pm3 count, 5 bits each: enum gt_pm_event (cmodel/gsim.h)

  // texture descriptors: written one per cycle while no kernel runs
  input  wire           cfg_tex_we,
  input  wire  [6:0]    cfg_tex_idx,
  input  tic_t          cfg_tex_data,    // {address, width in texels (0: not bound), type, log2 of bytes, log2 of components}

  input  wire           blk_valid,
  output logic          blk_ready,
  input  wire  [15:0]   blk_x,
  input  wire  [15:0]   blk_y,
  output logic          blk_done,
  output logic [2:0]    blk_done_slot,

  // memory port (docs/units/mem-port.md)
  output wire           mem_req_valid,
  input  wire           mem_req_ready,
  output mem_req_t      mem_req,
  input  wire           mem_rsp_valid,
  output wire           mem_rsp_ready,
  input  mem_rsp_t      mem_rsp,

  // L2 of the TPC: blocks of 64 bytes, sixteen words one per cycle
  output wire           l2_c_req_valid,
  output wire  [24:6]   l2_c_req_addr,
  input  wire           l2_c_req_ready,
  input  wire           l2_c_rsp_valid,
  output wire           l2_i_req_valid,
  output wire  [24:6]   l2_i_req_addr,
  output wire           l2_i_req_id,
  input  wire           l2_i_req_ready,
  input  wire           l2_i_rsp_valid,
  input  wire           l2_i_rsp_id,
  input  wire  [1:0]    l2_i_rsp_block,
  input  wire  [3:0]    l2_rsp_word,
  input  wire  [31:0]   l2_rsp_data,

  output logic          idle,            // initialised, no block resident
  output logic [31:0]   cyc,             // shader clocks since reset

  output logic          fault_valid,
  output logic [7:0]    fault_code,      // enum gt_fault_code
  output logic [3:0]    fault_derr,      // enum gt_decode_err
  output logic [4:0]    fault_warp,      // warp slot
  output logic [23:0]   fault_pc,
  output logic [4:0]    fault_lane,
  output logic [31:0]   fault_addr,

  // issue
  output logic          tr_is_valid,
  output logic [4:0]    tr_is_warp,
  output logic [23:0]   tr_is_pc,
  output logic [1:0]    tr_is_uop,
  output logic [31:0]   tr_is_mask,
  // a quarter of an SP result at write-back
  output logic          tr_sp_valid,
  output logic [4:0]    tr_sp_warp,
  output logic [23:0]   tr_sp_pc,
  output logic [1:0]    tr_sp_q,
  output logic [7:0]    tr_sp_mask,
  output logic [255:0]  tr_sp_data,
  output logic [31:0]   tr_sp_cc,
  output logic [2:0]    tr_sp_n,
  // first work on half of a memory access
  output logic          tr_ls_valid,
  output logic [4:0]    tr_ls_warp,
  output logic [23:0]   tr_ls_pc,
  output logic          tr_ls_half,
  output logic [15:0]   tr_ls_mask,
  output logic [511:0]  tr_ls_addr,
  // a load beat written
  output logic          tr_lw_valid,
  output logic [4:0]    tr_lw_warp,
  output logic [23:0]   tr_lw_pc,
  output logic          tr_lw_half,
  output logic [15:0]   tr_lw_mask,
  output logic [511:0]  tr_lw_data,
  output logic [7:0]    tr_lw_reg,
  // a word of a quarter of an SFU or DPU result written
  output logic          tr_xw_valid,
  output logic [4:0]    tr_xw_warp,
  output logic [23:0]   tr_xw_pc,
  output logic [1:0]    tr_xw_q,
  output logic [7:0]    tr_xw_mask,
  output logic [255:0]  tr_xw_data,
  output logic [31:0]   tr_xw_cc,
  output logic [15:0]   tr_xw_n,
  // a control operation finished; pc, mask and depth afterwards
  output logic          tr_br_valid,
  output logic [4:0]    tr_br_warp,
  output logic [23:0]   tr_br_pc,
  output logic [31:0]   tr_br_mask,
  output logic [6:0]    tr_br_depth,
  output logic          tr_br_finished,
  // a bar arrived; both this and tr_br may happen in one cycle
  output logic          tr_ba_valid,
  output logic [4:0]    tr_ba_warp,
  output logic [23:0]   tr_ba_pc,
  output logic [31:0]   tr_ba_mask,
  output logic [6:0]    tr_ba_depth,
  // a block accepted
  output logic          tr_blk_valid,
  output logic [2:0]    tr_blk_slot
);

  always_ff @(posedge clk)
    if (rst) cyc <= 32'd0;
    else     cyc <= cyc + 32'd1;
  wire clr = rst || start;

  // --- launch configuration ----------------------------------------------------------------------
  // taken over at start (parameters excepted, the host keeps them)
  logic [23:0]   entry_q;
  logic [9:0]    nthreads_q;
  logic [4:0]    nwarps_q;
  logic [7:0]    nregs_q;
  logic [14:0]   smem_bytes_q;
  logic [6:0]    nparam_q;
  logic [15:0]   ntid_x_q;
  logic [15:0]   ntid_y_q;
  logic [15:0]   ntid_z_q;
  logic [15:0]   nctaid_x_q;
  logic [15:0]   nctaid_y_q;
  logic [15:0]   gridid_q;
  logic [3:0]    max_blocks_q;
  logic [5:0]    slot_warps_q;
  logic [8:0]    slot_rows_q;
  logic [14:0]   slot_smem_q;
  logic [31:0]   local_base_q;
  logic [15:0]   local_words_q;
  logic [31:0]   g_base_q;
  logic [31:0]   g_limit_q;
  logic [7:0]    physid_sm_q;
  logic [19:0]   pm_sel_q;
  always_ff @(posedge clk)
    if (start)
      {entry_q, nthreads_q, nwarps_q, nregs_q, smem_bytes_q, nparam_q, ntid_x_q, ntid_y_q, ntid_z_q, nctaid_x_q,
       nctaid_y_q, gridid_q, max_blocks_q, slot_warps_q, slot_rows_q, slot_smem_q, local_base_q, local_words_q,
       g_base_q, g_limit_q, physid_sm_q, pm_sel_q} <=
      {cfg_entry, cfg_nthreads, cfg_nwarps, cfg_nregs, cfg_smem_bytes, cfg_nparam, cfg_ntid_x, cfg_ntid_y,
       cfg_ntid_z, cfg_nctaid_x, cfg_nctaid_y, cfg_gridid, cfg_max_blocks, cfg_slot_warps, cfg_slot_rows,
       cfg_slot_smem, cfg_local_base, cfg_local_words, cfg_g_base, cfg_g_limit, cfg_physid_sm, cfg_pm_sel};

  // --- between the units -------------------------------------------------------------------------
  wire          even = !cyc[0];
  logic         stop;
  logic         init_active;
  logic [8:0]   init_row;
  logic [31:0]  last_wmask, last_lmask;
  logic         la_smem_valid, la_smem_ready, la_lock_valid, la_lock_ready, la_rf_done;
  logic [8:0]   la_lock_addr;
  logic [7:0]   la_smem_row, la_rf_row;
  logic [511:0] la_smem_data;
  logic [1:0]   la_rf_valid;
  logic [1023:0] la_rf_data0, la_rf_data1;
  logic         cm_valid;
  logic [2:0]   cm_blk;
  logic [31:0]  cm_wmask, alive;
  logic [255:0] blk_wmask;
  logic [39:0]  blk_live;
  logic [2:0]   fin_blk, blk_slot;

  logic [31:0]  have_wmask, slot_wmask, head_wmask;
  logic [4:0]   rf_wid, lw_wid;
  logic [3:0]   rf_word;
  logic         lw_valid, lw_slot;
  logic         if_req_valid, if_req_slot, if_req_ready, drop_valid, drop_slot, if_filled, if_rsp_valid, if_rsp_slot;
  logic [4:0]   if_req_wid, drop_wid, if_rsp_wid;
  logic [23:6]  if_req_addr;
  logic [511:0] if_rsp_data;

  logic         id_valid, id_odd, id_bad, id_sp, id_sfu, id_dpu, id_smem, id_ls, id_br, id_wide, id_cdir, id_cind;
  logic [4:0]   id_wid;
  logic [31:0]  id_w0, id_w1;
  ctl_t         id_ctl;

  logic         is_valid, is_sp, is_lsu, is_sfu, is_dpu, is_bad, is_wide, is_ctlop, is_bar, adv_valid, nk_valid;
  logic [4:0]   is_wid;
  logic [1:0]   is_uop;
  logic [23:0]  is_pc;
  ctl_t         is_ctl;
  logic [31:0]  is_active, is_t0, is_t1, is_const;
  logic [6:0]   is_depth;
  logic [2:0]   is_blk;
  logic [7:0]   is_row_base;
  logic [13:0]  is_smem_base;
  logic [31:0]  pend_wmask, pend_pa_wmask, rdy_join, rdy_cf, rdy_body, rdy_exit, sp_wmask, sfu_wmask, dpu_wmask, smem_wmask, ls_wmask;
  logic [31:0]  rel_wmask, rel_known_wmask;

  logic         q_sp_ok, q_lsu_ok, sfu_ok, dpu_ok;
  logic [1:0]   x_done_valid;
  logic [5:0]   x_done_blk;
  logic [1:0]   starve;
  logic         sp_done_valid;
  logic [2:0]   sp_done_blk;
  logic [3:0]   ls_done_valid;
  logic         ld_sent;
  logic [19:0]  ls_done_wid;
  logic [11:0]  ls_done_blk;
  logic [15:0]  ls_done_dst_kind;
  logic [31:0]  ls_done_dst;
  logic [31:0]  br_mask;
  logic         cf_req_valid, cf_req_none, cf_served, cf_done, cf_idle, cst_valid;
  logic         c_req_valid, c_hit, c_starts, c_filled;
  logic [3:0]   c_req_seg;
  logic [15:0]  c_req_addr;
  logic [31:0]  c_rsp_data;
  logic [3:0]   cf_req_seg;
  logic [15:0]  cf_req_addr;
  logic [31:0]  cf_rsp_data;
  logic [4:0]   cf_wid, cst_wid;

  logic         bru_idle, br_valid, br_redirect, br_finished, br_exit_m;
  logic [4:0]   br_wid;
  logic [1:0]   br_uop;
  logic [23:0]  br_pc;
  logic [31:0]  br_active;
  logic [6:0]   br_depth;
  logic         st_we, push_valid, look_valid;
  logic [31:0]  st_active, st_t0, st_t1;
  logic [5:0]   push_idx, look_idx;
  logic [58:0]  push_entry, look_entry;
  logic         ba_valid;
  logic [2:0]   ba_blk;

  logic         dp_fault_valid, br_fault_valid;
  logic [7:0]   dp_fault_code, br_fault_code;
  logic [4:0]   dp_fault_wid, dp_fault_lane;
  logic [23:0]  dp_fault_pc, br_fault_pc;
  logic [31:0]  dp_fault_addr;

  wire          is_body  = is_valid && is_uop == `UOP_BODY;
  wire          is_cf    = is_valid && is_uop == `UOP_CFETCH;
  wire          bad_now  = is_body && is_bad;
  wire          bar_now  = is_body && is_bar;
  // to the BRU: join, exit, control bodies
  wire          bru_now  = is_valid && !is_cf && (is_uop != `UOP_BODY || is_ctlop);
  wire [23:0]   is_next  = is_pc + (is_ctl.len8 ? 24'd8 : 24'd4);
  wire          fin      = br_valid && br_finished;

  // --- blocks ------------------------------------------------------------------------------------
  sm_cta u_cta (
    .clk, .rst(clr), .start, .cfg_nthreads(nthreads_q), .cfg_nwarps(nwarps_q), .cfg_nregs(nregs_q),
    .cfg_nparam(nparam_q), .cfg_params, .cfg_ntid_x(ntid_x_q), .cfg_ntid_y(ntid_y_q), .cfg_ntid_z(ntid_z_q),
    .cfg_nctaid_x(nctaid_x_q), .cfg_nctaid_y(nctaid_y_q), .cfg_gridid(gridid_q),
    .cfg_max_blocks(max_blocks_q), .cfg_slot_warps(slot_warps_q), .cfg_slot_rows(slot_rows_q), .cfg_slot_smem(slot_smem_q),
    .blk_valid, .blk_ready, .blk_x, .blk_y, .blk_slot, .blk_done, .blk_done_slot,
    .init_active, .init_row, .init_last_wmask(last_wmask), .init_last_lmask(last_lmask),
    .la_smem_valid, .la_smem_row, .la_smem_data, .la_smem_ready, .la_lock_valid, .la_lock_addr, .la_lock_ready,
    .la_rf_valid, .la_rf_row, .la_rf_data0, .la_rf_data1, .la_rf_done,
    .cm_valid, .cm_blk, .cm_wmask, .alive, .blk_wmask, .blk_live,
    .is_wid, .is_blk, .is_row_base, .is_smem_base,
    .is_lock(is_lsu && is_ctl.op == `OP_LD_LOCK), .is_flight(is_sp || is_lsu || is_sfu || is_dpu || bar_now), .x_done_valid, .x_done_blk, .sp_done_valid, .sp_done_blk, .ls_done_valid, .ls_done_blk, .ba_valid, .ba_blk,
    .fin_valid(fin), .fin_wid(br_wid), .fin_blk, .idle);

  // --- fetch and decode --------------------------------------------------------------------------
  // a finished warp slot goes back to the entry for its next block
  sm_fetch u_fetch (
    .clk, .rst(clr), .init_active, .init_wid(init_row[4:0]), .cfg_entry(entry_q), .alive, .cm_wmask,
    .is_wid, .is_pc, .adv_valid, .adv_pc(is_next), .nk_valid,
    .br_valid(br_valid && (br_uop != `UOP_BODY || !br_exit_m || br_finished)), .br_wid,
    .br_pc(br_finished ? entry_q : br_pc), .br_known(!br_finished), .rel_wmask(rel_known_wmask),
    .have_wmask, .slot_wmask, .rf_wid, .rf_word, .wr_valid(lw_valid), .wr_wid(lw_wid), .wr_slot(lw_slot),
    .if_req_valid, .if_req_addr, .if_req_wid, .if_req_slot, .if_req_ready, .drop_valid, .drop_wid, .drop_slot, .if_filled,
    .if_rsp_valid, .if_rsp_wid, .if_rsp_slot);

  sm_icache u_icache (
    .clk, .rst(clr), .req_valid(if_req_valid), .req_addr(if_req_addr), .req_wid(if_req_wid), .req_slot(if_req_slot),
    .req_ready(if_req_ready), .drop_valid, .drop_wid, .drop_slot, .filled(if_filled), .rsp_valid(if_rsp_valid),
    .rsp_wid(if_rsp_wid), .rsp_slot(if_rsp_slot), .rsp_data(if_rsp_data),
    .l2_req_valid(l2_i_req_valid), .l2_req_addr(l2_i_req_addr), .l2_req_id(l2_i_req_id), .l2_req_ready(l2_i_req_ready),
    .l2_rsp_valid(l2_i_rsp_valid), .l2_rsp_id(l2_i_rsp_id), .l2_rsp_block(l2_i_rsp_block), .l2_rsp_word, .l2_rsp_data);

  sm_ibuf u_ibuf (
    .clk, .rst(clr), .have_wmask, .slot_wmask, .head_wmask, .is_valid, .is_wid, .rf_wid, .rf_word,
    .wr_valid(lw_valid), .wr_wid(lw_wid), .wr_slot(lw_slot), .wr_data(if_rsp_data),
    .id_valid, .id_wid, .id_w0, .id_w1, .id_odd);

  sm_decode #(.DPU(DPU), .TEX(TEX)) u_decode (
    .valid(id_valid), .w0(id_w0), .w1(id_w1), .odd(id_odd), .ctl(id_ctl), .bad(id_bad), .sp(id_sp), .sfu(id_sfu), .dpu(id_dpu), .smem(id_smem), .ls(id_ls), .br(id_br),
    .wide(id_wide), .cdir(id_cdir), .cind(id_cind));

  sm_head u_head (
    .clk, .rst(clr), .even, .id_valid, .id_wid, .id_ctl, .id_bad, .id_sp, .id_sfu, .id_dpu, .id_smem, .id_ls, .id_br, .id_wide,
    .id_cdir, .id_cind, .pend_wmask, .pend_pa_wmask,
    .is_valid, .is_wid, .is_uop, .is_ctl, .is_bad, .is_wide, .is_ctlop, .is_bar, .adv_valid, .nk_valid,
    .br_valid, .br_wid, .br_uop, .br_redirect, .br_finished, .br_exit_m,
    .cst_valid, .cst_wid, .cf_done, .cf_wid, .rel_wmask, .rel_known_wmask,
    .head_wmask, .rdy_join, .rdy_cf, .rdy_body, .rdy_exit, .sp_wmask, .sfu_wmask, .dpu_wmask, .smem_wmask, .ls_wmask);

  sm_scoreboard #(.TEX(TEX)) u_scoreboard (
    .clk, .rst(clr), .init_active, .init_wid(init_row[4:0]), .cfg_nregs(nregs_q), .id_valid, .id_wid, .id_ctl, .id_bad,
    .set_sp(is_sp), .set_lsu(is_lsu), .set_sfu(is_sfu), .set_dpu(is_dpu), .set_wid(is_wid), .set_ctl(is_ctl),
    .sp_done_valid, .ld_sent, .ls_done_valid, .ls_done_wid, .ls_done_dst_kind, .ls_done_dst, .x_done_valid,
    .pend_wmask, .pend_pa_wmask);

  sm_const u_const (
    .clk, .rst(clr), .even, .id_valid, .id_wid, .id_cdir, .id_ctl,
    .drop_valid(br_valid && br_redirect), .drop_wid(br_wid),
    .is_body, .is_cf, .is_wid, .is_const, .cf_req_valid, .cf_req_none, .cf_req_seg, .cf_req_addr, .cf_served, .cf_rsp_data,
    .cf_wid, .unit_idle(cf_idle), .cst_valid, .cst_wid,
    .c_req_valid, .c_req_seg, .c_req_addr, .c_hit, .c_starts, .c_filled, .c_rsp_data);

  sm_ccache u_ccache (
    .clk, .rst(clr), .req_valid(c_req_valid), .req_seg(c_req_seg), .req_addr(c_req_addr), .hit(c_hit), .starts(c_starts),
    .rsp_data(c_rsp_data), .filled(c_filled),
    .l2_req_valid(l2_c_req_valid), .l2_req_addr(l2_c_req_addr), .l2_req_ready(l2_c_req_ready),
    .l2_rsp_valid(l2_c_rsp_valid), .l2_rsp_word, .l2_rsp_data);

  // --- issue -------------------------------------------------------------------------------------
  wire hold = stop || (FAULT_PLANT == 2 && cyc[8:3] == 6'h2a);
  sm_issue u_issue (
    .clk, .rst(clr), .even, .hold, .rdy_join, .rdy_cf, .rdy_body, .rdy_exit, .sp_wmask, .sfu_wmask, .dpu_wmask, .smem_wmask, .ls_wmask,
    .is_wide, .cm_wmask, .q_sp_ok, .q_lsu_ok, .sfu_ok, .dpu_ok, .bru_idle, .cf_idle, .starve, .is_valid, .is_wid, .is_uop,
    .is_sp, .is_lsu, .is_sfu, .is_dpu);

  // --- control flow and barriers -----------------------------------------------------------------
  sm_simt_stack u_stack (
    .clk, .init_active, .init_wid(init_row[4:0]),
    .init_lmask(last_wmask[init_row[4:0]] ? last_lmask : 32'hffff_ffff),
    .is_wid, .is_active, .is_t0, .is_t1, .is_depth, .st_we, .st_wid(br_wid), .st_active, .st_t0, .st_t1,
    .st_depth(br_depth), .push_valid, .push_idx, .push_entry, .look_valid, .look_idx, .look_entry);

  sm_bru u_bru (
    .clk, .rst(clr), .is_valid(bru_now), .is_wid, .is_uop, .is_pc, .is_ctl, .is_active, .is_t0, .is_t1, .is_depth,
    .first_lmask(last_wmask[br_wid] ? last_lmask : 32'hffff_ffff), .br_mask, .idle(bru_idle),
    .br_valid, .br_wid, .br_uop, .br_pc, .br_redirect, .br_finished, .br_exit_m, .br_active, .br_depth,
    .st_we, .st_active, .st_t0, .st_t1, .push_valid, .push_idx, .push_entry, .look_valid, .look_idx, .look_entry,
    .fault_valid(br_fault_valid), .fault_code(br_fault_code), .fault_pc(br_fault_pc));

  sm_barrier u_barrier (
    .clk, .rst(clr), .cyc(cyc[4:0]), .is_bar(bar_now), .is_wid, .is_blk, .is_ctl, .is_next, .is_active, .is_depth,
    .cm_valid, .cm_blk, .blk_wmask, .blk_live, .fin_valid(fin), .fin_blk,
    .ba_valid, .ba_blk, .ba_wid(tr_ba_warp), .ba_next(tr_ba_pc), .ba_active(tr_ba_mask), .ba_depth(tr_ba_depth), .rel_wmask);

  // --- performance counters ----------------------------------------------------------------------
  logic [31:0]  pm_event;                // bit: enum gt_pm_event
  logic [8:0]   pm_mem;
  logic [127:0] pm_count;
  always_comb begin
    pm_event = 32'd0;
    if (is_body && is_ctl.op == `OP_PMEVENT && !is_ctl.imm[3]) pm_event[`PM_TRIGGER0 + {2'b0, is_ctl.imm[2:0]}] = 1'b1;
    pm_event[`PM_ACTIVE_CYCLES]    = alive != 32'd0;
    pm_event[`PM_INSTRUCTIONS]     = is_body;
    pm_event[`PM_BRANCH]           = is_body && is_ctl.op == `OP_BRA;
    pm_event[`PM_DIVERGENT_BRANCH] = push_valid && push_entry[58:56] == `E_BRANCH;  // the lanes that do not take it
    pm_event[`PM_WARP_SERIALIZE]   = pm_mem[0];
    pm_event[`PM_CTA_LAUNCHED]     = cm_valid;
    pm_event[`PM_LOCAL_STORE:`PM_GLD_32B] = pm_mem[8:1];
  end
  sm_pm u_pm (.clk, .rst(clr), .cfg_pm_sel(pm_sel_q), .event_bits(pm_event), .count(pm_count));

  // --- registers, execution, memory --------------------------------------------------------------
  sm_datapath #(.DPU(DPU), .TEX(TEX), .TRACE(TRACE), .FAULT_PLANT(FAULT_PLANT)) u_datapath (
    .clk, .rst(clr), .cfg_nregs(nregs_q), .cfg_smem_bytes(smem_bytes_q), .cfg_local_base(local_base_q),
    .cfg_local_words(local_words_q), .cfg_g_base(g_base_q), .cfg_g_limit(g_limit_q),
    .cfg_physid_sm(physid_sm_q), .cyc, .cfg_tex_we, .cfg_tex_idx, .cfg_tex_data, .init_active, .init_row, .la_smem_valid, .la_smem_row, .la_smem_data, .la_smem_ready, .la_lock_valid, .la_lock_addr, .la_lock_ready,
    .la_rf_valid, .la_rf_row, .la_rf_data0, .la_rf_data1, .la_rf_done,
    .is_sp, .is_lsu, .is_sfu, .is_dpu, .is_bru(is_body && is_ctlop && is_ctl.cond != 5'd15), .is_cf, .is_wid, .is_pc, .is_ctl, .is_active,
    .is_row_base, .is_smem_base, .is_blk, .is_const, .is_clock(cyc[31:1]), .is_pm(pm_count), .pm_mem, .q_sp_ok, .q_lsu_ok, .sfu_ok, .dpu_ok, .starve,
    .sp_done_valid, .sp_done_blk,
    .ls_done_valid, .ls_done_wid, .ls_done_blk, .ls_done_dst_kind, .ls_done_dst,
    .ld_sent, .x_done_valid, .x_done_blk,
    .br_mask, .cf_req_valid, .cf_req_none, .cf_served, .cf_req_seg, .cf_req_addr, .cf_rsp_data, .cf_done,
    .mem_req_valid, .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp_ready, .mem_rsp,
    .fault_valid(dp_fault_valid), .fault_code(dp_fault_code), .fault_wid(dp_fault_wid), .fault_pc(dp_fault_pc),
    .fault_lane(dp_fault_lane), .fault_addr(dp_fault_addr),
    .tr_sp_valid, .tr_sp_warp, .tr_sp_pc, .tr_sp_q, .tr_sp_mask, .tr_sp_data, .tr_sp_cc, .tr_sp_n,
    .tr_ls_valid, .tr_ls_warp, .tr_ls_pc, .tr_ls_half, .tr_ls_mask, .tr_ls_addr,
    .tr_lw_valid, .tr_lw_warp, .tr_lw_pc, .tr_lw_half, .tr_lw_mask, .tr_lw_data, .tr_lw_reg,
    .tr_xw_valid, .tr_xw_warp, .tr_xw_pc, .tr_xw_q, .tr_xw_mask, .tr_xw_data, .tr_xw_cc, .tr_xw_n);

  // --- first fault -------------------------------------------------------------------------------
  // {code, decode error, warp, pc, lane, address}; of several in one cycle the oldest instruction's counts: memory accesses
  // have issued before control operations, these before the instruction issuing now
  logic        held_q;
  logic [77:0] info_q, info;
  wire         new_fault = dp_fault_valid || br_fault_valid || bad_now;
  always_comb
    if (held_q)              info = info_q;
    else if (dp_fault_valid) info = {dp_fault_code, 4'd0, dp_fault_wid, dp_fault_pc, dp_fault_lane, dp_fault_addr};
    else if (br_fault_valid) info = {br_fault_code, 4'd0, br_wid, br_fault_pc, 5'd0, 32'd0};
    else                     info = {is_ctl.err != `DE_NONE ? `F_DECODE : `F_UNIMPLEMENTED, is_ctl.err, is_wid, is_pc, 5'd0, 32'd0};
  always_ff @(posedge clk)
    if (clr) held_q <= 1'b0;
    else if (new_fault && !held_q) begin
      held_q <= 1'b1;
      info_q <= info;
    end
  assign stop        = held_q;
  assign fault_valid = held_q || new_fault;
  assign {fault_code, fault_derr, fault_warp, fault_pc, fault_lane, fault_addr} = info;

  // --- trace -------------------------------------------------------------------------------------
  assign tr_is_valid    = is_valid;
  assign tr_is_warp     = is_wid;
  assign tr_is_pc       = is_pc;
  assign tr_is_uop      = is_uop;
  assign tr_is_mask     = is_active;
  assign tr_br_valid    = br_valid;
  assign tr_br_warp     = br_wid;
  assign tr_br_pc       = br_pc;
  assign tr_br_mask     = br_active;
  assign tr_br_depth    = br_depth;
  assign tr_br_finished = br_finished;
  assign tr_ba_valid    = ba_valid;
  assign tr_blk_valid   = blk_valid && blk_ready;
  assign tr_blk_slot    = blk_slot;

endmodule
`default_nettype wire
