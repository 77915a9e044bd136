// SPDX-License-Identifier: Apache-2.0
// tex: texture fetch: coordinates of the head of the load/store queue to sector requests.
//
// From lsu        entries as they are issued (is_*: texture number, components, offsets), the head of its queue (hd_*)
// From the host   descriptors of the 128 textures (cfg_tex_*), written while no kernel runs
// To   memory     one sector per cycle (req_*); it also enters the pending table of load_wb (pd_*) in the same cycle, with the
//                 format (pd_fmt) that tex_format and tex_filter need when the sector is back
//
// The descriptor is read in the issue cycle t and kept with the queue entry from t+2 on. At the head: SELECT takes the next quad
// with executing lanes, half 0 first. The addresses of its texels: of a fetch by one texel number they are formed at once; else the
// four lanes pass through tex_addr, one per cycle, and are all there TEX_ADDR_CYCLES after SELECT. Then the distinct sectors of the quad
// are sent, that of the lowest texel left first; the next SELECT follows. A texel outside the texture asks for texel 0, and
// tex_format makes zeros of it.
`include "assert.svh"
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
  input  wire  [511:0]  hd_x,          // coordinates of the half select_half
  input  wire  [511:0]  hd_y,
  input  wire  [31:0]   hd_mask,
  output wire           hd_leave,
  output wire           first_select,  // of a half with lanes, or the one without any
  output wire           select_half,

  output wire           req_valid,
  input  wire           req_ready,
  output wire  [31:0]   req_addr,

  input  wire           pd_full,
  output wire           pd_valid,
  output wire  [15:0]   pd_hit,        // texels, 4 * lane + tap
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
  wire         direct = ~hd_op.sample & ~hd_op.two;
  wire         linear = hd_op.sample & hd_tic.linear;

  // --- SELECT -------------------------------------------------------------------------------------
  wire         head = hd_valid & (hd_lsm.space == `SPACE_T);
  wire  [31:0] mask = (hd_op.comps != '0) ? hd_mask : '0;
  logic [7:0]  done_q;                 // quads
  logic        addr_q, sending_q;      // the quad's addresses are formed, its sectors are sent
  logic [7:0]  todo;
  always_comb begin
    todo = '0;
    if (head)
      for (int k = 0; k < 8; k++) todo[k] = (mask[4*k +: 4] != '0) & ~done_q[k];
  end

  logic [2:0]  quad;
  always_comb begin
    quad = 3'd7;
    for (int k = 6; k >= 0; k--)
      if (todo[k]) quad = 3'(k);
  end
  wire         select = head & ~addr_q & ~sending_q & hd_rdy[quad[2]];
  wire         nobody = select & (todo == '0);
  assign select_half  = quad[2] & ~nobody;
  assign first_select = select & ((quad[2] ? done_q[7:4] : done_q[3:0]) == '0);
  wire  [3:0]  lanes_sel = mask[{quad, 2'b0} +: 4];

  // --- addresses of a fetch by one texel number, in SELECT -------------------------------------------
  wire  [2:0]   size = {1'b0, hd_tic.bytes} + {1'b0, hd_tic.comps};    // log2 of the texel size
  wire  [127:0] quad_x = hd_x[{quad[1:0], 7'b0} +: 128];
  wire  [127:0] quad_y = hd_y[{quad[1:0], 7'b0} +: 128];
  logic [127:0] d_addr;
  logic [3:0]   d_inside;
  logic [31:0]  x;
  always_comb begin
    d_addr   = '0;
    d_inside = '0;
    x        = '0;
    if (select & direct)
      for (int i = 0; i < 4; i++) begin
        x           = quad_x[32*i +: 32] + {{28{hd_op.off[3]}}, hd_op.off};
        d_inside[i] = x < {4'b0, hd_tic.width};
        d_addr[32*i +: 32] = hd_tic.addr + (d_inside[i] ? x << size : 32'd0);
      end
  end

  // --- other addresses: lane l is in tex_addr from l+1 cycles after SELECT on ---------------------------
  logic [127:0] x_q, y_q;
  logic [3:0]   step_q;                // cycles since SELECT, less 1
  wire  [127:0] t_addr;
  wire  [3:0]   t_need, t_inside;
  wire  [7:0]   t_a, t_b;
  tex_addr u_addr (
    .clk, .en(addr_q), .tic(hd_tic), .op(hd_op), .x(x_q[{step_q[1:0], 5'b0} +: 32]), .y(y_q[{step_q[1:0], 5'b0} +: 32]),
    .addr(t_addr), .need(t_need), .valid(t_inside), .a(t_a), .b(t_b));
  wire          t_valid = addr_q & (step_q >= 4'd4);
  wire          t_end   = addr_q & (step_q == 4'(gpu_cfg::TEX_ADDR_CYCLES - 2));

  // --- SEND ---------------------------------------------------------------------------------------
  logic [511:0] texel_q;               // 4 * lane + tap
  logic [15:0]  inside_q, left_q;
  logic [63:0]  weight_q;
  logic [3:0]   lanes_q;
  logic [2:0]   quad_q;
  logic         first_q;
  logic [26:0]  sector;
  logic [15:0]  hit;
  always_comb begin
    sector = '0;
    hit    = '0;
    if (sending_q) begin
      for (int i = 15; i >= 0; i--)
        if (left_q[i]) sector = texel_q[32*i + 5 +: 27];
      for (int i = 0; i < 16; i++) hit[i] = left_q[i] & (texel_q[32*i + 5 +: 27] == sector);
    end
  end
  assign req_valid = sending_q & ~pd_full;
  assign req_addr  = {sector, 5'b0};
  wire   sent      = req_valid & req_ready;
  wire   quad_end  = sent & ((left_q & ~hit) == '0);
  wire   all_end   = quad_end & (todo == '0);
  assign hd_leave  = all_end | nobody;

  assign pd_valid = sent;
  assign pd_hit   = hit;
  for (genvar i = 0; i < 16; i++) begin : g_texel
    assign pd_off[5*i +: 5] = texel_q[32*i +: 5];
  end
  assign pd_half  = quad_q[2];
  assign pd_last  = all_end;
  wire [2:0] words = {2'b0, hd_op.comps[0]} + {2'b0, hd_op.comps[1]} + {2'b0, hd_op.comps[2]} + {2'b0, hd_op.comps[3]} - 3'd1;
  assign pd_words = words[1:0];
  assign pd_fmt   = {1'b1, hd_tic.kind, hd_tic.bytes, hd_tic.comps, hd_op.comps, ~inside_q, quad_q[1:0], linear, first_q, quad_end, weight_q};
  assign pd_ldm   = hd_lsm.ld;

  always_ff @(posedge clk)
    if (rst) begin
      addr_q    <= 1'b0;
      sending_q <= 1'b0;
      done_q    <= '0;
      done      <= 1'b0;
    end else begin
      done <= nobody;
      if (nobody) done_ldm <= hd_lsm.ld;
      if (select & ~nobody) begin
        addr_q       <= ~direct;
        sending_q    <= direct;
        step_q       <= '0;
        x_q          <= quad_x;
        y_q          <= quad_y;
        quad_q       <= quad;
        lanes_q      <= lanes_sel;
        first_q      <= 1'b1;
        done_q[quad] <= 1'b1;
        left_q       <= '0;
        for (int i = 0; i < 4; i++) begin
          texel_q[128*i +: 32] <= d_addr[32*i +: 32];
          inside_q[4*i]        <= d_inside[i];
          left_q[4*i]          <= lanes_sel[i];
        end
      end
      if (addr_q) step_q <= step_q + 4'd1;
      if (t_valid)
        for (int l = 0; l < 4; l++)
          if (step_q[1:0] == 2'(l)) begin
            texel_q[128*l +: 128] <= t_addr;
            inside_q[4*l +: 4]    <= t_inside;
            left_q[4*l +: 4]      <= lanes_q[l] ? t_need : 4'd0;
            weight_q[16*l +: 16]  <= {t_b, t_a};
          end
      if (t_end) begin
        addr_q    <= 1'b0;
        sending_q <= 1'b1;
      end
      if (sent) begin
        left_q  <= left_q & ~hit;
        first_q <= 1'b0;
      end
      if (quad_end) sending_q <= 1'b0;
      if (all_end) done_q <= '0;
    end

  wire unused = &{1'b0, hd_lsm, hd_op, words[2]};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("every request has a texel", rst || !req_valid || hit != '0)
  `ASSERT("a quad is formed or sent, not both", rst || !(addr_q && sending_q))
  `ASSERT("a fetch under way is the head of the queue", rst || !(addr_q || sending_q) || head)

endmodule
`default_nettype wire
