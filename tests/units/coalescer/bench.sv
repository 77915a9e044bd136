// SPDX-License-Identifier: Apache-2.0
// tb_coalescer: transactions of g[] and l[] accesses. Every sector sent is compared in order with a reference that
// walks the rule of the contract (segment, shrinking, ascending sectors): address, lanes and offsets of loads, bytes of
// stores. Known cases (consecutive, shifted, strided, one address) are checked for their number of sectors, and the
// cycles from first SELECT to leaving the head: one per SELECT and one per sector. Then random masks, types and
// back-pressure, half of them in order but for a lane now and then. Rules (docs/units): COAL-1, COAL-4, and with STRICT
// COAL-11.
//
//! test rtl;long verilator
//! test strict: rtl;long verilator STRICT=1
//! planted
`include "dp_types.svh"
`default_nettype none
module tb_coalescer #(
  parameter int STRICT = 0
);
  logic          clk = 0, rst = 1;
  logic          hd_valid = 0;
  lsm_t          lsm;
  logic [31:0]   lbase = 0, mask = 0;
  logic [1023:0] addr = 0, w0 = 0, w1 = 0, w2 = 0, w3 = 0;
  logic          ready = 1, full = 0;
  wire           half;
  wire           hd_leave, first_select, select_half, req_valid, req_we, pd_valid, pd_half, pd_last, done;
  wire  [31:0]   req_addr, req_wmask;
  wire  [255:0]  req_wdata;
  wire  [15:0]   pd_hit;
  wire  [79:0]   pd_off;
  wire  [1:0]    pd_words, pd_word;
  ldm_t          pd_ldm, done_ldm;

  coalescer #(.STRICT(STRICT)) dut (
    .clk, .rst, .hd_valid, .hd_lsm(lsm), .hd_lbase(lbase), .hd_rdy(2'b11), .hd_half(half),
    .hd_addr(addr[512*half +: 512]), .hd_mask(mask),
    .hd_w0(w0[512*half +: 512]), .hd_w1(w1[512*half +: 512]), .hd_w2(w2[512*half +: 512]), .hd_w3(w3[512*half +: 512]),
    .hd_leave, .first_select, .select_half, .req_valid, .req_ready(ready), .req_we, .req_addr, .req_wdata, .req_wmask,
    .pd_full(full), .pd_valid, .pd_hit, .pd_off, .pd_half, .pd_last, .pd_words, .pd_word, .pd_ldm, .done, .done_ldm);

  always #5 clk = ~clk;

  // expected sectors
  logic [31:0]  x_addr [0:1023], x_wmask [0:1023];
  logic [255:0] x_wdata [0:1023];
  logic [15:0]  x_hit [0:1023];
  logic         x_half [0:1023];
  logic [1:0]   x_word [0:1023];
  logic [31:0]  base, far;
  integer       nx, nselect, bad, got, cycles, i, n, sz, sp, st, round, guard, stalls, dones;

  // address of lane l of the half, word k of l[]
  function automatic [31:0] phys(input integer half, input integer l, input integer k);
    logic [31:0] a;
    begin
      a = addr[512*half + 32*l +: 32];
      phys = (lsm.space == `SPACE_L) ? lbase + (a / 4 + k)*128 + 4*(16*half + l) + a % 4 : a;
    end
  endfunction

  // COAL-11: do the lanes of the half access words in order?
  function automatic logic ordered(input integer half, input integer k, input integer bytes);
    logic [31:0] first;
    begin
      first = 0;
      ordered = lsm.space == `SPACE_L || bytes >= 4;
      for (int l = 15; l >= 0; l = l - 1) if (mask[16*half + l]) first = phys(half, l, k);
      for (int l = 0; l < 16; l = l + 1)
        if (mask[16*half + l] && (lsm.space == `SPACE_L ? phys(half, l, k) / 128 != first / 128 :
                                  phys(half, l, k) != first / (16*bytes) * (16*bytes) + l*bytes)) ordered = 0;
    end
  endfunction

  task automatic reference;
    integer      half, k, l, words, bytes, j, w;
    logic [31:0] lo, size, a, s;
    logic [15:0] rem, served;
    logic        low_used, high_used;
    begin
      nx = 0; nselect = 0;
      words = (lsm.space == `SPACE_L && lsm.szlog > 2) ? (1 << lsm.szlog) / 4 : 1;
      bytes = (lsm.space == `SPACE_L && lsm.szlog > 2) ? 4 : (1 << lsm.szlog);
      for (k = 0; k < words; k = k + 1)
        for (half = 0; half < 2; half = half + 1) begin
          rem = mask[16*half +: 16];
          while (rem != 0) begin
            nselect = nselect + 1;
            size = (lsm.space == `SPACE_L || lsm.szlog >= 2) ? 128 : lsm.szlog == 1 ? 64 : 32;
            if (STRICT != 0)
              size = !ordered(half, k, bytes) ? 32 : (lsm.space == `SPACE_L || lsm.szlog == 2) ? 64 : 128;
            for (l = 15; l >= 0; l = l - 1) if (rem[l]) lo = phys(half, l, k) & ~(size - 1);
            served = 0;
            for (l = 0; l < 16; l = l + 1) if (rem[l] && (phys(half, l, k) & ~(size - 1)) == lo) served[l] = 1;
            if (STRICT != 0 && size == 32)
              for (l = 15; l >= 0; l = l - 1) if (rem[l]) served = 16'd1 << l;
            rem = rem & ~served;
            for (j = 0; j < 2; j = j + 1)
              if (size > 32 && STRICT == 0) begin
                low_used = 0; high_used = 0;
                for (l = 0; l < 16; l = l + 1)
                  if (served[l]) begin
                    if (phys(half, l, k) - lo < size / 2) low_used = 1; else high_used = 1;
                  end
                if (low_used != high_used) begin
                  size = size / 2;
                  if (high_used) lo = lo + size;
                end
              end
            for (s = lo; s < lo + size; s = s + 32) begin
              x_addr[nx] = s; x_wmask[nx] = 0; x_wdata[nx] = 0; x_hit[nx] = 0; x_half[nx] = half; x_word[nx] = k;
              for (l = 0; l < 16; l = l + 1)
                if (served[l] && (phys(half, l, k) & ~32'd31) == s) begin
                  x_hit[nx][l] = 1;
                  for (j = 0; j < bytes; j = j + 1) begin
                    a = phys(half, l, k) % 32 + j;
                    w = k + j / 4;
                    x_wmask[nx][a[4:0]] = 1;
                    x_wdata[nx][8*a[4:0] +: 8] =
                      w == 0 ? w0[512*half + 32*l + 8*(j % 4) +: 8] : w == 1 ? w1[512*half + 32*l + 8*(j % 4) +: 8] :
                      w == 2 ? w2[512*half + 32*l + 8*(j % 4) +: 8] : w3[512*half + 32*l + 8*(j % 4) +: 8];
                  end
                end
              nx = nx + 1;
            end
          end
        end
    end
  endtask

  task automatic fail(input integer what);
    begin
      bad = bad + 1;
      $display("round %0d space %0d size %0d store %0d, sector %0d: check %0d (address %h, expected %h)",
               round, lsm.space, lsm.szlog, lsm.store, got, what, req_addr, x_addr[got]);
    end
  endtask

  task automatic go(input integer space, input integer szlog, input integer store, input integer pressure);
    integer l, b, left;
    begin
      lsm = '0;
      lsm.space = space; lsm.szlog = szlog; lsm.store = store; lsm.ld.dst = 8; lsm.ld.dst_kind = 1;
      reference;
      got = 0; cycles = 0; guard = 0; stalls = 0; dones = 0; left = 0;
      hd_valid = 1;
      while (!left && guard < 3000) begin
        ready = !pressure || ($urandom % 2);
        full = pressure && !store && ($urandom % 3 == 0);
        #1;
        cycles = cycles + 1;
        if (dut.sending_q && !(req_valid && ready)) stalls = stalls + 1;
        if (req_valid && ready) begin
          if (got >= nx) fail(0);
          else begin
            if (req_addr !== x_addr[got]) fail(1);
            if (req_we !== store[0]) fail(2);
            if (store) begin
              if (req_wmask !== x_wmask[got]) fail(3);
              for (b = 0; b < 32; b = b + 1)
                if (x_wmask[got][b] && req_wdata[8*b +: 8] !== x_wdata[got][8*b +: 8]) fail(4);
            end else begin
              if (!pd_valid || pd_hit !== x_hit[got] || pd_half !== x_half[got] || pd_word !== x_word[got]) fail(5);
              if (pd_last !== (got == nx - 1)) fail(6);
              for (l = 0; l < 16; l = l + 1)
                if (pd_hit[l] && pd_off[5*l +: 5] !== (phys(pd_half, l, 0) & 32'd31)) fail(7);
            end
          end
          got = got + 1;
        end else if (pd_valid) fail(8);
        if (done) dones = dones + 1;
        left = hd_leave;
        @(posedge clk); #1;
        guard = guard + 1;
      end
      hd_valid = 0;
      #1 if (done) dones = dones + 1;
      if (got != nx) fail(9);
      if (dones != (store || mask == 0)) fail(10);
      if (cycles != ((mask == 0) ? 1 : nselect + nx + stalls)) fail(11);
      @(posedge clk); #1;
    end
  endtask

  task automatic sectors(input integer expected, input integer line);
    if (nx != expected) begin bad = bad + 1; $display("case %0d: %0d sectors, expected %0d", line, nx, expected); end
  endtask

  initial begin
    bad = 0; round = -1; lsm = '0;
    repeat (3) @(posedge clk);
    #1 rst = 0;
    mask = '1;
    for (i = 0; i < 32; i = i + 1) begin
      w0[32*i +: 32] = $urandom; w1[32*i +: 32] = $urandom; w2[32*i +: 32] = $urandom; w3[32*i +: 32] = $urandom;
    end
    // consecutive words: 64 bytes per half
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + 4*i;
    go(2, 2, 0, 0); sectors(4, 1);
    if (cycles != 6) begin bad = bad + 1; $display("consecutive words take %0d cycles, expected 6", cycles); end
    // reversed in the half: same
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + 4*(i ^ 15);
    go(2, 2, 1, 0); sectors(STRICT != 0 ? 32 : 4, 2);
    // shifted by one word: half 0 spans both halves of its 128 bytes, half 1 leaves them
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + 4*(i + 1);
    go(2, 2, 0, 0); sectors(STRICT != 0 ? 32 : 4 + 2 + 1, 3);
    // every second word: 128 bytes per half
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + 8*i;
    go(2, 2, 0, 0); sectors(STRICT != 0 ? 32 : 8, 4);
    // 128 bytes apart: one sector per lane
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + 128*i;
    go(2, 2, 0, 0); sectors(32, 5);
    // one address
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10040;
    go(2, 2, 1, 0); sectors(STRICT != 0 ? 32 : 2, 6);
    // two words that differ in one bit of the address above those of a segment: a sector each, in each half
    for (n = 7; n < 32; n = n + 1) begin
      for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10040 ^ ((i % 2) << n);
      go(2, 2, n % 2, 0); sectors(STRICT != 0 ? 32 : 4, 100 + n);
    end
    // bytes and halves, consecutive
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + i;
    go(2, 0, 1, 0); sectors(STRICT != 0 ? 32 : 2, 7);
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + 2*i;
    go(2, 1, 1, 0); sectors(STRICT != 0 ? 32 : 2, 8);
    // 64 and 128 bits, consecutive
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + 8*i;
    go(2, 3, 1, 0); sectors(8, 9);
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32'h10000 + 16*i;
    go(2, 4, 1, 0); sectors(16, 10);
    // l[]: one index in all lanes, 128 bits word by word
    lbase = 32'h20080;
    for (i = 0; i < 32; i = i + 1) addr[32*i +: 32] = 32;
    go(1, 2, 1, 0); sectors(4, 11);
    go(1, 4, 1, 0); sectors(16, 12);
    for (round = 0; round < 1500; round = round + 1) begin
      case ($urandom % 4)
        0: mask = $urandom;
        1: mask = $urandom & $urandom & $urandom;
        2: mask = ($urandom % 8 == 0) ? 0 : {$urandom} & (($urandom % 2) ? 32'hffff0000 : 32'h0000ffff);
        default: mask = '1;
      endcase
      sp = 1 + $urandom % 2; sz = $urandom % 5; st = $urandom % 2;
      n = 64 << ($urandom % 6);
      // g[]: anywhere; every second time lanes differ in higher bits, too, few or many
      base = (round % 2) ? 32'h30000 : $urandom & ~32'hfff;
      far  = ($urandom % 2) ? 0 : ($urandom % 2) ? 1 << (12 + $urandom % 20) : $urandom & ~32'hfff;
      lbase = 128 * ($urandom % 1000);
      for (i = 0; i < 32; i = i + 1) begin
        addr[32*i +: 32] = ((sp == 2 ? base ^ (far & {32{i[round % 3]}}) : 0) + $urandom % n) >> sz << sz;
        w0[32*i +: 32] = $urandom; w1[32*i +: 32] = $urandom; w2[32*i +: 32] = $urandom; w3[32*i +: 32] = $urandom;
      end
      if ($urandom % 2) begin
        n = ($urandom % 3) ? 32 : $urandom % 32;
        for (i = 0; i < 32; i = i + 1)
          addr[32*i +: 32] = (i == n ? 32'd16 << ($urandom % 8) : 0) ^ (sp == 2 ? base + (i << sz) : 32'd48);
      end
      go(sp, sz, st, $urandom % 2);
      if (bad > 10) round = 100000;
    end
    if (bad == 0) $display("PASS tb_coalescer");
    else $display("FAIL tb_coalescer: %0d errors", bad);
    $finish;
  end
endmodule
`default_nettype wire
