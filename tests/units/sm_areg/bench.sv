// SPDX-License-Identifier: Apache-2.0
// tb_areg: address registers of a half-warp in two, four and eight phases.
//
//! test rtl
module tb_areg #(
  parameter int CYCLES = 1000
);
  reg clk_h = 1'b0;
  always #5 clk_h = ~clk_h;

  wire [2:0] done;
  int errors [0:2];
  int reads [0:2];
  int waits [0:2];
  for (genvar f = 0; f < 3; f = f + 1) begin : g_fold
    areg_bench #(.FOLD(2 << f), .CYCLES(CYCLES), .SEED(1 + f)) u_bench (
      .clk_h, .done(done[f]), .errors(errors[f]), .reads(reads[f]), .waits(waits[f]));
  end

  int few;
  always @(posedge clk_h) begin
    few = 0;
    for (int i = 0; i < 3; i = i + 1)
      if (reads[i] * 4 < CYCLES || waits[i] * 50 < CYCLES) few = few + 1;
    if (errors[0] + errors[1] + errors[2] != 0) begin
      $display("FAIL tb_areg");
      $finish;
    end else if (&done) begin
      for (int i = 0; i < 3; i = i + 1)
        $display("FOLD %0d: %0d rows, %0d autoincrements that waited", 2 << i, reads[i], waits[i]);
      if (few != 0) $display("FAIL tb_areg: too few of one kind");
      else          $display("PASS tb_areg: FOLD 2, 4, 8, %0d cycles each", CYCLES);
      $finish;
    end
  end
endmodule
