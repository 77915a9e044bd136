// SPDX-License-Identifier: Apache-2.0
// header_part: which words of a header row of shared memory (CTA-6) are written now.
//
// From sm_cta   row: of this cycle; next_row: of the next one
// To   sm_cta   first: the first word; at: row, and below it the phase, of what is asked for (param_at)
//
// LANES 8: all words of the row. Below: the part of the phase (docs/units/fold.md), and `at` is that of the next phase,
// which is of the next row at the end of a cycle.
// Rules: FOLD-18 (docs/units).
`default_nettype none

module header_part #(
  parameter int LANES = 8
) (
  input  wire  [2:0]    phase,
  input  wire  [2:0]    row,
  input  wire  [2:0]    next_row,
  output wire  [3:0]    first,
  output wire  [5-$clog2(LANES):0] at
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_row
    assign first = 4'd0;
    assign at    = row;
    wire unused = &{1'b0, phase, next_row};
  end else begin : g_row
    localparam int PB = $clog2(FOLD);
    assign first = 4'(2 * LANES * 32'(phase));
    assign at    = phase == 3'(FOLD - 1) ? {next_row, {PB{1'b0}}} : {row, phase[PB-1:0] + PB'(1)};
  end

endmodule
`default_nettype wire
