// SPDX-License-Identifier: Apache-2.0
// Stands for rtl/lib/sram_1rw where only what is asked of the port matters: the ports of the eight RAMs of an sm_rf
// `rf` as port_*, RAM 0 lowest.
module sram_1rw #(parameter int WIDTH = 32, parameter int DEPTH = 256, parameter int EN_BITS = 8) (
  input  wire                      clk,
  input  wire                      en,
  input  wire                      we,
  input  wire [$clog2(DEPTH)-1:0]  addr,
  input  wire [WIDTH/EN_BITS-1:0]  wr_be,
  input  wire [WIDTH-1:0]          wr_data,
  output wire [WIDTH-1:0]          rd_data
);
  assign rd_data = '0;
endmodule

`define F_RF_PORTS \
  `F_INSIDE \rf.g_ram[7].u_ram.en ; \
  `F_INSIDE \rf.g_ram[6].u_ram.en ; \
  `F_INSIDE \rf.g_ram[5].u_ram.en ; \
  `F_INSIDE \rf.g_ram[4].u_ram.en ; \
  `F_INSIDE \rf.g_ram[3].u_ram.en ; \
  `F_INSIDE \rf.g_ram[2].u_ram.en ; \
  `F_INSIDE \rf.g_ram[1].u_ram.en ; \
  `F_INSIDE \rf.g_ram[0].u_ram.en ; \
  `F_INSIDE \rf.g_ram[7].u_ram.we ; \
  `F_INSIDE \rf.g_ram[6].u_ram.we ; \
  `F_INSIDE \rf.g_ram[5].u_ram.we ; \
  `F_INSIDE \rf.g_ram[4].u_ram.we ; \
  `F_INSIDE \rf.g_ram[3].u_ram.we ; \
  `F_INSIDE \rf.g_ram[2].u_ram.we ; \
  `F_INSIDE \rf.g_ram[1].u_ram.we ; \
  `F_INSIDE \rf.g_ram[0].u_ram.we ; \
  `F_INSIDE [7:0] \rf.g_ram[7].u_ram.addr ; \
  `F_INSIDE [7:0] \rf.g_ram[6].u_ram.addr ; \
  `F_INSIDE [7:0] \rf.g_ram[5].u_ram.addr ; \
  `F_INSIDE [7:0] \rf.g_ram[4].u_ram.addr ; \
  `F_INSIDE [7:0] \rf.g_ram[3].u_ram.addr ; \
  `F_INSIDE [7:0] \rf.g_ram[2].u_ram.addr ; \
  `F_INSIDE [7:0] \rf.g_ram[1].u_ram.addr ; \
  `F_INSIDE [7:0] \rf.g_ram[0].u_ram.addr ; \
  `F_INSIDE [15:0] \rf.g_ram[7].u_ram.wr_be ; \
  `F_INSIDE [15:0] \rf.g_ram[6].u_ram.wr_be ; \
  `F_INSIDE [15:0] \rf.g_ram[5].u_ram.wr_be ; \
  `F_INSIDE [15:0] \rf.g_ram[4].u_ram.wr_be ; \
  `F_INSIDE [15:0] \rf.g_ram[3].u_ram.wr_be ; \
  `F_INSIDE [15:0] \rf.g_ram[2].u_ram.wr_be ; \
  `F_INSIDE [15:0] \rf.g_ram[1].u_ram.wr_be ; \
  `F_INSIDE [15:0] \rf.g_ram[0].u_ram.wr_be ; \
  `F_INSIDE [255:0] \rf.g_ram[7].u_ram.wr_data ; \
  `F_INSIDE [255:0] \rf.g_ram[6].u_ram.wr_data ; \
  `F_INSIDE [255:0] \rf.g_ram[5].u_ram.wr_data ; \
  `F_INSIDE [255:0] \rf.g_ram[4].u_ram.wr_data ; \
  `F_INSIDE [255:0] \rf.g_ram[3].u_ram.wr_data ; \
  `F_INSIDE [255:0] \rf.g_ram[2].u_ram.wr_data ; \
  `F_INSIDE [255:0] \rf.g_ram[1].u_ram.wr_data ; \
  `F_INSIDE [255:0] \rf.g_ram[0].u_ram.wr_data ; \
  wire [7:0] port_en = { \
    \rf.g_ram[7].u_ram.en , \rf.g_ram[6].u_ram.en , \rf.g_ram[5].u_ram.en , \rf.g_ram[4].u_ram.en , \
    \rf.g_ram[3].u_ram.en , \rf.g_ram[2].u_ram.en , \rf.g_ram[1].u_ram.en , \rf.g_ram[0].u_ram.en }; \
  wire [7:0] port_we = { \
    \rf.g_ram[7].u_ram.we , \rf.g_ram[6].u_ram.we , \rf.g_ram[5].u_ram.we , \rf.g_ram[4].u_ram.we , \
    \rf.g_ram[3].u_ram.we , \rf.g_ram[2].u_ram.we , \rf.g_ram[1].u_ram.we , \rf.g_ram[0].u_ram.we }; \
  wire [63:0] port_row = { \
    \rf.g_ram[7].u_ram.addr , \rf.g_ram[6].u_ram.addr , \rf.g_ram[5].u_ram.addr , \rf.g_ram[4].u_ram.addr , \
    \rf.g_ram[3].u_ram.addr , \rf.g_ram[2].u_ram.addr , \rf.g_ram[1].u_ram.addr , \rf.g_ram[0].u_ram.addr }; \
  wire [127:0] port_be = { \
    \rf.g_ram[7].u_ram.wr_be , \rf.g_ram[6].u_ram.wr_be , \rf.g_ram[5].u_ram.wr_be , \rf.g_ram[4].u_ram.wr_be , \
    \rf.g_ram[3].u_ram.wr_be , \rf.g_ram[2].u_ram.wr_be , \rf.g_ram[1].u_ram.wr_be , \rf.g_ram[0].u_ram.wr_be }; \
  wire [2047:0] port_data = { \
    \rf.g_ram[7].u_ram.wr_data , \rf.g_ram[6].u_ram.wr_data , \rf.g_ram[5].u_ram.wr_data , \
    \rf.g_ram[4].u_ram.wr_data , \rf.g_ram[3].u_ram.wr_data , \rf.g_ram[2].u_ram.wr_data , \
    \rf.g_ram[1].u_ram.wr_data , \rf.g_ram[0].u_ram.wr_data };
