// SPDX-License-Identifier: Apache-2.0
// distributor: the blocks of a grid to the SMs of a chip (docs/units/distributor.md; cmodel/run/distributor.c is the
// same in C).
//
// Several SMs: a block is sent in each cycle in which an SM has a free place, TPCs in turn, in each its SMs in turn. It
// is on its way for SEND cycles, waits in a queue at its SM until that accepts it, and its place is free again DONE
// cycles after its end. One SM: the next block is always offered (DIST-1).
//
//    grid --> next block --> choice --> SEND cycles --> queue of SM s --> blk_*[s]
//                              ^ free places <-- DONE cycles <-- blk_done[s]
//
// Cycle 0 is the one that ends with the first edge behind rst in which en is 1; edges without it do not count.
`include "sm_types.svh"
`default_nettype none

module distributor #(
  parameter int TPCS = 1,
  parameter int SMS  = 3,                            // of each
  parameter int SEND = gpu_cfg::BLOCK_SEND_CYCLES,   // 2 or more
  parameter int DONE = gpu_cfg::BLOCK_DONE_CYCLES    // 2 or more
) (
  input  wire           clk,
  input  wire           rst,                         // until cycle 0: what follows is taken over
  input  wire           en,
  input  wire  [31:0]   grid_x,                      // stays as it is
  input  wire  [31:0]   grid_y,
  input  wire  [3:0]    places,                      // blocks that an SM holds at a time (max_blocks): 1 to 8
  input  wire  [3:0]    first_tpc,                   // asked first for the first block (DIST-4)
  output wire  [3:0]    next_tpc,                    // the same for the next block, and so for the next launch
  output logic [31:0]   sent,                        // blocks; of one SM: accepted
  output logic          all_sent,

  input  wire  [TPCS*SMS-1:0] blk_done,
  output wire  [TPCS*SMS-1:0] blk_valid,
  input  wire  [TPCS*SMS-1:0] blk_ready,
  output wire  [`BLOCK_W*TPCS*SMS-1:0] blk           // block_t
);

  localparam int N = TPCS * SMS, NW = N > 1 ? $clog2(N) : 1;

  // --- the next block, x fastest ---------------------------------------------------------------------
  block_t        next_q;
  wire           send;
  always_ff @(posedge clk)
    if (rst) begin
      next_q   <= '0;
      sent     <= '0;
      all_sent <= 1'b0;
    end else if (en && send) begin
      sent     <= sent + 32'd1;
      next_q.x <= next_q.x + 16'd1;
      if ({16'd0, next_q.x} + 32'd1 == grid_x) begin
        next_q.x <= '0;
        next_q.y <= next_q.y + 16'd1;
        all_sent <= {16'd0, next_q.y} + 32'd1 == grid_y;
      end
    end

  if (N == 1) begin : g_direct
    assign blk_valid = !rst && !all_sent;
    assign blk       = next_q;
    assign send      = blk_valid && blk_ready;
    assign next_tpc  = '0;
    wire unused = &{1'b0, blk_done, places, first_tpc};
  end else begin : g_several

    // --- free places (DIST-3) ------------------------------------------------------------------------
    wire  [NW-1:0] to;                               // who gets the block that is sent
    logic [4*N-1:0] free_q;
    logic [N*(DONE-1)-1:0] done_q;                   // ends of blocks on their way, the latest lowest
    wire  [N-1:0]  heard = done_q[N*(DONE-2) +: N];
    logic [N-1:0]  some;
    always_comb for (int s = 0; s < N; s++) some[s] = free_q[4*s +: 4] != '0;
    always_ff @(posedge clk)
      if (rst) begin
        free_q <= {N{places}};
        done_q <= '0;
      end else if (en) begin
        done_q <= (N*(DONE-1))'({done_q, blk_done});
        for (int s = 0; s < N; s++)
          free_q[4*s +: 4] <= free_q[4*s +: 4] + 4'(heard[s]) - 4'(send && to == NW'(s));
      end

    // --- who gets it: TPCs in turn, in each its SMs in turn (DIST-2) ---------------------------------
    localparam int TW = TPCS > 1 ? $clog2(TPCS) : 1, SW = SMS > 1 ? $clog2(SMS) : 1;
    logic [TW-1:0] turn_q, tpc;
    logic [SW*TPCS-1:0] turns_q;                     // of the SMs of each TPC
    logic [SW-1:0] turn, sm;
    logic [TPCS-1:0] open;                           // a TPC with a place
    always_comb begin
      for (int t = 0; t < TPCS; t++) open[t] = some[SMS*t +: SMS] != '0;
      tpc = '0;
      for (int i = 2 * TPCS - 1; i >= 0; i--) if (open[i % TPCS] && i >= 32'(turn_q)) tpc = TW'(i % TPCS);
      turn = turns_q[SW*tpc +: SW];
    end
    wire [SMS-1:0] mine = some[SMS*tpc +: SMS];
    always_comb begin
      sm = '0;
      for (int i = 2 * SMS - 1; i >= 0; i--) if (mine[i % SMS] && i >= 32'(turn)) sm = SW'(i % SMS);
    end
    assign to   = NW'(SMS * tpc) + NW'(sm);
    assign send = !all_sent && open != '0;
    always_ff @(posedge clk)
      if (rst) begin
        turn_q  <= TW'(first_tpc);
        turns_q <= '0;
      end else if (en && send) begin
        turn_q  <= 32'(tpc) == TPCS - 1 ? '0 : tpc + 1'b1;
        turns_q[SW*tpc +: SW] <= 32'(sm) == SMS - 1 ? '0 : sm + 1'b1;
      end
    assign next_tpc = 4'(turn_q);
    wire unused = &{1'b0, first_tpc};                // its high bits

    // --- the way to the SM, and the queue there (DIST-3) ---------------------------------------------
    localparam int WW = NW + `BLOCK_W;
    logic [SEND-2:0]        way_valid_q;             // the latest lowest
    logic [WW*(SEND-1)-1:0] way_q;
    wire  [NW-1:0]          at = way_q[WW*(SEND-2) + `BLOCK_W +: NW];
    always_ff @(posedge clk)
      if (rst) way_valid_q <= '0;
      else if (en) begin
        way_valid_q <= (SEND-1)'({way_valid_q, send});
        way_q       <= (WW*(SEND-1))'({way_q, to, next_q});
      end

    wire [N-1:0] room;
    for (genvar s = 0; s < N; s++) begin : g_sm
      sync_fifo #(.WIDTH(`BLOCK_W), .DEPTH(8)) u_queue (
        .clk, .rst, .in_valid(en && way_valid_q[SEND-2] && at == NW'(s)), .in_ready(room[s]),
        .in_data(way_q[WW*(SEND-2) +: `BLOCK_W]), .out_valid(blk_valid[s]), .out_ready(en && blk_ready[s]),
        .out_data(blk[`BLOCK_W*s +: `BLOCK_W]));
    end

    // --- cannot happen -------------------------------------------------------------------------------
    `include "assert.svh"
    `ASSERT("no more blocks wait at an SM than it has places", rst || !en || !way_valid_q[SEND-2] || room[at])
  end

endmodule
`default_nettype wire
