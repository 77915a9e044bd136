// SPDX-License-Identifier: Apache-2.0
// smem_bank_rows: the rows of eight banks of shared memory (smem_rows).
//
// From smem   lane: of each bank the lane that it serves;  row: of each lane, in the block;  base: of the block; upper:
//             banks 8 to 15
// To   smem   bank_row
//
// Combinational. LANES below 8: in phases, complete in the last one (docs/units/fold.md).
// Rules: FOLD-11 (docs/units).
`default_nettype none

module smem_bank_rows #(
  parameter int LANES = 8
) (
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           valid,
  input  wire           upper,
  input  wire  [63:0]   lane,
  input  wire  [127:0]  row,
  input  wire  [7:0]    base,
  output wire  [63:0]   bank_row
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_rows
    smem_rows #(.BANKS(8)) u_rows (
      .valid, .lane(upper ? lane[63:32] : lane[31:0]), .row, .base, .bank_row);
    wire unused_fold = &{1'b0, clk_p, phase};
  end else begin : g_rows
    localparam int N  = LANES;           // words of a phase
    localparam int PB = $clog2(FOLD);
    wire [PB:0]    part = {upper, phase[PB-1:0]};
    wire [8*N-1:0] r;
    smem_rows #(.BANKS(N)) u_rows (
      .valid, .lane(lane[4*N*part +: 4*N]), .row, .base, .bank_row(r));
    fold_gather #(.FOLD(FOLD), .WIDTH(8 * N)) u_row (.clk_p, .take(1'b1), .part(r), .all(bank_row));
    wire unused = &{1'b0, phase};
  end

endmodule
`default_nettype wire
