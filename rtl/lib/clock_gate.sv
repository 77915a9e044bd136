// SPDX-License-Identifier: Apache-2.0
// clock_gate: a clock that can be stopped. An edge of clk is one of gclk if en is 1 just before it; no pulse of gclk is
// shorter than one of clk, whenever en changes while clk is low, or high.
//
// KIND says what does it; a board chooses the clock buffer of its chip, which is on the clock's tree:
//   0  nothing: gclk is clk, en means nothing
//   1  a latch that is open while clk is low, and a gate: simulation, ASIC
//   2  DCCA of a Lattice ECP5
//   3  BUFGCE of an AMD (Xilinx) 7 series, UltraScale
`default_nettype none

module clock_gate #(
  parameter int KIND = 1
) (
  input  wire   clk,
  input  wire   en,
  output wire   gclk
);

  if (KIND == 0) begin : g_none
    assign gclk = clk;
    wire unused = &{1'b0, en};
  end else if (KIND == 1) begin : g_latch
    // CLOCK-5
    logic open;
    always_latch
      if (!clk) open = en;
    assign gclk = clk && open;
  end else if (KIND == 2) begin : g_ecp5
    DCCA u_gate (.CLKI(clk), .CE(en), .CLKO(gclk));
  end else if (KIND == 3) begin : g_xilinx
    BUFGCE u_gate (.I(clk), .CE(en), .O(gclk));
  end else begin : g_bad
    clock_gate_KIND_must_be_0_to_3 u();
  end

endmodule
`default_nettype wire
