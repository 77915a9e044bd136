// SPDX-License-Identifier: Apache-2.0
// sm_cf_match: the addresses of a constant fetch: that of the lowest lane left, and which lanes have the same.
//
// From sm_cfetch   cf_*: addresses, quarter by quarter;  ask: a pass is asked for;  low: the lowest lane left
// To   sm_cfetch   addr;  same: of all lanes, also those that are not left
//
// Combinational from `low`. LANES below 8: addresses come in phases and wait in LUT RAM, a row of each quarter for
// each phase, whose lanes are compared in that phase; `same` is complete in the last one.
// Rules: CONST-4, CONST-5, FOLD-27 (docs/units).
`default_nettype none

module sm_cf_match #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,

  input  wire  [3:0]    cf_valid,      // per quarter
  input  wire  [64*LANES-1:0] cf_addr,

  input  wire           ask,
  input  wire  [4:0]    low,
  output logic [15:0]   addr,
  output logic [31:0]   same
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_whole
    logic [511:0] addr_q;
    for (genvar q = 0; q < 4; q++) begin : g_quarter
      always_ff @(posedge clk)
        if (!rst && cf_valid[q]) addr_q[128*q +: 128] <= cf_addr[128*q +: 128];
    end
    always_comb begin
      addr = '0;
      same = '0;
      if (ask) begin
        addr = addr_q[16*low +: 16];
        for (int i = 0; i < 32; i++)
          same[i] = addr_q[16*i +: 16] == addr;
      end
    end
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_fold
    localparam int N  = LANES;      // lanes of a row
    localparam int W  = 16 * N;
    localparam int PB = $clog2(FOLD);
    wire [PB-1:0] p = phase[PB-1:0];

    // with FOLD = 4 or 8 what comes is written a phase later
    wire [4*W-1:0] part;
    wire [3:0]     part_valid;
    wire [PB-1:0]  part_at;
    fold_late #(.ON(FOLD > 2), .WIDTH(4 * W + 4 + PB)) u_late (
      .clk_p, .now({cf_addr, cf_valid, p}), .late({part, part_valid, part_at}));

    wire [4*W-1:0] now, at_low;        // rows of this phase; those at the lowest lane's place
    wire [4*N-1:0] same_now;
    for (genvar q = 0; q < 4; q++) begin : g_quarter
      lutram_nr1w #(.WIDTH(W), .DEPTH(FOLD), .EN_BITS(W), .PORTS(2)) u_rows (
        .clk(clk_p), .rd_addr({low[2 -: PB], p}), .rd_data({at_low[W*q +: W], now[W*q +: W]}),
        .wr_en(part_valid[q]), .wr_addr(part_at), .wr_be(1'b1), .wr_data(part[W*q +: W]));
      for (genvar n = 0; n < N; n++) begin : g_lane
        assign same_now[N*q + n] = now[W*q + 16*n +: 16] == addr;
      end
    end
    wire [W-1:0] row = at_low[W*low[4:3] +: W];
    if (N == 1) begin : g_only
      always_comb addr = row;
    end else begin : g_one
      always_comb addr = row[{low[$clog2(N)-1:0], 4'd0} +: 16];
    end

    wire [31:0] gathered;              // phase by phase
    fold_gather #(.FOLD(FOLD), .WIDTH(4 * N)) u_same (.clk_p, .take(1'b1), .part(same_now), .all(gathered));
    for (genvar i = 0; i < 32; i++) begin : g_same
      assign same[i] = gathered[4*N * ((i % 8) / N) + N * (i / 8) + i % N];
    end
    wire unused = &{1'b0, clk, rst, phase, ask};
  end

endmodule
`default_nettype wire
