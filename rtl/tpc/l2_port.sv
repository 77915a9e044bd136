// SPDX-License-Identifier: Apache-2.0
// l2_port: the L2's side of the crossbar: a line that tpc_l2 asks for goes to the L3 as a packet, the eight packets
// with its sectors come back as words. Rules: docs/units/l2-port.md.
`include "assert.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module l2_port (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    step,
  input  wire  [3:0]             tpc,          // its number
  input  wire                    l3_req_valid,
  input  wire  [24:6]            l3_req_addr,
  output wire                    l3_req_ready,
  output wire                    l3_rsp_valid,
  output logic [31:0]            l3_rsp_data,
  output wire                    req_valid,
  input  wire                    req_ready,
  output wire  [`GPU_REQ_W-1:0]  req,          // gpu_req_t
  input  wire                    rsp_valid,
  output wire                    rsp_ready,
  input  gpu_rsp_t               rsp,
  output wire                    idle          // holds nothing; lines may be under way
);

  localparam int LINES = 4;                    // under way

  // LPORT-1, LPORT-2
  wire        line_valid, move, empty;
  wire [24:6] line, addr;
  logic [1:0] number_q;                        // of the next line
  sync_fifo #(.WIDTH(19), .DEPTH(LINES)) u_lines (
    .clk, .rst, .in_valid(l3_req_valid), .in_ready(l3_req_ready), .in_data(l3_req_addr),
    .out_valid(line_valid), .out_ready(step && move), .out_data(line));
  assign move = !req_valid || req_ready;
  step_pipe #(.WIDTH(19), .STAGES(gpu_cfg::L2_PORT_STAGES)) u_stages (
    .clk, .rst, .step, .move, .in_valid(line_valid), .in_data(line), .out_valid(req_valid), .out_data(addr), .empty);
  assign req = {`XBAR_TO_L3, tpc, 6'd0, number_q, `MEM_LOAD, `SPACE_S, 7'd0, 7'd0, addr, 6'd0, 32'd0, 256'd0};

  // LPORT-3, LPORT-4
  wire         room;
  wire [255:0] sector;
  logic [2:0]  word_q;
  sync_fifo #(.WIDTH(256), .DEPTH(8 * LINES)) u_sectors (
    .clk, .rst, .in_valid(step && rsp_valid), .in_ready(room), .in_data(rsp.data),
    .out_valid(l3_rsp_valid), .out_ready(word_q == 3'd7), .out_data(sector));
  assign rsp_ready = 1'b1;
  always_comb l3_rsp_data = sector[32*word_q +: 32];

  always_ff @(posedge clk)
    if (rst) begin
      number_q <= 2'd0;
      word_q   <= 3'd0;
    end else begin
      if (step && req_valid && req_ready) number_q <= number_q + 2'd1;
      if (l3_rsp_valid) word_q <= word_q + 3'd1;
    end

  // --- cannot happen ------------------------------------------------------------------------------
  logic [4:0] due_q;                           // line and sector of the next answer
  always_ff @(posedge clk)
    if (rst)                    due_q <= 5'd0;
    else if (step && rsp_valid) due_q <= due_q + 5'd1;
  `ASSERT("there is a place for each sector", rst || !step || !rsp_valid || room)
  `ASSERT("lines come in the order in which they were asked for",
          rst || !step || !rsp_valid || rsp.id[1:0] == due_q[4:3])
  assign idle = !line_valid && empty && !l3_rsp_valid;
  wire unused = &{1'b0, rsp};

endmodule
`default_nettype wire
