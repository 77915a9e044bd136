// SPDX-License-Identifier: Apache-2.0
// Common to all proofs: reset in the first cycle, and only there.
`define F_RESET \
  reg f_first; \
  initial f_first = 1'b1; \
  always @(posedge clk) f_first <= 1'b0; \
  wire rst = f_first;
// Name of a register inside the instance `dut`, joined to it when the hierarchy is flattened.
`define F_INSIDE (* hierconn *) wire
