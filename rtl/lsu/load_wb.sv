// SPDX-License-Identifier: Apache-2.0
// load_wb: loaded data on their way to the registers.
//
// From smem       one beat (half-warp, one register) per pass of ld s[], into the S FIFO
// From lsu        one record per load sector sent, into the table of mem_pending (pd_*)
// From memory     an answer (rsp_*), in any order, into the G register, when that is empty or written for the last time
// To   sm_rf      the S beat and the G beat; it grants at most one, S first (rf_*)
//
// A sector with lanes is written in as many beats as the access has words. One without lanes is only counted. The
// answer to a quad of texture coordinates is one beat, a component of its lanes; the last one is that without rsp.more.
// A load completes in the cycle after its last beat (or after its lane-less last sector was accepted; or one later, if
// another load completes then). Rules: docs/units/mem-port.md.
`include "assert.svh"
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`default_nettype none

module load_wb #(
  parameter int TRACE = 1,
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_g,         // of the table: clk, or that without edges before which pd_valid, rsp_valid,
                                       // init_active and pd_holds are 0
  output wire           pd_holds,
  input  wire           clk_p,         // of the data (rtl/fold)
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,
  input  wire  [7:0]    cfg_nregs,

  input  wire           sb_valid,
  input  beat_t         sb_beat,
  input  wire  [15:0]   sb_mask,
  input  wire  [511:0]  sb_data,
  input  wire  [15:0]   sb_take,
  output wire           sb_written,

  output wire           pd_full,
  output wire  [5:0]    pd_id,
  input  wire           pd_valid,
  input  wire           pd_last,       // last sector of the load
  input  sector_t       pd_sector,

  input  wire           rsp_valid,
  output wire           rsp_ready,
  input  mem_rsp_t      rsp,

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
  output wire  [511:0]  rf_data,
  output logic [1:0]    starve,

  // $c of a granted ld.lock beat
  output wire           lk_valid,
  output wire           lk_half,
  output wire  [4:0]    lk_wid,
  output wire  [1:0]    lk_idx,
  output wire  [15:0]   lk_mask,
  output wire  [15:0]   lk_take,

  output logic          s_done,
  output ldm_t          s_done_ldm,
  output wire           g_done,
  output ldm_t          g_done_ldm,

  output wire           tr_valid,
  output wire  [4:0]    tr_warp,
  output wire  [23:0]   tr_pc,
  output wire           tr_half,
  output wire  [15:0]   tr_mask,
  output logic [511:0]  tr_data,
  output wire  [7:0]    tr_reg,
  output wire           tr_r16         // its words have 16 bits
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

  // --- G register: the record of the answer taken last, and its data ------------------------------
  logic         g_full_q, g_last_q, g_done_q;
  logic [1:0]   g_beat_q, g_word_q;
  logic [255:0] g_data_q;
  wire          r_new, r_last, g_some;
  sector_t      r;
  wire  [15:0]  r_hit = r.hit;
  wire  [79:0]  r_off = r.off;
  wire          rsp_go = rsp_valid && rsp_ready;
  assign        pd_holds = r_new;
  mem_pending u_pending (
    .clk(clk_g), .rst, .init_active, .init_row, .pd_full, .pd_id, .pd_valid, .pd_last, .pd_sector,
    .rsp_valid, .rsp_take(rsp_go), .rsp_more(rsp.more), .rsp_id(rsp.id), .rs_new(r_new), .rs_last(r_last),
    .rs_some(g_some), .rs_sector(r));

  // LDWB-2
  wire          g_valid = g_full_q && g_some;
  wire          g_last  = r_new ? r_last : g_last_q;
  wire          g_final = rf_g_grant && (g_beat_q == r.words);
  // One without lanes goes at once, unless it would complete its load together with another (MEM-19).
  wire          g_empty = g_full_q && !g_some;
  wire          g_pass  = g_empty && !(g_last && g_done_q);
  // LDWB-3, MEM-17
  assign rsp_ready = !g_full_q || g_final || g_pass;

  always_ff @(posedge clk)
    if (rst) begin
      g_full_q <= 1'b0;
      g_done_q <= 1'b0;
    end else begin
      if (rsp_go)                g_full_q <= 1'b1;
      else if (g_final || g_pass) g_full_q <= 1'b0;
      if (rsp_go)                g_beat_q <= '0;
      else if (rf_g_grant)       g_beat_q <= g_beat_q + 2'd1;
      if (r_new) g_last_q <= r_last;
      if (rsp_go) begin
        g_data_q <= rsp.data;
        g_word_q <= rsp.word;
      end
      g_done_q <= g_final && g_last;
    end
  ldm_t         g_ldm_q;               // of the load whose last beat was written in the cycle before
  always_ff @(posedge clk)
    if (g_final) g_ldm_q <= r.ld;
  // LDWB-4
  assign g_done     = g_done_q || (g_pass && g_last);
  assign g_done_ldm = g_done_q ? g_ldm_q : r.ld;

  // --- to the registers --------------------------------------------------------------------------
  assign rf_s_valid = s_valid;
  assign rf_s_par   = s_beat.ld.wid[0];
  assign rf_s_half  = s_beat.half;
  assign rf_g_valid = g_valid;
  assign rf_g_par   = r.ld.wid[0];
  assign rf_g_half  = r.half;

  wire         any    = rf_s_grant || rf_g_grant;
  ldm_t        m;
  assign       m      = rf_s_grant ? s_beat.ld : r.ld;
  wire         is_r16 = (m.dst_kind == `KIND_R16);
  wire         dst_hi = m.dst[0];
  // TEX-5: registers of a fetch one by one
  wire  [1:0]  word   = rf_s_grant ? 2'd0 : r.word | g_beat_q | g_word_q;
  wire  [7:0]  regno  = is_r16 ? {1'b0, m.dst[7:1]} : m.dst + {6'b0, word};
  wire         exists = (m.dst_kind != `KIND_NONE) && (regno < cfg_nregs);
  wire  [15:0] mask   = rf_s_grant ? s_mask : r_hit;

  wire  [15:0] wmask  = lk_valid ? s_take : mask;

  assign rf_s_lock = s_beat.ld.cdst_en;
  assign lk_valid  = rf_s_grant && rf_s_lock;
  assign lk_half   = s_beat.half;
  assign lk_wid    = s_beat.ld.wid;
  assign lk_idx    = s_beat.ld.cdst;
  assign lk_mask   = s_mask;
  assign lk_take   = s_take;

  assign rf_row = m.row_base + regno;
  always_comb begin
    rf_be = '0;
    if (any)
      for (int i = 0; i < 16; i++) begin
        rf_be[2*i]     = exists && wmask[i] && (!is_r16 || !dst_hi);
        rf_be[2*i + 1] = exists && wmask[i] && (!is_r16 || dst_hi);
      end
  end

  load_data #(.LANES(LANES)) u_data (
    .clk_p, .phase, .g_valid, .g_beat(g_beat_q), .g_esz(r.ld.esz), .g_esg(r.ld.esg), .g_off(r_off),
    .g_sector(g_data_q), .s_take(rf_s_grant), .s_data, .any, .twice(is_r16 && dst_hi), .data(rf_data));

  always_ff @(posedge clk) begin
    s_done <= !rst && rf_s_grant && s_beat.last;
    if (rf_s_grant) s_done_ldm <= s_beat.ld;
  end

  // --- starvation --------------------------------------------------------------------------------
  logic [3:0] s_wait_q, g_wait_q;
  wire s_starved = s_valid && (s_wait_q >= 4'(gpu_cfg::STARVE_CYCLES));
  wire g_starved = rf_g_valid && (g_wait_q >= 4'(gpu_cfg::STARVE_CYCLES));
  always_comb
    if (s_starved || g_starved) starve = {(s_starved && rf_s_par) || (g_starved && rf_g_par),
                                          (s_starved && !rf_s_par) || (g_starved && !rf_g_par)};
    else                        starve = '0;

  always_ff @(posedge clk) begin
    if (rst || !s_valid || rf_s_grant)   s_wait_q <= '0;
    else if (!s_starved)               s_wait_q <= s_wait_q + 4'd1;
    if (rst || !rf_g_valid || rf_g_grant) g_wait_q <= '0;
    else if (!g_starved)               g_wait_q <= g_wait_q + 4'd1;
  end

  wire unused = &{1'b0, m, s_ready};

  // --- trace -------------------------------------------------------------------------------------
  assign tr_valid = any;
  assign tr_warp  = m.wid;
  assign tr_pc    = m.pc;
  assign tr_half  = rf_s_grant ? s_beat.half : r.half;
  assign tr_mask  = mask;                // LDWB-5
  always_comb begin
    tr_data = '0;
    if (TRACE != 0 && any) begin
      tr_data = rf_data;
      if (is_r16)
        for (int i = 0; i < 16; i++) tr_data[32*i + 16 +: 16] = '0;
    end
  end
  assign tr_reg   = regno;
  assign tr_r16   = is_r16;

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("the queue of shared-memory beats has room: the limit on picked passes keeps it", rst || !sb_valid || s_ready)
  `ASSERT("one load from l[] or g[] completes in a cycle", rst || !(g_done_q && g_pass && g_last))
  `ASSERT("a beat is written that is there", rst || ((!rf_s_grant || s_valid) && (!rf_g_grant || rf_g_valid)))
  `ASSERT("one beat is written in a cycle", rst || !(rf_s_grant && rf_g_grant))

endmodule
`default_nettype wire
