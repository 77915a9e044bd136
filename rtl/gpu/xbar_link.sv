// SPDX-License-Identifier: Apache-2.0
// xbar_link: a way of STEPS steps to a queue of QUEUE places, with a credit for each of them.
//
// The sending end takes a packet while it has a credit; nothing on the way waits. The credit of a place comes back as
// late as a packet comes there, so what the one end does is seen at the other STEPS steps later and not before.
// Rules: docs/units/xbar.md.
`include "assert.svh"
`default_nettype none

module xbar_link #(
  parameter int WIDTH = 32,
  parameter int STEPS = 8,           // 1 or more
  parameter int QUEUE = 32           // power of two
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               step,
  input  wire               in_valid,
  output wire               in_ready,
  input  wire  [WIDTH-1:0]  in_data,
  output wire               out_valid,
  input  wire               out_ready,
  output wire  [WIDTH-1:0]  out_data,
  output wire               idle         // all credits are at home: no packet is on the way
);

  localparam int CW = $clog2(QUEUE) + 1;

  logic [CW-1:0]    credits_q;
  wire              sent = in_valid && in_ready;
  wire              here, room, freed, empty;
  wire  [WIDTH-1:0] here_data;
  // XBAR-5
  assign in_ready = credits_q != '0;
  assign idle     = credits_q == CW'(QUEUE);
  wire   unused   = empty;

  // XBAR-4
  step_pipe #(.WIDTH(WIDTH), .STAGES(STEPS - 1)) u_way (
    .clk, .rst, .step, .move(1'b1), .in_valid(sent), .in_data, .out_valid(here), .out_data(here_data), .empty);
  sync_fifo #(.WIDTH(WIDTH), .DEPTH(QUEUE)) u_queue (
    .clk, .rst, .in_valid(step && here), .in_ready(room), .in_data(here_data), .out_valid,
    .out_ready(step && out_ready), .out_data);

  // the credit's way back
  if (STEPS == 1) begin : g_near
    assign freed = out_valid && out_ready;
  end else begin : g_back
    logic [STEPS-2:0] back_q;
    assign freed = back_q[STEPS-2];
    always_ff @(posedge clk)
      if (rst)       back_q <= '0;
      else if (step) back_q <= (back_q << 1) | (STEPS - 1)'(out_valid && out_ready);
  end
  always_ff @(posedge clk)
    if (rst)                        credits_q <= CW'(QUEUE);
    else if (step && sent != freed) credits_q <= sent ? credits_q - 1'b1 : credits_q + 1'b1;

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a packet comes to a free place", rst || !step || !here || room)
  `ASSERT("there are no more credits than places", rst || credits_q <= CW'(QUEUE))

endmodule
`default_nettype wire
