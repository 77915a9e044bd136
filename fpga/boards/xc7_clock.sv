// SPDX-License-Identifier: Apache-2.0
// xc7_clock: the clock of a board with an AMD (Xilinx) 7 series chip. The oscillator of the MMCM runs at IN_KHZ *
// MULTIPLY, 600 to 1200 MHz (speed grade 1, DS181); clk is that by CLK_DIV.
//
// The buffers that stop the machine's clocks (clock_gate) are fed with clk_pll, which feeds that of clk (CLOCK-7):
// GATE_FROM in fpga/flow/xc7_ddr.mk.
`default_nettype none

module xc7_clock #(
  parameter int IN_KHZ   = 100_000,
  parameter int MULTIPLY = 10,
  parameter int CLK_DIV  = 20
) (
  input  wire  clk_in,
  output wire  clk,
  output wire  locked
);

  if (IN_KHZ * MULTIPLY < 600_000 || IN_KHZ * MULTIPLY > 1_200_000) begin : g_bad
    xc7_clock_IN_KHZ_times_MULTIPLY_must_be_600_to_1200_MHz u();
  end

  wire clk_fb;
  (* keep *) wire clk_pll;
  MMCME2_BASE #(
    .CLKIN1_PERIOD(1_000_000.0 / IN_KHZ), .CLKFBOUT_MULT_F(MULTIPLY), .CLKOUT0_DIVIDE_F(CLK_DIV)
  ) u_mmcm (
    .CLKIN1(clk_in), .CLKFBIN(clk_fb), .CLKFBOUT(clk_fb), .CLKOUT0(clk_pll), .RST(1'b0), .PWRDWN(1'b0),
    .LOCKED(locked));
  BUFG u_clk (.I(clk_pll), .O(clk));

endmodule
`default_nettype wire
