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
//
// A clock is as long as the way from what is ready to what issues, so only one search is on it, its result is a warp
// mask, and what is told of the warp is read with that mask, not by its number. The order is kept as a matrix: bit j
// of row i, j < i, says that j goes before i by age; who is mature, which is known before who can issue, makes of it
// the order of the cycle. A warp is the first of those that can if none of them goes before it. What issued in an even
// cycle is moved to the end in the odd one, where nothing is searched; the warps that have never issued are moved to
// the front in even cycles, and are there four cycles after their launch.
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
  localparam int WARPS = gpu_cfg::WARPS;            // the bits of masks behind them are 0

  // --- ready for how long ------------------------------------------------------------------------
  // ISSUE-5, ISSUE-11: ready, whatever the units can take
  wire  [31:0]       ready = rdy_join | rdy_cf | rdy_body | rdy_exit;
  logic [32*AGE-1:0] ready_q;            // ready in each of the last 1, 2 .. AGE even cycles
  wire  [31:0]       mature = ready_q[32*AGE-1 -: 32];   // if they are ready now
  always_ff @(posedge clk)
    if (rst) ready_q <= '0;
    else if (even) ready_q <= {ready_q[32*AGE-33:0] & {AGE-1{ready}}, ready};

  // --- what the units can take -------------------------------------------------------------------
  // bit i, or pair of bits: in even cycle t-2-2i
  // ISSUE-7; ISSUE-9: bank rule; ISSUE-10: starve
  logic [LATE:0] sp_past_q;              // SP issue
  logic          sp_even_q;              // the last one was an even warp
  logic          ls_past_q;              // issue into the load/store queue
  logic          mul_sfu_q;              // toggle of mul.f32
  logic [1:0]    bank_hit_q;             // the bank rule holds this parity back
  logic [3:0]    wide_past_q;            // wide store or DPU body, parity in the low bit of each pair
  wire  [1:0]    bank_ok  = ~bank_hit_q & ~starve;
  wire  [1:0]    bank_a7  = bank_hit_q & ~starve;
  wire  [31:0]   bank    = (bank_ok[0] ? EVEN_WARPS : 32'd0) | (bank_ok[1] ? ODD_WARPS : 32'd0);
  wire           sp_ok   = q_sp_ok && !sp_past_q[0];
  wire           ls_ok   = q_lsu_ok && !ls_past_q;
  // ISSUE-8
  wire           late    = sp_even_q && sp_past_q != '0;

  // SFU-4
  wire  [31:0]   blocked = (bank_a7[0] ? EVEN_WARPS : 32'd0) | (bank_a7[1] ? ODD_WARPS : 32'd0);

  logic [31:0] bodies, sp_can, sfu_can, dpu_can, stall, can;
  always_comb begin
    bodies  = rdy_body & (ls_ok ? 32'hffff_ffff : ~smem_wmask);
    sp_can  = sp_ok ? bodies & sp_wmask & bank & (late ? EVEN_WARPS | mature : 32'hffff_ffff) : 32'd0;
    sfu_can = sfu_ok ? bodies & sfu_wmask & bank : 32'd0;
    dpu_can = dpu_ok ? bodies & dpu_wmask & bank : 32'd0;
    stall   = sfu_ok ? bodies & sfu_wmask & blocked : 32'd0;
    can     = (bru_idle ? rdy_join | rdy_exit | (rdy_body & ~sp_wmask & ~ls_wmask & ~sfu_wmask & ~dpu_wmask) : 32'd0)
              | (cf_idle ? rdy_cf : 32'd0)
              | (ls_ok ? rdy_body & ls_wmask & bank : 32'd0)
              | sp_can | sfu_can | dpu_can | stall;
    can     = can & 32'({WARPS{1'b1}});
  end

  // --- oldest ------------------------------------------------------------------------------------
  // ISSUE-1, ISSUE-4: nothing behind a fault
  wire         go      = even && !hold;
  function automatic logic [31:0] below(input int i);
    below = ~(32'hffff_ffff << i);
  endfunction
  logic [1023:0] age_q;                  // 32 rows: by age
  logic [31:0]   row;                    // mature before fresh
  logic [31:0]   led;                    // no lower number goes before it
  logic [31:0]   beaten;                 // a higher number does
  logic [31:0]   win;                    // the first of those that can, alone
  always_comb begin
    win    = 32'd0;
    row    = 'x;
    led    = 'x;
    beaten = 'x;
    if (go)
      if (can != 32'd0) begin
        // ISSUE-6
        led    = 32'd1;
        beaten = 32'd0;
        for (int i = 1; i < WARPS; i++)
          if (can[i]) begin
            row = mature[i] ? age_q[32*i +: 32] & mature : age_q[32*i +: 32] | (mature & below(i));
            if ((row & can) == 32'd0) led = led | (32'd1 << i);
            beaten = beaten | (~row & below(i));
          end
        win = can & led & ~beaten;
      end
  end
  wire [31:0] won = win & ~stall;
  assign is_valid = won != 32'd0;
  assign is_wid   = sm_fn::index(win);

  // in odd cycles the warp that has just issued, in even ones those that have never issued
  logic [31:0] never_q, move_q;
  wire  [31:0] never = (never_q & ~won) | cm_wmask;
  always_ff @(posedge clk)
    if (rst) begin
      never_q <= 32'd0;
      move_q  <= 32'd0;
    end else begin
      never_q <= never;
      move_q  <= even ? won : never;
    end

  always_ff @(posedge clk)
    if (move_q != 32'd0) begin : turn
      logic [1023:0] next;               // one assignment to all rows: a simulator need not keep the ones before
      next = '0;
      for (int i = 0; i < WARPS; i++)
        if (even) next[32*i +: 32] = ((move_q[i] ? 32'd0 : age_q[32*i +: 32]) | move_q) & below(i);
        else      next[32*i +: 32] = (move_q[i] ? 32'hffff_ffff : age_q[32*i +: 32]) & ~move_q & below(i);
      age_q <= next;
    end

  // --- the micro-operation -----------------------------------------------------------------------
  always_comb begin
    is_uop = `UOP_BODY;                  // 0
    if ((win & rdy_join) != 32'd0) is_uop = is_uop | `UOP_JOIN;
    if ((win & rdy_cf) != 32'd0)   is_uop = is_uop | `UOP_CFETCH;
    if ((win & rdy_exit) != 32'd0) is_uop = is_uop | `UOP_EXIT;
  end
  // SFU-3
  wire [31:0] both   = sp_can & sfu_can;
  wire [31:0] to_sfu = sfu_can & (mul_sfu_q ? 32'hffff_ffff : ~sp_can);
  assign is_sp  = (win & sp_can & ~to_sfu) != 32'd0;
  assign is_sfu = (win & to_sfu) != 32'd0;
  assign is_dpu = (win & dpu_can) != 32'd0;
  assign is_lsu = (win & rdy_body & ls_wmask) != 32'd0;
  wire   is_smem = (win & smem_wmask & (sp_can | sfu_can | dpu_can)) != 32'd0;
  // of each parity: reads the register file; for longer
  wire [31:0] rf      = win & (sp_can | sfu_can | dpu_can | (rdy_body & ls_wmask));
  wire [31:0] longer  = win & (dpu_can | (is_wide ? rdy_body & ls_wmask : 32'd0));
  wire [1:0]  is_rf   = {(rf & ODD_WARPS) != 32'd0, (rf & EVEN_WARPS) != 32'd0};
  wire [1:0]  is_long = {(longer & ODD_WARPS) != 32'd0, (longer & EVEN_WARPS) != 32'd0};

  always_ff @(posedge clk)
    if (rst) begin
      sp_past_q   <= '0;
      sp_even_q   <= 1'b0;
      mul_sfu_q   <= 1'b0;
      ls_past_q   <= 1'b0;
      bank_hit_q  <= 2'd0;
      wide_past_q <= 4'd0;
    end else if (even) begin
      sp_past_q   <= {sp_past_q[LATE-1:0], is_sp};
      if (is_sp) sp_even_q <= is_rf[0];
      if ((win & both) != 32'd0) mul_sfu_q <= !mul_sfu_q;
      ls_past_q   <= is_lsu || is_smem;
      bank_hit_q  <= is_rf | wide_past_q[1:0] | wide_past_q[3:2];
      wide_past_q <= {wide_past_q[1:0], is_long};
    end

  // --- cannot happen ------------------------------------------------------------------------------
  wire [3:0] gets = {is_sp, is_lsu, is_sfu, is_dpu};
  `ASSERT("a body goes to one unit", rst || (gets & (gets - 4'd1)) == 4'd0)
  `ASSERT("nothing issues in an odd cycle", rst || even || !is_valid)
  `ASSERT("one warp is the oldest", rst || (win & (win - 32'd1)) == 32'd0)
  `ASSERT("there is an oldest warp when some can issue", rst || !go || can == 32'd0 || win != 32'd0)
  `ASSERT("a warp that issues is ready", rst || !is_valid || ready[is_wid])
  // what is kept twice
  wire [31:0] first = ((can & mature) != 32'd0 ? can & mature : can) & never_q;
  `ASSERT("warps that have never issued come first, lowest number first",
    rst || !go || first == 32'd0 || win == (first & -first))
  `ASSERT("what issued is moved in an odd cycle", rst || !even || (move_q & ~never_q) == 32'd0)

endmodule
`default_nettype wire
