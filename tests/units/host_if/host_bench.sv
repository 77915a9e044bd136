// SPDX-License-Identifier: Apache-2.0
// host_bench: host_if for random.cpp.
`include "dp_types.svh"
`include "sm_enums.svh"
`include "sm_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module host_bench (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,
  input  wire          in_valid,
  output wire          in_ready,
  input  wire  [31:0]  in_data,
  output wire          out_valid,
  input  wire          out_ready,
  output wire  [31:0]  out_data,
  input  wire          running,
  input  wire          moving,
  output wire          launch_valid,
  input  wire          launch_ready,
  output wire  [`LAUNCH_CFG_W-1:0] cfg,
  output wire  [31:0]  local_base,
  output wire  [31:6]  dir_base,
  output wire  [31:8]  l3_base,
  output wire  [2047:0] params,
  output wire          tex_we,
  output wire  [6:0]   tex_idx,
  output wire  [`TIC_W-1:0] tex_data,
  output wire  [2:0]   inv,
  input  wire  [3:0]   next_tpc,
  input  wire  [`FAULT_W-1:0] fault,
  input  wire  [4:0]   fault_sm,
  input  wire          fault_page,
  output wire          mem_req_valid,
  input  wire          mem_req_ready,
  output wire  [`GPU_REQ_W-1:0] mem_req
);
  host_if u_host (.*);
endmodule
`default_nettype wire
