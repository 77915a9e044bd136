// SPDX-License-Identifier: Apache-2.0
// board_sim: a board with its SDRAM chip, for board.cpp: all of it but the serial line.
`default_nettype none

module board_sim #(
  parameter int NSM = 1, DPU = 1, TEX = 1, FOLD = 1, SIGNATURE = 1, TRACE = 256,
  parameter int UART_CLOCKS = 4,
  parameter logic [63:0] DIGEST = 64'd0
) (
  input  wire  clk,
  input  wire  rst,
  input  wire  ref_extra,            // the SDRAM is refreshed though it need not be
  input  wire  rx,
  output wire  tx,
  output wire  running,
  output wire  active,
  output int   broken                // rules of the SDRAM
);

  localparam int CLK_KHZ = 50_000, INIT_US = 2, ROW_BITS = 13;

  wire        cke, cs_n, ras_n, cas_n, we_n, dq_oe, chip_oe;
  wire [1:0]  ba, dqm;
  wire [ROW_BITS-1:0] a;
  wire [15:0] dq_out, chip_dq;

  fpga_top #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .GATE(1), .FOLD(FOLD), .SIGNATURE(SIGNATURE), .TRACE(TRACE),
             .CLK_KHZ(CLK_KHZ), .UART_CLOCKS(UART_CLOCKS), .ROW_BITS(ROW_BITS), .T_INIT(CLK_KHZ * INIT_US / 1000),
             .DIGEST(DIGEST), .BOARD("noitalumis")) u_top (
    .clk, .rst, .rx, .tx, .running, .active, .ref_extra, .sd_cke(cke), .sd_cs_n(cs_n), .sd_ras_n(ras_n),
    .sd_cas_n(cas_n), .sd_we_n(we_n), .sd_ba(ba), .sd_a(a), .sd_dqm(dqm), .sd_dq_out(dq_out), .sd_dq_oe(dq_oe),
    .sd_dq_in(chip_oe ? chip_dq : 16'hdead));

  sdr_chip #(.PERIOD_PS(1_000_000_000 / CLK_KHZ), .ROW_BITS(ROW_BITS), .INIT_US(INIT_US)) u_chip (
    .clk, .cke, .cs_n, .ras_n, .cas_n, .we_n, .ba, .a, .dqm, .dq_in(dq_out), .dq_drive(dq_oe), .dq_out(chip_dq),
    .dq_oe(chip_oe), .broken);

endmodule
`default_nettype wire
