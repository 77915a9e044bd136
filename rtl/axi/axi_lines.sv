// SPDX-License-Identifier: Apache-2.0
// axi_lines: the lines of instructions and constants of tpc_top (l3_*), read in blocks of 64 bytes, two beats of 32:
// the block asked for first, then the others up to the end of the line and from its beginning (L2-6, AXI-11).
//
//    line --> lines to ask for --> block after block, as far as it is there, while there is a place --> req
//         --> lines to give    --> word after word                        beats <-- rsp
//
// TIMED = 0: words as they come. TIMED = 1: word k of a line in its cycle; the machine's clock stands while `late`.
`include "assert.svh"
`default_nettype none

module axi_lines #(
  parameter int ADDR_W  = 32,                        // of a bus address
  parameter int TIMED   = 0,
  parameter int BEATS   = 16,                        // that wait: a power of two, 4 or more
  parameter int LATENCY = gpu_cfg::L3_LATENCY
) (
  input  wire                clk,
  input  wire                rst,                    // while idle only
  input  wire                run,
  input  wire                clk_en,                 // this cycle of the machine ends
  input  wire  [15:0]        cycle,                  // its number, low bits
  output wire                late,                   // it may not end yet
  output wire                idle,                   // nothing is asked of the memory
  input  wire  [ADDR_W-1:8]  code_base,
  input  wire  [31:2]        code_words,             // behind them instructions are 0
  input  wire  [ADDR_W-1:8]  const_base,
  input  wire  [15:0]        const_bound,            // segments that are there; others are 0

  input  wire                line_valid,             // addresses as those of tpc_top
  output wire                line_ready,
  input  wire  [24:6]        line_addr,
  output wire                word_valid,
  output wire  [31:0]        word_data,

  output wire                req_valid,
  input  wire                req_ready,
  output wire  [ADDR_W-1:6]  req_addr,
  input  wire                rsp_valid,
  input  wire  [255:0]       rsp_data
);

  localparam int CW = $clog2(BEATS) + 1;

  // --- lines, four at most (L2-5) ----------------------------------------------------------------------
  logic        taken_q;
  logic [24:6] taken_addr_q;
  logic [15:0] taken_due_q;
  wire         ask_room, give_room, ask_valid, give_valid, ask_done, give_done;
  wire  [24:6] ask, line;
  wire  [15:0] due;
  assign line_ready = TIMED != 0 || (!taken_q && ask_room && give_room);
  always_ff @(posedge clk)
    if (rst) taken_q <= 1'b0;
    else begin
      if (ask_room && give_room) taken_q <= 1'b0;
      if (clk_en && run && line_valid && line_ready) taken_q <= 1'b1;
    end
  always_ff @(posedge clk)
    if (clk_en && line_ready) begin
      taken_addr_q <= line_addr;
      taken_due_q  <= cycle + 16'(LATENCY);
    end
  wire both = taken_q && ask_room && give_room;
  sync_fifo #(.WIDTH(19), .DEPTH(4)) u_ask (
    .clk, .rst, .in_valid(both), .in_ready(ask_room), .in_data(taken_addr_q), .out_valid(ask_valid),
    .out_ready(ask_done), .out_data(ask));
  sync_fifo #(.WIDTH(35), .DEPTH(4)) u_give (
    .clk, .rst, .in_valid(both), .in_ready(give_room), .in_data({taken_addr_q, taken_due_q}), .out_valid(give_valid),
    .out_ready(give_done), .out_data({line, due}));

  // --- blocks that are asked for -----------------------------------------------------------------------
  logic [1:0]    ask_q;                              // the next one of the line
  logic [CW-1:0] held_q;                             // beats that wait or are on their way
  logic [CW-1:0] way_q;                              //  on their way
  wire  [1:0]    ask_block = ask[7:6] + ask_q;
  wire  [23:6]   ask_at    = {ask[23:8], ask_block};
  wire           there     = ask[24] ? const_bound[ask[19:16]] : {8'd0, ask_at, 4'd0} < code_words;
  wire           place     = held_q <= CW'(BEATS - 2);
  assign req_valid = ask_valid && there && place && run;
  assign req_addr  = {ask[24] ? const_base : code_base, 2'd0} +
                     (ask[24] ? (ADDR_W-6)'({ask[19:8], ask_block}) : (ADDR_W-6)'(ask_at));
  wire   asked     = req_valid && req_ready;
  wire   passes    = ask_valid && (asked || !there);
  assign ask_done  = passes && ask_q == 2'd3;

  // --- words that are given ------------------------------------------------------------------------------
  logic [5:0]    word_q;                             // the next one of the line
  wire           beat_room, beat_valid;
  wire  [255:0]  beat;
  wire  [1:0]    block  = line[7:6] + word_q[5:4];
  wire  [31:2]   at     = {8'd0, line[23:8], block, word_q[3:0]};
  wire           read   = line[24] ? const_bound[line[19:16]] : {at[31:6], 4'd0} < code_words;    // its block was
  wire           counts = line[24] ? read : at < code_words;
  wire           have   = give_valid && (!read || beat_valid);
  wire           give   = word_valid && clk_en;
  wire           pop    = give && read && word_q[2:0] == 3'd7;
  wire           drop   = !run && beat_valid;        // behind the end of a launch nobody waits for it
  sync_fifo #(.WIDTH(256), .DEPTH(BEATS)) u_beats (
    .clk, .rst, .in_valid(rsp_valid), .in_ready(beat_room), .in_data(rsp_data), .out_valid(beat_valid),
    .out_ready(pop || drop), .out_data(beat));
  assign word_data = counts ? beat[32*word_q[2:0] +: 32] : 32'd0;
  assign give_done = give && word_q == 6'd63;
  assign idle      = way_q == '0;

  if (TIMED != 0) begin : g_timed
    logic        due_q, done_q;                      // the line is due; one has ended in the clock before
    wire  [15:0] ahead = due - cycle - 16'(clk_en);
    assign word_valid = due_q && have;
    assign late       = (due_q && !have) || (done_q && give_valid);
    always_ff @(posedge clk)
      if (rst) begin
        due_q  <= 1'b0;
        done_q <= 1'b0;
      end else begin
        due_q  <= give_valid && !give_done && (ahead == '0 || ahead[15]);
        done_q <= give_done;
      end
  end else begin : g_now
    assign word_valid = have && run;
    assign late       = 1'b0;
    wire unused = &{1'b0, due};
  end

  always_ff @(posedge clk)
    if (rst) begin
      ask_q  <= 2'd0;
      word_q <= 6'd0;
      held_q <= '0;
      way_q  <= '0;
    end else begin
      if (passes) ask_q  <= ask_q + 2'd1;
      if (give)   word_q <= word_q + 6'd1;
      held_q <= held_q + (asked ? CW'(2) : CW'(0)) - CW'(pop || drop);
      way_q  <= way_q + (asked ? CW'(2) : CW'(0)) - CW'(rsp_valid);
    end

  wire unused_line = &{1'b0, line, ask};

  // --- cannot happen -------------------------------------------------------------------------------------
  `ASSERT("there is a place for a beat that was asked for", rst || !rsp_valid || beat_room)

endmodule
`default_nettype wire
