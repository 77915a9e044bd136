// SPDX-License-Identifier: Apache-2.0
// sram_1rw: synchronous memory, one port, write enables of EN_BITS bits each.
//
// A cycle with en either writes (we: the enabled parts) or reads (rd_data in the next cycle, held until
// the next read). A write leaves rd_data alone. Contents after power-up are undefined.
`default_nettype none

module sram_1rw #(
  parameter int WIDTH   = 32,
  parameter int DEPTH   = 256,
  parameter int EN_BITS = 8
) (
  input  wire                       clk,
  input  wire                       en,
  input  wire                       we,
  input  wire  [$clog2(DEPTH)-1:0]  addr,
  input  wire  [WIDTH/EN_BITS-1:0]  wr_be,
  input  wire  [WIDTH-1:0]          wr_data,
  output logic [WIDTH-1:0]          rd_data
);

  if (WIDTH % EN_BITS != 0) begin : g_bad
    sram_1rw_WIDTH_must_be_a_multiple_of_EN_BITS u();
  end

  `include "ram_merge.svh"

  logic [WIDTH-1:0] mem [0:DEPTH-1];

  always_ff @(posedge clk)
    if (en) begin
      if (we) begin
`ifdef YOSYS
        `RAM_PARTS(addr)                 // memory_dff would not take the read that the write shares into the RAM
`else
        `RAM_WRITE(addr)
`endif
      end else
        rd_data <= mem[addr];
    end

endmodule
`default_nettype wire
