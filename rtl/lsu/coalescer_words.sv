// SPDX-License-Identifier: Apache-2.0
// coalescer_words: the words of a sector from the lanes that have a part of it (coalescer_data).
//
// Combinational. Of several lanes with the same bytes the highest is kept, first of each four lanes, then of the fours.
// A lane's data are four words, word w mod 4 of them for word w of the sector: one word four times, or two twice, or
// four; bytes and halves repeated in the word.
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

  wire busy = valid || atom;

  function automatic logic [31:0] bits(input logic [3:0] q);     // of these bytes
    bits = {{8{q[3]}}, {8{q[2]}}, {8{q[1]}}, {8{q[0]}}};
  endfunction

  // Everything stands under one condition, so that a simulator skips it while no store is sent.
  logic          two, four, one;
  logic          byte1, byte2;           // elements of one byte, of two
  logic [4:0]    o;
  logic [31:0]   d1, d2, d3, dw, e0, e1, e2, e3;
  logic [2047:0] x;                      // four words of each lane
  logic [63:0]   q;                      // bytes of a word that each lane writes
  logic          at;                     // a lane writes this word of the sector
  logic [15:0]   s, keep;                // bytes of it that each lane of four writes, without those of a higher one
  logic [15:0]   any;                    // that each four writes
  logic [127:0]  y;                      // what each four writes
  always_comb begin
    {two, four, one, byte1, byte2, o, d1, d2, d3, dw, e0, e1, e2, e3, x, q, at, s, keep, any, y} = 'x;
    data = 'x;
    mask = '0;
    if (busy) begin
      two   = !local_sp && (szlog == 3'd3) && !atom;
      four  = (!local_sp && (szlog == 3'd4)) || atom;
      one   = !two && !four;
      byte1 = (szlog == 3'd0);
      byte2 = (szlog == 3'd1);
      for (int l = 0; l < 16; l++) begin
        o = off[5*l +: 5];
        for (int k = 0; k < 4; k++)
          q[4*l + k] = ((k / 2 != 0) == o[1] || !(byte1 || byte2)) && ((k % 2 != 0) == o[0] || !byte1);

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
        x[128*l +: 128] = {e3, e2, e1, e0};
      end

      for (int w = 0; w < 8; w++) begin
        for (int g = 0; g < 4; g++) begin
          for (int l = 0; l < 4; l++) begin
            o  = off[5*(4*g + l) +: 5];
            at = hit[4*g + l] && ((w / 4 != 0) == (o[4] && !atom)) && (four || ((w / 2 % 2 != 0) == o[3])) &&
                 (!one || ((w % 2 != 0) == o[2]));
            s[4*l +: 4] = q[4*(4*g + l) +: 4] & {4{at}};
          end
          any[4*g +: 4] = (s[3:0] | s[7:4]) | (s[11:8] | s[15:12]);
          keep = {s[15:12], s[11:8] & ~s[15:12], s[7:4] & ~(s[11:8] | s[15:12]),
                  s[3:0] & ~(s[7:4] | s[11:8] | s[15:12])};
          y[32*g +: 32] = ((x[128*(4*g)     + 32*(w % 4) +: 32] & bits(keep[3:0])) |
                           (x[128*(4*g + 1) + 32*(w % 4) +: 32] & bits(keep[7:4]))) |
                          ((x[128*(4*g + 2) + 32*(w % 4) +: 32] & bits(keep[11:8])) |
                           (x[128*(4*g + 3) + 32*(w % 4) +: 32] & bits(keep[15:12])));
        end
        data[32*w +: 32] = ((y[31:0] & ~bits(any[7:4] | any[11:8] | any[15:12])) |
                            (y[63:32] & ~bits(any[11:8] | any[15:12]))) |
                           ((y[95:64] & ~bits(any[15:12])) | y[127:96]);
        mask[4*w +: 4]   = ((any[3:0] | any[7:4]) | (any[11:8] | any[15:12])) & {4{valid}};
      end
    end
  end

endmodule
`default_nettype wire
