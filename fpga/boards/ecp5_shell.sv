// SPDX-License-Identifier: Apache-2.0
// ecp5_shell: top of ECP5 boards with the memory test on block RAM: ECPIX-5, OrangeCrab. Numbers and pins: NAME.mk,
// NAME.lpf; clock: ecp5_clock.sv.
//
// Lights are those of three colours, lit when low: 0 blinks (bit 5 of bram_shell's lights), 1: all was right, 2:
// something was not.
`default_nettype none

module ecp5_shell #(
  parameter int IN_KHZ  = 100_000,
  parameter int PLL_IN  = 4,
  parameter int LOOP    = 24,
  parameter int CLK_DIV = 12,
  parameter int BAUD    = 115_200,
  parameter int BYTES   = 1 << 16
) (
  input  wire        clk_in,
  input  wire        reset_n,                        // button
  input  wire        rx,
  output wire        tx,
  output wire [2:0]  led_n
);

  (* keep *) wire clk;                               // its name, for WANTED
  wire clk_lag, locked;
  ecp5_clock #(.IN_KHZ(IN_KHZ), .PLL_IN(PLL_IN), .LOOP(LOOP), .CLK_DIV(CLK_DIV)) u_clock (
    .clk_in, .clk, .clk_lag, .locked);

  wire [7:0] led;
  bram_shell #(.CLK_KHZ(IN_KHZ / PLL_IN * LOOP / CLK_DIV), .BAUD(BAUD), .BYTES(BYTES)) u_shell (
    .clk, .up(locked && reset_n), .rx, .tx, .led);
  assign led_n = ~led[7:5];
  wire unused = &{1'b0, led[4:0], clk_lag};

endmodule
`default_nettype wire
