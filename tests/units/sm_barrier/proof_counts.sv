// SPDX-License-Identifier: Apache-2.0
// sm_barrier: two blocks of three warps, two barriers each, any `bar` (inc, wait or both; all or any count), ends of
// warps, new blocks. Beside it the barriers of docs/units/barrier.md, of which each has a count and the need of its
// last arrival. An arrival comes when it should; the warps that go on are those that waited, and the page says so, each
// once; a warp waits only while the count of its barrier is below its need, but for the cycles in which it is looked at
// and released: two, three behind the end of a warp.
//
// A bar issues in an even cycle (ISSUE-1), two warps end two cycles apart or more (BRU-3), a block is committed when
// its warps have ended and its arrivals have come (CTA-10). Rules (docs/units): BAR-1 to BAR-8.
//
//! proves barrier: with counts, inc or wait alone, blocks and ends of warps: who waits goes on when the need is there,
//! proves once, not before
//! by step:16:1
//! set BAR_TOKEN_CYCLES=3
//! in sm_barrier.sv
//! - 16;
//! + 2;
//! - w < gpu_cfg::WARPS;
//! + w < 6;
//! - DEPTH(16)
//! + DEPTH(4)
//! - DEPTH(8)
//! + DEPTH(2)
//! test long
`include "gpu_types.svh"
`include "formal.svh"
`default_nettype none

module proof_counts (
  input wire       clk,
  input wire       go, fin, commit, id, inc, wait_, all, blk,
  input wire [1:0] go_at, fin_at,
  input wire [2:0] count
);
  `F_RESET
  reg  [4:0]  cyc;
  always @(posedge clk) cyc <= rst ? 5'd0 : cyc + 5'd1;

  // --- surroundings --------------------------------------------------------------------------------------------
  reg  [5:0]  alive, busy;               // busy: issued a bar with wait and not released
  reg         fin_q;
  wire [2:0]  go_w  = {1'b0, go_at} + (blk ? 3'd3 : 3'd0), fin_w = {1'b0, fin_at} + (blk ? 3'd3 : 3'd0);
  wire        issue = go && !rst && !cyc[0] && go_at != 2'd3 && alive[go_w] && !busy[go_w] && (inc || wait_);
  wire        ends  = fin && !rst && !fin_q && fin_at != 2'd3 && alive[fin_w] && !busy[fin_w] && !issue;
  // tokens: {wid 3, blk, id, inc, wait, all, count 3}, valid; issued one, two, three cycles ago
  reg  [10:0] k1, k2, k3;
  reg  [3:1]  k;
  wire        of_blk = (k[1] && k1[7] == blk) || (k[2] && k2[7] == blk) || (k[3] && k3[7] == blk);
  wire        cm    = commit && !rst && (blk ? alive[5:3] : alive[2:0]) == 3'd0 && !of_blk;
  wire [4:0]  live0 = {4'd0, alive[0]} + {4'd0, alive[1]} + {4'd0, alive[2]};
  wire [4:0]  live1 = {4'd0, alive[3]} + {4'd0, alive[4]} + {4'd0, alive[5]};
  ctl_t ctl;
  always @* begin
    ctl           = '0;
    ctl.bar_id    = {3'd0, id};
    ctl.bar_inc   = inc;
    ctl.bar_wait  = wait_;
    ctl.bar_all   = all;
    ctl.bar_count = {9'd0, count};
  end
  wire        ba;
  wire [2:0]  ba_blk;
  wire [4:0]  ba_wid;
  wire [31:0] rel;
  (* keep *) sm_barrier dut (
    .clk, .rst, .cyc, .is_bar(issue), .is_wid({2'd0, go_w}), .is_blk({2'd0, blk}), .is_ctl(ctl), .is_next(24'd0),
    .is_active(32'd0), .is_depth(7'd0), .cm_valid(cm), .cm_blk({2'd0, blk}),
    .blk_wmask({192'd0, 32'h38, 32'h07}), .blk_live({30'd0, live1, live0}), .fin_valid(ends),
    .fin_blk({2'd0, blk}), .ba_valid(ba), .ba_blk, .ba_wid, .ba_next(), .ba_active(), .ba_depth(), .rel_wmask(rel));

  // --- the barriers of the page: {blk, id} --------------------------------------------------------------------------
  reg  [27:0] counts;                    // 7 bits each: arrivals of inc are not bounded by the warps
  reg  [15:0] needs;                     // {all, count}
  reg  [5:0]  waits, at;                 // warps that wait, and where
  reg  [3:0]  opened;                    // in the cycle before
  reg         look, look_blk;            // a warp has ended, and the barriers of its block are not looked at
  function automatic [6:0] need(input [3:0] n, input [4:0] live);
    need = n[3] || {4'd0, n[2:0]} > {2'd0, live} ? {2'd0, live} : {4'd0, n[2:0]};
  endfunction
  wire [1:0]  b    = {k3[7], k3[6]};
  wire [4:0]  live = k3[7] ? live1 : live0;
  wire [6:0]  now  = counts[7*b +: 7] + {6'd0, k3[5]};
  wire        full = k3[5] ? now >= need(k3[3:0], live) : now == 7'd0;
  wire        looks = look && !k[3];
  reg  [3:0]  open, done;                // complete now; count reaches its need
  reg  [5:0]  free;
  always @* begin
    for (int i = 0; i < 4; i++)
      done[i] = counts[7*i +: 7] != 7'd0 && counts[7*i +: 7] >= need(needs[4*i +: 4], i < 2 ? live0 : live1);
    open = k[3] ? (full ? 4'd1 << b : 4'd0) : looks ? done & (look_blk ? 4'hc : 4'h3) : 4'd0;
    for (int w = 0; w < 6; w++) free[w] = waits[w] && opened[{w >= 3, at[w]}];
  end
  always @(posedge clk)
    if (rst) begin
      alive  <= 6'd0;
      busy   <= 6'd0;
      k      <= 3'd0;
      fin_q  <= 1'b0;
      counts <= 28'd0;
      waits  <= 6'd0;
      opened <= 4'd0;
      look   <= 1'b0;
    end else begin
      if (cm) alive <= alive | (blk ? 6'h38 : 6'h07);
      else if (ends) alive[fin_w] <= 1'b0;
      fin_q <= ends;
      busy  <= (busy & ~free) | (issue && wait_ ? 6'd1 << go_w : 6'd0);
      k     <= {k[2:1], issue};
      k1    <= {go_w, blk, id, inc, wait_, all, count};
      k2    <= k1;
      k3    <= k2;
      for (int i = 0; i < 4; i++)
        if ((cm && blk == (i >= 2)) || open[i]) counts[7*i +: 7] <= 7'd0;
        else if (k[3] && b == 2'(i)) counts[7*i +: 7] <= now;
      if (k[3] && k3[5]) needs[4*b +: 4] <= k3[3:0];
      opened <= open;
      waits  <= (waits & ~free) | (k[3] && k3[4] ? 6'd1 << k3[10:8] : 6'd0);
      if (k[3] && k3[4]) at[k3[10:8]] <= k3[6];
      look   <= ends || (look && k[3]);
      if (ends) look_blk <= blk;
    end

  always @* if (!rst) begin
    assert(ba == k[3]);
    if (ba) assert(ba_wid == {2'd0, k3[10:8]} && ba_blk == {2'd0, k3[7]});
    assert(rel == {26'd0, free});
    assert((free & ~busy) == 6'd0);
    for (int w = 0; w < 6; w++)
      if (waits[w] && !free[w])
        assert(counts[7*{w >= 3, at[w]} +: 7] != 7'd0 &&
               (!done[{w >= 3, at[w]}] || (look && look_blk == (w >= 3))));
  end

  // --- where it is: what makes this an induction --------------------------------------------------------------------
  `F_INSIDE [3:0]   \dut.wr_q ;
  `F_INSIDE [3:0]   \dut.rd_q ;
  `F_INSIDE [87:0]  \dut.u_tokens.mem[0] ;
  `F_INSIDE [87:0]  \dut.u_tokens.mem[1] ;
  `F_INSIDE [87:0]  \dut.u_tokens.mem[2] ;
  `F_INSIDE [87:0]  \dut.u_tokens.mem[3] ;
  `F_INSIDE [207:0] \dut.u_counts.mem[0] ;
  `F_INSIDE [207:0] \dut.u_counts.mem[1] ;
  `F_INSIDE [7:0]   \dut.used_q ;
  `F_INSIDE         \dut.look_q ;
  `F_INSIDE [2:0]   \dut.look_blk_q ;
  `F_INSIDE [31:0]  \dut.waiting_q ;
  `F_INSIDE [3:0]   \dut.id_q[0] ;
  `F_INSIDE [3:0]   \dut.id_q[1] ;
  `F_INSIDE [3:0]   \dut.id_q[2] ;
  `F_INSIDE [3:0]   \dut.id_q[3] ;
  `F_INSIDE [3:0]   \dut.id_q[4] ;
  `F_INSIDE [3:0]   \dut.id_q[5] ;
  `F_INSIDE [15:0]  \dut.open_q ;
  `F_INSIDE [2:0]   \dut.open_blk_q ;
  wire [351:0] tokens = {\dut.u_tokens.mem[3] , \dut.u_tokens.mem[2] , \dut.u_tokens.mem[1] , \dut.u_tokens.mem[0] };
  wire [415:0] rows   = {\dut.u_counts.mem[1] , \dut.u_counts.mem[0] };
  wire [23:0]  ids    = {\dut.id_q[5] , \dut.id_q[4] , \dut.id_q[3] , \dut.id_q[2] , \dut.id_q[1] , \dut.id_q[0] };
  wire [1:0]   first  = \dut.rd_q [1:0];
  wire [1:0]   second = first + {1'b0, k[3]};
  wire [87:0]  t0     = tokens[88*first +: 88], t1 = tokens[88*second +: 88];
  function automatic same(input [87:0] t, input [10:0] e);
    same = t[82:63] == {2'd0, e[10:8], 2'd0, e[7], 3'd0, e[6], e[5], e[4], e[3], 2'd0, e[2:0]};
  endfunction
  always @* if (!rst) begin
    assert((k[1] && k[2]) == 1'b0 && (k[2] && k[3]) == 1'b0 && !(k[1] && !cyc[0]) && !(k[2] && cyc[0]) &&
           !(k[3] && !cyc[0]));
    assert(\dut.wr_q == \dut.rd_q + {3'd0, k[1]} + {3'd0, k[2]} + {3'd0, k[3]});
    if (k[3]) assert(t0[87:83] == cyc && same(t0, k3));
    if (k[2]) assert(t0[87:83] == cyc + 5'd1 && same(t0, k2));
    if (k[1]) assert(t1[87:83] == cyc + 5'd2 && same(t1, k1));
    if (k[1]) assert(k1[10:8] <= 3'd5 && k1[7] == (k1[10:8] >= 3'd3) && (k1[5] || k1[4]) && (!k1[4] || busy[k1[10:8]]));
    if (k[2]) assert(k2[10:8] <= 3'd5 && k2[7] == (k2[10:8] >= 3'd3) && (k2[5] || k2[4]) && (!k2[4] || busy[k2[10:8]]));
    if (k[3]) assert(k3[10:8] <= 3'd5 && k3[7] == (k3[10:8] >= 3'd3) && (k3[5] || k3[4]) && (!k3[4] || busy[k3[10:8]]));
    if (k[1] && k1[4] && k[3] && k3[4]) assert(k1[10:8] != k3[10:8]);
    for (int w = 0; w < 6; w++)
      if (waits[w]) begin
        assert(ids[4*w +: 4] == {3'd0, at[w]} && busy[w]);
        assert(!(k[1] && k1[4] && k1[10:8] == 3'(w)) && !(k[2] && k2[4] && k2[10:8] == 3'(w)) &&
               !(k[3] && k3[4] && k3[10:8] == 3'(w)));
      end
    assert((busy & ~alive) == 6'd0 && \dut.waiting_q == {26'd0, waits} && (!fin_q || look));
    assert(!look || fin_q || !cyc[0]);   // it has waited for an arrival
    assert(\dut.look_q == look && (!look || \dut.look_blk_q == {2'd0, look_blk}));
    for (int i = 0; i < 4; i++) begin
      if (\dut.used_q [i/2]) assert(rows[208*(i/2) + 7*(i%2) +: 7] == counts[7*i +: 7]);
      else assert(counts[7*i +: 7] == 7'd0);
      assert(counts[7*i +: 7] <= 7'd3);
      if (counts[7*i +: 7] != 7'd0)
        assert(rows[208*(i/2) + 112 + 6*(i%2) +: 6] == {needs[4*i+3], 2'd0, needs[4*i +: 3]});
      // an arrival that leaves a count leaves it below its need
      if (done[i]) assert(look && look_blk == (i >= 2));
    end
    if (opened == 4'd0) assert(\dut.open_q == 16'd0);
    else assert({14'd0, \dut.open_blk_q [0] ? opened[3:2] : opened[1:0]} == \dut.open_q &&
                \dut.open_blk_q [2:1] == 2'd0 && (\dut.open_blk_q [0] ? opened[1:0] : opened[3:2]) == 2'd0);
  end
endmodule
`default_nettype wire
