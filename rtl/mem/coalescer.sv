// SPDX-License-Identifier: Apache-2.0
// coalescer: l[] and g[] accesses of a half-warp to memory transactions of 32-byte sectors.
//
// From lsu       the head of its queue (hd_*), address and data of the half that hd_half asks for
// To   memory    one sector per cycle (req_*); a load sector also enters the pending table of load_wb (pd_*),
//                in the same cycle
//
// SELECT (one cycle) takes the segment of the lowest lane left: 32 bytes for bytes, 64 for halves, 128 for wider
// accesses and all of l[]; serves every lane in it, and halves it while only one half is used. From the next cycle on
// its sectors are sent in ascending order, then the next SELECT. The 64- and 128-bit accesses of l[] are done word by
// word, each for both halves.
//
// An atomic is one request per lane, lowest first: SELECT takes the lowest lane alone, and the request carries the
// lane's operands instead of a sector.
//
// In l[] word k of lane i of a warp lies at base + 128 k + 4 i. Lanes are compared by that offset, and the warp's base
// (and the word) is added to the segment only.
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module coalescer #(
  parameter int FOLD = 1
) (
  input  wire           clk,
  input  wire           clk_p,         // of the store data (docs/units/fold.md)
  input  wire  [2:0]    phase,
  input  wire           rst,

  input  wire           hd_valid,
  input  lsm_t          hd_lsm,
  input  wire  [31:0]   hd_lbase,      // l[] base of the warp
  input  wire  [1:0]    hd_rdy,
  output wire           hd_half,
  input  wire  [511:0]  hd_addr,
  input  wire  [31:0]   hd_mask,
  input  wire  [512/FOLD-1:0] hd_w0,    // FOLD other than 1: in phases, of the half of the cycle before
  input  wire  [512/FOLD-1:0] hd_w1,
  input  wire  [512/FOLD-1:0] hd_w2,
  input  wire  [512/FOLD-1:0] hd_w3,
  output wire           hd_leave,
  output wire           sending,       // the data of the half of the cycle before
  output wire           first_select,  // of a half with lanes, or the one without any
  output wire           select_half,
  // a transaction: {local_store, local_load, gst_128b, _64b, _32b, gld_128b, _64b, _32b}
  output logic [7:0]    pm_event,

  output wire           req_valid,
  input  wire           req_ready,
  output wire           req_we,
  output wire  [31:0]   req_addr,
  output wire  [255:0]  req_wdata,
  output wire  [31:0]   req_wmask,
  output wire           req_atom,  // atom or red: req_addr is the byte address, the operands in the low words of wdata
  output wire  [3:0]    req_aop,
  output wire  [2:0]    req_mtype,

  input  wire           pd_full,
  output wire           pd_valid,
  output wire  [15:0]   pd_hit,        // lanes of the sector
  output logic [79:0]   pd_off,        // byte offset of each lane in it
  output wire           pd_half,
  output wire           pd_last,       // last sector of the instruction
  output wire  [1:0]    pd_words,      // beats - 1
  output wire  [1:0]    pd_word,       // first register of the sector, counted from the destination
  output ldm_t          pd_ldm,

  output wire           done,          // store completed, or access without lanes
  output ldm_t          done_ldm
);

  // --- where the head is -------------------------------------------------------------------------
  logic        sending_q, half_q, more_q, tx_half_q;
  logic [1:0]  word_q;
  logic [15:0] rem_q;

  wire         local_sp = (hd_lsm.space == `SPACE_L);
  wire  [15:0] mask0    = hd_mask[15:0];
  wire  [15:0] mask1    = hd_mask[31:16];
  // A half 0 without lanes costs nothing (COAL-2).
  wire         s_half   = half_q || (mask0 == '0);
  wire  [15:0] s_rem    = more_q ? rem_q : s_half ? mask1 : mask0;
  wire         mine     = hd_valid && ((hd_lsm.space == `SPACE_L) || (hd_lsm.space == `SPACE_G));
  wire         select   = mine && !sending_q && (s_half ? hd_rdy[1] : hd_rdy[0]);
  // COAL-3
  wire         nobody   = select && (s_rem == '0);

  assign select_half  = s_half && !nobody;
  assign first_select = select && !more_q && (word_q == '0);

  assign sending = sending_q;
  assign hd_half = sending_q ? tx_half_q : s_half;

  // lane addresses: 128-byte block and offset in it (COAL-5)
  logic [399:0] block;
  logic [111:0] off;
  logic [31:0]  at;
  always_comb begin
    block = 'x;
    off   = 'x;
    at    = 'x;
    if (mine)
      for (int l = 0; l < 16; l++) begin
        at = hd_addr[32*l +: 32];
        if (local_sp) at = {11'b0, hd_addr[32*l + 2 +: 14], hd_half, 4'(l), hd_addr[32*l +: 2]};
        block[25*l +: 25] = at[31:7];
        off[7*l +: 7]     = at[6:0];
      end
  end

  // --- SELECT ------------------------------------------------------------------------------------
  logic [24:0] lead_block;             // of the lowest lane left
  logic [6:0]  lead_off;
  logic [15:0] lead;                   // that lane
  always_comb begin
    lead_block = '0;
    lead_off   = '0;
    lead       = '0;
    if (select) begin
      lead = s_rem & -s_rem;
      for (int i = 0; i < 16; i++) begin
        lead_block = lead_block | (block[25*i +: 25] & {25{lead[i]}});
        lead_off   = lead_off | (off[7*i +: 7] & {7{lead[i]}});
      end
    end
  end

  logic [1:0]  seg;                    // 32 << seg bytes
  logic [15:0] match;
  logic [3:0]  used;                   // sectors of the block
  logic [1:0]  sec, sec_first, sec_last, sectors;
  logic        both, upper;
  logic [24:0] s_block;                // 128-byte block
  always_comb begin
    {seg, match, used, sec, sec_first, sec_last, sectors, both, upper, s_block} = 'x;
    if (select) begin
      // COAL-4
      seg  = (local_sp || (hd_lsm.szlog >= 3'd2)) ? 2'd2 : hd_lsm.szlog[1:0];
      used = '0;
      for (int l = 0; l < 16; l++) begin
        sec = off[7*l + 5 +: 2];
        if (hd_lsm.rmw) match[l] = s_rem[l] && lead[l];
        else match[l] = s_rem[l] && (block[25*l +: 25] == lead_block) && ((seg == 2'd2) || (sec[1] == lead_off[6])) &&
                        ((seg != 2'd0) || (sec[0] == lead_off[5]));
        used[0] = used[0] || (match[l] && (sec == 2'd0));
        used[1] = used[1] || (match[l] && (sec == 2'd1));
        used[2] = used[2] || (match[l] && (sec == 2'd2));
        used[3] = used[3] || (match[l] && (sec == 2'd3));
      end
      upper     = (used[3:2] != '0);
      both      = upper && (used[1:0] != '0);
      sec_first = both ? 2'd0 : {upper, !(used[2] || used[0])};
      sec_last  = both ? 2'd3 : {upper, used[3] || used[1]};
      sectors   = sec_last - sec_first;          // - 1
      s_block   = (local_sp ? hd_lbase[31:7] : 25'd0) + lead_block + {23'b0, word_q};
    end
  end
  always_comb begin
    pm_event = '0;
    if (select && !nobody && !hd_lsm.rmw) begin
      if (local_sp)          pm_event[7:6] = {hd_lsm.store, !hd_lsm.store};
      else if (hd_lsm.store) pm_event[5:3] = {sectors[1], sectors == 2'd1, sectors == 2'd0};
      else                   pm_event[2:0] = {sectors[1], sectors == 2'd1, sectors == 2'd0};
    end
  end

  logic [15:0] tx_match_q;
  logic [24:0] tx_block_q;             // 128-byte block
  logic [1:0]  sec_q, sec_last_q;
  logic [4:0]  tx_low_q;               // atomic: address in the sector

  // --- SEND --------------------------------------------------------------------------------------
  // MEM-1, MEM-3
  wire        sent     = req_valid && req_ready;
  logic [1:0] words;                   // of the access, - 1
  logic       w_last, tx_end, half_end, word_end, all_end;
  always_comb begin
    words  = 'x;
    w_last = 1'bx;
    {tx_end, half_end, word_end, all_end} = 4'b0000;
    if (sent) begin
      words    = (hd_lsm.szlog == 3'd4) ? 2'd3 : (hd_lsm.szlog == 3'd3) ? 2'd1 : 2'd0;
      w_last   = !local_sp || (word_q == words);
      tx_end   = (sec_q == sec_last_q);
      half_end = tx_end && (rem_q == '0);
      word_end = half_end && (tx_half_q || (mask1 == '0));
      all_end  = word_end && w_last;
    end
  end

  assign hd_leave  = all_end || nobody;
  // COAL-1; COAL-6: not while the pending table is full
  assign req_valid = sending_q && (hd_lsm.store || !pd_full);
  assign req_we    = hd_lsm.store;
  // MEM-5: of a load, the sector; COAL-10, MEM-7: of an atomic, the bytes
  assign req_addr  = {tx_block_q, sec_q, hd_lsm.rmw ? tx_low_q : 5'b0};
  // COAL-7, COAL-8, COAL-9
  assign req_atom  = hd_lsm.rmw;
  assign req_aop   = hd_lsm.aop;
  assign req_mtype = hd_lsm.mtype;

  logic [15:0] hit;
  always_comb begin
    hit    = 'x;
    pd_off = 'x;
    if (sending_q)
      for (int l = 0; l < 16; l++) begin
        hit[l]           = tx_match_q[l] && (off[7*l + 5 +: 2] == sec_q);
        pd_off[5*l +: 5] = off[7*l +: 5];
      end
  end

  assign pd_valid = sent && !hd_lsm.store;
  assign pd_hit   = hit;
  assign pd_half  = tx_half_q;
  assign pd_last  = all_end;
  assign pd_words = local_sp ? 2'd0 : words;
  assign pd_word  = word_q;
  assign pd_ldm   = hd_lsm.ld;

  coalescer_data #(.FOLD(FOLD)) u_data (
    .clk_p, .phase, .valid(sending_q && hd_lsm.store && !hd_lsm.rmw), .atom(sending_q && hd_lsm.rmw),
    .cas(hd_lsm.cas),
    .szlog(hd_lsm.szlog), .local_sp, .word(word_q), .hit, .off(pd_off), .w0(hd_w0), .w1(hd_w1), .w2(hd_w2), .w3(hd_w3),
    .data(req_wdata), .mask(req_wmask));

  // --- state -------------------------------------------------------------------------------------
  logic nobody_q;
  ldm_t nobody_ldm_q;

  // MEM-16: a store, with its last request
  assign done     = nobody_q || (all_end && hd_lsm.store);
  assign done_ldm = nobody_q ? nobody_ldm_q : hd_lsm.ld;

  always_ff @(posedge clk)
    if (rst) begin
      sending_q <= 1'b0;
      half_q    <= 1'b0;
      more_q    <= 1'b0;
      word_q    <= '0;
      nobody_q  <= 1'b0;
    end else begin
      nobody_q <= nobody;
      if (nobody) nobody_ldm_q <= hd_lsm.ld;
      if (select && !nobody) begin
        sending_q  <= 1'b1;
        tx_half_q  <= s_half;
        tx_match_q <= match;
        tx_block_q <= s_block;
        tx_low_q   <= lead_off[4:0];
        sec_q      <= sec_first;
        sec_last_q <= sec_last;
        rem_q      <= s_rem & ~match;
      end
      if (sent) sec_q <= sec_q + 2'd1;
      if (tx_end) begin
        sending_q <= 1'b0;
        more_q    <= !half_end;
        if (half_end) half_q <= !word_end;
        if (word_end) word_q <= w_last ? 2'd0 : word_q + 2'd1;
      end
    end

  wire unused = &{1'b0, hd_lbase[6:0], hd_lsm};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("one access ends in a cycle", rst || !(nobody_q && all_end))
  `ASSERT("a transaction has its lanes until it ends", rst || !sending_q || (mine && tx_match_q != '0))

endmodule
`default_nettype wire
