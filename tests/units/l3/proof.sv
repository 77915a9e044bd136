// SPDX-License-Identifier: Apache-2.0
// l3 of two ways and two sets with any requests, and a memory that answers in any order: each request gets its eight
// sectors, the wanted block's first, of the memory's contents; a line that is brought is read once, sector by sector;
// a line that was used last is not brought again; no request waits for anything but its turn, memory and taker.
//
// Lines of one set; of a sector eight bits. Rules (docs/units): L3-1, L3-3, L3-4, L3-5.
//
//! proves L3: each request gets its eight sectors in order, none starves; a line that is missing is read once
//! by abc:25
//! set L3_WAYS=2 L3_BYTES=1024
//! in l3.sv
//! - WIDTH(256),
//! + WIDTH(8),
//! - EN_BITS(256)
//! + EN_BITS(8)
`include "formal.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module proof (input wire clk, input wire req_go, rsp_ready, mem_req_ready, mem_go, input wire [1:0] req_line, req_block,
             input wire req_src, input wire [2:0] mem_nth);
  `F_RESET
  wire [4:0] turn = $anyconst;
  function automatic [7:0] content(input [1:0] line, input [2:0] nth, input [4:0] t);
    content = {3'd5, {line, nth} ^ t};
  endfunction

  reg  [2:0] begun;                      // cycles since reset
  always @(posedge clk) begun <= rst ? 3'd0 : begun == 3'd7 ? 3'd7 : begun + 3'd1;
  wire         req_valid = req_go && !rst && begun > 3'd3;
  wire [31:0]  req_addr  = {21'd0, req_line, 1'b0, req_block, 6'd0};
  wire [347:0] req = {4'd8, {3'd0, req_src}, 8'd3, `MEM_LOAD, 2'd0, 7'd0, req_addr, 32'd0, 256'd0};
  wire         req_ready, rsp_valid, mem_req_valid;
  wire [271:0] rsp;
  wire [347:0] mem_req;

  // sectors that were asked for and have not come
  reg  [7:0]   on;
  reg  [1:0]   on_line;
  wire         mem_rsp_valid = mem_go && on[mem_nth];
  wire [7:0]   mem_data      = content(on_line, mem_nth, turn);
  wire [271:0] mem_rsp = {4'd10, 4'd0, {5'd0, mem_nth}, {248'd0, mem_data}};
  (* keep *) l3 dut (
    .clk, .rst, .step(1'b1), .base(24'd0), .req_valid, .req_ready, .req, .rsp_valid, .rsp_ready, .rsp, .mem_req_valid,
    .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp);

  // reference: requests, the oldest in the low bits: {line, block, src}
  reg  [24:0] q;
  reg  [2:0]  n, sent;
  reg  [1:0]  last;                      // line answered last
  reg         have_last;
  reg  [7:0]  asked;                     // sectors asked for the oldest request
  wire [1:0]  line  = q[4:3];
  wire        take  = req_valid && req_ready;
  wire        pass  = rsp_valid && rsp_ready;
  wire        end_q = pass && sent == 3'd7;
  wire [2:0]  n_left = n - {2'd0, end_q};
  wire        ask   = mem_req_valid && mem_req_ready;
  wire [2:0]  ask_n = mem_req[288+5 +: 3];
  always @(posedge clk)
    if (rst) begin
      n         <= 3'd0;
      sent      <= 3'd0;
      on        <= 8'd0;
      asked     <= 8'd0;
      have_last <= 1'b0;
    end else begin
      q <= end_q ? {5'd0, q[24:5]} : q;
      if (take) q[5*n_left +: 5] <= {req_line, req_block, req_src};
      n <= n_left + {2'd0, take};
      if (pass) sent <= sent + 3'd1;
      if (end_q) {have_last, last} <= {1'b1, line};
      if (mem_rsp_valid) on[mem_nth] <= 1'b0;
      if (ask) begin
        on[ask_n]    <= 1'b1;
        asked[ask_n] <= 1'b1;
        on_line      <= mem_req[288+9 +: 2];
      end
      if (end_q) asked <= 8'd0;
    end

  // No starvation: steps in which a request is there and nothing offered or under way. A line is taken up, looked up,
  // known, read, and at the memory's output: five; eight reads and eight answers bound the rest.
  reg [2:0] still;
  always @(posedge clk)
    still <= rst || n == 3'd0 || rsp_valid || mem_req_valid || on != 8'd0 ? 3'd0 : still == 3'd7 ? 3'd7 : still + 3'd1;

  wire [2:0] nth = {q[2:1], 1'b0} + sent;
  always @* if (!rst) begin
    assert(n <= 3'd5);
    assert(still <= 3'd5);
    if (rsp_valid) begin
      assert(n != 3'd0 && rsp[271:268] == {3'd0, q[0]} && rsp[263:256] == 8'd3);
      assert(rsp[7:0] == content(line, nth, turn));
      assert(asked == 8'd0 || asked == 8'hff);
    end
    if (mem_req_valid) begin
      assert(n != 3'd0 && mem_req[288 +: 32] == {21'd0, line, 1'b0, ask_n, 5'd0});
      assert(!asked[ask_n]);                                    // once
      assert(!(have_last && last == line));                     // the line used last is there
    end
  end
endmodule
`default_nettype wire
