// SPDX-License-Identifier: Apache-2.0
// tex_filter: linear filtering: collects the sectors of a quad, then forms the weighted mean of each lane's texels, component by component.
//
// From load_wb     sectors of a filtered quad as they are accepted (in_*), the last of them with in_fmt.last; restart when a beat is written
// To   tex_format  where four texels of one lane lie; back come the words that it wants, then go these, and back come four values
// To   load_wb     ready: value holds the four lanes of the component load_wb asks tex_format for
//
// After the last sector (accepted in cycle c), and after each beat: lanes 0 to 3 enter in c+1 … c+4 and pass four stages; ready from
// c+TEX_FILTER_CYCLES on.
//   1  sector, tex_format, product of the two weights (16 fractional bits)
//   2  mantissa times weight; largest exponent
//   3  aligned to it (bits below are dropped), summed
//   4  rounded to nearest even; below the smallest normal number 0
// The arithmetic is that of gt_tex_mean (cmodel/func/tex_taps.c).
`include "dp_types.svh"
`default_nettype none

module tex_filter (
  input  wire           clk,
  input  wire           rst,

  input  wire           in_valid,
  input  texfmt_t       in_fmt,
  input  wire  [15:0]   in_hit,
  input  wire  [79:0]   in_off,
  input  wire  [255:0]  in_data,
  input  wire           restart,       // next component

  input  wire  [11:0]   tf_at,         // of the taps of the lane in stage 1: words that are wanted of their sectors
  output logic [127:0]  tf_full,
  output logic [19:0]   tf_off,
  output logic [3:0]    tf_outside,
  input  wire  [127:0]  tf_value,

  output logic          ready,
  output logic [127:0]  value
);

  // --- the quad: sectors, and where each texel lies ---------------------------------------------------
  logic [3:0]  count_q;
  wire  [3:0]  slot = in_fmt.first ? 4'd0 : count_q;
  logic [63:0] slot_q, weight_q;
  logic [79:0] off_q;
  logic [15:0] outside_q;
  always_ff @(posedge clk)
    if (in_valid) begin
      count_q   <= slot + 4'd1;
      weight_q  <= in_fmt.weight;
      outside_q <= in_fmt.outside;
      for (int i = 0; i < 16; i++)
        if (in_hit[i]) begin
          slot_q[4*i +: 4] <= slot;
          off_q[5*i +: 5]  <= in_off[5*i +: 5];
        end
    end

  // --- which lane is in stage 1 -------------------------------------------------------------------------
  logic [2:0] step_q;                  // 0-3: this lane; then the stages behind empty
  logic       busy_q;
  wire  [1:0] lane = step_q[1:0];
  always_ff @(posedge clk)
    if (rst) begin
      busy_q <= 1'b0;
      ready  <= 1'b0;
    end else begin
      if (in_valid | restart)  ready <= 1'b0;
      else if (busy_q & (step_q == 3'(gpu_cfg::TEX_FILTER_CYCLES - 2))) ready <= 1'b1;
      if ((in_valid & in_fmt.last) | restart) begin
        busy_q <= 1'b1;
        step_q <= '0;
      end else if (busy_q) begin
        step_q <= step_q + 3'd1;
        busy_q <= (step_q != 3'(gpu_cfg::TEX_FILTER_CYCLES - 2));
      end
    end

  // --- 1: texels, weights -------------------------------------------------------------------------------
  wire  [15:0] l_slot = slot_q[{lane, 4'b0} +: 16];
  wire  [7:0]  wa = weight_q[{lane, 4'b0} +: 8], wb = weight_q[{lane, 4'b1000} +: 8];
  for (genvar k = 0; k < 4; k++) begin : g_tap
    wire [255:0] sector;
    lutram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256)) u_sector (
      .clk, .rd_addr(l_slot[4*k +: 4]), .rd_data(sector),
      .wr_en(in_valid), .wr_addr(slot), .wr_be(1'b1), .wr_data(in_data));
    always_comb begin
      tf_full[32*k +: 32] = 'x;
      if (busy_q) tf_full[32*k +: 32] = sector[{tf_at[3*k +: 3], 5'b0} +: 32];
    end
  end
  always_comb begin
    tf_off     = off_q[19:0];
    tf_outside = outside_q[3:0];
    case (lane)
      2'd1: begin tf_off = off_q[39:20]; tf_outside = outside_q[7:4]; end
      2'd2: begin tf_off = off_q[59:40]; tf_outside = outside_q[11:8]; end
      2'd3: begin tf_off = off_q[79:60]; tf_outside = outside_q[15:12]; end
      default: ;
    endcase
  end
  wire  [8:0]  wx [0:1], wy [0:1];
  assign wx[0] = 9'd256 - {1'b0, wa};
  assign wx[1] = {1'b0, wa};
  assign wy[0] = 9'd256 - {1'b0, wb};
  assign wy[1] = {1'b0, wb};
  logic [127:0] v_q;
  logic [67:0]  w_q;                   // 4 x 17
  logic [1:0]   lane2_q, lane3_q, lane4_q;
  // The stages move only while a lane is in them.
  always_ff @(posedge clk)
    if (busy_q) begin
      v_q     <= tf_value;
      lane2_q <= lane;
      lane3_q <= lane2_q;
      lane4_q <= lane3_q;
      for (int k = 0; k < 4; k++) w_q[17*k +: 17] <= 17'(wx[k % 2]) * 17'(wy[k / 2]);
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
    if (busy_q)
      for (int k = 0; k < 4; k++) begin
        e = v_q[32*k + 23 +: 8];
        counts[k] = (w_q[17*k +: 17] != '0) & (e != '0);
        if (counts[k] & (e > most)) most = e;
        if (counts[k] & (e == 8'd255)) begin
          plus  = plus  | ~v_q[32*k + 31] | (v_q[32*k +: 23] != '0);
          minus = minus |  v_q[32*k + 31] | (v_q[32*k +: 23] != '0);
        end
      end
  end
  logic [163:0] prod_q;                // 4 x 41
  logic [3:0]   counts_q, neg_q;
  logic [31:0]  exp_q;
  logic [7:0]   most_q;
  logic         plus_q, minus_q;
  always_ff @(posedge clk)
    if (busy_q) begin
      for (int k = 0; k < 4; k++) begin
        prod_q[41*k +: 41] <= 41'({1'b1, v_q[32*k +: 23]}) * 41'(w_q[17*k +: 17]);
        exp_q[8*k +: 8]    <= v_q[32*k + 23 +: 8];
        neg_q[k]           <= v_q[32*k + 31];
      end
      counts_q <= counts;
      most_q   <= most;
      plus_q   <= plus;
      minus_q  <= minus;
    end

  // --- 3: sum ---------------------------------------------------------------------------------------------
  logic [43:0] sum;
  logic [44:0] next;                   // bit 0: the carry of a subtraction
  logic [40:0] part;
  logic [7:0]  down;
  always_comb begin
    sum  = '0;
    next = '0;
    part = '0;
    down = '0;
    if (busy_q)
      for (int k = 0; k < 4; k++) begin
        down = most_q - exp_q[8*k +: 8];
        part = (counts_q[k] & (down <= 8'd40)) ? prod_q[41*k +: 41] >> down[5:0] : '0;
        next = {sum, 1'b1} + {{3'd0, part} ^ {44{neg_q[k]}}, neg_q[k]};
        sum  = next[44:1];
      end
  end
  logic [43:0] sum_q;
  logic [7:0]  base_q;
  logic        inf_q, ninf_q;
  always_ff @(posedge clk)
    if (busy_q) begin
      sum_q  <= sum;
      base_q <= most_q;
      inf_q  <= plus_q;
      ninf_q <= minus_q;
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
    if (busy_q) begin
      abs_sum = sum_q[43] ? -sum_q[42:0] : sum_q[42:0];
      norm    = abs_sum;
      if (norm[42:11] == '0) begin lead[5] = 1'b1; norm = norm << 32; end
      if (norm[42:27] == '0) begin lead[4] = 1'b1; norm = norm << 16; end
      if (norm[42:35] == '0) begin lead[3] = 1'b1; norm = norm << 8; end
      if (norm[42:39] == '0) begin lead[2] = 1'b1; norm = norm << 4; end
      if (norm[42:41] == '0) begin lead[1] = 1'b1; norm = norm << 2; end
      if (norm[42] == 1'b0)  begin lead[0] = 1'b1; norm = norm << 1; end
      up      = norm[18] & (norm[19] | (norm[17:0] != '0));
      keep    = {1'b0, norm[42:19]} + {24'd0, up};
      exp     = {2'b0, base_q} + 10'd3 - {4'b0, lead} + {9'd0, keep[24]};
      number  = (abs_sum == '0 || exp[9] || exp == '0) ? 32'd0 : {sum_q[43], exp[7:0], keep[24] ? 23'd0 : keep[22:0]};
      mean    = (inf_q & ninf_q) ? 32'h7fffffff : inf_q ? 32'h7f800000 : ninf_q ? 32'hff800000 : number;
    end
  end
  always_ff @(posedge clk)
    for (int l = 0; l < 4; l++)
      if (busy_q & (lane4_q == 2'(l))) value[32*l +: 32] <= mean;

  wire unused = &{1'b0, in_fmt, exp[8], keep[23], next[0]};

endmodule
`default_nettype wire
