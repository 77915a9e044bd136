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

  // What comes out when.
  logic [9:1] valid;

  always_ff @(posedge clk)
    if (rst) begin
      valid     <= '0;
      out_valid <= 1'b0;
    end else begin
      valid     <= {valid[8:1], in_valid};
      out_valid <= valid[9];
    end

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

  // --- lanes -------------------------------------------------------------------------------------
  uop_t u0;

  sp_predec u_predec (.valid(in_valid), .ctl(in_ctl), .uop(u0));

  sp_lanes #(.LANES(8)) u_lanes (
    .clk, .rst, .valid(in_valid), .uop(u0), .a_half(in_ctl.a.kind == `KIND_R16), .a_hi(in_ctl.a.idx[0]),
    .b_half(in_ctl.b.kind == `KIND_R16), .b_hi(in_ctl.b.idx[0]), .in_a(a), .in_b, .in_c(c), .in_cin, .out_r, .out_cc);

endmodule
`default_nettype wire
