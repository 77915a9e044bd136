// SPDX-License-Identifier: Apache-2.0
// sm_inflight: the issued bodies of one unit that have not completed, oldest first, and which heads wait for them.
//
// From sm_scoreboard   push: a body issues;  pop: the oldest one completes;  id_*: the operands of a new head
// To   sm_scoreboard   wait_wmask: warps whose head waits for one of these bodies
//
// A unit completes its bodies in order, so the entries are a ring. Each entry remembers whether the present head of its
// warp needs something that it writes. This is found once, when the head is decoded: no later body of that warp can
// issue before that head does. In one cycle: pop first, then the lookup, then the push.
`include "assert.svh"
`default_nettype none

module sm_inflight #(
  parameter int DEPTH = 4,
  parameter int COND  = 1,               // bodies may write $c
  parameter int ADDR  = 0                // bodies may write $a
) (
  input  wire         clk,
  input  wire         rst,

  input  wire         push,
  input  wire  [4:0]  push_wid,
  input  wire  [8:0]  push_r,            // registers written: group of four, bits
  input  wire  [3:0]  push_c,            // $c0..$c3
  input  wire  [3:0]  push_a,            // $a1..$a4
  input  wire         pop,

  input  wire         id_valid,
  input  wire  [4:0]  id_wid,
  input  wire  [35:0] id_r,              // {group, bits} of destination, c, b, a
  input  wire  [3:0]  id_cs,             // $c read
  input  wire  [3:0]  id_c,              // $c read or written
  input  wire  [3:0]  id_as,
  input  wire  [3:0]  id_a,

  output logic [31:0] wait_wmask,
  output logic [31:0] wait_pa_wmask,     // for $c or $a that the head reads

  // the oldest entry: {the head of its warp (that of id_* if it is being decoded) waits for it, wid, registers}
  output wire  [14:0] oldest
);

  localparam int AW = $clog2(DEPTH);

  logic [AW-1:0]    head_q, tail_q;
  logic [DEPTH-1:0] valid_q, wait_q, wait_pa_q;
  logic [5*DEPTH-1:0] wid_q;
  logic [8:0]       r_q   [0:DEPTH-1];
  logic [3:0]       c_q   [0:DEPTH-1];
  logic [3:0]       a_q   [0:DEPTH-1];

  function automatic logic [AW-1:0] next(input logic [AW-1:0] i);
    next = i == AW'(DEPTH - 1) ? '0 : i + 1'b1;
  endfunction

  logic [DEPTH-1:0] popped, wait_d, wait_pa_d;
  always_comb begin
    popped    = pop ? DEPTH'(1) << head_q : '0;
    wait_d    = wait_q;
    wait_pa_d = wait_pa_q;
    if (id_valid)
      for (int e = 0; e < DEPTH; e++)
        if (wid_q[5*e +: 5] == id_wid) begin
          wait_pa_d[e] = valid_q[e] && ((COND != 0 && (c_q[e] & id_cs) != 4'd0) ||
              (ADDR != 0 && (a_q[e] & id_as) != 4'd0));
          wait_d[e]    = valid_q[e]
                         && ((r_q[e][8:4] == id_r[8:4]   && (r_q[e][3:0] & id_r[3:0])   != 4'd0)
                             || (r_q[e][8:4] == id_r[17:13] && (r_q[e][3:0] & id_r[12:9])  != 4'd0)
                             || (r_q[e][8:4] == id_r[26:22] && (r_q[e][3:0] & id_r[21:18]) != 4'd0)
                             || (r_q[e][8:4] == id_r[35:31] && (r_q[e][3:0] & id_r[30:27]) != 4'd0)
                             || (COND != 0 && (c_q[e] & id_c) != 4'd0) || (ADDR != 0 && (a_q[e] & id_a) != 4'd0));
        end
  end
  assign oldest = {wait_d[head_q], wid_q[5*head_q +: 5], r_q[head_q]};

  always_ff @(posedge clk)
    if (rst) begin
      head_q    <= '0;
      tail_q    <= '0;
      valid_q   <= '0;
      wait_q    <= '0;
      wait_pa_q <= '0;
    end else begin
      wait_q    <= wait_d & ~popped;
      wait_pa_q <= wait_pa_d & ~popped;
      valid_q   <= valid_q & ~popped;
      if (pop) head_q <= next(head_q);
      if (push) begin
        tail_q            <= next(tail_q);
        valid_q[tail_q]   <= 1'b1;
        wait_q[tail_q]    <= 1'b0;
        wait_pa_q[tail_q] <= 1'b0;
      end
    end

  always_ff @(posedge clk)
    if (push)
      for (int e = 0; e < DEPTH; e++)
        if (tail_q == AW'(e)) begin
          wid_q[5*e +: 5] <= push_wid;
          r_q[e] <= push_r;
          c_q[e] <= push_c;
          a_q[e] <= push_a;
        end

  // warp numbers are decoded in two steps of 4 and 8: a warp bit is one AND per entry then
  logic [31:0] warp;
  always_comb begin
    wait_wmask    = 32'd0;
    wait_pa_wmask = 32'd0;
    warp          = 32'd0;
    for (int e = 0; e < DEPTH; e++)
      if (wait_q[e]) begin
        warp       = (32'hf << {wid_q[5*e + 2 +: 3], 2'd0}) & 32'({(gpu_cfg::WARPS/4){4'd1 << wid_q[5*e +: 2]}});
        wait_wmask = wait_wmask | warp;
        if (wait_pa_q[e]) wait_pa_wmask = wait_pa_wmask | warp;
      end
  end

  // --- cannot happen ------------------------------------------------------------------------------
  // the issue rules leave room, and completions come in order
  `ASSERT("an entry is free when a body issues", rst || !push || !valid_q[tail_q])
  `ASSERT("the body that completes is under way", rst || !pop || valid_q[head_q])

endmodule
`default_nettype wire
