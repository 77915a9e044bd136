// SPDX-License-Identifier: Apache-2.0
// sm_scoreboard: which heads wait for a register, $c or $a that is still being written.
//
// From sm_decode   id_*: the sources and destinations of a new head are looked up
// From sm_issue    set_*: the body that leaves, and to which unit
// From datapath    *_done*: a body of a unit has completed; ld_sent: the oldest load of the queue has sent its last
//                  sector
// To   sm_head     pend_wmask, pend_pa_wmask
//
// Few bodies are under way in a unit at a time, and they complete in order: sm_inflight keeps them and compares a new
// head with them. Only loads from l[] and g[] can be many; once they have left the queue they are bits in a memory
// (sm_sb_loads). Registers are handled as groups of four: group number and four-bit mask. A 64- or 128-bit operand
// never leaves its group; what a texture fetch writes may go on in the next one.
// In one cycle: clear, then the lookup of a decode, then the set of an issue: a completion in c lets its head issue in
// c+1. Registers from cfg_nregs on are never pending.
`include "assert.svh"
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module sm_scoreboard #(
  parameter int TEX = 1,
  parameter int LANES = 8
) (
  input  wire         clk,
  input  wire         clk_x,           // of what SFU and DPU hold: clk, or that without edges while they do nothing
  input  wire         clk_p,             // of loads under way (rtl/fold)
  input  wire  [2:0]  phase,
  input  wire         rst,
  input  wire         init_active,
  input  wire  [8:0]  init_row,
  input  wire  [7:0]  cfg_nregs,

  input  wire         id_valid,
  input  wire  [4:0]  id_wid,
  input  ctl_t        id_ctl,
  input  wire         id_bad,            // has no flags

  input  wire         set_sp,            // at most one of these four
  input  wire         set_lsu,
  input  wire         set_sfu,
  input  wire         set_dpu,
  input  wire  [4:0]  set_wid,
  input  ctl_t        set_ctl,

  input  wire         sp_done_valid,
  input  wire         ld_sent,           // a load with a register destination
  input  wire  [3:0]  ls_done_valid,     // ld s[]; ld l[]/g[]; stores; stores and accesses without lanes
  input  wire  [19:0] ls_done_wid,
  input  wire  [15:0] ls_done_dst_kind,
  input  wire  [31:0] ls_done_dst,
  input  wire  [1:0]  x_done_valid,      // SFU, DPU

  output logic [31:0] pend_wmask,
  output logic [31:0] pend_pa_wmask
);

  // SCORE-6: none at or above nregs
  // {group, bits} of a register operand; bits 0 when there is nothing to wait for
  function automatic logic [8:0] regs(input logic [3:0] kind, input logic [7:0] idx, input logic [7:0] nregs);
    logic [7:0] r;                       // 128: a coordinate of a texture fetch behind the last register
    logic [3:0] m;
    r = kind == `KIND_R16 ? {1'b0, idx[7:1]} : idx;
    case (kind)
      `KIND_R16, `KIND_R32: m = 4'b0001 << r[1:0];
      `KIND_R64:            m = r[1] ? 4'b1100 : 4'b0011;
      `KIND_R128:           m = 4'b1111;
      `KIND_T2:             m = 4'b0011 << r[1:0];
      `KIND_T3:             m = 4'b0111 << r[1:0];
      `KIND_T4:             m = 4'b1111 << r[1:0];
      default:              m = 4'b0000;
    endcase
    if (r >= nregs) m = 4'b0000;
    regs = {r[6:2], m};
  endfunction

  // The results of a texture fetch, and its coordinates behind the first, may go on in the next group: those there.
  function automatic logic [8:0] spill(input logic [3:0] kind, input logic [6:0] idx, input logic [7:0] nregs);
    logic [3:0] m;
    logic [4:0] g;
    g = idx[6:2] + 5'd1;
    case (kind)
      `KIND_T2: m = {3'd0, idx[1:0] == 2'd3};
      `KIND_T3: m = {2'd0, idx[1:0] == 2'd3, idx[1]};
      `KIND_T4: m = {1'b0, idx[1:0] == 2'd3, idx[1], idx[1] || idx[0]};
      default:  m = 4'd0;
    endcase
    if (TEX == 0 || idx[6:2] == 5'd31 || {1'b0, g, 2'd0} >= nregs) m = 4'd0;
    spill = {g, m};
  endfunction

  // bit a-1 for $a1..$a4
  function automatic logic [3:0] abit(input logic valid, input logic [2:0] a);
    abit = valid && a != 3'd0 && a < 3'd5 ? 4'b0001 << (a - 3'd1) : 4'b0000;
  endfunction

  function automatic logic reg_kind(input logic [3:0] kind);
    case (kind)
      `KIND_R16, `KIND_R32, `KIND_R64, `KIND_R128, `KIND_T2, `KIND_T3, `KIND_T4: reg_kind = 1'b1;
      default: reg_kind = 1'b0;
    endcase
  endfunction


  // --- what the issuing body writes ----------------------------------------------------------------
  logic ls_far, ls_near;                 // loads from l[] and g[]; from s[]
  always_comb begin
    ls_far  = 1'b0;
    ls_near = 1'b0;
    case (set_ctl.op)
      `OP_LD_L, `OP_LD_G, `OP_ATOM, `OP_TEXFETCH, `OP_TEXAUTO: ls_far = set_lsu && reg_kind(set_ctl.dst_kind);
      `OP_ST_S, `OP_ST_L, `OP_ST_G, `OP_RED, `OP_ST_UNLOCK: ;
      default: ls_near = set_lsu;
    endcase
  end
  logic [8:0] set_r, set_t;
  logic [3:0] set_c, set_a;
  always_comb begin
    set_r = 'x;
    set_t = 'x;
    set_c = 'x;
    set_a = 'x;
    if (set_sp || set_lsu || set_sfu || set_dpu) begin
      set_r = regs(set_ctl.dst_kind, set_ctl.dst, cfg_nregs);
      set_t = spill(set_ctl.dst_kind, set_ctl.dst[6:0], cfg_nregs);
      set_c = set_ctl.cdst_en ? 4'b0001 << set_ctl.cdst : 4'd0;
      // SCORE-5: an autoincrement sets none
      set_a = abit(set_ctl.dst_kind == `KIND_AREG, set_ctl.dst[2:0]);
    end
  end

  // --- what the new head reads and writes ----------------------------------------------------------
  // SCORE-2, SCORE-4
  logic [35:0] id_r;                     // {group, bits} of destination, c, b, a
  logic [3:0]  id_cs, id_c, id_as, id_a;
  logic [8:0]  id_next;                  // of a fetch: what lies in the group behind its first register
  always_comb begin
    id_r    = 36'd0;
    id_next = 'x;
    id_cs = 4'd0;
    id_c  = 4'd0;
    id_as = 4'd0;
    id_a  = 4'd0;
    if (id_valid) begin
      id_next = spill(id_ctl.dst_kind, id_ctl.dst[6:0], cfg_nregs) |
                {5'd0, 4'(spill(id_ctl.b.kind, id_ctl.b.idx[6:0], cfg_nregs))};
      id_r  = {regs(id_ctl.dst_kind, id_ctl.dst, cfg_nregs),
               id_ctl.unit == `UNIT_TEX ? id_next : regs(id_ctl.c.kind, id_ctl.c.idx, cfg_nregs),
               regs(id_ctl.b.kind, id_ctl.b.idx, cfg_nregs), regs(id_ctl.a.kind, id_ctl.a.idx, cfg_nregs)};
      // of a bad one no bits; its groups do not matter, and are looked up before that is known
      if (id_bad) id_r = id_r & ~{4{9'h00f}};
    end
    if (id_valid && !id_bad) begin
      id_cs = id_ctl.cond != 5'd15 || id_ctl.uses_carry || id_ctl.a.kind == `KIND_CREG
              ? 4'b0001 << id_ctl.cread : 4'd0;
      id_c  = id_cs | (id_ctl.cdst_en ? 4'b0001 << id_ctl.cdst : 4'd0);
      id_as = abit(1'b1, id_ctl.areg)
              | abit(id_ctl.a.kind == `KIND_AREG, id_ctl.a.idx[2:0])
              | abit(id_ctl.b.kind == `KIND_AREG, id_ctl.b.idx[2:0]);
      id_a  = id_as | abit(id_ctl.dst_kind == `KIND_AREG, id_ctl.dst[2:0]);
    end
  end

  // --- bodies under way, by unit -------------------------------------------------------------------
  // Depths: SP, 3 queued and 4 in the 16 cycles from there to completion. Shared memory: 3 queued, 2 with their last of
  // four passes not written, 1 done. Load queue: 3, and one without lanes that has left.
  logic [31:0] sp_wait, sm_wait, sf_wait, dp_wait, queued_wait, spill_wait;
  logic [31:0] sp_pa, sm_pa, sf_pa, dp_pa, queued_pa, spill_pa;
  wire  [14:0] sp_old, smem_old, sfu_old, dpu_old;
  wire         queued_pop = ld_sent || (ls_done_valid[3] && reg_kind(ls_done_dst_kind[15:12]));
  wire         queued_wait_old, spill_wait_old;
  wire  [4:0]  queued_wid, spill_wid;
  wire  [8:0]  queued_r, spill_r;

  sm_inflight #(.DEPTH(7), .ADDR(1)) u_sp (
    .clk, .rst, .push(set_sp), .push_wid(set_wid), .push_r(set_r), .push_c(set_c), .push_a(set_a), .pop(sp_done_valid),
    .id_valid, .id_wid, .id_r, .id_cs, .id_c, .id_as, .id_a, .wait_wmask(sp_wait), .wait_pa_wmask(sp_pa),
    .oldest(sp_old));
  sm_inflight #(.DEPTH(6)) u_smem (
    .clk, .rst, .push(ls_near), .push_wid(set_wid), .push_r(set_r), .push_c(set_c), .push_a(4'd0),
    .pop(ls_done_valid[0]),
    .id_valid, .id_wid, .id_r, .id_cs, .id_c, .id_as, .id_a, .wait_wmask(sm_wait), .wait_pa_wmask(sm_pa),
    .oldest(smem_old));
  sm_inflight #(.DEPTH(4)) u_sfu (
    .clk(clk_x), .rst, .push(set_sfu), .push_wid(set_wid), .push_r(set_r), .push_c(set_c), .push_a(4'd0),
    .pop(x_done_valid[0]),
    .id_valid, .id_wid, .id_r, .id_cs, .id_c, .id_as, .id_a, .wait_wmask(sf_wait), .wait_pa_wmask(sf_pa),
    .oldest(sfu_old));
  sm_inflight #(.DEPTH(2)) u_dpu (
    .clk(clk_x), .rst, .push(set_dpu), .push_wid(set_wid), .push_r(set_r), .push_c(set_c), .push_a(4'd0),
    .pop(x_done_valid[1]),
    .id_valid, .id_wid, .id_r, .id_cs, .id_c, .id_as, .id_a, .wait_wmask(dp_wait), .wait_pa_wmask(dp_pa),
    .oldest(dpu_old));
  sm_inflight #(.DEPTH(4), .COND(0)) u_queued (
    .clk, .rst, .push(ls_far), .push_wid(set_wid), .push_r(set_r), .push_c(4'd0), .push_a(4'd0), .pop(queued_pop),
    .id_valid, .id_wid, .id_r, .id_cs, .id_c, .id_as, .id_a, .wait_wmask(queued_wait), .wait_pa_wmask(queued_pa),
    .oldest({queued_wait_old, queued_wid, queued_r}));
  // the same bodies again: second groups of texture fetches
  sm_inflight #(.DEPTH(4), .COND(0)) u_spill (
    .clk, .rst, .push(ls_far), .push_wid(set_wid), .push_r(set_t), .push_c(4'd0), .push_a(4'd0), .pop(queued_pop),
    .id_valid, .id_wid, .id_r, .id_cs, .id_c, .id_as, .id_a, .wait_wmask(spill_wait), .wait_pa_wmask(spill_pa),
    .oldest({spill_wait_old, spill_wid, spill_r}));

  // --- loads whose sectors have left ---------------------------------------------------------------
  wire  [4:0]  g_wid = ls_done_wid[9:5];
  logic        id_hit, re_hit;
  logic [8:0]  clr_r, clr_t;
  always_comb begin
    clr_r = 'x;
    clr_t = 'x;
    if (ls_done_valid[1]) begin
      clr_r = regs(ls_done_dst_kind[7:4], ls_done_dst[15:8], cfg_nregs);
      clr_t = spill(ls_done_dst_kind[7:4], ls_done_dst[14:8], cfg_nregs);
    end
  end
  sm_sb_loads #(.LANES(LANES)) u_loads (
    .clk, .clk_p, .phase, .init_active, .init_row, .set_valid(ld_sent), .set_wid(queued_wid), .set_r(queued_r),
    .set_t(spill_r), .clr_valid(ls_done_valid[1]), .clr_wid(g_wid), .clr_r, .clr_t,
    .id_valid, .id_wid, .id_r, .id_hit, .re_hit);

  // SCORE-3: clear, lookup, set
  logic [31:0] ld_wait_q;
  always_ff @(posedge clk)
    if (rst) ld_wait_q <= 32'd0;
    else begin
      if (ls_done_valid[1] && !re_hit) ld_wait_q[g_wid] <= 1'b0;
      if (id_valid)                    ld_wait_q[id_wid] <= id_hit;
      if (ld_sent && (queued_wait_old || spill_wait_old))      ld_wait_q[queued_wid] <= 1'b1;
    end

  // SCORE-1
  assign pend_wmask    = sp_wait | sm_wait | sf_wait | dp_wait | queued_wait | spill_wait | ld_wait_q;
  assign pend_pa_wmask = sp_pa | sm_pa | sf_pa | dp_pa;

  wire unused = &{1'b0, sp_old, smem_old, sfu_old, dpu_old, queued_pa, spill_pa, spill_wid, set_ctl, id_ctl,
      ls_done_valid[2], ls_done_wid, ls_done_dst_kind, ls_done_dst};

  // --- cannot happen ------------------------------------------------------------------------------
  wire [3:0] sets = {set_sp, set_lsu, set_sfu, set_dpu};
  `ASSERT("a body goes to one unit", rst || (sets & (sets - 4'd1)) == 4'd0)
  `ASSERT("no two loads leave the queue in one cycle",
    rst || !(ld_sent && ls_done_valid[3] && reg_kind(ls_done_dst_kind[15:12])))

endmodule
`default_nettype wire
