// SPDX-License-Identifier: Apache-2.0
// div3: quotient times three and the remainder are the number, and the remainder is less than three, for every number
// of 24 bits. So six partitions have each block of memory once. Rules (docs/units): MSYS-3.
//
//! proves div3: number = 3 quotient + remainder, remainder < 3, for all numbers
//! by step:2:1
`include "formal.svh"
`default_nettype none

module proof (
  input wire        clk,
  input wire [23:0] number
);
  `F_RESET
  wire [23:0] quotient;
  wire [1:0]  remainder;
  div3 #(.W(24)) dut (.number, .quotient, .remainder);
  always @* if (!rst) begin
    assert(remainder != 2'd3);
    assert({2'b0, quotient} + {1'b0, quotient, 1'b0} + {24'b0, remainder} == {2'b0, number});
  end
endmodule
`default_nettype wire
