// SPDX-License-Identifier: Apache-2.0
// tex_l2 on a memory of which one sector is watched: loads and writes of any sectors, misses that come in any order. A
// hit gives what memory holds, a line is in one way of its set, a sector is under way and comes once. Misses are
// neither lost nor made, and a lookup is taken exactly while one is free and the tags are cleared: so it waits for a
// sector that is under way, and nothing else.
`include "formal.svh"
`default_nettype none

module f_tex_l2 (
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
  wire [1:0] watched_live = \dut.live_q & mine;
  always @* if (!rst) begin
    if (check) assert(rd_data == want_data);
    if (look)  assert(\dut.u_tags.match != 2'b11);
    if (miss)  assert(!asked[miss_index]);
    assert(\dut.used_q == asked && ready == (begun == 2'd2 && asked != 2'b11));
    assert((watched_live & (watched_live - 2'd1)) == 2'd0);
    if (load && sector == watched && watched_live != 2'd0) assert(joins && !hit);
    if (hit) assert(!joins);
  end
endmodule
