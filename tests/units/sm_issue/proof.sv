// SPDX-License-Identifier: Apache-2.0
// sm_issue with four warps: the choice of docs/units/issue.md, written down a second time.
//
// In an even cycle at most one micro-operation issues: the first warp, in the order mature before fresh, never issued
// before longest ago, of those that their unit can take; it goes to one unit. Spacing of each unit, bank rule, lateness
// of odd warps and the toggle of mul.f32 are counters of even cycles here. A mature warp that its unit can take is
// overtaken by each of the others once at most. Even and odd cycles take turns; a warp is ready four cycles after its
// launch at the earliest.
// Rules (docs/units): ISSUE-1, ISSUE-5, ISSUE-6, ISSUE-7, ISSUE-8, ISSUE-9, ISSUE-10, ISSUE-11, SFU-3, SFU-4.
//
//! proves issue: one micro-operation in an even cycle, of the first warp its unit can take, to one unit; none overtaken
//! proves twice by the same
//! by pdr:14
//! test long
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk,
  input wire       in_even, hold,
  input wire [3:0] go, commit, sp, sfu, dpu, smem, ls,
  input wire [7:0] step,                 // of each warp: body, join, exit, constant fetch
  input wire       wide, q_sp_ok, q_lsu_ok, sfu_ok, dpu_ok, bru_idle, cf_idle,
  input wire [1:0] starve, in_me
);
  `F_RESET
  // --- environment: only warps that were launched are ready, each with one micro-operation of one class --------
  reg  [3:0] alive;
  wire [3:0] cm    = rst ? 4'd0 : commit;
  reg        even;
  reg [11:0] recent;                     // launched in the last three cycles
  reg  [3:0] last;                       // issued in the even cycle before
  wire [3:0] ready = go & alive & ~recent[3:0] & ~recent[7:4] & ~recent[11:8] & {4{!rst}};
  always @(posedge clk) begin
    even   <= rst ? in_even : !even;
    recent <= rst ? 12'd0 : {recent[7:0], cm};
  end
  reg  [3:0] body, join, cf, ex;
  always @* begin
    for (int w = 0; w < 4; w++) begin
      body[w] = ready[w] && step[2*w +: 2] == 2'd0;
      join[w] = ready[w] && step[2*w +: 2] == 2'd1;
      cf[w]   = ready[w] && step[2*w +: 2] == 2'd3;
      ex[w]   = ready[w] && step[2*w +: 2] == 2'd2;
    end
    assume((ls & (sp | sfu | dpu | smem)) == 4'd0 && (dpu & (sp | sfu)) == 4'd0 && (smem & ~(sp | sfu | dpu)) == 4'd0);
    assume((cm & ready) == 4'd0);
  end

  wire       is_valid, is_sp, is_lsu, is_sfu, is_dpu;
  wire [4:0] is_wid;
  wire [1:0] is_uop;
  (* keep *) sm_issue dut (
    .clk, .rst, .even, .hold, .rdy_join({28'd0, join}), .rdy_cf({28'd0, cf}), .rdy_body({28'd0, body}),
    .rdy_exit({28'd0, ex}),
    .sp_wmask({28'd0, sp}), .sfu_wmask({28'd0, sfu}), .dpu_wmask({28'd0, dpu}), .smem_wmask({28'd0, smem}),
    .ls_wmask({28'd0, ls}),
    .is_wide(wide), .cm_wmask({28'd0, cm}), .q_sp_ok, .q_lsu_ok, .sfu_ok, .dpu_ok, .bru_idle, .cf_idle, .starve,
    .is_valid, .is_wid, .is_uop, .is_sp, .is_lsu, .is_sfu, .is_dpu);

  // --- the rule --------------------------------------------------------------------------------------------------
  reg  [3:0]  never;
  reg  [7:0]  ord;                       // warps by their last issue, longest ago in the low bits
  reg  [11:0] rcnt;                      // even cycles a warp has been ready, up to 4
  reg  [2:0]  s_sp, s_ls;                // even cycles since the last issue of the unit, 4: or more
  reg  [5:0]  s_body, s_wide;            // of each parity
  reg         sp_even, toggle;

  reg  [3:0]  mature, sp_can, sfu_can, dpu_can, ls_can, stall, can, cand;
  reg  [1:0]  bank;
  reg  [7:0]  pos;                       // of each warp in ord
  reg         found;
  reg  [1:0]  want, w2;
  reg         both;
  always @* begin
    for (int p = 0; p < 2; p++) bank[p] = s_body[3*p +: 3] >= 3'd2 && s_wide[3*p +: 3] >= 3'd4;
    for (int w = 0; w < 4; w++) begin
      mature[w]  = ready[w] && rcnt[3*w +: 3] == 3'd4;
      ls_can[w]  = body[w] && ls[w] && q_lsu_ok && s_ls >= 3'd2 && bank[w % 2] && !starve[w % 2];
      sp_can[w]  = body[w] && sp[w] && q_sp_ok && s_sp >= 3'd2 && bank[w % 2] && !starve[w % 2] &&
                   !(w % 2 == 1 && !mature[w] && sp_even && s_sp < 3'd3) && (!smem[w] || (q_lsu_ok && s_ls >= 3'd2));
      sfu_can[w] = body[w] && sfu[w] && sfu_ok && bank[w % 2] && !starve[w % 2] &&
          (!smem[w] || (q_lsu_ok && s_ls >= 3'd2));
      dpu_can[w] = body[w] && dpu[w] && dpu_ok && bank[w % 2] && !starve[w % 2] &&
          (!smem[w] || (q_lsu_ok && s_ls >= 3'd2));
      stall[w]   = body[w] && sfu[w] && sfu_ok && !bank[w % 2] && !starve[w % 2] &&
          (!smem[w] || (q_lsu_ok && s_ls >= 3'd2));
      can[w]     = ls_can[w] || sp_can[w] || sfu_can[w] || dpu_can[w] || (cf[w] && cf_idle) ||
                   (bru_idle && (join[w] || ex[w] || (body[w] && !sp[w] && !sfu[w] && !dpu[w] && !ls[w])));
    end
    cand = ((can | stall) & mature) != 4'd0 ? (can | stall) & mature : can | stall;
    found = 1'b0;
    want  = 2'd0;
    w2    = 2'd0;
    for (int i = 3; i >= 0; i--) begin
      w2 = ord[2*i +: 2];
      pos[2*w2 +: 2] = 2'(i);
      if (cand[w2] && !never[w2]) begin
        found = 1'b1;
        want  = w2;
      end
    end
    for (int w = 3; w >= 0; w--)
      if (cand[w] && never[w]) begin
        found = 1'b1;
        want  = 2'(w);
      end
    both = sp_can[want] && sfu_can[want];
  end
  wire goes   = even && !hold && !rst && found && !stall[want];
  wire to_sfu = sfu_can[want] && (!both || toggle);
  wire rf     = goes && (sp_can[want] || sfu_can[want] || dpu_can[want] || ls_can[want]);
  wire longer = rf && (dpu_can[want] || (ls_can[want] && wide));
  wire uses_ls = rf && (ls_can[want] || smem[want]);

  function [2:0] since(input hit, input [2:0] s);
    since = hit ? 3'd1 : s == 3'd4 ? 3'd4 : s + 3'd1;
  endfunction
  always @(posedge clk)
    if (rst) begin
      alive <= 4'd0; never <= 4'd0; ord <= 8'b11_10_01_00; rcnt <= 12'd0;
      s_sp <= 3'd4; s_ls <= 3'd4; s_body <= 6'b100_100; s_wide <= 6'b100_100; sp_even <= 1'b0; toggle <= 1'b0;
    end else begin
      alive <= alive | cm;
      never <= (never & ~(goes ? 4'd1 << want : 4'd0)) | cm;
      if (goes)
        case (pos[2*want +: 2])
          2'd0: ord <= {want, ord[7:2]};
          2'd1: ord <= {want, ord[7:4], ord[1:0]};
          2'd2: ord <= {want, ord[7:6], ord[3:0]};
          default: ;
        endcase
      if (even) begin
        for (int w = 0; w < 4; w++)
          rcnt[3*w +: 3] <= !ready[w] ? 3'd0 : rcnt[3*w +: 3] == 3'd4 ? 3'd4 : rcnt[3*w +: 3] + 3'd1;
        s_sp <= since(goes && sp_can[want] && !to_sfu, s_sp);
        s_ls <= since(uses_ls, s_ls);
        for (int p = 0; p < 2; p++) begin
          s_body[3*p +: 3] <= since(rf && want[0] == 1'(p), s_body[3*p +: 3]);
          s_wide[3*p +: 3] <= since(longer && want[0] == 1'(p), s_wide[3*p +: 3]);
        end
        if (goes && sp_can[want] && !to_sfu) sp_even <= !want[0];
        if (goes && both) toggle <= !toggle;
      end
    end

  // --- overtaking --------------------------------------------------------------------------------------------------
  reg  [1:0] me;
  reg  [2:0] passed, ahead;              // others that issued while `me` could have; others before it in the order
  always @(posedge clk) begin
    if (rst) me <= in_me;
    if (rst || cm != 4'd0 || (goes && want == me)) passed <= 3'd0;
    else if (even && !(mature[me] && can[me])) passed <= 3'd0;
    else if (goes) passed <= passed + 3'd1;
  end
  always @* begin
    ahead = 3'd0;
    for (int w = 0; w < 4; w++)
      if (2'(w) != me && alive[w] && (never[me] ? never[w] && 2'(w) < me : never[w] || pos[2*w +: 2] < pos[2*me +: 2]))
        ahead = ahead + 3'd1;
  end

  always @* if (!rst) begin
    assert(is_valid == goes);
    if (!goes) assert(!is_sp && !is_lsu && !is_sfu && !is_dpu);
    if (goes) begin
      assert(even && !hold && is_wid == {3'd0, want} && ready[want]);
      assert(is_uop == step[2*want +: 2]);
      assert(is_sp == (sp_can[want] && !to_sfu) && is_sfu == to_sfu && is_dpu == dpu_can[want] &&
          is_lsu == ls_can[want]);
      assert({2'd0, is_sp} + {2'd0, is_sfu} + {2'd0, is_dpu} + {2'd0, is_lsu} ==
          (body[want] && (sp | sfu | dpu | ls) >> want & 1 ? 3'd1 : 3'd0));
      assert(is_uop != 2'd0 || mature == 4'd0 || mature[want] || ((can | stall) & mature) == 4'd0);
    end
    assert(passed <= 3'd3);
  end

  // --- how the unit keeps it (for the induction) ---------------------------------------------------------------------
  `F_INSIDE [127:0] \dut.ready_q ;
  `F_INSIDE [1:0]   \dut.sp_past_q ;
  `F_INSIDE         \dut.sp_even_q ;
  `F_INSIDE         \dut.ls_past_q ;
  `F_INSIDE         \dut.mul_sfu_q ;
  `F_INSIDE [1:0]   \dut.bank_hit_q ;
  `F_INSIDE [3:0]   \dut.wide_past_q ;
  `F_INSIDE [31:0]  \dut.never_q ;
  `F_INSIDE [31:0]  \dut.move_q ;
  `F_INSIDE [1023:0] \dut.age_q ;
  wire [127:0] past  = \dut.ready_q ;
  wire [1:0]   sp_p  = \dut.sp_past_q ;
  wire [1:0]   bank_p = \dut.bank_hit_q ;
  wire [3:0]   wide_p = \dut.wide_past_q ;
  wire [1023:0] age   = \dut.age_q ;
  wire [3:0]    won   = goes ? 4'd1 << want : 4'd0;
  reg  [3:0]    front;                   // of the warps that have never issued, those that have been moved to the front
  always @(posedge clk) begin
    last  <= rst ? 4'd0 : even ? won : last;
    front <= rst ? 4'd0 : even ? never & ~won : front;
  end
  wire [3:0] placed = alive & ~(never & ~front);
  reg        goes_before;
  always @* if (!rst) begin
    assert(ord[1:0] != ord[3:2] && ord[1:0] != ord[5:4] && ord[1:0] != ord[7:6] && ord[3:2] != ord[5:4] &&
        ord[3:2] != ord[7:6]
           && ord[5:4] != ord[7:6]);
    assert((never & ~alive) == 4'd0 && \dut.never_q == {28'd0, never});
    assert(\dut.move_q == {28'd0, even ? never : last} && (!even || (ready & ~placed) == 4'd0));
    assert(sp_p == {s_sp == 3'd2, s_sp == 3'd1} && \dut.ls_past_q == (s_ls == 3'd1));
    assert(\dut.sp_even_q == sp_even && \dut.mul_sfu_q == toggle);
    assert(s_sp <= 3'd4 && s_sp != 3'd0 && s_ls <= 3'd4 && s_ls != 3'd0);
    for (int p = 0; p < 2; p++) begin
      assert(s_body[3*p +: 3] <= 3'd4 && s_body[3*p +: 3] != 3'd0 &&
             s_wide[3*p +: 3] <= 3'd4 && s_wide[3*p +: 3] != 3'd0);
      assert(bank_p[p] == (s_body[3*p +: 3] == 3'd1 || s_wide[3*p +: 3] == 3'd2 || s_wide[3*p +: 3] == 3'd3));
      for (int i = 0; i < 2; i++) assert(wide_p[2*i + p] == (s_wide[3*p +: 3] == 3'(i + 1)));
    end
    for (int i = 0; i < 4; i++) begin
      assert(past[32*i + 4 +: 28] == 28'd0);
      for (int w = 0; w < 4; w++) begin
        assert(rcnt[3*w +: 3] <= 3'd4);
        assert(past[32*i + w] == (rcnt[3*w +: 3] > 3'(i)));
        goes_before = never[i] ? never[w] && w < i : never[w] || pos[2*w +: 2] < pos[2*i +: 2];
        if (w < i && placed[i] && placed[w] && (even || (!last[i] && !last[w])))
          assert(age[32*i + w] == goes_before);
      end
    end
    assert(passed + ahead <= 3'd3);
  end
endmodule
`default_nettype wire
