// SPDX-License-Identifier: Apache-2.0
// tpc_l2: second-level cache of constants and instructions, shared by the SMs of a TPC: 8 KB in lines of 256 bytes.
//
// From each SM     c_req_*, i_req_*: blocks of 64 bytes it wants, of constants and of instructions; ready takes a
//                  request
// To   each SM     c_rsp_*, i_rsp_*: the sixteen words of the block, one per cycle, in order, from the second cycle
//                  after ready
// To   memory      l3_req_*: a line that is missing, with the block wanted first; its 64 words come back in order of
//                  the requests, that block first, the others behind it, wrapping
//
// The ports take turns, one each cycle, TPC_SMS turns a round whether or not so many SMs are there; nothing is kept in
// a port that is not asked. In its turn a port offers its constant request, or the instruction request if there is no
// constant request or that was offered the last time and its block was not there. An offered block that is there goes
// out as soon as the data path is free: sixteen cycles a block, a word of 4 bytes each (docs/silicon.md says why). A
// line that is not there is asked for; the request stays and is offered again in the next turn. Up to four lines may be
// on their way; the way from memory takes one every 64 cycles.
`include "assert.svh"
`default_nettype none

module tpc_l2 #(
  parameter int PORTS = 1
) (
  input  wire                  clk,
  input  wire                  rst,      // all lines invalid: no request in the following 8 cycles

  input  wire  [PORTS-1:0]     c_req_valid,
  input  wire  [19*PORTS-1:0]  c_req_addr,      // address of a block, bits 24:6
  output wire  [PORTS-1:0]     c_req_ready,
  input  wire  [PORTS-1:0]     i_req_valid,
  input  wire  [19*PORTS-1:0]  i_req_addr,
  input  wire  [PORTS-1:0]     i_req_id,        // given back with the block
  output wire  [PORTS-1:0]     i_req_ready,

  output logic [PORTS-1:0]     c_rsp_valid,
  output logic [PORTS-1:0]     i_rsp_valid,
  output logic                 i_rsp_id,
  output logic [1:0]           i_rsp_block,     // block of its line
  output logic [3:0]           rsp_word,        // word of the block
  output wire  [31:0]          rsp_data,

  output wire                  l3_req_valid,
  output wire  [24:6]          l3_req_addr,
  input  wire                  l3_req_ready,
  input  wire                  l3_rsp_valid,
  input  wire  [31:0]          l3_rsp_data
);

  localparam int WAYS  = gpu_cfg::L2_WAYS;
  localparam int SETS  = gpu_cfg::L2_BYTES / (256 * WAYS);
  localparam int SW    = $clog2(SETS);
  localparam int WW    = $clog2(WAYS);
  localparam int TAG   = 17 - SW;
  localparam int TURNS = gpu_cfg::TPC_SMS;
  localparam int FILLS = 4;               // lines on their way
  if (PORTS > TURNS || TURNS > 4) begin : g_bad
    tpc_l2_has_too_many_PORTS u();
  end
  // L2-3: blocks of 16 cycles, lines of 64
  if (15 % TURNS != 0 || 63 % TURNS != 0) begin : g_bad_turns
    tpc_l2_needs_TPC_SMS_1_or_3 u();
  end

  // --- whose turn ----------------------------------------------------------------------------------
  // L2-3
  logic [1:0]       turn_q;
  logic [PORTS-1:0] vain_q;               // the constant request was offered, its block not there
  logic             rq_valid, rq_c, rq_id;
  logic [24:6]      rq_addr;
  always_comb begin
    rq_valid = 1'b0;
    rq_c     = 1'b0;
    rq_id    = 1'b0;
    rq_addr  = '0;
    for (int p = 0; p < PORTS; p++)
      if (turn_q == p[1:0]) begin
        rq_valid = c_req_valid[p] || i_req_valid[p];
        rq_c     = c_req_valid[p] && !(i_req_valid[p] && vain_q[p]);
        rq_id    = i_req_id[p];
        rq_addr  = rq_c ? c_req_addr[19*p +: 19] : i_req_addr[19*p +: 19];
      end
  end

  // --- lookup ------------------------------------------------------------------------------------
  wire           hit, alloc, there, grant;
  wire  [WW-1:0] way;
  wire  [SW-1:0] set   = rq_addr[8 +: SW];
  wire  [1:0]    block = rq_addr[7:6];
  cache_tags #(.WAYS(WAYS), .SETS(SETS), .TAG(TAG)) u_tags (
    .clk, .rst, .lk_valid(rq_valid), .lk_set(set), .lk_tag(rq_addr[24:8+SW]), .lk_alloc(alloc), .hit, .way);

  always_ff @(posedge clk)
    if (rst) begin
      turn_q <= 2'd0;
      vain_q <= '0;
    end else begin
      turn_q <= turn_q == 2'(TURNS - 1) ? 2'd0 : turn_q + 2'd1;
      // What only waits for the data path stays in front: with a turn for each kind it might never meet a free path.
      for (int p = 0; p < PORTS; p++)
        if (turn_q == p[1:0] && rq_valid) vain_q[p] <= rq_c && !there;
    end

  // --- lines on their way, in order --------------------------------------------------------------
  // a ring; the words arriving belong to the oldest
  logic [FILLS-1:0]         fill_q;
  logic [(SW+WW)*FILLS-1:0] fill_line_q;  // {set, way}
  logic [2*FILLS-1:0]       fill_first_q; // block that comes first
  logic [1:0]               new_q, old_q;
  logic [5:0]               words_q;      // of the oldest, there
  logic [5:0]               gap_q;        // cycles until the way from memory can take another line
  wire [FILLS-1:0]          same;         // the line asked for
  for (genvar f = 0; f < FILLS; f++) begin : g_fill
    assign same[f] = fill_q[f] && fill_line_q[(SW+WW)*f +: SW+WW] == {set, way};
  end
  // L2-5; L2-6: blocks come in order from the one wanted
  wire [1:0] nth   = block - fill_first_q[2*old_q +: 2];      // blocks that come before the one asked for
  wire       ask   = rq_valid && !hit && same == '0 && !fill_q[new_q] && gap_q == 6'd0;
  assign     there = rq_valid && hit && (same == '0 || (same[old_q] && nth < words_q[5:4]));
  assign l3_req_valid = ask;
  assign l3_req_addr  = rq_addr;
  wire   start        = ask && l3_req_ready;
  assign alloc        = start;
  logic [SW+WW-1:0]         old_line;     // where the word that comes goes
  logic [1:0]               at;
  always_comb begin
    old_line = 'x;
    at       = 'x;
    if (l3_rsp_valid) begin
      old_line = fill_line_q[(SW+WW)*old_q +: SW+WW];
      at       = fill_first_q[2*old_q +: 2] + words_q[5:4];
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      fill_q  <= '0;
      new_q   <= 2'd0;
      old_q   <= 2'd0;
      words_q <= 6'd0;
      gap_q   <= 6'd0;
    end else begin
      if (gap_q != 6'd0) gap_q <= gap_q - 6'd1;
      if (start) begin
        gap_q         <= 6'd63;
        new_q         <= new_q + 2'd1;
        fill_q[new_q] <= 1'b1;
        for (int f = 0; f < FILLS; f++)
          if (new_q == f[1:0]) begin
            fill_line_q[(SW+WW)*f +: SW+WW] <= {set, way};
            fill_first_q[2*f +: 2]          <= block;
          end
      end
      if (l3_rsp_valid) begin
        words_q <= words_q + 6'd1;
        if (words_q == 6'd63) begin
          fill_q[old_q] <= 1'b0;
          old_q         <= old_q + 2'd1;
        end
      end
    end

  // --- data ----------------------------------------------------------------------------------------
  logic             out_q, out_c_q, out_id_q;   // a block is being read
  logic [SW+WW-1:0] out_line_q;
  logic [1:0]       out_block_q, out_port_q;
  logic [3:0]       out_word_q;
  // L2-4
  assign grant = there && (!out_q || out_word_q == 4'd15);
  for (genvar p = 0; p < PORTS; p++) begin : g_ready
    assign c_req_ready[p] = grant && rq_c && turn_q == 2'(p);
    assign i_req_ready[p] = grant && !rq_c && turn_q == 2'(p);
  end

  sram_1r1w #(.WIDTH(32), .DEPTH(64*SETS*WAYS), .EN_BITS(32), .COLLIDE(0)) u_data (
    .clk, .rd_en(out_q), .rd_addr({out_line_q, out_block_q, out_word_q}), .rd_data(rsp_data),
    .wr_en(l3_rsp_valid), .wr_addr({old_line, at, words_q[3:0]}), .wr_be(1'b1), .wr_data(l3_rsp_data));

  always_ff @(posedge clk) begin
    if (out_q) begin
      out_word_q  <= out_word_q + 4'd1;
      rsp_word    <= out_word_q;
      i_rsp_id    <= out_id_q;
      i_rsp_block <= out_block_q;
    end
    if (grant) begin
      out_word_q  <= 4'd0;
      out_line_q  <= {set, way};
      out_block_q <= block;
      out_port_q  <= turn_q;
      out_c_q     <= rq_c;
      out_id_q    <= rq_id;
    end
    for (int p = 0; p < PORTS; p++) begin
      c_rsp_valid[p] <= !rst && out_q && out_port_q == p[1:0] && out_c_q;
      i_rsp_valid[p] <= !rst && out_q && out_port_q == p[1:0] && !out_c_q;
    end
    if (rst)                        out_q <= 1'b0;
    else if (grant)                 out_q <= 1'b1;
    else if (out_word_q == 4'd15)   out_q <= 1'b0;
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a word comes for a line on its way", rst || !l3_rsp_valid || fill_q[old_q])
  `ASSERT("a line takes a free place of the four on their way", rst || !start || (!fill_q[new_q] && gap_q == 6'd0))
  `ASSERT("a line is on its way once", rst || (same & (same - 1'b1)) == '0)
  `ASSERT("a block is read to its end before the next", rst || !grant || !out_q || out_word_q == 4'd15)

endmodule
`default_nettype wire
