// SPDX-License-Identifier: Apache-2.0
// coalescer_data: store data and byte mask of one sector from the lanes that have a part of it; operands of an atomic.
//
// From coalescer  the lanes with data in the sector (hit) and their offsets in it; of an atomic, the one lane
// To   memory     data and mask of the request
//
// Combinational. Of several lanes with the same bytes the highest is kept. A lane's data are four words, word w mod 4
// of them for word w of the sector: one word four times, or two twice, or four; bytes and halves repeated in the word.
`default_nettype none

module coalescer_data (
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
  output wire  [255:0]  data,
  output wire  [31:0]   mask
);

  wire two  = ~local_sp & (szlog == 3'd3) & ~atom;
  wire four = (~local_sp & (szlog == 3'd4)) | atom;
  wire one  = ~two & ~four;
  wire long = (szlog == 3'd3);
  wire busy = valid | atom;
  wire byte1 = (szlog == 3'd0);          // elements of one byte, of two
  wire byte2 = (szlog == 3'd1);
  wire [1:0] src = one ? word : 2'd0;

  // Everything stands under one condition, so that a simulator skips it while no store is sent.
  logic [15:0]   keep;                 // lanes that keep their bytes
  logic [127:0]  at;                   // lane l, word w of the sector: bit 8l + w
  logic [63:0]   be;                   // bytes of a word
  logic [255:0]  all;
  logic [31:0]   bytes;
  logic [15:0]   meet;
  logic [4:0]    o;
  logic [31:0]   d0, d1, d2, d3, dw, x;
  logic [3:0]    g;                    // bytes of a word of the sector
  logic [127:0]  lane;                 // its four words
  always_comb begin
    keep  = '0;
    at    = '0;
    be    = '0;
    all   = '0;
    bytes = '0;
    meet  = '0;
    o     = '0;
    {d0, d1, d2, d3, dw, x} = '0;
    g     = '0;
    lane  = '0;
    if (busy)
      for (int l = 0; l < 16; l++) begin
        o = off[5*l +: 5];
        // All addresses are multiples of the size, so lanes meet only at the same offset.
        for (int j = 0; j < 16; j++) meet[j] = (j > l) & hit[j] & (off[5*j +: 5] == o);
        keep[l] = hit[l] & (meet == '0);

        // the words of the sector that the lane writes, and the bytes of each
        if (~keep[l])  at[8*l +: 8] = '0;
        else if (atom) at[8*l +: 8] = 8'h0f;
        else if (four) at[8*l +: 8] = o[4] ? 8'hf0 : 8'h0f;
        else if (two)  at[8*l +: 8] = 8'd3 << {o[4:3], 1'b0};
        else           at[8*l +: 8] = 8'd1 << o[4:2];
        case (szlog)
          3'd0:    be[4*l +: 4] = 4'd1 << o[1:0];
          3'd1:    be[4*l +: 4] = o[1] ? 4'b1100 : 4'b0011;
          default: be[4*l +: 4] = 4'b1111;
        endcase

        // its words
        d0 = w0[32*l +: 32];
        d1 = w1[32*l +: 32];
        d2 = w2[32*l +: 32];
        d3 = w3[32*l +: 32];
        dw = src[1] ? (src[0] ? d3 : d2) : (src[0] ? d1 : d0);
        x  = {byte1 ? dw[7:0] : byte2 ? dw[15:8] : dw[31:24], byte1 | byte2 ? dw[7:0] : dw[23:16],
              byte1 ? dw[7:0] : dw[15:8], dw[7:0]};
        lane = {four ? d3 : two ? d1 : x, four ? d2 : x, one ? x : d1, x};

        // lanes together
        for (int w = 0; w < 8; w++) begin
          g = be[4*l +: 4] & {4{at[8*l + w]}};
          all[32*w +: 32] = all[32*w +: 32] |
                            (lane[32*(w % 4) +: 32] & {{8{g[3]}}, {8{g[2]}}, {8{g[1]}}, {8{g[0]}}});
          bytes[4*w +: 4] = bytes[4*w +: 4] | (g & {4{valid}});
        end
      end
  end
  assign mask = bytes;

  // The words behind an operand's low one were collected in the order in which they are needed: high word, cas value.
  assign data[31:0]   = all[31:0];
  assign data[63:32]  = (atom & ~long) ? 32'd0 : all[63:32];
  assign data[95:64]  = ~atom ? all[95:64] : ~cas ? 32'd0 : long ? all[95:64] : all[63:32];
  assign data[127:96] = (atom & ~(cas & long)) ? 32'd0 : all[127:96];
  assign data[255:128] = all[255:128];

endmodule
`default_nettype wire
