// SPDX-License-Identifier: Apache-2.0
// atomic_bench: mem_atomic for values.cpp.
`include "mem_types.svh"
module atomic_bench (
  input  wire         clk,
  input  wire  [3:0]  aop,
  input  wire  [2:0]  mtype,
  input  wire  [63:0] old,
  input  wire  [63:0] operand,
  input  wire  [63:0] other,
  output wire  [63:0] result
);
  mem_atomic dut (.clk(1'b0), .aop, .mtype, .old, .operand, .other, .result);
  wire unused = clk;
endmodule
