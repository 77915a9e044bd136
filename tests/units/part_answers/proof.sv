// SPDX-License-Identifier: Apache-2.0
// part_answers of four places with any requests, some of which wait behind a texture miss, and sectors that come in any
// order. Two requests are watched, whichever: each has its turn once, when its sector is there, with what it was taken
// with and the sector's data; one after the other as their sectors came, or behind one miss as they were taken; of a
// miss the cache is told once. While one waits whose sector is there, each step has an answer. The place of a request
// is free when that has left, and only then.
//
// A request waits behind a miss that has not had its turn in an earlier step, behind the last one there (PART-9); it is
// taken when there is room (PART-4). Rules (docs/units): PART-3, PART-5, PART-6.
//
//! proves answers of a partition: each request once, in order of the sectors, with its own; places neither lost nor
//! proves made
//! by abc:10
//! in part_answers.sv
//! - [5:0]
//! + [1:0]
//! - [63:0]
//! + [3:0]
//! - (64)
//! + (4)
//! - (6)
//! + (2)
//! - 6'd1
//! + 2'd1
//! - (256)
//! + (2)
`include "formal.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module proof (input wire clk, step, want, done, come, join_one, data, src,
                       input wire [1:0] kind, to, at, index, pick);
  `F_RESET
  wire        room, fill_valid, cur_valid, idle;
  wire [1:0]  place, fill_index, cur_kind, cur_index;
  wire [3:0]  cur_src;
  wire [7:0]  cur_id;
  wire [255:0] fill_data, cur_data;

  // surroundings: reads under way, sectors that came for a request that has not had its turn, misses with the last one
  // that waits behind them
  reg  [3:0]  on, came, live, sector;
  reg  [7:0]  tail;
  reg  [15:0] number;                    // of a sector that came
  reg  [3:0]  numbers;
  reg  [1:0]  next;
  wire        take  = step && want && room && !rst;
  wire        joins = take && join_one && live[to];
  wire [1:0]  k     = joins ? `PLACE_LOAD : kind;
  wire [1:0]  x     = k == `PLACE_TEX ? next : index;
  wire        in    = step && come && !rst && on[at];
  wire        left  = step && cur_valid && done && !rst;
  wire [1:0]  behind = joins ? to : next;

  // the two
  reg  [1:0]  there, known, met, fresh;  // taken and not left; its sector came; it was current; a step since it came
  reg  [1:0]  place0, place1, of0, of1, k0, k1, x0, x1;
  reg         src0, src1, data0, data1, first0;
  reg  [3:0]  number0, number1;
  reg  [1:0]  old;                       // it has left and its place was not given since
  wire [1:0]  mine = take ? pick & ~there & ~{pick[0] && !there[0], 1'b0} : 2'd0;

  (* keep *) part_answers #(.IX(2)) dut (
    .clk, .rst, .step, .room, .place, .take_valid(take), .take_kind(k), .take_src({3'd0, src}), .take_id({6'd0, mine}),
    .take_index(x), .joins, .join_after(tail[2*to +: 2]), .in_valid(in), .in({4'd0, at, 255'd0, data}), .fill_valid,
    .fill_index, .fill_data, .cur_valid, .cur_kind, .cur_src, .cur_id, .cur_index, .cur_data, .cur_done(left), .idle);
  wire [1:0]  now = cur_valid ? cur_id[1:0] : 2'd0;

  reg  [2:0]  n;                         // under way
  reg         told;                      // in the step before the cache was told of a miss
  reg  [1:0]  told_x;
  always @(posedge clk)
    if (rst) begin
      {on, came, live} <= 12'd0;
      {numbers, next, n} <= 9'd0;
      {there, known, met, fresh, old} <= 10'd0;
      told <= 1'b0;
    end else if (step) begin
      n <= n + {2'd0, take} - {2'd0, left};
      if (in) begin
        on[at]     <= 1'b0;
        came[at]   <= 1'b1;
        sector[at] <= data;
        number[4*at +: 4] <= numbers;
        numbers    <= numbers + 4'd1;
      end
      if (fill_valid) live[fill_index] <= 1'b0;
      told   <= fill_valid;
      told_x <= fill_index;
      if (take) begin
        next           <= next + 2'd1;
        on[next]       <= !joins;
        came[next]     <= 1'b0;
        live[next]     <= k == `PLACE_TEX;
        tail[2*behind +: 2] <= next;
      end
      there <= (there | mine) & ~(left ? now : 2'd0);
      if (mine[0]) begin
        {place0, of0, k0, x0, src0} <= {next, behind, k, x, src};
        known[0] <= joins && came[to];
        {number0, data0} <= {number[4*to +: 4], sector[to]};
        first0 <= 1'b0;
      end
      if (mine[1]) begin
        {place1, of1, k1, x1, src1} <= {next, behind, k, x, src};
        known[1] <= joins && came[to];
        {number1, data1} <= {number[4*to +: 4], sector[to]};
        first0 <= there[0];
      end
      if (in && ((there[0] && !known[0] && at == of0) || (mine[0] && joins && at == to))) begin
        known[0] <= 1'b1;
        {number0, data0} <= {numbers, data};
      end
      if (in && ((there[1] && !known[1] && at == of1) || (mine[1] && joins && at == to))) begin
        known[1] <= 1'b1;
        {number1, data1} <= {numbers, data};
      end
      fresh <= there & known;
      met   <= (met | now) & ~mine;
      old   <= (old | (left ? now : 2'd0)) & ~{take && next == place1, take && next == place0} & ~mine;
    end

  wire ahead  = number0 < number1 || (number0 == number1 && first0);
  always @* if (!rst && numbers != 4'hf) begin
    assert(place == next && idle == (n == 3'd0) && n <= 3'd4);
    // places
    if (there[0] && next == place0) assert(!room);
    if (there[1] && next == place1) assert(!room);
    if (old[0] && next == place0) assert(room);
    if (old[1] && next == place1) assert(room);
    // once, with its own
    assert(now != 2'd3 && (now & ~(there & known)) == 2'd0);
    if (now[0]) assert({cur_kind, cur_index, cur_src, cur_data[0]} == {k0, x0, 3'd0, src0, data0});
    if (now[1]) assert({cur_kind, cur_index, cur_src, cur_data[0]} == {k1, x1, 3'd0, src1, data1});
    // in order
    if (now[0] && there[1] && known[1]) assert(ahead);
    if (now[1] && there[0] && known[0]) assert(!ahead);
    // none starves
    if ((fresh & there) != 2'd0) assert(cur_valid);
    // of a miss
    if (fill_valid) assert(live[fill_index] && came[fill_index] && fill_data[0] == sector[fill_index]);
    if (now[0] && !met[0]) assert(told == (k0 == `PLACE_TEX) && (!told || told_x == x0));
    if (now[1] && !met[1]) assert(told == (k1 == `PLACE_TEX) && (!told || told_x == x1));
  end
endmodule
`default_nettype wire
