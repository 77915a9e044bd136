// SPDX-License-Identifier: Apache-2.0
// fp_cvt: both ends of the conversions without a 64-bit type. The middle (shift, round, normalise)
// is fp32_path.
//
// From sp_lane     a1: source after half selection (no modifiers applied)
// From int_mul     p3: significand times 2/pi, for presin
// To   fp32_path   x4: word to be shifted right by n4; e4: exponent if bit 30 is the leading one
// From fp32_path   sum7, e7, s7, f7: the shifted and rounded word
// To   sp_lane     cx8: integer or f16 result
//
// One conversion per cycle; stages 2 to 4 in front of fp32_path, stage 8 behind it.
// Integer sources: stage 2 makes sign and magnitude. Float sources: stage 2 widens f16 and flushes
// denormals of f32, stage 3 saturates (before any rounding), stage 4 chooses the shift:
//   to integer, or to an integral float: the binary point goes below bit 0
//   to f16: the last fraction bit of the f16 goes to bit 0
//   f32 unchanged: no shift
//   presin, preex2: so far that the fixed-point number is in the low half of the shifter's word, what is above it lost
// Stage 8 clamps the integer, or packs the f16.
`include "exec/exec_types.svh"
`default_nettype none

module fp_cvt (
  input  wire         clk,
  input  uop_t        u1,
  input  uop_t        u2,
  input  uop_t        u3,
  input  uop_t        u7,
  input  wire  [31:0] a1,
  input  wire  [47:0] p3,
  output logic [31:0] x4,
  output logic [5:0]  n4,
  output logic [10:0] e4,
  output logic        s4,
  output logic        nan4,
  output logic        inf4,
  input  wire  [31:0] sum7,
  input  wire  [10:0] e7,
  input  wire         s7,
  input  wire  [4:0]  f7,
  output logic [31:0] cx8
);

  localparam logic [10:0] E_INT = 11'd157;         // bit 30 of an integer is 2^30

  logic [31:0] x2, x3;      // magnitude, or f32 without its sign
  logic        s2, s3;
  logic        was_neg2;    // the integer source was negative
  logic        nan2, nan3;

  // f16 to f32, sign left out; f16 denormals become normal. NaN is found by the caller.
  function automatic logic [30:0] widen_f16(input logic [14:0] h);
    logic [9:0] v;
    logic [3:0] n;
    v = h[9:0];
    n = 4'd0;
    if (v[9:2] == 8'd0) begin n[3] = 1'b1; v = {v[1:0], 8'd0}; end
    if (v[9:6] == 4'd0) begin n[2] = 1'b1; v = {v[5:0], 4'd0}; end
    if (v[9:8] == 2'd0) begin n[1] = 1'b1; v = {v[7:0], 2'd0}; end
    if (!v[9])          begin n[0] = 1'b1; v = {v[8:0], 1'b0}; end
    if (h[14:10] == 5'd31)     widen_f16 = {8'hff, 23'd0};
    else if (h[14:10] != 5'd0) widen_f16 = {{3'd0, h[14:10]} + 8'd112, h[9:0], 13'd0};
    else if (h[9:0] == 10'd0)  widen_f16 = 31'd0;
    else                       widen_f16 = {8'd112 - {4'd0, n}, v[8:0], 14'd0};
  endfunction

  // --- stage 2 ---------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u1.cvti) begin : int_source
      logic [31:0] v;
      logic        neg;
      v   = u1.s8  ? {{24{u1.ssigned & a1[7]}}, a1[7:0]} :
            u1.s32 ? a1 : {{16{u1.ssigned & a1[15]}}, a1[15:0]};
      neg = u1.ssigned & v[31];
      x2       <= neg ? 32'd0 - v : v;
      s2       <= (neg & !u1.cabs) ^ u1.cneg;
      was_neg2 <= neg;
      nan2     <= 1'b0;
    end else if (u1.cvtf) begin : float_source
      logic s;
      s = u1.s32 ? a1[31] : a1[15];
      if (u1.s32) begin
        x2   <= {1'b0, a1[30:23] == 8'd0 ? 31'd0 : a1[30:0]};
        nan2 <= (a1[30:23] == 8'hff) & (a1[22:0] != 23'd0);
      end else begin
        x2   <= {1'b0, widen_f16(a1[14:0])};
        nan2 <= (a1[14:10] == 5'd31) & (a1[9:0] != 10'd0);
      end
      s2       <= (s & !u1.cabs) ^ u1.cneg;
      was_neg2 <= 1'b0;
    end

  // --- stage 3 ---------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u2.cvti) begin : int_to_f16
      logic [31:0] m;
      logic [4:0]  t;           // bits 15:11
      m = x2;
      if (u2.i2fbug) begin
        // the silicon's integer to f16 loses up to seven top bits (tests/vectors)
        if ((u2.rm == 2'd0 | (u2.rm == 2'd1 & s2) | (u2.rm == 2'd2 & !s2)) & (&m[29:5])) m = 32'd0;
        t = m[15:11] - {4'd0, was_neg2 & (m[10:0] == 11'd0)};
        m[31:30] = 2'd0;
        if (!t[4]) begin
          m[29] = 1'b0;
          if (!t[3]) begin
            m[28] = 1'b0;
            if (!t[2]) begin
              m[27] = 1'b0;
              if (!t[1]) begin
                m[26] = 1'b0;
                if (!t[0]) m[25] = 1'b0;
              end
            end
          end
        end
      end
      x3   <= m;
      s3   <= s2;
      nan3 <= 1'b0;
    end else if (u2.cvtf) begin
      x3   <= x2;
      s3   <= s2;
      nan3 <= nan2;
      if (u2.sat & !nan2) begin
        s3 <= 1'b0;
        if (s2)                         x3 <= 32'd0;
        else if (x2[30] | (&x2[29:23])) x3 <= 32'h3f800000;   // 1 or more
      end
    end

  // --- stage 4: shift count --------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u3.cvti) begin
      x4   <= x3;
      n4   <= 6'd0;
      e4   <= E_INT;
      s4   <= s3;
      nan4 <= 1'b0;
      inf4 <= 1'b0;
    end else if (u3.cvtf) begin : float_shift
      logic [7:0] e, n;
      logic       zero, inf, over;
      e    = x3[30:23];
      inf  = (e == 8'hff) & !nan3;
      zero = e == 8'd0;
      over = 1'b0;
      n    = 8'd0;
      e4  <= E_INT;
      if (u3.nar) begin
        // below 2^-33 the result is zero in every rounding mode
        zero = zero | (e <= 8'h5d);
        n    = e >= 8'd113 ? 8'd21 : 8'd134 - e;
        e4  <= e >= 8'd144 ? 11'd31 : e >= 8'd113 ? {3'd0, e - 8'd113} : 11'd0;
      end else if (u3.f2i) begin
        zero = zero | nan3;
        inf  = (e > 8'd158) & !nan3;
        n    = 8'd158 - e;
      end else if (u3.red) begin
        over = (e == 8'hff) | (!u3.pi & e >= 8'd134);
        n    = 8'd167 - e;
        zero = zero | over | (n[7:6] != 2'd0);
      end else if (u3.rint & (e < 8'd150))
        n    = 8'd158 - e;
      else
        e4  <= {3'd0, e} - 11'd1;
      x4   <= zero ? 32'd0 : u3.pi ? p3[47:16] : {1'b1, x3[22:0], 8'd0};
      n4   <= over ? 6'd32 : n > 8'd40 & !u3.red ? 6'd40 : n[5:0];
      s4   <= s3 & (!nan3 | u3.red);
      nan4 <= nan3 | over;
      inf4 <= inf & !u3.red;
      if (over) {x4[30], x4[23]} <= {1'b1, !nan3};    // the word of NaN, of infinity
    end

  // --- stage 8 -----------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u7.clampi) begin : clamp
      logic [31:0] lim, m;
      logic        neg, bad;
      neg = s7 & !u7.red;
      lim = u7.d8 ? 32'h0000007f : u7.r16 ? 32'h00007fff : 32'h7fffffff;
      if (!u7.dsigned) lim = {lim[30:0], 1'b1};
      bad = f7[3] | (neg ? (sum7 != 32'd0) & !(&(sum7 | lim)) : (sum7 & ~lim) != 32'd0);
      m   = !bad ? sum7 : neg ? ~lim : lim;
      if (neg & !u7.dsigned) m = 32'd0;
      if (u7.r16) m[31:16] = 16'd0;
      if (u7.red) m[31] = s7;
      cx8 <= m;
    end else if (u7.nar) begin : narrow
      logic [15:0] h;
      h = {1'b0, e7[4:0], 10'd0} + {4'd0, sum7[11:0]};   // a rounding carry moves up the exponent
      if (h[15] | (&h[14:10]))
        h = f7[3] | u7.rm == 2'd0 | (u7.rm == 2'd1 & s7) | (u7.rm == 2'd2 & !s7) ? 16'h7c00 : 16'h7bff;
      if (f7[4]) h = 16'h7fff;
      cx8 <= {16'd0, s7, h[14:0]};
    end

  wire unused = &{1'b0, u1, u2, u3, u7, p3, e7, f7};

endmodule
`default_nettype wire
