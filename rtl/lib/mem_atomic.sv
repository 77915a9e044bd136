// SPDX-License-Identifier: Apache-2.0
// mem_atomic: what an atom or red makes of the words in memory (MEM-7; gt_atomic in cmodel/func/exec_atom.c). It
// belongs to what stands behind the memory port.
//
// Combinational; STEPS = 1: a clock later, the sums and comparisons in registers.
`include "isa_ops.svh"
`default_nettype none

module mem_atomic #(
  parameter int STEPS = 0
) (
  input  wire          clk,
  input  wire  [3:0]   aop,          // the instruction's: enum gt_aop
  input  wire  [2:0]   mtype,
  input  wire  [63:0]  old,          // at the address; of 4 bytes the low word counts
  input  wire  [63:0]  operand,
  input  wire  [63:0]  other,        // new value of a cas
  output logic [63:0]  result        // of 4 bytes the low word counts
);

  wire two  = mtype == `MT_B64;      // 8 bytes: add, exch, cas; others leave memory as it is
  wire sgn  = mtype == `MT_S32;

  wire [63:0] sum    = old + operand;                // its low word is that of the low words
  wire        low_eq = old[31:0] == operand[31:0];
  wire        equal  = low_eq && (!two || old[63:32] == operand[63:32]);
  wire        uless  = old[31:0] < operand[31:0];
  wire        less   = sgn && old[31] != operand[31] ? old[31] : uless;
  // inc: 0 if m + 1 > b, that is if m >= b; if m + 1 wraps it is 0 by itself. dec: b if m - 1 > b, that is if m > b; of
  // m = 0 it is b whatever that is. So no comparison waits for a sum.
  wire [31:0] next   = aop == 4'd4 ? old[31:0] + 32'd1 : old[31:0] - 32'd1;
  wire        wraps  = aop == 4'd4 ? !uless : old[31:0] == 32'd0 || !(uless || low_eq);

  wire [63:0] sum_k;
  wire [31:0] next_k;
  wire        wraps_k, less_k, equal_k;
  if (STEPS == 0) begin : g_now
    assign {sum_k, next_k, wraps_k, less_k, equal_k} = {sum, next, wraps, less, equal};
    wire unused = clk;
  end else begin : g_step
    logic [98:0] step_q;
    assign {sum_k, next_k, wraps_k, less_k, equal_k} = step_q;
    always_ff @(posedge clk) step_q <= {sum, next, wraps, less, equal};
  end

  logic [31:0] word;
  always_comb
    case (aop)
      4'd4:    word = wraps_k ? 32'd0 : next_k;
      4'd5:    word = wraps_k ? operand[31:0] : next_k;
      4'd6:    word = less_k ? operand[31:0] : old[31:0];
      4'd7:    word = less_k ? old[31:0] : operand[31:0];
      4'd10:   word = old[31:0] & operand[31:0];
      4'd11:   word = old[31:0] | operand[31:0];
      4'd12:   word = old[31:0] ^ operand[31:0];
      default: word = old[31:0];
    endcase

  always_comb
    case (aop)
      4'd0:    result = sum_k;
      4'd1:    result = operand;
      4'd2:    result = equal_k ? other : old;
      default: result = {old[63:32], two ? old[31:0] : word};
    endcase

endmodule
`default_nettype wire
