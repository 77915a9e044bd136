// SPDX-License-Identifier: Apache-2.0
// late_wires: wires on which everything comes CLOCKS clocks later; 0: wires. A simulation of a board on which a way
// takes as many clocks as its registers leave it shows that they do (BOARD-17).
`default_nettype none

module late_wires #(
  parameter int WIDTH  = 1,
  parameter int CLOCKS = 0
) (
  input  wire              clk,
  input  wire  [WIDTH-1:0] in,
  output wire  [WIDTH-1:0] out
);

  if (CLOCKS == 0) begin : g_wires
    assign out = in;
    wire unused = clk;
  end else begin : g_late
    logic [WIDTH*CLOCKS-1:0] on_q;
    assign out = on_q[WIDTH*CLOCKS-1 -: WIDTH];
    always_ff @(posedge clk) on_q <= (WIDTH*CLOCKS)'({on_q, in});
  end

endmodule
`default_nettype wire
