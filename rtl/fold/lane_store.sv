// SPDX-License-Identifier: Apache-2.0
// lane_store: one word of every lane of two bodies, written a quarter in a cycle and read a lane at a time.
//
// Read combinationally. LANES below 8: what is written comes in the phases of its cycle; block RAM, with rd_word
// complete in the last phase (docs/units/fold.md).
// Rules: FOLD-17 (docs/units).
`default_nettype none

module lane_store #(
  parameter int LANES = 8,
  parameter int LANED = 0                // enables of lanes, else of the whole quarter
) (
  input  wire               clk,
  input  wire               clk_p,
  input  wire  [2:0]        phase,

  input  wire               wr_en,
  input  wire  [2:0]        wr_at,       // {body, quarter}
  input  wire  [7:0]        wr_lanes,
  input  wire  [32*LANES-1:0] wr_data,

  input  wire  [2:0]        rd_at,
  input  wire  [2:0]        rd_lane,
  output wire  [31:0]       rd_word
);

  localparam int FOLD = 8 / LANES;
  localparam int W    = 32 * LANES;
  localparam int EN   = LANED != 0 ? 32 : W;

  if (FOLD == 1) begin : g_whole
    wire [255:0] row;
    lutram_1r1w #(.WIDTH(256), .DEPTH(8), .EN_BITS(EN)) u_rows (
      .clk, .rd_addr(rd_at), .rd_data(row), .wr_en, .wr_addr(wr_at), .wr_be(wr_lanes[W/EN-1:0]), .wr_data);
    assign rd_word = row[{rd_lane, 5'd0} +: 32];
    wire unused = &{1'b0, clk_p, phase, wr_lanes};
  end else begin : g_parts
    localparam int PB = $clog2(FOLD);
    wire [PB-1:0] p = phase[PB-1:0];
    wire [W-1:0]  part;
    wire [7:0]    lanes = wr_lanes >> (LANES * p);
    sram_1r1w #(.WIDTH(W), .DEPTH(8 * FOLD), .EN_BITS(EN), .COLLIDE(0)) u_rows (
      .clk(clk_p), .rd_en(p == '0), .rd_addr({rd_at, rd_lane[2 -: PB]}), .rd_data(part),
      .wr_en, .wr_addr({wr_at, p}), .wr_be(lanes[W/EN-1:0]), .wr_data);
    wire [2:0]    i = rd_lane & 3'(LANES - 1);
    assign rd_word = part[32*i +: 32];
    wire unused = &{1'b0, clk, phase, lanes};
  end

endmodule
`default_nettype wire
