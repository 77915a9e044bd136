// SPDX-License-Identifier: Apache-2.0
// mux4_low: first level of mux4: d0, d1, or for the upper two selections the lower bit of the selection.
`default_nettype none

module mux4_low #(
  parameter int WIDTH = 32
) (
  input  wire  [1:0]       sel,
  input  wire  [WIDTH-1:0] d0,
  input  wire  [WIDTH-1:0] d1,
  output wire  [WIDTH-1:0] x
);

  assign x = sel[1] ? {WIDTH{sel[0]}} : sel[0] ? d1 : d0;

endmodule
`default_nettype wire
