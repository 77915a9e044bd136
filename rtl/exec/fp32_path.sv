// SPDX-License-Identifier: Apache-2.0
// fp32_path: fp32 a*b + c, and the align, add, normalise, round steps of the conversions.
//
// From sp_lane   a1, b1, c1: operands after negation; c4: c1 three stages later
// From int_mul   p3: product of the significands
// From fp_cvt    x4, n4, e4, s4, nan4, inf4: a conversion entering at stage 5
// To   fp_cvt    sum7, e7, s7, f7: conversion results that are integers or f16
// To   sp_lane   sig9, e9, s9, zero9, nan9, inf9: rounded fp32 value
//
// Stage 2 exponent and special values, 3 wait for the product, 4 truncate or round the product,
// 5 compare, 6 align, 7 add, 8 normalise, 9 round.
//
// mad keeps only 24 product bits (truncated) unless the addend is zero: then the product is rounded
// as in mul. mul is mad with a zero addend that has the sign of the product, add is mad with b = 1.
// Exponents are biased and unclamped (11 bits signed) until the result is packed, so a product above
// 2^128 or below 2^-126 is added unchanged. The adder word is {carry, 24 bits, 7 bits below}; bit 0
// of the aligned operand is sticky. An integer (conversions) uses all 32 bits.
`include "exec/exec_types.svh"
`default_nettype none

module fp32_path (
  input  wire         clk,
  input  uop_t        u1,
  input  uop_t        u2,
  input  uop_t        u3,
  input  uop_t        u4,
  input  uop_t        u5,
  input  uop_t        u6,
  input  uop_t        u7,
  input  uop_t        u8,
  input  wire  [31:0] a1,
  input  wire  [31:0] b1,
  input  wire  [31:0] c1,
  input  wire  [47:0] p3,
  input  wire  [31:0] c4,
  input  wire  [31:0] cv_x4,
  input  wire  [5:0]  cv_n4,
  input  wire  [10:0] cv_e4,
  input  wire         cv_s4,
  input  wire         cv_nan4,
  input  wire         cv_inf4,
  output logic [31:0] sum7,
  output logic [10:0] e7,
  output logic        s7,
  output logic [4:0]  f7,        // {nan, inf, sign of inf, sign of zero, addend is zero}
  output logic [22:0] sig9,
  output logic [10:0] e9,
  output logic        s9,
  output logic        zero9,
  output logic        nan9,
  output logic        inf9
);

  // exponent of a zero: below every product, so that the other operand is never shifted
  localparam logic [10:0] E_ZERO = 11'h600;        // -512

  // sideband of all stages, see f7
  logic [4:0]  f2, f3, f4, f5, f6, f8;
  logic [10:0] pe2, pe3, pe4, e5, e6, e8;
  logic        ps2, ps3, ps4, s5, s6, s8;

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

  function automatic logic [4:0] lead_zeros(input logic [31:0] x);   // x != 0
    logic [31:0] v;
    logic [4:0]  n;
    v = x;
    n = 5'd0;
    if (v[31:16] == 16'd0) begin n[4] = 1'b1; v = {v[15:0], 16'd0}; end
    if (v[31:24] == 8'd0)  begin n[3] = 1'b1; v = {v[23:0], 8'd0}; end
    if (v[31:28] == 4'd0)  begin n[2] = 1'b1; v = {v[27:0], 4'd0}; end
    if (v[31:30] == 2'd0)  begin n[1] = 1'b1; v = {v[29:0], 2'd0}; end
    n[0] = !v[31];
    lead_zeros = n;
  endfunction

  // --- stage 2: exponent of the product, special values ----------------------------------------
  always_ff @(posedge clk)
    if (u1.fp) begin : stage2
      logic a_m, b_m, c_m, a_z, b_z, c_z, a_f, b_f, c_f, p_nan, p_inf, c_inf, ps;
      a_m = a1[30:23] == 8'hff;
      b_m = b1[30:23] == 8'hff;
      c_m = c1[30:23] == 8'hff;
      a_z = a1[30:23] == 8'd0;
      b_z = b1[30:23] == 8'd0;
      c_z = c1[30:23] == 8'd0;
      a_f = a1[22:0] != 23'd0;
      b_f = b1[22:0] != 23'd0;
      c_f = c1[22:0] != 23'd0;
      ps    = a1[31] ^ b1[31];
      p_nan = (a_m & (a_f | b_z)) | (b_m & (b_f | a_z));
      p_inf = a_m | b_m;
      c_inf = c_m & !c_f;
      f2 <= {p_nan | (c_m & c_f) | (p_inf & c_inf & (ps != c1[31])),
             p_inf | c_inf,
             p_inf ? ps : c1[31],
             ps & (u1.no_c | c1[31]),
             c_z};
      ps2 <= ps;
      pe2 <= a_z | b_z ? E_ZERO : {3'd0, a1[30:23]} + {3'd0, b1[30:23]} - 11'd127;
    end

  always_ff @(posedge clk)
    if (u2.fp) begin
      f3  <= f2;
      ps3 <= ps2;
      pe3 <= pe2;
    end

  // --- stage 4: 24 bits of the product -------------------------------------------------------
  logic [23:0] t4;

  always_ff @(posedge clk)
    if (u3.fp) begin : stage4
      logic [24:0] t;
      logic        g, st, up;
      g  = p3[47] ? p3[23] : p3[22];
      st = (p3[21:0] != 22'd0) | (p3[47] & p3[22]);
      t  = {1'b0, p3[47] ? p3[47:24] : p3[46:23]};
      up = f3[0] & round_up(u3.rm, ps3, t[0], g, st);
      t  = t + {24'd0, up};
      t4  <= {t[23] | t[24], t[22:0]};
      pe4 <= pe3 + {10'd0, p3[47]} + {10'd0, t[24]};
      ps4 <= ps3;
      f4  <= f3;
    end

  // --- stage 5: larger and smaller operand -----------------------------------------------------
  logic [23:0] big5;
  logic [31:0] small5;
  logic [5:0]  n5;
  logic        sub5;

  always_ff @(posedge clk)
    if (u4.fp) begin : stage5
      logic [23:0] m;
      logic [10:0] ec, d;
      logic        c_larger;
      m  = {c4[30:23] != 8'd0, c4[30:23] != 8'd0 ? c4[22:0] : 23'd0};
      ec = f4[0] ? E_ZERO : {3'd0, c4[30:23]};
      d  = pe4 - ec;                              // -767 .. 894: fits
      c_larger = d[10] | (d == 11'd0 & t4 < m);
      if (d[10]) d = 11'd0 - d;
      n5     <= d > 11'd40 ? 6'd40 : d[5:0];
      big5   <= c_larger ? m : t4;
      small5 <= {1'b0, c_larger ? t4 : m, 7'd0};
      e5     <= c_larger ? ec : pe4;
      s5     <= c_larger ? c4[31] : ps4;
      sub5   <= (ps4 ^ c4[31]) & !u4.no_c;
      f5     <= f4;
    end else if (u4.aln) begin
      n5     <= cv_n4;
      big5   <= 24'd0;
      small5 <= cv_x4;
      e5     <= cv_e4;
      s5     <= cv_s4;
      sub5   <= 1'b0;
      f5     <= {cv_nan4, cv_inf4, cv_s4, cv_s4, 1'b1};
    end

  // --- stage 6: align, decide the increment -----------------------------------------------------
  logic [23:0] big6;
  logic [31:0] al6;
  logic        inc6;

  always_ff @(posedge clk)
    if (u5.aln) begin : stage6
      logic [63:0] z;
      logic        lost;
      z    = {small5, 32'd0} >> n5;
      lost = z[31:0] != 32'd0;
      if (u5.fp) begin
        z[32] = z[32] | lost;
        al6  <= sub5 ? ~z[63:32] : z[63:32];
        inc6 <= sub5;
      end else begin
        al6  <= z[63:32];
        inc6 <= round_up(u5.rm, s5, z[32], z[31], z[30:0] != 31'd0);
      end
      big6 <= big5;
      e6   <= e5;
      s6   <= s5;
      f6   <= f5;
    end

  // --- stage 7: add ------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u6.aln) begin
      sum7 <= {1'b0, big6, 7'd0} + al6 + {31'd0, inc6};
      e7   <= e6;
      s7   <= s6;
      f7   <= f6;
    end

  // --- stage 8: normalise --------------------------------------------------------------------------
  logic [31:0] norm8;
  logic        zero8;

  always_ff @(posedge clk)
    if (u7.nrm) begin : stage8
      logic [4:0] lz;
      lz    = lead_zeros(sum7);
      norm8 <= sum7 << lz;
      zero8 <= sum7 == 32'd0;
      e8    <= e7 + 11'd1 - {6'd0, lz};
      s8    <= s7;
      f8    <= f7;
    end

  // --- stage 9: round, find out what underflows ------------------------------------------------
  always_ff @(posedge clk)
    if (u8.nrm) begin : stage9
      logic [22:0] m;
      logic [10:0] e;
      logic        up, grid, tiny, carry;
      up = round_up(u8.rm, s8, norm8[8], norm8[7], norm8[6:0] != 7'd0);
      m  = norm8[30:8] + {22'd0, up};
      carry = up & (norm8[31:8] == 24'hffffff);
      e  = e8 + {10'd0, carry};
      // mad rounds on the denormal grid before it flushes: just below 2^-126, with all 24 bits set,
      // is half a grid step from 2^-126 and goes there
      grid  = u8.fmad & !f8[0] & (e8 == 11'd0) & (norm8[31:8] == 24'hffffff);
      tiny  = (e[10] | (e == 11'd0)) & !grid;
      sig9  <= grid ? 23'd0 : m;
      e9    <= grid ? 11'd1 : e;
      zero9 <= (zero8 | tiny) & !f8[4] & !f8[3];
      s9    <= f8[3] ? f8[2] : zero8 | (tiny & f8[0]) ? f8[1] : s8;
      nan9  <= f8[4];
      inf9  <= f8[3];
    end

  wire unused = &{1'b0, u1, u2, u3, u4, u5, u6, u7, u8};

endmodule
`default_nettype wire
