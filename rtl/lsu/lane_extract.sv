// SPDX-License-Identifier: Apache-2.0
// lane_extract: the addressed byte, half or word of each lane's word, extended to 32 bits.
//
// From smem, load_wb   words of the lanes and the low bits of their addresses
// To   smem, load_wb   register values
//
// Combinational. The low address bits that an access of this size must not have are ignored.
`default_nettype none

module lane_extract #(
  parameter int LANES = 16
) (
  input  wire                   valid,
  input  wire  [1:0]            esz,      // 0 byte, 1 half, 2 word
  input  wire                   esg,      // sign-extend
  input  wire  [2*LANES-1:0]    off,      // address bits 1:0
  input  wire  [32*LANES-1:0]   word,
  output logic [32*LANES-1:0]   data
);

  logic [15:0] half;
  logic [7:0]  bits;
  always_comb begin
    data = word;
    half = '0;
    bits = '0;
    if (valid && (esz < 2'd2))
      for (int i = 0; i < LANES; i++) begin
        half = off[2*i + 1] ? word[32*i + 16 +: 16] : word[32*i +: 16];
        bits = off[2*i] ? half[15:8] : half[7:0];
        data[32*i +: 32] = (esz == 2'd1) ? {{16{esg && half[15]}}, half} : {{24{esg && bits[7]}}, bits};
      end
  end

endmodule
`default_nettype wire
