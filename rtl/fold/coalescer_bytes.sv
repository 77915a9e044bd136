// SPDX-License-Identifier: Apache-2.0
// coalescer_bytes: bytes and byte mask of one sector from the lanes that have a part of it.
//
// From coalescer_data  as coalescer_words
// To   coalescer_data  data, mask
//
// Combinational. LANES below 8: in phases (docs/units/fold.md), complete in the last one; in phase p come the words of
// the lanes from LANES * p on of the half's even quarter, those of the odd one above.
// Rules: FOLD-23 (docs/units).
`default_nettype none

module coalescer_bytes #(
  parameter int LANES = 8
) (
  input  wire           clk_p,
  input  wire  [2:0]    phase,

  input  wire           valid,
  input  wire           atom,
  input  wire  [2:0]    szlog,
  input  wire           local_sp,
  input  wire  [1:0]    word,
  input  wire  [15:0]   hit,
  input  wire  [79:0]   off,
  input  wire  [64*LANES-1:0] w0,
  input  wire  [64*LANES-1:0] w1,
  input  wire  [64*LANES-1:0] w2,
  input  wire  [64*LANES-1:0] w3,
  output wire  [255:0]  data,
  output wire  [31:0]   mask
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_words
    coalescer_words u_words (
      .valid, .atom, .szlog, .local_sp, .word, .hit, .off, .w0, .w1, .w2, .w3, .data, .mask);
    wire unused_fold = &{1'b0, clk_p, phase};
  end else begin : g_words
    // hit and off of the lanes of each phase, of this one: even quarter, odd quarter above
    wire  [12*LANES*FOLD-1:0] lanes;
    wire  [2*LANES-1:0]  ph_hit;
    wire  [10*LANES-1:0] ph_off;
    for (genvar i = 0; i < FOLD; i++) begin : g_lanes
      assign lanes[12*LANES*i +: 12*LANES] = {off[5*(8 + LANES*i) +: 5*LANES], off[5*LANES*i +: 5*LANES],
                                              hit[8 + LANES*i +: LANES], hit[LANES*i +: LANES]};
    end
    fold_part #(.FOLD(FOLD), .WIDTH(12 * LANES)) u_part (.clk_p, .phase, .all(lanes), .part({ph_off, ph_hit}));

    // of the phases before
    logic [255:0] data_q;
    logic [31:0]  mask_q, odd_q;
    wire  [31:0]  odd;
    wire          first = phase == 3'd0;
    coalescer_lanes #(.LANES(LANES)) u_lanes (
      .valid, .atom, .szlog, .local_sp, .word, .hit(ph_hit), .off(ph_off), .w0, .w1, .w2, .w3, .old_data(data_q),
      .old_mask(first ? 32'd0 : mask_q), .old_odd(first ? 32'd0 : odd_q), .data, .mask, .odd);
    always_ff @(posedge clk_p) begin
      data_q <= data;
      mask_q <= mask;
      odd_q  <= odd;
    end
  end

endmodule
`default_nettype wire
