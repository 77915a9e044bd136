// SPDX-License-Identifier: Apache-2.0
// lsu_data: the data words of the load/store queue: four of every lane of its entries.
//
// From lsu_operands   w0 to w3: words of a quarter of an entry;  rd_*: the half of an entry that is worked on
// To   coalescer      rd_w0 to rd_w3
// To   tex_send       rd_y, rd_z: words 0 and 1 for textures; word 1 in cycles with rd_hold
// From smem           LANES below 8: st_at: lanes whose word 0 is stored two phases later
// To   smem           st_words: these words
//
// LANES below 8: words come in the phases of a cycle, rd_w0 to rd_w3 go in the phases of cycles with rd_hold
// (lsu_parts, lsu_lanes, docs/units/fold.md).
// Rules: FOLD-16, FOLD-22 (docs/units).
`default_nettype none

module lsu_data #(
  parameter int TEX   = 1,
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,

  input  wire           w0_valid,
  input  wire  [3:0]    w0_at,         // {entry, quarter}
  input  wire  [32*LANES-1:0] w0,
  input  wire           w1_valid,
  input  wire  [3:0]    w1_at,         // {entry, quarter}
  input  wire  [32*LANES-1:0] w1,
  input  wire           w2_valid,
  input  wire  [3:0]    w2_at,         // {entry, quarter}
  input  wire  [32*LANES-1:0] w2,
  input  wire           w3_valid,
  input  wire  [3:0]    w3_at,         // {entry, quarter}
  input  wire  [32*LANES-1:0] w3,

  input  wire  [1:0]    rd_entry,
  input  wire           rd_half,
  input  wire           rd_hold,       // the same ones as in the cycle before
  output wire  [64*LANES-1:0] rd_w0,
  output wire  [64*LANES-1:0] rd_w1,
  output wire  [64*LANES-1:0] rd_w2,
  output wire  [64*LANES-1:0] rd_w3,
  output wire  [511:0]  rd_y,
  output wire  [511:0]  rd_z,

  input  wire  [7*LANES-1:0]  st_at,   // {entry, half, lane} of each
  output wire  [32*LANES-1:0] st_words
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_words
    lsu_store u_w0 (
      .clk, .clk_p, .phase, .wr_en(w0_valid), .wr_entry(w0_at[3:2]), .wr_q(w0_at[1:0]),
      .wr_data(w0), .rd_entry, .rd_half, .rd_hold, .rd_data(rd_w0));
    lsu_store u_w1 (
      .clk, .clk_p, .phase, .wr_en(w1_valid), .wr_entry(w1_at[3:2]), .wr_q(w1_at[1:0]),
      .wr_data(w1), .rd_entry, .rd_half, .rd_hold, .rd_data(rd_w1));
    lsu_store u_w2 (
      .clk, .clk_p, .phase, .wr_en(w2_valid), .wr_entry(w2_at[3:2]), .wr_q(w2_at[1:0]), .wr_data(w2),
      .rd_entry, .rd_half, .rd_hold, .rd_data(rd_w2));
    lsu_store u_w3 (
      .clk, .clk_p, .phase, .wr_en(w3_valid), .wr_entry(w3_at[3:2]), .wr_q(w3_at[1:0]), .wr_data(w3),
      .rd_entry, .rd_half, .rd_hold, .rd_data(rd_w3));
    assign rd_y     = rd_w0;
    assign rd_z     = rd_w1;
    assign st_words = '0;
    wire unused_at = &{1'b0, st_at};
  end else begin : g_words
    lsu_parts #(.LANES(LANES)) u_w0 (
      .clk_p, .phase, .wr_en(w0_valid), .wr_entry(w0_at[3:2]), .wr_q(w0_at[1:0]), .wr_data(w0),
      .rd_entry, .rd_half, .rd_data(rd_w0));
    lsu_parts #(.LANES(LANES)) u_w1 (
      .clk_p, .phase, .wr_en(w1_valid), .wr_entry(w1_at[3:2]), .wr_q(w1_at[1:0]), .wr_data(w1),
      .rd_entry, .rd_half, .rd_data(rd_w1));
    lsu_parts #(.LANES(LANES)) u_w2 (
      .clk_p, .phase, .wr_en(w2_valid), .wr_entry(w2_at[3:2]), .wr_q(w2_at[1:0]), .wr_data(w2),
      .rd_entry, .rd_half, .rd_data(rd_w2));
    lsu_parts #(.LANES(LANES)) u_w3 (
      .clk_p, .phase, .wr_en(w3_valid), .wr_entry(w3_at[3:2]), .wr_q(w3_at[1:0]), .wr_data(w3),
      .rd_entry, .rd_half, .rd_data(rd_w3));
    lsu_lanes #(.LANES(LANES)) u_lanes (
      .clk_p, .phase, .wr_en(w0_valid), .wr_entry(w0_at[3:2]), .wr_q(w0_at[1:0]), .wr_data(w0),
      .rd_at(st_at), .rd_words(st_words));
    if (TEX != 0) begin : g_tex
      lsu_store #(.LANES(LANES)) u_y (
        .clk, .clk_p, .phase, .wr_en(w0_valid), .wr_entry(w0_at[3:2]), .wr_q(w0_at[1:0]),
        .wr_data(w0), .rd_entry, .rd_half, .rd_hold, .rd_data(rd_y));
      // a half may be worked on while its last lanes of word 1 come
      lsu_store #(.LANES(LANES), .BLOCK(1)) u_z (
        .clk, .clk_p, .phase, .wr_en(w1_valid), .wr_entry(w1_at[3:2]), .wr_q(w1_at[1:0]),
        .wr_data(w1), .rd_entry, .rd_half, .rd_hold, .rd_data(rd_z));
    end else begin : g_tex
      assign {rd_y, rd_z} = '0;
      wire unused = &{1'b0, clk, rd_hold};
    end
  end

endmodule
`default_nettype wire
