// SPDX-License-Identifier: Apache-2.0
// sp_operands: first stage of the lanes: from raw words to operands.
//
// From sp_array   in_a, in_b, in_c: raw words; in_cin: $c; *_half/*_hi: take a half of each word; uop
// To   the units  a1, b1, c1, cin1; ma1, mb1: what the multiplier takes
//
// Selects halves (of a and b: no third operand has 16 bits, proof decode), extends 16-bit integers, applies negation,
// absolute value and inversion, and flushes fp32 denormals where int_alu compares. Every vector but cin has a word of
// 32 bits for each lane.
`include "exec/exec_types.svh"
`default_nettype none

module sp_operands #(
  parameter int LANES = 8
) (
  input  wire         clk,
  input  wire         valid,
  input  uop_t        uop,
  input  wire         a_half,
  input  wire         a_hi,
  input  wire         b_half,
  input  wire         b_hi,
  input  wire  [32*LANES-1:0] in_a,
  input  wire  [32*LANES-1:0] in_b,
  input  wire  [32*LANES-1:0] in_c,
  input  wire  [4*LANES-1:0]  in_cin,
  output logic [32*LANES-1:0] a1,
  output logic [32*LANES-1:0] b1,
  output logic [32*LANES-1:0] c1,
  output logic [32*LANES-1:0] ma1,
  output logic [32*LANES-1:0] mb1,
  output logic [4*LANES-1:0]  cin1
);

  localparam int B = 32 * LANES;
  localparam logic [31:0] TWO_OVER_PI = 32'h3f22f983;     // truncated

  always_ff @(posedge clk)
    if (valid) begin : stage1
      logic [B-1:0] a, b, c, ma, mb;
      a = in_a;
      b = in_b;
      c = in_c;
      if (a_half)
        for (int l = 0; l < LANES; l = l + 1) a[32*l +: 32] = {16'd0, a_hi ? a[32*l+16 +: 16] : a[32*l +: 16]};
      if (b_half)
        for (int l = 0; l < LANES; l = l + 1) b[32*l +: 32] = {16'd0, b_hi ? b[32*l+16 +: 16] : b[32*l +: 16]};
      if (uop.a8)
        for (int l = 0; l < LANES; l = l + 1) a[32*l+8 +: 8] = 8'd0;
      if (uop.ext16)
        for (int l = 0; l < LANES; l = l + 1) begin : extend
          a[32*l+16 +: 16] = {16{uop.sgn && a[32*l+15]}};
          b[32*l+16 +: 16] = {16{uop.sgn && b[32*l+15]}};
        end
      for (int l = 0; l < LANES; l = l + 1) begin : modify
        a[32*l +: 32] = (a[32*l +: 32] & {!uop.a_abs, 31'h7fffffff}) ^ {uop.a_neg, 31'd0};
        b[32*l +: 32] = (b[32*l +: 32] & {!uop.b_abs, 31'h7fffffff}) ^ {uop.b_neg, 31'd0};
        c[32*l +: 32] = c[32*l +: 32] ^ {uop.c_neg, 31'd0};
      end
      if (uop.fcmp)
        for (int l = 0; l < LANES; l = l + 1) begin : flush
          a[32*l +: 31] = a[32*l +: 31] & {31{a[32*l+23 +: 8] != 8'd0}};
          b[32*l +: 31] = b[32*l +: 31] & {31{b[32*l+23 +: 8] != 8'd0}};
        end
      if (uop.a_inv)  a = ~a;
      if (uop.b_inv)  b = ~b;
      if (uop.c_is_b) c = b;
      if (uop.no_c)   c = '0;
      if (uop.one_b)  b = {LANES{uop.pi ? TWO_OVER_PI : 32'h3f800000}};
      a1 <= a;
      b1 <= b;
      c1 <= c;
      // multiplier operand: significand, or an integer of 16 or 24 bits, sign on top
      if (uop.mul) begin
        if (uop.fp || uop.pi)
          for (int l = 0; l < LANES; l = l + 1) begin : significand
            ma[32*l +: 32] = {9'd1, a[32*l +: 23]} & {32{a[32*l+23 +: 8] != 8'd0}};
            mb[32*l +: 32] = {9'd1, b[32*l +: 23]} & {32{b[32*l+23 +: 8] != 8'd0}};
          end
        else if (uop.m16)
          for (int l = 0; l < LANES; l = l + 1) begin : half
            ma[32*l +: 32] = {7'd0, {9{uop.sgn && a[32*l+15]}}, a[32*l +: 16]};
            mb[32*l +: 32] = {7'd0, {9{uop.sgn2 && b[32*l+15]}}, b[32*l +: 16]};
          end
        else
          for (int l = 0; l < LANES; l = l + 1) begin : whole
            ma[32*l +: 32] = {7'd0, uop.sgn && a[32*l+23], a[32*l +: 24]};
            mb[32*l +: 32] = {7'd0, uop.sgn2 && b[32*l+23], b[32*l +: 24]};
          end
        ma1 <= ma;
        mb1 <= mb;
      end
      cin1 <= in_cin;
    end

  wire unused = &{1'b0, uop};

endmodule
`default_nettype wire
