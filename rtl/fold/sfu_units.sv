// SPDX-License-Identifier: Apache-2.0
// sfu_units: the special-function units of sfu_array: two (sfu_pair), or, with LANES below 8, one that does both lanes'
// work in two phases of clk_p (sfu_fold, docs/units/fold.md).
//
// From sfu_array   in_valid, in_op, in_a, in_b;  busy: something is under way;  loads: results that entered six
//                  cycles ago are to stand at the outputs from the next cycle on
// To   sfu_array   out_r, out_cc
`include "exec/sfu_types.svh"
`default_nettype none

module sfu_units #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,
  input  wire  [2:0]   phase,
  input  wire          rst,

  input  wire          in_valid,
  input  sop_t         in_op,
  input  wire  [127:0] in_a,
  input  wire  [127:0] in_b,
  input  wire          busy,
  input  wire          loads,
  output wire  [127:0] out_r,
  output wire  [15:0]  out_cc
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_units
    sfu_pair u_pair (.clk, .rst, .busy, .in_op, .in_a, .in_b, .out_r, .out_cc);
    wire unused = &{1'b0, clk_p, phase, in_valid, loads};
  end else begin : g_units
    sfu_fold #(.FOLD(FOLD)) u_sfu (
      .clk, .rst, .clk_p, .phase, .in_valid, .in_op, .in_a, .in_b, .loads, .out_r, .out_cc);
    wire unused = busy;
  end

endmodule
`default_nettype wire
