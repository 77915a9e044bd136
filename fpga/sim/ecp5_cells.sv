// SPDX-License-Identifier: Apache-2.0
// Cells of a Lattice ECP5 as far as the boards use them, for simulation: pads, registers in pads, clock gate, the PLL
// (its outputs have the frequency of its input; CLKOS is later by 1.667 ns for each step of CLKOS_CPHASE beyond that of
// CLKOP).
`timescale 1ns / 1ps
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSED */

module OFS1P3DX (input wire CD, D, SP, SCLK, output reg Q);
  initial Q = 1'b0;
  always @(posedge SCLK) if (CD) Q <= 1'b0; else if (SP) Q <= D;
endmodule

module IFS1P3DX (input wire CD, D, SP, SCLK, output reg Q);
  initial Q = 1'b0;
  always @(posedge SCLK) if (CD) Q <= 1'b0; else if (SP) Q <= D;
endmodule

module BB (input wire I, T, output wire O, inout wire B);
  assign B = T ? 1'bz : I;
  assign O = B;
endmodule

module DCCA (input wire CLKI, CE, output wire CLKO);
  logic open;
  always_latch if (!CLKI) open = CE;
  assign CLKO = CLKI & open;
endmodule

module ODDRX1F (input wire SCLK, RST, D0, D1, output wire Q);
  reg d0 = 1'b0, d1 = 1'b0;
  always @(posedge SCLK) begin d0 <= RST ? 1'b0 : D0; d1 <= RST ? 1'b0 : D1; end
  assign Q = SCLK ? d0 : d1;
endmodule

module EHXPLLL #(
  parameter PLLRST_ENA = "DISABLED", INTFB_WAKE = "DISABLED", STDBY_ENABLE = "DISABLED", DPHASE_SOURCE = "DISABLED",
  parameter OUTDIVIDER_MUXA = "DIVA", OUTDIVIDER_MUXB = "DIVB", OUTDIVIDER_MUXC = "DIVC", OUTDIVIDER_MUXD = "DIVD",
  parameter FEEDBK_PATH = "CLKOP", CLKOP_ENABLE = "ENABLED", CLKOS_ENABLE = "ENABLED",
  parameter int CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 8, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0,
  parameter int CLKOS_DIV = 8, CLKOS_CPHASE = 0, CLKOS_FPHASE = 0,
  parameter CLKOS2_ENABLE = "DISABLED",
  parameter int CLKOS2_DIV = 8, CLKOS2_CPHASE = 0, CLKOS2_FPHASE = 0
) (
  input  wire CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC, ENCLKOP,
  output wire CLKOP, CLKOS2,
  output reg  CLKOS,
  output reg  LOCK
);
  initial begin
    CLKOS = 1'b0;
    LOCK  = 1'b0;
    #500 LOCK = 1'b1;
  end
  assign CLKOP  = CLKI;
  assign CLKOS2 = CLKI;
  always @(CLKI) CLKOS <= #((CLKOS_CPHASE - CLKOP_CPHASE) * 1.667) CLKI;
endmodule
`default_nettype wire
