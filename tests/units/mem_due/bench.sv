// SPDX-License-Identifier: Apache-2.0
// tb_mem_due: mem_due and dirty_bits around a memory of random speed: the answers of random requests at two ports come
// in the cycles that BOARD-2 and BOARD-3 say, with what memory held when they were accepted (BOARD-4), whenever the
// clock is stopped besides; at the end memory and dirty bits (BOARD-9) are those of an array.
//
//! test rtl
//! test one: rtl PORTS=1
`include "mem_types.svh"
`include "isa_ops.svh"
`default_nettype none
module tb_mem_due #(
  parameter int PORTS = 2
);
  localparam int AW = 18, SECTORS = 1 << (AW - 5), LATENCY = 40, CYCLES = 3000;
  localparam logic [31:0] BASE = 32'h0000_1020, LIMIT = 32'h0003_e0a0;

  logic clk = 1'b0, rst = 1'b1, run = 1'b0, clk_en = 1'b0;
  always #1 clk = ~clk;
  logic [31:0] seed = 32'd1;
  initial if (!$value$plusargs("seed=%d", seed)) seed = 32'd1;

  int errors = 0;
  task fail(input [8*48-1:0] what);
    begin
      errors = errors + 1;
      if (errors < 10) $display("FAIL tb_mem_due: %0s, cycle %0d", what, cycle);
      if (errors == 10) $finish;
    end
  endtask

  logic [31:0] cycle = 32'd0;
  wire         late, idle, page_valid, page_ready, mem_valid, mem_ready, mem_take, mem_write, mem_rsp_valid,
               mem_rsp_last, init_done, busy, at_valid, at_ready, at_write, at_rsp_valid;
  wire  [AW-1:12] page;
  wire  [AW-1:5]  mem_addr, at_addr;
  wire  [31:0]    mem_mask, mem_data, mem_rsp_data, at_mask, dirty;
  wire  [255:0]   at_data, at_rsp_data;
  logic [PORTS-1:0] req_valid = '0, rsp_ready = '0;
  wire  [PORTS-1:0] rsp_valid;
  logic [`MEM_REQ_W*PORTS-1:0] req;
  wire  [`MEM_RSP_W*PORTS-1:0] rsp;
  logic        rd_en = 1'b0;
  logic [AW-1:17] rd_addr = '0;

  mem_due #(.PORTS(PORTS), .QUEUE(8), .LATENCY(LATENCY), .AW(AW)) dut (
    .clk, .rst, .run, .clk_en(clk_en && !late), .cycle(cycle[15:0]), .late, .idle, .mem_base(BASE[31:5]),
    .mem_limit(LIMIT[31:5]), .req_valid, .req, .rsp_valid, .rsp_ready, .rsp, .page_valid, .page_ready, .page,
    .mem_valid, .mem_ready, .mem_take, .mem_write, .mem_addr, .mem_mask, .mem_data, .mem_rsp_valid, .mem_rsp_data,
    .mem_rsp_last);
  mem_share #(.USERS(1), .AW(AW)) u_share (
    .clk, .rst, .user_valid(mem_valid), .user_ready(mem_ready), .user_take(mem_take), .user_write(mem_write),
    .user_addr(mem_addr),
    .user_mask(mem_mask), .user_data(mem_data), .user_rsp(mem_rsp_valid), .user_rsp_data(mem_rsp_data),
    .user_rsp_last(mem_rsp_last),
    .req_valid(at_valid), .req_ready(at_ready), .req_write(at_write), .req_addr(at_addr), .req_mask(at_mask),
    .req_data(at_data), .rsp_valid(at_rsp_valid), .rsp_data(at_rsp_data));
  dirty_bits #(.AW(AW)) u_dirty (
    .clk, .rst, .clear(1'b0), .busy, .page_valid, .page_ready, .page, .rd_en, .rd_addr, .rd_data(dirty));
  mem_model #(.BYTES(1 << AW)) u_mem (
    .clk, .rst, .seed, .req_valid(at_valid), .req_ready(at_ready), .req_write(at_write), .req_addr(at_addr),
    .req_mask(at_mask), .req_data(at_data), .rsp_valid(at_rsp_valid), .rsp_data(at_rsp_data), .init_done);

  // --- what must come ------------------------------------------------------------------------------
  logic [255:0] memory [0:SECTORS-1];
  logic [63:0]  dirty_want = '0;
  logic [255:0] want [0:128*PORTS-1];
  logic [5:0]   want_id [0:128*PORTS-1];
  logic [31:0]  due [0:128*PORTS-1];
  logic [6:0]   put [0:PORTS-1], get [0:PORTS-1];
  logic [5:0]   id [0:PORTS-1];
  int           taken = 0, answers = 0, atomics = 0, outside = 0, stopped = 0, both = 0;

  function automatic logic [63:0] computed(input logic [3:0] aop, input logic [2:0] mtype, input logic [63:0] old,
                                           input logic [63:0] b, input logic [63:0] n);
    computed = old;
    case (aop)
      4'd0: computed = mtype == `MT_B64 ? old + b : {old[63:32], old[31:0] + b[31:0]};
      4'd1: computed = b;
      4'd2: if (mtype == `MT_B64 ? old == b : old[31:0] == b[31:0]) computed = n;
      4'd6: if (mtype == `MT_S32 ? $signed(old[31:0]) < $signed(b[31:0]) : old[31:0] < b[31:0]) computed = b;
      4'd11: computed = old | b;
      default: ;
    endcase
  endfunction

  mem_req_t r;
  task perform(input int p);
    logic [255:0] sector;
    logic [63:0]  old, result;
    logic [31:0]  mask;
    logic [255:0] data;
    int           bytes, at;
    begin
      r = req[`MEM_REQ_W*p +: `MEM_REQ_W];
      mask = r.mask;
      data = r.data;
      sector = r.addr >= BASE && r.addr < LIMIT ? memory[r.addr[AW-1:5]] : '0;
      if (!r.kind[0]) begin
        want[128*p + put[p]]    = sector;
        want_id[128*p + put[p]] = r.id;
        due[128*p + put[p]]     = cycle + LATENCY;
        put[p] = put[p] + 7'd1;
      end
      if (r.addr < BASE || r.addr >= LIMIT) outside = outside + 1;
      else begin
        if (r.kind[1]) begin
          atomics = atomics + 1;
          bytes = r.mtype == `MT_B64 ? 8 : 4;
          at    = 8 * r.addr[4:0];
          old   = sector >> at;
          result = computed(r.aop, r.mtype, old, data[63:0], data[127:64]);
          for (int b = 0; b < bytes; b++) sector[at + 8*b +: 8] = result[8*b +: 8];
        end else if (r.kind == `MEM_STORE)
          for (int b = 0; b < 32; b++) if (mask[b]) sector[8*b +: 8] = data[8*b +: 8];
        if (r.kind[1] || (r.kind == `MEM_STORE && r.mask != '0)) dirty_want[r.addr[AW-1:12]] = 1'b1;
        memory[r.addr[AW-1:5]] = sector;
      end
      taken = taken + 1;
    end
  endtask

  task ask(input int p);
    mem_req_t     q;
    logic [255:0] data;
    logic [31:0]  addr;
    begin
      q = '0;
      for (int w = 0; w < 8; w++) data[32*w +: 32] = $random;
      q.kind  = 3'($urandom % 4);
      q.id    = id[p];
      q.space = 2'($urandom);
      q.mtype = `MT_B32;
      addr    = {14'd0, 18'(($urandom % 24) * 32 + ($urandom % 3) * 32'h1_f000)};
      if (q.kind == `MEM_STORE) begin
        q.mask = $urandom % 4 == 0 ? '0 : $random;
        if (q.mask == '0) addr[17:12] = 6'h15;                    // nothing is written in this page
      end
      if (q.kind[1]) begin
        case ($urandom % 5)
          0: q.aop = 4'd0;
          1: q.aop = 4'd1;
          2: q.aop = 4'd2;
          3: q.aop = 4'd6;
          default: q.aop = 4'd11;
        endcase
        q.mtype = $urandom % 3 == 0 ? `MT_S32 : `MT_B32;
        if (q.aop < 4'd3 && $urandom % 2 == 0) q.mtype = `MT_B64;
        addr[4:2] = 3'($urandom);
        if (q.mtype == `MT_B64) addr[2] = 1'b0;
        if (q.aop == 4'd2 && $urandom % 2 == 0) data[63:0] = 64'(memory[addr[AW-1:5]] >> (8 * addr[4:0]));
        // an atomic's address has been checked before it is sent
        if (addr < BASE || addr >= LIMIT) addr = BASE + {27'd0, addr[4:0]};
      end
      q.addr = addr;
      q.data = data;
      req[`MEM_REQ_W*p +: `MEM_REQ_W] <= q;
      if (!q.kind[0]) id[p] = id[p] + 6'd1;
    end
  endtask

  int  mood = 0;
  bit  asks;
  always @(posedge clk) begin
    if (!rst && run && clk_en && !late) begin
      if (req_valid == '1) both = both + 1;
      for (int p = 0; p < PORTS; p++) begin
        if (rsp_valid[p] !== (put[p] != get[p] && due[128*p + get[p]] <= cycle)) fail("an answer is early or late");
        else if (rsp_valid[p]) begin
          if (rsp[`MEM_RSP_W*p +: `MEM_RSP_W] !== {3'd0, want_id[128*p + get[p]], want[128*p + get[p]]})
            fail("an answer is another one");
          if (rsp_ready[p]) begin
            get[p]  = get[p] + 7'd1;
            answers = answers + 1;
          end
        end
        if (req_valid[p]) perform(p);
      end
      if (cycle % 64 == 0) mood = $urandom % 4;
      for (int p = 0; p < PORTS; p++) begin
        asks = cycle < CYCLES && 7'(put[p] - get[p]) < 7'd60 && (mood == 0 || $urandom % 8 == 0);
        if (asks) ask(p);
        req_valid[p] <= asks;
        rsp_ready[p] <= mood == 1 || $urandom % 2 == 0;
      end
      cycle <= cycle + 32'd1;
    end else if (!rst && run && clk_en) stopped = stopped + 1;
    clk_en <= $urandom % 8 != 0;
  end

  initial begin
    for (int p = 0; p < PORTS; p++) {put[p], get[p], id[p]} = '0;
    for (int s = 0; s < SECTORS; s++) begin
      for (int w = 0; w < 8; w++) memory[s][32*w +: 32] = $random;
      u_mem.mem[s] = memory[s];
    end
    repeat (3) @(posedge clk);
    rst <= 1'b0;
    wait (init_done && !busy);
    @(posedge clk) run <= 1'b1;
    wait (cycle == CYCLES + 400);
    for (int p = 0; p < PORTS; p++) if (put[p] != get[p]) fail("an answer has not come");
    @(posedge clk) run <= 1'b0;
    wait (idle);
    repeat (20) @(posedge clk);
    for (int s = 0; s < SECTORS; s++) if (u_mem.mem[s] !== memory[s]) fail("memory is another one");
    for (int w = 0; w < 2; w++) begin
      rd_addr <= w[0];
      rd_en   <= 1'b1;
      repeat (2) @(posedge clk);
      #1 if (dirty !== dirty_want[32*w +: 32]) fail("dirty bits are others");
    end
    if (outside < 50 || atomics < 100 || stopped < 500 || both < 50) fail("too little has happened");
    if (errors == 0)
      $display("PASS tb_mem_due: %0d requests, %0d answers, %0d atomics, late in %0d clocks", taken, answers, atomics,
               stopped);
    $finish;
  end
  initial begin
    #2_000_000;
    $display("FAIL tb_mem_due: no end");
    $finish;
  end
endmodule
`default_nettype wire
