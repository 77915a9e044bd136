// SPDX-License-Identifier: Apache-2.0
// sm_spopd: operands of the SP: collected one quarter per cycle and slot, read when the quarter is dispatched.
//
// From sm_collect   in_*: an SP body in the cycle after its issue (t+1); its words from the routers of both parities
// From sm_half      flags, executing lanes and $a of both halves, in t+2+q
// From smem         so_*: lanes of s[] operands
// To sp_array       ex_a, ex_b, ex_c, ex_cin, ex_mask of the quarter read with rd_valid in the cycle before
//
// Bodies are at least four cycles apart, so each slot has one store with one write per cycle. What is the same for all
// lanes (immediate, direct constant, vote, $physid) is not stored but chosen at dispatch.
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_spopd (
  input  wire           clk,
  input  wire           rst,
  input  wire  [7:0]    cfg_physid_sm,

  input  wire           in_valid,
  input  op_t           in_op,
  input  wire  [511:0]  r1,            // routers, parity 1 above parity 0
  input  wire  [511:0]  r2,
  input  wire  [511:0]  r3,
  input  wire  [63:0]   h_flags,
  input  wire  [15:0]   h_exec,
  input  wire  [255:0]  h_a,
  input  wire  [255:0]  cdata,         // indirect constant of this quarter, with slot 1

  input  wire           so_valid,
  input  wire  [1:0]    so_entry,
  input  wire           so_half,
  input  wire  [15:0]   so_mask,
  input  wire  [511:0]  so_data,

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
  output logic [255:0]  ex_a,
  output logic [255:0]  ex_b,
  output logic [255:0]  ex_c,
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
  wire  [127:0] areg  = s1_quarter_q[1] ? h_a[255:128] : h_a[127:0];
  logic [255:0] opa;
  always_comb begin
    opa = s1_parity_q ? r1[511:256] : r1[255:0];
    if (s1_areg_q)
      for (int i = 0; i < 8; i++) opa[32*i +: 32] = {16'b0, areg[16*i +: 16]};
  end

  wire [255:0] col_a, col_b, col_c, col_k;
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
  sram_1r1w #(.WIDTH(40), .DEPTH(16), .EN_BITS(40), .COLLIDE(0)) u_opm (
    .clk, .rd_en(rd_valid), .rd_addr({rd_entry, rd_q}), .rd_data({ex_mask, ex_cin}),
    .wr_en(s1_valid_q), .wr_addr({s1_entry_q, s1_quarter_q}), .wr_be(1'b1), .wr_data({exec, flags}));

  // s[] operands, a row per entry and half
  wire [511:0] so_row;
  lutram_1r1w #(.WIDTH(512), .DEPTH(8), .EN_BITS(32)) u_sopd (
    .clk, .rd_addr({ex_entry, ex_q[1]}), .rd_data(so_row),
    .wr_en(so_valid), .wr_addr({so_entry, so_half}), .wr_be(so_mask), .wr_data(so_data));

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

  // --- dispatch --------------------------------------------------------------------------------------
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
    if (ex_has_s) ex_a = ex_q[0] ? so_row[511:256] : so_row[255:0];
  end

  wire unused = &{1'b0, in_op};

endmodule
`default_nettype wire
