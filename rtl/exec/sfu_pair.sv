// SPDX-License-Identifier: Apache-2.0
// sfu_pair: the two special-function units of sfu_array, of two lanes each, and their pipelines.
//
// From sfu_array   in_op with in_a, in_b; busy: something is under way
// To   sfu_array   out_r, out_cc
`include "exec/sfu_types.svh"
`default_nettype none

module sfu_pair (
  input  wire          clk,
  input  wire          rst,
  input  wire          busy,
  input  sop_t         in_op,
  input  wire  [127:0] in_a,
  input  wire  [127:0] in_b,
  output wire  [127:0] out_r,
  output wire  [15:0]  out_cc
);

  sop_t u1, u2, u3, u4, u5, u6;
  always_ff @(posedge clk)
    if (rst) begin
      u1 <= '0;
      u2 <= '0;
      u3 <= '0;
      u4 <= '0;
      u5 <= '0;
      u6 <= '0;
    end else if (busy) begin
      u1 <= in_op;
      u2 <= u1;
      u3 <= u2;
      u4 <= u3;
      u5 <= u4;
      u6 <= u5;
    end

  for (genvar g = 0; g < 2; g = g + 1) begin : g_sfu
    sfu u_sfu (
      .clk(clk), .u0(in_op), .u1(u1), .u2(u2), .u3(u3), .u4(u4), .u5(u5), .u6(u6),
      .in_xa(in_a[32*g +: 32]),    .in_xb(in_b[32*g +: 32]),
      .in_ya(in_a[32*g+64 +: 32]), .in_yb(in_b[32*g+64 +: 32]),
      .out_xr(out_r[32*g +: 32]),    .out_xcc(out_cc[4*g +: 4]),
      .out_yr(out_r[32*g+64 +: 32]), .out_ycc(out_cc[4*g+8 +: 4]));
  end

endmodule
`default_nettype wire
