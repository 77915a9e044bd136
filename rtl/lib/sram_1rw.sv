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

`ifdef VERILATOR
  // The row with the enabled parts replaced: Verilator pays in every cycle for each nonblocking assignment to a memory.
  function automatic logic [WIDTH-1:0] merge(input logic [WIDTH-1:0] old, input logic [WIDTH-1:0] data,
      input logic [WIDTH/EN_BITS-1:0] be);
    merge = data;
    if (be != '1)
      for (int i = 0; i < WIDTH / EN_BITS; i++)
        if (!be[i]) merge[EN_BITS*i +: EN_BITS] = old[EN_BITS*i +: EN_BITS];
  endfunction
`endif

  logic [WIDTH-1:0] mem [0:DEPTH-1];

  always_ff @(posedge clk)
    if (en) begin
      if (we) begin
`ifdef VERILATOR
        mem[addr] <= merge(mem[addr], wr_data, wr_be);
`else
        for (int i = 0; i < WIDTH / EN_BITS; i++)
          if (wr_be[i]) mem[addr][EN_BITS*i +: EN_BITS] <= wr_data[EN_BITS*i +: EN_BITS];
`endif
      end else
        rd_data <= mem[addr];
    end

endmodule
`default_nettype wire
