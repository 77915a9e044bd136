// SPDX-License-Identifier: Apache-2.0
// fp32 add at a reduced width, see fp.svh.
//
//! proves fp32 add with 4 exponent and 5 fraction bits is the exact sum, rounded: all operands, rounding modes,
//! proves saturation, flags
//! by abc:14
//! test long
`include "fp.svh"
`default_nettype none

module proof_add (input wire clk);
  f_fp #(.MUL(0)) fp (.clk);
endmodule
