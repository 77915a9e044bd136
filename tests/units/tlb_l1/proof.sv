// SPDX-License-Identifier: Apache-2.0
// tlb_l1 of two lines between any requests and an MMU that knows a page table: order, right translations,
// each page asked for once, no line in two places, no request waits for anything but its turn, crossbar and MMU.
//
// The page table: a virtual page's physical one has some bits turned over, pages of one number are not mapped, and
// those of some lines have 64 or 256 KB. The MMU answers within three steps, the crossbar takes within two.
// Rules (docs/units): TLB-1, TLB-2, TLB-3, TLB-4, TLB-5, TLB-6.
//
//! proves L1 TLB: requests in order, each translated or a fault, none starves; each page asked for once; no line twice
//! by abc:12
`include "formal.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module proof (input wire clk, input wire req_go, out_go, page_go, input wire [4:0] req_p, input wire [1:0] req_t);
  `F_RESET
  // pages: line (2 bits), half of it (1), 64 KB of that (1), 4 KB of these (1)
  wire [4:0]  turn     = $anyconst;
  wire [4:0]  none     = $anyconst;      // this page, or all its 64 or 256 KB, is not mapped
  wire [1:0]  sizes    = $anyconst;      // lines of this number's bits have pages of 64 KB, in blocks of 256 KB
  function automatic [19:0] number(input [4:0] p);         // of a page
    number = {11'd0, p[4:3], p[2], 1'd0, p[1], 3'd0, p[0]};
  endfunction
  function automatic [4:0] same(input [4:0] p, input [1:0] s);     // ones: bits that pages of one size share
    same = p[3] != s[0] ? 5'b11111 : p[4] != s[1] ? 5'b11110 : 5'b11100;
  endfunction
  function automatic mapped(input [4:0] p, input [4:0] n, input [1:0] s);
    mapped = ((p ^ n) & same(p, s)) != 5'd0;
  endfunction
  function automatic [4:0] physical(input [4:0] p, input [4:0] t, input [1:0] s);
    physical = p ^ (t & same(p, s));
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
  wire [4:0]   asked_same = same(asked_p, sizes);
  wire [19:0]  phys = number(physical(asked_p, turn, sizes));
  wire         good = mapped(asked_p, none, sizes);
  (* keep *) tlb_l1 #(.TEX(1), .LINES(2)) dut (
    .clk, .rst, .step(1'b1), .inv(1'b0), .req_valid, .req_ready, .req, .out_valid, .out_ready, .out, .page_valid,
    .page({phys, 9'd0, ~asked_same[1], ~asked_same[0], good}), .fault);

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
        assert(mapped(q_p, none, sizes) && out[319:288] == {number(physical(q_p, turn, sizes)), 12'h700});
        assert(out[347:344] == 4'd7 && out[339:332] == {2'd1, q_t, 4'd0} && out[331:329] == `MEM_STORE);
      end
    end
    if (fault[39]) assert(n != 3'd0 && !out_valid && !mapped(q_p, none, sizes) && fault[31:12] == number(q_p));
  end

  // No starvation: while a request is there and neither crossbar nor MMU is waited for, something is offered after two
  // steps. With at most one question for a request and the times of crossbar and MMU that bounds its stay.
  reg [1:0] still;
  always @(posedge clk)
    still <= rst || n == 3'd0 || out_valid || asked || fault[39] ? 2'd0 : still == 2'd3 ? 2'd3 : still + 2'd1;
  always @* if (!rst) assert(still != 2'd3);

  // one copy
  `F_INSIDE [1:0]  \dut.there_q ;
  `F_INSIDE [25:0] \dut.line_q ;
  always @* if (!rst) assert(\dut.there_q != 2'b11 || \dut.line_q [12:0] != \dut.line_q [25:13]);
endmodule
`default_nettype wire
