// SPDX-License-Identifier: Apache-2.0
// mem_bench: mem_system of two TPCs, three SMs each, and two partitions with small chips; with PLANTED one of each. For
// random.cpp: requests in 11 words, answers in 9; bd_* writes and reads sectors of the chips behind their back.
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`default_nettype none

module mem_bench #(
`ifdef PLANTED
  parameter int TPCS = 1,
  parameter int NSM = 1,
  parameter int PARTITIONS = 1,
`else
  parameter int TPCS = 2,
  parameter int NSM = 3,
  parameter int PARTITIONS = 2,
`endif
  parameter int ROW_BITS = 6
) (
  input  wire           clk,
  input  wire           rst,
  output wire  [3:0]    tpcs,            // how large it is
  output wire  [3:0]    sms,
  output wire  [3:0]    partitions,
  output wire  [3:0]    row_bits,
  input  wire  [31:0]   dir_base,
  input  wire  [31:0]   l3_base,
  input  wire  [7:0]    q_valid,         // port 4 * TPC + SM, or + NSM: texture unit
  output wire  [7:0]    q_ready,
  input  wire  [2815:0] q,
  output wire  [7:0]    a_valid,
  input  wire  [7:0]    a_ready,
  output wire  [2303:0] a,
  input  wire  [1:0]    l_asked,
  input  wire  [37:0]   l_addr,
  output wire  [1:0]    l_ready,
  output wire  [1:0]    l_valid,
  output wire  [63:0]   l_word,
  output wire  [3:0]    fault,
  output wire  [63:0]   cmd,             // of each partition, 32 bits
  output wire  [1:0]    drive,
  output wire  [255:0]  out,
  output wire  [31:0]   broken,          // rules of the chips
  input  wire           bd_write,
  input  wire           bd_part,
  input  wire  [21:0]   bd_sector,
  input  wire  [255:0]  bd_data,
  output wire  [255:0]  bd_read
);
  localparam int P = NSM + 1;
  assign tpcs       = 4'(TPCS);
  assign sms        = 4'(NSM);
  assign partitions = 4'(PARTITIONS);
  assign row_bits   = 4'(ROW_BITS);

  wire step, mstep;
  gpu_steps u_steps (.clk, .rst, .step, .mstep);

  wire [TPCS*P-1:0]              mqv, mqr, mav, mar;
  wire [`MEM_REQ_W*TPCS*P-1:0]   mq;
  wire [`MEM_RSP_W*TPCS*P-1:0]   ma;
  wire [2*`TLB_FAULT_W*TPCS-1:0] faults;
  wire [`DRAM_CMD_W*PARTITIONS-1:0] cmds;
  wire [PARTITIONS-1:0]          drives;
  wire [16*PARTITIONS-1:0]       masks;
  wire [128*PARTITIONS-1:0]      outs, ins;
  for (genvar i = 0; i < 8; i++) begin : g_port
    if (i / 4 < TPCS && i % 4 < P) begin : g
      localparam int N = P * (i / 4) + i % 4;
      assign mqv[N] = q_valid[i];
      assign mar[N] = a_ready[i];
      assign mq[`MEM_REQ_W*N +: `MEM_REQ_W] = q[352*i +: `MEM_REQ_W];
      assign q_ready[i] = mqr[N];
      assign a_valid[i] = mav[N];
      assign a[288*i +: 288] = 288'(ma[`MEM_RSP_W*N +: `MEM_RSP_W]);
    end else begin : g
      assign q_ready[i] = 1'b0;
      assign a_valid[i] = 1'b0;
      assign a[288*i +: 288] = '0;
    end
  end
  wire [31:0] broken_of [0:1];
  wire [255:0] read_of [0:1];
  for (genvar i = 0; i < 2; i++) begin : g_side
    if (i >= TPCS) begin : g_t
      assign l_ready[i] = 1'b0;
      assign l_valid[i] = 1'b0;
      assign l_word[32*i +: 32] = '0;
      assign fault[2*i +: 2] = '0;
    end else begin : g_t
      assign fault[2*i]     = faults[2*`TLB_FAULT_W*i + `TLB_FAULT_W-1];
      assign fault[2*i + 1] = faults[2*`TLB_FAULT_W*(i + 1)-1];
    end
    if (i >= PARTITIONS) begin : g_p
      assign cmd[32*i +: 32] = '0;
      assign drive[i] = 1'b0;
      assign out[128*i +: 128] = '0;
      assign broken_of[i] = '0;
      assign read_of[i] = '0;
    end else begin : g_p
      dram_cmd_t c;
      wire [8*48-1:0] why;
      assign c = cmds[`DRAM_CMD_W*i +: `DRAM_CMD_W];
      assign cmd[32*i +: 32] = 32'(c);
      assign drive[i] = drives[i];
      assign out[128*i +: 128] = outs[128*i +: 128];
      dram_chip #(.ROW_BITS(ROW_BITS)) u_chip (
        .clk, .mstep(mstep && !rst), .cmd(c), .dq_drive(drives[i]), .dq_mask(masks[16*i +: 16]),
        .dq_in(outs[128*i +: 128]), .dq_out(ins[128*i +: 128]), .broken(broken_of[i]), .why);
      assign read_of[i] = u_chip.mem[bd_sector[ROW_BITS+9:0]];
      always @(posedge clk)
        if (bd_write && bd_part == 1'(i)) u_chip.mem[bd_sector[ROW_BITS+9:0]] = bd_data;
    end
  end
  assign broken  = broken_of[0] + broken_of[1];
  assign bd_read = read_of[bd_part];

  mem_system #(.TPCS(TPCS), .NSM(NSM), .PARTITIONS(PARTITIONS)) u_mem (
    .clk, .rst, .step, .mstep, .dir_base(dir_base[31:6]), .l3_base(l3_base[31:8]), .inv(3'd0),
    .mem_req_valid(mqv), .mem_req_ready(mqr), .mem_req(mq), .mem_rsp_valid(mav), .mem_rsp_ready(mar), .mem_rsp(ma),
    .l3_req_valid(l_asked[TPCS-1:0]), .l3_req_addr(l_addr[19*TPCS-1:0]), .l3_req_ready(l_ready[TPCS-1:0]),
    .l3_rsp_valid(l_valid[TPCS-1:0]), .l3_rsp_data(l_word[32*TPCS-1:0]), .fault(faults),
    .host_req_valid(1'b0), .host_req_ready(), .host_req('0), .idle(),
    .dram_cmd(cmds), .dram_drive(drives), .dram_mask(masks), .dram_out(outs), .dram_in(ins));
endmodule
`default_nettype wire
