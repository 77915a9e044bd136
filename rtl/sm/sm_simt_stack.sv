// SPDX-License-Identifier: Apache-2.0
// sm_simt_stack: control-flow stack of every warp, and the state that goes with it (active mask, thread states, depth).
//
// From sm_bru      push_*: an entry at the end of this cycle; look_*: entry to look at in the next cycle;
//                  st_we: the warp's new state;  kernel start writes the first state of every warp slot
// To   sm_issue    is_active ...: state of the warp that issues (combinational)
//
// An entry is {type, mask, pc}. Thread state of a lane, bits {t1,t0}: 0 runs, 1 broke, 2 returned, 3 exited. A warp
// slot always holds the same warp of a block, so the state a warp starts with is written at kernel start and again, by
// sm_bru, when a warp finishes. Read of an entry: one cycle. A pushed entry is never read in the cycle of its push.
`include "assert.svh"
`default_nettype none

module sm_simt_stack (
  input  wire         clk,

  input  wire         init_active,
  input  wire  [4:0]  init_wid,
  input  wire  [31:0] init_lmask,        // lanes with a thread

  input  wire  [4:0]  is_wid,
  output logic [31:0] is_active,
  output logic [31:0] is_t0,
  output logic [31:0] is_t1,
  output logic [6:0]  is_depth,

  input  wire         st_we,
  input  wire  [4:0]  st_wid,
  input  wire  [31:0] st_active,
  input  wire  [31:0] st_t0,
  input  wire  [31:0] st_t1,
  input  wire  [6:0]  st_depth,

  input  wire         push_valid,
  input  wire  [5:0]  push_idx,
  input  wire  [58:0] push_entry,
  input  wire         look_valid,
  input  wire  [5:0]  look_idx,
  output logic [58:0] look_entry
);

  // BRU-5
  wire [102:0] first = {7'd0, ~init_lmask, ~init_lmask, init_lmask};
  localparam int WW = $clog2(gpu_cfg::WARPS);      // bits of a warp's number
  lutram_1r1w #(.WIDTH(103), .DEPTH(gpu_cfg::WARPS), .EN_BITS(103)) u_state (
    .clk(clk), .rd_addr(is_wid[WW-1:0]), .rd_data({is_depth, is_t1, is_t0, is_active}),
    .wr_en(init_active || st_we), .wr_addr(init_active ? init_wid[WW-1:0] : st_wid[WW-1:0]), .wr_be(1'b1),
    .wr_data(init_active ? first : {st_depth, st_t1, st_t0, st_active}));

  sram_1r1w #(.WIDTH(59), .DEPTH(gpu_cfg::WARPS * gpu_cfg::STACK_DEPTH), .EN_BITS(59)) u_stack (
    .clk(clk), .rd_en(look_valid), .rd_addr({st_wid[WW-1:0], look_idx}), .rd_data(look_entry),
    .wr_en(push_valid), .wr_addr({st_wid[WW-1:0], push_idx}), .wr_be(1'b1), .wr_data(push_entry));

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a warp is no deeper than its stack", st_we !== 1'b1 || st_depth <= 7'(gpu_cfg::STACK_DEPTH))

endmodule
`default_nettype wire
