// SPDX-License-Identifier: Apache-2.0
// What proof.sv and proof_strict.sv have alike.
`include "gpu_types.svh"
`include "dp_types.svh"
`include "formal.svh"
`default_nettype none

module `PROOF (
  input wire          clk,
  input wire          offer, store, rmw, is_local, req_ready, pd_full,
  input wire [2:0]    size,
  input wire [1:0]    collected,
  input wire [31:0]   in_mask,
  input wire [383:0]  in_addr,           // of 32 lanes which of the two upper parts, and bits 10:0
  input wire [3:0]    in_base
);
  `F_RESET
  localparam int STRICT = gpu_cfg::COALESCE_STRICT;
  (* anyconst *) wire [41:0] upper;
  // --- the head of the queue ---------------------------------------------------------------------
  reg          valid, h_store, h_rmw, h_local;
  reg  [2:0]   szlog;
  reg  [1:0]   rdy;
  reg  [31:0]  mask;
  reg  [383:0] addr;
  reg  [3:0]   base;                     // l[]: of the warp, in blocks of 128 bytes
  wire         leave, half;
  always @(posedge clk) begin
    if (rst) valid <= 1'b0;
    else if (!valid || leave) valid <= offer;
    if (!valid || leave) begin
      h_store <= store;
      h_rmw   <= rmw && !is_local;
      h_local <= is_local;
      szlog   <= size > 3'd4 ? 3'd2 : rmw && !is_local ? {2'd1, size[0]} : size;
      mask    <= in_mask & 32'h800f_800f;
      addr    <= in_addr;
      base    <= in_base;
    end
    rdy <= !valid || leave ? 2'd0 : rdy | collected;
  end
  lsm_t lsm;
  always @* begin
    lsm        = '0;
    lsm.space  = h_local ? `SPACE_L : `SPACE_G;
    lsm.store  = h_store;
    lsm.rmw    = h_rmw;
    lsm.szlog  = szlog;
  end
  wire         req_valid, pd_valid, pd_half, pd_last;
  wire [31:0]  req_addr;
  wire [15:0]  pd_hit;
  wire [79:0]  pd_off;
  wire [1:0]   pd_word;
  reg  [511:0] hd_addr;
  reg  [11:0]  lane;
  always @*
    for (int l = 0; l < 16; l++) begin
      lane = half ? addr[12*(l + 16) +: 12] : addr[12*l +: 12];
      hd_addr[32*l +: 32] = {lane[11] ? upper[41:21] : upper[20:0], lane[10:0]};
    end
  (* keep *) coalescer dut (
    .clk, .rst, .hd_valid(valid), .hd_lsm(lsm), .hd_lbase({21'd0, base, 7'd0}), .hd_rdy(rdy), .hd_half(half), .hd_addr,
    .hd_mask(mask),
    .hd_w0(512'd0), .hd_w1(512'd0), .hd_w2(512'd0), .hd_w3(512'd0), .hd_leave(leave), .first_select(), .select_half(),
    .pm_event(),
    .req_valid, .req_ready, .req_we(), .req_addr, .req_wdata(), .req_wmask(), .req_atom(), .req_aop(), .req_mtype(),
    .pd_full, .pd_valid, .pd_hit, .pd_off, .pd_half, .pd_last, .pd_words(), .pd_word, .pd_ldm(), .done(), .done_ldm());
  `F_INSIDE        \dut.sending_q ;
  `F_INSIDE        \dut.half_q ;
  `F_INSIDE        \dut.more_q ;
  `F_INSIDE        \dut.tx_half_q ;
  `F_INSIDE [1:0]  \dut.word_q ;
  `F_INSIDE [15:0] \dut.rem_q ;
  `F_INSIDE        \dut.select ;
  `F_INSIDE        \dut.nobody ;
  `F_INSIDE [15:0] \dut.match ;
  `F_INSIDE [15:0] \dut.tx_match_q ;
  `F_INSIDE [24:0] \dut.tx_block_q ;
  `F_INSIDE [111:0] \dut.tx_off_q ;
  `F_INSIDE [1:0]  \dut.sec_q ;
  `F_INSIDE [1:0]  \dut.sec_last_q ;
  `F_INSIDE [1:0]  \dut.sec_first ;
  `F_INSIDE [1:0]  \dut.sec_last ;
  wire         sending = \dut.sending_q ;
  wire         more    = \dut.more_q ;
  wire         go      = \dut.select && !\dut.nobody ;
  wire [1:0]   word    = \dut.word_q ;
  wire [15:0]  match   = \dut.match ;
  wire [15:0]  tx      = \dut.tx_match_q ;
  wire [1:0]   sec     = \dut.sec_q ;
  wire         h       = sending ? \dut.tx_half_q : half;
  wire [15:0]  own_mask = h ? mask[31:16] : mask[15:0];
  wire [15:0]  rem     = sending || more ? \dut.rem_q : own_mask;
  wire         sent    = req_valid && req_ready;
  wire [1:0]   last_word = !h_local ? 2'd0 : szlog == 3'd4 ? 2'd3 : szlog == 3'd3 ? 2'd1 : 2'd0;

  // --- addresses by the book ---------------------------------------------------------------------
  reg  [399:0] block;                    // 128 bytes, of the physical address less the base of l[]
  reg  [111:0] off;
  reg  [31:0]  a;
  always @*
    for (int l = 0; l < 16; l++) begin
      a = hd_addr[32*l +: 32];
      if (h_local) a = {11'd0, a[15:2], h, 4'(l), a[1:0]};
      block[25*l +: 25] = a[31:7];
      off[7*l +: 7]     = a[6:0];
    end
  wire [24:0]  up = h_local ? {21'd0, base} + {23'd0, word} : 25'd0;

  // --- what has been served, for the present word ------------------------------------------------
  reg  [31:0] served;
  reg  [4:0]  count, left;               // transactions of the half; lanes left in it
  wire        end_tx   = sent && sec == \dut.sec_last_q ;
  wire        end_half = end_tx && rem == 16'd0;
  wire        end_word = end_half && (h || mask[31:16] == 16'd0);
  always @(posedge clk) begin
    if (rst || leave || end_word) served <= 32'd0;
    else if (sent) served <= served | (h ? {pd_hit, 16'd0} : {16'd0, pd_hit});
    if (rst || end_half) count <= 5'd0;
    else if (end_tx) count <= count + 5'd1;
  end
  wire [15:0] own = h ? served[31:16] : served[15:0];

  // cycles in which nothing holds it up; how many more there may be
  reg  [10:0] steps, lanes, lanes1, to_go;
  wire        free = valid && (sending ? req_ready && (h_store || !pd_full) : rdy[h]);
  always @(posedge clk)
    if (rst || leave) steps <= 11'd0;
    else steps <= steps + {10'd0, free};
  always @* begin
    {lanes, lanes1} = 22'd0;
    for (int l = 0; l < 32; l++) lanes = lanes + {10'd0, mask[l]};
    for (int l = 16; l < 32; l++) lanes1 = lanes1 + {10'd0, mask[l]};
    to_go = {9'd0, last_word - word} * 11'd5 * lanes + (h ? 11'd0 : 11'd5 * lanes1) + 11'd5 * {6'd0, left};
    if (sending) to_go = to_go + {9'd0, \dut.sec_last_q - sec} + 11'd1;
  end

  // --- SELECT ------------------------------------------------------------------------------------
  reg  [24:0] lead_block;
  reg  [6:0]  lead_off;
  reg  [15:0] lead, inside, low, high;   // lanes in the segment; in its lower and upper half
  reg         ordered;                   // COAL-11
  reg  [1:0]  first, last;               // sectors
  always @* begin
    lead_block = 25'd0;
    lead_off   = 7'd0;
    lead       = 16'd0;
    left       = 5'd0;
    for (int l = 15; l >= 0; l--) begin
      left = left + {4'd0, rem[l]};
      if (rem[l]) begin
        lead_block = block[25*l +: 25];
        lead_off   = off[7*l +: 7];
        lead       = 16'd1 << l;
      end
    end
    for (int l = 0; l < 16; l++) begin
      inside[l] = rem[l] && block[25*l +: 25] == lead_block;
      if (!h_local && szlog == 3'd0 && off[7*l + 5 +: 2] != lead_off[6:5]) inside[l] = 1'b0;
      if (!h_local && szlog == 3'd1 && off[7*l + 6] != lead_off[6])        inside[l] = 1'b0;
      if (h_rmw) inside[l] = lead[l];
    end
    ordered = !h_rmw && (h_local || szlog >= 3'd2);
    for (int l = 0; l < 16; l++)
      if (own_mask[l] && (h_local ? block[25*l +: 25] != lead_block :
                          szlog == 3'd2 ? {block[25*l +: 25], off[7*l + 2 +: 5]} != {lead_block, lead_off[6], 4'(l)} :
                          szlog == 3'd3 ? {block[25*l +: 25], off[7*l + 3 +: 4]} != {lead_block, 4'(l)} :
                          {block[25*l +: 25], off[7*l + 4 +: 3]} != {lead_block[24:1], 4'(l)}))
        ordered = 1'b0;
    if (STRICT != 0 && !ordered) inside = lead;
    first = 2'd3;
    last  = 2'd0;
    for (int l = 0; l < 16; l++)
      if (inside[l]) begin
        if (off[7*l + 5 +: 2] < first) first = off[7*l + 5 +: 2];
        if (off[7*l + 5 +: 2] > last)  last  = off[7*l + 5 +: 2];
      end
    // halves only: 0 to 3, 0 to 1, 2 to 3 or one
    if (first[1] != last[1]) begin
      first = 2'd0;
      last  = 2'd3;
    end
    if (STRICT != 0 && ordered) begin
      first = h_local || szlog == 3'd2 ? {lead_off[6], 1'b0} : 2'd0;
      last  = h_local || szlog == 3'd2 ? {lead_off[6], 1'b1} : 2'd3;
    end
  end

  reg [1:0] s;
  always @* if (!rst) begin
    s = 2'd0;
    if (go) begin
      assert(match == inside && (lead & match) != 16'd0);
      assert(\dut.sec_first == first && \dut.sec_last == last);
      assert(count < 5'd16);
    end
    if (sending && req_valid)
      for (int l = 0; l < 16; l++)
        if (pd_hit[l]) begin
          assert(own_mask[l] && !own[l] && !rem[l]);
          assert(req_addr[31:5] == {block[25*l +: 25] + up, off[7*l + 5 +: 2]} && pd_off[5*l +: 5] == off[7*l +: 5]);
          if (h_rmw) assert(req_addr[4:0] == off[7*l +: 5]);
        end
    if (sent && !h_store) assert(pd_valid && pd_half == h && pd_word == word && pd_last == leave);
    if (pd_valid) assert(sent && !h_store && !pd_full);
    if (leave && mask != 32'd0) assert(end_word && word == last_word);
    if (leave && mask == 32'd0) assert(!req_valid);
    if (end_word) assert((served | (h ? {pd_hit, 16'd0} : {16'd0, pd_hit})) == mask);
    if (free) assert(\dut.select || sent);
    if (valid && mask != 32'd0) begin
      assert(to_go != 11'd0 && steps + to_go <= ({9'd0, last_word} + 11'd1) * 11'd5 * lanes);
      assert(steps < 11'd1024);
    end else assert(steps == 11'd0);
    // atomics are of g[], 32 or 64 bits
    if (valid && h_rmw) assert(!h_local && szlog[2:1] == 2'd1);
    // how far it is
    if (valid) assert((served & ~mask) == 32'd0 && (mask & ~32'h800f_800f) == 32'd0);
    if (!valid) assert(!sending && !more && !\dut.half_q && word == 2'd0 && served == 32'd0 && count == 5'd0);
    if (valid && mask == 32'd0) assert(!sending && !more && !\dut.half_q && word == 2'd0 && count == 5'd0);
    assert(word <= last_word || !valid);
    if (\dut.half_q ) assert(served[15:0] == mask[15:0] && mask[31:16] != 16'd0 && mask[15:0] != 16'd0);
    if (valid && !h) assert(served[31:16] == 16'd0);
    if (sending && h) assert(\dut.half_q || mask[15:0] == 16'd0);
    if (sending && !h) assert(!\dut.half_q && mask[15:0] != 16'd0);
    if (more) assert(count != 5'd0 && (sending || rem != 16'd0));
    if (!more && !sending) assert(own == 16'd0 && count == 5'd0 || !valid || mask == 32'd0);
    if (valid && (more || sending)) begin
      assert(count + left + {4'd0, sending} <= 6'd16);
      assert((rem & own) == 16'd0 && ((rem | own) & ~own_mask) == 16'd0);
      for (int l = 0; l < 16; l++) begin
        s = off[7*l + 5 +: 2];
        if (!sending) assert(own[l] == (own_mask[l] && !rem[l]));
        if (sending && tx[l]) begin
          assert(own_mask[l] && !rem[l] && block[25*l +: 25] + up == \dut.tx_block_q && s <= \dut.sec_last_q );
          assert(own[l] == (s < sec));
        end
        if (sending) assert(\dut.tx_off_q [7*l +: 7] == off[7*l +: 7]);
        if (sending && !tx[l]) assert(own[l] == (own_mask[l] && !rem[l]));
      end
      if (sending) assert(sec <= \dut.sec_last_q );
    end
  end
  // an atomic's offset in its sector
  `F_INSIDE [4:0] \dut.tx_low_q ;
  always @* if (!rst && sending && h_rmw)
    for (int l = 0; l < 16; l++) if (tx[l]) assert(\dut.tx_low_q == off[7*l +: 5] && tx == 16'd1 << l);
endmodule
`default_nettype wire
