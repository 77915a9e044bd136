// SPDX-License-Identifier: Apache-2.0
// mem_pending of four ids: loads of any number of sectors, answers in any order, some in several parts. Ids are given
// in turn, each when its last answer has come and not before; an answer brings the record of its request; exactly the
// one that leaves no sector of its load unanswered, when all are sent, ends it: one watched load, whichever, ends once.
//
// A request goes when its id is free (MEM-10); an answer comes for an id that is taken, in the cycle after its request
// at the earliest (the contract: three, MEM-15). Of a record two bits.
// Rules (docs/units): MEM-9, MEM-10, MEM-11, MEM-18, MEM-23.
//
//! proves sectors of loads under way: ids in turn, neither lost nor given twice; a load ends once, with its last answer
//! by abc:16
//! test long
`include "formal.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module proof (input wire clk, go, last, hit, off, come, more, pick, input wire [1:0] id);
  `F_RESET
  reg  [2:0]  clear;                     // four rows of counts, after reset
  wire        init = clear != 3'd4;
  wire        pd_full, rs_new, rs_last, rs_some;
  wire [1:0]  pd_id;
  wire [158:0] rs_sector;
  // surroundings and reference: of each id whether it is taken, its record, whether it is of the watched load
  reg  [3:0]  taken, of, rec_hit, rec_off;
  reg  [1:0]  next;
  reg         begun, first;              // the watched load has begun; a load's first sector is next
  reg         sending;                   // it is the load that is sent
  reg  [2:0]  open;                      // its sectors that are not answered
  reg         ended;
  wire        pd_valid = go && !rst && !init && !pd_full;
  wire        take = come && !rst && !init && taken[id];
  wire        mine = pd_valid && (first ? pick && !begun : sending);
  wire        got  = take && !more && of[id];
  (* keep *) mem_pending #(.N(4)) dut (
    .clk, .rst, .init_active(init), .init_row({6'd0, clear}), .pd_full, .pd_id, .pd_valid, .pd_last(last),
    .pd_sector({15'd0, hit, 79'd0, off, 63'd0}), .rsp_valid(take), .rsp_take(take), .rsp_more(more), .rsp_id(id),
    .rs_new, .rs_last, .rs_some, .rs_sector);

  reg         want_new, want_mine, want_hit, want_off, want_more, sent;
  wire        all   = sent || (mine && last);
  wire [2:0]  still = open + {2'd0, mine} - {2'd0, got};
  always @(posedge clk)
    if (rst) begin
      clear <= 3'd0;
      {taken, of} <= 8'd0;
      {next, begun, sending, open, ended, sent, want_new, want_mine, want_more} <= '0;
      first <= 1'b1;
    end else begin
      if (init) clear <= clear + 3'd1;
      if (take && !more) taken[id] <= 1'b0;
      if (pd_valid) begin
        taken[next]   <= 1'b1;
        of[next]      <= mine;
        rec_hit[next] <= hit;
        rec_off[next] <= off;
        next          <= next + 2'd1;
        first         <= last;
        sending       <= mine && !last;
      end
      if (mine) begun <= 1'b1;
      sent      <= all;
      open      <= still;
      want_new  <= take;
      want_mine <= got;
      want_hit  <= rec_hit[id];
      want_off  <= rec_off[id];
      want_more <= take && more;
      if (rs_last && want_mine) ended <= 1'b1;
    end

  always @* if (!rst && !init) begin
    assert(pd_id == next && pd_full == taken[next]);
    assert(rs_new == want_new);
    if (want_new) assert(rs_some == want_hit && rs_sector[143] == want_hit && rs_sector[63] == want_off);
    if (want_mine) assert(rs_last == (sent && open == 3'd0));
    if (!want_new || want_more) assert(!rs_last);
    if (begun && sent && open == 3'd0 && !want_mine) assert(ended);
    assert(!(ended && want_mine) && open <= 3'd4);
  end
endmodule
`default_nettype wire
