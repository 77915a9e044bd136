// SPDX-License-Identifier: Apache-2.0
// tlb_l1 of two lines of 128 KB between any requests and an MMU that knows a page table: order, right translations,
// each page asked for once, no line in two places, no request waits for anything but its turn, crossbar and MMU.
//
// The page table: a virtual page's physical one has some bits turned over, pages of one number are not mapped, and
// those with one bit have 64 KB. The MMU answers within three steps, the crossbar takes within two.
// Rules (docs/units): TLB-1, TLB-2, TLB-3, TLB-4, TLB-5, TLB-6.
//
//! proves L1 TLB: requests in order, each translated or a fault, none starves; each page asked for once; no line twice
//! by abc:14
//! set TLB1_LINE_BYTES=131072
`include "formal.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module proof (input wire clk, input wire req_go, out_go, page_go, input wire [4:0] req_p, input wire [1:0] req_t);
  `F_RESET
  // pages: line (2 bits), 64 KB of it (1), 4 KB of these (2)
  wire [4:0]  turn     = $anyconst;
  wire [4:0]  none     = $anyconst;      // this page, or all its 64 KB, is not mapped
  wire        big_bit  = $anyconst;      // lines of this number's lowest bit have pages of 64 KB
  function automatic [19:0] number(input [4:0] p);         // of a page
    number = {13'd0, p[4:3], p[2], 2'd0, p[1:0]};
  endfunction
  function automatic big(input [4:0] p, input b);
    big = p[3] == b;
  endfunction
  function automatic mapped(input [4:0] p, input [4:0] n, input b);
    mapped = big(p, b) ? p[4:2] != n[4:2] : p != n;
  endfunction
  function automatic [4:0] physical(input [4:0] p, input [4:0] t, input b);
    physical = big(p, b) ? p ^ {t[4:2], 2'd0} : p ^ t;
  endfunction

  wire         req_ready, out_valid;
  wire         req_valid = req_go && !rst;
  wire [19:0]  req_n = number(req_p);
  wire [347:0] req = {4'd0, 4'd5, {2'd1, req_t, 4'd0}, `MEM_STORE, 2'd2, 7'd0, req_n, 12'h700, 32'd0, 256'd0};
  wire [347:0] out;
  wire [39:0]  fault;
  reg  [2:0]   wait_out, wait_page;
  wire         out_ready = out_go || wait_out == 3'd1;
  reg          asked;
  reg  [4:0]   asked_p;
  wire         page_valid = asked && (page_go || wait_page == 3'd2);
  wire [19:0]  phys = number(physical(asked_p, turn, big_bit));
  wire         good = mapped(asked_p, none, big_bit);
  (* keep *) tlb_l1 #(.TEX(1), .LINES(2)) dut (
    .clk, .rst, .step(1'b1), .inv(1'b0), .req_valid, .req_ready, .req, .out_valid, .out_ready, .out, .page_valid,
    .page({phys, 10'd0, big(asked_p, big_bit), good}), .fault);

  // reference: requests that were taken, the oldest in the low bits; the oldest may have been answered
  reg [27:0] q;
  reg [2:0]  n;
  reg        answered;
  wire [4:0] q_p    = q[4:0];
  wire [1:0] q_t    = q[6:5];
  wire       is_ask = out[347:344] == `XBAR_TO_MMU;
  wire       take   = req_valid && req_ready;
  wire       pass   = out_valid && out_ready && !is_ask;
  wire       leave  = pass || fault[39];
  wire [2:0] n_left = n - {2'd0, leave};
  always @(posedge clk)
    if (rst) begin
      n         <= 3'd0;
      asked     <= 1'b0;
      answered  <= 1'b0;
      wait_out  <= 3'd0;
      wait_page <= 3'd0;
    end else begin
      q <= leave ? {7'd0, q[27:7]} : q;
      if (take) q[7*n_left[1:0] +: 7] <= {req_t, req_p};
      n        <= n_left + {2'd0, take};
      wait_out <= out_valid && !out_ready ? wait_out + 3'd1 : 3'd0;
      if (page_valid) {asked, answered} <= 2'b01;
      wait_page <= asked && !page_valid ? wait_page + 3'd1 : 3'd0;
      if (out_valid && out_ready && is_ask) {asked, asked_p} <= {1'b1, q_p};
      if (leave) answered <= 1'b0;
    end

  always @* if (!rst) begin
    assert(n <= 3'd4);
    if (out_valid) begin
      assert(n != 3'd0);
      assert(out[343:340] == 4'd5 && out[328:327] == 2'd2);
      if (is_ask) begin
        assert(!answered && !asked);                                            // filled once
        assert(out[339:332] == 8'hc0 && out[331:329] == `MEM_LOAD && out[319:300] == number(q_p));
      end else begin
        assert(mapped(q_p, none, big_bit) && out[319:288] == {number(physical(q_p, turn, big_bit)), 12'h700});
        assert(out[347:344] == 4'd7 && out[339:332] == {2'd1, q_t, 4'd0} && out[331:329] == `MEM_STORE);
      end
    end
    if (fault[39]) assert(n != 3'd0 && !out_valid && !mapped(q_p, none, big_bit) && fault[31:12] == number(q_p));
  end

  // No starvation: while a request is there and neither crossbar nor MMU is waited for, something is offered after two
  // steps. With at most one question for a request and the times of crossbar and MMU that bounds its stay.
  reg [1:0] still;
  always @(posedge clk)
    still <= rst || n == 3'd0 || out_valid || asked || fault[39] ? 2'd0 : still == 2'd3 ? 2'd3 : still + 2'd1;
  always @* if (!rst) assert(still != 2'd3);

  // one copy
  `F_INSIDE [1:0]  \dut.there_q ;
  `F_INSIDE [29:0] \dut.line_q ;
  always @* if (!rst) assert(\dut.there_q != 2'b11 || \dut.line_q [14:0] != \dut.line_q [29:15]);
endmodule
`default_nettype wire
