// SPDX-License-Identifier: Apache-2.0
// mmu: second translation for the whole chip: an L2 TLB for g[] and l[], one for textures, and a walker that reads the
// page table in device memory.
//
// From the L1 TLBs req_*: a page that is missing (gpu_req_t: addr, space, src, id), one at a time from each
// To   the L1 TLBs rsp_*: mmu_page_t in word 0
// To   partitions  mem_req_*: reads of sectors of the page table; the id is the number of the L1 TLB
// From partitions  mem_rsp_*: these sectors, always taken
// From the host    dir_base: where the page directory lies; inv: the TLBs and the directory entries held are invalid
//
// One pipeline of two steps for questions and for entries of the page table that have come (a question first): a TLB
// is read in the one, compared and written in the other. What goes out or waits has a place in a queue for each L1 TLB
// (QUEUE), so nothing in the unit waits for anything else. Rules: docs/units/mmu.md. With `step` alone anything
// changes.
`include "assert.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module mmu #(
  parameter int QUEUE = 32                        // a power of two; L1 TLBs at most
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,
  input  wire  [31:6]  dir_base,
  input  wire          inv,                       // nothing may be under way

  input  wire          req_valid,
  output wire          req_ready,
  input  gpu_req_t     req,
  output wire          rsp_valid,
  input  wire          rsp_ready,
  output gpu_rsp_t     rsp,

  output wire          mem_req_valid,
  input  wire          mem_req_ready,
  output gpu_req_t     mem_req,
  input  wire          mem_rsp_valid,
  input  gpu_rsp_t     mem_rsp,
  output wire          idle                       // holds nothing; a read may be under way
);

  // --- entries of the page table that have come ---------------------------------------------------------
  // MMU-5: a walk is known by its TLB, {textures, TPC}
  localparam int WALK_W  = 8 + 20 + 1 + 1;        // id, page, of the directory, of a table of 64 KB pages
  localparam int ENT_W   = 5 + WALK_W + 32;       // {TLB, walk, word}
  localparam int PAGE_AT = 1 + 1 + 32;            // its page
  wire  [WALK_W-1:0] walk_row;
  wire  [7:0]        walk_id;
  wire  [19:0]       walk_page;
  wire               walk_dir, walk_big;
  assign             {walk_id, walk_page, walk_dir, walk_big} = walk_row;
  wire  [255:0]      mem_data = mem_rsp.data;
  logic [1:0]        nth;                         // entry of the sector
  always_comb
    if (walk_dir)      nth = walk_page[18:17];
    else if (walk_big) nth = walk_page[5:4];
    else               nth = walk_page[1:0];
  wire               ent_valid, ent_pop, ent_ready;
  wire  [ENT_W-1:0]  ent;
  sync_fifo #(.WIDTH(ENT_W), .DEPTH(QUEUE)) u_entries (
    .clk, .rst, .in_valid(step && mem_rsp_valid), .in_ready(ent_ready),
    .in_data({mem_rsp.id[4:0], walk_row, mem_data[64*nth +: 32]}),
    .out_valid(ent_valid), .out_ready(ent_pop), .out_data(ent));

  // --- first step ---------------------------------------------------------------------------------------
  // MMU-3
  wire               g_clearing, t_clearing;
  assign             req_ready = !g_clearing && !t_clearing;
  wire               take      = step && req_valid && req_ready;
  assign             ent_pop   = step && !take && req_ready;
  wire               lk_valid  = take || (ent_valid && req_ready);
  wire  [4:0]        req_tlb   = {req.space == `SPACE_T, req.src};
  wire  [ENT_W-1:0]  lk        = take ? {req_tlb, req.id, req.addr[31:12], 2'd0, 32'd0} : ent;
  wire               lk_tex    = lk[ENT_W-1];
  wire  [19:0]       lk_page   = lk[PAGE_AT +: 20];

  // --- second step --------------------------------------------------------------------------------------
  logic              s2_valid_q, s2_ent_q;        // s2_ent_q: an entry that has come
  logic [ENT_W-1:0]  s2_q;
  always_ff @(posedge clk)
    if (rst)       s2_valid_q <= 1'b0;
    else if (step) begin
      s2_valid_q <= lk_valid;
      s2_ent_q   <= !take;
      if (lk_valid) s2_q <= lk;
    end
  wire  [4:0]        tlb;
  wire  [7:0]        id;
  wire  [19:0]       page;
  wire               of_dir, of_big;
  wire  [31:0]       word;
  assign {tlb, id, page, of_dir, of_big, word} = s2_q;

  wire               g_hit, t_hit;
  wire  [21:0]       g_entry, t_entry;
  wire               tex   = tlb[4];
  wire               hit   = tex ? t_hit : g_hit;
  wire               found = s2_valid_q && !s2_ent_q && hit;
  wire               fill  = s2_valid_q && s2_ent_q && !of_dir && word[0];
  wire               none  = s2_valid_q && s2_ent_q && !word[0];
  wire               walk  = s2_valid_q && (s2_ent_q ? of_dir && word[0] : !hit);
  // MMU-7: of a block, what lies within it is that of the question
  wire  [3:0]        block  = {1'b0, word[9:7]} + (of_big ? 4'd4 : 4'd0);      // log2 of its pages of 4 KB
  logic [10:0]       inner;
  always_comb
    for (int i = 0; i < 11; i++) inner[i] = block > i[3:0];
  wire  [19:0]       phys   = (word[31:12] & ~{9'd0, inner}) | (page & {9'd0, inner});
  wire  [21:0]       of_l2  = tex ? t_entry : g_entry;
  wire  [21:0]       entry  = s2_ent_q ? {block >= 4'd6, block >= 4'd4, phys} : of_l2;  // {block, big, physical page}

  localparam int GSETS = gpu_cfg::GTLB2_BYTES / gpu_cfg::TLB_PAGE_BYTES / gpu_cfg::GTLB2_WAYS;
  localparam int TSETS = gpu_cfg::TTLB2_BYTES / gpu_cfg::TLB_PAGE_BYTES / gpu_cfg::TTLB2_WAYS;
  tlb_l2 #(.WAYS(gpu_cfg::GTLB2_WAYS), .SETS(GSETS)) u_g (
    .clk, .rst, .step, .inv, .clearing(g_clearing), .lk_valid(lk_valid && !lk_tex), .lk_page,
    .hit(g_hit), .entry(g_entry), .touch(found && !tex), .put(fill && !tex), .put_entry(entry));
  tlb_l2 #(.WAYS(gpu_cfg::TTLB2_WAYS), .SETS(TSETS)) u_t (
    .clk, .rst, .step, .inv, .clearing(t_clearing), .lk_valid(lk_valid && lk_tex), .lk_page,
    .hit(t_hit), .entry(t_entry), .touch(found && tex), .put(fill && tex), .put_entry(entry));

  // --- walker -------------------------------------------------------------------------------------------
  // MMU-6: the directory's entries that are held, {table of 4 KB pages, where it lies}
  logic [7:0]        held_q;
  logic [21*8-1:0]   dir_q;
  wire  [2:0]        region  = page[19:17];
  wire               in_dir  = !of_dir && !held_q[region];
  wire  [20:0]       table_at = of_dir ? {word[1], word[31:12]} : dir_q[21*region +: 21];
  wire               big     = !table_at[20];
  wire  [16:0]       index   = big ? {4'd0, page[16:4]} : page[16:0];
  wire  [31:3]       walk_at = in_dir ? {dir_base, region} : {table_at[19:0], 9'd0} + {12'd0, index};
  always_ff @(posedge clk)
    if (rst)       held_q <= '0;
    else if (step) begin
      if (inv)                 held_q <= '0;
      else if (walk && of_dir) held_q[region] <= 1'b1;
      if (walk && of_dir)
        for (int i = 0; i < 8; i++)
          if (region == i[2:0]) dir_q[21*i +: 21] <= table_at;
    end
  lutram_1r1w #(.WIDTH(WALK_W), .DEPTH(32), .EN_BITS(WALK_W)) u_walks (
    .clk, .rd_addr(mem_rsp.id[4:0]), .rd_data(walk_row),
    .wr_en(step && walk), .wr_addr(tlb), .wr_be(1'b1), .wr_data({id, page, in_dir, big && !in_dir}));

  // --- what goes out ------------------------------------------------------------------------------------
  wire               read_ready, ans_ready;
  wire  [4:0]        read_tlb;
  wire  [31:5]       read_at;
  sync_fifo #(.WIDTH(5 + 27), .DEPTH(QUEUE)) u_reads (
    .clk, .rst, .in_valid(step && walk), .in_ready(read_ready), .in_data({tlb, walk_at[31:5]}),
    .out_valid(mem_req_valid), .out_ready(step && mem_req_ready), .out_data({read_tlb, read_at}));
  assign mem_req = {1'b0, read_at[10:8], `XBAR_MMU, 3'd0, read_tlb, `MEM_LOAD, `SPACE_S, 4'd0, 3'd0, read_at, 5'd0,
                    32'd0, 256'd0};

  // MMU-4
  wire  [3:0]        ans_src;
  wire  [7:0]        ans_id;
  wire               ans_known;
  wire  [21:0]       ans_entry;
  sync_fifo #(.WIDTH(4 + 8 + 1 + 22), .DEPTH(QUEUE)) u_answers (
    .clk, .rst, .in_valid(step && (found || fill || none)), .in_ready(ans_ready),
    .in_data({tlb[3:0], id, !none, none ? 22'd0 : entry}),
    .out_valid(rsp_valid), .out_ready(step && rsp_ready), .out_data({ans_src, ans_id, ans_known, ans_entry}));
  assign rsp = {ans_src, `XBAR_TO_MMU, ans_id, 224'd0, ans_entry[19:0], 9'd0, ans_entry[21:20], ans_known};

  assign idle = !ent_valid && !s2_valid_q && !mem_req_valid && !rsp_valid;
  wire unused = &{1'b0, req, mem_rsp, walk_id, walk_page, word[11:10], word[6:2], walk_at[4:3]};

  // --- cannot happen ------------------------------------------------------------------------------
  logic [31:0] busy_q;                            // L1 TLBs with a question under way
  logic [31:0] walk_q;                            // those whose page is being read in the page table
  wire  [4:0]  ans_tlb = {ans_id[7:6] == `TPC_PORT_TEX, ans_src};
  always_ff @(posedge clk)
    if (rst) begin
      busy_q <= '0;
      walk_q <= '0;
    end else if (step) begin
      if (rsp_valid && rsp_ready) busy_q[ans_tlb] <= 1'b0;
      if (take)                   busy_q[req_tlb] <= 1'b1;
      if (mem_rsp_valid)          walk_q[mem_rsp.id[4:0]] <= 1'b0;
      if (walk)                   walk_q[tlb] <= 1'b1;
    end
  `ASSERT("an L1 TLB asks for one page at a time", rst || !take || !busy_q[req_tlb])
  `ASSERT("an entry of the page table comes that is being read",
    rst || !step || !mem_rsp_valid || walk_q[mem_rsp.id[4:0]])
  `ASSERT("an entry of the page table has a place", rst || !step || !mem_rsp_valid || ent_ready)
  `ASSERT("a read of the page table has a place", rst || !walk || read_ready)
  `ASSERT("an answer has a place", rst || !(found || fill || none) || ans_ready)
  `ASSERT("nothing is under way when the TLBs become invalid", rst || !step || !inv || (busy_q == '0 && !take))

endmodule
`default_nettype wire
