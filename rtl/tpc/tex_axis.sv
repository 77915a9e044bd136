// SPDX-License-Identifier: Apache-2.0
// tex_axis: one coordinate of a texture fetch to the numbers of the two texels beside it, and the weight of the second.
//
// From tex_addr  the coordinate: an f32 for the sampler, or a texel number; what the descriptor says of this dimension
// To   tex_addr  texel numbers, whether they are inside (outside: number 0), the weight in 1/256
//
// Three stages, one coordinate per cycle with en: the result of what is there in cycle c is there in c+3. Without en
// nothing moves. Each stage is told of the descriptor of the lane that is in it (s1 to s3).
//   1  f32 to fixed point, rounded down: 28 fractional bits of a normalised coordinate, 9 of a texel coordinate
//   2  normalised: wrapped, mirrored or limited to -2 ... 2, times the size, down to 9 fractional bits; texel
//      coordinates limited to -2^17 ... 2^17
//   3  linear filtering: rounded to 8 bits, half a texel back, split; then address mode
// The arithmetic is that of cmodel/func/tex_taps.c; docs/units/tex.md.
`include "tex_types.svh"
`default_nettype none

module tex_axis (
  input  wire          clk,
  input  wire          en,
  input  texaxis_t     s1,
  input  texaxis_t     s2,
  input  texaxis_t     s3,
  input  wire  [31:0]  coord,
  output logic [27:0]  i0,
  output logic [27:0]  i1,
  output logic [1:0]   valid,
  output logic [7:0]   weight
);

  // --- 1: fixed point -----------------------------------------------------------------------------
  // TEX-10
  logic        none, neg, left, far;
  logic [7:0]  exp;
  logic [8:0]  sh_n, sh_t, sh;
  logic [24:0] man;                    // with its sign: what is shifted out on the right is rounded down
  logic [86:0] moved;
  logic [29:0] val;
  logic [31:0] fixed;
  always_comb begin
    {none, neg, left, far, exp, sh_n, sh_t, sh, man} = 'x;
    {moved, val} = 'x;
    fixed = 'x;
    if (en) begin
      exp   = coord[30:23];
      none  = (exp == 8'd0) || ((exp == 8'd255) && (coord[22:0] != '0));          // zero, denormal, NaN
      neg   = coord[31] && !none;
      sh_n  = {1'b0, exp} - 9'd122;
      sh_t  = {1'b0, exp} - 9'd141;
      sh    = s1.norm ? sh_n : sh_t;                                             // value: mantissa * 2^sh
      left  = !sh[8];
      man   = none ? 25'd0 : ({2'b01, coord[22:0]} ^ {25{neg}}) + {24'd0, neg};
      far   = left && !none && (sh[7:0] > 8'd29);
      // one shifter, to the left by 32 + sh: the binary point is above bit 31
      moved = {{62{neg}}, man};
      if (left || (sh[7:5] == 3'd7)) moved = moved << {left, sh[4:0]};
      val   = moved[61:32] & {30{!far}};
      fixed = s1.sample ? {{2{val[29]}}, val} : coord + {{28{s1.off[3]}}, s1.off};
    end
  end

  // --- 2: texels, 9 fractional bits ----------------------------------------------------------------
  logic [31:0] fixed_q, at_q;
  logic        neg_q, out_n_q, out_t_q;            // beyond the limits of normalised ones, of texel coordinates
  logic [31:0] normed, texels;
  logic signed [48:0] product;
  always_comb begin
    normed  = 'x;
    texels  = 'x;
    product = 'x;
    if (en) begin
      case (s2.mode)
        `TEX_WRAP:   normed = {4'd0, fixed_q[27:0]};
        `TEX_MIRROR: normed = {4'd0, fixed_q[27:0] ^ {28{fixed_q[28]}}};
        default:     normed = out_n_q ? {{3{neg_q}}, {29{!neg_q}}} : fixed_q;
      endcase
      texels  = (s2.sample && out_t_q) ? {{6{neg_q}}, {26{!neg_q}}} : fixed_q;
      product = $signed({normed[30], normed[30:0]}) * $signed({1'b0, s2.size[16:0]});
    end
  end
  always_ff @(posedge clk)
    if (en) begin
      fixed_q <= fixed;
      neg_q   <= neg;
      out_n_q <= far || (moved[86:61] != {26{neg}});
      out_t_q <= far || (moved[86:58] != {29{neg}});
      at_q    <= (s2.sample && s2.norm) ? {{2{product[48]}}, product[48:19]} : texels;
    end

  // --- 3: texel numbers ----------------------------------------------------------------------------
  logic [31:0] half;                   // 8 fractional bits
  logic [31:0] n [0:1];
  logic [27:0] i [0:1];
  logic [1:0]  in;
  logic [32:0] wrap;                   // below 0: plus the size; else minus the size, bit 32: it is less
  logic        under, above;
  always_comb begin
    half  = 'x;
    n[0]  = 'x;
    n[1]  = 'x;
    i[0]  = 'x;
    i[1]  = 'x;
    in    = 'x;
    under = 1'bx;
    above = 1'bx;
    wrap  = 'x;
    if (en) begin
      half = {at_q[31], at_q[31:1]} + {31'd0, at_q[0]} - 32'd128;
      n[0] = !s3.sample ? at_q : s3.linear ? {{8{half[31]}}, half[31:8]} : {{9{at_q[31]}}, at_q[31:9]};
      n[1] = n[0] + 32'd1;
      for (int k = 0; k < 2; k++) begin
        under = n[k][31];
        wrap  = {1'b0, n[k]} + ({5'd0, s3.size} ^ {33{!under}}) + {32'd0, !under};
        above = !under && !wrap[32];
        i[k]  = n[k][27:0];
        in[k] = s3.bound && !under && !above;
        if (s3.sample && (s3.mode == `TEX_WRAP)) begin
          if (under || above) i[k] = wrap[27:0];
          in[k] = s3.bound;
        end else if (s3.sample && (s3.mode != `TEX_BORDER)) begin
          if (under) i[k] = '0;
          if (above) i[k] = s3.size - 28'd1;
          in[k] = s3.bound;
        end
      end
    end
  end
  always_ff @(posedge clk)
    if (en) begin
      i0     <= in[0] ? i[0] : '0;
      i1     <= in[1] ? i[1] : '0;
      valid  <= in;
      weight <= (s3.sample && s3.linear) ? half[7:0] : '0;
    end

  wire unused = &{1'b0, s1, s2, s3, normed[31], product[18:0], wrap[31:28]};

endmodule
`default_nettype wire
