// SPDX-License-Identifier: Apache-2.0
// sm_ibuf: two instruction lines per warp, and the choice of the warp that is refilled next.
//
// From sm_fetch    have_wmask, slot_wmask; arriving lines (wr_*)
// From sm_head     head_wmask: warps whose head is full; is_*: the warp that issued in this cycle
// To   sm_head     id_*: one instruction per cycle, raw, to be decoded
//
// Cycle c: a warp with an empty head is chosen and its line is read. Cycle c+1: the two words are picked out of the
// line; sm_head decodes them in the same cycle. A warp is not chosen again while its instruction is in c+1.
//
// The choice is a subtraction on one-hot masks (sm_fn::first) beside the test whether the warp that has just issued is
// among the candidates; slot and number of the chosen warp are read from its mask side by side.
//
// A line comes, and is read, as 2 * LANES words: 16, or fewer (rtl/fold).
`include "assert.svh"
`default_nettype none

module sm_ibuf #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,            // of the lines (rtl/fold)
  input  wire  [2:0]   phase,
  input  wire          rst,

  input  wire  [31:0]  have_wmask,
  input  wire  [31:0]  slot_wmask,
  input  wire  [31:0]  head_wmask,
  input  wire          is_valid,
  input  wire  [4:0]   is_wid,

  output logic [4:0]   rf_wid,
  input  wire  [3:0]   rf_word,

  input  wire          wr_valid,
  input  wire  [4:0]   wr_wid,
  input  wire          wr_slot,
  input  wire  [64*LANES-1:0] wr_data,

  output logic         id_valid,
  output logic [4:0]   id_wid,
  output logic [31:0]  id_w0,
  output logic [31:0]  id_w1,
  output logic         id_odd            // the first word is the second of its 8-byte unit
);

  // --- choose ------------------------------------------------------------------------------------
  logic        prev_q;                   // a warp issued in the last cycle
  logic [4:0]  prev_wid_q;
  logic [31:0] turn_q;                   // round robin: the warp behind the one refilled last
  logic [31:0] busy_q;                   // the warp whose instruction is decoded, as id_wid
  wire  [31:0] cand  = have_wmask & ~head_wmask & ~busy_q;
  wire         found = cand != 32'd0;
  // HEAD-2
  wire  [31:0] prev  = cand & sm_fn::onehot(prev_q, prev_wid_q);
  wire  [31:0] pick  = prev != 32'd0 ? prev : sm_fn::first(cand, turn_q);
  wire         slot  = (pick & slot_wmask) != 32'd0;
  assign rf_wid = sm_fn::index(pick);

  always_ff @(posedge clk)
    if (rst) begin
      prev_q   <= 1'b0;
      turn_q   <= 32'd1;
      busy_q   <= 32'd0;
      id_valid <= 1'b0;
    end else begin
      prev_q   <= is_valid;
      busy_q   <= pick;
      id_valid <= found;
      if (is_valid) prev_wid_q <= is_wid;
      if (found)    turn_q     <= sm_fn::behind(pick);
    end

  // --- line memory -------------------------------------------------------------------------------
  // HEAD-1: line read in c, words picked and decoded in c+1; so ISSUE-12: c is at least t+2
  wire  [64*LANES-1:0] line;             // the part with the words
  logic [3:0]   word_q;
  sm_lines #(.LANES(LANES)) u_lines (
    .clk, .clk_p, .phase, .rd_en(found), .rd_addr({slot, rf_wid}), .rd_word(rf_word), .rd_data(line),
    .wr_en(wr_valid), .wr_addr({wr_slot, wr_wid}), .wr_data);
  always_ff @(posedge clk)
    if (found) begin
      id_wid <= rf_wid;
      word_q <= rf_word;
    end

  wire [2:0]  nth  = word_q[3:1] & 3'(LANES - 1);
  wire [63:0] pair = line[64*nth +: 64];
  assign id_w0  = word_q[0] ? pair[63:32] : pair[31:0];
  assign id_w1  = pair[63:32];
  assign id_odd = word_q[0];

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("one warp has the turn", rst || (turn_q != 32'd0 && (turn_q & (turn_q - 32'd1)) == 32'd0))
  `ASSERT("the warp that is decoded is busy", rst || busy_q == sm_fn::onehot(id_valid, id_wid))
  `ASSERT("no line is read while it comes",
    rst || !found || !wr_valid || {slot, rf_wid} != {wr_slot, wr_wid})

endmodule
`default_nettype wire
