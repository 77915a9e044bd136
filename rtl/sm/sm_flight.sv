// SPDX-License-Identifier: Apache-2.0
// sm_flight: how many instructions of each block slot have issued and are not complete.
//
// From sm_issue    is_flight: an instruction that completes later leaves
// From datapath    *_done_*: completions;  from sm_barrier: a bar instruction has arrived (ba_*)
// To   sm_cta      blk_flight, registered: a count that reaches zero at the end of c is seen in c+1 (CTA-10)
`include "assert.svh"
`default_nettype none

module sm_flight (
  input  wire           clk,
  input  wire           rst,

  input  wire           is_flight,
  input  wire  [2:0]    is_blk,
  input  wire           sp_done_valid,
  input  wire  [2:0]    sp_done_blk,
  input  wire  [3:0]    ls_done_valid,
  input  wire  [11:0]   ls_done_blk,
  input  wire  [1:0]    x_done_valid,    // SFU, DPU
  input  wire  [5:0]    x_done_blk,
  input  wire           ba_valid,
  input  wire  [2:0]    ba_blk,

  output logic [63:0]   blk_flight       // 8 bits per block slot
);

  // Eight completions can fall together. Those of all blocks are counted at once, digit by digit: bit b of a word
  // belongs to block b. A word is named after its digit's weight; two full adders and a half one give three words of
  // weight 1 (ones) and three carries (twos), and so on.
  wire [7:0]  end_valid = {ba_valid, x_done_valid, ls_done_valid, sp_done_valid};
  wire [23:0] end_blk   = {ba_blk, x_done_blk, ls_done_blk, sp_done_blk};
  logic [7:0] blk_oh [0:7];              // block of completion i
  logic [7:0] ones0, ones1, ones2, twos0, twos1, twos2, twos3, twos_sum, fours0, fours1;
  logic [7:0] ends1, ends2, ends4, ends8;
  always_comb begin
    for (int i = 0; i < 8; i++) blk_oh[i] = 8'd0;
    {ones0, ones1, ones2, twos0, twos1, twos2, twos3, twos_sum, fours0, fours1} = 80'd0;
    {ends1, ends2, ends4, ends8} = 32'd0;
    if (end_valid != 8'd0) begin
      for (int i = 0; i < 8; i++)
        if (end_valid[i]) blk_oh[i] = 8'd1 << end_blk[3*i +: 3];
      ones0    = blk_oh[0] ^ blk_oh[1] ^ blk_oh[2];
      twos0    = (blk_oh[0] & blk_oh[1]) | (blk_oh[2] & (blk_oh[0] ^ blk_oh[1]));
      ones1    = blk_oh[3] ^ blk_oh[4] ^ blk_oh[5];
      twos1    = (blk_oh[3] & blk_oh[4]) | (blk_oh[5] & (blk_oh[3] ^ blk_oh[4]));
      ones2    = blk_oh[6] ^ blk_oh[7];
      twos2    = blk_oh[6] & blk_oh[7];
      ends1    = ones0 ^ ones1 ^ ones2;
      twos3    = (ones0 & ones1) | (ones2 & (ones0 ^ ones1));
      twos_sum = twos0 ^ twos1 ^ twos2;
      fours0   = (twos0 & twos1) | (twos2 & (twos0 ^ twos1));
      ends2    = twos3 ^ twos_sum;
      fours1   = twos3 & twos_sum;
      ends4    = fours0 ^ fours1;
      ends8    = fours0 & fours1;
    end
  end
  logic [7:0] begins;
  always_comb begin
    begins = 8'd0;
    if (is_flight) begins[is_blk] = 1'b1;
  end
  wire [7:0] changes = begins | ends1 | ends2 | ends4 | ends8;
  always_ff @(posedge clk)
    if (rst) blk_flight <= 64'd0;
    else if (changes != 8'd0)
      for (int b = 0; b < 8; b++)
        if (changes[b])
          blk_flight[8*b +: 8] <= blk_flight[8*b +: 8] + {7'd0, begins[b]}
                                  - {4'd0, ends8[b], ends4[b], ends2[b], ends1[b]};

  // --- cannot happen ------------------------------------------------------------------------------
  for (genvar b = 0; b < 8; b++) begin : g_flight
    `ASSERT("no more instructions complete than are in flight",
      rst || blk_flight[8*b +: 8] >= {4'd0, ends8[b], ends4[b], ends2[b], ends1[b]})
    `ASSERT("the count of instructions in flight does not overflow",
      rst || !(is_flight && is_blk == 3'(b)) || blk_flight[8*b +: 8] != 8'hff)
  end

endmodule
`default_nettype wire
