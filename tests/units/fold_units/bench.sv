// SPDX-License-Identifier: Apache-2.0
// tb_units: units that fold within themselves, in two, four and eight phases.
//
//! test rtl CYCLES=70
//! test long: rtl;long CYCLES=200
module tb_units #(
  parameter int CYCLES = 200
);
  reg clk_h = 1'b0;
  always #5 clk_h = ~clk_h;

  wire [2:0] done;
  int errors [0:2];
  int stores [0:2];
  int beats [0:2];
  int results [0:2];
  int reads [0:2];
  for (genvar f = 0; f < 3; f = f + 1) begin : g_fold
    units_bench #(.FOLD(2 << f), .CYCLES(CYCLES), .SEED(1 + f)) u_bench (
      .clk_h, .done(done[f]), .errors(errors[f]), .stores(stores[f]), .beats(beats[f]), .results(results[f]),
      .reads(reads[f]));
  end

  int few;
  always @(posedge clk_h) begin
    few = 0;
    for (int i = 0; i < 3; i = i + 1)
      if (stores[i] * 3 < CYCLES || beats[i] * 2 < CYCLES || results[i] * 4 < CYCLES ||
          reads[i] < CYCLES) few = few + 1;
    if (errors[0] + errors[1] + errors[2] != 0) begin
      $display("FAIL tb_units");
      $finish;
    end else if (&done) begin
      if (few != 0) $display("FAIL tb_units: too few stores, beats or results");
      else          $display("PASS tb_units: FOLD 2, 4, 8, %0d cycles each", CYCLES);
      $finish;
    end
  end
endmodule
