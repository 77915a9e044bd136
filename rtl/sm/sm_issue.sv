// SPDX-License-Identifier: Apache-2.0
// sm_issue: which warp issues. One micro-operation in every even cycle at most.
//
// From sm_head     rdy_*: warps whose next micro-operation is ready, and the class of their bodies
// From datapath, sm_bru, sm_const   which units have room
// To   everyone    is_valid, is_wid, is_uop: the micro-operation of this cycle (combinational)
//
// Order: mature warps (ready for AGE_CYCLES) before fresh ones, in each the one that issued longest ago; warps that
// never issued come first, lowest number first. The first whose unit can take it issues. A fresh odd warp behind an
// even SP warp is looked at ODD_LATE_CYCLES later (the odd half of the register file is selected last).
// mul.f32 can go to the SP queue or to the SFU; when both can take it a toggle decides. A warp that could go to the SFU
// but for the bank rule keeps the issue slot without using it.
// One in two cycles, chosen in the cycle itself. AGE_CYCLES and ODD_LATE_CYCLES are what Figure 6 of the paper asks for
// (docs/silicon.md, "Why 8 warps and not 6").
// The age order of the warps that have issued is a matrix: bit j of row i says that j issued before i. An issue clears
// column w and fills row w.
`include "assert.svh"
`include "sm_enums.svh"
`default_nettype none

module sm_issue (
  input  wire         clk,
  input  wire         rst,
  input  wire         even,
  input  wire         hold,              // nothing issues: a fault has stopped the SM

  input  wire  [31:0] rdy_join,
  input  wire  [31:0] rdy_cf,
  input  wire  [31:0] rdy_body,
  input  wire  [31:0] rdy_exit,
  input  wire  [31:0] sp_wmask,
  input  wire  [31:0] sfu_wmask,
  input  wire  [31:0] dpu_wmask,
  input  wire  [31:0] smem_wmask,
  input  wire  [31:0] ls_wmask,
  input  wire         is_wide,           // the issuing body is a store of more than two words
  input  wire  [31:0] cm_wmask,          // these warps have never issued

  input  wire         q_sp_ok,
  input  wire         q_lsu_ok,
  input  wire         sfu_ok,
  input  wire         dpu_ok,
  input  wire         bru_idle,
  input  wire         cf_idle,
  input  wire  [1:0]  starve,

  output logic        is_valid,
  output logic [4:0]  is_wid,
  output logic [1:0]  is_uop,            // enum gt_uop
  output logic        is_sp,             // at most one of these four
  output logic        is_lsu,
  output logic        is_sfu,
  output logic        is_dpu
);

  localparam logic [31:0] EVEN_WARPS = 32'h5555_5555, ODD_WARPS = 32'haaaa_aaaa;
  localparam int AGE = gpu_cfg::AGE_CYCLES / 2;
  localparam int LATE = gpu_cfg::ODD_LATE_CYCLES / 2;

  // --- ready for how long ------------------------------------------------------------------------
  // ISSUE-5, ISSUE-11: ready, whatever the units can take
  wire  [31:0]       ready = rdy_join | rdy_cf | rdy_body | rdy_exit;
  logic [32*AGE-1:0] past_q;             // ready in the last AGE even cycles
  logic [31:0]       mature, fresh;
  always_comb begin
    mature = ready;
    for (int i = 0; i < AGE; i++) mature = mature & past_q[32*i +: 32];
    fresh = ready & ~mature;
  end
  always_ff @(posedge clk)
    if (rst) past_q <= '0;
    else if (even) past_q <= {past_q[32*AGE-33:0], ready};

  // --- what the units can take -------------------------------------------------------------------
  // bit i: in even cycle t-2-2i
  // ISSUE-7; ISSUE-9: bank rule; ISSUE-10: starve
  logic [LATE:0] sp_past_q;              // SP issue
  logic          sp_even_q;              // the last one was an even warp
  logic          ls_past_q;              // issue into the load/store queue
  logic          mul_sfu_q;              // toggle of mul.f32
  logic [1:0]    bank_past_q;            // body of this parity on SP, LSU, SFU or DPU
  logic [5:0]    wide_past_q;            // wide store or DPU body, parity in the low bit of each pair
  wire  [1:0]    bank_hit = bank_past_q | wide_past_q[1:0] | wide_past_q[3:2] | wide_past_q[5:4];
  wire  [1:0]    bank_ok  = ~bank_hit & ~starve;
  wire  [1:0]    bank_a7  = bank_hit & ~starve;
  wire  [31:0]   bank    = (bank_ok[0] ? EVEN_WARPS : 32'd0) | (bank_ok[1] ? ODD_WARPS : 32'd0);
  wire           sp_ok   = q_sp_ok && !sp_past_q[0];
  wire           ls_ok   = q_lsu_ok && !ls_past_q;
  // ISSUE-8
  wire           late    = sp_even_q && sp_past_q != '0;

  // SFU-4
  wire  [31:0]   blocked = (bank_a7[0] ? EVEN_WARPS : 32'd0) | (bank_a7[1] ? ODD_WARPS : 32'd0);

  logic [31:0] bodies, sp_can, sfu_can, dpu_can, stall, can, cand_m, cand;
  logic        go;
  always_comb begin
    bodies  = rdy_body & (ls_ok ? 32'hffff_ffff : ~smem_wmask);
    sp_can  = sp_ok ? bodies & sp_wmask & bank & ~(late ? ODD_WARPS & fresh : 32'd0) : 32'd0;
    sfu_can = sfu_ok ? bodies & sfu_wmask & bank : 32'd0;
    dpu_can = dpu_ok ? bodies & dpu_wmask & bank : 32'd0;
    stall   = sfu_ok ? bodies & sfu_wmask & blocked : 32'd0;
    can     = (bru_idle ? rdy_join | rdy_exit | (rdy_body & ~sp_wmask & ~ls_wmask & ~sfu_wmask & ~dpu_wmask) : 32'd0)
              | (cf_idle ? rdy_cf : 32'd0)
              | (ls_ok ? rdy_body & ls_wmask & bank : 32'd0)
              | sp_can | sfu_can | dpu_can | stall;
    cand_m  = can & mature;
    cand    = cand_m != 32'd0 ? cand_m : can;
    // ISSUE-1, ISSUE-4: nothing behind a fault
    go      = even && !hold && cand != 32'd0;
  end

  // --- oldest ------------------------------------------------------------------------------------
  // ISSUE-6
  logic [31:0] older_q [0:31];
  logic [31:0] never_q;
  wire  [31:0] first = cand & never_q;
  logic [31:0] win;
  always_comb begin
    win = 32'd0;
    if (go && first == 32'd0)
      for (int i = 0; i < 32; i++) win[i] = cand[i] && (older_q[i] & cand) == 32'd0;
  end
  wire [31:0] choice = first != 32'd0 ? first : win;
  assign is_wid   = sm_fn::lowest(choice);
  assign is_valid = go && !stall[is_wid];

  wire [31:0] won = sm_fn::onehot(is_valid, is_wid);
  always_ff @(posedge clk)
    if (rst) never_q <= 32'd0;
    else     never_q <= (never_q & ~won) | cm_wmask;

  always_ff @(posedge clk)
    if (is_valid)
      for (int i = 0; i < 32; i++)
        older_q[i] <= (won[i] ? 32'hffff_ffff : older_q[i]) & ~won;

  // --- the micro-operation -----------------------------------------------------------------------
  always_comb begin
    if (rdy_body[is_wid])      is_uop = `UOP_BODY;
    else if (rdy_join[is_wid]) is_uop = `UOP_JOIN;
    else if (rdy_cf[is_wid])   is_uop = `UOP_CFETCH;
    else                       is_uop = `UOP_EXIT;
  end
  // SFU-3
  wire   both    = sp_can[is_wid] && sfu_can[is_wid];
  wire   to_sfu  = sfu_can[is_wid] && (!both || mul_sfu_q);
  assign is_sp   = is_valid && sp_can[is_wid] && !to_sfu;
  assign is_sfu  = is_valid && to_sfu;
  assign is_dpu  = is_valid && dpu_can[is_wid];
  assign is_lsu  = is_valid && is_uop == `UOP_BODY && ls_wmask[is_wid];
  wire   is_smem = (is_sp || is_sfu || is_dpu) && smem_wmask[is_wid];
  wire   is_rf   = is_sp || is_sfu || is_dpu || is_lsu;      // reads the register file

  always_ff @(posedge clk)
    if (rst) begin
      sp_past_q   <= '0;
      sp_even_q   <= 1'b0;
      mul_sfu_q   <= 1'b0;
      ls_past_q   <= 1'b0;
      bank_past_q <= 2'd0;
      wide_past_q <= 6'd0;
    end else if (even) begin
      sp_past_q   <= {sp_past_q[LATE-1:0], is_sp};
      if (is_sp) sp_even_q <= !is_wid[0];
      if (is_valid && both) mul_sfu_q <= !mul_sfu_q;
      ls_past_q   <= is_lsu || is_smem;
      bank_past_q <= is_rf ? {is_wid[0], !is_wid[0]} : 2'd0;
      wide_past_q <= {wide_past_q[3:0], is_dpu || (is_lsu && is_wide) ? {is_wid[0], !is_wid[0]} : 2'd0};
    end

  // --- cannot happen ------------------------------------------------------------------------------
  wire [3:0] units = {is_sp, is_lsu, is_sfu, is_dpu};
  `ASSERT("a body goes to one unit", rst || (units & (units - 4'd1)) == 4'd0)
  `ASSERT("nothing issues in an odd cycle", rst || even || !is_valid)
  `ASSERT("one warp is the oldest", rst || (win & (win - 32'd1)) == 32'd0)
  `ASSERT("there is an oldest warp when some can issue", rst || !go || choice != 32'd0)
  `ASSERT("a warp that issues is ready", rst || !is_valid || ready[is_wid])

endmodule
`default_nettype wire
