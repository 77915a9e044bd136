// SPDX-License-Identifier: Apache-2.0
// lsu_operands: addresses, lanes and data words of the load/store queue; faults found at collection.
//
// From lsu          in_valid: an operation has entered the queue, in the cycle after its issue (t+1), as in_entry
// From sm_collect   what it is (in_op, in t+1); routers of both parities; executing lanes and $a + offset of both
//                   halves, in t+2+q
// To lsu            ls_*: the queue entry ls_entry, 16 lanes of the half ls_half; the mask of all 32
// To sm_top         fault_*, in t+5+2h for half h
//
// Operations are at least four cycles apart, so one quarter per cycle passes each slot. Words 2 and 3 come in a second
// round four cycles later.
//
// Words come LANES of a quarter at a time: eight, or fewer in the parts of a cycle (rtl/fold).
`include "dp_types.svh"
`default_nettype none

module lsu_operands #(
  parameter int TEX = 1,
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire  [14:0]   cfg_smem_bytes,
  input  wire  [15:0]   cfg_local_words,
  input  wire  [31:0]   cfg_g_base,
  input  wire  [31:0]   cfg_g_limit,

  input  wire           in_valid,
  input  wire  [1:0]    in_entry,
  input  lsop_t         in_op,
  input  wire  [64*LANES-1:0] r1,
  input  wire  [64*LANES-1:0] r2,
  input  wire  [64*LANES-1:0] r3,
  input  wire  [15:0]   h_exec,
  input  wire  [32*LANES-1:0] h_a,

  input  wire  [1:0]    ls_entry,
  input  wire           ls_half,
  input  wire           ls_hold,       // the same ones as in the cycle before
  output wire  [511:0]  ls_addr,
  output wire  [31:0]   ls_mask,
  output wire  [64*LANES-1:0] ls_w0,  // in cycles with ls_hold (lsu_data)
  output wire  [64*LANES-1:0] ls_w1,
  output wire  [64*LANES-1:0] ls_w2,
  output wire  [64*LANES-1:0] ls_w3,
  output wire  [511:0]  ls_y,          // words 0 and 1 for textures; word 1 in cycles with ls_hold
  output wire  [511:0]  ls_z,
  // LANES below 8: word 0 of any lanes (lsu_data)
  input  wire  [7*LANES-1:0]  st_at,
  output wire  [32*LANES-1:0] st_words,

  output logic          fault_valid,
  output logic [7:0]    fault_code,
  output logic [4:0]    fault_wid,
  output logic [23:0]   fault_pc,
  output logic [4:0]    fault_lane,
  output logic [31:0]   fault_addr
);

  // --- the operation in its slots ------------------------------------------------------------------
  // s1_ to s3_: the first round, addresses, words 0 and 1; s5_, s6_: the second, words 2 and 3
  logic       s1_valid_q, s2_valid_q, s3_valid_q, s5_valid_q, s6_valid_q;
  logic [1:0] s1_quarter_q, s2_quarter_q, s3_quarter_q, s5_quarter_q, s6_quarter_q;
  logic [1:0] s1_entry_q, s2_entry_q, s3_entry_q, s5_entry_q, s6_entry_q;
  logic       s2_parity_q, s3_parity_q, s5_parity_q, s6_parity_q;      // of the warp
  logic       s2_store_q, s3_store_q;
  logic       s2_en_q, s3_en_q, s5_en_q, s6_en_q;                      // the word is a register
  logic       word1_en_q, word3_en_q;                                  // the one in the slot behind
  logic       s2_half_q, s2_high_q;                                    // data of 16 bits; the upper half
  lsop_t      s1_op;
  wire        again = s1_valid_q && (s1_quarter_q == 2'd3) && s1_op.store && s1_op.wide;   // the second round follows

  always_ff @(posedge clk) begin
    if (rst)                       s1_valid_q <= 1'b0;
    else if (in_valid)             s1_valid_q <= 1'b1;
    else if (s1_quarter_q == 2'd3) s1_valid_q <= 1'b0;
    if (rst)                       s5_valid_q <= 1'b0;
    else if (again)                s5_valid_q <= 1'b1;
    else if (s5_quarter_q == 2'd3) s5_valid_q <= 1'b0;
    s2_valid_q   <= !rst && s1_valid_q;
    s3_valid_q   <= !rst && s2_valid_q;
    s6_valid_q   <= !rst && s5_valid_q;
    s1_quarter_q <= in_valid ? 2'd0 : s1_quarter_q + 2'd1;
    s5_quarter_q <= again ? 2'd0 : s5_quarter_q + 2'd1;
    s2_quarter_q <= s1_quarter_q;
    s3_quarter_q <= s2_quarter_q;
    s6_quarter_q <= s5_quarter_q;
    if (in_valid) begin
      s1_op      <= in_op;
      s1_entry_q <= in_entry;
    end
    if (s1_valid_q) begin
      s2_parity_q <= s1_op.wid[0];
      s2_entry_q  <= s1_entry_q;
      s2_en_q     <= s1_op.r_en[1];
      s2_store_q  <= s1_op.store;
      s2_half_q   <= s1_op.d16;
      s2_high_q   <= s1_op.dhi;
      word1_en_q  <= s1_op.r_en[2];
    end
    if (s2_valid_q) begin
      s3_parity_q <= s2_parity_q;
      s3_entry_q  <= s2_entry_q;
      s3_store_q  <= s2_store_q;
      s3_en_q     <= word1_en_q;
    end
    if (again) begin
      s5_parity_q <= s1_op.wid[0];
      s5_entry_q  <= s1_entry_q;
      s5_en_q     <= s1_op.r_en[3];
      word3_en_q  <= s1_op.r_en[4];
    end
    if (s5_valid_q) begin
      s6_parity_q <= s5_parity_q;
      s6_entry_q  <= s5_entry_q;
      s6_en_q     <= word3_en_q;
    end
  end

  // --- the lanes that are here: LANES of a quarter -------------------------------------------------
  localparam int W = 32 * LANES;

  // --- address -------------------------------------------------------------------------------------
  wire  [7:0]   exec  = s1_quarter_q[1] ? h_exec[15:8] : h_exec[7:0];
  wire  [16*LANES-1:0] eff = s1_quarter_q[1] ? h_a[32*LANES-1:16*LANES] : h_a[16*LANES-1:0];
  logic [W-1:0] addr;
  always_comb begin
    addr = '0;
    if (s1_valid_q) begin
      if ((s1_op.space == `SPACE_G) || (s1_op.space == `SPACE_T)) begin
        if (s1_op.r_en[0]) addr = s1_op.wid[0] ? r1[2*W-1:W] : r1[W-1:0];
      end else
        for (int i = 0; i < LANES; i++) addr[32*i +: 32] = {16'b0, eff[16*i +: 16]};
    end
  end

  // --- data words ----------------------------------------------------------------------------------
  logic [W-1:0] w0;
  always_comb begin
    w0 = '0;
    if (s2_valid_q && s2_en_q) w0 = s2_parity_q ? r2[2*W-1:W] : r2[W-1:0];
    if (s2_half_q)
      for (int i = 0; i < LANES; i++) begin
        if (s2_high_q) w0[32*i +: 16] = w0[32*i + 16 +: 16];
        w0[32*i + 16 +: 16] = '0;
      end
  end
  wire [W-1:0] w1 = !s3_en_q ? '0 : s3_parity_q ? r3[2*W-1:W] : r3[W-1:0];
  wire [W-1:0] w2 = !s5_en_q ? '0 : s5_parity_q ? r1[2*W-1:W] : r1[W-1:0];
  wire [W-1:0] w3 = !s6_en_q ? '0 : s6_parity_q ? r2[2*W-1:W] : r2[W-1:0];

  lsu_data #(.TEX(TEX), .LANES(LANES)) u_data (
    .clk, .clk_p, .phase, .w0_valid(s2_valid_q && s2_store_q), .w0_at({s2_entry_q, s2_quarter_q}), .w0,
    .w1_valid(s3_valid_q && s3_store_q), .w1_at({s3_entry_q, s3_quarter_q}), .w1,
    .w2_valid(s5_valid_q), .w2_at({s5_entry_q, s5_quarter_q}), .w2,
    .w3_valid(s6_valid_q), .w3_at({s6_entry_q, s6_quarter_q}), .w3, .rd_entry(ls_entry), .rd_half(ls_half),
    .rd_hold(ls_hold), .rd_w0(ls_w0), .rd_w1(ls_w1), .rd_w2(ls_w2), .rd_w3(ls_w3), .rd_y(ls_y), .rd_z(ls_z), .st_at,
    .st_words);
  for (genvar q = 0; q < 4; q++) begin : g_mask
    lutram_1r1w #(.WIDTH(8), .DEPTH(4), .EN_BITS(8)) u_mask (
      .clk, .rd_addr(ls_entry), .rd_data(ls_mask[8*q +: 8]),
      .wr_en(s1_valid_q && (s1_quarter_q == 2'(q))), .wr_addr(s1_entry_q), .wr_be(1'b1), .wr_data(exec));
  end

  // --- faults of the quarter in slot 1 ---------------------------------------------------------------
  logic [32:0] f_limit, f_last;
  logic [4:0]  f_size;
  logic [3:0]  f_amask;
  always_comb begin
    f_size  = 5'd1 << s1_op.szlog;
    f_amask = f_size[3:0] - 4'd1;
    case (s1_op.space)
      `SPACE_S: f_limit = {18'b0, cfg_smem_bytes};
      `SPACE_L: f_limit = {15'b0, cfg_local_words, 2'b0};
      default:  f_limit = {1'b0, cfg_g_limit};
    endcase
    f_last = f_limit - {28'b0, f_size};
  end
  wire  [31:0] f_base = s1_op.space == `SPACE_G ? cfg_g_base : 32'd0;
  wire  [7:0]  f_exec = s1_valid_q && s1_op.space != `SPACE_T ? exec : '0;

  // of the quarter that was there in the cycle before: a lane faults; of the lowest its number, what is wrong, where
  wire         found_q, mis_q;
  wire  [2:0]  low_q;
  wire  [31:0] at_q;
  lsu_addr #(.LANES(LANES)) u_addr (
    .clk, .clk_p, .phase, .valid(s1_valid_q), .entry(s1_entry_q), .quarter(s1_quarter_q), .addr, .exec(f_exec),
    .amask(f_amask), .base(f_base), .last(f_last), .rd_entry(ls_entry), .rd_half(ls_half), .rd_hold(ls_hold),
    .rd_addr(ls_addr), .fault_found(found_q), .fault_mis(mis_q), .fault_low(low_q), .fault_at(at_q));

  // --- one fault per half, in t+5+2h; the lower quarter wins -----------------------------------------
  // LSU-6
  logic        even_q;                 // the even quarter of this half has one
  lsop_t       f_op;
  logic [7:0]  f_code;
  always_comb begin
    f_code = `F_MISALIGNED;
    if (!mis_q)
      case (f_op.space)
        `SPACE_S: f_code = `F_SHARED_LIMIT;
        `SPACE_L: f_code = `F_LOCAL_LIMIT_READ  + {7'b0, f_op.store};
        default:  f_code = f_op.rmw ? (f_op.red ? `F_GLOBAL_LIMIT_RED : `F_GLOBAL_LIMIT_ATOM)
                                    : `F_GLOBAL_LIMIT_READ + {7'b0, f_op.store};
      endcase
  end
  always_ff @(posedge clk) begin
    if (s1_valid_q) f_op <= s1_op;
    if (rst)             even_q <= 1'b0;
    else if (s2_valid_q) even_q <= found_q && !s2_quarter_q[0];
    fault_valid <= !rst && s2_valid_q && s2_quarter_q[0] && (found_q || even_q);
    if (s2_valid_q && found_q && !(s2_quarter_q[0] && even_q)) begin
      fault_code <= f_code;
      fault_lane <= {s2_quarter_q, low_q};
      fault_addr <= at_q;
      fault_wid  <= f_op.wid;
      fault_pc   <= f_op.pc;
    end
  end
  wire unused_op = &{1'b0, f_op};

endmodule
`default_nettype wire
