// SPDX-License-Identifier: Apache-2.0
// tb_run_counts: instructions and their lanes of three SMs, counted as they issue (BOARD-10).
//
//! test rtl
`include "sm_types.svh"
`default_nettype none
module tb_run_counts;
  localparam int NSM = 3;
  logic clk = 1'b0;
  always #1 clk = ~clk;

  logic        clear = 1'b1, count = 1'b0;
  logic [`TRACE_W*NSM-1:0] events = '0;
  wire [63:0]  warp_insns, thread_insns;
  run_counts #(.NSM(NSM)) dut (.clk, .clear, .count, .events, .warp_insns, .thread_insns);

  trace_t      t;
  logic [31:0] mask;
  int          insns = 0, lanes = 0, shown_insns = 0, shown_lanes = 0, clocks = 0, errors = 0, most = 0, cleared = 0;
  always @(posedge clk) begin
    clocks = clocks + 1;
    // they are there two clocks behind the cycle
    if (clocks > 2 && (warp_insns !== shown_insns || thread_insns !== shown_lanes)) begin
      errors = errors + 1;
      if (errors < 10)
        $display("FAIL tb_run_counts: %0d instructions of %0d lanes, expected %0d of %0d, clock %0d", warp_insns,
                 thread_insns, shown_insns, shown_lanes, clocks);
    end
    shown_insns = insns;
    shown_lanes = lanes;
    if (clear) begin
      cleared = cleared + 1;
      {insns, lanes, shown_insns, shown_lanes} = '0;
    end else if (count)
      for (int s = 0; s < NSM; s++) begin
        t = events[`TRACE_W*s +: `TRACE_W];
        if (t.issue.valid && t.issue.uop == 2'd0) begin
          insns = insns + 1;
          mask = t.issue.active;
          for (int i = 0; i < 32; i++) lanes = lanes + 32'(mask[i]);
        end
      end
    if (insns > most) most = insns;
    for (int s = 0; s < NSM; s++) begin
      for (int i = 0; i < `TRACE_W / 32; i++) t[32*i +: 32] = $urandom;
      if ($urandom % 4 == 0) t.issue.active = '1;
      if ($urandom % 2 == 0) t.issue.uop = 2'd0;
      events[`TRACE_W*s +: `TRACE_W] <= t;
    end
    count <= $urandom % 4 != 0;
    clear <= $urandom % 512 == 0;
    if (clocks == 5000) begin
      if (errors == 0 && most > 200 && cleared > 2) $display("PASS tb_run_counts");
      else $display("FAIL tb_run_counts: %0d errors, %0d instructions at most", errors, most);
      $finish;
    end
  end
endmodule
`default_nettype wire
