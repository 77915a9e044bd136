// SPDX-License-Identifier: Apache-2.0
// tb_l3_due: l3_due on a memory of random speed: every word of every line comes in its cycle (BOARD-5), whenever the
// clock is stopped besides, and is that of memory or 0. A launch ends at any moment; the next begins when nothing is
// asked of the memory (BOARD-13).
//
//! test rtl
`default_nettype none
module tb_l3_due;
  localparam int AW = 21, LATENCY = 30, LINES = 90;
  localparam logic [31:0] CODE = 32'h0001_0100, CONSTANTS = 32'h0010_0000, CODE_BYTES = 32'd4 * 32'd1003;
  localparam logic [15:0] BOUND = 16'h8005;

  logic clk = 1'b0, rst = 1'b1, clear = 1'b0, run = 1'b0, clk_en = 1'b0;
  always #1 clk = ~clk;

  int errors = 0;
  task fail(input [8*48-1:0] what);
    begin
      errors = errors + 1;
      if (errors < 10) $display("FAIL tb_l3_due: %0s, cycle %0d", what, cycle);
      if (errors == 10) $finish;
    end
  endtask

  logic [31:0]  cycle = 32'd0;
  logic         req_valid = 1'b0;
  logic [24:6]  req_addr = '0;
  wire          late, idle, rsp_valid, mem_valid, mem_ready, mem_take, mem_rsp_valid, mem_rsp_last, init_done,
                at_valid, at_ready, at_write, at_rsp_valid;
  wire  [31:0]  rsp_data, mem_rsp_data, at_mask;
  wire  [AW-1:5] mem_addr, at_addr;
  wire  [255:0] at_data, at_rsp_data;
  l3_due #(.LATENCY(LATENCY), .AW(AW)) dut (
    .clk, .rst(rst || clear), .run,
    .clk_en(clk_en && !late), .cycle(cycle[15:0]), .late, .idle, .code_base(CODE[AW-1:8]),
    .code_words(CODE_BYTES[31:2]), .const_base(CONSTANTS[AW-1:8]), .const_bound(BOUND), .req_valid, .req_addr,
    .rsp_valid, .rsp_data, .mem_valid, .mem_ready, .mem_addr, .mem_rsp_valid, .mem_rsp_data, .mem_rsp_last);
  mem_share #(.USERS(1), .AW(AW)) u_share (
    .clk, .rst, .user_valid(mem_valid), .user_ready(mem_ready), .user_take(mem_take), .user_write(1'b0),
    .user_addr(mem_addr),
    .user_mask(32'd0), .user_data(32'd0), .user_rsp(mem_rsp_valid), .user_rsp_data(mem_rsp_data),
    .user_rsp_last(mem_rsp_last),
    .req_valid(at_valid), .req_ready(at_ready), .req_write(at_write), .req_addr(at_addr), .req_mask(at_mask),
    .req_data(at_data), .rsp_valid(at_rsp_valid), .rsp_data(at_rsp_data));
  mem_model #(.BYTES(1 << AW)) u_mem (
    .clk, .rst, .seed(32'd7), .req_valid(at_valid), .req_ready(at_ready), .req_write(at_write), .req_addr(at_addr),
    .req_mask(at_mask), .req_data(at_data), .rsp_valid(at_rsp_valid), .rsp_data(at_rsp_data), .init_done);

  // what memory holds at a word's address
  function automatic logic [31:0] held(input logic [31:0] addr);
    held = {addr[31:2], 2'b00} * 32'h9e37_79b1 ^ 32'h5bd1_e995;
  endfunction

  int           out = 0;                             // sectors that the memory has been asked for
  always @(posedge clk) if (!rst) out <= out + 32'(mem_valid && mem_ready) - 32'(mem_rsp_valid && mem_rsp_last);

  // --- what must come --------------------------------------------------------------------------------
  logic [24:6]  line [0:LINES-1];
  logic [31:0]  due [0:LINES-1];
  int           asked = 0, given = 0, word = 0, stopped = 0, zeros = 0, last = -64;
  int           lines = 0, asking = 0, waiting = 0;  // all launches; those that ended so
  logic [24:0]  at;
  logic [31:0]  want;
  bit           asks;
  always @(posedge clk) begin
    if (!rst && run && clk_en && !late) begin
      if (rsp_valid !== (given < asked && due[given] + word <= cycle)) fail("a word is early or late");
      else if (rsp_valid) begin
        at = {line[given][24:8], 2'(line[given][7:6] + 2'(word / 16)), 4'(word % 16), 2'b00};
        want = at[24] ? (BOUND[at[19:16]] ? held(CONSTANTS + {12'd0, at[19:0]}) : 32'd0)
                      : ({8'd0, at[23:0]} < CODE_BYTES ? held(CODE + {8'd0, at[23:0]}) : 32'd0);
        if (rsp_data !== want) fail("a word is another one");
        zeros = zeros + (want == 0);
        word  = word + 1;
        if (word == 64) begin
          word  = 0;
          given = given + 1;
          lines = lines + 1;
        end
      end
      if (req_valid) begin
        line[asked] = req_addr;
        due[asked]  = cycle + LATENCY;
        asked = asked + 1;
      end
      asks = asked + 32'(req_valid) < LINES && cycle - last >= 64 && $urandom % 30 == 0;
      if (asks) last = cycle;
      req_valid <= asks;
      req_addr  <= $urandom % 2 == 0 ? {1'b1, 4'd0, 4'($urandom), 10'($urandom)} :
                   {13'd0, $urandom % 3 == 0 ? 6'h3e : 6'($urandom)};                   // often the end of the code
      cycle     <= cycle + 32'd1;
    end else if (!rst && run && clk_en) stopped = stopped + 1;
    clk_en <= cycle[8] ? $urandom % 8 == 0 : $urandom % 8 != 0;      // slower than the memory, too
  end

  initial begin
    for (int s = 0; s < 1 << (AW - 5); s++)
      for (int w = 0; w < 8; w++) u_mem.mem[s][32*w +: 32] = held(32 * s + 4 * w);
    repeat (3) @(posedge clk);
    rst <= 1'b0;
    wait (init_done);
    while (lines < LINES) begin
      @(posedge clk) run <= 1'b1;
      @(posedge clk);
      while (given < 1 + $urandom % 3 || !(mem_valid ? $urandom % 4 == 0 : $urandom % 64 == 0)) @(posedge clk);
      run <= 1'b0;
      @(posedge clk);
      asking  = asking + 32'(mem_valid);
      waiting = waiting + 32'(!idle && !mem_valid);
      while (!idle) @(posedge clk);
      if (mem_valid || out != 0) fail("idle while a sector is asked for");
      clear     <= 1'b1;
      req_valid <= 1'b0;
      @(posedge clk);
      clear <= 1'b0;
      asked = 0;
      given = 0;
      word  = 0;
    end
    if (stopped < 1000 || zeros < 100 || asking < 5 || waiting < 5) fail("too little has happened");
    if (errors == 0) begin
      $display("tb_l3_due: %0d launches ended while a sector was asked for, %0d while one came", asking, waiting);
      $display("PASS tb_l3_due: %0d lines, late in %0d clocks", lines, stopped);
    end
    $finish;
  end
  initial begin
    #1_000_000;
    $display("FAIL tb_l3_due: no end");
    $finish;
  end
endmodule
`default_nettype wire
