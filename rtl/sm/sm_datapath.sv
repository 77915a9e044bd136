// SPDX-License-Identifier: Apache-2.0
// sm_datapath: registers, operand collection, SP dispatch and write-back, load/store unit of one SM.
//
// From sm_issue    one micro-operation per even cycle (is_*), sampled in its issue cycle t
// From sm_cta      block launch writes (la_*), the clear at kernel start (init_*)
// To   sm_issue    queue occupancy (q_*_ok), starvation (starve), completions (*_done), predicates (br_mask)
// To   memory      one 32-byte sector per cycle each way (mem_*)
//
// Every cycle number in the comments is counted from the issue cycle t of docs/microarchitecture.md.
// All completion ports are one-cycle pulses in the cycle whose END clears the scoreboard bits and
// decrements the in-flight count of the block. Trace ports report what happens in this very cycle, with
// the contents of struct gt_event (cmodel/gsim.h).
`include "gpu_types.svh"
`default_nettype none

module sm_datapath #(
  parameter int FAULT_PLANT = 0          // 1: one result bit is flipped now and then, for the checker's own test
) (
  input  wire           clk,
  input  wire           rst,

  // static configuration, stable from start on
  input  wire  [7:0]    cfg_nregs,       // register rows per warp
  input  wire  [14:0]   cfg_smem_bytes,  // shared memory per block
  input  wire  [31:0]   cfg_local_base,  // byte address of this SM's local memory (slot 0), multiple of 128
  input  wire  [15:0]   cfg_local_words, // local words per thread
  input  wire  [31:0]   cfg_g_base,      // first valid g[] byte
  input  wire  [31:0]   cfg_g_limit,     // first invalid g[] byte
  input  wire  [7:0]    cfg_physid_sm,   // $physid[23:16]: TPC, SM within it
  input  wire  [31:0]   cyc,

  // kernel start: rows are cleared while init_active; rows above a memory's depth are ignored
  input  wire           init_active,
  input  wire  [8:0]    init_row,

  // from sm_cta: shared memory header row, taken in the cycle with valid and ready
  input  wire           la_smem_valid,
  input  wire  [7:0]    la_smem_row,
  input  wire  [511:0]  la_smem_data,
  output logic          la_smem_ready,
  // from sm_cta: $r0 of a pair of warps; held stable until la_rf_done, which is high in the
  // cycle in which the last of the eight (four) RAM writes happens. Next pair: the cycle after.
  input  wire  [1:0]    la_rf_valid,     // bit p: warp of parity p present
  input  wire  [7:0]    la_rf_row,
  input  wire  [1023:0] la_rf_data0,
  input  wire  [1023:0] la_rf_data1,
  output logic          la_rf_done,

  // from sm_issue, cycle t. At most one of sp, lsu, bru, cf; an SP body with s[] operand is is_sp with
  // ctl.has_s and enters both queues. bru: a control operation that needs br_mask.
  input  wire           is_sp,
  input  wire           is_lsu,
  input  wire           is_bru,
  input  wire           is_cf,           // constant-fetch micro-operation (indirect c[])
  input  wire  [4:0]    is_wid,
  input  wire  [23:0]   is_pc,
  input  ctl_t          is_ctl,
  input  wire  [31:0]   is_active,
  input  wire  [7:0]    is_row_base,
  input  wire  [13:0]   is_smem_base,
  input  wire  [2:0]    is_blk,
  input  wire  [31:0]   is_const,        // aligned constant word of a direct c[] operand or ld c[]
  input  wire  [30:0]   is_clock,        // cyc[31:1] of cycle t

  // to sm_issue, valid in this cycle
  output logic          q_sp_ok,         // at most 2 in the SP queue
  output logic          q_lsu_ok,        // at most 2 in the LSU queue
  output logic [1:0]    starve,

  // SP completion: cycle D_1+11. A write to $a has dst_kind AREG.
  output logic          sp_done_valid,
  output logic [4:0]    sp_done_wid,
  output logic [2:0]    sp_done_blk,
  output logic [3:0]    sp_done_dst_kind,
  output logic [7:0]    sp_done_dst,
  output logic          sp_done_cdst_en,
  output logic [1:0]    sp_done_cdst,
  // LSU completions: four sources that may all pulse in one cycle. Source i uses slice i of each vector:
  // 0 ld s[]; 1 ld l[]/g[]; 2 st s[]; 3 st l[]/g[], and any l[]/g[] access without lanes.
  // Stores have dst_kind NONE.
  output logic [3:0]    ls_done_valid,
  output logic [19:0]   ls_done_wid,       // 5 bits each
  output logic [11:0]   ls_done_blk,       // 3
  output logic [15:0]   ls_done_dst_kind,  // 4
  output logic [31:0]   ls_done_dst,       // 8

  // predicate-true lanes (not anded with active) of the operation issued with is_bru at t, in cycle t+6
  output logic [31:0]   br_mask,

  // indirect constants: requests at t+6, t+8, ... of the constant-fetch micro-operation; the aligned
  // word in cf_rsp_data exactly CONST_LATENCY cycles later. cf_done: cycle t+7+2(P-1), so that the body
  // is eligible in the next one.
  output logic          cf_req_valid,
  output logic [3:0]    cf_req_seg,
  output logic [15:0]   cf_req_addr,       // byte address
  input  wire  [31:0]   cf_rsp_data,
  output logic          cf_done,

  // memory: 32-byte sectors
  output logic          mem_req_valid,
  input  wire           mem_req_ready,
  output logic          mem_req_we,
  output logic [31:0]   mem_req_addr,      // multiple of 32
  output logic [255:0]  mem_req_wdata,
  output logic [31:0]   mem_req_wmask,
  input  wire           mem_rsp_valid,
  output logic          mem_rsp_ready,
  input  wire  [255:0]  mem_rsp_data,

  // fault found at collection: GT_F_* of enum gt_fault_code, the lowest faulting lane and its address
  output logic          fault_valid,
  output logic [7:0]    fault_code,
  output logic [4:0]    fault_wid,
  output logic [23:0]   fault_pc,
  output logic [4:0]    fault_lane,
  output logic [31:0]   fault_addr,

  // trace: GT_EV_SPWB, GT_EV_LSADDR, GT_EV_LDWB
  output logic          tr_sp_valid,
  output logic [4:0]    tr_sp_warp,
  output logic [23:0]   tr_sp_pc,
  output logic [1:0]    tr_sp_q,
  output logic [7:0]    tr_sp_mask,
  output logic [255:0]  tr_sp_data,
  output logic [31:0]   tr_sp_cc,
  output logic [2:0]    tr_sp_n,
  output logic          tr_ls_valid,
  output logic [4:0]    tr_ls_warp,
  output logic [23:0]   tr_ls_pc,
  output logic          tr_ls_half,
  output logic [15:0]   tr_ls_mask,
  output logic [511:0]  tr_ls_addr,
  output logic          tr_lw_valid,
  output logic [4:0]    tr_lw_warp,
  output logic [23:0]   tr_lw_pc,
  output logic          tr_lw_half,
  output logic [15:0]   tr_lw_mask,
  output logic [511:0]  tr_lw_data,
  output logic [7:0]    tr_lw_reg
);

endmodule
`default_nettype wire
