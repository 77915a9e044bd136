// SPDX-License-Identifier: Apache-2.0
// sm_collect: operand collection of the warp, SP queue, SP dispatch.
//
// From sm_issue   one operation per even cycle t, registered here; quarter q reads its operands from t+1+q on
// From smem       data of s[] operands, lane by lane as passes end (so_*)
// To sp_array     one quarter per cycle with its operands (ex_*)
// To sm_sfu, sm_dpu   operands of the lanes that enter (sf_*, dp_*)
// To lsu          what it collects: register words, executing lanes, addresses
// To sm_bru       br_mask: predicate of the control operation, complete in t+6
//
// Words move LANES of a quarter at a time: eight, or fewer in the parts of a cycle (rtl/fold).
`include "assert.svh"
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_collect #(
  parameter int DPU = 1,
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_x,         // of the operands of SFU and DPU (sm_datapath)
  input  wire           clk_p,         // of the words that are read (rtl/fold)
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,
  input  wire  [7:0]    cfg_physid_sm,

  // from sm_opdec, cycle t
  input  wire           is_valid,
  input  op_t           is_op,
  input  spm_t          is_spm,
  input  ctl_t          is_ctl,
  input  wire  [1:0]    is_cmode,
  output wire  [1:0]    is_sp_entry,
  output wire           q_sp_ok,

  // register file
  output wire  [7:0]    rd_en,
  output wire  [63:0]   rd_row,
  input  wire  [256*LANES-1:0] rd_data,

  // from sm_writeback
  input  wire  [3:0]    cw_valid,
  input  wire  [1:0]    cw_idx,
  input  wire  [3:0]    aw_valid,
  input  wire  [2:0]    aw_idx,
  input  wire  [4:0]    w_wid,
  input  wire  [7:0]    w_mask,
  input  wire  [31:0]   cw_data,
  input  wire  [64*LANES-1:0] aw_data, // of each quarter; LANES below 8: in the next cycle
  // from sm_xwb
  input  wire  [3:0]    xc_valid,
  input  wire  [4:0]    xc_wid,
  input  wire  [1:0]    xc_idx,
  input  wire  [7:0]    xc_mask,
  input  wire  [31:0]   xc_data,

  // from load_wb: $c of ld.lock, never together with another write of these quarters
  input  wire           lk_valid,
  input  wire           lk_half,
  input  wire  [4:0]    lk_wid,
  input  wire  [1:0]    lk_idx,
  input  wire  [15:0]   lk_mask,
  input  wire  [15:0]   lk_take,

  // from smem: last pass of a half picked; extracted lanes of a pass
  input  wire           sm_last,
  input  wire  [2:0]    sm_entry,
  input  wire           sm_half,
  input  wire           so_valid,
  input  wire  [2:0]    so_entry,
  input  wire  [1:0]    so_q,
  input  wire  [7:0]    so_mask,
  input  wire  [32*LANES-1:0] so_data,

  // execution
  output wire           ex_valid,
  output wire  [1:0]    ex_q,
  output wire  [7:0]    ex_mask,
  output spm_t          ex_spm,
  output ctl_t          ex_ctl,
  output wire  [32*LANES-1:0] ex_a,    // LANES below 8: in the next cycle
  output wire  [32*LANES-1:0] ex_b,
  output wire  [32*LANES-1:0] ex_c,
  output wire  [31:0]   ex_cin,

  // SFU and DPU: which lanes enter in this cycle, and their operands
  input  wire           sf_rd,
  input  wire  [1:0]    sf_q,
  input  wire           sf_four,
  input  wire  [1:0]    sf_pair,
  output wire  [127:0]  sf_a,
  output wire  [127:0]  sf_b,
  output wire  [7:0]    sf_mask,
  input  wire           dp_rd,
  input  wire           dp_ent,
  input  wire  [4:0]    dp_lane,
  output wire  [63:0]   dp_a,
  output wire  [63:0]   dp_b,
  output wire  [63:0]   dp_c,
  output wire  [7:0]    dp_mask,

  // to lsu: the operation in t+1; register words by slot, both parities; lanes and addresses of both halves
  output lsop_t         ls_op,
  output wire  [64*LANES-1:0] r1,
  output wire  [64*LANES-1:0] r2,
  output wire  [64*LANES-1:0] r3,
  output wire  [15:0]   h_exec,
  output wire  [32*LANES-1:0] h_aeff,

  // control flow and constants
  output wire  [31:0]   br_mask,
  output wire           cf_req_valid,
  output wire           cf_req_none,
  input  wire           cf_served,
  output wire  [3:0]    cf_req_seg,
  output wire  [15:0]   cf_req_addr,
  input  wire  [31:0]   cf_rsp_data,
  output wire           cf_done
);

  // --- the operation -------------------------------------------------------------------------------
  logic       v0_q;
  logic [3:1] v_q;                     // bit k: an operation issued at t is in t+1+k
  op_t        op0_q, op2_q;            // in t+1 and t+2; in t+3 and t+4
  always_ff @(posedge clk) begin
    v0_q <= !rst && is_valid;
    v_q  <= rst ? '0 : {v_q[2:1], v0_q};
    if (is_valid) op0_q <= is_op;
    if (v_q[1])   op2_q <= op0_q;
  end

  // --- $c and $a: each half works on one quarter per cycle --------------------------------------------
  wire  [1:0]   h_valid, h_q;
  op_t          h_op0, h_op1;
  wire  [63:0]  h_flags;
  localparam int AW = 16 * LANES;
  wire  [2*AW-1:0] h_aval;
  wire  [3:0]   vote_any, vote_all;

  // ld.lock: 2 taken, 1 not
  logic [63:0] lk_data;
  always_comb begin
    lk_data = '0;
    if (lk_valid)
      for (int i = 0; i < 16; i++) lk_data[4*i +: 4] = {2'b0, lk_take[i], !lk_take[i]};
  end

  sm_half #(.H(0), .LANES(LANES)) u_half0 (
    .clk, .clk_p, .phase, .rst, .init_active, .init_row,
    .s0_valid(v0_q || v_q[1]), .s0_q(!v0_q), .s0_op(op0_q), .s1_valid(h_valid[0]), .s1_q(h_q[0]), .s1_op(h_op0),
    .cw_valid(cw_valid[1:0]), .cw_idx, .aw_valid(aw_valid[1:0]), .aw_idx, .w_wid, .w_mask, .cw_data,
    .aw_data0(aw_data[AW-1:0]), .aw_data1(aw_data[2*AW-1:AW]),
    .xc_valid(xc_valid[1:0]), .xc_wid, .xc_idx, .xc_mask, .xc_data,
    .lk_valid(lk_valid && !lk_half), .lk_wid, .lk_idx, .lk_mask, .lk_data,
    .flags(h_flags[31:0]), .exec(h_exec[7:0]), .a_val(h_aval[AW-1:0]), .a_eff(h_aeff[AW-1:0]),
    .br_pred(br_mask[15:0]), .vote_any(vote_any[1:0]), .vote_all(vote_all[1:0]));
  sm_half #(.H(1), .LANES(LANES)) u_half1 (
    .clk, .clk_p, .phase, .rst, .init_active, .init_row,
    .s0_valid(v_q[2] || v_q[3]), .s0_q(!v_q[2]), .s0_op(op2_q), .s1_valid(h_valid[1]), .s1_q(h_q[1]), .s1_op(h_op1),
    .cw_valid(cw_valid[3:2]), .cw_idx, .aw_valid(aw_valid[3:2]), .aw_idx, .w_wid, .w_mask, .cw_data,
    .aw_data0(aw_data[3*AW-1:2*AW]), .aw_data1(aw_data[4*AW-1:3*AW]),
    .xc_valid(xc_valid[3:2]), .xc_wid, .xc_idx, .xc_mask, .xc_data,
    .lk_valid(lk_valid && lk_half), .lk_wid, .lk_idx, .lk_mask, .lk_data,
    .flags(h_flags[63:32]), .exec(h_exec[15:8]), .a_val(h_aval[2*AW-1:AW]), .a_eff(h_aeff[2*AW-1:AW]),
    .br_pred(br_mask[31:16]), .vote_any(vote_any[3:2]), .vote_all(vote_all[3:2]));

  // --- registers: reads and routers of each parity ----------------------------------------------------
  wire         body0 = op0_q.sp || op0_q.lsu || op0_q.sfu || op0_q.dpu;
  wire         more0 = op0_q.dpu || (op0_q.lsu && op0_q.store && op0_q.wide);
  localparam int W = 32 * LANES;
  for (genvar p = 0; p < 2; p++) begin : g_parity
    sm_rfread #(.WIDTH(W)) u_read (
      .clk, .rst, .in_valid(v0_q && body0 && (op0_q.wid[0] == 1'(p))), .in_more(more0), .in_en(op0_q.r_en),
      .in_row(op0_q.r_row), .rd_en(rd_en[4*p +: 4]), .rd_row(rd_row[32*p +: 32]), .rd_data(rd_data[4*W*p +: 4*W]),
      .r1(r1[W*p +: W]), .r2(r2[W*p +: W]), .r3(r3[W*p +: W]));
  end

  // --- vote: the quarters have their parts in t+6 --------------------------------------------------
  logic       vt_valid_q, vt_any_q;
  logic [1:0] vt_entry_q;
  wire        vt_last = h_valid[1] && h_q[1] && h_op1.vote;
  always_ff @(posedge clk) begin
    vt_valid_q <= !rst && vt_last;
    if (vt_last) begin
      vt_any_q   <= h_op1.any;
      vt_entry_q <= h_op1.sp_entry;
    end
  end

  // --- indirect constants ------------------------------------------------------------------------
  logic [1:0]   cb_q;                    // the quarter that is collected
  wire  [W-1:0] cpart;                   // its words
  wire [1:0]    cf_half = {h_valid[1] && h_op1.cf, h_valid[0] && h_op0.cf};
  sm_cfetch #(.LANES(LANES)) u_cfetch (
    .clk, .clk_p, .phase, .rst, .is_cf(is_valid && is_op.cf), .is_cseg(is_ctl.cseg), .is_cmode,
    .cf_valid({cf_half[1] && h_q[1], cf_half[1] && !h_q[1], cf_half[0] && h_q[0], cf_half[0] && !h_q[0]}),
    .cf_addr({{2{h_aeff[2*AW-1:AW]}}, {2{h_aeff[AW-1:0]}}}), .cf_mask({{2{h_exec[15:8]}}, {2{h_exec[7:0]}}}),
    .req_valid(cf_req_valid), .req_none(cf_req_none), .served(cf_served), .req_seg(cf_req_seg), .req_addr(cf_req_addr),
    .rsp_data(cf_rsp_data), .done(cf_done), .rd_q(cb_q), .rd_data(cpart));

  // The quarter that goes with the slot in which the operand is collected; the SP keeps all with slot 1.
  wire          cb_b = (op0_q.b_sel == `OPD_CBUF) && !op0_q.sp;
  wire          cb_c = (op0_q.c_sel == `OPD_CBUF) && !op0_q.sp;
  // a constant fetch reads no constant: the body before it may still be at its last quarter
  wire          cb_go = v0_q && !op0_q.cf && ((op0_q.a_sel == `OPD_CBUF) || (op0_q.b_sel == `OPD_CBUF) ||
      (op0_q.c_sel == `OPD_CBUF));
  always_ff @(posedge clk)
    cb_q <= !cb_go ? cb_q + 2'd1 : cb_b ? 2'd3 : cb_c ? 2'd2 : 2'd0;

  // --- load/store unit ---------------------------------------------------------------------------
  assign ls_op.wid   = op0_q.wid;
  assign ls_op.pc    = op0_q.pc;
  assign ls_op.r_en  = op0_q.r_en[4:0];
  assign ls_op.space = op0_q.space;
  assign ls_op.store = op0_q.store;
  assign ls_op.wide  = op0_q.wide;
  assign ls_op.rmw   = op0_q.rmw;
  assign ls_op.red   = op0_q.red;
  assign ls_op.szlog = op0_q.szlog;
  assign ls_op.d16   = op0_q.d16;
  assign ls_op.dhi   = op0_q.dhi;

  // --- SFU and DPU -------------------------------------------------------------------------------
  sm_xopd #(.DPU(DPU), .LANES(LANES)) u_xopd (
    .clk(clk_x), .clk_p, .phase, .rst, .in_sfu(v0_q && op0_q.sfu), .in_dpu(v0_q && op0_q.dpu), .in_op(op0_q),
    .r1, .r2, .r3, .h_exec, .cdata(cpart), .so_valid(so_valid && so_entry[2] == `SOP_DPU), .so_entry(so_entry[0]),
    .so_q, .so_mask, .so_data,
    .sf_rd, .sf_q, .sf_four, .sf_pair, .sf_a, .sf_b, .sf_mask,
    .dp_rd, .dp_ent, .dp_lane, .dp_a, .dp_b, .dp_c, .dp_mask);

  // --- SP queue ----------------------------------------------------------------------------------
  wire       is_sp = is_valid && is_op.sp;
  wire       rd_valid;
  wire [1:0] rd_entry, rd_q, ex_entry;

  sm_spq u_spq (
    .clk, .rst, .is_sp, .is_has_s(is_op.lsu), .is_entry(is_sp_entry), .q_sp_ok,
    .sm_last(sm_last && (sm_entry[2] == `SOP_SP)), .sm_entry(sm_entry[1:0]), .sm_half, .rd_valid, .rd_entry, .rd_q,
    .ex_valid, .ex_entry, .ex_q);

  spm_t rd_spm;
  ctl_t rd_ctl;
  always_ff @(posedge clk)
    if (rd_valid) begin
      ex_spm <= rd_spm;
      ex_ctl <= rd_ctl;
    end
  lutram_1r1w #(.WIDTH(`SPM_W), .DEPTH(4), .EN_BITS(`SPM_W)) u_spm (
    .clk, .rd_addr(rd_entry), .rd_data(rd_spm),
    .wr_en(is_sp), .wr_addr(is_sp_entry), .wr_be(1'b1), .wr_data(is_spm));
  lutram_1r1w #(.WIDTH(`CTL_W), .DEPTH(4), .EN_BITS(`CTL_W)) u_ctl (
    .clk, .rd_addr(rd_entry), .rd_data(rd_ctl),
    .wr_en(is_sp), .wr_addr(is_sp_entry), .wr_be(1'b1), .wr_data(is_ctl));

  sm_spopd #(.LANES(LANES)) u_spopd (
    .clk, .clk_p, .phase, .rst, .cfg_physid_sm, .in_valid(v0_q && op0_q.sp), .in_op(op0_q), .r1, .r2,
    .r3,
    .h_flags, .h_exec, .h_a(h_aval), .cdata(cpart),
    .so_valid(so_valid && so_entry[2] == `SOP_SP), .so_entry(so_entry[1:0]), .so_q, .so_mask, .so_data,
    .vt_valid(vt_valid_q), .vt_entry(vt_entry_q), .vt_result(vt_any_q ? (vote_any != '0) : (vote_all == '1)),
    .rd_valid, .rd_entry, .rd_q, .ex_entry, .ex_q, .ex_has_s(ex_ctl.has_s),
    .ex_quad(ex_ctl.op == `OP_QUADOP), .ex_lane(ex_ctl.quad[9:8]), .ex_a, .ex_b, .ex_c, .ex_cin, .ex_mask);

  wire unused = &{1'b0, h_op0, h_op1, op2_q};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("operations are at least two cycles apart", rst || !(v0_q && v_q[1]))

endmodule
`default_nettype wire
