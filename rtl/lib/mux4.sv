// SPDX-License-Identifier: Apache-2.0
// mux4: one of four words. Combinational.
//
// Two tables of four inputs a bit: the first (mux4_low) gives d0 or d1, or for the upper two the lower bit of the
// selection; the second takes that as its answer or as its selection. The first is a module of its own so that the
// mapper, which works unit by unit, does not make three of them.
`default_nettype none

module mux4 #(
  parameter int WIDTH = 32
) (
  input  wire  [1:0]       sel,
  input  wire  [WIDTH-1:0] d0,
  input  wire  [WIDTH-1:0] d1,
  input  wire  [WIDTH-1:0] d2,
  input  wire  [WIDTH-1:0] d3,
  output wire  [WIDTH-1:0] y
);

  wire [WIDTH-1:0] x;
  mux4_low #(.WIDTH(WIDTH)) u_low (.sel, .d0, .d1, .x);
  assign y = sel[1] ? (x & d3) | (~x & d2) : x;

endmodule
`default_nettype wire
