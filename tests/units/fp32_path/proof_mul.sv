// SPDX-License-Identifier: Apache-2.0
// fp32 mul at a reduced width, see fp.svh.
//
//! proves fp32 mul at that width is the exact product, rounded: all operands, rounding modes, saturation, flags
//! by abc:14
//! test long
`include "fp.svh"
`default_nettype none

module proof_mul (input wire clk);
  f_fp #(.MUL(1)) fp (.clk);
endmodule
