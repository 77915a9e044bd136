// SPDX-License-Identifier: Apache-2.0
// axi_due: answers of a memory port that come at any time and in any order, given in the order of their requests and
// in their cycles (MEM-20, AXI-9): target time stands (`late`) while one that is due is not there.
//
// An answer has the place of its id, so there is one for each (MEM-11).
`include "mem_types.svh"
`include "assert.svh"
`default_nettype none

module axi_due (
  input  wire          clk,
  input  wire          rst,
  input  wire          clk_en,                       // this cycle of the machine ends
  input  wire  [15:0]  cycle,                        // its number, low bits
  output wire          late,                         // it may not end yet
  output wire          idle,                         // nothing is due

  input  wire          put_valid,                    // a request that is answered was accepted
  input  wire  [5:0]   put_id,
  input  wire  [15:0]  put_due,
  input  wire          got_valid,                    // the answer of such a one
  input  wire  [5:0]   got_id,
  input  wire  [255:0] got_data,

  output wire          rsp_valid,
  input  wire          rsp_ready,
  output wire  [5:0]   rsp_id,
  output wire  [255:0] rsp_data
);

  wire         some, room;
  wire  [15:0] due;
  wire         pop = rsp_valid && rsp_ready && clk_en;
  sync_fifo #(.WIDTH(22), .DEPTH(64)) u_due (
    .clk, .rst, .in_valid(put_valid), .in_ready(room), .in_data({put_due, put_id}),
    .out_valid(some), .out_ready(pop), .out_data({due, rsp_id}));

  logic [63:0] came_q;
  logic        have_q;                               // rsp_data is the answer of the oldest
  wire         fetch = some && !have_q && came_q[rsp_id];
  sram_1r1w #(.WIDTH(256), .DEPTH(64), .EN_BITS(256), .COLLIDE(0)) u_answers (
    .clk, .rd_en(fetch), .rd_addr(rsp_id), .rd_data(rsp_data), .wr_en(got_valid), .wr_addr(got_id), .wr_be(1'b1),
    .wr_data(got_data));

  logic        due_q, popped_q;                      // the oldest is due; nothing is known of a new oldest one yet
  wire  [15:0] ahead = due - cycle - 16'(clk_en);      // cycles until it is, at the next clock; negative: it was
  assign rsp_valid = due_q && have_q;
  assign late      = (due_q && !have_q) || (popped_q && some);
  assign idle      = !some;
  always_ff @(posedge clk)
    if (rst) begin
      came_q   <= '0;
      have_q   <= 1'b0;
      due_q    <= 1'b0;
      popped_q <= 1'b0;
    end else begin
      if (got_valid) came_q[got_id] <= 1'b1;
      if (fetch)     came_q[rsp_id] <= 1'b0;
      have_q   <= fetch || (have_q && !pop);
      due_q    <= some && !pop && (ahead == '0 || ahead[15]);
      popped_q <= pop;
    end

  `ASSERT("there is a place for what is due", rst || !put_valid || room)
  `ASSERT("an answer comes once", rst || !got_valid || !came_q[got_id])

endmodule
`default_nettype wire
