// SPDX-License-Identifier: Apache-2.0
// ecp5_shell: top of ECP5 boards with the memory test on block RAM: ECPIX-5, OrangeCrab. Numbers and pins: NAME.mk,
// NAME.lpf. The PLL makes CLK_IN / PLL_IN; its oscillator runs at CLK_DIV times that, 400 to 800 MHz.
//
// Lights are those of three colours, lit when low: 0 blinks (bit 5 of bram_shell's lights), 1: all was right, 2:
// something was not.
`default_nettype none

module ecp5_shell #(
  parameter int CLK_KHZ = 50_000,
  parameter int PLL_IN  = 2,
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

  if (CLK_KHZ * CLK_DIV < 400_000 || CLK_KHZ * CLK_DIV > 800_000) begin : g_bad
    ecp5_shell_CLK_KHZ_times_CLK_DIV_must_be_400_to_800_MHz u();
  end

  wire clk, locked;
  wire [1:0] clk_none;
  (* ICP_CURRENT="12", LPF_RESISTOR="8", MFG_ENABLE_FILTEROPAMP="1", MFG_GMCREF_SEL="2" *)
  EHXPLLL #(
    .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED"),
    .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"), .OUTDIVIDER_MUXC("DIVC"), .OUTDIVIDER_MUXD("DIVD"),
    .FEEDBK_PATH("CLKOP"), .CLKI_DIV(PLL_IN), .CLKFB_DIV(1),
    .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(CLK_DIV), .CLKOP_CPHASE(CLK_DIV / 2 - 1), .CLKOP_FPHASE(0)
  ) u_pll (
    .CLKI(clk_in), .CLKFB(clk), .CLKOP(clk), .CLKOS(clk_none[0]), .CLKOS2(clk_none[1]), .RST(1'b0),
    .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1),
    .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0), .LOCK(locked));

  wire [7:0] led;
  bram_shell #(.CLK_KHZ(CLK_KHZ), .BAUD(BAUD), .BYTES(BYTES)) u_shell (
    .clk, .up(locked && reset_n), .rx, .tx, .led);
  assign led_n = ~led[7:5];
  wire unused = &{1'b0, led[4:0], clk_none};

endmodule
`default_nettype wire
