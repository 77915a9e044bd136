// SPDX-License-Identifier: Apache-2.0
// tb_tpc_tex: the texture unit of a TPC alone, with three SMs that ask and take at random and a memory with random
// ready, latency and order. Each quad is answered once for each component asked for, in the order of its SM's quads,
// with the texels that are in memory, 0 outside (MEM-23, TEX-3, TEX-4, TEX-5, TEX-9); an answer stays while it waits
// (MEM-2); the memory is asked for loads in space 3 (MEM-8), each id again only after its answer (TL1-5).
// Of the textures one is larger than the cache (TL1-1, TL1-3).
// A second unit gets no edge of the clock while it is not awake, and gives the same.
//
//! test rtl QUADS=150
//! test long: rtl;long QUADS=500
`include "tex_types.svh"

module tb_tpc_tex #(parameter int QUADS = 500);                  // of each SM
  localparam int NSM = 3;
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg                         cfg_we = 1'b0;
  reg  [6:0]                  cfg_idx = 7'd0;
  reg  [145:0]                cfg_data = '0;
  reg  [NSM-1:0]              req_valid = '0, rsp_ready = '0;
  wire [NSM-1:0]              req_ready, rsp_valid;
  reg  [`TEXQUAD_W*NSM-1:0]   req = '0;
  wire [`MEM_RSP_W-1:0]       rsp;
  wire                        mem_req_valid;
  reg                         mem_req_ready = 1'b0, mem_rsp_valid = 1'b0;
  wire [`MEM_REQ_W-1:0]       mem_req;
  reg  [`MEM_RSP_W-1:0]       mem_rsp;
  tpc_tex #(.NSM(NSM)) dut (.clk, .rst, .awake(), .cfg_we, .cfg_idx, .cfg_data, .req_valid, .req_ready, .req,
    .rsp_valid, .rsp_ready, .rsp, .mem_req_valid, .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp);

  wire                        lazy_clk, awake, lazy_mem_valid;
  wire [NSM-1:0]              lazy_ready, lazy_valid;
  wire [`MEM_RSP_W-1:0]       lazy_rsp;
  wire [`MEM_REQ_W-1:0]       lazy_mem;
  reg  [3:0]                  clears = 4'd8;                     // cycles behind rst in which it needs its clock
  clock_gate #(.KIND(1)) u_gate (.clk, .en(awake || clears != 4'd0), .gclk(lazy_clk));
  tpc_tex #(.NSM(NSM)) lazy (.clk(lazy_clk), .rst, .awake, .cfg_we, .cfg_idx, .cfg_data, .req_valid,
    .req_ready(lazy_ready), .req, .rsp_valid(lazy_valid), .rsp_ready, .rsp(lazy_rsp), .mem_req_valid(lazy_mem_valid),
    .mem_req_ready, .mem_req(lazy_mem), .mem_rsp_valid, .mem_rsp);

  integer errors = 0;
  task check(input ok, input [8*60-1:0] what);
    if (ok !== 1'b1) begin
      if (errors < 5) $display("FAIL tb_tpc_tex: %0s, time %0t", what, $time);
      errors = errors + 1;
    end
  endtask

  integer slept = 0;                                             // edges that it did not get
  always @(posedge clk) begin
    if (rst) clears <= 4'd8;
    else if (clears != 4'd0) clears <= clears - 4'd1;
    if (!rst) begin
      check(lazy_ready === req_ready && lazy_valid === rsp_valid && (rsp_valid == '0 || lazy_rsp === rsp) &&
            lazy_mem_valid === mem_req_valid && (!mem_req_valid || lazy_mem === mem_req), "asleep it differs");
      if (!awake && clears == 4'd0) slept = slept + 1;
    end
  end

  // --- textures of words: 0 a row of 5000, more than the cache holds; 1 a row of 50 pairs; 2 eight rows of
  // 16; 3 not bound; 4 four slices of those
  function [31:0] stored(input [31:0] addr);
    stored = (addr >> 2) * 32'h9e3779b1 ^ 32'h5bd1e995;
  endfunction
  function [145:0] descriptor(input [2:0] n);
    case (n)    // slice   slices mode_z pitch rows   modes, linear, norm; addr     width   kind  bytes comps
      3'd0:    descriptor = {27'd0, 12'd1, 2'd0, 16'd0, 16'd1, 6'd0, 32'h00001000, 28'd5000, 3'd0, 2'd2, 2'd0};
      3'd1:    descriptor = {27'd0, 12'd1, 2'd0, 16'd0, 16'd1, 6'd0, 32'h00020000, 28'd50, 3'd0, 2'd2, 2'd1};
      3'd2:    descriptor = {27'd0, 12'd1, 2'd0, 16'd3, 16'd8, 6'd0, 32'h00300000, 28'd16, 3'd0, 2'd2, 2'd0};
      3'd4:    descriptor = {27'd32, 12'd4, 2'd0, 16'd3, 16'd8, 6'd0, 32'h00400000, 28'd16, 3'd0, 2'd2, 2'd0};
      default: descriptor = '0;
    endcase
  endfunction
  function [31:0] texel(input [2:0] n, input [31:0] x, input [31:0] y, input [31:0] z, input c);
    case (n)
      3'd0:    texel = x < 5000 ? stored(32'h00001000 + 4 * x) : 0;
      3'd1:    texel = x < 50 ? stored(32'h00020000 + 8 * x + 4 * c) : 0;
      3'd2:    texel = x < 16 && y < 8 ? stored(32'h00300000 + 96 * y + 4 * x) : 0;
      3'd4:    texel = x < 16 && y < 8 && z < 4 ? stored(32'h00400000 + 1024 * z + 96 * y + 4 * x) : 0;
      default: texel = 0;
    endcase
  endfunction

  // --- the SMs -----------------------------------------------------------------------------------------------------
  wire [NSM-1:0] finished;
  for (genvar s = 0; s < NSM; s++) begin : g_sm
    reg  [292:0] asked [0:63];                                   // quads under way, by id
    reg  [15:0]  sent = 0, done = 0;                             // quads
    reg          part = 0;                                       // components of the oldest that have come
    wire [292:0] quad = asked[done[5:0]];
    wire [2:0]   n = n_of(quad);                                 // texture number
    wire [3:0]   comps = quad[274:271];
    wire [1:0]   unsigned_part = {1'b0, part};
    assign finished[s] = done == QUADS;
    reg          waited = 1'b0;
    reg  [`MEM_RSP_W-1:0] prev;
    reg  [292:0] next;
    always @(posedge clk) if (!rst) begin
      rsp_ready[s] <= $random;
      if (!req_valid[s] || req_ready[s]) begin
        next = {$random, $random, $random, $random, $random, $random, $random, $random, $random, $random};
        next[282:275] = {$random} % 5;
        for (int l = 0; l < 8; l++)                              // small coordinates, some outside
          next[32*l +: 32] = {$random} % 20 == 0 ? next[32*l +: 32] : next[32*l +: 32] & largest(n_of(next));
        next[292:287] = sent[5:0];
        if (n_of(next) == 4) next[286:285] = 2'd0;               // a pair
        next[286:283] = next[286:283] == 0 ? 4'd1 : next[286:283];
        next[274:256] = {n_of(next) == 1 ? (next[265:264] == 0 ? 4'd3 : {2'd0, next[265:264]}) : 4'd1,
                         12'd0, 1'b0, n_of(next) == 4 ? 2'd2 : {1'b0, n_of(next) == 2}};
        req_valid[s] <= 1'b0;
        if (sent < QUADS && sent - done < 60 && {$random} % 3 != 0 && $time / 10 % 2048 < 1024) begin
          req_valid[s] <= 1'b1;
          req[`TEXQUAD_W*s +: `TEXQUAD_W] <= next;
          asked[sent[5:0]] = next;
          sent = sent + 1;
        end
      end
      if (waited) check(rsp_valid[s] && rsp === prev, "an answer changes while it waits");
      waited <= rsp_valid[s] && !rsp_ready[s];
      prev   <= rsp;
      if (rsp_valid[s]) begin
        check(done != sent && rsp[261:256] === quad[292:287], "the answer of another quad");
        check(rsp[263:262] === unsigned_part && rsp[264] === (comps == 4'd3 && !part), "the number of the component");
        for (int l = 0; l < 4; l++)
          if (quad[283 + l])
            check(rsp[32*(n == 4 ? 2*l + 1 : l) +: 32] === texel(n, quad[32*l +: 32], quad[128 + 32*l +: 32],
                  quad[192 + 32*(l % 2) +: 32], comps == 4'd2 || part), "a texel is wrong");
        if (rsp_ready[s]) begin
          part = comps == 4'd3 && !part;
          if (!part) done = done + 1;
        end
      end
    end
  end
  function [31:0] largest(input [2:0] n);
    largest = n == 2 || n == 4 ? 15 : n == 0 ? 8191 : 63;
  endfunction
  function [2:0] n_of(input [292:0] quad);
    n_of = quad[277:275];
  endfunction

  // --- the memory --------------------------------------------------------------------------------------------------
  reg  [63:0] under_way = '0;
  reg  [31:0] addr [0:63];
  wire [5:0]  id = mem_req[334:329];
  reg  [5:0]  pick;
  integer     loads = 0;
  always @(posedge clk) if (!rst) begin
    mem_req_ready <= {$random} % 4 != 0;
    if (mem_req_valid && mem_req_ready) begin
      check(mem_req[337:335] === 3'd0 && mem_req[328:327] === 2'd3 && mem_req[292:288] === 5'd0,
            "not a load in space 3");
      check(!under_way[id], "an id is given twice");
      addr[id] = mem_req[319:288];
      loads = loads + 1;
    end
    pick = $random;
    mem_rsp_valid <= under_way[pick];
    for (int w = 0; w < 8; w++) mem_rsp[32*w +: 32] <= stored(addr[pick] + 4 * w);
    mem_rsp[264:256] <= {3'd0, pick};
    under_way[pick] = 1'b0;
    if (mem_req_valid && mem_req_ready) under_way[id] = 1'b1;
  end

  initial begin
    for (int i = 0; i < 128; i++) begin
      @(negedge clk) cfg_we = 1'b1;
      cfg_idx  = 7'(i);
      cfg_data = i < 5 ? descriptor(3'(i)) : '0;
    end
    @(negedge clk) cfg_we = 1'b0;
    @(negedge clk) rst = 1'b0;
    while (finished != '1 && errors < 5 && $time < 2000000) @(negedge clk);
    check(finished == '1, "quads have no answer");
    check(slept > QUADS, "it never sleeps");
    if (errors == 0) $display("PASS tb_tpc_tex: %0d quads, %0d sectors, time %0t", NSM * QUADS, loads, $time);
    $finish;
  end
endmodule
