// SPDX-License-Identifier: Apache-2.0
// tex_axis: one coordinate of a texture fetch to the numbers of the two texels beside it, and the weight of the second.
//
// From tex_addr  the coordinate: an f32 for the sampler, or a texel number; what the descriptor says of this dimension
// To   tex_addr  texel numbers, whether they are inside (outside: number 0), the weight in 1/256
//
// Three stages, one coordinate per cycle: the result of what is there in cycle c is there in c+3.
//   1  f32 to fixed point, rounded down: 28 fractional bits of a normalised coordinate (wrapped, mirrored or limited to -2 ... 2),
//      9 of a texel coordinate (limited to -2^17 ... 2^17)
//   2  normalised: times the size, down to 9 fractional bits
//   3  linear filtering: rounded to 8 bits, half a texel back, split; then address mode
// The arithmetic is that of cmodel/func/tex_taps.c; docs/microarchitecture.md section 9.
`include "dp_types.svh"
`default_nettype none

module tex_axis (
  input  wire          clk,
  input  wire          sample,         // f32 through the sampler; 0: texel number
  input  wire          bound,
  input  wire          norm,
  input  wire          linear,
  input  wire  [1:0]   mode,
  input  wire  [27:0]  size,           // texels
  input  wire  [3:0]   off,
  input  wire  [31:0]  coord,
  output logic [27:0]  i0,
  output logic [27:0]  i1,
  output logic [1:0]   valid,
  output logic [7:0]   weight
);

  // --- 1: fixed point -----------------------------------------------------------------------------
  wire         neg  = coord[31];
  wire  [7:0]  exp  = coord[30:23];
  wire         none = (exp == 8'd0) | ((exp == 8'd255) & (coord[22:0] != '0));   // zero, denormal, NaN
  wire  [8:0]  sh   = {1'b0, exp} - (norm ? 9'd122 : 9'd141);                     // value: mantissa * 2^sh
  wire         left = ~sh[8];
  wire  [8:0]  back = -sh;
  wire  [23:0] man  = none ? 24'd0 : {1'b1, coord[22:0]};
  wire         far  = left & (sh[7:0] > 8'd29);
  wire  [52:0] up   = far ? 53'd0 : {29'd0, man} << sh[4:0];
  wire  [47:0] down = (back > 9'd24) ? {24'd0, man} : {man, 24'd0} >> back[4:0];
  wire         lost = ~left & (down[23:0] != '0);
  wire  [29:0] mag  = left ? up[29:0] : {6'd0, down[47:24]};
  wire         over = ~none & left & (far | (up[52:30] != '0));
  wire  [29:0] val  = (mag ^ {30{neg}}) + {29'd0, neg & ~lost};                   // floor

  logic [31:0] fixed;
  wire         out_n = over | mag[29];
  wire         out_t = over | (mag[29:26] != '0);
  always_comb begin
    if (!sample)                     fixed = coord + {{28{off[3]}}, off};
    else if (!norm)                  fixed = out_t ? {{6{neg}}, {26{~neg}}} : {{2{val[29]}}, val};
    else case (mode)
      `TEX_WRAP:                     fixed = {4'd0, val[27:0]};
      `TEX_MIRROR:                   fixed = {4'd0, val[27:0] ^ {28{val[28]}}};
      default:                       fixed = out_n ? {{3{neg}}, {29{~neg}}} : {{2{val[29]}}, val};
    endcase
  end

  // --- 2: texels, 9 fractional bits ----------------------------------------------------------------
  logic [31:0] fixed_q, at_q;
  wire signed [48:0] product = $signed({fixed_q[30], fixed_q[30:0]}) * $signed({1'b0, size[16:0]});
  always_ff @(posedge clk) begin
    fixed_q <= fixed;
    at_q    <= (sample & norm) ? {{2{product[48]}}, product[48:19]} : fixed_q;
  end

  // --- 3: texel numbers ----------------------------------------------------------------------------
  wire  [31:0] half = {at_q[31], at_q[31:1]} + {31'd0, at_q[0]} - 32'd128;        // 8 fractional bits
  logic [31:0] n [0:1];
  logic [27:0] i [0:1];
  logic [1:0]  in;
  logic        under, above;
  always_comb begin
    in   = '0;
    n[0] = !sample ? at_q : linear ? {{8{half[31]}}, half[31:8]} : {{9{at_q[31]}}, at_q[31:9]};
    n[1] = n[0] + 32'd1;
    for (int k = 0; k < 2; k++) begin
      under = n[k][31];
      above = ~under & (n[k] >= {4'd0, size});
      i[k]  = n[k][27:0];
      in[k] = bound & ~under & ~above;
      if (sample & (mode == `TEX_WRAP)) begin
        if (under) i[k] = n[k][27:0] + size;
        if (above) i[k] = n[k][27:0] - size;
        in[k] = bound;
      end else if (sample & (mode != `TEX_BORDER)) begin
        if (under) i[k] = '0;
        if (above) i[k] = size - 28'd1;
        in[k] = bound;
      end
    end
  end
  always_ff @(posedge clk) begin
    i0     <= in[0] ? i[0] : '0;
    i1     <= in[1] ? i[1] : '0;
    valid <= in;
    weight <= (sample & linear) ? half[7:0] : '0;
  end

  wire unused = &{1'b0, fixed_q[31], product[18:0], back[8:5]};

endmodule
`default_nettype wire
