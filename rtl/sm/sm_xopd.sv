// SPDX-License-Identifier: Apache-2.0
// sm_xopd: operands of the SFU and the DPU for the eight lanes of one quarter.
//
// From sm_quarter   words as they arrive from the register file (*_wr)
// From smem         an s[] operand, the lanes of a pass (so_*)
// To sm_collect     the lanes that enter in this cycle (sf_rd, dp_rd; zero otherwise)
//
// The SFU has one place: the lanes of a body have entered before the next body's words arrive. The DPU has two. A third high
// word may be wanted in the cycle in which it arrives, and is then handed through.
`include "dp_types.svh"
`default_nettype none

module sm_xopd #(
  parameter int DPU = 1
) (
  input  wire          clk,

  input  wire  [1:0]   sf_wr,          // operands a, b
  input  wire  [5:0]   dp_wr,          // a, b, c, their high words
  input  wire          dp_ent1,        // entry of each of these words
  input  wire          dp_ent2,
  input  wire          dp_ent3,
  input  wire          dp_ent5,
  input  wire          dp_ent6,
  input  wire          dp_ent7,
  input  wire  [255:0] opa,
  input  wire  [7:0]   exec,           // with a
  input  wire  [255:0] opb,
  input  wire  [255:0] opc,
  input  wire  [255:0] hi5,
  input  wire  [255:0] hi6,
  input  wire  [255:0] hi7,

  input  wire          so_valid,
  input  wire  [3:0]   so_entry,
  input  wire  [7:0]   so_mask,
  input  wire  [255:0] so_data,

  input  wire          sf_rd,
  input  wire          sf_four,        // four lanes, else two
  input  wire  [1:0]   sf_pair,        // first lane / 2
  output logic [127:0] sf_a,
  output logic [127:0] sf_b,
  output logic [7:0]   sf_mask,

  input  wire          dp_rd,
  input  wire          dp_ent,
  input  wire  [2:0]   dp_lane,
  output logic [63:0]  dp_a,
  output logic [63:0]  dp_b,
  output logic [63:0]  dp_c,
  output logic [7:0]   dp_mask
);

  // --- SFU ---------------------------------------------------------------------------------------
  logic [255:0] a_q, b_q;
  logic [7:0]   m_q;
  wire          so_sf = so_valid & (so_entry[3:2] == `SOP_SFU);
  always_ff @(posedge clk) begin
    if (sf_wr[0]) begin
      a_q <= opa;
      m_q <= exec;
    end
    if (sf_wr[1]) b_q <= opb;
    if (so_sf)
      for (int i = 0; i < 8; i++)
        if (so_mask[i]) a_q[32*i +: 32] <= so_data[32*i +: 32];
  end

  always_comb begin
    sf_a    = '0;
    sf_b    = '0;
    sf_mask = '0;
    if (sf_rd) begin
      sf_a    = sf_pair[1] ? a_q[255:128] : a_q[127:0];
      sf_b    = sf_pair[1] ? b_q[255:128] : b_q[127:0];
      sf_mask = m_q;
      if (sf_pair[0] & ~sf_four) sf_a[63:0] = sf_a[127:64];
    end
  end

  // --- DPU ---------------------------------------------------------------------------------------
  if (DPU != 0) begin : g_dpu
    logic [255:0] al_q [0:1];
    logic [255:0] bl_q [0:1];
    logic [255:0] cl_q [0:1];
    logic [255:0] ah_q [0:1];
    logic [255:0] bh_q [0:1];
    logic [255:0] ch_q [0:1];
    logic [15:0]  dm_q;
    wire          so_dp = so_valid & (so_entry[3:2] == `SOP_DPU);
    always_ff @(posedge clk) begin
      if (dp_wr[0]) begin
        al_q[dp_ent1]       <= opa;
        dm_q[8*dp_ent1 +: 8] <= exec;
      end
      if (dp_wr[1]) bl_q[dp_ent2] <= opb;
      if (dp_wr[2]) cl_q[dp_ent3] <= opc;
      if (dp_wr[3]) ah_q[dp_ent5] <= hi5;
      if (dp_wr[4]) bh_q[dp_ent6] <= hi6;
      if (dp_wr[5]) ch_q[dp_ent7] <= hi7;
      if (so_dp)
        for (int i = 0; i < 8; i++)
          if (so_mask[i]) al_q[so_entry[0]][32*i +: 32] <= so_data[32*i +: 32];
    end

    wire pass = dp_wr[5] & (dp_ent7 == dp_ent);
    always_comb begin
      dp_a    = '0;
      dp_b    = '0;
      dp_c    = '0;
      dp_mask = '0;
      if (dp_rd) begin
        dp_a    = {ah_q[dp_ent][32*dp_lane +: 32], al_q[dp_ent][32*dp_lane +: 32]};
        dp_b    = {bh_q[dp_ent][32*dp_lane +: 32], bl_q[dp_ent][32*dp_lane +: 32]};
        dp_c    = {pass ? hi7[32*dp_lane +: 32] : ch_q[dp_ent][32*dp_lane +: 32], cl_q[dp_ent][32*dp_lane +: 32]};
        dp_mask = dm_q[8*dp_ent +: 8];
      end
    end
  end else begin : g_none
    always_comb begin
      dp_a    = '0;
      dp_b    = '0;
      dp_c    = '0;
      dp_mask = '0;
    end
    wire unused = &{1'b0, dp_wr, dp_ent1, dp_ent2, dp_ent3, dp_ent5, dp_ent6, dp_ent7, opc, hi5, hi6, hi7,
                    so_entry[0], dp_rd, dp_ent, dp_lane};
  end
  wire unused_so = &{1'b0, so_entry};

endmodule
`default_nettype wire
