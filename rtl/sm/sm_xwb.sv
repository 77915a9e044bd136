// SPDX-License-Identifier: Apache-2.0
// sm_xwb: results of the SFU and the DPU into the register RAMs and $c, one quarter-warp word per cycle.
//
// From sm_sfu, sm_dpu   the oldest step of each (sf_*, dp_*)
// To sm_rf              both as candidates; sm_rf grants at most one, the SFU's first, and takes row, enables, data of
//                       that
// To sm_collect         xc_*: $c result of the granted step
`include "assert.svh"
`include "isa_ops.svh"
`include "dp_types.svh"
`default_nettype none

module sm_xwb (
  input  wire          clk,
  input  wire          rst,
  input  wire  [7:0]   cfg_nregs,

  input  wire          sf_valid,
  input  wire  [1:0]   sf_q,
  input  spm_t         sf_spm,
  input  wire  [7:0]   sf_mask,
  input  wire  [255:0] sf_data,
  input  wire  [31:0]  sf_cc,
  input  wire          sf_grant,

  input  wire          dp_valid,
  input  wire          dp_high,
  input  wire  [1:0]   dp_q,
  input  spm_t         dp_spm,
  input  wire  [7:0]   dp_mask,
  input  wire  [255:0] dp_data,
  input  wire  [31:0]  dp_cc,
  input  wire          dp_grant,

  output wire  [7:0]   rf_row,
  output logic [15:0]  rf_be,
  output logic [255:0] rf_data,
  output logic [1:0]   starve,

  output logic [3:0]   xc_valid,       // per quarter
  output wire  [4:0]   xc_wid,
  output wire  [1:0]   xc_idx,
  output wire  [7:0]   xc_mask,
  output wire  [31:0]  xc_data,

  output wire          tr_valid,
  output wire  [4:0]   tr_warp,
  output wire  [23:0]  tr_pc,
  output wire  [1:0]   tr_q,
  output wire  [7:0]   tr_mask,
  output wire  [255:0] tr_data,
  output wire  [31:0]  tr_cc,
  output wire  [1:0]   tr_writes,
  output wire  [7:0]   tr_regno
);

  // XWB-3
  wire        any = sf_grant || dp_grant;
  spm_t       m;
  assign      m   = sf_grant ? sf_spm : dp_spm;
  wire        high  = !sf_grant && dp_high;
  wire  [1:0] q     = sf_grant ? sf_q : dp_q;
  wire  [7:0] mask  = sf_grant ? sf_mask : dp_mask;

  // no result of 16 bits: proof decode
  wire        is_reg = (m.dst_kind == `KIND_R32) || (m.dst_kind == `KIND_R64);
  wire  [7:0] regno  = m.dst + {7'b0, high};
  wire        exists = is_reg && (regno < cfg_nregs);
  wire        to_c   = m.cdst_en && !high;

  wire  [255:0] data = sf_grant ? sf_data : dp_data;
  assign rf_row = m.row_base + regno;
  assign rf_data = data;
  always_comb begin
    rf_be = '0;
    if (any)
      for (int i = 0; i < 8; i++) rf_be[2*i +: 2] = {2{exists && mask[i]}};
  end

  always_comb begin
    xc_valid = '0;
    if (any && to_c) xc_valid[q] = 1'b1;
  end
  assign xc_wid  = m.wid;
  assign xc_idx  = m.cdst;
  assign xc_mask = mask;
  assign xc_data = sf_grant ? sf_cc : dp_cc;

  // --- starvation ----------------------------------------------------------------------------------
  // WB-5, WB-6
  logic [3:0] sf_wait_q, dp_wait_q;
  wire        sf_starved = sf_valid && (sf_wait_q >= 4'(gpu_cfg::STARVE_CYCLES));
  wire        dp_starved = dp_valid && (dp_wait_q >= 4'(gpu_cfg::STARVE_CYCLES));
  always_comb
    if (sf_starved || dp_starved) starve = {(sf_starved && sf_spm.wid[0]) || (dp_starved && dp_spm.wid[0]),
                                            (sf_starved && !sf_spm.wid[0]) || (dp_starved && !dp_spm.wid[0])};
    else                          starve = '0;
  always_ff @(posedge clk) begin
    if (rst || !sf_valid || sf_grant) sf_wait_q <= '0;
    else if (!sf_starved)           sf_wait_q <= sf_wait_q + 4'd1;
    if (rst || !dp_valid || dp_grant) dp_wait_q <= '0;
    else if (!dp_starved)           dp_wait_q <= dp_wait_q + 4'd1;
  end

  // --- trace -----------------------------------------------------------------------------------------
  assign tr_valid = any;
  assign tr_warp  = m.wid;
  assign tr_pc    = m.pc;
  assign tr_q     = q;
  assign tr_mask  = mask;
  assign tr_data  = data;
  assign tr_cc    = xc_data;
  assign tr_writes = {to_c, exists};
  assign tr_regno  = exists ? regno : 8'd0;

  wire unused = &{1'b0, m};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("one unit is written in a cycle", rst || !(sf_grant && dp_grant))

endmodule
`default_nettype wire
