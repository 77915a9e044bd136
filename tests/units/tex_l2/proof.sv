// SPDX-License-Identifier: Apache-2.0
// tex_l2 on a memory of which one sector is watched: loads and writes of any sectors, misses that come in any order. A
// hit gives what memory holds, a line is in one way of its set, a sector is under way and comes once. Misses are
// neither lost nor made, and a lookup is taken exactly while one is free and the tags are cleared: so it waits for a
// sector that is under way, and nothing else.
//
//! proves texture L2: a hit gives what memory holds, a line is in one way, a sector is under way once and comes once
//! by step:12:1
//! test
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk,
  input wire       step,
  input wire       want,
  input wire       take,
  input wire [5:0] sector,
  input wire [1:0] value,            // that a write of the watched sector leaves
  input wire       come,
  input wire       come_index,
  input wire [1:0] come_data         // of a sector that is not watched
);
  `F_RESET
  (* anyconst *) wire [5:0] watched;

  wire       ready, hit, joins;
  wire       miss_index;
  wire [1:0] join_after, rd_data;
  reg  [1:0] place;
  wire       look = step && want && ready;
  reg  [1:0] asked, mine;            // misses under way; those of the watched sector
  reg  [3:0] asked_data;             // and what they read
  wire       fill = step && come && asked[come_index];
  (* keep *) tex_l2 #(.SETS(2), .WAYS(2), .MISSES(2), .SW(6), .DW(2), .PW(2)) dut (
    .clk, .rst, .step, .ready, .lk_valid(look), .lk_take(take), .lk_sector(sector), .lk_place(place), .hit, .joins,
    .join_after, .miss_index, .rd_data, .fill_valid(fill), .fill_index(come_index),
    .fill_data(mine[come_index] ? asked_data[2*come_index +: 2] : come_data));

  // --- the memory: a load reads what the writes before it left ------------------------------------------
  reg [1:0] memory;
  wire      load = look && !take, miss = load && !hit && !joins;
  always @(posedge clk)
    if (rst) begin
      asked  <= '0;
      mine   <= '0;
      place  <= '0;
    end else begin
      if (fill) asked[come_index] <= 1'b0;
      if (miss) begin
        asked[miss_index] <= 1'b1;
        mine[miss_index]  <= sector == watched;
        asked_data[2*miss_index +: 2] <= memory;
      end
      if (look && take && sector == watched) memory <= value;
      if (load) place <= place + 2'd1;
    end

  reg [1:0] begun;                       // two cycles clear the tags
  always @(posedge clk) begun <= rst ? 2'd0 : begun == 2'd2 ? 2'd2 : begun + 2'd1;

  // what a hit must give in the next cycle
  reg       check;
  reg [1:0] want_data;
  always @(posedge clk) begin
    check     <= !rst && hit && sector == watched;
    want_data <= memory;
  end

  `F_INSIDE [1:0] \dut.u_tags.match ;
  `F_INSIDE [1:0] \dut.live_q ;
  `F_INSIDE [1:0] \dut.used_q ;
  // rows of the memory that are read and written in one cycle (COLLIDE 0)
  `F_INSIDE       \dut.u_data.rd_en ;
  `F_INSIDE       \dut.u_data.wr_en ;
  `F_INSIDE [4:0] \dut.u_data.rd_addr ;
  `F_INSIDE [4:0] \dut.u_data.wr_addr ;
  wire [1:0] watched_live = \dut.live_q & mine;
  always @* if (!rst) begin
    if (check) assert(rd_data == want_data);
    if (look)  assert(\dut.u_tags.match != 2'b11);
    if (miss)  assert(!asked[miss_index]);
    assert(\dut.used_q == asked && ready == (begun == 2'd2 && asked != 2'b11));
    assert((watched_live & (watched_live - 2'd1)) == 2'd0);
    if (load && sector == watched && watched_live != 2'd0) assert(joins && !hit);
    if (hit) assert(!joins);
    if (\dut.u_data.rd_en && \dut.u_data.wr_en ) assert(\dut.u_data.rd_addr != \dut.u_data.wr_addr );
  end

  // --- how far it is: what makes this an induction ---------------------------------------------------------------
  `F_INSIDE [1:0]  \dut.clear_q ;
  `F_INSIDE [31:0] \dut.there_q ;
  `F_INSIDE [11:0] \dut.sector_q ;
  `F_INSIDE [1:0]  \dut.way_q ;
  `F_INSIDE [1:0]  \dut.u_tags.clear_q ;
  `F_INSIDE [5:0]  \dut.u_tags.u_tags.mem[0] ;
  `F_INSIDE [5:0]  \dut.u_tags.u_tags.mem[1] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[0] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[1] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[2] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[3] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[4] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[5] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[6] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[7] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[8] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[9] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[10] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[11] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[12] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[13] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[14] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[15] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[16] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[17] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[18] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[19] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[20] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[21] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[22] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[23] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[24] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[25] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[26] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[27] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[28] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[29] ;
  `F_INSIDE [1:0] \dut.u_data.g_any.mem[30] ; `F_INSIDE [1:0] \dut.u_data.g_any.mem[31] ;
  wire [63:0] data = {
    \dut.u_data.g_any.mem[31] , \dut.u_data.g_any.mem[30] , \dut.u_data.g_any.mem[29] , \dut.u_data.g_any.mem[28] ,
    \dut.u_data.g_any.mem[27] , \dut.u_data.g_any.mem[26] , \dut.u_data.g_any.mem[25] , \dut.u_data.g_any.mem[24] ,
    \dut.u_data.g_any.mem[23] , \dut.u_data.g_any.mem[22] , \dut.u_data.g_any.mem[21] , \dut.u_data.g_any.mem[20] ,
    \dut.u_data.g_any.mem[19] , \dut.u_data.g_any.mem[18] , \dut.u_data.g_any.mem[17] , \dut.u_data.g_any.mem[16] ,
    \dut.u_data.g_any.mem[15] , \dut.u_data.g_any.mem[14] , \dut.u_data.g_any.mem[13] , \dut.u_data.g_any.mem[12] ,
    \dut.u_data.g_any.mem[11] , \dut.u_data.g_any.mem[10] , \dut.u_data.g_any.mem[9] , \dut.u_data.g_any.mem[8] ,
    \dut.u_data.g_any.mem[7] , \dut.u_data.g_any.mem[6] , \dut.u_data.g_any.mem[5] , \dut.u_data.g_any.mem[4] ,
    \dut.u_data.g_any.mem[3] , \dut.u_data.g_any.mem[2] , \dut.u_data.g_any.mem[1] , \dut.u_data.g_any.mem[0] };
  wire [11:0] tags = {\dut.u_tags.u_tags.mem[1] , \dut.u_tags.u_tags.mem[0] };   // of {set, way}: {there, tag}
  reg  [5:0]  s;                         // sector of a miss; place of its line, of the watched one
  reg  [1:0]  at;
  always @* if (!rst) begin
    assert(\dut.clear_q == begun && \dut.u_tags.clear_q == begun);
    if (begun != 2'd2) assert(asked == 2'd0 && \dut.live_q == 2'd0 && \dut.there_q == 32'd0);
    if (begun == 2'd1) assert(tags[5:0] == 6'd0);
    if (begun == 2'd2)
      for (int k = 0; k < 2; k++) assert(!tags[6*k+2] || tags[6*k +: 3] != tags[6*k+3 +: 3]);
    // a live miss: its line is there and waits for it
    assert((\dut.live_q & ~asked) == 2'd0);
    if (\dut.live_q == 2'b11) assert(\dut.sector_q [5:0] != \dut.sector_q [11:6]);
    for (int i = 0; i < 2; i++)
      if (\dut.live_q [i]) begin
        s  = \dut.sector_q [6*i +: 6];
        at = {s[3], \dut.way_q [i]};
        assert(tags[3*at +: 3] == {1'b1, s[5:4]} && !\dut.there_q [{at, s[2:0]}]);
        assert(mine[i] == (s == watched) && (!mine[i] || asked_data[2*i +: 2] == memory));
      end
    // what is there of the watched sector
    for (int w = 0; w < 2; w++) begin
      at = {watched[3], 1'(w)};
      if (begun == 2'd2 && tags[3*at +: 3] == {1'b1, watched[5:4]} && \dut.there_q [{at, watched[2:0]}])
        assert(data[{at, watched[2:0], 1'b0} +: 2] == memory);
    end
  end
endmodule
