// SPDX-License-Identifier: Apache-2.0
// tex_results: quads whose sectors are there to answers: format, filter, one component of four lanes at a time.
//
// From tex_sectors  the oldest quad (in_*); a lane of it is looked at in each cycle with go, its taps and the words of
//                   their sectors come in the cycle after (tap_*)
// To   the SMs      answers (out_*), up to ANSWERS on their way or waiting
//
// A component begins in cycle s when there is a place for its answer: its lanes are looked at in s to s+3 and pass
// tex_format (four stages) and tex_filter (eleven, the first four beside it); the answer is there in
// s+TEX_FILTER_CYCLES, and TEX_HOLD_CYCLES later out of tex_hold. The next component, or the next quad's first, can
// begin in s+4. Rules: docs/units/tex.md.
`include "assert.svh"
`include "tex_types.svh"
`default_nettype none

module tex_results #(
  parameter int ANSWERS = 64,                     // power of two
  parameter int HOLD    = gpu_cfg::TEX_HOLD_CYCLES
) (
  input  wire           clk,
  input  wire           rst,
  output wire           holds,                    // a component is begun and not answered

  input  wire           in_valid,
  input  texfmt_t       in_fmt,
  output logic          in_done,
  output wire  [1:0]    in_lane,
  input  wire  [23:0]   tap_weight,
  input  wire  [3:0]    tap_outside,
  input  wire  [19:0]   tap_off,
  output wire  [11:0]   tap_at,
  input  wire  [127:0]  tap_word,

  output wire           out_valid,
  input  wire           out_ready,
  output wire  [1:0]    out_sm,
  output mem_rsp_t      out
);

  // --- which lane, which component -------------------------------------------------------------------------
  // TEX-6
  logic [1:0]   lane_q, word_q;
  localparam int AW = $clog2(ANSWERS);
  logic [AW:0]  due_q;                 // components begun and not answered
  wire  [3:0]   want  = in_fmt.want;
  logic [2:0]   words;
  logic         more, go, begins;
  always_comb begin
    words = 'x;
    more  = 1'bx;
    {go, begins, in_done} = 3'b000;
    if (in_valid) begin
      words   = {2'b0, want[0]} + {2'b0, want[1]} + {2'b0, want[2]} + {2'b0, want[3]};
      more    = ({1'b0, word_q} + 3'd1 != words);
      go      = (lane_q != '0) || !due_q[AW];
      begins  = go && (lane_q == '0);
      in_done = (lane_q == 2'd3) && !more;
    end
  end
  assign in_lane = lane_q;
  assign holds   = (due_q != '0);

  // --- one lane: texels, mean --------------------------------------------------------------------------------
  wire  [127:0] texel;
  tex_format u_format (
    .clk, .rst, .in_valid(go), .fmt(in_fmt), .word(word_q), .off(tap_off), .at(tap_at), .full(tap_word),
    .outside(tap_outside), .value(texel));
  wire          value_valid;
  wire  [31:0]  value;
  tex_filter u_filter (
    .clk, .rst, .in_valid(go), .in_linear(in_fmt.linear), .in_pair(in_fmt.pair), .in_odd(lane_q[0]), .tap_weight,
    .value(texel), .out_valid(value_valid), .out_value(value));
  localparam int STAGES = 10;          // registers between the record and a lane's value
  if (gpu_cfg::TEX_FILTER_CYCLES != STAGES + 4) begin : g_bad
    TEX_FILTER_CYCLES_must_be_that_of_the_stages u();
  end
  logic [`TEXTAG_W*STAGES-1:0] tags_q; // the youngest lowest
  textag_t      tag;
  assign        tag = tags_q[`TEXTAG_W*STAGES-1 -: `TEXTAG_W];
  logic [95:0]  lanes_q;               // 0 to 2
  always_ff @(posedge clk)
    if (go || holds) begin
      if (go) tags_q[`TEXTAG_W-1:0] <= {in_fmt.sm, in_fmt.id, word_q, more, lane_q};
      tags_q[`TEXTAG_W*STAGES-1:`TEXTAG_W] <= tags_q[`TEXTAG_W*(STAGES-1)-1:0];
      for (int l = 0; l < 3; l++)
        if (value_valid && (tag.lane == 2'(l))) lanes_q[32*l +: 32] <= value;
    end

  // --- answers ---------------------------------------------------------------------------------------------
  // TEX-5, MEM-23
  wire          whole = value_valid && (tag.lane == 2'd3);
  logic [138:0] answer;
  wire  [138:0] first;
  always_comb begin
    answer = 'x;
    if (whole) answer = {tag.sm, tag.more, tag.word, tag.id, value, lanes_q};
  end
  tex_hold #(.WIDTH(139), .DEPTH(ANSWERS), .CYCLES(HOLD)) u_answers (
    .clk, .rst, .in_valid(whole), .in_data(answer), .out_valid, .out_ready, .out_data(first));
  assign out_sm = first[138:137];
  always_comb begin
    out = 'x;
    if (out_valid) out = {first[136:128], 128'd0, first[127:0]};
  end

  always_ff @(posedge clk)
    if (rst) begin
      lane_q <= '0;
      word_q <= '0;
      due_q  <= '0;
    end else if (go || holds) begin
      if (go) lane_q <= lane_q + 2'd1;
      if (go && (lane_q == 2'd3)) word_q <= more ? word_q + 2'd1 : 2'd0;
      if (begins != (out_valid && out_ready)) due_q <= begins ? due_q + 1'b1 : due_q - 1'b1;
    end

  wire unused = &{1'b0, in_fmt};

  // --- cannot happen ------------------------------------------------------------------------------------
  `ASSERT("no more answers wait than were begun", rst || !out_valid || due_q != '0)
  `ASSERT("a quad asks for components", rst || !in_valid || in_fmt.want != '0)

endmodule
`default_nettype wire
