// SPDX-License-Identifier: Apache-2.0
// fp32_path: fp32 a*b + c, and the align, add, normalise, round steps of the conversions.
//
// From sp_lane   a1, b1, c1: operands after negation; c4: c1 three stages later
// From int_mul   p3: product of the significands
// From fp_cvt    x4, n4, e4, s4, nan4, inf4: a conversion entering at stage 5
// To   fp_cvt    sum7, e7, s7, f7: conversion results that are integers or f16
// To   sp_lane   sig9, e9, s9, zero9, nan9, inf9: rounded fp32 value
//
// One operation per cycle, eight cycles from stage 1 to stage 9, no stall.
// Stage 2 exponent and special values, 3 wait for the product, 4 truncate or round the product,
// 5 compare, 6 align, 7 add, 8 normalise, 9 round.
//
// mad keeps only 24 product bits (truncated) unless the addend is zero: then the product is rounded
// as in mul. mul is mad with a zero addend that has the sign of the product, add is mad with b = 1.
// Exponents are biased and unclamped (11 bits signed) until the result is packed, so a product above
// 2^128 or below 2^-126 is added unchanged. The adder word is {carry, 24 bits, 7 bits below}; bit 0
// of the aligned operand is sticky. An integer (conversions) uses all 32 bits.
// Numbers in these comments are those of the default widths; others serve the proof in tests/formal, without conversions.
`include "exec/exec_types.svh"
`default_nettype none

module fp32_path #(
  parameter int EW = 8,          // exponent bits
  parameter int MW = 23          // fraction bits
) (
  input  wire         clk,
  input  uop_t        u1,
  input  uop_t        u2,
  input  uop_t        u3,
  input  uop_t        u4,
  input  uop_t        u5,
  input  uop_t        u6,
  input  uop_t        u7,
  input  uop_t        u8,
  input  wire  [EW+MW:0] a1,
  input  wire  [EW+MW:0] b1,
  input  wire  [EW+MW:0] c1,
  input  wire  [2*MW+1:0] p3,
  input  wire  [EW+MW:0] c4,
  input  wire  [MW+8:0] cv_x4,
  input  wire  [5:0]  cv_n4,
  input  wire  [EW+2:0] cv_e4,
  input  wire         cv_s4,
  input  wire         cv_nan4,
  input  wire         cv_inf4,
  output logic [MW+8:0] sum7,
  output logic [EW+2:0] e7,
  output logic        s7,
  output logic [4:0]  f7,        // {nan, inf, sign of inf, sign of zero, addend is zero}
  output logic [MW-1:0] sig9,
  output logic [EW+2:0] e9,
  output logic        s9,
  output logic        zero9,
  output logic        nan9,
  output logic        inf9
);

  localparam int W  = EW + MW + 1;    // a number
  localparam int XW = EW + 3;         // an exponent, biased, unclamped
  localparam int AW = MW + 9;         // adder word
  localparam logic [XW-1:0] BIAS   = XW'((1 << (EW - 1)) - 1);
  localparam logic [XW-1:0] ONE    = XW'(1);
  localparam logic [XW-1:0] FAR    = XW'(AW + 8);             // aligning further leaves the same sticky bit
  localparam logic [AW-1:0] TURN   = AW'(32'h01ffffff);         // four quadrants, 2.23 fixed point
  // exponent of a zero: below every product, so that the other operand is never shifted
  localparam logic [XW-1:0] E_ZERO = {2'b11, {(XW-2){1'b0}}};  // -512

  // sideband of all stages, see f7
  logic [4:0]    f2, f3, f4, f5, f6, f8;
  logic [XW-1:0] pe2, pe3, pe4, e5, e6, e8;
  logic          ps2, ps3, ps4, s5, s6, s8;

  // Round up? Value of sign s, lowest kept bit, guard bit, anything below it.
  function automatic logic round_up(input logic [1:0] rm, input logic s, input logic lsb,
                                    input logic g, input logic st);
    case (rm)
      2'd0:    round_up = g & (st | lsb);
      2'd1:    round_up = s & (g | st);
      2'd2:    round_up = !s & (g | st);
      default: round_up = 1'b0;
    endcase
  endfunction

  // {zeros above the leading one, x shifted left by them}; x != 0
  function automatic logic [AW+4:0] normalise(input logic [AW-1:0] x);
    logic [31:0] v;
    logic [4:0]  n;
    v = 32'(x) << (32 - AW);
    n = 5'd0;
    if (v[31:16] == 16'd0) begin n[4] = 1'b1; v = {v[15:0], 16'd0}; end
    if (v[31:24] == 8'd0)  begin n[3] = 1'b1; v = {v[23:0], 8'd0}; end
    if (v[31:28] == 4'd0)  begin n[2] = 1'b1; v = {v[27:0], 4'd0}; end
    if (v[31:30] == 2'd0)  begin n[1] = 1'b1; v = {v[29:0], 2'd0}; end
    if (!v[31])           begin n[0] = 1'b1; v = {v[30:0], 1'b0}; end
    normalise = {n, v[31 -: AW]};
  endfunction

  // --- stage 2: exponent of the product, special values ----------------------------------------
  always_ff @(posedge clk)
    if (u1.fp) begin : stage2
      logic a_m, b_m, c_m, a_z, b_z, c_z, a_f, b_f, c_f, p_nan, p_inf, c_inf, ps;
      a_m = &a1[W-2:MW];
      b_m = &b1[W-2:MW];
      c_m = &c1[W-2:MW];
      a_z = ~|a1[W-2:MW];
      b_z = ~|b1[W-2:MW];
      c_z = ~|c1[W-2:MW];
      a_f = |a1[MW-1:0];
      b_f = |b1[MW-1:0];
      c_f = |c1[MW-1:0];
      ps    = a1[W-1] ^ b1[W-1];
      p_nan = (a_m & (a_f | b_z)) | (b_m & (b_f | a_z));
      p_inf = a_m | b_m;
      c_inf = c_m & !c_f;
      f2 <= {p_nan | (c_m & c_f) | (p_inf & c_inf & (ps != c1[W-1])),
             p_inf | c_inf,
             p_inf ? ps : c1[W-1],
             ps & (u1.no_c | c1[W-1]),
             c_z};
      ps2 <= ps;
      pe2 <= a_z | b_z ? E_ZERO : {3'd0, a1[W-2:MW]} + {3'd0, b1[W-2:MW]} - BIAS;
    end

  always_ff @(posedge clk)
    if (u2.fp) begin
      f3  <= f2;
      ps3 <= ps2;
      pe3 <= pe2;
    end

  // --- stage 4: upper half of the product -------------------------------------------------------
  logic [MW:0] t4;

  always_ff @(posedge clk)
    if (u3.fp) begin : stage4
      logic [MW+1:0] t;
      logic          top, g, st, up;
      top = p3[2*MW+1];
      g   = top ? p3[MW] : p3[MW-1];
      st  = |p3[MW-2:0] | (top & p3[MW-1]);
      t   = {1'b0, top ? p3[2*MW+1:MW+1] : p3[2*MW:MW]};
      up  = f3[0] & round_up(u3.rm, ps3, t[0], g, st);
      t   = t + (MW+2)'(up);
      t4  <= {t[MW] | t[MW+1], t[MW-1:0]};
      pe4 <= pe3 + XW'(top) + XW'(t[MW+1]);
      ps4 <= ps3;
      f4  <= f3;
    end

  // --- stage 5: larger and smaller operand -----------------------------------------------------
  logic [MW:0]   big5;
  logic [AW-1:0] small5;
  logic [5:0]    n5;
  logic          sub5;

  always_ff @(posedge clk)
    if (u4.fp) begin : stage5
      logic [MW:0]   m;
      logic [XW-1:0] ec, d;
      logic          c_z, c_larger;
      c_z = ~|c4[W-2:MW];
      m   = c_z ? '0 : {1'b1, c4[MW-1:0]};
      ec  = f4[0] ? E_ZERO : {3'd0, c4[W-2:MW]};
      d   = pe4 - ec;                             // -767 .. 894: fits
      c_larger = d[XW-1] | (d == '0 & t4 < m);
      if (d[XW-1]) d = -d;
      n5     <= d > FAR ? FAR[5:0] : d[5:0];
      big5   <= c_larger ? m : t4;
      small5 <= {1'b0, c_larger ? t4 : m, 7'd0};
      e5     <= c_larger ? ec : pe4;
      s5     <= c_larger ? c4[W-1] : ps4;
      sub5   <= (ps4 ^ c4[W-1]) & !u4.no_c;
      f5     <= f4;
    end else if (u4.aln) begin
      n5     <= cv_n4;
      big5   <= '0;
      small5 <= cv_x4;
      e5     <= cv_e4;
      s5     <= cv_s4;
      sub5   <= cv_s4 & u4.clampi & u4.dsigned & !u4.red;     // two's complement
      f5     <= {cv_nan4, cv_inf4, cv_s4, cv_s4, 1'b1};
    end

  // --- stage 6: align, decide the increment -----------------------------------------------------
  logic [MW:0]   big6;
  logic [AW-1:0] al6;
  logic          inc6;

  always_ff @(posedge clk)
    if (u5.aln) begin : stage6
      logic [2*AW-1:0] z;
      logic            lost;
      z    = {small5, {AW{1'b0}}} >> n5;
      lost = |z[AW-1:0];
      if (u5.fp) z[AW] = z[AW] | lost;
      al6  <= sub5 ? ~z[2*AW-1:AW] : z[2*AW-1:AW];
      inc6 <= u5.fp ? sub5 : sub5 ^ round_up(u5.rm, s5, z[AW], z[AW-1], |z[AW-2:0]);
      if (u5.red) begin
        // what would be lost: a left shift, or with n of 32 and more a right shift
        al6  <= u5.pi & !f5[4] ? z[AW-1:0] & TURN : z[AW-1:0];
        inc6 <= 1'b0;
      end
      big6 <= big5;
      e6   <= e5;
      s6   <= s5;
      f6   <= f5;
    end

  // --- stage 7: add ------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u6.aln) begin
      sum7 <= {1'b0, big6, 7'd0} + al6 + AW'(inc6);
      e7   <= e6;
      s7   <= s6;
      f7   <= f6;
    end

  // --- stage 8: normalise --------------------------------------------------------------------------
  logic [AW-1:0] norm8;
  logic          zero8;

  always_ff @(posedge clk)
    if (u7.nrm) begin : stage8
      logic [4:0] lz;
      logic [AW-1:0] v;
      {lz, v} = normalise(sum7);
      norm8 <= v;
      zero8 <= sum7 == '0;
      e8    <= e7 + ONE - XW'(lz);
      s8    <= s7;
      f8    <= f7;
    end

  // --- stage 9: round, find out what underflows ------------------------------------------------
  always_ff @(posedge clk)
    if (u8.nrm) begin : stage9
      logic [MW-1:0] m;
      logic [XW-1:0] e;
      logic          up, ones, grid, tiny, carry;
      ones = &norm8[AW-1:8];
      up   = round_up(u8.rm, s8, norm8[8], norm8[7], |norm8[6:0]);
      m    = norm8[AW-2:8] + MW'(up);
      carry = up & ones;
      e    = e8 + XW'(carry);
      // mad rounds on the denormal grid before it flushes: just below 2^-126, with all 24 bits set,
      // is half a grid step from 2^-126 and goes there
      grid  = u8.fmad & !f8[0] & (e8 == '0) & ones;
      tiny  = (e[XW-1] | (e == '0)) & !grid;
      sig9  <= grid ? '0 : m;
      e9    <= grid ? ONE : e;
      zero9 <= (zero8 | tiny) & !f8[4] & !f8[3];
      s9    <= f8[3] ? f8[2] : zero8 | (tiny & f8[0]) ? f8[1] : s8;
      nan9  <= f8[4];
      inf9  <= f8[3];
    end

  wire unused = &{1'b0, u1, u2, u3, u4, u5, u6, u7, u8};

endmodule
`default_nettype wire
