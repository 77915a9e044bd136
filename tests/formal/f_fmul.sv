// SPDX-License-Identifier: Apache-2.0
// fp32 mul at a reduced width, see f_fp.svh.
`include "f_fp.svh"
`default_nettype none

module f_fmul (input wire clk);
  f_fp #(.MUL(1)) fp (.clk);
endmodule
