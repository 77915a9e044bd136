// SPDX-License-Identifier: Apache-2.0
// sm_barrier: sixteen barriers per block slot.
//
// From sm_issue    is_bar: a bar instruction leaves in cycle t; its arrival is processed in t+15
// From sm_cta      warps of each block slot, how many have not finished; block commits
// From sm_bru      fin_valid: a warp has finished; the barriers of its block are looked at again in the next cycle
// To   sm_head, sm_fetch   rel_wmask: warps that go on, one cycle after the arrival (or look) that completed the
//                          barrier
//
// BAR_TOKEN_CYCLES (15): a lone warp issues behind its bar at t+20, the paper's figure. One arrival per cycle.
// A count that reaches its need is 0 from the next cycle on; the release uses the waiting warps of its own cycle, so an
// arrival in that cycle belongs to the next round. An arrival and a look in one cycle: the look comes one cycle later.
`include "assert.svh"
`include "gpu_types.svh"
`default_nettype none

module sm_barrier (
  input  wire         clk,
  input  wire         rst,
  input  wire  [4:0]  cyc,

  input  wire         is_bar,
  input  wire  [4:0]  is_wid,
  input  wire  [2:0]  is_blk,
  input  ctl_t        is_ctl,
  input  wire  [23:0] is_next,           // address behind the bar; this and the next two are for the trace
  input  wire  [31:0] is_active,
  input  wire  [6:0]  is_depth,

  input  wire         cm_valid,
  input  wire  [2:0]  cm_blk,
  input  wire  [255:0] blk_wmask,
  input  wire  [39:0] blk_live,
  input  wire         fin_valid,
  input  wire  [2:0]  fin_blk,

  output logic        ba_valid,          // arrival processed in this cycle
  output logic [2:0]  ba_blk,
  output logic [4:0]  ba_wid,
  output logic [23:0] ba_next,
  output logic [31:0] ba_active,
  output logic [6:0]  ba_depth,
  output logic [31:0] rel_wmask
);

  // --- tokens on their way -----------------------------------------------------------------------
  // need: bit 5: all warps that have not finished; else bits 4:0, at most that many (BAR-2)
  wire        all  = is_ctl.bar_all || is_ctl.bar_count > 12'd31;
  wire [5:0]  spec = {all, is_ctl.bar_count[4:0]};
  // BAR-3
  logic [3:0] wr_q, rd_q;
  logic [87:0] token;
  lutram_1r1w #(.WIDTH(88), .DEPTH(16), .EN_BITS(88)) u_tokens (
    .clk(clk), .rd_addr(rd_q), .rd_data(token), .wr_en(is_bar), .wr_addr(wr_q), .wr_be(1'b1),
    .wr_data({cyc + 5'(gpu_cfg::BAR_TOKEN_CYCLES), is_wid, is_blk, is_ctl.bar_id, is_ctl.bar_inc, is_ctl.bar_wait, spec,
              is_next, is_active, is_depth}));
  logic [4:0] due;
  logic [3:0] ba_id;
  logic       ba_inc, ba_wait;
  logic [5:0] ba_spec;
  assign {due, ba_wid, ba_blk, ba_id, ba_inc, ba_wait, ba_spec, ba_next, ba_active, ba_depth} = token;
  assign ba_valid = wr_q != rd_q && due == cyc;
  always_ff @(posedge clk)
    if (rst) begin
      wr_q <= 4'd0;
      rd_q <= 4'd0;
    end else begin
      if (is_bar)   wr_q <= wr_q + 4'd1;
      if (ba_valid) rd_q <= rd_q + 4'd1;
    end

  // --- counts ------------------------------------------------------------------------------------
  // a row per block slot; for each of its barriers 7 bits, and 6 bits: the need of its last arrival
  wire  [111:0] kept_counts;
  wire  [95:0]  specs;
  logic [7:0]   used_q;                  // slots whose row is of their present block; else all counts are 0
  logic         look_q;                  // a warp of look_blk_q has finished
  logic [2:0]   look_blk_q;
  // BAR-6
  wire          look = look_q && !ba_valid;
  wire  [2:0]   blk  = ba_valid ? ba_blk : look_blk_q;

  logic [111:0] counts, counts_d;
  logic [95:0]  specs_d;
  logic [15:0]  open;                    // barriers that are complete
  logic [6:0]   live, now;
  logic         waits;
  lutram_1r1w #(.WIDTH(208), .DEPTH(8), .EN_BITS(208)) u_counts (
    .clk, .rd_addr(blk), .rd_data({specs, kept_counts}), .wr_en(ba_valid || look), .wr_addr(blk), .wr_be(1'b1),
    .wr_data({specs_d, counts_d}));
  always_comb begin
    counts_d = 112'd0;
    specs_d  = 96'd0;
    counts   = 112'd0;
    open     = 16'd0;
    live     = 7'd0;
    now      = 7'd0;
    waits    = 1'b0;
    if (ba_valid || look) begin
      counts   = used_q[blk] ? kept_counts : 112'd0;
      counts_d = counts;
      specs_d  = specs;
      for (int b = 0; b < 8; b++) if (blk == 3'(b)) live = {2'd0, blk_live[5*b +: 5]};
      if (ba_valid) begin
        for (int i = 0; i < 16; i++)
          if (ba_id == 4'(i)) begin
            now = counts[7*i +: 7] + {6'd0, ba_inc};
            // BAR-1, BAR-7
            open[i] = ba_inc ? now >= (ba_spec[5] || {2'd0, ba_spec[4:0]} > live ? live : {2'd0, ba_spec[4:0]})
                             : ba_wait && now == 7'd0;
            if (ba_inc) begin
              counts_d[7*i +: 7] = open[i] ? 7'd0 : now;
              specs_d[6*i +: 6]  = ba_spec;
            end
          end
        waits = ba_wait;
      end else
        for (int i = 0; i < 16; i++) begin
          open[i] = counts[7*i +: 7] != 7'd0
                    && counts[7*i +: 7] >= (specs[6*i + 5] || {2'd0, specs[6*i +: 5]} > live
                                          ? live : {2'd0, specs[6*i +: 5]});
          if (open[i]) counts_d[7*i +: 7] = 7'd0;
        end
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      used_q <= 8'd0;
      look_q <= 1'b0;
    end else begin
      if (ba_valid || look) used_q[blk] <= 1'b1;
      // BAR-8
      if (cm_valid) used_q[cm_blk] <= 1'b0;
      look_q <= fin_valid || (look_q && ba_valid);
      if (fin_valid) look_blk_q <= fin_blk;
    end

  // --- release -----------------------------------------------------------------------------------
  logic [31:0] waiting_q;
  localparam int WW = $clog2(gpu_cfg::WARPS);      // bits of a warp's number
  logic [3:0]  id_q [0:gpu_cfg::WARPS-1];  // barrier that a waiting warp waits for
  // BAR-4, BAR-5
  logic [15:0] open_q;
  logic [2:0]  open_blk_q;
  logic [31:0] mine;
  always_comb begin
    mine      = 32'd0;
    rel_wmask = 32'd0;
    if (open_q != 16'd0) begin
      for (int b = 0; b < 8; b++) if (open_blk_q == 3'(b)) mine = blk_wmask[32*b +: 32];
      for (int w = 0; w < gpu_cfg::WARPS; w++) rel_wmask[w] = waiting_q[w] && mine[w] && open_q[id_q[w]];
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      waiting_q <= 32'd0;
      open_q    <= 16'd0;
    end else begin
      open_q     <= open;
      open_blk_q <= blk;
      waiting_q  <= (waiting_q & ~rel_wmask) | sm_fn::onehot(waits, ba_wid);
      if (waits) id_q[ba_wid[WW-1:0]] <= ba_id;
    end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("the queue of tokens is not full", rst || !is_bar || wr_q + 4'd1 != rd_q)
  `ASSERT("the oldest token has not missed its cycle",
    rst || wr_q == rd_q || due - cyc <= 5'(gpu_cfg::BAR_TOKEN_CYCLES))
  `ASSERT("a warp that waits at a barrier does not arrive at another", rst || !waits || !waiting_q[ba_wid])

endmodule
`default_nettype wire
