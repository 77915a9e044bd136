// SPDX-License-Identifier: Apache-2.0
// sfu_array: two special-function units; results SFU_STAGES = 7 cycles after the operands.
//
// From the operand stage   in_valid, in_ctl, in_a, in_b: raw 32-bit words of four lanes
// To   write-back          out_valid, out_r, out_cc
//
// A function (rcp, rsqrt, lg2, sin, cos, ex2) works on lanes 0 and 1, one per unit; what
// out_r then has in lanes 2 and 3 means nothing. fp32 mul takes four lanes: unit u has lanes u and
// u + 2. Something new can enter in every cycle and leaves seven cycles later; there is no stall.
//
// mul has the result and the condition code of the scalar processors. The functions write no $c; out_cc then means
// nothing. out_r holds its value while out_valid is low.
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "exec/sfu_types.svh"
`default_nettype none

module sfu_array #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,
  input  wire  [2:0]   phase,
  input  wire          rst,

  input  wire          in_valid,
  input  ctl_t         in_ctl,
  input  wire  [127:0] in_a,
  input  wire  [127:0] in_b,

  output logic         out_valid,
  output wire  [127:0] out_r,
  output wire  [15:0]  out_cc
);

  // --- control of each stage -----------------------------------------------------------------------
  sop_t       u0;
  logic [6:1] valid;

  always_comb begin
    u0 = '0;
    if (in_valid) begin
      u0.a_neg = in_ctl.a.neg;
      u0.a_abs = in_ctl.a.abs;
      case (in_ctl.op)
        `OP_FMUL: begin
          u0.fmul  = 1'b1;
          u0.a_abs = 1'b0;
          u0.b_neg = in_ctl.b.neg;
          u0.sat   = in_ctl.sat;
          u0.rm    = in_ctl.rnd;
        end
        `OP_RCP: begin
          u0.itp = 1'b1;
          u0.rcp = 1'b1;
        end
        `OP_RSQRT: begin
          u0.itp = 1'b1;
          u0.rsq = 1'b1;
        end
        `OP_LG2: begin
          u0.itp = 1'b1;
          u0.lg2 = 1'b1;
        end
        `OP_SIN, `OP_COS: begin
          u0.itp    = 1'b1;
          u0.trig   = 1'b1;
          u0.cosine = in_ctl.op == `OP_COS;
          u0.a_neg  = 1'b0;
          u0.a_abs  = 1'b0;
        end
        `OP_EX2: begin
          u0.itp   = 1'b1;
          u0.ex2   = 1'b1;
          u0.a_neg = 1'b0;
          u0.a_abs = 1'b0;
          u0.sat   = in_ctl.sat;
        end
        default: ;              // not an operation of these units: the result is not used
      endcase
    end
  end

  wire busy = in_valid || (valid != 6'd0);

  always_ff @(posedge clk)
    if (rst) begin
      valid     <= '0;
      out_valid <= 1'b0;
    end else begin
      out_valid <= valid[6];
      if (busy) valid <= {valid[5:1], in_valid};
    end

  // --- units -------------------------------------------------------------------------------------------
  sfu_units #(.LANES(LANES)) u_units (
    .clk, .clk_p, .phase, .rst, .in_valid, .in_op(u0), .in_a, .in_b, .busy, .loads(valid[6]), .out_r, .out_cc);

  // fields of the control word that other units use
  wire unused = &{1'b0, in_ctl};

endmodule
`default_nettype wire
