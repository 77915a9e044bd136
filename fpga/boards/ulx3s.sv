// SPDX-License-Identifier: Apache-2.0
// ulx3s: the ULX3S board, v2 and v3 (LFE5U-85F-6BG381C, 25 MHz, 32 MB SDRAM): clock, reset, pins, memory, and in the
// middle the memory test (CHIP = 0) or the machine (CHIP = 1). Pins: ulx3s.lpf; numbers: ulx3s.mk.
//
// A PLL makes clk, 600 MHz / CLK_DIV, and the clock of the SDRAM chip, LAG / 600 MHz later: commands and data have that
// time to settle at the chip, and what is read has the rest of the clock for its way back. 5 ns of 20 leave about
// 3 ns to each at 50 MHz (pads 4 ns out, 2 ns in, the chip 6 ns: assumptions, no board was measured). A third output,
// 25 MHz, closes its loop, whatever CLK_DIV is.
//
// clk has its clock buffer here, and the buffer that stops the machine's clock (clock_gate) is fed with what feeds this
// one: GATE_FROM in ulx3s.mk. Behind clk itself it would be late by the way to it, some nanoseconds, and what registers
// of clk give to those of the machine would come too early.
//
// Lights: 0 to 5 count clocks since reset (about 0.7 s for light 5 at 50 MHz), 6 running, 7 active (mem_test,
// fpga_top). FIRE1 is the reset button.
`default_nettype none

module ulx3s #(
  parameter int CHIP      = 0,
  parameter int CLK_DIV   = 12,
  parameter int LAG       = 3,
  parameter int BAUD      = 115_200,
  parameter int ROW_BITS  = 13,                      // of the SDRAM chip; fewer in simulation
  parameter int DPU       = 1,                       // fpga_top
  parameter int TEX       = 1,
  parameter int FOLD      = 1,
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

  localparam int CLK_KHZ     = 600_000 / CLK_DIV;
  localparam int UART_CLOCKS = (CLK_KHZ * 1000 + BAUD / 2) / BAUD;

  if (CLK_DIV < 3 || CLK_DIV / 2 + LAG > 128) begin : g_bad
    ulx3s_CLK_DIV_or_LAG_is_out_of_the_range_of_the_PLL u();
  end
  // A line that is off by more than 3 % is not understood.
  localparam int OFF = UART_CLOCKS * BAUD - CLK_KHZ * 1000;
  if (OFF > CLK_KHZ * 30 || OFF < -CLK_KHZ * 30) begin : g_bad_line
    ulx3s_CLK_DIV_gives_no_clock_for_BAUD u();
  end

  // --- clock and reset -----------------------------------------------------------------------------
  wire clk, clk_pll, clk_lag, loop, locked;
  (* FREQUENCY_PIN_CLKI="25", ICP_CURRENT="12", LPF_RESISTOR="8", MFG_ENABLE_FILTEROPAMP="1", MFG_GMCREF_SEL="2" *)
  EHXPLLL #(
    .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED"),
    .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"), .OUTDIVIDER_MUXC("DIVC"), .OUTDIVIDER_MUXD("DIVD"),
    .FEEDBK_PATH("CLKOS2"), .CLKI_DIV(1), .CLKFB_DIV(1),
    .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(CLK_DIV), .CLKOP_CPHASE(CLK_DIV / 2 - 1), .CLKOP_FPHASE(0),
    .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV(CLK_DIV), .CLKOS_CPHASE(CLK_DIV / 2 - 1 + LAG), .CLKOS_FPHASE(0),
    .CLKOS2_ENABLE("ENABLED"), .CLKOS2_DIV(24), .CLKOS2_CPHASE(11), .CLKOS2_FPHASE(0)
  ) u_pll (
    .CLKI(clk_25mhz), .CLKFB(loop), .CLKOP(clk_pll), .CLKOS(clk_lag), .CLKOS2(loop), .RST(1'b0),
    .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1),
    .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0), .LOCK(locked));
  DCCA u_clk (.CLKI(clk_pll), .CE(1'b1), .CLKO(clk));

  logic [1:0]  up_q = '0;                            // against metastability: locked, and no button
  logic [24:0] count_q = '0;                         // 16 clocks of reset, then the lights
  logic        run_q = 1'b0;
  wire         rst = !run_q;
  always_ff @(posedge clk) begin
    up_q    <= {up_q[0], locked && !btn[1]};
    count_q <= up_q[1] ? count_q + 1'b1 : '0;
    run_q   <= up_q[1] && (run_q || count_q[4]);
  end

  // --- what the board is for, with its memory ------------------------------------------------------------
  wire        running, active, cke, cs_n, ras_n, cas_n, we_n, dq_oe;
  wire [1:0]  ba, dqm;
  wire [12:0] a;
  wire [15:0] dq_out, dq_in;
  if (CHIP != 0) begin : g_chip
    fpga_top #(.DPU(DPU), .TEX(TEX), .GATE(2), .FOLD(FOLD), .SIGNATURE(SIGNATURE), .TRACE(TRACE),
               .CLK_KHZ(CLK_KHZ), .UART_CLOCKS(UART_CLOCKS), .ROW_BITS(ROW_BITS), .LATE(2), .DIGEST(DIGEST),
               .BOARD("s3xlu")) u_top (
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

  assign led        = {active, running, count_q[24:19]};
  assign wifi_gpio0 = 1'b1;
  wire unused = &{1'b0, btn[6:2], btn[0]};

endmodule
`default_nettype wire
