// SPDX-License-Identifier: Apache-2.0
// sm_areg: address registers $a1-$a4 of eight lanes (one quarter) of all warps.
//
// From sm_half     rd_*: the row an operation reads;  wr_*: SP results;  ai_*: autoincrement, its data a cycle before
// To   sm_half     rd_data: in the next cycle
//
// A row is one register of one warp: {warp, number - 1}, 16 bits per lane. The one write port
// serves SP results first; an autoincrement that meets one is written in the cycle after (ai_* is taken in its
// own cycle in any case). SP results of a quarter are at least 4 cycles apart, so one waits at most once.
//
// rd_data, ai_data and wr_data are of LANES lanes at a time (rtl/fold).
`include "assert.svh"
`default_nettype none

module sm_areg #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,
  input  wire  [2:0]   phase,
  input  wire          rst,
  input  wire          init_active,
  input  wire  [8:0]   init_row,
  input  wire          rd_en,
  input  wire  [4:0]   rd_wid,
  input  wire  [1:0]   rd_idx,        // 1, 2, 3; 0 is $a4
  output wire  [16*LANES-1:0] rd_data,
  // SP result
  input  wire          wr_valid,
  input  wire  [4:0]   wr_wid,
  input  wire  [2:0]   wr_idx,        // 1..4
  input  wire  [7:0]   wr_mask,
  input  wire  [16*LANES-1:0] wr_data, // 16 bits per lane; LANES below 8: in the next cycle
  // autoincrement: in the next cycle, if ai_valid
  input  wire          ai_take,
  input  wire  [16*LANES-1:0] ai_data,
  input  wire          ai_valid,
  input  wire  [4:0]   ai_wid,
  input  wire  [2:0]   ai_idx,
  input  wire  [7:0]   ai_mask
);

  wire init_we = init_active && (init_row[8:7] == '0);

  // RF-5
  // autoincrement that had to wait
  logic         hd_valid_q;
  logic [4:0]   hd_wid_q;
  logic [2:0]   hd_idx_q;
  logic [7:0]   hd_mask_q;

  always_ff @(posedge clk) begin
    hd_valid_q <= !rst && wr_valid && ai_valid;
    if (wr_valid && ai_valid) begin
      hd_wid_q  <= ai_wid;
      hd_idx_q  <= ai_idx;
      hd_mask_q <= ai_mask;
    end
  end

  logic [4:0]   wid;
  logic [2:0]   idx;
  logic [7:0]   mask;
  wire          any = wr_valid || hd_valid_q || ai_valid;
  wire  [1:0]   wr_reg = idx[1:0] - 2'd1;
  wire  [1:0]   rd_reg = rd_idx - 2'd1;
  wire          exists = (idx != '0) && (idx <= 3'd4);

  always_comb begin
    wid  = ai_wid;
    idx  = ai_idx;
    mask = ai_mask;
    if (wr_valid) begin
      wid = wr_wid; idx = wr_idx; mask = wr_mask;
    end else if (hd_valid_q) begin
      wid = hd_wid_q; idx = hd_idx_q; mask = hd_mask_q;
    end
  end

  wire       we = init_we || (any && exists);
  wire [6:0] wr_addr = init_we ? init_row[6:0] : {wid, wr_reg};
  wire [7:0] wr_be = init_we ? 8'hff : mask;

  sm_areg_rows #(.LANES(LANES)) u_rows (
    .clk, .clk_p, .phase, .rst, .rd_en, .rd_addr({rd_wid, rd_reg}), .rd_data, .we, .wr_addr, .wr_be, .zero(init_we),
    .sp(wr_valid), .wr_data, .ai_take, .ai_data, .ai_late(wr_valid && ai_valid), .ai_held(hd_valid_q));

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("an autoincrement that waits is written in the next cycle", rst || !hd_valid_q || (!wr_valid && !ai_valid))

endmodule
`default_nettype wire
