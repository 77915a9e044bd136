// SPDX-License-Identifier: Apache-2.0
// cache_tags: tags and true LRU order of a set-associative cache.
//
// From the cache   lk_*: look a line up; lk_alloc: if it is not there, it takes the place of the set's oldest line
// To   the cache   hit and way in the same cycle as lk_valid: the way of the line, without a hit the oldest way of the
//                  set
//
// A line that is found or put in becomes the youngest of its set; nothing else changes the order. The order of a set is
// one bit for each pair of ways (which of the two was used later), so WAYS need not be a power of two. After rst all
// lines are invalid and way 0 is the oldest, then 1, ...; the SETS cycles after rst clear one set each and take no
// lookup. Whether the data of a line are there already is the cache's business.
// Rules: ICACHE-1 (docs/units).
`include "assert.svh"
`default_nettype none

module cache_tags #(
  parameter int WAYS = 4,
  parameter int SETS = 8,
  parameter int TAG  = 11                 // bits of a tag
) (
  input  wire                      clk,
  input  wire                      rst,

  input  wire                      lk_valid,
  input  wire  [$clog2(SETS)-1:0]  lk_set,
  input  wire  [TAG-1:0]           lk_tag,
  input  wire                      lk_alloc,
  output logic                     hit,
  output logic [$clog2(WAYS)-1:0]  way
);

  localparam int PAIRS = WAYS * (WAYS - 1) / 2;
  localparam int SW    = $clog2(SETS);
  if (WAYS < 2 || SETS < 2 || SETS != (1 << SW)) begin : g_bad
    cache_tags_needs_two_ways_and_a_power_of_two_of_sets u();
  end

  // --- after rst: one set per cycle ----------------------------------------------------------------
  logic [SW:0] clear_q;
  wire         clear = !clear_q[SW];
  always_ff @(posedge clk)
    if (rst)        clear_q <= '0;
    else if (clear) clear_q <= clear_q + 1'b1;

  // --- lookup ------------------------------------------------------------------------------------
  wire [WAYS*(TAG+1)-1:0] tags;           // {valid, tag} of each way
  wire [PAIRS-1:0]        order;          // bit of the pair i < j: i was used later than j
  logic [PAIRS-1:0]       order_next;
  logic [WAYS-1:0]        match, oldest, used;
  logic                   put, mark;      // the line comes in; the order changes
  logic [SW-1:0]          wr_set;
  always_comb
    if (clear) begin
      {put, mark} = 2'b01;
      wr_set      = clear_q[SW-1:0];
    end else if (lk_valid) begin
      {put, mark} = {!hit && lk_alloc, hit || lk_alloc};
      wr_set      = lk_set;
    end else begin
      {put, mark} = 2'b00;
      wr_set      = 'x;
    end

  lutram_1r1w #(.WIDTH(WAYS*(TAG+1)), .DEPTH(SETS), .EN_BITS(TAG+1)) u_tags (
    .clk, .rd_addr(lk_set), .rd_data(tags), .wr_en(clear || put), .wr_addr(wr_set), .wr_be(clear ? '1 : used),
    .wr_data(clear ? '0 : {WAYS{1'b1, lk_tag}}));
  lutram_1r1w #(.WIDTH(PAIRS), .DEPTH(SETS), .EN_BITS(PAIRS)) u_order (
    .clk, .rd_addr(lk_set), .rd_data(order), .wr_en(mark), .wr_addr(wr_set), .wr_be(1'b1),
    .wr_data(clear ? '0 : order_next));

  always_comb begin
    hit        = 1'b0;
    way        = '0;
    match      = 'x;
    oldest     = 'x;
    used       = 'x;
    order_next = 'x;
    if (lk_valid) begin
      for (int i = 0; i < WAYS; i++)
        match[i] = tags[(TAG+1)*i +: TAG+1] == {1'b1, lk_tag};
      hit    = match != '0;
      oldest = '1;
      for (int i = 0; i < WAYS; i++)
        for (int j = i + 1; j < WAYS; j++)
          if (order[i * (2 * WAYS - i - 1) / 2 + j - i - 1]) oldest[i] = 1'b0;
          else oldest[j] = 1'b0;
      used = hit ? match : oldest;
      for (int i = 0; i < WAYS; i++)
        if (used[i]) way = way | i[$clog2(WAYS)-1:0];
      for (int i = 0; i < WAYS; i++)
        for (int j = i + 1; j < WAYS; j++)
          order_next[i * (2 * WAYS - i - 1) / 2 + j - i - 1] =
            used[i] || (order[i * (2 * WAYS - i - 1) / 2 + j - i - 1] && !used[j]);
    end
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a line is in one way", rst || clear || !lk_valid || (match & (match - 1'b1)) == '0)
  `ASSERT("one way is the oldest", rst || clear || !lk_valid || (oldest != '0 && (oldest & (oldest - 1'b1)) == '0))
  `ASSERT("no lookup while the sets are cleared", rst || !clear || !lk_valid)

endmodule
`default_nettype wire
