// SPDX-License-Identifier: Apache-2.0
// thread_ids: the ids of all threads of a block, as its warps want them in $r0.
//
// From sm_start    wr_*: that of thread wr_at;  rd_*: a pair of warps
// To   sm_rf       rd_data0, rd_data1: of the even warp, of the odd one
//
// One memory per warp parity. LANES below 8: block RAM, and in the phases of the next cycle (docs/units/fold.md).
// Rules: CTA-8, FOLD-15 (docs/units).
`default_nettype none

module thread_ids #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,
  input  wire  [2:0]   phase,

  input  wire          wr_en,
  input  wire  [8:0]   wr_at,
  input  wire  [23:0]  tid,              // {z, y, x}

  input  wire          rd_want,          // somebody looks at them
  input  wire  [2:0]   rd_pair,
  output logic [128*LANES-1:0] rd_data0,
  output logic [128*LANES-1:0] rd_data1
);

  localparam int FOLD = 8 / LANES;

  // CTA-8: x in bits 0 to 8, y from bit 16, z from bit 26
  function automatic logic [31:0] r0(input logic [23:0] t);
    r0 = {t[23:18], 1'b0, t[17:9], 7'b0, t[8:0]};
  endfunction

  if (FOLD == 1) begin : g_rows
    wire  [767:0]  tids0, tids1;
    logic [767:0]  tid_row;
    always_comb begin
      tid_row = 'x;
      if (wr_en) tid_row = {32{tid}};
    end
    wire  [31:0]   tid_be = 32'd1 << wr_at[4:0];
    lutram_1r1w #(.WIDTH(768), .DEPTH(8), .EN_BITS(24)) u_tid0 (
      .clk, .rd_addr(rd_pair), .rd_data(tids0), .wr_en(wr_en && !wr_at[5]), .wr_addr(wr_at[8:6]),
      .wr_be(tid_be), .wr_data(tid_row));
    lutram_1r1w #(.WIDTH(768), .DEPTH(8), .EN_BITS(24)) u_tid1 (
      .clk, .rd_addr(rd_pair), .rd_data(tids1), .wr_en(wr_en && wr_at[5]), .wr_addr(wr_at[8:6]),
      .wr_be(tid_be), .wr_data(tid_row));
    always_comb begin
      rd_data0 = 'x;
      rd_data1 = 'x;
      if (rd_want)
        for (int l = 0; l < 32; l++) begin
          rd_data0[32*l +: 32] = r0(tids0[24*l +: 24]);
          rd_data1[32*l +: 32] = r0(tids1[24*l +: 24]);
        end
    end
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_parts
    // FOLD-15: a RAM for each parity and quarter, a row for each pair and phase, read for the next phase
    localparam int PB    = $clog2(FOLD);
    wire  [PB-1:0] p    = phase[PB-1:0];
    wire           last = p == '1;
    logic [2:0]    pair_q;
    always_ff @(posedge clk) pair_q <= rd_pair;
    wire  [PB+2:0] at   = {last ? rd_pair : pair_q, p + PB'(1)};
    wire  [7:0]    lane = 8'd1 << wr_at[2:0];
    for (genvar r = 0; r < 8; r++) begin : g_ram
      wire [24*LANES-1:0] tids;
      sram_2clk #(.WIDTH(24 * LANES), .DEPTH(8 * FOLD), .EN_BITS(24)) u_tids (
        .rd_clk(clk_p), .rd_en(1'b1), .rd_addr(at), .rd_data(tids),
        .wr_clk(clk), .wr_en(wr_en && wr_at[5:3] == 3'(r)), .wr_addr({wr_at[8:6], wr_at[2 -: PB]}),
        .wr_be(lane[LANES*wr_at[2 -: PB] +: LANES]), .wr_data({LANES{tid}}));
      for (genvar l = 0; l < LANES; l++) begin : g_lane
        if (r < 4) begin : g_even
          assign rd_data0[32*(LANES*r + l) +: 32] = r0(tids[24*l +: 24]);
        end else begin : g_odd
          assign rd_data1[32*(LANES*(r - 4) + l) +: 32] = r0(tids[24*l +: 24]);
        end
      end
    end
    wire unused = &{1'b0, phase, rd_want};
  end

endmodule
`default_nettype wire
