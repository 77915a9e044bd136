// SPDX-License-Identifier: Apache-2.0
// div3: a number divided by three: which of six partitions has an address, and where in it (MSYS-3).
//
// Combinational: long division, two bits of the number at a time from the highest on, a table of four inputs each.
`default_nettype none

module div3 #(
  parameter int W = 24                   // bits of the number, an even count
) (
  input  wire  [W-1:0] number,
  output logic [W-1:0] quotient,
  output logic [1:0]   remainder
);

  // What is left and the next two bits, 0 to 11: {two bits of the quotient, what is left then}.
  function automatic logic [3:0] digit(input logic [3:0] x);
    case (x)
      4'd0:    digit = {2'd0, 2'd0};
      4'd1:    digit = {2'd0, 2'd1};
      4'd2:    digit = {2'd0, 2'd2};
      4'd3:    digit = {2'd1, 2'd0};
      4'd4:    digit = {2'd1, 2'd1};
      4'd5:    digit = {2'd1, 2'd2};
      4'd6:    digit = {2'd2, 2'd0};
      4'd7:    digit = {2'd2, 2'd1};
      4'd8:    digit = {2'd2, 2'd2};
      4'd9:    digit = {2'd3, 2'd0};
      4'd10:   digit = {2'd3, 2'd1};
      4'd11:   digit = {2'd3, 2'd2};
      default: digit = 4'bx;
    endcase
  endfunction

  always_comb begin
    remainder = 2'd0;
    for (int i = W - 2; i >= 0; i = i - 2) {quotient[i +: 2], remainder} = digit({remainder, number[i +: 2]});
  end

endmodule
`default_nettype wire
