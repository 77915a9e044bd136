// SPDX-License-Identifier: Apache-2.0
// sm_barrier: one block of four warps, two of its barriers, any order of `bar all, inc, wait` and of ends of warps.
//
// A barrier opens only when every warp that has not finished has arrived at it; then exactly the warps that wait at it
// are released, each once; and once all have arrived it does open.
// Rules (docs/units): BAR-1, BAR-4.
//
//! proves barrier: opens when and only when all live warps have arrived, releases each waiting warp once
//! by abc:13
//! set BAR_TOKEN_CYCLES=2
//! in sm_barrier.sv
//! - ba_valid ? ba_blk : look_blk_q
//! + 3'd0
//! - 16;
//! + 2;
//! - w < gpu_cfg::WARPS;
//! + w < 4;
//! - DEPTH(16)
//! + DEPTH(4)
//! test
`include "gpu_types.svh"
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk,
  input wire       go, fin, commit, id,
  input wire [1:0] go_wid, fin_wid
);
  `F_RESET
  reg  [4:0]  cyc;
  always @(posedge clk) cyc <= rst ? 5'd0 : cyc + 5'd1;

  reg  [3:0]  alive, busy, at0, at1;     // busy: issued a bar and not released; at0, at1: arrived there
  wire        issue = go && !rst && alive[go_wid] && !busy[go_wid];
  wire        ends  = fin && !rst && alive[fin_wid] && !busy[fin_wid] && !(issue && go_wid == fin_wid);
  wire        cm    = commit && !rst && alive == 4'd0;
  reg  [3:0]  where;                     // barrier of each warp's last bar
  wire [4:0]  live = {4'd0, alive[0]} + {4'd0, alive[1]} + {4'd0, alive[2]} + {4'd0, alive[3]};

  ctl_t ctl;
  always @* begin
    ctl          = '0;
    ctl.bar_id   = {3'd0, id};
    ctl.bar_inc  = 1'b1;
    ctl.bar_wait = 1'b1;
    ctl.bar_all  = 1'b1;
  end
  wire        ba;
  wire [4:0]  ba_wid;
  wire [31:0] rel;
  (* keep *) sm_barrier dut (
    .clk, .rst, .cyc, .is_bar(issue), .is_wid({3'd0, go_wid}), .is_blk(3'd0), .is_ctl(ctl), .is_next(24'd0),
    .is_active(32'd0), .is_depth(7'd0),
    .cm_valid(cm), .cm_blk(3'd0), .blk_wmask(256'd15), .blk_live({35'd0, live}), .fin_valid(ends), .fin_blk(3'd0),
    .ba_valid(ba), .ba_blk(), .ba_wid, .ba_next(), .ba_active(), .ba_depth(), .rel_wmask(rel));

  wire [3:0] now = 4'd1 << ba_wid[1:0];
  reg  [2:0] due;                        // cycles since all have arrived at one barrier
  wire       all0 = alive != 4'd0 && (alive & ~at0) == 4'd0;
  wire       all1 = alive != 4'd0 && (alive & ~at1) == 4'd0;
  always @(posedge clk)
    if (rst) begin
      alive <= 4'd0; busy <= 4'd0; at0 <= 4'd0; at1 <= 4'd0; due <= 3'd0;
    end else begin
      alive <= cm ? 4'd15 : alive & ~(ends ? 4'd1 << fin_wid : 4'd0);
      busy  <= (busy | (issue ? 4'd1 << go_wid : 4'd0)) & ~rel[3:0];
      at0   <= (at0 & ~rel[3:0]) | (ba && !where[ba_wid[1:0]] ? now : 4'd0);
      at1   <= (at1 & ~rel[3:0]) | (ba && where[ba_wid[1:0]] ? now : 4'd0);
      if (issue) where[go_wid] <= id;
      due   <= (all0 || all1) && rel == 32'd0 ? due + 3'd1 : 3'd0;
    end

  always @* if (!rst) begin
    if (ba) assert(busy[ba_wid[1:0]] && ba_wid < 5'd4 && !at0[ba_wid[1:0]] && !at1[ba_wid[1:0]]);
    assert(rel[31:4] == 28'd0);
    if (rel != 32'd0) begin
      assert((all0 && rel[3:0] == at0) || (all1 && rel[3:0] == at1));
      assert((rel[3:0] & ~busy) == 4'd0);
    end
    assert(due < 3'd3);
  end
endmodule
`default_nettype wire
