// SPDX-License-Identifier: Apache-2.0
// sop_t: what one stage of the special-function units must do. sfu_array makes it from ctl_t; it then
// travels beside the two units. All zero: nothing, and no register but the control is loaded.
`ifndef SFU_TYPES_SVH
`define SFU_TYPES_SVH

// Results that do not come from the tables; 0: no special case.
`define SPC_NONE  3'd0
`define SPC_ZERO  3'd1
`define SPC_INF   3'd2
`define SPC_NAN   3'd3
`define SPC_EXACT 3'd4    // fraction 0, the exponent as computed

typedef struct packed {
  // classes, at most one of the two
  logic       fmul;     // four lanes: fp32 multiply
  logic       itp;      // two lanes: interpolation
  // which interpolation
  logic       rcp;
  logic       rsq;
  logic       trig;
  logic       cosine;
  logic       ex2;
  logic       lg2;
  // modifiers
  logic       a_neg;
  logic       a_abs;
  logic       b_neg;
  logic       sat;
  logic [1:0] rm;
} sop_t;

`endif
