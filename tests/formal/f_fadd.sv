// SPDX-License-Identifier: Apache-2.0
// fp32 add at a reduced width, see f_fp.svh.
`include "f_fp.svh"
`default_nettype none

module f_fadd (input wire clk);
  f_fp #(.MUL(0)) fp (.clk);
endmodule
