// SPDX-License-Identifier: Apache-2.0
// fp32_path: fp32 a*b + c, and the align, add, normalise, round steps of the conversions, of all lanes.
//
// From sp_array   a1, b1, c1: operands after negation; c4: c1 three stages later
// From int_mul    ph3, pl3: product of the significands, high and low part
// From fp_cvt     x4, n4, e4, f4: a conversion entering at stage 5
// To   fp_cvt     sum7, e7, f7: conversion results that are integers or f16
// To   sp_pack    sig9, e9, f9: rounded fp32 value
//
// One operation per cycle, eight cycles from stage 1 to stage 9, no stall.
// Stage 2 exponent and special values, 3 wait for the product, 4 truncate or round the product,
// 5 compare, 6 align, 7 add, 8 normalise, 9 round.
// With LATE (folded lanes, FOLD-8) stages 5 and 8 take two cycles each, u4d and u7d are u4 and u7 a cycle later, and
// u5 to u8 come later accordingly; without it u4d and u7d are u4 and u7.
//
// mad keeps only 24 product bits (truncated) unless the addend is zero: then the product is rounded
// as in mul. mul is mad with a zero addend that has the sign of the product, add is mad with b = 1.
// Exponents are biased and unclamped (11 bits signed) until the result is packed, so a product above
// 2^128 or below 2^-126 is added unchanged. The adder word is {carry, 24 bits, 7 bits below}; bit 0
// of the aligned operand is sticky. An integer (conversions) uses all 32 bits.
//
// Every vector has a word of 32 bits for each lane, its value in the low bits, zeros above: registers that are constant
// cost no gates, and a simulator that sees the same step on adjacent words does it for all lanes at once.
// Numbers in these comments are those of the default widths; others serve the proof in tests/units, without
// conversions.
`include "exec/exec_types.svh"
`default_nettype none

module fp32_path #(
  parameter int EW = 8,          // exponent bits
  parameter int MW = 23,         // fraction bits
  parameter int PL = 16,         // bits of the product's low part
  parameter int LANES = 8,
  parameter int LATE = 0         // stages 5 and 8 in two steps
) (
  input  wire         clk,
  input  uop_t        u1,
  input  uop_t        u2,
  input  uop_t        u3,
  input  uop_t        u4,
  input  uop_t        u4d,
  input  uop_t        u5,
  input  uop_t        u6,
  input  uop_t        u7,
  input  uop_t        u7d,
  input  uop_t        u8,
  input  wire  [32*LANES-1:0] a1,
  input  wire  [32*LANES-1:0] b1,
  input  wire  [32*LANES-1:0] c1,
  input  wire  [32*LANES-1:0] ph3,
  input  wire  [32*LANES-1:0] pl3,
  input  wire  [32*LANES-1:0] c4,
  input  wire  [32*LANES-1:0] cv_x4,
  input  wire  [32*LANES-1:0] cv_n4,
  input  wire  [32*LANES-1:0] cv_e4,
  input  wire  [32*LANES-1:0] cv_f4,     // FP_* below
  output logic [32*LANES-1:0] sum7,
  output logic [32*LANES-1:0] e7,
  output logic [32*LANES-1:0] f7,
  output logic [32*LANES-1:0] sig9,
  output logic [32*LANES-1:0] e9,
  output logic [32*LANES-1:0] f9
);

  localparam int W  = EW + MW + 1;    // a number
  localparam int XW = EW + 3;         // an exponent, biased, unclamped
  localparam int AW = MW + 9;         // adder word
  localparam int B  = 32 * LANES;
  localparam int PW = 2 * MW + 2 - PL;    // high part of the product
  localparam logic [31:0] XMASK  = 32'((64'd1 << XW) - 64'd1);
  localparam logic [31:0] AMASK  = 32'((64'd1 << AW) - 64'd1);
  localparam logic [31:0] SIGMASK = (32'd1 << MW) - 32'd1;
  localparam logic [31:0] BIAS   = (32'd1 << (EW - 1)) - 32'd1;
  localparam logic [31:0] FAR    = AW + 8;                    // aligning further leaves the same sticky bit
  localparam logic [31:0] TURN   = 32'h01ffffff;              // four quadrants, 2.23 fixed point
  // exponent of a zero: below every product, so that the other operand is never shifted
  localparam logic [31:0] E_ZERO = 32'd3 << (XW - 2);          // -512

  // of each stage: exponent; flags (FP_*)
  logic [B-1:0] e2, e3, e4, e5, e6, e8;
  logic [B-1:0] f2, f3, f4, f5, f6, f8;

  // The steps of one lane. A condition is a word, all ones or all zeros.
  function automatic logic [31:0] pick(input logic [31:0] condition, input logic [31:0] x, input logic [31:0] y);
    pick = (condition & x) | (~condition & y);
  endfunction

  // Round up? Value of sign s, lowest kept bit, guard bit, anything below it.
  function automatic logic [31:0] round_up(input logic [1:0] rm, input logic [31:0] s, input logic [31:0] lsb,
                                           input logic [31:0] g, input logic [31:0] st);
    round_up = ({32{rm == 2'd0}} & g & (st | lsb)) | (({32{rm == 2'd1}} & s | {32{rm == 2'd2}} & ~s) & (g | st));
  endfunction

  // --- stage 2: exponent of the product, special values ----------------------------------------
  task automatic special(input logic no_c, input logic [31:0] a, input logic [31:0] b, input logic [31:0] c,
                         output logic [31:0] e, output logic [31:0] f);
    logic [31:0] a_m, b_m, c_m, a_z, b_z, c_z, a_f, b_f, c_f, p_nan, p_inf, ps, cs;
    a_m = {32{&a[W-2:MW]}};
    b_m = {32{&b[W-2:MW]}};
    c_m = {32{&c[W-2:MW]}};
    a_z = {32{a[W-2:MW] == '0}};
    b_z = {32{b[W-2:MW] == '0}};
    c_z = {32{c[W-2:MW] == '0}};
    a_f = {32{a[MW-1:0] != '0}};
    b_f = {32{b[MW-1:0] != '0}};
    c_f = {32{c[MW-1:0] != '0}};
    cs    = {32{c[W-1]}};
    ps    = {32{a[W-1] ^ b[W-1]}};
    p_nan = (a_m & (a_f | b_z)) | (b_m & (b_f | a_z));
    p_inf = a_m | b_m;
    f = (32'd1 << `FP_S & ps) |
        (32'd1 << `FP_NAN & (p_nan | (c_m & (c_f | (p_inf & (ps ^ cs)))))) |
        (32'd1 << `FP_INF & (p_inf | (c_m & ~c_f))) |
        (32'd1 << `FP_IS & pick(p_inf, ps, cs)) |
        (32'd1 << `FP_ZS & ps & ({32{no_c}} | cs)) |
        (32'd1 << `FP_CZ & c_z);
    e = pick(a_z | b_z, E_ZERO, 32'(a[W-2:MW]) + 32'(b[W-2:MW]) - BIAS) & XMASK;
  endtask

  always_ff @(posedge clk)
    if (u1.fp) begin : stage2
      logic [B-1:0] e, f;
      for (int l = 0; l < LANES; l = l + 1)
        special(u1.no_c, a1[32*l +: 32], b1[32*l +: 32], c1[32*l +: 32], e[32*l +: 32], f[32*l +: 32]);
      e2 <= e;
      f2 <= f;
    end

  always_ff @(posedge clk)
    if (u2.fp) begin
      e3 <= e2;
      f3 <= f2;
    end

  // --- stage 4: upper half of the product -------------------------------------------------------
  task automatic upper(input logic [1:0] rm, input logic [31:0] ph, input logic [31:0] pl, input logic [31:0] pe,
                       input logic [31:0] f, output logic [31:0] t, output logic [31:0] e);
    logic [31:0] p, top, st, up, x, carry;
    top = {32{ph[PW-1]}};
    p   = pick(top, ph, {ph[30:0], 1'b0});              // the leading one on top
    st  = {32{pl[PL-1:0] != '0}} | {32{p[PW-3-MW:0] != '0}};
    up  = {32{f[`FP_CZ]}} & round_up(rm, {32{f[`FP_S]}}, {32{p[PW-1-MW]}}, {32{p[PW-2-MW]}}, st);
    x   = 32'(p[PW-1:PW-1-MW]) + (up & 32'd1);
    t   = 32'({x[MW] || x[MW+1], x[MW-1:0]});
    // both sums are there when it is known whether rounding carries, and that is known before x: below the leading
    // one, which is there if p is not 0, there are only ones
    carry = up & {32{&p[PW-2:PW-1-MW]}};
    e   = pick(carry, pick(top, pe + 32'd2, pe + 32'd1), pick(top, pe + 32'd1, pe)) & XMASK;
  endtask

  logic [B-1:0] t4;

  always_ff @(posedge clk)
    if (u3.fp) begin : stage4
      logic [B-1:0] e, t;
      for (int l = 0; l < LANES; l = l + 1)
        upper(u3.rm, ph3[32*l +: 32], pl3[32*l +: 32], e3[32*l +: 32], f3[32*l +: 32], t[32*l +: 32], e[32*l +: 32]);
      t4 <= t;
      e4 <= e;
      f4 <= f3;
    end

  // --- stage 5: larger and smaller operand -----------------------------------------------------
  // First step: the addend's significand and exponent, the difference of the exponents, product below addend.
  task automatic measure(input logic [31:0] t, input logic [31:0] pe, input logic [31:0] c, output logic [31:0] m,
                         output logic [31:0] ec, output logic [31:0] cs, output logic [31:0] d,
                         output logic [31:0] less);
    logic [31:0] c_z;
    cs   = {32{c[W-1]}};
    c_z  = {32{c[W-2:MW] == '0}};
    m    = ~c_z & 32'({1'b1, c[MW-1:0]});
    ec   = pick(c_z, E_ZERO, 32'(c[W-2:MW]));
    d    = (pe - ec) & XMASK;                            // -767 .. 894: fits
    less = {32{t < m}};
  endtask

  task automatic choose(input logic no_c, input logic [31:0] t, input logic [31:0] pe, input logic [31:0] pf,
                        input logic [31:0] cs, input logic [31:0] m, input logic [31:0] ec, input logic [31:0] d0,
                        input logic [31:0] less, output logic [31:0] larger, output logic [31:0] smaller,
                        output logic [31:0] n, output logic [31:0] e, output logic [31:0] f);
    logic [31:0] c_larger, d, neg, s;
    s   = {32{pf[`FP_S]}};
    neg = {32{d0[XW-1]}};
    c_larger = neg | ({32{d0 == 32'd0}} & less);
    d   = ((d0 ^ neg) + (neg & 32'd1)) & XMASK;
    n       = pick({32{d > FAR}}, FAR, d) & 32'd63;
    larger  = pick(c_larger, m, t);
    smaller = pick(c_larger, t, m) << 7;
    e       = pick(c_larger, ec, pe);
    f       = (32'd1 << `FP_X & (s ^ cs) & ~{32{no_c}}) | (32'd1 << `FP_S & pick(c_larger, cs, s)) | (pf & 32'd31);
  endtask

  task automatic compare(input logic no_c, input logic [31:0] t, input logic [31:0] pe, input logic [31:0] pf,
                         input logic [31:0] c, output logic [31:0] larger, output logic [31:0] smaller,
                         output logic [31:0] n, output logic [31:0] e, output logic [31:0] f);
    logic [31:0] m, ec, cs, d, less;
    measure(t, pe, c, m, ec, cs, d, less);
    choose(no_c, t, pe, pf, cs, m, ec, d, less, larger, smaller, n, e, f);
  endtask

  // Flags of conversions as they enter: an integer result is a two's complement.
  function automatic logic [B-1:0] whole_flags(input logic twos, input logic [B-1:0] f);
    whole_flags = f & {LANES{32'd63}};
    if (twos)
      for (int l = 0; l < LANES; l = l + 1) whole_flags[32*l+`FP_X] = f[32*l+`FP_S];
  endfunction

  logic [B-1:0] big5, small5, n5;

  // Between the two steps, with LATE: product, addend, what was measured. A conversion.
  logic [B-1:0] t5a, pe5a, pf5a, cs5a, m5a, ec5a, d5a, less5a, x5a, n5a, e5a, f5a;

  if (LATE != 0) begin : g_late5
    always_ff @(posedge clk)
      if (u4.fp) begin : first
        logic [B-1:0] cs, m, ec, d, less;
        for (int l = 0; l < LANES; l = l + 1)
          measure(t4[32*l +: 32], e4[32*l +: 32], c4[32*l +: 32], m[32*l +: 32], ec[32*l +: 32], cs[32*l +: 32],
                  d[32*l +: 32], less[32*l +: 32]);
        t5a    <= t4;
        pe5a   <= e4;
        pf5a   <= f4;
        cs5a   <= cs;
        m5a    <= m;
        ec5a   <= ec;
        d5a    <= d;
        less5a <= less;
      end else if (u4.aln) begin
        x5a <= cv_x4;
        n5a <= cv_n4;
        e5a <= cv_e4;
        f5a <= cv_f4;
      end
  end else begin : g_step5
    assign {t5a, pe5a, pf5a, cs5a, m5a, ec5a, d5a, less5a} = '0;
    assign {x5a, n5a, e5a, f5a} = {cv_x4, cv_n4, cv_e4, cv_f4};
  end

  // Without LATE both steps of a lane stand one behind the other: what is between them is local (docs/speed.md).
  always_ff @(posedge clk)
    if (u4d.fp) begin : stage5
      logic [B-1:0] e, f, n, larger, smaller;
      for (int l = 0; l < LANES; l = l + 1)
        if (LATE != 0)
          choose(u4d.no_c, t5a[32*l +: 32], pe5a[32*l +: 32], pf5a[32*l +: 32], cs5a[32*l +: 32], m5a[32*l +: 32],
                 ec5a[32*l +: 32], d5a[32*l +: 32], less5a[32*l +: 32],
                 larger[32*l +: 32], smaller[32*l +: 32], n[32*l +: 32], e[32*l +: 32], f[32*l +: 32]);
        else
          compare(u4d.no_c, t4[32*l +: 32], e4[32*l +: 32], f4[32*l +: 32], c4[32*l +: 32],
                  larger[32*l +: 32], smaller[32*l +: 32], n[32*l +: 32], e[32*l +: 32], f[32*l +: 32]);
      n5     <= n;
      big5   <= larger;
      small5 <= smaller;
      e5     <= e;
      f5     <= f;
    end else if (u4d.aln) begin : conversion
      n5     <= n5a & {LANES{32'd63}};
      big5   <= '0;
      small5 <= x5a;
      e5     <= e5a & {LANES{XMASK}};
      f5     <= whole_flags(u4d.clampi && u4d.dsigned && !u4d.red, f5a);
    end

  // --- stage 6: align, decide the increment -----------------------------------------------------
  task automatic align(input logic [31:0] x, input logic [31:0] n, output logic [31:0] zh, output logic [31:0] zl);
    logic [2*AW-1:0] z;
    z  = {x[AW-1:0], {AW{1'b0}}} >> n[5:0];
    zh = 32'(z[2*AW-1:AW]);
    zl = 32'(z[AW-1:0]);
  endtask

  // Has x a one below bit n? By eights, beside the shift.
  function automatic logic below(input logic [39:0] x, input logic [5:0] n);
`ifdef VERILATOR
    below = (x & ~({40{1'b1}} << n)) != 40'd0;      // equal: tests/rtl_lib/verilator_bodies.sh
`else
    logic [7:0] part;
    below = 1'b0;
    for (int g = 0; g < 5; g = g + 1) begin
      for (int i = 0; i < 8; i = i + 1) part[i] = x[8*g+i] && n[2:0] > 3'(i);
      below = below || (n[5:3] > 3'(g) ? x[8*g +: 8] != 8'd0 : n[5:3] == 3'(g) && part != 8'd0);
    end
`endif
  endfunction

  logic [B-1:0] big6, al6;

  always_ff @(posedge clk)
    if (u5.aln) begin : stage6
      logic [B-1:0]     zh, zl, al, f;  // shifted, and what leaves to the right
      logic [LANES-1:0] st;             // a one in that; of a conversion below the guard bit
      for (int l = 0; l < LANES; l = l + 1) begin
        st[l] = below(u5.fp ? 40'(small5[32*l +: AW]) : {7'd0, small5[32*l +: AW], 1'b0}, n5[32*l +: 6]);
        align(small5[32*l +: 32], n5[32*l +: 32], zh[32*l +: 32], zl[32*l +: 32]);
        al[32*l +: 32] = (zh[32*l +: 32] | {31'd0, u5.fp && st[l]}) ^ (AMASK & {32{f5[32*l+`FP_X]}});
      end
      f = f5;
      if (!u5.fp)
        for (int l = 0; l < LANES; l = l + 1)
          f[32*l +: 32] = f5[32*l +: 32] ^ (32'd1 << `FP_X & round_up(u5.rm, {32{f5[32*l+`FP_S]}}, {32{zh[32*l]}},
                                            {32{zl[32*l+AW-1]}}, {32{st[l]}}));
      if (u5.red)
        // what would be lost: a left shift, or with n of 32 and more a right shift
        for (int l = 0; l < LANES; l = l + 1) begin : reduce
          al[32*l +: 32]  = zl[32*l +: 32] & (u5.pi && !f5[32*l+`FP_NAN] ? TURN : '1);
          f[32*l+`FP_X]   = 1'b0;
        end
      al6  <= al;
      big6 <= big5;
      e6   <= e5;
      f6   <= f;
    end

  // --- stage 7: add ------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u6.aln) begin : stage7
      logic [B-1:0] sum;
      for (int l = 0; l < LANES; l = l + 1)
        sum[32*l +: 32] = ((big6[32*l +: 32] << 7) + al6[32*l +: 32] + {31'd0, f6[32*l+`FP_X]}) & AMASK;
      sum7 <= sum;
      e7   <= e6;
      f7   <= f6;
    end

  // --- stage 8: normalise --------------------------------------------------------------------------
  // First step: by 16, 8 and 4. n: zeros above the leading one.
  task automatic coarse(input logic [31:0] sum, input logic [31:0] sf, output logic [31:0] v, output logic [31:0] n,
                        output logic [31:0] f);
    logic [31:0] zero;
    v    = sum << (32 - AW);
    f    = (sf & 32'd63) | (32'd1 << `FP_X & {32{v == 32'd0}});
    zero = {32{v[31:16] == 16'd0}};
    v    = pick(zero, {v[15:0], 16'd0}, v);
    n    = zero & 32'd16;
    zero = {32{v[31:24] == 8'd0}};
    v    = pick(zero, {v[23:0], 8'd0}, v);
    n    = n | (zero & 32'd8);
    zero = {32{v[31:28] == 4'd0}};
    v    = pick(zero, {v[27:0], 4'd0}, v);
    n    = n | (zero & 32'd4);
  endtask

  task automatic fine(input logic [31:0] v8, input logic [31:0] n8, input logic [31:0] se,
                      output logic [31:0] norm, output logic [31:0] e);
    logic [31:0] v, n, zero;
    zero = {32{v8[31:30] == 2'd0}};
    v    = pick(zero, {v8[29:0], 2'd0}, v8);
    n    = n8 | (zero & 32'd2);
    zero = {32{!v[31]}};
    v    = pick(zero, {v[30:0], 1'd0}, v);
    n    = n | (zero & 32'd1);
    norm = v >> (32 - AW);
    e    = (se + 32'd1 - n) & XMASK;
  endtask

  task automatic normalise(input logic [31:0] sum, input logic [31:0] se, input logic [31:0] sf,
                           output logic [31:0] norm, output logic [31:0] e, output logic [31:0] f);
    logic [31:0] v, n;
    coarse(sum, sf, v, n, f);
    fine(v, n, se, norm, e);
  endtask

  logic [B-1:0] norm8;
  logic [B-1:0] v8a, n8a, e8a, f8a;      // between the two steps, with LATE

  if (LATE != 0) begin : g_late8
    always_ff @(posedge clk)
      if (u7.nrm) begin : first
        logic [B-1:0] v, n, f;
        for (int l = 0; l < LANES; l = l + 1)
          coarse(sum7[32*l +: 32], f7[32*l +: 32], v[32*l +: 32], n[32*l +: 32], f[32*l +: 32]);
        v8a <= v;
        n8a <= n;
        e8a <= e7;
        f8a <= f;
      end
  end else begin : g_step8
    assign {v8a, n8a, e8a, f8a} = '0;
  end

  always_ff @(posedge clk)
    if (u7d.nrm) begin : stage8
      logic [B-1:0] norm, e, f;
      f = f8a;
      for (int l = 0; l < LANES; l = l + 1)
        if (LATE != 0)
          fine(v8a[32*l +: 32], n8a[32*l +: 32], e8a[32*l +: 32], norm[32*l +: 32], e[32*l +: 32]);
        else
          normalise(sum7[32*l +: 32], e7[32*l +: 32], f7[32*l +: 32], norm[32*l +: 32], e[32*l +: 32], f[32*l +: 32]);
      norm8 <= norm;
      e8    <= e;
      f8    <= f;
    end

  // --- stage 9: round, find out what underflows ------------------------------------------------
  task automatic round(input logic [1:0] rm, input logic fmad, input logic [31:0] v, input logic [31:0] ve,
                       input logic [31:0] vf, output logic [31:0] sig, output logic [31:0] e, output logic [31:0] f);
    logic [31:0] up, ones, carry, grid, tiny, zero, nan, infty, no_c, s, x;
    nan  = {32{vf[`FP_NAN]}};
    infty = {32{vf[`FP_INF]}};
    zero = {32{vf[`FP_X]}};
    no_c = {32{vf[`FP_CZ]}};
    s    = {32{vf[`FP_S]}};
    ones = {32{&v[AW-1:8]}};
    up   = round_up(rm, s, {32{v[8]}}, {32{v[7]}}, {32{v[6:0] != 7'd0}});
    // mad rounds on the denormal grid before it flushes: just below 2^-126, with all 24 bits set,
    // is half a grid step from 2^-126 and goes there
    grid = {32{fmad}} & ~no_c & {32{ve == 32'd0}} & ones;
    carry = up & ones;
    x    = (ve + (carry & 32'd1)) & XMASK;
    tiny = ({32{ve[XW-1]}} | ({32{ve == 32'd0}} & ~carry)) & ~grid;       // x is 0 or less
    s    = pick(infty, {32{vf[`FP_IS]}}, pick(zero | (tiny & no_c), {32{vf[`FP_ZS]}}, s));
    sig  = ((v >> 8) + (up & 32'd1)) & SIGMASK & ~grid;
    e    = pick(grid, 32'd1, x);
    f    = (32'd1 << `FP_X & (zero | tiny) & ~nan & ~infty) | (32'd1 << `FP_S & s) |
           (32'd1 << `FP_NAN & nan) | (32'd1 << `FP_INF & infty);
  endtask

  always_ff @(posedge clk)
    if (u8.nrm) begin : stage9
      logic [B-1:0] sig, e, f;
      for (int l = 0; l < LANES; l = l + 1)
        round(u8.rm, u8.fmad, norm8[32*l +: 32], e8[32*l +: 32], f8[32*l +: 32],
              sig[32*l +: 32], e[32*l +: 32], f[32*l +: 32]);
      sig9 <= sig;
      e9   <= e;
      f9   <= f;
    end

  wire unused = &{1'b0, u1, u2, u3, u4, u4d, u5, u6, u7, u7d, u8};

endmodule
`default_nettype wire
