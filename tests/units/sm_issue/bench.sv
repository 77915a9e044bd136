// SPDX-License-Identifier: Apache-2.0
// Random readiness against a reference of docs/units/issue.md written with cycle numbers instead of
// shift registers: choice of the warp and the unit, order, unit and bank rules, in every even cycle.
// Rules (docs/units): ISSUE-2, ISSUE-5, ISSUE-6, ISSUE-7, ISSUE-8.
//
//! test rtl;unit CYCLES=15000
//! test long: rtl;long CYCLES=60000
//! says FAILED: 
`default_nettype none

module tb_sm_issue;
  parameter int CYCLES = 60000;
  logic        clk = 1'b0;
  logic        rst = 1'b1;
  logic [31:0] rdy_join = 0, rdy_cf = 0, rdy_body = 0, rdy_exit = 0, sp = 0, sf = 0, dp = 0, smem = 0, ls = 0, cm = 0;
  logic        wide = 0, q_sp = 1, q_ls = 1, sf_ok = 1, dp_ok = 1, bru = 1, cf = 1, even;
  logic [1:0]  starve = 0;
  wire         is_valid, is_sp, is_lsu, is_sfu, is_dpu;
  wire  [4:0]  is_wid;
  wire  [1:0]  is_uop;

  sm_issue dut (.clk, .rst, .even, .hold(1'b0), .rdy_join, .rdy_cf, .rdy_body, .rdy_exit, .sp_wmask(sp), .sfu_wmask(sf),
    .dpu_wmask(dp), .smem_wmask(smem), .ls_wmask(ls), .is_wide(wide), .cm_wmask(cm), .q_sp_ok(q_sp),
    .q_lsu_ok(q_ls), .sfu_ok(sf_ok), .dpu_ok(dp_ok), .bru_idle(bru), .cf_idle(cf), .starve, .is_valid, .is_wid,
    .is_uop, .is_sp, .is_lsu, .is_sfu, .is_dpu);

  // reference state: cycle numbers; -1000: never
  int          last_issue [0:31];
  int          since      [0:31];        // first cycle of an unbroken run of ready even cycles
  int          last_sp, last_ls, last_bank [0:1], last_wide [0:1];
  logic        last_sp_even;
  int          t, errors, want, best, issues;
  logic        mature, can, want_mature, bank, room, can_sp, can_sf, can_dp, stall, to_sf, toggle;
  logic        want_sp, want_sf, want_dp, want_stall;
  int          stalls, toggles;
  logic [31:0] ready, pick, phase0, phase1;
  int          busy, is_taken;

  initial begin
    errors = 0;
    issues = 0;
    is_taken = -1;
    phase0 = 32'hffff_ffff;
    phase1 = 32'd0;
    sp     = 32'hffff_ffff;
    even   = 1'b1;
    for (int w = 0; w < 32; w++) begin
      last_issue[w] = -1000;
      since[w]      = -1;
    end
    last_sp = -1000;
    last_ls = -1000;
    last_sp_even = 1'b0;
    toggle  = 1'b0;
    stalls  = 0;
    toggles = 0;
    for (int p = 0; p < 2; p++) begin
      last_bank[p] = -1000;
      last_wide[p] = -1000;
    end
    cm = 32'hffff_ffff;                  // all warps start
    repeat (2) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    rst = 1'b0;
    for (int i = 0; i < 4; i++) begin    // ready four cycles after their launch
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      cm   = 32'd0;
      even = !even;
    end
    busy = 3;
    for (t = 0; t < CYCLES; t++) begin
      even = t % 2 == 0;
      if (t % 512 == 0) busy = $urandom % 6;
      // each warp is in one phase; ready bits come and go more or less often
      pick = $urandom & $urandom;
      if (busy > 3) pick = pick | $urandom;
      if (busy == 0) pick = pick & $urandom & $urandom;
      if (even) begin
        ready    = (rdy_join | rdy_cf | rdy_body | rdy_exit) | pick;
        if (is_taken >= 0) ready[is_taken] = 1'b0;     // two cycles after its issue at the earliest
        rdy_body = ready & phase0;
        rdy_join = ready & ~phase0 & phase1;
        rdy_cf   = ready & ~phase0 & ~phase1 & sp;
        rdy_exit = ready & ~phase0 & ~phase1 & ~sp;
        q_sp     = $urandom % 4 != 0;
        q_ls     = $urandom % 4 != 0;
        sf_ok    = $urandom % 2 != 0;
        dp_ok    = $urandom % 2 != 0;
        bru      = $urandom % 3 != 0;
        cf       = $urandom % 3 != 0;
        wide     = $urandom % 4 == 0;
        starve   = {$urandom % 8 == 0, $urandom % 8 == 0};
      end
      #1;
      if (!even) begin
        if (is_valid) begin
          errors++;
          $display("issue in odd cycle %0d", t);
        end
      end else begin
        ready = rdy_join | rdy_cf | rdy_body | rdy_exit;
        want        = -1;
        want_mature = 1'b0;
        for (int w = 0; w < 32; w++) begin
          if (!ready[w]) since[w] = -1;
          else if (since[w] < 0) since[w] = t;
          mature = ready[w] && since[w] <= t - 8;
          can    = 1'b0;
          bank   = t >= last_bank[w % 2] + 4 && t >= last_wide[w % 2] + 8;
          room   = rdy_body[w] && (!(smem[w] || ls[w]) || (q_ls && t >= last_ls + 4)) && !starve[w % 2];
          can_sp = room && bank && sp[w] && q_sp && t >= last_sp + 4
                   && !(!mature && w % 2 == 1 && last_sp_even && t < last_sp + 6);
          can_sf = room && bank && sf[w] && sf_ok;
          can_dp = room && bank && dp[w] && dp_ok;
          stall  = room && !bank && sf[w] && sf_ok;
          if (rdy_body[w] && (sp[w] || sf[w] || dp[w]))
            can = can_sp || can_sf || can_dp || stall;
          else if (rdy_body[w] && ls[w])
            can = room && bank;
          else if (rdy_cf[w])
            can = cf;
          else if (ready[w])
            can = bru;
          if (can && (want < 0 || (mature && !want_mature) ||
                      (mature == want_mature && last_issue[w] < last_issue[want]))) begin
            want        = w;
            want_mature = mature;
            want_sp     = can_sp;
            want_sf     = can_sf;
            want_dp     = can_dp;
            want_stall  = stall;
          end
        end
        if (want >= 0 && want_stall) begin    // the slot stays unused
          stalls++;
          want = -1;
        end
        if (is_valid != (want >= 0) || (is_valid && int'(is_wid) != want)) begin
          errors++;
          if (errors < 10) $display("cycle %0d: issued %0d %0d, expected %0d", t, is_valid, is_wid, want);
        end
        is_taken = -1;
        if (want >= 0) begin
          issues++;
          is_taken         = want;
          last_issue[want] = t;
          to_sf = want_sf && (!want_sp || toggle);
          if (want_sf && want_sp) begin
            toggle = !toggle;
            toggles++;
          end
          if (is_sp != (want_sp && !to_sf) || is_sfu != to_sf || is_dpu != want_dp ||
              is_lsu != (rdy_body[want] && ls[want])) errors++;
          if (is_sp) begin
            last_sp      = t;
            last_sp_even = want % 2 == 0;
          end
          if (is_lsu || ((is_sp || is_sfu || is_dpu) && smem[want])) last_ls = t;
          if (is_sp || is_sfu || is_dpu || is_lsu) last_bank[want % 2] = t;
          if (is_dpu || (is_lsu && wide)) last_wide[want % 2] = t;
        end
      end
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      if (even && is_taken >= 0) begin   // what the warp does next
        phase0[is_taken] = $urandom % 8 != 0;
        phase1[is_taken] = $urandom % 2 == 0;
        ls[is_taken]     = $urandom % 4 == 0;
        sp[is_taken]     = !ls[is_taken] && $urandom % 8 != 0;
        dp[is_taken]     = !ls[is_taken] && !sp[is_taken] && $urandom % 3 == 0;
        sf[is_taken]     = (sp[is_taken] && $urandom % 4 == 0) || (!ls[is_taken] && !sp[is_taken] &&
                            !dp[is_taken] && $urandom % 2 == 0);
        smem[is_taken]   = (sp[is_taken] != sf[is_taken] || dp[is_taken]) && $urandom % 4 == 0;
        rdy_join[is_taken] = 1'b0;
        rdy_cf[is_taken]   = 1'b0;
        rdy_body[is_taken] = 1'b0;
        rdy_exit[is_taken] = 1'b0;
      end
    end
    if (errors != 0 || issues < CYCLES / 20 || stalls < CYCLES / 600 || toggles < CYCLES / 600)
      $display("FAILED: %0d errors, %0d issues", errors, issues);
    else $display("ok: %0d issues, %0d slots kept for the SFU, %0d choices of mul", issues, stalls, toggles);
    $finish;
  end
endmodule
`default_nettype wire
