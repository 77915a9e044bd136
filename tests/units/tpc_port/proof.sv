// SPDX-License-Identifier: Apache-2.0
// tpc_port of two SMs and a texture unit with queues of two and two stages, any requests, streams that take and answers
// that come when they like: the requests of a port leave in its stream, once, in order, with its number; answers come
// at their port once, in order; an SM that waits goes after four requests of the other at the latest; an answer waits
// for its port only.
//
// A request has two bits of address, one within 128 bytes and one above, an answer two bits of data.
// Rules (docs/units): TPORT-1, TPORT-2, TPORT-4, TPORT-5.
//
//! proves ports of a TPC: requests of a port leave once, in order, with its number; answers come at theirs once; none
//! proves starves
//! by abc:11
//! set TPC_PORT_STAGES=2 TPC_PORT_QUEUE=2
//! test
`include "formal.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module proof (input wire clk, step, g_ready, t_ready, rsp_valid, input wire [2:0] go, rsp_take,
                   input wire [5:0] bits, input wire [1:0] rsp_port, rsp_bits);
  `F_RESET
  localparam int A = 288;                // where the address begins in a request
  wire [2:0]   mem_req_ready, mem_rsp_valid;
  wire [2:0]   mem_req_valid = rst ? 3'd0 : go;
  wire [`MEM_REQ_W*3-1:0] mem_req;
  wire [`MEM_RSP_W*3-1:0] mem_rsp;
  for (genvar p = 0; p < 3; p++) begin : g_req
    wire mem_req_t r = {`MEM_LOAD, 6'd9, 2'd1, 4'd0, 3'd0, {24'd0, bits[2*p+1], 6'd0, bits[2*p]}, 32'd0, 256'd0};
    assign mem_req[`MEM_REQ_W*p +: `MEM_REQ_W] = r;
  end
  wire         g_valid, t_valid, rsp_ready, idle;
  wire [347:0] g, t;
  wire         port_ok = rsp_port != 2'd2;                     // 0, 1, 3
  wire         answer  = rsp_valid && port_ok && !rst;
  (* keep *) tpc_port #(.NSM(2)) dut (
    .clk, .rst, .step, .tpc(4'd5), .mem_req_valid, .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp_ready(rsp_take),
    .mem_rsp, .g_valid, .g_ready, .g_req(g), .t_valid, .t_ready, .t_req(t), .rsp_valid(answer), .rsp_ready,
    .rsp({4'd5, 4'd0, rsp_port, 6'd9, {254'd0, rsp_bits}}), .idle);

  // reference: what each port's requests and answers are, the oldest in the low bits
  wire [2:0] taken  = mem_req_valid & mem_req_ready;
  wire       g_sm   = g[338];            // the port in the id
  wire [2:0] gone   = {step && t_valid && t_ready, step && g_valid && g_ready && g_sm,
                       step && g_valid && g_ready && !g_sm};
  wire [2:0] to     = {rsp_port == 2'd3, rsp_port == 2'd1, rsp_port == 2'd0};
  wire [2:0] came   = step && answer && rsp_ready ? to : 3'd0;
  wire [2:0] given  = mem_rsp_valid & rsp_take;
  reg  [15:0] q [2:0];                   // two bits each
  reg  [3:0]  n [2:0];
  reg  [3:0]  a [2:0];
  reg  [1:0]  m [2:0];
  always @(posedge clk)
    for (int p = 0; p < 3; p++)
      if (rst) begin
        n[p] <= 4'd0;
        m[p] <= 2'd0;
      end else begin
        q[p] <= gone[p] ? q[p] >> 2 : q[p];
        if (taken[p]) q[p][2*(n[p] - {3'd0, gone[p]}) +: 2] <= bits[2*p +: 2];
        n[p] <= n[p] - {3'd0, gone[p]} + {3'd0, taken[p]};
        a[p] <= given[p] ? a[p] >> 2 : a[p];
        if (came[p]) a[p][2*(m[p] - {1'b0, given[p]}) +: 2] <= rsp_bits;
        m[p] <= m[p] - {1'b0, given[p]} + {1'b0, came[p]};
      end

  // No starvation: requests of the other SM that leave for other 128 bytes than the one before them, and steps in which
  // the stream moves on, while one waits.
  reg [1:0] was;                         // bit 7 of the address of an SM's last one
  always @(posedge clk)
    for (int p = 0; p < 2; p++)
      if (rst)          was[p] <= 1'b0;
      else if (gone[p]) was[p] <= q[p][1];
  reg [3:0] others [1:0];
  reg [3:0] steps  [1:0];
  always @(posedge clk)
    for (int p = 0; p < 2; p++)
      if (rst || n[p] == 4'd0 || gone[p]) begin
        others[p] <= 4'd0;
        steps[p]  <= 4'd0;
      end else if (step && (!g_valid || g_ready)) begin
        steps[p] <= steps[p] + {3'd0, steps[p] != 4'd15};
        if (gone[1 - p] && q[1 - p][1] != was[1 - p]) others[p] <= others[p] + {3'd0, others[p] != 4'd15};
      end

  always @* if (!rst) begin
    if (g_valid) begin
      assert(g[347:340] == 8'h05 && g[339] == 1'b0 && g[337:332] == 6'd9 && n[g_sm] != 4'd0);
      assert(g[331:329] == `MEM_LOAD && g[319:288] == {24'd0, q[g_sm][1], 6'd0, q[g_sm][0]});
    end
    if (t_valid) assert(t[347:332] == 16'h05c9 && n[2] != 4'd0 && t[319:288] == {24'd0, q[2][1], 6'd0, q[2][0]});
    assert(t_valid == (n[2] != 4'd0));
    for (int p = 0; p < 3; p++) begin
      assert(mem_rsp_valid[p] == (m[p] != 2'd0));
      if (mem_rsp_valid[p]) assert(mem_rsp[`MEM_RSP_W*p +: 2] == a[p][1:0]);
    end
    if (answer) assert(rsp_ready == (m[rsp_port == 2'd3 ? 2 : {31'd0, rsp_port[0]}] != 2'd2));
    assert(others[0] <= 4'd4 && others[1] <= 4'd4 && steps[0] <= 4'd8 && steps[1] <= 4'd8);
    assert(!idle || (n[0] == 4'd0 && n[1] == 4'd0 && n[2] == 4'd0));
  end
endmodule
`default_nettype wire
