// SPDX-License-Identifier: Apache-2.0
// smem: shared memory, 16 banks of 32-bit words, one pass of a half-warp every second cycle.
//
// From lsu        the head of its queue (hd_*), address and data of the half that pick_half asks for
// From sm_cta     rows of the launch header, written while the bank stage is idle; lock bits of a block's memory to
//                 clear
// To   load_wb    one beat per pass of ld s[] (sb_*)
// To   sm_collect data of s[] operands, a quarter in a cycle (so_*); when the last pass of a half is picked (sm_last)
//
//   PICK p     chooses the lanes of this pass
//   ROUTE p+1  row and store data to each bank
//   BANK p+2   the RAMs
//   XBAR p+3   words back to the lanes
//   EXTRACT p+4 byte or half, extended; sb_* and the odd quarter of so_* are valid in this cycle, usable from p+5 on
//
// A read pass serves the word of the lowest lane to all lanes that want it, and one lane of every other bank; a store
// pass one lane per bank, and so does ld.lock. The lowest lane goes first, so of several stores to one word the highest
// lane's stays.
//
// LANES words of eight move at a time between banks and lanes: all, or fewer in the parts of a cycle (rtl/fold).
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module smem #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,         // of the crossbar (rtl/fold)
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,

  input  wire           la_valid,
  input  wire  [7:0]    la_row,
  input  wire  [64*LANES-1:0] la_data,   // 2 * LANES words of a row at a time
  output wire           la_ready,
  input  wire           lk_clear,        // lock bits of eight words: banks 8 to 15, row
  input  wire  [8:0]    lk_clear_addr,
  output wire           lk_clear_ready,  // no pass writes lock bits in this cycle

  input  wire           hd_valid,
  input  lsm_t          hd_lsm,
  input  wire  [1:0]    hd_entry,
  input  wire  [1:0]    hd_rdy,        // half collected
  input  wire  [511:0]  hd_addr,
  input  wire  [31:0]   hd_mask,
  input  wire  [511:0]  hd_w0,         // LANES 8
  output wire  [7*LANES-1:0]  st_at,   // LANES below 8: {entry, half, lane} of words (smem_lane_words); and these words
  input  wire  [32*LANES-1:0] st_words,
  output wire           hd_leave,
  output wire           first_pick,    // of a half, in this cycle
  output wire           pick_half,     // half in work
  output wire           pm_serialize,  // a pass beyond the first of a half

  output wire           sm_last,
  output wire  [2:0]    sm_entry,
  output wire           sm_half,
  output wire           so_valid,
  output wire  [2:0]    so_entry,
  output wire  [1:0]    so_q,          // the even quarter of a half a cycle before the odd one
  output wire  [7:0]    so_mask,
  output wire  [32*LANES-1:0] so_data,

  output wire           sb_valid,
  output beat_t         sb_beat,
  output wire  [15:0]   sb_mask,
  output wire  [511:0]  sb_data,
  output wire  [15:0]   sb_take,       // ld.lock: lanes that took their lock
  input  wire           sb_written,    // a beat goes to the registers in this cycle

  output wire           st_done,       // cycle PICK+2 of the last pass of a store
  output ldm_t          st_ldm
);

  localparam int BANKS = gpu_cfg::SMEM_BANKS;
  localparam int HALF  = BANKS / 2;
  localparam int ROWS  = gpu_cfg::SMEM_BYTES / BANKS / 4;

  // --- PICK --------------------------------------------------------------------------------------
  // SMEM-1; SMEM-5: at most four load passes are not written back
  logic        half_q, more_q, recent_q;
  logic [2:0]  empty_q;                // bit k: k+1 cycles ago was the last pass of an s[] operand (SMEM-8)
  logic [15:0] rem_q;
  logic [2:0]  beats_q;                // load passes picked and not written back

  wire  is_load = !hd_lsm.store && !hd_lsm.sopd;
  logic pick;
  always_comb
    if (hd_valid && hd_lsm.space == `SPACE_S)
      pick = hd_rdy[half_q] && !recent_q && empty_q == 3'd0 && !(is_load && (beats_q == 3'd4));
    else
      pick = 1'b0;

  wire [15:0]  p_mask = half_q ? hd_mask[31:16] : hd_mask[15:0];
  wire [15:0]  p_rem  = more_q ? rem_q : p_mask;

  wire  [15:0] banks, lane0, lane1, lane2, lane3, serve;
  smem_pick u_pick (
    .pick, .share(!hd_lsm.store && !hd_lsm.lock), .rem(p_rem), .addr(hd_addr), .banks, .lane0, .lane1, .lane2, .lane3,
    .serve);

  wire        half_end = pick && ((p_rem & ~serve) == '0);
  assign hd_leave   = half_end && half_q;
  assign first_pick = pick && !more_q;
  assign pick_half  = half_q;
  assign pm_serialize = pick && more_q;
  assign sm_last  = half_end && hd_lsm.sopd;
  assign sm_entry = hd_lsm.sop_entry;
  assign sm_half  = half_q;

  always_ff @(posedge clk)
    if (rst) begin
      half_q   <= 1'b0;
      more_q   <= 1'b0;
      recent_q <= 1'b0;
      empty_q  <= 3'd0;
      beats_q  <= '0;
    end else begin
      recent_q <= pick;
      empty_q  <= {empty_q[1:0], hd_leave && hd_lsm.sopd};
      if (pick) begin
        rem_q  <= p_rem & ~serve;
        more_q <= !half_end;
      end
      if (half_end) half_q <= !half_q;
      if ((pick && is_load) != sb_written)
        beats_q <= sb_written ? beats_q - 3'd1 : beats_q + 3'd1;
    end

  // --- ROUTE -------------------------------------------------------------------------------------
  // SMEM-4
  // rt_* stay for two cycles, ROUTE and BANK.
  logic         rt_valid, rt_store, rt_sopd, rt_lock;
  logic [2:0]   rt_sop_entry;
  logic [1:0]   rt_size;
  beat_t        rt_beat;
  logic [15:0]  rt_mask, rt_bank_v;
  logic [63:0]  rt_lane;               // of each bank
  logic [63:0]  rt_bank;               // of each lane
  logic [127:0] rt_row;                // of each lane, in the block
  logic [31:0]  rt_off;                // address bits 1:0 of each lane
  logic [7:0]   rt_base;
  wire  [511:0] xb_wdata;

  always_ff @(posedge clk) begin
    rt_valid <= !rst && pick;
    if (pick) begin
      rt_store     <= hd_lsm.store;
      rt_sopd      <= hd_lsm.sopd;
      rt_lock      <= hd_lsm.lock;
      rt_sop_entry <= hd_lsm.sop_entry;
      rt_size      <= hd_lsm.szlog[1:0];
      rt_beat.ld   <= hd_lsm.ld;
      rt_beat.half <= half_q;
      rt_beat.last <= hd_leave;
      rt_mask      <= serve;
      rt_bank_v    <= banks;
      rt_base      <= hd_lsm.smem_row;
      for (int i = 0; i < 16; i++) begin
        rt_lane[4*i +: 4] <= {lane3[i], lane2[i], lane1[i], lane0[i]};
        rt_bank[4*i +: 4] <= hd_addr[32*i + 2 +: 4];
        rt_row[8*i +: 8]  <= hd_addr[32*i + 6 +: 8];
        rt_off[2*i +: 2]  <= hd_addr[32*i +: 2];
      end
    end
  end

  // The rows of banks 0 to 7 are formed in ROUTE, those of banks 8 to 15 in BANK, on their way to the memories.
  logic        bk_valid;
  wire  [63:0] row_d;
  smem_bank_rows #(.LANES(LANES)) u_rows (
    .clk_p, .phase, .valid(rt_valid || bk_valid), .upper(bk_valid), .lane(rt_lane), .row(rt_row), .base(rt_base),
    .bank_row(row_d));

  // --- BANK --------------------------------------------------------------------------------------
  logic [63:0]  bk_row_lo;
  always_ff @(posedge clk) begin
    bk_valid <= !rst && rt_valid;
    if (rt_valid) bk_row_lo <= row_d;
  end

  assign st_done  = bk_valid && rt_store && rt_beat.last;
  assign st_ldm   = rt_beat.ld;
  assign la_ready = !bk_valid && !init_active;

  // --- XBAR --------------------------------------------------------------------------------------
  // xb_* stay for two cycles. In the first one (xb_first) the crossbar moves eight words, in the next one (xb_second)
  // the other eight: banks to lanes, or for a store lanes to banks.
  logic         xb_first, xb_second, xb_store, xb_sopd, xb_lock;
  logic [2:0]   xb_sop_entry;
  logic [1:0]   xb_size;
  beat_t        xb_beat;
  logic [15:0]  xb_mask, xb_bank_v;
  logic [63:0]  xb_from;               // source of each destination
  logic [31:0]  xb_off;
  logic [127:0] xb_row;
  logic [7:0]   xb_lock_lo;            // lock bits of banks 0 to 7

  wire  [511:0] bank_q;
  wire  [7:0]   lock_q;
  logic [7:0]   lock_hi_q;
  always_ff @(posedge clk) begin
    xb_first  <= !rst && bk_valid;
    xb_second <= !rst && xb_first;
    if (bk_valid) begin
      xb_store     <= rt_store;
      xb_sopd      <= rt_sopd;
      xb_lock      <= rt_lock;
      xb_sop_entry <= rt_sop_entry;
      xb_size      <= rt_size;
      xb_beat      <= rt_beat;
      xb_mask      <= rt_mask;
      xb_bank_v    <= rt_bank_v;
      xb_from      <= rt_store ? rt_lane : rt_bank;
      xb_off       <= rt_off;
      xb_row       <= {row_d, bk_row_lo};
      xb_lock_lo   <= lock_q;
    end
    if (xb_first) lock_hi_q <= lock_q;
  end

  smem_lane_words #(.LANES(LANES)) u_lanes (
    .clk, .clk_p, .phase, .pick, .store(hd_lsm.store), .entry(hd_entry), .lane_data(hd_w0), .bk_valid, .rt_store,
    .rt_half(rt_beat.half), .rt_lane, .xb_first, .xb_half(xb_beat.half), .xb_from, .xb_data(xb_wdata), .st_at);

  // With a word goes the byte offset of the lane, or the lock bit of the bank.
  wire  [15:0]  x_lock = {xb_first ? lock_q : lock_hi_q, xb_lock_lo};
  wire          x_valid = xb_first || xb_second;
  logic [31:0]  x_off;
  wire  [32*LANES-1:0] st_data;
  wire  [4*LANES-1:0]  st_be;
  wire  [255:0] x_data;
  wire  [7:0]   x_held;                // ld.lock: the lane's word was locked
  always_comb begin
    x_off = 'x;
    if (x_valid) begin
      x_off = xb_off;
      if (!xb_store && xb_lock)
        for (int i = 0; i < 16; i++) x_off[2*i] = x_lock[i];
    end
  end
  smem_xbar #(.LANES(LANES)) u_xbar (
    .clk_p, .phase, .valid(x_valid), .store(xb_store), .lock(xb_lock), .size(xb_size), .esz(xb_beat.ld.esz),
    .esg(xb_beat.ld.esg), .lane_data(xb_wdata), .lane_words(st_words), .bank_data(bank_q), .off(x_off),
    .upper(!xb_first), .from(xb_from), .lane_off(xb_off), .st_data,
    .st_be, .ld_data(x_data), .ld_part(so_data), .held(x_held));

  // Launch rows and the clear at start take the same way as a store behind BANK: banks 0 to 7 one cycle later, 8 to 15
  // two. The write port is free then, because the bank stage was idle.
  wire          init_we = init_active && !init_row[8];
  wire          la_we   = la_valid && la_ready;
  logic         la_lo_v, la_hi_v;
  logic [7:0]   la_lo_row, la_hi_row;
  always_ff @(posedge clk) begin
    la_lo_v <= !rst && (la_we || init_we);
    la_hi_v <= !rst && la_lo_v;
    if (la_we || init_we) la_lo_row <= init_we ? init_row[7:0] : la_row;
    if (la_lo_v)          la_hi_row <= la_lo_row;
  end

  wire  [32*LANES-1:0] la_lo_words, la_hi_words;
  smem_header #(.LANES(LANES)) u_header (
    .clk, .clk_p, .phase, .rst, .we(la_we), .zero(init_we), .data(la_data), .lo_now(la_lo_v), .lo_words(la_lo_words),
    .hi_words(la_hi_words));

  // LANES words are written, each into the bank of its number
  wire  [32*LANES-1:0] lo_data = la_lo_v ? la_lo_words : st_data;
  wire  [32*LANES-1:0] hi_data = la_hi_v ? la_hi_words : st_data;
  wire  [4*LANES-1:0]  be_lo   = la_lo_v ? '1 : st_be;
  wire  [4*LANES-1:0]  be_hi   = la_hi_v ? '1 : st_be;

  // --- the banks ---------------------------------------------------------------------------------
  // Banks 8 to 15 may be read while the store before is written.
  wire rd_en = bk_valid && !rt_store;
  assign lk_clear_ready = !(bk_valid && rt_lock) && !(xb_first && xb_lock);
  wire lk_go = lk_clear && lk_clear_ready;
  wire st_lo = xb_store && xb_first;
  wire st_hi = xb_store && xb_second;
  wire lk_lo = bk_valid && rt_lock;
  wire lk_hi = xb_first && xb_lock;
  logic [7:0] we_lo, we_hi;
  always_comb begin
    {we_lo, we_hi} = 16'd0;
    if (la_lo_v || la_hi_v || xb_store) begin
      we_lo = {HALF{la_lo_v}} | ({HALF{st_lo}} & xb_bank_v[7:0]);
      we_hi = {HALF{la_hi_v}} | ({HALF{st_hi}} & xb_bank_v[15:8]);
    end
  end
  for (genvar b = 0; b < HALF; b++) begin : g_bank
    localparam int W = b % LANES;        // of the words that are written at a time
    smem_bank #(.BANK(b), .ROWS(ROWS), .LANES(LANES)) u_words (
      .clk, .clk_p, .phase, .rd_en, .rd_lo(bk_row_lo[8*b +: 8]), .rd_hi(row_d[8*b +: 8]),
      .lo_q(bank_q[32*b +: 32]), .hi_q(bank_q[32*(b + HALF) +: 32]),
      .we_lo(we_lo[b]), .to_lo(la_lo_v ? la_lo_row : xb_row[8*b +: 8]), .be_lo(be_lo[4*W +: 4]),
      .lo_data(lo_data[32*W +: 32]),
      .we_hi(we_hi[b]), .to_hi(la_hi_v ? la_hi_row : xb_row[8*(b + HALF) +: 8]), .be_hi(be_hi[4*W +: 4]),
      .hi_data(hi_data[32*W +: 32]));
  end
  smem_locks #(.ROWS(ROWS)) u_locks (
    .clk, .init_active, .init_row, .clear(lk_go), .clear_addr(lk_clear_addr),
    .rd_en((rt_valid || bk_valid) && rt_lock), .rd_upper(bk_valid), .rd_row(row_d), .lock_q,
    .lo(lk_lo), .lo_set(!rt_store), .lo_banks(rt_bank_v[7:0]), .lo_row(bk_row_lo),
    .hi(lk_hi), .hi_set(!xb_store), .hi_banks(xb_bank_v[15:8]), .hi_row(xb_row[127:64]));

  // --- EXTRACT -----------------------------------------------------------------------------------
  // Lanes 0 to 7 wait for lanes 8 to 15.
  logic [255:0] xt_data;
  logic [7:0]   xt_held;                // locks
  always_ff @(posedge clk)
    if (xb_first && !xb_store) begin
      xt_data <= x_data;
      xt_held <= x_held;
    end

  wire          xt_valid = xb_second && !xb_store;
  assign so_valid = x_valid && !xb_store && xb_sopd;
  assign so_entry = xb_sop_entry;
  assign so_q     = {xb_beat.half, !xb_first};
  assign so_mask  = xb_first ? xb_mask[7:0] : xb_mask[15:8];
  assign sb_valid = xt_valid && !xb_sopd;
  assign sb_beat  = xb_beat;
  assign sb_mask  = xb_mask;
  assign sb_data  = {x_data, xt_data};
  assign sb_take  = xb_lock ? xb_mask & ~{x_held, xt_held} : '0;

  wire unused = &{1'b0, hd_lsm};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("every pass serves a lane", rst || !pick || p_rem == '0 || serve != '0)
  `ASSERT("lanes served are lanes left", rst || !pick || (serve & ~p_rem) == '0)
  `ASSERT("passes are two cycles apart", rst || !(pick && recent_q))
  `ASSERT("as many beats are written as were picked", rst || !sb_written || beats_q != '0)
  `ASSERT("one writes the lower banks in a cycle", rst || !(la_lo_v && st_lo))
  `ASSERT("one writes the upper banks in a cycle", rst || !(la_hi_v && st_hi))
  `ASSERT("one writes the lock bits in a cycle",
    rst || init_active || !((lk_go && (lk_lo || lk_hi)) || (lk_lo && lk_hi)))

endmodule
`default_nettype wire
