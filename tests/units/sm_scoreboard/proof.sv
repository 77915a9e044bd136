// SPDX-License-Identifier: Apache-2.0
// sm_scoreboard with two warps of eight registers, all of $c and $a, two bodies under way in each unit.
//
// Beside it the scoreboard of docs/units/scoreboard.md: a bit per register, set by the issue of a body that writes
// it, cleared by its completion. A head waits exactly while a bit of one of its sources or destinations is set, so
// nothing issues with a pending source or destination, and nothing waits for ever for one that is not.
//
// Bodies issue when their head does not wait and their unit has room; units complete in order, in any cycle. Operands
// are those that the decoder can give (proof of sm_decode).
// Rules (docs/units): SCORE-1, SCORE-2, SCORE-3, SCORE-4, SCORE-5, SCORE-6.
//
//! proves scoreboard: a head waits exactly while a register, $c or $a that it reads or writes is being written
//! by abc:10
//! in sm_scoreboard.sv
//! - DEPTH(7)
//! + DEPTH(2)
//! - DEPTH(6)
//! + DEPTH(2)
//! - DEPTH(4)
//! + DEPTH(2)
//! - sm_sb_loads #(.LANES(LANES))
//! + sm_sb_loads#(.WARPS(2),.REGS(8))
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "formal.svh"
`default_nettype none

// Bodies under way in one unit: two at most, oldest first.
module f_unit (
  input  wire        clk, rst, push, pop,
  input  wire [26:0] in,                 // {dst kind 4, dst 4, warp, registers 8, $c 4, $a 4, lanes 1, spare 1}
  output wire [26:0] out,
  output reg  [1:0]  count
);
  reg [26:0] e0, e1;
  assign out = e0;
  always @(posedge clk)
    if (rst) count <= 2'd0;
    else begin
      count <= count + {1'd0, push} - {1'd0, pop};
      if (pop) e0 <= e1;
      if (push) begin
        if (count - {1'd0, pop} == 2'd0) e0 <= in;
        else e1 <= in;
      end
    end
endmodule

module proof (
  input wire        clk,
  input wire        small,               // four registers, else eight
  input wire        id, id_w, id_bad, set, set_w,
  input wire [2:0]  cls,  // of a new head: 0 SP, 1 SFU, 2 DPU, 3 ld s[], 4 ld g[], 5 texfetch, 6 st g[], 7 control
  input wire [3:0]  dkind, akind, bkind, ckind,
  input wire [3:0]  dst, ai, bi, ci,
  input wire        cond, cdst_en, lanes,
  input wire [1:0]  cread, cdst,
  input wire [2:0]  areg,
  input wire [4:0]  pop,                 // SP, ld s[], SFU, DPU, loads: let the oldest complete
  input wire        leave                // the oldest load leaves the queue
);
  `F_RESET
  reg  [1:0] start;                      // reset, then the memories are cleared
  always @(posedge clk) start <= rst ? 2'd0 : start[1] ? start : start + 2'd1;
  wire init = !rst && !start[1];
  wire run  = !rst && start[1];
  reg  few;
  always @(posedge clk) if (rst) few <= small;
  wire [7:0] nregs = few ? 8'd4 : 8'd8;

  function [7:0] regs(input [3:0] kind, input [3:0] i, input few_);
    reg [7:0] m;
    case (kind)
      `KIND_R16:  m = 8'd1 << i[3:1];
      `KIND_R32:  m = 8'd1 << i;
      `KIND_R64:  m = 8'd3 << i;
      `KIND_R128: m = 8'd15 << i;
      `KIND_T2:   m = 8'd3 << i;
      `KIND_T3:   m = 8'd7 << i;
      `KIND_T4:   m = 8'd15 << i;
      default:    m = 8'd0;
    endcase
    regs = few_ ? m & 8'd15 : m;
  endfunction
  function legal(input [3:0] kind, input [3:0] i);
    legal = kind == `KIND_NONE || kind == `KIND_R16 || (kind == `KIND_R32 && !i[3]) ||
            (kind == `KIND_R64 && !i[3] && !i[0]) ||
            (kind == `KIND_R128 && !i[3] && i[1:0] == 2'd0);
  endfunction

  // --- a new head --------------------------------------------------------------------------------
  wire tex = cls == 3'd5;
  always @* begin
    assume(tex ? (dkind == `KIND_R32 || dkind == `KIND_T2 || dkind == `KIND_T3 || dkind == `KIND_T4) && !dst[3]
               : legal(dkind, dst) || (dkind == `KIND_AREG && cls == 3'd0 && dst < 4'd5));
    assume(legal(akind, ai) || (akind == `KIND_CREG && cls < 3'd3) || (akind == `KIND_AREG && ai < 4'd5));
    // three coordinates of a fetch follow each other from the first result on
    assume(legal(bkind, bi) || (bkind == `KIND_AREG && bi < 4'd5) || (bkind == `KIND_T2 && tex && bi == dst + 4'd1));
    assume(legal(ckind, ci) && (!tex || ckind == `KIND_NONE));
    assume(cls < 3'd4 || !cdst_en);
    assume(cls < 3'd6 || dkind == `KIND_NONE);
    assume(areg < 3'd5);
  end
  ctl_t ctl;
  always @* begin
    ctl          = '0;
    ctl.unit     = tex ? `UNIT_TEX : `UNIT_SP;
    ctl.op       = cls == 3'd3 ? `OP_LD_S : cls == 3'd4 ? `OP_LD_G : cls == 3'd5 ? `OP_TEXFETCH :
                   cls == 3'd6 ? `OP_ST_G : 7'd0;
    ctl.dst_kind = dkind;
    ctl.dst      = {4'd0, dst};
    ctl.a.kind   = akind;
    ctl.a.idx    = {4'd0, ai};
    ctl.b.kind   = bkind;
    ctl.b.idx    = {4'd0, bi};
    ctl.c.kind   = ckind;
    ctl.c.idx    = {4'd0, ci};
    ctl.cond     = cond ? 5'd1 : 5'd15;
    ctl.cread    = cread;
    ctl.cdst_en  = cdst_en;
    ctl.cdst     = cdst;
    ctl.areg     = areg;
  end
  wire [3:0] d_c  = cdst_en ? 4'd1 << cdst : 4'd0;
  wire [3:0] d_a  = dkind == `KIND_AREG && dst != 4'd0 ? 4'd1 << (dst - 4'd1) : 4'd0;
  wire [3:0] s_c  = cond || akind == `KIND_CREG ? 4'd1 << cread : 4'd0;
  wire [3:0] s_a  = (areg != 3'd0 ? 4'd1 << (areg - 3'd1) : 4'd0) |
                    (akind == `KIND_AREG && ai != 4'd0 ? 4'd1 << (ai - 4'd1) : 4'd0) |
                    (bkind == `KIND_AREG && bi != 4'd0 ? 4'd1 << (bi - 4'd1) : 4'd0);
  wire [7:0] all_r = regs(dkind, dst, few) | regs(akind, ai, few) | regs(bkind, bi, few) | regs(ckind, ci, few);

  // --- the heads of the two warps ----------------------------------------------------------------
  reg  [1:0]  head;
  reg  [15:0] h_r;
  reg  [7:0]  h_c, h_a, h_cs, h_as;      // read or written; read
  reg  [7:0]  h_dk, h_d;
  reg  [5:0]  h_cls;
  reg  [1:0]  h_ce, h_bad, h_lanes;
  reg  [3:0]  h_cd;
  wire [31:0] pend, pend_pa;
  wire        id_go  = run && id && !head[id_w];
  wire [2:0]  s_cls  = h_cls[3*set_w +: 3];
  wire [3:0]  s_dk   = h_dk[4*set_w +: 4], s_d = h_d[4*set_w +: 4];
  wire        s_far  = (s_cls == 3'd4 || s_cls == 3'd5) && s_dk != `KIND_NONE;
  wire [9:0]  n;                         // bodies in each unit
  wire [1:0]  n_sent;
  wire        room   = s_cls == 3'd0 ? n[1:0] != 2'd2 : s_cls == 3'd3 ? n[3:2] != 2'd2 :
                       s_cls == 3'd1 ? n[5:4] != 2'd2 :
                       s_cls == 3'd2 ? n[7:6] != 2'd2 : !s_far || n[9:8] != 2'd2;
  wire        set_go = run && set && head[set_w] && !pend[set_w] && !h_bad[set_w] && room;
  always @(posedge clk)
    if (rst) head <= 2'd0;
    else begin
      if (set_go) head[set_w] <= 1'b0;
      if (id_go) begin
        head[id_w]        <= 1'b1;
        h_r[8*id_w +: 8]  <= id_bad ? 8'd0 : all_r;
        h_c[4*id_w +: 4]  <= id_bad ? 4'd0 : d_c | s_c;
        h_a[4*id_w +: 4]  <= id_bad ? 4'd0 : d_a | s_a;
        h_cs[4*id_w +: 4] <= id_bad ? 4'd0 : s_c;
        h_as[4*id_w +: 4] <= id_bad ? 4'd0 : s_a;
        h_dk[4*id_w +: 4] <= dkind;
        h_d[4*id_w +: 4]  <= dst;
        h_cls[3*id_w +: 3] <= cls;
        h_ce[id_w]        <= cdst_en;
        h_cd[2*id_w +: 2] <= cdst;
        h_bad[id_w]       <= id_bad;
        h_lanes[id_w]     <= lanes;
      end
    end
  ctl_t set_ctl;
  always @* begin
    set_ctl          = '0;
    set_ctl.op       = s_cls == 3'd3 ? `OP_LD_S : s_cls == 3'd4 ? `OP_LD_G : s_cls == 3'd5 ? `OP_TEXFETCH :
                       s_cls == 3'd6 ? `OP_ST_G : 7'd0;
    set_ctl.dst_kind = s_dk;
    set_ctl.dst      = {4'd0, s_d};
    set_ctl.cdst_en  = h_ce[set_w];
    set_ctl.cdst     = h_cd[2*set_w +: 2];
  end
  wire [7:0] w_r = regs(s_dk, s_d, few);
  wire [3:0] w_c = h_ce[set_w] ? 4'd1 << h_cd[2*set_w +: 2] : 4'd0;
  wire [3:0] w_a = s_dk == `KIND_AREG && s_d != 4'd0 ? 4'd1 << (s_d - 4'd1) : 4'd0;

  // --- bodies under way --------------------------------------------------------------------------
  wire [26:0] now = {s_dk, s_d, set_w, w_r, w_c, w_a, h_lanes[set_w], 1'b0};
  wire [134:0] o;
  wire [26:0] o_sent;
  wire [4:0]  do_pop;
  wire        far  = set_go && s_far;
  assign do_pop[0] = run && pop[0] && n[1:0] != 2'd0;
  assign do_pop[1] = run && pop[1] && n[3:2] != 2'd0;
  assign do_pop[2] = run && pop[2] && n[5:4] != 2'd0;
  assign do_pop[3] = run && pop[3] && n[7:6] != 2'd0;
  assign do_pop[4] = run && leave && n[9:8] != 2'd0 && (!o[109] || n_sent != 2'd2);      // o[109]: has lanes
  wire        sent = do_pop[4] && o[109], empty = do_pop[4] && !o[109];
  wire        arrives = run && pop[4] && n_sent != 2'd0;
  f_unit u_sp   (.clk, .rst, .push(set_go && s_cls == 3'd0), .pop(do_pop[0]), .in(now), .out(o[26:0]),
      .count(n[1:0]));
  f_unit u_near (.clk, .rst, .push(set_go && s_cls == 3'd3), .pop(do_pop[1]), .in(now), .out(o[53:27]),
      .count(n[3:2]));
  f_unit u_sfu  (.clk, .rst, .push(set_go && s_cls == 3'd1), .pop(do_pop[2]), .in(now), .out(o[80:54]),
      .count(n[5:4]));
  f_unit u_dpu  (.clk, .rst, .push(set_go && s_cls == 3'd2), .pop(do_pop[3]), .in(now), .out(o[107:81]),
      .count(n[7:6]));
  f_unit u_far  (.clk, .rst, .push(far),                     .pop(do_pop[4]), .in(now), .out(o[134:108]),
      .count(n[9:8]));
  f_unit u_sent (.clk, .rst, .push(sent), .pop(arrives), .in(o[134:108]), .out(o_sent), .count(n_sent));

  (* keep *) sm_scoreboard dut (
    .clk, .clk_x(clk), .clk_p(1'b0), .phase(3'd0), .rst, .init_active(init), .init_row({8'd0, start[0]}),
    .cfg_nregs(nregs), .id_valid(id_go), .id_wid({4'd0, id_w}), .id_ctl(ctl), .id_bad,
    .set_sp(set_go && s_cls == 3'd0), .set_lsu(set_go && s_cls >= 3'd3 && s_cls != 3'd7),
    .set_sfu(set_go && s_cls == 3'd1), .set_dpu(set_go && s_cls == 3'd2), .set_wid({4'd0, set_w}), .set_ctl,
    .sp_done_valid(do_pop[0]), .ld_sent(sent), .ls_done_valid({empty, 1'b0, arrives, do_pop[1]}),
    .ls_done_wid({4'd0, o[126], 5'd0, 4'd0, o_sent[18], 5'd0}),
    .ls_done_dst_kind({o[134:131], 4'd0, o_sent[26:23], 4'd0}),
    .ls_done_dst({4'd0, o[130:127], 8'd0, 4'd0, o_sent[22:19], 8'd0}), .x_done_valid(do_pop[3:2]),
    .pend_wmask(pend), .pend_pa_wmask(pend_pa));

  // --- the scoreboard of the book ----------------------------------------------------------------
  reg  [31:0] bits, gone;                // of each warp: registers 8, $c 4, $a 4
  function [31:0] place(input v, input [26:0] e);
    place = v ? (e[18] ? {e[17:2], 16'd0} : {16'd0, e[17:2]}) : 32'd0;
  endfunction
  always @* gone = place(do_pop[0], o[26:0]) | place(do_pop[1], o[53:27]) | place(do_pop[2], o[80:54]) |
                   place(do_pop[3], o[107:81]) |
                   place(empty, o[134:108]) | place(arrives, o_sent);
  always @(posedge clk)
    if (rst) bits <= 32'd0;
    else     bits <= (bits & ~gone) | place(set_go, now);

  reg [15:0] b;
  always @* if (!rst) begin
    for (int w = 0; w < 2; w++) begin
      b = bits[16*w +: 16];
      assert(pend[w] == (head[w] && ((b[15:8] & h_r[8*w +: 8]) != 8'd0 || (b[7:4] & h_c[4*w +: 4]) != 4'd0 ||
                                     (b[3:0] & h_a[4*w +: 4]) != 4'd0)));
      assert(pend_pa[w] == (head[w] && ((b[7:4] & h_cs[4*w +: 4]) != 4'd0 || (b[3:0] & h_as[4*w +: 4]) != 4'd0)));
    end
    if (set_go) assert((place(1'b1, now) & bits) == 32'd0);
  end
endmodule
`default_nettype wire
