// SPDX-License-Identifier: Apache-2.0
// sfu_mul: one multiply lane of a special-function unit: stages 3 to 6 of fp32 mul, and the multipliers
// that the functions borrow.
//
// From sfu       a2, b2: operands after negation
//                fr, fb, fq, fc: r, B, q, C of an interpolation (FN only)
// To   sfu       ll4 = B * r, lh4 = C * q
// To   sfu_pack  sig6, e6, s6, zero6, nan6, inf6: rounded product, exponent not yet range checked
//
// One product per cycle, four cycles behind its operands, no stall.
// Stage 3 significands, exponent, special values; 4 four partial products of at most 18 x 18 bits; 5 their
// sum; 6 normalise and round.
`include "exec/sfu_types.svh"
`default_nettype none

module sfu_mul #(
  parameter int FN   = 1,        // the lane that also does functions
  parameter int LATE = 0         // a register more between stages 5 and 6 (sfu)
) (
  input  wire         clk,
  input  sop_t        u2,
  input  sop_t        u3,
  input  sop_t        u4,
  input  sop_t        u5,
  input  sop_t        u5l,       // u5 of what stage 6 rounds
  input  wire  [31:0] a2,
  input  wire  [31:0] b2,

  input  wire  [16:0] fr,
  input  wire  [16:0] fb,        // signed
  input  wire  [14:0] fq,
  input  wire  [11:0] fc,        // signed

  output logic [34:0] ll4,       // signed
  output logic [28:0] lh4,       // signed

  output logic [22:0] sig6,
  output logic [9:0]  e6,        // signed
  output logic        s6,
  output logic        zero6,
  output logic        nan6,
  output logic        inf6
);

  wire itp2 = FN != 0 && u2.itp;
  wire itp3 = FN != 0 && u3.itp;

  // --- stage 3: factors -----------------------------------------------------------------------------
  logic [16:0] lo_a3, lh_a3;
  logic [17:0] lo_b3;                    // signed
  logic [6:0]  hi_a3;
  logic [6:0]  hi_b3;
  logic [11:0] lh_b3;                    // signed

  always_ff @(posedge clk)
    if (itp2) begin
      lo_a3 <= fr;
      lo_b3 <= {fb[16], fb};
      lh_a3 <= {2'd0, fq};
      lh_b3 <= fc;
    end else if (u2.fmul) begin : factors
      logic [23:0] a, b;
      a = a2[30:23] == 8'd0 ? 24'd0 : {1'b1, a2[22:0]};
      b = b2[30:23] == 8'd0 ? 24'd0 : {1'b1, b2[22:0]};
      lo_a3 <= a[16:0];
      hi_a3 <= a[23:17];
      lo_b3 <= {1'b0, b[16:0]};
      hi_b3 <= b[23:17];
      lh_a3 <= a[16:0];
      lh_b3 <= {5'd0, b[23:17]};
    end

  // --- stages 3 to 5: exponent and special values of mul ----------------------------------------------
  logic [9:0] pe3, pe4, pe5;
  logic [3:0] f3, f4, f5;                // {nan, inf, zero, sign}

  always_ff @(posedge clk)
    if (u2.fmul) begin : special
      logic a_m, b_m, a_z, b_z, a_f, b_f;
      a_m = a2[30:23] == 8'hff;
      b_m = b2[30:23] == 8'hff;
      a_z = a2[30:23] == 8'd0;
      b_z = b2[30:23] == 8'd0;
      a_f = a2[22:0] != 23'd0;
      b_f = b2[22:0] != 23'd0;
      pe3 <= {2'd0, a2[30:23]} + {2'd0, b2[30:23]} - 10'd127;
      f3  <= {(a_m && (a_f || b_z)) || (b_m && (b_f || a_z)), a_m || b_m, a_z || b_z, a2[31] ^ b2[31]};
    end

  always_ff @(posedge clk)
    if (u3.fmul) begin
      pe4 <= pe3;
      f4  <= f3;
    end

  always_ff @(posedge clk)
    if (u4.fmul) begin
      pe5 <= pe4;
      f5  <= f4;
    end

  // --- stage 4: partial products -------------------------------------------------------------------------
  logic [23:0] hl4;
  logic [13:0] hh4;

  always_ff @(posedge clk)
    if (u3.fmul || itp3) begin
      ll4 <= 35'($signed({1'b0, lo_a3}) * $signed(lo_b3));
      lh4 <= 29'($signed({1'b0, lh_a3}) * $signed(lh_b3));
    end

  always_ff @(posedge clk)
    if (u3.fmul) begin
      hl4 <= 24'(hi_a3) * 24'(lo_b3[16:0]);
      hh4 <= 14'(hi_a3) * 14'(hi_b3);
    end

  logic [47:0] p5;

  // --- stage 5: product ----------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u4.fmul) begin : sum
      logic [24:0] mid;
      mid = {1'b0, lh4[23:0]} + {1'b0, hl4};
      p5 <= {hh4, ll4[33:0]} + {6'd0, mid, 17'd0};
    end

  // --- between 5 and 6: normalise --------------------------------------------------------------------------
  logic [23:0] t5;
  logic        g5, st5;                  // below it: the first bit, and whether one of the others is set
  logic [9:0]  ne5;

  always_comb begin : normalise
    logic n;
    {n, t5, g5, st5, ne5} = 'x;
    if (u5.fmul) begin
      n   = p5[47];
      t5  = n ? p5[47:24] : p5[46:23];
      g5  = n ? p5[23] : p5[22];
      st5 = (p5[21:0] != 22'd0) || (n && p5[22]);
      ne5 = pe5 + {9'd0, n};
    end
  end

  logic [23:0] t5l;
  logic        g5l, st5l;
  logic [9:0]  ne5l;
  logic [3:0]  f5l;
  if (LATE != 0) begin : g_late
    always_ff @(posedge clk)
      if (u5.fmul) begin
        t5l  <= t5;
        g5l  <= g5;
        st5l <= st5;
        ne5l <= ne5;
        f5l  <= f5;
      end
  end else begin : g_now
    assign t5l  = t5;
    assign g5l  = g5;
    assign st5l = st5;
    assign ne5l = ne5;
    assign f5l  = f5;
  end

  // --- stage 6: round ----------------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u5l.fmul) begin : round
      logic up, s, carry;
      s = f5l[0];
      case (u5l.rm)
        2'd0:    up = g5l && (st5l || t5l[0]);
        2'd1:    up = s && (g5l || st5l);
        2'd2:    up = !s && (g5l || st5l);
        default: up = 1'b0;
      endcase
      carry = up && (t5l == 24'hffffff);
      sig6  <= t5l[22:0] + {22'd0, up};
      e6    <= ne5l + {9'd0, carry};
      s6    <= s;
      zero6 <= f5l[1];
      nan6  <= f5l[3];
      inf6  <= f5l[2];
    end

  wire unused = &{1'b0, u2, u3, u4, u5, u5l, fr, fb, fq, fc, itp2, itp3};

endmodule
`default_nettype wire
