// SPDX-License-Identifier: Apache-2.0
// smem_header: rows of the launch header on their way into shared memory, and the zeros of the clear at start.
//
// From smem   we: a row comes (data);  zero: one of zeros;  lo_now: the lower half of one is written in this cycle
// To   smem   lo_words: of banks 0 to 7, in the cycle behind that of the row;  hi_words: of banks 8 to 15, one later
//
// LANES below 8: the row comes in the phases of its cycle, and its words go in those of these two (docs/units/fold.md).
// Rules: FOLD-18, FOLD-21 (docs/units).
`default_nettype none

module smem_header #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           we,
  input  wire           zero,
  input  wire  [64*LANES-1:0] data,
  input  wire           lo_now,
  output wire  [32*LANES-1:0] lo_words,
  output wire  [32*LANES-1:0] hi_words
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_la
    logic [511:0] lo_q;
    logic [255:0] hi_q;
    always_ff @(posedge clk) begin
      if (we || zero) lo_q <= zero ? '0 : data;
      if (lo_now)     hi_q <= lo_q[511:256];
    end
    assign lo_words = lo_q[255:0];
    assign hi_words = hi_q;
    wire unused = &{1'b0, clk_p, phase, rst};
  end else begin : g_la
    // FOLD-21: parts of the lower and of the upper eight words, of two cycles each
    localparam int N  = LANES;           // words of a phase
    localparam int PB = $clog2(FOLD);
    wire  [PB-1:0]   p     = phase[PB-1:0];
    wire             upper = p[PB-1];
    logic            turn_q, lo_zero_q, hi_zero_q;
    wire  [64*N-1:0] lo_part, hi_part;
    logic [PB-1:0]   to;
    wire  [PB:0]     lo_at = {!turn_q, p}, hi_at = {turn_q, p};
    always_comb begin
      to       = p;
      to[PB-1] = turn_q;
    end
    always_ff @(posedge clk) begin
      turn_q    <= !rst && !turn_q;
      lo_zero_q <= zero;
      hi_zero_q <= lo_zero_q;
    end
    lutram_1r1w #(.WIDTH(64 * N), .DEPTH(FOLD), .EN_BITS(64 * N)) u_lo (
      .clk(clk_p), .rd_addr(lo_at[PB:1]), .rd_data(lo_part), .wr_en(we && !upper),
      .wr_addr(to), .wr_be(1'b1), .wr_data(data));
    lutram_1r1w #(.WIDTH(64 * N), .DEPTH(FOLD), .EN_BITS(64 * N)) u_hi (
      .clk(clk_p), .rd_addr(hi_at[PB:1]), .rd_data(hi_part), .wr_en(we && upper),
      .wr_addr(to), .wr_be(1'b1), .wr_data(data));
    assign lo_words = lo_zero_q ? '0 : lo_part[32*N*p[0] +: 32*N];
    assign hi_words = hi_zero_q ? '0 : hi_part[32*N*p[0] +: 32*N];
    wire unused = &{1'b0, phase, lo_now, lo_at[0], hi_at[0]};
  end

endmodule
`default_nettype wire
