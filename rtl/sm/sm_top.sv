// SPDX-License-Identifier: Apache-2.0
// sm_top: one streaming multiprocessor.
//
//   sm_fetch, sm_icache -> sm_ibuf -> sm_decode -> sm_head -> sm_issue -> sm_datapath (registers, SPs, load/store unit)
//                                                   |  ^         |
//                    sm_const, sm_ccache, sm_scoreboard          +------> sm_bru (+ sm_simt_stack), sm_barrier
//   sm_start: kernel start;  sm_cta (+ sm_flight): block slots
//
// Outside: a host that gives the launch configuration and blocks, the L2 of the TPC for instructions and constants
// (l2_*, tpc_l2), device memory (mem_*). start pulses once the configuration is stable and has the effect of reset,
// except on cyc.
//
// The first fault (decode, control stack, memory) is latched: fault.valid stays high and nothing issues any more.
// events reports what happens in the present cycle, in the terms of struct gt_event (cmodel/gsim.h), values the results
// and addresses. They drive nothing and vanish in synthesis when left open. Cycle rules: docs/microarchitecture.md.
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "dp_types.svh"
`include "sm_enums.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`default_nettype none

module sm_top #(
  parameter int DPU = gpu_cfg::DPU,      // 0: no double precision; its instructions are not implemented
  parameter int TEX = gpu_cfg::TEX,      // 0: no texture unit; its instructions are not implemented
  parameter int TRACE = 1,               // 0: without what only the trace outputs need; they then mean nothing
  parameter int FOLD = 1,                // 2, 4, 8: the datapath in so many phases of clk_p (docs/units/fold.md)
  parameter int PARAM_PARTS = 0,         // 1: cfg_params are the words that param_at asks for (FOLD-18)
  parameter int SIGN = 0                 // 1: the signature's words of results
) (
  input  wire           clk,
  input  wire           clk_p,           // of the parts of a cycle, like phase; with FOLD 1 they mean nothing
  input  wire           clk_l,           // clk, or that without edges before which their awake is 0: launch of blocks,
  input  wire           clk_g,           // l[], g[] and textures, SFU and DPU
  input  wire           clk_x,
  output wire  [2:0]    awake,           // {x, g, l}
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           start,
  input  wire  [31:0]   cyc_start,       // cyc while in reset

  input  launch_cfg_t   cfg,
  input  sm_place_t     place,
  input  wire  [(PARAM_PARTS != 0 ? 512 / FOLD : 2048)-1:0] cfg_params,  // words from cfg.nparam on are 0
  output wire  [2+$clog2(FOLD):0] param_at,

  input  wire           blk_valid,
  output logic          blk_ready,
  input  block_t        blk,
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
  output l2_req_t       l2_req,
  input  l2_ready_t     l2_ready,
  input  l2_rsp_t       l2_rsp,

  output logic          idle,            // initialised, no block resident
  output logic [31:0]   cyc,             // shader clocks since reset, from cyc_start on

  output fault_t        fault,
  output trace_t        events_out,      // events, values; a simulator that looks at those needs no copy
  output tr_data_t      values_out,
  output wire  [63:0]   signed_words     // sign_results; 0 without SIGN
);

  localparam int LANES = 8 / FOLD;       // of a quarter that move at a time in the datapath

  always_ff @(posedge clk)
    if (rst) cyc <= cyc_start;           // DIST-6: start leaves it alone
    else     cyc <= cyc + 32'd1;
  wire clr = rst || start;
  trace_t   events;
  tr_data_t values;
  assign events_out = events;
  assign values_out = values;

  // --- launch configuration ----------------------------------------------------------------------
  // taken over at start (parameters excepted, the host keeps them)
  launch_cfg_t   cfg_q;
  sm_place_t     place_q;
  always_ff @(posedge clk_l)
    if (start) begin
      cfg_q   <= cfg;
      place_q <= place;
    end

  // --- between the units -------------------------------------------------------------------------
  wire          even = !cyc[0];
  logic         stop;
  logic         init_active, init_done;
  logic [8:0]   init_row;
  logic [31:0]  last_wmask, last_lmask;
  la_t          la;
  la_ready_t    la_ready;
  logic [2:0]   la_blk, la_pair;
  logic [7:0]   la_smem_base;
  logic [64*LANES-1:0]  la_smem_data;
  logic [256*LANES-1:0] la_rf_data;
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
  logic         if_req_valid, if_req_slot, if_req_ready, drop_valid, drop_slot, if_rsp_valid, if_rsp_slot;
  logic         if_filled, if_turn_valid;
  logic [4:0]   if_req_wid, drop_wid, if_turn_wid, if_rsp_wid;
  logic [23:6]  if_req_addr;
  logic [64*LANES-1:0] if_rsp_data;

  logic         id_valid, id_odd, id_bad, id_sp, id_sfu, id_dpu, id_smem, id_ls, id_br, id_wide, id_cdir, id_cind;
  logic [4:0]   id_wid;
  logic [31:0]  id_w0, id_w1;
  ctl_t         id_ctl;

  issue_t       is;
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
  logic [31:0]  pend_wmask, pend_pa_wmask, rdy_join, rdy_cf, rdy_body, rdy_exit, sp_wmask, sfu_wmask, dpu_wmask,
      smem_wmask, ls_wmask;
  logic [31:0]  rel_wmask;

  room_t        room;
  logic [1:0]   starve;
  done_t        done;
  logic [31:0]  br_mask;
  cf_req_t      cf_req;
  cf_rsp_t      cf_rsp;
  logic         cf_idle, cst_valid;
  logic         c_req_valid, c_hit, c_starts, c_filled;
  logic [3:0]   c_req_seg;
  logic [15:0]  c_req_addr;
  logic [31:0]  c_rsp_data;
  logic [4:0]   cf_wid, cst_wid;

  logic         bru_idle, br_valid, br_redirect, br_finished;
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

  fault_t       dp_fault;
  logic         br_fault_valid;
  logic [7:0]   br_fault_code;
  logic [23:0]  br_fault_pc;
  logic [4:0]   ba_warp;
  logic [23:0]  ba_pc;
  logic [31:0]  ba_mask;
  logic [6:0]   ba_depth;

  wire          is_body  = is_valid && is_uop == `UOP_BODY;
  wire          is_cf    = is_valid && is_uop == `UOP_CFETCH;
  wire          bad_now  = is_body && is_bad;
  wire          bar_now  = is_body && is_bar;
  // to the BRU: join, exit, control bodies
  wire          bru_now  = is_valid && !is_cf && (is_uop != `UOP_BODY || is_ctlop);
  wire [23:0]   is_next  = is_pc + (is_ctl.len8 ? 24'd8 : 24'd4);
  wire          fin      = br_valid && br_finished;

  // --- blocks ------------------------------------------------------------------------------------
  wire         cta_awake;
  wire [4:0]   init_wid = 5'(init_row[$clog2(gpu_cfg::WARPS)-1:0]);       // all slots, again and again
  assign awake[0] = clr || init_active || cta_awake;
  sm_start #(.LANES(LANES)) u_start (
    .clk(clk_l), .clk_p, .phase, .rst(clr), .start, .cfg(cfg_q), .init_active, .init_row, .init_done,
    .init_last_wmask(last_wmask), .init_last_lmask(last_lmask), .blk_wmask, .is_wid, .is_blk, .is_row_base,
    .is_smem_base, .fin_wid(br_wid), .fin_blk, .la_blk, .la_pair, .la_rf_want(la.rf_valid[0]), .la_smem_base,
    .la_rf_row(la.rf_row), .la_rf_data0(la_rf_data[128*LANES-1:0]), .la_rf_data1(la_rf_data[256*LANES-1:128*LANES]));

  sm_cta #(.LANES(LANES), .PARAM_PARTS(PARAM_PARTS)) u_cta (
    .clk, .clk_l, .awake(cta_awake), .phase, .rst(clr), .cfg(cfg_q), .cfg_params, .param_at, .init_done,
    .blk_valid, .blk_ready, .blk,
    .blk_slot, .blk_done, .blk_done_slot, .la_blk, .la_pair, .la_smem_base, .la_smem_valid(la.smem_valid),
    .la_smem_row(la.smem_row), .la_smem_data, .la_smem_ready(la_ready.smem), .la_lock_valid(la.lock_valid),
    .la_lock_addr(la.lock_addr),
    .la_lock_ready(la_ready.lock), .la_rf_valid(la.rf_valid), .la_rf_done(la_ready.rf_done),
    .cm_valid, .cm_blk, .cm_wmask, .alive, .blk_wmask, .blk_live,
    .is_lock(is_lsu && is_ctl.op == `OP_LD_LOCK), .is_flight(is_sp || is_lsu || is_sfu || is_dpu || bar_now), .is_blk,
    .sp_done_valid(done.sp_valid), .sp_done_blk(done.sp_blk), .ls_done_valid(done.ls_valid),
    .ls_done_blk(done.ls_blk), .x_done_valid(done.x_valid), .x_done_blk(done.x_blk), .ba_valid, .ba_blk,
    .fin_valid(fin), .fin_wid(br_wid), .fin_blk, .idle);

  // --- fetch and decode --------------------------------------------------------------------------
  // a finished warp slot goes back to the entry for its next block
  sm_fetch u_fetch (
    .clk, .rst(clr), .init_active, .init_wid, .cfg_entry(cfg_q.entry), .alive, .cm_wmask,
    .is_wid, .is_pc, .adv_valid, .adv_pc(is_next), .nk_valid,
    .br_valid, .br_wid, .br_pc(br_finished ? cfg_q.entry : br_pc), .br_known(!br_finished), .rel_wmask,
    .have_wmask, .slot_wmask, .rf_wid, .rf_word, .wr_valid(lw_valid), .wr_wid(lw_wid), .wr_slot(lw_slot),
    .if_req_valid, .if_req_addr, .if_req_wid, .if_req_slot, .if_req_ready, .drop_valid, .drop_wid, .drop_slot,
    .if_filled, .if_turn_valid, .if_turn_wid, .if_rsp_valid, .if_rsp_wid, .if_rsp_slot);

  sm_icache #(.LANES(LANES)) u_icache (
    .clk, .clk_p, .phase, .rst(clr),
    .req_valid(if_req_valid), .req_addr(if_req_addr), .req_wid(if_req_wid), .req_slot(if_req_slot),
    .req_ready(if_req_ready), .drop_valid, .drop_wid, .drop_slot, .filled(if_filled),
    .turn_valid(if_turn_valid), .turn_wid(if_turn_wid), .rsp_valid(if_rsp_valid),
    .rsp_wid(if_rsp_wid), .rsp_slot(if_rsp_slot), .rsp_data(if_rsp_data),
    .l2_req_valid(l2_req.i_valid), .l2_req_addr(l2_req.i_addr), .l2_req_id(l2_req.i_id), .l2_req_ready(l2_ready.i),
    .l2_rsp_valid(l2_rsp.i_valid), .l2_rsp_id(l2_rsp.i_id), .l2_rsp_block(l2_rsp.i_block), .l2_rsp_word(l2_rsp.word),
    .l2_rsp_data(l2_rsp.data));

  sm_ibuf #(.LANES(LANES)) u_ibuf (
    .clk, .clk_p, .phase, .rst(clr), .have_wmask, .slot_wmask, .head_wmask, .is_valid, .is_wid, .rf_wid, .rf_word,
    .wr_valid(lw_valid), .wr_wid(lw_wid), .wr_slot(lw_slot), .wr_data(if_rsp_data),
    .id_valid, .id_wid, .id_w0, .id_w1, .id_odd);

  sm_decode #(.DPU(DPU), .TEX(TEX)) u_decode (
    .valid(id_valid), .w0(id_w0), .w1(id_w1), .odd(id_odd), .ctl(id_ctl), .bad(id_bad), .sp(id_sp), .sfu(id_sfu),
    .dpu(id_dpu), .smem(id_smem), .ls(id_ls), .br(id_br), .wide(id_wide), .cdir(id_cdir), .cind(id_cind));

  sm_head u_head (
    .clk, .rst(clr), .even, .id_valid, .id_wid, .id_ctl, .id_bad, .id_sp, .id_sfu, .id_dpu, .id_smem, .id_ls, .id_br,
    .id_wide, .id_cdir, .id_cind, .pend_wmask, .pend_pa_wmask,
    .is_valid, .is_wid, .is_uop, .is_ctl, .is_bad, .is_wide, .is_ctlop, .is_bar, .adv_valid, .nk_valid,
    .br_valid, .br_wid, .br_uop, .br_redirect,
    .cst_valid, .cst_wid, .cf_done(done.cf_done), .cf_wid, .rel_wmask,
    .head_wmask, .rdy_join, .rdy_cf, .rdy_body, .rdy_exit, .sp_wmask, .sfu_wmask, .dpu_wmask, .smem_wmask, .ls_wmask);

  sm_scoreboard #(.TEX(TEX), .LANES(LANES)) u_scoreboard (
    .clk, .clk_x, .clk_p, .phase, .rst(clr), .init_active, .init_row, .cfg_nregs(cfg_q.nregs), .id_valid, .id_wid,
    .id_ctl, .id_bad, .set_sp(is_sp), .set_lsu(is_lsu), .set_sfu(is_sfu), .set_dpu(is_dpu), .set_wid(is_wid),
    .set_ctl(is_ctl), .sp_done_valid(done.sp_valid), .ld_sent(done.ld_sent), .ls_done_valid(done.ls_valid),
    .ls_done_wid(done.ls_wid), .ls_done_dst_kind(done.ls_dst_kind), .ls_done_dst(done.ls_dst),
    .x_done_valid(done.x_valid), .pend_wmask, .pend_pa_wmask);

  sm_const u_const (
    .clk, .rst(clr), .even, .id_valid, .id_wid, .id_cdir, .id_ctl,
    .drop_valid(br_valid && br_redirect), .drop_wid(br_wid),
    .is_body, .is_cf, .is_wid, .is_const, 
    .cf_req_valid(cf_req.valid), .cf_req_none(cf_req.none), .cf_req_seg(cf_req.seg), .cf_req_addr(cf_req.addr),
    .cf_served(cf_rsp.served), .cf_rsp_data(cf_rsp.data),
    .cf_wid, .unit_idle(cf_idle), .cst_valid, .cst_wid,
    .c_req_valid, .c_req_seg, .c_req_addr, .c_hit, .c_starts, .c_filled, .c_rsp_data);

  sm_ccache u_ccache (
    .clk, .rst(clr), .req_valid(c_req_valid), .req_seg(c_req_seg), .req_addr(c_req_addr), .hit(c_hit),
    .starts(c_starts), .rsp_data(c_rsp_data), .filled(c_filled),
    .l2_req_valid(l2_req.c_valid), .l2_req_addr(l2_req.c_addr), .l2_req_ready(l2_ready.c),
    .l2_rsp_valid(l2_rsp.c_valid), .l2_rsp_word(l2_rsp.word), .l2_rsp_data(l2_rsp.data));

  // --- issue -------------------------------------------------------------------------------------
  sm_issue u_issue (
    .clk, .rst(clr), .even, .hold(stop), .rdy_join, .rdy_cf, .rdy_body, .rdy_exit, .sp_wmask, .sfu_wmask, .dpu_wmask,
    .smem_wmask, .ls_wmask, .is_wide, .cm_wmask, .q_sp_ok(room.sp), .q_lsu_ok(room.lsu),
    .sfu_ok(room.sfu), .dpu_ok(room.dpu), .bru_idle, .cf_idle, .starve, .is_valid, .is_wid, .is_uop,
    .is_sp, .is_lsu, .is_sfu, .is_dpu);

  // --- control flow and barriers -----------------------------------------------------------------
  sm_simt_stack u_stack (
    .clk, .init_active, .init_wid,
    .init_lmask(last_wmask[init_wid] ? last_lmask : 32'hffff_ffff),
    .is_wid, .is_active, .is_t0, .is_t1, .is_depth, .st_we, .st_wid(br_wid), .st_active, .st_t0, .st_t1,
    .st_depth(br_depth), .push_valid, .push_idx, .push_entry, .look_valid, .look_idx, .look_entry);

  sm_bru u_bru (
    .clk, .rst(clr), .is_valid(bru_now), .is_wid, .is_uop, .is_pc, .is_ctl, .is_active, .is_t0, .is_t1, .is_depth,
    .first_lmask(last_wmask[br_wid] ? last_lmask : 32'hffff_ffff), .br_mask, .idle(bru_idle),
    .br_valid, .br_wid, .br_uop, .br_pc, .br_redirect, .br_finished, .br_active, .br_depth,
    .st_we, .st_active, .st_t0, .st_t1, .push_valid, .push_idx, .push_entry, .look_valid, .look_idx, .look_entry,
    .fault_valid(br_fault_valid), .fault_code(br_fault_code), .fault_pc(br_fault_pc));

  sm_barrier u_barrier (
    .clk, .rst(clr), .cyc(cyc[4:0]), .is_bar(bar_now), .is_wid, .is_blk, .is_ctl, .is_next, .is_active, .is_depth,
    .cm_valid, .cm_blk, .blk_wmask, .blk_live, .fin_valid(fin), .fin_blk,
    .ba_valid, .ba_blk, .ba_wid(ba_warp), .ba_next(ba_pc), .ba_active(ba_mask), .ba_depth, .rel_wmask);

  // --- performance counters ----------------------------------------------------------------------
  logic [31:0]  pm_event;                // bit: enum gt_pm_event
  logic [8:0]   pm_mem;
  logic [127:0] pm_count;
  always_comb begin
    // PM-4
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
  sm_pm u_pm (.clk, .rst(clr), .cfg_pm_sel(cfg_q.pm_sel), .event_bits(pm_event), .count(pm_count));

  // --- registers, execution, memory --------------------------------------------------------------
  assign is.sp        = is_sp;
  assign is.lsu       = is_lsu;
  assign is.sfu       = is_sfu;
  assign is.dpu       = is_dpu;
  assign is.bru       = is_body && is_ctlop && is_ctl.cond != 5'd15;
  assign is.cf        = is_cf;
  assign is.wid       = is_wid;
  assign is.blk       = is_blk;
  assign is.row_base  = is_row_base;
  assign is.smem_base = is_smem_base;
  assign is.pc        = is_pc;
  assign is.active    = is_active;
  assign is.cword     = is_const;
  assign is.clock     = cyc[31:1];
  assign is.pm        = pm_count;
  sm_datapath #(.DPU(DPU), .TEX(TEX), .TRACE(TRACE), .LANES(LANES), .SIGN(SIGN)) u_datapath (
    .clk, .clk_p, .clk_x, .x_awake(awake[2]), .clk_g, .g_awake(awake[1]), .rst(clr), .cfg(cfg_q),
    .place(place_q), .init_active, .init_row,
    .la, .la_smem_data, .la_rf_data, .la_ready, .is, .is_ctl, .pm_mem, .room, .starve, .done, .br_mask, .cf_req,
    .cf_rsp, .mem_req_valid, .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp_ready, .mem_rsp,
    .fault(dp_fault), .events(values), .signed_words);

  // --- first fault -------------------------------------------------------------------------------
  // of several in one cycle the oldest instruction's counts: memory accesses have issued before control operations,
  // these before the instruction issuing now (ISSUE-14)
  fault_t      first_q;
  always_comb
    if (first_q.valid)       fault = first_q;
    else if (dp_fault.valid) fault = dp_fault;
    else begin
      fault = '0;
      if (br_fault_valid) begin
        fault.valid = 1'b1;
        fault.code  = br_fault_code;
        fault.warp  = br_wid;
        fault.pc    = br_fault_pc;
      end else if (bad_now) begin
        fault.valid = 1'b1;
        fault.code  = is_ctl.err != `DE_NONE ? `F_DECODE : `F_UNIMPLEMENTED;
        fault.derr  = is_ctl.err;
        fault.warp  = is_wid;
        fault.pc    = is_pc;
      end
    end
  always_ff @(posedge clk)
    if (clr)              first_q.valid <= 1'b0;
    else if (fault.valid) first_q       <= fault;
  assign stop = first_q.valid;

  // --- trace -------------------------------------------------------------------------------------
  // EVENT-1
  always_comb begin
    events = '0;
    if (is_valid) begin
      events.issue.valid      = 1'b1;
      events.issue.warp       = is_wid;
      events.issue.pc         = is_pc;
      events.issue.uop        = is_uop;
      events.issue.active     = is_active;
    end
    if (br_valid) begin
      events.control.valid    = 1'b1;
      events.control.warp     = br_wid;
      events.control.next_pc  = br_pc;
      events.control.active   = br_active;
      events.control.depth    = br_depth;
      events.control.finished = br_finished;
    end
    if (ba_valid) begin
      events.bar.valid        = 1'b1;
      events.bar.warp         = ba_warp;
      events.bar.next_pc      = ba_pc;
      events.bar.active       = ba_mask;
      events.bar.depth        = ba_depth;
    end
    if (blk_valid && blk_ready) begin
      events.block.valid      = 1'b1;
      events.block.slot       = blk_slot;
    end
  end

endmodule
`default_nettype wire
