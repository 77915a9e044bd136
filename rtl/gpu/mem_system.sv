// SPDX-License-Identifier: Apache-2.0
// mem_system: everything between the TPCs and the memory chips: for each TPC what it has in front of the crossbar, the
// crossbar, MMU, L3, partitions.
//
// Ports of a TPC are slices, TPC 0 lowest: mem_* and l3_* as those of tpc_top. dram_* are the pins of each partition.
// Rules: docs/units/mem-system.md.
`include "mem_types.svh"
`include "gpu/gpu_types.svh"
`include "gpu/dram_types.svh"
`default_nettype none

module mem_system #(
  parameter int TPCS       = 10,                           // 1 to 10
  parameter int NSM        = 3,                            // 1 to 3
  parameter int PARTITIONS = 8                             // 1, 2, 4, 8
) (
  input  wire                                  clk,
  input  wire                                  rst,
  input  wire                                  step,
  input  wire                                  mstep,
  input  wire  [31:6]                          dir_base,   // physical: the page directory
  input  wire  [31:8]                          l3_base,    // physical: code and constants
  input  wire  [2:0]                           inv,        // what is forgotten (GPU-9): TLBs and MMU, L3, texture L2;
                                                           // nothing may be under way
  input  wire  [TPCS*(NSM+1)-1:0]              mem_req_valid,
  output wire  [TPCS*(NSM+1)-1:0]              mem_req_ready,
  input  wire  [`MEM_REQ_W*TPCS*(NSM+1)-1:0]   mem_req,
  output wire  [TPCS*(NSM+1)-1:0]              mem_rsp_valid,
  input  wire  [TPCS*(NSM+1)-1:0]              mem_rsp_ready,
  output wire  [`MEM_RSP_W*TPCS*(NSM+1)-1:0]   mem_rsp,
  input  wire  [TPCS-1:0]                      l3_req_valid,
  input  wire  [19*TPCS-1:0]                   l3_req_addr,
  output wire  [TPCS-1:0]                      l3_req_ready,
  output wire  [TPCS-1:0]                      l3_rsp_valid,
  output wire  [32*TPCS-1:0]                   l3_rsp_data,
  output wire  [2*`TLB_FAULT_W*TPCS-1:0]       fault,
  output wire                                  idle,       // nothing is under way
  output wire  [`DRAM_CMD_W*PARTITIONS-1:0]    dram_cmd,
  output wire  [PARTITIONS-1:0]                dram_drive,
  output wire  [16*PARTITIONS-1:0]             dram_mask,
  output wire  [128*PARTITIONS-1:0]            dram_out,
  input  wire  [128*PARTITIONS-1:0]            dram_in
);

  localparam int C   = TPCS + 2;
  localparam int S   = PARTITIONS + 2;
  localparam int P   = NSM + 1;
  localparam int LOG = $clog2(PARTITIONS);
  if (PARTITIONS != (1 << LOG) || PARTITIONS > 8) begin : g_bad
    mem_system_PARTITIONS_must_be_1_2_4_or_8 u();
  end

  wire [C-1:0] c_req_valid, c_req_ready, c_rsp_valid, c_rsp_ready;
  wire [S-1:0] s_req_valid, s_req_ready, s_rsp_valid, s_rsp_ready;
  wire [`GPU_REQ_W*C-1:0] from, c_req;           // as those who ask send it; with its partition
  wire [`GPU_RSP_W*C-1:0] c_rsp;
  wire [`GPU_REQ_W*S-1:0] s_req;
  wire [`GPU_RSP_W*S-1:0] s_rsp;
  wire [TPCS-1:0] tpc_idle;
  wire [PARTITIONS-1:0] partition_idle;
  wire xbar_idle, l3_idle, mmu_idle;
  assign idle = (&tpc_idle) && (&partition_idle) && xbar_idle && l3_idle && mmu_idle;

  for (genvar t = 0; t < TPCS; t++) begin : g_tpc
    tpc_mem #(.NSM(NSM)) u_tpc (
      .clk, .rst, .step, .inv(inv[0]), .tpc(4'(t)), .mem_req_valid(mem_req_valid[P*t +: P]),
      .mem_req_ready(mem_req_ready[P*t +: P]), .mem_req(mem_req[`MEM_REQ_W*P*t +: `MEM_REQ_W*P]),
      .mem_rsp_valid(mem_rsp_valid[P*t +: P]), .mem_rsp_ready(mem_rsp_ready[P*t +: P]),
      .mem_rsp(mem_rsp[`MEM_RSP_W*P*t +: `MEM_RSP_W*P]), .l3_req_valid(l3_req_valid[t]),
      .l3_req_addr(l3_req_addr[19*t +: 19]), .l3_req_ready(l3_req_ready[t]), .l3_rsp_valid(l3_rsp_valid[t]),
      .l3_rsp_data(l3_rsp_data[32*t +: 32]), .req_valid(c_req_valid[t]), .req_ready(c_req_ready[t]),
      .req(from[`GPU_REQ_W*t +: `GPU_REQ_W]), .rsp_valid(c_rsp_valid[t]), .rsp_ready(c_rsp_ready[t]),
      .rsp(c_rsp[`GPU_RSP_W*t +: `GPU_RSP_W]), .fault(fault[2*`TLB_FAULT_W*t +: 2*`TLB_FAULT_W]),
      .idle(tpc_idle[t]));
  end

  // MSYS-3: of fewer partitions than eight the number has fewer bits
  for (genvar c = 0; c < C; c++) begin : g_to
    wire [`GPU_REQ_W-1:0] r = from[`GPU_REQ_W*c +: `GPU_REQ_W];
    wire [3:0] dst  = r[`GPU_REQ_W-1 -: 4];
    wire [3:0] some = dst < `XBAR_TO_L3 ? dst & 4'(PARTITIONS - 1) : dst;
    assign c_req[`GPU_REQ_W*c +: `GPU_REQ_W] = {some, r[`GPU_REQ_W-5:0]};
  end

  xbar #(.TPCS(TPCS), .PARTITIONS(PARTITIONS)) u_xbar (
    .clk, .rst, .step, .c_req_valid, .c_req_ready, .c_req, .c_rsp_valid, .c_rsp_ready, .c_rsp,
    .s_req_valid, .s_req_ready, .s_req, .s_rsp_valid, .s_rsp_ready, .s_rsp, .idle(xbar_idle));

  l3 u_l3 (
    .clk, .rst(rst || inv[1]), .step, .base(l3_base), .req_valid(s_req_valid[S-2]), .req_ready(s_req_ready[S-2]),
    .req(s_req[`GPU_REQ_W*(S-2) +: `GPU_REQ_W]), .rsp_valid(s_rsp_valid[S-2]), .rsp_ready(s_rsp_ready[S-2]),
    .rsp(s_rsp[`GPU_RSP_W*(S-2) +: `GPU_RSP_W]), .mem_req_valid(c_req_valid[C-2]), .mem_req_ready(c_req_ready[C-2]),
    .mem_req(from[`GPU_REQ_W*(C-2) +: `GPU_REQ_W]), .mem_rsp_valid(c_rsp_valid[C-2]),
    .mem_rsp(c_rsp[`GPU_RSP_W*(C-2) +: `GPU_RSP_W]), .idle(l3_idle));
  mmu u_mmu (
    .clk, .rst, .step, .dir_base, .inv(inv[0]), .req_valid(s_req_valid[S-1]), .req_ready(s_req_ready[S-1]),
    .req(s_req[`GPU_REQ_W*(S-1) +: `GPU_REQ_W]), .rsp_valid(s_rsp_valid[S-1]), .rsp_ready(s_rsp_ready[S-1]),
    .rsp(s_rsp[`GPU_RSP_W*(S-1) +: `GPU_RSP_W]), .mem_req_valid(c_req_valid[C-1]), .mem_req_ready(c_req_ready[C-1]),
    .mem_req(from[`GPU_REQ_W*(C-1) +: `GPU_REQ_W]), .mem_rsp_valid(c_rsp_valid[C-1]),
    .mem_rsp(c_rsp[`GPU_RSP_W*(C-1) +: `GPU_RSP_W]), .idle(mmu_idle));
  assign c_rsp_ready[C-1:C-2] = 2'b11;

  for (genvar p = 0; p < PARTITIONS; p++) begin : g_partition
    // addr is in front of mask and data
    wire [`GPU_REQ_W-1:0] r    = s_req[`GPU_REQ_W*p +: `GPU_REQ_W];
    wire [31:0]           addr = r[319:288];
    wire [`GPU_REQ_W-1:0] near = {r[`GPU_REQ_W-1:320], 21'(addr >> (8 + LOG)), 3'(p), addr[7:0], r[287:0]};
    gpu_rsp_t  answer;
    dram_cmd_t cmd;
    partition u_partition (
      .clk, .rst, .step, .mstep, .inv(inv[2]), .number(3'(p)), .req_valid(s_req_valid[p]),
      .req_ready(s_req_ready[p]), .req(near),
      .rsp_valid(s_rsp_valid[p]), .rsp_ready(s_rsp_ready[p]), .rsp(answer), .cmd, .dq_drive(dram_drive[p]),
      .dq_mask(dram_mask[16*p +: 16]), .dq_out(dram_out[128*p +: 128]), .dq_in(dram_in[128*p +: 128]),
      .idle(partition_idle[p]));
    assign s_rsp[`GPU_RSP_W*p +: `GPU_RSP_W] = answer;
    assign dram_cmd[`DRAM_CMD_W*p +: `DRAM_CMD_W] = cmd;
  end

endmodule
`default_nettype wire
