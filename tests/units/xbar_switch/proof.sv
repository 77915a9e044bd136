// SPDX-License-Identifier: Apache-2.0
// xbar_switch of three inputs, two outputs and queues of two, any traffic: the packets of any one input to any one
// output, numbered, come there and in order, each once; every packet comes where it was sent; what is offered stays.
// Rules (docs/units): XBAR-2, XBAR-3, XBAR-6, XBAR-10.
//
//! proves switch: packets of each input to each output come in order, once, and nowhere else
//! by pdr:16
//! test
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk, step,
  input wire [2:0] in_valid,
  input wire [2:0] to,                   // the output of each input's packet
  input wire [5:0] number,
  input wire [1:0] out_ready,
  input wire [1:0] from,
  input wire       at
);
  `F_RESET
  reg  [1:0]  f;                         // the input and the output that are watched
  reg         o;
  reg  [1:0]  sent, seen;
  wire [2:0]  in_ready;
  wire [1:0]  out_valid;
  wire [9:0]  out_data;
  wire [14:0] in_data;                   // input, output, number
  for (genvar i = 0; i < 3; i++) begin : g_in
    assign in_data[5*i +: 5] = {2'(i), to[i], f == 2'(i) && o == to[i] ? sent : number[2*i +: 2]};
  end
  (* keep *) xbar_switch #(.INS(3), .OUTS(2), .WIDTH(5), .DEPTH(2)) dut (
    .clk, .rst, .step, .in_valid, .in_ready, .in_to({3'd0, to[2], 3'd0, to[1], 3'd0, to[0]}), .in_data, .out_valid,
    .out_ready, .out_data);

  reg  [1:0] held;
  reg  [9:0] data;
  reg  [1:0] waiting;                    // of those watched
  wire       is_in  = f < 2'd3 && step && in_valid[f] && in_ready[f] && to[f] == o;
  wire       is_out = step && out_valid[o] && out_ready[o] && out_data[5*o + 3 +: 2] == f;
  always @(posedge clk)
    if (rst) begin
      f <= from; o <= at; sent <= 2'd0; seen <= 2'd0; held <= 2'd0; waiting <= 2'd0;
    end else begin
      if (is_in)  sent <= sent + 2'd1;
      if (is_out) seen <= seen + 2'd1;
      waiting <= waiting + {1'b0, is_in} - {1'b0, is_out};
      held <= out_valid & ~(step ? out_ready : 2'd0);
      data <= out_data;
    end

  always @* if (!rst) begin
    for (int i = 0; i < 2; i++) begin
      if (out_valid[i]) assert(out_data[5*i + 2] == 1'(i));
      if (held[i]) assert(out_valid[i] && out_data[5*i +: 5] == data[5*i +: 5]);
    end
    if (out_valid[o] && out_data[5*o + 3 +: 2] == f) begin
      assert(out_data[5*o +: 2] == seen);
      assert(waiting != 2'd0);
    end
    assert(!is_in || waiting != 2'd3 || is_out);
  end
endmodule
`default_nettype wire
