// SPDX-License-Identifier: Apache-2.0
// tb_ddr: windows at several places, clocks of several ratios, a lane without a window, a lane whose strobes are never
// seen.
//
//! test rtl
`timescale 1ns / 1ps
module tb_ddr #(parameter int REQUESTS = 96);
  wire [4:0] done;
  int errors [0:4];
  int sum;
  ddr_bench #(.REQUESTS(REQUESTS), .SEED(1), .SLIPS(4'b10_01), .LO({3'd2, 3'd3}), .HI({3'd5, 3'd7}),
              .MIDDLE({5'd3, 5'd5})) u_1 (.done(done[0]), .errors(errors[0]));
  ddr_bench #(.REQUESTS(REQUESTS), .SEED(2), .SLIPS(4'b11_00), .LO({3'd7, 3'd0}), .HI({3'd7, 3'd2}),
              .MIDDLE({5'd7, 5'd1}), .PERIOD(20), .MEM_PERIOD(13)) u_2 (.done(done[1]), .errors(errors[1]));
  ddr_bench #(.REQUESTS(REQUESTS), .SEED(3), .SLIPS(4'b01_10), .LO({3'd0, 3'd4}), .HI({3'd7, 3'd3}),
              .MIDDLE({5'd3, 5'd0}), .BAD(2'b01), .PERIOD(12), .MEM_PERIOD(22))
    u_3 (.done(done[2]), .errors(errors[2]));
  ddr_bench #(.REQUESTS(REQUESTS), .SEED(4), .SLIPS(4'b00_11), .LO({3'd0, 3'd1}), .HI({3'd3, 3'd3}), .DEAF(2'b10),
              .MIDDLE({5'd0, 5'd2}), .BAD(2'b10), .PERIOD(50), .MEM_PERIOD(14))
    u_4 (.done(done[3]), .errors(errors[3]));
  ddr_bench #(.REQUESTS(REQUESTS), .SEED(5), .LANES(4), .SLIPS(8'b00_01_10_11), .LO({3'd1, 3'd2, 3'd3, 3'd4}),
              .HI({3'd4, 3'd4, 3'd4, 3'd4}), .MIDDLE({5'd2, 5'd3, 5'd3, 5'd4}), .PERIOD(14), .MEM_PERIOD(50))
    u_5 (.done(done[4]), .errors(errors[4]));

  initial begin
    sum = 0;
    while (done !== '1 && sum == 0) begin
      #1000 sum = errors[0] + errors[1] + errors[2] + errors[3] + errors[4] + u_1.u_core.broken + u_2.u_core.broken +
                  u_3.u_core.broken + u_4.u_core.broken + u_5.u_core.broken;
      if ($time > 100_000_000) sum = 1;
    end
    sum = errors[0] + errors[1] + errors[2] + errors[3] + errors[4] + sum;
    if (sum == 0 && done === '1) $display("PASS tb_ddr: 5 memories, %0d requests each", REQUESTS);
    else $display("FAIL tb_ddr: done %b, errors %0d %0d %0d %0d %0d", done, errors[0], errors[1], errors[2], errors[3],
                  errors[4]);
    $finish;
  end
endmodule
