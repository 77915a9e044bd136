// SPDX-License-Identifier: Apache-2.0
// tb_operands: operand stores in two, four and eight phases.
//
//! test rtl
module tb_operands #(
  parameter int CYCLES = 400
);
  reg clk_h = 1'b0;
  always #5 clk_h = ~clk_h;

  wire [2:0] done;
  int errors [0:2];
  int quarters [0:2];
  int lanes [0:2];
  int halves [0:2];
  int faults [0:2];
  for (genvar f = 0; f < 3; f = f + 1) begin : g_fold
    operands_bench #(.FOLD(2 << f), .CYCLES(CYCLES), .SEED(1 + f)) u_bench (
      .clk_h, .done(done[f]), .errors(errors[f]), .quarters(quarters[f]), .lanes(lanes[f]), .halves(halves[f]),
      .faults(faults[f]));
  end

  int few;
  always @(posedge clk_h) begin
    few = 0;
    for (int i = 0; i < 3; i = i + 1)
      if (quarters[i] * 4 < CYCLES || lanes[i] * 2 < CYCLES || halves[i] * 8 < CYCLES || faults[i] * 40 < CYCLES)
        few = few + 1;
    if (errors[0] + errors[1] + errors[2] != 0) begin
      $display("FAIL tb_operands");
      $finish;
    end else if (&done) begin
      for (int i = 0; i < 3; i = i + 1)
        $display("FOLD %0d: %0d quarters, %0d lanes, %0d halves, %0d faults", 2 << i, quarters[i], lanes[i], halves[i],
                 faults[i]);
      if (few != 0) $display("FAIL tb_operands: too few of one kind");
      else          $display("PASS tb_operands: FOLD 2, 4, 8, %0d cycles each", CYCLES);
      $finish;
    end
  end
endmodule
