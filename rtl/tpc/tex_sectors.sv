// SPDX-License-Identifier: Apache-2.0
// tex_sectors: the distinct sectors of quads of texels: to the memory and back. A texture cache would stand here.
//
// From tex_quads    the oldest quad of texels (in_*)
// To   memory       one sector per cycle (req_*), that of the lowest texel left first; its answers (rsp_*) in any order
// To   tex_results  the oldest quad all of whose sectors are there (out_*): of the lane asked for, what its taps are
//                   and the words of their sectors
//
// Ids are given in turn, so quads and their sectors are in order by id: a sector's id is its place in the store, from
// its request until its quad is done, and the id of a quad's first sector is the place of the quad's record. Sectors
// count as there when all before them are, one per cycle. Rules: docs/units/tex.md.
`include "assert.svh"
`include "dp_types.svh"
`include "tex_types.svh"
`default_nettype none

module tex_sectors #(
  parameter int N = gpu_cfg::PENDING_SECTORS      // places: 64, the ids of a port
) (
  input  wire           clk,
  input  wire           rst,

  input  wire           in_valid,
  input  texels_t       in,
  output wire           in_done,

  output wire           req_valid,
  input  wire           req_ready,
  output mem_req_t      req,
  input  wire           rsp_valid,                // one is always taken
  input  mem_rsp_t      rsp,

  output logic          out_valid,
  input  wire           out_done,
  output texfmt_t       out_fmt,
  input  wire  [1:0]    out_lane,
  output logic [15:0]   out_weight,
  output logic [3:0]    out_outside,
  output logic [19:0]   out_off,                  // byte of each tap in its sector
  input  wire  [11:0]   out_at,                   // word of each that is wanted
  output logic [127:0]  out_word
);

  localparam int AW = $clog2(N);

  // --- ids --------------------------------------------------------------------------------------------
  // TEX-14
  logic [AW-1:0] next_q, oldest_q, walk_q;
  logic [AW:0]   used_q;               // given and not done
  logic [AW:0]   got_q;                // there, counted from the oldest
  logic [AW:0]   quads_q;              // sent and not done
  logic [N-1:0]  there_q;              // came, and one before it has not
  logic [4:0]    out_n;                // sectors of the oldest quad

  // --- send ---------------------------------------------------------------------------------------------
  // TEX-3
  logic          more_q;               // the quad has sent sectors
  logic [15:0]   left_q, left, hit;
  logic [63:0]   slot_q, slot;         // sector of each texel, counted from the quad's first
  logic [3:0]    n_q;                  // sectors sent
  logic [AW-1:0] first_q;
  logic [26:0]   sector;
  logic [511:0]  in_addr;
  always_comb begin
    in_addr = 'x;
    if (in_valid) in_addr = in.addr;
  end
  wire  [3:0]    n = more_q ? n_q : 4'd0;
  always_comb begin
    left   = '0;
    hit    = '0;
    sector = '0;
    slot   = slot_q;
    if (in_valid) begin
      left = more_q ? left_q : in.need;
      for (int i = 15; i >= 0; i--)
        if (left[i]) sector = in_addr[32*i + 5 +: 27];
      for (int i = 0; i < 16; i++) begin
        hit[i] = left[i] && (in_addr[32*i + 5 +: 27] == sector);
        if (hit[i]) slot[4*i +: 4] = n;
      end
    end
  end
  assign req_valid = in_valid && (used_q != (AW+1)'(N));
  always_comb begin
    req = 'x;
    if (req_valid) req = {`MEM_LOAD, next_q, `SPACE_T, 7'd0, {sector, 5'd0}, 32'd0, 256'd0};
  end
  wire   sent    = req_valid && req_ready;
  assign in_done = sent && (left == hit);

  // --- records of quads ---------------------------------------------------------------------------------
  localparam int QUAD_W = 4 + `TEXFMT_W + 16 + 64 + 80 + 64;
  logic [79:0]       off;
  logic [QUAD_W-1:0] quad;
  wire  [QUAD_W-1:0] o_quad;
  always_comb begin
    off  = 'x;
    quad = 'x;
    if (in_done) begin
      for (int i = 0; i < 16; i++) off[5*i +: 5] = in_addr[32*i +: 5];
      quad = {n, in.fmt, ~in.is_in, in.weight, off, slot};
    end
  end
  logic [63:0]   o_weight, o_slot;
  logic [79:0]   o_off;
  logic [15:0]   o_outside;
  logic [3:0]    o_last;
  logic [15:0]   at;                   // sector of each tap of the lane
  always_comb begin
    out_valid = 1'b0;
    {o_last, out_fmt, o_outside, o_weight, o_off, o_slot} = 'x;
    {out_n, out_weight, out_outside, out_off, at} = 'x;
    if (quads_q != '0) begin
      {o_last, out_fmt, o_outside, o_weight, o_off, o_slot} = o_quad;
      out_n       = {1'b0, o_last} + 5'd1;
      out_valid   = got_q >= (AW+1)'(out_n);
      out_weight  = o_weight[{out_lane, 4'b0} +: 16];
      out_outside = o_outside[{out_lane, 2'b0} +: 4];
      out_off     = (out_lane == 2'd0) ? o_off[19:0] : (out_lane == 2'd1) ? o_off[39:20] :
                    (out_lane == 2'd2) ? o_off[59:40] : o_off[79:60];
      at          = o_slot[{out_lane, 4'b0} +: 16];
    end
  end
  lutram_1r1w #(.WIDTH(QUAD_W), .DEPTH(N), .EN_BITS(QUAD_W)) u_quad (
    .clk, .rd_addr(oldest_q), .rd_data(o_quad),
    .wr_en(in_done), .wr_addr(more_q ? first_q : next_q), .wr_be(1'b1),
    .wr_data(quad));

  // --- sectors, read by four taps at once -----------------------------------------------------------------
  wire  [1023:0] words;
  logic [4*AW-1:0] row;
  always_comb
    for (int k = 0; k < 4; k++) row[AW*k +: AW] = oldest_q + AW'(at[4*k +: 4]);
  lutram_nr1w #(.WIDTH(256), .DEPTH(N), .EN_BITS(256), .PORTS(4)) u_sectors (
    .clk, .rd_addr(row), .rd_data(words),
    .wr_en(rsp_valid), .wr_addr(rsp.id), .wr_be(1'b1), .wr_data(rsp.data));
  always_comb begin
    out_word = 'x;
    if (out_valid)
      for (int k = 0; k < 4; k++) out_word[32*k +: 32] = words[{2'(k), out_at[3*k +: 3], 5'b0} +: 32];
  end

  wire           walk = there_q[walk_q];
  always_ff @(posedge clk)
    if (rst) begin
      next_q   <= '0;
      oldest_q <= '0;
      walk_q   <= '0;
      used_q   <= '0;
      got_q    <= '0;
      quads_q  <= '0;
      there_q  <= '0;
      more_q   <= 1'b0;
    end else if (in_valid || (used_q != '0)) begin      // else nothing is there
      if (sent) begin
        next_q <= next_q + 1'b1;
        more_q <= !in_done;
      end
      if (rsp_valid) there_q[rsp.id] <= 1'b1;
      if (walk) begin
        there_q[walk_q] <= 1'b0;
        walk_q          <= walk_q + 1'b1;
      end
      if (out_done) oldest_q <= oldest_q + AW'(out_n);
      if (sent || out_done) used_q <= used_q + (AW+1)'(sent) - (out_done ? (AW+1)'(out_n) : '0);
      if (walk || out_done) got_q  <= got_q + (AW+1)'(walk) - (out_done ? (AW+1)'(out_n) : '0);
      if (in_done != out_done) quads_q <= in_done ? quads_q + 1'b1 : quads_q - 1'b1;
    end
  always_ff @(posedge clk)
    if (sent) begin
      left_q <= left & ~hit;
      slot_q <= slot;
      n_q    <= n + 4'd1;
      if (!more_q) first_q <= next_q;
    end

  wire unused = &{1'b0, rsp};

  // --- cannot happen ------------------------------------------------------------------------------------
  `ASSERT("every request has a texel", rst || !req_valid || hit != '0)
  `ASSERT("the sector that comes was asked for", rst || !rsp_valid || {1'b0, AW'(rsp.id - oldest_q)} < used_q)
  `ASSERT("no more sectors are there than asked for", rst || got_q <= used_q)
  `ASSERT("a quad that is done was there", rst || !out_done || out_valid)

endmodule
`default_nettype wire
