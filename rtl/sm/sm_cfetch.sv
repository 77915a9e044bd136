// SPDX-License-Identifier: Apache-2.0
// sm_cfetch: the constants of an indirect c[] operand, one distinct address every second cycle.
//
// From sm_collect  is_*, cf_*: the operation, addresses and executing lanes of its quarters
// To   sm_const    req_*, until served; to sm_head done
// From sm_collect  rd_q: the quarter that is collected;  to the operand stores rd_data, its words
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
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,

  input  wire           is_cf,         // cycle t
  input  wire  [3:0]    is_cseg,
  input  wire  [1:0]    is_cmode,

  input  wire  [3:0]    cf_valid,      // per quarter
  input  wire  [64*LANES-1:0] cf_addr, // LANES of each quarter at a time (rtl/fold)
  input  wire  [31:0]   cf_mask,

  output wire           req_valid,
  output wire           req_none,      // no lane executes: nothing to look up
  input  wire           served,        // the request of this cycle is answered
  output wire  [3:0]    req_seg,
  output wire  [15:0]   req_addr,
  input  wire  [31:0]   rsp_data,
  output logic          done,

  input  wire  [1:0]    rd_q,
  output wire  [32*LANES-1:0] rd_data
);

  logic [3:0]   seg_q;
  logic [1:0]   mode_q;
  logic [31:0]  rem_q;
  logic         busy_q;                // passes left
  logic         gap_q;                 // odd cycle between two passes

  // --- passes ------------------------------------------------------------------------------------
  // CONST-4, CONST-5
  assign req_valid = busy_q && !gap_q;
  assign req_seg   = seg_q;
  assign req_none  = rem_q == '0;

  // The lowest lane left, wherever a pass is asked for: lanes come in the cycle before the first one, and are served in
  // one before a gap.
  logic [31:0] come;
  logic [4:0]  low, low_q;
  always_comb begin
    for (int q = 0; q < 4; q++) come[8*q +: 8] = cf_valid[q] ? cf_mask[8*q +: 8] : 8'd0;
    low = '0;
`ifdef VERILATOR
    if ((rem_q | come) != '0)                 // changes nothing: tests/rtl_lib/verilator_bodies.sh
`endif
    for (int i = 31; i >= 0; i--)
      if (rem_q[i] || come[i]) low = 5'(i);
  end
  always_ff @(posedge clk) low_q <= low;
  wire  [31:0] same;
  sm_cf_match #(.LANES(LANES)) u_match (
    .clk, .clk_p, .phase, .rst, .cf_valid, .cf_addr, .ask(req_valid), .low(low_q), .addr(req_addr), .same);
  wire  [31:0] serve = req_valid ? rem_q & same : '0;
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

  sm_cf_words #(.LANES(LANES)) u_words (
    .clk, .clk_p, .phase, .rst, .put(rsp_valid_q[L-1]), .lanes(rsp_serve_q[32*L-1 -: 32]), .word(value),
    .rd_q, .rd_data);

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("no lanes come while passes are left", rst || cf_valid == 4'd0 || !busy_q)
  `ASSERT("a pass that is served was asked for", rst || !served || req_valid)
  `ASSERT("a pass asks for a lane that is left", rst || !req_valid || req_none || rem_q[low_q])

endmodule
`default_nettype wire
