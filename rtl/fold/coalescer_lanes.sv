// SPDX-License-Identifier: Apache-2.0
// coalescer_lanes: a sector of stores from the lanes of a phase and of the phases before, for LANES below 8
// (coalescer_bytes).
//
// Combinational. In a phase come LANES lanes of the even and as many of the odd quarter of a half. Of several lanes
// with the same bytes the highest is kept: lanes come in ascending order but for the odd quarter's, which are above all
// of the even one's. A lane's data are four words, word w mod 4 of them for word w of the sector, as in
// coalescer_words.
// Rules: FOLD-23 (docs/units).
`default_nettype none

module coalescer_lanes #(
  parameter int LANES = 1                // of each quarter
) (
  input  wire                  valid,    // a store
  input  wire                  atom,     // an atomic
  input  wire  [2:0]           szlog,
  input  wire                  local_sp, // wide accesses to l[] go word by word
  input  wire  [1:0]           word,
  input  wire  [2*LANES-1:0]   hit,      // even quarter, odd quarter above
  input  wire  [10*LANES-1:0]  off,
  input  wire  [64*LANES-1:0]  w0,
  input  wire  [64*LANES-1:0]  w1,
  input  wire  [64*LANES-1:0]  w2,
  input  wire  [64*LANES-1:0]  w3,
  // of the phases before: bytes, which of them are written, which by the odd quarter
  input  wire  [255:0]         old_data,
  input  wire  [31:0]          old_mask,
  input  wire  [31:0]          old_odd,
  output logic [255:0]         data,
  output logic [31:0]          mask,
  output logic [31:0]          odd
);

  logic         two, four, one, byte1, byte2;
  logic [4:0]   o;
  logic [7:0]   at;                      // words that a lane writes
  logic [3:0]   q;                       // bytes of a word that it writes
  logic [31:0]  d1, dw, e0, e1, e2, e3;
  logic [127:0] e;
  logic         now;
  always_comb begin
    data = old_data;
    mask = old_mask;
    odd  = old_odd;
    {two, four, one, byte1, byte2, o, at, q, d1, dw, e0, e1, e2, e3, e, now} = 'x;
    if (valid || atom) begin
      two   = !local_sp && (szlog == 3'd3) && !atom;
      four  = (!local_sp && (szlog == 3'd4)) || atom;
      one   = !two && !four;
      byte1 = (szlog == 3'd0);
      byte2 = (szlog == 3'd1);
      for (int l = 0; l < 2 * LANES; l++) begin
        o = off[5*l +: 5];
        for (int w = 0; w < 8; w++)
          at[w] = hit[l] && ((w / 4 != 0) == (o[4] && !atom)) && (four || ((w / 2 % 2 != 0) == o[3])) &&
                  (!one || ((w % 2 != 0) == o[2]));
        for (int k = 0; k < 4; k++)
          q[k] = ((k / 2 != 0) == o[1] || !(byte1 || byte2)) && ((k % 2 != 0) == o[0] || !byte1);
        d1 = w1[32*l +: 32];
        dw = !one ? w0[32*l +: 32] : word[1] ? (word[0] ? w3[32*l +: 32] : w2[32*l +: 32]) :
                                               (word[0] ? d1 : w0[32*l +: 32]);
        e0 = {byte1 ? dw[7:0] : byte2 ? dw[15:8] : dw[31:24], byte1 || byte2 ? dw[7:0] : dw[23:16],
              byte1 ? dw[7:0] : dw[15:8], dw[7:0]};
        e1 = one ? e0 : d1;
        e2 = four ? w2[32*l +: 32] : e0;
        e3 = four ? w3[32*l +: 32] : e1;
        e  = {e3, e2, e1, e0};
        for (int b = 0; b < 32; b++) begin
          now = at[b / 4] && q[b % 4] && (l >= LANES || !old_odd[b]);
          if (now) data[8*b +: 8] = e[8*(b % 16) +: 8];
          mask[b] = mask[b] || (now && valid);
          odd[b]  = odd[b] || (now && l >= LANES);
        end
      end
    end
  end

endmodule
`default_nettype wire
