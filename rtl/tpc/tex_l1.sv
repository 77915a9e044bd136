// SPDX-License-Identifier: Apache-2.0
// tex_l1: the texture cache of a TPC: 5 KB, 20 ways of lines of a sector, true LRU.
//
// From tex_sectors  numbers of sectors (in_*), not in the SETS cycles after rst; at most N under way
// To   memory       those that no line holds or waits for (req_*), ids in turn; answers (rsp_*) in any order
// To   tex_sectors  the sectors (out_*), in the order in which they were asked for
//
//   in ---> asked_q ---> cache_tags ---> place of each, by id ---> walk ---> lines, answers ---> out
//                          |                                                   ^      ^ |
//                          +--> req                              fill (w+1) ---+      rsp
//
// Tags run ahead of the data: a line is looked up, and put in, when a sector is asked for; data move when its turn
// comes, and turns come in the same order. So what a hit reads is what the miss before it has brought by then.
// Rules: docs/units/tex-l1.md.
`include "assert.svh"
`default_nettype none

module tex_l1 #(
  parameter int SETS = gpu_cfg::TL1_BYTES / 32 / gpu_cfg::TL1_WAYS,
  parameter int WAYS = gpu_cfg::TL1_WAYS,
  parameter int N    = gpu_cfg::PENDING_SECTORS,        // the ids of a port
  parameter int SW   = 27,                              // bits of a sector's number
  parameter int DW   = 256                              // bits of a sector
) (
  input  wire            clk,
  input  wire            rst,

  input  wire            in_valid,
  output wire            in_ready,
  input  wire  [SW-1:0]  in_sector,

  output wire            req_valid,
  input  wire            req_ready,
  output wire  [$clog2(N)-1:0] req_id,
  output wire  [SW-1:0]  req_sector,
  input  wire            rsp_valid,
  input  wire  [$clog2(N)-1:0] rsp_id,
  input  wire  [DW-1:0]  rsp_data,

  output wire            out_valid,
  input  wire            out_ready,               // one that walks in this cycle will be taken in the next
  output logic [DW-1:0]  out_data
);

  localparam int SB = $clog2(SETS);
  localparam int WB = $clog2(WAYS);
  localparam int AW = $clog2(N);

  // --- lookup -------------------------------------------------------------------------------------------
  // TL1-2, TL1-3, TL1-4
  logic          asked_q;
  logic [SW-1:0] sector_q;
  wire           hit, pass;
  wire  [WB-1:0] way;
  wire  [SB-1:0] set = sector_q[SB-1:0];
  // TL1-1
  cache_tags #(.WAYS(WAYS), .SETS(SETS), .TAG(SW-SB)) u_tags (
    .clk, .rst, .lk_valid(asked_q), .lk_set(set), .lk_tag(sector_q[SW-1:SB]), .lk_alloc(req_ready), .hit, .way);
  assign pass       = asked_q && (hit || req_ready);
  assign in_ready   = !asked_q || pass;
  assign req_valid  = asked_q && !hit;
  assign req_sector = sector_q;
  wire           take = in_valid && in_ready;

  // --- what has passed, by id -----------------------------------------------------------------------------
  // TL1-5
  logic [AW-1:0] next_q, walk_q;
  logic [AW:0]   count_q;              // between them
  logic [N-1:0]  there_q;              // answered and not walked
  wire           walk_hit;
  wire  [SB+WB-1:0] walk_place;
  assign req_id = next_q;
  lutram_1r1w #(.WIDTH(1+WB+SB), .DEPTH(N), .EN_BITS(1+WB+SB)) u_places (
    .clk, .rd_addr(walk_q), .rd_data({walk_hit, walk_place}),
    .wr_en(pass), .wr_addr(next_q), .wr_be(1'b1), .wr_data({hit, way, set}));

  // --- walk: lines or answer are read; in the next cycle the sector is out and a line filled ------------------
  // TL1-6, TL1-7
  logic          out_q, fill_q;
  logic [SB+WB-1:0] place_q;
  logic          walk;
  always_comb begin
    walk = 1'b0;
    if ((count_q != '0) && out_ready) walk = walk_hit ? !(fill_q && (place_q == walk_place)) : there_q[walk_q];
  end
  wire  [DW-1:0] line, answer;
  sram_1r1w_fwd #(.WIDTH(DW), .DEPTH(SETS << WB), .EN_BITS(DW), .FORWARD(0)) u_lines (
    .clk, .rd_en(walk && walk_hit), .rd_addr(walk_place), .rd_data(line),
    .wr_en(fill_q), .wr_addr(place_q), .wr_be(1'b1), .wr_data(answer));
  sram_1r1w #(.WIDTH(DW), .DEPTH(N), .EN_BITS(DW), .COLLIDE(0)) u_answers (
    .clk, .rd_en(walk && !walk_hit), .rd_addr(walk_q), .rd_data(answer),
    .wr_en(rsp_valid), .wr_addr(rsp_id), .wr_be(1'b1), .wr_data(rsp_data));
  assign out_valid = out_q;
  always_comb begin
    out_data = 'x;
    if (out_q) out_data = fill_q ? answer : line;
  end

  always_ff @(posedge clk)
    if (rst) begin
      asked_q <= 1'b0;
      next_q  <= '0;
      walk_q  <= '0;
      count_q <= '0;
      there_q <= '0;
      out_q   <= 1'b0;
      fill_q  <= 1'b0;
    end else if (in_valid || asked_q || (count_q != '0) || out_q) begin       // else nothing is there
      asked_q <= take || (asked_q && !pass);
      if (pass) next_q <= next_q + 1'b1;
      if (walk) begin
        walk_q          <= walk_q + 1'b1;
        there_q[walk_q] <= 1'b0;
      end
      if (rsp_valid) there_q[rsp_id] <= 1'b1;
      if (pass != walk) count_q <= pass ? count_q + 1'b1 : count_q - 1'b1;
      out_q  <= walk;
      fill_q <= walk && !walk_hit;
    end
  always_ff @(posedge clk) begin
    if (take) sector_q <= in_sector;
    if (walk) place_q  <= walk_place;
  end

  // --- cannot happen ---------------------------------------------------------------------------------------
  `ASSERT("no more sectors are under way than there are ids", rst || !pass || !count_q[AW])
  `ASSERT("the sector that comes was asked for", rst || !rsp_valid ||
          ({1'b0, AW'(rsp_id - walk_q)} < count_q && !there_q[rsp_id]))

endmodule
`default_nettype wire
