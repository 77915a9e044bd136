// SPDX-License-Identifier: Apache-2.0
// tb_lines: the instruction cache and the lines of the warps in two, four and eight phases.
//
//! test rtl
module tb_lines #(
  parameter int CYCLES = 2000
);
  reg clk_h = 1'b0;
  always #5 clk_h = ~clk_h;

  wire [2:0] done;
  int errors [0:2];
  int blocks [0:2];
  int fills [0:2];
  int words [0:2];
  for (genvar f = 0; f < 3; f = f + 1) begin : g_fold
    lines_bench #(.FOLD(2 << f), .CYCLES(CYCLES), .SEED(1 + f)) u_bench (
      .clk_h, .done(done[f]), .errors(errors[f]), .blocks(blocks[f]), .fills(fills[f]), .words(words[f]));
  end

  int few;
  always @(posedge clk_h) begin
    few = 0;
    for (int i = 0; i < 3; i = i + 1)
      if (blocks[i] * 8 < CYCLES || fills[i] * 8 < CYCLES || words[i] * 4 < CYCLES) few = few + 1;
    if (errors[0] + errors[1] + errors[2] != 0) begin
      $display("FAIL tb_lines");
      $finish;
    end else if (&done) begin
      for (int i = 0; i < 3; i = i + 1)
        $display("FOLD %0d: %0d blocks, %0d words from the L2, %0d pairs", 2 << i, blocks[i], fills[i], words[i]);
      if (few != 0) $display("FAIL tb_lines: too few of one kind");
      else          $display("PASS tb_lines: FOLD 2, 4, 8, %0d cycles each", CYCLES);
      $finish;
    end
  end
endmodule
