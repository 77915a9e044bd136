// SPDX-License-Identifier: Apache-2.0
// lutram_1r1w: small memory, written at the clock edge, read combinationally.
//
// For queue storage of a few rows, where the reader needs the row in the cycle in which its address is known.
`default_nettype none

module lutram_1r1w #(
  parameter int WIDTH   = 32,
  parameter int DEPTH   = 4,
  parameter int EN_BITS = 32
) (
  input  wire                       clk,
  input  wire  [$clog2(DEPTH)-1:0]  rd_addr,
  output wire  [WIDTH-1:0]          rd_data,
  input  wire                       wr_en,
  input  wire  [$clog2(DEPTH)-1:0]  wr_addr,
  input  wire  [WIDTH/EN_BITS-1:0]  wr_be,
  input  wire  [WIDTH-1:0]          wr_data
);

  if (WIDTH % EN_BITS != 0) begin : g_bad
    lutram_1r1w_WIDTH_must_be_a_multiple_of_EN_BITS u();
  end

  logic [WIDTH-1:0] mem [0:DEPTH-1];

  assign rd_data = mem[rd_addr];

  if (EN_BITS == WIDTH) begin : g_row
    always_ff @(posedge clk)
      if (wr_en && wr_be) mem[wr_addr] <= wr_data;
  end else begin : g_parts
    `include "ram_merge.svh"
    always_ff @(posedge clk)
      if (wr_en) `RAM_WRITE(wr_addr)
  end

endmodule
`default_nettype wire
