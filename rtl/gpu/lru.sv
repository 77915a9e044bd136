// SPDX-License-Identifier: Apache-2.0
// lru: order of use of WAYS ways as ranks: that of the youngest is 0, that of the oldest WAYS - 1.
//
// Combinational; the ranks lie where the ways do. A way that is used becomes the youngest, those that were younger than
// it become one older.
`default_nettype none

module lru #(
  parameter int WAYS = 8,                         // a power of two
  localparam int RW  = $clog2(WAYS)
) (
  input  wire  [WAYS*RW-1:0]  rank,               // of way w in bits RW*w +: RW
  input  wire  [WAYS-1:0]     used,               // one way
  output logic [WAYS-1:0]     oldest,             // one way
  output logic [WAYS*RW-1:0]  rank_next,
  output wire  [WAYS*RW-1:0]  rank_first          // to begin with: way 0 is the oldest, then 1, ...
);

  if (WAYS < 2 || WAYS != (1 << RW)) begin : g_bad
    lru_WAYS_must_be_a_power_of_two u();
  end

  for (genvar w = 0; w < WAYS; w++) begin : g_first
    assign rank_first[RW*w +: RW] = RW'(WAYS - 1 - w);
  end

  // apart, since used may be made of oldest
  always_comb
    for (int w = 0; w < WAYS; w++) oldest[w] = rank[RW*w +: RW] == '1;

  logic [RW-1:0] was;                             // rank of the way that is used
  always_comb begin
    was = '0;
    for (int w = 0; w < WAYS; w++)
      if (used[w]) was = was | rank[RW*w +: RW];
    for (int w = 0; w < WAYS; w++)
      rank_next[RW*w +: RW] = used[w] ? '0 : rank[RW*w +: RW] + RW'(rank[RW*w +: RW] < was);
  end

endmodule
`default_nettype wire
