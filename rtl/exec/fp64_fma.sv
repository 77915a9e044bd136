// SPDX-License-Identifier: Apache-2.0
// fp64_fma: align, add, normalise and round for everything the double-precision unit does.
//
// From fp64_mul   pe2, p3: exponent and product of the significands
// From fp64_cmp   c2, hid2, sub2, nan2, pass2, s2, ps2: addend, integer, conversion source or result
// To   fp64_cvt   v7, s7, nan7, big7: magnitude of a conversion to an integer
// From fp64_cvt   int_r, int_o
// To   dpu        out_r, out_cc
//
// The adder word has 110 bits in two parts, hi and lo. Significands have their leading one at hi[62],
// hi[63] is the carry; in conversions it starts at hi[63], and hi is the integer. lo[0] is sticky.
// Exponents are those of hi[62]. The common exponent is at least 1, so a denormal result is already
// in its place before it is rounded and the left shift just stops there: one rounding, as IEEE wants.
// A sticky bit cannot meet cancellation: bits are lost only when the exponents differ by more than 3.
//
// Stage 4 choose the operand with the smaller exponent, 5 shift it right, 6 add, or both differences,
// 7 shift left, 8 round. Conversions to an integral value round in 5 and 6: the increment enters as
// ones below the binary point and a carry.
`include "exec/dpu_types.svh"
`default_nettype none

module fp64_fma (
  input  wire          clk,
  input  dop_t         u2,
  input  dop_t         u3,
  input  dop_t         u4,
  input  dop_t         u5,
  input  dop_t         u6,
  input  dop_t         u7,
  input  wire  [63:0]  c2,
  input  wire          hid2,
  input  wire          sub2,
  input  wire          nan2,
  input  wire          pass2,
  input  wire          s2,
  input  wire          ps2,
  input  wire  [12:0]  pe2,
  input  wire  [105:0] p3,
  output logic [63:0]  v7,
  output logic         s7,
  output logic         nan7,
  output logic         big7,
  input  wire  [63:0]  int_r,
  input  wire          int_o,
  output logic [63:0]  out_r,
  output logic [3:0]   out_cc
);

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

  // --- stage 3: the addend waits for the product -----------------------------------------------
  logic [63:0] c3;
  logic        hid3, sub3, nan3, pass3, s3, ps3;
  logic [12:0] pe3;

  always_ff @(posedge clk)
    if (u2.v) begin
      c3    <= c2;
      hid3  <= hid2;
      sub3  <= sub2;
      nan3  <= nan2;
      pass3 <= pass2;
      s3    <= s2;
      ps3   <= ps2;
      pe3   <= pe2;
    end

  // --- stage 4: what is shifted, and how far -----------------------------------------------------
  logic [63:0] bh4, sh4;             // hi of the operand that stays, of the one that is shifted
  logic [45:0] bl4, sl4;
  logic [12:0] e4;
  logic [6:0]  n4;
  logic        bs4, ss4, zs4;        // signs of the two and of an exact zero
  logic        sub4, nan4, pass4, big4;

  always_ff @(posedge clk)
    if (u3.v) begin : stage4
      logic [12:0] ec, d, n;
      logic [63:0] ch, ph;
      logic [45:0] pl;
      ec = {2'd0, c3[62:52]};
      ch = {1'b0, hid3, c3[51:0], 10'd0};
      ph = {1'b0, p3[105:43]};
      pl = {p3[42:0], 3'd0};
      // defaults: a result or a conversion, in hi
      bh4   <= 64'd0;
      bl4   <= 46'd0;
      sh4   <= u3.flt ? {hid3, c3[51:0], 11'd0} : c3;
      sl4   <= 46'd0;
      bs4   <= s3;
      ss4   <= s3;
      zs4   <= s3;
      sub4  <= sub3 & !pass3;
      nan4  <= nan3;
      pass4 <= pass3;
      big4  <= 1'b0;
      e4    <= 13'd0;
      n     = 13'd0;
      if (pass3)
        sh4 <= c3;
      else if (u3.fma) begin
        d   = pe3 - ec;
        n   = d[12] ? 13'd0 - d : d;
        bh4 <= d[12] ? ch : ph;
        bl4 <= d[12] ? 46'd0 : pl;
        sh4 <= d[12] ? ph : ch;
        sl4 <= d[12] ? pl : 46'd0;
        bs4 <= d[12] ? s3 : ps3;
        ss4 <= d[12] ? ps3 : s3;
        e4  <= d[12] ? ec : pe3;
        zs4 <= sub3 ? u3.rm == 2'd1 : s3;
      end else if (u3.i2f)
        e4 <= u3.to32 ? 13'd189 : 13'd1085;            // hi[63] is 2^63
      else if (u3.f2i | u3.rint) begin
        n    = 13'd1086 - ec;                          // hi[0] becomes 1
        big4 <= n[12];
        if (u3.rint) e4 <= 13'd1085;
      end else if (u3.to32) begin
        if (ec < 13'd897) n = 13'd897 - ec;
        else              e4 <= ec - 13'd897;
      end else
        e4 <= ec - 13'd1;
      n4 <= n[12] ? 7'd0 : n[11:7] != 5'd0 ? 7'd127 : n[6:0];
    end

  // --- stage 5: align ----------------------------------------------------------------------------
  logic [63:0] bh5, sh5;
  logic [45:0] bl5, sl5;
  logic [12:0] e5;
  logic        bs5, ss5, zs5, sub5, inc5, nan5, pass5, big5;

  always_ff @(posedge clk)
    if (u4.v) begin : stage5
      logic [63:0] h;
      logic [45:0] l;
      logic        lost, up;
      h    = sh4;
      l    = sl4;
      lost = 1'b0;
      if (n4[6]) begin
        lost = (l != 46'd0) | (h[17:0] != 18'd0);
        l    = h[63:18];
        h    = 64'd0;
      end
      if (n4[5]) begin
        lost = lost | (l[31:0] != 32'd0);
        l    = {h[31:0], l[45:32]};
        h    = {32'd0, h[63:32]};
      end
      if (n4[4]) begin
        lost = lost | (l[15:0] != 16'd0);
        l    = {h[15:0], l[45:16]};
        h    = {16'd0, h[63:16]};
      end
      if (n4[3]) begin
        lost = lost | (l[7:0] != 8'd0);
        l    = {h[7:0], l[45:8]};
        h    = {8'd0, h[63:8]};
      end
      if (n4[2]) begin
        lost = lost | (l[3:0] != 4'd0);
        l    = {h[3:0], l[45:4]};
        h    = {4'd0, h[63:4]};
      end
      if (n4[1]) begin
        lost = lost | (l[1:0] != 2'd0);
        l    = {h[1:0], l[45:2]};
        h    = {2'd0, h[63:2]};
      end
      if (n4[0]) begin
        lost = lost | l[0];
        l    = {h[0], l[45:1]};
        h    = {1'b0, h[63:1]};
      end
      up = 1'b0;
      if ((u4.f2i | u4.rint) & !pass4) begin
        up = round_up(u4.rm, bs4, h[0], l[45], (l[44:0] != 45'd0) | lost);
        l  = {46{up}};
      end else
        l[0] = l[0] | lost;
      sh5   <= h;
      sl5   <= l;
      inc5  <= up | sub4;
      bh5   <= bh4;
      bl5   <= bl4;
      e5    <= e4;
      bs5   <= bs4;
      ss5   <= ss4;
      zs5   <= zs4;
      sub5  <= sub4;
      nan5  <= nan4;
      pass5 <= pass4;
      big5  <= big4;
    end

  // --- stage 6: add ------------------------------------------------------------------------------
  // A difference is formed both ways round: the operand with the larger exponent can be the smaller
  // one when exponents are equal or the addend is denormal. -(x + 1) is ~x, so the second one needs
  // no increment. A negative integer minus zero is what it should be, with hi[63] set or not.
  logic [63:0] h6;
  logic [45:0] l6;
  logic [12:0] e6;
  logic        s6, zs6, nan6, pass6, big6;

  always_ff @(posedge clk)
    if (u5.v) begin : stage6
      logic [63:0] ah, h, g;
      logic [46:0] al, l, k;
      logic        swap;
      ah = sh5 ^ {64{sub5}};
      al = {1'b0, sl5 ^ {46{sub5}}};
      l  = {1'b0, bl5} + al + {46'd0, inc5};
      h  = bh5 + ah + {63'd0, l[46]};
      k  = {1'b0, bl5} + al;
      g  = bh5 + ah + {63'd0, k[46]};
      swap  = u5.fma & sub5 & h[63];
      h6    <= swap ? ~g : h;
      l6    <= swap ? ~k[45:0] : l[45:0];
      if ((u5.f2i | u5.rint) & !pass5) l6 <= 46'd0;
      e6    <= e5;
      s6    <= swap ? ss5 : bs5;
      zs6   <= zs5;
      nan6  <= nan5;
      pass6 <= pass5;
      big6  <= big5;
    end

  // --- stage 7: normalise --------------------------------------------------------------------------
  // Left shift by the number of leading zeros, but not by more than the exponent. `over`: the
  // exponent is larger than what is left to shift.
  logic [12:0] e7;
  logic        st7, zero7, zs7, pass7;

  always_ff @(posedge clk)
    if (u6.v) begin : stage7
      logic [63:0] h;
      logic [45:0] l;
      logic [6:0]  n;
      logic        over;
      h    = h6;
      l    = l6;
      n    = 7'd0;
      over = e6[12:7] != 6'd0;
      if (h == 64'd0) begin
        if (over | e6[6]) begin n[6] = 1'b1; h = {l, 18'd0}; l = 46'd0; end
      end else over = over | e6[6];
      if (h[63:32] == 32'd0) begin
        if (over | e6[5]) begin n[5] = 1'b1; h = {h[31:0], l[45:14]}; l = {l[13:0], 32'd0}; end
      end else over = over | e6[5];
      if (h[63:48] == 16'd0) begin
        if (over | e6[4]) begin n[4] = 1'b1; h = {h[47:0], l[45:30]}; l = {l[29:0], 16'd0}; end
      end else over = over | e6[4];
      if (h[63:56] == 8'd0) begin
        if (over | e6[3]) begin n[3] = 1'b1; h = {h[55:0], l[45:38]}; l = {l[37:0], 8'd0}; end
      end else over = over | e6[3];
      if (h[63:60] == 4'd0) begin
        if (over | e6[2]) begin n[2] = 1'b1; h = {h[59:0], l[45:42]}; l = {l[41:0], 4'd0}; end
      end else over = over | e6[2];
      if (h[63:62] == 2'd0) begin
        if (over | e6[1]) begin n[1] = 1'b1; h = {h[61:0], l[45:44]}; l = {l[43:0], 2'd0}; end
      end else over = over | e6[1];
      if (!h[63] & (over | e6[0])) begin
        n[0] = 1'b1;
        h    = {h[62:0], l[45]};
        l    = {l[44:0], 1'b0};
      end
      v7    <= h;
      st7   <= l != 46'd0;
      e7    <= e6 - {6'd0, n};
      zero7 <= (h6 == 64'd0) & (l6 == 46'd0);
      s7    <= s6;
      zs7   <= zs6;
      nan7  <= nan6;
      pass7 <= pass6;
      big7  <= big6;
    end

  // --- stage 8: round, pack ------------------------------------------------------------------------
  // e7 is the exponent field if the hidden bit is added to it. An f32 is rounded in the upper part of
  // the f64 layout: ones below its last bit carry the increment up.
  always_ff @(posedge clk)
    if (u7.v) begin : stage8
      logic        s, rs, up, ovf, away;
      logic [63:0] x, r;
      rs = s7 & !(u7.i2f & !u7.ssigned);      // an unsigned source is rounded before its negation
      s  = zero7 ? zs7 : s7;
      if (pass7)
        r = v7;
      else if (u7.f2i)
        r = int_r;
      else begin
        up = u7.to32 ? round_up(u7.rm, rs, v7[40], v7[39], (v7[38:0] != 39'd0) | st7)
                     : round_up(u7.rm, rs, v7[11], v7[10], (v7[9:0] != 10'd0) | st7);
        x  = {11'd0, v7[63:40], u7.to32 ? {29{up}} : v7[39:11]};
        x  = {1'b0, e7[10:0], 52'd0} + x + {63'd0, up};
        if (zero7) x = 64'd0;
        ovf  = !zero7 & (e7[12:11] != 2'd0 | x[63] | x[62:52] >= (u7.to32 ? 11'd255 : 11'd2047));
        away = u7.rm == 2'd0 | (u7.rm == 2'd1 & rs) | (u7.rm == 2'd2 & !rs);
        if (u7.to32) r = {32'd0, s, ovf ? {8'hff ^ {7'd0, !away}, {23{!away}}} : x[59:29]};
        else         r = {s, ovf ? {11'h7ff ^ {10'd0, !away}, {52{!away}}} : x[62:0]};
      end
      out_r <= r;
      // condition code: of the float, of the integer, or of the 32-bit result of set
      if (u7.f2i)
        out_cc <= {int_o, 1'b0, u7.d64 ? r[63] : r[31], r == 64'd0};
      else if (nan7)
        out_cc <= 4'd3;
      else if (u7.cmp & !u7.min & !u7.max)
        out_cc <= {2'd0, r[31], !r[31]};
      else begin : float_cc
        logic z;
        z = (r[30:0] == 31'd0) & (u7.to32 | (r[62:31] == 32'd0));
        out_cc <= {2'd0, (u7.to32 ? r[31] : r[63]) & !z, z};
      end
    end

  wire unused = &{1'b0, u2, u3, u4, u5, u6, u7};

endmodule
`default_nettype wire
