// SPDX-License-Identifier: Apache-2.0
// sm_cfetch: the constants of an indirect c[] operand, one distinct address every second cycle.
//
// From sm_collect  is_*, cf_*: the operation, addresses and executing lanes of its quarters
// To   sm_const    req_*, until served; to sm_head done; to the operand stores cbuf, the words of all lanes
//
// A constant-fetch operation issued at t delivers addresses and executing lanes quarter by quarter (cf_*, t+2+q).
// Passes ask sm_const from t+6 on, one every second cycle: the address of the lowest lane left, for all lanes that have
// the same. A pass is asked again until it is served. Without executing lanes there is one pass, which asks for
// nothing. The word arrives CONST_LATENCY cycles later; its addressed part goes to the lanes of the pass in the buffer,
// which the body of the same warp collects as an operand. done is high in the cycle after the last pass was served
// (without misses t+7+2(P-1)).
`include "assert.svh"
`include "isa_ops.svh"
`default_nettype none

module sm_cfetch #(
  parameter int FOLD = 1
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,

  input  wire           is_cf,         // cycle t
  input  wire  [3:0]    is_cseg,
  input  wire  [1:0]    is_cmode,

  input  wire  [3:0]    cf_valid,      // per quarter
  input  wire  [512/FOLD-1:0] cf_addr, // FOLD other than 1: in phases (docs/units/fold.md)
  input  wire  [31:0]   cf_mask,

  output wire           req_valid,
  output wire           req_none,      // no lane executes: nothing to look up
  input  wire           served,        // the request of this cycle is answered
  output wire  [3:0]    req_seg,
  output logic [15:0]   req_addr,
  input  wire  [31:0]   rsp_data,
  output logic          done,

  output logic [1023:0] cbuf
);

  logic [3:0]   seg_q;
  logic [1:0]   mode_q;
  logic [511:0] addr_q;
  logic [31:0]  rem_q;
  logic         busy_q;                // passes left
  logic         gap_q;                 // odd cycle between two passes

  // --- passes ------------------------------------------------------------------------------------
  // CONST-4, CONST-5
  assign req_valid = busy_q && !gap_q;
  assign req_seg   = seg_q;
  assign req_none  = rem_q == '0;

  logic [31:0] serve;
  always_comb begin
    req_addr = '0;
    serve    = '0;
    if (req_valid) begin
      for (int i = 31; i >= 0; i--)
        if (rem_q[i]) req_addr = addr_q[16*i +: 16];
      for (int i = 0; i < 32; i++)
        serve[i] = rem_q[i] && (addr_q[16*i +: 16] == req_addr);
    end
  end
  // CONST-6
  wire last = served && ((rem_q & ~serve) == '0);

  always_ff @(posedge clk)
    if (rst) begin
      busy_q <= 1'b0;
      gap_q  <= 1'b0;
      done   <= 1'b0;
      rem_q  <= '0;
    end else begin
      done  <= last;
      gap_q <= served;
      if (served) rem_q <= rem_q & ~serve;
      if (last) busy_q <= 1'b0;
      if (is_cf) begin
        seg_q  <= is_cseg;
        mode_q <= is_cmode;
      end
      for (int q = 0; q < 4; q++)
        if (cf_valid[q]) begin
          rem_q[8*q +: 8]      <= cf_mask[8*q +: 8];
        end
      if (cf_valid[3]) busy_q <= 1'b1;       // end of t+5
    end

  // FOLD-25: lane by lane as they come, with FOLD = 4 or 8 a phase later
  localparam int AW = 128 / FOLD;
  wire [4*AW-1:0] part;
  wire [3:0]      part_valid;
  wire [2:0]      part_at;
  fold_late #(.ON(FOLD > 2), .WIDTH(4 * AW + 7)) u_late (
    .clk_p, .now({cf_addr, cf_valid, phase}), .late({part, part_valid, part_at}));
  for (genvar q = 0; q < 4; q++) begin : g_quarter
    for (genvar n = 0; n < FOLD; n++) begin : g_part
      if (FOLD == 1) begin : g_whole
        always_ff @(posedge clk)
          if (!rst && part_valid[q]) addr_q[128*q +: 128] <= part[128*q +: 128];
      end else begin : g_phase
        always_ff @(posedge clk_p)
          if (part_valid[q] && part_at == 3'(n)) addr_q[128*q + AW*n +: AW] <= part[AW*q +: AW];
      end
    end
  end
  if (FOLD == 1) begin : g_unused
    wire unused = &{1'b0, part_at};
  end

  // --- responses ---------------------------------------------------------------------------------
  localparam int L = gpu_cfg::CONST_LATENCY;
  logic [L-1:0]    rsp_valid_q;
  logic [32*L-1:0] rsp_serve_q;
  logic [2*L-1:0]  rsp_off_q;

  always_ff @(posedge clk) begin
    rsp_valid_q <= rst ? '0 : {rsp_valid_q[L-2:0], served};
    rsp_serve_q <= {rsp_serve_q[32*(L-1)-1:0], serve};
    rsp_off_q   <= {rsp_off_q[2*(L-1)-1:0], req_addr[1:0]};
  end

  wire [1:0]   off   = rsp_off_q[2*L-1 -: 2];
  wire [15:0]  half  = off[1] ? rsp_data[31:16] : rsp_data[15:0];
  logic [31:0] value;
  always_comb                           // execution extends signs (CONST-8)
    case (mode_q)
      `SM_U8:  value = {24'b0, off[0] ? half[15:8] : half[7:0]};
      `SM_U16,
      `SM_S16: value = {16'b0, half};
      default: value = rsp_data;
    endcase

  always_ff @(posedge clk)
    if (rsp_valid_q[L-1])
      for (int i = 0; i < 32; i++)
        if (rsp_serve_q[32*(L-1) + i]) cbuf[32*i +: 32] <= value;

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("no lanes come while passes are left", rst || cf_valid == 4'd0 || !busy_q)
  `ASSERT("a pass that is served was asked for", rst || !served || req_valid)

endmodule
`default_nettype wire
