// SPDX-License-Identifier: Apache-2.0
// fp_cvt: both ends of the conversions without a 64-bit type, of all lanes. The middle (shift, round, normalise)
// is fp32_path.
//
// From sp_operands a1: source after half selection (no modifiers applied)
// From int_mul     ph3: significand times 2/pi, for presin
// To   fp32_path   x4: word to be shifted right by n4; e4: exponent if bit 30 is the leading one; f4: flags (FP_*)
// From fp32_path   sum7, e7, f7: the shifted and rounded word
// To   sp_array    cx8: integer or f16 result
//
// One conversion per cycle; stages 2 to 4 in front of fp32_path, stage 8 behind it.
// Integer sources: stage 2 makes sign and magnitude. Float sources: stage 2 widens f16 and flushes
// denormals of f32, stage 3 saturates (before any rounding), stage 4 chooses the shift:
//   to integer, or to an integral float: the binary point goes below bit 0
//   to f16: the last fraction bit of the f16 goes to bit 0
//   f32 unchanged: no shift
//   presin, preex2: so far that the fixed-point number is in the low half of the shifter's word, what is above it lost
// Stage 8 clamps the integer, or packs the f16.
// Every vector has a word of 32 bits for each lane.
`include "exec/exec_types.svh"
`default_nettype none

module fp_cvt #(
  parameter int LANES = 8
) (
  input  wire         clk,
  input  uop_t        u1,
  input  uop_t        u2,
  input  uop_t        u3,
  input  uop_t        u7,
  input  wire  [32*LANES-1:0] a1,
  input  wire  [32*LANES-1:0] ph3,
  output logic [32*LANES-1:0] x4,
  output logic [32*LANES-1:0] n4,
  output logic [32*LANES-1:0] e4,
  output logic [32*LANES-1:0] f4,
  input  wire  [32*LANES-1:0] sum7,
  input  wire  [32*LANES-1:0] e7,
  input  wire  [32*LANES-1:0] f7,
  output logic [32*LANES-1:0] cx8
);

  localparam int B = 32 * LANES;
  localparam logic [10:0] E_INT = 11'd157;         // bit 30 of an integer is 2^30
  // bits of g: sign; the source is NaN; the integer source was negative
  localparam int S = 0, NAN = 1, WAS_NEG = 2;

  logic [B-1:0] x2, x3;     // magnitude, or f32 without its sign
  logic [B-1:0] g2, g3;

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
      logic [B-1:0] x, g;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        logic [31:0] v;
        logic        neg;
        v   = a1[32*l +: 32];
        v   = u1.s8  ? {{24{u1.ssigned && v[7]}}, v[7:0]} :
              u1.s32 ? v : {{16{u1.ssigned && v[15]}}, v[15:0]};
        neg = u1.ssigned && v[31];
        x[32*l +: 32] = neg ? 32'd0 - v : v;
        g[32*l +: 32] = {29'd0, neg, 1'b0, (neg && !u1.cabs) ^ u1.cneg};
      end
      x2 <= x;
      g2 <= g;
    end else if (u1.cvtf) begin : float_source
      logic [B-1:0] x, g;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        logic [31:0] a;
        logic        s, nan;
        a = a1[32*l +: 32];
        if (u1.s32) begin
          s   = a[31];
          nan = (a[30:23] == 8'hff) && (a[22:0] != 23'd0);
          x[32*l +: 32] = {1'b0, a[30:23] == 8'd0 ? 31'd0 : a[30:0]};
        end else begin
          s   = a[15];
          nan = (a[14:10] == 5'd31) && (a[9:0] != 10'd0);
          x[32*l +: 32] = {1'b0, widen_f16(a[14:0])};
        end
        g[32*l +: 32] = {30'd0, nan, (s && !u1.cabs) ^ u1.cneg};
      end
      x2 <= x;
      g2 <= g;
    end

  // --- stage 3 ---------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u2.cvti) begin : int_to_f16
      logic [B-1:0] x;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        logic [31:0] m;
        logic [4:0]  t;           // bits 15:11
        logic        s, all;
        m   = x2[32*l +: 32];
        s   = g2[32*l+S];
        all = (u2.rm == 2'd0 || (u2.rm == 2'd1 && s) || (u2.rm == 2'd2 && !s)) && (&m[29:5]);
        if (u2.i2fbug) begin
          // the silicon's integer to f16 loses up to seven top bits, or all (tests/vectors)
          t = m[15:11] - {4'd0, g2[32*l+WAS_NEG] && (m[10:0] == 11'd0)};
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
          if (all) m = 32'd0;
        end
        x[32*l +: 32] = m;
      end
      x3 <= x;
      g3 <= g2;
    end else if (u2.cvtf) begin : saturate
      logic [B-1:0] x, g;
      x = x2;
      g = g2;
      if (u2.sat)
        for (int l = 0; l < LANES; l = l + 1)
          if (!g2[32*l+NAN]) begin
            g[32*l+S] = 1'b0;
            if (g2[32*l+S])                                     x[32*l +: 32] = 32'd0;
            else if (x2[32*l+30] || (&x2[32*l+23 +: 7]))  x[32*l +: 32] = 32'h3f800000;   // 1 or more
          end
      x3 <= x;
      g3 <= g;
    end

  // --- stage 4: shift count --------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u3.cvti) begin : int_shift
      logic [B-1:0] f;
      for (int l = 0; l < LANES; l = l + 1)
        f[32*l +: 32] = {26'd0, g3[32*l+S], 2'd0, {2{g3[32*l+S]}}, 1'b1};
      x4 <= x3;
      n4 <= '0;
      e4 <= {LANES{32'(E_INT)}};
      f4 <= f;
    end else if (u3.cvtf) begin : float_shift
      logic [B-1:0] xs, ns, es, fs;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        logic [31:0] x;
        logic [10:0] to;        // exponent
        logic        s, nan;
        logic [7:0] e, n;
        logic       zero, infty, over;
        e    = x3[32*l+23 +: 8];
        nan  = g3[32*l+NAN];
        infty = (e == 8'hff) && !nan;
        zero = e == 8'd0;
        over = 1'b0;
        n    = 8'd0;
        to   = E_INT;
        if (u3.nar) begin
          // below 2^-33 the result is zero in every rounding mode
          zero = zero || (e <= 8'h5d);
          n    = e >= 8'd113 ? 8'd21 : 8'd134 - e;
          to   = e >= 8'd144 ? 11'd31 : e >= 8'd113 ? {3'd0, e - 8'd113} : 11'd0;
        end else if (u3.f2i) begin
          zero = zero || nan;
          infty = (e > 8'd158) && !nan;
          n    = 8'd158 - e;
        end else if (u3.red) begin
          over = (e == 8'hff) || (!u3.pi && e >= 8'd134);
          n    = 8'd167 - e;
          zero = zero || over || (n[7:6] != 2'd0);
        end else if (u3.rint && (e < 8'd150))
          n    = 8'd158 - e;
        else
          to   = {3'd0, e} - 11'd1;
        x   = zero ? 32'd0 : u3.pi ? ph3[32*l +: 32] : {1'b1, x3[32*l +: 23], 8'd0};
        s   = g3[32*l+S] && (!nan || u3.red);
        if (over) {x[30], x[23]} = {1'b1, !nan};        // the word of NaN, of infinity
        xs[32*l +: 32] = x;
        ns[32*l +: 32] = {26'd0, over ? 6'd32 : n > 8'd40 && !u3.red ? 6'd40 : n[5:0]};
        es[32*l +: 32] = {21'd0, to};
        fs[32*l +: 32] = {26'd0, s, nan || over, infty && !u3.red, s, s, 1'b1};
      end
      x4 <= xs;
      n4 <= ns;
      e4 <= es;
      f4 <= fs;
    end

  // --- stage 8 -----------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u7.clampi) begin : clamp
      logic [B-1:0] c;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        logic [31:0] lim, m, v;
        logic        s, neg, bad;
        v   = sum7[32*l +: 32];
        s   = f7[32*l+`FP_S];
        neg = s && !u7.red;
        lim = u7.d8 ? 32'h0000007f : u7.r16 ? 32'h00007fff : 32'h7fffffff;
        if (!u7.dsigned) lim = {lim[30:0], 1'b1};
        bad = f7[32*l+`FP_INF] || (neg ? (v != 32'd0) && !(&(v | lim)) : (v & ~lim) != 32'd0);
        m   = !bad ? v : neg ? ~lim : lim;
        if (neg && !u7.dsigned) m = 32'd0;
        if (u7.r16) m[31:16] = 16'd0;
        if (u7.red) m[31] = s;
        c[32*l +: 32] = m;
      end
      cx8 <= c;
    end else if (u7.nar) begin : narrow
      logic [B-1:0] c;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        logic [15:0] h;
        logic        s;
        s = f7[32*l+`FP_S];
        h = {1'b0, e7[32*l +: 5], 10'd0} + {4'd0, sum7[32*l +: 12]};   // a rounding carry moves up the exponent
        if (h[15] || (&h[14:10]))
          h = f7[32*l+`FP_INF] || u7.rm == 2'd0 || (u7.rm == 2'd1 && s) || (u7.rm == 2'd2 && !s) ? 16'h7c00 : 16'h7bff;
        if (f7[32*l+`FP_NAN]) h = 16'h7fff;
        c[32*l +: 32] = {16'd0, s, h[14:0]};
      end
      cx8 <= c;
    end

  wire unused = &{1'b0, u1, u2, u3, u7, e7, f7};

endmodule
`default_nettype wire
