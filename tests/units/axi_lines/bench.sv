// SPDX-License-Identifier: Apache-2.0
// tb_axi_lines: lines of instructions and constants from a bus (AXI-11, L2-6): up to four are asked for at a time, at
// random; code that ends within a block, segments that are not there. TIMED: word k of a line comes in its cycle.
//
//! test rtl TIMED=0
//! test timed: rtl TIMED=1
module tb_axi_lines;
  parameter int TIMED = 1;
  localparam int LATENCY = 30, MANY = 300;
  localparam logic [31:0] CODE = 32'h0001_0000, CONST = 32'h0020_0000, CODE_BYTES = 32'h1234;
  localparam logic [15:0] BOUND = 16'h0005;
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg         go = 1'b0, line_valid = 1'b0, req_ready = 1'b0, rsp_valid = 1'b0;
  reg  [24:6] line_addr = '0;
  reg  [15:0] cycle = 16'd0;
  reg  [255:0] rsp_data;
  wire        late, idle, line_ready, word_valid, req_valid;
  wire [31:0] word_data;
  wire [31:6] req_addr;
  wire        tick = go && !late && !rst;
  axi_lines #(.TIMED(TIMED), .BEATS(4), .LATENCY(LATENCY)) dut (
    .clk, .rst, .run(1'b1), .clk_en(tick), .cycle, .late, .idle, .code_base(CODE[31:8]), .code_words(CODE_BYTES[31:2]),
    .const_base(CONST[31:8]), .const_bound(BOUND), .line_valid, .line_ready, .line_addr, .word_valid, .word_data,
    .req_valid, .req_ready, .req_addr, .rsp_valid, .rsp_data);

  integer errors = 0;
  task fail(input [8*60-1:0] what);
    begin
      if (errors < 5) $display("FAIL tb_axi_lines: %0s, time %0t", what, $time);
      errors = errors + 1;
    end
  endtask

  // word at a bus address
  function [31:0] held(input [31:0] at);
    held = (at ^ 32'h5a5a_0000) * 32'd2654435761;
  endfunction

  reg  [24:6] lines [0:3];
  integer     due [0:3];
  integer     put = 0, get = 0, word = 0, none = 0, reads = 0;
  reg  [31:0] at, want;
  reg  [24:0] addr;
  // beats that the memory owes
  reg  [31:0] beats [0:63];
  integer     beat_put = 0, beat_get = 0, w;
  reg         held_v = 1'b0;
  reg  [31:6] held_a;
  always @(posedge clk) begin
    rst <= $time < 30;
    if (!rst) begin
      if (tick && word_valid) begin
        if (get == put) fail("a word that nobody asked for");
        else begin
          addr = {lines[get % 4], 6'd0};
          addr = {addr[24:8], addr[7:6] + 2'(word / 16), 4'(word % 16), 2'd0};
          if (addr[24]) want = BOUND[addr[19:16]] ? held(CONST + {12'd0, addr[19:0]}) : 32'd0;
          else want = {7'd0, addr} < CODE_BYTES ? held(CODE + {7'd0, addr}) : 32'd0;
          if (want == 32'd0) none = none + 1;
          if (word_data !== want) fail("a word is not what it should be");
          if (TIMED != 0 && cycle != due[get % 4] + word) fail("a word is early or late");
          word = word + 1;
          if (word == 64) begin
            word = 0;
            get  = get + 1;
          end
        end
      end else if (TIMED != 0 && tick && get != put && cycle >= due[get % 4] + word) fail("a word is missing");
      if (tick) begin
        if (line_valid && line_ready) begin
          lines[put % 4] = line_addr;
          // lines follow each other: none begins before the one in front of it has ended
          due[put % 4] = cycle + LATENCY;
          if (put != get && due[put % 4] < due[(put + 3) % 4] + 64) due[put % 4] = due[(put + 3) % 4] + 64;
          put = put + 1;
        end
        if (!line_valid || line_ready) begin
          line_valid <= 1'b0;
          if (put - get < 4 && put < MANY && {$random} % 8 == 0) begin
            line_valid <= 1'b1;
            // code up to and around its end; constants of segments that are there, or not
            line_addr <= {$random} % 2 == 0 ? {$random} % 96 : {1'b1, 4'd0, 2'b00, 2'($random), 10'($random)};
          end
        end
        cycle <= cycle + 16'd1;
      end
      if (held_v && (!req_valid || req_addr !== held_a)) fail("a request changes while it waits");
      held_v <= req_valid && !req_ready;
      held_a <= req_addr;
      if (req_valid && req_ready) begin
        reads = reads + 1;
        beats[beat_put % 64] = {req_addr, 6'd0};
        beats[(beat_put + 1) % 64] = {req_addr, 6'd32};
        beat_put = beat_put + 2;
        if (req_addr < CONST[31:6] && {req_addr, 6'd0} >= CODE + CODE_BYTES) fail("a read behind the code");
      end
      rsp_valid <= 1'b0;
      if (beat_get != beat_put && {$random} % (cycle[10] ? 16 : 2) == 0) begin
        rsp_valid <= 1'b1;
        for (w = 0; w < 8; w = w + 1) rsp_data[32*w +: 32] <= held(beats[beat_get % 64] + 4 * w);
        beat_get = beat_get + 1;
      end
      req_ready <= $random;
      go <= cycle[7] || {$random} % 3 != 0;
    end
    if (get == MANY) begin
      if (none < 1000 || reads < MANY) fail("too little has happened");
      if (!idle) fail("it is not idle");
      if (errors == 0) $display("PASS tb_axi_lines: %0d lines, %0d blocks, %0d words of nothing", get, reads, none);
      $finish;
    end
    if ($time > 4000000) begin
      $display("FAIL tb_axi_lines: it does not end: %0d lines of %0d", get, put);
      $finish;
    end
  end
endmodule
