// SPDX-License-Identifier: Apache-2.0
// tex_l1 of two sets and two ways, four sectors under way, any sectors, a memory that takes when it likes and answers
// in any order, and a taker that has room when it likes: every sector that was asked for is handed out once, in order,
// with what memory holds; a line is in one way; an id is given again only when its answer has come; what was asked for
// last is not asked for again; when the memory has answered, there is room and nothing is asked for, all is handed out.
//
//! proves texture L1: each sector is handed out once, in order, with what memory holds; a line is in one way, and not
//! proves asked for twice
//! by abc:14
//! test
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk,
  input wire       go,
  input wire [2:0] sector,
  input wire       req_ready,
  input wire       out_ready,
  input wire       come,
  input wire [1:0] come_id
);
  `F_RESET
  wire [2:0] turn = $anyconst;           // contents of the memory: the sector's number, turned

  reg  [1:0]  begun;                     // cycles since reset: two clear the tags
  always @(posedge clk) begun <= rst ? 2'd0 : begun == 2'd3 ? 2'd3 : begun + 2'd1;

  reg  [2:0]  n;                         // under way, the oldest in the low bits
  reg  [11:0] q;
  reg  [3:0]  on;                        // asked for at the memory
  reg  [11:0] on_sector;
  wire        in_valid = go && begun == 2'd3 && n != 3'd4;
  wire        in_ready, req_valid, out_valid;
  wire [1:0]  req_id;
  wire [2:0]  req_sector, out_data;
  wire        rsp_valid = come && on[come_id];
  (* keep *) tex_l1 #(.SETS(2), .WAYS(2), .N(4), .SW(3), .DW(3)) dut (
    .clk, .rst, .in_valid, .in_ready, .in_sector(sector), .req_valid, .req_ready, .req_id, .req_sector,
    .rsp_valid, .rsp_id(come_id), .rsp_data(on_sector[3*come_id +: 3] ^ turn), .out_valid, .out_ready, .out_data);

  wire       take = in_valid && in_ready, ask = req_valid && req_ready;
  wire [2:0] left = n - {2'd0, out_valid};
  reg  [2:0] still;                      // cycles in which nothing was asked for and the memory had answered
  reg  [2:0] last;                       // asked for last at the memory
  reg        have;
  always @(posedge clk)
    if (rst) begin
      n     <= 3'd0;
      on    <= 4'd0;
      still <= 3'd0;
      have  <= 1'b0;
    end else begin
      q <= out_valid ? q >> 3 : q;
      if (take) q[3*left[1:0] +: 3] <= sector;
      n <= left + {2'd0, take};
      if (rsp_valid) on[come_id] <= 1'b0;
      if (ask) begin
        on[req_id] <= 1'b1;
        on_sector[3*req_id +: 3] <= req_sector;
        last <= req_sector;
        have <= 1'b1;
      end
      still <= take || ask || on != 4'd0 || !req_ready || !out_ready ? 3'd0 : still == 3'd7 ? 3'd7 : still + 3'd1;
    end

  `F_INSIDE [1:0] \dut.u_tags.match ;
  `F_INSIDE       \dut.asked_q ;
  always @* if (!rst) begin
    if (out_valid) assert(n != 3'd0 && out_data == (q[2:0] ^ turn));
    if (\dut.asked_q ) assert(\dut.u_tags.match != 2'b11);
    if (req_valid) assert(!on[req_id] && !(have && req_sector == last));
    if (still == 3'd7) assert(n == 3'd0);
  end
endmodule
