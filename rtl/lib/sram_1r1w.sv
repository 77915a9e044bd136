// SPDX-License-Identifier: Apache-2.0
// sram_1r1w: synchronous memory, one read and one write port, write enables of EN_BITS bits each.
//
// Read data appear in the cycle after rd_en and are held until the next read. A read of the row that is
// written in the same cycle gives the old contents. Block RAM needs registers beside it for that rule; with COLLIDE 0
// the user says that what such a read gives is never used, and the enabled parts are undefined in synthesis.
// The first INIT_ROWS rows hold INIT when the chip is configured, row 0 lowest; no reset brings it back. The rows are
// written by `always`: what always_ff writes an `initial` may not.
`default_nettype none

module sram_1r1w #(
  parameter int WIDTH   = 32,
  parameter int DEPTH   = 32,
  parameter int EN_BITS = 32,
  parameter int COLLIDE = 1,
  parameter int INIT_ROWS = 0,
  parameter logic [WIDTH*(INIT_ROWS + 1)-1:0] INIT = '0     // the top row does not count
) (
  input  wire                       clk,
  input  wire                       rd_en,
  input  wire  [$clog2(DEPTH)-1:0]  rd_addr,
  output logic [WIDTH-1:0]          rd_data,
  input  wire                       wr_en,
  input  wire  [$clog2(DEPTH)-1:0]  wr_addr,
  input  wire  [WIDTH/EN_BITS-1:0]  wr_be,
  input  wire  [WIDTH-1:0]          wr_data
);

  if (WIDTH % EN_BITS != 0) begin : g_bad
    sram_1r1w_WIDTH_must_be_a_multiple_of_EN_BITS u();
  end

  `include "ram_merge.svh"

  if (COLLIDE != 0) begin : g_old
    logic [WIDTH-1:0] mem [0:DEPTH-1];
    initial for (int r = 0; r < INIT_ROWS; r++) mem[r] = INIT[WIDTH*r +: WIDTH];
    always @(posedge clk) begin
      if (rd_en) rd_data <= mem[rd_addr];
      if (wr_en) `RAM_WRITE(wr_addr)
    end
  end else begin : g_any
    (* no_rw_check, ram_style = "block" *)
    logic [WIDTH-1:0] mem [0:DEPTH-1];
    initial for (int r = 0; r < INIT_ROWS; r++) mem[r] = INIT[WIDTH*r +: WIDTH];
    always @(posedge clk) begin
      if (rd_en) rd_data <= mem[rd_addr];
      if (wr_en) `RAM_WRITE(wr_addr)
    end
  end

endmodule
`default_nettype wire
