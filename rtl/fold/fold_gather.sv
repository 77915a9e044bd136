// SPDX-License-Identifier: Apache-2.0
// fold_gather: the parts of a word that the phases of a cycle give, put together: whole in the last phase, the first
// phase's part lowest.
`default_nettype none

module fold_gather #(
  parameter int FOLD  = 4,
  parameter int WIDTH = 64               // of a part
) (
  input  wire                   clk_p,
  input  wire                   take,    // the part of this phase
  input  wire  [WIDTH-1:0]      part,
  output wire  [FOLD*WIDTH-1:0] all
);

  logic [(FOLD-1)*WIDTH-1:0] before_q;   // of the phases before

  assign all = {part, before_q};

  always_ff @(posedge clk_p)
    if (take) before_q <= all[FOLD*WIDTH-1:WIDTH];

endmodule
`default_nettype wire
