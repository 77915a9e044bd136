// SPDX-License-Identifier: Apache-2.0
// slot_blocks: the block that each slot of each SM was given last. A block goes into the lowest free slot (CTA-5).
`include "sm_types.svh"
`default_nettype none

module slot_blocks #(
  parameter int NSM = 1
) (
  input  wire            clk,
  input  wire            clear,                      // all slots are free
  input  wire            en,                         // an edge of the machine
  input  wire  [NSM-1:0] accept,
  input  wire  [`BLOCK_W*NSM-1:0] blk,
  input  wire  [NSM-1:0] blk_done,
  input  wire  [3*NSM-1:0] blk_done_slot,
  input  wire  [1:0]     sm,                         // which is told
  input  wire  [2:0]     slot,
  output logic [31:0]    slot_blk
);

  wire [32*NSM-1:0] held;
  for (genvar s = 0; s < NSM; s++) begin : g_sm
    logic [7:0] used_q;
    logic [2:0] free;
    always_comb begin
      free = '0;
      for (int b = 7; b >= 0; b--) if (!used_q[b]) free = 3'(b);
    end
    lutram_1r1w #(.WIDTH(32), .DEPTH(8), .EN_BITS(32)) u_slots (
      .clk, .rd_addr(slot), .rd_data(held[32*s +: 32]), .wr_en(en && accept[s]), .wr_addr(free), .wr_be(1'b1),
      .wr_data(blk[`BLOCK_W*s +: `BLOCK_W]));
    always_ff @(posedge clk)
      if (clear) used_q <= '0;
      else if (en) begin
        if (blk_done[s]) used_q[blk_done_slot[3*s +: 3]] <= 1'b0;
        if (accept[s])   used_q[free] <= 1'b1;
      end
  end

  always_comb begin
    slot_blk = '0;
    for (int s = 0; s < NSM; s++) if (sm == 2'(s)) slot_blk = held[32*s +: 32];
  end

endmodule
`default_nettype wire
