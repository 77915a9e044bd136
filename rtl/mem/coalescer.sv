// SPDX-License-Identifier: Apache-2.0
// coalescer: l[] and g[] accesses of a half-warp to memory transactions of 32-byte sectors.
//
// From lsu       the head of its queue (hd_*), all 32 lanes
// To   memory    one sector per cycle (req_*); a load sector also enters the pending table of load_wb (pd_*),
//                in the same cycle
//
// SELECT (one cycle) takes the segment of the lowest lane left: 32 bytes for bytes, 64 for halves, 128 for wider
// accesses and all of l[]; serves every lane in it, and halves it while only one half is used. From the next cycle on
// its sectors are sent in ascending order, then the next SELECT. The 64- and 128-bit accesses of l[] are done word by
// word, each for both halves.
//
// An atomic is one request per lane, lowest first: SELECT takes the lowest lane alone, and the request carries the lane's
// operands instead of a sector.
//
// In l[] word k of lane i of a warp lies at base + 128 k + 4 i. Lanes are compared by that offset, and the warp's base
// (and the word) is added to the segment only.
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module coalescer (
  input  wire           clk,
  input  wire           rst,

  input  wire           hd_valid,
  input  lsm_t          hd_lsm,
  input  wire  [31:0]   hd_lbase,      // l[] base of the warp
  input  wire  [1:0]    hd_rdy,
  input  wire  [1023:0] hd_addr,
  input  wire  [31:0]   hd_mask,
  input  wire  [1023:0] hd_w0,
  input  wire  [1023:0] hd_w1,
  input  wire  [1023:0] hd_w2,
  input  wire  [1023:0] hd_w3,
  output wire           hd_leave,
  output wire           first_select,  // of a half with lanes, or the one without any
  output wire           select_half,

  output wire           req_valid,
  input  wire           req_ready,
  output wire           req_we,
  output wire  [31:0]   req_addr,
  output logic [255:0]  req_wdata,
  output logic [31:0]   req_wmask,
  output wire           req_atom,      // atom or red: req_addr is the byte address, the operands in the low words of wdata
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
  // A half 0 without lanes costs nothing.
  wire         s_half   = half_q | (mask0 == '0);
  wire  [15:0] s_rem    = more_q ? rem_q : s_half ? mask1 : mask0;
  wire         select   = hd_valid & ((hd_lsm.space == `SPACE_L) | (hd_lsm.space == `SPACE_G)) & ~sending_q & hd_rdy[s_half];
  wire         nobody   = select & (s_rem == '0);

  assign select_half  = s_half & ~nobody;
  assign first_select = select & ~more_q & (word_q == '0);

  // lane addresses of the half in work
  wire          w_half = sending_q ? tx_half_q : s_half;
  wire          work   = select | sending_q;
  wire  [511:0] waddr  = w_half ? hd_addr[1023:512] : hd_addr[511:0];
  logic [511:0] caddr;
  always_comb begin
    caddr = waddr;
    if (work & local_sp)
      for (int i = 0; i < 16; i++)
        caddr[32*i +: 32] = {11'b0, waddr[32*i + 2 +: 14], w_half, 4'(i), waddr[32*i +: 2]};
  end

  // --- SELECT ------------------------------------------------------------------------------------
  wire [1:0] seg = (local_sp | (hd_lsm.szlog >= 3'd2)) ? 2'd2 : hd_lsm.szlog[1:0];   // 32 << seg bytes
  logic [31:0] lead;
  logic [3:0]  first;                  // lane
  logic [15:0] match;
  logic [3:0]  used;                   // sectors of the 128-byte block
  logic [1:0]  sec_first, sec_last;
  always_comb begin
    lead      = '0;
    first     = '0;
    match     = '0;
    used      = '0;
    sec_first = '0;
    sec_last  = '0;
    if (select) begin
      for (int i = 15; i >= 0; i--)
        if (s_rem[i]) begin
          lead  = caddr[32*i +: 32];
          first = 4'(i);
        end
      for (int i = 0; i < 16; i++)
        if (s_rem[i] & (~hd_lsm.rmw | (i == {28'b0, first})) & (caddr[32*i + 7 +: 25] == lead[31:7]) &
            ((seg == 2'd2) | (caddr[32*i + 6] == lead[6])) & ((seg != 2'd0) | (caddr[32*i + 5] == lead[5]))) begin
          match[i] = 1'b1;
          used[caddr[32*i + 5 +: 2]] = 1'b1;
        end
      if ((used[3:2] != '0) & (used[1:0] != '0)) begin
        sec_first = 2'd0;
        sec_last  = 2'd3;
      end else begin
        sec_first = {(used[3:2] != '0), ~(used[2] | used[0])};
        sec_last  = {(used[3:2] != '0), used[3] | used[1]};
      end
    end
  end

  logic [15:0] tx_match_q;
  logic [24:0] tx_block_q;             // 128-byte block
  logic [1:0]  sec_q, sec_last_q;
  logic [4:0]  tx_low_q;               // atomic: address in the sector, lane
  logic [3:0]  tx_lane_q;
  wire  [31:0] s_base = (local_sp ? hd_lbase : 32'd0) + {lead[31:7], 7'b0} + {23'b0, word_q, 7'b0};

  // --- SEND --------------------------------------------------------------------------------------
  wire [1:0]  words    = (hd_lsm.szlog == 3'd4) ? 2'd3 : (hd_lsm.szlog == 3'd3) ? 2'd1 : 2'd0;
  wire        w_last   = ~local_sp | (word_q == words);
  wire        sent     = req_valid & req_ready;
  wire        tx_end   = sent & (sec_q == sec_last_q);
  wire        half_end = tx_end & (rem_q == '0);
  wire        word_end = half_end & (tx_half_q | (mask1 == '0));
  wire        all_end  = word_end & w_last;

  assign hd_leave  = all_end | nobody;
  assign req_valid = sending_q & (hd_lsm.store | ~pd_full);
  assign req_we    = hd_lsm.store;
  assign req_addr  = {tx_block_q, sec_q, hd_lsm.rmw ? tx_low_q : 5'b0};
  assign req_atom  = hd_lsm.rmw;
  assign req_aop   = hd_lsm.aop;
  assign req_mtype = hd_lsm.mtype;

  logic [15:0] hit;
  always_comb begin
    hit    = '0;
    pd_off = '0;
    if (sending_q)
      for (int i = 0; i < 16; i++) begin
        hit[i]           = tx_match_q[i] & (caddr[32*i + 5 +: 2] == sec_q);
        pd_off[5*i +: 5] = caddr[32*i +: 5];
      end
  end

  assign pd_valid = sent & ~hd_lsm.store;
  assign pd_hit   = hit;
  assign pd_half  = tx_half_q;
  assign pd_last  = all_end;
  assign pd_words = local_sp ? 2'd0 : words;
  assign pd_word  = word_q;
  assign pd_ldm   = hd_lsm.ld;

  // Store data: each lane's bytes over those of lower lanes. lane_data is the lane's data repeated to 16 bytes, so that byte b
  // of the sector can only be byte b mod 16 of it.
  wire [2:0]     e_size = (local_sp & (hd_lsm.szlog > 3'd2)) ? 3'd2 : hd_lsm.szlog;
  wire           storing = sending_q & hd_lsm.store & ~hd_lsm.rmw;
  logic [2047:0] lane_data;
  logic [511:0]  lane_bytes;
  for (genvar l = 0; l < 16; l++) begin : g_store
    wire  [31:0]  d0 = tx_half_q ? hd_w0[512 + 32*l +: 32] : hd_w0[32*l +: 32];
    wire  [31:0]  d1 = tx_half_q ? hd_w1[512 + 32*l +: 32] : hd_w1[32*l +: 32];
    wire  [31:0]  d2 = tx_half_q ? hd_w2[512 + 32*l +: 32] : hd_w2[32*l +: 32];
    wire  [31:0]  d3 = tx_half_q ? hd_w3[512 + 32*l +: 32] : hd_w3[32*l +: 32];
    wire  [4:0]   off = pd_off[5*l +: 5];
    logic [31:0]  word;
    logic [127:0] data;
    logic [31:0]  bytes;
    always_comb begin
      word  = d0;
      data  = '0;
      bytes = '0;
      if (storing & hit[l]) begin
        case (word_q)
          2'd0:    word = d0;
          2'd1:    word = d1;
          2'd2:    word = d2;
          default: word = d3;
        endcase
        case (e_size)
          3'd0:    begin data = {16{word[7:0]}};       bytes = 32'h1    << off;                end
          3'd1:    begin data = {8{word[15:0]}};       bytes = 32'h3    << {off[4:1], 1'b0};   end
          3'd2:    begin data = {4{word}};              bytes = 32'hf    << {off[4:2], 2'b0};   end
          3'd3:    begin data = {d1, d0, d1, d0};       bytes = 32'hff   << {off[4:3], 3'b0};   end
          default: begin data = {d3, d2, d1, d0};       bytes = 32'hffff << {off[4], 4'b0};     end
        endcase
      end
    end
    assign lane_data[128*l +: 128] = data;
    assign lane_bytes[32*l +: 32]  = bytes;
  end

  wire long = hd_lsm.szlog == 3'd3;
  always_comb begin
    req_wdata = '0;
    req_wmask = '0;
    if (storing)
      for (int i = 0; i < 16; i++)
        if (hit[i]) begin
          req_wmask = req_wmask | lane_bytes[32*i +: 32];
          for (int w = 0; w < 8; w++)
            if (lane_bytes[32*i + 4*w +: 4] != '0)
              for (int b = 0; b < 4; b++)
                if (lane_bytes[32*i + 4*w + b])
                  req_wdata[32*w + 8*b +: 8] = lane_data[128*i + 32*(w % 4) + 8*b +: 8];
        end
    if (sending_q & hd_lsm.rmw) begin
      // operand, new value of cas; the words behind the operand's low one were collected in the order in which they are needed
      req_wdata[31:0] = hd_w0[{tx_half_q, tx_lane_q, 5'b0} +: 32];
      if (long)             req_wdata[63:32]  = hd_w1[{tx_half_q, tx_lane_q, 5'b0} +: 32];
      if (hd_lsm.cas)       req_wdata[95:64]  = long ? hd_w2[{tx_half_q, tx_lane_q, 5'b0} +: 32]
                                                     : hd_w1[{tx_half_q, tx_lane_q, 5'b0} +: 32];
      if (hd_lsm.cas & long) req_wdata[127:96] = hd_w3[{tx_half_q, tx_lane_q, 5'b0} +: 32];
    end
  end

  // --- state -------------------------------------------------------------------------------------
  logic nobody_q;
  ldm_t nobody_ldm_q;

  assign done     = nobody_q | (all_end & hd_lsm.store);
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
      if (select & ~nobody) begin
        sending_q  <= 1'b1;
        tx_half_q  <= s_half;
        tx_match_q <= match;
        tx_block_q <= s_base[31:7];
        if (hd_lsm.rmw) begin
          tx_low_q  <= lead[4:0];
          tx_lane_q <= first;
        end
        sec_q      <= sec_first;
        sec_last_q <= sec_last;
        rem_q      <= s_rem & ~match;
      end
      if (sent) sec_q <= sec_q + 2'd1;
      if (tx_end) begin
        sending_q <= 1'b0;
        more_q    <= ~half_end;
        if (half_end) half_q <= ~word_end;
        if (word_end) word_q <= w_last ? 2'd0 : word_q + 2'd1;
      end
    end

`ifdef VERILATOR
  always_ff @(posedge clk)
    if (!rst) assert(!(nobody_q & all_end));
`endif

  wire unused = &{1'b0, s_base[6:0], hd_lsm};

endmodule
`default_nettype wire
