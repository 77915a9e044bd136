// SPDX-License-Identifier: Apache-2.0
// lsu_parts: one word of every lane of the load/store queue's entries in block RAM, for LANES below 8: written a
// quarter in a cycle, read a half, both in phases (docs/units/fold.md).
//
// From lsu_operands   wr_*: the lanes of this phase of a quarter;  rd_*: a half of an entry
// To   coalescer      rd_data: in phase p of a cycle before which the same half was asked for, its lanes from
//                     LANES * p on, those of the odd quarter above
//
// Part 0 is read where a cycle ends, every other at the end of the phase before. What is written in a cycle is found in
// the next one.
// Rules: FOLD-16 (docs/units).
`default_nettype none

module lsu_parts #(
  parameter int LANES = 2
) (
  input  wire                 clk_p,
  input  wire  [2:0]          phase,

  input  wire                 wr_en,
  input  wire  [1:0]          wr_entry,
  input  wire  [1:0]          wr_q,
  input  wire  [32*LANES-1:0] wr_data,

  input  wire  [1:0]          rd_entry,
  input  wire                 rd_half,
  output wire  [64*LANES-1:0] rd_data
);

  localparam int FOLD = 8 / LANES;
  localparam int W  = 32 * LANES;
  localparam int PB = $clog2(FOLD);
  wire [PB-1:0] p = phase[PB-1:0];
  wire [PB-1:0] next = p + PB'(1);

  // with FOLD = 4 or 8 what comes is written a phase later
  wire           we_q;
  wire  [1:0]    entry_q, quarter_q;
  wire  [PB-1:0] at_q;
  wire  [W-1:0]  data_q;
  fold_late #(.ON(FOLD > 2), .WIDTH(5 + PB + W)) u_late (
    .clk_p, .now({wr_en, wr_entry, wr_q, p, wr_data}), .late({we_q, entry_q, quarter_q, at_q, data_q}));

  for (genvar k = 0; k < 2; k++) begin : g_quarter
    sram_1r1w #(.WIDTH(W), .DEPTH(8 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_rows (
      .clk(clk_p), .rd_en(1'b1), .rd_addr({rd_entry, rd_half, next}), .rd_data(rd_data[W*k +: W]),
      .wr_en(we_q && quarter_q[0] == 1'(k)), .wr_addr({entry_q, quarter_q[1], at_q}), .wr_be(1'b1), .wr_data(data_q));
  end

  wire unused = &{1'b0, phase};

endmodule
`default_nettype wire
