// SPDX-License-Identifier: Apache-2.0
// sm_xopd: operands of the SFU and the DPU.
//
// From sm_collect   in_*: an SFU or DPU body in the cycle after its issue (t+1); words from the routers of both
//                   parities
// From sm_half      executing lanes, in t+2+q
// From smem         an s[] operand of the DPU, the lanes of a pass, a quarter in a cycle (so_*)
// To sm_sfu, sm_dpu the lanes that enter in this cycle (sf_rd, dp_rd; zero otherwise)
//
// Slot s of quarter q arrives in t+1+q+s, the high words of the DPU four cycles after the low ones. The SFU has one
// place: the lanes of a body have entered before the next body's words arrive. The DPU has two. A third high
// word may be wanted in the cycle in which it arrives, and is then handed through.
//
// Words come LANES of a quarter at a time: eight, or fewer in the parts of a cycle (rtl/fold).
`include "dp_types.svh"
`default_nettype none

module sm_xopd #(
  parameter int DPU = 1,
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,
  input  wire  [2:0]   phase,
  input  wire          rst,

  input  wire          in_sfu,
  input  wire          in_dpu,
  input  op_t          in_op,
  input  wire  [64*LANES-1:0] r1,
  input  wire  [64*LANES-1:0] r2,
  input  wire  [64*LANES-1:0] r3,
  input  wire  [15:0]  h_exec,
  input  wire  [32*LANES-1:0] cdata,   // indirect constant, with the slot of its operand

  input  wire          so_valid,
  input  wire          so_entry,
  input  wire  [1:0]   so_q,
  input  wire  [7:0]   so_mask,
  input  wire  [32*LANES-1:0] so_data,

  input  wire          sf_rd,
  input  wire  [1:0]   sf_q,
  input  wire          sf_four,        // four lanes, else two
  input  wire  [1:0]   sf_pair,        // first lane / 2
  output logic [127:0] sf_a,
  output logic [127:0] sf_b,
  output logic [7:0]   sf_mask,

  input  wire          dp_rd,
  input  wire          dp_ent,
  input  wire  [4:0]   dp_lane,
  output logic [63:0]  dp_a,
  output logic [63:0]  dp_b,
  output logic [63:0]  dp_c,
  output logic [7:0]   dp_mask
);

  localparam int W = 32 * LANES;

  // --- SFU: collection -----------------------------------------------------------------------------
  // What is the same for all lanes is not stored but chosen when they enter.
  typedef struct packed {
    logic [1:0]  reg_en;               // per operand a, b: the stored word, a register or an indirect constant
    logic [1:0]  scal_en;              // or scal; neither: 0
    logic [31:0] scal;
  } sfsrc_t;
  logic       s_v1_q, s_v2_q, s_par_q;
  logic [1:0] s_q1_q, s_q2_q, s_k_q;   // operand is an indirect constant
  sfsrc_t     s_src_q, sf_src_q;       // of the body that is collected, of the one whose lanes enter
  wire        s_ka = in_op.a_sel == `OPD_CBUF;
  wire        s_kb = in_op.b_sel == `OPD_CBUF;
  always_ff @(posedge clk) begin
    if (rst) begin
      s_v1_q <= 1'b0;
      s_v2_q <= 1'b0;
    end else if (in_sfu || s_v1_q || s_v2_q) begin
      if (in_sfu)              s_v1_q <= 1'b1;
      else if (s_q1_q == 2'd3) s_v1_q <= 1'b0;
      s_v2_q <= s_v1_q;
      s_q1_q <= in_sfu ? 2'd0 : s_q1_q + 2'd1;
      s_q2_q <= s_q1_q;
    end
    if (in_sfu) begin
      s_par_q <= in_op.wid[0];
      s_k_q   <= {s_kb, s_ka};
      s_src_q <= {s_kb || (in_op.b_sel == `OPD_REG && in_op.r_en[1]),
                  s_ka || (in_op.a_sel == `OPD_REG && in_op.r_en[0]),
                  in_op.b_sel != `OPD_REG && !s_kb, in_op.a_sel != `OPD_REG && !s_ka, in_op.scal};
    end
    if (s_v1_q && (s_q1_q == 2'd2)) sf_src_q <= s_src_q;      // t+4, lanes enter from t+5 on
  end

  logic [W-1:0] s_a, s_b;
  always_comb begin
    s_a = 'x;
    s_b = 'x;
    if (s_v1_q || s_v2_q) begin
      s_a = s_k_q[0] ? cdata : s_par_q ? r1[2*W-1:W] : r1[W-1:0];
      s_b = s_k_q[1] ? cdata : s_par_q ? r2[2*W-1:W] : r2[W-1:0];
    end
  end

  wire  [127:0] s_row_a, s_row_b;      // four lanes
  wire  [7:0]   s_row_m;
  sfu_store #(.LANES(LANES)) u_sfu_a (
    .clk, .clk_p, .phase, .wr_en(s_v1_q), .wr_q(s_q1_q), .wr_data(s_a), .rd_q(sf_q), .rd_upper(sf_pair[1]),
    .rd_data(s_row_a));
  sfu_store #(.LANES(LANES)) u_sfu_b (
    .clk, .clk_p, .phase, .wr_en(s_v2_q), .wr_q(s_q2_q), .wr_data(s_b), .rd_q(sf_q), .rd_upper(sf_pair[1]),
    .rd_data(s_row_b));
  lutram_1r1w #(.WIDTH(8), .DEPTH(4), .EN_BITS(8)) u_sfu_m (
    .clk, .rd_addr(sf_q), .rd_data(s_row_m), .wr_en(s_v1_q), .wr_addr(s_q1_q), .wr_be(1'b1),
    .wr_data(s_q1_q[1] ? h_exec[15:8] : h_exec[7:0]));

  // --- SFU: lanes that enter -----------------------------------------------------------------------
  always_comb begin
    sf_a    = 'x;
    sf_b    = 'x;
    sf_mask = '0;
    if (sf_rd) begin
      sf_a    = (s_row_a & {128{sf_src_q.reg_en[0]}}) |
                ({4{sf_src_q.scal}} & {128{sf_src_q.scal_en[0]}});
      sf_b    = (s_row_b & {128{sf_src_q.reg_en[1]}}) |
                ({4{sf_src_q.scal}} & {128{sf_src_q.scal_en[1]}});
      sf_mask = s_row_m;
      if (sf_pair[0] && !sf_four) sf_a[63:0] = sf_a[127:64];
    end
  end

  // --- DPU -----------------------------------------------------------------------------------------
  if (DPU != 0) begin : g_dpu
    logic [3:0]  n_q;                  // cycles since slot 1 of quarter 0; 10 and above: nothing arrives
    logic        par_q, ent_q;
    logic [2:0]  k_q;                  // operand is an indirect constant
    wire         src_s;                // the stored low word of a is an s[] operand
    wire  [5:0]  src_reg;              // high c, b, a, low c, b, a: the stored word: register, indirect constant, s[]
    wire  [2:0]  src_scal;             // or src_word as the low word; neither: 0
    wire  [31:0] src_word;
    logic [2:0]  in_k, in_r;
    logic [41:0] in_src;
    always_comb begin
      in_k   = 'x;
      in_r   = 'x;
      in_src = 'x;
      if (in_dpu) begin
        in_k   = {in_op.c_sel == `OPD_CBUF, in_op.b_sel == `OPD_CBUF, in_op.a_sel == `OPD_CBUF};
        in_r   = {in_op.c_sel == `OPD_REG, in_op.b_sel == `OPD_REG, in_op.a_sel == `OPD_REG};
        in_src = {in_op.lsu, in_op.r_en[5:3], in_k | (in_r & in_op.r_en[2:0]) | {2'b0, in_op.lsu}, ~in_k & ~in_r,
                  in_op.scal};
      end
    end
    lutram_1r1w #(.WIDTH(42), .DEPTH(2), .EN_BITS(42)) u_src (
      .clk, .rd_addr(dp_ent), .rd_data({src_s, src_reg, src_scal, src_word}), .wr_en(in_dpu),
      .wr_addr(in_op.dpu_entry), .wr_be(1'b1), .wr_data(in_src));
    always_ff @(posedge clk) begin
      if (rst)                n_q <= 4'd15;
      else if (in_dpu)        n_q <= 4'd0;
      else if (n_q != 4'd15)  n_q <= n_q + 4'd1;
      if (in_dpu) begin
        par_q <= in_op.wid[0];
        ent_q <= in_op.dpu_entry;
        k_q   <= in_k;
      end
    end

    // DPU-3: slot s has quarter n - (s - 1), of the low words first, then of the high ones
    wire        busy = n_q < 4'd10;
    logic [1:0] q1;
    logic [2:0] at1, at2, at3;         // {entry, quarter}
    logic       lo1, lo2, lo3, hi1, hi2, hi3;
    always_comb begin
      {lo1, lo2, lo3, hi1, hi2, hi3} = '0;
      {q1, at1, at2, at3} = 'x;
      if (busy) begin
        q1  = n_q[1:0];
        at1 = {ent_q, q1};
        at2 = {ent_q, q1 - 2'd1};
        at3 = {ent_q, q1 - 2'd2};
        lo1 = n_q < 4'd4;
        lo2 = (n_q >= 4'd1) && (n_q < 4'd5);
        lo3 = (n_q >= 4'd2) && (n_q < 4'd6);
        hi1 = (n_q >= 4'd4) && (n_q < 4'd8);
        hi2 = (n_q >= 4'd5) && (n_q < 4'd9);
        hi3 = n_q >= 4'd6;
      end
    end

    logic [W-1:0] w1, w2, w3;
    always_comb begin
      w1 = 'x;
      w2 = 'x;
      w3 = 'x;
      if (busy) begin
        w1 = lo1 && k_q[0] ? cdata : par_q ? r1[2*W-1:W] : r1[W-1:0];
        w2 = lo2 && k_q[1] ? cdata : par_q ? r2[2*W-1:W] : r2[W-1:0];
        w3 = lo3 && k_q[2] ? cdata : par_q ? r3[2*W-1:W] : r3[W-1:0];
      end
    end

    logic [2:0]   rd_at;               // {entry, quarter} of the lane that enters
    always_comb begin
      rd_at = 'x;
      if (dp_rd) rd_at = {dp_ent, dp_lane[4:3]};
    end
    wire  [2:0]   l = dp_lane[2:0];
    wire  [31:0]  al, as, bl, cl, ah, bh, ch;
    wire  [7:0]   m;
    lane_store #(.LANES(LANES)) u_al (
      .clk, .clk_p, .phase, .wr_en(lo1), .wr_at(at1), .wr_lanes(8'hff), .wr_data(w1), .rd_at, .rd_lane(l),
      .rd_word(al));
    lane_store #(.LANES(LANES), .LANED(1)) u_as (
      .clk, .clk_p, .phase, .wr_en(so_valid), .wr_at({so_entry, so_q}), .wr_lanes(so_mask), .wr_data(so_data),
      .rd_at, .rd_lane(l), .rd_word(as));
    lane_store #(.LANES(LANES)) u_bl (
      .clk, .clk_p, .phase, .wr_en(lo2), .wr_at(at2), .wr_lanes(8'hff), .wr_data(w2), .rd_at, .rd_lane(l),
      .rd_word(bl));
    lane_store #(.LANES(LANES)) u_cl (
      .clk, .clk_p, .phase, .wr_en(lo3), .wr_at(at3), .wr_lanes(8'hff), .wr_data(w3), .rd_at, .rd_lane(l),
      .rd_word(cl));
    lane_store #(.LANES(LANES)) u_ah (
      .clk, .clk_p, .phase, .wr_en(hi1), .wr_at(at1), .wr_lanes(8'hff), .wr_data(w1), .rd_at, .rd_lane(l),
      .rd_word(ah));
    lane_store #(.LANES(LANES)) u_bh (
      .clk, .clk_p, .phase, .wr_en(hi2), .wr_at(at2), .wr_lanes(8'hff), .wr_data(w2), .rd_at, .rd_lane(l),
      .rd_word(bh));
    lane_store #(.LANES(LANES)) u_ch (
      .clk, .clk_p, .phase, .wr_en(hi3), .wr_at(at3), .wr_lanes(8'hff), .wr_data(w3), .rd_at, .rd_lane(l),
      .rd_word(ch));
    lutram_1r1w #(.WIDTH(8), .DEPTH(8), .EN_BITS(8)) u_m (
      .clk, .rd_addr(rd_at), .rd_data(m), .wr_en(lo1), .wr_addr(at1), .wr_be(1'b1),
      .wr_data(q1[1] ? h_exec[15:8] : h_exec[7:0]));

    wire          pass = hi3 && (at3 == rd_at);
    wire  [31:0]  arrives;             // the lane's word of those in slot 3
    lane_word #(.LANES(LANES)) u_arrives (.clk_p, .phase, .lane(l), .words(w3), .word(arrives));
    always_comb begin
      dp_a    = 'x;
      dp_b    = 'x;
      dp_c    = 'x;
      dp_mask = '0;
      if (dp_rd) begin
        dp_a    = {ah & {32{src_reg[3]}}, ((src_s ? as : al) & {32{src_reg[0]}}) | (src_word & {32{src_scal[0]}})};
        dp_b    = {bh & {32{src_reg[4]}}, (bl & {32{src_reg[1]}}) | (src_word & {32{src_scal[1]}})};
        dp_c    = {(pass ? arrives : ch) & {32{src_reg[5]}},
                   (cl & {32{src_reg[2]}}) | (src_word & {32{src_scal[2]}})};
        dp_mask = m;
      end
    end
  end else begin : g_none
    assign dp_a    = '0;
    assign dp_b    = '0;
    assign dp_c    = '0;
    assign dp_mask = '0;
    wire unused = &{1'b0, in_dpu, r3, so_valid, so_entry, so_q, so_mask, so_data, dp_rd, dp_ent, dp_lane};
  end
  wire unused = &{1'b0, in_op, sf_rd};

endmodule
`default_nettype wire
