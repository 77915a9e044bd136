// SPDX-License-Identifier: Apache-2.0
// load_data: the words of a beat for the registers.
//
// From load_wb  a sector with the lanes' offsets in it (g_*), a beat of shared memory (s_*), which is taken
// To   sm_rf    data
//
// Combinational. LANES below 8: in phases (docs/units/fold.md), complete in the last one. Which beat it is need not
// be known before the first phase ends, whose words are a sector's until the last one.
// Rules: FOLD-11 (docs/units).
`default_nettype none

module load_data #(
  parameter int LANES = 8
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

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_lanes
    load_lanes #(.LANES(16)) u_lanes (
      .g_valid, .g_beat, .g_esz, .g_esg, .g_off, .g_sector, .s_take, .s_data, .any, .twice, .data);
    wire unused_fold = &{1'b0, clk_p, phase};
  end else begin : g_lanes
    localparam int N = 2 * LANES;        // lanes of a phase
    wire last = phase == 3'(FOLD - 1);
    wire [32*N-1:0] d, s_part, d0;
    wire [5*N-1:0]  off;
    fold_part #(.FOLD(FOLD), .WIDTH(5 * N))  u_off (.clk_p, .phase, .all(g_off), .part(off));
    fold_part #(.FOLD(FOLD), .WIDTH(32 * N)) u_s   (.clk_p, .phase, .all(s_data), .part(s_part));

    // of a phase behind the first one
    logic s_take_q, twice_q;
    always_ff @(posedge clk_p) {s_take_q, twice_q} <= last ? 2'b00 : {s_take, twice};
    load_lanes #(.LANES(N)) u_lanes (
      .g_valid, .g_beat, .g_esz, .g_esg, .g_off(off), .g_sector, .s_take(s_take_q), .s_data(s_part), .any(1'b1),
      .twice(twice_q), .data(d));
    fold_gather #(.FOLD(FOLD), .WIDTH(32 * N)) u_data (
      .clk_p, .take(1'b1), .part(d), .all({data[511:32*N], d0}));

    wire [32*N-1:0] first = s_take ? s_data[32*N-1:0] : d0;
    for (genvar i = 0; i < N; i++) begin : g_first
      assign data[32*i +: 32] = {twice ? first[32*i +: 16] : first[32*i + 16 +: 16], first[32*i +: 16]};
    end
    wire unused_any = any;
  end

endmodule
`default_nettype wire
