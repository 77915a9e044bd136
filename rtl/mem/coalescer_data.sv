// SPDX-License-Identifier: Apache-2.0
// coalescer_data: store data and byte mask of one sector from the lanes that have a part of it; operands of an atomic.
//
// From coalescer  the lanes with data in the sector (hit) and their offsets in it; of an atomic, the one lane
// To   memory     data and mask of the request
//
// Combinational. FOLD other than 1: in phases (docs/units/fold.md), complete in the last one.
`default_nettype none

module coalescer_data #(
  parameter int FOLD = 1
) (
  input  wire           clk_h,
  input  wire  [2:0]    phase,
  input  wire           adv,

  input  wire           valid,         // a store
  input  wire           atom,          // an atomic
  input  wire           cas,
  input  wire  [2:0]    szlog,
  input  wire           local_sp,      // wide accesses to l[] go word by word
  input  wire  [1:0]    word,
  input  wire  [15:0]   hit,
  input  wire  [79:0]   off,
  input  wire  [511:0]  w0,
  input  wire  [511:0]  w1,
  input  wire  [511:0]  w2,
  input  wire  [511:0]  w3,
  output logic [255:0]  data,
  output wire  [31:0]   mask
);

  wire [255:0] all;

  if (FOLD == 1) begin : g_words
    coalescer_words #(.WORDS(8)) u_words (
      .valid, .atom, .szlog, .local_sp, .word, .first(3'd0), .hit, .off, .w0, .w1, .w2, .w3, .data(all), .mask);
    wire unused_fold = &{1'b0, clk_h, phase, adv};
  end else begin : g_words
    localparam int WORDS = 8 / FOLD;
    wire [32*WORDS-1:0] d;
    wire [4*WORDS-1:0]  m;
    coalescer_words #(.WORDS(WORDS)) u_words (
      .valid, .atom, .szlog, .local_sp, .word, .first(3'(phase * 3'(WORDS))), .hit, .off, .w0, .w1, .w2, .w3,
      .data(d), .mask(m));
    fold_gather #(.FOLD(FOLD), .WIDTH(32 * WORDS)) u_data (.clk_h, .adv, .part(d), .all);
    fold_gather #(.FOLD(FOLD), .WIDTH(4 * WORDS)) u_mask (.clk_h, .adv, .part(m), .all(mask));
  end

  // COAL-10, MEM-6, MEM-7
  // The words behind an operand's low one were collected in the order in which they are needed: high word, cas
  // value.
  logic long;
  always_comb begin
    long = 1'bx;
    data = 'x;
    if (valid || atom) begin
      data = all;
      if (atom) begin
        long = (szlog == 3'd3);
        data[63:32]  = long ? all[63:32] : 32'd0;
        data[95:64]  = !cas ? 32'd0 : long ? all[95:64] : all[63:32];
        data[127:96] = (cas && long) ? all[127:96] : 32'd0;
      end
    end
  end

endmodule
`default_nettype wire
