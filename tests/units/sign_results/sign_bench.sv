// SPDX-License-Identifier: Apache-2.0
// sign_bench: sign_results with FOLD beside FOLD = 1, and that beside the sum of its words, each turned to its place.
// Random words and lanes, phases of any length; in the last clock of every cycle the sums must be the same (SIGN-2,
// SIGN-5). The first difference ends it.
`default_nettype none

module sign_bench #(
  parameter int FOLD   = 4,
  parameter int CYCLES = 1000,     // of clk
  parameter int SEED   = 1
) (
  input  wire clk_h,
  output reg  done,
  output int  errors,
  output int  words                // that count
);

  wire [2:0] phase;
  wire       last, clk, clk_p;
  fold_stops #(.FOLD(FOLD), .SEED(SEED)) u_stops (.clk_h, .clk, .clk_p, .phase, .last);

  reg  [7:0]    sp = 8'd0, x = 8'd0;
  reg  [15:0]   lw = 16'd0;
  reg           half = 1'b0;
  reg  [1:0]    q = 2'd0;
  reg  [255:0]  sp_words = 256'd0, x_words = 256'd0, x_q;
  reg  [511:0]  lw_words = 512'd0, lw_q;
  reg  [1023:0] sp_q;              // of the quarter that counts; other quarters have others
  wire [63:0]   want, got;

  sign_results u_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .sp_lanes(sp), .sp_q(q), .sp_words, .sp_part(1024'd0), .x_lanes(x),
    .x_words, .lw_lanes(lw), .lw_half(half), .lw_words, .sum(want));

  localparam int W = 256 / FOLD;
  wire [4*W-1:0] sp_part;
  for (genvar k = 0; k < 4; k = k + 1) begin : g_quarter
    assign sp_part[W*k +: W] = sp_q[256*k + W*phase +: W];
  end
  sign_results #(.LANES(8 / FOLD)) u_fold (
    .clk, .clk_p, .phase, .sp_lanes(sp), .sp_q(q), .sp_words(256'd0), .sp_part, .x_lanes(x),
    .x_words(x_q[W*phase +: W]), .lw_lanes(lw), .lw_half(half),
    .lw_words({lw_q[256 + W*phase +: W], lw_q[W*phase +: W]}), .sum(got));

  int        cycle = 0;
  `include "fold_bench.svh"
  reg [63:0] sum = 64'd0, next;
  reg [31:0] r;
  task put(input int place, input [31:0] word);
    for (int i = 0; i < 32; i = i + 1) next[(5 * place + i) % 64] = next[(5 * place + i) % 64] ^ word[i];
  endtask

  initial begin
    done = 1'b0; errors = 0; words = 0;
  end

  always @(posedge clk) if (!done) begin
    if (cycle > 2) begin
      if (want !== sum)      fail("whole");
      else if (got !== want) fail("folded");
    end
    next = 64'd0;
    for (int i = 0; i < 8; i = i + 1) begin
      if (sp[i]) put(4 + i, sp_words[32*i +: 32]);
      if (x[i])  put(15 + i, x_words[32*i +: 32]);
    end
    for (int i = 0; i < 16; i = i + 1)
      if (lw[i]) put(26 + i, half ? {16'd0, lw_words[32*i +: 16]} : lw_words[32*i +: 32]);
    sum = next;
    for (int i = 0; i < 8; i = i + 1)  words = words + sp[i] + x[i];
    for (int i = 0; i < 16; i = i + 1) words = words + lw[i];
    if (errors != 0 || cycle == CYCLES) done <= 1'b1;
    cycle = cycle + 1;

    sp_q <= {wide(0), wide(0)};
    sp_q[256*q +: 256] <= sp_words;
    {x_q, lw_q} <= {x_words, lw_words};
    r = random(0);
    {sp, x} <= r[15:0];
    {half, q} <= r[18:16];
    lw       <= random(0);
    sp_words <= wide(0);
    x_words  <= wide(0);
    lw_words <= wide(0);
  end

endmodule
`default_nettype wire
