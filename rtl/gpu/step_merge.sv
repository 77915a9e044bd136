// SPDX-License-Identifier: Apache-2.0
// step_merge: N streams become one, in turn, through a register.
//
// In a step in which the register is empty or what it holds is taken, it takes from the first input with something
// behind the one that it took from last, cyclically (input 0 first after rst). So one that offers is taken after at
// most N - 1 others.
`default_nettype none

module step_merge #(
  parameter int N     = 2,           // 2 or more
  parameter int WIDTH = 32
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 step,
  input  wire  [N-1:0]        in_valid,
  output wire  [N-1:0]        in_ready,
  input  wire  [WIDTH*N-1:0]  in_data,
  output wire                 out_valid,
  input  wire                 out_ready,
  output wire  [WIDTH-1:0]    out_data
);

  logic             valid_q;
  logic [WIDTH-1:0] data_q, picked;
  logic [N-1:0]     behind_q;            // inputs behind the one taken from last
  wire  [N-1:0]     behind = in_valid & behind_q;
  wire  [N-1:0]     among  = behind != '0 ? behind : in_valid;
  wire  [N-1:0]     turn   = among & (~among + 1'b1);
  wire              free   = !valid_q || out_ready;
  // XBAR-7
  assign in_ready  = free ? turn : '0;
  assign out_valid = valid_q;
  assign out_data  = data_q;

  always_comb begin
    picked = '0;
    for (int i = 0; i < N; i++)
      if (turn[i]) picked = picked | in_data[WIDTH*i +: WIDTH];
  end

  always_ff @(posedge clk) begin
    if (step && free && in_valid != '0) data_q <= picked;
    if (rst) begin
      valid_q  <= 1'b0;
      behind_q <= '0;
    end else if (step && free) begin
      valid_q <= in_valid != '0;
      if (in_valid != '0) behind_q <= ~(turn | (turn - 1'b1));
    end
  end

endmodule
`default_nettype wire
