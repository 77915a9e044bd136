// SPDX-License-Identifier: Apache-2.0
// tex: texture fetch from linear memory: coordinates of the head of the load/store queue to sector requests.
//
// From lsu        entries as they are issued (is_*: texture number, components, offset), the head of its queue (hd_*)
// From the host   descriptors of the 128 textures (cfg_tex_*), written while no kernel runs
// To   memory     one sector per cycle (req_*); it also enters the pending table of load_wb (pd_*) in the same cycle, with the
//                 format (pd_fmt) that tex_format needs when the sector is back
//
// The descriptor is read in the issue cycle t and kept with the queue entry from t+2 on. At the head: SELECT takes the next quad
// with executing lanes, half 0 first, and forms its four texel addresses; from the next cycle on the distinct sectors of the quad
// are sent, that of the lowest lane left first; the next SELECT follows. A lane outside the texture asks for texel 0, and
// tex_format makes zeros of it.
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module tex (
  input  wire           clk,
  input  wire           rst,

  input  wire           cfg_tex_we,
  input  wire  [6:0]    cfg_tex_idx,
  input  tic_t          cfg_tex_data,

  input  wire           is_valid,      // any entry of the queue is issued
  input  wire  [1:0]    is_entry,
  input  texop_t        is_tex,

  input  wire           hd_valid,
  input  lsm_t          hd_lsm,
  input  wire  [1:0]    hd_entry,
  input  wire  [1:0]    hd_rdy,
  input  wire  [511:0]  hd_addr,       // coordinates of the half select_half
  input  wire  [31:0]   hd_mask,
  output wire           hd_leave,
  output wire           first_select,  // of a half with lanes, or the one without any
  output wire           select_half,

  output wire           req_valid,
  input  wire           req_ready,
  output wire  [31:0]   req_addr,

  input  wire           pd_full,
  output wire           pd_valid,
  output wire  [15:0]   pd_hit,
  output wire  [79:0]   pd_off,
  output wire           pd_half,
  output wire           pd_last,
  output wire  [1:0]    pd_words,      // beats - 1
  output texfmt_t       pd_fmt,
  output ldm_t          pd_ldm,

  output logic          done,          // access without lanes
  output ldm_t          done_ldm
);

  // --- descriptor of each queue entry -------------------------------------------------------------
  tic_t        rd_tic, hd_tic;
  texop_t      al_op_q, hd_op;
  logic        al_valid_q;
  logic [1:0]  al_entry_q;
  sram_1r1w #(.WIDTH(`TIC_W), .DEPTH(128), .EN_BITS(`TIC_W)) u_tic (
    .clk, .rd_en(is_valid), .rd_addr(is_tex.unit[6:0]), .rd_data(rd_tic),
    .wr_en(cfg_tex_we), .wr_addr(cfg_tex_idx), .wr_be(1'b1), .wr_data(cfg_tex_data));
  always_ff @(posedge clk) begin
    al_valid_q <= ~rst & is_valid;
    al_entry_q <= is_entry;
    if (is_valid) al_op_q <= is_tex;
  end
  // numbers from 128 on are never bound
  tic_t        al_tic;
  always_comb begin
    al_tic = rd_tic;
    if (al_op_q.unit[7] | (rd_tic.width == '0)) al_tic = '0;
  end
  lutram_1r1w #(.WIDTH(`TIC_W + `TEXOP_W), .DEPTH(4), .EN_BITS(`TIC_W + `TEXOP_W)) u_entry (
    .clk, .rd_addr(hd_entry), .rd_data({hd_tic, hd_op}),
    .wr_en(al_valid_q), .wr_addr(al_entry_q), .wr_be(1'b1), .wr_data({al_tic, al_op_q}));

  // --- SELECT -------------------------------------------------------------------------------------
  wire         head = hd_valid & (hd_lsm.space == `SPACE_T);
  wire  [31:0] mask = (hd_op.comps != '0) ? hd_mask : '0;
  logic [7:0]  done_q;                 // quads
  logic        sending_q;
  logic [7:0]  todo;
  always_comb
    for (int k = 0; k < 8; k++) todo[k] = (mask[4*k +: 4] != '0) & ~done_q[k];

  logic [2:0]  quad;
  always_comb begin
    quad = 3'd7;
    for (int k = 6; k >= 0; k--)
      if (todo[k]) quad = 3'(k);
  end
  wire         select = head & ~sending_q & hd_rdy[quad[2]];
  wire         nobody = select & (todo == '0);
  assign select_half  = quad[2] & ~nobody;
  assign first_select = select & ((quad[2] ? done_q[7:4] : done_q[3:0]) == '0);

  wire  [2:0]   size = {1'b0, hd_tic.bytes} + {1'b0, hd_tic.comps};    // log2 of the texel size
  wire  [127:0] coord = hd_addr[{quad[1:0], 7'b0} +: 128];
  logic [127:0] addr;
  logic [3:0]   oob;
  logic [31:0]  x;
  always_comb begin
    addr = '0;
    oob  = '0;
    x    = '0;
    if (select)
      for (int i = 0; i < 4; i++) begin
        x      = coord[32*i +: 32] + {{28{hd_op.off[3]}}, hd_op.off};
        oob[i] = x >= {4'b0, hd_tic.width};
        addr[32*i +: 32] = hd_tic.addr + (oob[i] ? 32'd0 : x << size);
      end
  end

  // --- SEND ---------------------------------------------------------------------------------------
  logic [127:0] addr_q;
  logic [3:0]   oob_q, lanes_q, lanes_sel;
  logic [2:0]   quad_q;
  logic [26:0]  sector;
  logic [3:0]   hit;
  always_comb begin
    sector    = '0;
    hit       = '0;
    lanes_sel = mask[{quad, 2'b0} +: 4];
    if (sending_q) begin
      for (int i = 3; i >= 0; i--)
        if (lanes_q[i]) sector = addr_q[32*i + 5 +: 27];
      for (int i = 0; i < 4; i++) hit[i] = lanes_q[i] & (addr_q[32*i + 5 +: 27] == sector);
    end
  end
  assign req_valid = sending_q & ~pd_full;
  assign req_addr  = {sector, 5'b0};
  wire   sent      = req_valid & req_ready;
  wire   quad_end  = sent & ((lanes_q & ~hit) == '0);
  wire   all_end   = quad_end & (todo == '0);
  assign hd_leave  = all_end | nobody;

  assign pd_valid = sent;
  for (genvar i = 0; i < 16; i++) begin : g_lane
    assign pd_hit[i]        = hit[i % 4] & (quad_q[1:0] == 2'(i / 4));
    assign pd_off[5*i +: 5] = addr_q[32*(i % 4) +: 5];
  end
  assign pd_half  = quad_q[2];
  assign pd_last  = all_end;
  wire [2:0] words = {2'b0, hd_op.comps[0]} + {2'b0, hd_op.comps[1]} + {2'b0, hd_op.comps[2]} + {2'b0, hd_op.comps[3]} - 3'd1;
  assign pd_words = words[1:0];
  assign pd_fmt   = {1'b1, hd_tic.kind, hd_tic.bytes, hd_tic.comps, hd_op.comps, oob_q};
  assign pd_ldm   = hd_lsm.ld;

  always_ff @(posedge clk)
    if (rst) begin
      sending_q <= 1'b0;
      done_q    <= '0;
      done      <= 1'b0;
    end else begin
      done <= nobody;
      if (nobody) done_ldm <= hd_lsm.ld;
      if (select & ~nobody) begin
        sending_q    <= 1'b1;
        quad_q       <= quad;
        addr_q       <= addr;
        oob_q        <= oob;
        lanes_q      <= lanes_sel;
        done_q[quad] <= 1'b1;
      end
      if (sent) lanes_q <= lanes_q & ~hit;
      if (quad_end) sending_q <= 1'b0;
      if (all_end) done_q <= '0;
    end

  wire unused = &{1'b0, hd_lsm, hd_op, words[2]};

endmodule
`default_nettype wire
