// SPDX-License-Identifier: Apache-2.0
// sm_scoreboard: which registers, $c and $a of which warp are still being written, and which heads wait for them.
//
// From sm_decode   id_*: the sources and destinations of a new head are looked up
// From sm_issue    set_*: the destination of a body that leaves
// From datapath    *_done: destinations written
// To   sm_head     pend_wmask, pend_pa_wmask
//
// One bit per register. Registers are handled as groups of four (a 64- or 128-bit operand never leaves its group): group
// number and four-bit mask. Each head keeps for its four register operands (a, b, c, destination) the group and the bits
// still pending, and a completion clears the bits in the table and in the head of its warp. In one cycle: clear, then the
// lookup of a decode, then the set of an issue. Registers from cfg_nregs on are never pending.
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module sm_scoreboard #(
  parameter int TEX = 1
) (
  input  wire         clk,
  input  wire         rst,
  input  wire  [7:0]  cfg_nregs,

  input  wire         id_valid,
  input  wire  [4:0]  id_wid,
  input  ctl_t        id_ctl,
  input  wire         id_bad,            // has no flags

  input  wire         set_valid,
  input  wire  [4:0]  set_wid,
  input  ctl_t        set_ctl,

  input  wire         sp_done_valid,
  input  wire  [4:0]  sp_done_wid,
  input  wire  [3:0]  sp_done_dst_kind,
  input  wire  [7:0]  sp_done_dst,
  input  wire         sp_done_cdst_en,
  input  wire  [1:0]  sp_done_cdst,
  input  wire  [3:0]  ls_done_valid,
  input  wire  [19:0] ls_done_wid,
  input  wire  [15:0] ls_done_dst_kind,
  input  wire  [31:0] ls_done_dst,
  input  wire         ls_done_cdst_en,   // of source 0
  input  wire  [1:0]  ls_done_cdst,
  input  wire  [1:0]  x_done_valid,      // SFU, DPU
  input  wire  [9:0]  x_done_wid,
  input  wire  [7:0]  x_done_dst_kind,
  input  wire  [15:0] x_done_dst,
  input  wire  [1:0]  x_done_cdst_en,
  input  wire  [3:0]  x_done_cdst,

  output logic [31:0] pend_wmask,
  output logic [31:0] pend_pa_wmask
);

  // {group, bits} of a register operand; bits 0 when there is nothing to wait for
  function automatic logic [8:0] regs(input logic [3:0] kind, input logic [7:0] idx, input logic [7:0] nregs);
    logic [6:0] r;
    logic [3:0] m;
    r = kind == `KIND_R16 ? idx[7:1] : idx[6:0];
    case (kind)
      `KIND_R16, `KIND_R32: m = 4'b0001 << r[1:0];
      `KIND_R64:            m = r[1] ? 4'b1100 : 4'b0011;
      `KIND_R128:           m = 4'b1111;
      `KIND_T2:             m = 4'b0011 << r[1:0];
      `KIND_T3:             m = 4'b0111 << r[1:0];
      `KIND_T4:             m = 4'b1111 << r[1:0];
      default:              m = 4'b0000;
    endcase
    if ({1'b0, r} >= nregs) m = 4'b0000;
    regs = {r[6:2], m};
  endfunction

  // The results of a texture fetch may go on in the next group: those there.
  function automatic logic [8:0] spill(input logic [3:0] kind, input logic [6:0] idx, input logic [7:0] nregs);
    logic [3:0] m;
    logic [4:0] g;
    g = idx[6:2] + 5'd1;
    case (kind)
      `KIND_T2: m = {3'd0, idx[1:0] == 2'd3};
      `KIND_T3: m = {2'd0, idx[1:0] == 2'd3, idx[1]};
      `KIND_T4: m = {1'b0, idx[1:0] == 2'd3, idx[1], idx[1] | idx[0]};
      default:  m = 4'd0;
    endcase
    if (TEX == 0 || idx[6:2] == 5'd31 || {1'b0, g, 2'd0} >= nregs) m = 4'd0;
    spill = {g, m};
  endfunction

  // bit a-1 for $a1..$a4
  function automatic logic [3:0] abit(input logic valid, input logic [2:0] a);
    abit = valid && a != 3'd0 && a < 3'd5 ? 4'b0001 << (a - 3'd1) : 4'b0000;
  endfunction

  // bits of a flags word that a completion {group, bits} clears. Flags: registers a, b, c, destination; $c source,
  // $c destination, $a source, $a destination; four bits each.
  function automatic logic [31:0] hits(input logic [19:0] groups, input logic [8:0] done, input logic [3:0] c, input logic [3:0] a);
    hits = {a, a, c, c,
            groups[19:15] == done[8:4] ? done[3:0] : 4'd0,
            groups[14:10] == done[8:4] ? done[3:0] : 4'd0,
            groups[9:5]   == done[8:4] ? done[3:0] : 4'd0,
            groups[4:0]   == done[8:4] ? done[3:0] : 4'd0};
  endfunction

  // --- completions -------------------------------------------------------------------------------
  // nine ports: the SP's with $a, four of the load/store unit, SFU, DPU, second groups of texture fetches
  localparam int P = 9;
  logic [P-1:0]   dv;
  logic [5*P-1:0] dw;
  logic [9*P-1:0] dr;
  logic [4*P-1:0] dc;
  wire [8:0] dt1 = spill(ls_done_dst_kind[7:4], ls_done_dst[14:8], cfg_nregs);
  wire [8:0] dt3 = spill(ls_done_dst_kind[15:12], ls_done_dst[30:24], cfg_nregs);
  assign dv = {ls_done_valid[3] && dt3[3:0] != 4'd0, ls_done_valid[1] && dt1[3:0] != 4'd0,
               x_done_valid, ls_done_valid, sp_done_valid};
  assign dw = {ls_done_wid[19:15], ls_done_wid[9:5], x_done_wid, ls_done_wid, sp_done_wid};
  wire [3:0] da = abit(sp_done_valid && sp_done_dst_kind == `KIND_AREG, sp_done_dst[2:0]);
  always_comb begin
    dr = '0;
    dc = '0;
    if (sp_done_valid) dr[8:0] = regs(sp_done_dst_kind, sp_done_dst, cfg_nregs);
    if (sp_done_valid && sp_done_cdst_en) dc[3:0] = 4'b0001 << sp_done_cdst;
    for (int i = 0; i < 4; i++)
      if (ls_done_valid[i]) dr[9*i + 9 +: 9] = regs(ls_done_dst_kind[4*i +: 4], ls_done_dst[8*i +: 8], cfg_nregs);
    if (ls_done_valid[0] && ls_done_cdst_en) dc[7:4] = 4'b0001 << ls_done_cdst;
    for (int i = 0; i < 2; i++)
      if (x_done_valid[i]) begin
        dr[9*i + 45 +: 9] = regs(x_done_dst_kind[4*i +: 4], x_done_dst[8*i +: 8], cfg_nregs);
        if (x_done_cdst_en[i]) dc[4*i + 20 +: 4] = 4'b0001 << x_done_cdst[2*i +: 2];
      end
    if (dv[7]) dr[71:63] = dt1;
    if (dv[8]) dr[80:72] = dt3;
  end

  // --- table -------------------------------------------------------------------------------------
  logic [127:0] sb_q  [0:31];
  logic [7:0]   sbx_q [0:31];            // {$a4..$a1, $c3..$c0}

  wire [8:0] set_r = regs(set_ctl.dst_kind, set_ctl.dst, cfg_nregs);
  wire [8:0] set_t = spill(set_ctl.dst_kind, set_ctl.dst[6:0], cfg_nregs);
  wire [3:0] set_c = set_ctl.cdst_en ? 4'b0001 << set_ctl.cdst : 4'd0;
  wire [3:0] set_a = abit(set_ctl.dst_kind == `KIND_AREG, set_ctl.dst[2:0]);

  always_ff @(posedge clk)
    if (rst) begin
      for (int w = 0; w < 32; w++) begin
        sb_q[w]  <= 128'd0;
        sbx_q[w] <= 8'd0;
      end
    end else begin
      for (int p = 0; p < P; p++)
        if (dv[p])
          for (int k = 0; k < 4; k++) begin
            if (dr[9*p + k]) sb_q[dw[5*p +: 5]][{dr[9*p + 4 +: 5], 2'(k)}] <= 1'b0;
            if (dc[4*p + k]) sbx_q[dw[5*p +: 5]][k] <= 1'b0;
          end
      for (int k = 0; k < 4; k++)
        if (da[k]) sbx_q[sp_done_wid][4 + k] <= 1'b0;
      if (set_valid) begin
        for (int k = 0; k < 4; k++) begin
          if (set_r[k]) sb_q[set_wid][{set_r[8:4], 2'(k)}] <= 1'b1;
          if (set_t[k]) sb_q[set_wid][{set_t[8:4], 2'(k)}] <= 1'b1;
          if (set_c[k]) sbx_q[set_wid][k] <= 1'b1;
          if (set_a[k]) sbx_q[set_wid][4 + k] <= 1'b1;
        end
      end
    end

  // --- lookup of a new head ----------------------------------------------------------------------
  logic [35:0]  id_r;                    // {group, bits} of d, c, b, a
  logic [31:0]  id_flags;
  logic [19:0]  id_groups;
  logic [127:0] id_row;
  logic [7:0]   id_rowx;
  logic [3:0]   id_cs, id_cd, id_as, id_ad;
  logic [31:0]  id_clear;
  always_comb begin
    id_r      = 36'd0;
    id_flags  = 32'd0;
    id_groups = 20'd0;
    id_row    = 128'd0;
    id_rowx   = 8'd0;
    id_cs     = 4'd0;
    id_cd     = 4'd0;
    id_as     = 4'd0;
    id_ad     = 4'd0;
    id_clear  = 32'd0;
    if (id_valid && !id_bad) begin
      id_r = {regs(id_ctl.dst_kind, id_ctl.dst, cfg_nregs),
              id_ctl.op == `OP_TEXFETCH ? spill(id_ctl.dst_kind, id_ctl.dst[6:0], cfg_nregs)
                                        : regs(id_ctl.c.kind, id_ctl.c.idx, cfg_nregs),
              regs(id_ctl.b.kind, id_ctl.b.idx, cfg_nregs), regs(id_ctl.a.kind, id_ctl.a.idx, cfg_nregs)};
      id_groups = {id_r[35:31], id_r[26:22], id_r[17:13], id_r[8:4]};
      id_row    = sb_q[id_wid];
      id_rowx   = sbx_q[id_wid];
      id_cs     = id_ctl.cond != 5'd15 || id_ctl.uses_carry || id_ctl.a.kind == `KIND_CREG
                  ? 4'b0001 << id_ctl.cread : 4'd0;
      id_cd     = id_ctl.cdst_en ? 4'b0001 << id_ctl.cdst : 4'd0;
      id_as     = abit(1'b1, id_ctl.areg)
                  | abit(id_ctl.a.kind == `KIND_AREG, id_ctl.a.idx[2:0])
                  | abit(id_ctl.b.kind == `KIND_AREG, id_ctl.b.idx[2:0]);
      id_ad     = abit(id_ctl.dst_kind == `KIND_AREG, id_ctl.dst[2:0]);
      for (int p = 0; p < P; p++)
        if (dv[p] && dw[5*p +: 5] == id_wid)
          id_clear = id_clear | hits(id_groups, dr[9*p +: 9], dc[4*p +: 4], p == 0 ? da : 4'd0);
      id_flags = {id_rowx[7:4] & id_ad, id_rowx[7:4] & id_as, id_rowx[3:0] & id_cd, id_rowx[3:0] & id_cs,
                  id_row[{id_groups[19:15], 2'd0} +: 4] & id_r[30:27],
                  id_row[{id_groups[14:10], 2'd0} +: 4] & id_r[21:18],
                  id_row[{id_groups[9:5],   2'd0} +: 4] & id_r[12:9],
                  id_row[{id_groups[4:0],   2'd0} +: 4] & id_r[3:0]} & ~id_clear;
    end
  end

  // --- flags of the heads ------------------------------------------------------------------------
  logic [31:0]  flags_q  [0:31];
  logic [19:0]  groups_q [0:31];
  logic [32*P-1:0] left;                   // flags of the warp of each port after this cycle's completions
  always_comb begin
    left = '0;
    for (int p = 0; p < P; p++)
      if (dv[p]) begin
        left[32*p +: 32] = flags_q[dw[5*p +: 5]];
        for (int q = 0; q < P; q++)
          if (dv[q] && dw[5*q +: 5] == dw[5*p +: 5])
            left[32*p +: 32] = left[32*p +: 32]
                               & ~hits(groups_q[dw[5*p +: 5]], dr[9*q +: 9], dc[4*q +: 4], q == 0 ? da : 4'd0);
      end
  end

  always_ff @(posedge clk)
    if (rst) begin
      for (int w = 0; w < 32; w++) flags_q[w] <= 32'd0;
      pend_wmask    <= 32'd0;
      pend_pa_wmask <= 32'd0;
    end else begin
      for (int p = 0; p < P; p++)
        if (dv[p]) begin
          flags_q[dw[5*p +: 5]]       <= left[32*p +: 32];
          pend_wmask[dw[5*p +: 5]]    <= left[32*p +: 32] != 32'd0;
          pend_pa_wmask[dw[5*p +: 5]] <= {left[32*p + 24 +: 4], left[32*p + 16 +: 4]} != 8'd0;
        end
      if (id_valid) begin
        flags_q[id_wid]       <= id_flags;
        groups_q[id_wid]      <= id_groups;
        pend_wmask[id_wid]    <= id_flags != 32'd0;
        pend_pa_wmask[id_wid] <= {id_flags[27:24], id_flags[19:16]} != 8'd0;
      end
    end

endmodule
`default_nettype wire
