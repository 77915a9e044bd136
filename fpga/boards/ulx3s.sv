// SPDX-License-Identifier: Apache-2.0
// ulx3s: the ULX3S board, v2 and v3 (LFE5U-85F-6BG381C, 25 MHz, 32 MB SDRAM): clock, reset, pins, memory, and in the
// middle the memory test (CHIP = 0) or the machine (CHIP = 1). Pins: ulx3s.lpf; numbers: ulx3s.mk.
//
// The PLL (ecp5_clock) makes clk, LOOP * 25 MHz / CLK_DIV, and the clock of the SDRAM chip, LAG clocks of LOOP * 25 MHz
// later: commands and data have that time to settle at the chip, and what is read has the rest of the clock for its way
// back. 5 ns of 20 leave about 3 ns to each at 50 MHz (pads 4 ns out, 2 ns in, the chip 6 ns: assumptions, no board was
// measured).
//
// Lights: 0 to 5 count clocks since reset (about 0.7 s for light 5 at 50 MHz), 6 running, 7 active (mem_test,
// fpga_top). FIRE1 is the reset button.
`default_nettype none

module ulx3s #(
  parameter int CHIP      = 0,
  parameter int LOOP      = 24,
  parameter int CLK_DIV   = 12,
  parameter int LAG       = 3,
  parameter int BAUD      = 115_200,
  parameter int ROW_BITS  = 13,                      // of the SDRAM chip; fewer in simulation
  parameter int DPU       = 1,                       // fpga_top
  parameter int TEX       = 1,
  parameter int FOLD      = 1,
  parameter int SETTLE    = 1,
  parameter int SIGNATURE = 1,
  parameter int TRACE     = 256,
  parameter logic [63:0] DIGEST = 64'd0
) (
  input  wire         clk_25mhz,
  input  wire  [6:0]  btn,
  output wire  [7:0]  led,
  input  wire         ftdi_txd,
  output wire         ftdi_rxd,
  output wire         wifi_gpio0,                    // low would give the board to the ESP32
  output wire         sdram_clk,
  output wire         sdram_cke,
  output wire         sdram_csn,
  output wire         sdram_rasn,
  output wire         sdram_casn,
  output wire         sdram_wen,
  output wire  [1:0]  sdram_ba,
  output wire  [12:0] sdram_a,
  output wire  [1:0]  sdram_dqm,
  inout  wire  [15:0] sdram_d
);

  localparam int CLK_KHZ     = 25_000 * LOOP / CLK_DIV;
  localparam int UART_CLOCKS = (CLK_KHZ * 1000 + BAUD / 2) / BAUD;

  // --- clock and reset -----------------------------------------------------------------------------
  (* keep *) wire clk;                               // its name, for WANTED
  wire       clk_lag, locked, rst;
  wire [5:0] count;
  ecp5_clock #(.IN_KHZ(25_000), .PLL_IN(1), .LOOP(LOOP), .CLK_DIV(CLK_DIV), .LAG(LAG)) u_clock (
    .clk_in(clk_25mhz), .clk, .clk_lag, .locked);
  board_start #(.CLK_KHZ(CLK_KHZ), .BAUD(BAUD), .UART_CLOCKS(UART_CLOCKS)) u_start (
    .clk, .up(locked && !btn[1]), .rst, .count);

  // --- what the board is for, with its memory ------------------------------------------------------------
  wire        running, active, cke, cs_n, ras_n, cas_n, we_n, dq_oe;
  wire [1:0]  ba, dqm;
  wire [12:0] a;
  wire [15:0] dq_out, dq_in;
  if (CHIP != 0) begin : g_chip
    fpga_top #(.DPU(DPU), .TEX(TEX), .GATE(2), .FOLD(FOLD), .SETTLE(SETTLE), .SIGNATURE(SIGNATURE),
               .TRACE(TRACE), .CLK_KHZ(CLK_KHZ), .UART_CLOCKS(UART_CLOCKS), .ROW_BITS(ROW_BITS), .LATE(2),
               .DIGEST(DIGEST), .BOARD("s3xlu")) u_top (
      .clk, .rst, .rx(ftdi_txd), .tx(ftdi_rxd), .running, .active, .ref_extra(1'b0), .sd_cke(cke), .sd_cs_n(cs_n),
      .sd_ras_n(ras_n), .sd_cas_n(cas_n), .sd_we_n(we_n), .sd_ba(ba), .sd_a(a), .sd_dqm(dqm), .sd_dq_out(dq_out),
      .sd_dq_oe(dq_oe), .sd_dq_in(dq_in));
  end else begin : g_test
    wire                 req_valid, req_ready, req_write, rsp_valid, mem_ready;
    wire [ROW_BITS+11:5] req_addr;
    wire [31:0]          req_mask;
    wire [255:0]         req_data, rsp_data;
    mem_test #(.MEM_BYTES(1 << (ROW_BITS + 12)), .UART_CLOCKS(UART_CLOCKS)) u_test (
      .clk, .rst, .rx(ftdi_txd), .tx(ftdi_rxd), .running, .active, .mem_req_valid(req_valid),
      .mem_req_ready(req_ready), .mem_req_write(req_write), .mem_req_addr(req_addr), .mem_req_mask(req_mask),
      .mem_req_data(req_data), .mem_rsp_valid(rsp_valid), .mem_rsp_data(rsp_data), .mem_ready);
    sdr_ctrl #(.CLK_KHZ(CLK_KHZ), .LATE(2), .ROW_BITS(ROW_BITS), .A_BITS(13)) u_ctrl (
      .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data, .rsp_valid, .rsp_data,
      .init_done(mem_ready), .ref_extra(1'b0), .cke, .cs_n, .ras_n, .cas_n, .we_n, .ba, .a, .dqm, .dq_out, .dq_oe,
      .dq_in);
  end
  sdr_pads_ecp5 u_pads (
    .clk, .clk_lag, .cke, .cs_n, .ras_n, .cas_n, .we_n, .ba, .a, .dqm, .dq_out, .dq_oe, .dq_in, .sdram_clk, .sdram_cke,
    .sdram_csn, .sdram_rasn, .sdram_casn, .sdram_wen, .sdram_ba, .sdram_a, .sdram_dqm, .sdram_d);

  assign led        = {active, running, count};
  assign wifi_gpio0 = 1'b1;
  wire unused = &{1'b0, btn[6:2], btn[0]};

endmodule
`default_nettype wire
