// SPDX-License-Identifier: Apache-2.0
// tb_link: frame_rx, host_cmd, host_regs' port and frame_tx between a host that sends frames byte by byte and a memory:
// what is dropped (LINK-2, LINK-3), what is answered and how (LINK-4, LINK-6, LINK-8, LINK-9, LINK-10).
//
//! test rtl
`include "link.svh"
`default_nettype none
module tb_link;
  localparam int BYTES = 4096;

  logic clk = 1'b0, rst = 1'b1;
  always #1 clk = ~clk;

  int errors = 0;
  task check(input bit ok, input [8*48-1:0] what);
    if (!ok) begin
      errors = errors + 1;
      if (errors < 10) $display("FAIL tb_link: %0s", what);
      if (errors == 10) $finish;
    end
  endtask

  logic        rx_valid = 1'b0, tx_ready = 1'b0, running = 1'b0, mem_free = 1'b1;
  logic [7:0]  rx_data = 8'd0;
  wire         in_valid, in_ready, out_valid, out_ready, out_last, tx_valid, reg_rd, reg_we;
  wire  [7:0]  in_data, out_data, tx_data;
  wire  [31:0] bad, reg_wdata;
  wire  [9:0]  reg_addr;
  wire         req_valid, req_ready, req_take, req_write, rsp_valid, rsp_last, init_done, at_valid, at_ready, at_write,
               at_rsp_valid;
  wire  [31:5] req_addr;
  wire  [11:5] at_addr;
  wire  [31:0] req_data, rsp_data, at_mask;
  wire [255:0] at_data, at_rsp_data;
  frame_rx u_rx (.clk, .rst, .in_valid(rx_valid), .in_data(rx_data), .out_valid(in_valid), .out_ready(in_ready),
                 .out_data(in_data), .bad);
  frame_tx u_tx (.clk, .rst, .in_valid(out_valid), .in_ready(out_ready), .in_last(out_last), .in_data(out_data),
                 .out_valid(tx_valid), .out_ready(tx_ready), .out_data(tx_data));
  wire  [31:0] reg_rdata;
  host_cmd #(.MEM_BYTES(BYTES)) u_cmd (
    .clk, .rst, .in_valid, .in_ready, .in_data, .out_valid, .out_ready, .out_last, .out_data, .mem_free, .running,
    .reg_rd, .reg_we, .reg_addr, .reg_wdata, .reg_rdata, .mem_req_valid(req_valid), .mem_req_ready(req_ready),
    .mem_req_take(req_take), .mem_req_write(req_write), .mem_req_addr(req_addr), .mem_req_data(req_data),
    .mem_rsp_valid(rsp_valid), .mem_rsp_data(rsp_data), .mem_rsp_last(rsp_last));
  mem_share #(.USERS(1), .AW(12)) u_share (
    .clk, .rst, .user_valid(req_valid), .user_ready(req_ready), .user_take(req_take), .user_write(req_write),
    .user_addr(req_addr[11:5]),
    .user_mask(32'hffff_ffff), .user_data(req_data), .user_rsp(rsp_valid), .user_rsp_data(rsp_data),
    .user_rsp_last(rsp_last),
    .req_valid(at_valid), .req_ready(at_ready), .req_write(at_write), .req_addr(at_addr), .req_mask(at_mask),
    .req_data(at_data), .rsp_valid(at_rsp_valid), .rsp_data(at_rsp_data));
  mem_model #(.BYTES(BYTES)) u_mem (
    .clk, .rst, .seed(32'd5), .req_valid(at_valid), .req_ready(at_ready), .req_write(at_write), .req_addr(at_addr),
    .req_mask(at_mask), .req_data(at_data), .rsp_valid(at_rsp_valid), .rsp_data(at_rsp_data), .init_done);

  // registers, and a count of two words that never stands
  logic [63:0] cycle = 64'h0000_0007_ffff_0000;
  always @(posedge clk) cycle <= cycle + 64'h0000_0000_0100_0001;
  logic [4:0]   param_at [0:1];          // of two SMs, in four phases
  logic         param_en = 1'b1;
  wire  [255:0] params;
  wire          param_we;
  wire          clk_p = clk && param_en;
  wire  [5:0]   param_to;
  param_rows #(.NSM(2), .FOLD(4)) u_params (
    .clk_h(clk), .clk_p, .wr_en(param_we), .wr_at(param_to), .wr_data(reg_wdata),
    .rd_at({param_at[1], param_at[0]}), .rd_data(params));
  host_regs #(.NSM(2), .MEM_BYTES(BYTES), .CLOCK_HZ(1234), .TRACE(64), .CONFIG(32'h51),
              .DIGEST(64'h0123_4567_89ab_cdef), .BOARD("draob a")) u_regs (
    .clk, .rst, .rd(reg_rd), .we(reg_we), .addr(reg_addr), .wdata(reg_wdata), .rdata(reg_rdata), .launch(), .stop_at(),
    .max_cycles(), .grid_x(), .grid_y(), .code_base(), .code_bytes(), .const_base(), .const_bound(), .mem_base(),
    .mem_limit(), .place(), .cfg(), .param_we, .param_at(param_to), .tex_data(), .tex_index(),
    .tex_we(), .trace_index(), .mem_ready(1'b1), .running, .ended(1'b0), .timeout(1'b0), .stopped(1'b0),
    .frames_bad(bad), .fault(79'd0), .cycle, .end_cycle(64'd0), .blocks_done(32'd0),
    .warp_insns(64'd0), .thread_insns(64'd0), .host_clocks(64'd0), .stopped_mem(64'd0),
    .signature(64'd0), .slot_blk(32'd0), .trace_count(32'd0), .trace_data(256'd0), .dirty(32'd0));

  // --- the host: a frame is built in q -----------------------------------------------------------------
  logic [7:0]  q [0:2047];
  int          n = 0;
  logic [31:0] crc;
  function automatic logic [31:0] sum(input logic [31:0] c, input logic [7:0] b);
    sum = c;
    for (int i = 0; i < 8; i++) sum = sum[0] ^ b[i] ? (sum >> 1) ^ 32'hedb8_8320 : sum >> 1;
  endfunction
  task put(input logic [31:0] value, input int bytes);
    for (int i = 0; i < bytes; i++) begin
      q[n] = value[8*i +: 8];
      n = n + 1;
    end
  endtask
  task send_byte(input logic [7:0] b);
    begin
      rx_valid <= 1'b1;
      rx_data  <= b;
      @(posedge clk);
      rx_valid <= 1'b0;
      repeat (4) @(posedge clk);
    end
  endtask
  task header(input logic [7:0] tag, input logic [7:0] cmd, input logic [15:0] count, input logic [31:0] addr);
    begin
      n = 0;
      put({24'd0, tag}, 1);
      put({24'd0, cmd}, 1);
      put({16'd0, count}, 2);
      put(addr, 4);
    end
  endtask
  // break_at: the byte that is changed behind the sum; -1: none; -2: the flag comes behind an escape
  task send(input int break_at);
    logic [7:0] b;
    begin
      crc = '1;
      for (int i = 0; i < n; i++) crc = sum(crc, q[i]);
      put(~crc, 4);
      if (break_at >= 0) q[break_at] = q[break_at] ^ 8'h10;
      send_byte(8'h7e);
      for (int i = 0; i < n; i++) begin
        b = q[i];
        if (b == 8'h7e || b == 8'h7d || (i % 50 == 7 && b != 8'h5e && b != 8'h5d)) begin
          send_byte(8'h7d);
          b = b ^ 8'h20;
        end
        send_byte(b);
      end
      if (break_at == -2) send_byte(8'h7d);
      send_byte(8'h7e);
    end
  endtask

  // --- its ear: the last answer -------------------------------------------------------------------------
  logic [7:0]  a [0:2047], last [0:2047];
  int          an = 0, ln = 0, answers = 0;
  bit          escaped = 1'b0;
  logic [31:0] acrc = '1;
  always @(posedge clk) begin
    tx_ready <= $urandom % 3 == 0;
    if (!rst && tx_valid && tx_ready) begin
      if (tx_data == 8'h7e) begin
        if (an > 0) begin
          check(acrc === 32'hdebb_20e3, "an answer's sum");
          ln = an - 4;
          for (int i = 0; i < ln; i++) last[i] = a[i];
          answers = answers + 1;
        end
        an   = 0;
        acrc = '1;
      end else if (tx_data == 8'h7d) escaped = 1'b1;
      else begin
        a[an]   = escaped ? tx_data ^ 8'h20 : tx_data;
        acrc    = sum(acrc, a[an]);
        an      = an + 1;
        escaped = 1'b0;
      end
    end
  end
  function automatic logic [31:0] word(input int i);
    word = {last[8 + 4*i + 3], last[8 + 4*i + 2], last[8 + 4*i + 1], last[8 + 4*i]};
  endfunction
  // the request in q is sent, and its answer awaited
  task ask(input logic [7:0] status, input int words, input [8*48-1:0] what);
    int earlier;
    begin
      earlier = answers;
      send(-1);
      for (int i = 0; i < 30_000 && answers == earlier; i++) @(posedge clk);
      check(answers == earlier + 1, what);
      check(last[0] === q[0] && {last[3], last[2]} === {q[3], q[2]}, "tag and count are the request's");
      check({last[7], last[6], last[5], last[4]} === {q[7], q[6], q[5], q[4]}, "the address is the request's");
      check(last[1] === status, what);
      check(ln == 8 + 4 * words, "the answer's length");
    end
  endtask
  task dropped(input logic [31:0] count, input [8*48-1:0] what);
    int earlier;
    begin
      earlier = answers;
      repeat (3000) @(posedge clk);
      check(answers == earlier, what);
      check(bad === count, what);
    end
  endtask
  logic [255:0] sector;
  int           words, at;

  initial begin
    for (int s = 0; s < BYTES / 32; s++) u_mem.mem[s] = '0;
    repeat (3) @(posedge clk);
    rst <= 1'b0;
    wait (init_done);
    for (int i = 0; i < 40; i++) send_byte(8'($urandom) | 8'h80);     // before the first flag: nothing

    // LINK-7: memory, all lengths
    for (int k = 0; k < 8; k++) begin
      words = k == 0 ? 256 : 8 * ($urandom % 33);
      at    = 32 * ($urandom % ((BYTES - 4 * words) / 32 + 1));
      header(8'(k), `LINK_CMD_WRITE_MEM, 16'(words), 32'(at));
      for (int w = 0; w < words; w++) put(k % 4 == 1 ? 32'h7e7d_7d7e : $random, 4);
      ask(`LINK_ANSWER_OK, 0, "write_mem");
      for (int w = 0; w < words; w++) begin
        sector = u_mem.mem[at / 32 + w / 8];
        check(sector[32*(w % 8) +: 32] === {q[8+4*w+3], q[8+4*w+2], q[8+4*w+1], q[8+4*w]}, "what was written");
      end
      header(8'h7e, `LINK_CMD_READ_MEM, 16'(words), 32'(at));
      ask(`LINK_ANSWER_OK, words, "read_mem");
      for (int w = 0; w < words; w++) begin
        sector = u_mem.mem[at / 32 + w / 8];
        check(sector[32*(w % 8) +: 32] === word(w), "what was read");
      end
    end
    sector = u_mem.mem[1];
    header(8'd1, `LINK_CMD_FILL_MEM, 16'd2, 32'd64);
    put(32'd96, 4);
    put(32'h1234_5678, 4);
    ask(`LINK_ANSWER_OK, 0, "fill_mem");
    check(u_mem.mem[1] === sector && u_mem.mem[2] === {8{32'h1234_5678}} && u_mem.mem[4] === {8{32'h1234_5678}} &&
          u_mem.mem[5] !== {8{32'h1234_5678}}, "what was filled");

    // registers (LINK-7, LINK-11); what a board is (LINK-12)
    header(8'd2, `LINK_CMD_READ_REG, 16'd12, 32'd0);
    ask(`LINK_ANSWER_OK, 12, "read_reg");
    check(word(0) === `LINK_MAGIC && word(1) === `LINK_VERSION && word(2) === 32'h51 && word(3) === 32'h89ab_cdef &&
          word(4) === 32'h0123_4567 && word(5) === BYTES && word(6) === 32'd1234 && word(7) === 32'h6f62_2061,
          "what a board is");
    header(8'd3, `LINK_CMD_WRITE_REG, 16'd64, 32'(`LINK_REG_PARAMS));
    for (int w = 0; w < 64; w++) put(32'h1000_0000 * w + w, 4);
    ask(`LINK_ANSWER_OK, 0, "write_reg");
    header(8'd4, `LINK_CMD_READ_REG, 16'd64, 32'(`LINK_REG_PARAMS));
    ask(`LINK_ANSWER_OK, 64, "read_reg of what was written");
    for (int w = 0; w < 64; w++) begin
      check(word(w) === 32'h1000_0000 * w + w, "a register");
      // behind the four words of the header (FOLD-18); the other SM is five parts ahead
      param_at[0] = 5'((w + 4) / 4);
      param_at[1] = 5'(((w + 20) % 64 + 4) / 4);
      @(posedge clk);
      // what is asked for while target time stands is not given
      param_en    <= 1'b0;
      param_at[0] <= 5'd0;
      repeat (2) @(posedge clk);
      param_en    <= 1'b1;
      check(params[32*(w % 4) +: 32] === 32'h1000_0000 * w + w, "a parameter in the machine");
      check(params[128 + 32*(w % 4) +: 32] === 32'h1000_0000 * ((w + 20) % 64) + (w + 20) % 64,
            "a parameter of the second SM");
    end
    header(8'd5, `LINK_CMD_WRITE_REG, 16'd1, 32'(`LINK_REG_MAGIC));
    put(32'd7, 4);
    ask(`LINK_ANSWER_OK, 0, "write_reg of what cannot be written");
    header(8'd6, `LINK_CMD_READ_REG, 16'd2, 32'(`LINK_REG_MAGIC));
    ask(`LINK_ANSWER_OK, 2, "read_reg");
    check(word(0) === `LINK_MAGIC, "magic stays");
    header(8'd6, `LINK_CMD_READ_REG, 16'd2, 32'(`LINK_REG_CYCLES));
    ask(`LINK_ANSWER_OK, 2, "read_reg of a count");
    // its high word grows with every 65536th step of the middle: one moment's pair has low = 0x1000001 * steps
    check({word(1), word(0)} >= 64'h0000_0007_ffff_0000 && {word(1), word(0)} < cycle &&
          ({word(1), word(0)} - 64'h0000_0007_ffff_0000) % 64'h100_0001 == 0, "a count is of one moment");
    header(8'd7, `LINK_CMD_WRITE_REG, 16'd1, 32'(`LINK_REG_STOP_AT));
    put(32'd99, 4);
    ask(`LINK_ANSWER_OK, 0, "write_reg of half of stop_at");
    check(u_regs.stop_at === '1, "stop_at counts when its second word comes");
    header(8'd8, `LINK_CMD_WRITE_REG, 16'd2, 32'(`LINK_REG_STOP_AT));
    put(32'd99, 4);
    put(32'd1, 4);
    ask(`LINK_ANSWER_OK, 0, "write_reg of stop_at");
    check(u_regs.stop_at === 64'h1_0000_0063, "stop_at");
    // read back from a memory of fewer rows than there are numbers
    for (int high = 1; high < 4; high++) begin
      header(8'd8, `LINK_CMD_WRITE_REG, 16'd1, 32'(`LINK_REG_STOP_AT) + 32'd256 * high);
      put(32'd77, 4);
      ask(`LINK_ANSWER_OK, 0, "write_reg of what is not there");
      header(8'd8, `LINK_CMD_READ_REG, 16'd2, 32'(`LINK_REG_STOP_AT));
      ask(`LINK_ANSWER_OK, 2, "read_reg of stop_at");
      check({word(1), word(0)} === 64'h1_0000_0063, "a register is that of another number");
    end

    // what is refused, in the order of LINK-8
    header(8'd9, 8'h99, 16'd300, 32'd1);
    ask(`LINK_ANSWER_BAD_COMMAND, 0, "no such command");
    header(8'd9, `LINK_CMD_READ_MEM, 16'd264, 32'd1);
    ask(`LINK_ANSWER_BAD_LENGTH, 0, "too many words");
    header(8'd9, `LINK_CMD_READ_MEM, 16'd9, 32'd0);
    ask(`LINK_ANSWER_BAD_LENGTH, 0, "not whole sectors");
    header(8'd9, `LINK_CMD_WRITE_MEM, 16'd16, 32'd0);
    for (int w = 0; w < 8; w++) put(32'd5, 4);
    sector = u_mem.mem[0];
    ask(`LINK_ANSWER_BAD_LENGTH, 0, "less payload than said");
    check(u_mem.mem[0] === sector, "what is refused is not done");
    header(8'd9, `LINK_CMD_READ_MEM, 16'd8, 32'd4);
    ask(`LINK_ANSWER_BAD_ADDRESS, 0, "not aligned");
    header(8'd9, `LINK_CMD_READ_MEM, 16'd16, BYTES - 32);
    ask(`LINK_ANSWER_BAD_ADDRESS, 0, "beyond the end");
    header(8'd9, `LINK_CMD_READ_REG, 16'd2, 32'd1023);
    ask(`LINK_ANSWER_BAD_ADDRESS, 0, "registers beyond the end");
    header(8'd9, `LINK_CMD_FILL_MEM, 16'd2, BYTES - 32);
    put(32'd64, 4);
    put(32'd0, 4);
    ask(`LINK_ANSWER_BAD_ADDRESS, 0, "a fill beyond the end");
    mem_free = 1'b0;
    header(8'd9, `LINK_CMD_READ_MEM, 16'd8, 32'd0);
    ask(`LINK_ANSWER_BUSY, 0, "memory that is not free");
    running = 1'b1;
    header(8'd9, `LINK_CMD_READ_REG, 16'd1, 32'(`LINK_REG_STATUS));
    ask(`LINK_ANSWER_OK, 1, "registers can be read");
    check(word(0) === 32'h3, "status");
    header(8'd9, `LINK_CMD_WRITE_REG, 16'd1, 32'(`LINK_REG_GRID));
    put(32'd3, 4);
    ask(`LINK_ANSWER_BUSY, 0, "a register of the launch while it runs");
    header(8'd9, `LINK_CMD_WRITE_REG, 16'd1, 32'(`LINK_REG_LAUNCH));
    put(32'd3, 4);
    ask(`LINK_ANSWER_OK, 0, "launch while one runs");
    running = 1'b0;
    mem_free = 1'b1;

    // what is dropped
    header(8'd10, `LINK_CMD_READ_REG, 16'd1, 32'd0);
    send(3);
    dropped(32'd1, "a wrong sum");
    send_byte(8'h7e);
    send_byte(8'h7e);
    dropped(32'd1, "empty frames are none");
    for (int i = 0; i < 11; i++) send_byte(8'h00);
    send_byte(8'h7e);
    dropped(32'd2, "too short");
    header(8'd10, `LINK_CMD_WRITE_MEM, 16'd256, 32'd0);
    for (int w = 0; w < 257; w++) put(32'd5, 4);
    send(-1);
    dropped(32'd3, "too long");
    header(8'd10, `LINK_CMD_READ_REG, 16'd1, 32'd0);
    send(-2);
    dropped(32'd4, "broken off");
    header(8'd11, `LINK_CMD_READ_REG, 16'd1, 32'(`LINK_REG_FRAMES_BAD));
    ask(`LINK_ANSWER_OK, 1, "the frame behind them is right");
    check(word(0) === 32'd4, "frames_bad");

    // LINK-5: several on their way, answered in order
    for (int k = 0; k < 12; k++) begin
      header(8'(100 + k), `LINK_CMD_WRITE_MEM, 16'd16, 32'(64 * k));
      for (int w = 0; w < 16; w++) put(32'(1000 * k + w), 4);
      send(-1);
    end
    repeat (20_000) @(posedge clk);
    check(last[0] === 8'd111, "the last of several");
    for (int k = 0; k < 12; k++)
      for (int h = 0; h < 2; h++) begin
        sector = u_mem.mem[2 * k + h];
        for (int w = 0; w < 8; w++)
          check(sector[32*w +: 32] === 32'(1000 * k + 8 * h + w), "one of several");
      end
    if (errors == 0) $display("PASS tb_link: %0d answers", answers);
    $finish;
  end
  initial begin
    #20_000_000;
    $display("FAIL tb_link: no end");
    $finish;
  end
endmodule
`default_nettype wire
