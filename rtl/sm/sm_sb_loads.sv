// SPDX-License-Identifier: Apache-2.0
// sm_sb_loads: registers for which a load from l[] or g[] is under way, one bit per register of every warp.
//
// From sm_scoreboard   set_*: the last sector of a load has left;  clr_*: a load has completed;  id_*: a new head
// To   sm_scoreboard   id_hit: the new head waits for a load;  re_hit: the head of warp clr_wid still does
//
// A bit is the exclusive or of two memories, one written by set, the other by clear. A set inverts a bit that is clear,
// a clear one that is set, which the head's own wait for its destination guarantees. The operands of the heads are
// kept, to look them up again when a load of their warp completes. In one cycle: clear, then lookup, then set.
`default_nettype none

module sm_sb_loads #(
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

  sm_sb_bits #(.WARPS(WARPS), .REGS(REGS), .LANES(LANES)) u_bits (
    .clk, .clk_p, .phase, .init_active, .init_row, .set_valid, .set_wid, .set_r, .set_t, .clr_valid, .clr_wid, .clr_r,
    .clr_t, .id_wid, .id_r, .head_r, .id_bits, .re_bits);

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
