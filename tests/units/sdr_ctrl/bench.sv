// SPDX-License-Identifier: Apache-2.0
// tb_sdr: the SDRAM controller at the clocks boards may have, with few rows and with an ULX3S's columns.
//
//! test rtl
//! test verilator: rtl;long verilator -O1 REQUESTS=100000
module tb_sdr #(
  parameter int REQUESTS = 400
);
  reg clk = 1'b0;
  always #5 clk = ~clk;

  wire [3:0] done;
  int errors [0:3];
  sdr_bench #(.REQUESTS(REQUESTS), .SEED(1))
    u_50 (.clk, .done(done[0]), .errors(errors[0]));
  sdr_bench #(.REQUESTS(REQUESTS), .SEED(2), .CLK_KHZ(64_000), .PERIOD_PS(15_625), .LATE(3), .COL_BITS(6),
              .ROW_BITS(4), .INIT_US(10))
    u_64 (.clk, .done(done[1]), .errors(errors[1]));
  sdr_bench #(.REQUESTS(REQUESTS), .SEED(3), .CLK_KHZ(133_000), .PERIOD_PS(7_519), .CAS(3), .LATE(4), .COL_BITS(7),
              .ROW_BITS(4), .INIT_US(10))
    u_133 (.clk, .done(done[2]), .errors(errors[2]));
  sdr_bench #(.REQUESTS(REQUESTS), .SEED(4), .CLK_KHZ(8_000), .PERIOD_PS(125_000), .LATE(2), .COL_BITS(5),
              .ROW_BITS(6), .INIT_US(10))
    u_8 (.clk, .done(done[3]), .errors(errors[3]));

  // After the first fault only what it leads to.
  int left = 3000;
  always @(posedge clk) begin
    if (errors[0] + errors[1] + errors[2] + errors[3] + u_50.broken + u_64.broken + u_133.broken + u_8.broken != 0)
      left = left - 1;
    if (&done || left == 0) begin
      if (errors[0] + errors[1] + errors[2] + errors[3] == 0 && left == 3000)
        $display("PASS tb_sdr: 4 chips, %0d requests each", REQUESTS);
      else $display("FAIL tb_sdr: errors %0d %0d %0d %0d", errors[0], errors[1], errors[2], errors[3]);
      $finish;
    end
  end
endmodule
