// SPDX-License-Identifier: Apache-2.0
// fold_late: what the phases of a cycle give, a phase later where there are enough of them (ON), else at once.
//
// In front of memories that are written, or asked, in phases: what makes the word and what takes it have a clock each.
`default_nettype none

module fold_late #(
  parameter bit ON    = 1,
  parameter int WIDTH = 32
) (
  input  wire              clk_p,
  input  wire  [WIDTH-1:0] now,
  output logic [WIDTH-1:0] late
);

  if (ON) begin : g_register
    always_ff @(posedge clk_p) late <= now;
  end else begin : g_wire
    assign late = now;
    wire unused = clk_p;
  end

endmodule
`default_nettype wire
