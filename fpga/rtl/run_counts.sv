// SPDX-License-Identifier: Apache-2.0
// run_counts: instructions issued in a launch, and their active lanes.
`include "sm_types.svh"
`default_nettype none

module run_counts (
  input  wire          clk,
  input  wire          clear,
  input  wire          count,                        // events of this cycle count: it ends
  input  wire  [`TRACE_W-1:0] events,                // trace_t
  output logic [63:0]  warp_insns,
  output logic [63:0]  thread_insns
);

  trace_t       happens;
  assign happens = events;
  wire unused = &{1'b0, happens};
  wire          issues = count && happens.issue.head.valid && happens.issue.head.part == 2'd0;   // UOP_BODY

  // a clock later, since lanes are counted
  logic         issued_q;
  logic [31:0]  mask_q;
  logic [5:0]   lanes;
  always_comb begin
    lanes = '0;
    for (int i = 0; i < 32; i++) lanes = lanes + 6'(mask_q[i]);
  end

  always_ff @(posedge clk) begin
    issued_q <= issues;
    mask_q   <= happens.issue.mask;
    if (clear) begin
      issued_q     <= 1'b0;
      warp_insns   <= '0;
      thread_insns <= '0;
    end else if (issued_q) begin
      warp_insns   <= warp_insns + 64'd1;
      thread_insns <= thread_insns + 64'(lanes);
    end
  end

endmodule
`default_nettype wire
