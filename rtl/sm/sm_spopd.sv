// SPDX-License-Identifier: Apache-2.0
// sm_spopd: operands of the SP: collected one quarter per cycle and slot, read when the quarter is dispatched.
//
// From sm_collect   in_*: an SP body in the cycle after its issue (t+1); its words from the routers of both parities
// From sm_half      flags, executing lanes and $a of both halves, in t+2+q
// From smem         so_*: lanes of s[] operands, a quarter in a cycle
// To sp_array       ex_a, ex_b, ex_c, ex_cin, ex_mask of the quarter read with rd_valid in the cycle before
//
// Bodies are at least four cycles apart, so each slot has one store with one write per cycle. What is the same for all
// lanes (immediate, direct constant, vote, $physid) is not stored but chosen at dispatch.
//
// FOLD other than 1: words come in the phases of a cycle, and those of ex_* go in the phases of the next one
// (docs/units/fold.md); then ex_a of a quadop, a register, is that of the lane that it names.
// Rules: FOLD-13 (docs/units).
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_spopd #(
  parameter int FOLD = 1
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire  [7:0]    cfg_physid_sm,

  input  wire           in_valid,
  input  op_t           in_op,
  input  wire  [512/FOLD-1:0] r1,     // routers, parity 1 above parity 0
  input  wire  [512/FOLD-1:0] r2,
  input  wire  [512/FOLD-1:0] r3,
  input  wire  [63:0]   h_flags,
  input  wire  [15:0]   h_exec,
  input  wire  [256/FOLD-1:0] h_a,     // FOLD other than 1: in phases
  input  wire  [256/FOLD-1:0] cdata,   // indirect constant of this quarter, with slot 1

  input  wire           so_valid,
  input  wire  [1:0]    so_entry,
  input  wire  [1:0]    so_q,
  input  wire  [7:0]    so_mask,
  input  wire  [256/FOLD-1:0] so_data,

  // vote, known in t+6
  input  wire           vt_valid,
  input  wire  [1:0]    vt_entry,
  input  wire           vt_result,

  // dispatch: read, then execution
  input  wire           rd_valid,
  input  wire  [1:0]    rd_entry,
  input  wire  [1:0]    rd_q,
  input  wire  [1:0]    ex_entry,
  input  wire  [1:0]    ex_q,
  input  wire           ex_has_s,
  input  wire           ex_quad,       // quadop, and the lane it names
  input  wire  [1:0]    ex_lane,
  output logic [256/FOLD-1:0] ex_a,
  output logic [256/FOLD-1:0] ex_b,
  output logic [256/FOLD-1:0] ex_c,
  output wire  [31:0]   ex_cin,
  output wire  [7:0]    ex_mask
);

  // --- the body that is being collected ------------------------------------------------------------
  logic       s1_valid_q, s2_valid_q, s3_valid_q;
  logic [1:0] s1_quarter_q, s2_quarter_q, s3_quarter_q;
  logic [1:0] s1_entry_q, s2_entry_q, s3_entry_q;
  logic       s1_parity_q, s2_parity_q, s3_parity_q;   // of the warp
  logic       s1_areg_q;                               // operand a is $a
  always_ff @(posedge clk) begin
    if (rst)                       s1_valid_q <= 1'b0;
    else if (in_valid)             s1_valid_q <= 1'b1;
    else if (s1_quarter_q == 2'd3) s1_valid_q <= 1'b0;
    s2_valid_q   <= !rst && s1_valid_q;
    s3_valid_q   <= !rst && s2_valid_q;
    s1_quarter_q <= in_valid ? 2'd0 : s1_quarter_q + 2'd1;
    s2_quarter_q <= s1_quarter_q;
    s3_quarter_q <= s2_quarter_q;
    if (in_valid) begin
      s1_parity_q <= in_op.wid[0];
      s1_entry_q  <= in_op.sp_entry;
      s1_areg_q   <= in_op.a_sel == `OPD_AREG;
    end
    if (s1_valid_q) begin
      s2_parity_q <= s1_parity_q;
      s2_entry_q  <= s1_entry_q;
    end
    if (s2_valid_q) begin
      s3_parity_q <= s2_parity_q;
      s3_entry_q  <= s2_entry_q;
    end
  end

  // --- slots ---------------------------------------------------------------------------------------
  wire  [31:0]  flags = s1_quarter_q[1] ? h_flags[63:32] : h_flags[31:0];
  wire  [7:0]   exec  = s1_quarter_q[1] ? h_exec[15:8] : h_exec[7:0];
  localparam int AW = 128 / FOLD;
  wire  [AW-1:0] areg = s1_quarter_q[1] ? h_a[2*AW-1:AW] : h_a[AW-1:0];
  sram_1r1w #(.WIDTH(40), .DEPTH(16), .EN_BITS(40), .COLLIDE(0)) u_opm (
    .clk, .rd_en(rd_valid), .rd_addr({rd_entry, rd_q}), .rd_data({ex_mask, ex_cin}),
    .wr_en(s1_valid_q), .wr_addr({s1_entry_q, s1_quarter_q}), .wr_be(1'b1), .wr_data({exec, flags}));

  // --- what is the same for all lanes ----------------------------------------------------------------
  // Per operand: take the register word; take the other source. Neither: 0.
  localparam int SRC_W = 47;
  logic             in_kc;
  logic [SRC_W-1:0] in_src;
  always_comb begin
    in_kc  = 1'bx;
    in_src = 'x;
    if (in_valid) begin
      in_kc  = (in_op.a_sel == `OPD_CBUF) || (in_op.b_sel == `OPD_CBUF) || (in_op.c_sel == `OPD_CBUF);
      in_src = {in_op.wid, in_op.a_sel == `OPD_CREG, in_op.a_sel == `OPD_PHYS, in_op.vote, in_kc,
                in_op.c_sel == `OPD_REG && in_op.r_en[2], in_op.c_sel != `OPD_REG,
                in_op.b_sel == `OPD_REG && in_op.r_en[1], in_op.b_sel != `OPD_REG,
                (in_op.a_sel == `OPD_AREG) || ((in_op.a_sel == `OPD_REG) && in_op.r_en[0]),
                in_op.vote || (in_op.a_sel != `OPD_AREG && in_op.a_sel != `OPD_REG), in_op.scal};
    end
  end
  wire [SRC_W-1:0] rd_src;
  logic            k_q;
  lutram_1r1w #(.WIDTH(SRC_W), .DEPTH(4), .EN_BITS(SRC_W)) u_src (
    .clk, .rd_addr(rd_entry), .rd_data(rd_src),
    .wr_en(in_valid), .wr_addr(in_op.sp_entry), .wr_be(1'b1), .wr_data(in_src));
  wire rd_cbuf = rd_src[38];

  logic [3:0] vote_q;
  always_ff @(posedge clk) begin
    if (in_valid) k_q <= in_kc;
    if (vt_valid) vote_q[vt_entry] <= vt_result;
  end

  logic [5:0]  ex_take_q;              // c, b, a: {register, other}
  logic [31:0] ex_scal_q;
  logic        ex_cbuf_q, ex_creg_q, ex_phys_q;
  always_ff @(posedge clk)
    if (rd_valid) begin
      ex_take_q <= rd_src[37:32];
      ex_cbuf_q <= rd_cbuf;
      ex_phys_q <= rd_src[40];
      ex_creg_q <= rd_src[41];
      ex_scal_q <= rd_src[39] ? {30'b0, vote_q[rd_entry], !vote_q[rd_entry]} :
                   rd_src[40] ? {8'b0, cfg_physid_sm, 3'b0, rd_src[46:42], 3'b0, rd_q, 3'b0} :
                   rd_src[41] ? 32'b0 : rd_src[31:0];
    end

  // --- the stores, and dispatch ----------------------------------------------------------------------
  if (FOLD == 1) begin : g_whole
    logic [255:0] opa;
    always_comb begin
      opa = s1_parity_q ? r1[511:256] : r1[255:0];
      if (s1_areg_q)
        for (int i = 0; i < 8; i++) opa[32*i +: 32] = {16'b0, areg[16*i +: 16]};
    end

    wire [255:0] col_a, col_b, col_c, col_k, col_s;
    sram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256), .COLLIDE(0)) u_opa (
      .clk, .rd_en(rd_valid), .rd_addr({rd_entry, rd_q}), .rd_data(col_a),
      .wr_en(s1_valid_q), .wr_addr({s1_entry_q, s1_quarter_q}), .wr_be(1'b1), .wr_data(opa));
    sram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256), .COLLIDE(0)) u_opb (
      .clk, .rd_en(rd_valid), .rd_addr({rd_entry, rd_q}), .rd_data(col_b),
      .wr_en(s2_valid_q), .wr_addr({s2_entry_q, s2_quarter_q}), .wr_be(1'b1),
      .wr_data(s2_parity_q ? r2[511:256] : r2[255:0]));
    sram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256), .COLLIDE(0)) u_opc (
      .clk, .rd_en(rd_valid), .rd_addr({rd_entry, rd_q}), .rd_data(col_c),
      .wr_en(s3_valid_q), .wr_addr({s3_entry_q, s3_quarter_q}), .wr_be(1'b1),
      .wr_data(s3_parity_q ? r3[511:256] : r3[255:0]));
    sram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256), .COLLIDE(0)) u_opk (
      .clk, .rd_en(rd_valid && rd_cbuf), .rd_addr({rd_entry, rd_q}), .rd_data(col_k),
      .wr_en(s1_valid_q && k_q), .wr_addr({s1_entry_q, s1_quarter_q}), .wr_be(1'b1), .wr_data(cdata));
    lutram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(32)) u_sopd (
      .clk, .rd_addr({ex_entry, ex_q}), .rd_data(col_s),
      .wr_en(so_valid), .wr_addr({so_entry, so_q}), .wr_be(so_mask), .wr_data(so_data));

    logic [255:0] k;
    always_comb begin
      k = ex_cbuf_q ? col_k : {8{ex_scal_q}};
      if (ex_phys_q || ex_creg_q)
        for (int i = 0; i < 8; i++) begin
          if (ex_phys_q) k[32*i +: 3] = 3'(i);
          if (ex_creg_q) k[32*i +: 4] = ex_cin[4*i +: 4];
        end
      ex_a = ex_take_q[1] ? col_a : ex_take_q[0] ? k : '0;
      ex_b = ex_take_q[3] ? col_b : ex_take_q[2] ? k : '0;
      ex_c = ex_take_q[5] ? col_c : ex_take_q[4] ? k : '0;
      if (ex_has_s) ex_a = col_s;
    end
    wire unused = &{1'b0, clk_p, phase, ex_quad, ex_lane};
  end else begin : g_parts
    localparam int LANES = 8 / FOLD;
    localparam int W     = 32 * LANES;
    localparam int PB    = $clog2(FOLD);
    wire [PB-1:0] p    = phase[PB-1:0];
    wire          last = p == '1;

    // The quarter in execution, in the cycle behind.
    logic [1:0]  entry_q, quarter_q, lane_q;
    logic        has_s_q, quad_q, cbuf_q, phys_q, creg_q;
    logic [5:0]  take_q;
    logic [31:0] scal_q, cin_q;
    always_ff @(posedge clk) begin
      entry_q   <= ex_entry;
      quarter_q <= ex_q;
      lane_q    <= ex_lane;
      has_s_q   <= ex_has_s;
      quad_q    <= ex_quad;
      cbuf_q    <= ex_cbuf_q;
      phys_q    <= ex_phys_q;
      creg_q    <= ex_creg_q;
      take_q    <= ex_take_q;
      scal_q    <= ex_scal_q;
      cin_q     <= ex_cin;
    end

    // FOLD-13: read for the next phase; of operand a of a quadop the part with the lane that it names
    wire [PB-1:0]   next = p + PB'(1);
    wire            quad = last ? ex_quad : quad_q;
    wire [2:0]      from = {next[PB-1], last ? ex_lane : lane_q};
    wire [PB+3:0]   at   = {last ? {ex_entry, ex_q} : {entry_q, quarter_q}, next};
    wire [PB+3:0]   at_a = {at[PB+3:PB], quad ? from[2 -: PB] : next};

    logic [W-1:0] opa;
    always_comb begin
      opa = s1_parity_q ? r1[2*W-1:W] : r1[W-1:0];
      if (s1_areg_q)
        for (int i = 0; i < LANES; i++) opa[32*i +: 32] = {16'b0, areg[16*i +: 16]};
    end

    // what comes is written a phase later with FOLD = 4 or 8
    localparam int AT = 4 + PB;
    wire             a_en, b_en, c_en, k_en, s_en;
    wire [AT-1:0]    a_at, b_at, c_at, k_at, s_at;
    wire [W-1:0]     a_in, b_in, c_in, k_in, s_in;
    wire [LANES-1:0] s_be;
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + W)) u_late_a (
      .clk_p, .now({s1_valid_q, s1_entry_q, s1_quarter_q, p, opa}), .late({a_en, a_at, a_in}));
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + W)) u_late_b (
      .clk_p, .now({s2_valid_q, s2_entry_q, s2_quarter_q, p, s2_parity_q ? r2[2*W-1:W] : r2[W-1:0]}),
      .late({b_en, b_at, b_in}));
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + W)) u_late_c (
      .clk_p, .now({s3_valid_q, s3_entry_q, s3_quarter_q, p, s3_parity_q ? r3[2*W-1:W] : r3[W-1:0]}),
      .late({c_en, c_at, c_in}));
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + W)) u_late_k (
      .clk_p, .now({s1_valid_q && k_q, s1_entry_q, s1_quarter_q, p, cdata}), .late({k_en, k_at, k_in}));
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + LANES + W)) u_late_s (
      .clk_p, .now({so_valid, so_entry, so_q, p, so_mask[LANES*p +: LANES], so_data}), .late({s_en, s_at, s_be, s_in}));

    wire [W-1:0] col_a, col_b, col_c, col_k, col_s;
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_opa (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at_a), .rd_data(col_a),
      .wr_en(a_en), .wr_addr(a_at), .wr_be(1'b1), .wr_data(a_in));
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_opb (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at), .rd_data(col_b),
      .wr_en(b_en), .wr_addr(b_at), .wr_be(1'b1), .wr_data(b_in));
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_opc (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at), .rd_data(col_c),
      .wr_en(c_en), .wr_addr(c_at), .wr_be(1'b1), .wr_data(c_in));
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_opk (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at), .rd_data(col_k),
      .wr_en(k_en), .wr_addr(k_at), .wr_be(1'b1), .wr_data(k_in));
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(32), .COLLIDE(0)) u_sopd (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at_a), .rd_data(col_s),
      .wr_en(s_en), .wr_addr(s_at), .wr_be(s_be), .wr_data(s_in));

    // Lane i of the phase; a word that is stored for operand a may be another's.
    logic [31:0] k;
    logic [2:0]  l, i_a;
    wire  [W-1:0] a = has_s_q ? col_s : col_a;
    always_comb
      for (int i = 0; i < LANES; i++) begin
        l   = 3'(LANES * p) + 3'(i);
        i_a = (quad_q ? {p[PB-1], lane_q} : l) & 3'(LANES - 1);
        k   = cbuf_q ? col_k[32*i +: 32] : scal_q;
        if (phys_q) k[2:0] = l;
        if (creg_q) k[3:0] = cin_q[{l, 2'd0} +: 4];
        ex_a[32*i +: 32] = has_s_q || take_q[1] ? a[32*i_a +: 32] : take_q[0] ? k : '0;
        ex_b[32*i +: 32] = take_q[3] ? col_b[32*i +: 32] : take_q[2] ? k : '0;
        ex_c[32*i +: 32] = take_q[5] ? col_c[32*i +: 32] : take_q[4] ? k : '0;
      end
    wire unused = &{1'b0, phase, rd_cbuf, from};
  end

  wire unused = &{1'b0, in_op};

endmodule
`default_nettype wire
