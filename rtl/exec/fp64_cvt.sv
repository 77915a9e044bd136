// SPDX-License-Identifier: Apache-2.0
// fp64_cvt: both ends of the conversions with a 64-bit type; the middle is fp64_fma.
//
// From dpu        in_a: raw source
// To   fp64_cmp   c1, hid1: the source as {sign, exponent 1.., fraction} in f64 and its hidden bit; or
//                 the integer; or with pass1 the result. sub1: the integer is negative, to be
//                 subtracted from zero. s1: sign of the result. nan1: the source is a NaN
// From fp64_fma   v6: rounded magnitude; s6: sign; nan6; big6: too large for 64 bits
// To   fp64_fma   int_r, int_o, int_z: integer result, its O flag, whether it is 0 (combinational)
//
// An f32 denormal has the exponent of the smallest f32 and hidden bit 0. abs and neg do not apply to
// a NaN that stays a float. O is not set when a u64 overflows upwards; that is the silicon's way.
`include "exec/dpu_types.svh"
`default_nettype none

module fp64_cvt (
  input  wire         clk,
  input  dop_t        u0,
  input  dop_t        u6,
  input  wire  [63:0] in_a,
  output logic [63:0] c1,
  output logic        hid1,
  output logic        sub1,
  output logic        nan1,
  output logic        pass1,
  output logic        s1,
  input  wire  [63:0] v6,
  input  wire         s6,
  input  wire         nan6,
  input  wire         big6,
  output logic [63:0] int_r,
  output logic        int_o,
  output logic        int_z
);

  // --- stage 1 -----------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u0.i2f) begin : int_source
      logic neg;
      neg   = u0.ssigned && (u0.s64 ? in_a[63] : in_a[31]);
      c1    <= {u0.s64 ? in_a[63:32] : {32{neg}}, in_a[31:0]};
      hid1  <= 1'b0;
      sub1  <= neg;
      nan1  <= 1'b0;
      pass1 <= 1'b0;
      s1    <= (neg && !u0.a_abs) ^ u0.a_neg;
    end else if (u0.flt) begin : float_source
      logic        s, den, top, nan;
      logic [10:0] e;
      logic [51:0] f;
      s   = u0.s64 ? in_a[63] : in_a[31];
      f   = u0.s64 ? in_a[51:0] : {in_a[22:0], 29'd0};
      den = u0.s64 ? in_a[62:52] == 11'd0 : in_a[30:23] == 8'd0;
      top = u0.s64 ? in_a[62:52] == 11'h7ff : in_a[30:23] == 8'hff;
      nan = top && (f != 52'd0);
      if (u0.s64) e = {in_a[62:53], in_a[52] || den};
      else        e = top ? 11'h7ff : {3'd0, in_a[30:24], in_a[23] || den} + 11'd896;
      if (!nan || u0.f2i) s = (s && !u0.a_abs) ^ u0.a_neg;
      f[51] = f[51] || nan;
      c1    <= {s, e, f};
      hid1  <= !den;
      sub1  <= 1'b0;
      nan1  <= nan;
      pass1 <= 1'b0;
      s1    <= s;
      if (!u0.f2i) begin
        // what is already a result: NaN, infinity, f64 to f64 without a fraction to round
        if (top && u0.to32) begin
          pass1 <= 1'b1;
          c1    <= {32'd0, s, 8'hff, f[51:29]};
        end
        if (u0.d64 && (top || (u0.s64 && (!u0.rint || e >= 11'd1075)))) begin
          pass1 <= 1'b1;
          c1    <= {s, e[10:1], e[0] && !den, f};
        end
      end
    end

  // --- stage 7: clamp to the integer type ----------------------------------------------------------
  function automatic logic [65:0] clamp(input logic [63:0] v, input logic s, input logic nan,
                                        input logic big, input logic d64, input logic dsigned);
    logic        high;     // more than 32 bits
    logic        half;     // the top bit of the type is set
    logic        rest;     // bits below the top bit are set
    logic        o;
    logic [63:0] r;
    high = v[63:32] != 32'd0;
    half = d64 ? v[63] : v[31];
    rest = (v[30:0] != 31'd0) || (d64 && ((v[62:32] != 31'd0) || v[31]));
    o    = big || (!d64 && high);
    if (dsigned) o = o || (half && (!s || rest));
    else if (s)  o = o || high || v[31] || (v[30:0] != 31'd0);
    // the value, negated if negative; or the limit on that side; or 2^(w-1) for a NaN
    r = dsigned && s ? 64'd0 - v : v;
    if (o)       r = !dsigned ? {64{!s}} : d64 ? {s, {63{!s}}} : {32'd0, s, {31{!s}}};
    if (nan)     r = {d64, 31'd0, !d64, 31'd0};
    if (!d64)    r[63:32] = 32'd0;
    // 0: the value, or the lower limit of an unsigned type; not by way of the negation
    clamp = {!nan && (o ? !dsigned && s : v == 64'd0), nan || (o && !(!dsigned && !s && d64)), r};
  endfunction

  always_comb
    if (u6.f2i) {int_z, int_o, int_r} = clamp(v6, s6, nan6, big6, u6.d64, u6.dsigned);
    else        {int_z, int_o, int_r} = 66'd0;

  wire unused = &{1'b0, u0, u6};

endmodule
`default_nettype wire
