// SPDX-License-Identifier: Apache-2.0
// gpu_steps: in which cycles what stands behind the SMs moves (docs/memory.md): `step` in the even ones, `mstep` in
// those in which the memory clock has an edge. Cycle 0 is the first one after reset.
`default_nettype none

module gpu_steps (
  input  wire clk,
  input  wire rst,
  output wire step,
  output wire mstep
);

  // c * MEM_CLOCK_KHZ modulo CLOCK_KHZ
  logic        odd_q;
  logic [21:0] rest_q;
  wire  [21:0] sum = rest_q + 22'(gpu_cfg::MEM_CLOCK_KHZ);

  assign step  = !odd_q;
  assign mstep = sum >= 22'(gpu_cfg::CLOCK_KHZ);

  always_ff @(posedge clk)
    if (rst) begin
      odd_q  <= 1'b0;
      rest_q <= '0;
    end else begin
      odd_q  <= !odd_q;
      rest_q <= mstep ? sum - 22'(gpu_cfg::CLOCK_KHZ) : sum;
    end

endmodule
`default_nettype wire
