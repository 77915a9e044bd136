// SPDX-License-Identifier: Apache-2.0
// fold_clock: the phases of a cycle, their clock, and the clock of the cycles.
//
// From the host   clk_h: its clock; adv: a phase ends with the next edge of clk_h
// To the host     last: the present phase is that with which the cycle ends
// To the units    clk_p: rises where a phase ends; phase: the present one; clk: rises where a cycle ends
//
// The phase is counted twice, for the units by their clock and for the host by its own, so that no way goes from one to
// the other. GATE is what stops the clocks (KIND of clock_gate). No reset: the cycle that is the first after power-up
// may be any phase's.
// Rules: FOLD-1, FOLD-2, FOLD-3 (docs/units).
`default_nettype none

module fold_clock #(
  parameter int FOLD = 4,
  parameter int GATE = 1
) (
  input  wire        clk_h,
  input  wire        adv,
  output wire        last,
  output wire        clk_p,
  output wire  [2:0] phase,
  output wire        clk
);

  if ((FOLD != 2 && FOLD != 4 && FOLD != 8) || GATE == 0) begin : g_bad
    fold_clock_FOLD_must_be_2_4_or_8_and_GATE_not_0 u();
  end

  localparam int PB = $clog2(FOLD);

  logic [PB-1:0] host_q = '0;
  always_ff @(posedge clk_h)
    if (adv) host_q <= host_q + PB'(1);

  assign last = host_q == '1;
  fold_phase #(.LANES(8 / FOLD)) u_phase (.clk_p, .phase);

  clock_gate #(.KIND(GATE)) u_phases (.clk(clk_h), .en(adv), .gclk(clk_p));
  clock_gate #(.KIND(GATE)) u_gate (.clk(clk_h), .en(adv && last), .gclk(clk));

endmodule
`default_nettype wire
