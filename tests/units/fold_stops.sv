// SPDX-License-Identifier: Apache-2.0
// fold_stops: the clocks of a folded unit, its phases of any length: mostly no stops, else few or many.
module fold_stops #(
  parameter int FOLD = 4,
  parameter int SEED = 1
) (
  input  wire        clk_h,
  output wire        clk,
  output wire        clk_p,
  output wire  [2:0] phase,
  output wire        last
);

  reg [31:0] state = 32'h9e3779b9 * SEED;
  reg [1:0]  mood = 2'd0;
  reg        adv = 1'b1;

  fold_clock #(.FOLD(FOLD)) u_clock (.clk_h, .adv, .last, .clk_p, .phase, .clk);

  always @(posedge clk_h) begin
    state = state ^ (state << 13);
    state = state ^ (state >> 17);
    state = state ^ (state << 5);
    if (state[31:26] == 6'd0) mood <= state[1:0];
    adv <= mood == 2'd2 ? state[10:8] != 3'd0 : mood == 2'd3 ? state[12:8] == 5'd0 : 1'b1;
  end
endmodule
