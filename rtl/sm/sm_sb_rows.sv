// SPDX-License-Identifier: Apache-2.0
// sm_sb_rows: the bits of sm_sb_loads in two memories with a row for each warp, a bit of either for each register.
//
// From sm_sb_loads   set_*, clr_*; the groups that are looked at
// To   sm_sb_loads   id_bits, re_bits: their bits, the exclusive or of the two memories
`include "assert.svh"
`default_nettype none

module sm_sb_rows #(
  parameter int WARPS = gpu_cfg::WARPS,              // powers of two
  parameter int REGS  = 128
) (
  input  wire         clk,
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

  localparam int WW     = $clog2(WARPS);
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
  wire unused = &{1'b0, init_row, id_r, head_r};

  // --- cannot happen ----------------------------------------------------------------------------
  `ASSERT("a load that completes was under way: first group", clr_valid !== 1'b1 || init_active
          || (~clr_row[{clr_r[4 +: GW], 2'd0} +: 4] & clr_r[3:0]) == 4'd0)
  `ASSERT("a load that completes was under way: second group", clr_valid !== 1'b1 || init_active
          || (~clr_row[{clr_t[4 +: GW], 2'd0} +: 4] & clr_t[3:0]) == 4'd0)

endmodule
`default_nettype wire
