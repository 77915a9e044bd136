// SPDX-License-Identifier: Apache-2.0
// sm_sb_bits: the bits of sm_sb_loads, as sm_sb_rows has them.
//
// LANES below 8: block RAMs, a row for each group and one RAM for the even ones, one for the odd ones, which are looked
// at in the phases of a cycle (docs/units/fold.md); id_bits and re_bits count in the last one. Of 128 registers.
// Rules: FOLD-14 (docs/units).
`default_nettype none

module sm_sb_bits #(
  parameter int WARPS = gpu_cfg::WARPS,              // powers of two
  parameter int REGS  = 128,
  parameter int LANES = 8
) (
  input  wire         clk,
  input  wire         clk_p,
  input  wire  [2:0]  phase,
  input  wire         init_active,       // clears the memories
  input  wire  [8:0]  init_row,

  input  wire         set_valid,
  input  wire  [4:0]  set_wid,
  input  wire  [8:0]  set_r,             // group of four, bits
  input  wire  [8:0]  set_t,             // the same in the next group
  input  wire         clr_valid,
  input  wire  [4:0]  clr_wid,
  input  wire  [8:0]  clr_r,
  input  wire  [8:0]  clr_t,

  input  wire  [4:0]  id_wid,
  input  wire  [35:0] id_r,
  input  wire  [35:0] head_r,
  output wire  [15:0] id_bits,           // of the groups of id_r, of warp id_wid
  output wire  [15:0] re_bits            // of the groups of head_r, of warp clr_wid
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_rows
    sm_sb_rows #(.WARPS(WARPS), .REGS(REGS)) u_rows (
      .clk, .init_active, .init_row, .set_valid, .set_wid, .set_r, .set_t, .clr_valid, .clr_wid, .clr_r, .clr_t,
      .id_wid, .id_r, .head_r, .id_bits, .re_bits);
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_groups
    localparam int WW = $clog2(WARPS);
    localparam int AW = WW + 4;
    wire [31:0] id_side, re_side;        // of the even groups' RAMs, above them those of the odd ones
    for (genvar m = 0; m < 2; m++) begin : g_side
      // of two groups one is on this side
      wire [8:0]  set    = set_r[4] == 1'(m) ? set_r : set_t;
      wire [8:0]  clr    = clr_r[4] == 1'(m) ? clr_r : clr_t;
      wire [AW-1:0]   set_at = {set_wid[WW-1:0], set[8:5]};
      wire [AW-1:0]   clr_at = {clr_wid[WW-1:0], clr[8:5]};
      wire [8*AW-1:0] at;
      wire [31:0] s_bits, c_bits;        // re above id
      wire [3:0]  s_old, c_old;
      for (genvar i = 0; i < 4; i++) begin : g_operand
        assign at[AW*i +: AW]       = {id_wid[WW-1:0], id_r[9*i + 5 +: 4]};
        assign at[AW*(4 + i) +: AW] = {clr_wid[WW-1:0], head_r[9*i + 5 +: 4]};
      end
      fold_reads #(.FOLD(FOLD), .WIDTH(4), .DEPTH(16 * WARPS), .PORTS(9)) u_set (
        .clk, .clk_p, .phase, .rd_addr({set_at, at}), .rd_data({s_old, s_bits}),
        .wr_en(init_active || set_valid), .wr_addr(init_active ? init_row[AW-1:0] : set_at),
        .wr_data(init_active ? 4'd0 : s_old ^ set[3:0]));
      fold_reads #(.FOLD(FOLD), .WIDTH(4), .DEPTH(16 * WARPS), .PORTS(9)) u_clr (
        .clk, .clk_p, .phase, .rd_addr({clr_at, at}), .rd_data({c_old, c_bits}),
        .wr_en(init_active || clr_valid), .wr_addr(init_active ? init_row[AW-1:0] : clr_at),
        .wr_data(init_active ? 4'd0 : c_old ^ clr[3:0]));
      wire unused = &{1'b0, set, clr};
      assign {re_side[16*m +: 16], id_side[16*m +: 16]} = s_bits ^ c_bits;
    end
    for (genvar i = 0; i < 4; i++) begin : g_operand
      assign id_bits[4*i +: 4] = id_r[9*i + 4]   ? id_side[16 + 4*i +: 4] : id_side[4*i +: 4];
      assign re_bits[4*i +: 4] = head_r[9*i + 4] ? re_side[16 + 4*i +: 4] : re_side[4*i +: 4];
    end
    wire unused = &{1'b0, id_r, head_r};
  end

endmodule
`default_nettype wire
