// SPDX-License-Identifier: Apache-2.0
// sdr_pads_ecp5: pins of an SDRAM chip at an ECP5: each has its register in the pad, so that all leave and come in at
// the same time, wherever sdr_ctrl lies. A clock there and one back: LATE = 2 if sdram_clk lags clk by some
// nanoseconds, 3 if it is clk itself.
//
// The chip's clock is made in a pad, too (ODDRX1F), of clk_lag: the frequency of clk, later by the time in which
// commands and data settle at the chip.
`default_nettype none

module sdr_pads_ecp5 #(
  parameter int A_BITS    = 13,
  parameter int BANK_BITS = 2
) (
  input  wire                  clk,
  input  wire                  clk_lag,
  // sdr_ctrl
  input  wire                  cke,
  input  wire                  cs_n,
  input  wire                  ras_n,
  input  wire                  cas_n,
  input  wire                  we_n,
  input  wire  [BANK_BITS-1:0] ba,
  input  wire  [A_BITS-1:0]    a,
  input  wire  [1:0]           dqm,
  input  wire  [15:0]          dq_out,
  input  wire                  dq_oe,
  output wire  [15:0]          dq_in,
  // the chip
  output wire                  sdram_clk,
  output wire                  sdram_cke,
  output wire                  sdram_csn,
  output wire                  sdram_rasn,
  output wire                  sdram_casn,
  output wire                  sdram_wen,
  output wire  [BANK_BITS-1:0] sdram_ba,
  output wire  [A_BITS-1:0]    sdram_a,
  output wire  [1:0]           sdram_dqm,
  inout  wire  [15:0]          sdram_d
);

  ODDRX1F u_clk (.SCLK(clk_lag), .RST(1'b0), .D0(1'b1), .D1(1'b0), .Q(sdram_clk));

  localparam int PINS = 5 + BANK_BITS + A_BITS + 2;
  wire [PINS-1:0] from = {cke, cs_n, ras_n, cas_n, we_n, ba, a, dqm};
  wire [PINS-1:0] to;
  assign {sdram_cke, sdram_csn, sdram_rasn, sdram_casn, sdram_wen, sdram_ba, sdram_a, sdram_dqm} = to;

  for (genvar i = 0; i < PINS; i++) begin : g_out
    OFS1P3DX u_ff (.CD(1'b0), .D(from[i]), .SP(1'b1), .SCLK(clk), .Q(to[i]));
  end

  for (genvar i = 0; i < 16; i++) begin : g_dq
    wire out_q, off_q, in;
    OFS1P3DX u_out (.CD(1'b0), .D(dq_out[i]), .SP(1'b1), .SCLK(clk), .Q(out_q));
    OFS1P3DX u_off (.CD(1'b0), .D(!dq_oe), .SP(1'b1), .SCLK(clk), .Q(off_q));
    IFS1P3DX u_in (.CD(1'b0), .D(in), .SP(1'b1), .SCLK(clk), .Q(dq_in[i]));
    BB u_pad (.I(out_q), .T(off_q), .O(in), .B(sdram_d[i]));
  end

endmodule
`default_nettype wire
