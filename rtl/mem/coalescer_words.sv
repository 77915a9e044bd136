// SPDX-License-Identifier: Apache-2.0
// coalescer_words: the words of a sector from the lanes that have a part of it (coalescer_data).
//
// Combinational. Of several lanes with the same bytes the highest is kept. A lane's data are four words, word w mod 4
// of them for word w of the sector: one word four times, or two twice, or four; bytes and halves repeated in the word.
`default_nettype none

module coalescer_words (
  input  wire           valid,           // a store
  input  wire           atom,            // an atomic
  input  wire  [2:0]    szlog,
  input  wire           local_sp,        // wide accesses to l[] go word by word
  input  wire  [1:0]    word,
  input  wire  [15:0]   hit,
  input  wire  [79:0]   off,
  input  wire  [511:0]  w0,
  input  wire  [511:0]  w1,
  input  wire  [511:0]  w2,
  input  wire  [511:0]  w3,
  output logic [255:0]  data,            // a byte that no lane writes means nothing
  output logic [31:0]   mask
);

  logic       two, four, one;
  wire busy = valid || atom;
  logic       byte1, byte2;              // elements of one byte, of two

  // Everything stands under one condition, so that a simulator skips it while no store is sent.
  logic [15:0]   p;                    // per word of the sector: lanes that write it
  logic [15:0]   s;                    // per byte: lanes that write it
  logic [7:0]    s2;                   // either of two lanes does
  logic [2:0]    s2h;                  // in the half that has the highest, without its lowest
  logic [3:0]    from;                 // the highest
  logic [63:0]   q;                    // bytes of a word that each lane writes, bit 16k + l
  logic [127:0]  at;                   // words that it writes, bit 16w + l
  logic [2:0]    n;                    // number of one of these in the sector
  logic [2047:0] x;                    // byte k of word w of a lane's four, lane l: from bit 128 (4 w + k) + 8 l
  logic [127:0]  y;                    // this byte of all lanes
  logic [4:0]    o;
  logic [31:0]   d1, d2, d3, dw, e0, e1, e2, e3;
  logic [127:0] e;
  always_comb begin
    {p, s, s2, s2h, from, q, at, x, n, y, o, d1, d2, d3, dw, e0, e1, e2, e3, e} = 'x;
    {two, four, one, byte1, byte2, data} = 'x;
    mask = '0;
    if (busy) begin
      two   = !local_sp && (szlog == 3'd3) && !atom;
      four  = (!local_sp && (szlog == 3'd4)) || atom;
      one   = !two && !four;
      byte1 = (szlog == 3'd0);
      byte2 = (szlog == 3'd1);
      for (int l = 0; l < 16; l++) begin
        o = off[5*l +: 5];
        for (int w = 0; w < 8; w++) begin
          n = 3'(w);
          at[16*w + l] = hit[l] && (n[2] == (o[4] && !atom)) && (four || (n[1] == o[3])) && (!one || (n[0] == o[2]));
        end
        for (int k = 0; k < 4; k++)
          q[16*k + l] = ((k / 2 != 0) == o[1] || !(byte1 || byte2)) && ((k % 2 != 0) == o[0] || !byte1);

        // its words
        d1 = w1[32*l +: 32];
        d2 = w2[32*l +: 32];
        d3 = w3[32*l +: 32];
        dw = one && word[1] ? (word[0] ? d3 : d2) : (one && word[0] ? d1 : w0[32*l +: 32]);
        e0 = {byte1 ? dw[7:0] : byte2 ? dw[15:8] : dw[31:24], byte1 || byte2 ? dw[7:0] : dw[23:16],
              byte1 ? dw[7:0] : dw[15:8], dw[7:0]};
        e1 = one ? e0 : d1;
        e2 = four ? d2 : e0;
        e3 = four ? d3 : e1;
        e  = {e3, e2, e1, e0};
        for (int k = 0; k < 16; k++) x[128*k + 8*l +: 8] = e[8*k +: 8];
      end

      for (int w = 0; w < 8; w++) begin
        p = at[16*w +: 16];
        for (int k = 0; k < 4; k++) begin
          s = p & q[16*k +: 16];
          for (int i = 0; i < 8; i++) s2[i] = s[2*i] || s[2*i + 1];
          from[3] = s2[7:4] != '0;
          s2h     = from[3] ? s2[7:5] : s2[3:1];
          from[2] = s2h[2:1] != '0;
          from[1] = from[2] ? s2h[2] : s2h[0];
          from[0] = s[{from[3:1], 1'b1}];
          y = x[128*(4*(w % 4) + k) +: 128];
          data[32*w + 8*k +: 8] = y[{from, 3'b0} +: 8];
          mask[4*w + k]         = (s2 != '0) && valid;
        end
      end
    end
  end

endmodule
`default_nettype wire
