// SPDX-License-Identifier: Apache-2.0
// tex_filter: linear filtering: the weighted mean of four texels of a lane, or of the eight of the two slots of a lane
// of a pair, the odd one behind the even one. What is not filtered goes the same way.
//
// From tex_results  values of the four texels, weights of the coordinates: one slot per cycle (in_*)
// To   tex_results  the lane's value, three cycles later: of a pair with the odd slot
//
//   1  product of the weights (24 fractional bits)
//   2  mantissa times weight, 16 bits below those of the mantissa; largest exponent
//   3  aligned to it, that of both slots (bits below are dropped), summed
//   4  rounded to nearest even; below the smallest normal number 0
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
  input  wire  [127:0]  in_value,
  output wire           out_valid,
  output logic [31:0]   out_value
);

  logic         valid2_q, valid3_q, valid4_q;      // a lane is in stage 2, 3, 4: else nothing moves there
  logic         linear2_q, linear3_q, linear4_q;
  logic         pair2_q, pair3_q, odd2_q, odd3_q;  // odd: the second slot of a pair
  always_ff @(posedge clk)
    if (rst) begin
      valid2_q <= 1'b0;
      valid3_q <= 1'b0;
      valid4_q <= 1'b0;
    end else if (in_valid || valid2_q || valid3_q || valid4_q) begin
      valid2_q <= in_valid;
      valid3_q <= valid2_q;
      valid4_q <= valid3_q;
    end
  assign out_valid = valid4_q;

  // --- 1: weights ---------------------------------------------------------------------------------------
  // TEX-11
  function automatic logic [8:0] share(input logic [7:0] weight, input logic second);
    share = second ? {1'b0, weight} : 9'd256 - {1'b0, weight};
  endfunction
  wire          odd  = in_pair && in_odd;
  wire  [8:0]   near = share(in_weight[7:0], 1'b0), away = share(in_weight[7:0], 1'b1);
  wire  [8:0]   z    = share(in_weight[23:16], odd);
  wire  [16:0]  row  = {8'd0, share(in_weight[15:8], 1'b0)} * {8'd0, z};       // of the row and the one behind it
  wire  [16:0]  next_row = {8'd0, share(in_weight[15:8], 1'b1)} * {8'd0, z};
  logic [127:0] v_q;
  logic [99:0]  w_q;                   // 4 x 25
  always_ff @(posedge clk)
    if (in_valid) begin
      v_q       <= in_value;
      linear2_q <= in_linear;
      pair2_q   <= in_pair;
      odd2_q    <= odd;
      for (int k = 0; k < 4; k++)
        w_q[25*k +: 25] <= {16'd0, k % 2 == 1 ? away : near} * {8'd0, k / 2 == 1 ? next_row : row};
    end

  // --- 2: products ----------------------------------------------------------------------------------------
  logic [3:0]   counts;                // has a weight and is not zero
  logic [7:0]   most, e;
  logic         plus, minus;           // infinities; a NaN is both
  always_comb begin
    most   = '0;
    plus   = 1'b0;
    minus  = 1'b0;
    counts = '0;
    e      = '0;
    if (valid2_q)
      for (int k = 0; k < 4; k++) begin
        e = v_q[32*k + 23 +: 8];
        counts[k] = (w_q[25*k +: 25] != '0) && (e != '0);
        if (counts[k] && (e > most)) most = e;
        if (counts[k] && (e == 8'd255)) begin
          plus  = plus  || !v_q[32*k + 31] || (v_q[32*k +: 23] != '0);
          minus = minus ||  v_q[32*k + 31] || (v_q[32*k +: 23] != '0);
        end
      end
  end
  logic [195:0] prod;                  // 4 x 49
  always_comb begin
    prod = 'x;
    if (valid2_q)
      for (int k = 0; k < 4; k++) prod[49*k +: 49] = 49'({1'b1, v_q[32*k +: 23]}) * 49'(w_q[25*k +: 25]);
  end
  logic [163:0] prod_q;                // 4 x 41
  logic [3:0]   counts_q, neg_q;
  logic [31:0]  exp_q;
  logic [7:0]   most_q;
  logic         plus_q, minus_q;
  logic [31:0]  near3_q, near4_q;      // texel 0, of a pair that of the even slot
  always_ff @(posedge clk)
    if (valid2_q) begin
      for (int k = 0; k < 4; k++) begin
        prod_q[41*k +: 41] <= prod[49*k + 8 +: 41];
        exp_q[8*k +: 8]    <= v_q[32*k + 23 +: 8];
        neg_q[k]           <= v_q[32*k + 31];
      end
      counts_q  <= counts;
      most_q    <= most;
      plus_q    <= plus;
      minus_q   <= minus;
      linear3_q <= linear2_q;
      pair3_q   <= pair2_q;
      odd3_q    <= odd2_q;
      if (!odd2_q) near3_q <= v_q[31:0];
    end

  // --- 3: sum ---------------------------------------------------------------------------------------------
  logic [43:0] sum;
  logic [44:0] next;                   // bit 0: the carry of a subtraction
  logic [40:0] part;
  logic [7:0]  base, down;
  logic [43:0] sum_q;
  logic [7:0]  base_q;
  always_comb begin
    base = '0;
    sum  = '0;
    next = '0;
    part = '0;
    down = '0;
    if (valid3_q) begin
      // behind the even slot of a pair comes the odd one, which goes on with its sum
      base = odd3_q ? base_q : (pair3_q && most > most_q) ? most : most_q;
      if (odd3_q) sum = sum_q;
      for (int k = 0; k < 4; k++) begin
        down = base - exp_q[8*k +: 8];
        part = (counts_q[k] && (down <= 8'd40)) ? prod_q[41*k +: 41] >> down[5:0] : '0;
        next = {sum, 1'b1} + {{3'd0, part} ^ {44{neg_q[k]}}, neg_q[k]};
        sum  = next[44:1];
      end
    end
  end
  logic        inf_q, ninf_q;
  always_ff @(posedge clk)
    if (valid3_q) begin
      sum_q     <= sum;
      base_q    <= base;
      inf_q     <= plus_q  || (odd3_q && inf_q);
      ninf_q    <= minus_q || (odd3_q && ninf_q);
      linear4_q <= linear3_q;
      near4_q   <= near3_q;
    end

  // --- 4: rounding. The mean of equal values has its leading bit at 39. --------------------------------------
  logic [42:0] abs_sum, norm;
  logic [5:0]  lead;                   // zeros above the leading bit, from bit 42
  logic        up;
  logic [24:0] keep;
  logic [9:0]  exp;
  logic [31:0] number, mean;
  always_comb begin
    abs_sum = 'x;
    norm    = 'x;
    lead    = '0;
    up      = 1'bx;
    keep    = 'x;
    exp     = 'x;
    number  = 'x;
    mean    = 'x;
    if (valid4_q) begin
      abs_sum = sum_q[43] ? -sum_q[42:0] : sum_q[42:0];
      norm    = abs_sum;
      if (norm[42:11] == '0) begin lead[5] = 1'b1; norm = norm << 32; end
      if (norm[42:27] == '0) begin lead[4] = 1'b1; norm = norm << 16; end
      if (norm[42:35] == '0) begin lead[3] = 1'b1; norm = norm << 8; end
      if (norm[42:39] == '0) begin lead[2] = 1'b1; norm = norm << 4; end
      if (norm[42:41] == '0) begin lead[1] = 1'b1; norm = norm << 2; end
      if (norm[42] == 1'b0)  begin lead[0] = 1'b1; norm = norm << 1; end
      up      = norm[18] && (norm[19] || (norm[17:0] != '0));
      keep    = {1'b0, norm[42:19]} + {24'd0, up};
      exp     = {2'b0, base_q} + 10'd3 - {4'b0, lead} + {9'd0, keep[24]};
      number  = (abs_sum == '0 || exp[9] || exp == '0) ? 32'd0 : {sum_q[43], exp[7:0], keep[24] ? 23'd0 : keep[22:0]};
      mean    = (inf_q && ninf_q) ? 32'h7fffffff : inf_q ? 32'h7f800000 : ninf_q ? 32'hff800000 : number;
    end
  end
  always_comb begin
    out_value = 'x;
    if (valid4_q) out_value = linear4_q ? mean : near4_q;
  end

  wire unused = &{1'b0, exp[8], keep[23], next[0], prod};

endmodule
`default_nettype wire
