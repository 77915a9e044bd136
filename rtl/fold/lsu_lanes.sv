// SPDX-License-Identifier: Apache-2.0
// lsu_lanes: one word of every lane of the load/store queue's entries in block RAM, for LANES below 8: written a
// quarter in a cycle, in phases; read lane by lane, any LANES of them in a phase (docs/units/fold.md).
//
// From lsu_operands   wr_*: the lanes of this phase of a quarter
// From smem           rd_at: entry, half and lane of words
// To   smem           rd_words: two phases later
//
// A RAM for each word of a phase and for even and odd quarters.
// Rules: FOLD-22 (docs/units).
`default_nettype none

module lsu_lanes #(
  parameter int LANES = 2
) (
  input  wire                 clk_p,
  input  wire  [2:0]          phase,

  input  wire                 wr_en,
  input  wire  [1:0]          wr_entry,
  input  wire  [1:0]          wr_q,
  input  wire  [32*LANES-1:0] wr_data,

  input  wire  [7*LANES-1:0]  rd_at,      // {entry, half, lane}
  output logic [32*LANES-1:0] rd_words
);

  localparam int FOLD = 8 / LANES;
  localparam int N  = LANES;
  localparam int W  = 32 * N;
  localparam int PB = $clog2(FOLD);
  wire [PB-1:0] p = phase[PB-1:0];

  // with FOLD = 4 or 8 what comes is written a phase later
  wire           we_q;
  wire  [1:0]    entry_q, quarter_q;
  wire  [PB-1:0] at_q;
  wire  [W-1:0]  data_q;
  fold_late #(.ON(FOLD > 2), .WIDTH(5 + PB + W)) u_late (
    .clk_p, .now({wr_en, wr_entry, wr_q, p, wr_data}), .late({we_q, entry_q, quarter_q, at_q, data_q}));

  for (genvar i = 0; i < N; i++) begin : g_word
    wire  [6:0]   at = rd_at[7*i +: 7];
    logic [3:0]   lane_q;
    wire  [W-1:0] even, odd;
    always_ff @(posedge clk_p) lane_q <= at[3:0];
    sram_1r1w #(.WIDTH(W), .DEPTH(8 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_even (
      .clk(clk_p), .rd_en(1'b1), .rd_addr({at[6:4], at[2 -: PB]}), .rd_data(even),
      .wr_en(we_q && !quarter_q[0]), .wr_addr({entry_q, quarter_q[1], at_q}), .wr_be(1'b1), .wr_data(data_q));
    sram_1r1w #(.WIDTH(W), .DEPTH(8 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_odd (
      .clk(clk_p), .rd_en(1'b1), .rd_addr({at[6:4], at[2 -: PB]}), .rd_data(odd),
      .wr_en(we_q && quarter_q[0]), .wr_addr({entry_q, quarter_q[1], at_q}), .wr_be(1'b1), .wr_data(data_q));
    wire [W-1:0] row = lane_q[3] ? odd : even;
    if (N == 1) begin : g_only
      always_ff @(posedge clk_p) rd_words <= row;
      wire unused = &{1'b0, lane_q[2:0]};
    end else begin : g_one
      always_ff @(posedge clk_p) rd_words[32*i +: 32] <= row[{lane_q[$clog2(N)-1:0], 5'd0} +: 32];
      wire unused = &{1'b0, lane_q};
    end
  end

  wire unused = &{1'b0, phase};

endmodule
`default_nettype wire
