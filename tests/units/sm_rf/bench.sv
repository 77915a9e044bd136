// SPDX-License-Identifier: Apache-2.0
// tb_rf: port arbitration of the register file. Reads come in the pattern of real issue (slots 1-3, words 2 and 3 of
// wide stores, high words of the DPU), SP results at random distances of at least 4 per quarter, steps of SFU and DPU,
// load beats and launch pairs whenever there are some. Checked every cycle: grants and completion against the priority
// rule, the wait of an SP result (at most 3 cycles), and every read against a mirror of the RAMs.
// Rules (docs/units): RF-1, RF-7, RF-8, WB-2, LDWB-1.
//
//! test rtl
`default_nettype none
module tb_rf;
  logic           clk = 0, rst = 1;
  logic           init_active = 0;
  logic [8:0]     init_row = 0;
  logic [7:0]     rd_en = 0;
  logic [63:0]    rd_row = 0;
  wire  [2047:0]  rd_data;
  logic           sw_valid = 0, sw_par = 0;
  logic [1:0]     sw_q = 0;
  logic [7:0]     sw_row = 0;
  logic [15:0]    sw_be = 0;
  logic [255:0]   sw_data = 0;
  logic           ls_valid = 0, ls_par = 0, ls_half = 0, lg_valid = 0, lg_par = 0, lg_half = 0;
  wire            ls_grant, lg_grant;
  logic           xs_valid = 0, xs_par = 0, xd_valid = 0, xd_par = 0, ls_lock = 0;
  logic [1:0]     xs_q = 0, xd_q = 0;
  wire            xs_grant, xd_grant;
  logic [3:0]     xw_block = 0, xc_want = 0;
  wire  [3:0]     xc_valid = (xs_grant ? 4'd1 << xs_q : xd_grant ? 4'd1 << xd_q : 4'd0) & xc_want;
  logic [7:0]     xw_row = 0;
  logic [15:0]    xw_be = 0;
  logic [255:0]   xw_data = 0;
  logic [7:0]     lw_row = 0;
  logic [31:0]    lw_be = 0;
  logic [511:0]   lw_data = 0;
  logic [1:0]     la_valid = 0;
  logic [7:0]     la_row = 0;
  logic [1023:0]  la_data0 = 0, la_data1 = 0;
  wire            la_done;
  wire  [1:0]     la_waiting;

  sm_rf dut (.clk, .rst, .init_active, .init_row, .rd_en, .rd_row, .rd_data,
    .sw_valid, .sw_par, .sw_q, .sw_row, .sw_be, .sw_data,
    .xs_valid, .xs_par, .xs_q, .xs_grant, .xd_valid, .xd_par, .xd_q, .xd_grant, .xw_block, .xw_row, .xw_be, .xw_data,
    .lw_s_valid(ls_valid), .lw_s_par(ls_par), .lw_s_half(ls_half), .lw_s_grant(ls_grant), .lw_s_lock(ls_lock),
    .xc_valid, .lw_g_valid(lg_valid), .lw_g_par(lg_par), .lw_g_half(lg_half), .lw_g_grant(lg_grant),
    .lw_row, .lw_be, .lw_data, .la_valid, .la_row, .la_data0, .la_data1, .la_done, .la_waiting);

  always #5 clk = ~clk;

  // mirror, and what is pending per RAM
  logic [255:0]  ram [0:2047];           // {ram, row}
  logic [7:0]    busy_sp;                // SP write waiting per RAM
  integer        sp_age [0:7];
  logic [7:0]    sp_row [0:7];
  logic [15:0]   sp_be [0:7];
  logic [255:0]  sp_data [0:7];
  logic [7:0]    la_left;
  logic [2047:0] expect_rd;
  logic [7:0]    expect_en;
  integer        bad, cycle, r, p, q, k, waits, max_wait, grants_s, grants_g, pairs;
  integer        next_sp [0:3];
  logic [7:0]    free, xwr, lwr, law, was;
  logic          es, eg, exs, exd;
  logic [3:0]    used;
  integer        grants_x;
  logic [255:0]  beat;

  // reads of parity p, quarter 0, in the next cycles; quarter q sees them q cycles later
  logic [9:0]    plan0, plan1;
  logic [3:0]    hist0, hist1;
  integer        since0, since1, gap0, gap1;

  function automatic [255:0] wide(input integer seed);
    integer j;
    for (j = 0; j < 8; j = j + 1) wide[32*j +: 32] = $urandom ^ seed;
  endfunction

  task automatic put(input integer ram_no, input [7:0] row, input [15:0] be, input [255:0] d);
    integer j;
    for (j = 0; j < 16; j = j + 1)
      if (be[j]) ram[{ram_no[2:0], row}][16*j +: 16] = d[16*j +: 16];
  endtask

  initial begin
    bad = 0; grants_x = 0; max_wait = 0; grants_s = 0; grants_g = 0; pairs = 0;
    busy_sp = 0; la_left = 0; expect_en = 0; expect_rd = 0;
    plan0 = 0; plan1 = 0; hist0 = 0; hist1 = 0; since0 = 99; since1 = 99; gap0 = 4; gap1 = 4;
    for (r = 0; r < 8; r = r + 1) sp_age[r] = 0;
    for (q = 0; q < 4; q = q + 1) next_sp[q] = 0;
    for (r = 0; r < 2048; r = r + 1) ram[r] = 0;
    repeat (3) @(posedge clk);
    #1 rst = 0; init_active = 1;
    for (r = 0; r < 512; r = r + 1) begin init_row = r; @(posedge clk); #1; end
    init_active = 0;
    for (cycle = 0; cycle < 8000; cycle = cycle + 1) begin
      // operand reads
      plan0 = plan0 >> 1; plan1 = plan1 >> 1;
      since0 = since0 + 1; since1 = since1 + 1;
      if (since0 >= gap0 && $urandom % 3 == 0) begin
        since0 = 0; gap0 = 4;
        if ($urandom % 4 == 0) begin plan0 = plan0 | ($urandom % 2 ? 10'b0001110111 : 10'b0000110111); gap0 = 8; end
        else plan0 = plan0 | ($urandom % 8);
      end
      if (since1 >= gap1 && $urandom % 3 == 0) begin
        since1 = 0; gap1 = 4;
        plan1 = plan1 | ($urandom % 8);
      end
      hist0 = {hist0[2:0], plan0[0]}; hist1 = {hist1[2:0], plan1[0]};
      rd_en = {hist1, hist0};
      // quarter q sees the plan q cycles later: hist bit q
      for (r = 0; r < 8; r = r + 1) rd_row[8*r +: 8] = $urandom % 8;
      // SP result
      sw_valid = 0;
      q = cycle % 4;
      if (cycle >= next_sp[q] && $urandom % 2 == 0) begin
        sw_valid = 1; sw_q = q; sw_par = $urandom; sw_row = $urandom % 8; sw_be = $urandom; sw_data = wide(1);
        next_sp[q] = cycle + 4;
        r = 4*sw_par + q;
        busy_sp[r] = 1; sp_age[r] = 0; sp_row[r] = sw_row; sp_be[r] = sw_be; sp_data[r] = sw_data;
      end
      // beats and launch
      if (!xs_valid && $urandom % 4 == 0) begin xs_valid = 1; xs_par = $urandom; xs_q = $urandom; end
      if (!xd_valid && $urandom % 8 == 0) begin xd_valid = 1; xd_par = $urandom; xd_q = $urandom; end
      xw_block = (sw_valid && $urandom % 2 == 0) ? 4'd1 << sw_q : 4'd0;
      xc_want = $urandom;
      xw_row = $urandom % 8; xw_be = $urandom; xw_data = wide(6);
      if (!ls_valid && $urandom % 2 == 0) begin
        ls_valid = 1;
        ls_par = $urandom;
        ls_half = $urandom;
        ls_lock = $urandom % 4 == 0;
      end
      if (!lg_valid && $urandom % 2 == 0) begin lg_valid = 1; lg_par = $urandom; lg_half = $urandom; end
      lw_row = $urandom % 8; lw_be = {2{$urandom}}; lw_data = {wide(2), wide(3)};
      if (la_valid == 0 && $urandom % 16 == 0) begin
        la_valid = ($urandom % 2 == 0) ? 2'b01 : 2'b11;
        la_row = $urandom % 8;
        for (k = 0; k < 4; k = k + 1) begin la_data0[256*k +: 256] = wide(4); la_data1[256*k +: 256] = wide(5); end
        la_left = {{4{la_valid[1]}}, {4{la_valid[0]}}};
      end
      #1;
      // expected
      free = ~(rd_en | busy_sp);
      exs = xs_valid && free[4*xs_par + xs_q] && !xw_block[xs_q];
      exd = !exs && xd_valid && free[4*xd_par + xd_q] && !xw_block[xd_q];
      xwr = exs ? 8'd1 << (4*xs_par + xs_q) : exd ? 8'd1 << (4*xd_par + xd_q) : 8'd0;
      used = xw_block | ((xwr[3:0] | xwr[7:4]) & xc_want);
      free = free & ~xwr;
      es = ls_valid && (!ls_lock || used[2*ls_half +: 2] == 0) && free[4*ls_par + 2*ls_half] &&
          free[4*ls_par + 2*ls_half + 1];
      eg = !es && lg_valid && free[4*lg_par + 2*lg_half] && free[4*lg_par + 2*lg_half + 1];
      lwr = es ? 8'h3 << (4*ls_par + 2*ls_half) : eg ? 8'h3 << (4*lg_par + 2*lg_half) : 8'h0;
      law = la_left & free & ~lwr;
      if (ls_grant !== es || lg_grant !== eg) begin
        bad = bad + 1;
        $display("cycle %0d: grants %b%b, expected %b%b", cycle, ls_grant, lg_grant, es, eg);
      end
      if (xs_grant !== exs || xd_grant !== exd) begin
        bad = bad + 1;
        $display("cycle %0d: steps %b%b, expected %b%b", cycle, xs_grant, xd_grant, exs, exd);
      end
      if (la_done !== (la_valid != 0 && la_left == law)) begin
        bad = bad + 1;
        $display("cycle %0d: la_done %b", cycle, la_done);
      end
      // mirror
      expect_en = rd_en;
      for (r = 0; r < 8; r = r + 1)
        if (rd_en[r]) begin
          expect_rd[256*r +: 256] = ram[{r[2:0], rd_row[8*r +: 8]}];
          if (busy_sp[r]) begin
            sp_age[r] = sp_age[r] + 1;
            if (sp_age[r] > max_wait) max_wait = sp_age[r];
          end
        end else if (busy_sp[r]) begin
          put(r, sp_row[r], sp_be[r], sp_data[r]);
          busy_sp[r] = 0;
        end else if (xwr[r]) put(r, xw_row, xw_be, xw_data);
        else if (lwr[r]) put(r, lw_row, r[0] ? lw_be[31:16] : lw_be[15:0], r[0] ? lw_data[511:256] : lw_data[255:0]);
        else if (law[r]) put(r, la_row, 16'hffff, r < 4 ? la_data0[256*(r%4) +: 256] : la_data1[256*(r%4) +: 256]);
      @(posedge clk); #1;
      for (r = 0; r < 8; r = r + 1)
        if (expect_en[r] && rd_data[256*r +: 256] !== expect_rd[256*r +: 256]) begin
          bad = bad + 1;
          $display("cycle %0d: RAM %0d read %h, expected %h", cycle, r, rd_data[256*r +: 256], expect_rd[256*r +: 256]);
        end
      if (exs) begin xs_valid = 0; grants_x = grants_x + 1; end
      if (exd) begin xd_valid = 0; grants_x = grants_x + 1; end
      if (es) begin ls_valid = 0; grants_s = grants_s + 1; end
      if (eg) begin lg_valid = 0; grants_g = grants_g + 1; end
      la_left = la_left & ~law;
      if (la_valid != 0 && la_left == 0) begin la_valid = 0; pairs = pairs + 1; end
      if (bad > 10) cycle = 8000;
    end
    if (max_wait > 3) begin bad = bad + 1; $display("an SP result waited %0d cycles", max_wait); end
    if (bad == 0 && grants_x > 500 && grants_s > 1000 && grants_g > 500 && pairs > 100)
      $display("PASS tb_rf: %0d steps, %0d S beats, %0d G beats, %0d pairs, longest SP wait %0d", grants_x, grants_s,
          grants_g, pairs, max_wait);
    else $display("FAIL tb_rf: %0d errors", bad);
    $finish;
  end
endmodule
`default_nettype wire
