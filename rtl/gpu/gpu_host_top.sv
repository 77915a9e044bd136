// SPDX-License-Identifier: Apache-2.0
// gpu_host_top: a graphics card's chip: gpu_top behind the host's queue of commands. Outside: two queues of words, and
// GDDR3 chips.
//
//   words of commands --> host_if --> launch, invalidation, descriptors --> gpu_top --> dram_* pins of each partition
//   words of answers  <--         --> stores to physical memory         -->
//
// From the host  in_*: words of commands; to it out_*: words of answers. Latency: that of host_if, this adds none.
// To the chips   dram_*: as those of gpu_top
//
// A launch ends with its last block or its first fault: the host's `stop` is no command. A reset behind a fault is the
// host's. Rules: docs/units/host-if.md.
`include "dp_types.svh"
`include "sm_enums.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`include "tex_types.svh"
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`default_nettype none

module gpu_host_top #(
  parameter int TPCS       = 10,                     // as of gpu_top
  parameter int NSM        = 3,
  parameter int PARTITIONS = 8,
  parameter int DPU        = gpu_cfg::DPU,
  parameter int TEX        = gpu_cfg::TEX,
  parameter int GATE       = 0,
  parameter int QUEUE      = 64,                     // as of host_if
  parameter int ANSWERS    = 8
) (
  input  wire          clk,
  input  wire          clk_en,
  input  wire          rst,

  input  wire  [31:0]  cyc_start,                    // taken over in reset: where $clock begins
  input  wire  [3:0]   first_tpc,

  input  wire          in_valid,
  output wire          in_ready,
  input  wire  [31:0]  in_data,
  output wire          out_valid,
  input  wire          out_ready,
  output wire  [31:0]  out_data,

  output wire          mstep,
  output wire  [`DRAM_CMD_W*PARTITIONS-1:0] dram_cmd,
  output wire  [PARTITIONS-1:0]             dram_drive,
  output wire  [16*PARTITIONS-1:0]          dram_mask,
  output wire  [128*PARTITIONS-1:0]         dram_out,
  input  wire  [128*PARTITIONS-1:0]         dram_in
);

  // HOST-12
  wire gclk;
  clock_gate #(.KIND(GATE)) u_gate (.clk, .en(clk_en), .gclk);

  wire                      step, running, moving, launch_valid, launch_ready, tex_we, fault_page;
  wire  [`LAUNCH_CFG_W-1:0] cfg;
  wire  [31:0]              local_base;
  wire  [31:6]              dir_base;
  wire  [31:8]              l3_base;
  wire  [2047:0]            params;
  wire  [6:0]               tex_idx;
  wire  [`TIC_W-1:0]        tex_data;
  wire  [2:0]               inv;
  wire  [3:0]               next_tpc;
  wire  [`FAULT_W-1:0]      fault;
  wire  [4:0]               fault_sm;
  wire                      req_valid, req_ready;
  wire  [`GPU_REQ_W-1:0]    req;

  host_if #(.QUEUE(QUEUE), .ANSWERS(ANSWERS)) u_host (
    .clk(gclk), .rst, .step, .in_valid, .in_ready, .in_data, .out_valid, .out_ready, .out_data, .running, .moving,
    .launch_valid, .launch_ready, .cfg, .local_base, .dir_base, .l3_base, .params, .tex_we, .tex_idx, .tex_data, .inv,
    .next_tpc, .fault, .fault_sm, .fault_page, .mem_req_valid(req_valid), .mem_req_ready(req_ready), .mem_req(req));

  gpu_top #(.TPCS(TPCS), .NSM(NSM), .PARTITIONS(PARTITIONS), .DPU(DPU), .TEX(TEX), .GATE(0)) u_gpu (
    .clk(gclk), .clk_en(1'b1), .rst, .dir_base, .l3_base, .inv, .cyc_start, .first_tpc, .next_tpc, .launch_valid,
    .launch_ready, .cfg, .local_base, .cfg_params(params), .stop(1'b0), .cfg_tex_we(tex_we), .cfg_tex_idx(tex_idx),
    .cfg_tex_data(tex_data), .running, .moving, .fault, .fault_sm, .fault_page, .host_req_valid(req_valid),
    .host_req_ready(req_ready), .host_req(req), .host_step(step), .mstep, .dram_cmd, .dram_drive, .dram_mask,
    .dram_out, .dram_in);

endmodule
`default_nettype wire
