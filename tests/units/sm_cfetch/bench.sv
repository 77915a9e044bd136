// SPDX-License-Identifier: Apache-2.0
// tb_cfetch: constant fetches with their addresses in two, four and eight phases.
//
//! test rtl
module tb_cfetch #(
  parameter int CYCLES = 2000
);
  reg clk_h = 1'b0;
  always #5 clk_h = ~clk_h;

  wire [2:0] done;
  int errors [0:2];
  int passes [0:2];
  int lanes [0:2];
  int words [0:2];
  int firsts [0:2];
  for (genvar f = 0; f < 3; f = f + 1) begin : g_fold
    cfetch_bench #(.FOLD(2 << f), .CYCLES(CYCLES), .SEED(1 + f)) u_bench (
      .clk_h, .done(done[f]), .errors(errors[f]), .passes(passes[f]), .lanes(lanes[f]), .words(words[f]),
      .firsts(firsts[f]));
  end

  int few;
  always @(posedge clk_h) begin
    few = 0;
    for (int i = 0; i < 3; i = i + 1)
      if (passes[i] * 8 < CYCLES || lanes[i] * 4 < CYCLES || words[i] < CYCLES || firsts[i] * 200 < CYCLES)
        few = few + 1;
    if (errors[0] + errors[1] + errors[2] != 0) begin
      $display("FAIL tb_cfetch");
      $finish;
    end else if (&done) begin
      for (int i = 0; i < 3; i = i + 1)
        $display("FOLD %0d: %0d passes for %0d lanes, %0d just behind the last addresses, %0d words", 2 << i,
                 passes[i], lanes[i], firsts[i], words[i]);
      if (few != 0) $display("FAIL tb_cfetch: too few of one kind");
      else          $display("PASS tb_cfetch: FOLD 2, 4, 8, %0d cycles each", CYCLES);
      $finish;
    end
  end
endmodule
