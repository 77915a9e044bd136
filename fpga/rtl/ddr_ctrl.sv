// SPDX-License-Identifier: Apache-2.0
// ddr_ctrl: what stands between the memory port of sectors (sdr_ctrl.sv has it) and LiteDRAM's core of a DDR3
// (docs/units/ddr.md): the crossing to the core's clock, the sequence that wakes the chip up and trains its lanes, and
// the core's user port. The core itself is the board's (fpga/boards/ecp5_ddr.sv, xc7_ddr.sv); fpga/flow/ddr3.py has it
// made.
//
// init_done rises when training is over, whatever it found: lanes_bad (in mem_clk) names lanes that cannot be read. A
// memory test is to run then, too; a machine is not, but with init_good (DDR-10).
`default_nettype none

module ddr_ctrl #(
  parameter int TRAIN   = 1,                         // as ddr_init
  parameter int LANES   = 2,
  parameter int AW      = 29,
  parameter int CLK_KHZ = 50_000,                    // of mem_clk
  parameter int T_RESET = 500 * CLK_KHZ / 1000,
  parameter int T_STEP  = 512,
  parameter logic [12:0] MR0 = 13'h320,              // as ddr_init
  parameter logic [12:0] MR1 = 13'h006
) (
  input  wire              clk,
  input  wire              rst,
  input  wire              req_valid,
  output wire              req_ready,
  input  wire              req_write,
  input  wire  [AW-1:5]    req_addr,
  input  wire  [31:0]      req_mask,
  input  wire  [255:0]     req_data,
  output wire              rsp_valid,
  output wire  [255:0]     rsp_data,
  output wire              init_done,
  output wire              init_good,                // and every lane can be read

  input  wire              mem_clk,
  input  wire              mem_rst,
  output wire  [LANES-1:0] lanes_bad,
  output wire              wb_cyc,
  output wire              wb_we,
  output wire  [11:0]      wb_adr,
  output wire  [15:0]      wb_dat_w,
  input  wire              wb_ack,
  input  wire  [LANES-1:0] wb_dat_r,
  output wire              cmd_valid,
  input  wire              cmd_ready,
  output wire              cmd_we,
  output wire  [AW-1:4]    cmd_addr,
  output wire              wdata_valid,
  input  wire              wdata_ready,
  output wire  [15:0]      wdata_we,
  output wire  [127:0]     wdata_data,
  input  wire              rdata_valid,
  input  wire  [127:0]     rdata_data
);

  wire          up, x_valid, x_write, i_valid, i_write, n_ready, n_rsp;
  wire [AW-1:5] x_addr, i_addr;
  wire [31:0]   x_mask;
  wire [255:0]  x_data, i_data, n_data;

  assign init_good = init_done && lanes_bad == '0;   // lanes_bad stands still from long before init_done on

  ddr_cross #(.AW(AW)) u_cross (
    .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data, .rsp_valid, .rsp_data,
    .ready(init_done), .mem_clk, .mem_rst, .mem_up(up), .mem_valid(x_valid), .mem_ready(n_ready && up),
    .mem_write(x_write), .mem_addr(x_addr), .mem_mask(x_mask), .mem_wdata(x_data), .mem_rdata(n_data));

  ddr_init #(.TRAIN(TRAIN), .LANES(LANES), .AW(AW), .CLK_KHZ(CLK_KHZ), .T_RESET(T_RESET), .T_STEP(T_STEP),
             .MR0(MR0), .MR1(MR1)) u_init (
    .clk(mem_clk), .rst(mem_rst), .wb_cyc, .wb_we, .wb_adr, .wb_dat_w, .wb_ack, .wb_dat_r, .req_valid(i_valid),
    .req_ready(n_ready), .req_write(i_write), .req_addr(i_addr), .req_data(i_data), .rsp_valid(n_rsp),
    .rsp_data(n_data), .done(up), .lanes_bad);

  ddr_native #(.AW(AW)) u_native (
    .clk(mem_clk), .rst(mem_rst), .req_valid(up ? x_valid : i_valid), .req_ready(n_ready),
    .req_write(up ? x_write : i_write), .req_addr(up ? x_addr : i_addr), .req_mask(up ? x_mask : '1),
    .req_data(up ? x_data : i_data), .rsp_valid(n_rsp), .rsp_data(n_data), .cmd_valid, .cmd_ready, .cmd_we, .cmd_addr,
    .wdata_valid, .wdata_ready, .wdata_we, .wdata_data, .rdata_valid, .rdata_data);

endmodule
`default_nettype wire
