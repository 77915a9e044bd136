// SPDX-License-Identifier: Apache-2.0
// litedram_core as fpga/boards/xc7_ddr.sv sees it, for simulation: clocks and resets, and behind the registers and the
// user port the model ddr_core with windows EYE, OPEN. Its clock is clk; the pads are not there.
`timescale 1ns / 1ps
`default_nettype none
/* verilator lint_off DECLFILENAME */

module litedram_core #(
  parameter int ROWS = 1,
  parameter logic [13:0] EYE  = '0,
  parameter logic [9:0]  OPEN = '1
) (
  input  wire          clk, rst,
  output wire [ROWS-1:0] ddram_a,
  output wire [2:0]    ddram_ba,
  output wire          ddram_cas_n, ddram_cke, ddram_clk_n, ddram_clk_p, ddram_cs_n, ddram_odt, ddram_ras_n,
                       ddram_reset_n, ddram_we_n,
  output wire [1:0]    ddram_dm,
  inout  wire [15:0]   ddram_dq,
  inout  wire [1:0]    ddram_dqs_n, ddram_dqs_p,
  output wire          init_done, init_error, pll_locked, user_clk, user_rst,
  input  wire [ROWS+9:0] user_port_0_cmd_addr,
  output wire          user_port_0_cmd_ready,
  input  wire          user_port_0_cmd_valid, user_port_0_cmd_we,
  output wire [127:0]  user_port_0_rdata_data,
  input  wire          user_port_0_rdata_ready,
  output wire          user_port_0_rdata_valid,
  input  wire [127:0]  user_port_0_wdata_data,
  output wire          user_port_0_wdata_ready,
  input  wire          user_port_0_wdata_valid,
  input  wire [15:0]   user_port_0_wdata_we,
  output wire          wb_ctrl_ack, wb_ctrl_err,
  input  wire [29:0]   wb_ctrl_adr,
  input  wire [1:0]    wb_ctrl_bte,
  input  wire [2:0]    wb_ctrl_cti,
  input  wire          wb_ctrl_cyc, wb_ctrl_stb, wb_ctrl_we,
  output wire [31:0]   wb_ctrl_dat_r,
  input  wire [31:0]   wb_ctrl_dat_w,
  input  wire [3:0]    wb_ctrl_sel
);

  reg [3:0] rst_q = '1;
  always @(posedge clk) rst_q <= {rst_q[2:0], rst};
  assign user_clk   = clk;
  assign user_rst   = rst_q[3];
  assign pll_locked = !rst;
  assign init_done  = u_core.told;
  assign init_error = u_core.error;
  assign wb_ctrl_err = 1'b0;
  assign wb_ctrl_dat_r[31:2] = '0;

  ddr_core #(.PHY(2), .LANES(2), .AW(ROWS + 14), .T_RESET(490), .T_STEP(512), .EYE(EYE), .OPEN(OPEN)) u_core (
    .clk, .rst(user_rst), .wb_cyc(wb_ctrl_cyc && wb_ctrl_stb), .wb_we(wb_ctrl_we), .wb_adr(wb_ctrl_adr[11:0]),
    .wb_dat_w(wb_ctrl_dat_w[15:0]), .wb_ack(wb_ctrl_ack), .wb_dat_r(wb_ctrl_dat_r[1:0]),
    .cmd_valid(user_port_0_cmd_valid), .cmd_ready(user_port_0_cmd_ready), .cmd_we(user_port_0_cmd_we),
    .cmd_addr(user_port_0_cmd_addr), .wdata_valid(user_port_0_wdata_valid), .wdata_ready(user_port_0_wdata_ready),
    .wdata_we(user_port_0_wdata_we), .wdata_data(user_port_0_wdata_data), .rdata_valid(user_port_0_rdata_valid),
    .rdata_data(user_port_0_rdata_data));
endmodule
`default_nettype wire
