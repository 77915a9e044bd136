// SPDX-License-Identifier: Apache-2.0
// tlb_l2: one of the MMU's TLBs: WAYS ways of SETS sets, a page of 4 KB in each place; true LRU.
//
// From mmu         lk_*: a page that is looked up. In the next step: touch, if that was a lookup that counts as a use;
//                  put, if put_entry is to be in the place of the page (its own or else the oldest of the set)
// To   mmu         in that step: hit and entry of the page
//
// After rst, and after a step with inv, one set is cleared in each step (clearing) and nothing is looked up.
// Rules: docs/units/mmu.md.
`include "assert.svh"
`default_nettype none

module tlb_l2 #(
  parameter int WAYS = gpu_cfg::GTLB2_WAYS,
  parameter int SETS = gpu_cfg::GTLB2_BYTES / gpu_cfg::TLB_PAGE_BYTES / WAYS
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,
  input  wire          inv,
  output wire          clearing,

  input  wire          lk_valid,
  input  wire  [19:0]  lk_page,                   // virtual

  output logic         hit,
  output logic [21:0]  entry,                     // {block, big, physical page}
  input  wire          touch,
  input  wire          put,
  input  wire  [21:0]  put_entry
);

  localparam int SW  = $clog2(SETS);
  localparam int TAG = 20 - SW;
  localparam int EW  = 22;                        // an entry
  localparam int W   = 1 + TAG + EW;              // {valid, tag, entry}
  localparam int RW  = WAYS * $clog2(WAYS);
  if (SETS != (1 << SW)) begin : g_bad
    tlb_l2_SETS_must_be_a_power_of_two u();
  end

  logic [19:0] page_q;
  always_ff @(posedge clk)
    if (step && lk_valid) page_q <= lk_page;

  logic [SW:0] clear_q;
  assign clearing = !clear_q[SW];
  always_ff @(posedge clk)
    if (rst)           clear_q <= '0;
    else if (step) begin
      if (inv)           clear_q <= '0;
      else if (clearing) clear_q <= clear_q + 1'b1;
    end

  // --- memories -------------------------------------------------------------------------------------
  // MMU-2
  wire  [WAYS*W-1:0] lines;
  wire  [RW-1:0]     rank, rank_next, rank_first;
  wire  [WAYS-1:0]   oldest;
  logic [WAYS-1:0]   match;
  wire  [WAYS-1:0]   used   = hit ? match : oldest;
  wire  [SW-1:0]     wr_set = clearing ? clear_q[SW-1:0] : page_q[SW-1:0];
  sram_1r1w_fwd #(.WIDTH(WAYS*W), .DEPTH(SETS), .EN_BITS(W)) u_lines (
    .clk, .rd_en(step && lk_valid), .rd_addr(lk_page[SW-1:0]), .rd_data(lines),
    .wr_en(step && (clearing || put)), .wr_addr(wr_set), .wr_be(clearing ? '1 : used),
    .wr_data(clearing ? '0 : {WAYS{1'b1, page_q[19:SW], put_entry}}));
  sram_1r1w_fwd #(.WIDTH(RW), .DEPTH(SETS), .EN_BITS(RW)) u_order (
    .clk, .rd_en(step && lk_valid), .rd_addr(lk_page[SW-1:0]), .rd_data(rank),
    .wr_en(step && (clearing || put || touch)), .wr_addr(wr_set), .wr_be(1'b1),
    .wr_data(clearing ? rank_first : rank_next));
  lru #(.WAYS(WAYS)) u_lru (.rank, .used, .oldest, .rank_next, .rank_first);

  always_comb begin
    entry = '0;
    for (int i = 0; i < WAYS; i++) begin
      match[i] = lines[W*i+EW +: TAG+1] == {1'b1, page_q[19:SW]};
      if (match[i]) entry = entry | lines[W*i +: EW];
    end
    hit = match != '0;
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a page is in one way", rst || !(touch || put) || (match & (match - 1'b1)) == '0)
  `ASSERT("nothing is looked up while the sets are cleared", rst || !step || !clearing || !(lk_valid || touch || put))
  `ASSERT("a page that is used is there", rst || !touch || hit)

endmodule
`default_nettype wire
