// SPDX-License-Identifier: Apache-2.0
// xc7_shell: top of boards with an AMD (Xilinx) 7 series chip with the memory test on block RAM: Nexys Video, Arty
// A7-100T, QMTech XC7K325T. Numbers and pins: NAME.mk, NAME.xdc.
`default_nettype none

module xc7_shell #(
  parameter int CLK_IN_KHZ = 100_000,                // xc7_clock
  parameter int MULTIPLY   = 10,
  parameter int CLK_DIV    = 20,
  parameter int LEDS       = 4,                      // bram_shell's: the highest ones
  parameter int LED_LOW    = 0,                      // 1: they are lit when low
  parameter int BAUD       = 115_200,
  parameter int BYTES      = 1 << 16
) (
  input  wire             clk_in,
  input  wire             reset_n,                   // button
  input  wire             rx,
  output wire             tx,
  output wire [LEDS-1:0]  led
);

  localparam int CLK_KHZ = CLK_IN_KHZ * MULTIPLY / CLK_DIV;
  wire clk, locked;
  xc7_clock #(.IN_KHZ(CLK_IN_KHZ), .MULTIPLY(MULTIPLY), .CLK_DIV(CLK_DIV)) u_clock (.clk_in, .clk, .locked);

  wire [7:0] lights;
  bram_shell #(.CLK_KHZ(CLK_KHZ), .BAUD(BAUD), .BYTES(BYTES)) u_shell (
    .clk, .up(locked && reset_n), .rx, .tx, .led(lights));
  assign led = lights[7 -: LEDS] ^ {LEDS{LED_LOW != 0}};
  wire unused = &{1'b0, lights};

endmodule
`default_nettype wire
