// SPDX-License-Identifier: Apache-2.0
// sign_results: what the results of a cycle add to the signature of a launch (SIGN-2): their words, of the lanes that
// count, each at its place. What else belongs to it is small, and the board's (run_signature).
//
// From the write-back   in the cycle of the results: sp_*, x_*: lanes of a quarter that count; lw_*: of a half;
//                       lw_half: words of 16 bits
//                       x_words, lw_words: LANES 8: of the same cycle; else in the phases of the next one (FOLD-24);
//                       sp_words: LANES 8: of the same cycle; else sp_part: in these phases, of all quarters, of which
//                       sp_q is looked at
// To the board          sum: for the cycle before; LANES below 8: in the last phase
//
// In phase p words of lanes from p * LANES on are added at the places of the last phase, and what the phases before
// have given is turned back by as many places as a phase has lanes.
// Rules: SIGN-2, SIGN-5 (docs/units).
`default_nettype none

module sign_results #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire  [7:0]    sp_lanes,
  input  wire  [1:0]    sp_q,
  input  wire  [255:0]  sp_words,
  input  wire  [128*LANES-1:0] sp_part,
  input  wire  [7:0]    x_lanes,
  input  wire  [32*LANES-1:0] x_words,
  input  wire  [15:0]   lw_lanes,
  input  wire           lw_half,
  input  wire  [64*LANES-1:0] lw_words,
  output logic [63:0]   sum
);

  localparam int FOLD = 8 / LANES;
  localparam int W    = 32 * LANES;
  localparam int SP = 4, X = 15, LW = 26;            // places of lane 0

  `include "sign_at.svh"

  // what is looked at: of this cycle, or of the one before
  wire  [7:0]     sp_on, x_on;
  wire  [15:0]    lw_on;
  wire            half;
  wire  [W-1:0]   sp;
  // of the lanes that are here, at the places of the last phase
  logic [63:0]    here;
  wire  [2:0]     p = FOLD == 1 ? 3'd0 : phase;
  wire  [LANES-1:0] sp_here = sp_on[LANES*p +: LANES], x_here = x_on[LANES*p +: LANES];
  wire  [2*LANES-1:0] lw_here = {lw_on[8 + LANES*p +: LANES], lw_on[LANES*p +: LANES]};
  always_comb begin
    here = '0;
    for (int i = 0; i < LANES; i++) begin
      if (sp_here[i]) here = here ^ at(SP + 8 - LANES + i, sp[32*i +: 32]);
      if (x_here[i])  here = here ^ at(X + 8 - LANES + i, x_words[32*i +: 32]);
    end
    for (int h = 0; h < 2; h++)
      for (int i = 0; i < LANES; i++)
        if (lw_here[LANES*h + i])
          here = here ^ at(LW + 8*h + 8 - LANES + i,
                           {lw_words[W*h + 32*i + 16 +: 16] & {16{!half}}, lw_words[W*h + 32*i +: 16]});
  end

  if (FOLD == 1) begin : g_now
    assign {sp_on, x_on, lw_on, half, sp} = {sp_lanes, x_lanes, lw_lanes, lw_half, sp_words};
    always_ff @(posedge clk) sum <= here;
    wire unused = &{1'b0, clk_p, phase, sp_q, sp_part};
  end else begin : g_phases
    logic [7:0]  sp_q_lanes, x_q_lanes;
    logic [15:0] lw_q_lanes;
    logic        half_q;
    logic [1:0]  quarter_q;
    always_ff @(posedge clk) begin
      sp_q_lanes <= sp_lanes;
      x_q_lanes  <= x_lanes;
      lw_q_lanes <= lw_lanes;
      half_q     <= lw_half;
      quarter_q  <= sp_q;
    end
    assign {sp_on, x_on, lw_on, half} = {sp_q_lanes, x_q_lanes, lw_q_lanes, half_q};
    assign sp = sp_part[W*quarter_q +: W];
    wire unused = &{1'b0, sp_words};
    localparam int BACK = 5 * LANES % 64;
    logic [63:0] before_q;                           // of the phases before
    wire  [63:0] turned = p == 3'd0 ? 64'd0 : {before_q[BACK-1:0], before_q[63:BACK]};
    assign sum = turned ^ here;
    always_ff @(posedge clk_p) before_q <= sum;
  end

endmodule
`default_nettype wire
