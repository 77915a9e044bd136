// SPDX-License-Identifier: Apache-2.0
// tb_smem: shared memory. Passes of a half-warp against a reference count for strides 0 to 32, broadcasts and random
// addresses; distance of two cycles; loaded data of every size; stores with conflicts (highest lane stays);
// the limit of four load passes; the empty pass behind s[] operands; launch rows and the clear at start.
// Rules (docs/units): SMEM-1, SMEM-2, SMEM-3, SMEM-5, SMEM-8.
//
//! test rtl
`include "dp_types.svh"
`default_nettype none
module tb_smem;
  logic          clk = 0, rst = 1;
  logic          init_active = 0;
  logic [8:0]    init_row = 0;
  logic          la_valid = 0;
  logic [7:0]    la_row = 0;
  logic [511:0]  la_data = 0;
  wire           la_ready;
  logic          hd_valid = 0;
  lsm_t          lsm;
  logic [1023:0] addr = 0, w0 = 0;
  logic [31:0]   mask = 0;
  wire           hd_leave, first_pick, pick_half, sm_last, sm_half, so_valid, sb_valid, st_done;
  wire  [2:0]    sm_entry, so_entry;
  wire  [1:0]    so_q;
  wire  [7:0]    so_mask;
  wire  [255:0]  so_data;
  wire  [15:0]   sb_mask;
  wire  [511:0]  sb_data;
  beat_t         sb_beat;
  ldm_t          st_ldm;
  logic          sb_written = 0, hold_beats = 0;

  smem dut (.clk, .clk_p(1'b0), .phase(3'd0), .rst, .init_active, .init_row,
    .la_valid, .la_row, .la_data, .la_ready,
    .hd_valid, .hd_lsm(lsm), .hd_rdy(2'b11), .hd_addr(addr[512*pick_half +: 512]), .hd_mask(mask),
    .hd_w0(w0[512*pick_half +: 512]), .hd_leave, .first_pick, .pick_half, .sm_last, .sm_entry, .sm_half,
    .so_valid, .so_entry, .so_q, .so_mask, .so_data,
    .sb_valid, .sb_beat, .sb_mask, .sb_data, .sb_written, .st_done, .st_ldm);

  always #5 clk = ~clk;

  logic [7:0]   mirror [0:16383];
  integer       bad, i, j, n, passes, want, last_pick, now, seen_done, held, round, left;
  logic [39:0]  picked;
  logic [1023:0] got;
  logic [31:0]  got_mask, v, a;
  integer       queue;                 // beats waiting to be written

  // beats are written one per cycle unless held
  always @(posedge clk) now <= rst ? 0 : now + 1;

  // Passes that one half needs, by the rule of the contract.
  function automatic integer ref_passes(input integer half, input integer store);
    logic [15:0] rem, used, serve;
    logic [11:0] bw;
    integer      l, c, done;
    begin
      rem = mask[16*half +: 16];
      c = 0;
      done = 0;
      for (l = 0; l < 17; l = l + 1)
        if (!done) begin : one
          integer k;
          used = 0; serve = 0; bw = 0;
          for (k = 15; k >= 0; k = k - 1) if (rem[k]) bw = addr[512*half + 32*k + 2 +: 12];
          for (k = 0; k < 16; k = k + 1)
            if (rem[k]) begin
              if (!used[addr[512*half + 32*k + 2 +: 4]]) begin
                used[addr[512*half + 32*k + 2 +: 4]] = 1;
                serve[k] = 1;
              end else if (!store && addr[512*half + 32*k + 2 +: 12] == bw) serve[k] = 1;
            end
          rem = rem & ~serve;
          c = c + 1;
          if (rem == 0) done = 1;
        end
      ref_passes = c;
    end
  endfunction

  // One instruction from the head until it has left and everything is out of the pipe.
  task automatic go(input integer store, input integer sopd, input integer size, input integer sgn);
    integer k, left, guard;
    begin
      lsm = '0;
      lsm.space = `SPACE_S; lsm.store = store; lsm.sopd = sopd; lsm.szlog = size;
      lsm.ld.esz = size; lsm.ld.esg = sgn; lsm.smem_row = 8'd32;
      passes = 0; got_mask = 0; left = 0; guard = 0; last_pick = -2; seen_done = 0;
      hd_valid = 1;
      while (left < 8 && guard < 400) begin
        #1;
        if (dut.pick) begin
          passes = passes + 1;
          if (now - last_pick < 2) begin bad = bad + 1; $display("passes closer than two cycles"); end
          last_pick = now;
        end
        if (st_done) seen_done = seen_done + 1;
        if (sb_valid) begin
          queue = queue + 1;
          for (k = 0; k < 16; k = k + 1)
            if (sb_mask[k]) begin
              if (got_mask[16*sb_beat.half + k]) begin bad = bad + 1; $display("lane served twice"); end
              got_mask[16*sb_beat.half + k] = 1;
              got[32*(16*sb_beat.half + k) +: 32] = sb_data[32*k +: 32];
            end
        end
        if (so_valid)
          for (k = 0; k < 8; k = k + 1)
            if (so_mask[k]) begin
              got_mask[8*so_q + k] = 1;
              got[32*(8*so_q + k) +: 32] = so_data[32*k +: 32];
            end
        if (hd_leave) left = 1; else if (left > 0) left = left + 1;
        @(posedge clk); #1;
        if (left > 0) hd_valid = 0;
        // a beat that came out in the last cycle is written in this one at the earliest
        sb_written = (queue > 0) && !hold_beats;
        if (sb_written) queue = queue - 1;
        guard = guard + 1;
      end
      if (guard >= 400) begin bad = bad + 1; $display("never left"); end
      while (queue > 0) begin sb_written = 1; queue = queue - 1; @(posedge clk); #1; end
      @(posedge clk); #1;
      sb_written = 0;
    end
  endtask

  // Address i of the block's window is byte 2048 + i of the memory.
  function automatic [31:0] peek(input [31:0] at, input integer size, input integer sgn);
    begin
      peek = {mirror[at + 3], mirror[at + 2], mirror[at + 1], mirror[at]};
      if (size == 0) peek = {{24{sgn[0] & peek[7]}}, peek[7:0]};
      if (size == 1) peek = {{16{sgn[0] & peek[15]}}, peek[15:0]};
    end
  endfunction

  task automatic check_load(input integer size, input integer sgn, input integer sopd);
    integer k;
    begin
      go(0, sopd, size, sgn);
      want = ref_passes(0, 0) + ref_passes(1, 0);
      if (passes != want) begin bad = bad + 1; $display("load: %0d passes, expected %0d", passes, want); end
      if (got_mask !== mask) begin bad = bad + 1; $display("load: lanes %h, expected %h", got_mask, mask); end
      for (k = 0; k < 32; k = k + 1)
        if (mask[k] && got[32*k +: 32] !== peek(addr[32*k +: 32], size, sgn)) begin
          bad = bad + 1;
          $display("load: lane %0d address %h: %h, expected %h", k, addr[32*k +: 32], got[32*k +: 32],
              peek(addr[32*k +: 32], size, sgn));
        end
    end
  endtask

  task automatic check_store(input integer size);
    integer k, b;
    begin
      go(1, 0, size, 0);
      want = ref_passes(0, 1) + ref_passes(1, 1);
      if (passes != want) begin bad = bad + 1; $display("store: %0d passes, expected %0d", passes, want); end
      if (seen_done != 1) begin bad = bad + 1; $display("store: %0d completions", seen_done); end
      for (k = 0; k < 32; k = k + 1)
        if (mask[k])
          for (b = 0; b < (1 << size); b = b + 1) mirror[addr[32*k +: 32] + b] = w0[32*k + 8*b +: 8];
    end
  endtask

  initial begin
    bad = 0; queue = 0; now = 0;
    for (i = 0; i < 16384; i = i + 1) mirror[i] = 0;
    repeat (3) @(posedge clk);
    #1 rst = 0; init_active = 1;
    for (i = 0; i < 512; i = i + 1) begin init_row = i; @(posedge clk); #1; end
    init_active = 0;
    // launch row 32: the block's first
    la_valid = 1; la_row = 8'd32;
    for (i = 0; i < 64; i = i + 1) begin la_data[8*i +: 8] = 8'h40 + i; mirror[i] = 8'h40 + i; end
    #1 if (!la_ready) begin bad = bad + 1; $display("launch row refused by an idle pipe"); end
    @(posedge clk); #1 la_valid = 0;
    mask = '1;
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 4*i;
    check_load(2, 0, 0);
    // fill 4 KB with words
    for (n = 0; n < 32; n = n + 1) begin
      for (i = 0; i < 32; i = i + 1) begin
        addr[32*i +: 32] = 128*n + 4*i;
        w0[32*i +: 32] = $urandom;
      end
      check_store(2);
      if (passes != 2) begin bad = bad + 1; $display("store of consecutive words: %0d passes", passes); end
    end
    // strides in words: 16/gcd(16, stride) banks
    for (n = 0; n <= 32; n = n + 1) begin
      for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 4*((n*i) % 1024);
      check_load(2, 0, n % 2);
      want = (n % 16 == 0) ? 16 : (n % 8 == 0) ? 8 : (n % 4 == 0) ? 4 : (n % 2 == 0) ? 2 : 1;
      if (n == 0) want = 1;
      if (passes != 2*want) begin
        bad = bad + 1;
        $display("stride %0d: %0d passes, expected %0d", n, passes, 2*want);
      end
    end
    // one word per two lanes of a bank: broadcast serves only the lowest lane's word
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 4*(i % 8);
    check_load(2, 0, 0);
    if (passes != 4) begin bad = bad + 1; $display("pairs of lanes: %0d passes, expected 4", passes); end
    // words of one bank that differ in one bit of the address, whichever it is, are two
    for (n = 6; n < 14; n = n + 1) begin
      for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = (i % 2) << n;
      check_load(2, 0, 0);
      if (passes != 4) begin
        bad = bad + 1;
        $display("words that differ in bit %0d: %0d passes, expected 4", n, passes);
      end
    end
    // no lanes: one pass per half
    mask = 0;
    check_load(2, 0, 0);
    if (passes != 2) begin bad = bad + 1; $display("no lanes: %0d passes", passes); end
    // random sizes, masks and conflicts
    for (round = 0; round < 400; round = round + 1) begin
      mask = $urandom;
      n = $urandom % 3;
      j = ($urandom % 3 == 0) ? 14336 : ($urandom % 2) ? 128 : 4096;
      for (i = 0; i < 32; i = i + 1) begin
        addr[32*i +: 32] = (($urandom % j) >> n) << n;
        w0[32*i +: 32] = $urandom;
      end
      if (round % 2) check_store(n);
      else check_load(n, $urandom % 2, $urandom % 2);
    end
    // one behind the other: three operands, two stores, an operand and a store, two passes each
    mask = '1;
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 4*i;
    picked = 0; left = 0;
    lsm = '0; lsm.space = `SPACE_S; lsm.szlog = 2; lsm.ld.esz = 2; lsm.smem_row = 8'd32;
    hd_valid = 1;
    for (i = 0; i < 40; i = i + 1) begin
      lsm.store = left == 3 || left == 4 || left > 5; lsm.sopd = !lsm.store;
      #1 picked[i] = dut.pick;
      if (hd_leave) left = left + 1;
      @(posedge clk); #1;
      if (left == 7) hd_valid = 0;
    end
    if (picked != 40'h05_1554_5145) begin
      bad = bad + 1; $display("passes one behind the other in %h", picked);
    end
    // beats that are not written hold the fifth pass back
    mask = '1;
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 64*i;
    lsm = '0; lsm.space = `SPACE_S; lsm.szlog = 2; lsm.ld.esz = 2; lsm.smem_row = 8'd32;
    hd_valid = 1;
    held = 0;
    for (i = 0; i < 40; i = i + 1) begin #1 if (dut.pick) held = held + 1; @(posedge clk); #1; end
    if (held != 4) begin bad = bad + 1; $display("%0d load passes without write-back, expected 4", held); end
    if (bad == 0) $display("PASS tb_smem");
    else $display("FAIL tb_smem: %0d errors", bad);
    $finish;
  end
endmodule
`default_nettype wire
