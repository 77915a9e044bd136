// SPDX-License-Identifier: Apache-2.0
// tex_quads: requests of the SMs to quads of texels: the addressing part of the texture unit.
//
// From the SMs      texture requests (in_*), two of each wait
// From the host     descriptors of the 128 textures (cfg_*), written while no kernel runs
// To   tex_sectors  quads in the order in which they were picked (out_*), up to four on their way or waiting
//
// In cycle p a quad is picked, round robin, and its descriptor read; in p+1 to p+4 its lanes enter tex_addr, one per
// cycle, and in p+5 to p+8 their taps are there; in p+TEX_ADDR_CYCLES the quad is. The next one can be picked in p+4:
// lanes of two quads are in the stages then, and each takes its descriptor along. What is a lane here is a slot of a
// pair of lanes: each of them enters twice. Rules: docs/units/tex.md.
`include "assert.svh"
`include "tex_types.svh"
`default_nettype none

module tex_quads #(
  parameter int NSM = 1
) (
  input  wire                        clk,
  input  wire                        rst,
  output wire                        holds,       // a quad is there that is not done

  input  wire                        cfg_we,
  input  wire  [6:0]                 cfg_idx,
  input  tic_t                       cfg_data,

  input  wire  [NSM-1:0]             in_valid,
  output wire  [NSM-1:0]             in_ready,
  input  wire  [`TEXQUAD_W*NSM-1:0]  in_quad,     // texquad_t of each

  output wire                        out_valid,
  input  wire                        out_done,    // the quad is not looked at any more
  output texels_t                    out          // of a quad that is there
);

  // --- queues of the SMs ----------------------------------------------------------------------------
  wire  [NSM-1:0]        q_valid, q_take;
  wire  [`TEXQUAD_W*NSM-1:0] q_quad;
  for (genvar s = 0; s < NSM; s++) begin : g_sm
    // TEX-12
    sync_fifo #(.WIDTH(`TEXQUAD_W), .DEPTH(2)) u_queue (
      .clk, .rst, .in_valid(in_valid[s]), .in_ready(in_ready[s]), .in_data(in_quad[`TEXQUAD_W*s +: `TEXQUAD_W]),
      .out_valid(q_valid[s]), .out_ready(q_take[s]), .out_data(q_quad[`TEXQUAD_W*s +: `TEXQUAD_W]));
  end

  // --- which is next: the first behind the one picked last ---------------------------------------------
  // TEX-13
  logic [1:0]   last_q, pick_sm;
  logic [2:0]   used_q;                // quads picked and not done
  logic         run_q;                 // a lane enters
  logic [1:0]   lane_q;
  logic         pick;
  texquad_t     pick_quad;
  always_comb begin
    pick      = 1'b0;
    pick_sm   = '0;
    pick_quad = 'x;
    if (q_valid != '0) begin
      pick = (!run_q || (lane_q == 2'd3)) && (used_q != 3'd4);
      for (int k = NSM; k >= 1; k--)
        for (int s = 0; s < NSM; s++)
          if (q_valid[s] && (last_q == 2'((s + NSM - k) % NSM))) pick_sm = 2'(s);
      for (int s = 0; s < NSM; s++)
        if (pick_sm == 2'(s)) pick_quad = q_quad[`TEXQUAD_W*s +: `TEXQUAD_W];
    end
  end
  for (genvar s = 0; s < NSM; s++) begin : g_take
    assign q_take[s] = pick && (pick_sm == 2'(s));
  end

  // --- the quad whose lanes enter -----------------------------------------------------------------------
  logic [1:0]   sm_q;
  logic [5:0]   id_q;
  logic [3:0]   lanes_q;
  logic [127:0] x_q, y_q;              // those of the lane that enters lowest
  texop_t       op_q;
  wire  [7:0]   pick_unit = pick_quad.op.unit;
  tic_t         tic;
  // TEX-15
  sram_1r1w #(.WIDTH(`TIC_W), .DEPTH(128), .EN_BITS(`TIC_W), .COLLIDE(0)) u_tic (
    .clk, .rd_en(pick), .rd_addr(pick_unit[6:0]), .rd_data(tic),
    .wr_en(cfg_we), .wr_addr(cfg_idx), .wr_be(1'b1), .wr_data(cfg_data));
  always_ff @(posedge clk)
    if (pick) begin
      {id_q, lanes_q, op_q, y_q, x_q} <= pick_quad;
      sm_q <= pick_sm;
    end else if (run_q && (!op_q.coords[1] || lane_q[0])) begin         // MEM-22, TEX-16
      x_q <= {32'd0, x_q[127:32]};
      y_q <= {32'd0, y_q[127:32]};
    end

  // --- lanes through the stages -------------------------------------------------------------------------
  logic [3:0]   st_valid_q;            // stages 2 to 5
  logic [1:0]   out_lane_q;
  wire          en   = run_q || (st_valid_q != '0);          // a lane is in some stage
  texcfg_t      c1, c2, c3, c4, c5;    // of the lane in each stage; c1 as it is read, bound or not
  logic [11:0]  who2_q, who3_q, who4_q, who5_q;              // {sm, id, lanes} of its quad
  logic         is_bound;
  logic         pair;                  // the lane that comes out is a slot of a pair
  logic [3:0]   put;                   // a lane comes out: which
  always_comb begin
    {c1, is_bound, pair} = 'x;
    put  = '0;
    if (en) begin
      // numbers from 128 on are never bound
      c1       = {op_q, tic};
      is_bound = !op_q.unit[7] && (tic.width != '0);
      if (st_valid_q[3]) put[out_lane_q] = 1'b1;
      pair = c5.op.coords[1];
    end
  end
  always_ff @(posedge clk)
    if (en) begin
      c2     <= {op_q, is_bound ? tic : (`TIC_W)'(0)};
      c3     <= c2;
      c4     <= c3;
      c5     <= c4;
      who2_q <= {sm_q, id_q, lanes_q};
      who3_q <= who2_q;
      who4_q <= who3_q;
      who5_q <= who4_q;
    end
  wire  [127:0] tap_addr;
  wire  [3:0]   tap_need, tap_in;
  wire  [23:0]  tap_weight;
  tex_addr u_addr (
    .clk, .en, .c1, .c2, .c3, .c4, .c5, .odd4(out_lane_q[0] ^ st_valid_q[3]),
    .x(x_q[31:0]), .y(y_q[31:0]), .z(y_q[95:64]),
    .addr(tap_addr), .need(tap_need), .is_in(tap_in), .weight(tap_weight));

  // --- four places for quads -------------------------------------------------------------------------
  logic [1:0]   head_q, tail_q;
  logic [2:0]   count_q;               // quads that are there
  wire          quad_out = put[3];
  wire  [3:0]   lanes    = who5_q[3:0];
  wire  [511:0] o_addr;
  wire  [15:0]  o_need, o_lowest, o_in;
  wire  [95:0]  o_weight;
  texfmt_t      o_fmt;
  always_comb begin
    out = 'x;
    if (out_valid) out = {o_fmt, o_addr, o_need, o_lowest, o_in, o_weight};
  end
  wire          fetches  = lanes[pair ? {1'b0, out_lane_q[1]} : out_lane_q];
  logic [3:0]   need, lowest;
  logic         some_q;                // a lane before has a texel
  logic [163:0] taps;
  always_comb begin
    need   = '0;
    lowest = '0;
    taps   = 'x;
    if (put != '0) begin
      if (fetches) need   = tap_need;
      if (!some_q) lowest = need & -need;
      taps = {tap_addr, need, lowest, tap_in, tap_weight};
    end
  end
  for (genvar l = 0; l < 4; l++) begin : g_lane
    lutram_1r1w #(.WIDTH(164), .DEPTH(4), .EN_BITS(164)) u_taps (
      .clk, .rd_addr(head_q),
      .rd_data({o_addr[128*l +: 128], o_need[4*l +: 4], o_lowest[4*l +: 4], o_in[4*l +: 4], o_weight[24*l +: 24]}),
      .wr_en(put[l]), .wr_addr(tail_q), .wr_be(1'b1),
      .wr_data(taps));
  end
  texfmt_t      fmt;
  always_comb begin
    fmt = 'x;
    if (quad_out)
      fmt = {who5_q[11:4], c5.op.comps, c5.tic.kind, c5.tic.bytes, c5.tic.comps, c5.op.sample && c5.tic.linear, pair};
  end
  lutram_1r1w #(.WIDTH(`TEXFMT_W), .DEPTH(4), .EN_BITS(`TEXFMT_W)) u_fmt (
    .clk, .rd_addr(head_q), .rd_data(o_fmt), .wr_en(quad_out), .wr_addr(tail_q), .wr_be(1'b1), .wr_data(fmt));
  assign out_valid = (count_q != '0);
  assign holds     = (q_valid != '0) || (used_q != '0);

  always_ff @(posedge clk)
    if (rst) begin
      last_q     <= 2'(NSM - 1);
      used_q     <= '0;
      run_q      <= 1'b0;
      lane_q     <= '0;
      st_valid_q <= '0;
      out_lane_q <= '0;
      some_q     <= 1'b0;
      head_q     <= '0;
      tail_q     <= '0;
      count_q    <= '0;
    end else if (holds) begin
      if (pick) last_q <= pick_sm;
      run_q  <= pick || (run_q && (lane_q != 2'd3));
      lane_q <= run_q ? lane_q + 2'd1 : 2'd0;
      if (pick != out_done) used_q <= pick ? used_q + 3'd1 : used_q - 3'd1;
      if (en) st_valid_q <= {st_valid_q[2:0], run_q};
      if (put != '0) begin
        out_lane_q <= out_lane_q + 2'd1;
        some_q     <= !quad_out && (some_q || (need != '0));
      end
      if (quad_out) tail_q <= tail_q + 2'd1;
      if (out_done) head_q <= head_q + 2'd1;
      if (quad_out != out_done) count_q <= quad_out ? count_q + 3'd1 : count_q - 3'd1;
    end

  wire unused = &{1'b0, pick_unit[7]};

  // --- cannot happen --------------------------------------------------------------------------------
  `ASSERT("a quad that is done is there", rst || !out_done || out_valid)
  `ASSERT("quads that are there were picked", rst || count_q <= used_q)
  `ASSERT("there is a place for each quad", rst || used_q <= 3'd4)

endmodule
`default_nettype wire
