// SPDX-License-Identifier: Apache-2.0
// xc7_ddr: boards with an AMD (Xilinx) 7 series chip with the memory test (CHIP = 0) or the machine (CHIP = 1) on their
// DDR3: what is inside the pins of nexys_video.sv, arty_a7_100.sv and qmtech_k325t.sv. LiteDRAM's core
// (fpga/flow/ddr3.py has it written) runs in its own clock, user_clk, of a PLL of its own; all else in clk (xc7_clock).
//
// Lights: 7 active, 6 running, 5 to 0 count; what they tell is in ecp5_ddr.sv.
`default_nettype none

module xc7_ddr #(
  parameter int CHIP      = 0,
  parameter int IN_KHZ    = 100_000,                 // xc7_clock
  parameter int MULTIPLY  = 10,
  parameter int CLK_DIV   = 20,
  parameter int MEM_KHZ   = 100_000,                 // user_clk: sys_khz of the board's .ddr
  parameter int BAUD      = 115_200,
  parameter int ROWS      = 15,                      // address pins of the core
  parameter logic [12:0] MR1 = 13'h006,              // rtt_nom of the board's .ddr: 006 60ohm, 002 disabled
  parameter int DPU       = 1,                       // fpga_top_ddr
  parameter int TEX       = 1,
  parameter int FOLD      = 1,
  parameter int SETTLE    = 1,
  parameter int SIGNATURE = 1,
  parameter int TRACE     = 256,
  parameter logic [63:0]  DIGEST = 64'd0,
  parameter logic [127:0] BOARD  = 128'd0
) (
  input  wire             clk_in,
  input  wire             reset_n,                   // button
  input  wire             rx,
  output wire             tx,
  output wire  [7:0]      led,
  output wire  [ROWS-1:0] ddram_a,
  output wire  [2:0]      ddram_ba,
  output wire             ddram_ras_n,
  output wire             ddram_cas_n,
  output wire             ddram_we_n,
  output wire             ddram_cs_n,
  output wire  [1:0]      ddram_dm,
  inout  wire  [15:0]     ddram_dq,
  inout  wire  [1:0]      ddram_dqs_p,
  inout  wire  [1:0]      ddram_dqs_n,
  output wire             ddram_clk_p,
  output wire             ddram_clk_n,
  output wire             ddram_cke,
  output wire             ddram_odt,
  output wire             ddram_reset_n
);

  localparam int AW          = ROWS + 14;            // of a byte: 8 banks, 1024 columns, 2 bytes
  localparam int CLK_KHZ     = IN_KHZ * MULTIPLY / CLK_DIV;
  localparam int UART_CLOCKS = (CLK_KHZ * 1000 + BAUD / 2) / BAUD;

  (* keep *) wire clk, user_clk;                     // their names, for WANTED
  wire       locked, rst;
  wire [5:0] count;
  xc7_clock #(.IN_KHZ(IN_KHZ), .MULTIPLY(MULTIPLY), .CLK_DIV(CLK_DIV)) u_clock (.clk_in, .clk, .locked);
  board_start #(.CLK_KHZ(CLK_KHZ), .BAUD(BAUD), .UART_CLOCKS(UART_CLOCKS)) u_start (
    .clk, .up(locked && reset_n), .rst, .count);

  wire          running, active, user_rst, wb_cyc, wb_we, wb_ack, cmd_valid, cmd_ready, cmd_we, wdata_valid,
                wdata_ready, rdata_valid, pll_locked, init_done, init_error, wb_err;
  wire [11:0]   wb_adr;
  wire [15:0]   wb_dat_w, wdata_we;
  wire [31:0]   wb_dat_r;
  wire [AW-1:4] cmd_addr;
  wire [127:0]  wdata_data, rdata_data;

  fpga_top_ddr #(.CHIP(CHIP), .DPU(DPU), .TEX(TEX), .GATE(3), .FOLD(FOLD), .SETTLE(SETTLE),
                 .SIGNATURE(SIGNATURE), .TRACE(TRACE), .CLK_KHZ(CLK_KHZ), .UART_CLOCKS(UART_CLOCKS), .AW(AW),
                 .MEM_KHZ(MEM_KHZ), .TRAIN(2), .MR0(13'h930), .MR1(MR1), .DIGEST(DIGEST), .BOARD(BOARD)) u_top (
    .clk, .rst, .rx, .tx, .running, .active, .mem_clk(user_clk), .mem_rst(user_rst), .wb_cyc, .wb_we, .wb_adr,
    .wb_dat_w, .wb_ack, .wb_dat_r(wb_dat_r[1:0]), .cmd_valid, .cmd_ready, .cmd_we, .cmd_addr, .wdata_valid,
    .wdata_ready, .wdata_we, .wdata_data, .rdata_valid, .rdata_data);

  // The pads are inside.
  litedram_core u_core (
    .clk(clk_in), .rst(!reset_n), .pll_locked, .init_done, .init_error, .user_clk, .user_rst,
    .ddram_a, .ddram_ba, .ddram_ras_n, .ddram_cas_n, .ddram_we_n, .ddram_cs_n, .ddram_dm, .ddram_dq, .ddram_dqs_p,
    .ddram_dqs_n, .ddram_clk_p, .ddram_clk_n, .ddram_cke, .ddram_odt, .ddram_reset_n,
    .wb_ctrl_cyc(wb_cyc), .wb_ctrl_stb(wb_cyc), .wb_ctrl_we(wb_we), .wb_ctrl_adr({18'd0, wb_adr}),
    .wb_ctrl_dat_w({16'd0, wb_dat_w}), .wb_ctrl_dat_r(wb_dat_r), .wb_ctrl_ack(wb_ack), .wb_ctrl_sel(4'hf),
    .wb_ctrl_bte(2'd0), .wb_ctrl_cti(3'd0), .wb_ctrl_err(wb_err),
    .user_port_0_cmd_valid(cmd_valid), .user_port_0_cmd_ready(cmd_ready), .user_port_0_cmd_we(cmd_we),
    .user_port_0_cmd_addr(cmd_addr), .user_port_0_wdata_valid(wdata_valid), .user_port_0_wdata_ready(wdata_ready),
    .user_port_0_wdata_we(wdata_we), .user_port_0_wdata_data(wdata_data), .user_port_0_rdata_valid(rdata_valid),
    .user_port_0_rdata_ready(1'b1), .user_port_0_rdata_data(rdata_data));

  assign led = {active, running, count};
  wire unused = &{1'b0, pll_locked, init_done, init_error, wb_err, wb_dat_r[31:2]};

endmodule
`default_nettype wire
