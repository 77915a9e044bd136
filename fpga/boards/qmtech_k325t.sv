// SPDX-License-Identifier: Apache-2.0
// qmtech_k325t: the QMTech XC7K325T core board with the memory test or the machine on its DDR3. Pins: qmtech_k325t.xdc,
// qmtech_k325t_ddr.xdc; numbers: qmtech_k325t.mk, qmtech_k325t.ddr; lights: xc7_ddr.sv, the highest two, lit when low.
`default_nettype none

module qmtech_k325t #(
  parameter int CHIP      = 0,                       // xc7_ddr, as all of these
  parameter int MULTIPLY  = 20,
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
  output wire  [1:0]  led,
  output wire  [13:0] ddram_a,
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

  wire       cs_n;
  wire [7:0] lights;
  xc7_ddr #(.CHIP(CHIP), .IN_KHZ(50_000), .MULTIPLY(MULTIPLY), .CLK_DIV(CLK_DIV), .MEM_KHZ(100_000), .BAUD(BAUD),
            .ROWS(14), .DPU(DPU), .TEX(TEX), .FOLD(FOLD), .SETTLE(SETTLE), .SIGNATURE(SIGNATURE), .TRACE(TRACE),
            .DIGEST(DIGEST), .BOARD("t523k_hcetmq")) u_board (
    .clk_in, .reset_n, .rx, .tx, .led(lights), .ddram_a, .ddram_ba, .ddram_ras_n, .ddram_cas_n, .ddram_we_n,
    .ddram_cs_n(cs_n), .ddram_dm, .ddram_dq, .ddram_dqs_p, .ddram_dqs_n, .ddram_clk_p, .ddram_clk_n, .ddram_cke,
    .ddram_odt, .ddram_reset_n);
  assign led = ~lights[7:6];
  wire unused = &{1'b0, cs_n, lights[5:0]};

endmodule
`default_nettype wire
