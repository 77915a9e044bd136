// SPDX-License-Identifier: Apache-2.0
// sm_xwb with sm_rf: result steps of the SFU and the DPU reach the register RAMs and $c once each, in order, at most
// one per cycle.
//
// Each source offers numbered steps, the next when the last was granted (word: {3'd5 or 3'd6, lane, number}). In the
// cycle of its grant a step writes exactly the row, quarter, lanes and halves it should, and in no other cycle a word
// of that source is written. The SFU goes first; a step that waited eight cycles raises starve of its parity, nothing
// else does. Rules (docs/units): XWB-1, XWB-2, XWB-3, WB-5, WB-6.
//
//! proves write-back of SFU and DPU: each step written once, in order, in its own lanes, at most one per cycle; starve
//! proves after 8 cycles
//! by pdr:14
//! test
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "dp_types.svh"
`include "formal.svh"
`include "ram_ports.svh"
`default_nettype none

module proof (
  input wire        clk,
  input wire [7:0]  cfg_nregs,
  input wire [1:0]  offer,               // SFU, DPU
  input wire [1:0]  q0, q1,
  input wire [54:0] m0, m1,
  input wire [7:0]  mask0, mask1,
  input wire        high,
  input wire [63:0] cc,
  input wire [7:0]  rd_en,
  input wire        sw_go, sw_par,
  input wire [1:0]  sw_q,
  input wire [3:0]  block,
  input wire        s_valid, s_par, s_half, g_valid, g_par, g_half,
  input wire [1:0]  la_valid
);
  `F_RESET
  // --- sources: step in offer, held until granted --------------------------------------------------------
  reg  [1:0]  valid;
  reg  [7:0]  number;                    // per source: of the step on offer
  reg  [3:0]  q;
  spm_t       sf_spm, dp_spm, new_dp;
  assign      new_dp = m1;
  reg  [15:0] mask;
  reg         dp_high;
  reg  [63:0] c;
  wire [1:0]  grant;
  always @(posedge clk)
    for (int k = 0; k < 2; k++)
      if (rst) begin
        valid[k]          <= 1'b0;
        number[4*k +: 4]  <= 4'd0;
      end else if (!valid[k] || grant[k]) begin
        valid[k]          <= offer[k];
        number[4*k +: 4]  <= number[4*k +: 4] + {3'd0, grant[k]};
      end
  always @(posedge clk) begin
    if (!valid[0] || grant[0]) begin
      sf_spm <= m0; q[1:0] <= q0; mask[7:0] <= mask0; c[31:0] <= cc[31:0];
    end
    if (!valid[1] || grant[1]) begin
      dp_spm <= m1; q[3:2] <= q1; mask[15:8] <= mask1; c[63:32] <= cc[63:32];
      dp_high <= high && new_dp.dst_kind == `KIND_R64;
    end
  end
  // registers exist and pairs are aligned; no result has 16 bits (proof of sm_decode)
  always @* begin
    assume(sf_spm.dst_kind != `KIND_R16 && dp_spm.dst_kind != `KIND_R16);
    assume(sf_spm.dst_kind != `KIND_R64 || (!sf_spm.dst[0] && !sf_spm.dst[7]));
    assume(dp_spm.dst_kind != `KIND_R64 || (!dp_spm.dst[0] && !dp_spm.dst[7]));
  end

  wire [255:0] data0, data1;
  for (genvar i = 0; i < 8; i++) begin : g_word
    assign data0[32*i +: 32] = {2{3'd5, 3'(i), 6'd0, number[3:0]}};
    assign data1[32*i +: 32] = {2{3'd6, 3'(i), 6'd0, number[7:4]}};
  end

  // --- units ---------------------------------------------------------------------------------------------
  wire [7:0]   rf_row, xc_mask;
  wire [15:0]  rf_be;
  wire [255:0] rf_data;
  wire [1:0]   starve, xc_idx;
  wire [3:0]   xc_valid;
  wire [4:0]   xc_wid;
  wire [31:0]  xc_data;
  (* keep *) sm_xwb xwb (
    .clk, .rst, .cfg_nregs,
    .sf_valid(valid[0]), .sf_q(q[1:0]), .sf_spm, .sf_mask(mask[7:0]), .sf_data(data0), .sf_cc(c[31:0]),
    .sf_grant(grant[0]),
    .dp_valid(valid[1]), .dp_high, .dp_q(q[3:2]), .dp_spm, .dp_mask(mask[15:8]), .dp_data(data1), .dp_cc(c[63:32]),
    .dp_grant(grant[1]), .rf_row, .rf_be, .rf_data, .starve, .xc_valid, .xc_wid, .xc_idx, .xc_mask, .xc_data,
    .tr_valid(), .tr_warp(), .tr_pc(), .tr_q(), .tr_mask(), .tr_data(), .tr_cc(), .tr_writes(), .tr_regno());
  // a result of the SP comes only to an empty skid (proof of sm_rf)
  `F_INSIDE [3:0] \rf.sk_valid_q ;
  wire [3:0] skid = \rf.sk_valid_q ;
  (* keep *) sm_rf rf (
    .clk, .rst, .init_active(1'b0), .init_row(9'd0), .rd_en(rst ? 8'd0 : rd_en), .rd_row(64'd0), .rd_data(),
    .sw_valid(sw_go && !rst && !skid[sw_q]), .sw_par, .sw_q, .sw_row(8'd0), .sw_be(16'hffff), .sw_data(256'd0),
    .xs_valid(valid[0]), .xs_par(sf_spm.wid[0]), .xs_q(q[1:0]), .xs_grant(grant[0]),
    .xd_valid(valid[1]), .xd_par(dp_spm.wid[0]), .xd_q(q[3:2]), .xd_grant(grant[1]),
    .xw_block(block), .xw_row(rf_row), .xw_be(rf_be), .xw_data(rf_data),
    .lw_s_valid(s_valid), .lw_s_par(s_par), .lw_s_half(s_half), .lw_s_grant(), .lw_s_lock(1'b0), .xc_valid,
    .lw_g_valid(g_valid), .lw_g_par(g_par), .lw_g_half(g_half), .lw_g_grant(),
    .lw_row(8'd0), .lw_be(32'hffffffff), .lw_data(512'd0),
    .la_valid, .la_row(8'd0), .la_data0(1024'd0), .la_data1(1024'd0), .la_done(), .la_waiting());
  `F_RF_PORTS

  // --- what a granted step writes ------------------------------------------------------------------------
  reg  [7:0]   waited;                   // cycles, per source, up to 8
  reg  [1:0]   hungry;
  spm_t        m;
  wire         k = !grant[0];            // the source granted
  assign       m = k ? dp_spm : sf_spm;
  wire         hi  = k && dp_high;
  wire [8:0]   regno = {1'b0, m.dst} + {8'd0, hi};
  wire         writes = (m.dst_kind == `KIND_R32 || m.dst_kind == `KIND_R64) && regno < {1'b0, cfg_nregs};
  wire [1:0]   kq = k ? q[3:2] : q[1:0];
  wire [7:0]   kmask = k ? mask[15:8] : mask[7:0];
  reg          mine, low, top;
  always @* begin
    hungry = 2'd0;
    for (int j = 0; j < 2; j++)
      if (valid[j] && waited[4*j +: 4] == 4'd8) hungry[j == 0 ? sf_spm.wid[0] : dp_spm.wid[0]] = 1'b1;
  end
  always @(posedge clk)
    for (int j = 0; j < 2; j++)
      if (rst || !valid[j] || grant[j])   waited[4*j +: 4] <= 4'd0;
      else if (waited[4*j +: 4] != 4'd8)  waited[4*j +: 4] <= waited[4*j +: 4] + 4'd1;

  always @* if (!rst) begin
    assert(grant != 2'd3);
    assert((grant & ~valid) == 2'd0);
    if (valid[0] && grant[1]) assert(port_en[{sf_spm.wid[0], q[1:0]}] || block[q[1:0]]);
    assert(starve == hungry);
    assert(xc_valid == (grant != 2'd0 && m.cdst_en && !hi ? 4'd1 << kq : 4'd0));
    if (xc_valid != 4'd0)
      assert(xc_wid == m.wid && xc_idx == m.cdst && xc_mask == kmask && xc_data == (k ? c[63:32] : c[31:0]));
    for (int r = 0; r < 8; r++) begin
      mine = grant != 2'd0 && {m.wid[0], kq} == 3'(r);
      if (mine) assert(port_en[r] && port_we[r]);
      if (mine && writes) assert(port_row[8*r +: 8] == m.row_base + regno[7:0]);
      for (int i = 0; i < 8; i++) begin
        low = port_en[r] && port_we[r] && port_be[16*r + 2*i]     && port_data[256*r + 32*i + 15];
        top = port_en[r] && port_we[r] && port_be[16*r + 2*i + 1] && port_data[256*r + 32*i + 31];
        assert(low == (mine && writes && kmask[i]));
        assert(top == (mine && writes && kmask[i]));
        if (low)
          assert(port_data[256*r + 32*i +: 16] == {k ? 3'd6 : 3'd5, 3'(i), 6'd0, k ? number[7:4] : number[3:0]});
        if (top)
          assert(port_data[256*r + 32*i + 16 +: 16] == {k ? 3'd6 : 3'd5, 3'(i), 6'd0, k ? number[7:4] : number[3:0]});
      end
    end
  end
endmodule
