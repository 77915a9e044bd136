// SPDX-License-Identifier: Apache-2.0
// tb_launcher: launches on a machine that is played: reset, start, blocks in order and their slots, every way to the
// end, a stop on the way, with the distributor and the table of slots (DIST-1, BOARD-1, BOARD-6, BOARD-7, BOARD-8,
// BOARD-10, BOARD-11, BOARD-16, FOLD-9), while memory is late and cycles have several phases at random; with phases of
// one clock, and with a first and a last one of three.
//
//! test rtl
`include "sm_types.svh"
`default_nettype none
module launches #(
  parameter int SETTLE = 1
) (
  input  wire  clk,
  output logic done,
  output int   errors
);
  logic rst = 1'b1;
  initial done = 1'b0;
  initial errors = 0;

  task check(input bit ok, input [8*56-1:0] what);
    if (!ok) begin
      errors = errors + 1;
      if (errors < 10) $display("FAIL tb_launcher: %0s, SETTLE %0d, time %0d", what, SETTLE, $time);
      if (errors == 10) $finish;
    end
  endtask

  logic [31:0] launch = '0, grid_x = 32'd3, grid_y = 32'd2;
  logic [63:0] stop_at = '1, max_cycles = '0;
  logic        tex_we = 1'b0, clk_last = 1'b1, late = 1'b0, idle = 1'b1, clear_busy = 1'b0;
  wire         stands;
  wire         tex_pending, running, ended, timeout, stopped, run, clear, clk_en, tick, m_rst, m_start, blk_valid,
               all_sent;
  wire  [1:0]  fault_sm;
  wire  [3:0]  next_tpc;
  wire [`FAULT_W-1:0] fault;
  wire [63:0]  cycle, end_cycle, host_clocks, stopped_mem;
  wire [31:0]  blocks_done, slot_blk, sent;
  logic [2:0]  slot = '0, blk_done_slot = '0;
  logic        blk_ready = 1'b0, blk_done = 1'b0;
  block_t      blk;
  logic [`FAULT_W-1:0] m_fault = '0;
  launcher #(.SETTLE(SETTLE)) dut (
    .clk, .rst, .launch, .stop_at, .max_cycles, .tex_we, .tex_pending, .running, .ended, .timeout, .stopped, .fault,
    .fault_sm, .cycle, .end_cycle, .blocks_done, .host_clocks, .stopped_mem, .late, .idle, .run, .clear, .clear_busy,
    .clk_last, .clk_en, .tick, .stands, .m_rst, .m_start, .blk_done, .m_fault, .all_sent, .sent);
  distributor #(.SMS(1)) u_distributor (
    .clk, .rst(!run), .en(tick), .grid_x, .grid_y, .places(4'd4), .first_tpc(4'd0), .next_tpc, .sent, .all_sent,
    .blk_done, .blk_valid, .blk_ready, .blk);
  slot_blocks u_slots (
    .clk, .clear, .en(run && tick), .accept(blk_valid && blk_ready), .blk, .blk_done, .blk_done_slot, .sm(fault_sm),
    .slot, .slot_blk);

  // --- the machine: blocks take some cycles each, four slots; a cycle has one phase or more ------------------
  int          edges = 0, resets = 0, starts = 0, given = 0, finished = 0, textures = 0, late_clocks = 0, clocks = 0;
  int          fault_at = -1, now = 0, stood = 0;
  logic [3:0]  busy = '0;
  logic [31:0] holds [0:3];
  int          left [0:3];
  bit          ready, over = 1'b0;
  int          free;
  // BOARD-16: clocks of this phase; of them the last ones in which nothing held the cycle
  int          lasts = 1, quiet = 1, in_last = 1;
  bit          first = 1'b1;
  always @(posedge clk) begin
    // what held a cycle does not begin again in its last phase
    late <= $urandom % 4 == 0 && (SETTLE == 1 || clk_en || !clk_last || late);
    if (clk_en && !rst) begin
      check(!(first || clk_last) || lasts >= SETTLE, "a phase in which things settle");
      check(!clk_last || quiet >= SETTLE, "what held a cycle settles");
      check(clk_last || first || lasts == 1 || !run, "a phase between has one clock");
    end
    if (clk_en) first = clk_last;
    lasts = clk_en || rst ? 1 : lasts + 1;
    quiet = clk_en || rst || (clk_last && (run ? late : !running && !tex_pending)) ? 1 : quiet + 1;
    // the machine comes to stand in its last phase, whatever holds it
    check(rst || stands === (clk_last && in_last >= SETTLE), "it stands in its last phase");
    check(rst || clk_last || lasts <= SETTLE || clk_en, "it goes on to its last phase");
    in_last = clk_en || rst ? 1 : in_last + 32'(clk_last);
    idle <= $urandom % 4 == 0;
    if (clk_en) clk_last <= $urandom % 4 != 0;
    clear_busy <= clear || (clear_busy && $urandom % 16 != 0);
    if (clear) begin
      {resets, starts, given, finished, late_clocks, clocks, now} = '0;
      busy = '0;
      over = 1'b0;
    end
    if (run) begin
      clocks = clocks + 1;
      late_clocks = late_clocks + 32'(late && clk_last);
    end
    if (run && tick) check(!late, "a cycle ends while memory is late");
    if (!rst && running && tick) check(!clear_busy, "an edge of reset while bits are cleared");
    if (tick && !rst) begin
      if (tex_pending && !run) textures = textures + 1;
      if (m_rst) begin
        resets = resets + 1;
        blk_ready <= 1'b0;
        blk_done  <= 1'b0;
        m_fault   <= '0;
      end else begin
        check(run && !over, "an edge behind the end");
        check(m_start == (now == 0), "start in cycle 0 alone");
        check(cycle === 64'(now), "the number of the cycle");
        starts = starts + 32'(m_start);
        if (m_start) check(resets >= 4, "four edges of reset");
        if (blk_valid && blk_ready) begin
          check(blk === {16'(given / grid_x), 16'(given % grid_x)}, "blocks in order, x fastest");
          free = 0;
          while (busy[free]) free = free + 1;
          busy[free]  = 1'b1;
          holds[free] = blk;
          left[free]  = 20 + $urandom % 40;
          given = given + 1;
        end
        if (blk_done) begin
          busy[blk_done_slot[1:0]] = 1'b0;
          finished = finished + 1;
          over = finished == grid_x * grid_y;
        end
        if (m_fault[`FAULT_W-1]) over = 1'b1;
        now = now + 1;
        blk_done <= 1'b0;
        for (int s = 3; s >= 0; s--) if (busy[s]) begin
          left[s] = left[s] - 1;
          if (left[s] <= 0) begin
            blk_done      <= 1'b1;
            blk_done_slot <= 3'(s);
          end
        end
        blk_ready <= now > 10 && busy != '1 && !(blk_valid && blk_ready) && $urandom % 4 == 0;
        m_fault   <= now == fault_at ? {1'b1, {`FAULT_W-1{1'b1}}} : '0;
      end
    end else if (run && stop_at <= cycle) stood = stood + 1;
  end

  task until_ended(input [8*56-1:0] what);
    begin
      repeat (2) @(posedge clk);
      for (int i = 0; i < 20_000 && running; i++) @(posedge clk);
      #1 check(!running && ended, what);
    end
  endtask

  initial begin
    repeat (3) @(posedge clk);
    rst <= 1'b0;
    repeat (5) @(posedge clk);
    for (int t = 0; t < 5; t++) begin
      tex_we <= 1'b1;
      @(posedge clk) tex_we <= 1'b0;
      repeat (3) @(posedge clk);
      wait (!tex_pending);
    end
    check(textures == 5 && !ended && !running, "an edge for each texture");

    launch <= 32'd7;
    until_ended("all blocks end it");
    check(finished == 6 && given == 6 && blocks_done === 32'd6, "all blocks");
    check(cycle === 64'(now) && end_cycle === 64'(now) && !timeout && fault === '0, "its last cycle");
    check(host_clocks === 64'(clocks) && stopped_mem === 64'(late_clocks), "its clocks");
    for (int s = 0; s < 4; s++) begin
      slot = 3'(s);
      #1 check(slot_blk === holds[s], "the block of a slot");
    end
    repeat (50) @(posedge clk);
    check(!running && ended, "the same number begins nothing");

    launch   <= 32'd8;
    fault_at  = 30;
    until_ended("a fault ends it");
    check(fault === {`FAULT_W{1'b1}} && cycle === 64'd31 && now == 31, "the cycle of the fault is the last");
    fault_at  = -1;

    launch     <= 32'd9;
    max_cycles <= 64'd25;
    until_ended("max_cycles ends it");
    check(timeout && cycle === 64'd25 && now == 25, "it ends before that cycle");
    max_cycles <= '0;

    launch  <= 32'd10;
    stop_at <= 64'd17;
    wait (stopped);
    repeat (30) @(posedge clk);
    check(cycle === 64'd17 && now == 17 && running, "target time stands before that cycle ends");
    stop_at <= '1;
    until_ended("it goes on");
    check(finished == 6, "all blocks behind a stop");

    launch <= 32'd11;
    wait (run && cycle == 64'd20);
    launch <= 32'd0;
    repeat (60) @(posedge clk);
    check(!running && !ended && now < 24, "0 ends it");
    launch <= 32'd11;
    until_ended("behind 0 the same number is another");
    check(finished == 6, "all blocks behind 0");
    launch <= 32'd12;
    wait (run && cycle == 64'd20);
    launch <= 32'd13;
    until_ended("another number ends it and begins");
    check(finished == 6 && now > 24, "all blocks of the second");
    launch <= 32'd14;
    @(posedge clk) launch <= 32'd0;
    repeat (200) @(posedge clk);
    check(!running && !ended, "0 right behind a number ends it");
    if (stood < 10) check(1'b0, "too little has happened");
    done = 1'b1;
  end
endmodule

module tb_launcher;
  logic clk = 1'b0;
  always #1 clk = ~clk;
  wire [1:0] done;
  int errors [0:1];
  launches #(.SETTLE(1)) u_1 (.clk, .done(done[0]), .errors(errors[0]));
  launches #(.SETTLE(3)) u_3 (.clk, .done(done[1]), .errors(errors[1]));
  initial begin
    wait (&done);
    if (errors[0] + errors[1] == 0) $display("PASS tb_launcher");
    $finish;
  end
  initial begin
    #1_000_000;
    $display("FAIL tb_launcher: no end");
    $finish;
  end
endmodule
`default_nettype wire
