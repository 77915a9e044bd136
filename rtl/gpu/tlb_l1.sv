// SPDX-License-Identifier: Apache-2.0
// tlb_l1: first translation of a TPC's requests, virtual to physical; one for g[] and l[], one for textures.
//
// From tpc_port    req_*: requests with virtual addresses, their source and id in them
// To   the crossbar out_*: the same to their partitions, with physical addresses, in order; before one whose page is
//                  not known the question for it, to the MMU
// From the crossbar page_*: the MMU's answer, always taken
// To   the TPC     fault: a request whose page is not mapped; it goes no further
//
// LINES lines of 512 KB, fully associative, true LRU; in a line each page of 4 KB is known or not, and of each 256 KB
// whether they are one block, of which the first 64 KB stand for all. The physical pages lie in a memory that is read
// while the request enters the output register, so a request that finds its page is offered in the second step after
// it was taken. One question at a time; requests behind wait.
// Rules: docs/units/tlb.md. With `step` alone anything changes.
`include "assert.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module tlb_l1 #(
  parameter int TEX   = 0,                        // of the texture unit
  parameter int LINES = gpu_cfg::TLB1_LINES
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,
  input  wire          inv,                       // all lines are invalid in the next step; nothing may be under way

  input  wire          req_valid,
  output wire          req_ready,
  input  gpu_req_t     req,

  output logic         out_valid,
  input  wire          out_ready,
  output gpu_req_t     out,

  input  wire          page_valid,
  input  mmu_page_t    page,

  output tlb_fault_t   fault,                     // for one step
  output wire          idle                       // holds no request
);

  localparam int LW    = $clog2(LINES);
  localparam int LINE  = $clog2(gpu_cfg::TLB1_LINE_BYTES);
  localparam int PAGES = gpu_cfg::TLB1_LINE_BYTES / gpu_cfg::TLB_PAGE_BYTES;
  localparam int NW    = 32 - LINE;               // bits of a line's number
  localparam int BIG   = 16;                      // pages of 4 KB in one of 64 KB
  localparam int HALVES = PAGES / (4 * BIG);      // blocks of 256 KB in a line
  if (HALVES < 2) begin : g_bad
    tlb_l1_lines_must_have_512_KB_or_more u();
  end

  // --- requests that wait ----------------------------------------------------------------------------
  wire      head_valid, pop;
  gpu_req_t head;
  sync_fifo #(.WIDTH(`GPU_REQ_W), .DEPTH(2)) u_in (
    .clk, .rst, .in_valid(req_valid && step), .in_ready(req_ready), .in_data(req),
    .out_valid(head_valid), .out_ready(pop), .out_data(head));

  // --- lookup of the first of them ---------------------------------------------------------------------
  // TLB-3
  logic [NW*LINES-1:0] line_q;
  logic [LINES-1:0]    there_q;
  logic                wait_q;                    // the MMU has been asked
  logic [LINES-1:0]    match;
  logic [LW-1:0]       way;                       // that matches, or else the oldest
  wire  [LINES-1:0]    oldest, used;
  wire  [31:0]         addr = head.addr;
  always_comb
    for (int i = 0; i < LINES; i++)
      match[i] = there_q[i] && line_q[NW*i +: NW] == addr[31:LINE];
  always_comb begin
    way = '0;
    for (int i = 0; i < LINES; i++)
      if (used[i]) way = way | i[LW-1:0];
  end
  wire               known = match != '0;         // the line
  assign             used  = known ? match : oldest;
  wire  [PAGES-1:0]  pages_known;
  wire  [HALVES-1:0] blocks;                      // that are one
  wire               hit   = known && pages_known[addr[LINE-1:12]];
  wire               room  = !out_valid || out_ready;
  wire               look  = step && head_valid && !wait_q && room;
  wire               pass  = look && hit;
  wire               ask   = look && !hit;
  wire               back  = step && wait_q && page_valid;
  wire               put   = back && page.valid;
  assign             pop   = pass || (back && !page.valid);

  // --- lines -------------------------------------------------------------------------------------------
  // TLB-2, TLB-5
  wire  [LINES*LW-1:0] rank_next, rank_first;
  logic [LINES*LW-1:0] rank_q;
  lru #(.WAYS(LINES)) u_lru (.rank(rank_q), .used, .oldest, .rank_next, .rank_first);
  logic [PAGES-1:0]    news;                      // pages that the answer tells
  logic [HALVES-1:0]   here;                      // blocks: that of the request
  always_comb begin
    for (int i = 0; i < PAGES; i++)
      news[i] = i[$clog2(PAGES)-1:6] == addr[LINE-1:18] && (page.block || i[5:4] == addr[17:16]) &&
                (page.big || i[3:0] == addr[15:12]);
    for (int i = 0; i < HALVES; i++)
      here[i] = i[$clog2(HALVES)-1:0] == addr[LINE-1:18];
  end
  wire  [HALVES+PAGES-1:0] tells = {page.block ? here : '0, news};
  lutram_1r1w #(.WIDTH(HALVES + PAGES), .DEPTH(LINES), .EN_BITS(1)) u_known (
    .clk, .rd_addr(way), .rd_data({blocks, pages_known}),
    .wr_en(put), .wr_addr(way), .wr_be(known ? tells : '1), .wr_data(tells));
  wire                 of_block = (blocks & here) != '0;

  always_ff @(posedge clk)
    if (rst) begin
      there_q <= '0;
      rank_q  <= rank_first;
    end else if (step) begin
      if (inv) there_q <= '0;
      if (put) there_q <= there_q | used;
      if (pass || put) rank_q <= rank_next;
      for (int i = 0; i < LINES; i++)
        if (put && !known && oldest[i]) line_q[NW*i +: NW] <= addr[31:LINE];
    end

  // physical pages, sixteen in a row: those of 64 KB; of a block its first row
  logic [20*BIG-1:0]   row_new;
  logic [BIG-1:0]      row_be;
  wire  [20*BIG-1:0]   row;
  wire  [19:0]         page_new = page.page;
  always_comb
    for (int i = 0; i < BIG; i++) begin
      row_new[20*i +: 20] = {page_new[19:4], page.big ? i[3:0] : page_new[3:0]};
      row_be[i]           = page.big || addr[15:12] == i[3:0];
    end
  sram_1r1w #(.WIDTH(20*BIG), .DEPTH(LINES*PAGES/BIG), .EN_BITS(20), .COLLIDE(0)) u_pages (
    .clk, .rd_en(pass), .rd_addr({way, addr[LINE-1:18], of_block ? 2'd0 : addr[17:16]}), .rd_data(row),
    .wr_en(put), .wr_addr({way, addr[LINE-1:18], page.block ? 2'd0 : addr[17:16]}), .wr_be(row_be), .wr_data(row_new));

  // --- what goes out -----------------------------------------------------------------------------------
  gpu_req_t    out_q;
  logic        ask_q;                             // it is the question
  logic        block_q;                           // its page is known by a block
  wire  [17:0] out_addr = out_q.addr[17:0];
  wire  [19:0] out_page = row[20*out_addr[15:12] +: 20];
  always_ff @(posedge clk)
    if (rst) begin
      out_valid <= 1'b0;
      ask_q     <= 1'b0;
      wait_q    <= 1'b0;
      fault     <= '0;
    end else if (step) begin
      if (out_ready) out_valid <= 1'b0;
      if (look) begin
        out_valid <= 1'b1;
        out_q     <= head;
        ask_q     <= !hit;
        block_q   <= of_block;
      end
      if (ask)  wait_q <= 1'b1;
      if (back) wait_q <= 1'b0;
      // TLB-6
      fault <= (back && !page.valid) ? {1'b1, head.id[7:6], head.kind, head.space, addr} : '0;
    end

  always_comb begin
    out = out_q;
    if (ask_q) begin
      out.dst  = `XBAR_TO_MMU;
      out.id   = TEX != 0 ? {`TPC_PORT_TEX, 6'd0} : 8'd0;
      out.kind = `MEM_LOAD;
    end else begin
      out.dst  = {1'b0, out_addr[10:8]};
      out.addr = {out_page[19:6], block_q ? out_addr[17:16] : out_page[5:4], out_page[3:0], out_addr[11:0]};
    end
  end

  assign idle = !head_valid && !out_valid && !wait_q && !fault.valid;
  wire unused = &{1'b0, page.unused};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a line is in one way", rst || !head_valid || (match & (match - 1'b1)) == '0)
  `ASSERT("one line is the oldest", rst || (oldest != '0 && (oldest & (oldest - 1'b1)) == '0))
  `ASSERT("a page comes when the MMU was asked",
    rst || !step || !page_valid || (wait_q && !(out_valid && ask_q)))
  `ASSERT("nothing is under way when the lines become invalid",
    rst || !step || !inv || !(head_valid || out_valid || wait_q))

endmodule
`default_nettype wire
