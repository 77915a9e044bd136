// SPDX-License-Identifier: Apache-2.0
// sm_pred: condition code evaluation for the eight lanes of a quarter.
//
// From sm_half     condition of the operation, flags of the lanes that it reads
// To   sm_half     pred: lanes whose condition is true
//
// Combinational. flags are {O, C, S, Z}. Each condition is a truth table over their sixteen values, bit k for
// flags k; codes 14-1b and 0 are never true.
`default_nettype none

module sm_pred (
  input  wire         en,          // else pred means nothing
  input  wire  [4:0]  cond,
  input  wire  [31:0] flags,       // 4 bits per lane
  output logic [7:0]  pred
);

  logic [15:0] truth;
  always_comb begin
    case (cond)
      5'h01: truth = 16'b1011_1011_0100_0100;   // l      (s & ~z) ^ o
      5'h02: truth = 16'b0010_0010_0010_0010;   // e      z & ~s
      5'h03: truth = 16'b0011_0011_0110_0110;   // le     s ^ (z | o)
      5'h04: truth = 16'b0100_0100_0001_0001;   // g      ~z & ~(s ^ o)
      5'h05: truth = 16'b0101_0101_0101_0101;   // lg     ~z
      5'h06: truth = 16'b1100_1100_0011_0011;   // ge     ~(s ^ o)
      5'h07: truth = 16'b0111_0111_0111_0111;   // lge    ~z | ~s
      5'h08: truth = 16'b1000_1000_1000_1000;   // u      z & s
      5'h09: truth = 16'b0011_0011_1100_1100;   // lu     s ^ o
      5'h0a: truth = 16'b1010_1010_1010_1010;   // eu     z
      5'h0b: truth = 16'b1011_1011_1110_1110;   // leu    z | (s ^ o)
      5'h0c: truth = 16'b1100_1100_1001_1001;   // gu     ~s ^ (z | o)
      5'h0d: truth = 16'b1101_1101_1101_1101;   // lgu    ~z | s
      5'h0e: truth = 16'b0100_0100_1011_1011;   // geu    (~s | z) ^ o
      5'h0f: truth = 16'b1111_1111_1111_1111;   // always 1
      5'h10: truth = 16'b1111_1111_0000_0000;   // o      o
      5'h11: truth = 16'b1111_0000_1111_0000;   // c      c
      5'h12: truth = 16'b0101_0000_0101_0000;   // a      ~z & c
      5'h13: truth = 16'b1100_1100_1100_1100;   // s      s
      5'h1c: truth = 16'b0011_0011_0011_0011;   // ns     ~s
      5'h1d: truth = 16'b1010_1111_1010_1111;   // na     z | ~c
      5'h1e: truth = 16'b0000_1111_0000_1111;   // nc     ~c
      5'h1f: truth = 16'b0000_0000_1111_1111;   // no     ~o
      default: truth = '0;
    endcase
    pred = 'x;
    if (en)
      for (int i = 0; i < 8; i++) pred[i] = truth[flags[4*i +: 4]];
  end

endmodule
`default_nettype wire
