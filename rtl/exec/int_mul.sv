// SPDX-License-Identifier: Apache-2.0
// int_mul: the 24x24 multiplier of one lane, shared by fp32 mul/mad/add and the integer multiplies.
//
// From sp_lane   ma1, mb1: 24-bit values with a sign bit on top (25 bits), sign 0 for significands
// To   fp32_path, int_alu   p3: product, 48 bits
//
// One product per cycle, two cycles behind its operands, no stall.
// Stage 2 forms four partial products that fit 18x18 multiplier blocks (17 unsigned low bits, 8
// signed high bits), stage 3 adds them. An integer of 16 bits arrives sign- or zero-extended.
`include "exec/exec_types.svh"
`default_nettype none

module int_mul (
  input  wire         clk,
  input  wire         go2,       // stage 2 works on ma1, mb1
  input  wire  [24:0] ma1,
  input  wire  [24:0] mb1,
  input  wire         go3,
  output logic [47:0] p3
);

  logic [33:0] ll2;
  logic [24:0] lh2, hl2;         // signed
  logic [15:0] hh2;              // signed

  always_ff @(posedge clk)
    if (go2) begin
      ll2 <= 34'(ma1[16:0]) * 34'(mb1[16:0]);
      lh2 <= 25'($signed({1'b0, ma1[16:0]}) * $signed(mb1[24:17]));
      hl2 <= 25'($signed(ma1[24:17]) * $signed({1'b0, mb1[16:0]}));
      hh2 <= 16'($signed(ma1[24:17]) * $signed(mb1[24:17]));
    end

  always_ff @(posedge clk)
    if (go3) begin : sum
      logic [25:0] mid;
      mid = {lh2[24], lh2} + {hl2[24], hl2};
      p3 <= {hh2[13:0], ll2} + {{5{mid[25]}}, mid, 17'd0};
    end

  wire unused = &{1'b0, hh2[15:14]};

endmodule
`default_nettype wire
