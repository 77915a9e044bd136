// SPDX-License-Identifier: Apache-2.0
// lsu_store: one word of every lane of the load/store queue's entries: written a quarter in a cycle, read a half.
//
// LANES below 8: what is written comes in the phases of its cycle (docs/units/fold.md). With BLOCK 0 it stands in LUT
// RAM as otherwise. With BLOCK 1 it stands in block RAM: rd_data are whole in a cycle with rd_hold, of the row that
// was asked for in the last one without, with what was written in that cycle.
// Rules: FOLD-16 (docs/units).
`default_nettype none

module lsu_store #(
  parameter int LANES = 8,
  parameter int BLOCK = 0
) (
  input  wire               clk,
  input  wire               clk_p,
  input  wire  [2:0]        phase,

  input  wire               wr_en,
  input  wire  [1:0]        wr_entry,
  input  wire  [1:0]        wr_q,
  input  wire  [32*LANES-1:0] wr_data,

  input  wire  [1:0]        rd_entry,
  input  wire               rd_half,
  input  wire               rd_hold,
  output wire  [511:0]      rd_data
);

  localparam int FOLD = 8 / LANES;
  localparam int W = 32 * LANES;

  // A row per entry and half; even and odd quarters apart.
  for (genvar k = 0; k < 2; k++) begin : g_quarter
    wire we = wr_en && wr_q[0] == 1'(k);
    if (FOLD == 1) begin : g_whole
      lutram_1r1w #(.WIDTH(256), .DEPTH(8), .EN_BITS(256)) u_rows (
        .clk, .rd_addr({rd_entry, rd_half}), .rd_data(rd_data[256*k +: 256]),
        .wr_en(we), .wr_addr({wr_entry, wr_q[1]}), .wr_be(1'b1), .wr_data);
    end else if (BLOCK == 0) begin : g_lut
      lutram_1r1w #(.WIDTH(256), .DEPTH(8), .EN_BITS(W)) u_rows (
        .clk(clk_p), .rd_addr({rd_entry, rd_half}), .rd_data(rd_data[256*k +: 256]),
        .wr_en(we), .wr_addr({wr_entry, wr_q[1]}), .wr_be(FOLD'(1) << phase), .wr_data({FOLD{wr_data}}));
    end else begin : g_block
      localparam int PB = $clog2(FOLD);
      wire [PB-1:0] p = phase[PB-1:0];
      wire [W-1:0]  part;                // of the phase before
      wire [W-1:0]  row;
      sram_1r1w #(.WIDTH(W), .DEPTH(8 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_rows (
        .clk(clk_p), .rd_en(!rd_hold), .rd_addr({rd_entry, rd_half, p}), .rd_data(row),
        .wr_en(we), .wr_addr({wr_entry, wr_q[1], p}), .wr_be(1'b1), .wr_data);
      logic         new_q;
      logic [W-1:0] new_data_q;
      always_ff @(posedge clk_p)
        if (!rd_hold) begin
          new_q      <= we && {wr_entry, wr_q[1]} == {rd_entry, rd_half};
          new_data_q <= wr_data;
        end
      assign part = new_q ? new_data_q : row;
      fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_parts (
        .clk_p, .take(!rd_hold && p != '0), .part, .all(rd_data[256*k +: 256]));
    end
  end

  if (FOLD == 1) begin : g_unused
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_unused
    wire unused = &{1'b0, clk, phase};
  end
  wire unused = &{1'b0, rd_hold};

endmodule
`default_nettype wire
