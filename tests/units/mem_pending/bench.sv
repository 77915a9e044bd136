// SPDX-License-Identifier: Apache-2.0
// tb_mem_pending: a table of eight ids under random loads of one to twelve sectors and answers in any order, three
// cycles behind their request at the earliest. Ids come in turn and only when they are free (MEM-9, MEM-10), never more
// than eight are out (MEM-11), each answer brings the record of its request, and the answer that leaves no sector of
// its load unanswered says so (MEM-18). Some requests get several answers (MEM-23): the last of them counts.
//
//! test rtl
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none
module tb_mem_pending;
  logic         clk = 0, rst = 1, init_active = 1;
  logic [8:0]   init_row = 0;
  logic         pd_valid = 0, pd_last = 0, rsp_take = 0, rsp_more = 0;
  logic [2:0]   rsp_id = 0;
  sector_t      pd_sector, rs_sector;
  wire          pd_full, rs_new, rs_last;
  wire  [2:0]   pd_id;

  mem_pending #(.N(8)) dut (.clk, .rst, .init_active, .init_row, .pd_full, .pd_id, .pd_valid, .pd_last, .pd_sector,
    .rsp_valid(rsp_take), .rsp_take, .rsp_more, .rsp_id, .rs_new, .rs_last, .rs_sector);

  always #5 clk = ~clk;

  integer       bad = 0, cycle, i, n, pick, out, left, stamp, load, answers, lasts, fulls, want_stamp;
  logic         want_new, want_last, taken [0:7];
  integer       since [0:7], stamp_of [0:7], load_of [0:7], open [0:65535];
  logic         sent [0:65535];
  logic [2:0]   turn;

  task fail(input integer what, input integer got, input integer expected);
    begin
      bad = bad + 1;
      if (bad < 10) $display("cycle %0d: check %0d: %0d, expected %0d", cycle, what, got, expected);
    end
  endtask

  initial begin
    pd_sector = '0;
    for (i = 0; i < 8; i = i + 1) taken[i] = 0;
    for (i = 0; i < 65536; i = i + 1) begin open[i] = 0; sent[i] = 0; end
    for (i = 0; i < 16; i = i + 1) begin
      init_row = i;
      @(posedge clk); #1;
    end
    init_active = 0;
    rst = 0;
    turn = 0; left = 0; load = 0; stamp = 0; out = 0; answers = 0; lasts = 0; fulls = 0; want_new = 0; want_last = 0;
    for (cycle = 0; cycle < 60000; cycle = cycle + 1) begin
      // the answer of the cycle before
      if (rs_new !== want_new) fail(1, rs_new, want_new);
      if (want_new) begin
        if (rs_sector.off !== want_stamp) fail(2, rs_sector.off, want_stamp);
        if (rs_last !== want_last) fail(3, rs_last, want_last);
      end
      if (pd_id !== turn) fail(4, pd_id, turn);
      if (pd_full !== taken[turn]) fail(5, pd_full, taken[turn]);
      fulls = fulls + pd_full;
      // the mood changes: much is sent, much is answered, both
      n = (cycle / 500) % 3;
      pd_valid = !pd_full && ($urandom % 4 < (n == 1 ? 1 : 4));
      rsp_take = 0;
      pick     = $urandom % 8;
      for (i = 0; i < 8; i = i + 1)
        if (!rsp_take && taken[(pick + i) % 8] && cycle - since[(pick + i) % 8] >= 3 &&
            $urandom % 4 < (n == 0 ? 1 : 4)) begin
          rsp_take = 1;
          rsp_id   = (pick + i) % 8;
        end
      if (pd_valid && left == 0) left = ($urandom % 3 == 0) ? 1 + $urandom % 12 : 1;
      pd_last       = left == 1;
      pd_sector.off = stamp;
      want_new  = rsp_take;
      want_last = 0;
      rsp_more  = rsp_take && $urandom % 4 == 0;
      if (rsp_take) want_stamp = stamp_of[rsp_id];
      if (rsp_take && !rsp_more) begin
        open[load_of[rsp_id]] = open[load_of[rsp_id]] - 1;
        want_last  = sent[load_of[rsp_id]] && open[load_of[rsp_id]] == 0;
        taken[rsp_id] = 0;
        out     = out - 1;
        answers = answers + 1;
        lasts   = lasts + want_last;
      end
      if (pd_valid) begin
        taken[turn] = 1; since[turn] = cycle; stamp_of[turn] = stamp; load_of[turn] = load;
        open[load] = open[load] + 1;
        out   = out + 1;
        stamp = stamp + 1;
        turn  = turn + 1;
        left  = left - 1;
        if (left == 0) begin sent[load] = 1; load = load + 1; end
      end
      if (out > 8) fail(6, out, 8);
      @(posedge clk); #1;
    end
    if (answers < 10000 || lasts < 3000 || fulls < 3000) fail(7, answers, 10000);
    $display("%0d answers, %0d loads, %0d cycles full", answers, lasts, fulls);
    if (bad == 0) $display("PASS tb_mem_pending");
    else          $display("FAIL tb_mem_pending");
    $finish;
  end
endmodule
`default_nettype wire
