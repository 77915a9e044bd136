// SPDX-License-Identifier: Apache-2.0
// sm_collect: operand collection of the warp (four sm_quarter), SP queue, s[] operand storage, SP dispatch.
//
// From sm_issue   one operation per even cycle t, registered here and handed to quarter 0 in t+1
// From smem       data of s[] operands, lane by lane as passes end (so_*)
// To sp_array     one quarter per cycle with its operands (ex_*)
// To lsu          address, mask and store data of the queue entry ls_entry, all 32 lanes
// To sm_bru       br_mask: predicate of the control operation, complete in t+6
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_collect #(
  parameter int DPU = 1
) (
  input  wire           clk,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,
  input  wire  [7:0]    cfg_physid_sm,
  input  wire  [14:0]   cfg_smem_bytes,
  input  wire  [15:0]   cfg_local_words,
  input  wire  [31:0]   cfg_g_base,
  input  wire  [31:0]   cfg_g_limit,

  // from sm_opdec, cycle t
  input  wire           is_valid,
  input  op_t           is_op,
  input  spm_t          is_spm,
  input  ctl_t          is_ctl,
  input  wire  [1:0]    is_cmode,
  output wire  [1:0]    is_spe,
  output wire           q_sp_ok,

  // register file
  output wire  [7:0]    rd_en,
  output wire  [63:0]   rd_row,
  input  wire  [2047:0] rd_data,

  // from sm_writeback
  input  wire  [3:0]    cw_valid,
  input  wire  [1:0]    cw_idx,
  input  wire  [3:0]    aw_valid,
  input  wire  [2:0]    aw_idx,
  input  wire  [4:0]    w_wid,
  input  wire  [7:0]    w_mask,
  input  wire  [31:0]   cw_data,
  input  wire  [127:0]  aw_data,
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
  input  wire  [3:0]    sm_entry,
  input  wire           sm_half,
  input  wire           so_valid,
  input  wire  [3:0]    so_entry,
  input  wire           so_half,
  input  wire  [15:0]   so_mask,
  input  wire  [511:0]  so_data,

  // execution
  output wire           ex_valid,
  output wire  [1:0]    ex_q,
  output wire  [7:0]    ex_mask,
  output spm_t          ex_spm,
  output ctl_t          ex_ctl,
  output logic [255:0]  ex_a,
  output logic [255:0]  ex_b,
  output logic [255:0]  ex_c,
  output logic [31:0]   ex_cin,

  // SFU and DPU: which lanes enter in this cycle, and their operands
  input  wire           sf_rd,
  input  wire  [1:0]    sf_q,
  input  wire           sf_four,
  input  wire  [1:0]    sf_pair,
  output logic [127:0]  sf_a,
  output logic [127:0]  sf_b,
  output logic [7:0]    sf_mask,
  input  wire           dp_rd,
  input  wire           dp_ent,
  input  wire  [4:0]    dp_lane,
  output logic [63:0]   dp_a,
  output logic [63:0]   dp_b,
  output logic [63:0]   dp_c,
  output logic [7:0]    dp_mask,

  // load/store unit
  input  wire  [1:0]    ls_entry,
  output wire  [1023:0] ls_addr,
  output wire  [31:0]   ls_mask,
  output wire  [1023:0] ls_w0,
  output wire  [1023:0] ls_w1,
  output wire  [1023:0] ls_w2,
  output wire  [1023:0] ls_w3,

  // control flow and constants
  output wire  [31:0]   br_mask,
  output wire           cf_req_valid,
  output wire  [3:0]    cf_req_seg,
  output wire  [15:0]   cf_req_addr,
  input  wire  [31:0]   cf_rsp_data,
  output wire           cf_done,

  // fault, cycle t+5+2h
  output logic          fault_valid,
  output logic [7:0]    fault_code,
  output logic [4:0]    fault_wid,
  output logic [23:0]   fault_pc,
  output logic [4:0]    fault_lane,
  output logic [31:0]   fault_addr
);

  // --- the quarters ------------------------------------------------------------------------------
  logic v0_q;
  op_t  op0_q;
  always_ff @(posedge clk) begin
    v0_q <= ~rst & is_valid;
    if (is_valid) op0_q <= is_op;
  end

  wire  [511:0] qs_a, qs_b;
  wire  [255:0] qd_a, qd_b, qd_c;
  wire  [31:0]  qs_mask, qd_mask;
  wire          rd_valid;
  wire  [1:0]   rd_entry, rd_q, ex_entry;
  wire  [1023:0] cbuf, col_a, col_b, col_c;
  wire  [127:0] col_cin;
  wire  [31:0]  col_mask;
  wire  [3:0]   cf_valid;
  wire  [511:0] cf_addr;
  wire  [31:0]  cf_mask;
  wire  [3:0]   flt_valid;
  wire  [31:0]  flt_code;
  wire  [11:0]  flt_lane;
  wire  [127:0] flt_addr;
  wire  [19:0]  flt_wid;
  wire  [95:0]  flt_pc;
  wire  [3:0]   vout, vote_any, vote_all;
  op_t          op1, op2, op3, op4;

  // ld.lock: 2 taken, 1 not
  wire  [1:0]  lk_on = {lk_valid & lk_half, lk_valid & ~lk_half};
  logic [63:0] lk_data;
  always_comb begin
    lk_data = '0;
    if (lk_valid)
      for (int i = 0; i < 16; i++) lk_data[4*i +: 4] = {2'b0, lk_take[i], ~lk_take[i]};
  end

  // One quarter, connected at index q.
`define QUARTER(q, vin, opin, opout) \
  sm_quarter #(.Q(q), .DPU(DPU)) u_quarter``q ( \
    .clk, .rst, .init_active, .init_row, .cfg_physid_sm, .cfg_smem_bytes, .cfg_local_words, \
    .cfg_g_base, .cfg_g_limit, \
    .in_valid(vin), .in_op(opin), .out_valid(vout[q]), .out_op(opout), \
    .rd_en({rd_en[4 + q], rd_en[q]}), .rd_row({rd_row[8*(4 + q) +: 8], rd_row[8*q +: 8]}), \
    .rd_data0(rd_data[256*q +: 256]), .rd_data1(rd_data[256*(4 + q) +: 256]), \
    .cw_valid(cw_valid[q]), .cw_idx, .aw_valid(aw_valid[q]), .aw_idx, .w_wid, .w_mask, .cw_data, .aw_data, \
    .xc_valid(xc_valid[q] | lk_on[q / 2]), .xc_wid(lk_on[q / 2] ? lk_wid : xc_wid), \
    .xc_idx(lk_on[q / 2] ? lk_idx : xc_idx), .xc_mask(lk_on[q / 2] ? lk_mask[8*(q % 2) +: 8] : xc_mask), \
    .xc_data(lk_on[q / 2] ? lk_data[32*(q % 2) +: 32] : xc_data), \
    .so_valid(so_valid & (so_half == 1'(q / 2))), .so_entry, \
    .so_mask(so_mask[8*(q % 2) +: 8]), .so_data(so_data[256*(q % 2) +: 256]), \
    .sf_rd(sf_rd & (sf_q == 2'(q))), .sf_four, .sf_pair, \
    .sf_a(qs_a[128*q +: 128]), .sf_b(qs_b[128*q +: 128]), .sf_mask(qs_mask[8*q +: 8]), \
    .dp_rd(dp_rd & (dp_lane[4:3] == 2'(q))), .dp_ent, .dp_lane(dp_lane[2:0]), \
    .dp_a(qd_a[64*q +: 64]), .dp_b(qd_b[64*q +: 64]), .dp_c(qd_c[64*q +: 64]), .dp_mask(qd_mask[8*q +: 8]), \
    .col_rd(rd_valid & (rd_q == 2'(q))), .col_entry(rd_entry), \
    .col_a(col_a[256*q +: 256]), .col_b(col_b[256*q +: 256]), .col_c(col_c[256*q +: 256]), \
    .col_cin(col_cin[32*q +: 32]), .col_mask(col_mask[8*q +: 8]), \
    .ls_entry, .ls_addr(ls_addr[256*q +: 256]), .ls_mask(ls_mask[8*q +: 8]), \
    .ls_w0(ls_w0[256*q +: 256]), .ls_w1(ls_w1[256*q +: 256]), \
    .ls_w2(ls_w2[256*q +: 256]), .ls_w3(ls_w3[256*q +: 256]), \
    .cf_valid(cf_valid[q]), .cf_addr(cf_addr[128*q +: 128]), .cf_mask(cf_mask[8*q +: 8]), \
    .cbuf(cbuf[256*q +: 256]), .br_pred(br_mask[8*q +: 8]), \
    .vote_any(vote_any[q]), .vote_all(vote_all[q]), \
    .flt_valid(flt_valid[q]), .flt_code(flt_code[8*q +: 8]), .flt_lane(flt_lane[3*q +: 3]), \
    .flt_addr(flt_addr[32*q +: 32]), .flt_wid(flt_wid[5*q +: 5]), .flt_pc(flt_pc[24*q +: 24]))

  `QUARTER(0, v0_q, op0_q, op1);
  `QUARTER(1, vout[0], op1, op2);
  `QUARTER(2, vout[1], op2, op3);
  `QUARTER(3, vout[2], op3, op4);
`undef QUARTER
  wire unused = &{1'b0, op4, flt_wid, flt_pc};

  // --- vote: the quarters have their parts in t+6 --------------------------------------------------
  logic       vt_valid_q, vt_any_q;
  logic [1:0] vt_spe_q;
  logic [3:0] vote_q;             // result, per SP queue entry
  always_ff @(posedge clk) begin
    vt_valid_q <= ~rst & vout[3] & op4.vote;
    if (vout[3] & op4.vote) begin
      vt_any_q <= op4.any;
      vt_spe_q <= op4.spe;
    end
    if (vt_valid_q) vote_q[vt_spe_q] <= vt_any_q ? (vote_any != '0) : (vote_all == '1);
  end

  // --- lanes of SFU and DPU: the other quarters give zero --------------------------------------------
  always_comb begin
    sf_a    = '0;
    sf_b    = '0;
    sf_mask = '0;
    dp_a    = '0;
    dp_b    = '0;
    dp_c    = '0;
    dp_mask = '0;
    if (sf_rd) begin
      sf_a    = qs_a[127:0] | qs_a[255:128] | qs_a[383:256] | qs_a[511:384];
      sf_b    = qs_b[127:0] | qs_b[255:128] | qs_b[383:256] | qs_b[511:384];
      sf_mask = qs_mask[7:0] | qs_mask[15:8] | qs_mask[23:16] | qs_mask[31:24];
    end
    if (dp_rd) begin
      dp_a    = qd_a[63:0] | qd_a[127:64] | qd_a[191:128] | qd_a[255:192];
      dp_b    = qd_b[63:0] | qd_b[127:64] | qd_b[191:128] | qd_b[255:192];
      dp_c    = qd_c[63:0] | qd_c[127:64] | qd_c[191:128] | qd_c[255:192];
      dp_mask = qd_mask[7:0] | qd_mask[15:8] | qd_mask[23:16] | qd_mask[31:24];
    end
  end

  // --- indirect constants ------------------------------------------------------------------------
  sm_cfetch u_cfetch (
    .clk, .rst, .is_cf(is_valid & is_op.cf), .is_cseg(is_ctl.cseg), .is_cmode,
    .cf_valid, .cf_addr, .cf_mask,
    .req_valid(cf_req_valid), .req_seg(cf_req_seg), .req_addr(cf_req_addr), .rsp_data(cf_rsp_data),
    .done(cf_done), .cbuf);

  // --- SP queue ----------------------------------------------------------------------------------
  wire is_sp = is_valid & is_op.sp;

  sm_spq u_spq (
    .clk, .rst, .is_sp, .is_has_s(is_op.lsu), .is_entry(is_spe), .q_sp_ok,
    .sm_last(sm_last & (sm_entry[3:2] == `SOP_SP)), .sm_entry(sm_entry[1:0]), .sm_half, .rd_valid, .rd_entry, .rd_q, .ex_valid, .ex_entry, .ex_q);

  spm_t rd_spm;
  ctl_t rd_ctl;
  always_ff @(posedge clk)
    if (rd_valid) begin
      ex_spm <= rd_spm;
      ex_ctl <= rd_ctl;
    end
  lutram_1r1w #(.WIDTH(`SPM_W), .DEPTH(4), .EN_BITS(`SPM_W)) u_spm (
    .clk, .rd_addr(rd_entry), .rd_data(rd_spm),
    .wr_en(is_sp), .wr_addr(is_spe), .wr_be(1'b1), .wr_data(is_spm));
  lutram_1r1w #(.WIDTH(`CTL_W), .DEPTH(4), .EN_BITS(`CTL_W)) u_ctl (
    .clk, .rd_addr(rd_entry), .rd_data(rd_ctl),
    .wr_en(is_sp), .wr_addr(is_spe), .wr_be(1'b1), .wr_data(is_ctl));

  // s[] operands, a row per entry and half
  wire [511:0] so_row;
  lutram_1r1w #(.WIDTH(512), .DEPTH(8), .EN_BITS(32)) u_sopd (
    .clk, .rd_addr({ex_entry, ex_q[1]}), .rd_data(so_row),
    .wr_en(so_valid & (so_entry[3:2] == `SOP_SP)), .wr_addr({so_entry[1:0], so_half}), .wr_be(so_mask), .wr_data(so_data));

  // --- dispatch ----------------------------------------------------------------------------------
  wire ex_has_s = ex_ctl.has_s;
  always_comb begin
    case (ex_q)
      2'd0:    begin ex_a = col_a[255:0];    ex_b = col_b[255:0];    ex_c = col_c[255:0];    end
      2'd1:    begin ex_a = col_a[511:256];  ex_b = col_b[511:256];  ex_c = col_c[511:256];  end
      2'd2:    begin ex_a = col_a[767:512];  ex_b = col_b[767:512];  ex_c = col_c[767:512];  end
      default: begin ex_a = col_a[1023:768]; ex_b = col_b[1023:768]; ex_c = col_c[1023:768]; end
    endcase
    if ((ex_ctl.op == `OP_VOTE_ANY) | (ex_ctl.op == `OP_VOTE_ALL))
      ex_a = {8{30'b0, vote_q[ex_entry], ~vote_q[ex_entry]}};
    if (ex_has_s) ex_a = ex_q[0] ? so_row[511:256] : so_row[255:0];
    ex_cin = col_cin[32*ex_q +: 32];
  end
  assign ex_mask = col_mask[8*ex_q +: 8];

  // --- faults ------------------------------------------------------------------------------------
  // Quarter 2h reports in t+3+2h, quarter 2h+1 in t+4+2h; the lower one wins.
  logic [1:0]  ev_valid_q;
  logic [7:0]  ev_code_q;
  logic [4:0]  ev_lane_q;
  logic [31:0] ev_addr_q;
  always_ff @(posedge clk) begin
    ev_valid_q <= rst ? 2'b0 : {flt_valid[2], flt_valid[0]};
    if (flt_valid[2] | flt_valid[0]) begin
      ev_code_q <= flt_valid[2] ? flt_code[23:16] : flt_code[7:0];
      ev_lane_q <= flt_valid[2] ? {2'd2, flt_lane[8:6]} : {2'd0, flt_lane[2:0]};
      ev_addr_q <= flt_valid[2] ? flt_addr[95:64] : flt_addr[31:0];
    end
    fault_valid <= ~rst & ((ev_valid_q != '0) | flt_valid[1] | flt_valid[3]);
    if (ev_valid_q[0] | flt_valid[1]) begin
      fault_code <= ev_valid_q[0] ? ev_code_q : flt_code[15:8];
      fault_lane <= ev_valid_q[0] ? ev_lane_q : {2'd1, flt_lane[5:3]};
      fault_addr <= ev_valid_q[0] ? ev_addr_q : flt_addr[63:32];
      fault_wid  <= flt_wid[9:5];
      fault_pc   <= flt_pc[47:24];
    end else if (ev_valid_q[1] | flt_valid[3]) begin
      fault_code <= ev_valid_q[1] ? ev_code_q : flt_code[31:24];
      fault_lane <= ev_valid_q[1] ? ev_lane_q : {2'd3, flt_lane[11:9]};
      fault_addr <= ev_valid_q[1] ? ev_addr_q : flt_addr[127:96];
      fault_wid  <= flt_wid[19:15];
      fault_pc   <= flt_pc[95:72];
    end
  end

endmodule
`default_nettype wire
