// SPDX-License-Identifier: Apache-2.0
// int_mul: the 24x24 multipliers of the lanes, shared by fp32 mul/mad/add and the integer multiplies.
//
// From sp_operands          ma1, mb1: 24-bit values with a sign bit on top (25 bits), sign 0 for significands
// To   fp32_path, int_alu   ph3, pl3: bits 47:16 and 15:0 of the product
//
// One product per cycle, two cycles behind its operands, no stall.
// Stage 2 forms four partial products that fit 18x18 multiplier blocks (16 unsigned low bits, 9
// signed high bits), stage 3 adds them. An integer of 16 bits arrives sign- or zero-extended.
// Every vector has a word of 32 bits for each lane.
`include "exec/exec_types.svh"
`default_nettype none

module int_mul #(
  parameter int LANES = 8
) (
  input  wire         clk,
  input  wire         go2,       // stage 2 works on ma1, mb1
  input  wire  [32*LANES-1:0] ma1,
  input  wire  [32*LANES-1:0] mb1,
  input  wire         go3,
  output logic [32*LANES-1:0] ph3,
  output logic [32*LANES-1:0] pl3
);

  localparam int B = 32 * LANES;

  logic [B-1:0] ll2, lh2, hl2, hh2;          // all but the first signed

  always_ff @(posedge clk)
    if (go2) begin : products
      logic [B-1:0] ll, lh, hl, hh;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        logic signed [31:0] al, ah, bl, bh;
        al = {16'd0, ma1[32*l +: 16]};
        bl = {16'd0, mb1[32*l +: 16]};
        ah = {{23{ma1[32*l+24]}}, ma1[32*l+16 +: 9]};
        bh = {{23{mb1[32*l+24]}}, mb1[32*l+16 +: 9]};
        ll[32*l +: 32] = al * bl;
        lh[32*l +: 32] = al * bh;
        hl[32*l +: 32] = ah * bl;
        hh[32*l +: 32] = ah * bh;
      end
      ll2 <= ll;
      lh2 <= lh;
      hl2 <= hl;
      hh2 <= hh;
    end

  always_ff @(posedge clk)
    if (go3) begin : sum
      logic [B-1:0] ph, pl;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        ph[32*l +: 32] = {hh2[32*l +: 16], 16'd0} + lh2[32*l +: 32] + hl2[32*l +: 32] + {16'd0, ll2[32*l+16 +: 16]};
        pl[32*l +: 32] = {16'd0, ll2[32*l +: 16]};
      end
      ph3 <= ph;
      pl3 <= pl;
    end

endmodule
`default_nettype wire
