// SPDX-License-Identifier: Apache-2.0
// Cells of an AMD (Xilinx) 7 series chip as far as the boards use them, for simulation: clock buffers, and the MMCM,
// whose output has the frequency of its input.
`timescale 1ns / 1ps
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSED */

module BUFG (input wire I, output wire O);
  assign O = I;
endmodule

module BUFGCE (input wire I, CE, output wire O);
  logic open;
  always_latch if (!I) open = CE;
  assign O = I & open;
endmodule

module MMCME2_BASE #(
  parameter real CLKIN1_PERIOD = 10.0, CLKFBOUT_MULT_F = 10.0, CLKOUT0_DIVIDE_F = 20.0
) (
  input  wire CLKIN1, CLKFBIN, RST, PWRDWN,
  output wire CLKFBOUT, CLKOUT0,
  output reg  LOCKED
);
  initial begin
    LOCKED = 1'b0;
    #500 LOCKED = 1'b1;
  end
  assign CLKFBOUT = CLKIN1;
  assign CLKOUT0  = CLKIN1;
endmodule
`default_nettype wire
