// SPDX-License-Identifier: Apache-2.0
// ecp5_clock: the clock of a board with an ECP5. The PLL divides its input by PLL_IN; its oscillator runs at LOOP times
// that, 400 to 800 MHz, and clk is the oscillator by CLK_DIV. clk_lag is clk, LAG clocks of the oscillator later. An
// output of its own closes the loop, whatever CLK_DIV is.
//
// clk has its clock buffer here, and the buffers that stop the machine's clocks (clock_gate) are fed with clk_pll,
// which feeds this one (CLOCK-7): GATE_FROM in fpga/flow/chip.mk. Behind clk itself they would be late by the way
// to it, some nanoseconds, and what registers of clk give to those of the machine would come too early.
`default_nettype none

module ecp5_clock #(
  parameter int IN_KHZ  = 25_000,
  parameter int PLL_IN  = 1,
  parameter int LOOP    = 24,
  parameter int CLK_DIV = 12,
  parameter int LAG     = 0
) (
  input  wire  clk_in,
  output wire  clk,
  output wire  clk_lag,
  output wire  locked
);

  if (IN_KHZ / PLL_IN * LOOP < 400_000 || IN_KHZ / PLL_IN * LOOP > 800_000) begin : g_bad
    ecp5_clock_IN_KHZ_by_PLL_IN_times_LOOP_must_be_400_to_800_MHz u();
  end
  if (CLK_DIV < 3 || CLK_DIV / 2 + LAG > 128) begin : g_bad_div
    ecp5_clock_CLK_DIV_or_LAG_is_out_of_the_range_of_the_PLL u();
  end

  wire clk_pll, loop;
  (* ICP_CURRENT="12", LPF_RESISTOR="8", MFG_ENABLE_FILTEROPAMP="1", MFG_GMCREF_SEL="2" *)
  EHXPLLL #(
    .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED"),
    .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"), .OUTDIVIDER_MUXC("DIVC"), .OUTDIVIDER_MUXD("DIVD"),
    .FEEDBK_PATH("CLKOS2"), .CLKI_DIV(PLL_IN), .CLKFB_DIV(1),
    .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(CLK_DIV), .CLKOP_CPHASE(CLK_DIV / 2 - 1), .CLKOP_FPHASE(0),
    .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV(CLK_DIV), .CLKOS_CPHASE(CLK_DIV / 2 - 1 + LAG), .CLKOS_FPHASE(0),
    .CLKOS2_ENABLE("ENABLED"), .CLKOS2_DIV(LOOP), .CLKOS2_CPHASE(LOOP / 2 - 1), .CLKOS2_FPHASE(0)
  ) u_pll (
    .CLKI(clk_in), .CLKFB(loop), .CLKOP(clk_pll), .CLKOS(clk_lag), .CLKOS2(loop), .RST(1'b0),
    .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1),
    .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0), .LOCK(locked));
  DCCA u_clk (.CLKI(clk_pll), .CE(1'b1), .CLKO(clk));

endmodule
`default_nettype wire
