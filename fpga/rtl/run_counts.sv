// SPDX-License-Identifier: Apache-2.0
// run_counts: instructions issued in a launch, and their active lanes, of all SMs together.
`include "sm_types.svh"
`default_nettype none

module run_counts #(
  parameter int NSM = 1
) (
  input  wire          clk,
  input  wire          clear,
  input  wire          count,                        // events of this cycle count: it ends
  input  wire  [`TRACE_W*NSM-1:0] events,            // trace_t of each
  output logic [63:0]  warp_insns,
  output logic [63:0]  thread_insns
);

  // a clock later, since lanes are counted
  trace_t            happens;                        // in the SM looked at
  logic [NSM-1:0]    issued;
  logic [32*NSM-1:0] masks;
  always_comb begin
    happens = '0;
    issued  = '0;
    masks   = '0;
    for (int s = 0; s < NSM; s++) begin
      happens = events[`TRACE_W*s +: `TRACE_W];
      if (happens.issue.valid && happens.issue.uop == 2'd0) begin      // UOP_BODY
        issued[s] = count;
        masks[32*s +: 32] = happens.issue.active;
      end
    end
  end
  wire unused = &{1'b0, happens};

  logic [NSM-1:0]    issued_q;
  logic [32*NSM-1:0] masks_q;
  logic [6:0]        lanes;
  logic [1:0]        insns;
  always_comb begin
    lanes = '0;
    insns = '0;
    for (int i = 0; i < 32 * NSM; i++) lanes = lanes + 7'(masks_q[i]);
    for (int s = 0; s < NSM; s++)      insns = insns + 2'(issued_q[s]);
  end

  always_ff @(posedge clk) begin
    issued_q <= issued;
    if (count) masks_q <= masks;
    if (clear) begin
      issued_q     <= '0;
      warp_insns   <= '0;
      thread_insns <= '0;
    end else if (issued_q != '0) begin
      warp_insns   <= warp_insns + 64'(insns);
      thread_insns <= thread_insns + 64'(lanes);
    end
  end

endmodule
`default_nettype wire
