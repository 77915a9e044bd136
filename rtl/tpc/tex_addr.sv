// SPDX-License-Identifier: Apache-2.0
// tex_addr: the coordinates of one lane to the addresses of its texels.
//
// From tex_quads   coordinates x, y, z of a lane; what is fetched and from which texture, of the lane in each stage (c1
//                  to c5; c1 need not know whether a texture is bound); of three coordinates a lane comes twice, the
//                  second time for the slice above (odd4)
// To   tex_quads   up to four texels: tap k is the one at x + k[0], y + k[1]; which have a weight, which are inside,
//                  all weights
//
// One lane per cycle with en; the taps of what is there in cycle c are there in c+4 (three stages of tex_axis, one of
// products, one that adds).
`include "tex_types.svh"
`default_nettype none

module tex_addr (
  input  wire          clk,
  input  wire          en,            // stays until the last taps are there; else nothing moves or means anything
  input  texcfg_t      c1,
  input  texcfg_t      c2,
  input  texcfg_t      c3,
  input  texcfg_t      c4,
  input  texcfg_t      c5,
  input  wire          odd4,          // of the lane in stage 4
  input  wire  [31:0]  x,
  input  wire  [31:0]  y,
  input  wire  [31:0]  z,
  output logic [127:0] addr,
  output logic [3:0]   need,
  output logic [3:0]   is_in,
  output wire  [23:0]  weight         // {z, y, x}
);

  // --- texel numbers ------------------------------------------------------------------------------------
  texaxis_t x1, x2, x3, y1, y2, y3, z1, z2, z3;
  logic [3:2] bound;                   // of the lane in each stage
  always_comb begin
    {x1, x2, x3, y1, y2, y3, z1, z2, z3} = 'x;
    bound = 'x;
    if (en) begin
      bound = {c3.tic.width != 28'd0, c2.tic.width != 28'd0};
      x1 = {c1.op.sample, 1'b0, c1.tic.norm, c1.tic.linear, c1.tic.mode_x, c1.tic.width, c1.op.off};
      x2 = {c2.op.sample, bound[2], c2.tic.norm, c2.tic.linear, c2.tic.mode_x, c2.tic.width, c2.op.off};
      x3 = {c3.op.sample, bound[3], c3.tic.norm, c3.tic.linear, c3.tic.mode_x, c3.tic.width, c3.op.off};
      y1 = {c1.op.sample, 1'b0, c1.tic.norm, c1.tic.linear, c1.tic.mode_y, 12'd0, c1.tic.rows,
            c1.op.off_y};
      y2 = {c2.op.sample, bound[2], c2.tic.norm, c2.tic.linear, c2.tic.mode_y, 12'd0, c2.tic.rows,
            c2.op.off_y};
      y3 = {c3.op.sample, bound[3], c3.tic.norm, c3.tic.linear, c3.tic.mode_y, 12'd0, c3.tic.rows,
            c3.op.off_y};
      z1 = {c1.op.sample, 1'b0, c1.tic.norm, c1.tic.linear, c1.tic.mode_z, 16'd0, c1.tic.slices,
            c1.op.off_z};
      z2 = {c2.op.sample, bound[2], c2.tic.norm, c2.tic.linear, c2.tic.mode_z, 16'd0, c2.tic.slices,
            c2.op.off_z};
      z3 = {c3.op.sample, bound[3], c3.tic.norm, c3.tic.linear, c3.tic.mode_z, 16'd0, c3.tic.slices,
            c3.op.off_z};
    end
  end
  wire  [27:0] col0, col1, row0, row1, slice0, slice1;
  wire  [1:0]  x_in, y_in, z_in;
  wire  [7:0]  x_w, y_w, z_w;
  tex_axis u_x (.clk, .en, .s1(x1), .s2(x2), .s3(x3), .coord(x), .i0(col0), .i1(col1), .valid(x_in), .weight(x_w));
  tex_axis u_y (.clk, .en, .s1(y1), .s2(y2), .s3(y3), .coord(y), .i0(row0), .i1(row1), .valid(y_in), .weight(y_w));
  tex_axis u_z (.clk, .en, .s1(z1), .s2(z2), .s3(z3), .coord(z), .i0(slice0), .i1(slice1), .valid(z_in), .weight(z_w));

  // --- bytes from the start: of the slice, the row, in the row -----------------------------------------
  // TEX-9, TEX-16
  logic [2:0]  log2_texel;
  always_comb begin
    log2_texel = 'x;
    if (en) log2_texel = {1'b0, c4.tic.bytes} + {1'b0, c4.tic.comps};
  end
  wire  [31:0] up0 = row0[15:0] * c4.tic.pitch, up1 = row1[15:0] * c4.tic.pitch;         // in units of 32 bytes
  wire  [11:0] slice = odd4 ? slice1[11:0] : slice0[11:0];
  wire  [38:0] away  = slice * c4.tic.slice;
  logic [31:0] slice_q;
  logic        z_in_q, z_need_q;
  logic [31:0] row_q [0:1];
  logic [31:0] col_q [0:1];
  logic [1:0]  x_in_q, y_in_q;
  logic [7:0]  a_q, b_q, c_q;
  always_ff @(posedge clk)
    if (en) begin
      slice_q  <= c4.op.coords[1] ? {away[26:0], 5'd0} : '0;
      row_q[0] <= (c4.op.coords != '0) ? {up0[26:0], 5'd0} : '0;
      row_q[1] <= (c4.op.coords != '0) ? {up1[26:0], 5'd0} : '0;
      col_q[0] <= {4'd0, col0} << log2_texel;
      col_q[1] <= {4'd0, col1} << log2_texel;
      x_in_q   <= x_in;
      y_in_q   <= (c4.op.coords != '0) ? y_in : 2'b11;
      z_in_q   <= !c4.op.coords[1] || z_in[odd4];
      z_need_q <= !c4.op.coords[1] || !odd4 || (z_w != '0);
      a_q      <= x_w;
      b_q      <= (c4.op.coords != '0) ? y_w : '0;
      c_q      <= c4.op.coords[1] ? z_w : '0;
    end

  // --- taps -------------------------------------------------------------------------------------------
  logic [31:0] line [0:1];
  always_comb begin
    is_in = 'x;
    need   = 'x;
    addr   = 'x;
    line[0] = 'x;
    line[1] = 'x;
    if (en) begin
      line[0] = slice_q + row_q[0];
      line[1] = slice_q + row_q[1];
      for (int k = 0; k < 4; k++) begin
        is_in[k] = x_in_q[k % 2] && y_in_q[k / 2] && z_in_q;
        need[k]   = z_need_q && ((k % 2 == 0) || (a_q != '0)) && ((k / 2 == 0) || (b_q != '0));
        // TEX-4: outside, texel 0
        addr[32*k +: 32] = c5.tic.addr + (is_in[k] ? line[k / 2] + col_q[k % 2] : 32'd0);
      end
    end
  end
  assign weight = {c_q, b_q, a_q};

  wire unused = &{1'b0, c1, c2, c3, c4, c5, up0[31:27], up1[31:27], row0[27:16], row1[27:16],
                    away[38:27], slice0[27:12], slice1[27:12]};

endmodule
`default_nettype wire
