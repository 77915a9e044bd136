// SPDX-License-Identifier: Apache-2.0
// sm_sb_loads: registers for which a load from l[] or g[] is under way, one bit per register of every warp.
//
// From sm_scoreboard   set_*: the last sector of a load has left;  clr_*: a load has completed;  id_*: a new head
// To   sm_scoreboard   id_hit: the new head waits for a load;  re_hit: the head of warp clr_wid still does
//
// A bit is the exclusive or of two memories, one written by set, the other by clear. A set inverts a bit that is clear,
// a clear one that is set, which the head's own wait for its destination guarantees. The operands of the heads are
// kept, to look them up again when a load of their warp completes. In one cycle: clear, then lookup, then set.
//
// FOLD other than 1: block RAMs, a row for each group and one RAM for the even ones, one for the odd ones, which are
// looked at in the phases of a cycle (docs/units/fold.md).
`include "assert.svh"
`default_nettype none

module sm_sb_loads #(
  parameter int WARPS = 32,              // powers of two
  parameter int REGS  = 128,
  parameter int FOLD  = 1
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

  input  wire         id_valid,
  input  wire  [4:0]  id_wid,
  input  wire  [35:0] id_r,              // {group, bits} of destination, c, b, a
  output logic        id_hit,
  output logic        re_hit
);

  localparam int WW = $clog2(WARPS);

  // --- operands of the heads ---------------------------------------------------------------------
  wire  [35:0] head_r;
  lutram_1r1w #(.WIDTH(36), .DEPTH(WARPS), .EN_BITS(36)) u_heads (
    .clk, .rd_addr(clr_wid[WW-1:0]), .rd_data(head_r), .wr_en(id_valid), .wr_addr(id_wid[WW-1:0]), .wr_be(1'b1),
    .wr_data(id_r));

  // --- the two memories -------------------------------------------------------------------------------
  wire  [15:0] id_bits, re_bits;         // a load is under way: of the groups of destination, c, b, a

  if (FOLD == 1) begin : g_rows
    localparam int GROUPS = REGS / 4;
    localparam int GW     = $clog2(GROUPS);

    // a second group is the next one: one of the two is even, the other odd
    function automatic logic [GROUPS-1:0] groups(input logic [GW-1:0] first, input logic two,
        input logic [GW-1:0] second);
      groups = (GROUPS'(1) << first) | (GROUPS'(two) << second);
    endfunction

    wire               s_we  = init_active || set_valid;
    wire  [4:0]        s_wid = init_active ? init_row[4:0] : set_wid;
    wire               c_we  = init_active || clr_valid;
    wire  [4:0]        c_wid = init_active ? init_row[4:0] : clr_wid;
    wire  [REGS-1:0]   s_id, c_id, s_clr, c_clr, s_set;
    logic [GROUPS-1:0] s_be, c_be;
    logic [REGS-1:0]   s_data, c_data;
    logic [3:0]        s_new, s_nxt, c_new, c_nxt;
    always_comb begin
      s_be   = '1;
      s_data = '0;
      s_new  = 'x;
      s_nxt  = 'x;
      if (set_valid && !init_active) begin
        s_be   = groups(set_r[4 +: GW], set_t[3:0] != 4'd0, set_t[4 +: GW]);
        s_new  = s_set[{set_r[4 +: GW], 2'd0} +: 4] ^ set_r[3:0];
        s_nxt  = s_set[{set_t[4 +: GW], 2'd0} +: 4] ^ set_t[3:0];
        s_data = {(GROUPS/2){set_r[4] ? {s_new, s_nxt} : {s_nxt, s_new}}};
      end
    end
    always_comb begin
      c_be   = '1;
      c_data = '0;
      c_new  = 'x;
      c_nxt  = 'x;
      if (clr_valid && !init_active) begin
        c_be   = groups(clr_r[4 +: GW], clr_t[3:0] != 4'd0, clr_t[4 +: GW]);
        c_new  = c_clr[{clr_r[4 +: GW], 2'd0} +: 4] ^ clr_r[3:0];
        c_nxt  = c_clr[{clr_t[4 +: GW], 2'd0} +: 4] ^ clr_t[3:0];
        c_data = {(GROUPS/2){clr_r[4] ? {c_new, c_nxt} : {c_nxt, c_new}}};
      end
    end

    lutram_nr1w #(.WIDTH(REGS), .DEPTH(WARPS), .EN_BITS(4), .PORTS(3)) u_set (
      .clk, .rd_addr({set_wid[WW-1:0], clr_wid[WW-1:0], id_wid[WW-1:0]}), .rd_data({s_set, s_clr, s_id}),
      .wr_en(s_we), .wr_addr(s_wid[WW-1:0]), .wr_be(s_be), .wr_data(s_data));
    lutram_nr1w #(.WIDTH(REGS), .DEPTH(WARPS), .EN_BITS(4), .PORTS(2)) u_clr (
      .clk, .rd_addr({clr_wid[WW-1:0], id_wid[WW-1:0]}), .rd_data({c_clr, c_id}),
      .wr_en(c_we), .wr_addr(c_wid[WW-1:0]), .wr_be(c_be), .wr_data(c_data));

    wire [REGS-1:0] id_row  = s_id ^ c_id;
    wire [REGS-1:0] clr_row = s_clr ^ c_clr;
    for (genvar i = 0; i < 4; i++) begin : g_operand
      assign id_bits[4*i +: 4] = id_row[{id_r[9*i + 4 +: GW], 2'd0} +: 4];
      assign re_bits[4*i +: 4] = clr_row[{head_r[9*i + 4 +: GW], 2'd0} +: 4];
    end
    wire unused = &{1'b0, clk_p, phase, init_row};

    // --- cannot happen ----------------------------------------------------------------------------
    `ASSERT("a load that completes was under way: first group", clr_valid !== 1'b1 || init_active
            || (~clr_row[{clr_r[4 +: GW], 2'd0} +: 4] & clr_r[3:0]) == 4'd0)
    `ASSERT("a load that completes was under way: second group", clr_valid !== 1'b1 || init_active
            || (~clr_row[{clr_t[4 +: GW], 2'd0} +: 4] & clr_t[3:0]) == 4'd0)
  end else begin : g_groups
    wire [31:0] id_side, re_side;        // of the even groups' RAMs, above them those of the odd ones
    for (genvar m = 0; m < 2; m++) begin : g_side
      // of two groups one is on this side
      wire [8:0]  set    = set_r[4] == 1'(m) ? set_r : set_t;
      wire [8:0]  clr    = clr_r[4] == 1'(m) ? clr_r : clr_t;
      wire [8:0]  set_at = {set_wid, set[8:5]};
      wire [8:0]  clr_at = {clr_wid, clr[8:5]};
      wire [71:0] at;
      wire [31:0] s_bits, c_bits;        // re above id
      wire [3:0]  s_old, c_old;
      for (genvar i = 0; i < 4; i++) begin : g_operand
        assign at[9*i +: 9]      = {id_wid, id_r[9*i + 5 +: 4]};
        assign at[36 + 9*i +: 9] = {clr_wid, head_r[9*i + 5 +: 4]};
      end
      fold_reads #(.FOLD(FOLD), .WIDTH(4), .DEPTH(512), .PORTS(9)) u_set (
        .clk, .clk_p, .phase, .rd_addr({set_at, at}), .rd_data({s_old, s_bits}),
        .wr_en(init_active || set_valid), .wr_addr(init_active ? init_row : set_at),
        .wr_data(init_active ? 4'd0 : s_old ^ set[3:0]));
      fold_reads #(.FOLD(FOLD), .WIDTH(4), .DEPTH(512), .PORTS(9)) u_clr (
        .clk, .clk_p, .phase, .rd_addr({clr_at, at}), .rd_data({c_old, c_bits}),
        .wr_en(init_active || clr_valid), .wr_addr(init_active ? init_row : clr_at),
        .wr_data(init_active ? 4'd0 : c_old ^ clr[3:0]));
      wire unused = &{1'b0, set, clr};
      assign {re_side[16*m +: 16], id_side[16*m +: 16]} = s_bits ^ c_bits;
    end
    for (genvar i = 0; i < 4; i++) begin : g_operand
      assign id_bits[4*i +: 4] = id_r[9*i + 4]   ? id_side[16 + 4*i +: 4] : id_side[4*i +: 4];
      assign re_bits[4*i +: 4] = head_r[9*i + 4] ? re_side[16 + 4*i +: 4] : re_side[4*i +: 4];
    end
  end

  // --- lookup ------------------------------------------------------------------------------------
  // some operand is in its group and not among the registers just cleared
  function automatic logic look(input logic [15:0] bits, input logic [35:0] ops, input logic cleared,
      input logic [8:0] gone, input logic [8:0] gone_t);
    logic [3:0] m;
    look = 1'b0;
    for (int i = 0; i < 4; i++) begin
      m = bits[4*i +: 4] & ops[9*i +: 4];
      if (cleared && ops[9*i + 4 +: 5] == gone[8:4]) m = m & ~gone[3:0];
      if (cleared && ops[9*i + 4 +: 5] == gone_t[8:4]) m = m & ~gone_t[3:0];
      if (m != 4'd0) look = 1'b1;
    end
  endfunction

  always_comb begin
    id_hit = 1'b0;
    re_hit = 1'b0;
    if (id_valid)  id_hit = look(id_bits, id_r, clr_valid && clr_wid == id_wid, clr_r, clr_t);
    if (clr_valid) re_hit = look(re_bits, head_r, 1'b1, clr_r, clr_t);
  end

endmodule
`default_nettype wire
