// SPDX-License-Identifier: Apache-2.0
// sram_2clk: synchronous memory, one read port on rd_clk, one write port on wr_clk, write enables of EN_BITS bits each.
//
// Read data appear after the edge of rd_clk with rd_en and are held until the next read. The clocks are gated from the
// same one. What a read gives of a row that is written in the same edge is never used: the enabled parts are undefined
// in synthesis.
`default_nettype none

module sram_2clk #(
  parameter int WIDTH   = 32,
  parameter int DEPTH   = 32,
  parameter int EN_BITS = 32
) (
  input  wire                       rd_clk,
  input  wire                       rd_en,
  input  wire  [$clog2(DEPTH)-1:0]  rd_addr,
  output logic [WIDTH-1:0]          rd_data,
  input  wire                       wr_clk,
  input  wire                       wr_en,
  input  wire  [$clog2(DEPTH)-1:0]  wr_addr,
  input  wire  [WIDTH/EN_BITS-1:0]  wr_be,
  input  wire  [WIDTH-1:0]          wr_data
);

  if (WIDTH % EN_BITS != 0) begin : g_bad
    sram_2clk_WIDTH_must_be_a_multiple_of_EN_BITS u();
  end

  `include "ram_merge.svh"

  (* no_rw_check, ram_style = "block" *)
  logic [WIDTH-1:0] mem [0:DEPTH-1];
  always_ff @(posedge rd_clk)
    if (rd_en) rd_data <= mem[rd_addr];
  always_ff @(posedge wr_clk)
    if (wr_en) `RAM_WRITE(wr_addr)

endmodule
`default_nettype wire
