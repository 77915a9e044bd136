// SPDX-License-Identifier: Apache-2.0
// sm_rf: the register file, eight single-port RAMs (parity p, quarter q), RAM 4p+q here.
//
// From sm_rfread    rd_*   operand reads, never refused
// From sm_writeback sw_*   one quarter of an SP result per cycle, never refused: a skid per quarter holds it
//                          while reads have the port (at most 3 cycles, and a quarter's results are 4 apart)
// From sm_xwb       xs_*, xd_*  a step of the SFU, of the DPU; at most one is granted, the SFU's first
// From load_wb      lw_*   two candidate beats, S before G; a beat needs both RAMs of its half
// From sm_cta       la_*   $r0 of a new pair of warps, each RAM when it is free
//
// A RAM row is 8 lanes x 32 bits; enables are per half word.
//
// Words are read and written LANES of a quarter at a time: eight in one cycle, or fewer in the parts of a cycle
// (rtl/fold). What is written then waits for the next cycle; launch data and results of the SP come in it.
`include "assert.svh"
`default_nettype none

module sm_rf #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,

  input  wire           init_active,
  input  wire  [8:0]    init_row,

  input  wire  [7:0]    rd_en,
  input  wire  [63:0]   rd_row,
  output wire  [256*LANES-1:0] rd_data,  // in the next cycle

  input  wire           sw_valid,
  input  wire           sw_par,
  input  wire  [1:0]    sw_q,
  input  wire  [7:0]    sw_row,
  input  wire  [15:0]   sw_be,         // may be zero
  input  wire  [255:0]  sw_data,       // LANES 8
  input  wire           sw_half,       // the result has 16 bits, for both halves of the word
  input  wire  [128*LANES-1:0] sp_part, // LANES below 8: of the last result of each quarter

  input  wire           xs_valid,
  input  wire           xs_par,
  input  wire  [1:0]    xs_q,
  output wire           xs_grant,
  input  wire           xd_valid,
  input  wire           xd_par,
  input  wire  [1:0]    xd_q,
  output wire           xd_grant,
  input  wire  [3:0]    xw_block,      // the $c bank of the quarter is not free
  input  wire  [7:0]    xw_row,        // of the granted step, like the next two
  input  wire  [15:0]   xw_be,
  input  wire  [255:0]  xw_data,

  input  wire           lw_s_valid,
  input  wire           lw_s_par,
  input  wire           lw_s_half,
  output wire           lw_s_grant,
  input  wire           lw_s_lock,     // the S beat writes $c, which needs these banks free
  input  wire  [3:0]    xc_valid,
  input  wire           lw_g_valid,
  input  wire           lw_g_par,
  input  wire           lw_g_half,
  output wire           lw_g_grant,
  input  wire  [7:0]    lw_row,        // of the granted beat, like the next two
  input  wire  [31:0]   lw_be,
  input  wire  [511:0]  lw_data,

  input  wire  [1:0]    la_valid,
  input  wire  [7:0]    la_row,
  input  wire  [128*LANES-1:0] la_data0, // LANES below 8: in the next cycle
  input  wire  [128*LANES-1:0] la_data1,
  output wire           la_done,
  output wire  [1:0]    la_waiting,    // parity has an unwritten RAM at the start of this cycle

  // what is written of the SFU, the DPU and a load; LANES below 8: in the cycle before
  output wire  [32*LANES-1:0] xw_part,
  output wire  [64*LANES-1:0] lw_part
);

  // --- SP write with skid ------------------------------------------------------------------------
  // WB-2
  logic [3:0]    sk_valid_q;
  logic [3:0]    sk_par_q;
  logic [31:0]   sk_row_q;
  logic [63:0]   sk_be_q;

  wire [3:0] sw_new   = sw_valid ? 4'd1 << sw_q : 4'd0;
  wire [7:0] sp_want  = {sk_valid_q & sk_par_q, sk_valid_q & ~sk_par_q} | (sw_par ? {sw_new, 4'd0} : {4'd0, sw_new});
  wire [7:0] sp_write = sp_want & ~rd_en;

  always_ff @(posedge clk)
    sk_valid_q <= rst ? '0 : (sk_valid_q | sw_new) & ~(sp_write[7:4] | sp_write[3:0]);

  always_ff @(posedge clk)
    for (int q = 0; q < 4; q++) begin
      if (sw_valid && (sw_q == 2'(q))) begin
        sk_par_q[q]             <= sw_par;
        sk_row_q[8*q +: 8]      <= sw_row;
        sk_be_q[16*q +: 16]     <= sw_be;
      end
    end

  // --- SFU and DPU -------------------------------------------------------------------------------
  // RF-7, XWB-2, XWB-3
  wire  [7:0] free_sp = ~(rd_en | sp_want);
  assign xs_grant = xs_valid && free_sp[{xs_par, xs_q}] && !xw_block[xs_q];
  assign xd_grant = xd_valid && free_sp[{xd_par, xd_q}] && !xw_block[xd_q] && !xs_grant;
  wire  [7:0] xw_write = xs_grant ? 8'd1 << {xs_par, xs_q} : xd_grant ? 8'd1 << {xd_par, xd_q} : 8'd0;

  // --- load write-back and launch ----------------------------------------------------------------
  wire [7:0] free = free_sp & ~xw_write;
  // Both RAMs of half h of parity p: bit 2p+h.
  wire [3:0] free2 = {free[7] && free[6], free[5] && free[4], free[3] && free[2], free[1] && free[0]};

  // LDWB-1; SMEM-7: the beat of a ld.lock needs $c, too
  wire [3:0] c_used = xw_block | xc_valid;
  assign lw_s_grant = lw_s_valid && free2[{lw_s_par, lw_s_half}] &&
                      !(lw_s_lock && (lw_s_half ? c_used[3:2] != '0 : c_used[1:0] != '0));
  assign lw_g_grant = lw_g_valid && free2[{lw_g_par, lw_g_half}] && !lw_s_grant;
  wire         lw_grant = lw_s_grant || lw_g_grant;
  wire  [1:0]  lw_sel   = lw_s_grant ? {lw_s_par, lw_s_half} : {lw_g_par, lw_g_half};
  wire  [7:0]  lw_write = lw_grant ? (8'h3 << {lw_sel, 1'b0}) : 8'h0;

  // CTA-8: each RAM of the pair when it is free
  logic [7:0] la_written_q;
  wire  [7:0] la_pend  = {{4{la_valid[1]}}, {4{la_valid[0]}}} & ~la_written_q;
  wire  [7:0] la_write = la_pend & free & ~lw_write;
  assign la_done    = (la_valid != 2'b0) && (la_pend == la_write);
  assign la_waiting = {|la_pend[7:4], |la_pend[3:0]};

  always_ff @(posedge clk)
    if (rst || la_done) la_written_q <= '0;
    else               la_written_q <= la_written_q | la_write;

  // --- the RAMs ----------------------------------------------------------------------------------
  // What is written comes from one of four: SP, SFU or DPU step, load beat, launch. While the rows are cleared the
  // skids are 0 and count as the SP's.
  wire init_we = init_active && !init_row[8];

  localparam int W = 32 * LANES;
  wire [4*W-1:0] sp_src;
  wire [W-1:0]   xw_src;
  wire [2*W-1:0] lw_src;
  sm_rf_words #(.LANES(LANES)) u_words (
    .clk, .clk_p, .phase, .rst, .init_active, .init_we, .sw_valid, .sw_q, .sw_data, .sw_half, .sp_part,
    .sk_valid(sk_valid_q), .xw_valid(xw_write != '0), .xw_data, .lw_valid(lw_write != '0), .lw_data,
    .sp_src, .xw_src, .lw_src);
  assign {xw_part, lw_part} = {xw_src, lw_src};

  // RF-1
  // A launch that waits has what nobody else wants: who writes does not wait for whether it may.
  wire [7:0] la_left = la_pend & ~sp_want;
  wire [7:0] en      = rd_en | sp_want | xw_write | lw_write | la_pend | {8{init_we}};
  wire [7:0] from1   = ~xw_write & (lw_write | la_left);
  wire [7:0] from0   = xw_write | (~lw_write & la_left);
  for (genvar r = 0; r < 8; r++) begin : g_ram
    localparam int Q = r % 4;
    localparam int H = Q % 2;
    wire  [1:0]   from = {from1[r], from0[r]};  // 0 SP, 1 step, 2 beat, 3 launch
    logic [7:0]   row;
    logic [15:0]  be;
    always_comb begin
      {be, row} = 'x;
      if (en[r]) begin
        case (from)
          2'd0:    {be, row} = init_we ? {16'hffff, init_row[7:0]} :
                               sk_valid_q[Q] ? {sk_be_q[16*Q +: 16], sk_row_q[8*Q +: 8]} : {sw_be, sw_row};
          2'd1:    {be, row} = {xw_be, xw_row};
          2'd2:    {be, row} = {lw_be[16*H +: 16], lw_row};
          default: {be, row} = {16'hffff, la_row};
        endcase
        if (rd_en[r]) row = rd_row[8*r +: 8];
      end
    end
    sm_rf_ram #(.LANES(LANES)) u_ram (
      .clk, .clk_p, .phase, .en(en[r]), .we(!rd_en[r]), .rd(rd_en[r]), .from, .addr(row),
      .rd_addr(rd_row[8*r +: 8]), .wr_be(be),
      .sp_data(sp_src[W*Q +: W]),
      .xw_data(xw_src), .lw_data(lw_src[W*H +: W]),
      .la_data((r < 4) ? la_data0[W*Q +: W] : la_data1[W*Q +: W]),
      .rd_data(rd_data[W*r +: W]));
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a result of the SP that waits is written before the next of its quarter",
    rst || !sw_valid || !sk_valid_q[sw_q])
  `ASSERT("a RAM does one thing in a cycle",
    rst || init_active || ((rd_en & (xw_write | lw_write | la_write)) | (sp_want & (xw_write | lw_write | la_write))
          | (xw_write & (lw_write | la_write)) | (lw_write & la_write)) == 8'd0)

endmodule
`default_nettype wire
