// SPDX-License-Identifier: Apache-2.0
// tex_addr: the coordinates of one lane to the addresses of its texels.
//
// From tex   descriptor, operation, coordinates x and y of a lane
// To   tex   up to four texels: tap k is the one at x + k[0], y + k[1]; which have a weight, which are inside, both weights
//
// One lane per cycle with en; the taps of what is there in cycle c are there in c+4 (three stages of tex_axis, one of products).
`include "dp_types.svh"
`default_nettype none

module tex_addr (
  input  wire          clk,
  input  wire          en,            // stays until the last taps are there; else nothing moves, and the taps mean nothing
  input  tic_t         tic,
  input  texop_t       op,
  input  wire  [31:0]  x,
  input  wire  [31:0]  y,
  output logic [127:0] addr,
  output logic [3:0]   need,
  output logic [3:0]   valid,
  output wire  [7:0]   a,
  output wire  [7:0]   b
);

  wire  [27:0] x0, x1, y0, y1;
  wire  [1:0]  x_in, y_in;
  wire  [7:0]  x_w, y_w;
  wire         bound = (tic.width != '0);
  tex_axis u_x (
    .clk, .en, .sample(op.sample), .bound, .norm(tic.norm), .linear(tic.linear), .mode(tic.mode_x), .size(tic.width), .off(op.off), .coord(x),
    .i0(x0), .i1(x1), .valid(x_in), .weight(x_w));
  tex_axis u_y (
    .clk, .en, .sample(op.sample), .bound, .norm(tic.norm), .linear(tic.linear), .mode(tic.mode_y), .size({12'd0, tic.rows}), .off(op.off_y), .coord(y),
    .i0(y0), .i1(y1), .valid(y_in), .weight(y_w));

  // --- bytes from the start: of the row, in the row ---------------------------------------------------
  wire  [2:0]  log2_texel = {1'b0, tic.bytes} + {1'b0, tic.comps};
  wire  [31:0] row0 = y0[15:0] * tic.pitch, row1 = y1[15:0] * tic.pitch;         // in units of 32 bytes
  logic [31:0] row_q [0:1];
  logic [31:0] col_q [0:1];
  logic [1:0]  x_in_q, y_in_q;
  logic [7:0]  a_q, b_q;
  always_ff @(posedge clk)
    if (en) begin
      row_q[0] <= op.two ? {row0[26:0], 5'd0} : '0;
      row_q[1] <= op.two ? {row1[26:0], 5'd0} : '0;
      col_q[0] <= {4'd0, x0} << log2_texel;
      col_q[1] <= {4'd0, x1} << log2_texel;
      x_in_q   <= x_in;
      y_in_q   <= op.two ? y_in : 2'b11;
      a_q      <= x_w;
      b_q      <= op.two ? y_w : '0;
    end

  // --- taps -------------------------------------------------------------------------------------------
  always_comb begin
    valid = 'x;
    need  = 'x;
    addr  = 'x;
    if (en)
      for (int k = 0; k < 4; k++) begin
        valid[k] = x_in_q[k % 2] & y_in_q[k / 2];
        need[k]  = ((k % 2 == 0) | (a_q != '0)) & ((k / 2 == 0) | (b_q != '0));
        addr[32*k +: 32] = tic.addr + (valid[k] ? row_q[k / 2] + col_q[k % 2] : 32'd0);
      end
  end
  assign a = a_q;
  assign b = b_q;

  wire unused = &{1'b0, op, tic, row0[31:27], row1[31:27], y0[27:16], y1[27:16]};

endmodule
`default_nettype wire
