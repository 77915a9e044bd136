// SPDX-License-Identifier: Apache-2.0
// fp64_mul: product of two 53-bit significands in nine 18x18 multipliers, and its exponent.
//
// From dpu        in_a, in_b: raw operands (signs do not matter here)
// To   fp64_fma   pe2: exponent of the product if bit 105 is its leading one (biased, 13 bits signed);
//                 p3: the product
//
// One product per cycle, three cycles behind its operands (its exponent two), no stall.
// Stage 1 brings a denormal operand to the left, 2 multiplies the parts, 3 adds them. Only one
// operand is normalised: two denormals have a product below 2^-2044, of which only "not zero" counts.
// After that the leading one of the product is in bit 105 or 104, or it is far below every addend.
`include "exec/dpu_types.svh"
`default_nettype none

module fp64_mul (
  input  wire          clk,
  input  dop_t         u0,
  input  dop_t         u1,
  input  dop_t         u2,
  input  wire  [63:0]  in_a,
  input  wire  [63:0]  in_b,
  output logic [12:0]  pe2,
  output logic [105:0] p3
);

  // exponent of a product that is zero: below every addend
  localparam logic [12:0] PE_ZERO = 13'h1a00;      // -1536

  // --- stage 1 -----------------------------------------------------------------------------------
  logic [53:0] ma1, mb1;
  logic [11:0] es1;
  logic [5:0]  n1;
  logic        zero1;

  always_ff @(posedge clk)
    if (u0.fma) begin : stage1
      logic [62:0] a, b;
      logic        den_a, den_b;
      logic [55:0] x;          // to be normalised: its leading 0, and zeros below
      logic [13:0] some;       // of its groups of four bits, the highest first
      logic [1:0]  low;        // zeros of the first group that is not 0
      logic [5:0]  n;
      a     = in_a[62:0];
      b     = u0.add ? {11'h3ff, 52'd0} : in_b[62:0];
      den_a = a[62:52] == 11'd0;
      den_b = b[62:52] == 11'd0;
      x     = {1'b0, den_a ? a[51:0] : in_b[51:0], 3'd0};       // in_b: the 1 of an addition is normal
      n     = 6'd0;
      low   = 2'd0;
      for (int g = 0; g < 14; g++) some[g] = x[55 - 4*g -: 4] != 4'd0;
      for (int g = 13; g >= 0; g--)
        if (some[g]) begin
          n[5:2] = 4'(g);
          low    = x[55 - 4*g] ? 2'd0 : x[54 - 4*g] ? 2'd1 : x[53 - 4*g] ? 2'd2 : 2'd3;
        end
      x = (x << {n[5:2], 2'd0}) << low;
      n = den_a || den_b ? {n[5:2], low} : 6'd0;
      ma1   <= {1'b0, den_a ? x[55:3] : {1'b1, a[51:0]}};
      mb1   <= {1'b0, den_b && !den_a ? x[55:3] : {!den_b, b[51:0]}};
      es1   <= {1'b0, a[62:53], a[52] || den_a} + {1'b0, b[62:53], b[52] || den_b};
      n1    <= n;
      zero1 <= (a == 63'd0) || (b == 63'd0);
    end

  // --- stage 2 -----------------------------------------------------------------------------------
  logic [35:0] q00, q01, q02, q10, q11, q12, q20, q21, q22;

  always_ff @(posedge clk)
    if (u1.fma) begin
      pe2 <= zero1 ? PE_ZERO : {1'b0, es1} - {7'd0, n1} - 13'd1022;
      q00 <= {18'd0, ma1[17:0]}  * {18'd0, mb1[17:0]};
      q01 <= {18'd0, ma1[17:0]}  * {18'd0, mb1[35:18]};
      q02 <= {18'd0, ma1[17:0]}  * {18'd0, mb1[53:36]};
      q10 <= {18'd0, ma1[35:18]} * {18'd0, mb1[17:0]};
      q11 <= {18'd0, ma1[35:18]} * {18'd0, mb1[35:18]};
      q12 <= {18'd0, ma1[35:18]} * {18'd0, mb1[53:36]};
      q20 <= {18'd0, ma1[53:36]} * {18'd0, mb1[17:0]};
      q21 <= {18'd0, ma1[53:36]} * {18'd0, mb1[35:18]};
      q22 <= {18'd0, ma1[53:36]} * {18'd0, mb1[53:36]};
    end

  // --- stage 3 -----------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u2.fma) begin : stage3
      logic [55:0] lo;         // from bit 0
      logic [57:0] mid;        // from bit 36
      logic [33:0] hi;         // from bit 72
      lo  = {20'd0, q00} + {1'b0, {1'b0, q01} + {1'b0, q10}, 18'd0};
      mid = {38'd0, lo[55:36]} + {20'd0, {2'd0, q02} + {2'd0, q11} + {2'd0, q20}}
          + {3'd0, {1'b0, q12} + {1'b0, q21}, 18'd0};
      hi  = {12'd0, mid[57:36]} + q22[33:0];
      p3 <= {hi, mid[35:0], lo[35:0]};
    end

  wire unused = &{1'b0, u0, u1, u2, in_a[63], in_b[63], q22[35:34]};

endmodule
`default_nettype wire
