// SPDX-License-Identifier: Apache-2.0
// fp64_cmp: min, max, set; NaN, infinity and signs of a*b + c. Stage 2 of the double-precision unit.
//
// From dpu        a1, b1, c1: operands with their modifiers, NaNs made quiet; na1, nb1, nc1: NaNs
// From fp64_cvt   cv_*: a conversion; it has no second stage and is only handed on
// To   fp64_fma   c2, hid2: addend {sign, exponent 1.., fraction} and its hidden bit, or an integer,
//                 or with pass2 the result itself; nan2: the result is a NaN (float to integer: the
//                 operand is); sub2: signs of product and addend differ, or a negative integer;
//                 s2: sign of the addend or of the conversion; ps2: sign of the product
//
// One operation per cycle, one cycle behind stage 1.
// Which NaN: fma b, c, a (add: its second operand is c; mul: c is zero); min, max: the other operand,
// or b. set is ordered by sign and magnitude except that both zeros are equal; min and max have
// -0 below +0.
`include "exec/dpu_types.svh"
`default_nettype none

module fp64_cmp (
  input  wire         clk,
  input  dop_t        u1,
  input  wire  [63:0] a1,
  input  wire  [63:0] b1,
  input  wire  [63:0] c1,
  input  wire         na1,
  input  wire         nb1,
  input  wire         nc1,
  input  wire  [63:0] cv_c1,
  input  wire         cv_hid1,
  input  wire         cv_sub1,
  input  wire         cv_nan1,
  input  wire         cv_pass1,
  input  wire         cv_s1,
  output logic [63:0] c2,
  output logic        hid2,
  output logic        sub2,
  output logic        nan2,
  output logic        pass2,
  output logic        s2,
  output logic        ps2
);

  localparam logic [63:0] DNAN = {12'hfff, 1'b1, 51'd0};

  always_ff @(posedge clk)
    if (u1.fma) begin : fma
      logic ia, ib, ic, za, zb, ps, cs, den;
      ia  = (a1[62:52] == 11'h7ff) && !na1;
      ib  = (b1[62:52] == 11'h7ff) && !nb1;
      ic  = (c1[62:52] == 11'h7ff) && !nc1;
      za  = a1[62:0] == 63'd0;
      zb  = b1[62:0] == 63'd0;
      ps  = a1[63] ^ b1[63];
      cs  = u1.mul ? ps : c1[63];
      den = c1[62:52] == 11'd0;
      pass2 <= na1 || nb1 || nc1 || ia || ib || ic;
      nan2  <= na1 || nb1 || nc1 || (ia && zb) || (ib && za) || ((ia || ib) && ic && (ps != cs));
      if (nb1)                         c2 <= b1;
      else if (nc1)                    c2 <= c1;
      else if (na1)                    c2 <= a1;
      else if ((ia && zb) || (ib && za))  c2 <= DNAN;
      else if ((ia || ib) && ic && (ps != cs)) c2 <= DNAN;
      else if (ia || ib)                c2 <= {ps, 11'h7ff, 52'd0};
      else                             c2 <= {cs, c1[62:53], c1[52] || den, c1[51:0]};
      hid2 <= !den;
      sub2 <= ps ^ cs;
      s2   <= cs;
      ps2  <= ps;
    end else if (u1.cmp) begin : compare
      logic [63:0] ka, kb;
      logic        lt, eq, un, hit;
      ka  = {!a1[63], a1[62:0] ^ {63{a1[63]}}};      // ascending as unsigned numbers
      kb  = {!b1[63], b1[62:0] ^ {63{b1[63]}}};
      lt  = ka < kb;
      un  = na1 || nb1;
      eq  = (a1 == b1) || (a1[62:0] == 63'd0 && b1[62:0] == 63'd0);
      hit = un ? u1.mask[3] : eq ? u1.mask[1] : lt ? u1.mask[0] : u1.mask[2];
      if (!u1.min && !u1.max) begin
        c2   <= {32'd0, {32{hit}}};
        nan2 <= 1'b0;
      end else begin
        c2   <= nb1 ? (na1 ? b1 : a1) : na1 ? b1 : lt == u1.min ? a1 : b1;
        nan2 <= na1 && nb1;
      end
      pass2 <= 1'b1;
    end else if (u1.v) begin
      c2    <= cv_c1;
      hid2  <= cv_hid1;
      sub2  <= cv_sub1;
      nan2  <= cv_nan1;
      pass2 <= cv_pass1;
      s2    <= cv_s1;
    end

  wire unused = &{1'b0, u1};

endmodule
`default_nettype wire
