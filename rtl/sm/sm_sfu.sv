// SPDX-License-Identifier: Apache-2.0
// sm_sfu: one SFU body after the other through the two special-function units; results wait here for the register file.
//
// From sm_issue    is_valid: a body issues (cycle t); ok says in each cycle whether one could
// To sm_collect    which lanes enter (en_*); their operands come back in the same cycle
// To sm_xwb        one quarter of results at a time (st_*), taken when st_grant; done_*: completion
//
// Lanes enter from t+5 on: functions two, mul four per cycle, so a function keeps the units for 16 cycles (two
// operations a clock, the paper's Table IV), a mul for 8. Results go to a buffer of four bodies, one row per quarter.
// The last lanes of a quarter can be written in the cycle in which they come out: a dependent issues at t+28 (Table
// II), of a mul at t+24.
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`include "isa_ops.svh"
`default_nettype none

module sm_sfu #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,         // of the units (rtl/fold)
  input  wire  [2:0]   phase,
  input  wire          rst,

  input  wire          is_valid,
  input  ctl_t         is_ctl,
  input  spm_t         is_spm,
  output wire          ok,

  output logic         en_valid,
  output wire          en_four,
  output logic [1:0]   en_q,
  output logic [1:0]   en_pair,
  input  wire  [127:0] en_a,
  input  wire  [127:0] en_b,
  input  wire  [7:0]   en_mask,

  output wire          st_valid,
  output wire  [1:0]   st_q,
  output spm_t         st_spm,
  output wire  [7:0]   st_mask,
  output logic [255:0] st_data,
  output logic [31:0]  st_cc,
  input  wire          st_grant,

  output wire          holds,            // an instruction is under way
  output wire          done_valid,
  output spm_t         done_spm
);

  localparam int FN_CYCLES = 16;         // cycles a function, a mul keeps the units
  localparam int MUL_CYCLES = 8;
  localparam int MUL_DONE = gpu_cfg::SP_DISPATCH + gpu_cfg::EX_STAGES + 3;     // a mul completes as on the SP, or later

  logic [4:0] rd_q, wr_q;                // result rows {wrap, entry, quarter} written; complete

  // --- issue -------------------------------------------------------------------------------------
  logic [3:0] free_q;                    // cycles until the units are free
  logic [2:0] out_q;                     // bodies not completely written
  logic [3:0] start_q;
  logic [1:0] is_ent_q;
  logic [3:0] mul_q;                     // entry is a mul
  ctl_t       is_ctl_q;
  wire        is_mul  = is_ctl.op == `OP_FMUL;
  logic       st_last;
  always_comb
    if (st_grant) st_last = st_q == 2'd3;
    else          st_last = 1'b0;

  // SFU-2
  assign ok = free_q == '0 && out_q < 3'd3;

  always_ff @(posedge clk)
    if (rst) begin
      free_q   <= '0;
      out_q    <= '0;
      start_q  <= '0;
      is_ent_q <= '0;
    end else if (is_valid || (out_q != '0)) begin     // else nothing is under way
      if (is_valid) begin
        free_q   <= is_mul ? 4'(MUL_CYCLES - 1) : 4'(FN_CYCLES - 1);
        is_ent_q <= is_ent_q + 2'd1;
      end else if (free_q != '0) free_q <= free_q - 4'd1;
      if (is_valid != st_last) out_q <= is_valid ? out_q + 3'd1 : out_q - 3'd1;
      start_q <= {start_q[2:0], is_valid};
    end

  logic [`SPM_W-1:0] spm_q [0:3];
  always_ff @(posedge clk)
    if (is_valid) begin
      is_ctl_q        <= is_ctl;
      mul_q[is_ent_q] <= is_mul;
      spm_q[is_ent_q] <= is_spm;
    end

  // --- lanes enter -------------------------------------------------------------------------------
  logic [3:0] en_k_q;
  logic [1:0] en_ent_q;
  logic       en_mul_q;
  ctl_t       en_ctl_q;
  // SFU-5
  logic       en_end;

  assign en_four = en_mul_q;
  always_comb begin
    en_end  = 1'bx;
    en_q    = 'x;
    en_pair = 'x;
    if (en_valid) begin
      en_end  = en_k_q == (en_mul_q ? 4'd7 : 4'd15);
      en_q    = en_mul_q ? en_k_q[2:1] : en_k_q[3:2];
      en_pair = en_mul_q ? {en_k_q[0], 1'b0} : en_k_q[1:0];
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      en_valid <= 1'b0;
      en_ent_q <= '0;
    end else if (start_q[3] || en_valid) begin
      if (start_q[3]) en_valid <= 1'b1;
      else if (en_end) en_valid <= 1'b0;
      if (en_valid && en_end) en_ent_q <= en_ent_q + 2'd1;
      en_k_q <= start_q[3] ? 4'd0 : en_k_q + 4'd1;
      if (start_q[3]) begin
        en_ctl_q <= is_ctl_q;
        en_mul_q <= is_ctl_q.op == `OP_FMUL;
      end
    end

  wire         res_valid;
  wire [127:0] res_r;
  wire [15:0]  res_cc;
  sfu_array #(.LANES(LANES)) u_array (
    .clk, .clk_p, .phase, .rst, .in_valid(en_valid), .in_ctl(en_ctl_q), .in_a(en_a), .in_b(en_b),
    .out_valid(res_valid), .out_r(res_r), .out_cc(res_cc));

  lutram_1r1w #(.WIDTH(8), .DEPTH(16), .EN_BITS(8)) u_mask (
    .clk, .rd_addr(rd_q[3:0]), .rd_data(st_mask),
    .wr_en(en_valid && (en_pair == 2'd0)), .wr_addr({en_ent_q, en_q}), .wr_be(1'b1), .wr_data(en_mask));

  // --- results come out in the order of entry ------------------------------------------------------
  // XWB-1
  logic [3:0]   rs_k_q;
  logic [1:0]   rs_ent_q;
  logic         rs_mul, rs_end;
  logic [1:0]   rs_q;
  logic         rs_row;                // the quarter is complete
  logic [7:0]   rs_be;
  logic [255:0] rs_data;
  logic [31:0]  rs_cc;
  always_comb begin
    rs_be   = '0;
    rs_data = '0;
    rs_cc   = '0;
    rs_row  = 1'b0;
    {rs_mul, rs_end, rs_q} = 'x;
    if (res_valid) begin
      rs_mul  = mul_q[rs_ent_q];
      rs_q    = rs_mul ? rs_k_q[2:1] : rs_k_q[3:2];
      rs_end  = rs_k_q == (rs_mul ? 4'd7 : 4'd15);
      rs_row  = rs_mul ? rs_k_q[0] : rs_k_q[1:0] == 2'd3;
      rs_be   = rs_mul ? (rs_k_q[0] ? 8'hf0 : 8'h0f) : 8'h03 << {rs_k_q[1:0], 1'b0};
      rs_data = rs_mul ? {2{res_r}} : {4{res_r[63:0]}};
      rs_cc   = rs_mul ? {2{res_cc}} : {4{res_cc[7:0]}};
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      rs_k_q   <= '0;
      rs_ent_q <= '0;
    end else if (res_valid) begin
      rs_k_q <= rs_end ? 4'd0 : rs_k_q + 4'd1;
      if (rs_end) rs_ent_q <= rs_ent_q + 2'd1;
    end

  wire [255:0] row_data;
  wire [31:0]  row_cc;
  lutram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(32)) u_data (
    .clk, .rd_addr(rd_q[3:0]), .rd_data(row_data),
    .wr_en(res_valid), .wr_addr({rs_ent_q, rs_q}), .wr_be(rs_be), .wr_data(rs_data));
  lutram_1r1w #(.WIDTH(32), .DEPTH(16), .EN_BITS(4)) u_cc (
    .clk, .rd_addr(rd_q[3:0]), .rd_data(row_cc),
    .wr_en(res_valid), .wr_addr({rs_ent_q, rs_q}), .wr_be(rs_be), .wr_data(rs_cc));

  // --- rows wait to be written -----------------------------------------------------------------------
  wire        now = rs_row && (rd_q == wr_q);
  assign st_valid = rd_q != wr_q || now;
  assign st_q     = rd_q[1:0];
  assign st_spm   = spm_q[rd_q[3:2]];

  always_comb begin
    st_data = row_data;
    st_cc   = row_cc;
    if (now)
      for (int i = 0; i < 8; i++)
        if (rs_be[i]) begin
          st_data[32*i +: 32] = rs_data[32*i +: 32];
          st_cc[4*i +: 4]     = rs_cc[4*i +: 4];
        end
  end

  always_ff @(posedge clk)
    if (rst) begin
      rd_q <= '0;
      wr_q <= '0;
    end else begin
      if (rs_row)   wr_q <= wr_q + 5'd1;
      if (st_grant) rd_q <= rd_q + 5'd1;
    end

  // --- completion ------------------------------------------------------------------------------------
  // SFU-6: the results of a mul may be written before t+MUL_DONE; then it completes in that cycle.
  logic [MUL_DONE-1:0]   old_q;          // bit k: a mul issued k+1 cycles ago
  logic [2*MUL_DONE-1:0] old_ent_q;
  logic [3:0]            aged_q, written_q;
  wire                   old     = old_q[MUL_DONE-1];
  wire  [1:0]            old_ent = old_ent_q[2*MUL_DONE-1 -: 2];
  wire  [1:0]            rd_ent  = rd_q[3:2];
  logic                  by_age, by_last;
  always_comb begin
    {by_age, by_last} = 2'b00;
    if (old)     by_age  = written_q[old_ent];
    if (st_last) by_last = aged_q[rd_ent] || (old && (old_ent == rd_ent));
  end
  assign done_valid = by_age || by_last;
  assign holds      = (out_q != '0) || (old_q != '0);
  assign done_spm   = by_age ? spm_q[old_ent] : spm_q[rd_ent];

  always_ff @(posedge clk)
    if (rst) old_q <= '0;
    else if (is_valid || (old_q != '0) || st_last) begin
      old_q     <= {old_q[MUL_DONE-2:0], is_valid && is_mul};
      old_ent_q <= {old_ent_q[2*MUL_DONE-3:0], is_ent_q};
      if (is_valid) begin
        aged_q[is_ent_q]    <= !is_mul;
        written_q[is_ent_q] <= 1'b0;
      end
      if (old)     aged_q[old_ent]   <= 1'b1;
      if (st_last) written_q[rd_ent] <= 1'b1;
    end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("one instruction completes in a cycle", rst || !(by_age && by_last))
  `ASSERT("an instruction enters a free unit", rst || !is_valid || ok)
  `ASSERT("at most three instructions are not completely written", rst || out_q <= 3'd3)
  `ASSERT("no instruction enters while lanes of another do", rst || !start_q[3] || !en_valid || en_end)
  `ASSERT("at most sixteen result rows wait", rst || wr_q - rd_q <= 5'd16)
  `ASSERT("a row is written that is there", rst || !st_grant || st_valid)

endmodule
`default_nettype wire
