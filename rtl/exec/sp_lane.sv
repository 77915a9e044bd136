// SPDX-License-Identifier: Apache-2.0
// sp_lane: one scalar processor: ten stages from raw operands to result and condition code.
//
// From sp_array   u0 (operands of this cycle), u1..u9: what each stage must do
//                 in_a, in_b, in_c: raw words; *_half/*_hi: take a half of them
// To   sp_array   out_r, out_cc: ten cycles after the operands; kept until the next result
//
// Stage 1 selects halves, extends 16-bit integers, applies negation, absolute value and inversion, and
// flushes fp32 denormals where int_alu compares; stages 2..8 are in the
// units; stage 9 joins them; stage 10 packs. A name's number is the stage that registers it.
`include "exec/exec_types.svh"
`default_nettype none

module sp_lane (
  input  wire         clk,
  input  wire         go0,
  input  uop_t        u0,
  input  wire         a_half,
  input  wire         a_hi,
  input  wire         b_half,
  input  wire         b_hi,
  input  wire         c_half,
  input  wire         c_hi,
  input  wire  [31:0] in_a,
  input  wire  [31:0] in_b,
  input  wire  [31:0] in_c,
  input  wire  [3:0]  in_cin,
  input  uop_t        u1,
  input  uop_t        u2,
  input  uop_t        u3,
  input  uop_t        u4,
  input  uop_t        u5,
  input  uop_t        u6,
  input  uop_t        u7,
  input  uop_t        u8,
  input  uop_t        u9,
  output logic [31:0] out_r,
  output logic [3:0]  out_cc
);

  localparam logic [31:0] TWO_OVER_PI = 32'h3f22f983;     // truncated

  logic [31:0] a1, b1, c1, c2, c3, c4;
  logic [24:0] ma1, mb1;
  logic [3:0]  cin1;
  logic        carry2, carry3, carry4;

  // --- stage 1: operands -----------------------------------------------------------------------
  // Multiplier operand: significand, or an integer of 16 or 24 bits, sign on top.
  function automatic logic [24:0] mul_operand(input logic [30:0] x, input logic fp,
                                              input logic w16, input logic sgn);
    if (fp)
      mul_operand = x[30:23] == 8'd0 ? 25'd0 : {2'b01, x[22:0]};
    else if (w16)
      mul_operand = {{9{sgn & x[15]}}, x[15:0]};
    else
      mul_operand = {sgn & x[23], x[23:0]};
  endfunction

  always_ff @(posedge clk)
    if (go0) begin : stage1
      logic [31:0] a, b, c;
      a[15:0]  = a_half & a_hi ? in_a[31:16] : in_a[15:0];
      if (u0.a8) a[15:8] = 8'd0;
      a[31:16] = a_half | u0.ext16 ? {16{u0.ext16 & u0.sgn & a[15]}} : in_a[31:16];
      b[15:0]  = b_half & b_hi ? in_b[31:16] : in_b[15:0];
      b[31:16] = b_half | u0.ext16 ? {16{u0.ext16 & u0.sgn & b[15]}} : in_b[31:16];
      c[15:0]  = c_half & c_hi ? in_c[31:16] : in_c[15:0];
      c[31:16] = c_half ? 16'd0 : in_c[31:16];
      a[31] = (a[31] & !u0.a_abs) ^ u0.a_neg;
      b[31] = (b[31] & !u0.b_abs) ^ u0.b_neg;
      c[31] = c[31] ^ u0.c_neg;
      if (u0.fcmp & (a[30:23] == 8'd0)) a[30:0] = 31'd0;
      if (u0.fcmp & (b[30:23] == 8'd0)) b[30:0] = 31'd0;
      if (u0.a_inv)  a = ~a;
      if (u0.b_inv)  b = ~b;
      if (u0.c_is_b) c = b;
      if (u0.no_c)   c = 32'd0;
      if (u0.one_b)  b = u0.pi ? TWO_OVER_PI : 32'h3f800000;
      a1 <= a;
      b1 <= b;
      c1 <= c;
      if (u0.mul) begin
        ma1 <= mul_operand(a[30:0], u0.fp | u0.pi, u0.m16, u0.sgn);
        mb1 <= mul_operand(b[30:0], u0.fp | u0.pi, u0.m16, u0.sgn2);
      end
      cin1 <= in_cin;
    end

  // --- the addend waits for the product ---------------------------------------------------------
  always_ff @(posedge clk)
    if (u1.fp | u1.iadd) begin
      c2     <= c1;
      carry2 <= cin1[2];
    end

  always_ff @(posedge clk)
    if (u2.fp | u2.iadd) begin
      c3     <= c2;
      carry3 <= carry2;
    end

  always_ff @(posedge clk)
    if (u3.fp | u3.iadd) begin
      c4     <= c3;
      carry4 <= carry3;
    end

  // --- units -----------------------------------------------------------------------------------
  wire [47:0] p3;
  wire [31:0] ix8, cx8, cv_x4, sum7;
  wire        iC8, iO8;
  wire [5:0]  cv_n4;
  wire [10:0] cv_e4, e7, e9;
  wire        cv_s4, cv_nan4, cv_inf4, s7, s9, zero9, nan9, inf9;
  wire [4:0]  f7;
  wire [22:0] sig9;

  int_mul u_mul (.clk(clk), .go2(u1.mul), .ma1(ma1), .mb1(mb1), .go3(u2.mul), .p3(p3));

  int_alu u_alu (
    .clk(clk), .u1(u1), .u2(u2), .u3(u3), .u4(u4), .u5(u5), .u6(u6), .u7(u7),
    .a1(a1), .b1(b1), .c1(c1), .cin1(cin1), .p3(p3), .c4(c4), .carry4(carry4),
    .ix8(ix8), .iC8(iC8), .iO8(iO8));

  fp_cvt u_cvt (
    .clk(clk), .u1(u1), .u2(u2), .u3(u3), .u7(u7), .a1(a1), .p3(p3),
    .x4(cv_x4), .n4(cv_n4), .e4(cv_e4), .s4(cv_s4), .nan4(cv_nan4), .inf4(cv_inf4),
    .sum7(sum7), .e7(e7), .s7(s7), .f7(f7), .cx8(cx8));

  fp32_path u_fp (
    .clk(clk), .u1(u1), .u2(u2), .u3(u3), .u4(u4), .u5(u5), .u6(u6), .u7(u7), .u8(u8),
    .a1(a1), .b1(b1), .c1(c1), .p3(p3), .c4(c4),
    .cv_x4(cv_x4), .cv_n4(cv_n4), .cv_e4(cv_e4), .cv_s4(cv_s4), .cv_nan4(cv_nan4),
    .cv_inf4(cv_inf4),
    .sum7(sum7), .e7(e7), .s7(s7), .f7(f7),
    .sig9(sig9), .e9(e9), .s9(s9), .zero9(zero9), .nan9(nan9), .inf9(inf9));

  // --- stage 9: results that are not from the fp32 rounder ------------------------------------
  logic [31:0] x9;
  logic        c9, o9;

  always_ff @(posedge clk)
    if (u8.clampi | u8.nar) begin
      x9 <= cx8;
      c9 <= 1'b0;
      o9 <= 1'b0;
    end else if (u8.alu | u8.imul) begin
      x9 <= ix8;
      c9 <= iC8;
      o9 <= iO8;
    end

  // --- stage 10 ----------------------------------------------------------------------------------
  sp_pack u_pack (
    .clk(clk), .u9(u9), .other9(u9.clampi | u9.nar | u9.alu | u9.imul),
    .x9(x9), .c9(c9), .o9(o9),
    .sig9(sig9), .e9(e9), .s9(s9), .zero9(zero9), .nan9(nan9), .inf9(inf9),
    .out_r(out_r), .out_cc(out_cc));

  wire unused = &{1'b0, u0};

endmodule
`default_nettype wire
