// SPDX-License-Identifier: Apache-2.0
// coalescer: l[] and g[] accesses of a half-warp to memory transactions of 32-byte sectors.
//
// From lsu       the head of its queue (hd_*), address and data of the half that hd_half asks for
// To   memory    one sector per cycle (req_*); a load sector also enters the pending table of load_wb (pd_*),
//                in the same cycle
//
// SELECT (one cycle) takes the segment of the lowest lane left: 32 bytes for bytes, 64 for halves, 128 for wider
// accesses and all of l[]; serves every lane in it, and halves it while only one half is used. From the next cycle on
// its sectors are sent in ascending order, then the next SELECT; the lanes' offsets are kept, so of the half only the
// store data must come again. The 64- and 128-bit accesses of l[] are done word by word, each for both halves.
//
// STRICT (G80): SELECT asks whether the half's lanes access words in order, lane k the k-th of 16. If so the segment is
// all 64 or 128 bytes, if not it is the sector of the lowest lane, which is served alone.
//
// An atomic is one request per lane, lowest first: SELECT takes the lowest lane alone, and the request carries the
// lane's operands instead of a sector.
//
// In l[] word k of lane i of a warp lies at base + 128 k + 4 i. Lanes are compared by the word that they name, and the
// warp's base (and the word of a wide access) is added to the segment only.
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module coalescer #(
  parameter int LANES = 8,
  parameter int STRICT = gpu_cfg::COALESCE_STRICT    // 1: COAL-11 in place of COAL-4
) (
  input  wire           clk,
  input  wire           clk_p,         // of the store data (rtl/fold)
  input  wire  [2:0]    phase,
  input  wire           rst,
  output wire           holds,         // without an access of l[] or g[] at the head, too

  input  wire           hd_valid,
  input  lsm_t          hd_lsm,
  input  wire  [31:0]   hd_lbase,      // l[] base of the warp
  input  wire  [1:0]    hd_rdy,
  output wire           hd_half,
  input  wire  [511:0]  hd_addr,
  input  wire  [31:0]   hd_mask,
  input  wire  [64*LANES-1:0] hd_w0,    // of the half of the cycle before
  input  wire  [64*LANES-1:0] hd_w1,
  input  wire  [64*LANES-1:0] hd_w2,
  input  wire  [64*LANES-1:0] hd_w3,
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

  localparam int IN_SECTOR = 5, IN_BLOCK = 7;    // bits of an address in its sector of 32 bytes, its block of 128
  localparam int PM_GLD = 0, PM_GST = 3, PM_LOCAL = 6;    // where they begin in pm_event

  // --- where the head is -------------------------------------------------------------------------
  logic        sending_q, half_q, more_q, tx_half_q;
  logic [1:0]  word_q;
  logic [15:0] rem_q;

  wire         local_sp = (hd_lsm.space == `SPACE_L);
  wire  [15:0] mask0    = hd_mask[15:0];
  wire  [15:0] mask1    = hd_mask[31:16];
  // A half 0 without lanes costs nothing (COAL-2).
  wire         s_half   = half_q || (mask0 == '0);
  // Whose lanes are left; if mask0 has none, nothing comes from it.
  wire         of_0     = !more_q && !half_q;
  wire         of_1     = !more_q && s_half;
  wire  [15:0] s_rem    = (mask0 & {16{of_0}}) | (mask1 & {16{of_1}}) | (rem_q & {16{more_q}});
  wire         mine     = hd_valid && ((hd_lsm.space == `SPACE_L) || (hd_lsm.space == `SPACE_G));
  wire         select   = mine && !sending_q && (s_half ? hd_rdy[1] : hd_rdy[0]);
  // COAL-3
  wire         nobody   = select && (s_rem == '0);

  assign select_half  = s_half && !nobody;
  assign first_select = select && !more_q && (word_q == '0);

  assign sending = sending_q;
  assign hd_half = sending_q ? tx_half_q : s_half;

  // --- SELECT ------------------------------------------------------------------------------------
  // The lowest lane of each four, and which fours have one, are found while it is not known yet whose lanes are left.
  function automatic logic [15:0] lowest4(input logic [15:0] m);
    for (int i = 0; i < 16; i++) lowest4[i] = m[i] && ((m[4*(i/4) +: 4] & 4'((1 << (i % 4)) - 1)) == '0);
  endfunction
  function automatic logic [3:0] some4(input logic [15:0] m);
    for (int i = 0; i < 4; i++) some4[i] = (m[4*i +: 4] != '0);
  endfunction

  logic [15:0]  low, lead;             // the lowest lane left of each four, of all
  logic [3:0]   some, four;            // fours that have one, the lowest of these
  logic [127:0] low_addr;              // of each four
  logic [31:0]  lead_addr;
  always_comb begin
    {low, some, four, lead, low_addr, lead_addr} = 'x;
    if (select) begin
      low  = (lowest4(mask0) & {16{of_0}}) | (lowest4(mask1) & {16{of_1}}) | (lowest4(rem_q) & {16{more_q}});
      some = (some4(mask0) & {4{of_0}}) | (some4(mask1) & {4{of_1}}) | (some4(rem_q) & {4{more_q}});
      four = {some[3] && (some[2:0] == '0), some[2] && (some[1:0] == '0), some[1] && !some[0], some[0]};
      for (int i = 0; i < 4; i++) begin
        lead[4*i +: 4] = low[4*i +: 4] & {4{four[i]}};
        low_addr[32*i +: 32] = ((hd_addr[128*i +: 32]      & {32{low[4*i]}}) |
                                (hd_addr[128*i + 32 +: 32] & {32{low[4*i + 1]}})) |
                               ((hd_addr[128*i + 64 +: 32] & {32{low[4*i + 2]}}) |
                                (hd_addr[128*i + 96 +: 32] & {32{low[4*i + 3]}}));
      end
      lead_addr = ((low_addr[31:0]  & {32{four[0]}}) | (low_addr[63:32]  & {32{four[1]}})) |
                  ((low_addr[95:64] & {32{four[2]}}) | (low_addr[127:96] & {32{four[3]}}));
    end
  end

  // COAL-11: of all lanes of the half, so it is the same in each SELECT
  logic [15:0]  in_place;              // the lane's word is its own one of the lowest lane's segment
  logic [31:2]  own;
  always_comb begin
    {in_place, own} = 'x;
    if (STRICT != 0 && select)
      for (int l = 0; l < 16; l++) begin
        own         = hd_addr[32*l + 2 +: 30] ^ lead_addr[31:2];
        in_place[l] = local_sp                ? own[15:2] == '0 :
                      hd_lsm.szlog == 3'd2    ? own[31:6] == '0 && hd_addr[32*l + 2 +: 4] == 4'(l) :
                      hd_lsm.szlog == 3'd3    ? own[31:7] == '0 && hd_addr[32*l + 3 +: 4] == 4'(l) :
                      hd_lsm.szlog[2]         && own[31:8] == '0 && hd_addr[32*l + 4 +: 4] == 4'(l);
      end
  end
  wire in_order = !hd_lsm.rmw && ((s_half ? mask1 : mask0) & ~in_place) == '0;

  // COAL-4: 32 bytes for bytes, 64 for halves, else 128
  logic        seg32, seg64;
  logic [24:0] block0;

  logic [111:0] off;                   // of each lane in its block (COAL-5)
  logic [31:0]  at;
  logic [31:2]  diff;
  logic [15:0]  match;
  logic [15:0]  sec0, sec1;            // bits in which the lanes' sectors are other ones than the lowest lane's
  logic         both, pair;            // so both halves of the block are used, both sectors of a half
  logic [1:0]   lead_sec, sec_first, sec_last;
  logic [24:0]  s_block;               // 128-byte block
  always_comb begin
    {off, at, diff, match, sec0, sec1, both, pair, lead_sec, sec_first, sec_last, s_block, seg32, seg64, block0} = 'x;
    if (select) begin
      seg32  = !local_sp && (hd_lsm.szlog == 3'd0);
      seg64  = !local_sp && (hd_lsm.szlog == 3'd1);
      block0 = (local_sp ? hd_lbase[31:7] : 25'd0) + {23'b0, word_q};
      for (int l = 0; l < 16; l++) begin
        at   = hd_addr[32*l +: 32];
        diff = at[31:2] ^ lead_addr[31:2];
        off[IN_BLOCK*l +: IN_BLOCK] = local_sp ? {s_half, 4'(l), at[1:0]} : at[6:0];
        // l[]: all above the byte is the word, which is the block
        match[l] = s_rem[l] && (lead[l] || !hd_lsm.rmw) && (local_sp || (diff[31:16] == '0)) && (diff[15:7] == '0) &&
                   (local_sp ? (diff[6:2] == '0) : !(diff[6] && (seg64 || seg32)) && !(diff[5] && seg32));
        if (STRICT != 0 && !lead[l] && !in_order) match[l] = 1'b0;
        sec1[l]  = !local_sp && diff[6];
        sec0[l]  = local_sp ? (l >= 8) && (four[1:0] != '0) : diff[5];
      end
      both      = (match & sec1) != '0;
      pair      = (match & sec0) != '0;
      if (STRICT != 0) begin
        both = in_order && !local_sp && hd_lsm.szlog != 3'd2;
        pair = in_order;
      end
      lead_sec  = local_sp ? {s_half, four[1:0] == '0} : lead_addr[6:5];
      sec_first = both ? 2'd0 : {lead_sec[1], lead_sec[0] && !pair};
      sec_last  = both ? 2'd3 : {lead_sec[1], lead_sec[0] || pair};
      s_block   = (local_sp ? {11'b0, lead_addr[15:2]} : lead_addr[31:7]) + block0;
    end
  end
  logic [2:0] sizes;                   // a transaction of four sectors, of two, of one
  always_comb begin
    pm_event = '0;
    sizes    = 'x;
    if (select && !nobody && !hd_lsm.rmw) begin
      sizes = {both, !both && pair, !both && !pair};
      if (local_sp)          pm_event[PM_LOCAL +: 2] = {hd_lsm.store, !hd_lsm.store};
      else if (hd_lsm.store) pm_event[PM_GST +: 3]   = sizes;
      else                   pm_event[PM_GLD +: 3]   = sizes;
    end
  end

  logic [15:0] tx_match_q;
  logic [24:0] tx_block_q;             // 128-byte block
  logic [1:0]  sec_q, sec_last_q;
  logic [4:0]  tx_low_q;               // atomic: address in the sector
  logic [111:0] tx_off_q;              // of each lane in its block

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
        hit[l] = tx_match_q[l] && (tx_off_q[IN_BLOCK*l + IN_SECTOR +: 2] == sec_q);
        pd_off[IN_SECTOR*l +: IN_SECTOR] = tx_off_q[IN_BLOCK*l +: IN_SECTOR];
      end
  end

  assign pd_valid = sent && !hd_lsm.store;
  assign pd_hit   = hit;
  assign pd_half  = tx_half_q;
  assign pd_last  = all_end;
  assign pd_words = local_sp ? 2'd0 : words;
  assign pd_word  = word_q;
  assign pd_ldm   = hd_lsm.ld;

  coalescer_data #(.LANES(LANES)) u_data (
    .clk_p, .phase, .valid(sending_q && hd_lsm.store && !hd_lsm.rmw), .atom(sending_q && hd_lsm.rmw),
    .cas(hd_lsm.cas),
    .szlog(hd_lsm.szlog), .local_sp, .word(word_q), .hit, .off(pd_off), .w0(hd_w0), .w1(hd_w1), .w2(hd_w2), .w3(hd_w3),
    .data(req_wdata), .mask(req_wmask));

  // --- state -------------------------------------------------------------------------------------
  logic nobody_q;
  ldm_t nobody_ldm_q;

  assign holds    = nobody_q;
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
        tx_low_q   <= lead_addr[4:0];
        tx_off_q   <= off;
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
