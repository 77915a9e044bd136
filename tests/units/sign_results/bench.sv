// SPDX-License-Identifier: Apache-2.0
// tb_sign: the words of results in the signature, in two, four and eight phases.
//
//! test rtl CYCLES=600
//! test long: rtl;long CYCLES=2000
module tb_sign #(
  parameter int CYCLES = 2000
);
  reg clk_h = 1'b0;
  always #5 clk_h = ~clk_h;

  wire [2:0] done;
  int errors [0:2];
  int words [0:2];
  for (genvar f = 0; f < 3; f = f + 1) begin : g_fold
    sign_bench #(.FOLD(2 << f), .CYCLES(CYCLES), .SEED(1 + f)) u_bench (
      .clk_h, .done(done[f]), .errors(errors[f]), .words(words[f]));
  end

  always @(posedge clk_h)
    if (errors[0] + errors[1] + errors[2] != 0) begin
      $display("FAIL tb_sign");
      $finish;
    end else if (&done) begin
      if (words[0] < 8 * CYCLES || words[1] < 8 * CYCLES || words[2] < 8 * CYCLES)
        $display("FAIL tb_sign: too few words");
      else $display("PASS tb_sign: FOLD 2, 4, 8, %0d cycles each", CYCLES);
      $finish;
    end
endmodule
