// SPDX-License-Identifier: Apache-2.0
// lane_word: the word of one lane of a quarter.
//
// Combinational. LANES below 8: words come in the phases of a cycle; `word` is the lane's from its phase on, and so in
// the last one (docs/units/fold.md).
`default_nettype none

module lane_word #(
  parameter int LANES = 8
) (
  input  wire          clk_p,
  input  wire  [2:0]   phase,
  input  wire  [2:0]   lane,
  input  wire  [32*LANES-1:0] words,
  output wire  [31:0]  word
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_whole
    assign word = words[{lane, 5'd0} +: 32];
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_parts
    localparam int PB = $clog2(FOLD);
    wire         here = phase[PB-1:0] == lane[2 -: PB];
    wire  [2:0]  i    = lane & 3'(LANES - 1);
    wire  [31:0] now  = words[32*i +: 32];
    logic [31:0] word_q;
    always_ff @(posedge clk_p)
      if (here) word_q <= now;
    assign word = here ? now : word_q;
    wire unused = &{1'b0, phase};
  end

endmodule
`default_nettype wire
