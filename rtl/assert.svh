// SPDX-License-Identifier: Apache-2.0
// `ASSERT(why, condition): holds at every rising edge of clk, or the simulation ends with the unit's name, the cycle,
// why and the condition as written. For what cannot happen; a condition starts with `rst ||` where reset makes the
// state it speaks of.
//
// $fatal, under Icarus also when the condition is X. Verilator 5.006 leaves assertions out without --assert, newer ones
// with --no-assert. In synthesis and proofs nothing. With GT_RTL_ASSERT, which the harness and the benches in C++ set,
// their function gt_rtl_assert is told (sim/rtl_assert.cpp, tests/rtl_assert.cpp).
`ifndef ASSERT_SVH
`define ASSERT_SVH

`ifdef SYNTHESIS
`define ASSERT(why, condition)
`elsif YOSYS
`define ASSERT(why, condition)
`elsif GT_RTL_ASSERT
import "DPI-C" function void gt_rtl_assert(input string unit, input string why, input string condition);
`define ASSERT(why, condition) \
  always_ff @(posedge clk) assert (condition) else gt_rtl_assert($sformatf("%m"), why, `"condition`");
`elsif VERILATOR
`define ASSERT(why, condition) \
  always_ff @(posedge clk) \
    assert (condition) else $fatal(1, "RTL assertion failed: %m: %s: %s", why, `"condition`");
`else
`define ASSERT(why, condition) \
  always @(posedge clk) \
    if ((condition) !== 1'b1) begin \
      $display("RTL assertion failed: %m, time %0d: %s: %s", $time, why, `"condition`"); \
      $fatal(1); \
    end
`endif

`endif
