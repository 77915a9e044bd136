// SPDX-License-Identifier: Apache-2.0
// sfu_store: an operand of every lane of a body of the SFU, written a quarter in a cycle and read four lanes at a time.
//
// Read combinationally. LANES below 8: what is written comes in the phases of its cycle, and rd_data are complete
// in the last one (docs/units/fold.md).
`default_nettype none

module sfu_store #(
  parameter int LANES = 8
) (
  input  wire               clk,
  input  wire               clk_p,
  input  wire  [2:0]        phase,

  input  wire               wr_en,
  input  wire  [1:0]        wr_q,
  input  wire  [32*LANES-1:0] wr_data,

  input  wire  [1:0]        rd_q,
  input  wire               rd_upper,    // lanes 4 to 7 of the quarter
  output wire  [127:0]      rd_data
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_whole
    wire [255:0] row;
    lutram_1r1w #(.WIDTH(256), .DEPTH(4), .EN_BITS(256)) u_rows (
      .clk, .rd_addr(rd_q), .rd_data(row), .wr_en, .wr_addr(wr_q), .wr_be(1'b1), .wr_data);
    assign rd_data = rd_upper ? row[255:128] : row[127:0];
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_parts
    // FOLD / 2 parts are four lanes: one after the other in the first phases, the last one to the end
    localparam int W  = 32 * LANES;
    localparam int PB = $clog2(FOLD);
    localparam int N  = FOLD / 2;
    wire  [PB-1:0] p    = phase[PB-1:0];
    wire  [PB-1:0] from;
    wire  [W-1:0]  part;
    lutram_1r1w #(.WIDTH(W), .DEPTH(4 * FOLD), .EN_BITS(W)) u_rows (
      .clk(clk_p), .rd_addr({rd_q, from}), .rd_data(part), .wr_en, .wr_addr({wr_q, p}), .wr_be(1'b1),
      .wr_data);
    if (N == 1) begin : g_one
      assign from    = rd_upper;
      assign rd_data = part;
    end else begin : g_more
      assign from = {rd_upper, p < PB'(N - 1) ? p[PB-2:0] : {PB-1{1'b1}}};
      fold_gather #(.FOLD(N), .WIDTH(W)) u_parts (.clk_p, .take(p < PB'(N - 1)), .part, .all(rd_data));
    end
    wire unused = &{1'b0, clk, phase};
  end

endmodule
`default_nettype wire
