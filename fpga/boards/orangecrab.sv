// SPDX-License-Identifier: Apache-2.0
// orangecrab: the OrangeCrab r0.2 with the memory test or the machine on its DDR3, of which 13 of 16 address pins are
// used. The pins vccio and gnd lie between those of the chip and are wired to its supply and to ground. Pins:
// orangecrab.lpf; numbers: orangecrab.mk, orangecrab.ddr; lights, lit when low: ecp5_ddr.sv.
`default_nettype none

module orangecrab #(
  parameter int CHIP      = 0,                       // ecp5_ddr, as all of these
  parameter int PLL_IN    = 2,
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
  output wire  [15:0] ddram_a,
  output wire  [2:0]  ddram_ba,
  output wire         ddram_ras_n,
  output wire         ddram_cas_n,
  output wire         ddram_we_n,
  output wire         ddram_cs_n,
  output wire  [1:0]  ddram_dm,
  inout  wire  [15:0] ddram_dq,
  inout  wire  [1:0]  ddram_dqs_p,
  output wire         ddram_clk_p,
  output wire         ddram_cke,
  output wire         ddram_odt,
  output wire         ddram_reset_n,
  output wire  [5:0]  ddram_vccio,
  output wire  [1:0]  ddram_gnd
);

  wire [2:0] led;
  // MR1: 34 ohm; termination of writes only (MR2), as orangecrab.ddr has it
  ecp5_ddr #(.CHIP(CHIP), .IN_KHZ(48_000), .PLL_IN(PLL_IN), .LOOP(LOOP), .CLK_DIV(CLK_DIV), .MEM_KHZ(48_000),
             .BAUD(BAUD), .ROWS(13), .MR1(13'h002), .DPU(DPU), .TEX(TEX), .FOLD(FOLD), .SETTLE(SETTLE),
             .SIGNATURE(SIGNATURE), .TRACE(TRACE), .DIGEST(DIGEST), .BOARD("barcegnaro")) u_board (
    .clk_in, .reset_n, .rx, .tx, .led, .ddram_a(ddram_a[12:0]), .ddram_ba, .ddram_ras_n, .ddram_cas_n, .ddram_we_n,
    .ddram_cs_n, .ddram_dm, .ddram_dq, .ddram_dqs_p, .ddram_clk_p, .ddram_cke, .ddram_odt, .ddram_reset_n);
  assign led_n          = ~led;
  assign ddram_a[15:13] = '0;
  assign ddram_vccio    = '1;
  assign ddram_gnd      = '0;

endmodule
`default_nettype wire
