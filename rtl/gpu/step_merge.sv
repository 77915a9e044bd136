// SPDX-License-Identifier: Apache-2.0
// step_merge: N streams become one, in turn, through a register.
//
// In a step in which the register is empty or what it holds is taken, it takes from the input that it took from last,
// if the next one there has the same key as that and not KEEP have come in a row; else from the first input with
// something behind that one, cyclically (input 0 first after rst). So one that offers is taken after at most
// KEEP * (N - 1) others.
`default_nettype none

module step_merge #(
  parameter int N     = 2,           // 2 or more
  parameter int WIDTH = 32,
  parameter int KEY   = 1,           // bits of a key
  parameter int KEEP  = 1            // 1: a turn is one packet, keys mean nothing; else a power of two
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 step,
  input  wire  [N-1:0]        in_valid,
  output wire  [N-1:0]        in_ready,
  input  wire  [WIDTH*N-1:0]  in_data,
  input  wire  [KEY*N-1:0]    in_key,
  output wire                 out_valid,
  input  wire                 out_ready,
  output wire  [WIDTH-1:0]    out_data
);

  logic             valid_q;
  logic [WIDTH-1:0] data_q, picked;
  logic [N-1:0]     behind_q;            // inputs behind the one taken from last
  wire  [N-1:0]     stay;                // the last one, whose turn goes on
  wire  [N-1:0]     behind = in_valid & behind_q;
  wire  [N-1:0]     among  = stay != '0 ? stay : behind != '0 ? behind : in_valid;
  wire  [N-1:0]     turn   = among & (~among + 1'b1);
  wire              free   = !valid_q || out_ready;
  wire              take   = step && free && in_valid != '0;
  // XBAR-7
  assign in_ready  = free ? turn : '0;
  assign out_valid = valid_q;
  assign out_data  = data_q;

  always_comb begin
    picked = '0;
    for (int i = 0; i < N; i++)
      if (turn[i]) picked = picked | in_data[WIDTH*i +: WIDTH];
  end

  if (KEEP == 1) begin : g_one
    assign stay = '0;
    wire unused = &{1'b0, in_key};
  end else begin : g_several
    localparam int CW = $clog2(KEEP);
    logic [KEY-1:0] key_q, key, next_key;  // of the packet taken last, of the next one there, of the one that is taken
    logic [CW-1:0]  more_q;                // that may follow it in its turn
    wire  [N-1:0]   last = ~behind_q & N'({1'b1, behind_q} >> 1);
    // apart, since turn is made of key
    always_comb begin
      key = '0;
      for (int i = 0; i < N; i++)
        if (last[i]) key = key | in_key[KEY*i +: KEY];
    end
    always_comb begin
      next_key = '0;
      for (int i = 0; i < N; i++)
        if (turn[i]) next_key = next_key | in_key[KEY*i +: KEY];
    end
    assign stay = key == key_q && more_q != '0 ? last & in_valid : '0;
    always_ff @(posedge clk)
      if (rst) more_q <= '0;
      else if (take) begin
        key_q  <= next_key;
        more_q <= stay != '0 ? more_q - 1'b1 : CW'(KEEP - 1);
      end
  end

  always_ff @(posedge clk) begin
    if (take) data_q <= picked;
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
