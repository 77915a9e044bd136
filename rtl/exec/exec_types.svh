// SPDX-License-Identifier: Apache-2.0
// uop_t: what one pipeline stage of a scalar processor must do. sp_predec makes it from ctl_t once
// per quarter-warp; it then travels beside the eight lanes. Every group of a stage's registers is
// loaded only when the class bit that owns it is set, so an idle pipe does no work.
`ifndef EXEC_TYPES_SVH
`define EXEC_TYPES_SVH

// What int_alu does in stage 2.
`define IOP_A    4'd0   // operand a
`define IOP_B    4'd1   // operand b
`define IOP_AND  4'd2
`define IOP_OR   4'd3
`define IOP_XOR  4'd4
`define IOP_SHL  4'd5
`define IOP_SHR  4'd6
`define IOP_SAD  4'd7   // a - b, made positive in stage 5
`define IOP_MIN  4'd8   // MIN, MAX, SET: integer, or fp32 with uop.fcmp
`define IOP_MAX  4'd9
`define IOP_SET  4'd10
`define IOP_SLCT 4'd11
`define IOP_CIN  4'd12  // the $c value

// How stage 10 makes the condition code of a result that did not come from the fp32 rounder.
`define FL_INT   3'd0   // Z, S of the integer; C, O of the adder or shifter
`define FL_F32   3'd1
`define FL_F16   3'd2
`define FL_SLCT  3'd3   // fp32 without a NaN test
`define FL_MOVC  3'd4   // the low four bits are the condition code

// Bits of what travels beside an fp32 value.
`define FP_CZ  0    // the addend is zero
`define FP_ZS  1    // sign, if the result is zero
`define FP_IS  2    // sign, if it is infinite
`define FP_INF 3
`define FP_NAN 4
`define FP_S   5    // sign
`define FP_X   6    // operands are subtracted (behind stage 5), add one (6), the value is zero (8, 9)

typedef struct packed {
  // classes
  logic       alu;      // int_alu in stages 2..4
  logic       mul;      // the multiplier
  logic       imul;     // its product is an integer
  logic       iadd;     // the integer adder in stage 5
  logic       fp;       // product + c in fp32
  logic       cvti;     // conversion from integer
  logic       cvtf;     // conversion from f32 or f16
  logic       aln;      // uses align, add: fp, cvti, cvtf
  logic       nrm;      // result from normalise, round
  logic       clampi;   // result from the integer clamp (conversions to integer)
  logic       nar;      // result from the f16 packer of stage 8
  logic       f16r;     // fp32 result narrowed to f16 in stage 10
  // operand selection, stage 1
  logic       c_is_b;   // the addend is operand b (add family)
  logic       one_b;    // multiply by 1.0 (fp32 add), or by 2/pi
  logic       no_c;     // addend 0 (fp32 mul)
  // modifiers
  logic       a_neg, a_abs, a_inv;
  logic       b_neg, b_abs, b_inv;
  logic       c_neg;
  logic [3:0] iop;
  logic       fcmp;     // MIN, MAX, SET compare fp32
  logic [3:0] cmp;
  logic       w16;      // stage 2 operands and result are 16 bits
  logic       ext16;    // operands a and b of int_alu are extended from 16 bits
  logic       a8;       // operand a of int_alu is 8 bits
  logic       r16;      // adder, integer flags and clamped result are 16 bits
  logic       m16;      // 16x16 multiply
  logic       sgn;      // signed: compare, shift, sad; multiplier source 1
  logic       sgn2;     // multiplier source 2
  logic       hi;
  logic       sat;
  logic [1:0] k;
  logic [1:0] rm;
  logic       fmad;     // round on the denormal grid
  logic       cabs, cneg;  // conversion: applied to the value
  logic       ssigned, s8, s32;
  logic       dsigned, d8;
  logic       i2fbug;   // integer to f16: the fault of the silicon
  logic       rint;
  logic       f2i;
  logic       red;      // presin, preex2: to fixed point, unrounded
  logic       pi;       // presin: times 2/pi
  logic [2:0] fl;
} uop_t;

`endif
