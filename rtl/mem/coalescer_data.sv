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

  // --- lanes that keep their bytes -----------------------------------------------------------------
  // All addresses are multiples of the size, so lanes meet only at the same offset.
  wire        busy = valid | atom;
  wire [15:0] keep;
  for (genvar l = 0; l < 16; l++) begin : g_keep
    logic [15:0] meet;
    always_comb
      if (busy)
        for (int j = 0; j < 16; j++) meet[j] = (j > l) & hit[j] & (off[5*j +: 5] == off[5*l +: 5]);
      else meet = '0;
    assign keep[l] = hit[l] & (meet == '0);
  end

  // --- a lane's words, and the words of the sector it writes ------------------------------------------
  wire [127:0]  at;                    // lane l, word w of the sector: bit 8l + w
  wire [63:0]   be;                    // bytes of a word
  wire [2047:0] lane;                  // four words each
  for (genvar l = 0; l < 16; l++) begin : g_lane
    wire  [4:0] o = off[5*l +: 5];
    logic [7:0] words;
    logic [3:0] bytes;
    always_comb
      if (~busy | ~keep[l]) words = '0;
      else if (atom)        words = 8'h0f;
      else if (four)        words = o[4] ? 8'hf0 : 8'h0f;
      else if (two)         words = 8'd3 << {o[4:3], 1'b0};
      else                  words = 8'd1 << o[4:2];
    always_comb
      case (szlog)
        3'd0:    bytes = 4'd1 << o[1:0];
        3'd1:    bytes = o[1] ? 4'b1100 : 4'b0011;
        default: bytes = 4'b1111;
      endcase
    assign at[8*l +: 8] = words;
    assign be[4*l +: 4] = bytes;

    wire [31:0] d0 = w0[32*l +: 32];
    wire [31:0] d1 = w1[32*l +: 32];
    wire [31:0] d2 = w2[32*l +: 32];
    wire [31:0] d3 = w3[32*l +: 32];
    wire [3:0]  g  = be[4*l +: 4] & {4{~one | (word == 2'd0)}};
    logic [31:0] x;
    always_comb
      if (busy)
        x = {g[3] ? (szlog == 3'd0) ? d0[7:0] : (szlog == 3'd1) ? d0[15:8] : d0[31:24] : 8'd0,
             g[2] ? (szlog <= 3'd1) ? d0[7:0] : d0[23:16] : 8'd0,
             g[1] ? (szlog == 3'd0) ? d0[7:0] : d0[15:8] : 8'd0,
             g[0] ? d0[7:0] : 8'd0} |
            (d1 & {32{one & (word == 2'd1)}}) | (d2 & {32{one & (word == 2'd2)}}) | (d3 & {32{one & (word == 2'd3)}});
      else x = '0;
    assign lane[128*l +: 128] = {four ? d3 : two ? d1 : x, four ? d2 : x, one ? x : d1, x};
  end

  // --- lanes together ------------------------------------------------------------------------------
  wire [255:0] all;
  for (genvar w = 0; w < 8; w++) begin : g_word
    logic [511:0] term;
    logic [63:0]  bytes;
    always_comb
      if (busy)
        for (int l = 0; l < 16; l++) term[32*l +: 32] = lane[128*l + 32*(w % 4) +: 32] & {32{at[8*l + w]}};
      else term = '0;
    always_comb
      if (valid)
        for (int l = 0; l < 16; l++) bytes[4*l +: 4] = be[4*l +: 4] & {4{at[8*l + w]}};
      else bytes = '0;
    assign all[32*w +: 32] = term[31:0] | term[63:32] | term[95:64] | term[127:96] |
                              term[159:128] | term[191:160] | term[223:192] | term[255:224] |
                              term[287:256] | term[319:288] | term[351:320] | term[383:352] |
                              term[415:384] | term[447:416] | term[479:448] | term[511:480];
    assign mask[4*w +: 4]  = bytes[3:0] | bytes[7:4] | bytes[11:8] | bytes[15:12] |
                              bytes[19:16] | bytes[23:20] | bytes[27:24] | bytes[31:28] |
                              bytes[35:32] | bytes[39:36] | bytes[43:40] | bytes[47:44] |
                              bytes[51:48] | bytes[55:52] | bytes[59:56] | bytes[63:60];
  end

  // The words behind an operand's low one were collected in the order in which they are needed: high word, cas value.
  assign data[31:0]   = all[31:0];
  assign data[63:32]  = (atom & ~long) ? 32'd0 : all[63:32];
  assign data[95:64]  = ~atom ? all[95:64] : ~cas ? 32'd0 : long ? all[95:64] : all[63:32];
  assign data[127:96] = (atom & ~(cas & long)) ? 32'd0 : all[127:96];
  assign data[255:128] = all[255:128];

endmodule
`default_nettype wire
