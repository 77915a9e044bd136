// SPDX-License-Identifier: Apache-2.0
// sm_spq: the SP queue. Decides when each half of the front instruction enters execution.
//
// From sm_collect  is_*: an SP body issues;  sm_*: the last pass of a half of an s[] operand is picked
// To   sm_spopd    rd_*: quarter whose operands are read;  to sp_array ex_valid, one cycle later;  to sm_issue q_sp_ok
//
// A decision in cycle c dispatches the half in c+5: quarter 2h then, quarter 2h+1 in c+6. The front may be decided
// from t+5 on, halves (of any instruction) at least two cycles apart, and one with an s[] operand not before
// the last shared-memory pass of that half (sm_*, in the very cycle of its PICK). The entry leaves the queue with the
// decision for half 1; its storage is not reused before the last read, since at most 3 follow it.
`include "assert.svh"
`default_nettype none

module sm_spq (
  input  wire          clk,
  input  wire          rst,

  // issue, cycle t
  input  wire          is_sp,
  input  wire          is_has_s,
  output wire  [1:0]   is_entry,
  output wire          q_sp_ok,

  // from smem: last pass of a half of an s[] operand is picked in this cycle
  input  wire          sm_last,
  input  wire  [1:0]   sm_entry,
  input  wire          sm_half,

  // operand read (the cycle before execution) and execution
  output wire          rd_valid,
  output wire  [1:0]   rd_entry,
  output wire  [1:0]   rd_q,
  output logic         ex_valid,
  output logic [1:0]   ex_entry,
  output logic [1:0]   ex_q
);

  logic [1:0] head_q, tail_q;
  logic [2:0] count_q;
  logic       half_q;             // next half of the front
  logic       recent_q;           // a half was decided in the last cycle
  logic [3:0] age_ok_q;           // entry is 5 cycles old
  logic [3:0] has_s_q;
  logic [7:0] s_done_q;           // {entry, half}: last pass picked in an earlier cycle

  wire       s_now = sm_last && (sm_entry == head_q) && (sm_half == half_q);
  // SPQ-1, SPQ-2
  wire       go    = (count_q != '0) && age_ok_q[head_q] && !recent_q &&
                     (!has_s_q[head_q] || s_done_q[{head_q, half_q}] || s_now);
  wire       leave = go && half_q;

  assign is_entry = tail_q;
  assign q_sp_ok  = (count_q <= 3'd2);

  // entries on their way to age 5: the operation issued at t passes position k in t+1+k
  logic [3:0] al_valid_q;
  logic [7:0] al_entry_q;

  // decision at c: position k in c+1+k
  logic [3:0]  d_valid_q;
  logic [7:0]  d_entry_q;
  logic [3:0]  d_half_q;
  logic        second_q;
  logic [2:0]  second_sel_q;      // {entry, half} of the quarter that follows

  always_ff @(posedge clk)
    if (rst) begin
      head_q     <= '0;
      tail_q     <= '0;
      count_q    <= '0;
      half_q     <= 1'b0;
      recent_q   <= 1'b0;
      age_ok_q   <= '0;
      has_s_q    <= '0;
      s_done_q   <= '0;
      al_valid_q <= '0;
      al_entry_q <= '0;
      d_valid_q  <= '0;
      d_entry_q  <= '0;
      d_half_q   <= '0;
      second_q   <= 1'b0;
      ex_valid   <= 1'b0;
    end else begin
      recent_q <= go;
      if (go) half_q <= !half_q;
      if (leave) head_q <= head_q + 2'd1;
      if (is_sp != leave) count_q <= is_sp ? count_q + 3'd1 : count_q - 3'd1;
      al_valid_q <= {al_valid_q[2:0], is_sp};
      al_entry_q <= {al_entry_q[5:0], tail_q};
      if (al_valid_q[3]) age_ok_q[al_entry_q[7:6]] <= 1'b1;
      if (sm_last) s_done_q[{sm_entry, sm_half}] <= 1'b1;
      if (is_sp) begin
        tail_q                      <= tail_q + 2'd1;
        age_ok_q[tail_q]            <= 1'b0;
        has_s_q[tail_q]             <= is_has_s;
        s_done_q[{tail_q, 1'b0}]    <= 1'b0;
        s_done_q[{tail_q, 1'b1}]    <= 1'b0;
      end
      d_valid_q <= {d_valid_q[2:0], go};
      d_entry_q <= {d_entry_q[5:0], head_q};
      d_half_q  <= {d_half_q[2:0], half_q};
      second_q  <= d_valid_q[3];
      ex_valid  <= rd_valid;
    end

  // c+4 reads quarter 2h, c+5 executes it and reads quarter 2h+1 (SPQ-3)
  assign rd_valid = d_valid_q[3] || second_q;
  assign rd_entry = second_q ? second_sel_q[2:1] : d_entry_q[7:6];
  assign rd_q     = second_q ? {second_sel_q[0], 1'b1} : {d_half_q[3], 1'b0};

  always_ff @(posedge clk) begin
    if (d_valid_q[3]) second_sel_q <= {d_entry_q[7:6], d_half_q[3]};
    if (rd_valid) begin
      ex_entry <= rd_entry;
      ex_q     <= rd_q;
    end
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("an entry is free when an instruction issues", rst || !is_sp || q_sp_ok)
  `ASSERT("at most three entries are queued", rst || count_q <= 3'd3)
  `ASSERT("as many entries lie between head and tail as are counted", rst || tail_q - head_q == count_q[1:0])
  `ASSERT("two quarters are never read in one cycle", rst || !(d_valid_q[3] && second_q))
  `ASSERT("the last pass of a half is of an entry that waits for it",
    rst || !sm_last || (has_s_q[sm_entry] && !s_done_q[{sm_entry, sm_half}]))

endmodule
`default_nettype wire
