// SPDX-License-Identifier: Apache-2.0
// tpc_top: a TPC: NSM streaming multiprocessors, and the texture unit and the second-level cache of constants and
// instructions that they share.
//
// Outside: a host that gives the launch configuration (the same to all SMs, but for place) and offers blocks to each
// SM; memory ports (mem_*, docs/units/mem-port.md), one of each SM and, as number NSM, that of the texture unit; and
// l3_*, memory of constants and instructions: a line of 256 bytes, asked for by the address of the block of 64 bytes
// needed first, comes as 64 words in order, one per cycle at the most, that block first and the others behind it,
// wrapping; lines in the order in which they were asked for, the first word L3_LATENCY cycles after the request.
// Addresses of l3_*: bit 24 clear: byte address of an instruction; set: constant segment (23:20 are zero, 19:16) and
// byte address in it.
//
// clk_en stops all of it (GATE; docs/units/clock.md): an edge of clk counts if clk_en is 1 before it.
//
// FOLD other than 1: the datapath works in FOLD phases of clk (docs/units/fold.md), each of which ends with an edge of
// clk before which clk_en is 1. Only the one that ends the last phase counts for the rest; before it, clk_last is 1.
//
// Ports of one SM are slices of these vectors, SM 0 lowest. What they mean is written in sm_top; start empties all
// caches.
//
// HOST_REGS puts a register behind every input, so that all of them count one cycle later than they come. A simulator
// then evaluates the logic once per cycle, behind the clock, instead of a second time for the inputs.
//
// HOST_CLOCKS gives units that are seldom at work a clock of their own, whose edges a simulator may leave out while
// their bit of awake is 0: the logic behind it is not evaluated then. No cycle and no value that is looked at depends
// on it.
`include "dp_types.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`default_nettype none

module tpc_top #(
  parameter int NSM = 1,                 // 1 to TPC_SMS
  parameter int DPU = gpu_cfg::DPU,      // as in sm_top
  parameter int TEX = gpu_cfg::TEX,
  parameter int GATE = 0,                // KIND of clock_gate; 0: the clock always runs
  parameter int FOLD = 1,                // phases of a cycle: 1, 2, 4, 8; other than 1 not without a gate
  parameter int HOST_REGS = 0,           // 1: registers behind the inputs
  parameter int HOST_CLOCKS = 0,         // 1: some units have clocks of their own; not with a gate
  parameter int EVENTS = 0,              // 1: what happens in the SMs, at the ports events and values
  parameter int PARAM_PARTS = 0,         // 1: param instead of cfg_params (FOLD-18); not with HOST_REGS
  parameter int SIGN = 0                 // 1: signed_words of SM 0 (sign_results)
) (
  input  wire               clk,
  input  wire               clk_en,      // the next edge of clk counts
  output wire               clk_last,    // if it is one that can; always 1 without folding
  // HOST_CLOCKS: clk, but for edges before which the units are not awake: the texture unit, and of the SMs SFU, DPU and
  // the launch of blocks; l[], g[] and what asks for textures
  input  wire               clk_seldom,
  input  wire               clk_g,
  output wire  [1:0]        awake,       // {g, seldom}
  input  wire               rst,
  input  wire               start,
  input  wire  [31:0]       cyc_start,
  input  launch_cfg_t       cfg,
  input  wire  [`SM_PLACE_W*NSM-1:0] place,     // sm_place_t of each
  input  wire  [2047:0]     cfg_params,
  // PARAM_PARTS: parameters are written one per edge of clk, whatever clk_en, while no kernel runs
  input  param_write_t      param,
  input  tex_write_t        cfg_tex,     // texture descriptors (isa/tic.def)
  input  wire  [NSM-1:0]    blk_valid,
  output wire  [NSM-1:0]    blk_ready,
  input  wire  [`BLOCK_W*NSM-1:0] blk,          // block_t
  output wire  [NSM-1:0]    blk_done,
  output wire  [3*NSM-1:0]  blk_done_slot,
  output wire  [NSM:0]      mem_req_valid,
  input  wire  [NSM:0]      mem_req_ready,
  output logic [`MEM_REQ_W*(NSM+1)-1:0] mem_req,  // mem_req_t of each
  input  wire  [NSM:0]      mem_rsp_valid,
  output wire  [NSM:0]      mem_rsp_ready,
  input  wire  [`MEM_RSP_W*(NSM+1)-1:0] mem_rsp,  // mem_rsp_t
  output wire  [NSM-1:0]    idle,
  output wire  [32*NSM-1:0] cyc,
  output wire  [`FAULT_W*NSM-1:0] fault,        // fault_t
  output wire  [`TRACE_W*NSM-1:0] events,       // trace_t, tr_data_t of each (EVENT-1); 0 without EVENTS
  output wire  [`TR_DATA_W*NSM-1:0] values,
  output wire  [63:0]       signed_words,

  output wire               l3_req_valid,
  output wire  [24:6]       l3_req_addr,
  input  wire               l3_req_ready,
  input  l3_rsp_t           l3_rsp
);

  `include "chip_limits.svh"

  // CLOCK-1, CLOCK-2, CLOCK-3, CLOCK-4: all registers, those of the inputs, too, are on gclk
  wire       gclk, clk_p;
  wire [2:0] phase;
  // FOLD-9
  if (FOLD == 1) begin : g_whole
    clock_gate #(.KIND(GATE)) u_gate (.clk, .en(clk_en), .gclk);
    assign {clk_p, phase, clk_last} = {1'b0, 3'd0, 1'b1};
  end else begin : g_fold
    fold_clock #(.FOLD(FOLD), .GATE(GATE)) u_clock (
      .clk_h(clk), .adv(clk_en), .last(clk_last), .clk_p, .phase, .clk(gclk));
  end

  wire              xclk, dclk, lclk, tex_awake;
  wire [3*NSM-1:0]  sm_awake;
  if (HOST_CLOCKS != 0) begin : g_clocks
    if (GATE != 0 || FOLD != 1) begin : g_bad
      HOST_CLOCKS_go_without_a_gate u();
    end
    assign xclk = clk_seldom;
    assign lclk = clk_seldom;
    assign dclk = clk_g;
    logic [2:0] any;
    always_comb begin
      any = '0;
      for (int s = 0; s < NSM; s++) any = any | sm_awake[3*s +: 3];
    end
    assign awake = {any[1], any[0] || any[2] || tex_awake};
  end else begin : g_clocks
    assign xclk = gclk;
    assign lclk = gclk;
    assign dclk = gclk;
    assign awake = '1;
    wire unused_clocks = &{1'b0, clk_seldom, clk_g, sm_awake, tex_awake};
  end

  wire [NSM-1:0]    c_req_valid, c_req_ready, c_rsp_valid, i_req_valid, i_req_id, i_req_ready, i_rsp_valid;
  wire [19*NSM-1:0] c_req_addr, i_req_addr;
  wire              i_rsp_id;
  wire [1:0]        i_rsp_block;
  wire [3:0]        rsp_word;
  wire [31:0]       rsp_data;

  // --- inputs --------------------------------------------------------------------------------------
  logic               h_rst, h_start, h_tex_we, h_l3_req_ready, h_l3_rsp_valid;
  localparam int PARAMS_W = PARAM_PARTS != 0 ? 512 / FOLD : 2048;   // of an SM
  logic [2047:0]      h_params;
  wire  [PARAMS_W*NSM-1:0] params;
  wire  [(3+$clog2(FOLD))*NSM-1:0] params_at;  // of each SM: the part of the header rows that it wants (FOLD-18)
  if (PARAM_PARTS != 0) begin : g_params
    param_rows #(.NSM(NSM), .FOLD(FOLD)) u_params (
      .clk_h(clk), .clk_p, .wr_en(param.we), .wr_at(param.at), .wr_data(param.data), .rd_at(params_at),
      .rd_data(params));
    wire unused_params = &{1'b0, h_params};
  end else begin : g_params
    assign params = {NSM{h_params}};
    wire unused_params = &{1'b0, param, params_at};
  end
  logic [6:0]         h_tex_idx;
  tic_t               h_tex_data;
  logic [NSM-1:0]     h_blk_valid;
  logic [NSM:0]       h_mem_req_ready, h_mem_rsp_valid;
  logic [`BLOCK_W*NSM-1:0] h_blk;
  logic [`MEM_RSP_W*(NSM+1)-1:0] h_mem_rsp;
  logic [31:0]        h_l3_rsp_data;
  // DIST-1
  if (HOST_REGS != 0) begin : g_host
    // the rest of cfg_* is taken over at start
    always_ff @(posedge gclk) begin
      h_rst           <= rst;
      h_start         <= start;
      h_tex_we        <= cfg_tex.we;
      h_blk_valid     <= blk_valid;
      h_blk           <= blk;
      h_mem_req_ready <= mem_req_ready;
      h_mem_rsp_valid <= mem_rsp_valid;
      h_l3_req_ready  <= l3_req_ready;
      h_l3_rsp_valid  <= l3_rsp.valid;
      h_l3_rsp_data   <= l3_rsp.data;
      if (start) h_params <= cfg_params;
      if (mem_rsp_valid != '0) h_mem_rsp <= mem_rsp;
      if (cfg_tex.we) begin
        h_tex_idx  <= cfg_tex.idx;
        h_tex_data <= cfg_tex.data;
      end
    end
  end else begin : g_host
    assign h_rst           = rst;
    assign h_start         = start;
    assign h_tex_we        = cfg_tex.we;
    assign h_blk_valid     = blk_valid;
    assign h_blk           = blk;
    assign h_mem_req_ready = mem_req_ready;
    assign h_mem_rsp_valid = mem_rsp_valid;
    assign h_l3_req_ready  = l3_req_ready;
    assign h_l3_rsp_valid  = l3_rsp.valid;
    assign h_l3_rsp_data   = l3_rsp.data;
    assign h_params        = cfg_params;
    assign h_mem_rsp       = mem_rsp;
    assign h_tex_idx       = cfg_tex.idx;
    assign h_tex_data      = cfg_tex.data;
  end

  wire [NSM-1:0]    tex_req_valid, tex_req_ready, tex_rsp_valid, tex_rsp_ready;
  wire [`TEXQUAD_W*NSM-1:0] tex_req;
  wire [`MEM_REQ_W*NSM-1:0] sm_req;
  mem_req_t         own_req;           // of the texture unit
  always_comb begin
    mem_req = 'x;
    if (mem_req_valid != '0) mem_req = {own_req, sm_req};
  end
  mem_rsp_t         tex_rsp;

  for (genvar s = 0; s < NSM; s++) begin : g_sm
    wire      sm_req_valid, sm_req_ready, sm_rsp_valid, sm_rsp_ready;
    mem_rsp_t sm_rsp, mem_rsp_s;
    trace_t   sm_events;
    tr_data_t sm_values;
    wire [63:0] sm_signed;
    always_comb begin
      mem_rsp_s = 'x;
      if (h_mem_rsp_valid[s]) mem_rsp_s = h_mem_rsp[`MEM_RSP_W*s +: `MEM_RSP_W];
    end
    mem_fork u_fork (
      .clk(gclk), .rst(h_rst || h_start), .sm_req_valid, .sm_req_ready, .sm_req(sm_req[`MEM_REQ_W*s +: `MEM_REQ_W]),
      .sm_rsp_valid, .sm_rsp_ready, .sm_rsp,
      .mem_req_valid(mem_req_valid[s]), .mem_req_ready(h_mem_req_ready[s]), .mem_rsp_valid(h_mem_rsp_valid[s]),
      .mem_rsp_ready(mem_rsp_ready[s]), .mem_rsp(mem_rsp_s), .tex_req_valid(tex_req_valid[s]),
      .tex_req_ready(tex_req_ready[s]), .tex_req(tex_req[`TEXQUAD_W*s +: `TEXQUAD_W]),
      .tex_rsp_valid(tex_rsp_valid[s]), .tex_rsp_ready(tex_rsp_ready[s]), .tex_rsp);

    sm_top #(.DPU(DPU), .TEX(TEX), .FOLD(FOLD), .PARAM_PARTS(PARAM_PARTS), .SIGN(SIGN)) u_sm (
      .clk(gclk), .clk_p, .clk_x(xclk), .clk_g(dclk), .clk_l(lclk),
      .awake(sm_awake[3*s +: 3]), .phase, .rst(h_rst), .start(h_start), .cyc_start, .cfg,
      .place(place[`SM_PLACE_W*s +: `SM_PLACE_W]),
      .cfg_params(params[PARAMS_W*s +: PARAMS_W]), .param_at(params_at[(3+$clog2(FOLD))*s +: 3+$clog2(FOLD)]),
      .blk_valid(h_blk_valid[s]), .blk_ready(blk_ready[s]), .blk(h_blk[`BLOCK_W*s +: `BLOCK_W]), .blk_done(blk_done[s]),
      .blk_done_slot(blk_done_slot[3*s +: 3]),
      .mem_req_valid(sm_req_valid), .mem_req_ready(sm_req_ready), .mem_req(sm_req[`MEM_REQ_W*s +: `MEM_REQ_W]),
      .mem_rsp_valid(sm_rsp_valid), .mem_rsp_ready(sm_rsp_ready), .mem_rsp(sm_rsp),
      // by position: Yosys 0.23 knows no member of a struct that is declared in a generate block
      .l2_req({c_req_valid[s], c_req_addr[19*s +: 19], i_req_valid[s], i_req_addr[19*s +: 19], i_req_id[s]}),
      .l2_ready({c_req_ready[s], i_req_ready[s]}),
      .l2_rsp({c_rsp_valid[s], i_rsp_valid[s], i_rsp_id, i_rsp_block, rsp_word, rsp_data}),
      .idle(idle[s]), .cyc(cyc[32*s +: 32]), .fault(fault[`FAULT_W*s +: `FAULT_W]),
      .events_out(sm_events), .values_out(sm_values), .signed_words(sm_signed));
    if (s == 0) begin : g_signed
      assign signed_words = sm_signed;
    end else begin : g_signed
      wire unused_signed = &{1'b0, sm_signed};
    end
    if (EVENTS != 0) begin : g_events
      assign events[`TRACE_W*s +: `TRACE_W]     = sm_events;
      assign values[`TR_DATA_W*s +: `TR_DATA_W] = sm_values;
    end else begin : g_no_events
      assign events[`TRACE_W*s +: `TRACE_W]     = '0;
      assign values[`TR_DATA_W*s +: `TR_DATA_W] = '0;
      wire unused_events = &{1'b0, sm_events, sm_values};      // a simulator looks at them inside the SM
    end
  end

  // --- textures ------------------------------------------------------------------------------------
  assign mem_rsp_ready[NSM] = 1'b1;
  if (TEX != 0) begin : g_tex
    mem_rsp_t own_rsp;
    always_comb begin
      own_rsp = 'x;
      if (h_mem_rsp_valid[NSM]) own_rsp = h_mem_rsp[`MEM_RSP_W*NSM +: `MEM_RSP_W];
    end
    wire tclk, holds;
    tpc_tex #(.NSM(NSM)) u_tex (
      .clk(tclk), .rst(h_rst || h_start), .awake(holds), .cfg_we(h_tex_we), .cfg_idx(h_tex_idx), .cfg_data(h_tex_data),
      .req_valid(tex_req_valid), .req_ready(tex_req_ready), .req(tex_req),
      .rsp_valid(tex_rsp_valid), .rsp_ready(tex_rsp_ready), .rsp(tex_rsp),
      .mem_req_valid(mem_req_valid[NSM]), .mem_req_ready(h_mem_req_ready[NSM]), .mem_req(own_req),
      .mem_rsp_valid(h_mem_rsp_valid[NSM]), .mem_rsp(own_rsp));
    if (HOST_CLOCKS != 0) begin : g_clock
      localparam int CLEARS = 8;         // at least the sets of the cache, which are cleared one by one behind rst
      if (gpu_cfg::TL1_BYTES / 32 / gpu_cfg::TL1_WAYS > CLEARS) begin : g_bad
        HOST_CLOCKS_go_with_few_sets u();
      end
      logic [$clog2(CLEARS):0] clears_q;
      always_ff @(posedge gclk)
        if (h_rst || h_start)     clears_q <= ($clog2(CLEARS)+1)'(CLEARS);
        else if (clears_q != '0)  clears_q <= clears_q - 1'b1;
      assign tclk      = clk_seldom;
      assign tex_awake = holds || (clears_q != '0);
    end else begin : g_clock
      assign tclk      = gclk;
      assign tex_awake = 1'b1;
      wire unused_clock = &{1'b0, holds};
    end
  end else begin : g_no_tex
    assign tex_awake = 1'b1;
    assign tex_req_ready = '0;
    assign tex_rsp_valid = '0;
    assign tex_rsp       = '0;
    assign mem_req_valid[NSM] = 1'b0;
    assign own_req = '0;
    wire unused_tex = &{1'b0, tex_req_valid, tex_req, tex_rsp_ready, h_tex_we, h_tex_idx, h_tex_data,
                        h_mem_req_ready[NSM], h_mem_rsp_valid[NSM], h_mem_rsp[`MEM_RSP_W*NSM +: `MEM_RSP_W]};
  end

  // --- constants and instructions ------------------------------------------------------------------
  tpc_l2 #(.PORTS(NSM)) u_l2 (
    .clk(gclk), .rst(h_rst || h_start), .c_req_valid, .c_req_addr, .c_req_ready, .i_req_valid, .i_req_addr, .i_req_id,
    .i_req_ready, .c_rsp_valid, .i_rsp_valid, .i_rsp_id, .i_rsp_block, .rsp_word, .rsp_data,
    .l3_req_valid, .l3_req_addr, .l3_req_ready(h_l3_req_ready),
    .l3_rsp_valid(h_l3_rsp_valid), .l3_rsp_data(h_l3_rsp_data));

endmodule
`default_nettype wire
