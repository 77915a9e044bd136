// SPDX-License-Identifier: Apache-2.0
// smem_bank: the words of banks BANK and BANK + 8 of shared memory.
//
// From smem   rd_en, rd_lo, rd_hi: rows to read;  we_*, to_*, be_*, *_data: what is written
// To   smem   lo_q, hi_q: in the next cycle. The upper bank may be read while it is written.
//
// LANES below 8: read at the end of the cycle, written in the phase of the word; only those of the last phase at once
// (docs/units/fold.md).
// Rules: FOLD-21 (docs/units).
`default_nettype none

module smem_bank #(
  parameter int BANK  = 0,
  parameter int ROWS  = 256,
  parameter int LANES = 8
) (
  input  wire         clk,
  input  wire         clk_p,
  input  wire  [2:0]  phase,
  input  wire         rd_en,
  input  wire  [$clog2(ROWS)-1:0] rd_lo,
  input  wire  [$clog2(ROWS)-1:0] rd_hi,
  output wire  [31:0] lo_q,
  output wire  [31:0] hi_q,
  input  wire         we_lo,
  input  wire  [$clog2(ROWS)-1:0] to_lo,
  input  wire  [3:0]  be_lo,
  input  wire  [31:0] lo_data,
  input  wire         we_hi,
  input  wire  [$clog2(ROWS)-1:0] to_hi,
  input  wire  [3:0]  be_hi,
  input  wire  [31:0] hi_data
);

  localparam int FOLD = 8 / LANES;
  localparam int N    = LANES;           // words of a phase

  if (BANK / N == FOLD - 1) begin : g_words
    sram_1r1w_fwd #(.WIDTH(32), .DEPTH(ROWS), .EN_BITS(8), .FORWARD(0)) u_lo (
      .clk, .rd_en, .rd_addr(rd_lo), .rd_data(lo_q), .wr_en(we_lo), .wr_addr(to_lo), .wr_be(be_lo),
      .wr_data(lo_data));
    sram_1r1w_fwd #(.WIDTH(32), .DEPTH(ROWS), .EN_BITS(8), .FORWARD(1)) u_hi (
      .clk, .rd_en, .rd_addr(rd_hi), .rd_data(hi_q), .wr_en(we_hi), .wr_addr(to_hi), .wr_be(be_hi),
      .wr_data(hi_data));
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_words
    wire here = phase == 3'(BANK / N);
    sram_2clk #(.WIDTH(32), .DEPTH(ROWS), .EN_BITS(8)) u_lo (
      .rd_clk(clk), .rd_en, .rd_addr(rd_lo), .rd_data(lo_q),
      .wr_clk(clk_p), .wr_en(here && we_lo), .wr_addr(to_lo), .wr_be(be_lo), .wr_data(lo_data));
    sram_2clk #(.WIDTH(32), .DEPTH(ROWS), .EN_BITS(8)) u_hi (
      .rd_clk(clk), .rd_en, .rd_addr(rd_hi), .rd_data(hi_q),
      .wr_clk(clk_p), .wr_en(here && we_hi), .wr_addr(to_hi), .wr_be(be_hi), .wr_data(hi_data));
  end

endmodule
`default_nettype wire
