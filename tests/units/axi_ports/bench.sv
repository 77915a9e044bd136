// SPDX-License-Identifier: Apache-2.0
// tb_axi_ports: two memory ports on a bus. Random loads, stores, atomics and reductions of few sectors, inside and
// outside of the memory, against memory that has them in the order of their acceptance (AXI-3); behind the bus a memory
// that keeps no order. TIMED: answers in order, each in its cycle (AXI-9), while the machine's clock stands; else as
// they come, a request three clocks after it was accepted on the bus (AXI-8). What is asked of the bus and how is
// looked at in every clock: AXI-1, AXI-2, AXI-4, AXI-5, AXI-6, AXI-7. A bus that reports errors is believed (AXI-10).
//
//! test rtl verilator -O1 TIMED=0
//! test timed: rtl verilator -O1 TIMED=1
//! test few: rtl verilator -O1 TIMED=0 OUTSTANDING=2
//! planted rtl;long: verilator TIMED=1 OUTSTANDING=2
`include "mem_types.svh"
`include "isa_ops.svh"
`include "axi_watch.svh"

module tb_axi_ports;
  parameter int TIMED = 1, OUTSTANDING = 8;
  localparam int PORTS = 2, LATENCY = 24, SECTORS = 6, MANY = 4000;
  localparam logic [31:0] BASE = 32'h1000, OFFSET = 32'h0002_0000;
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg  [PORTS-1:0]      req_valid = '0, rsp_ready = '0;
  reg  [`MEM_REQ_W*PORTS-1:0] req = '0;
  wire [PORTS-1:0]      req_ready, rsp_valid;
  wire [`MEM_RSP_W*PORTS-1:0] rsp;
  reg                   go = 1'b0;
  reg  [15:0]           cycle = 16'd0;
  wire                  late, idle, error;
  wire                  tick = go && !late && !rst;

  wire                  ar_valid, ar_ready, r_valid, r_ready, r_last, aw_valid, aw_ready, w_valid, w_ready, b_valid,
                        b_ready, line_req_ready, line_rsp_valid;
  wire [7:0]            ar_id, r_id, aw_id, b_id, ar_len;
  wire [31:0]           ar_addr, aw_addr, w_strb;
  wire [255:0]          r_data, w_data, line_rsp_data;
  wire [1:0]            r_resp, b_resp;
  axi_ports #(.PORTS(PORTS), .OUTSTANDING(OUTSTANDING), .TIMED(TIMED), .QUEUE(4), .LATENCY(LATENCY)) dut (
    .clk, .rst, .run(1'b1), .clk_en(tick), .cycle, .late, .idle, .mem_base(BASE[31:5]),
    .mem_limit(27'(BASE / 32 + SECTORS)), .offset(OFFSET[31:5]), .error,
    .req_valid, .req_ready, .req, .rsp_valid, .rsp_ready, .rsp,
    .line_req_valid(1'b0), .line_req_ready, .line_req_addr(26'd0), .line_rsp_valid, .line_rsp_data,
    .ar_valid, .ar_ready, .ar_id, .ar_addr, .ar_len, .r_valid, .r_ready, .r_id, .r_data, .r_resp,
    .aw_valid, .aw_ready, .aw_id, .aw_addr, .w_valid, .w_ready, .w_strb, .w_data, .b_valid, .b_ready, .b_id, .b_resp);
  axi_memory #(.WORDS(8 * 256)) memory (
    .clk, .rst, .ar_valid, .ar_ready, .ar_id, .ar_addr, .ar_len, .r_valid, .r_ready, .r_id, .r_data, .r_last, .r_resp,
    .aw_valid, .aw_ready, .aw_id, .aw_addr, .w_valid, .w_ready, .w_strb, .w_data, .b_valid, .b_ready, .b_id, .b_resp);

  integer errors = 0;
  task fail(input [8*60-1:0] what);
    begin
      if (errors < 5) $display("FAIL tb_axi_ports: %0s, time %0t", what, $time);
      errors = errors + 1;
    end
  endtask
  wire [SECTORS-1:0]    unstable, overtakes, too_many, twice;
  for (genvar s = 0; s < SECTORS; s++) begin : g_watch
    axi_watch #(.OUTSTANDING(OUTSTANDING)) watch (
      .clk, .rst, .sector(27'((OFFSET + BASE) / 32 + s)), .ar_valid, .ar_ready, .ar_id, .ar_addr, .ar_len, .r_valid,
      .r_ready, .r_id, .aw_valid, .aw_ready, .aw_id, .aw_addr, .w_valid, .w_ready, .w_strb, .w_data, .b_valid,
      .b_ready, .b_id, .unstable(unstable[s]), .overtakes(overtakes[s]), .too_many(too_many[s]), .twice(twice[s]));
  end
  always @(negedge clk) if (!rst) begin
    if (unstable != 0)  fail("a request on the bus changes while it waits");
    if (overtakes != 0) fail("of one sector a write is under way with another request");
    if (too_many != 0)  fail("too many requests are under way");
    if (twice != 0)     fail("an id is given twice");
    if (error !== ((r_valid && r_ready && r_resp[1]) || (b_valid && b_resp[1]))) fail("an error is not reported");
    if (ar_valid && (ar_id[7] ? ar_id[6:0] >= OUTSTANDING : ar_id[6] > 1'd1)) fail("a read has another id");
    if (aw_valid && aw_id >= OUTSTANDING) fail("a write has another id");
    if (ar_valid && ar_len != 8'd0) fail("a read is longer than a sector");
    if (!b_ready) fail("the answer of a write has to wait");
    if (ar_valid && (ar_addr < OFFSET + BASE || ar_addr >= OFFSET + BASE + 32 * SECTORS))
      fail("a read outside of the memory");
    if (aw_valid && (aw_addr < OFFSET + BASE || aw_addr >= OFFSET + BASE + 32 * SECTORS))
      fail("a write outside of the memory");
  end

  // A request that finds everything empty is on the bus in the third clock, an answer at its port in the next one.
  reg  [2:0]            first = 3'd0;                  // clocks since it was accepted
  reg                   alone = 1'b0, came = 1'b0;
  always @(posedge clk) begin
    came  <= !rst && r_valid && r_ready;
    alone <= !rst && idle && tick && req_valid == 2'd1 && req[`MEM_REQ_W-1 -: 3] == `MEM_LOAD &&
             req[288 +: 32] >= BASE && req[288 +: 32] < BASE + 32 * SECTORS;
    first <= alone ? 3'd1 : first == 3'd0 || first == 3'd3 ? 3'd0 : first + 3'd1;
  end
  always @(negedge clk) if (!rst) begin
    if (alone && ar_valid || first == 3'd1 && ar_valid) fail("a request is on the bus early");
    if (first == 3'd2 && !ar_valid) fail("a request is not on the bus in the third clock");
    if (TIMED == 0 && came && !r_id_q[7] && rsp_valid == 2'd0) fail("an answer is not at its port a clock later");
  end
  reg  [7:0]            r_id_q;
  always @(posedge clk) r_id_q <= r_id;

  // --- what is expected: memory in the order of acceptance; answers by port and id ---------------------------------
  reg  [255:0]          ref_mem [0:SECTORS-1];
  reg  [255:0]          want [0:64*PORTS-1];
  reg  [64*PORTS-1:0]   open = '0;
  integer               due [0:64*PORTS-1];
  reg  [5:0]            oldest [0:PORTS-1], next_id [0:PORTS-1];
  integer               accepted = 0, answered = 0, waits = 0, outside = 0, atoms = 0;
  mem_req_t             r;
  reg  [5:0]            id;
  integer               at, word, p, i;
  reg  [255:0]          was, now, put;
  reg  [63:0]           old, a, b, res;

  function [63:0] atomic(input [3:0] aop, input [2:0] mtype, input [63:0] m, input [63:0] x, input [63:0] y);
    reg two;
    begin
      two = mtype == `MT_B64;
      case (aop)
        4'd0:    atomic = m + x;
        4'd1:    atomic = x;
        4'd2:    atomic = (two ? m == x : m[31:0] == x[31:0]) ? y : m;
        4'd11:   atomic = m | x;
        default: atomic = m;
      endcase
    end
  endfunction

  task accept(input integer port);
    begin
      r    = req[`MEM_REQ_W*port +: `MEM_REQ_W];
      at   = (r.addr - BASE) / 32;
      was  = r.addr >= BASE && at < SECTORS ? ref_mem[at] : 256'd0;
      word = r.addr[4:2];
      now  = was;
      put  = r.data;
      if (r.kind == `MEM_STORE) begin
        for (i = 0; i < 32; i = i + 1) if (((r.mask >> i) & 32'd1) != 0) now[8*i +: 8] = put[8*i +: 8];
      end
      if (r.kind[1]) begin
        atoms = atoms + 1;
        old = {32'd0, was} >> 32 * word;
        res = atomic(r.aop, r.mtype, old, put[63:0], put[127:64]);
        if (r.mtype == `MT_B64) now[32*word +: 64] = res;
        else                    now[32*word +: 32] = res[31:0];
      end
      if (r.addr >= BASE && at < SECTORS) ref_mem[at] = now;
      else outside = outside + 1;
      if (!r.kind[0]) begin
        want[64*port + r.id] = was;
        open[64*port + r.id] = 1'b1;
        due[64*port + r.id]  = cycle + LATENCY;
      end
      accepted = accepted + 1;
    end
  endtask

  task ask(input integer port);
    begin
      r = '0;
      // two loads of five, two stores, one atomic or reduction
      case ({$random} % 10)
        0, 1, 2, 3: r.kind = `MEM_LOAD;
        4, 5, 6, 7: r.kind = `MEM_STORE;
        8:          r.kind = `MEM_ATOM;
        default:    r.kind = `MEM_RED;
      endcase
      if (open[64*port + next_id[port]] && !r.kind[0]) r.kind = `MEM_STORE;         // MEM-10
      r.id   = r.kind[0] ? $random : next_id[port];
      if (!r.kind[0]) next_id[port] = next_id[port] + 1;
      // one of ten lies before or behind the memory
      r.addr = BASE + 32 * ({$random} % SECTORS);
      if ({$random} % 10 == 0) r.addr = $random % 2 == 0 ? BASE - 32 : BASE + 32 * SECTORS;
      r.space = 2'd2;
      r.mask = {$random} % 8 == 0 ? 32'd0 : $random;
      r.data = {$random, $random, $random, $random, $random, $random, $random, $random};
      if (r.kind[1]) begin
        case ({$random} % 4)
          0:       r.aop = 4'd0;
          1:       r.aop = 4'd1;
          2:       r.aop = 4'd2;
          default: r.aop = 4'd11;
        endcase
        r.mtype = r.aop != 4'd11 && {$random} % 2 == 0 ? `MT_B64 : `MT_S32;
        r.addr  = r.addr + (r.mtype == `MT_B64 ? 8 * ({$random} % 4) : 4 * ({$random} % 8));
        if (r.aop == 4'd2 && {$random} % 2 == 0) begin                              // one that is equal
          old = {32'd0, ref_mem[2]} >> 32 * r.addr[4:2];
          put = r.data;
          put[63:0] = old;
          r.data = put;
        end
      end
      req[`MEM_REQ_W*port +: `MEM_REQ_W] <= r;
    end
  endtask

  initial begin
    for (p = 0; p < SECTORS; p = p + 1) begin
      ref_mem[p] = {8{32'h1234_0000 + p}};
      for (i = 0; i < 8; i = i + 1) memory.mem[((OFFSET + BASE) / 4 + 8 * p + i) % 2048] = 32'h1234_0000 + p;
    end
    for (p = 0; p < PORTS; p = p + 1) {oldest[p], next_id[p]} = 12'd0;
  end

  reg [PORTS-1:0] held = '0;                           // offered in the clock before, not taken
  reg [`MEM_RSP_W*PORTS-1:0] held_rsp;
  mem_rsp_t       answer;
  always @(posedge clk) begin
    rst <= $time < 30;
    if (!rst) begin
      for (p = 0; p < PORTS; p = p + 1) begin
        answer = rsp[`MEM_RSP_W*p +: `MEM_RSP_W];
        if (held[p] && (!rsp_valid[p] || rsp[`MEM_RSP_W*p +: `MEM_RSP_W] !== held_rsp[`MEM_RSP_W*p +: `MEM_RSP_W]))
          fail("an answer changes while it waits");
        if (tick && rsp_valid[p] && rsp_ready[p]) begin
          id = answer.id;
          if (!open[64*p + id]) fail("an answer that was not asked for");
          else if (answer.data !== want[64*p + id]) fail("an answer is not what memory held");
          if (answer.more !== 1'b0 || answer.word !== 2'd0) fail("an answer of a texture unit");
          open[64*p + id] = 1'b0;
          answered = answered + 1;
          if (TIMED != 0) begin
            if (id !== oldest[p]) fail("answers are not in order");
            oldest[p] = id + 1;
          end
        end else if (TIMED != 0 && tick && !rsp_valid[p] && open[64*p + oldest[p]] && due[64*p + oldest[p]] <= cycle)
          fail("an answer is not there in its cycle");
        if (TIMED != 0 && rsp_valid[p] && due[64*p + answer.id] > cycle) fail("an answer comes before its cycle");
      end
      held     <= tick ? rsp_valid & ~rsp_ready : TIMED != 0 ? rsp_valid : rsp_valid;
      held_rsp <= rsp;
      if (tick) begin
        if (TIMED != 0 && req_ready !== '1) fail("a request has to wait");
        for (p = 0; p < PORTS; p = p + 1)
          if (req_valid[p] && req_ready[p]) accept(p);
          else if (req_valid[p]) waits = waits + 1;
        for (p = 0; p < PORTS; p = p + 1)
          if (!req_valid[p] || req_ready[p]) begin
            req_valid[p] <= 1'b0;
            if (accepted < MANY && {$random} % (cycle[9] ? 2 : 12) == 0) begin
              ask(p);
              req_valid[p] <= 1'b1;
            end
          end
        rsp_ready <= cycle[8] ? '1 : $random;
        cycle     <= cycle + 16'd1;
      end
      go <= cycle[7] || {$random} % 3 != 0;
    end
    if (accepted >= MANY && req_valid == '0 && open == '0 && idle) begin
      for (p = 0; p < SECTORS; p = p + 1)
        for (i = 0; i < 8; i = i + 1) begin
          now = ref_mem[p];
          if (memory.mem[((OFFSET + BASE) / 4 + 8 * p + i) % 2048] !== now[32*i +: 32])
            fail("memory is not as it should be");
        end
      if (answered < MANY / 3 || outside < MANY / 20 || atoms < MANY / 8 || (TIMED == 0 && waits < 100))
        fail("too little has happened");
      errors = errors + memory.errors;
      if (errors == 0) $display("PASS tb_axi_ports: %0d requests, %0d answers, %0d cycles", accepted, answered, cycle);
      $finish;
    end
    if ($time > 4000000) begin
      $display("FAIL tb_axi_ports: it does not end: %0d accepted, %0d answered", accepted, answered);
      $finish;
    end
  end
endmodule
