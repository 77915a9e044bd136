// SPDX-License-Identifier: Apache-2.0
// tex_sectors: the distinct sectors of quads of texels: to the texture cache and back.
//
// From tex_quads    the oldest quad of texels (in_*)
// To   tex_l1       one sector per cycle (ask_*), that of the lowest texel left first; they come back in order (come_*)
// To   tex_results  the oldest quad all of whose sectors are there (out_*); of the lane asked for in the cycle before,
//                   what its taps are and the words of their sectors (tap_*)
//
// A sector has its place in the store, given in turn, from when it is asked for until its quad is done; the place of a
// quad's first sector is that of the quad's record. Of the sectors that are there the lowest bits of the place tell
// where. They are read one cycle behind the record, the last ones in the cycle after their quad is done: room that it
// leaves is seen in that cycle, and filled in the next. Rules: docs/units/tex.md.
`include "assert.svh"
`include "dp_types.svh"
`include "tex_types.svh"
`default_nettype none

module tex_sectors #(
  parameter int N = gpu_cfg::PENDING_SECTORS,     // places
  parameter int S = 32                            // of them, sectors that are there: those of a quad at least
) (
  input  wire           clk,
  input  wire           rst,
  output wire           holds,                    // a sector is given and not done, or its words are out

  input  wire           in_valid,
  input  texels_t       in,
  output wire           in_done,

  output wire           ask_valid,
  input  wire           ask_ready,
  output wire  [26:0]   ask_sector,
  input  wire           come_valid,               // one is always taken
  input  wire  [255:0]  come,
  output wire           come_ready,               // there is room for one in the next cycle

  output logic          out_valid,
  input  wire           out_done,
  output texfmt_t       out_fmt,
  input  wire  [1:0]    out_lane,
  output logic [23:0]   tap_weight,
  output logic [3:0]    tap_outside,
  output logic [19:0]   tap_off,                  // byte of each tap in its sector
  input  wire  [11:0]   tap_at,                   // word of each that is wanted
  output logic [127:0]  tap_word
);

  localparam int AW = $clog2(N);
  localparam int SW = $clog2(S);

  // --- places -----------------------------------------------------------------------------------------
  // TEX-14
  logic [AW-1:0] next_q, oldest_q;
  logic [AW:0]   used_q;               // given and not done
  logic [AW:0]   got_q;                // there, counted from the oldest
  logic [AW:0]   quads_q;              // sent and not done
  logic [4:0]    out_n;                // sectors of the oldest quad

  // --- send ---------------------------------------------------------------------------------------------
  // TEX-3
  logic          more_q;               // the quad has sent sectors
  logic [15:0]   left_q, left, after;  // texels whose sector has not been sent, before and after this cycle
  logic [15:0]   lowest_q, lowest;     // the first of those left
  logic [15:0]   hit;
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
    after  = '0;
    lowest = '0;
    hit    = '0;
    sector = '0;
    slot   = slot_q;
    if (in_valid) begin
      left   = more_q ? left_q : in.need;
      lowest = more_q ? lowest_q : in.lowest;
      for (int i = 0; i < 16; i++) sector = sector | (in_addr[32*i + 5 +: 27] & {27{lowest[i]}});
      for (int i = 0; i < 16; i++) begin
        hit[i] = left[i] && (in_addr[32*i + 5 +: 27] == sector);
        if (hit[i]) slot[4*i +: 4] = n;
      end
      after = left & ~hit;
    end
  end
  logic tap_q;                          // there was a quad in the cycle before
  assign holds      = (used_q != '0) || tap_q;
  assign ask_valid  = in_valid && (used_q != (AW+1)'(N));
  assign ask_sector = sector;
  wire   sent    = ask_valid && ask_ready;
  assign in_done = sent && (after == '0);

  // --- records of quads: written with every request, right with the last -----------------------------------
  localparam int QUAD_W = 4 + `TEXFMT_W + 16 + 96 + 80 + 64;
  logic [79:0]       off;
  logic [QUAD_W-1:0] quad;
  wire  [QUAD_W-1:0] o_quad;
  always_comb begin
    off  = 'x;
    quad = 'x;
    if (ask_valid) begin
      for (int i = 0; i < 16; i++) off[5*i +: 5] = in_addr[32*i +: 5];
      quad = {n, in.fmt, ~in.is_in, in.weight, off, slot};
    end
  end
  logic [95:0]   o_weight;
  logic [63:0]   o_slot;
  logic [79:0]   o_off;
  logic [15:0]   o_outside;
  logic [3:0]    o_last;
  logic [15:0]   slots;                // sector of each tap of the lane, counted from the quad's first
  logic [23:0]   weight;
  logic [3:0]    outside;
  logic [19:0]   offs;
  logic [4*SW-1:0] row, row_q;         // place of each tap's sector
  always_comb begin
    out_valid = 1'b0;
    {o_last, out_fmt, o_outside, o_weight, o_off, o_slot} = 'x;
    {out_n, weight, outside, offs, slots, row} = 'x;
    if (quads_q != '0) begin
      {o_last, out_fmt, o_outside, o_weight, o_off, o_slot} = o_quad;
      out_n       = {1'b0, o_last} + 5'd1;
      out_valid   = got_q >= (AW+1)'(out_n);
      weight  = (out_lane == 2'd0) ? o_weight[23:0] : (out_lane == 2'd1) ? o_weight[47:24] :
                (out_lane == 2'd2) ? o_weight[71:48] : o_weight[95:72];
      outside = o_outside[{out_lane, 2'b0} +: 4];
      offs    = (out_lane == 2'd0) ? o_off[19:0] : (out_lane == 2'd1) ? o_off[39:20] :
                (out_lane == 2'd2) ? o_off[59:40] : o_off[79:60];
      slots   = o_slot[{out_lane, 4'b0} +: 16];
      for (int k = 0; k < 4; k++) row[SW*k +: SW] = oldest_q[SW-1:0] + SW'(slots[4*k +: 4]);
    end
  end
  lutram_1r1w #(.WIDTH(QUAD_W), .DEPTH(N), .EN_BITS(QUAD_W)) u_quad (
    .clk, .rd_addr(oldest_q), .rd_data(o_quad),
    .wr_en(ask_valid), .wr_addr(more_q ? first_q : next_q), .wr_be(1'b1),
    .wr_data(quad));
  always_ff @(posedge clk)
    if (out_valid) begin
      tap_weight  <= weight;
      tap_outside <= outside;
      tap_off     <= offs;
      row_q       <= row;
    end

  // --- sectors, read by four taps at once -----------------------------------------------------------------
  // TEX-14
  wire  [1023:0] words;
  assign come_ready = got_q + (AW+1)'(come_valid) != (AW+1)'(S);
  lutram_nr1w #(.WIDTH(256), .DEPTH(S), .EN_BITS(256), .PORTS(4)) u_sectors (
    .clk, .rd_addr(row_q), .rd_data(words),
    .wr_en(come_valid), .wr_addr(SW'(oldest_q[SW-1:0] + got_q[SW-1:0])), .wr_be(1'b1), .wr_data(come));
  always_comb begin
    tap_word = 'x;
    if (tap_q)
      for (int k = 0; k < 4; k++) tap_word[32*k +: 32] = words[{2'(k), tap_at[3*k +: 3], 5'b0} +: 32];
  end

  always_ff @(posedge clk)
    if (rst) begin
      next_q   <= '0;
      oldest_q <= '0;
      used_q   <= '0;
      got_q    <= '0;
      quads_q  <= '0;
      more_q   <= 1'b0;
      tap_q    <= 1'b0;
    end else if (in_valid || holds) begin
      tap_q <= out_valid;
      if (sent) begin
        next_q <= next_q + 1'b1;
        more_q <= !in_done;
      end
      if (out_done) oldest_q <= oldest_q + AW'(out_n);
      if (sent || out_done) used_q <= used_q + (AW+1)'(sent) - (out_done ? (AW+1)'(out_n) : '0);
      if (come_valid || out_done) got_q <= got_q + (AW+1)'(come_valid) - (out_done ? (AW+1)'(out_n) : '0);
      if (in_done != out_done) quads_q <= in_done ? quads_q + 1'b1 : quads_q - 1'b1;
    end
  always_ff @(posedge clk)
    if (sent) begin
      left_q   <= after;
      lowest_q <= after & -after;
      slot_q   <= slot;
      n_q      <= n + 4'd1;
      if (!more_q) first_q <= next_q;
    end

  // --- cannot happen ------------------------------------------------------------------------------------
  `ASSERT("the texel of the first request is the lowest",
          rst || !in_valid || more_q || in.lowest == (in.need & -in.need))
  `ASSERT("every request has a texel", rst || !ask_valid || hit != '0)
  `ASSERT("no more sectors are there than asked for", rst || got_q <= used_q)
  `ASSERT("no more sectors are there than there is room for", rst || got_q <= (AW+1)'(S))
  `ASSERT("a quad that is done was there", rst || !out_done || out_valid)

endmodule
`default_nettype wire
