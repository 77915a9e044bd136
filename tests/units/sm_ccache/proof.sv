// SPDX-License-Identifier: Apache-2.0
// sm_ccache of two sets and two ways, lines of four words, with any requests and an L2 that takes the block asked for,
// and sends its words in order, when it likes. A request hits exactly when its line is one of the two of its set that
// were used or begun last, and complete; a hit gives the word that memory holds; a line that is missing is asked for
// once, and not again until two others of its set were; whoever is refused is told of a line that has been filled, and
// a line on its way is asked for as soon as the request has travelled.
//
// Of a word one bit: whether it is the watched word. Rules (docs/units): ICACHE-1, CCACHE-1, CCACHE-2, CCACHE-3,
// CCACHE-4, L2-1, L2-2.
//
//! proves constant L1: a hit gives what memory holds; a line in one way, asked for once while missing; who is refused
//! proves is told
//! by pdr:24
//! set CL1_WAYS=2 CL1_BYTES=256 L2_DISTANCE=4
//! in sm_ccache.sv
//! - 4'd15
//! + 4'd3
//! test long
`include "formal.svh"
`default_nettype none

module proof (input wire clk, go, take, come, input wire [2:0] line, input wire [1:0] word);
  `F_RESET
  (* anyconst *) wire [4:0] watched;     // {line, word}

  reg  [1:0] begun;                      // two cycles clear the tags
  always @(posedge clk) begun <= rst ? 2'd0 : begun == 2'd3 ? 2'd3 : begun + 2'd1;
  wire        req_valid = go && begun >= 2'd2 && !rst;
  wire        hit, starts, filled, l2_req_valid;
  wire [31:0] rsp_data;
  wire [24:6] l2_req_addr;

  // --- the L2: a block that was taken, from the next cycle on its words --------------------------------------------
  reg        owed;
  reg  [2:0] owed_line;
  reg  [1:0] nth;
  wire       l2_req_ready = take && !owed;
  wire       l2_rsp_valid = come && owed && !rst;
  wire       last         = l2_rsp_valid && nth == 2'd3;
  wire       ask          = l2_req_valid && l2_req_ready;
  (* keep *) sm_ccache dut (
    .clk, .rst, .req_valid, .req_seg({3'd0, line[2]}), .req_addr({8'd0, line[1:0], 2'd0, word, 2'd0}), .hit, .starts,
    .rsp_data, .filled, .l2_req_valid, .l2_req_addr, .l2_req_ready, .l2_rsp_valid, .l2_rsp_word({2'd0, nth}),
    .l2_rsp_data({31'd0, {owed_line, nth} == watched}));

  // --- reference: of each set the line used last and the one before, {there, line} ----------------------------------
  reg  [7:0] list0, list1;
  wire [7:0] l     = line[0] ? list1 : list0;
  wire       young = l[3:0] == {1'b1, line}, old = l[7:4] == {1'b1, line};
  reg        under;                      // a line is on its way
  reg  [2:0] under_line;
  reg        asked;
  wire       there = req_valid && (young || old);
  wire       begins = req_valid && !there && !under;
  wire [7:0] l_next = young ? l : {l[3:0], 1'b1, line};
  reg  [2:0] age;                        // cycles since it began
  reg        check, want;
  always @(posedge clk) begin
    check <= !rst && hit;
    want  <= {line, word} == watched;
    if (rst) begin
      list0 <= 8'd0;
      list1 <= 8'd0;
      under <= 1'b0;
      owed  <= 1'b0;
      asked <= 1'b0;
      nth   <= 2'd0;
    end else begin
      if ((there || begins) && !line[0]) list0 <= l_next;
      if ((there || begins) && line[0])  list1 <= l_next;
      if (last) {under, asked} <= 2'b00;
      if (ask)  {owed, owed_line, asked} <= {1'b1, l2_req_addr[16], l2_req_addr[7:6], 1'b1};
      else if (last) owed <= 1'b0;
      if (begins) {under, under_line} <= {1'b1, line};
      if (l2_rsp_valid) nth <= nth + 2'd1;
      age <= begins ? 3'd1 : age == 3'd4 ? 3'd4 : age + 3'd1;
    end
  end

  // rows of the memory that are read and written in one cycle (COLLIDE 0)
  `F_INSIDE       \dut.u_data.rd_en ;
  `F_INSIDE       \dut.u_data.wr_en ;
  `F_INSIDE [5:0] \dut.u_data.rd_addr ;
  `F_INSIDE [5:0] \dut.u_data.wr_addr ;
  always @* if (!rst) begin
    assert(hit == (there && !(under && under_line == line)));
    assert(starts == begins);
    assert(filled == last);
    if (check) assert(rsp_data[0] == want);
    assert(l2_req_valid == (under && !asked && age == 3'd4));               // once, and in time
    if (l2_req_valid) assert(l2_req_addr == {5'b10000, 3'd0, under_line[2], 8'd0, under_line[1:0]});
    if (req_valid && !hit) assert(under || starts);                         // so a line will be filled
    if (\dut.u_data.rd_en && \dut.u_data.wr_en ) assert(\dut.u_data.rd_addr != \dut.u_data.wr_addr );
  end
endmodule
`default_nettype wire
