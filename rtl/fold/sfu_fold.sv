// SPDX-License-Identifier: Apache-2.0
// sfu_fold: one special-function unit for the two of sfu_array: lanes 0 and 2 in phase 0, lanes 1 and 3 in phase 1.
//
// From sfu_units   on clk: in_valid, in_op, in_a, in_b; loads: results that entered six cycles ago are to stand at the
//                  outputs from the next cycle on
// From the clocks  clk_p, phase
// To   sfu_units   out_r, out_cc, on clk; they hold their value without loads
//
// Operands of cycle t are registers of clk in t + 1 and enter the unit in its first two phases. The results wait in a
// RAM with a row for each of these phases of eight cycles; they are read for t + 6.
// Rules: FOLD-10 (docs/units).
`include "exec/sfu_types.svh"
`default_nettype none

module sfu_fold #(
  parameter int FOLD = 4
) (
  input  wire          clk,
  input  wire          rst,

  input  wire          clk_p,
  input  wire  [2:0]   phase,

  input  wire          in_valid,
  input  sop_t         in_op,
  input  wire  [127:0] in_a,
  input  wire  [127:0] in_b,
  input  wire          loads,

  output logic [127:0] out_r,
  output logic [15:0]  out_cc
);

  localparam int LATE = FOLD > 2 ? 1 : 0;    // FOLD-10
  localparam int DEEP = 8 + LATE;            // clocks from an operand's phase to the one that writes its result
  localparam logic [2:0] LAST = 3'(FOLD - 1);

  // --- clk -------------------------------------------------------------------------------------------
  logic         v_q;
  logic [2:0]   t_q;                         // cycles, modulo the rows' eight
  sop_t         u_q;
  logic [127:0] a_q, b_q;

  always_ff @(posedge clk) begin
    v_q <= !rst && in_valid;
    t_q <= rst ? '0 : t_q + 3'd1;
    if (in_valid) begin
      u_q <= in_op;
      a_q <= in_a;
      b_q <= in_b;
    end
  end

  // --- clk_p: the unit ---------------------------------------------------------------------------------
  wire         go = v_q && phase[2:1] == 2'd0;
  sop_t        u0, u1, u2, u3, u4, u5, u6;
  logic [31:0] xa, xb, ya, yb;

  always_ff @(posedge clk_p) begin
    u0 <= go ? u_q : '0;
    u1 <= u0;
    u2 <= u1;
    u3 <= u2;
    u4 <= u3;
    u5 <= u4;
    u6 <= u5;
    if (go) begin
      xa <= phase[0] ? a_q[63:32]  : a_q[31:0];
      xb <= phase[0] ? b_q[63:32]  : b_q[31:0];
      ya <= phase[0] ? a_q[127:96] : a_q[95:64];
      yb <= phase[0] ? b_q[127:96] : b_q[95:64];
    end
  end

  wire [31:0] xr, yr;
  wire [3:0]  xcc, ycc;

  sfu #(.LATE(LATE)) u_sfu (
    .clk(clk_p), .u0, .u1, .u2, .u3, .u4, .u5, .u6, .in_xa(xa), .in_xb(xb), .in_ya(ya), .in_yb(yb),
    .out_xr(xr), .out_xcc(xcc), .out_yr(yr), .out_ycc(ycc));

  // --- results: row of a stage, and whether there is one ------------------------------------------------
  logic [DEEP-1:0]   h_valid;
  logic [4*DEEP-1:0] h_row;

  always_ff @(posedge clk_p) begin
    h_valid <= {h_valid[DEEP-2:0], go};
    h_row   <= {h_row[4*DEEP-5:0], t_q, phase[0]};
  end

  // FOLD-10
  wire  [71:0] row;
  logic [71:0] row_q;                        // of phase 0
  wire  [3:0]  rd_row = phase == LAST ? {t_q - 3'd4, 1'b0} : {t_q - 3'd5, 1'b1};

  sram_1r1w #(.WIDTH(72), .DEPTH(16), .EN_BITS(72), .COLLIDE(0)) u_results (
    .clk(clk_p), .rd_en(phase == LAST || phase == 3'd0), .rd_addr(rd_row), .rd_data(row),
    .wr_en(h_valid[DEEP-1]), .wr_addr(h_row[4*DEEP-1 -: 4]), .wr_be(1'b1), .wr_data({ycc, xcc, yr, xr}));

  always_ff @(posedge clk_p)
    if (phase == 3'd0) row_q <= row;

  always_ff @(posedge clk)
    if (loads) begin
      out_r  <= {row[63:32], row_q[63:32], row[31:0], row_q[31:0]};
      out_cc <= {row[71:68], row_q[71:68], row[67:64], row_q[67:64]};
    end

endmodule
`default_nettype wire
