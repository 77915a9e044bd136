// SPDX-License-Identifier: Apache-2.0
// l2_port of two stages between an L2 that asks for any lines, four under way at most, and an L3 that answers in order
// when it likes: each line is asked for once, in order, with the next number; each word comes once, in order; nothing
// waits that could go on.
//
// Words have four bits here (made smaller below), one of them any.
// Rules (docs/units): LPORT-1, LPORT-2, LPORT-3, LPORT-4.
//
//! proves port of an L2: each line asked for once, in order; each word once, in order; a place for each sector; none
//! proves starves
//! by abc:16
//! set L2_PORT_STAGES=2
//! in l2_port.sv
//! - WIDTH(256)
//! + WIDTH(32)
//! - in_data(rsp.data)
//! + in_data(rsp.data[31:0])
//! - sector[32*word_q +: 32]
//! + {28'd0,sector[4*word_q+:4]}
//! - [255:0] sector
//! + [31:0]sector
`include "formal.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module proof (input wire clk, step, ask, req_ready, come, input wire [1:0] line, input wire turn_in);
  `F_RESET
  wire         l3_req_ready, l3_rsp_valid, req_valid, rsp_ready, idle;
  wire [31:0]  word;
  wire [347:0] req;

  // reference: lines that were taken and not sent, the oldest in the low bits; lines at the L3, sectors of the first of
  // them that came; bits of sectors that came, the oldest in the low bit, and the next word of it
  reg  [11:0]  q;
  reg  [2:0]   n, at_l3, under;
  reg  [1:0]   number, next;
  reg  [2:0]   sector, nth;
  reg  [31:0]  turn;
  reg  [5:0]   here;
  wire         l3_req_valid = ask && !rst && under != 3'd4;
  wire         rsp_valid    = come && !rst && at_l3 != 3'd0;
  reg  [255:0] data;
  always @* begin
    data = 256'd0;
    for (int i = 0; i < 8; i++) data[4*i +: 4] = {3'(i), turn_in};
  end
  (* keep *) l2_port dut (
    .clk, .rst, .step, .tpc(4'd5), .l3_req_valid, .l3_req_addr({17'd0, line}), .l3_req_ready, .l3_rsp_valid,
    .l3_rsp_data(word), .req_valid, .req_ready, .req, .rsp_valid, .rsp_ready,
    .rsp({4'd5, 4'd8, 6'd0, next, data}), .idle);

  wire       take = l3_req_valid && l3_req_ready, send = step && req_valid && req_ready;
  wire       came = step && rsp_valid, last = l3_rsp_valid && nth == 3'd7;
  wire       done = came && sector == 3'd7;
  wire [2:0] left = n - {2'd0, send};
  wire [5:0] kept = here - {5'd0, last};
  reg  [2:0] lines;                      // sectors that left of the line whose words come
  reg  [2:0] still;                      // steps in which a line waits and nothing is offered
  always @(posedge clk)
    if (rst) begin
      {n, at_l3, under, sector, nth, lines, still} <= '0;
      {number, next} <= 4'd0;
      here <= 6'd0;
    end else begin
      q <= send ? {3'd0, q[11:3]} : q;
      if (take) q[3*left[1:0] +: 3] <= {1'b0, line};
      n      <= left + {2'd0, take};
      at_l3  <= at_l3 + {2'd0, send} - {2'd0, done};
      under  <= under + {2'd0, take} - {2'd0, last && lines == 3'd7};
      number <= number + {1'b0, send};
      next   <= next + {1'b0, done};
      sector <= sector + {2'd0, came};
      nth    <= nth + {2'd0, l3_rsp_valid};
      lines  <= lines + {2'd0, last};
      turn   <= last ? {1'b0, turn[31:1]} : turn;
      if (came) turn[kept[4:0]] <= turn_in;
      here   <= kept + {5'd0, came};
      if (step) still <= n == 3'd0 || req_valid ? 3'd0 : still == 3'd7 ? 3'd7 : still + 3'd1;
    end

  always @* if (!rst) begin
    assert(!l3_req_valid || l3_req_ready);                      // four places for four lines
    assert(rsp_ready);
    if (req_valid) begin
      assert(n != 3'd0 && req[347:340] == 8'h85 && req[339:332] == {6'd0, number} && req[331:329] == `MEM_LOAD);
      assert(req[319:288] == {7'd0, 17'd0, q[1:0], 6'd0});
    end
    assert(l3_rsp_valid == (here != 6'd0));                     // a word in each cycle while there are any
    if (l3_rsp_valid) assert(word == {28'd0, nth, turn[0]});
    assert(still <= 3'd2);                                      // no more steps than stages
    assert(!idle || (n == 3'd0 && here == 6'd0));
  end
endmodule
`default_nettype wire
