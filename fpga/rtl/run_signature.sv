// SPDX-License-Identifier: Apache-2.0
// run_signature: the signature of a launch (SIGN-1 to SIGN-5, docs/units/signature.md; sw/runtime/fpga/signature.c is
// the same
// over the model's events). What a cycle adds comes in the next one: words of results added up in the machine
// (sign_results), words of requests as mem_due takes them; `complete` says that all are there.
`include "sm_types.svh"
`include "mem_types.svh"
`default_nettype none

module run_signature (
  input  wire          clk,
  input  wire          clear,
  input  wire          count,                        // this cycle ends, without a fault
  input  wire  [31:0]  cycle,
  input  wire  [`TRACE_W-1:0]   events,              // trace_t, tr_data_t
  input  wire  [`TR_DATA_W-1:0] values,
  input  wire  [1:0]            req_valid,           // the SM's port, the texture unit's
  input  wire  [`MEM_REQ_W*2-1:0] req,               // without its data

  // of the cycle that has ended last
  input  wire  [63:0]           results,             // words of results, when complete
  input  wire                   word_valid,          // word of a request of the SM
  input  wire                   word_atom,
  input  wire  [31:0]           word_data,
  input  wire                   complete,            // results are there, and this clock's word was the last one
  output wire          happened,                     // something did in it, and it is complete, for a clock
  output wire  [63:0]  after,                        //  and the signature after it
  output logic [63:0]  signature
);

  `include "sign_at.svh"

  trace_t       t;
  tr_data_t     d;
  mem_req_t     sm, tex;
  assign t   = events;
  assign d   = values;
  assign sm  = req[0 +: `MEM_REQ_W];
  assign tex = req[`MEM_REQ_W +: `MEM_REQ_W];
  wire          issues = t.issue.valid, sp = d.sp.valid, x = d.x.valid, lw = d.lw.valid;
  wire          asks = req_valid[0], tex_asks = req_valid[1];
  wire          any = issues || sp || x || lw || asks || tex_asks;

  function automatic logic [31:0] head(input logic [1:0] part, input logic [4:0] warp, input logic [23:0] pc);
    head = {1'b1, part, warp, pc};
  endfunction

  // $c of a quarter, at place p
  function automatic logic [63:0] flags(input int p, input logic [7:0] mask, input logic n, input logic [31:0] cc);
    flags = '0;
    for (int i = 0; i < 8; i++)
      if (mask[i] && n) flags = flags ^ at(p, {28'd0, cc[4*i +: 4]} << (4 * i));
  endfunction

  function automatic logic [31:0] asked(input logic [2:0] kind, input logic [5:0] id, input logic [1:0] space,
                                        input logic [3:0] aop, input logic [2:0] mtype);
    asked = {1'b1, 13'd0, kind[1] ? {mtype, aop} : 7'd0, space, kind[0] ? 6'd0 : id, kind};
  endfunction

  logic [63:0]  core, memory;
  always_comb begin
    core = at(55, cycle);
    if (issues) core = core ^ at(0, head(t.issue.uop, t.issue.warp, t.issue.pc)) ^ at(1, t.issue.active);
    if (sp) core = core ^ at(2, head(d.sp.quarter, d.sp.warp, d.sp.pc)) ^
                   at(3, {21'd0, d.sp.writes, d.sp.lanes}) ^ flags(12, d.sp.lanes, d.sp.writes[1], d.sp.cc);
    if (x) core = core ^ at(13, head(d.x.quarter, d.x.warp, d.x.pc)) ^
                  at(14, {8'd0, d.x.regno, 5'd0, d.x.writes, d.x.lanes}) ^
                  flags(23, d.x.lanes, d.x.writes[1], d.x.cc);
    memory = '0;
    if (lw) memory = at(24, head({1'b0, d.lw.half}, d.lw.warp, d.lw.pc)) ^ at(25, {8'd0, d.lw.regno, d.lw.lanes});
    if (asks) begin
      memory = memory ^ at(42, asked(sm.kind, sm.id, sm.space, sm.aop, sm.mtype)) ^ at(43, sm.addr);
      if (sm.kind == `MEM_STORE) memory = memory ^ at(44, sm.mask);
    end
    if (tex_asks)
      memory = memory ^ at(53, asked(tex.kind, tex.id, tex.space, tex.aop, tex.mtype)) ^ at(54, tex.addr);
  end

  // Words of a request one after the other: each at the place of the last one, those before turned back by one.
  logic [63:0]  words_q;
  wire  [63:0]  words = word_valid ? {words_q[4:0], words_q[63:5]} ^
                                     (word_atom ? at(48, word_data) : at(52, word_data)) : words_q;

  // SIGN-1: times x^23 modulo x^64 + x^4 + x^3 + x + 1, and what happened
  logic         pending_q;
  logic [63:0]  core_q, memory_q;
  wire  [22:0]  over = signature[63:41];
  assign happened = pending_q && complete;
  assign after = {signature[40:0], 23'd0} ^ {41'd0, over} ^ {40'd0, over, 1'b0} ^ {38'd0, over, 3'b0} ^
                 {37'd0, over, 4'b0} ^ core_q ^ memory_q ^ results ^ words;

  always_ff @(posedge clk) begin
    if (count) begin
      core_q   <= core;
      memory_q <= memory;
    end
    words_q <= clear || count ? '0 : words;
    if (clear) begin
      pending_q <= 1'b0;
      signature <= '0;
    end else begin
      if (count)         pending_q <= any;
      else if (happened) pending_q <= 1'b0;
      if (happened) signature <= after;
    end
  end

  wire unused = &{1'b0, t, d, sm, tex};

endmodule
`default_nettype wire
