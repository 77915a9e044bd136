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
// FOLD other than 1: a row for each phase (docs/units/fold.md). rd_data and ai_data come in phases; what is written in
// a cycle is written in the phases of the next one, in which wr_data come.
// Rules: FOLD-25 (docs/units).
`include "assert.svh"
`default_nettype none

module sm_areg #(
  parameter int FOLD = 1
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
  output wire  [128/FOLD-1:0] rd_data,
  // SP result
  input  wire          wr_valid,
  input  wire  [4:0]   wr_wid,
  input  wire  [2:0]   wr_idx,        // 1..4
  input  wire  [7:0]   wr_mask,
  input  wire  [128/FOLD-1:0] wr_data, // 16 bits per lane; FOLD other than 1: in the next cycle
  // autoincrement: in the next cycle, if ai_valid
  input  wire          ai_take,
  input  wire  [128/FOLD-1:0] ai_data,
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

  if (FOLD == 1) begin : g_whole
    logic [127:0] ai_data_q, hd_data_q, val;
    always_ff @(posedge clk) begin
      if (ai_take)              ai_data_q <= ai_data;
      if (wr_valid && ai_valid) hd_data_q <= ai_data_q;
    end
    always_comb begin
      val = ai_data_q;
      if (wr_valid)        val = wr_data;
      else if (hd_valid_q) val = hd_data_q;
    end
    sram_1r1w #(.WIDTH(128), .DEPTH(4 * gpu_cfg::WARPS), .EN_BITS(16), .COLLIDE(0)) u_ram (
      .clk, .rd_en, .rd_addr({rd_wid, rd_reg}), .rd_data, .wr_en(we), .wr_addr, .wr_be,
      .wr_data(init_we ? 128'b0 : val));
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_parts
    localparam int LANES = 8 / FOLD;
    localparam int W     = 16 * LANES;
    localparam int PB    = $clog2(FOLD);
    wire [PB-1:0] p    = phase[PB-1:0];
    wire [PB-1:0] next = p + PB'(1);
    wire          last = next == '0;

    // what is read in the phases of this cycle; what is written in them
    logic         rd_q, we_q, zero_q, sp_q;
    logic [6:0]   rd_row_q, wr_row_q;
    logic [7:0]   be_q;
    // Two autoincrements may be here, two cycles apart: one that is written late and the one that comes in meanwhile.
    logic         slot_q, wr_slot_q;
    always_ff @(posedge clk) begin
      rd_q     <= rd_en;
      rd_row_q <= {rd_wid, rd_reg};
      we_q     <= we;
      if (rst)          slot_q <= 1'b0;
      else if (ai_take) slot_q <= !slot_q;
      if (we) begin
        zero_q    <= init_we;
        sp_q      <= wr_valid;
        wr_slot_q <= !slot_q;
        wr_row_q  <= wr_addr;
        be_q      <= wr_be;
      end
    end

    wire [W-1:0] ai_part;
    lutram_1r1w #(.WIDTH(W), .DEPTH(2 * FOLD), .EN_BITS(W)) u_ai (
      .clk(clk_p), .rd_addr({wr_slot_q, p}), .rd_data(ai_part),
      .wr_en(ai_take), .wr_addr({slot_q, p}), .wr_be(1'b1), .wr_data(ai_data));

    sram_1r1w #(.WIDTH(W), .DEPTH(4 * gpu_cfg::WARPS * FOLD), .EN_BITS(16), .COLLIDE(0)) u_ram (
      .clk(clk_p), .rd_en(last ? rd_en : rd_q),
      .rd_addr({last ? {rd_wid, rd_reg} : rd_row_q, next}), .rd_data,
      .wr_en(we_q), .wr_addr({wr_row_q, p}), .wr_be(be_q[LANES*p +: LANES]),
      .wr_data(zero_q ? '0 : sp_q ? wr_data : ai_part));
    wire unused = &{1'b0, phase};
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("an autoincrement that waits is written in the next cycle", rst || !hd_valid_q || (!wr_valid && !ai_valid))

endmodule
`default_nettype wire
