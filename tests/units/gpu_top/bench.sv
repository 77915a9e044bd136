// SPDX-License-Identifier: Apache-2.0
// tb_launches: the blocks of several launches without a reset, of a gpu_top whose TPCs and memory are stand-ins: every
// SM of these is ready at all times, also in a launch's cycle 0, in which it loses what it is sent. Each launch must
// have run each of its blocks when it ends, and must end. One TPC of NSM SMs.
//
//! test sm1: rtl;unit NSM=1
//! test sm3: rtl;unit NSM=3
//! planted
//! timeout 60
`include "dp_types.svh"
`include "sm_enums.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`include "tex_types.svh"
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"

module mem_system #(parameter int TPCS = 1, NSM = 1, PARTITIONS = 1) (
  input wire clk, rst, step, mstep, input wire [31:6] dir_base, input wire [31:8] l3_base, input wire [2:0] inv,
  input wire [NSM:0] mem_req_valid, output wire [NSM:0] mem_req_ready, input wire [`MEM_REQ_W*(NSM+1)-1:0] mem_req,
  output wire [NSM:0] mem_rsp_valid, input wire [NSM:0] mem_rsp_ready, output wire [`MEM_RSP_W*(NSM+1)-1:0] mem_rsp,
  input wire l3_req_valid, input wire [18:0] l3_req_addr, output wire l3_req_ready, l3_rsp_valid,
  output wire [31:0] l3_rsp_data, output wire [2*`TLB_FAULT_W-1:0] fault, input wire host_req_valid,
  output wire host_req_ready, input wire [`GPU_REQ_W-1:0] host_req, output wire idle,
  output wire [`DRAM_CMD_W-1:0] dram_cmd, output wire dram_drive, output wire [15:0] dram_mask,
  output wire [127:0] dram_out, input wire [127:0] dram_in
);
  assign mem_req_ready = '1, mem_rsp_valid = '0, l3_req_ready = 1'b1, l3_rsp_valid = 1'b0, fault = '0, idle = 1'b1;
endmodule

module tpc_top #(parameter int NSM = 1, DPU = 1, TEX = 1, HOST_REGS = 0) (
  input wire clk, clk_en, output wire clk_last, input wire clk_seldom, clk_g,
  output wire [1:0] awake, input wire rst, start,
  input wire [31:0] cyc_start,
  input launch_cfg_t cfg, input wire [`SM_PLACE_W*NSM-1:0] place, input wire [2047:0] cfg_params,
  input param_write_t param,
  input tex_write_t cfg_tex, input wire [NSM-1:0] blk_valid,
  output wire [NSM-1:0] blk_ready, input wire [`BLOCK_W*NSM-1:0] blk, output wire [NSM-1:0] blk_done,
  output wire [3*NSM-1:0] blk_done_slot, output wire [NSM:0] mem_req_valid, input wire [NSM:0] mem_req_ready,
  output wire [`MEM_REQ_W*(NSM+1)-1:0] mem_req, input wire [NSM:0] mem_rsp_valid, output wire [NSM:0] mem_rsp_ready,
  input wire [`MEM_RSP_W*(NSM+1)-1:0] mem_rsp, output wire [NSM-1:0] idle, output wire [32*NSM-1:0] cyc,
  output wire [`FAULT_W*NSM-1:0] fault, output wire [`TRACE_W*NSM-1:0] events, output wire [`TR_DATA_W*NSM-1:0] values,
  output wire [63:0] signed_words,
  output wire l3_req_valid, output wire [24:6] l3_req_addr, input wire l3_req_ready, input l3_rsp_t l3_rsp
);
  localparam int BUSY = 9;                           // cycles of a block
  reg [BUSY*NSM-1:0] run_q = '0;                     // blocks on their way, the latest lowest
  assign blk_ready = '1, mem_req_valid = '0, mem_rsp_ready = '1, fault = '0, l3_req_valid = 1'b0;
  assign blk_done = run_q[BUSY*NSM-1 -: NSM];
  always @(posedge clk) run_q <= rst || start ? '0 : {run_q[(BUSY-1)*NSM-1:0], blk_valid};
endmodule

module tb_launches #(parameter int NSM = 1);
  localparam int LAUNCHES = 4, BLOCKS = 5;
  reg clk = 1'b0, rst = 1'b1, launch_valid = 1'b0;
  wire launch_ready, running;
  launch_cfg_t cfg;
  gpu_top #(.TPCS(1), .NSM(NSM), .PARTITIONS(1)) dut (
    .clk, .clk_en(1'b1), .rst, .dir_base(26'd0), .l3_base(24'd0), .inv(3'd0), .cyc_start(32'd0), .first_tpc(4'd0),
    .next_tpc(), .launch_valid, .launch_ready, .cfg, .local_base(32'd0), .cfg_params(2048'd0), .stop(1'b0),
    .cfg_tex_we(1'b0), .cfg_tex_idx(7'd0), .cfg_tex_data({`TIC_W{1'b0}}), .running, .moving(), .fault(), .fault_sm(),
    .fault_page(), .host_req_valid(1'b0), .host_req_ready(), .host_req({`GPU_REQ_W{1'b0}}), .host_step(), .mstep(),
    .dram_cmd(), .dram_drive(), .dram_mask(), .dram_out(), .dram_in(128'd0));
  always #5 clk = !clk;

  integer ran = 0, launch, left, s;                  // blocks that have run, of all launches
  always @(posedge clk) for (s = 0; s < NSM; s = s + 1) if (!rst && dut.blk_done[s]) ran <= ran + 1;

  initial begin
    cfg = '0;
    cfg.nctaid_x = 16'(BLOCKS);
    cfg.nctaid_y = 16'd1;
    cfg.max_blocks = 4'd2;
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (launch = 1; launch <= LAUNCHES; launch = launch + 1) begin
      launch_valid = 1'b1;
      while (!launch_ready) @(negedge clk);
      @(negedge clk) launch_valid = 1'b0;
      for (left = 400; running && left > 0; left = left - 1) @(negedge clk);
      if (running || ran != BLOCKS * launch) begin
        $display("FAIL tb_launches: launch %0d %0s %0d blocks of %0d", launch,
                 running ? "does not end:" : "has ended behind", ran, BLOCKS * launch);
        $finish(0);
        launch = LAUNCHES + 1;
      end
    end
    if (launch == LAUNCHES + 1) $display("PASS tb_launches");
    $finish(0);
  end
endmodule
