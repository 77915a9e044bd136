// SPDX-License-Identifier: Apache-2.0
// smem: the passes of a half-warp, read, store or lock: lanes 0 to 3 and 15 execute or not. Addresses of words, of 12
// bits: of each lane any bank and one of four rows, which are any four of the 256. 36 cycles from reset on.
//
// Every executing lane is served in exactly one pass; the lowest lane left always is, so that 16 passes are enough. Two
// lanes of one pass share a bank only in a read, and then the word; all lanes that want the word of the lowest one get
// it. In BANK each bank's row is that of every lane it serves, and a read lane gets the word of its bank.
// No pass is less than four cycles behind the last one of an s[] operand.
// Rules (docs/units): SMEM-2, SMEM-3, SMEM-7, SMEM-8.
//
//! proves shared memory: every lane in exactly one pass of at most 16, one word per bank, broadcast to all lanes that
//! proves want it
//! by abc:36
//! bound 12
`include "gpu_types.svh"
`include "dp_types.svh"
`include "formal.svh"
`default_nettype none

// The banks: what they read is any value, and stays until the next read.
module sram_1r1w_fwd #(parameter int WIDTH = 32, parameter int DEPTH = 256, parameter int EN_BITS = 8,
    parameter int FORWARD = 0) (
  input  wire                      clk,
  input  wire                      rd_en,
  input  wire [$clog2(DEPTH)-1:0]  rd_addr,
  output reg  [WIDTH-1:0]          rd_data,
  input  wire                      wr_en,
  input  wire [$clog2(DEPTH)-1:0]  wr_addr,
  input  wire [WIDTH/EN_BITS-1:0]  wr_be,
  input  wire [WIDTH-1:0]          wr_data
);
  wire [WIDTH-1:0] any;                  // undriven
  always @(posedge clk) if (rd_en) rd_data <= any;
endmodule

module proof (
  input wire         clk,
  input wire         offer, store, lock, sopd, written,
  input wire [1:0]   collected,
  input wire [31:0]  in_mask,
  input wire [191:0] in_addr             // of 32 lanes the bank and which of the four rows
);
  `F_RESET
  (* anyconst *) wire [31:0] rows;
  // --- the head of the queue: stays until it leaves, its halves are collected in any cycle -------
  reg         valid, h_store, h_lock, h_sopd;
  reg  [1:0]  rdy;
  reg  [31:0] mask;
  reg  [191:0] addr;
  wire        leave, half, pick, more;
  wire [2:0]  beats;
  always @(posedge clk) begin
    if (rst) valid <= 1'b0;
    else if (!valid || leave) valid <= offer;
    if (!valid || leave) begin
      {h_store, h_lock, h_sopd} <= {store, lock, sopd && !store && !lock};
      mask <= in_mask & 32'h800f_800f;
      addr <= in_addr;
    end
    rdy <= !valid || leave ? 2'd0 : rdy | collected;
  end
  lsm_t lsm;
  always @* begin
    lsm          = '0;
    lsm.space    = `SPACE_S;
    lsm.store    = h_store;
    lsm.lock     = h_lock;
    lsm.sopd     = h_sopd;
    lsm.szlog    = 3'd2;
    lsm.ld.esz   = 2'd2;
  end
  reg [511:0] hd_addr;
  reg [5:0]   at;
  always @*
    for (int l = 0; l < 16; l++) begin
      at = half ? addr[6*(l + 16) +: 6] : addr[6*l +: 6];
      hd_addr[32*l +: 32] = {18'd0, rows[8*at[5:4] +: 8], at[3:0], 2'd0};
    end
  wire         so_valid, sb_valid;
  wire [7:0]   so_mask;
  wire [255:0] so_data;
  wire [15:0]  sb_mask;
  wire [511:0] sb_data;
  (* keep *) smem dut (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .init_active(1'b0), .init_row(9'd0),
    .la_valid(1'b0), .la_row(8'd0), .la_data(512'd0), .la_ready(),
    .lk_clear(1'b0), .lk_clear_addr(9'd0), .lk_clear_ready(),
    .hd_valid(valid), .hd_lsm(lsm), .hd_rdy(rdy), .hd_addr, .hd_mask(mask), .hd_w0(512'd0), .hd_leave(leave),
    .first_pick(), .pick_half(half), .pm_serialize(), .sm_last(), .sm_entry(), .sm_half(),
    .so_valid, .so_entry(), .so_q(), .so_mask, .so_data, .sb_valid, .sb_beat(), .sb_mask, .sb_data, .sb_take(),
    .sb_written(written && beats != 3'd0), .st_done(), .st_ldm());

  `F_INSIDE         \dut.pick ;
  `F_INSIDE         \dut.more_q ;
  `F_INSIDE [15:0]  \dut.serve ;
  `F_INSIDE [15:0]  \dut.rem_q ;
  `F_INSIDE [2:0]   \dut.beats_q ;
  `F_INSIDE         \dut.bk_valid ;
  `F_INSIDE         \dut.recent_q ;
  `F_INSIDE         \dut.rt_valid ;
  `F_INSIDE         \dut.rt_store ;
  `F_INSIDE         \dut.rt_lock ;
  `F_INSIDE         \dut.xb_first ;
  `F_INSIDE         \dut.xb_second ;
  `F_INSIDE [15:0]  \dut.rt_mask ;
  `F_INSIDE [15:0]  \dut.rt_bank_v ;
  `F_INSIDE [63:0]  \dut.rt_lane ;
  `F_INSIDE [63:0]  \dut.rt_bank ;
  `F_INSIDE [127:0] \dut.rt_row ;
  `F_INSIDE [63:0]  \dut.row_d ;
  `F_INSIDE [63:0]  \dut.bk_row_lo ;
  `F_INSIDE [63:0]  \dut.xb_from ;
  `F_INSIDE         \dut.xb_store ;
  `F_INSIDE [15:0]  \dut.xb_mask ;
  `F_INSIDE [59:0]  \dut.rt_beat ;      // beat_t
  `F_INSIDE [7:0]   \dut.rt_base ;
  `F_INSIDE [59:0]  \dut.xb_beat ;
  `F_INSIDE [511:0] \dut.bank_q ;
  assign pick  = \dut.pick ;
  assign more  = \dut.more_q ;
  assign beats = \dut.beats_q ;
  wire [15:0]  serve = \dut.serve ;
  wire [15:0]  rem   = more ? \dut.rem_q : half ? mask[31:16] : mask[15:0];

  // --- what has been served ----------------------------------------------------------------------
  reg  [31:0] served;
  reg  [4:0]  passes, left;              // of the half in work; lanes left in it
  wire [31:0] now = half ? {serve, 16'd0} : {16'd0, serve};
  always @(posedge clk) begin
    if (rst || leave) served <= 32'd0;
    else if (pick)    served <= served | now;
    if (rst || (pick && (rem & ~serve) == 16'd0)) passes <= 5'd0;
    else if (pick) passes <= passes + 5'd1;
  end
  wire [15:0] own = half ? served[31:16] : served[15:0];

  reg  [2:0]  operand;                   // its last pass was in one of the last three cycles
  always @(posedge clk) operand <= rst ? 3'd0 : {operand[1:0], leave && h_sopd};

  reg  [15:0] lowest;                    // of its bank, among the lanes left
  reg  [11:0] word, first;
  always @* begin
    left  = 5'd0;
    first = 12'd0;
    for (int l = 15; l >= 0; l--) begin
      left = left + {4'd0, rem[l]};
      if (rem[l]) first = hd_addr[32*l + 2 +: 12];
      lowest[l] = rem[l];
      for (int k = 0; k < l; k++)
        if (rem[k] && hd_addr[32*k + 2 +: 4] == hd_addr[32*l + 2 +: 4]) lowest[l] = 1'b0;
    end
  end

  always @* if (!rst) begin
    if (pick) begin
      assert(operand == 3'd0);
      assert((serve & ~rem) == 16'd0 && (serve & own) == 16'd0);
      assert(rem == 16'd0 || (serve & (~rem + 16'd1) & rem) != 16'd0);
      assert((lowest & ~serve) == 16'd0);
      assert(passes < 5'd16);
      for (int l = 0; l < 16; l++) begin
        if (h_store || h_lock) assert(serve[l] == lowest[l]);
        else assert(serve[l] == (lowest[l] || (rem[l] && hd_addr[32*l + 2 +: 12] == first)));
      end
    end
    if (leave) assert((served | now) == mask);
    if (!h_store && !h_sopd && pick) assert(beats < 3'd4);
    // the part of this in which halves and passes are under way
    assert(beats <= 3'd4);
    assert((own & rem) == 16'd0 && (own | rem) == (half ? mask[31:16] : mask[15:0]) || !valid);
    assert(half ? served[15:0] == mask[15:0] && valid : served[31:16] == 16'd0);
    if (!valid) assert(served == 32'd0 && !more && !half);
    assert(more ? \dut.rem_q != 16'd0 && passes != 5'd0 && valid : passes == 5'd0);
    if (more) assert(passes + left <= 6'd16);
  end

  // --- rows and words ----------------------------------------------------------------------------
  reg  [3:0]   b, from;
  reg  [63:0]  x_bank;                   // banks of the lanes in XBAR and EXTRACT
  reg  [15:0]  x_mask;
  reg          x_store;
  reg  [511:0] x_bank_q;
  wire [63:0]  lane = \dut.rt_lane ;
  wire [63:0]  bank = \dut.rt_bank ;
  wire [127:0] row  = \dut.rt_row ;
  wire [15:0]  bank_v = \dut.rt_bank_v ;
  wire [15:0]  rt_mask = \dut.rt_mask ;
  wire [63:0]  lo = \dut.bk_row_lo ;
  wire [63:0]  hi = \dut.row_d ;
  wire [511:0] bank_q = \dut.bank_q ;
  wire [63:0]  xb_from = \dut.xb_from ;
  wire [59:0]  rt_beat = \dut.rt_beat ;
  wire [59:0]  xb_beat = \dut.xb_beat ;
  always @(posedge clk)
    if (\dut.bk_valid ) begin
      x_bank  <= bank;
      x_mask  <= rt_mask;
      x_store <= \dut.rt_store ;
    end
  always @* if (!rst) begin
    assert(!(\dut.rt_valid && \dut.bk_valid ) && !(\dut.bk_valid && \dut.xb_first ) &&
        !(\dut.xb_first && \dut.xb_second ) && \dut.rt_valid == \dut.recent_q );
    // words are extracted
    if (\dut.rt_valid || \dut.bk_valid ) assert(rt_beat[4:3] == 2'd2 && \dut.rt_base == 8'd0);
    if (\dut.xb_first || \dut.xb_second )
      assert(xb_beat[4:3] == 2'd2 && \dut.xb_store == x_store && \dut.xb_mask == x_mask);
    b    = 4'd0;
    from = 4'd0;
    for (int l = 0; l < 16; l++) begin
      b    = bank[4*l +: 4];
      from = lane[4*b +: 4];
      if ((\dut.rt_valid || \dut.bk_valid ) && rt_mask[l]) begin
        assert(bank_v[b] && row[8*from +: 8] == row[8*l +: 8]);
        if (\dut.rt_store || \dut.rt_lock ) assert(from == 4'(l));
        if (\dut.bk_valid ) assert((b[3] ? hi[8*b[2:0] +: 8] : lo[8*b[2:0] +: 8]) == row[8*l +: 8]);
        if (\dut.bk_valid && !b[3]) assert(lo[8*b[2:0] +: 8] == row[8*from +: 8]);
      end
      if ((\dut.xb_first || \dut.xb_second ) && !x_store) assert(xb_from[4*l +: 4] == x_bank[4*l +: 4]);
    end
    if (so_valid) assert(so_mask == (\dut.xb_first ? x_mask[7:0] : x_mask[15:8]));
    if (sb_valid) assert(sb_mask == x_mask);
    for (int l = 8; l < 16; l++) begin
      b = x_bank[4*l +: 4];
      // one bit of a word stands for all
      if (so_valid && \dut.xb_second && x_mask[l]) assert(so_data[32*(l - 8)] == bank_q[32*b]);
      if (sb_valid && x_mask[l]) assert(sb_data[32*l] == bank_q[32*b]);
    end
    for (int l = 0; l < 8; l++) begin
      b = x_bank[4*l +: 4];
      if (so_valid && \dut.xb_first && x_mask[l]) assert(so_data[32*l] == bank_q[32*b]);
    end
  end
endmodule
`default_nettype wire
