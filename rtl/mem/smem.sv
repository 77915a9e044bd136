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
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module smem #(
  parameter int FOLD = 1
) (
  input  wire           clk,
  input  wire           clk_p,         // of the crossbar (docs/units/fold.md)
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,

  input  wire           la_valid,
  input  wire  [7:0]    la_row,
  input  wire  [512/FOLD-1:0] la_data,   // FOLD other than 1: in phases
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
  input  wire  [511:0]  hd_w0,         // FOLD 1
  output wire  [56/FOLD-1:0]  st_at,   // FOLD other than 1: entry, half, lane of the words that are stored two phases
  input  wire  [256/FOLD-1:0] st_words, // later; and these words, then
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
  output wire  [256/FOLD-1:0] so_data,  // FOLD other than 1: in phases

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
  localparam int N     = HALF / FOLD;    // words of a phase

  // --- PICK --------------------------------------------------------------------------------------
  // SMEM-1; SMEM-5: at most four load passes are not written back
  logic        half_q, more_q, recent_q;
  logic [15:0] rem_q;
  logic [2:0]  beats_q;                // load passes picked and not written back

  wire  is_load = !hd_lsm.store && !hd_lsm.sopd;
  logic pick;
  always_comb
    if (hd_valid && hd_lsm.space == `SPACE_S) pick = hd_rdy[half_q] && !recent_q && !(is_load && (beats_q == 3'd4));
    else                                      pick = 1'b0;

  wire [15:0]  p_mask = half_q ? hd_mask[31:16] : hd_mask[15:0];
  wire [15:0]  p_rem  = more_q ? rem_q : p_mask;

  // SMEM-3, SMEM-7
  // The lowest remaining lane of each bank, as a set of banks per lane and as a number per bank.
  logic [255:0] upto;                  // banks of lanes 0 to i, if they remain, from bit 16 i on
  logic [15:0] banks;
  logic [15:0] mine;                   // bank of lane i, if none before has it
  logic [15:0] alone;                  // lanes that are the lowest of their bank
  logic [15:0] lane0, lane1, lane2, lane3;
  always_comb begin
    upto  = '0;
    banks = '0;
    mine  = '0;
    alone = '0;
    lane0 = '0;
    lane1 = '0;
    lane2 = '0;
    lane3 = '0;
    if (pick) begin
      for (int i = 0; i < 16; i++) upto[16*i +: 16] = (16'd1 << hd_addr[32*i + 2 +: 4]) & {16{p_rem[i]}};
      for (int n = 1; n < 16; n = 2 * n)         // of 2 n lanes, those of the upper n have the lower n's, too
        for (int i = 0; i < 16; i++)
          if ((i / n) % 2 == 1) upto[16*i +: 16] = upto[16*i +: 16] | upto[16*(i / n * n - 1) +: 16];
      banks = upto[255:240];
      for (int i = 0; i < 16; i++) begin
        mine     = i == 0 ? upto[15:0] : upto[16*i +: 16] & ~upto[16*(i - 1) +: 16];
        alone[i] = (mine != '0);
        if (i % 2 == 1)       lane0 = lane0 | mine;
        if ((i / 2) % 2 == 1) lane1 = lane1 | mine;
        if ((i / 4) % 2 == 1) lane2 = lane2 | mine;
        if (i / 8 == 1)       lane3 = lane3 | mine;
      end
    end
  end

  // SMEM-2
  // broadcast: the word of the lowest remaining lane
  logic [11:0] first_word;
  logic [15:0] lead;                   // that lane
  logic [15:0] same;
  always_comb begin
    first_word = '0;
    lead       = '0;
    same       = '0;
    if (pick && !hd_lsm.store && !hd_lsm.lock) begin
      lead = p_rem & -p_rem;
      for (int i = 0; i < 16; i++) first_word = first_word | (hd_addr[32*i + 2 +: 12] & {12{lead[i]}});
      for (int i = 0; i < 16; i++) same[i] = p_rem[i] && (hd_addr[32*i + 2 +: 12] == first_word);
    end
  end

  wire [15:0] serve    = alone | same;
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
      beats_q  <= '0;
    end else begin
      recent_q <= pick;
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
      rt_beat      <= {hd_lsm.ld, half_q, hd_leave};
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
  if (FOLD == 1) begin : g_rows
    smem_rows #(.BANKS(HALF)) u_rows (
      .valid(rt_valid || bk_valid), .lane(bk_valid ? rt_lane[63:32] : rt_lane[31:0]), .row(rt_row), .base(rt_base),
      .bank_row(row_d));
    wire unused_fold = &{1'b0, clk_p, phase};
  end else begin : g_rows
    localparam int PB = $clog2(FOLD);
    wire [PB:0]    part = {bk_valid, phase[PB-1:0]};
    wire [8*N-1:0] r;
    smem_rows #(.BANKS(N)) u_rows (
      .valid(rt_valid || bk_valid), .lane(rt_lane[4*N*part +: 4*N]), .row(rt_row), .base(rt_base), .bank_row(r));
    fold_gather #(.FOLD(FOLD), .WIDTH(8 * N)) u_row (.clk_p, .take(1'b1), .part(r), .all(row_d));
  end

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

  // Words of a store: all lanes of the half, taken with the pass; or (FOLD-22) the words of the phase after the next by
  // their lanes, from where they were collected.
  if (FOLD == 1) begin : g_lanes
    logic [511:0] rt_wdata, xb_wdata_q;
    always_ff @(posedge clk) begin
      if (pick && hd_lsm.store)  rt_wdata <= hd_w0;
      if (bk_valid && rt_store) xb_wdata_q <= rt_wdata;
    end
    assign xb_wdata = xb_wdata_q;
    assign st_at    = '0;
    wire unused_lanes = &{1'b0, hd_entry, st_words};
  end else begin : g_lanes
    localparam int PB = $clog2(FOLD);
    logic [1:0]    rt_entry, xb_entry;
    always_ff @(posedge clk) begin
      if (pick)     rt_entry <= hd_entry;
      if (bk_valid) xb_entry <= rt_entry;
    end
    wire [PB:0]    ahead = {1'b0, phase[PB-1:0]} + (PB+1)'(2);
    wire [PB-1:0]  next = ahead[PB-1:0];
    wire           turn = ahead[PB];                     // to the next cycle
    wire           bank = turn && !xb_first;             // from BANK to XBAR
    wire [PB:0]    part = {turn ? xb_first : !xb_first, next};
    wire [4*N-1:0] lanes = bank ? rt_lane[4*N*next +: 4*N] : xb_from[4*N*part +: 4*N];
    for (genvar i = 0; i < N; i++) begin : g_at
      assign st_at[7*i +: 7] = {bank ? {rt_entry, rt_beat.half} : {xb_entry, xb_beat.half}, lanes[4*i +: 4]};
    end
    assign xb_wdata = '0;
    wire unused_lanes = &{1'b0, hd_w0};
  end

  // With a word goes the byte offset of the lane, or the lock bit of the bank.
  wire  [15:0]  x_lock = {xb_first ? lock_q : lock_hi_q, xb_lock_lo};
  wire          x_valid = xb_first || xb_second;
  logic [31:0]  x_off;
  wire  [256/FOLD-1:0] st_data;        // FOLD other than 1: of the phase
  wire  [32/FOLD-1:0]  st_be;
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
  smem_xbar #(.FOLD(FOLD)) u_xbar (
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

  // What is written: FOLD 1: eight words into eight banks; else the words of a phase, each into the bank of its number.
  wire  [32*N-1:0] la_lo_words, la_hi_words;
  wire  [32*N-1:0] lo_data = la_lo_v ? la_lo_words : st_data;
  wire  [32*N-1:0] hi_data = la_hi_v ? la_hi_words : st_data;
  wire  [4*N-1:0]  be_lo   = la_lo_v ? '1 : st_be;
  wire  [4*N-1:0]  be_hi   = la_hi_v ? '1 : st_be;
  if (FOLD == 1) begin : g_la
    logic [511:0] lo_q;
    logic [255:0] hi_q;
    always_ff @(posedge clk) begin
      if (la_we || init_we) lo_q <= init_we ? '0 : la_data;
      if (la_lo_v)          hi_q <= lo_q[511:256];
    end
    assign la_lo_words = lo_q[255:0];
    assign la_hi_words = hi_q;
  end else begin : g_la
    // FOLD-21: parts of the lower and of the upper eight words, of two cycles each
    localparam int PB = $clog2(FOLD);
    wire  [PB-1:0]   p     = phase[PB-1:0];
    wire             upper = p[PB-1];
    logic            turn_q, lo_zero_q, hi_zero_q;
    wire  [64*N-1:0] lo_part, hi_part;
    logic [PB-1:0]   to;
    wire  [PB:0]     lo_at = {!turn_q, p}, hi_at = {turn_q, p};
    always_comb begin
      to       = p;
      to[PB-1] = turn_q;
    end
    always_ff @(posedge clk) begin
      turn_q    <= !rst && !turn_q;
      lo_zero_q <= init_we;
      hi_zero_q <= lo_zero_q;
    end
    lutram_1r1w #(.WIDTH(64 * N), .DEPTH(FOLD), .EN_BITS(64 * N)) u_lo (
      .clk(clk_p), .rd_addr(lo_at[PB:1]), .rd_data(lo_part), .wr_en(la_we && !upper),
      .wr_addr(to), .wr_be(1'b1), .wr_data(la_data));
    lutram_1r1w #(.WIDTH(64 * N), .DEPTH(FOLD), .EN_BITS(64 * N)) u_hi (
      .clk(clk_p), .rd_addr(hi_at[PB:1]), .rd_data(hi_part), .wr_en(la_we && upper),
      .wr_addr(to), .wr_be(1'b1), .wr_data(la_data));
    assign la_lo_words = lo_zero_q ? '0 : lo_part[32*N*p[0] +: 32*N];
    assign la_hi_words = hi_zero_q ? '0 : hi_part[32*N*p[0] +: 32*N];
    wire unused = &{1'b0, lo_at[0], hi_at[0]};
  end

  // --- the banks ---------------------------------------------------------------------------------
  // Banks 8 to 15 may be read while the store before is written.
  wire rd_en = bk_valid && !rt_store;
  assign lk_clear_ready = !(bk_valid && rt_lock) && !(xb_first && xb_lock);
  wire lk_go = lk_clear && lk_clear_ready;
  wire st_lo = xb_store && xb_first;
  wire st_hi = xb_store && xb_second;
  wire lk_lo = bk_valid && rt_lock;
  wire lk_hi = xb_first && xb_lock;
  logic [7:0] we_lo, we_hi, we_lock;
  logic       wr_lock;                   // the lock bit that is written
  always_comb begin
    {we_lo, we_hi, we_lock} = 24'd0;
    wr_lock = 1'bx;
    if (la_lo_v || la_hi_v || xb_store) begin
      we_lo = {HALF{la_lo_v}} | ({HALF{st_lo}} & xb_bank_v[7:0]);
      we_hi = {HALF{la_hi_v}} | ({HALF{st_hi}} & xb_bank_v[15:8]);
    end
    if (init_active || lk_go || lk_lo || lk_hi) begin
      we_lock = {HALF{init_active || lk_go}} | ({HALF{lk_lo}} & rt_bank_v[7:0]) | ({HALF{lk_hi}} & xb_bank_v[15:8]);
      wr_lock = !init_active && !lk_go && (lk_lo ? !rt_store : !xb_store);
    end
  end
  for (genvar b = 0; b < HALF; b++) begin : g_bank
    wire  [7:0]  rd_row = row_d[8*b +: 8];
    wire  [7:0]  wr_row = xb_row[8*(b + HALF) +: 8];
    wire  [7:0]  to_lo  = la_lo_v ? la_lo_row : xb_row[8*b +: 8];
    wire  [7:0]  to_hi  = la_hi_v ? la_hi_row : wr_row;
    // FOLD-21: read at the end of the cycle, written in the phase of the word; only those of the last one at once
    wire  [3:0]  lo_be  = be_lo[4*(b % N) +: 4], hi_be = be_hi[4*(b % N) +: 4];
    wire  [31:0] lo     = lo_data[32*(b % N) +: 32], hi = hi_data[32*(b % N) +: 32];
    if (b / N == FOLD - 1) begin : g_words
      sram_1r1w_fwd #(.WIDTH(32), .DEPTH(ROWS), .EN_BITS(8), .FORWARD(0)) u_lo (
        .clk, .rd_en, .rd_addr(bk_row_lo[8*b +: 8]), .rd_data(bank_q[32*b +: 32]), .wr_en(we_lo[b]), .wr_addr(to_lo),
        .wr_be(lo_be), .wr_data(lo));
      sram_1r1w_fwd #(.WIDTH(32), .DEPTH(ROWS), .EN_BITS(8), .FORWARD(1)) u_hi (
        .clk, .rd_en, .rd_addr(rd_row), .rd_data(bank_q[32*(b + HALF) +: 32]), .wr_en(we_hi[b]), .wr_addr(to_hi),
        .wr_be(hi_be), .wr_data(hi));
    end else begin : g_words
      wire here = phase == 3'(b / N);
      sram_2clk #(.WIDTH(32), .DEPTH(ROWS), .EN_BITS(8)) u_lo (
        .rd_clk(clk), .rd_en, .rd_addr(bk_row_lo[8*b +: 8]), .rd_data(bank_q[32*b +: 32]),
        .wr_clk(clk_p), .wr_en(here && we_lo[b]), .wr_addr(to_lo), .wr_be(lo_be), .wr_data(lo));
      sram_2clk #(.WIDTH(32), .DEPTH(ROWS), .EN_BITS(8)) u_hi (
        .rd_clk(clk), .rd_en, .rd_addr(rd_row), .rd_data(bank_q[32*(b + HALF) +: 32]),
        .wr_clk(clk_p), .wr_en(here && we_hi[b]), .wr_addr(to_hi), .wr_be(hi_be), .wr_data(hi));
    end

    // SMEM-6
    // One lock bit per word of banks b and b+8: read in ROUTE and BANK, written one cycle after the read.
    sram_1r1w_fwd #(.WIDTH(1), .DEPTH(2 * ROWS), .EN_BITS(1), .FORWARD(0)) u_lock (
      .clk, .rd_en((rt_valid || bk_valid) && rt_lock), .rd_addr({bk_valid, row_d[8*b +: 8]}),
      .rd_data(lock_q[b]),
      .wr_en(we_lock[b]),
      .wr_addr(init_active ? init_row : lk_go ? lk_clear_addr : lk_lo ? {1'b0, bk_row_lo[8*b +: 8]} : {1'b1, wr_row}),
      .wr_be(1'b1), .wr_data(wr_lock));
  end

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
