// SPDX-License-Identifier: Apache-2.0
// dpu: the double-precision unit: one lane per cycle, results DPU_STAGES = 7 cycles later.
//
// From the operand stage   in_valid, in_ctl, in_a/b/c: raw register pairs of one lane; a 32-bit source
//                          is in the low word
// To   write-back          out_valid, out_r, out_cc
//
// The second operand of add is operand b. A 32-bit result is in the low word, zeros above. out_r and
// out_cc keep their value while out_valid is low. There is no stall.
//
// Stage 1 modifiers, multiplier operands, conversion source; 2 partial products, compare, NaN and
// infinity; 3 product, exponents; 4 align; 5 add; 6 normalise; 7 round, pack.
// Stages 1..3 are in fp64_mul, fp64_cmp and fp64_cvt, 3..7 in fp64_fma. A result that needs no
// arithmetic (compare, NaN, infinity, plain copy) takes the place of the addend and passes through.
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "exec/dpu_types.svh"
`default_nettype none

module dpu (
  input  wire         clk,
  input  wire         rst,

  input  wire         in_valid,
  input  ctl_t        in_ctl,
  input  wire  [63:0] in_a,
  input  wire  [63:0] in_b,
  input  wire  [63:0] in_c,

  output logic        out_valid,
  output wire  [63:0] out_r,
  output wire  [3:0]  out_cc
);

  generate
    if (gpu_cfg::DPU_STAGES != 7) begin : g_bad
      dpu_has_7_stages u_bad ();
    end
  endgenerate

  // --- control -------------------------------------------------------------------------------------
  dop_t u0, u1, u2, u3, u4, u5, u6;
  logic [6:1] valid;                 // a lane is in stage 2 to 7: else nothing moves

  always_comb begin
    u0 = '0;
    if (in_valid) begin
      u0.v       = 1'b1;
      u0.rm      = in_ctl.rnd;
      u0.mask    = in_ctl.cmp;
      u0.a_neg   = in_ctl.a.neg;
      u0.a_abs   = in_ctl.a.abs;
      u0.b_neg   = in_ctl.b.neg;
      u0.b_abs   = in_ctl.b.abs;
      u0.c_neg   = in_ctl.c.neg;
      u0.s64     = in_ctl.s32;       // with a 64-bit type, s32 and d32 mean "the wider of two widths"
      u0.d64     = in_ctl.d32;
      u0.ssigned = in_ctl.ssigned;
      u0.dsigned = in_ctl.dsigned;
      case (in_ctl.op)
        `OP_DFMA: u0.fma = 1'b1;
        `OP_DADD: begin
          u0.fma = 1'b1;
          u0.add = 1'b1;
        end
        `OP_DMUL: begin
          u0.fma = 1'b1;
          u0.mul = 1'b1;
        end
        `OP_DMIN: begin
          u0.cmp = 1'b1;
          u0.min = 1'b1;
        end
        `OP_DMAX: begin
          u0.cmp = 1'b1;
          u0.max = 1'b1;
        end
        `OP_DSET: u0.cmp = 1'b1;
        `OP_I2F64: begin
          u0.i2f  = 1'b1;
          u0.to32 = !in_ctl.d32;
        end
        `OP_F2I64: begin
          u0.flt = 1'b1;
          u0.f2i = 1'b1;
        end
        default: begin               // OP_F2F64
          u0.flt  = 1'b1;
          u0.rint = in_ctl.rint && in_ctl.s32 && in_ctl.d32;
          u0.to32 = !in_ctl.d32;
        end
      endcase
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      u1        <= '0;
      u2        <= '0;
      u3        <= '0;
      u4        <= '0;
      u5        <= '0;
      u6        <= '0;
      valid     <= '0;
      out_valid <= 1'b0;
    end else begin
      if (in_valid || (valid != '0)) begin
        valid <= {valid[5:1], in_valid};
        if (u0.v || u1.v) u1 <= u0;
        if (u1.v || u2.v) u2 <= u1;
        if (u2.v || u3.v) u3 <= u2;
        if (u3.v || u4.v) u4 <= u3;
        if (u4.v || u5.v) u5 <= u4;
        if (u5.v || u6.v) u6 <= u5;
      end
      out_valid <= valid[6];
    end

  // --- stage 1: modifiers ------------------------------------------------------------------------
  // A NaN becomes quiet and keeps its sign; other values: absolute value, then negation.
  function automatic logic [64:0] prep(input logic [63:0] x, input logic neg, input logic abs);
    logic nan;
    nan  = (x[62:52] == 11'h7ff) && (x[51:0] != 52'd0);
    prep = {nan, nan ? x[63] : (x[63] && !abs) ^ neg, x[62:52], x[51] || nan, x[50:0]};
  endfunction

  logic [63:0] a1, b1, c1;
  logic        na1, nb1, nc1;

  always_ff @(posedge clk)
    if (u0.fma || u0.cmp) begin : stage1
      logic [63:0] b, c;
      b = in_b;
      c = in_c;
      if (u0.add) begin
        b = {12'h3ff, 52'd0};
        c = in_b;
      end
      if (u0.mul) c = 64'd0;
      {na1, a1} <= prep(in_a, u0.a_neg, u0.a_abs);
      {nb1, b1} <= prep(b, u0.b_neg && !u0.add, u0.b_abs);
      {nc1, c1} <= prep(c, u0.add ? u0.b_neg : u0.c_neg, 1'b0);
    end

  // --- parts ----------------------------------------------------------------------------------------
  wire [63:0]  cv_c1, c2;
  wire         cv_hid1, cv_sub1, cv_nan1, cv_pass1, cv_s1;
  wire         hid2, sub2, nan2, pass2, s2, ps2;
  wire [12:0]  pe2;
  wire [105:0] p3;
  wire [63:0]  v6, int_r;
  wire         int_o, int_z;
  wire         s6, nan6, big6;

  fp64_cvt u_cvt (
    .clk(clk), .u0(u0), .u6(u6), .in_a(in_a),
    .c1(cv_c1), .hid1(cv_hid1), .sub1(cv_sub1), .nan1(cv_nan1), .pass1(cv_pass1), .s1(cv_s1),
    .v6(v6), .s6(s6), .nan6(nan6), .big6(big6), .int_r(int_r), .int_o(int_o),
    .int_z(int_z));

  fp64_cmp u_cmp (
    .clk(clk), .u1(u1), .a1(a1), .b1(b1), .c1(c1), .na1(na1), .nb1(nb1), .nc1(nc1),
    .cv_c1(cv_c1), .cv_hid1(cv_hid1), .cv_sub1(cv_sub1), .cv_nan1(cv_nan1), .cv_pass1(cv_pass1),
    .cv_s1(cv_s1),
    .c2(c2), .hid2(hid2), .sub2(sub2), .nan2(nan2), .pass2(pass2), .s2(s2), .ps2(ps2));

  fp64_mul u_mul (
    .clk(clk), .u0(u0), .u1(u1), .u2(u2), .in_a(in_a), .in_b(in_b), .pe2(pe2), .p3(p3));

  fp64_fma u_fma (
    .clk(clk), .u2(u2), .u3(u3), .u4(u4), .u5(u5), .u6(u6),
    .c2(c2), .hid2(hid2), .sub2(sub2), .nan2(nan2), .pass2(pass2), .s2(s2), .ps2(ps2),
    .pe2(pe2), .p3(p3),
    .v6(v6), .s6(s6), .nan6(nan6), .big6(big6), .int_r(int_r), .int_o(int_o),
    .int_z(int_z), .out_r(out_r), .out_cc(out_cc));

  wire unused = &{1'b0, in_ctl};

endmodule
`default_nettype wire
