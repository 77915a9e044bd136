// SPDX-License-Identifier: Apache-2.0
// fp64_fma: align, add, normalise and round for everything the double-precision unit does.
//
// From fp64_mul   pe2, p3: exponent and product of the significands
// From fp64_cmp   c2, hid2, sub2, nan2, pass2, s2, ps2: addend, integer, conversion source or result
// To   fp64_cvt   v6, s6, nan6, big6: magnitude of a conversion to an integer
// From fp64_cvt   int_r, int_o
// To   dpu        out_r, out_cc
//
// One operation per cycle, from stage 3 (p3, out of fp64_mul) to the result at the end of stage 7, no stall.
// The adder word has 110 bits in two parts, hi and lo. Significands have their leading one at hi[62],
// hi[63] is the carry; in conversions it starts at hi[63], and hi is the integer. lo[0] is sticky.
// Exponents are those of hi[62]. The common exponent is at least 1, so a denormal result is already
// in its place before it is rounded and the left shift just stops there: one rounding, as IEEE wants.
// A sticky bit cannot meet cancellation: bits are lost only when the exponents differ by more than 3.
//
// Stage 3 compare exponents, 4 shift the operand with the smaller one right, 5 add, or both differences,
// 6 shift left, 7 round. Conversions to an integral value round in 4 and 5: the increment enters as
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
  input  wire  [63:0]  c2,
  input  wire          hid2,
  input  wire          sub2,
  input  wire          nan2,
  input  wire          pass2,
  input  wire          s2,
  input  wire          ps2,
  input  wire  [12:0]  pe2,
  input  wire  [105:0] p3,
  output logic [63:0]  v6,
  output logic         s6,
  output logic         nan6,
  output logic         big6,
  input  wire  [63:0]  int_r,
  input  wire          int_o,
  input  wire          int_z,
  output logic [63:0]  out_r,
  output logic [3:0]   out_cc
);

  // Round up? Value of sign s, lowest kept bit, guard bit, anything below it.
  function automatic logic round_up(input logic [1:0] rm, input logic s, input logic lsb,
                                    input logic g, input logic st);
    case (rm)
      2'd0:    round_up = g && (st || lsb);
      2'd1:    round_up = s && (g || st);
      2'd2:    round_up = !s && (g || st);
      default: round_up = 1'b0;
    endcase
  endfunction

  // --- stage 3: the addend waits for the product; exponents ------------------------------------------
  logic [63:0] c3;
  logic        hid3, sub3, nan3, pass3, s3, ps3;
  logic [12:0] e3;                   // exponent of the operand that stays
  logic [6:0]  n3;                   // how far the other one is shifted
  logic        d3, big3;             // the product is shifted

  always_ff @(posedge clk)
    if (u2.v) begin : stage3
      logic [12:0] ec, d, n;
      ec   = {2'd0, c2[62:52]};
      d    = pe2 - ec;
      n    = 13'd0;
      d3   <= d[12];
      e3   <= 13'd0;
      big3 <= 1'b0;
      if (pass2)
        n = 13'd0;
      else if (u2.fma) begin
        n  = d[12] ? 13'd0 - d : d;
        e3 <= d[12] ? ec : pe2;
      end else if (u2.i2f)
        e3 <= u2.to32 ? 13'd189 : 13'd1085;            // hi[63] is 2^63
      else if (u2.f2i || u2.rint) begin
        n    = 13'd1086 - ec;                          // hi[0] becomes 1
        big3 <= n[12];
        if (u2.rint) e3 <= 13'd1085;
      end else if (u2.to32) begin
        if (ec < 13'd897) n = 13'd897 - ec;
        else              e3 <= ec - 13'd897;
      end else
        e3 <= ec - 13'd1;
      n3 <= n[12] ? 7'd0 : n[11:7] != 5'd0 ? 7'd127 : n[6:0];
      c3    <= c2;
      hid3  <= hid2;
      sub3  <= sub2;
      nan3  <= nan2;
      pass3 <= pass2;
      s3    <= s2;
      ps3   <= ps2;
    end

  // --- stage 4: what is shifted, and align ------------------------------------------------------
  logic [63:0] bh, sh;               // hi of the operand that stays, of the one that is shifted
  logic [45:0] bl, sl;
  logic        bs, ss, zs;           // signs of the two and of an exact zero
  logic [63:0] ch, ph;
  logic [45:0] pl;
  always_comb begin
    {ch, ph, pl, bh, bl, sh, sl, bs, ss, zs} = 'x;
    if (u3.v) begin
      ch = {1'b0, hid3, c3[51:0], 10'd0};
      ph = {1'b0, p3[105:43]};
      pl = {p3[42:0], 3'd0};
      // defaults: a result or a conversion, in hi
      bh = 64'd0;
      bl = 46'd0;
      sh = (u3.flt && !pass3) ? {hid3, c3[51:0], 11'd0} : c3;
      sl = 46'd0;
      bs = s3;
      ss = s3;
      zs = s3;
      if (u3.fma && !pass3) begin
        bh = d3 ? ch : ph;
        bl = d3 ? 46'd0 : pl;
        sh = d3 ? ph : ch;
        sl = d3 ? pl : 46'd0;
        bs = d3 ? s3 : ps3;
        ss = d3 ? ps3 : s3;
        zs = sub3 ? u3.rm == 2'd1 : s3;
      end
    end
  end

  logic [63:0] bh4, sh4;
  logic [45:0] bl4, sl4;
  logic [12:0] e4;
  logic        bs4, ss4, zs4, sub4, inc4, nan4, pass4, big4;

  always_ff @(posedge clk)
    if (u3.v) begin : stage4
      logic [63:0] h;
      logic [45:0] l;
      logic        lost, up;
      h    = sh;
      l    = sl;
      lost = 1'b0;
      if (n3[6]) begin
        lost = (l != 46'd0) || (h[17:0] != 18'd0);
        l    = h[63:18];
        h    = 64'd0;
      end
      if (n3[5]) begin
        lost = lost || (l[31:0] != 32'd0);
        l    = {h[31:0], l[45:32]};
        h    = {32'd0, h[63:32]};
      end
      if (n3[4]) begin
        lost = lost || (l[15:0] != 16'd0);
        l    = {h[15:0], l[45:16]};
        h    = {16'd0, h[63:16]};
      end
      if (n3[3]) begin
        lost = lost || (l[7:0] != 8'd0);
        l    = {h[7:0], l[45:8]};
        h    = {8'd0, h[63:8]};
      end
      if (n3[2]) begin
        lost = lost || (l[3:0] != 4'd0);
        l    = {h[3:0], l[45:4]};
        h    = {4'd0, h[63:4]};
      end
      if (n3[1]) begin
        lost = lost || (l[1:0] != 2'd0);
        l    = {h[1:0], l[45:2]};
        h    = {2'd0, h[63:2]};
      end
      if (n3[0]) begin
        lost = lost || l[0];
        l    = {h[0], l[45:1]};
        h    = {1'b0, h[63:1]};
      end
      up = 1'b0;
      if ((u3.f2i || u3.rint) && !pass3) begin
        up = round_up(u3.rm, bs, h[0], l[45], (l[44:0] != 45'd0) || lost);
        l  = {46{up}};
      end else
        l[0] = l[0] || lost;
      sh4   <= h;
      sl4   <= l;
      inc4  <= up || (sub3 && !pass3);
      bh4   <= bh;
      bl4   <= bl;
      e4    <= e3;
      bs4   <= bs;
      ss4   <= ss;
      zs4   <= zs;
      sub4  <= (sub3 && !pass3);
      nan4  <= nan3;
      pass4 <= pass3;
      big4  <= big3;
    end

  // --- stage 5: add ------------------------------------------------------------------------------
  // A difference is formed both ways round: the operand with the larger exponent can be the smaller
  // one when exponents are equal or the addend is denormal. -(x + 1) is ~x, so the second one needs
  // no increment. A negative integer minus zero is what it should be, with hi[63] set or not.
  logic [63:0] h5;
  logic [45:0] l5;
  logic [12:0] e5;
  logic        s5, zs5, nan5, pass5, big5;

  always_ff @(posedge clk)
    if (u4.v) begin : stage5
      logic [63:0] ah, h, g;
      logic [46:0] al, l, k;
      logic        swap;
      ah = sh4 ^ {64{sub4}};
      al = {1'b0, sl4 ^ {46{sub4}}};
      l  = {1'b0, bl4} + al + {46'd0, inc4};
      h  = bh4 + ah + {63'd0, l[46]};
      k  = {1'b0, bl4} + al;
      g  = bh4 + ah + {63'd0, k[46]};
      swap  = u4.fma && sub4 && h[63];
      h5    <= swap ? ~g : h;
      l5    <= swap ? ~k[45:0] : l[45:0];
      if ((u4.f2i || u4.rint) && !pass4) l5 <= 46'd0;
      e5    <= e4;
      s5    <= swap ? ss4 : bs4;
      zs5   <= zs4;
      nan5  <= nan4;
      pass5 <= pass4;
      big5  <= big4;
    end

  // --- stage 6: normalise --------------------------------------------------------------------------
  // Left shift by the number of leading zeros, but not by more than the exponent. Whether bits of lo stay behind is
  // told by the place of the lowest one, beside the shift.
  // Zeros at the top of 16 bits that are not 0; the lowest of them is not looked at.
  function automatic logic [3:0] zeros16(input logic [15:1] x);
    logic [1:0] group;
    logic [2:0] four;                  // of the group, all but the lowest bit
    group   = x[15:12] != 4'd0 ? 2'd0 : x[11:8] != 4'd0 ? 2'd1 : x[7:4] != 4'd0 ? 2'd2 : 2'd3;
    case (group)
      2'd0:    four = x[15:13];
      2'd1:    four = x[11:9];
      2'd2:    four = x[7:5];
      default: four = x[3:1];
    endcase
    zeros16 = {group, four[2:1] == 2'd0, four[2:1] == 2'd0 ? !four[0] : !four[2]};
  endfunction

  logic [12:0] e6;
  logic        st6, zero6, zs6, pass6;

  always_ff @(posedge clk)
    if (u5.v) begin : stage6
      logic [111:0] y;                 // hi, lo, two zeros
      logic [47:1]  z;                 // lo, its lowest bit first, two zeros
      logic [27:0]  part;              // zeros of each 16 bits of y
      logic [6:0]   lead, n, room;     // room: the longest shift that leaves something of lo
      logic         far;               // the exponent is no limit
      y    = {h5, l5, 2'd0};
      lead = 7'd0;
      for (int k = 6; k >= 0; k--) begin
        part[4*k +: 4] = zeros16(y[111 - 16*k -: 15]);
        if (y[111 - 16*k -: 16] != 16'd0) lead = {3'(k), part[4*k +: 4]};
      end
      z = 47'd0;
      for (int i = 0; i < 46; i++) z[47 - i] = l5[i];
      room = 7'd45 - {1'b0, z[47:32] != 16'd0 ? {2'd0, zeros16(z[47:33])} :
                            z[31:16] != 16'd0 ? {2'd1, zeros16(z[31:17])} : {2'd2, zeros16(z[15:1])}};
      far  = e5[12:7] != 6'd0;
      n    = far || lead <= e5[6:0] ? lead : e5[6:0];
      y    = y << n;
      v6    <= y[111:48];
      st6   <= l5 != 46'd0 && (lead <= room || (!far && e5[6:0] <= room));
      e6    <= e5 - {6'd0, n};
      zero6 <= (h5 == 64'd0) && (l5 == 46'd0);
      s6    <= s5;
      zs6   <= zs5;
      nan6  <= nan5;
      pass6 <= pass5;
      big6  <= big5;
    end

  // --- stage 7: round, pack ------------------------------------------------------------------------
  // e6 is the exponent field if the hidden bit is added to it. An f32 is rounded in the upper part of
  // the f64 layout: ones below its last bit carry the increment up.
  always_ff @(posedge clk)
    if (u6.v) begin : stage7
      logic        s, rs, up, ovf, away, zero;
      logic [63:0] x, r;
      rs = s6 && !(u6.i2f && !u6.ssigned);      // an unsigned source is rounded before its negation
      s  = zero6 ? zs6 : s6;
      // whether the result is 0, beside the sum that makes it
      zero = v6[30:0] == 31'd0 && (u6.to32 || v6[62:31] == 32'd0);
      if (pass6)
        r = v6;
      else if (u6.f2i)
        r = int_r;
      else begin
        up = u6.to32 ? round_up(u6.rm, rs, v6[40], v6[39], (v6[38:0] != 39'd0) || st6)
                     : round_up(u6.rm, rs, v6[11], v6[10], (v6[9:0] != 10'd0) || st6);
        x  = {11'd0, v6[63:40], u6.to32 ? {29{up}} : v6[39:11]};
        x  = {1'b0, e6[10:0], 52'd0} + x + {63'd0, up};
        if (zero6) x = 64'd0;
        zero = zero6 || (e6 == '0 && v6[63:40] == 24'd0 && (u6.to32 || v6[39:11] == 29'd0) && !up);
        ovf  = !zero6 && (e6[12:11] != 2'd0 || x[63] || x[62:52] >= (u6.to32 ? 11'd255 : 11'd2047));
        away = u6.rm == 2'd0 || (u6.rm == 2'd1 && rs) || (u6.rm == 2'd2 && !rs);
        if (u6.to32) r = {32'd0, s, ovf ? {8'hff ^ {7'd0, !away}, {23{!away}}} : x[59:29]};
        else         r = {s, ovf ? {11'h7ff ^ {10'd0, !away}, {52{!away}}} : x[62:0]};
      end
      out_r <= r;
      // condition code: of the float, of the integer, or of the 32-bit result of set
      if (u6.f2i)
        out_cc <= {int_o, 1'b0, u6.d64 ? r[63] : r[31], int_z};
      else if (nan6)
        out_cc <= 4'd3;
      else if (u6.cmp && !u6.min && !u6.max)
        out_cc <= {2'd0, r[31], !r[31]};
      else
        out_cc <= {2'd0, (u6.to32 ? r[31] : r[63]) && !zero, zero};
    end

  wire unused = &{1'b0, u2, u3, u3, u4, u5, u6};

endmodule
`default_nettype wire
