// SPDX-License-Identifier: Apache-2.0
// xc7_shell: top of boards with an AMD (Xilinx) 7 series chip with the memory test on block RAM: Nexys Video, Arty
// A7-100T, QMTech XC7K325T. Numbers and pins: NAME.mk, NAME.xdc. The MMCM's oscillator runs at CLK_IN_KHZ * MULTIPLY,
// 600 to 1200 MHz (speed grade 1); clk is that by CLK_DIV.
`default_nettype none

module xc7_shell #(
  parameter int CLK_IN_KHZ = 100_000,
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
  if (CLK_IN_KHZ * MULTIPLY < 600_000 || CLK_IN_KHZ * MULTIPLY > 1_200_000) begin : g_bad
    xc7_shell_CLK_IN_KHZ_times_MULTIPLY_must_be_600_to_1200_MHz u();
  end

  wire clk_fb, clk_out, clk, locked;
  MMCME2_BASE #(
    .CLKIN1_PERIOD(1_000_000.0 / CLK_IN_KHZ), .CLKFBOUT_MULT_F(MULTIPLY), .CLKOUT0_DIVIDE_F(CLK_DIV)
  ) u_mmcm (
    .CLKIN1(clk_in), .CLKFBIN(clk_fb), .CLKFBOUT(clk_fb), .CLKOUT0(clk_out), .RST(1'b0), .PWRDWN(1'b0),
    .LOCKED(locked));
  BUFG u_clk (.I(clk_out), .O(clk));

  wire [7:0] lights;
  bram_shell #(.CLK_KHZ(CLK_KHZ), .BAUD(BAUD), .BYTES(BYTES)) u_shell (
    .clk, .up(locked && reset_n), .rx, .tx, .led(lights));
  assign led = lights[7 -: LEDS] ^ {LEDS{LED_LOW != 0}};
  wire unused = &{1'b0, lights};

endmodule
`default_nettype wire
