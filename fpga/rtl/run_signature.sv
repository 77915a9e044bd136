// SPDX-License-Identifier: Apache-2.0
// run_signature: the signature of a launch (SIGN-1 to SIGN-4, docs/units/signature.md; sw/fpga/signature.c is the same
// over the model's events). It follows two clocks behind the cycle that ends.
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
  input  wire  [`MEM_REQ_W*2-1:0] req,
  output logic         happened,                     // something did, in the cycle that ended a clock ago
  output wire  [63:0]  after,                        //  and the signature after it
  output logic [63:0]  signature
);

  // SIGN-2: a word at place p
  function automatic logic [63:0] at(input int p, input logic [31:0] word);
    at = ({32'd0, word} << (5 * p % 64)) | ({32'd0, word} >> (64 - 5 * p % 64));
  endfunction

  trace_t       t;
  tr_data_t     d;
  mem_req_t     sm, tex;
  assign t   = events;
  assign d   = values;
  assign sm  = req[0 +: `MEM_REQ_W];
  assign tex = req[`MEM_REQ_W +: `MEM_REQ_W];
  wire          issues = t.issue.head.valid, sp = d.sp.head.valid, x = d.x.head.valid, lw = d.lw.head.valid;
  wire  [15:0]  lw_mask = d.lw.mask;
  wire  [511:0] lw_data = d.lw.data;
  wire  [31:0]  sm_mask = sm.mask;
  wire  [255:0] sm_data = sm.data;
  wire          asks = req_valid[0], tex_asks = req_valid[1];
  wire          any = issues || sp || x || lw || asks || tex_asks;

  function automatic logic [31:0] head(input logic [1:0] part, input logic [4:0] warp, input logic [23:0] pc);
    head = {1'b1, part, warp, pc};
  endfunction

  // results of a quarter: at places first to first + 7; their $c at first + 8
  function automatic logic [63:0] lanes(input int first, input logic [7:0] mask, input logic [2:0] n,
                                        input logic [255:0] data, input logic [31:0] cc);
    lanes = '0;
    for (int i = 0; i < 8; i++) begin
      if (mask[i] && (n[0] || n[2])) lanes = lanes ^ at(first + i, data[32*i +: 32]);
      if (mask[i] && n[1])           lanes = lanes ^ at(first + 8, {28'd0, cc[4*i +: 4]} << (4 * i));
    end
  endfunction

  function automatic logic [31:0] asked(input logic [2:0] kind, input logic [5:0] id, input logic [1:0] space,
                                        input logic [3:0] aop, input logic [2:0] mtype);
    asked = {1'b1, 13'd0, kind[1] ? {mtype, aop} : 7'd0, space, kind[0] ? 6'd0 : id, kind};
  endfunction

  logic [63:0]  fold_sp, fold_x, fold_lw, fold_req;
  always_comb begin
    fold_sp = at(55, cycle);
    if (issues) fold_sp = fold_sp ^ at(0, head(t.issue.head.part, t.issue.head.warp, t.issue.head.pc)) ^
                               at(1, t.issue.mask);
    if (sp) fold_sp = fold_sp ^ at(2, head(d.sp.head.part, d.sp.head.warp, d.sp.head.pc)) ^
                      at(3, {d.sp.n & 24'h7, d.sp.mask}) ^ lanes(4, d.sp.mask, d.sp.n[2:0], d.sp.data, d.sp.cc);
    fold_x = '0;
    if (x) fold_x = at(13, head(d.x.head.part, d.x.head.warp, d.x.head.pc)) ^ at(14, {d.x.n & 24'hff07, d.x.mask}) ^
                    lanes(15, d.x.mask, d.x.n[2:0], d.x.data, d.x.cc);
    fold_lw = '0;
    if (lw) begin
      fold_lw = at(24, head(d.lw.head.part, d.lw.head.warp, d.lw.head.pc)) ^ at(25, {d.lw.n, d.lw.mask});
      for (int i = 0; i < 16; i++) if (lw_mask[i]) fold_lw = fold_lw ^ at(26 + i, lw_data[32*i +: 32]);
    end
    fold_req = '0;
    if (asks) begin
      fold_req = at(42, asked(sm.kind, sm.id, sm.space, sm.aop, sm.mtype)) ^ at(43, sm.addr);
      if (sm.kind == `MEM_STORE) begin
        fold_req = fold_req ^ at(44, sm.mask);
        for (int b = 0; b < 32; b++)
          if (sm_mask[b]) fold_req = fold_req ^ at(45 + b / 4, {24'd0, sm_data[8*b +: 8]} << (8 * (b % 4)));
      end
      if (sm.kind[1]) for (int i = 0; i < 4; i++) fold_req = fold_req ^ at(45 + i, sm_data[32*i +: 32]);
    end
    if (tex_asks)
      fold_req = fold_req ^ at(53, asked(tex.kind, tex.id, tex.space, tex.aop, tex.mtype)) ^ at(54, tex.addr);
  end

  // SIGN-3: times x^23 modulo x^64 + x^4 + x^3 + x + 1, and what happened
  logic [63:0]  core_q, memory_q;
  wire  [22:0]  over = signature[63:41];
  assign after = {signature[40:0], 23'd0} ^ {41'd0, over} ^ {40'd0, over, 1'b0} ^ {38'd0, over, 3'b0} ^
                 {37'd0, over, 4'b0} ^ core_q ^ memory_q;

  always_ff @(posedge clk) begin
    core_q   <= fold_sp ^ fold_x;
    memory_q <= fold_lw ^ fold_req;
    if (clear) begin
      happened  <= 1'b0;
      signature <= '0;
    end else begin
      happened <= count && any;
      if (happened) signature <= after;
    end
  end

  wire unused = &{1'b0, t, d, sm, tex};

endmodule
`default_nettype wire
