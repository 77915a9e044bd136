// SPDX-License-Identifier: Apache-2.0
// partition_bench: a partition, its chips and clocks; requests, answers, events and what is on the pins as ports.
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`default_nettype none

module partition_bench #(
  parameter int ROW_BITS = 4
) (
  input  wire          clk,
  input  wire          rst,
  output wire          step,
  output wire          mstep,
  input  wire          req_valid,
  output wire          req_ready,
  input  wire  [3:0]   req_src,
  input  wire  [7:0]   req_id,
  input  wire  [2:0]   req_kind,
  input  wire  [1:0]   req_space,
  input  wire  [3:0]   req_aop,
  input  wire  [2:0]   req_mtype,
  input  wire  [31:0]  req_addr,
  input  wire  [31:0]  req_mask,
  input  wire  [255:0] req_data,
  output wire          rsp_valid,
  input  wire          rsp_ready,
  output wire  [3:0]   rsp_dst,
  output wire  [3:0]   rsp_src,
  output wire  [7:0]   rsp_id,
  output wire  [255:0] rsp_data,
  output wire          look,             // a request is looked up
  output wire  [1:0]   found,            // hit, joins, miss; no load of a texture
  output wire  [21:0]  sector,
  output wire          fill,
  output wire  [25:0]  cmd,
  output wire          drive,
  output wire  [15:0]  mask,
  output wire  [127:0] data,
  output int           broken
);

  gpu_req_t     req;
  gpu_rsp_t     rsp;
  dram_cmd_t    pins;
  wire [127:0]  read;
  wire [8*48-1:0] why;
  assign req = {4'd5, req_src, req_id, req_kind, req_space, req_aop, req_mtype, req_addr, req_mask, req_data};
  assign {rsp_dst, rsp_src, rsp_id, rsp_data} = rsp;
  assign cmd    = pins;
  assign look   = u_part.go;
  assign found  = !u_part.tex ? 2'd3 : u_part.hit ? 2'd0 : u_part.joins ? 2'd1 : 2'd2;
  assign sector = u_part.sector;
  assign fill   = u_part.fill_valid;

  gpu_steps u_steps (.clk, .rst, .step, .mstep);
  partition u_part (.clk, .rst, .step, .mstep, .inv(1'b0), .number(3'd5), .req_valid, .req_ready, .req, .rsp_valid,
                    .rsp_ready, .rsp, .cmd(pins), .dq_drive(drive), .dq_mask(mask), .dq_out(data), .dq_in(read));
  dram_chip #(.ROW_BITS(ROW_BITS)) u_chip (.clk, .mstep(mstep && !rst), .cmd(pins), .dq_drive(drive), .dq_mask(mask),
                                           .dq_in(data), .dq_out(read), .broken, .why);

  // What the requests of stimulus.h find there.
  initial
    for (int i = 0; i < 1024 << ROW_BITS; i++)
      for (int k = 0; k < 8; k++) u_chip.mem[i][32*k +: 32] = 32'(i) * 32'h01000193 ^ 32'(k);

endmodule
`default_nettype wire
