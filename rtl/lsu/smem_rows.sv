// SPDX-License-Identifier: Apache-2.0
// smem_rows: the rows of BANKS banks of shared memory, each of the lane that the bank serves. Combinational.
`default_nettype none

module smem_rows #(
  parameter int BANKS = 8
) (
  input  wire                   valid,
  input  wire  [4*BANKS-1:0]    lane,       // that a bank serves
  input  wire  [127:0]          row,        // of each lane, in the block
  input  wire  [7:0]            base,       // of the block
  output logic [8*BANKS-1:0]    bank_row
);

  always_comb begin
    bank_row = 'x;
    if (valid)
      for (int i = 0; i < BANKS; i++) bank_row[8*i +: 8] = row[{lane[4*i +: 4], 3'b0} +: 8] + base;
  end

endmodule
`default_nettype wire
