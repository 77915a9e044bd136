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
// Words come and go LANES of a quarter at a time: eight, or fewer in the parts of a cycle; then ex_* are those of the
// next one (rtl/fold).
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_spopd #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire  [7:0]    cfg_physid_sm,

  input  wire           in_valid,
  input  op_t           in_op,
  input  wire  [64*LANES-1:0] r1,     // routers, parity 1 above parity 0
  input  wire  [64*LANES-1:0] r2,
  input  wire  [64*LANES-1:0] r3,
  input  wire  [63:0]   h_flags,
  input  wire  [15:0]   h_exec,
  input  wire  [32*LANES-1:0] h_a,
  input  wire  [32*LANES-1:0] cdata,   // indirect constant of this quarter, with slot 1

  input  wire           so_valid,
  input  wire  [1:0]    so_entry,
  input  wire  [1:0]    so_q,
  input  wire  [7:0]    so_mask,
  input  wire  [32*LANES-1:0] so_data,

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
  output wire  [32*LANES-1:0] ex_a,
  output wire  [32*LANES-1:0] ex_b,
  output wire  [32*LANES-1:0] ex_c,
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
  localparam int AW = 16 * LANES, W = 32 * LANES;
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
  logic [W-1:0] opa;
  always_comb begin
    opa = s1_parity_q ? r1[2*W-1:W] : r1[W-1:0];
    if (s1_areg_q)
      for (int i = 0; i < LANES; i++) opa[32*i +: 32] = {16'b0, areg[16*i +: 16]};
  end
  sm_spopd_words #(.LANES(LANES)) u_words (
    .clk, .clk_p, .phase, .a_valid(s1_valid_q), .a_at({s1_entry_q, s1_quarter_q}), .a(opa),
    .b_valid(s2_valid_q), .b_at({s2_entry_q, s2_quarter_q}), .b(s2_parity_q ? r2[2*W-1:W] : r2[W-1:0]),
    .c_valid(s3_valid_q), .c_at({s3_entry_q, s3_quarter_q}), .c(s3_parity_q ? r3[2*W-1:W] : r3[W-1:0]),
    .k_valid(s1_valid_q && k_q), .cdata, .so_valid, .so_at({so_entry, so_q}), .so_mask, .so_data,
    .rd_valid, .rd_at({rd_entry, rd_q}), .rd_cbuf, .ex_at({ex_entry, ex_q}), .ex_has_s, .ex_take(ex_take_q),
    .ex_cbuf(ex_cbuf_q), .ex_creg(ex_creg_q), .ex_phys(ex_phys_q), .ex_scal(ex_scal_q), .ex_cin, .ex_quad, .ex_lane,
    .ex_a, .ex_b, .ex_c);

  wire unused = &{1'b0, in_op};

endmodule
`default_nettype wire
