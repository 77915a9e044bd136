// SPDX-License-Identifier: Apache-2.0
// coalescer_data: store data and byte mask of one sector from the lanes that have a part of it; operands of an atomic.
//
// From coalescer  the lanes with data in the sector (hit) and their offsets in it; of an atomic, the one lane
// To   memory     data and mask of the request
//
// Combinational. LANES of each quarter have their words here at a time, the odd quarter's above the even one's.
`default_nettype none

module coalescer_data #(
  parameter int LANES = 8
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
  input  wire  [64*LANES-1:0] w0,
  input  wire  [64*LANES-1:0] w1,
  input  wire  [64*LANES-1:0] w2,
  input  wire  [64*LANES-1:0] w3,
  output logic [255:0]  data,
  output wire  [31:0]   mask
);

  wire [255:0] all;

  coalescer_bytes #(.LANES(LANES)) u_bytes (
    .clk_p, .phase, .valid, .atom, .szlog, .local_sp, .word, .hit, .off, .w0, .w1, .w2, .w3, .data(all), .mask);

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
