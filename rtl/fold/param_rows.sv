// SPDX-License-Identifier: Apache-2.0
// param_rows: the parameters of a launch as the header rows of shared memory have them (CTA-6), for SMs that read them
// part by part.
//
// From the host   on clk_h: wr_en, wr_at, wr_data: parameter word wr_at, while no kernel runs
// From the SMs    rd_at: row, and below it the phase (FOLD-18)
// To the SMs      rd_data: FOLD 1: of this rd_at; else of that before the edge of clk_p
//
// The first four words of the first row are the header's, which the SM knows itself; they are as they like. FOLD 1: a
// RAM for each word of a row, in LUTs; else a block RAM for each SM, with a row for each part.
`default_nettype none

module param_rows #(
  parameter int NSM  = 1,
  parameter int FOLD = 1
) (
  input  wire          clk_h,
  input  wire          clk_p,
  input  wire          wr_en,
  input  wire  [5:0]   wr_at,
  input  wire  [31:0]  wr_data,
  input  wire  [(3+$clog2(FOLD))*NSM-1:0] rd_at,
  output wire  [512/FOLD*NSM-1:0] rd_data
);

  localparam int WORDS = 16 / FOLD, WB = $clog2(WORDS), AT = 3 + $clog2(FOLD);
  wire [6:0] to = {1'b0, wr_at} + 7'd4;

  if (FOLD == 1) begin : g_rows
    for (genvar w = 0; w < WORDS; w++) begin : g_word
      wire [32*NSM-1:0] word;
      lutram_nr1w #(.WIDTH(32), .DEPTH(8), .EN_BITS(32), .PORTS(NSM)) u_ram (
        .clk(clk_h), .rd_addr(rd_at), .rd_data(word), .wr_en(wr_en && 32'(to) % WORDS == w), .wr_addr(AT'(to >> WB)),
        .wr_be(1'b1), .wr_data);
      for (genvar s = 0; s < NSM; s++) begin : g_sm
        assign rd_data[32*(WORDS*s + w) +: 32] = word[32*s +: 32];
      end
    end
    wire unused = clk_p;
  end else begin : g_parts
    wire [WORDS-1:0] enable = WORDS'(1) << (to & 7'(WORDS - 1));
    for (genvar s = 0; s < NSM; s++) begin : g_sm
      sram_2clk #(.WIDTH(32 * WORDS), .DEPTH(8 * FOLD), .EN_BITS(32)) u_ram (
        .rd_clk(clk_p), .rd_en(1'b1), .rd_addr(rd_at[AT*s +: AT]), .rd_data(rd_data[32*WORDS*s +: 32*WORDS]),
        .wr_clk(clk_h), .wr_en, .wr_addr(AT'(to >> WB)), .wr_be(enable), .wr_data({WORDS{wr_data}}));
    end
  end

endmodule
`default_nettype wire
