// SPDX-License-Identifier: Apache-2.0
// sm_start: kernel start; where each warp slot of a launch lives, and its threads.
//
// From host        start, launch configuration
// To   everyone    the INIT_CYCLES in which registers and shared memory are cleared (init_*)
// To   datapath    where the issuing warp keeps its registers and shared memory (is_*)
// To   sm_cta      the place of a block slot, the thread ids of a pair of its warps (la_*)
//
// The slot of a warp is a fixed function of the launch configuration, so the tables (block, base row, shared-memory
// base of every warp slot, thread id of every thread) are filled once in the INIT_CYCLES after start and only read
// later. Rules: docs/units/cta.md.
`include "sm_types.svh"
`default_nettype none

module sm_start #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,           // of the thread ids (rtl/fold)
  input  wire  [2:0]    phase,
  input  wire           rst,             // reset or start: everything back to the beginning
  input  wire           start,
  input  launch_cfg_t   cfg,

  output logic          init_active,
  output logic [8:0]    init_row,
  output logic          init_done,       // since start
  output logic [31:0]   init_last_wmask, // warp slots that hold the last, perhaps partial, warp of a block
  output logic [31:0]   init_last_lmask, // lanes with a thread in that warp
  output logic [255:0]  blk_wmask,       // 32 bits per block slot: its warps

  // where the issuing warp lives
  input  wire  [4:0]    is_wid,
  output logic [2:0]    is_blk,
  output logic [7:0]    is_row_base,
  output logic [13:0]   is_smem_base,

  input  wire  [4:0]    fin_wid,         // a warp that has finished
  output logic [2:0]    fin_blk,

  // launcher: pair la_pair of the warps of block slot la_blk
  input  wire  [2:0]    la_blk,
  input  wire  [2:0]    la_pair,
  input  wire           la_rf_want,      // its thread ids are looked at
  output wire  [7:0]    la_smem_base,    // row of shared memory at which the block begins
  output wire  [7:0]    la_rf_row,
  output wire  [128*LANES-1:0] la_rf_data0,  // $r0 of the even warp, of the odd one (thread_ids)
  output wire  [128*LANES-1:0] la_rf_data1
);

  // --- the cycles after start: CTA-1, CTA-2 ------------------------------------------------------
  always_ff @(posedge clk)
    if (rst) begin
      init_active <= start;
      init_done   <= 1'b0;
      init_row    <= 9'd0;
    end else if (init_active) begin
      init_row    <= init_row + 9'd1;
      init_active <= init_row != 9'(gpu_cfg::INIT_CYCLES - 1);
      init_done   <= init_row == 9'(gpu_cfg::INIT_CYCLES - 1);
    end

  // --- one warp slot per cycle: which block slot, which warp of it, which rows: CTA-4 -------------
  localparam int WW = $clog2(gpu_cfg::WARPS);      // bits of a warp's number
  logic [2:0]  warp_blk_q   [0:gpu_cfg::WARPS-1];
  logic [7:0]  warp_row_q   [0:gpu_cfg::WARPS-1];
  logic [13:0] warp_smem_q  [0:gpu_cfg::WARPS-1];
  logic [4:0]  blk_first_q  [0:7];       // first warp slot of a block slot
  logic [31:0] blk_wmask_q  [0:7];       // its warps
  logic [3:0]  fill_blk_q;
  logic [5:0]  fill_index_q;             // index of the warp in its block
  logic [8:0]  fill_first_q, fill_row_q; // first row of the block, row of the pair
  logic [14:0] fill_smem_q;
  logic [31:0] last_wmask_q;
  wire         fill      = init_active && init_row < 9'(gpu_cfg::WARPS) && fill_blk_q < cfg.max_blocks;
  wire  [4:0]  fill_wid  = 5'(init_row[WW-1:0]);
  wire         fill_wrap = fill_index_q + 6'd1 == cfg.slot_warps;
  wire  [8:0]  fill_next = fill_first_q + cfg.slot_rows;

  always_ff @(posedge clk)
    if (rst) begin
      fill_blk_q   <= 4'd0;
      fill_index_q <= 6'd0;
      fill_first_q <= 9'd0;
      fill_row_q   <= 9'd0;
      fill_smem_q  <= 15'd0;
      last_wmask_q <= 32'd0;
    end else if (fill) begin
      warp_blk_q[fill_wid[WW-1:0]]  <= fill_blk_q[2:0];
      warp_row_q[fill_wid[WW-1:0]]  <= fill_row_q[7:0];
      warp_smem_q[fill_wid[WW-1:0]] <= fill_smem_q[13:0];
      if (fill_index_q == 6'd0) begin
        blk_first_q[fill_blk_q[2:0]] <= fill_wid;
        blk_wmask_q[fill_blk_q[2:0]] <= (((32'd1 << cfg.nwarps) - 32'd1) << fill_wid) &
                                        32'({gpu_cfg::WARPS{1'b1}});
      end
      last_wmask_q[fill_wid] <= fill_index_q + 6'd1 == {1'b0, cfg.nwarps};
      fill_index_q           <= fill_wrap ? 6'd0 : fill_index_q + 6'd1;
      if (fill_index_q[0]) fill_row_q <= fill_row_q + {1'b0, cfg.nregs};
      if (fill_wrap) begin
        fill_blk_q   <= fill_blk_q + 4'd1;
        fill_first_q <= fill_next;
        fill_row_q   <= fill_next;
        fill_smem_q  <= fill_smem_q + cfg.slot_smem;
      end
    end

  assign init_last_wmask = last_wmask_q;
  assign init_last_lmask = cfg.nthreads[4:0] == 5'd0 ? 32'hffff_ffff : ~(32'hffff_ffff << cfg.nthreads[4:0]);
  assign is_blk       = warp_blk_q[is_wid[WW-1:0]];
  assign is_row_base  = warp_row_q[is_wid[WW-1:0]];
  assign is_smem_base = warp_smem_q[is_wid[WW-1:0]];
  assign fin_blk      = warp_blk_q[fin_wid[WW-1:0]];
  wire  [4:0] la_first = blk_first_q[la_blk];
  wire  [4:0] la_wid   = la_first + {1'b0, la_pair, 1'b0};
  assign la_smem_base = warp_smem_q[la_first[WW-1:0]][13:6];
  assign la_rf_row    = warp_row_q[la_wid[WW-1:0]];

  always_comb
    for (int b = 0; b < 8; b++) blk_wmask[32*b +: 32] = blk_wmask_q[b];

  // --- thread ids, x fastest; thread k in the cycle init_row = k ---------------------------------
  logic [8:0]    x_q, y_q;               // below the 512 threads of a block
  logic [5:0]    z_q;
  wire           x_end = {7'd0, x_q} + 16'd1 == cfg.ntid_x;
  wire           y_end = {7'd0, y_q} + 16'd1 == cfg.ntid_y;
  wire  [23:0]   tid   = {1'b0, init_row} < cfg.nthreads ? {z_q, y_q, x_q} : 24'd0;     // lanes without a thread: 0
  thread_ids #(.LANES(LANES)) u_tids (
    .clk, .clk_p, .phase, .wr_en(init_active), .wr_at(init_row), .tid, .rd_want(la_rf_want), .rd_pair(la_pair),
    .rd_data0(la_rf_data0), .rd_data1(la_rf_data1));
  always_ff @(posedge clk)
    if (rst) begin
      x_q <= 9'd0;
      y_q <= 9'd0;
      z_q <= 6'd0;
    end else if (init_active) begin
      x_q <= x_end ? 9'd0 : x_q + 9'd1;
      if (x_end) begin
        y_q <= y_end ? 9'd0 : y_q + 9'd1;
        if (y_end) z_q <= z_q + 6'd1;
      end
    end

endmodule
`default_nettype wire
