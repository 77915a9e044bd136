// SPDX-License-Identifier: Apache-2.0
// load_wb: loaded data on their way to the registers.
//
// From smem       one beat (half-warp, one register) per pass of ld s[], into the S FIFO
// From coalescer  one record per load sector sent, into the pending table; responses come in the same order and
//                 at least 3 cycles after their request
// From memory     a sector (rsp_*) into the G register, when that is empty or written for the last time
// To   sm_rf      the S beat and the G beat; it grants at most one, S first (rf_*)
//
// A sector with lanes is written in as many beats as the access has words. One without lanes is only counted. A texture fetch has
// texels in place of lanes; of a filtered quad the beats come from tex_filter when its last sector is there.
// A load completes in the cycle after its last beat (or after its lane-less last sector was accepted).
`include "assert.svh"
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module load_wb #(
  parameter int TEX = 1,
  parameter int TRACE = 1
) (
  input  wire           clk,
  input  wire           rst,
  input  wire  [7:0]    cfg_nregs,

  input  wire           sb_valid,
  input  beat_t         sb_beat,
  input  wire  [15:0]   sb_mask,
  input  wire  [511:0]  sb_data,
  input  wire  [15:0]   sb_take,
  output wire           sb_written,

  input  wire           pd_valid,
  input  wire  [15:0]   pd_hit,
  input  wire  [79:0]   pd_off,
  input  wire           pd_half,
  input  wire           pd_last,
  input  wire  [1:0]    pd_words,
  input  wire  [1:0]    pd_word,
  input  ldm_t          pd_ldm,
  input  texfmt_t       pd_fmt,
  output wire           pd_full,

  input  wire           rsp_valid,
  output wire           rsp_ready,
  input  wire  [255:0]  rsp_data,

  output wire           rf_s_valid,
  output wire           rf_s_par,
  output wire           rf_s_half,
  input  wire           rf_s_grant,
  output wire           rf_s_lock,     // writes $c too
  output wire           rf_g_valid,
  output wire           rf_g_par,
  output wire           rf_g_half,
  input  wire           rf_g_grant,
  output wire  [7:0]    rf_row,
  output logic [31:0]   rf_be,
  output logic [511:0]  rf_data,
  output wire  [1:0]    starve,

  // $c of a granted ld.lock beat
  output wire           lk_valid,
  output wire           lk_half,
  output wire  [4:0]    lk_wid,
  output wire  [1:0]    lk_idx,
  output wire  [15:0]   lk_mask,
  output wire  [15:0]   lk_take,

  output logic          s_done,
  output ldm_t          s_done_ldm,
  output logic          g_done,
  output ldm_t          g_done_ldm,

  output wire           tr_valid,
  output wire  [4:0]    tr_warp,
  output wire  [23:0]   tr_pc,
  output wire           tr_half,
  output wire  [15:0]   tr_mask,
  output logic [511:0]  tr_data,
  output wire  [7:0]    tr_reg
);

  // --- S FIFO ------------------------------------------------------------------------------------
  wire          s_valid, s_ready;
  beat_t        s_beat;
  wire  [15:0]  s_mask, s_take;
  wire  [511:0] s_data;
  sync_fifo #(.WIDTH(`BEAT_W + 32 + 512), .DEPTH(4)) u_sfifo (
    .clk, .rst, .in_valid(sb_valid), .in_ready(s_ready), .in_data({sb_beat, sb_mask, sb_take, sb_data}),
    .out_valid(s_valid), .out_ready(rf_s_grant), .out_data({s_beat, s_mask, s_take, s_data}));
  assign sb_written = rf_s_grant;

  // --- pending table -----------------------------------------------------------------------------
  localparam int AW = $clog2(gpu_cfg::PENDING_SECTORS);
  localparam int PW = 16 + 80 + 1 + 1 + 2 + 2 + `LDM_W + `TEXFMT_W;
  logic [AW-1:0] wr_q, rd_q;
  logic [AW:0]   count_q;
  wire           rsp_go  = rsp_valid & rsp_ready;
  wire  [AW-1:0] rd_next = rsp_go ? rd_q + 1'b1 : rd_q;

  wire  [15:0]   q_hit;
  wire  [79:0]   q_off;
  wire           q_half, q_last;
  wire  [1:0]    q_words, q_word;
  ldm_t          q_ldm;
  texfmt_t       q_fmt;
  sram_1r1w #(.WIDTH(PW), .DEPTH(gpu_cfg::PENDING_SECTORS), .EN_BITS(PW)) u_pending (
    .clk, .rd_en(count_q != '0), .rd_addr(rd_next), .rd_data({q_hit, q_off, q_half, q_last, q_words, q_word, q_ldm, q_fmt}),
    .wr_en(pd_valid), .wr_addr(wr_q), .wr_be(1'b1),
    .wr_data({pd_hit, pd_off, pd_half, pd_last, pd_words, pd_word, pd_ldm, pd_fmt}));

  assign pd_full = count_q[AW];

  always_ff @(posedge clk)
    if (rst) begin
      wr_q    <= '0;
      rd_q    <= '0;
      count_q <= '0;
    end else begin
      if (pd_valid) wr_q <= wr_q + 1'b1;
      rd_q <= rd_next;
      if (pd_valid != rsp_go) count_q <= pd_valid ? count_q + 1'b1 : count_q - 1'b1;
    end

  // A texture fetch: hit and off are those of texels, 4 * lane + tap of the quad. Of a filtered quad all sectors but the last are only
  // collected (tex_filter); the last one stands for all its lanes.
  logic [15:0]   q_mask;
  logic          q_write;              // there is something to write
  logic [3:0]    t_lanes_q, t_lanes;
  always_comb begin
    t_lanes = 'x;
    q_mask  = 'x;
    q_write = 1'b0;
    if (rsp_go) begin
      q_mask  = q_hit;
      q_write = (q_hit != '0) & ~(q_fmt.linear & ~q_fmt.last);
      if (TEX != 0 && q_fmt.tex) begin
        for (int i = 0; i < 4; i++) t_lanes[i] = (q_hit[4*i +: 4] != '0) | (q_fmt.linear & ~q_fmt.first & t_lanes_q[i]);
        q_mask = '0;
        q_mask[{q_fmt.quad, 2'b0} +: 4] = t_lanes;
      end
    end
  end
  always_ff @(posedge clk)
    if (rsp_go) t_lanes_q <= t_lanes;

  // --- G register --------------------------------------------------------------------------------
  logic         g_valid_q, g_half_q, g_last_q;
  logic [1:0]   g_words_q, g_word_q, g_beat_q;
  logic [15:0]  g_mask_q;
  logic [79:0]  g_off_q;
  ldm_t         g_ldm_q;
  texfmt_t      g_fmt_q;
  logic [255:0] g_data_q;

  wire g_final = rf_g_grant & (g_beat_q == g_words_q);
  assign rsp_ready = ~g_valid_q | g_final;

  always_ff @(posedge clk)
    if (rst) g_valid_q <= 1'b0;
    else begin
      if (rsp_go)       g_valid_q <= q_write;
      else if (g_final) g_valid_q <= 1'b0;
      if (rf_g_grant) g_beat_q <= g_beat_q + 2'd1;
      if (rsp_go & q_write) begin
        g_half_q  <= q_half;
        g_last_q  <= q_last;
        g_words_q <= q_words;
        g_word_q  <= q_word;
        g_beat_q  <= '0;
        g_mask_q  <= q_mask;
        g_off_q   <= q_off;
        g_ldm_q   <= q_ldm;
        g_fmt_q   <= q_fmt;
        g_data_q  <= rsp_data;
      end
    end

  // words of this beat; of a texture fetch those in which the texels of the quad lie, at lanes 0, 4, 8 and 12
  wire          t_go = (TEX != 0) & g_valid_q & g_fmt_q.tex;
  wire  [11:0]  t_at;
  logic [511:0] g_word;
  logic [31:0]  g_low;
  logic [2:0]   g_sel;
  wire  [511:0] g_lanes, g_data;
  always_comb begin
    g_word = 'x;
    g_low  = 'x;
    g_sel  = 'x;
    if (g_valid_q)
      for (int i = 0; i < 16; i++) begin
        g_sel              = g_off_q[5*i + 2 +: 3] | {1'b0, g_beat_q};
        if (i % 4 == 0 && t_go) g_sel = t_at[3*(i / 4) +: 3];
        g_word[32*i +: 32] = g_data_q[32*g_sel +: 32];
        g_low[2*i +: 2]    = g_off_q[5*i +: 2];
      end
  end
  lane_extract #(.LANES(16)) u_extract (
    .valid(g_valid_q), .esz(g_ldm_q.esz), .esg(g_ldm_q.esg), .off(g_low), .word(g_word), .data(g_lanes));

  // texels of the quad in this sector, or the taps of one of its lanes for the filter
  wire          g_ready;
  if (TEX != 0) begin : g_tex
    wire  [127:0]  f_full, t_data, f_data;
    wire  [19:0]   f_off;
    wire  [3:0]    f_outside;
    wire           f_ready;
    logic [127:0]  t_full;
    always_comb begin
      t_full = 'x;
      if (t_go) t_full = g_fmt_q.linear ? f_full : {g_word[415:384], g_word[287:256], g_word[159:128], g_word[31:0]};
    end
    tex_format u_format (
      .en(t_go), .fmt(g_fmt_q), .word(g_beat_q), .at(t_at), .full(t_full), .value(t_data),
      .off(g_fmt_q.linear ? f_off : {g_off_q[64:60], g_off_q[44:40], g_off_q[24:20], g_off_q[4:0]}),
      .outside(g_fmt_q.linear ? f_outside : {g_fmt_q.outside[12], g_fmt_q.outside[8], g_fmt_q.outside[4], g_fmt_q.outside[0]}));
    tex_filter u_filter (
      .clk, .rst, .in_valid(rsp_go & q_fmt.linear), .in_fmt(q_fmt), .in_hit(q_hit), .in_off(q_off), .in_data(rsp_data),
      .restart(g_fmt_q.linear & rf_g_grant & ~g_final), .tf_at(t_at), .tf_full(f_full), .tf_off(f_off), .tf_outside(f_outside), .tf_value(t_data),
      .ready(f_ready), .value(f_data));
    assign g_ready = ~g_fmt_q.linear | f_ready;
    assign g_data  = ~g_fmt_q.tex ? g_lanes : g_fmt_q.linear ? {4{f_data}} : {4{t_data}};
    wire unused_fmt = &{1'b0, g_fmt_q};
  end else begin : g_no_tex
    assign g_ready = 1'b1;
    assign g_data  = g_lanes;
    assign t_at    = 'x;
    wire unused_fmt = &{1'b0, g_fmt_q};
  end

  // --- to the registers --------------------------------------------------------------------------
  assign rf_s_valid = s_valid;
  assign rf_s_par   = s_beat.ld.wid[0];
  assign rf_s_half  = s_beat.half;
  assign rf_g_valid = g_valid_q & g_ready;
  assign rf_g_par   = g_ldm_q.wid[0];
  assign rf_g_half  = g_half_q;

  wire         any    = rf_s_grant | rf_g_grant;
  ldm_t        m;
  assign       m      = rf_s_grant ? s_beat.ld : g_ldm_q;
  wire         is_r16 = (m.dst_kind == `KIND_R16);
  wire         dst_hi = m.dst[0];
  wire  [7:0]  regno  = is_r16 ? {1'b0, m.dst[7:1]} : m.dst + (rf_s_grant ? 8'd0 : {6'b0, g_word_q | g_beat_q});
  wire         exists = (m.dst_kind != `KIND_NONE) & (regno < cfg_nregs);
  wire  [15:0] mask   = rf_s_grant ? s_mask : g_mask_q;

  wire  [15:0] wmask  = lk_valid ? s_take : mask;

  assign rf_s_lock = s_beat.ld.cdst_en;
  assign lk_valid  = rf_s_grant & rf_s_lock;
  assign lk_half   = s_beat.half;
  assign lk_wid    = s_beat.ld.wid;
  assign lk_idx    = s_beat.ld.cdst;
  assign lk_mask   = s_mask;
  assign lk_take   = s_take;

  assign rf_row = m.row_base + regno;
  wire  [511:0] beat_data = rf_s_grant ? s_data : g_data;
  always_comb begin
    rf_be   = '0;
    rf_data = 'x;
    if (any) begin
      rf_data = beat_data;
      for (int i = 0; i < 16; i++) begin
        rf_be[2*i]     = exists & wmask[i] & (~is_r16 | ~dst_hi);
        rf_be[2*i + 1] = exists & wmask[i] & (~is_r16 | dst_hi);
        if (is_r16 & dst_hi) rf_data[32*i + 16 +: 16] = beat_data[32*i +: 16];
      end
    end
  end

  always_ff @(posedge clk) begin
    s_done <= ~rst & rf_s_grant & s_beat.last;
    if (rf_s_grant) s_done_ldm <= s_beat.ld;
    g_done <= ~rst & ((g_final & g_last_q) | (rsp_go & ~q_write & q_last));
    if (rsp_go & ~q_write & q_last) g_done_ldm <= q_ldm;
    else if (g_final)                    g_done_ldm <= g_ldm_q;
  end

  // --- starvation --------------------------------------------------------------------------------
  logic [3:0] s_wait_q, g_wait_q;
  wire s_starved = s_valid & (s_wait_q >= 4'(gpu_cfg::STARVE_CYCLES));
  wire g_starved = rf_g_valid & (g_wait_q >= 4'(gpu_cfg::STARVE_CYCLES));
  assign starve = {(s_starved & rf_s_par) | (g_starved & rf_g_par),
                   (s_starved & ~rf_s_par) | (g_starved & ~rf_g_par)};

  always_ff @(posedge clk) begin
    if (rst | ~s_valid | rf_s_grant)   s_wait_q <= '0;
    else if (!s_starved)               s_wait_q <= s_wait_q + 4'd1;
    if (rst | ~rf_g_valid | rf_g_grant) g_wait_q <= '0;
    else if (!g_starved)               g_wait_q <= g_wait_q + 4'd1;
  end

  wire unused = &{1'b0, m, s_ready};

  // --- trace -------------------------------------------------------------------------------------
  assign tr_valid = any;
  assign tr_warp  = m.wid;
  assign tr_pc    = m.pc;
  assign tr_half  = rf_s_grant ? s_beat.half : g_half_q;
  assign tr_mask  = mask;
  always_comb begin
    tr_data = (TRACE != 0) ? beat_data : '0;
    if (TRACE != 0 && any && is_r16)
      for (int i = 0; i < 16; i++) tr_data[32*i + 16 +: 16] = '0;
  end
  assign tr_reg   = regno;

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("the queue of shared-memory beats has room: the limit on picked passes keeps it", rst || !sb_valid || s_ready)
  `ASSERT("the table of sectors on their way has room", rst || !pd_valid || !pd_full)
  `ASSERT("the sector that comes was asked for", rst || !rsp_valid || count_q != '0)
  `ASSERT("as many records lie between read and write as are counted", rst || wr_q - rd_q == count_q[AW-1:0])
  `ASSERT("a beat is written that is there", rst || ((!rf_s_grant || s_valid) && (!rf_g_grant || rf_g_valid)))
  `ASSERT("one beat is written in a cycle", rst || !(rf_s_grant && rf_g_grant))

endmodule
`default_nettype wire
