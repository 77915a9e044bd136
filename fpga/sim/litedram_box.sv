// SPDX-License-Identifier: Apache-2.0
// litedram_core as fpga/boards/ecp5_ddr.sv and xc7_ddr.sv see it, for lint: the ports that fpga/flow/ddr3.py has
// LiteDRAM write, and nothing in it. LITEDRAM_ROWS: address pins; LITEDRAM_xc7: the core for the 7 series. In the real
// one for the ECP5 ports of pads are inputs, though the pads drive them.
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSED */
/* verilator lint_off UNDRIVEN */

module litedram_core (
`ifdef LITEDRAM_xc7
  output wire          ddram_clk_n,
  inout  wire [1:0]    ddram_dqs_n,
`else
  input  wire          ddram_clk_n,
  input  wire [1:0]    ddram_dqs_n,
`endif
  input  wire          clk, rst,
  output wire [`LITEDRAM_ROWS-1:0] ddram_a,
  output wire [2:0]    ddram_ba,
  output wire          ddram_cas_n, ddram_cke, ddram_clk_p, ddram_cs_n, ddram_odt, ddram_ras_n, ddram_reset_n,
                       ddram_we_n,
  output wire [1:0]    ddram_dm,
  inout  wire [15:0]   ddram_dq,
  inout  wire [1:0]    ddram_dqs_p,
  output wire          init_done, init_error, pll_locked, user_clk, user_rst,
  input  wire [`LITEDRAM_ROWS+9:0] user_port_0_cmd_addr,
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
endmodule
`default_nettype wire
