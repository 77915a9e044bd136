// SPDX-License-Identifier: Apache-2.0
// part_answers: requests of a partition that wait for a sector, each in a place whose number is the id of its read; the
// sectors that came; the answers, one after the other.
//
// From the partition  take_*: a request takes the next place; with joins it waits for the sector of place join_after
//                     and those behind it, and reads nothing; cur_done: the current answer leaves (all with step)
// From the controller in: a sector (with step)
// To   the partition  room, place: the next place; fill_*: the sector of a texture miss has its turn; cur_*: the
//                     current answer and its sector
// Rules: PART-5, PART-6 (docs/units).
`include "gpu/packet_types.svh"
`include "assert.svh"
`default_nettype none

module part_answers #(
  parameter int IX = 5                   // bits of an index
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,

  output wire          room,
  output logic [5:0]   place,
  input  wire          take_valid,
  input  wire  [1:0]   take_kind,        // PLACE_*
  input  wire  [3:0]   take_src,
  input  wire  [7:0]   take_id,
  input  wire [IX-1:0] take_index,       // miss of the texture L2, atomic
  input  wire          joins,
  input  wire  [5:0]   join_after,

  input  wire          in_valid,
  input  wire dram_rsp_t in,

  output wire          fill_valid,
  output wire [IX-1:0] fill_index,
  output wire [255:0]  fill_data,

  output logic         cur_valid,
  output logic [1:0]   cur_kind,
  output logic [3:0]   cur_src,
  output logic [7:0]   cur_id,
  output logic [IX-1:0] cur_index,
  output logic [255:0] cur_data,
  input  wire          cur_done,
  output wire          idle              // no place is taken
);

  localparam int RW = 2 + 4 + 8 + IX;

  logic [63:0] busy_q, chained_q;        // taken places; those behind which another waits
  logic [5:0]  cur_q;
  assign room = !busy_q[place];
  assign idle = busy_q == '0;

  // --- sectors that came, in their order -------------------------------------------------------------
  wire [5:0] head;
  wire       head_valid, pop, came_room;
  sync_fifo #(.WIDTH(6), .DEPTH(64)) u_came (
    .clk, .rst, .in_valid, .in_ready(came_room), .in_data(in.id), .out_valid(head_valid), .out_ready(pop),
    .out_data(head));
  lutram_1r1w #(.WIDTH(256), .DEPTH(64), .EN_BITS(256)) u_data (
    .clk, .rd_addr(head), .rd_data(fill_data), .wr_en(in_valid), .wr_addr(in.id), .wr_be(1'b1), .wr_data(in.data));

  // --- who waits ----------------------------------------------------------------------------------------
  wire [5:0]    next;
  wire          chain = cur_done && chained_q[cur_q];
  wire [5:0]    to    = chain ? next : head;
  wire [RW-1:0] record;
  lutram_1r1w #(.WIDTH(RW), .DEPTH(64), .EN_BITS(RW)) u_records (
    .clk, .rd_addr(to), .rd_data(record), .wr_en(take_valid), .wr_addr(place), .wr_be(1'b1),
    .wr_data({take_kind, take_src, take_id, take_index}));
  lutram_1r1w #(.WIDTH(6), .DEPTH(64), .EN_BITS(6)) u_next (
    .clk, .rd_addr(cur_q), .rd_data(next), .wr_en(take_valid && joins), .wr_addr(join_after), .wr_be(1'b1),
    .wr_data(place));

  assign pop        = step && head_valid && (!cur_valid || cur_done) && !chain;
  assign fill_valid = pop && record[RW-1 -: 2] == `PLACE_TEX;
  assign fill_index = record[IX-1:0];

  always_ff @(posedge clk)
    if (rst) begin
      busy_q    <= '0;
      chained_q <= '0;
      place     <= '0;
      cur_valid <= 1'b0;
    end else if (step) begin
      if (cur_done) busy_q[cur_q] <= 1'b0;
      if (take_valid) begin
        busy_q[place]    <= 1'b1;
        chained_q[place] <= 1'b0;
        place            <= place + 6'd1;
        if (joins) chained_q[join_after] <= 1'b1;
      end
      if (pop || chain) begin
        cur_valid <= 1'b1;
        cur_q     <= to;
        {cur_kind, cur_src, cur_id, cur_index} <= record;
      end else if (cur_done) cur_valid <= 1'b0;
      if (pop) cur_data <= fill_data;
    end

  `ASSERT("a place that is taken was free", rst || !take_valid || room)
  `ASSERT("a sector that comes is waited for", rst || !in_valid || (came_room && busy_q[in.id]))
  `ASSERT("an answer that leaves is there", rst || !cur_done || cur_valid)

endmodule
`default_nettype wire
