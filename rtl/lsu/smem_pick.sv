// SPDX-License-Identifier: Apache-2.0
// smem_pick: the lanes that a pass of shared memory serves.
//
// From smem   of a half-warp that is picked: the lanes left, their addresses; share: lanes may share a word
// To   smem   serve; which banks they want, and of each bank the lane that it serves: bit k of its number in lane_k
//
// Combinational. A lane is served if it is the lowest of those left that want its bank, or, if words are shared, wants
// the word of the lowest one.
`default_nettype none

module smem_pick (
  input  wire           pick,
  input  wire           share,
  input  wire  [15:0]   rem,
  input  wire  [511:0]  addr,
  output logic [15:0]   banks,
  output logic [15:0]   lane0,
  output logic [15:0]   lane1,
  output logic [15:0]   lane2,
  output logic [15:0]   lane3,
  output wire  [15:0]   serve
);

  // SMEM-3, SMEM-7
  // The lowest remaining lane of each bank, as a set of banks per lane and as a number per bank.
  logic [255:0] upto;                  // banks of lanes 0 to i, if they remain, from bit 16 i on
  logic [15:0] mine;                   // bank of lane i, if none before has it
  logic [15:0] alone;                  // lanes that are the lowest of their bank
  always_comb begin
    upto  = '0;
    banks = '0;
    mine  = '0;
    alone = '0;
    lane0 = '0;
    lane1 = '0;
    lane2 = '0;
    lane3 = '0;
    if (pick) begin
      for (int i = 0; i < 16; i++) upto[16*i +: 16] = (16'd1 << addr[32*i + 2 +: 4]) & {16{rem[i]}};
      for (int n = 1; n < 16; n = 2 * n)         // of 2 n lanes, those of the upper n have the lower n's, too
        for (int i = 0; i < 16; i++)
          if ((i / n) % 2 == 1) upto[16*i +: 16] = upto[16*i +: 16] | upto[16*(i / n * n - 1) +: 16];
      banks = upto[255:240];
      for (int i = 0; i < 16; i++) begin
        mine     = i == 0 ? upto[15:0] : upto[16*i +: 16] & ~upto[16*(i - 1) +: 16];
        alone[i] = (mine != '0);
        if (i % 2 == 1)       lane0 = lane0 | mine;
        if ((i / 2) % 2 == 1) lane1 = lane1 | mine;
        if ((i / 4) % 2 == 1) lane2 = lane2 | mine;
        if (i / 8 == 1)       lane3 = lane3 | mine;
      end
    end
  end

  // SMEM-2
  // broadcast: the word of the lowest remaining lane
  logic [11:0] first_word;
  logic [15:0] lead;                   // that lane
  logic [15:0] same;
  always_comb begin
    first_word = '0;
    lead       = '0;
    same       = '0;
    if (pick && share) begin
      lead = rem & -rem;
      for (int i = 0; i < 16; i++) first_word = first_word | (addr[32*i + 2 +: 12] & {12{lead[i]}});
      for (int i = 0; i < 16; i++) same[i] = rem[i] && (addr[32*i + 2 +: 12] == first_word);
    end
  end

  assign serve    = alone | same;

endmodule
`default_nettype wire
