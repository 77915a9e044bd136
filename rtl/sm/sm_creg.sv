// SPDX-License-Identifier: Apache-2.0
// sm_creg: condition registers $c0-$c3 of eight lanes (one quarter) of all warps.
//
// From sm_half     rd_*: the row an operation reads;  wr_*: results of SP, SFU, DPU and ld.lock, at most one a cycle
// To   sm_half     rd_data: in the next cycle
//
// A row is one register of one warp: {warp, number}, 4 bits per lane. A write enters the enabled lanes. One read and
// one write a cycle; what a read of the row being written gives is never used.
`default_nettype none

module sm_creg (
  input  wire          clk,
  input  wire          init_active,
  input  wire  [8:0]   init_row,
  input  wire          rd_en,
  input  wire  [4:0]   rd_wid,
  input  wire  [1:0]   rd_idx,
  output wire  [31:0]  rd_data,
  input  wire          wr_valid,
  input  wire  [4:0]   wr_wid,
  input  wire  [1:0]   wr_idx,
  input  wire  [7:0]   wr_mask,
  input  wire  [31:0]  wr_data
);

  localparam int WW = $clog2(gpu_cfg::WARPS);      // bits of a warp's number
  wire init_we = init_active && (init_row[8:7] == '0);

  sram_1r1w #(.WIDTH(32), .DEPTH(4 * gpu_cfg::WARPS), .EN_BITS(4), .COLLIDE(0)) u_ram (
    .clk, .rd_en, .rd_addr({rd_wid[WW-1:0], rd_idx}), .rd_data,
    .wr_en(init_we || wr_valid), .wr_addr(init_we ? init_row[WW+1:0] : {wr_wid[WW-1:0], wr_idx}),
    .wr_be(wr_mask | {8{init_we}}), .wr_data(wr_data & {32{!init_we}}));

endmodule
`default_nettype wire
