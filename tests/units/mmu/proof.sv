// SPDX-License-Identifier: Apache-2.0
// mmu with TLBs of two sets and two ways, between two L1 TLBs that ask for any pages, one at a time, and a memory with
// a page table that answers in any order: each question is answered once, as the page table says; for it the directory
// is read once at most and the page once at most; no question waits for anything but its turn, memory and taker.
//
// Pages 0 to 3 of region 0, of 4 KB, and of region 4, of 64 KB in blocks of any size or without a table.
// Rules (docs/units): MMU-1, MMU-3, MMU-4, MMU-5, MMU-6, MMU-7, MMU-9.
//
//! proves MMU: each question answered once, as the page table says, none starves; directory and page read once at most
//! by abc:14
//! set GTLB2_WAYS=2 TTLB2_WAYS=2 GTLB2_BYTES=16384 TTLB2_BYTES=16384
//! test long
`include "formal.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module proof (input wire clk, input wire req_go, req_tex, rsp_ready, mem_req_ready, mem_go, mem_tex,
              input wire [2:0] req_p);
  `F_RESET
  wire [1:0] turn = $anyconst;
  wire [1:0] none = $anyconst;           // page of region 0 that is not mapped
  wire       high = $anyconst;           // region 4 has a table
  wire       hole = $anyconst;           // in which the first 64 KB are not mapped
  wire [2:0] pages = $anyconst;          // log2 of those in a block
  function automatic [31:0] answer(input [2:0] p, input [1:0] t, input [1:0] n, input h, input o, input [2:0] b);
    if (p[2]) answer = h && !o ? {8'd1, 10'd0, p[1:0], 9'd0, b >= 3'd2, 2'd3} : 32'd0;
    else      answer = p[1:0] == n ? 32'd0 : {18'd0, p[1:0] ^ t, 12'd1};
  endfunction

  reg  [1:0]   busy, on;                 // by TLB: asks; waits for a sector
  reg  [5:0]   page;
  reg  [1:0]   got_dir, got_page;        // sectors asked for the question
  reg  [1:0]   of_dir;                   // what is read
  wire         req_ready, rsp_valid, mem_req_valid;
  wire         req_valid = req_go && !rst && !busy[req_tex];
  wire [347:0] req = {4'd9, 4'd0, req_tex ? 8'hc0 : 8'd0, `MEM_LOAD, req_tex ? 2'd3 : 2'd2, 7'd0,
                      {req_p[2], 17'd0, req_p[1:0], 12'd0}, 32'd0, 256'd0};
  wire [271:0] rsp;
  wire [347:0] mem_req;
  wire [31:0]  at      = mem_req[319:288];
  wire         ask_tex = mem_req[336];
  wire         ask_dir = at < 32'h80;
  wire [2:0]   ask_p   = page[3*ask_tex +: 3];
  wire         read_ok = ask_dir ? at == (ask_p[2] ? 32'h60 : 32'h40)
                                 : at == (ask_p[2] ? 32'h20000 : 32'h10000);

  // the sector that comes
  wire         mem_rsp_valid = mem_go && on[mem_tex];
  wire [2:0]   mem_p  = page[3*mem_tex +: 3];
  reg  [255:0] sector;
  always @* begin
    sector = 256'd0;
    if (of_dir[mem_tex])  sector[31:0] = mem_p[2] ? (high ? 32'h20001 : 32'd0) : 32'h10003;
    else if (mem_p[2])    sector[31:0] = hole ? 32'd0 : {8'd1, 1'b0, 13'd0, pages, 7'd1};
    else
      for (int i = 0; i < 4; i++) sector[64*i +: 32] = {18'd0, 2'(i) ^ turn, 11'd0, 2'(i) != none};
  end
  wire [271:0] mem_rsp = {4'd11, 4'd0, {3'd0, mem_tex, 4'd0}, sector};
  (* keep *) mmu #(.QUEUE(2)) dut (
    .clk, .rst, .step(1'b1), .dir_base(26'd1), .inv(1'b0), .req_valid, .req_ready, .req, .rsp_valid, .rsp_ready, .rsp,
    .mem_req_valid, .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp);

  wire take    = req_valid && req_ready;
  wire pass    = rsp_valid && rsp_ready;
  wire ask     = mem_req_valid && mem_req_ready;
  wire rsp_tex = rsp[263];
  always @(posedge clk)
    if (rst) begin
      {busy, on} <= 4'd0;
    end else begin
      if (pass) busy[rsp_tex] <= 1'b0;
      if (take) begin
        busy[req_tex]        <= 1'b1;
        page[3*req_tex +: 3] <= req_p;
        got_dir[req_tex]     <= 1'b0;
        got_page[req_tex]    <= 1'b0;
      end
      if (mem_rsp_valid) on[mem_tex] <= 1'b0;
      if (ask) begin
        on[ask_tex]     <= 1'b1;
        of_dir[ask_tex] <= ask_dir;
        if (ask_dir) got_dir[ask_tex] <= 1'b1;
        else         got_page[ask_tex] <= 1'b1;
      end
    end

  // No starvation: steps in a row in which a question is there, its read is not under way, what is offered is taken.
  // Two reads at most bound the rest. (Questions go before entries: the other TLB can be one question ahead.)
  reg [3:0] still [1:0];
  always @(posedge clk)
    for (int i = 0; i < 2; i++)
      still[i] <= rst || !busy[i] || on[i] || (rsp_valid && !rsp_ready) || (mem_req_valid && !mem_req_ready) ? 4'd0
                  : still[i] == 4'd15 ? 4'd15 : still[i] + 4'd1;

  always @* if (!rst) begin
    assert(still[0] <= 4'd5 && still[1] <= 4'd5);
    if (rsp_valid) begin
      assert(busy[rsp_tex] && rsp[271:264] == 8'h09 && rsp[262:256] == {rsp_tex, 6'd0});
      assert(rsp[31:0] == answer(page[3*rsp_tex +: 3], turn, none, high, hole, pages));
    end
    if (mem_req_valid) begin
      assert(busy[ask_tex] && !on[ask_tex] && read_ok);
      assert(!(ask_dir ? got_dir[ask_tex] : got_page[ask_tex]));
    end
  end
endmodule
`default_nettype wire
