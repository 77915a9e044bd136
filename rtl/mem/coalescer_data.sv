// SPDX-License-Identifier: Apache-2.0
// coalescer_data: store data and byte mask of one sector from the lanes that have a part of it; operands of an atomic.
//
// From coalescer  the lanes with data in the sector (hit) and their offsets in it; of an atomic, the one lane
// To   memory     data and mask of the request
//
// Combinational. FOLD other than 1: in phases (docs/units/fold.md), complete in the last one; in phase p come the words
// of the lanes from p * 8 / FOLD on of the half's even quarter, those of the odd one above.
// Rules: FOLD-23 (docs/units).
`default_nettype none

module coalescer_data #(
  parameter int FOLD = 1
) (
  input  wire           clk_p,
  input  wire  [2:0]    phase,

  input  wire           valid,         // a store
  input  wire           atom,          // an atomic
  input  wire           cas,
  input  wire  [2:0]    szlog,
  input  wire           local_sp,      // wide accesses to l[] go word by word
  input  wire  [1:0]    word,
  input  wire  [15:0]   hit,
  input  wire  [79:0]   off,
  input  wire  [512/FOLD-1:0] w0,
  input  wire  [512/FOLD-1:0] w1,
  input  wire  [512/FOLD-1:0] w2,
  input  wire  [512/FOLD-1:0] w3,
  output logic [255:0]  data,
  output wire  [31:0]   mask
);

  wire [255:0] all;

  if (FOLD == 1) begin : g_words
    coalescer_words u_words (
      .valid, .atom, .szlog, .local_sp, .word, .hit, .off, .w0, .w1, .w2, .w3, .data(all), .mask);
    wire unused_fold = &{1'b0, clk_p, phase};
  end else begin : g_words
    // hit and off of the lanes of each phase, of this one: even quarter, odd quarter above
    localparam int LANES = 8 / FOLD;
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
      .old_mask(first ? 32'd0 : mask_q), .old_odd(first ? 32'd0 : odd_q), .data(all), .mask, .odd);
    always_ff @(posedge clk_p) begin
      data_q <= all;
      mask_q <= mask;
      odd_q  <= odd;
    end
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
