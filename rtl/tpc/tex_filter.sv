// SPDX-License-Identifier: Apache-2.0
// tex_filter: linear filtering: the weighted mean of four texels of a lane, or of the eight of the two slots of a lane
// of a pair, the odd one behind the even one. What is not filtered goes the same way.
//
// From tex_results  weights of the coordinates: one slot per cycle (in_*); one cycle later values of its four texels
// To   tex_results  the lane's value, eight cycles later: of a pair with the odd slot
//
//   1  weights of the rows (16 fractional bits)
//   2  of the texels (24)
//   3  mantissa times weight, 16 bits below those of the mantissa; largest exponent of the slot
//   4  waits: the odd slot of a pair is here when the even one is in stage 5
//   5  largest exponent of both slots; how far each product is below it
//   6  aligned to it, bits below are dropped
//   7  summed, the odd slot onto the even one's sum
//   8  magnitude, its leading bit among the first eight
//   9  rounded to nearest even; below the smallest normal number 0
// The arithmetic is that of gt_tex_mean (cmodel/func/tex_taps.c).
`default_nettype none

module tex_filter (
  input  wire           clk,
  input  wire           rst,
  input  wire           in_valid,
  input  wire           in_linear,
  input  wire           in_pair,
  input  wire           in_odd,
  input  wire  [23:0]   in_weight,     // {z, y, x} of the second texel, in 1/256
  input  wire  [127:0]  in_value,      // in stage 2
  output wire           out_valid,
  output logic [31:0]   out_value
);

  logic [9:2]   valid_q;               // a lane is in each stage: else nothing moves there
  logic [9:2]   linear_q;
  logic [5:2]   pair_q;
  logic [7:2]   odd_q;                 // the second slot of a pair
  wire          odd = in_pair && in_odd;
  always_ff @(posedge clk)
    if (rst) valid_q <= '0;
    else if (in_valid || (valid_q != '0)) begin
      valid_q  <= {valid_q[8:2], in_valid};
      linear_q <= {linear_q[8:2], in_linear};
      pair_q   <= {pair_q[4:2], in_pair};
      odd_q    <= {odd_q[6:2], odd};
    end
  assign out_valid = valid_q[9];

  // --- 1, 2: weights -------------------------------------------------------------------------------------
  // TEX-11
  function automatic logic [8:0] share(input logic [7:0] weight, input logic second);
    share = second ? {1'b0, weight} : 9'd256 - {1'b0, weight};
  endfunction
  wire  [8:0]   z = share(in_weight[23:16], odd);
  logic [16:0]  row_q, next_row_q;     // of the row and the one behind it
  logic [7:0]   x_q;
  logic [127:0] v_q;
  logic [99:0]  w_q;                   // 4 x 25
  always_ff @(posedge clk) begin
    if (in_valid) begin
      row_q      <= {8'd0, share(in_weight[15:8], 1'b0)} * {8'd0, z};
      next_row_q <= {8'd0, share(in_weight[15:8], 1'b1)} * {8'd0, z};
      x_q        <= in_weight[7:0];
    end
    if (valid_q[2]) begin
      v_q <= in_value;
      for (int k = 0; k < 4; k++)
        w_q[25*k +: 25] <= {16'd0, share(x_q, k % 2 == 1)} * {8'd0, k / 2 == 1 ? next_row_q : row_q};
    end
  end

  // --- 3: products ----------------------------------------------------------------------------------------
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
    if (valid_q[3])
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
    if (valid_q[3])
      for (int k = 0; k < 4; k++) prod[49*k +: 49] = 49'({1'b1, v_q[32*k +: 23]}) * 49'(w_q[25*k +: 25]);
  end
  logic [163:0] prod4_q, prod5_q, prod6_q;         // 4 x 41
  logic [3:0]   neg4_q, neg5_q, neg6_q, counts4_q, counts5_q;
  logic [31:0]  exp4_q, exp5_q;
  logic [7:0]   most4_q, most5_q;
  logic [1:0]   inf4_q, inf5_q, inf6_q, inf7_q;    // minus, plus
  logic [31:0]  near4_q, near5_q, near6_q, near7_q;          // texel 0, of a pair that of the even slot
  always_ff @(posedge clk) begin
    if (valid_q[3]) begin
      for (int k = 0; k < 4; k++) begin
        prod4_q[41*k +: 41] <= prod[49*k + 8 +: 41];
        exp4_q[8*k +: 8]    <= v_q[32*k + 23 +: 8];
        neg4_q[k]           <= v_q[32*k + 31];
      end
      counts4_q <= counts;
      most4_q   <= (most01 > most23) ? most01 : most23;
      inf4_q    <= {minus, plus};
      if (!odd_q[3]) near4_q <= v_q[31:0];
    end
    if (valid_q[4]) begin
      prod5_q   <= prod4_q;
      exp5_q    <= exp4_q;
      neg5_q    <= neg4_q;
      counts5_q <= counts4_q;
      most5_q   <= most4_q;
      inf5_q    <= inf4_q;
      near5_q   <= near4_q;
    end
  end

  // --- 5: distances ---------------------------------------------------------------------------------------
  logic [7:0]   base;
  logic [31:0]  down;                  // 4 x 8
  logic [7:0]   base6_q, base7_q;
  logic [23:0]  down6_q;               // 4 x 6
  logic [3:0]   adds6_q;               // has bits that are not dropped
  always_comb begin
    base = 'x;
    down = 'x;
    if (valid_q[5]) begin
      // behind the even slot of a pair comes the odd one
      base = odd_q[5] ? base6_q : (pair_q[5] && (most4_q > most5_q)) ? most4_q : most5_q;
      for (int k = 0; k < 4; k++) down[8*k +: 8] = base - exp5_q[8*k +: 8];
    end
  end
  always_ff @(posedge clk)
    if (valid_q[5]) begin
      for (int k = 0; k < 4; k++) begin
        down6_q[6*k +: 6] <= down[8*k +: 6];
        adds6_q[k]        <= counts5_q[k] && (down[8*k +: 8] <= 8'd40);
      end
      base6_q <= base;
      prod6_q <= prod5_q;
      neg6_q  <= neg5_q;
      inf6_q  <= inf5_q;
      near6_q <= near5_q;
    end

  // --- 6, 7: sum ------------------------------------------------------------------------------------------
  logic [163:0] part7_q;               // 4 x 41
  logic [3:0]   neg7_q;
  always_ff @(posedge clk)
    if (valid_q[6]) begin
      for (int k = 0; k < 4; k++)
        part7_q[41*k +: 41] <= adds6_q[k] ? prod6_q[41*k +: 41] >> down6_q[6*k +: 6] : '0;
      neg7_q  <= neg6_q;
      base7_q <= base6_q;
      inf7_q  <= inf6_q;
      near7_q <= near6_q;
    end
  function automatic logic [43:0] add(input logic [43:0] a, input logic [43:0] b, input logic carry);
    add = 44'(({a, 1'b1} + {b, carry}) >> 1);
  endfunction
  logic [175:0] part;                  // 4 x 44: each with its sign, less one if it is negative
  logic [43:0]  sum, sum8_q;
  logic [7:0]   base8_q;
  logic [1:0]   inf8_q;
  logic [31:0]  near8_q;
  always_comb begin
    part = 'x;
    sum  = 'x;
    if (valid_q[7]) begin
      for (int k = 0; k < 4; k++) part[44*k +: 44] = {3'd0, part7_q[41*k +: 41]} ^ {44{neg7_q[k]}};
      part[0 +: 44]  = add(part[0 +: 44], part[44 +: 44], neg7_q[0]);
      part[88 +: 44] = add(part[88 +: 44], part[132 +: 44], neg7_q[1]);
      sum = add(odd_q[7] ? sum8_q : 44'd0, add(part[0 +: 44], part[88 +: 44], neg7_q[2]), neg7_q[3]);
    end
  end
  always_ff @(posedge clk)
    if (valid_q[7]) begin
      sum8_q  <= sum;
      base8_q <= base7_q;
      inf8_q  <= inf7_q | (odd_q[7] ? inf8_q : 2'b00);
      near8_q <= near7_q;
    end

  // --- 8: magnitude. The mean of equal values has its leading bit at 39. ------------------------------------
  logic [42:0]  coarse, norm9_q;
  logic [2:0]   eights, eights9_q;     // zeros above the leading bit, from bit 42, in eights
  logic         neg9_q;
  logic [7:0]   base9_q;
  logic [1:0]   inf9_q;
  logic [31:0]  near9_q;
  always_comb begin
    coarse = 'x;
    eights = '0;
    if (valid_q[8]) begin
      coarse = sum8_q[43] ? -sum8_q[42:0] : sum8_q[42:0];
      if (coarse[42:11] == '0) begin eights[2] = 1'b1; coarse = coarse << 32; end
      if (coarse[42:27] == '0) begin eights[1] = 1'b1; coarse = coarse << 16; end
      if (coarse[42:35] == '0) begin eights[0] = 1'b1; coarse = coarse << 8; end
    end
  end
  always_ff @(posedge clk)
    if (valid_q[8]) begin
      norm9_q   <= coarse;
      eights9_q <= eights;
      neg9_q    <= sum8_q[43];
      base9_q   <= base8_q;
      inf9_q    <= inf8_q;
      near9_q   <= near8_q;
    end

  // --- 9: rounding ------------------------------------------------------------------------------------------
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
    if (valid_q[9]) begin
      norm = norm9_q;
      if (norm[42:39] == '0) begin ones[2] = 1'b1; norm = norm << 4; end
      if (norm[42:41] == '0) begin ones[1] = 1'b1; norm = norm << 2; end
      if (norm[42] == 1'b0)  begin ones[0] = 1'b1; norm = norm << 1; end
      up        = norm[18] && (norm[19] || (norm[17:0] != '0));
      keep      = {1'b0, norm[42:19]} + {24'd0, up};
      exp       = {2'b0, base9_q} + 10'd3 - {4'b0, eights9_q, ones} + {9'd0, keep[24]};
      number    = (!norm[42] || exp[9] || exp == '0) ? 32'd0 : {neg9_q, exp[7:0], keep[24] ? 23'd0 : keep[22:0]};
      mean      = (inf9_q == 2'b11) ? 32'h7fffffff : inf9_q[0] ? 32'h7f800000 : inf9_q[1] ? 32'hff800000 : number;
      out_value = linear_q[9] ? mean : near9_q;
    end
  end

  wire unused = &{1'b0, exp[8], keep[23], prod};

endmodule
`default_nettype wire
