// SPDX-License-Identifier: Apache-2.0
// sm_writeback: SP results of one quarter per cycle to registers, $c and $a; completion.
//
// From sm_collect   ex_*    what enters execution in this cycle, with the lanes that may write
// From sp_array     res_*   results EX_STAGES cycles later
// To sm_rf sw_*, to sm_half cw_*/aw_*, to sm_scoreboard and sm_cta done_*: all in the cycle of the result, one quarter
// per cycle.
//
// A 16-bit result is written to one half of the word. Results for registers at or above nregs are dropped.
`include "assert.svh"
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_writeback (
  input  wire          clk,
  input  wire          rst,
  input  wire  [7:0]   cfg_nregs,

  input  wire          ex_valid,
  input  wire  [1:0]   ex_q,
  input  wire  [7:0]   ex_mask,
  input  spm_t         ex_spm,

  input  wire          res_valid,
  input  wire  [255:0] res_r,
  input  wire  [31:0]  res_cc,

  output wire          sw_valid,
  output wire          sw_par,
  output wire  [1:0]   sw_q,
  output wire  [7:0]   sw_row,
  output logic [15:0]  sw_be,
  output logic [255:0] sw_data,
  output wire          sw_half,        // of 16 bits: each lane's result in both halves of its word

  output wire  [4:0]   w_wid,
  output wire  [7:0]   w_mask,
  output wire  [3:0]   cw_valid,       // per quarter
  output wire  [1:0]   cw_idx,
  output wire  [31:0]  cw_data,
  output wire  [3:0]   aw_valid,
  output wire  [2:0]   aw_idx,
  output logic [127:0] aw_data,

  output wire          done_valid,
  output spm_t         done,

  output wire          tr_valid,
  output wire  [1:0]   tr_q,
  output wire  [7:0]   tr_mask,
  output wire  [255:0] tr_data,
  output wire  [2:0]   tr_n
);

  // --- what is in execution ----------------------------------------------------------------------
  localparam int N = gpu_cfg::EX_STAGES;
  localparam int M = `SPM_W + 10;
  localparam int W = 96;                 // for each in execution: M bits in whole words, which a simulator moves faster
  // WB-1
  logic [N-1:0]   valid_q;
  logic [W*N-1:0] meta_q;

  always_ff @(posedge clk) begin
    valid_q <= rst ? '0 : {valid_q[N-2:0], ex_valid};
    if (ex_valid || (valid_q != '0))
      meta_q <= {meta_q[W*(N-1)-1:0], W'({ex_spm, ex_q, ex_mask})};
  end

  spm_t       m;
  wire [1:0]  q;
  wire [7:0]  mask;
  assign {m, q, mask} = meta_q[W*(N-1) +: M];
  wire valid = valid_q[N-1];
  wire unused = &{1'b0, meta_q[W*N-1 -: W-M]};

  // --- registers ---------------------------------------------------------------------------------
  wire       is_reg = (m.dst_kind == `KIND_R32) || (m.dst_kind == `KIND_R16);
  wire       is_r16 = (m.dst_kind == `KIND_R16);
  wire [7:0] regno  = is_r16 ? {1'b0, m.dst[7:1]} : m.dst;
  wire       dst_hi = m.dst[0];
  wire       exists = is_reg && (regno < cfg_nregs);
  wire       to_a   = (m.dst_kind == `KIND_AREG) && (m.dst[2:0] != '0) && (m.dst[2:0] <= 3'd4);

  // The lanes at even places of 16 bits.
  wire [15:0] even4 = {4'd0, mask[7:4], 4'd0, mask[3:0]};
  wire [15:0] even2 = (even4 | even4 << 2) & 16'h3333;
  wire [15:0] even  = (even2 | even2 << 1) & 16'h5555;

  // RF-8: by the register alone, whatever the lanes
  assign sw_valid = valid && exists;
  assign sw_par   = m.wid[0];
  assign sw_q     = q;
  assign sw_row   = m.row_base + regno;
  assign sw_half  = is_r16;
  always_comb begin
    sw_be   = '0;
    sw_data = res_r;
    if (sw_valid) begin
      sw_be = (even & {16{!is_r16 || !dst_hi}}) | ({even[14:0], 1'b0} & {16{!is_r16 || dst_hi}});
      if (is_r16)
        for (int i = 0; i < 8; i++) sw_data[32*i + 16 +: 16] = res_r[32*i +: 16];
    end
  end

  // --- $c and $a ---------------------------------------------------------------------------------
  // WB-3
  assign w_wid    = m.wid;
  assign w_mask   = mask;
  assign cw_valid = (valid && m.cdst_en) ? (4'b1 << q) : 4'b0;
  assign cw_idx   = m.cdst;
  assign cw_data  = res_cc;
  assign aw_valid = (valid && to_a) ? (4'b1 << q) : 4'b0;
  assign aw_idx   = m.dst[2:0];
  always_comb begin
    aw_data = 'x;
    if (aw_valid != '0)
      for (int i = 0; i < 8; i++) aw_data[16*i +: 16] = res_r[32*i +: 16];
  end

  // --- completion --------------------------------------------------------------------------------
  // WB-4
  assign done_valid = valid && (q == 2'd3);
  assign done       = m;

  assign tr_valid = valid;
  assign tr_q     = q;
  assign tr_mask  = mask;
  assign tr_data  = res_r;
  assign tr_n     = {to_a, m.cdst_en, exists};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("results leave the SPs when they are expected", rst || res_valid == valid)

endmodule
`default_nettype wire
