// SPDX-License-Identifier: Apache-2.0
// load_data: the words of a beat for the registers.
//
// From load_wb  a sector with the lanes' offsets in it (g_*), a beat of shared memory (s_*), which is taken
// To   sm_rf    data
//
// Combinational. FOLD other than 1: in phases (docs/units/fold.md), complete in the last one.
`default_nettype none

module load_data #(
  parameter int FOLD = 1
) (
  input  wire           clk_p,
  input  wire  [2:0]    phase,

  input  wire           g_valid,         // there is a sector
  input  wire  [1:0]    g_beat,
  input  wire  [1:0]    g_esz,
  input  wire           g_esg,
  input  wire  [79:0]   g_off,
  input  wire  [255:0]  g_sector,
  input  wire           s_take,
  input  wire  [511:0]  s_data,
  input  wire           any,
  input  wire           twice,
  output wire  [511:0]  data
);

  if (FOLD == 1) begin : g_lanes
    load_lanes #(.LANES(16)) u_lanes (
      .g_valid, .g_beat, .g_esz, .g_esg, .g_off, .g_sector, .s_take, .s_data, .any, .twice, .data);
    wire unused_fold = &{1'b0, clk_p, phase};
  end else begin : g_lanes
    localparam int LANES = 16 / FOLD;
    wire [32*LANES-1:0] d, s_part;
    wire [5*LANES-1:0]  off;
    fold_part #(.FOLD(FOLD), .WIDTH(5 * LANES))  u_off (.clk_p, .phase, .all(g_off), .part(off));
    fold_part #(.FOLD(FOLD), .WIDTH(32 * LANES)) u_s   (.clk_p, .phase, .all(s_data), .part(s_part));
    load_lanes #(.LANES(LANES)) u_lanes (
      .g_valid, .g_beat, .g_esz, .g_esg, .g_off(off), .g_sector, .s_take,
      .s_data(s_part), .any, .twice, .data(d));
    fold_gather #(.FOLD(FOLD), .WIDTH(32 * LANES)) u_data (.clk_p, .take(1'b1), .part(d), .all(data));
  end

endmodule
`default_nettype wire
