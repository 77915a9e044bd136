// SPDX-License-Identifier: Apache-2.0
// xbar_switch: INS inputs by OUTS outputs, a queue of DEPTH packets where they cross, a register at each output.
//
// An input gives one packet a step; any number of outputs can take from different queues of it. Rules:
// docs/units/xbar.md.
`include "assert.svh"
`default_nettype none

module xbar_switch #(
  parameter int INS   = 12,          // 2 to 16
  parameter int OUTS  = 10,          // 2 to 16
  parameter int WIDTH = 32,
  parameter int DEPTH = 4,           // power of two
  parameter int KEEP  = 1,           // packets of a turn at most (XBAR-7), of one KEY: bits of a packet from KEY_AT on
  parameter int KEY_AT = 0,
  parameter int KEY   = 1
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   step,
  input  wire  [INS-1:0]        in_valid,
  output logic [INS-1:0]        in_ready,
  input  wire  [4*INS-1:0]      in_to,       // number of the output
  input  wire  [WIDTH*INS-1:0]  in_data,
  output wire  [OUTS-1:0]       out_valid,
  input  wire  [OUTS-1:0]       out_ready,
  output wire  [WIDTH*OUTS-1:0] out_data,
  output wire                   idle         // holds nothing
);

  wire [INS*OUTS-1:0] room;              // input i, output o: bit INS * o + i
  wire [OUTS-1:0]     crossing;          // packets wait for output o
  assign idle = crossing == '0 && out_valid == '0;
  // XBAR-6
  always_comb begin
    in_ready = '0;
    for (int i = 0; i < INS; i++)
      for (int o = 0; o < OUTS; o++)
        if (in_to[4*i +: 4] == 4'(o)) in_ready[i] = in_valid[i] && room[INS*o + i];
  end

  for (genvar o = 0; o < OUTS; o++) begin : g_out
    wire [INS-1:0]       some, taken;
    wire [WIDTH*INS-1:0] data;
    wire [KEY*INS-1:0]   key;
    assign crossing[o] = some != '0;
    for (genvar i = 0; i < INS; i++) begin : g_in
      sync_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_cross (
        .clk, .rst, .in_valid(step && in_valid[i] && in_to[4*i +: 4] == 4'(o)), .in_ready(room[INS*o + i]),
        .in_data(in_data[WIDTH*i +: WIDTH]), .out_valid(some[i]), .out_ready(step && taken[i]),
        .out_data(data[WIDTH*i +: WIDTH]));
      assign key[KEY*i +: KEY] = data[WIDTH*i + KEY_AT +: KEY];
    end
    step_merge #(.N(INS), .WIDTH(WIDTH), .KEY(KEY), .KEEP(KEEP)) u_out (
      .clk, .rst, .step, .in_valid(some), .in_ready(taken), .in_data(data), .in_key(key), .out_valid(out_valid[o]),
      .out_ready(out_ready[o]), .out_data(out_data[WIDTH*o +: WIDTH]));
  end

  // --- cannot happen ------------------------------------------------------------------------------
  wire [INS-1:0] lost;                   // to an output that is not there
  for (genvar i = 0; i < INS; i++) begin : g_lost
    assign lost[i] = in_valid[i] && 32'(in_to[4*i +: 4]) >= OUTS;
  end
  `ASSERT("a packet goes to a port that is there", rst || !step || lost == '0)

endmodule
`default_nettype wire
