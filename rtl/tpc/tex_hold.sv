// SPDX-License-Identifier: Apache-2.0
// tex_hold: a pipe that holds each entry back for CYCLES cycles, then a queue.
//
// What comes in cycle c is offered from c + CYCLES + 1 on, behind those before it, one in each cycle in which it is
// taken. At most DEPTH entries may be inside.
//
// Entries lie in a memory; `now` counts while some are to ripen, and each has the count at which it came, so they ripen
// in turn, whether those before them are taken or not. Ripe entries move to a queue of four.
`include "assert.svh"
`default_nettype none

module tex_hold #(
  parameter int WIDTH  = 139,
  parameter int DEPTH  = 64,             // power of two
  parameter int CYCLES = 230             // at least 3
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               in_valid,
  input  wire  [WIDTH-1:0]  in_data,
  output wire               out_valid,
  input  wire               out_ready,
  output wire  [WIDTH-1:0]  out_data
);

  localparam int AW  = $clog2(DEPTH);
  localparam int TW  = $clog2(CYCLES);
  localparam int AGE = CYCLES - 2;       // an entry that old can be read in the next cycle
  if (DEPTH != (1 << AW) || CYCLES < 3) begin : g_bad
    tex_hold_DEPTH_must_be_a_power_of_two_and_CYCLES_at_least_3 u();
  end

  // --- ages -------------------------------------------------------------------------------------------
  logic [AW:0]   tail_q, ripe_q, head_q; // entries that came, were old enough, were read
  logic [TW-1:0] now_q;
  wire  [TW-1:0] came;
  wire           young = tail_q != ripe_q;
  logic          ripens;
  lutram_1r1w #(.WIDTH(TW), .DEPTH(DEPTH), .EN_BITS(TW)) u_came (
    .clk, .rd_addr(ripe_q[AW-1:0]), .rd_data(came),
    .wr_en(in_valid), .wr_addr(tail_q[AW-1:0]), .wr_be(1'b1), .wr_data(now_q));
  always_comb begin
    ripens = 1'b0;
    if (young) ripens = TW'(now_q - came) == TW'(AGE);
  end

  // --- entries -----------------------------------------------------------------------------------------
  logic             read_q;              // one is on its way to the queue
  logic [2:0]       room_q;              // places of the queue without that
  wire              in_ready;
  wire              pop  = out_valid && out_ready;
  wire              read = (head_q != ripe_q) && (room_q != '0);
  wire  [WIDTH-1:0] entry;
  sram_1r1w #(.WIDTH(WIDTH), .DEPTH(DEPTH), .EN_BITS(WIDTH), .COLLIDE(0)) u_entries (
    .clk, .rd_en(read), .rd_addr(head_q[AW-1:0]), .rd_data(entry),
    .wr_en(in_valid), .wr_addr(tail_q[AW-1:0]), .wr_be(1'b1), .wr_data(in_data));
  sync_fifo #(.WIDTH(WIDTH), .DEPTH(4)) u_queue (
    .clk, .rst, .in_valid(read_q), .in_ready, .in_data(entry), .out_valid, .out_ready, .out_data);

  always_ff @(posedge clk)
    if (rst) begin
      tail_q <= '0;
      ripe_q <= '0;
      head_q <= '0;
      now_q  <= '0;
      read_q <= 1'b0;
      room_q <= 3'd4;
    end else if (in_valid || young || (head_q != ripe_q) || read_q || out_valid) begin      // else nothing is there
      if (in_valid || young) now_q <= now_q + 1'b1;
      if (in_valid)          tail_q <= tail_q + 1'b1;
      if (ripens)            ripe_q <= ripe_q + 1'b1;
      if (read)              head_q <= head_q + 1'b1;
      read_q <= read;
      if (read != pop)       room_q <= pop ? room_q + 3'd1 : room_q - 3'd1;
    end

  // --- cannot happen ------------------------------------------------------------------------------------
  `ASSERT("no more entries come than there is room for", rst || !in_valid || (AW+1)'(tail_q - head_q) != (AW+1)'(DEPTH))
  `ASSERT("the queue has room for what is read", rst || !read_q || in_ready)

endmodule
`default_nettype wire
