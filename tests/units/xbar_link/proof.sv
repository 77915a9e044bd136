// SPDX-License-Identifier: Apache-2.0
// xbar_link with two steps and four places, any traffic, steps at any time: packets numbered by the sending end come
// in order; credits, packets and credits on the way back are always four together; while the other end takes all, a
// packet comes in each step, two steps after it was sent.
// Rules (docs/units): XBAR-4, XBAR-5, XBAR-10, XBAR-12.
//
//! proves link: order kept, nothing lost or made, credits neither lost nor made, a packet a step two steps later
//! by pdr:16
//! test
`include "formal.svh"
`default_nettype none

module proof (input wire clk, step, in_valid, out_ready);
  `F_RESET
  wire       in_ready, out_valid;
  wire [2:0] out_data;
  reg  [2:0] sent, seen;
  (* keep *) xbar_link #(.WIDTH(3), .STEPS(2), .QUEUE(4)) dut (
    .clk, .rst, .step, .in_valid, .in_ready, .in_data(sent), .out_valid, .out_ready, .out_data);

  wire send = step && in_valid && in_ready;
  wire take = step && out_valid && out_ready;
  reg        all;                        // the other end has always taken
  reg  [1:0] ago;                        // sent one step, two steps ago
  always @(posedge clk)
    if (rst) begin
      sent <= 3'd0; seen <= 3'd0; all <= 1'b1; ago <= 2'd0;
    end else begin
      if (send) sent <= sent + 3'd1;
      if (take) seen <= seen + 3'd1;
      if (step) ago <= {ago[0], send};
      if (step && !out_ready) all <= 1'b0;
    end

  `F_INSIDE [2:0] \dut.credits_q ;
  `F_INSIDE [2:0] \dut.u_queue.count_q ;
  `F_INSIDE       \dut.u_way.out_valid ;
  `F_INSIDE       \dut.freed ;
  wire [2:0] queued = \dut.u_queue.count_q ;
  wire [2:0] way    = {2'd0, \dut.u_way.out_valid };
  always @* if (!rst) begin
    if (out_valid) assert(out_data == seen);
    assert(sent - seen == queued + way);
    assert(\dut.credits_q <= 3'd4 && queued <= 3'd4);
    assert({1'b0, \dut.credits_q } + {1'b0, queued} + {1'b0, way} + {3'd0, \dut.freed } == 4'd4);
    if (all) assert(in_ready && out_valid == ago[1]);
  end
endmodule
`default_nettype wire
