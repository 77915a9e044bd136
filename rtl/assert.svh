// SPDX-License-Identifier: Apache-2.0
// `ASSERT(why, condition): holds at every rising edge of clk, or the simulation ends with the unit's name, the cycle,
// why and the condition as written. For what cannot happen; a condition starts with `rst ||` where reset makes the
// state it speaks of.
//
// Under Verilator the harness is told and ends the run (gt_rtl_assert in sim/rtl_assert.cpp, for unit benches
// tests/rtl_assert.cpp); models made with --noassert have none. Under Icarus $fatal, also when the condition is X. In
// synthesis and proofs nothing.
`ifndef ASSERT_SVH
`define ASSERT_SVH

`ifdef VERILATOR
import "DPI-C" function void gt_rtl_assert(input string unit, input string why, input string condition);
`define ASSERT(why, condition) \
  always_ff @(posedge clk) assert (condition) else gt_rtl_assert($sformatf("%m"), why, `"condition`");
`elsif YOSYS
`define ASSERT(why, condition)
`else
`define ASSERT(why, condition) \
  always @(posedge clk) \
    if ((condition) !== 1'b1) begin \
      $display("RTL assertion failed: %m, time %0d: %s: %s", $time, why, `"condition`"); \
      $fatal(1); \
    end
`endif

`endif
