// SPDX-License-Identifier: Apache-2.0
// sm_lines: the instruction lines of all warps, 64 bytes each.
//
// From sm_ibuf   rd_*: a line to read, and which word of it is wanted;  wr_*: a line that comes
// To   sm_ibuf   rd_data: in the next cycle; the line, or LANES below 8 the part of it with the word
//
// LANES below 8: a line comes in parts, in the phases of a cycle (docs/units/fold.md).
// Rules: FOLD-20 (docs/units).
`default_nettype none

module sm_lines #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,
  input  wire  [2:0]   phase,

  input  wire          rd_en,
  input  wire  [5:0]   rd_addr,          // {slot, warp}
  input  wire  [3:0]   rd_word,
  output wire  [64*LANES-1:0] rd_data,

  input  wire          wr_en,
  input  wire  [5:0]   wr_addr,
  input  wire  [64*LANES-1:0] wr_data
);

  localparam int FOLD = 8 / LANES;
  localparam int WW   = $clog2(gpu_cfg::WARPS);
  wire [WW:0] rd_at = {rd_addr[5], rd_addr[WW-1:0]};
  wire [WW:0] wr_at = {wr_addr[5], wr_addr[WW-1:0]};

  if (FOLD == 1) begin : g_whole
    sram_1r1w #(.WIDTH(512), .DEPTH(2 * gpu_cfg::WARPS), .EN_BITS(512), .COLLIDE(0)) u_lines (
      .clk, .rd_en, .rd_addr(rd_at), .rd_data, .wr_en, .wr_addr(wr_at), .wr_be(1'b1), .wr_data);
    wire unused = &{1'b0, clk_p, phase, rd_word};
  end else begin : g_parts
    localparam int PB = $clog2(FOLD);
    sram_2clk #(.WIDTH(64*LANES), .DEPTH(2 * gpu_cfg::WARPS * FOLD), .EN_BITS(64*LANES)) u_lines (
      .rd_clk(clk), .rd_en, .rd_addr({rd_at, rd_word[3 -: PB]}), .rd_data,
      .wr_clk(clk_p), .wr_en, .wr_addr({wr_at, phase[PB-1:0]}), .wr_be(1'b1), .wr_data);
    wire unused = &{1'b0, phase, rd_word};
  end

endmodule
`default_nettype wire
