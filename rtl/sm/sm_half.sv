// SPDX-License-Identifier: Apache-2.0
// sm_half: $c and $a of one half-warp, one quarter per cycle: predicates, executing lanes, addresses, autoincrement.
//
// From sm_collect    s0_*: the operation whose $c and $a rows are read in this cycle, of quarter 2h (s0_q 0) or 2h+1
// To the operand stores, sm_cfetch   flags, exec, a_val, a_eff: of that quarter in the next cycle (stage 1)
//
// An operation stays two cycles: operations issue every second cycle, so the quarters take turns on the same gates.
//
// $a comes LANES of a quarter at a time: eight, or fewer in the parts of a cycle (rtl/fold): a_val and a_eff in those
// of stage 1, SP results in those of the cycle behind aw_valid.
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_half #(
  parameter int H = 0,
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,

  // stage 0
  input  wire           s0_valid,
  input  wire           s0_q,
  input  op_t           s0_op,
  // stage 1
  output wire           s1_valid,
  output logic          s1_q,
  output op_t           s1_op,

  // SP results for $c and $a, per quarter
  input  wire  [1:0]    cw_valid,
  input  wire  [1:0]    cw_idx,
  input  wire  [1:0]    aw_valid,
  input  wire  [2:0]    aw_idx,
  input  wire  [4:0]    w_wid,
  input  wire  [7:0]    w_mask,
  input  wire  [31:0]   cw_data,
  input  wire  [16*LANES-1:0] aw_data0, // of quarter 2h; LANES below 8: in the next cycle
  input  wire  [16*LANES-1:0] aw_data1, // of quarter 2h+1
  // $c of SFU and DPU, never together with cw_valid of the quarter
  input  wire  [1:0]    xc_valid,
  input  wire  [4:0]    xc_wid,
  input  wire  [1:0]    xc_idx,
  input  wire  [7:0]    xc_mask,
  input  wire  [31:0]   xc_data,
  // $c of ld.lock, both quarters, never together with another write
  input  wire           lk_valid,
  input  wire  [4:0]    lk_wid,
  input  wire  [1:0]    lk_idx,
  input  wire  [15:0]   lk_mask,
  input  wire  [63:0]   lk_data,

  // stage 1
  output wire  [31:0]   flags,         // the $c the operation reads
  output wire  [7:0]    exec,
  output logic [16*LANES-1:0] a_val,   // the $a it reads
  output logic [16*LANES-1:0] a_eff,   // with the offset

  // predicate of the last control operation
  output logic [15:0]   br_pred,
  // vote of each quarter's active lanes
  output logic [1:0]    vote_any,
  output logic [1:0]    vote_all
);

  logic s1_valid_q;
  op_t  s1;
  always_ff @(posedge clk) begin
    s1_valid_q <= !rst && s0_valid;
    if (s0_valid) begin
      s1_q <= s0_q;
      s1   <= s0_op;
    end
  end
  assign s1_valid = s1_valid_q;
  assign s1_op    = s1;

  // --- $c and $a ---------------------------------------------------------------------------------
  // An address register is read for an address, else as operand a.
  wire [1:0]   a_idx0 = (s0_op.lsu || s0_op.cf) ? s0_op.areg[1:0] : s0_op.a_idx[1:0];
  wire [2:0]   a_idx1 = (s1.lsu || s1.cf) ? s1.areg : s1.a_idx;
  wire [63:0]  c_row;
  localparam int AW    = 16 * LANES;
  wire [2*AW-1:0] a_row;
  logic [1:0]  ai_valid;
  logic [4:0]  ai_wid;
  logic [2:0]  ai_idx;
  logic [7:0]  ai_mask;
  logic [AW-1:0] a_sum;
  wire         ai_take = s1_valid_q && (s1.lsu || s1.cf) && s1.ainc;

  for (genvar q = 0; q < 2; q++) begin : g_quarter
    wire rd = s0_valid && (s0_q == 1'(q));
    sm_creg u_creg (
      .clk, .init_active, .init_row, .rd_en(rd), .rd_wid(s0_op.wid), .rd_idx(s0_op.cread), .rd_data(c_row[32*q +: 32]),
      .wr_valid(cw_valid[q] || xc_valid[q] || lk_valid), .wr_wid(cw_valid[q] ? w_wid : lk_valid ? lk_wid : xc_wid),
      .wr_idx(cw_valid[q] ? cw_idx : lk_valid ? lk_idx : xc_idx),
      .wr_mask(cw_valid[q] ? w_mask : lk_valid ? lk_mask[8*q +: 8] : xc_mask),
      .wr_data(cw_valid[q] ? cw_data : lk_valid ? lk_data[32*q +: 32] : xc_data));
    sm_areg #(.LANES(LANES)) u_areg (
      .clk, .clk_p, .phase, .rst, .init_active, .init_row, .rd_en(rd && s0_op.need_a), .rd_wid(s0_op.wid),
      .rd_idx(a_idx0), .rd_data(a_row[AW*q +: AW]),
      .wr_valid(aw_valid[q]), .wr_wid(w_wid), .wr_idx(aw_idx), .wr_mask(w_mask),
      .wr_data(q == 0 ? aw_data0 : aw_data1), .ai_take(ai_take && s1_q == 1'(q)), .ai_data(a_sum),
      .ai_valid(ai_valid[q]), .ai_wid, .ai_idx, .ai_mask);
  end

  // --- predicate -----------------------------------------------------------------------------------
  assign flags = s1_q ? c_row[63:32] : c_row[31:0];

  wire [7:0] pred;
  sm_pred u_pred (.en(s1_valid_q), .cond(s1.cond), .flags, .pred);

  // RF-6; SPQ-4: a vote counts the lanes, it does not choose them
  wire [7:0] active = s1_q ? s1.active[16*H + 8 +: 8] : s1.active[16*H +: 8];
  assign exec = active & (pred | {8{s1.vote}}) & {2{s1.lmask}};

  always_ff @(posedge clk)
    if (s1_valid_q && s1.bru) begin
      if (s1_q) br_pred[15:8] <= pred;
      else      br_pred[7:0]  <= pred;
    end
  always_ff @(posedge clk)
    if (s1_valid_q && s1.vote) begin
      vote_any[s1_q] <= (active & pred) != '0;
      vote_all[s1_q] <= (active & ~pred) == '0;
    end

  // --- address -------------------------------------------------------------------------------------
  wire          has_a = (a_idx1 != '0) && (a_idx1 <= 3'd4);
  always_comb begin
    a_val = '0;
    a_sum = '0;
    a_eff = '0;
    if (s1_valid_q && (s1.need_a || s1.lsu || s1.cf)) begin
      if (has_a) a_val = s1_q ? a_row[2*AW-1:AW] : a_row[AW-1:0];
      for (int i = 0; i < LANES; i++) a_sum[16*i +: 16] = a_val[16*i +: 16] + s1.moff;
      a_eff = s1.ainc ? a_val : a_sum;
    end
  end

  // RF-5, CONST-9
  // Autoincrement happens in stage 2.
  always_ff @(posedge clk) begin
    ai_valid <= '0;
    if (!rst) ai_valid[s1_q] <= ai_take && (exec != '0);
    if (s1_valid_q && s1.ainc) begin
      ai_wid  <= s1.wid;
      ai_idx  <= s1.areg;
      ai_mask <= exec;
    end
  end

  wire unused = &{1'b0, s1, s0_op};

endmodule
`default_nettype wire
