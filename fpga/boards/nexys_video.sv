// SPDX-License-Identifier: Apache-2.0
// nexys_video: the Nexys Video with the memory test or the machine on its DDR3. Pins: nexys_video.xdc,
// nexys_video_ddr.xdc; numbers: nexys_video.mk, nexys_video.ddr; lights: xc7_ddr.sv.
`default_nettype none

module nexys_video #(
  parameter int CHIP      = 0,                       // xc7_ddr, as all of these
  parameter int MULTIPLY  = 10,
  parameter int CLK_DIV   = 20,
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
  output wire  [7:0]  led,
  output wire  [14:0] ddram_a,
  output wire  [2:0]  ddram_ba,
  output wire         ddram_ras_n,
  output wire         ddram_cas_n,
  output wire         ddram_we_n,
  output wire  [1:0]  ddram_dm,
  inout  wire  [15:0] ddram_dq,
  inout  wire  [1:0]  ddram_dqs_p,
  inout  wire  [1:0]  ddram_dqs_n,
  output wire         ddram_clk_p,
  output wire         ddram_clk_n,
  output wire         ddram_cke,
  output wire         ddram_odt,
  output wire         ddram_reset_n
);

  wire cs_n;
  xc7_ddr #(.CHIP(CHIP), .IN_KHZ(100_000), .MULTIPLY(MULTIPLY), .CLK_DIV(CLK_DIV), .MEM_KHZ(100_000), .BAUD(BAUD),
            .ROWS(15), .DPU(DPU), .TEX(TEX), .FOLD(FOLD), .SETTLE(SETTLE), .SIGNATURE(SIGNATURE), .TRACE(TRACE),
            .DIGEST(DIGEST), .BOARD("oediv_sxyen")) u_board (
    .clk_in, .reset_n, .rx, .tx, .led, .ddram_a, .ddram_ba, .ddram_ras_n, .ddram_cas_n, .ddram_we_n,
    .ddram_cs_n(cs_n), .ddram_dm, .ddram_dq, .ddram_dqs_p, .ddram_dqs_n, .ddram_clk_p, .ddram_clk_n, .ddram_cke,
    .ddram_odt, .ddram_reset_n);
  wire unused = &{1'b0, cs_n};

endmodule
`default_nettype wire
