// SPDX-License-Identifier: Apache-2.0
// tb_run_signature: run_signature beside the words of its rules: places of words bit by bit, the factor one x at a time
// (SIGN-1, SIGN-2, SIGN-3, SIGN-4, SIGN-5), with events, values and requests at random; words of requests and results
// come in the cycle behind, some with its end.
//
//! test rtl
`include "sm_types.svh"
`include "mem_types.svh"
`default_nettype none
module tb_run_signature;
  logic clk = 1'b0;
  always #5 clk = ~clk;

  int errors = 0, clocks = 0, counted = 0;
  task check(input bit ok, input [8*48-1:0] what);
    if (!ok) begin
      errors = errors + 1;
      if (errors < 10) $display("FAIL tb_run_signature: %0s, clock %0d", what, clocks);
      if (errors == 10) $finish;
    end
  endtask

  logic        clear = 1'b1, count = 1'b0, complete = 1'b0, word_valid = 1'b0, word_atom = 1'b0;
  logic [31:0] cycle = '0, word_data = '0;
  logic [`TRACE_W-1:0]   events = '0;
  logic [`TR_DATA_W-1:0] values = '0;
  logic [1:0]  req_valid = '0;
  logic [`MEM_REQ_W*2-1:0] req = '0;
  logic [63:0] results = '0;
  wire         happened;
  wire [63:0]  after, signature;
  run_signature dut (
    .clk, .clear, .count, .cycle, .events, .values, .req_valid, .req, .results, .word_valid, .word_atom, .word_data,
    .complete, .happened, .after, .signature);

  trace_t      t;
  tr_data_t    d;
  mem_req_t    sm, tex;
  assign t   = events;
  assign d   = values;
  assign sm  = req[`MEM_REQ_W-1:0];
  assign tex = req[`MEM_REQ_W +: `MEM_REQ_W];

  // Icarus: no bit of a member by a variable
  wire [31:0]  sm_mask = sm.mask;
  wire [255:0] sm_data = sm.data;

  // --- SIGN-2 ----------------------------------------------------------------------------------------
  logic [63:0] f;
  task put(input int place, input logic [31:0] word);
    for (int i = 0; i < 32; i++) f[(5 * place + i) % 64] = f[(5 * place + i) % 64] ^ word[i];
  endtask
  task put_head(input int place, input logic [1:0] part, input logic [4:0] warp, input logic [23:0] pc);
    put(place, {1'b1, part, warp, pc});
  endtask
  task put_flags(input int place, input logic [7:0] mask, input logic n, input logic [31:0] cc);
    for (int i = 0; i < 8; i++) if (mask[i] && n) put(place, {28'd0, cc[4*i +: 4]} << 4 * i);
  endtask
  logic [31:0] word;
  task put_request(input int place, input logic [2:0] kind, input logic [5:0] id, input logic [1:0] space,
                   input logic [3:0] aop, input logic [2:0] mtype, input logic [31:0] addr);
    begin
      word = 32'h8000_0000;
      if (kind == `MEM_ATOM || kind == `MEM_RED) word[17:11] = {mtype, aop};
      word[10:9] = space;
      if (kind == `MEM_LOAD || kind == `MEM_ATOM) word[8:3] = id;
      word[2:0] = kind;
      put(place, word);
      put(place + 1, addr);
    end
  endtask
  task cycle_word;
    begin
      f = '0;
      put(55, cycle);
      if (t.issue.valid) begin
        put_head(0, t.issue.uop, t.issue.warp, t.issue.pc);
        put(1, t.issue.active);
      end
      if (d.sp.valid) begin
        put_head(2, d.sp.quarter, d.sp.warp, d.sp.pc);
        put(3, {21'd0, d.sp.writes, d.sp.lanes});
        put_flags(12, d.sp.lanes, d.sp.writes[1], d.sp.cc);
      end
      if (d.x.valid) begin
        put_head(13, d.x.quarter, d.x.warp, d.x.pc);
        put(14, {8'd0, d.x.regno, 5'd0, d.x.writes, d.x.lanes});
        put_flags(23, d.x.lanes, d.x.writes[1], d.x.cc);
      end
      if (d.lw.valid) begin
        put_head(24, {1'b0, d.lw.half}, d.lw.warp, d.lw.pc);
        put(25, {8'd0, d.lw.regno, d.lw.lanes});
      end
      if (req_valid[0]) begin
        put_request(42, sm.kind, sm.id, sm.space, sm.aop, sm.mtype, sm.addr);
        if (sm.kind == `MEM_STORE) put(44, sm.mask);
      end
      if (req_valid[1]) put_request(53, tex.kind, tex.id, tex.space, tex.aop, tex.mtype, tex.addr);
    end
  endtask

  // --- SIGN-1, SIGN-3, SIGN-4, SIGN-5 --------------------------------------------------------------------
  logic [63:0] want = '0, sum = '0;                  // of all cycles that are complete; what the last one adds
  bit          pending = 1'b0, any, top;
  task factor;
    repeat (23) begin
      top  = want[63];
      want = {want[62:0], 1'b0} ^ (top ? 64'h1b : 64'h0);
    end
  endtask
  // a clock: a cycle ends or not, the one before is complete or not
  task step(input bit ends, input bit all);
    begin
      count    = ends;
      complete = all;
      results  = {$urandom, $urandom};
      if (word_valid) begin
        f = '0;
        put(place_q, word_data);
        sum = sum ^ f;
      end
      #1 clocks = clocks + 1;
      check(signature === want, "the signature of cycles before");
      check(happened === (pending && all), "it happened");
      if (pending && all) begin
        factor;
        want = want ^ sum ^ results;
        check(after === want, "the signature after a cycle");
      end
      any = t.issue.valid || d.sp.valid || d.x.valid || d.lw.valid || req_valid != 2'd0;
      if (ends) begin
        cycle_word;
        sum     = f;
        pending = any;
        counted = counted + 32'(any);
      end else if (all) pending = 1'b0;
      @(posedge clk);
      #1 if (ends) cycle = cycle + 32'd1;
      word_valid = 1'b0;
    end
  endtask
  task draw;
    begin
      for (int i = 0; i < `TRACE_W / 32; i++)   events[32*i +: 32] = $urandom;
      for (int i = 0; i < `TR_DATA_W / 32; i++) values[32*i +: 32] = $urandom;
      for (int i = 0; i < 2; i++) begin
        for (int k = 0; k < 10; k++) req[`MEM_REQ_W*i + 32*k +: 32] = $urandom;
        req[`MEM_REQ_W*i + 320 +: 18] = {1'b0, 17'($urandom)};
      end
      req_valid = 2'($urandom);
      if ($urandom % 32 == 0) begin                  // a cycle in which nothing happens
        events    = '0;
        values    = '0;
        req_valid = '0;
      end
    end
  endtask

  int           place_q = 0, words;
  logic         atom;
  logic [255:0] data;
  logic [31:0]  mask;
  initial begin
    repeat (2) @(posedge clk);
    #1 clear = 1'b0;
    for (int i = 0; i < 650; i++) begin
      draw;
      while ($urandom % 3 == 0) step(1'b0, $urandom % 2 == 0 && !pending);
      // the one before becomes complete with this one's end, or before it
      if (pending && $urandom % 2 == 0) step(1'b0, 1'b1);
      step(1'b1, 1'b1);
      atom  = sm.kind == `MEM_ATOM || sm.kind == `MEM_RED;
      words = !req_valid[0] || i % 9 == 0 ? 0 : atom ? 4 : sm.kind == `MEM_STORE ? 8 : 0;
      data  = sm_data;
      mask  = sm_mask;
      draw;
      for (int w = 0; w < words; w++) begin
        while ($urandom % 3 == 0) step(1'b0, 1'b0);
        word_valid = 1'b1;
        word_atom  = atom;
        word_data  = data[32*w +: 32];
        for (int b = 0; b < 4; b++) if (!atom && !mask[4*w + b]) word_data[8*b +: 8] = 8'd0;
        place_q    = 45 + w;
        step(1'b0, w == words - 1 && $urandom % 2 == 0);
      end
      if (i % 100 == 99) begin
        clear = 1'b1;
        @(posedge clk);
        #1 clear = 1'b0;
        {want, pending} = '0;
        check(signature === 64'd0, "cleared");
      end
    end
    check(counted > 400 && want != '0, "too little has happened");
    if (errors == 0) $display("PASS tb_run_signature");
    $finish;
  end
endmodule
`default_nettype wire
