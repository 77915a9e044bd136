// SPDX-License-Identifier: Apache-2.0
// ecpix5: the ECPIX-5 with the memory test or the machine on its DDR3. The chip's CS# and RESET# are not wired to the
// FPGA. Pins: ecpix5.lpf; numbers: ecpix5.mk, ecpix5.ddr; lights, lit when low: ecp5_ddr.sv.
`default_nettype none

module ecpix5 #(
  parameter int CHIP      = 0,                       // ecp5_ddr, as all of these
  parameter int PLL_IN    = 4,
  parameter int LOOP      = 24,
  parameter int CLK_DIV   = 12,
  parameter int BAUD      = 115_200,
  parameter int DPU       = 1,
  parameter int TEX       = 1,
  parameter int FOLD      = 1,
  parameter int SETTLE    = 1,
  parameter int SIGNATURE = 1,
  parameter int TRACE     = 256,
  parameter logic [63:0] DIGEST = 64'd0
) (
  input  wire         clk_in,
  input  wire         reset_n,
  input  wire         rx,
  output wire         tx,
  output wire  [2:0]  led_n,
  output wire  [14:0] ddram_a,
  output wire  [2:0]  ddram_ba,
  output wire         ddram_ras_n,
  output wire         ddram_cas_n,
  output wire         ddram_we_n,
  output wire  [1:0]  ddram_dm,
  inout  wire  [15:0] ddram_dq,
  inout  wire  [1:0]  ddram_dqs_p,
  output wire         ddram_clk_p,
  output wire         ddram_cke,
  output wire         ddram_odt
);

  wire [2:0] led;
  wire       cs_n, chip_reset_n;
  ecp5_ddr #(.CHIP(CHIP), .IN_KHZ(100_000), .PLL_IN(PLL_IN), .LOOP(LOOP), .CLK_DIV(CLK_DIV), .MEM_KHZ(50_000),
             .BAUD(BAUD), .ROWS(15), .DPU(DPU), .TEX(TEX), .FOLD(FOLD), .SETTLE(SETTLE), .SIGNATURE(SIGNATURE),
             .TRACE(TRACE), .DIGEST(DIGEST), .BOARD("5xipce")) u_board (
    .clk_in, .reset_n, .rx, .tx, .led, .ddram_a, .ddram_ba, .ddram_ras_n, .ddram_cas_n, .ddram_we_n,
    .ddram_cs_n(cs_n), .ddram_dm, .ddram_dq, .ddram_dqs_p, .ddram_clk_p, .ddram_cke, .ddram_odt,
    .ddram_reset_n(chip_reset_n));
  assign led_n = ~led;
  wire unused = &{1'b0, cs_n, chip_reset_n};

endmodule
`default_nettype wire
