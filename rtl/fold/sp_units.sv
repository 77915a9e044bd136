// SPDX-License-Identifier: Apache-2.0
// sp_units: the scalar processors: sp_array, or, with LANES below 8, sp_array_fold (docs/units/fold.md).
//
// From the operand stage   as sp_array
// From write-back          aw_data: results for $a, of the quarter that has them (out_q)
// To   write-back          as sp_array
// To   sm_rf, sm_areg      LANES below 8: sp_part: the last results of each quarter, in the phases of the next cycles
//                          aw_quarter: of each quarter the words for $a, of 16 bits
`include "gpu_types.svh"
`default_nettype none

module sp_units #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          clk_p,
  input  wire  [2:0]   phase,

  input  wire          in_valid,
  input  ctl_t         in_ctl,
  input  wire  [32*LANES-1:0] in_a,
  input  wire  [32*LANES-1:0] in_b,
  input  wire  [32*LANES-1:0] in_c,
  input  wire  [31:0]  in_cin,

  output wire          out_valid,
  output wire  [255:0] out_r,
  output wire  [31:0]  out_cc,

  input  wire  [1:0]   out_q,
  input  wire  [127:0] aw_data,
  output wire  [128*LANES-1:0] sp_part,
  output wire  [64*LANES-1:0]  aw_quarter
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_sp
    sp_array u_sp (
      .clk, .rst, .in_valid, .in_ctl, .in_a, .in_b, .in_c, .in_cin, .out_valid, .out_r, .out_cc);
    assign sp_part    = '0;
    assign aw_quarter = {4{aw_data}};
    wire unused = &{1'b0, clk_p, phase, out_q};
  end else begin : g_sp
    sp_array_fold #(.FOLD(FOLD)) u_sp (
      .clk, .rst, .clk_p, .phase, .in_valid, .in_ctl, .in_a, .in_b, .in_c, .in_cin, .out_valid, .out_r, .out_cc,
      .out_q, .part_r(sp_part));
    for (genvar w = 0; w < 4 * LANES; w++) begin : g_areg
      assign aw_quarter[16*w +: 16] = sp_part[32*w +: 16];
    end
    wire unused = &{1'b0, aw_data};
  end

endmodule
`default_nettype wire
