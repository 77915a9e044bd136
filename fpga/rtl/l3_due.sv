// SPDX-License-Identifier: Apache-2.0
// l3_due: instructions and constants in a memory of any speed as lines that come in their cycles (L2-6): word k of a
// line, in the order of the block asked for first, LATENCY + k cycles after its request; target time stands (`late`)
// while a word that is due is not there.
//
// Two sectors of the line wait here, as words; the next one is looked for when there is a place, and asked for in the
// clock behind.
`default_nettype none

module l3_due #(
  parameter int LATENCY = gpu_cfg::L3_LATENCY,
  parameter int AW      = 25                         // of a byte address of the memory
) (
  input  wire          clk,
  input  wire          rst,                          // while idle only
  input  wire          run,
  input  wire          clk_en,                       // of the machine
  input  wire  [15:0]  cycle,                        // number of the present one, low bits
  output wire          late,                         // this cycle may not end yet
  output wire          idle,                         // nothing is asked of the memory
  input  wire  [AW-1:8] code_base,
  input  wire  [31:2]  code_words,                   // behind them instructions are 0
  input  wire  [AW-1:8] const_base,
  input  wire  [15:0]  const_bound,                  // segments that are there; others are 0

  input  wire          req_valid,                    // addresses as those of tpc_top
  input  wire  [24:6]  req_addr,
  output wire          rsp_valid,
  output wire  [31:0]  rsp_data,

  output wire          mem_valid,
  input  wire          mem_ready,
  output wire  [AW-1:5] mem_addr,
  input  wire          mem_rsp_valid,                // of mem_share: its words, the lowest first
  input  wire  [31:0]  mem_rsp_data,
  input  wire          mem_rsp_last
);

  // --- lines asked for, four at most (L2-5) --------------------------------------------------------
  logic         taken_q;
  logic [24:6]  taken_addr_q;
  logic [15:0]  taken_due_q;
  wire          room, line_valid, line_done;
  wire [24:6]   line;
  wire [15:0]   due;
  always_ff @(posedge clk)
    if (rst) taken_q <= 1'b0;
    else begin
      taken_q <= clk_en && run && req_valid;
      if (clk_en) begin
        taken_addr_q <= req_addr;
        taken_due_q  <= cycle + 16'(LATENCY);
      end
    end
  sync_fifo #(.WIDTH(35), .DEPTH(4)) u_lines (
    .clk, .rst, .in_valid(taken_q), .in_ready(room), .in_data({taken_addr_q, taken_due_q}),
    .out_valid(line_valid), .out_ready(line_done), .out_data({line, due}));

  // --- its sectors: n = {block, half of it}, behind the one asked for ------------------------------
  logic [3:0]   ask_q;                               // sectors asked for; 8: all
  logic         look_q;                              // of the next one what follows is known
  logic         there_q, code_q;                     // it is in memory; its words are instructions
  logic [AW-1:5] addr_q;
  logic [3:0]   left_q;                              //  and as many of them, not behind the code; 8: all
  logic         wait_q, none_q;                      // one is at the memory; one that is not there comes as zeros
  logic [2:0]   in_q;                                // its next word
  logic [4:0]   put_q, get_q;                        // words that have come, that are given
  wire  [1:0]   block   = line[7:6] + ask_q[2:1];
  wire  [15:5]  low     = {line[15:8], block, ask_q[0]};
  wire  [31:2]  code_at = {8'd0, line[23:16], low, 3'd0}, code_left = code_words - code_at;
  wire          present = line[24] ? const_bound[line[19:16]] : code_at < code_words;
  // in memory
  wire  [AW-1:5] offset = line[24] ? (AW-5)'({line[19:16], low}) : (AW-5)'({line[23:16], low});
  wire   [4:0]  held    = put_q - get_q;
  wire          place   = held <= 5'd8;
  wire   want      = run && line_valid && !ask_q[3] && !look_q && !wait_q && !none_q && place;
  assign mem_valid = look_q && there_q;              // until it is taken, though the launch may have ended (BOARD-13)
  assign mem_addr  = addr_q;
  wire   got       = (wait_q && mem_rsp_valid) || none_q;
  wire   got_all   = wait_q ? mem_rsp_valid && mem_rsp_last : none_q && in_q == 3'd7;
  wire   behind    = code_q && left_q <= {1'b0, in_q};           // what lies behind the code
  lutram_1r1w #(.WIDTH(32), .DEPTH(16), .EN_BITS(32)) u_words (
    .clk, .rd_addr(get_q[3:0]), .rd_data(rsp_data), .wr_en(got), .wr_addr(put_q[3:0]), .wr_be(1'b1),
    .wr_data(none_q || behind ? 32'd0 : mem_rsp_data));

  // --- its words -----------------------------------------------------------------------------------
  logic         due_q, done_q;                      // the line is due; one has ended in the clock before
  logic [5:0]   word_q;                              // given next
  wire          have  = put_q != get_q;
  wire [15:0]   ahead = due - cycle - 16'(clk_en);
  wire          give  = rsp_valid && clk_en;
  assign rsp_valid = due_q && have;
  assign line_done = give && word_q == 6'd63;
  // the line behind it is not looked at for a clock
  assign late = (due_q && !have) || done_q;
  assign idle = !wait_q && !mem_valid;

  always_ff @(posedge clk)
    if (rst) begin
      ask_q  <= 4'd0;
      look_q <= 1'b0;
      wait_q <= 1'b0;
      none_q <= 1'b0;
      in_q   <= 3'd0;
      put_q  <= 5'd0;
      get_q  <= 5'd0;
      due_q  <= 1'b0;
      done_q <= 1'b0;
      word_q <= 6'd0;
    end else begin
      if (want) look_q <= 1'b1;
      if (mem_valid && mem_ready) begin
        look_q <= 1'b0;
        wait_q <= 1'b1;
      end
      if (look_q && !there_q) begin
        look_q <= 1'b0;
        none_q <= 1'b1;
      end
      if (got) begin
        in_q  <= in_q + 3'd1;
        put_q <= put_q + 5'd1;
      end
      if (got_all) begin
        wait_q <= 1'b0;
        none_q <= 1'b0;
        ask_q  <= ask_q + 4'd1;
      end
      if (give) begin
        word_q <= word_q + 6'd1;
        get_q  <= get_q + 5'd1;
      end
      if (line_done) ask_q <= 4'd0;
      due_q  <= line_valid && !line_done && (ahead == '0 || ahead[15]);
      done_q <= line_done;
    end

  always_ff @(posedge clk)
    if (want) begin
      there_q <= present;
      code_q  <= !line[24];
      addr_q  <= {line[24] ? const_base : code_base, 3'd0} + offset;
      left_q  <= code_left[31:5] != '0 ? 4'd8 : {1'b0, code_left[4:2]};
    end

  // --- cannot happen ------------------------------------------------------------------------------
  `include "assert.svh"
  `ASSERT("four lines are under way at most", rst || !taken_q || room)
  `ASSERT("a line ends with its last sector", rst || !line_done || (ask_q[3] && held == 5'd1))

endmodule
`default_nettype wire
