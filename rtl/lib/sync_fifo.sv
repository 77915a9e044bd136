// SPDX-License-Identifier: Apache-2.0
// sync_fifo: small first-in first-out queue; the head is visible in the cycle after it was written.
//
// in_ready does not depend on out_ready: a full queue takes nothing in the cycle in which it is read.
`include "assert.svh"
`default_nettype none

module sync_fifo #(
  parameter int WIDTH = 32,
  parameter int DEPTH = 4          // power of two
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               in_valid,
  output wire               in_ready,
  input  wire  [WIDTH-1:0]  in_data,
  output wire               out_valid,
  input  wire               out_ready,
  output wire  [WIDTH-1:0]  out_data
);

  localparam int AW = $clog2(DEPTH);
  if (DEPTH != (1 << AW)) begin : g_bad
    sync_fifo_DEPTH_must_be_a_power_of_two u();
  end

  logic [AW:0]   count_q;
  logic [AW-1:0] head_q, tail_q;

  wire push = in_valid && in_ready;
  wire pop  = out_valid && out_ready;

  assign in_ready  = !count_q[AW];
  assign out_valid = (count_q != '0);

  lutram_1r1w #(.WIDTH(WIDTH), .DEPTH(DEPTH), .EN_BITS(WIDTH)) u_mem (
    .clk, .rd_addr(head_q), .rd_data(out_data),
    .wr_en(push), .wr_addr(tail_q), .wr_be(1'b1), .wr_data(in_data));

  always_ff @(posedge clk)
    if (rst) begin
      count_q <= '0;
      head_q  <= '0;
      tail_q  <= '0;
    end else if (push || pop) begin
      if (push) tail_q <= tail_q + 1'b1;
      if (pop)  head_q <= head_q + 1'b1;
      if (push != pop) count_q <= push ? count_q + 1'b1 : count_q - 1'b1;
    end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a queue holds at most DEPTH entries", rst || !count_q[AW] || count_q[AW-1:0] == '0)
  `ASSERT("as many entries lie between head and tail as are counted", rst || tail_q - head_q == count_q[AW-1:0])

endmodule
`default_nettype wire
