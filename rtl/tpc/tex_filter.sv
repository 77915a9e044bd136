// SPDX-License-Identifier: Apache-2.0
// tex_filter: linear filtering: the weighted mean of four texels of a lane, or of the eight of the two slots of a lane
// of a pair, the odd one behind the even one. What is not filtered goes the same way.
//
// From tex_results  one slot per cycle (in_*), its weights of the coordinates one cycle later (tap_weight)
// From tex_format   the values of its four texels, three cycles later
// To   tex_results  the lane's value, ten cycles later: of a pair with the odd slot
//
//   1, 2  the quad's record and its sectors are read; weights come with the latter
//   3  weights of the rows (16 fractional bits)
//   4  of the texels (24); their values come
//   5  mantissa times weight, 16 bits below those of the mantissa; largest exponent of the slot
//   6  waits: the odd slot of a pair is here when the even one is in stage 7
//   7  largest exponent of both slots; how far each product is below it
//   8  aligned to it, bits below are dropped
//   9  summed, the odd slot onto the even one's sum
//  10  magnitude, its leading bit among the first eight
//  11  rounded to nearest even; below the smallest normal number 0
// The arithmetic is that of gt_tex_mean (cmodel/func/tex_taps.c).
`default_nettype none

module tex_filter (
  input  wire           clk,
  input  wire           rst,
  input  wire           in_valid,
  input  wire           in_linear,
  input  wire           in_pair,
  input  wire           in_odd,
  input  wire  [23:0]   tap_weight,    // in stage 2: {z, y, x} of the second texel, in 1/256
  input  wire  [127:0]  value,         // in stage 4
  output wire           out_valid,
  output logic [31:0]   out_value
);

  logic [11:2]  valid_q;               // a lane is in each stage: else nothing moves there
  logic [11:2]  linear_q;
  logic [7:2]   pair_q;
  logic [9:2]   odd_q;                 // the second slot of a pair
  always_ff @(posedge clk)
    if (rst) valid_q <= '0;
    else if (in_valid || (valid_q != '0)) begin
      valid_q  <= {valid_q[10:2], in_valid};
      linear_q <= {linear_q[10:2], in_linear};
      pair_q   <= {pair_q[6:2], in_pair};
      odd_q    <= {odd_q[8:2], in_pair && in_odd};
    end
  assign out_valid = valid_q[11];

  // --- 3, 4: weights -------------------------------------------------------------------------------------
  // TEX-11
  function automatic logic [8:0] share(input logic [7:0] weight, input logic second);
    share = second ? {1'b0, weight} : 9'd256 - {1'b0, weight};
  endfunction
  logic [23:0]  weight_q;
  wire  [8:0]   z = share(weight_q[23:16], odd_q[3]);
  logic [16:0]  row_q, next_row_q;     // of the row and the one behind it
  logic [7:0]   x_q;
  logic [127:0] v_q;
  logic [99:0]  w_q;                   // 4 x 25
  always_ff @(posedge clk) begin
    if (valid_q[2]) weight_q <= tap_weight;
    if (valid_q[3]) begin
      row_q      <= {8'd0, share(weight_q[15:8], 1'b0)} * {8'd0, z};
      next_row_q <= {8'd0, share(weight_q[15:8], 1'b1)} * {8'd0, z};
      x_q        <= weight_q[7:0];
    end
    if (valid_q[4]) begin
      v_q <= value;
      for (int k = 0; k < 4; k++)
        w_q[25*k +: 25] <= {16'd0, share(x_q, k % 2 == 1)} * {8'd0, k / 2 == 1 ? next_row_q : row_q};
    end
  end

  // --- 5: products ----------------------------------------------------------------------------------------
  logic [3:0]   counts;                // has a weight and is not zero
  logic [7:0]   e, most01, most23;
  logic         plus, minus;           // infinities; a NaN is both
  always_comb begin
    most01 = '0;
    most23 = '0;
    plus   = 1'b0;
    minus  = 1'b0;
    counts = '0;
    e      = '0;
    if (valid_q[5])
      for (int k = 0; k < 4; k++) begin
        e = v_q[32*k + 23 +: 8];
        counts[k] = (w_q[25*k +: 25] != '0) && (e != '0);
        if (k < 2 && counts[k] && (e > most01)) most01 = e;
        if (k >= 2 && counts[k] && (e > most23)) most23 = e;
        if (counts[k] && (e == 8'd255)) begin
          plus  = plus  || !v_q[32*k + 31] || (v_q[32*k +: 23] != '0);
          minus = minus ||  v_q[32*k + 31] || (v_q[32*k +: 23] != '0);
        end
      end
  end
  logic [195:0] prod;                  // 4 x 49
  always_comb begin
    prod = 'x;
    if (valid_q[5])
      for (int k = 0; k < 4; k++) prod[49*k +: 49] = 49'({1'b1, v_q[32*k +: 23]}) * 49'(w_q[25*k +: 25]);
  end
  logic [163:0] prod6_q, prod7_q, prod8_q;         // 4 x 41
  logic [3:0]   neg6_q, neg7_q, neg8_q, counts6_q, counts7_q;
  logic [31:0]  exp6_q, exp7_q;
  logic [7:0]   most6_q, most7_q;
  logic [1:0]   inf6_q, inf7_q, inf8_q, inf9_q;    // minus, plus
  logic [31:0]  near6_q, near7_q, near8_q, near9_q;          // texel 0, of a pair that of the even slot
  always_ff @(posedge clk) begin
    if (valid_q[5]) begin
      for (int k = 0; k < 4; k++) begin
        prod6_q[41*k +: 41] <= prod[49*k + 8 +: 41];
        exp6_q[8*k +: 8]    <= v_q[32*k + 23 +: 8];
        neg6_q[k]           <= v_q[32*k + 31];
      end
      counts6_q <= counts;
      most6_q   <= (most01 > most23) ? most01 : most23;
      inf6_q    <= {minus, plus};
      if (!odd_q[5]) near6_q <= v_q[31:0];
    end
    if (valid_q[6]) begin
      prod7_q   <= prod6_q;
      exp7_q    <= exp6_q;
      neg7_q    <= neg6_q;
      counts7_q <= counts6_q;
      most7_q   <= most6_q;
      inf7_q    <= inf6_q;
      near7_q   <= near6_q;
    end
  end

  // --- 7: distances ---------------------------------------------------------------------------------------
  logic [7:0]   base;
  logic [31:0]  down;                  // 4 x 8
  logic [7:0]   base8_q, base9_q;
  logic [23:0]  down8_q;               // 4 x 6
  logic [3:0]   adds8_q;               // has bits that are not dropped
  always_comb begin
    base = 'x;
    down = 'x;
    if (valid_q[7]) begin
      // behind the even slot of a pair comes the odd one
      base = odd_q[7] ? base8_q : (pair_q[7] && (most6_q > most7_q)) ? most6_q : most7_q;
      for (int k = 0; k < 4; k++) down[8*k +: 8] = base - exp7_q[8*k +: 8];
    end
  end
  always_ff @(posedge clk)
    if (valid_q[7]) begin
      for (int k = 0; k < 4; k++) begin
        down8_q[6*k +: 6] <= down[8*k +: 6];
        adds8_q[k]        <= counts7_q[k] && (down[8*k +: 8] <= 8'd40);
      end
      base8_q <= base;
      prod8_q <= prod7_q;
      neg8_q  <= neg7_q;
      inf8_q  <= inf7_q;
      near8_q <= near7_q;
    end

  // --- 8, 9: sum ------------------------------------------------------------------------------------------
  logic [163:0] part9_q;               // 4 x 41
  logic [3:0]   neg9_q;
  always_ff @(posedge clk)
    if (valid_q[8]) begin
      for (int k = 0; k < 4; k++)
        part9_q[41*k +: 41] <= adds8_q[k] ? prod8_q[41*k +: 41] >> down8_q[6*k +: 6] : '0;
      neg9_q  <= neg8_q;
      base9_q <= base8_q;
      inf9_q  <= inf8_q;
      near9_q <= near8_q;
    end
  function automatic logic [43:0] add(input logic [43:0] a, input logic [43:0] b, input logic carry);
    add = 44'(({a, 1'b1} + {b, carry}) >> 1);
  endfunction
  logic [175:0] part;                  // 4 x 44: each with its sign, less one if it is negative
  logic [43:0]  sum, sum10_q;
  logic [7:0]   base10_q;
  logic [1:0]   inf10_q;
  logic [31:0]  near10_q;
  always_comb begin
    part = 'x;
    sum  = 'x;
    if (valid_q[9]) begin
      for (int k = 0; k < 4; k++) part[44*k +: 44] = {3'd0, part9_q[41*k +: 41]} ^ {44{neg9_q[k]}};
      part[0 +: 44]  = add(part[0 +: 44], part[44 +: 44], neg9_q[0]);
      part[88 +: 44] = add(part[88 +: 44], part[132 +: 44], neg9_q[1]);
      sum = add(odd_q[9] ? sum10_q : 44'd0, add(part[0 +: 44], part[88 +: 44], neg9_q[2]), neg9_q[3]);
    end
  end
  always_ff @(posedge clk)
    if (valid_q[9]) begin
      sum10_q  <= sum;
      base10_q <= base9_q;
      inf10_q  <= inf9_q | (odd_q[9] ? inf10_q : 2'b00);
      near10_q <= near9_q;
    end

  // --- 10: magnitude. The mean of equal values has its leading bit at 39. ------------------------------------
  logic [42:0]  coarse, norm11_q;
  logic [2:0]   eights, eights11_q;     // zeros above the leading bit, from bit 42, in eights
  logic         neg11_q;
  logic [7:0]   base11_q;
  logic [1:0]   inf11_q;
  logic [31:0]  near11_q;
  always_comb begin
    coarse = 'x;
    eights = '0;
    if (valid_q[10]) begin
      coarse = sum10_q[43] ? -sum10_q[42:0] : sum10_q[42:0];
      if (coarse[42:11] == '0) begin eights[2] = 1'b1; coarse = coarse << 32; end
      if (coarse[42:27] == '0) begin eights[1] = 1'b1; coarse = coarse << 16; end
      if (coarse[42:35] == '0) begin eights[0] = 1'b1; coarse = coarse << 8; end
    end
  end
  always_ff @(posedge clk)
    if (valid_q[10]) begin
      norm11_q   <= coarse;
      eights11_q <= eights;
      neg11_q    <= sum10_q[43];
      base11_q   <= base10_q;
      inf11_q    <= inf10_q;
      near11_q   <= near10_q;
    end

  // --- 11: rounding ------------------------------------------------------------------------------------------
  logic [42:0] norm;
  logic [2:0]  ones;                   // zeros that are left
  logic        up;
  logic [24:0] keep;
  logic [9:0]  exp;
  logic [31:0] number, mean;
  always_comb begin
    norm      = 'x;
    ones      = '0;
    up        = 1'bx;
    keep      = 'x;
    exp       = 'x;
    number    = 'x;
    mean      = 'x;
    out_value = 'x;
    if (valid_q[11]) begin
      norm = norm11_q;
      if (norm[42:39] == '0) begin ones[2] = 1'b1; norm = norm << 4; end
      if (norm[42:41] == '0) begin ones[1] = 1'b1; norm = norm << 2; end
      if (norm[42] == 1'b0)  begin ones[0] = 1'b1; norm = norm << 1; end
      up        = norm[18] && (norm[19] || (norm[17:0] != '0));
      keep      = {1'b0, norm[42:19]} + {24'd0, up};
      exp       = {2'b0, base11_q} + 10'd3 - {4'b0, eights11_q, ones} + {9'd0, keep[24]};
      number    = (!norm[42] || exp[9] || exp == '0) ? 32'd0 : {neg11_q, exp[7:0], keep[24] ? 23'd0 : keep[22:0]};
      mean      = (inf11_q == 2'b11) ? 32'h7fffffff : inf11_q[0] ? 32'h7f800000 : inf11_q[1] ? 32'hff800000 : number;
      out_value = linear_q[11] ? mean : near11_q;
    end
  end

  wire unused = &{1'b0, exp[8], keep[23], prod};

endmodule
`default_nettype wire
