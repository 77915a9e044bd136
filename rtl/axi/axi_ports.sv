// SPDX-License-Identifier: Apache-2.0
// axi_ports: the memory ports of tpc_top, and its lines, on one AXI4 master (axi_mem). Rules: docs/units/axi.md.
//
//    tpc_top, port p --> taken_q[p] --> queue --> axi_mem <--> bus
//                    <-- axi_due (TIMED), or as they come <--+
//
// TIMED = 0: answers as they come; what has no room waits (ready). TIMED = 1: a memory of fixed latency (MEM-20) to the
// machine, whose clock stands while `late`; ready is always 1.
`include "mem_types.svh"
`default_nettype none

module axi_ports #(
  parameter int PORTS       = 2,                     // 2 to 4
  parameter int ADDR_W      = 32,                    // as axi_mem
  parameter int OUTSTANDING = 16,
  parameter int TIMED       = 0,
  parameter int QUEUE       = 16,                    // requests that wait: a power of two
  parameter int LATENCY     = gpu_cfg::MEM_LATENCY
) (
  input  wire                      clk,
  input  wire                      rst,              // while idle only
  input  wire                      run,              // requests count
  input  wire                      clk_en,           // this cycle of the machine ends
  input  wire  [15:0]              cycle,            // its number, low bits
  output wire                      late,             // it may not end yet
  output wire                      idle,             // all that was accepted has taken effect, and is answered
  input  wire  [31:5]              mem_base,
  input  wire  [31:5]              mem_limit,
  input  wire  [ADDR_W-1:5]        offset,
  output wire                      error,

  input  wire  [PORTS-1:0]         req_valid,
  output wire  [PORTS-1:0]         req_ready,
  input  wire  [`MEM_REQ_W*PORTS-1:0] req,           // mem_req_t of each
  output wire  [PORTS-1:0]         rsp_valid,
  input  wire  [PORTS-1:0]         rsp_ready,
  output wire  [`MEM_RSP_W*PORTS-1:0] rsp,           // mem_rsp_t

  input  wire                      line_req_valid,
  output wire                      line_req_ready,
  input  wire  [ADDR_W-1:6]        line_req_addr,
  output wire                      line_rsp_valid,
  output wire  [255:0]             line_rsp_data,

  output wire                      ar_valid,
  input  wire                      ar_ready,
  output wire  [6+$clog2(PORTS):0] ar_id,
  output wire  [ADDR_W-1:0]        ar_addr,
  output wire  [7:0]               ar_len,
  input  wire                      r_valid,
  output wire                      r_ready,
  input  wire  [6+$clog2(PORTS):0] r_id,
  input  wire  [255:0]             r_data,
  input  wire  [1:0]               r_resp,
  output wire                      aw_valid,
  input  wire                      aw_ready,
  output wire  [6+$clog2(PORTS):0] aw_id,
  output wire  [ADDR_W-1:0]        aw_addr,
  output wire                      w_valid,
  input  wire                      w_ready,
  output wire  [31:0]              w_strb,
  output wire  [255:0]             w_data,
  input  wire                      b_valid,
  output wire                      b_ready,
  input  wire  [6+$clog2(PORTS):0] b_id,
  input  wire  [1:0]               b_resp
);

  localparam int PW = $clog2(PORTS);

  // --- requests of a cycle, port by port (AXI-3) -----------------------------------------------------
  logic [PORTS-1:0] taken_q;
  logic [`MEM_REQ_W*PORTS-1:0] taken_req_q;
  logic [15:0]      taken_due_q;
  logic [PW-1:0]    pick;
  logic [PORTS-1:0] pick_mask;
  always_comb begin
    pick = '0;
    for (int p = PORTS - 1; p >= 0; p--) if (taken_q[p]) pick = PW'(p);
    pick_mask       = '0;
    pick_mask[pick] = 1'b1;
  end
  wire              queue_room;
  wire              push = taken_q != '0 && queue_room;
  wire  [PORTS-1:0] left = push ? taken_q & ~pick_mask : taken_q;
  mem_req_t         picked;
  assign picked    = taken_req_q[`MEM_REQ_W*pick +: `MEM_REQ_W];
  assign req_ready = TIMED != 0 || left == '0 ? '1 : '0;
  always_ff @(posedge clk)
    if (rst) taken_q <= '0;
    else begin
      taken_q <= left;
      if (clk_en && run) taken_q <= (req_valid & req_ready) | left;
    end
  // What is there without a request does not matter, so they follow the ports while nothing is left.
  always_ff @(posedge clk)
    if (left == '0) begin
      taken_req_q <= req;
      taken_due_q <= cycle + 16'(LATENCY);
    end

  wire              in_valid, in_ready, out_valid, out_ready, mem_idle;
  wire  [PW-1:0]    in_port, out_port;
  wire  [`MEM_REQ_W-1:0] in_req;
  wire  [5:0]       out_id;
  wire  [255:0]     out_data;
  sync_fifo #(.WIDTH(PW + `MEM_REQ_W), .DEPTH(QUEUE)) u_queue (
    .clk, .rst, .in_valid(taken_q != '0), .in_ready(queue_room), .in_data({pick, picked}),
    .out_valid(in_valid), .out_ready(in_ready), .out_data({in_port, in_req}));

  axi_mem #(.PORTS(PORTS), .ADDR_W(ADDR_W), .OUTSTANDING(OUTSTANDING)) u_mem (
    .clk, .rst, .mem_base, .mem_limit, .offset, .idle(mem_idle), .error, .in_valid, .in_ready, .in_port, .in_req,
    .out_valid, .out_ready, .out_port, .out_id, .out_data,
    .line_req_valid, .line_req_ready, .line_req_addr, .line_rsp_valid, .line_rsp_data,
    .ar_valid, .ar_ready, .ar_id, .ar_addr, .ar_len, .r_valid, .r_ready, .r_id, .r_data, .r_resp,
    .aw_valid, .aw_ready, .aw_id, .aw_addr, .w_valid, .w_ready, .w_strb, .w_data, .b_valid, .b_ready, .b_id, .b_resp);
  assign idle = mem_idle && taken_q == '0;

  // --- answers ---------------------------------------------------------------------------------------
  logic [PORTS-1:0] out_mask;
  always_comb begin
    out_mask           = '0;
    out_mask[out_port] = out_valid;
  end
  if (TIMED != 0) begin : g_timed
    wire [PORTS-1:0] lates;
    assign out_ready = 1'b1;
    // all requests of a cycle are in the queue before the next one ends
    assign late = left != '0 || lates != '0;
    for (genvar p = 0; p < PORTS; p++) begin : g_port
      wire         unused_idle;
      wire [5:0]   id;
      wire [255:0] data;
      axi_due u_due (
        .clk, .rst, .clk_en, .cycle, .late(lates[p]), .idle(unused_idle), .put_valid(push && pick_mask[p] &&
        !picked.kind[0]), .put_id(picked.id), .put_due(taken_due_q), .got_valid(out_mask[p]), .got_id(out_id),
        .got_data(out_data), .rsp_valid(rsp_valid[p]), .rsp_ready(rsp_ready[p]), .rsp_id(id), .rsp_data(data));
      assign rsp[`MEM_RSP_W*p +: `MEM_RSP_W] = {3'd0, id, data};
    end
  end else begin : g_now
    assign late      = 1'b0;
    assign rsp_valid = run ? out_mask : '0;
    assign rsp       = {PORTS{3'd0, out_id, out_data}};
    wire unused_due  = &{1'b0, taken_due_q};
    assign out_ready = !run || (clk_en && rsp_ready[out_port]);     // behind the end of a launch nobody waits for it
  end

endmodule
`default_nettype wire
