// SPDX-License-Identifier: Apache-2.0
// lsu: the load/store queue, and the shared-memory and global-memory paths behind it.
//
// From sm_issue    entries in order (is_*); an SP instruction with an s[] operand is one too
// From sm_collect  register words, executing lanes, addresses: lsu_operands keeps them by entry, and finds faults
// To   smem, coalescer   the head of the queue; it is in the hands of the one its space belongs to, until it leaves
// To   load_wb     loaded data, and on to sm_rf
// To   memory port (mem_*)   sectors of the coalescer; quads of texture coordinates, for the texture unit of the TPC
//
// One instruction in four cycles comes in at most, three wait, and the head leaves when its last pass is picked or its
// last sector is sent. A half may be worked on once its lanes are collected: t+5+2h, stores of more than two words
// t+9+2h.
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`include "sm_types.svh"
`include "isa_ops.svh"
`default_nettype none

module lsu #(
  parameter int TEX = 1,
  parameter int TRACE = 1,
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_g,         // of l[], g[] and textures: clk, or that without edges before which g_awake is 0
  output wire           g_awake,
  input  wire           clk_p,         // of the data (rtl/fold)
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,
  input  wire  [7:0]    cfg_nregs,
  input  wire  [31:0]   cfg_local_base,
  input  wire  [15:0]   cfg_local_words,
  input  wire  [14:0]   cfg_smem_bytes,
  input  wire  [31:0]   cfg_g_base,
  input  wire  [31:0]   cfg_g_limit,

  input  wire           la_smem_valid,
  input  wire  [7:0]    la_smem_row,
  input  wire  [64*LANES-1:0] la_smem_data,
  output wire           la_smem_ready,
  input  wire           la_lock_valid,
  input  wire  [8:0]    la_lock_addr,
  output wire           la_lock_ready,

  input  wire           is_valid,
  input  lsm_t          is_lsm,
  input  wire           is_wide,
  input  texop_t        is_tex,
  output wire           q_lsu_ok,
  // {local_store, local_load, gst_128b, _64b, _32b, gld_128b, _64b, _32b, warp_serialize}
  output wire  [8:0]    pm_mem,

  // from sm_collect (lsu_operands)
  input  lsop_t         ls_op,
  input  wire  [64*LANES-1:0] r1,     // LANES of a quarter at a time (rtl/fold)
  input  wire  [64*LANES-1:0] r2,
  input  wire  [64*LANES-1:0] r3,
  input  wire  [15:0]   h_exec,
  input  wire  [32*LANES-1:0] h_aeff,
  output fault_t        fault,         // found at collection: the lowest faulting lane and its address

  output wire           sm_last,
  output wire  [2:0]    sm_entry,
  output wire           sm_half,
  output wire           so_valid,
  output wire  [2:0]    so_entry,
  output wire  [1:0]    so_q,
  output wire  [7:0]    so_mask,
  output wire  [32*LANES-1:0] so_data,

  output wire           mem_req_valid,
  input  wire           mem_req_ready,
  output mem_req_t      mem_req,
  input  wire           mem_rsp_valid,
  output wire           mem_rsp_ready,
  input  mem_rsp_t      mem_rsp,

  output wire           rf_s_valid,
  output wire           rf_s_par,
  output wire           rf_s_half,
  input  wire           rf_s_grant,
  output wire           rf_s_lock,
  output wire           rf_g_valid,
  output wire           rf_g_par,
  output wire           rf_g_half,
  input  wire           rf_g_grant,
  output wire  [7:0]    rf_row,
  output wire  [31:0]   rf_be,
  output wire  [511:0]  rf_data,
  output wire  [1:0]    starve,
  output wire           lk_valid,
  output wire           lk_half,
  output wire  [4:0]    lk_wid,
  output wire  [1:0]    lk_idx,
  output wire  [15:0]   lk_mask,
  output wire  [15:0]   lk_take,

  // 0 ld s[], 1 ld l[]/g[], 2 st s[], 3 st l[]/g[] and lane-less
  output wire  [3:0]    done_valid,
  output ldm_t          done0,
  output ldm_t          done1,
  output ldm_t          done2,
  output ldm_t          done3,
  output wire           ld_sent,       // last sector of a load with a register destination

  output wire           tr_ls_valid,
  output wire  [4:0]    tr_ls_warp,
  output wire  [23:0]   tr_ls_pc,
  output wire           tr_ls_half,
  output wire  [15:0]   tr_ls_mask,
  output logic [511:0]  tr_ls_addr,
  output wire           tr_lw_valid,
  output wire  [4:0]    tr_lw_warp,
  output wire  [23:0]   tr_lw_pc,
  output wire           tr_lw_half,
  output wire  [15:0]   tr_lw_mask,
  output wire  [511:0]  tr_lw_data,
  output wire  [7:0]    tr_lw_reg,
  output wire           tr_lw_r16
);

  // --- queue -------------------------------------------------------------------------------------
  logic [1:0] head_q, tail_q;
  logic [2:0] count_q;
  logic [3:0] rdy0_q, rdy1_q;
  wire        sm_leave, co_leave, tx_leave;
  wire        leave = sm_leave || co_leave || tx_leave;

  // the entry issued at t is at position k in t+1+k (LSU-1, LSU-2)
  logic [9:0]  al_valid_q, al_wide_q;
  logic [19:0] al_entry_q;

  assign q_lsu_ok = (count_q <= 3'd2);

  // LSU-3
  always_ff @(posedge clk)
    if (rst) begin
      head_q     <= '0;
      tail_q     <= '0;
      count_q    <= '0;
      rdy0_q     <= '0;
      rdy1_q     <= '0;
      al_valid_q <= '0;
      al_wide_q  <= '0;
      al_entry_q <= '0;
    end else begin
      if (leave) head_q <= head_q + 2'd1;
      if (is_valid != leave) count_q <= is_valid ? count_q + 3'd1 : count_q - 3'd1;
      al_valid_q <= {al_valid_q[8:0], is_valid};
      al_wide_q  <= {al_wide_q[8:0], is_wide};
      al_entry_q <= {al_entry_q[17:0], tail_q};
      if (al_valid_q[3] && !al_wide_q[3]) rdy0_q[al_entry_q[7:6]]   <= 1'b1;
      if (al_valid_q[5] && !al_wide_q[5]) rdy1_q[al_entry_q[11:10]] <= 1'b1;
      if (al_valid_q[7] && al_wide_q[7])  rdy0_q[al_entry_q[15:14]] <= 1'b1;
      if (al_valid_q[9] && al_wide_q[9])  rdy1_q[al_entry_q[19:18]] <= 1'b1;
      if (is_valid) begin
        tail_q         <= tail_q + 2'd1;
        rdy0_q[tail_q] <= 1'b0;
        rdy1_q[tail_q] <= 1'b0;
      end
    end

  lsm_t hd_lsm;
  lutram_1r1w #(.WIDTH(`LSM_W), .DEPTH(4), .EN_BITS(`LSM_W)) u_lsm (
    .clk, .rd_addr(head_q), .rd_data(hd_lsm),
    .wr_en(is_valid), .wr_addr(tail_q), .wr_be(1'b1), .wr_data(is_lsm));

  // Where the warp's local memory starts, multiplied out in t+1.
  logic [4:0]  wid_q;
  wire  [31:0] hd_lbase;
  wire  [20:0] lrow = wid_q * cfg_local_words;
  always_ff @(posedge clk)
    if (is_valid) wid_q <= is_lsm.ld.wid;
  lutram_1r1w #(.WIDTH(32), .DEPTH(4), .EN_BITS(32)) u_lbase (
    .clk, .rd_addr(head_q), .rd_data(hd_lbase),
    .wr_en(al_valid_q[0]), .wr_addr(al_entry_q[1:0]), .wr_be(1'b1),
    .wr_data(cfg_local_base + {4'b0, lrow, 7'b0}));

  wire       hd_valid = (count_q != '0);
  wire [1:0] hd_rdy   = {rdy1_q[head_q], rdy0_q[head_q]};

  // --- the half in work --------------------------------------------------------------------------
  wire         pick_half, co_hd_half, co_sending, tx_half, tx_hold;
  wire  [511:0] ls_addr, ls_y, ls_z;
  wire  [64*LANES-1:0] ls_w0, ls_w1, ls_w2, ls_w3;
  wire  [7*LANES-1:0]  st_at;
  wire  [32*LANES-1:0] st_words;
  wire  [31:0] ls_mask;
  wire         ls_half = (hd_lsm.space == `SPACE_S) ? pick_half : (hd_lsm.space == `SPACE_T) ? tx_half : co_hd_half;

  lsu_operands #(.TEX(TEX), .LANES(LANES)) u_operands (
    .clk, .clk_p, .phase, .rst, .cfg_smem_bytes, .cfg_local_words, .cfg_g_base, .cfg_g_limit,
    .in_valid(al_valid_q[0]), .in_entry(al_entry_q[1:0]), .in_op(ls_op), .r1, .r2, .r3, .h_exec, .h_a(h_aeff),
    .ls_entry(head_q), .ls_half, .ls_hold(co_sending || tx_hold), .ls_addr, .ls_mask, .ls_w0, .ls_w1, .ls_w2, .ls_w3,
    .ls_y, .ls_z, .st_at, .st_words,
    .fault_valid(fault.valid), .fault_code(fault.code), .fault_wid(fault.warp), .fault_pc(fault.pc),
    .fault_lane(fault.lane), .fault_addr(fault.addr));
  assign fault.derr = 4'd0;

  // --- shared memory -----------------------------------------------------------------------------
  wire          first_pick, sb_valid, sb_written;
  beat_t        sb_beat;
  wire  [15:0]  sb_mask, sb_take;
  wire  [511:0] sb_data;

  wire [2:0] smem_phase;               // its own count, since it is far away
  fold_phase #(.LANES(LANES)) u_smem_phase (.clk_p, .phase(smem_phase));
  smem #(.LANES(LANES)) u_smem (
    .clk, .clk_p, .phase(smem_phase), .rst, .init_active, .init_row,
    .la_valid(la_smem_valid), .la_row(la_smem_row), .la_data(la_smem_data), .la_ready(la_smem_ready),
    .lk_clear(la_lock_valid), .lk_clear_addr(la_lock_addr), .lk_clear_ready(la_lock_ready),
    .hd_valid, .hd_lsm, .hd_entry(head_q), .hd_rdy, .hd_addr(ls_addr), .hd_mask(ls_mask), .hd_w0(ls_y), .st_at,
    .st_words, .hd_leave(sm_leave),
    .first_pick, .pick_half, .pm_serialize(pm_mem[0]), .sm_last, .sm_entry, .sm_half,
    .so_valid, .so_entry, .so_q, .so_mask, .so_data,
    .sb_valid, .sb_beat, .sb_mask, .sb_data, .sb_take, .sb_written,
    .st_done(done_valid[2]), .st_ldm(done2));

  // --- local and global memory -------------------------------------------------------------------
  wire         co_first, co_half, pd_full, co_req_valid, co_pd_valid, co_pd_half, co_pd_last, co_done, co_req_we,
      co_req_atom;
  wire  [31:0] co_req_addr, co_req_wmask;
  wire  [255:0] co_req_wdata;
  wire  [3:0]  co_req_aop;
  wire  [2:0]  co_req_mtype;
  wire  [5:0]  pd_id;
  wire  [15:0] co_pd_hit;
  wire  [79:0] co_pd_off;
  wire  [1:0]  co_pd_words, pd_word;
  ldm_t        co_pd_ldm, co_done_ldm;

  wire         co_holds, tx_holds, pd_holds;
  assign g_awake = rst || init_active || (hd_valid && hd_lsm.space != `SPACE_S) || mem_rsp_valid ||
                   co_holds || tx_holds || pd_holds;

  coalescer #(.LANES(LANES)) u_coalescer (
    .clk(clk_g), .clk_p, .phase, .rst, .holds(co_holds), .hd_valid, .hd_lsm, .hd_lbase, .hd_rdy,
    .hd_half(co_hd_half), .hd_addr(ls_addr), .hd_mask(ls_mask),
    .hd_w0(ls_w0), .hd_w1(ls_w1), .hd_w2(ls_w2), .hd_w3(ls_w3), .hd_leave(co_leave), .sending(co_sending),
    .first_select(co_first), .select_half(co_half), .pm_event(pm_mem[8:1]),
    .req_valid(co_req_valid), .req_ready(mem_req_ready), .req_we(co_req_we), .req_addr(co_req_addr),
    .req_wdata(co_req_wdata), .req_wmask(co_req_wmask),
    .req_atom(co_req_atom), .req_aop(co_req_aop), .req_mtype(co_req_mtype),
    .pd_full, .pd_valid(co_pd_valid), .pd_hit(co_pd_hit), .pd_off(co_pd_off), .pd_half(co_pd_half),
    .pd_last(co_pd_last), .pd_words(co_pd_words), .pd_word, .pd_ldm(co_pd_ldm), .done(co_done), .done_ldm(co_done_ldm));

  // --- texture: the memory port and the pending table belong to whom the head of the queue belongs to ---
  wire         tx_first, tx_none, tx_req_valid, tx_pd_valid, tx_pd_last, tx_pd_pair, tx_done;
  wire  [3:0]  tx_req_lanes;
  texop_t      tx_req_op;
  wire  [255:0] tx_req_data;
  wire  [15:0] tx_pd_hit;
  ldm_t        tx_done_ldm;
  if (TEX != 0) begin : g_tex
    tex_send u_tex (
      .clk, .clk_g, .rst, .holds(tx_holds), .is_valid, .is_entry(tail_q), .is_tex,
      .hd_valid, .hd_lsm, .hd_entry(head_q), .hd_rdy, .hd_half(tx_half), .hd_x(ls_addr), .hd_y(ls_y),
      .hd_z(ls_z), .hold(tx_hold), .hd_mask(ls_mask), .hd_leave(tx_leave), .first(tx_first), .none(tx_none),
      .req_valid(tx_req_valid), .req_ready(mem_req_ready), .req_op(tx_req_op), .req_lanes(tx_req_lanes),
      .req_data(tx_req_data), .pd_full, .pd_valid(tx_pd_valid), .pd_pair(tx_pd_pair),
      .pd_hit(tx_pd_hit), .pd_last(tx_pd_last),
      .done(tx_done), .done_ldm(tx_done_ldm));
  end else begin : g_no_tex
    assign {tx_holds, tx_leave, tx_first, tx_none, tx_half, tx_hold, tx_req_valid, tx_pd_valid, tx_pd_pair, tx_pd_last,
            tx_done, tx_req_lanes} = '0;
    assign tx_req_op   = '0;
    assign tx_req_data = '0;
    assign tx_pd_hit   = '0;
    assign tx_done_ldm = '0;
    wire unused_tex = &{1'b0, is_tex, ls_z};
  end
  assign mem_req_valid = co_req_valid || tx_req_valid;
  always_comb begin
    mem_req = 'x;
    // MEM-4, MEM-8
    if (tx_req_valid) begin
      mem_req.kind  = `MEM_QUAD;
      mem_req.id    = pd_id;
      mem_req.space = `SPACE_T;
      mem_req.aop   = 4'd0;
      mem_req.mtype = 3'd0;
      mem_req.addr  = {5'd0, tx_req_op};
      mem_req.mask  = {28'd0, tx_req_lanes};
      mem_req.data  = tx_req_data;
    end else if (co_req_valid) begin
      mem_req.kind  = {1'b0, co_req_atom, co_req_we};
      mem_req.id    = pd_id;
      mem_req.space = hd_lsm.space;
      mem_req.aop   = co_req_aop;
      mem_req.mtype = co_req_mtype;
      mem_req.addr  = co_req_addr;
      mem_req.mask  = co_req_wmask;
      mem_req.data  = co_req_wdata;
    end
  end
  wire         pd_valid = co_pd_valid || tx_pd_valid;
  wire         pd_last  = tx_pd_valid ? tx_pd_last : co_pd_last;
  sector_t     pd_sector;
  always_comb begin
    pd_sector = 'x;
    // MEM-23: lane i of a quad finds its component in word i of the answer, of a pair in word 1 or 3
    if (tx_pd_valid) begin
      pd_sector.hit   = tx_pd_hit;
      pd_sector.off   = {4{tx_pd_pair ? {5'd12, 5'd4, 5'd12, 5'd4} : {5'd12, 5'd8, 5'd4, 5'd0}}};
      pd_sector.half  = tx_half;
      pd_sector.words = 2'd0;
      pd_sector.word  = 2'd0;
      pd_sector.ld    = hd_lsm.ld;
    end else if (co_pd_valid) begin
      pd_sector.hit   = co_pd_hit;
      pd_sector.off   = co_pd_off;
      pd_sector.half  = co_pd_half;
      pd_sector.words = co_pd_words;
      pd_sector.word  = pd_word;
      pd_sector.ld    = co_pd_ldm;
    end
  end
  // LSU-4
  assign       done_valid[3] = co_done || tx_done;
  assign       done3    = tx_done ? tx_done_ldm : co_done_ldm;

  // kinds that are registers: one, two and four, one to four of a texture fetch
  logic        ld_reg;
  always_comb
    case (pd_sector.ld.dst_kind)
      `KIND_R16, `KIND_R32, `KIND_R64, `KIND_R128, `KIND_T2, `KIND_T3, `KIND_T4: ld_reg = 1'b1;
      default: ld_reg = 1'b0;
    endcase
  assign ld_sent = pd_valid && pd_last && ld_reg;

  load_wb #(.TRACE(TRACE), .LANES(LANES)) u_load_wb (
    .clk, .clk_g, .pd_holds, .clk_p, .phase, .rst, .init_active, .init_row, .cfg_nregs,
    .sb_valid, .sb_beat, .sb_mask, .sb_data, .sb_take, .sb_written,
    .pd_full, .pd_id, .pd_valid, .pd_last, .pd_sector,
    .rsp_valid(mem_rsp_valid), .rsp_ready(mem_rsp_ready), .rsp(mem_rsp),
    .rf_s_valid, .rf_s_par, .rf_s_half, .rf_s_grant, .rf_s_lock, .rf_g_valid, .rf_g_par, .rf_g_half, .rf_g_grant,
    .rf_row, .rf_be, .rf_data, .starve, .lk_valid, .lk_half, .lk_wid, .lk_idx, .lk_mask, .lk_take,
    .s_done(done_valid[0]), .s_done_ldm(done0), .g_done(done_valid[1]), .g_done_ldm(done1),
    .tr_valid(tr_lw_valid), .tr_warp(tr_lw_warp), .tr_pc(tr_lw_pc), .tr_half(tr_lw_half),
    .tr_mask(tr_lw_mask), .tr_data(tr_lw_data), .tr_reg(tr_lw_reg), .tr_r16(tr_lw_r16));

  // --- trace: addresses as used ------------------------------------------------------------------
  // LSU-7, TEX-7
  assign tr_ls_valid = first_pick || co_first || tx_first || tx_none;
  assign tr_ls_warp  = hd_lsm.ld.wid;
  assign tr_ls_pc    = hd_lsm.ld.pc;
  assign tr_ls_half  = first_pick ? pick_half : (tx_first || tx_none) ? tx_half : co_half;
  // a fetch of no components leaves as if it had no lanes
  assign tr_ls_mask  = tx_none ? '0 : tr_ls_half ? ls_mask[31:16] : ls_mask[15:0];
  always_comb begin
    tr_ls_addr = ls_addr;
    if (TRACE != 0 && tr_ls_valid && hd_lsm.space == `SPACE_L)
      for (int i = 0; i < 16; i++)
        tr_ls_addr[32*i +: 32] = hd_lbase + {11'b0, ls_addr[32*i + 2 +: 14], tr_ls_half, 4'(i), ls_addr[32*i +: 2]};
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("an entry is free when an instruction issues", rst || !is_valid || q_lsu_ok)
  `ASSERT("at most three entries are queued", rst || count_q <= 3'd3)
  `ASSERT("as many entries lie between head and tail as are counted", rst || tail_q - head_q == count_q[1:0])
  `ASSERT("the head leaves once, and is there",
    rst || !leave || (hd_valid && !(sm_leave && (co_leave || tx_leave)) && !(co_leave && tx_leave)))
  `ASSERT("coalescer and texture fetches do not send together",
    rst || !(co_req_valid && tx_req_valid) && !(co_pd_valid && tx_pd_valid) && !(co_done && tx_done))

endmodule
`default_nettype wire
