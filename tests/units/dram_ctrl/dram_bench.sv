// SPDX-License-Identifier: Apache-2.0
// dram_bench: controller, chips and clocks; requests, answers and what is on the pins as ports.
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`default_nettype none

module dram_bench #(
  parameter int ROW_BITS = 4
) (
  input  wire          clk,
  input  wire          rst,
  output wire          step,
  output wire          mstep,
  input  wire          req_valid,
  output wire          req_ready,
  input  wire          req_write,
  input  wire  [5:0]   req_id,
  input  wire  [21:0]  req_sector,
  input  wire  [31:0]  req_mask,
  input  wire  [255:0] req_data,
  output wire          rsp_valid,
  output wire  [5:0]   rsp_id,
  output wire  [255:0] rsp_data,
  output wire  [2:0]   op,
  output wire  [2:0]   bank,
  output wire  [11:0]  row,
  output wire  [6:0]   col,
  output wire          close,
  output wire          drive,
  output wire  [15:0]  mask,
  output wire  [127:0] data,
  output int           broken
);

  dram_req_t    req;
  dram_rsp_t    rsp;
  dram_cmd_t    cmd;
  wire [127:0]  read;
  wire [8*48-1:0] why;
  assign req = {req_write, req_id, req_sector, req_mask, req_data};
  assign {rsp_id, rsp_data} = rsp;
  assign {op, bank, row, col, close} = cmd;

  gpu_steps u_steps (.clk, .rst, .step, .mstep);
  dram_ctrl u_ctrl (.clk, .rst, .step, .mstep, .req_valid, .req_ready, .req, .rsp_valid, .rsp, .cmd, .dq_drive(drive),
                    .dq_mask(mask), .dq_out(data), .dq_in(read));
  dram_chip #(.ROW_BITS(ROW_BITS)) u_chip (.clk, .mstep(mstep && !rst), .cmd, .dq_drive(drive), .dq_mask(mask),
                                           .dq_in(data), .dq_out(read), .broken, .why);

  // What the requests of stimulus.h find there.
  initial
    for (int i = 0; i < 1024 << ROW_BITS; i++)
      for (int k = 0; k < 8; k++) u_chip.mem[i][32*k +: 32] = 32'(i) * 32'h01000193 ^ 32'(k);

endmodule
`default_nettype wire
