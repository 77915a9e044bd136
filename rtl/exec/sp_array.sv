// SPDX-License-Identifier: Apache-2.0
// sp_array: eight scalar processors; one quarter-warp per cycle, results EX_STAGES = 10 cycles later.
//
// From the operand stage   in_valid, in_ctl, in_a/b/c: raw 32-bit words of the eight lanes
//                          in_cin: the value of $c[cread] of each lane
// To   write-back          out_valid, out_r, out_cc
//
// Operands are registers, s[] data already extended by the mode of the operand, c[] data with the
// addressed half or byte at bit 0, the immediate, the special register or the $a value. The lane
// itself selects the half of a 16-bit register operand. An instruction with an immediate has it in
// the words of that operand. A 16-bit result is in bits 15:0, zeros above. out_r and out_cc hold
// their value while out_valid is low. There is no stall: what enters leaves ten cycles later.
//
// quadop takes operand a from another lane of its group of four, which is always in the same
// quarter; the selection happens before the first register.
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "exec/exec_types.svh"
`default_nettype none

module sp_array (
  input  wire          clk,
  input  wire          rst,

  input  wire          in_valid,
  input  ctl_t         in_ctl,
  input  wire  [255:0] in_a,
  input  wire  [255:0] in_b,
  input  wire  [255:0] in_c,
  input  wire  [31:0]  in_cin,

  output logic         out_valid,
  output wire  [255:0] out_r,
  output wire  [31:0]  out_cc
);

  // --- shared control: what each stage does -----------------------------------------------------
  uop_t       u0, u1, u2, u3, u4, u5, u6, u7, u8, u9;
  logic [9:1] valid;

  sp_predec u_predec (.valid(in_valid), .ctl(in_ctl), .uop(u0));

  always_ff @(posedge clk)
    if (rst) begin
      valid     <= '0;
      out_valid <= 1'b0;
      u1        <= '0;
      u2        <= '0;
      u3        <= '0;
      u4        <= '0;
      u5        <= '0;
      u6        <= '0;
      u7        <= '0;
      u8        <= '0;
      u9        <= '0;
    end else begin
      valid     <= {valid[8:1], in_valid};
      out_valid <= valid[9];
      u1        <= u0;
      u2        <= u1;
      u3        <= u2;
      u4        <= u3;
      u5        <= u4;
      u6        <= u5;
      u7        <= u6;
      u8        <= u7;
      u9        <= u8;
    end

  wire a_half = in_ctl.a.kind == `KIND_R16;
  wire b_half = in_ctl.b.kind == `KIND_R16;

  // --- quadop ------------------------------------------------------------------------------------
  // Operation of lane i: 0 v + c, 1 c - v, 2 v - c, 3 c + 0. A selector of 4..7 (derivatives) gives
  // 0 outside graphics.
  wire         quad      = in_valid && in_ctl.op == `OP_QUADOP;
  wire [10:0]  quad_sel  = in_ctl.quad;
  wire         quad_b    = in_ctl.b.kind != `KIND_NONE;
  logic [255:0] a, c;

  always_comb begin
    a = in_a;
    c = quad && quad_b ? in_b : in_c;
    if (quad) begin
      for (int l = 0; l < 8; l = l + 1) begin
        case (quad_sel[9:8])
          2'd0:    a[32*l +: 32] = in_a[32*(l & 4) +: 32];
          2'd1:    a[32*l +: 32] = in_a[32*((l & 4) + 1) +: 32];
          2'd2:    a[32*l +: 32] = in_a[32*((l & 4) + 2) +: 32];
          default: a[32*l +: 32] = in_a[32*((l & 4) + 3) +: 32];
        endcase
        if (quad_sel[2*(l & 3) +: 2] == 2'd3) a[32*l +: 32] = 32'd0;
        if (quad_sel[2*(l & 3) +: 2] == 2'd1) a[32*l+31] = !a[32*l+31];
        if (quad_sel[2*(l & 3) +: 2] == 2'd2) c[32*l+31] = !c[32*l+31];
        if (quad_sel[10]) begin
          a[32*l +: 32] = 32'd0;
          c[32*l +: 32] = 32'd0;
        end
      end
    end
  end

  // --- stages of the lanes -----------------------------------------------------------------------
  wire  [255:0] a1, b1, c1, ma1, mb1, ph3, pl3, ix8, co8, cx8;
  wire  [255:0] cv_x4, cv_n4, cv_e4, cv_f4, sum7, e7, f7, sig9, e9, f9;
  wire  [31:0]  cin1;
  logic [255:0] c2, c3, c4, x9, co9;
  logic [31:0]  cin2, cin3, cin4;

  sp_operands u_operands (
    .clk, .valid(in_valid), .uop(u0), .a_half, .a_hi(in_ctl.a.idx[0]), .b_half, .b_hi(in_ctl.b.idx[0]),
    .in_a(a), .in_b, .in_c(c), .in_cin, .a1, .b1, .c1, .ma1, .mb1, .cin1);

  // The addend waits for the product.
  always_ff @(posedge clk)
    if (u1.fp || u1.iadd) begin
      c2   <= c1;
      cin2 <= cin1 & 32'h44444444;       // the carry is bit 2
    end

  always_ff @(posedge clk)
    if (u2.fp || u2.iadd) begin
      c3   <= c2;
      cin3 <= cin2;
    end

  always_ff @(posedge clk)
    if (u3.fp || u3.iadd) begin
      c4   <= c3;
      cin4 <= cin3;
    end

  int_mul u_mul (.clk, .go2(u1.mul), .ma1, .mb1, .go3(u2.mul), .ph3, .pl3);

  int_alu u_alu (.clk, .u1, .u2, .u3, .u4, .u5, .u6, .u7, .a1, .b1, .c1, .cin1, .ph3, .pl3, .c4, .cin4, .ix8, .co8);

  fp_cvt u_cvt (
    .clk, .u1, .u2, .u3, .u7, .a1, .ph3, .x4(cv_x4), .n4(cv_n4), .e4(cv_e4), .f4(cv_f4), .sum7, .e7, .f7, .cx8);

  fp32_path u_fp (
    .clk, .u1, .u2, .u3, .u4, .u5, .u6, .u7, .u8, .a1, .b1, .c1, .ph3, .pl3, .c4,
    .cv_x4, .cv_n4, .cv_e4, .cv_f4, .sum7, .e7, .f7, .sig9, .e9, .f9);

  // Stage 9: results that are not from the fp32 rounder.
  always_ff @(posedge clk)
    if (u8.clampi || u8.nar) begin
      x9  <= cx8;
      co9 <= '0;
    end else if (u8.alu || u8.imul) begin
      x9  <= ix8;
      co9 <= co8 & {8{32'd3}};
    end

  sp_pack u_pack (.clk, .u9, .other9(u9.clampi || u9.nar || u9.alu || u9.imul), .x9, .co9, .sig9, .e9, .f9, .out_r,
    .out_cc);

endmodule
`default_nettype wire
