// SPDX-License-Identifier: Apache-2.0
// fold_phase: the present phase of a cycle, counted where it is needed: one counter for a whole SM would have wires
// across the chip. All count the same edges from 0 on. LANES 8: 0.
//
// From fold_clock   clk_p: a phase ends
// To units          phase
// Rules: FOLD-2 (docs/units).
`default_nettype none

module fold_phase #(
  parameter int LANES = 2
) (
  input  wire        clk_p,
  output wire  [2:0] phase
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_one
    assign phase = 3'd0;
    wire unused = clk_p;
  end else begin : g_phases
    localparam int PB = $clog2(FOLD);
    logic [PB-1:0] phase_q = '0;
    always_ff @(posedge clk_p) phase_q <= phase_q + PB'(1);
    assign phase = 3'(phase_q);
  end

endmodule
`default_nettype wire
