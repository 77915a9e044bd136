// SPDX-License-Identifier: Apache-2.0
// smem: shared memory, 16 banks of 32-bit words, one pass of a half-warp every second cycle.
//
// From lsu        the head of its queue (hd_*); hd_addr, hd_mask and hd_w0 are the 32 lanes of it
// From sm_cta     rows of the launch header, written while the bank stage is idle
// To   load_wb    one beat per pass of ld s[] (sb_*)
// To   sm_collect data of s[] operands (so_*), and the moment of the last PICK of a half (sm_last)
//
//   PICK p     chooses the lanes of this pass
//   ROUTE p+1  row and store data to each bank
//   BANK p+2   the RAMs
//   XBAR p+3   words back to the lanes
//   EXTRACT p+4 byte or half, extended; so_*/sb_* are valid in this cycle and usable from p+5 on
//
// A read pass serves the word of the lowest lane to all lanes that want it, and one lane of every other bank; a store
// pass one lane per bank, and so does ld.lock. The lowest lane goes first, so of several stores to one word the highest lane's stays.
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module smem (
  input  wire           clk,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,

  input  wire           la_valid,
  input  wire  [7:0]    la_row,
  input  wire  [511:0]  la_data,
  output wire           la_ready,

  input  wire           hd_valid,
  input  lsm_t          hd_lsm,
  input  wire  [1:0]    hd_rdy,        // half collected
  input  wire  [1023:0] hd_addr,
  input  wire  [31:0]   hd_mask,
  input  wire  [1023:0] hd_w0,
  output wire           hd_leave,
  output wire           first_pick,    // of a half, in this cycle
  output wire           pick_half,

  output wire           sm_last,
  output wire  [3:0]    sm_entry,
  output wire           sm_half,
  output wire           so_valid,
  output wire  [3:0]    so_entry,
  output wire           so_half,
  output wire  [15:0]   so_mask,
  output wire  [511:0]  so_data,

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

  // --- PICK --------------------------------------------------------------------------------------
  logic        half_q, more_q, recent_q;
  logic [15:0] rem_q;
  logic [2:0]  beats_q;                // load passes picked and not written back

  wire is_load = ~hd_lsm.store & ~hd_lsm.sopd;
  wire pick    = hd_valid & (hd_lsm.space == `SPACE_S) & hd_rdy[half_q] & ~recent_q &
                 ~(is_load & (beats_q == 3'd4));

  wire [511:0] p_addr = half_q ? hd_addr[1023:512] : hd_addr[511:0];
  wire [511:0] p_w0   = half_q ? hd_w0[1023:512] : hd_w0[511:0];
  wire [15:0]  p_mask = half_q ? hd_mask[31:16] : hd_mask[15:0];
  wire [15:0]  p_rem  = more_q ? rem_q : p_mask;

  logic [15:0]  serve, bank_v;
  logic [63:0]  bank_lane;             // lowest lane of each bank
  logic [127:0] bank_row;
  logic [11:0]  first_word;
  always_comb begin
    serve      = '0;
    bank_v     = '0;
    bank_lane  = '0;
    bank_row   = '0;
    first_word = '0;
    if (pick) begin
      for (int i = 15; i >= 0; i--)
        if (p_rem[i]) begin
          bank_v[p_addr[32*i + 2 +: 4]]          = 1'b1;
          bank_lane[4*p_addr[32*i + 2 +: 4] +: 4] = 4'(i);
          bank_row[8*p_addr[32*i + 2 +: 4] +: 8]  = p_addr[32*i + 6 +: 8];
          first_word = p_addr[32*i + 2 +: 12];
        end
      for (int i = 0; i < 16; i++)
        serve[i] = p_rem[i] & ((bank_lane[4*p_addr[32*i + 2 +: 4] +: 4] == 4'(i)) |
                               (~hd_lsm.store & ~hd_lsm.lock & (p_addr[32*i + 2 +: 12] == first_word)));
    end
  end

  wire half_end = pick & ((p_rem & ~serve) == '0);
  assign hd_leave   = half_end & half_q;
  assign first_pick = pick & ~more_q;
  assign pick_half  = half_q;
  assign sm_last    = half_end & hd_lsm.sopd;
  assign sm_entry   = hd_lsm.spe;
  assign sm_half    = half_q;

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
        more_q <= ~half_end;
      end
      if (half_end) half_q <= ~half_q;
      if ((pick & is_load) != sb_written)
        beats_q <= sb_written ? beats_q - 3'd1 : beats_q + 3'd1;
    end

  // --- ROUTE -------------------------------------------------------------------------------------
  logic         rt_valid, rt_store, rt_sopd, rt_lock;
  logic [3:0]   rt_spe;
  logic [1:0]   rt_size;
  beat_t        rt_beat;
  logic [15:0]  rt_mask, rt_bank_v;
  logic [63:0]  rt_bank_lane;
  logic [127:0] rt_bank_row;
  logic [95:0]  rt_low;                // address bits 5:0 of each lane
  logic [7:0]   rt_base;
  logic [511:0] rt_wdata;

  always_ff @(posedge clk) begin
    rt_valid <= ~rst & pick;
    if (pick) begin
      rt_store     <= hd_lsm.store;
      rt_sopd      <= hd_lsm.sopd;
      rt_lock      <= hd_lsm.lock;
      rt_spe       <= hd_lsm.spe;
      rt_size      <= hd_lsm.szlog[1:0];
      rt_beat      <= {hd_lsm.ld, half_q, hd_leave};
      rt_mask      <= serve;
      rt_bank_v    <= bank_v;
      rt_bank_lane <= bank_lane;
      rt_bank_row  <= bank_row;
      rt_base      <= hd_lsm.smem_row;
      for (int i = 0; i < 16; i++) rt_low[6*i +: 6] <= p_addr[32*i +: 6];
      if (hd_lsm.store) rt_wdata <= p_w0;
    end
  end

  logic [127:0] row_d;
  logic [511:0] wdata_d;
  logic [63:0]  be_d;
  logic [31:0]  word;
  logic [1:0]   off;
  always_comb begin
    row_d   = '0;
    wdata_d = '0;
    be_d    = '0;
    word    = '0;
    off     = '0;
    if (rt_valid)
      for (int b = 0; b < BANKS; b++) begin
        row_d[8*b +: 8] = rt_bank_row[8*b +: 8] + rt_base;
        if (rt_store) begin
          word = rt_wdata[32*rt_bank_lane[4*b +: 4] +: 32];
          off  = rt_low[6*rt_bank_lane[4*b +: 4] +: 2];
          case (rt_size)
            2'd0: begin
              wdata_d[32*b +: 32] = {4{word[7:0]}};
              be_d[4*b +: 4]      = 4'b0001 << off;
            end
            2'd1: begin
              wdata_d[32*b +: 32] = {2{word[15:0]}};
              be_d[4*b +: 4]      = off[1] ? 4'b1100 : 4'b0011;
            end
            default: begin
              wdata_d[32*b +: 32] = word;
              be_d[4*b +: 4]      = 4'b1111;
            end
          endcase
        end
      end
  end

  // --- BANK --------------------------------------------------------------------------------------
  logic         bk_valid, bk_store, bk_sopd, bk_lock;
  logic [3:0]   bk_spe;
  beat_t        bk_beat;
  logic [15:0]  bk_mask, bk_en;
  logic [127:0] bk_row;
  logic [95:0]  bk_low;
  logic [511:0] bk_wdata;
  logic [63:0]  bk_be;

  always_ff @(posedge clk) begin
    bk_valid <= ~rst & rt_valid;
    if (rt_valid) begin
      bk_store <= rt_store;
      bk_sopd  <= rt_sopd;
      bk_lock  <= rt_lock;
      bk_spe   <= rt_spe;
      bk_beat  <= rt_beat;
      bk_mask  <= rt_mask;
      bk_en    <= rt_bank_v;
      bk_row   <= row_d;
      bk_low   <= rt_low;
      bk_be    <= be_d;
      if (rt_store) bk_wdata <= wdata_d;
    end
  end

  assign st_done  = bk_valid & bk_store & bk_beat.last;
  assign st_ldm   = bk_beat.ld;
  assign la_ready = ~bk_valid & ~init_active;

  wire         init_we = init_active & ~init_row[8];
  wire         la_we   = la_valid & la_ready;
  wire [511:0] bank_q;
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    wire         en    = bk_valid ? bk_en[b] : (la_we | init_we);
    wire         we    = ~bk_valid | bk_store;
    wire  [7:0]  addr  = bk_valid ? bk_row[8*b +: 8] : init_we ? init_row[7:0] : la_row;
    wire  [3:0]  be    = bk_valid ? bk_be[4*b +: 4] : 4'hf;
    wire  [31:0] wdata = bk_valid ? bk_wdata[32*b +: 32] : init_we ? 32'd0 : la_data[32*b +: 32];
    sram_1rw #(.WIDTH(32), .DEPTH(gpu_cfg::SMEM_BYTES / BANKS / 4), .EN_BITS(8)) u_ram (
      .clk, .en, .we, .addr, .wr_be(be), .wr_data(wdata), .rd_data(bank_q[32*b +: 32]));
  end

  // One lock bit per word, read in ROUTE and written in BANK; passes are two cycles apart.
  wire         lk_rd = rt_valid & rt_lock & ~rt_store;
  wire         lk_wr = bk_valid & bk_lock;
  wire  [15:0] locked;
  for (genvar b = 0; b < BANKS; b++) begin : g_lock
    sram_1r1w #(.WIDTH(1), .DEPTH(gpu_cfg::SMEM_BYTES / BANKS / 4), .EN_BITS(1)) u_lock (
      .clk, .rd_en(lk_rd), .rd_addr(row_d[8*b +: 8]), .rd_data(locked[b]),
      .wr_en(init_we | (lk_wr & bk_en[b])), .wr_addr(init_we ? init_row[7:0] : bk_row[8*b +: 8]),
      .wr_be(1'b1), .wr_data(~init_we & ~bk_store));
  end

  logic [15:0] take_d;
  always_comb begin
    take_d = '0;
    if (lk_wr & ~bk_store)
      for (int i = 0; i < 16; i++) take_d[i] = bk_mask[i] & ~locked[bk_low[6*i + 2 +: 4]];
  end

  // --- XBAR --------------------------------------------------------------------------------------
  logic        xb_valid, xb_sopd;
  logic [3:0]  xb_spe;
  beat_t       xb_beat;
  logic [15:0] xb_mask, xb_take;
  logic [95:0] xb_low;

  always_ff @(posedge clk) begin
    xb_valid <= ~rst & bk_valid & ~bk_store;
    if (bk_valid) begin
      xb_sopd <= bk_sopd;
      xb_spe  <= bk_spe;
      xb_beat <= bk_beat;
      xb_mask <= bk_mask;
      xb_take <= take_d;
      xb_low  <= bk_low;
    end
  end

  // --- EXTRACT -----------------------------------------------------------------------------------
  logic         xt_valid, xt_sopd;
  logic [3:0]   xt_spe;
  beat_t        xt_beat;
  logic [15:0]  xt_mask, xt_take;
  logic [31:0]  xt_off;
  logic [511:0] xt_word;

  always_ff @(posedge clk) begin
    xt_valid <= ~rst & xb_valid;
    if (xb_valid) begin
      xt_sopd <= xb_sopd;
      xt_spe  <= xb_spe;
      xt_beat <= xb_beat;
      xt_mask <= xb_mask;
      xt_take <= xb_take;
      for (int i = 0; i < 16; i++) begin
        xt_word[32*i +: 32] <= bank_q[32*xb_low[6*i + 2 +: 4] +: 32];
        xt_off[2*i +: 2]    <= xb_low[6*i +: 2];
      end
    end
  end

  logic [511:0] xt_data;
  lane_extract #(.LANES(16)) u_extract (
    .valid(xt_valid), .esz(xt_beat.ld.esz), .esg(xt_beat.ld.esg),
    .off(xt_off), .word(xt_word), .data(xt_data));

  assign so_valid = xt_valid & xt_sopd;
  assign so_entry = xt_spe;
  assign so_half  = xt_beat.half;
  assign so_mask  = xt_mask;
  assign so_data  = xt_data;
  assign sb_valid = xt_valid & ~xt_sopd;
  assign sb_beat  = xt_beat;
  assign sb_mask  = xt_mask;
  assign sb_data  = xt_data;
  assign sb_take  = xt_take;

  wire unused = &{1'b0, hd_lsm};

endmodule
`default_nettype wire
