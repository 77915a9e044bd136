// SPDX-License-Identifier: Apache-2.0
// sm_creg: condition registers $c0-$c3 of eight lanes (one quarter) of all warps.
//
// A row is one warp: lane i, register n at bits 16i+4n. Read data in the next cycle. A write enters one
// register of the enabled lanes.
`default_nettype none

module sm_creg (
  input  wire          clk,
  input  wire          init_active,
  input  wire  [8:0]   init_row,
  input  wire          rd_en,
  input  wire  [4:0]   rd_wid,
  output wire  [127:0] rd_data,
  input  wire          wr_valid,
  input  wire  [4:0]   wr_wid,
  input  wire  [1:0]   wr_idx,
  input  wire  [7:0]   wr_mask,
  input  wire  [31:0]  wr_data        // 4 bits per lane
);

  wire init_we = init_active & (init_row[8:5] == '0);

  logic [31:0]  be;
  logic [127:0] data;
  always_comb begin
    be   = '1;
    data = '0;
    if (!init_we & wr_valid)
      for (int i = 0; i < 8; i++)
        for (int n = 0; n < 4; n++) begin
          be[4*i + n]            = wr_mask[i] & (wr_idx == 2'(n));
          data[16*i + 4*n +: 4]  = wr_data[4*i +: 4];
        end
  end

  sram_1r1w #(.WIDTH(128), .DEPTH(gpu_cfg::WARPS), .EN_BITS(4), .COLLIDE(0)) u_ram (
    .clk, .rd_en, .rd_addr(rd_wid), .rd_data,
    .wr_en(init_we | wr_valid), .wr_addr(init_we ? init_row[4:0] : wr_wid), .wr_be(be), .wr_data(data));

endmodule
`default_nettype wire
