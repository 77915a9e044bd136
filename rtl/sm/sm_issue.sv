// SPDX-License-Identifier: Apache-2.0
// sm_issue: which warp issues. One micro-operation in every even cycle at most.
//
// From sm_head     rdy_*: warps whose next micro-operation is ready, and the class of their bodies
// From datapath, sm_bru, sm_const   which units have room
// To   everyone    is_valid, is_wid, is_uop: the micro-operation of this cycle (combinational)
//
// Order: mature warps (ready for AGE_CYCLES) before fresh ones, in each the one that issued longest ago; warps that
// never issued come first, lowest number first. The first whose unit can take it issues. A fresh odd warp behind an even
// SP warp is looked at ODD_LATE_CYCLES later (the odd half of the register file is selected last).
// The age order of the warps that have issued is a matrix: bit j of row i says that j issued before i. An issue clears
// column w and fills row w.
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
  input  wire  [31:0] smem_wmask,
  input  wire  [31:0] ls_wmask,
  input  wire         is_wide,           // the issuing body is a store of more than two words
  input  wire  [31:0] cm_wmask,          // these warps have never issued

  input  wire         q_sp_ok,
  input  wire         q_lsu_ok,
  input  wire         bru_idle,
  input  wire         cf_idle,
  input  wire  [1:0]  starve,

  output logic        is_valid,
  output logic [4:0]  is_wid,
  output logic [1:0]  is_uop,            // enum gt_uop
  output logic        is_sp,
  output logic        is_lsu
);

  localparam logic [1:0] UOP_BODY = 2'd0, UOP_JOIN = 2'd1, UOP_EXIT = 2'd2, UOP_CFETCH = 2'd3;
  localparam logic [31:0] EVEN_WARPS = 32'h5555_5555, ODD_WARPS = 32'haaaa_aaaa;
  localparam int AGE = gpu_cfg::AGE_CYCLES / 2;
  localparam int LATE = gpu_cfg::ODD_LATE_CYCLES / 2;

  // --- ready for how long ------------------------------------------------------------------------
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
  logic [LATE:0] sp_past_q;              // SP issue
  logic          sp_even_q;              // the last one was an even warp
  logic          ls_past_q;              // issue into the load/store queue
  logic [1:0]    bank_past_q;            // body of this parity on SP or LSU
  logic [5:0]    wide_past_q;            // wide store, parity in the low bit of each pair
  wire  [1:0]    bank_ok = ~bank_past_q & ~wide_past_q[1:0] & ~wide_past_q[3:2] & ~wide_past_q[5:4] & ~starve;
  wire  [31:0]   bank    = (bank_ok[0] ? EVEN_WARPS : 32'd0) | (bank_ok[1] ? ODD_WARPS : 32'd0);
  wire           sp_ok   = q_sp_ok && !sp_past_q[0];
  wire           ls_ok   = q_lsu_ok && !ls_past_q;
  wire           late    = sp_even_q && sp_past_q != '0;

  logic [31:0] sp_can, can, cand_m, cand_f, cand;
  always_comb begin
    sp_can = sp_ok ? sp_wmask & (ls_ok ? 32'hffff_ffff : ~smem_wmask) & bank : 32'd0;
    can    = (bru_idle ? rdy_join | rdy_exit | (rdy_body & ~sp_wmask & ~ls_wmask) : 32'd0)
             | (cf_idle ? rdy_cf : 32'd0)
             | (rdy_body & (sp_can | (ls_ok ? ls_wmask & bank : 32'd0)));
    cand_m = can & mature;
    cand_f = can & fresh & ~(late ? rdy_body & sp_wmask & ODD_WARPS : 32'd0);
    cand   = cand_m != 32'd0 ? cand_m : cand_f;
    is_valid = even && !hold && cand != 32'd0;
  end

  // --- oldest ------------------------------------------------------------------------------------
  logic [31:0] older_q [0:31];
  logic [31:0] never_q;
  wire  [31:0] first = cand & never_q;
  logic [31:0] win;
  always_comb begin
    win = 32'd0;
    if (is_valid && first == 32'd0)
      for (int i = 0; i < 32; i++) win[i] = cand[i] && (older_q[i] & cand) == 32'd0;
  end
  wire [31:0] choice = first != 32'd0 ? first : win;
  assign is_wid = sm_fn::lowest(choice);

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
    if (rdy_body[is_wid])      is_uop = UOP_BODY;
    else if (rdy_join[is_wid]) is_uop = UOP_JOIN;
    else if (rdy_cf[is_wid])   is_uop = UOP_CFETCH;
    else                       is_uop = UOP_EXIT;
  end
  assign is_sp  = is_valid && is_uop == UOP_BODY && sp_wmask[is_wid];
  assign is_lsu = is_valid && is_uop == UOP_BODY && ls_wmask[is_wid];
  wire   is_smem = is_sp && smem_wmask[is_wid];

  always_ff @(posedge clk)
    if (rst) begin
      sp_past_q   <= '0;
      sp_even_q   <= 1'b0;
      ls_past_q   <= 1'b0;
      bank_past_q <= 2'd0;
      wide_past_q <= 6'd0;
    end else if (even) begin
      sp_past_q   <= {sp_past_q[LATE-1:0], is_sp};
      if (is_sp) sp_even_q <= !is_wid[0];
      ls_past_q   <= is_lsu || is_smem;
      bank_past_q <= is_sp || is_lsu ? {is_wid[0], !is_wid[0]} : 2'd0;
      wide_past_q <= {wide_past_q[3:0], is_lsu && is_wide ? {is_wid[0], !is_wid[0]} : 2'd0};
    end

endmodule
`default_nettype wire
