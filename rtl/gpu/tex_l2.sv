// SPDX-License-Identifier: Apache-2.0
// tex_l2: a partition's slice of the texture L2: lines of 256 bytes, filled by sectors of 32, oldest line replaced.
//
// From the partition  lk_*: one lookup in a step, only with `ready`: a load (of a place that waits for the sector), or,
//                     with lk_take, an access that takes the sector out of the cache
//                     fill_*: the sector of a miss has come
// To   the partition  in the step of the lookup hit, joins (the sector is under way: behind the place join_after) or
//                     neither: the partition reads it and fills entry miss_index; behind it rd_data of a hit, until the
//                     next hit
//
// Entries of misses: `live` until the sector is written or its line replaced; then what comes is not kept, and a load
// reads again.
// Rules: PART-7 to PART-11 (docs/units).
`include "assert.svh"
`default_nettype none

module tex_l2 #(
  parameter int SETS   = 16,
  parameter int WAYS   = gpu_cfg::TL2_WAYS,
  parameter int MISSES = gpu_cfg::TL2_MISSES,
  parameter int SW     = 22,             // bits of a sector's number
  parameter int DW     = 256,            // bits of a sector
  parameter int PW     = 6               // bits of a place
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire                       step,
  output wire                       ready,

  input  wire                       lk_valid,     // with step
  input  wire                       lk_take,
  input  wire  [SW-1:0]             lk_sector,
  input  wire  [PW-1:0]             lk_place,
  output wire                       hit,
  output wire                       joins,
  output wire  [PW-1:0]             join_after,
  output wire  [$clog2(MISSES)-1:0] miss_index,
  output wire  [DW-1:0]             rd_data,

  input  wire                       fill_valid,   // with step
  input  wire  [$clog2(MISSES)-1:0] fill_index,
  input  wire  [DW-1:0]             fill_data
);

  localparam int SB = $clog2(SETS);
  localparam int WB = $clog2(WAYS);
  localparam int MB = $clog2(MISSES);
  localparam int TB = SW - 3 - SB;
  localparam int ROWS = SETS * WAYS * 8;
  localparam int RB = SB + WB + 3;

  // --- tags -------------------------------------------------------------------------------------------
  logic [SB:0] clear_q;                  // sets that cache_tags has cleared after rst
  wire         cleared = clear_q[SB];
  always_ff @(posedge clk)
    if (rst)           clear_q <= '0;
    else if (!cleared) clear_q <= clear_q + 1'b1;

  wire [SB-1:0] set = lk_sector[3 +: SB];
  wire          tag_hit;
  wire [WB-1:0] way;
  wire          load = lk_valid && !lk_take;
  cache_tags #(.WAYS(WAYS), .SETS(SETS), .TAG(TB)) u_tags (
    .clk, .rst, .lk_valid, .lk_set(set), .lk_tag(lk_sector[SW-1 -: TB]), .lk_alloc(!lk_take), .hit(tag_hit), .way);

  // --- sectors that are there ---------------------------------------------------------------------------
  logic [ROWS-1:0] there_q;
  wire  [RB-1:0]   row = {set, way, lk_sector[2:0]};
  assign hit = load && tag_hit && there_q[row];

  // --- misses under way -----------------------------------------------------------------------------------
  logic [MISSES-1:0]    used_q, live_q;
  logic [MISSES*SW-1:0] sector_q;
  logic [MISSES*WB-1:0] way_q;
  logic [MISSES*PW-1:0] last_q;          // place that waits last
  logic [MISSES-1:0]    same, line;      // for the sector; for a sector of the line that is replaced
  logic [MB-1:0]        same_at, free_at;
  always_comb begin
    same    = '0;
    line    = '0;
    same_at = '0;
    free_at = '0;
    for (int i = 0; i < MISSES; i++) begin
      same[i] = lk_valid && live_q[i] && sector_q[SW*i +: SW] == lk_sector;
      line[i] = load && !tag_hit && live_q[i] && sector_q[SW*i+3 +: SB] == set && way_q[WB*i +: WB] == way;
      if (same[i]) same_at = same_at | MB'(i);
    end
    for (int i = MISSES - 1; i >= 0; i--)
      if (!used_q[i]) free_at = MB'(i);
  end
  wire any_same = same != '0;
  wire miss     = load && !hit && !any_same;
  assign joins       = load && any_same;
  assign join_after = last_q[PW*same_at +: PW];
  assign miss_index = free_at;
  assign ready      = cleared && used_q != '1;

  // --- a sector comes -------------------------------------------------------------------------------------
  wire          keep    = fill_valid && live_q[fill_index];
  wire [SB+2:0] came    = sector_q[SW*fill_index +: SB+3];
  wire [RB-1:0] to_row  = {came[3 +: SB], way_q[WB*fill_index +: WB], came[2:0]};

  always_ff @(posedge clk)
    if (rst) begin
      used_q  <= '0;
      live_q  <= '0;
      there_q <= '0;
    end else if (step) begin
      if (fill_valid) begin
        used_q[fill_index] <= 1'b0;
        live_q[fill_index] <= 1'b0;
      end
      if (keep) there_q[to_row] <= 1'b1;
      if (miss) begin
        used_q[free_at] <= 1'b1;
        live_q[free_at] <= 1'b1;
        sector_q[SW*free_at +: SW] <= lk_sector;
        way_q[WB*free_at +: WB]    <= way;
        last_q[PW*free_at +: PW]   <= lk_place;
      end
      if (joins) last_q[PW*same_at +: PW] <= lk_place;
      for (int i = 0; i < MISSES; i++)
        if (line[i] || (same[i] && lk_take)) live_q[i] <= 1'b0;
      if (load && !tag_hit)               there_q[{set, way, 3'd0} +: 8] <= '0;
      if (lk_valid && lk_take && tag_hit) there_q[row] <= 1'b0;
    end

  sram_1r1w #(.WIDTH(DW), .DEPTH(ROWS), .EN_BITS(DW), .COLLIDE(0)) u_data (
    .clk, .rd_en(step && hit), .rd_addr(row), .rd_data, .wr_en(step && keep), .wr_addr(to_row), .wr_be(1'b1),
    .wr_data(fill_data));

  // --- cannot happen ----------------------------------------------------------------------------------------
  `ASSERT("a sector is under way once", rst || (same & (same - 1'b1)) == '0)
  `ASSERT("what comes was under way", rst || !fill_valid || used_q[fill_index])
  `ASSERT("a sector that is there is not under way", rst || !(hit && any_same))

endmodule
`default_nettype wire
