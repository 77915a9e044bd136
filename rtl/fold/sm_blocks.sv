// SPDX-License-Identifier: Apache-2.0
// sm_blocks: the data of sm_icache, blocks of 64 bytes, which come from the L2 word by word.
//
// From sm_icache   rd_*: a block to read;  wr_*: a word that has come
// To   sm_ibuf     rd_data: in the next cycle
//
// LANES below 8: a block comes in parts, in the phases of its cycle (docs/units/fold.md).
// Rules: FOLD-19 (docs/units).
`default_nettype none

module sm_blocks #(
  parameter int LANES  = 8,
  parameter int BLOCKS = 64
) (
  input  wire          clk,
  input  wire          clk_p,
  input  wire  [2:0]   phase,

  input  wire          rd_en,
  input  wire  [$clog2(BLOCKS)-1:0] rd_addr,
  output wire  [64*LANES-1:0] rd_data,

  input  wire          wr_en,
  input  wire  [$clog2(BLOCKS)-1:0] wr_addr,
  input  wire  [3:0]   wr_word,
  input  wire  [31:0]  wr_data
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_whole
    sram_1r1w #(.WIDTH(512), .DEPTH(BLOCKS), .EN_BITS(32), .COLLIDE(0)) u_data (
      .clk, .rd_en, .rd_addr, .rd_data, .wr_en, .wr_addr, .wr_be(16'd1 << wr_word), .wr_data({16{wr_data}}));
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_parts
    // FOLD-19: a row for each part, read for the next phase
    localparam int AW    = $clog2(BLOCKS);
    localparam int WORDS = 2 * LANES;
    localparam int PB    = $clog2(FOLD);
    wire           last  = phase == 3'(FOLD - 1);
    logic [AW-1:0] block_q;              // of this cycle's parts
    always_ff @(posedge clk) block_q <= rd_addr;
    sram_2clk #(.WIDTH(32*WORDS), .DEPTH(BLOCKS * FOLD), .EN_BITS(32)) u_data (
      .rd_clk(clk_p), .rd_en(1'b1),
      .rd_addr(last ? {rd_addr, {PB{1'b0}}} : {block_q, phase[PB-1:0] + PB'(1)}), .rd_data,
      .wr_clk(clk), .wr_en, .wr_addr({wr_addr, wr_word[3 -: PB]}),
      .wr_be(WORDS'(1) << (wr_word & 4'(WORDS - 1))), .wr_data({WORDS{wr_data}}));
    wire unused = &{1'b0, phase, rd_en};
  end

endmodule
`default_nettype wire
