// SPDX-License-Identifier: Apache-2.0
// smem_locks: lock bits of shared memory, one per word.
//
// From smem   rd_*: rows of the eight banks that are read;  lo, hi: bits that are written, of banks 0 to 7 in BANK, of
//             banks 8 to 15 in XBAR: 1 by a ld.lock, 0 by a store;  clear: eight bits become 0, or init_active: all
// To   smem   lock_q: in the next cycle
`default_nettype none

module smem_locks #(
  parameter int ROWS = 256
) (
  input  wire         clk,
  input  wire         init_active,
  input  wire  [8:0]  init_row,
  input  wire         clear,
  input  wire  [8:0]  clear_addr,      // banks 8 to 15, row

  input  wire         rd_en,
  input  wire         rd_upper,        // banks 8 to 15
  input  wire  [63:0] rd_row,
  output wire  [7:0]  lock_q,

  input  wire         lo,
  input  wire         lo_set,
  input  wire  [7:0]  lo_banks,
  input  wire  [63:0] lo_row,
  input  wire         hi,
  input  wire         hi_set,
  input  wire  [7:0]  hi_banks,
  input  wire  [63:0] hi_row
);

  logic [7:0] we_lock;
  logic       wr_lock;                   // the lock bit that is written
  always_comb begin
    we_lock = 8'd0;
    wr_lock = 1'bx;
    if (init_active || clear || lo || hi) begin
      we_lock = {8{init_active || clear}} | ({8{lo}} & lo_banks) | ({8{hi}} & hi_banks);
      wr_lock = !init_active && !clear && (lo ? lo_set : hi_set);
    end
  end

  for (genvar b = 0; b < 8; b++) begin : g_bank
    // SMEM-6: one for each word of banks b and b+8, read in ROUTE and BANK, written one cycle after the read.
    sram_1r1w_fwd #(.WIDTH(1), .DEPTH(2 * ROWS), .EN_BITS(1), .FORWARD(0)) u_lock (
      .clk, .rd_en, .rd_addr({rd_upper, rd_row[8*b +: 8]}), .rd_data(lock_q[b]),
      .wr_en(we_lock[b]),
      .wr_addr(init_active ? init_row : clear ? clear_addr : lo ? {1'b0, lo_row[8*b +: 8]} : {1'b1, hi_row[8*b +: 8]}),
      .wr_be(1'b1), .wr_data(wr_lock));
  end

endmodule
`default_nettype wire
