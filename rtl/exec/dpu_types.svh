// SPDX-License-Identifier: Apache-2.0
// dop_t: what one stage of the double-precision unit must do. dpu makes it from ctl_t when a lane
// enters; it travels beside the lane. Stage registers are loaded only while `v` is set, so an idle
// unit does no work.
`ifndef DPU_TYPES_SVH
`define DPU_TYPES_SVH

typedef struct packed {
  logic       v;        // a lane is in this stage
  // classes: exactly one of fma, cmp, i2f, flt
  logic       fma;      // a*b + c
  logic       cmp;      // min, max, set
  logic       i2f;      // conversion from an integer
  logic       flt;      // conversion from a float
  // fma: how the operands become a, b, c
  logic       add;      // b = 1, c = operand b
  logic       mul;      // c = zero with the sign of the product
  // cmp
  logic       min, max;
  logic [3:0] mask;     // set: unordered, greater, equal, less
  // conversions
  logic       f2i;
  logic       rint;
  logic       s64;      // source is a 64-bit type
  logic       d64;      // result is a 64-bit type
  logic       ssigned;
  logic       dsigned;
  logic       to32;     // the result is an f32
  // modifiers
  logic       a_neg, a_abs, b_neg, b_abs, c_neg;
  logic [1:0] rm;
} dop_t;

`endif
