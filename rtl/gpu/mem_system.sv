// SPDX-License-Identifier: Apache-2.0
// mem_system: everything between the TPCs and the memory chips: for each TPC what it has in front of the crossbar
// (tpc_mem); what all of them share (mem_centre); partitions.
//
// Ports of a TPC are slices, TPC 0 lowest: mem_* and l3_* as those of tpc_top. dram_* are the pins of each partition.
// Rules: docs/units/mem-system.md.
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`default_nettype none

module mem_system #(
  parameter int TPCS       = 10,                           // 1 to 10
  parameter int NSM        = 3,                            // 1 to 3
  parameter int PARTITIONS = 8                             // 1, 2, 4, 6, 8
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
  input  wire                                  host_req_valid,  // as of mem_centre
  output wire                                  host_req_ready,
  input  wire  [`GPU_REQ_W-1:0]                host_req,
  output wire                                  idle,       // nothing is under way
  output wire  [`DRAM_CMD_W*PARTITIONS-1:0]    dram_cmd,
  output wire  [PARTITIONS-1:0]                dram_drive,
  output wire  [16*PARTITIONS-1:0]             dram_mask,
  output wire  [128*PARTITIONS-1:0]            dram_out,
  input  wire  [128*PARTITIONS-1:0]            dram_in
);

  `include "chip_limits.svh"

  localparam int P = NSM + 1;

  wire [TPCS-1:0] req_valid, req_ready, rsp_valid, rsp_ready;
  wire [`GPU_REQ_W*TPCS-1:0] req;
  wire [`GPU_RSP_W*TPCS-1:0] rsp;
  wire [PARTITIONS-1:0] p_req_valid, p_req_ready, p_rsp_valid, p_rsp_ready;
  wire [`GPU_REQ_W*PARTITIONS-1:0] p_req;
  wire [`GPU_RSP_W*PARTITIONS-1:0] p_rsp;
  wire [TPCS-1:0] tpc_idle;
  wire [PARTITIONS-1:0] partition_idle;
  wire centre_idle;
  assign idle = (&tpc_idle) && (&partition_idle) && centre_idle;

  for (genvar t = 0; t < TPCS; t++) begin : g_tpc
    tpc_mem #(.NSM(NSM)) u_tpc (
      .clk, .rst, .step, .inv(inv[0]), .tpc(4'(t)), .mem_req_valid(mem_req_valid[P*t +: P]),
      .mem_req_ready(mem_req_ready[P*t +: P]), .mem_req(mem_req[`MEM_REQ_W*P*t +: `MEM_REQ_W*P]),
      .mem_rsp_valid(mem_rsp_valid[P*t +: P]), .mem_rsp_ready(mem_rsp_ready[P*t +: P]),
      .mem_rsp(mem_rsp[`MEM_RSP_W*P*t +: `MEM_RSP_W*P]), .l3_req_valid(l3_req_valid[t]),
      .l3_req_addr(l3_req_addr[19*t +: 19]), .l3_req_ready(l3_req_ready[t]), .l3_rsp_valid(l3_rsp_valid[t]),
      .l3_rsp_data(l3_rsp_data[32*t +: 32]), .req_valid(req_valid[t]), .req_ready(req_ready[t]),
      .req(req[`GPU_REQ_W*t +: `GPU_REQ_W]), .rsp_valid(rsp_valid[t]), .rsp_ready(rsp_ready[t]),
      .rsp(rsp[`GPU_RSP_W*t +: `GPU_RSP_W]), .fault(fault[2*`TLB_FAULT_W*t +: 2*`TLB_FAULT_W]),
      .idle(tpc_idle[t]));
  end

  mem_centre #(.TPCS(TPCS), .PARTITIONS(PARTITIONS)) u_centre (
    .clk, .rst, .step, .dir_base, .l3_base, .inv(inv[1:0]), .c_req_valid(req_valid), .c_req_ready(req_ready),
    .c_req(req), .c_rsp_valid(rsp_valid), .c_rsp_ready(rsp_ready), .c_rsp(rsp), .p_req_valid, .p_req_ready, .p_req,
    .p_rsp_valid, .p_rsp_ready, .p_rsp, .host_req_valid, .host_req_ready, .host_req,
    .idle(centre_idle));

  for (genvar p = 0; p < PARTITIONS; p++) begin : g_partition
    gpu_rsp_t  answer;
    dram_cmd_t cmd;
    partition u_partition (
      .clk, .rst, .step, .mstep, .inv(inv[2]), .number(3'(p)), .req_valid(p_req_valid[p]),
      .req_ready(p_req_ready[p]), .req(p_req[`GPU_REQ_W*p +: `GPU_REQ_W]),
      .rsp_valid(p_rsp_valid[p]), .rsp_ready(p_rsp_ready[p]), .rsp(answer), .cmd, .dq_drive(dram_drive[p]),
      .dq_mask(dram_mask[16*p +: 16]), .dq_out(dram_out[128*p +: 128]), .dq_in(dram_in[128*p +: 128]),
      .idle(partition_idle[p]));
    assign p_rsp[`GPU_RSP_W*p +: `GPU_RSP_W] = answer;
    assign dram_cmd[`DRAM_CMD_W*p +: `DRAM_CMD_W] = cmd;
  end

endmodule
`default_nettype wire
