// SPDX-License-Identifier: Apache-2.0
// gowin_shell: top of boards with a Gowin chip: the memory test on block RAM, on the clock of the board's pin. Numbers
// and pins: NAME.mk, NAME.cst.
//
// Lights are lit when low, the first LEDS of: 0 all was right, 1 something was not, 2 to 5 the slowest bits of the
// counter of bram_shell.
`default_nettype none

module gowin_shell #(
  parameter int CLK_KHZ   = 27_000,
  parameter int BAUD      = 115_200,
  parameter int BYTES     = 1 << 16,
  parameter int LEDS      = 6,
  parameter int RESET_LOW = 0                        // the button is low when it is pressed
) (
  input  wire            clk_in,
  input  wire            reset,                      // button
  input  wire            rx,
  output wire            tx,
  output wire [LEDS-1:0] led_n
);

  if (LEDS < 2 || LEDS > 6) begin : g_bad
    gowin_shell_LEDS_must_be_2_to_6 u();
  end

  wire [7:0] led;
  bram_shell #(.CLK_KHZ(CLK_KHZ), .BAUD(BAUD), .BYTES(BYTES)) u_shell (
    .clk(clk_in), .up(reset == (RESET_LOW != 0)), .rx, .tx, .led);
  wire [5:0] shown = {led[2], led[3], led[4], led[5], led[7], led[6]};
  assign led_n = ~shown[LEDS-1:0];
  wire unused = &{1'b0, led[1:0], shown};

endmodule
`default_nettype wire
