// SPDX-License-Identifier: Apache-2.0
// lutram_nr1w: small memory with one write port and PORTS read ports, written at the clock edge, read combinationally.
//
// Port p has the p-th AW bits of rd_addr and WIDTH bits of rd_data. LUT RAM has one read port; synthesis makes a
// copy of the rows for every port.
`default_nettype none

module lutram_nr1w #(
  parameter int WIDTH   = 32,
  parameter int DEPTH   = 4,
  parameter int EN_BITS = 32,
  parameter int PORTS   = 2
) (
  input  wire                             clk,
  input  wire  [PORTS*$clog2(DEPTH)-1:0]  rd_addr,
  output wire  [PORTS*WIDTH-1:0]          rd_data,
  input  wire                             wr_en,
  input  wire  [$clog2(DEPTH)-1:0]        wr_addr,
  input  wire  [WIDTH/EN_BITS-1:0]        wr_be,
  input  wire  [WIDTH-1:0]                wr_data
);

  localparam int AW = $clog2(DEPTH);

  if (WIDTH % EN_BITS != 0) begin : g_bad
    lutram_nr1w_WIDTH_must_be_a_multiple_of_EN_BITS u();
  end

  `include "ram_merge.svh"

  logic [WIDTH-1:0] mem [0:DEPTH-1];

  for (genvar p = 0; p < PORTS; p++) begin : g_port
    assign rd_data[WIDTH*p +: WIDTH] = mem[rd_addr[AW*p +: AW]];
  end

  always_ff @(posedge clk)
    if (wr_en) `RAM_WRITE(wr_addr)

endmodule
`default_nettype wire
