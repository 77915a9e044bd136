// SPDX-License-Identifier: Apache-2.0
// tb_distributor: grids on a chip of several SMs, beside the rules in the words of a program (DIST-2, DIST-3, DIST-4,
// DIST-6): every block comes to the SM, in the cycle and in the order that they say, and stays until it is accepted,
// while the clock stops at random.
//
//! test rtl
`include "sm_types.svh"
`default_nettype none
module tb_distributor;
  localparam int TPCS = 3, SMS = 3, N = TPCS * SMS, SEND = 20, DONE = 20;

  logic clk = 1'b0, rst = 1'b1, en = 1'b0;
  always #1 clk = ~clk;

  int errors = 0, cycle = 0;
  task check(input bit ok, input [8*56-1:0] what);
    if (!ok) begin
      errors = errors + 1;
      if (errors < 10) $display("FAIL tb_distributor: %0s, cycle %0d", what, cycle);
      if (errors == 10) $finish;
    end
  endtask

  logic [31:0] grid_x = 32'd1, grid_y = 32'd1;
  logic [3:0]  places = 4'd1, first_tpc = 4'd0;
  wire  [3:0]  next_tpc;
  wire  [31:0] sent;
  wire         all_sent;
  logic [N-1:0] blk_done = '0, blk_ready = '0;
  wire  [N-1:0] blk_valid;
  wire  [`BLOCK_W*N-1:0] blk;
  distributor #(.TPCS(TPCS), .SMS(SMS)) dut (
    .clk, .rst, .en, .grid_x, .grid_y, .places, .first_tpc, .next_tpc, .sent, .all_sent, .blk_done, .blk_valid,
    .blk_ready, .blk);

  // --- the rules -------------------------------------------------------------------------------------
  // of each SM: free places that are known; blocks sent, when they are offered; ends of blocks, when they were
  int free [0:N-1], in_when [0:8*N-1], in_block [0:8*N-1], in_head [0:N-1], in_count [0:N-1];
  int end_when [0:16*N-1], end_head [0:N-1], end_count [0:N-1];
  int turn, turns [0:TPCS-1], given, who, tpc, at;
  task begins;
    begin
      cycle = 0;
      given = 0;
      turn  = 32'(first_tpc);
      for (int t = 0; t < TPCS; t++) turns[t] = 0;
      for (int s = 0; s < N; s++) begin
        free[s] = 32'(places);
        in_head[s] = 0;
        in_count[s] = 0;
        end_head[s] = 0;
        end_count[s] = 0;
      end
    end
  endtask
  // DIST-2: in this cycle
  task decide;
    begin
      for (int s = 0; s < N; s++)
        while (end_count[s] > 0 && end_when[16*s + end_head[s]] + DONE <= cycle) begin
          end_head[s] = (end_head[s] + 1) % 16;
          end_count[s] = end_count[s] - 1;
          free[s] = free[s] + 1;
        end
      who = -1;
      for (int t = 0; t < TPCS && who < 0; t++)
        for (int s = 0; s < SMS && who < 0; s++) begin
          tpc = (turn + t) % TPCS;
          at  = tpc * SMS + (turns[tpc] + s) % SMS;
          if (free[at] > 0) who = at;
        end
      if (who >= 0 && given < grid_x * grid_y) begin
        at = 8 * who + (in_head[who] + in_count[who]) % 8;
        in_when[at]  = cycle + SEND;
        in_block[at] = given;
        in_count[who] = in_count[who] + 1;
        free[who] = free[who] - 1;
        given = given + 1;
        turns[who / SMS] = (who % SMS + 1) % SMS;
        turn = (who / SMS + 1) % TPCS;
      end
    end
  endtask

  // --- the SMs: blocks take some cycles each -----------------------------------------------------------
  int left [0:8*N-1], ended, b, waited = 0, stood = 0, most;
  always @(posedge clk) begin
    en <= $urandom % 8 != 0;
    if (!rst && !en) stood = stood + 1;
    if (!rst && en) begin
      check(sent === given && all_sent === (given == grid_x * grid_y), "the blocks sent");
      for (int s = 0; s < N; s++) begin
        check(blk_valid[s] === (in_count[s] > 0 && in_when[8*s + in_head[s]] <= cycle),
              "a block is offered early or late");
        b = in_block[8*s + in_head[s]];
        if (blk_valid[s]) begin
          check(blk[`BLOCK_W*s +: `BLOCK_W] === {16'(b / grid_x), 16'(b % grid_x)}, "another block is offered");
          if (!blk_ready[s]) waited = waited + 1;
        end
      end
      decide;
      for (int s = 0; s < N; s++) begin
        if (blk_valid[s] && blk_ready[s]) begin
          in_head[s] = (in_head[s] + 1) % 8;
          in_count[s] = in_count[s] - 1;
          at = 0;
          while (at < 8 && left[8*s + at] != 0) at = at + 1;
          check(at < places, "an SM has more blocks than places");
          left[8*s + at] = 2 + $urandom % most;
        end
        if (blk_done[s]) begin
          end_when[16*s + (end_head[s] + end_count[s]) % 16] = cycle;
          end_count[s] = end_count[s] + 1;
          ended = ended + 1;
        end
        blk_done[s] <= 1'b0;
        for (int i = 0; i < 8; i++) if (left[8*s + i] > 1) left[8*s + i] = left[8*s + i] - 1;
        for (int i = 7; i >= 0; i--) if (left[8*s + i] == 1) at = i;
        if (left[8*s + at % 8] == 1) begin
          left[8*s + at % 8] = 0;
          blk_done[s] <= 1'b1;
        end
        blk_ready[s] <= $urandom % 4 == 0;
      end
      cycle = cycle + 1;
    end
  end

  initial begin
    for (int i = 0; i < 8 * N; i++) left[i] = 0;
    for (int t = 0; t < 30; t++) begin
      grid_x <= 1 + $urandom % 9;
      grid_y <= 1 + $urandom % 12;
      places <= t == 0 ? 4'd8 : 4'(1 + $urandom % 8);
      first_tpc <= 4'($urandom % TPCS);
      most  = 1 + $urandom % 120;
      ended = 0;
      repeat (3) @(posedge clk);
      begins;
      rst <= 1'b0;
      for (int i = 0; i < 20_000 && ended < grid_x * grid_y; i++) @(posedge clk);
      #1 check(ended == grid_x * grid_y, "all blocks");
      check(next_tpc === 4'(turn), "who gets the first block of the next launch");
      rst <= 1'b1;
    end
    if (waited < 100 || stood < 100) check(1'b0, "too little has happened");
    if (errors == 0) $display("PASS tb_distributor");
    $finish;
  end
endmodule
`default_nettype wire
