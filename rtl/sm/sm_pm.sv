// SPDX-License-Identifier: Apache-2.0
// sm_pm: the four performance counters of an SM, $pm0 to $pm3.
//
// From the units   event_bits: bit k is high in every cycle in which event k of enum gt_pm_event (cmodel/gsim.h)
//                  happens once
// From the host    cfg_pm_sel: the event each counter counts; 0 counts nothing
// To   sm_opdec    count: what an instruction issuing in this cycle reads
//
// An event in cycle c is in the count from c+1 on. Counters are 32 bits, wrap, and start a launch at 0.
// That there are four, and which events can be chosen, follows the counters and signal names of NVIDIA's CUDA 2.x
// profiler.
`default_nettype none

module sm_pm (
  input  wire           clk,
  input  wire           rst,             // kernel start
  input  wire  [19:0]   cfg_pm_sel,      // 5 bits per counter
  input  wire  [31:0]   event_bits,
  output wire  [127:0]  count
);

  for (genvar i = 0; i < 4; i++) begin : g_counter
    logic [31:0] count_q;
    wire  [4:0]  sel = cfg_pm_sel[5*i +: 5];
    always_ff @(posedge clk)
      // PM-1, PM-2
      if (rst)                  count_q <= 32'd0;
      else if (event_bits[sel]) count_q <= count_q + 32'd1;
    assign count[32*i +: 32] = count_q;
  end

endmodule
`default_nettype wire
