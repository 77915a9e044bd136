// SPDX-License-Identifier: Apache-2.0
// tb_mem_share: three users that read and write the same few sectors of one memory of random speed: what is taken takes
// effect in that order, of those that ask the lowest number goes first, and every answer goes to who has asked
// (BOARD-13, BOARD-14).
//
//! test rtl
`default_nettype none
module tb_mem_share;
  localparam int USERS = 3, AW = 16, SECTORS = 32;
  logic clk = 1'b0, rst = 1'b1;
  always #1 clk = ~clk;

  int errors = 0, clocks = 0;
  task check(input bit ok, input [8*48-1:0] what);
    if (!ok) begin
      errors = errors + 1;
      if (errors < 10) $display("FAIL tb_mem_share: %0s, clock %0d", what, clocks);
      if (errors == 10) $finish;
    end
  endtask

  logic [USERS-1:0] valid = '0, write = '0;
  logic [(AW-5)*USERS-1:0] addr = '0;
  logic [32*USERS-1:0]  mask = '0;
  logic [256*USERS-1:0] data = '0;
  wire  [USERS-1:0] ready, take, rsp;
  logic [32*USERS-1:0] word;         // the present one of each
  wire  [31:0]  rsp_data;
  wire  [255:0] req_data, mem_rsp_data;
  wire          rsp_last, req_valid, req_ready, req_write, mem_rsp_valid, init_done;
  wire  [AW-1:5] req_addr;
  wire  [31:0]  req_mask;
  mem_share #(.USERS(USERS), .AW(AW)) dut (
    .clk, .rst, .user_valid(valid), .user_ready(ready), .user_take(take), .user_write(write), .user_addr(addr),
    .user_mask(mask), .user_data(word), .user_rsp(rsp), .user_rsp_data(rsp_data), .user_rsp_last(rsp_last),
    .req_valid, .req_ready, .req_write, .req_addr,
    .req_mask, .req_data, .rsp_valid(mem_rsp_valid), .rsp_data(mem_rsp_data));
  mem_model #(.BYTES(1 << AW), .MOST(60)) u_mem (
    .clk, .rst, .seed(32'd99), .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data,
    .rsp_valid(mem_rsp_valid), .rsp_data(mem_rsp_data), .init_done);

  // the memory as it is behind all that was taken; answers that each user waits for
  logic [255:0] held [0:SECTORS-1], want [0:16*USERS-1];
  int           first [0:USERS-1], left [0:USERS-1], at_word [0:USERS-1], given = 0, begun = -1, answers = 0,
      taken = 0, crowded = 0, at, so_far;
  logic [USERS-1:0] chosen = '0;     // the lowest of those who asked in the first clock behind the turn before
  logic         was_valid = 1'b0, was_ready = 1'b0;
  logic [AW-1:5] was_addr;
  logic [255:0] was_data;
  always @(negedge clk) for (int u = 0; u < USERS; u++) word[32*u +: 32] = data[256*u + 32*at_word[u] +: 32];
  always @(posedge clk) if (!rst) begin
    clocks = clocks + 1;
    // a request stays as it is until the memory takes it
    if (was_valid && !was_ready)
      check(req_valid && req_addr === was_addr && req_data === was_data, "a request changes while it waits");
    was_valid = req_valid;
    was_ready = req_ready;
    was_addr  = req_addr;
    was_data  = req_data;
    // answers
    check((rsp & (rsp - 1'b1)) === '0, "an answer for two");
    for (int u = 0; u < USERS; u++) if (rsp[u]) begin
      check(left[u] > 0, "an answer that nobody waits for");
      check(rsp_data === want[16*u + first[u]][32*given +: 32], "an answer is another one");
      check(rsp_last === (given == 7), "an answer has eight words");
      given = (given + 1) % 8;
      if (given == 0) begin
        first[u] = (first[u] + 1) % 16;
        left[u]  = left[u] - 1;
        answers  = answers + 1;
      end
    end
    if (given != 0) check(rsp != '0, "words of an answer come one after the other");
    // words of writes
    check((take & (take - 1'b1)) === '0, "words of two are taken");
    for (int u = 0; u < USERS; u++) if (take[u]) begin
      check(valid[u] && write[u], "a word that nobody gives");
      check(begun == -1 || begun == u, "one that has begun is overtaken");
      check(ready[u] === (at_word[u] == 7), "a write is taken with its eighth word");
      begun      = at_word[u] == 7 ? -1 : u;
      at_word[u] = (at_word[u] + 1) % 8;
    end
    // requests
    check((ready & (ready - 1'b1)) === '0, "two are taken");
    if (ready != '0) begin
      if ((valid & (valid - 1'b1)) != '0) crowded = crowded + 1;
      check(ready === chosen, "the lowest number goes first");
      chosen = '0;
    end else if (chosen == '0) chosen = valid & -valid;
    for (int u = 0; u < USERS; u++) if (ready[u] && valid[u]) begin
      taken = taken + 1;
      at = 32'(addr[(AW-5)*u +: AW-5]);
      if (write[u]) begin
        for (int b = 0; b < 32; b++) if (mask[32*u + b]) held[at][8*b +: 8] = data[256*u + 8*b +: 8];
      end else begin
        want[16*u + (first[u] + left[u]) % 16] = held[at];
        left[u] = left[u] + 1;
      end
      valid[u] <= 1'b0;
    end
    for (int u = 0; u < USERS; u++) if (!valid[u] && left[u] < 12 && $urandom % 4 == 0) begin
      valid[u] <= 1'b1;
      write[u] <= $urandom % 3 == 0;
      addr[(AW-5)*u +: AW-5] <= (AW-5)'($urandom % SECTORS);
      mask[32*u +: 32] <= $urandom;
      for (int w = 0; w < 8; w++) data[256*u + 32*w +: 32] <= $urandom;
    end
  end

  initial begin
    for (int s = 0; s < SECTORS; s++) begin
      for (int w = 0; w < 8; w++) held[s][32*w +: 32] = $urandom;
      u_mem.mem[s] = held[s];
    end
    for (int u = 0; u < USERS; u++) begin
      first[u]   = 0;
      left[u]    = 0;
      at_word[u] = 0;
    end
    repeat (4) @(posedge clk);
    rst <= 1'b0;
    so_far = 0;
    for (int i = 0; i < 200; i++) begin
      repeat (200) @(posedge clk);
      check(answers > so_far, "no answer for long");
      so_far = answers;
    end
    check(taken > 500 && crowded > 100, "too little has happened");
    if (errors == 0) $display("PASS tb_mem_share");
    $finish;
  end
endmodule
`default_nettype wire
