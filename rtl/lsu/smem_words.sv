// SPDX-License-Identifier: Apache-2.0
// smem_words: WORDS words of shared memory's crossbar, from banks to lanes, or for a store from lanes to banks, with
// what bytes and half words need on either way.
//
// Combinational. Of stores size and off (address bits 1:0 of the lane) say which bytes of a word are written; of loads
// esz, esg and lane_off which are meant.
`default_nettype none

module smem_words #(
  parameter int WORDS = 8,
  parameter int APART = 0                   // 1: the words of a store come one by one, as lane_words
) (
  input  wire                   valid,
  input  wire                   store,
  input  wire                   lock,       // the locks are looked at
  input  wire  [1:0]            size,       // of a store; log2 of bytes
  input  wire  [1:0]            esz,
  input  wire                   esg,

  input  wire  [511:0]          lane_data,  // of a store
  input  wire  [32*WORDS-1:0]   lane_words,
  input  wire  [511:0]          bank_data,  // of a load
  input  wire  [31:0]           off,        // with them: address bits 1:0; of a load, bit 0: the word is locked
  input  wire  [4*WORDS-1:0]    from,       // source of each destination
  input  wire  [2*WORDS-1:0]    lane_off,   // of each destination

  output logic [32*WORDS-1:0]   st_data,
  output logic [4*WORDS-1:0]    st_be,
  output wire  [32*WORDS-1:0]   ld_data,
  output logic [WORDS-1:0]      held        // locks
);

  logic [32*WORDS-1:0] word, st_word;
  logic [WORDS-1:0]    off0, off1;
  always_comb begin : words
    logic [511:0] in;
    word = 'x;
    off0 = 'x;
    off1 = 'x;
    in   = 'x;
    if (valid) begin
      in = store && APART == 0 ? lane_data : bank_data;
      for (int i = 0; i < WORDS; i++)
        word[32*i +: 32] = in[{from[4*i +: 4], 5'b0} +: 32];
      if (store || lock)
        for (int i = 0; i < WORDS; i++) {off1[i], off0[i]} = off[{from[4*i +: 4], 1'b0} +: 2];
    end
    // apart, they do not wait for the words of loads
    st_word = APART == 0 ? word : lane_words;
    held    = off0;
  end

  always_comb begin
    st_data = 'x;
    st_be   = 'x;
    if (store && valid)
      for (int i = 0; i < WORDS; i++)
        case (size)
          2'd0: begin
            st_data[32*i +: 32] = {4{st_word[32*i +: 8]}};
            st_be[4*i +: 4]     = 4'b0001 << {off1[i], off0[i]};
          end
          2'd1: begin
            st_data[32*i +: 32] = {2{st_word[32*i +: 16]}};
            st_be[4*i +: 4]     = off1[i] ? 4'b1100 : 4'b0011;
          end
          default: begin
            st_data[32*i +: 32] = st_word[32*i +: 32];
            st_be[4*i +: 4]     = 4'b1111;
          end
        endcase
  end

  if (APART == 0) begin : g_unused
    wire unused = &{1'b0, lane_words};
  end else begin : g_unused
    wire unused = &{1'b0, lane_data};
  end

  lane_extract #(.LANES(WORDS)) u_extract (
    .valid(valid && !store), .esz, .esg, .off(lane_off), .word, .data(ld_data));

endmodule
`default_nettype wire
