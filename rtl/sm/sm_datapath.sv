// SPDX-License-Identifier: Apache-2.0
// sm_datapath: registers, operand collection, SP dispatch and write-back, load/store unit of one SM.
//
// From sm_issue    one micro-operation per even cycle (is_*), sampled in its issue cycle t
// From sm_cta      block launch writes (la_*);  from sm_start the clear at kernel start (init_*)
// To   sm_issue    which queues and units have room (q_*_ok, sfu_ok, dpu_ok), starvation (starve)
// To   sm_scoreboard, sm_cta   completions (*_done);  to sm_bru predicates (br_mask);  to sm_const requests (cf_*)
// To   memory      one 32-byte sector per cycle each way (mem_*)
//
// Words of lanes move LANES of a quarter at a time. With 8 a quarter passes in a cycle, and clk_p and the phases mean
// nothing. With 4, 2 or 1 a cycle has parts, the phases of clk_p; rtl/fold has the units that work in them, behind the
// same ports (docs/units/fold.md).
//
// Every cycle number in the comments is counted from the issue cycle t of docs/microarchitecture.md.
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "dp_types.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`default_nettype none

module sm_datapath #(
  parameter int DPU = 1,
  parameter int TEX = 1,
  parameter int TRACE = 1,
  parameter int LANES = 8,
  parameter int SIGN = 0                 // 1: signed
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire           clk_x,           // of SFU and DPU: clk, or that without edges before which x_awake is 0
  output wire           x_awake,
  input  wire           clk_g,           // likewise, of l[], g[] and textures: lsu
  output wire           g_awake,
  input  wire           rst,

  input  launch_cfg_t   cfg,             // stable from start on
  input  sm_place_t     place,

  // kernel start: rows are cleared while init_active; rows above a memory's depth are ignored
  input  wire           init_active,
  input  wire  [8:0]    init_row,

  // from sm_cta
  input  la_t           la,
  input  wire  [64*LANES-1:0] la_smem_data,  // header row
  input  wire  [256*LANES-1:0] la_rf_data,  // $r0 of a pair of warps
  output la_ready_t     la_ready,

  // from sm_issue, cycle t
  input  issue_t        is,
  input  ctl_t          is_ctl,
  output wire  [8:0]    pm_mem,          // events of lsu

  // to sm_issue, in this cycle
  output room_t         room,
  output logic [1:0]    starve,

  // to sm_scoreboard, sm_cta, sm_head
  output done_t         done,

  // predicate-true lanes (not anded with active) of the operation issued with is_bru at t, in cycle t+6
  output logic [31:0]   br_mask,

  // indirect constants
  output cf_req_t       cf_req,
  input  cf_rsp_t       cf_rsp,

  // memory port (docs/units/mem-port.md)
  output wire           mem_req_valid,
  input  wire           mem_req_ready,
  output mem_req_t      mem_req,
  input  wire           mem_rsp_valid,
  output wire           mem_rsp_ready,
  input  mem_rsp_t      mem_rsp,

  output fault_t        fault,           // found at collection: the lowest faulting lane and its address
  output tr_data_t      events,
  output wire  [63:0]   signed_words     // sign_results
);

  // Each large unit counts phases by itself.
  wire [2:0] rf_phase, collect_phase, sp_phase, lsu_phase;
  fold_phase #(.LANES(LANES)) u_rf_phase (.clk_p, .phase(rf_phase));
  fold_phase #(.LANES(LANES)) u_collect_phase (.clk_p, .phase(collect_phase));
  fold_phase #(.LANES(LANES)) u_sp_phase (.clk_p, .phase(sp_phase));
  fold_phase #(.LANES(LANES)) u_lsu_phase (.clk_p, .phase(lsu_phase));

  // --- issue -------------------------------------------------------------------------------------
  op_t        op;
  lsm_t       lsm;
  spm_t       spm;
  wire        to_lsu;
  wire  [1:0] cmode, sp_entry;
  wire        dpu_entry;

  sm_opdec u_opdec (
    .cfg_nregs(cfg.nregs), .is_sp(is.sp), .is_lsu(is.lsu), .is_sfu(is.sfu), .is_dpu(is.dpu), .is_bru(is.bru),
    .is_cf(is.cf), .is_wid(is.wid), .is_pc(is.pc), .ctl(is_ctl), .is_active(is.active), .is_row_base(is.row_base),
    .is_smem_base(is.smem_base), .is_blk(is.blk), .is_const(is.cword), .is_clock(is.clock), .is_pm(is.pm), .sp_entry,
    .dpu_entry, .op, .lsm, .spm, .to_lsu, .cmode);

  // --- register file -----------------------------------------------------------------------------
  wire  [7:0]    rd_en;
  wire  [63:0]   rd_row;
  wire  [256*LANES-1:0] rd_data;
  wire           sw_valid, sw_par, sw_half;
  wire  [1:0]    sw_q;
  wire  [7:0]    sw_row;
  wire  [15:0]   sw_be;
  wire  [255:0]  sw_data;
  wire  [128*LANES-1:0] sp_part;         // LANES below 8: last results of each quarter
  wire  [3:0]    cw_valid;
  wire           sf_valid, sf_grant, dp_valid, dp_high, dp_grant;
  wire  [1:0]    sf_q, dp_q;
  spm_t          sf_spm, dp_spm;
  wire  [7:0]    xw_row;
  wire  [15:0]   xw_be;
  wire  [255:0]  xw_data;
  wire  [32*LANES-1:0] xw_part;
  wire  [64*LANES-1:0] lw_part;
  wire           rf_s_lock, lk_valid, lk_half;
  wire  [4:0]    lk_wid;
  wire  [1:0]    lk_idx;
  wire  [15:0]   lk_mask, lk_take;
  wire  [3:0]    xc_valid;
  wire           rf_s_valid, rf_s_par, rf_s_half, rf_s_grant, rf_g_valid, rf_g_par, rf_g_half, rf_g_grant;
  wire  [7:0]    lw_row;
  wire  [31:0]   lw_be;
  wire  [511:0]  lw_data;
  wire  [1:0]    la_waiting;

  sm_rf #(.LANES(LANES)) u_rf (
    .clk, .clk_p, .phase(rf_phase), .rst, .init_active, .init_row, .rd_en, .rd_row, .rd_data,
    .sw_valid, .sw_par, .sw_q, .sw_row, .sw_be, .sw_data, .sw_half, .sp_part,
    .xs_valid(sf_valid), .xs_par(sf_spm.wid[0]), .xs_q(sf_q), .xs_grant(sf_grant),
    .xd_valid(dp_valid), .xd_par(dp_spm.wid[0]), .xd_q(dp_q), .xd_grant(dp_grant),
    .xw_block(cw_valid), .xw_row, .xw_be, .xw_data,
    .lw_s_valid(rf_s_valid), .lw_s_par(rf_s_par), .lw_s_half(rf_s_half), .lw_s_grant(rf_s_grant),
    .lw_s_lock(rf_s_lock), .xc_valid,
    .lw_g_valid(rf_g_valid), .lw_g_par(rf_g_par), .lw_g_half(rf_g_half), .lw_g_grant(rf_g_grant),
    .lw_row, .lw_be, .lw_data,
    .la_valid(la.rf_valid), .la_row(la.rf_row), .la_data0(la_rf_data[128*LANES-1:0]),
    .la_data1(la_rf_data[256*LANES-1:128*LANES]),
    .la_done(la_ready.rf_done), .la_waiting, .xw_part, .lw_part);

  // --- operand collection and execution ----------------------------------------------------------
  wire  [3:0]    aw_valid;
  wire  [1:0]    cw_idx;
  wire  [2:0]    aw_idx;
  wire  [4:0]    w_wid;
  wire  [7:0]    w_mask;
  wire  [31:0]   cw_data;
  wire  [127:0]  aw_data;
  wire  [64*LANES-1:0]  aw_quarter;      // words for $a
  wire           sm_last, sm_half, so_valid;
  wire  [2:0]    sm_entry, so_entry;
  wire  [1:0]    so_q;
  wire  [7:0]    so_mask;
  wire  [32*LANES-1:0] so_data;
  wire           ex_valid, res_valid;
  wire  [1:0]    ex_q;
  wire  [7:0]    ex_mask;
  spm_t          ex_spm;
  ctl_t          ex_ctl;
  wire  [32*LANES-1:0] ex_a, ex_b, ex_c;
  wire  [255:0]  res_r;
  wire  [31:0]   ex_cin, res_cc;
  lsop_t         ls_op;
  wire  [64*LANES-1:0] r1, r2, r3;
  wire  [15:0]   h_exec;
  wire  [32*LANES-1:0] h_aeff;

  wire  [4:0]    xc_wid;
  wire  [1:0]    xc_idx;
  wire  [7:0]    xc_mask;
  wire  [31:0]   xc_data;
  wire           sf_en, sf_four, dp_en, dp_ent;
  wire  [1:0]    sf_en_q, sf_pair;
  wire  [4:0]    dp_lane;
  wire  [127:0]  sf_a, sf_b;
  wire  [63:0]   dp_a, dp_b, dp_c;
  wire  [7:0]    sf_en_mask, dp_en_mask;

  sm_collect #(.DPU(DPU), .LANES(LANES)) u_collect (
    .clk, .clk_x, .clk_p, .phase(collect_phase), .rst, .init_active, .init_row, .cfg_physid_sm(place.physid),
    .is_valid(is.sp || is.lsu || is.sfu || is.dpu || is.bru || is.cf), .is_op(op), .is_spm(spm), .is_ctl,
    .is_cmode(cmode),
    .is_sp_entry(sp_entry), .q_sp_ok(room.sp), .rd_en, .rd_row, .rd_data,
    .cw_valid, .cw_idx, .aw_valid, .aw_idx, .w_wid, .w_mask, .cw_data, .aw_data(aw_quarter),
    .xc_valid, .xc_wid, .xc_idx, .xc_mask, .xc_data,
    .lk_valid, .lk_half, .lk_wid, .lk_idx, .lk_mask, .lk_take,
    .sm_last, .sm_entry, .sm_half, .so_valid, .so_entry, .so_q, .so_mask, .so_data,
    .ex_valid, .ex_q, .ex_mask, .ex_spm, .ex_ctl, .ex_a, .ex_b, .ex_c, .ex_cin,
    .sf_rd(sf_en), .sf_q(sf_en_q), .sf_four, .sf_pair, .sf_a, .sf_b, .sf_mask(sf_en_mask),
    .dp_rd(dp_en), .dp_ent, .dp_lane, .dp_a, .dp_b, .dp_c, .dp_mask(dp_en_mask),
    .ls_op, .r1, .r2, .r3, .h_exec, .h_aeff,
    .br_mask, .cf_req_valid(cf_req.valid), .cf_req_none(cf_req.none), .cf_served(cf_rsp.served),
    .cf_req_seg(cf_req.seg), .cf_req_addr(cf_req.addr), .cf_rsp_data(cf_rsp.data), .cf_done(done.cf_done));

  sp_units #(.LANES(LANES)) u_sp (
    .clk, .rst, .clk_p, .phase(sp_phase), .in_valid(ex_valid), .in_ctl(ex_ctl), .in_a(ex_a), .in_b(ex_b), .in_c(ex_c),
    .in_cin(ex_cin), .out_valid(res_valid), .out_r(res_r), .out_cc(res_cc), .out_q(sw_q), .aw_data, .sp_part,
    .aw_quarter);

  spm_t        sp_done;
  wire         tr_sp_valid;
  wire  [1:0]  tr_sp_q;
  wire  [2:0]  tr_sp_n;
  wire  [7:0]  tr_sp_mask;
  wire [255:0] tr_sp_data;
  sm_writeback u_writeback (
    .clk, .rst, .cfg_nregs(cfg.nregs), .ex_valid, .ex_q, .ex_mask, .ex_spm, .res_valid, .res_r, .res_cc,
    .sw_valid, .sw_par, .sw_q, .sw_row, .sw_be, .sw_data, .sw_half,
    .w_wid, .w_mask, .cw_valid, .cw_idx, .cw_data, .aw_valid, .aw_idx, .aw_data,
    .done_valid(done.sp_valid), .done(sp_done),
    .tr_valid(tr_sp_valid), .tr_q(tr_sp_q), .tr_mask(tr_sp_mask), .tr_data(tr_sp_data), .tr_n(tr_sp_n));

  assign done.sp_blk   = sp_done.blk;

  // --- SFU and DPU -------------------------------------------------------------------------------
  wire         sf_holds, dp_holds;       // an instruction is under way
  assign x_awake = rst || is.sfu || is.dpu || sf_holds || dp_holds;
  wire [7:0]   sf_mask, dp_mask;
  wire [255:0] sf_data, dp_data;
  wire [31:0]  sf_cc, dp_cc;
  wire [1:0]   xw_starve;
  spm_t        sf_done, dp_done;
  wire         tr_xw_valid;
  wire [4:0]   tr_xw_warp;
  wire [23:0]  tr_xw_pc;
  wire [1:0]   tr_xw_q;
  wire [1:0]   tr_xw_writes;
  wire [7:0]   tr_xw_regno;
  wire [7:0]   tr_xw_mask;
  wire [255:0] tr_xw_data;
  wire [31:0]  tr_xw_cc;

  sm_sfu #(.LANES(LANES)) u_sfu (
    .clk(clk_x), .clk_p, .phase(sp_phase), .rst, .holds(sf_holds), .is_valid(is.sfu), .is_ctl, .is_spm(spm),
    .ok(room.sfu), .en_valid(sf_en), .en_four(sf_four), .en_q(sf_en_q), .en_pair(sf_pair), .en_a(sf_a), .en_b(sf_b),
    .en_mask(sf_en_mask),
    .st_valid(sf_valid), .st_q(sf_q), .st_spm(sf_spm), .st_mask(sf_mask), .st_data(sf_data), .st_cc(sf_cc),
    .st_grant(sf_grant), .done_valid(done.x_valid[0]), .done_spm(sf_done));

  if (DPU != 0) begin : g_dpu
    sm_dpu u_dpu (
      .clk(clk_x), .rst, .holds(dp_holds), .is_valid(is.dpu), .is_ctl, .is_spm(spm),
      .sop_last(sm_last && sm_half && (sm_entry[2] == `SOP_DPU)), .ok(room.dpu), .is_ent(dpu_entry),
      .en_valid(dp_en), .en_ent(dp_ent), .en_lane(dp_lane), .en_a(dp_a), .en_b(dp_b), .en_c(dp_c), .en_mask(dp_en_mask),
      .st_valid(dp_valid), .st_high(dp_high), .st_q(dp_q), .st_spm(dp_spm), .st_mask(dp_mask), .st_data(dp_data),
      .st_cc(dp_cc), .st_grant(dp_grant), .done_valid(done.x_valid[1]), .done_spm(dp_done));
  end else begin : g_no_dpu
    assign {dp_holds, dpu_entry, dp_en, dp_ent, dp_lane, dp_valid, dp_high, dp_q, dp_mask, dp_cc} = '0;
    assign room.dpu = 1'b0;
    assign done.x_valid[1] = 1'b0;
    assign dp_data = '0;
    assign dp_spm  = '0;
    assign dp_done = '0;
    wire unused_dpu = &{1'b0, dp_a, dp_b, dp_c, dp_en_mask, dp_grant};
  end

  sm_xwb u_xwb (
    .clk(clk_x), .rst, .cfg_nregs(cfg.nregs), .sf_valid, .sf_q, .sf_spm, .sf_mask, .sf_data, .sf_cc, .sf_grant,
    .dp_valid, .dp_high, .dp_q, .dp_spm, .dp_mask, .dp_data, .dp_cc, .dp_grant,
    .rf_row(xw_row), .rf_be(xw_be), .rf_data(xw_data), .starve(xw_starve),
    .xc_valid, .xc_wid, .xc_idx, .xc_mask, .xc_data,
    .tr_valid(tr_xw_valid), .tr_warp(tr_xw_warp), .tr_pc(tr_xw_pc), .tr_q(tr_xw_q), .tr_mask(tr_xw_mask),
    .tr_data(tr_xw_data), .tr_cc(tr_xw_cc), .tr_writes(tr_xw_writes), .tr_regno(tr_xw_regno));

  assign done.x_blk   = {dp_done.blk, sf_done.blk};

  // --- load/store --------------------------------------------------------------------------------
  wire [1:0] lw_starve;
  wire [3:0] done_valid;
  ldm_t      done0, done1, done2, done3;
  wire       tr_ls_valid, tr_ls_half, tr_lw_valid, tr_lw_half;
  wire [4:0]  tr_ls_warp, tr_lw_warp;
  wire [23:0] tr_ls_pc, tr_lw_pc;
  wire [7:0]  tr_lw_reg;
  wire        tr_lw_r16;
  wire [15:0] tr_ls_mask, tr_lw_mask;
  wire [511:0] tr_ls_addr, tr_lw_data;

  texop_t    is_tex;
  assign is_tex.unit   = is_ctl.quad[7:0];
  assign is_tex.comps  = is_ctl.lmask;
  assign is_tex.off    = is_ctl.aop;
  assign is_tex.off_y  = is_ctl.cmp;
  assign is_tex.off_z  = is_ctl.gseg;
  assign is_tex.sample = is_ctl.op == `OP_TEXAUTO;
  assign is_tex.coords = is_ctl.quad[9:8];

  lsu #(.TEX(TEX), .TRACE(TRACE), .LANES(LANES)) u_lsu (
    .clk, .clk_g, .g_awake, .clk_p, .phase(lsu_phase), .rst, .init_active, .init_row, .cfg_nregs(cfg.nregs),
    .cfg_local_base(place.local_base),
    .cfg_local_words(cfg.local_words), .cfg_smem_bytes(cfg.smem_bytes), .cfg_g_base(cfg.g_base),
    .cfg_g_limit(cfg.g_limit),
    .la_smem_valid(la.smem_valid), .la_smem_row(la.smem_row), .la_smem_data, .la_smem_ready(la_ready.smem),
    .la_lock_valid(la.lock_valid), .la_lock_addr(la.lock_addr), .la_lock_ready(la_ready.lock),
    .is_valid(to_lsu), .is_lsm(lsm), .is_wide(op.wide), .is_tex, .q_lsu_ok(room.lsu), .pm_mem,
    .ls_op, .r1, .r2, .r3, .h_exec, .h_aeff, .fault,
    .sm_last, .sm_entry, .sm_half, .so_valid, .so_entry, .so_q, .so_mask, .so_data,
    .mem_req_valid, .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp_ready, .mem_rsp,
    .lk_valid, .lk_half, .lk_wid, .lk_idx, .lk_mask, .lk_take,
    .rf_s_valid, .rf_s_par, .rf_s_half, .rf_s_grant, .rf_s_lock, .rf_g_valid, .rf_g_par, .rf_g_half, .rf_g_grant,
    .rf_row(lw_row), .rf_be(lw_be), .rf_data(lw_data), .starve(lw_starve),
    .done_valid(done_valid), .done0, .done1, .done2, .done3, .ld_sent(done.ld_sent),
    .tr_ls_valid, .tr_ls_warp, .tr_ls_pc, .tr_ls_half, .tr_ls_mask, .tr_ls_addr,
    .tr_lw_valid, .tr_lw_warp, .tr_lw_pc, .tr_lw_half, .tr_lw_mask, .tr_lw_data, .tr_lw_reg, .tr_lw_r16);

  assign       done.ls_valid = done_valid;
  logic [19:0] done_wid;
  logic [11:0] done_blk;
  logic [15:0] done_dst_kind;
  logic [31:0] done_dst;
  always_comb begin
    {done_wid, done_blk, done_dst_kind, done_dst} = 'x;
    if (done_valid != '0) begin
      done_wid      = {done3.wid, done2.wid, done1.wid, done0.wid};
      done_blk      = {done3.blk, done2.blk, done1.blk, done0.blk};
      done_dst_kind = {done3.dst_kind, done2.dst_kind, done1.dst_kind, done0.dst_kind};
      done_dst      = {done3.dst, done2.dst, done1.dst, done0.dst};
    end
  end
  assign done.ls_wid      = done_wid;
  assign done.ls_blk      = done_blk;
  assign done.ls_dst_kind = done_dst_kind;
  assign done.ls_dst      = done_dst;

  // --- trace -------------------------------------------------------------------------------------
  always_comb begin
    events = '0;
    if (TRACE != 0) begin
      if (tr_sp_valid) begin
        events.sp.valid   = 1'b1;
        events.sp.warp    = sp_done.wid;
        events.sp.pc      = sp_done.pc;
        events.sp.quarter = tr_sp_q;
        events.sp.lanes   = tr_sp_mask;
        events.sp.writes  = tr_sp_n;
        events.sp.result  = tr_sp_data;
        events.sp.cc      = res_cc;
      end
      if (tr_xw_valid) begin
        events.x.valid    = 1'b1;
        events.x.warp     = tr_xw_warp;
        events.x.pc       = tr_xw_pc;
        events.x.quarter  = tr_xw_q;
        events.x.lanes    = tr_xw_mask;
        events.x.writes   = {1'b0, tr_xw_writes};
        events.x.regno    = tr_xw_regno;
        events.x.result   = tr_xw_data;
        events.x.cc       = tr_xw_cc;
      end
      if (tr_ls_valid) begin
        events.ls.valid   = 1'b1;
        events.ls.warp    = tr_ls_warp;
        events.ls.pc      = tr_ls_pc;
        events.ls.half    = tr_ls_half;
        events.ls.lanes   = tr_ls_mask;
        events.ls.address = tr_ls_addr;
      end
      if (tr_lw_valid) begin
        events.lw.valid   = 1'b1;
        events.lw.warp    = tr_lw_warp;
        events.lw.pc      = tr_lw_pc;
        events.lw.half    = tr_lw_half;
        events.lw.lanes   = tr_lw_mask;
        events.lw.regno   = tr_lw_reg;
        events.lw.data    = tr_lw_data;
      end
    end
  end

  if (SIGN != 0) begin : g_sign
    sign_results #(.LANES(LANES)) u_sign (
      .clk, .clk_p, .phase(sp_phase),
      .sp_lanes(tr_sp_mask & {8{tr_sp_valid && (tr_sp_n[0] || tr_sp_n[2])}}), .sp_q(tr_sp_q), .sp_words(tr_sp_data),
      .sp_part,
      .x_lanes(tr_xw_mask & {8{tr_xw_valid && tr_xw_writes[0]}}), .x_words(xw_part),
      .lw_lanes(tr_lw_mask & {16{tr_lw_valid}}), .lw_half(tr_lw_r16), .lw_words(lw_part), .sum(signed_words));
  end else begin : g_sign
    assign signed_words = '0;
    wire unused_parts = &{1'b0, xw_part, lw_part, tr_lw_r16};
  end

  // --- starvation of the block launch ------------------------------------------------------------
  logic [3:0] la_wait_q;
  wire        la_starved = la_wait_q >= 4'(gpu_cfg::STARVE_CYCLES);
  always_ff @(posedge clk)
    if (rst || la_ready.rf_done || (la.rf_valid == '0)) la_wait_q <= '0;
    else if (!la_starved)                       la_wait_q <= la_wait_q + 4'd1;
  assign starve = lw_starve | xw_starve | (la_waiting & {2{la_starved}});

  wire unused = &{1'b0, cfg, sp_done, done0, done1, done2, done3, sf_done, dp_done};

endmodule
`default_nettype wire
