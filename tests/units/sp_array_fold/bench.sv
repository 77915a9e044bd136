// SPDX-License-Identifier: Apache-2.0
// tb_fold: sp_array_fold with four, two lanes and one. KINDS: so many operations of the SP must have been there.
//
//! test rtl
//! test verilator: rtl;long verilator -O1 CYCLES=300000 KINDS=39
module tb_fold #(
  parameter int CYCLES = 1000,
  parameter int KINDS  = 25
);
  reg clk_h = 1'b0;
  always #5 clk_h = ~clk_h;

  wire [2:0] done;
  int errors [0:2];
  int results [0:2];
  int kinds [0:2];
  int quads [0:2];
  fold_bench #(.FOLD(2), .CYCLES(CYCLES), .SEED(1)) u_2 (
    .clk_h, .done(done[0]), .errors(errors[0]), .results(results[0]), .kinds(kinds[0]), .quads(quads[0]));
  fold_bench #(.FOLD(4), .CYCLES(CYCLES), .SEED(2)) u_4 (
    .clk_h, .done(done[1]), .errors(errors[1]), .results(results[1]), .kinds(kinds[1]), .quads(quads[1]));
  fold_bench #(.FOLD(8), .CYCLES(CYCLES), .SEED(3)) u_8 (
    .clk_h, .done(done[2]), .errors(errors[2]), .results(results[2]), .kinds(kinds[2]), .quads(quads[2]));

  int wrong, few;
  always @(posedge clk_h) begin
    wrong = errors[0] + errors[1] + errors[2];
    few   = 0;
    for (int i = 0; i < 3; i = i + 1)
      if (kinds[i] < KINDS || quads[i] * 20 < results[i] || results[i] * 8 < CYCLES) few = few + 1;
    if (wrong != 0) begin
      $display("FAIL tb_fold");
      $finish;
    end else if (&done) begin
      if (few != 0) $display("FAIL tb_fold: too few results, operations or quadops");
      for (int i = 0; i < 3; i = i + 1)
        $display("FOLD %0d: %0d results, %0d operations, %0d of them quadop", 2 << i, results[i], kinds[i], quads[i]);
      if (few == 0) $display("PASS tb_fold: FOLD 2, 4, 8, %0d cycles each", CYCLES);
      $finish;
    end
  end
endmodule
