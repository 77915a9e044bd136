// SPDX-License-Identifier: Apache-2.0
// sm_head: the decoded next instruction of every warp, and which of its micro-operations comes next.
//
// From sm_ibuf     id_*: one raw instruction, decoded here and written at the end of the cycle
// From sm_issue    is_*: the micro-operation that leaves in this cycle
// From sm_bru      br_*: a control micro-operation has finished; sm_const, sm_barrier: waits that end
// To   sm_issue    rdy_*: warps whose next micro-operation has nothing to wait for; body classes per warp
//
// A head written at the end of c (refill in c-1) can issue from c+1 on; one is written per cycle.
// A head walks [join] -> [constant fetch] -> body -> [exit]; next_* say where it is, one bit per warp each. The control
// words themselves lie in a memory and are only read for the warp that issues. Waits:
//   wait_branch  a control micro-operation (or bar) of this head is under way
//   wait_fetch   constant fetch under way
//   wait_exit    exit marker: less than 4 cycles since the body
//   wait_const   direct constant not there (body only)
`include "assert.svh"
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "sm_enums.svh"
`default_nettype none

module sm_head (
  input  wire         clk,
  input  wire         rst,
  input  wire         even,              // cycle in which an issue is possible

  // from sm_ibuf through sm_decode
  input  wire         id_valid,
  input  wire  [4:0]  id_wid,
  input  ctl_t        id_ctl,
  input  wire         id_bad,
  input  wire         id_sp,
  input  wire         id_sfu,
  input  wire         id_dpu,
  input  wire         id_smem,
  input  wire         id_ls,
  input  wire         id_br,
  input  wire         id_wide,
  input  wire         id_cdir,
  input  wire         id_cind,

  // from sm_scoreboard
  input  wire  [31:0] pend_wmask,        // some flag of the head is pending
  input  wire  [31:0] pend_pa_wmask,     // one of $a, predicate, carry

  // from sm_issue
  input  wire         is_valid,
  input  wire  [4:0]  is_wid,
  input  wire  [1:0]  is_uop,            // enum gt_uop
  output ctl_t        is_ctl,
  output logic        is_bad,
  output logic        is_wide,
  output logic        is_ctlop,          // body is a control operation of the BRU
  output logic        is_bar,
  output logic        adv_valid,         // pc moves behind the instruction
  output logic        nk_valid,          // pc_next unknown from the next cycle on

  // waits that end at the end of this cycle
  input  wire         br_valid,
  input  wire  [4:0]  br_wid,
  input  wire  [1:0]  br_uop,
  input  wire         br_redirect,       // join: the warp goes on elsewhere
  input  wire         cst_valid,         // a direct constant can be used from the next cycle on
  input  wire  [4:0]  cst_wid,
  input  wire         cf_done,
  input  wire  [4:0]  cf_wid,
  input  wire  [31:0] rel_wmask,         // barrier releases

  // to sm_issue
  output logic [31:0] head_wmask,
  output logic [31:0] rdy_join,
  output logic [31:0] rdy_cf,
  output logic [31:0] rdy_body,
  output logic [31:0] rdy_exit,
  output logic [31:0] sp_wmask,
  output logic [31:0] sfu_wmask,
  output logic [31:0] dpu_wmask,
  output logic [31:0] smem_wmask,
  output logic [31:0] ls_wmask
);


  // --- control words -----------------------------------------------------------------------------
  localparam int WW = $clog2(gpu_cfg::WARPS);      // bits of a warp's number
  logic [`CTL_W-1:0] is_word;
  lutram_1r1w #(.WIDTH(`CTL_W), .DEPTH(gpu_cfg::WARPS), .EN_BITS(`CTL_W)) u_ctl (
    .clk(clk), .rd_addr(is_wid[WW-1:0]), .rd_data(is_word),
    .wr_en(id_valid), .wr_addr(id_wid[WW-1:0]), .wr_be(1'b1), .wr_data(id_ctl));
  assign is_ctl = is_word;

  // --- one bit per warp --------------------------------------------------------------------------
  logic [31:0] full_q, next_join_q, next_fetch_q, next_body_q, next_exit_q;
  logic [31:0] wait_branch_q, wait_fetch_q, wait_exit_q, wait_const_q;
  logic [31:0] sp_q, sfu_q, dpu_q, smem_q, ls_q, br_q, bad_q, wide_q, cind_q;

  assign head_wmask = full_q;
  assign sp_wmask   = sp_q;
  assign sfu_wmask  = sfu_q;
  assign dpu_wmask  = dpu_q;
  assign smem_wmask = smem_q;
  assign ls_wmask   = ls_q;

  // ISSUE-2; ISSUE-3: who waits for which flags
  wire [31:0] go = full_q & ~wait_branch_q & ~wait_fetch_q & ~wait_exit_q;
  assign rdy_join = go & next_join_q & ~pend_wmask;
  assign rdy_cf   = go & next_fetch_q & ~pend_pa_wmask;
  assign rdy_body = go & next_body_q & ~wait_const_q & ~pend_wmask;
  assign rdy_exit = go & next_exit_q;

  // --- what the issue in this cycle does ---------------------------------------------------------
  wire body   = is_valid && is_uop == `UOP_BODY;
  wire marked = body && is_ctl.exit_m;
  assign is_bad    = bad_q[is_wid];
  assign is_wide   = wide_q[is_wid];
  assign is_bar    = br_q[is_wid] && !is_bad && is_ctl.op == `OP_BAR;
  assign is_ctlop  = br_q[is_wid] && !is_bad && is_ctl.op != `OP_BAR;
  wire   waits     = is_ctlop || (is_bar && is_ctl.bar_wait);   // the body tells later where the warp goes on
  wire   empties   = (body && !marked) || (is_valid && is_uop == `UOP_EXIT);
  assign adv_valid = body && !marked && !is_ctlop;
  assign nk_valid  = is_valid && (is_uop == `UOP_JOIN || is_uop == `UOP_EXIT || (body && (waits || marked)));

  // exit marker: body at t, exit eligible at t+4 (HEAD-5)
  logic       late_q;
  logic [4:0] late_wid_q;
  always_ff @(posedge clk)
    if (rst) late_q <= 1'b0;
    else if (even) begin
      late_q     <= marked;
      late_wid_q <= is_wid;
    end

  wire br_join = br_valid && br_uop == `UOP_JOIN;

  always_ff @(posedge clk)
    if (rst) begin
      full_q        <= 32'd0;
      wait_branch_q <= 32'd0;
      wait_fetch_q  <= 32'd0;
      wait_exit_q   <= 32'd0;
    end else begin
      wait_branch_q <= wait_branch_q & ~rel_wmask;
      if (late_q && even) wait_exit_q[late_wid_q] <= 1'b0;
      if (cf_done)        wait_fetch_q[cf_wid]    <= 1'b0;
      if (cst_valid)      wait_const_q[cst_wid]   <= 1'b0;
      if (br_valid) begin
        wait_branch_q[br_wid] <= 1'b0;
        if (br_join && br_redirect) full_q[br_wid] <= 1'b0;
        if (br_join) begin
          // HEAD-4, BRU-4
          next_join_q[br_wid]  <= 1'b0;
          next_fetch_q[br_wid] <= cind_q[br_wid];
          next_body_q[br_wid]  <= !cind_q[br_wid];
        end
      end
      if (is_valid) begin
        if (empties) full_q[is_wid] <= 1'b0;
        // HEAD-3
        case (is_uop)
          `UOP_JOIN: wait_branch_q[is_wid] <= 1'b1;
          `UOP_CFETCH: begin
            next_fetch_q[is_wid] <= 1'b0;
            next_body_q[is_wid]  <= 1'b1;
            wait_fetch_q[is_wid] <= 1'b1;
          end
          `UOP_BODY: begin
            next_body_q[is_wid] <= 1'b0;
            next_exit_q[is_wid] <= marked;
            if (marked) wait_exit_q[is_wid] <= 1'b1;
          end
          default: ;
        endcase
      end
      if (id_valid) begin
        // HEAD-6: what must not execute is offered as a body
        full_q[id_wid]        <= 1'b1;
        next_join_q[id_wid]   <= id_ctl.join_m && !id_bad;   // what must not execute stops at once
        next_fetch_q[id_wid]  <= !id_ctl.join_m && id_cind;
        next_body_q[id_wid]   <= id_bad || (!id_ctl.join_m && !id_cind);
        next_exit_q[id_wid]   <= 1'b0;
        wait_branch_q[id_wid] <= 1'b0;
        wait_exit_q[id_wid]   <= 1'b0;
        wait_fetch_q[id_wid]  <= 1'b0;
        wait_const_q[id_wid]  <= id_cdir;
        sp_q[id_wid]          <= id_sp;
        sfu_q[id_wid]         <= id_sfu;
        dpu_q[id_wid]         <= id_dpu;
        smem_q[id_wid]        <= id_smem;
        ls_q[id_wid]          <= id_ls;
        br_q[id_wid]          <= id_br;
        bad_q[id_wid]         <= id_bad;
        wide_q[id_wid]        <= id_wide;
        cind_q[id_wid]        <= id_cind;
      end
    end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a head has one next micro-operation",
    rst || (full_q & ((next_join_q & (next_fetch_q | next_body_q | next_exit_q))
          | (next_fetch_q & (next_body_q | next_exit_q)) | (next_body_q & next_exit_q))) == 32'd0)
  `ASSERT("a head is not overwritten", rst || !id_valid || !full_q[id_wid])
  `ASSERT("a micro-operation leaves a head that is there", rst || !is_valid || full_q[is_wid])
  `ASSERT("a warp that a barrier releases has no head", rst || (rel_wmask & full_q) == 32'd0)
  `ASSERT("a constant fetch ends that was under way", rst || !cf_done || wait_fetch_q[cf_wid])

endmodule
`default_nettype wire
