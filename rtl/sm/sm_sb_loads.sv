// SPDX-License-Identifier: Apache-2.0
// sm_sb_loads: registers for which a load from l[] or g[] is under way, one bit per register of every warp.
//
// From sm_scoreboard   set_*: the last sector of a load has left;  clr_*: a load has completed;  id_*: a new head
// To   sm_scoreboard   id_hit: the new head waits for a load;  re_hit: the head of warp clr_wid still does
//
// A bit is the exclusive or of two memories, one written by set, the other by clear. A set inverts a bit that is clear,
// a clear one that is set, which the head's own wait for its destination guarantees. The operands of the heads are
// kept, to look them up again when a load of their warp completes. In one cycle: clear, then lookup, then set.
`include "assert.svh"
`default_nettype none

module sm_sb_loads #(
  parameter int WARPS = 32,              // powers of two
  parameter int REGS  = 128
) (
  input  wire         clk,
  input  wire         init_active,       // clears the memories, 32 cycles at least
  input  wire  [4:0]  init_wid,

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

  localparam int GROUPS = REGS / 4;
  localparam int WW     = $clog2(WARPS);
  localparam int GW     = $clog2(GROUPS);

  // some operand is in the row and not among the registers just cleared
  function automatic logic look(input logic [REGS-1:0] row, input logic [35:0] ops, input logic cleared,
      input logic [8:0] gone,
                              input logic [8:0] gone_t);
    logic [3:0] m;
    look = 1'b0;
    for (int i = 0; i < 4; i++) begin
      m = row[{ops[9*i + 4 +: GW], 2'd0} +: 4] & ops[9*i +: 4];
      if (cleared && ops[9*i + 4 +: 5] == gone[8:4]) m = m & ~gone[3:0];
      if (cleared && ops[9*i + 4 +: 5] == gone_t[8:4]) m = m & ~gone_t[3:0];
      if (m != 4'd0) look = 1'b1;
    end
  endfunction

  // --- the two memories -------------------------------------------------------------------------------
  // a second group is the next one: one of the two is even, the other odd
  function automatic logic [GROUPS-1:0] groups(input logic [GW-1:0] first, input logic two,
      input logic [GW-1:0] second);
    groups = (GROUPS'(1) << first) | (GROUPS'(two) << second);
  endfunction

  wire               s_we  = init_active || set_valid;
  wire  [4:0]        s_wid = init_active ? init_wid : set_wid;
  wire               c_we  = init_active || clr_valid;
  wire  [4:0]        c_wid = init_active ? init_wid : clr_wid;
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

  // --- operands of the heads ---------------------------------------------------------------------
  wire  [35:0] head_r;
  lutram_1r1w #(.WIDTH(36), .DEPTH(WARPS), .EN_BITS(36)) u_heads (
    .clk, .rd_addr(clr_wid[WW-1:0]), .rd_data(head_r), .wr_en(id_valid), .wr_addr(id_wid[WW-1:0]), .wr_be(1'b1),
    .wr_data(id_r));

  always_comb begin
    id_hit = 1'b0;
    re_hit = 1'b0;
    if (id_valid)  id_hit = look(s_id ^ c_id, id_r, clr_valid && clr_wid == id_wid, clr_r, clr_t);
    if (clr_valid) re_hit = look(s_clr ^ c_clr, head_r, 1'b1, clr_r, clr_t);
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a load that completes was under way: first group", clr_valid !== 1'b1 || init_active
          || (~(s_clr[{clr_r[4 +: GW], 2'd0} +: 4] ^ c_clr[{clr_r[4 +: GW], 2'd0} +: 4]) & clr_r[3:0]) == 4'd0)
  `ASSERT("a load that completes was under way: second group", clr_valid !== 1'b1 || init_active
          || (~(s_clr[{clr_t[4 +: GW], 2'd0} +: 4] ^ c_clr[{clr_t[4 +: GW], 2'd0} +: 4]) & clr_t[3:0]) == 4'd0)

endmodule
`default_nettype wire
