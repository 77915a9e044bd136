// SPDX-License-Identifier: Apache-2.0
// mem_centre: what all TPCs share of the memory system but the partitions: the crossbar, MMU, L3.
//
// TPCs and partitions are slices, number 0 lowest: c_* between a TPC's end of its link and its tpc_mem, or with
// TPC_LINKS = 0 between the switches and the other end of that link, which is outside then (XBAR-11: for so long who is
// outside can be simulated apart); p_* to the partitions. Latency and throughput are those of its parts, it adds none.
// host_req_*: stores of the host at the port of the L3, which asks for nothing meanwhile (HOST-10).
// Rules: docs/units/mem-system.md.
`include "assert.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module mem_centre #(
  parameter int TPCS       = 10,                     // 1 to 10
  parameter int PARTITIONS = 8,                      // 1, 2, 4, 6, 8
  parameter int TPC_LINKS  = 1                       // as of xbar
) (
  input  wire                             clk,
  input  wire                             rst,
  input  wire                             step,
  input  wire  [31:6]                     dir_base,  // as of mem_system
  input  wire  [31:8]                     l3_base,
  input  wire  [1:0]                      inv,
  input  wire  [TPCS-1:0]                 c_req_valid,
  output wire  [TPCS-1:0]                 c_req_ready,
  input  wire  [`GPU_REQ_W*TPCS-1:0]      c_req,     // gpu_req_t of each
  output wire  [TPCS-1:0]                 c_rsp_valid,
  input  wire  [TPCS-1:0]                 c_rsp_ready,
  output wire  [`GPU_RSP_W*TPCS-1:0]      c_rsp,     // gpu_rsp_t
  output wire  [PARTITIONS-1:0]           p_req_valid,
  input  wire  [PARTITIONS-1:0]           p_req_ready,
  output wire  [`GPU_REQ_W*PARTITIONS-1:0] p_req,    // addr as MSYS-3 says
  input  wire  [PARTITIONS-1:0]           p_rsp_valid,
  output wire  [PARTITIONS-1:0]           p_rsp_ready,
  input  wire  [`GPU_RSP_W*PARTITIONS-1:0] p_rsp,
  input  wire                             host_req_valid,  // 0 in a chip without a host's queue
  output wire                             host_req_ready,
  input  wire  [`GPU_REQ_W-1:0]           host_req,  // gpu_req_t
  output wire                             idle       // holds nothing
);

  localparam int C   = TPCS + 2;
  localparam int S   = PARTITIONS + 2;
  localparam int LOG = $clog2(PARTITIONS);
  localparam int SIX = (PARTITIONS == 6) ? 1 : 0;
  if ((PARTITIONS != (1 << LOG) && SIX == 0) || PARTITIONS > 8) begin : g_bad
    mem_centre_PARTITIONS_must_be_1_2_4_6_or_8 u();
  end

  // L3 and MMU ask, too, and are asked
  wire [C-1:0] ask_valid, ask_ready, told_valid, told_ready;
  wire [S-1:0] s_req_valid, s_req_ready, s_rsp_valid, s_rsp_ready;
  wire [`GPU_REQ_W*C-1:0] from, ask;             // as those who ask send it; with its partition
  wire [`GPU_RSP_W*C-1:0] told;
  wire [`GPU_REQ_W*S-1:0] s_req;
  wire [`GPU_RSP_W*S-1:0] s_rsp;
  wire xbar_idle, l3_idle, mmu_idle;
  assign idle = xbar_idle && l3_idle && mmu_idle;

  assign ask_valid[TPCS-1:0]         = c_req_valid;
  assign c_req_ready                 = ask_ready[TPCS-1:0];
  assign from[`GPU_REQ_W*TPCS-1:0]   = c_req;
  assign c_rsp_valid                 = told_valid[TPCS-1:0];
  assign told_ready                  = {2'b11, c_rsp_ready};
  assign c_rsp                       = told[`GPU_RSP_W*TPCS-1:0];
  assign p_req_valid                 = s_req_valid[PARTITIONS-1:0];
  assign s_req_ready[PARTITIONS-1:0] = p_req_ready;
  assign s_rsp_valid[PARTITIONS-1:0] = p_rsp_valid;
  assign p_rsp_ready                 = s_rsp_ready[PARTITIONS-1:0];
  assign s_rsp[`GPU_RSP_W*PARTITIONS-1:0] = p_rsp;

  // HOST-10
  wire                  l3_ask;
  wire [`GPU_REQ_W-1:0] l3_from;
  assign ask_valid[C-2] = host_req_valid || l3_ask;
  assign from[`GPU_REQ_W*(C-2) +: `GPU_REQ_W] = host_req_valid ? host_req : l3_from;
  assign host_req_ready = ask_ready[C-2];

  // MSYS-3: of fewer partitions than eight the number has fewer bits, of six it has to be divided for
  for (genvar c = 0; c < C; c++) begin : g_to
    wire [`GPU_REQ_W-1:0] r = from[`GPU_REQ_W*c +: `GPU_REQ_W];
    wire [3:0] dst = r[`GPU_REQ_W-1 -: 4];
    wire [3:0] number;
    if (SIX != 0) begin : g_six
      wire [1:0]  third;
      wire [23:0] unused_quotient;
      div3 #(.W(24)) u_third (.number({1'b0, r[319:297]}), .quotient(unused_quotient), .remainder(third));
      assign number = {1'b0, third, r[296]};
      wire unused = &{1'b0, unused_quotient};
    end else begin : g_power
      assign number = dst & 4'(PARTITIONS - 1);
    end
    wire [3:0] some = dst < `XBAR_TO_L3 ? number : dst;
    assign ask[`GPU_REQ_W*c +: `GPU_REQ_W] = {some, r[`GPU_REQ_W-5:0]};
  end

  xbar #(.TPCS(TPCS), .PARTITIONS(PARTITIONS), .TPC_LINKS(TPC_LINKS)) u_xbar (
    .clk, .rst, .step, .c_req_valid(ask_valid), .c_req_ready(ask_ready), .c_req(ask), .c_rsp_valid(told_valid),
    .c_rsp_ready(told_ready), .c_rsp(told),
    .s_req_valid, .s_req_ready, .s_req, .s_rsp_valid, .s_rsp_ready, .s_rsp, .idle(xbar_idle));

  l3 u_l3 (
    .clk, .rst(rst || inv[1]), .step, .base(l3_base), .req_valid(s_req_valid[S-2]), .req_ready(s_req_ready[S-2]),
    .req(s_req[`GPU_REQ_W*(S-2) +: `GPU_REQ_W]), .rsp_valid(s_rsp_valid[S-2]), .rsp_ready(s_rsp_ready[S-2]),
    .rsp(s_rsp[`GPU_RSP_W*(S-2) +: `GPU_RSP_W]), .mem_req_valid(l3_ask),
    .mem_req_ready(ask_ready[C-2] && !host_req_valid), .mem_req(l3_from), .mem_rsp_valid(told_valid[C-2]),
    .mem_rsp(told[`GPU_RSP_W*(C-2) +: `GPU_RSP_W]), .idle(l3_idle));
  mmu u_mmu (
    .clk, .rst, .step, .dir_base, .inv(inv[0]), .req_valid(s_req_valid[S-1]), .req_ready(s_req_ready[S-1]),
    .req(s_req[`GPU_REQ_W*(S-1) +: `GPU_REQ_W]), .rsp_valid(s_rsp_valid[S-1]), .rsp_ready(s_rsp_ready[S-1]),
    .rsp(s_rsp[`GPU_RSP_W*(S-1) +: `GPU_RSP_W]), .mem_req_valid(ask_valid[C-1]), .mem_req_ready(ask_ready[C-1]),
    .mem_req(from[`GPU_REQ_W*(C-1) +: `GPU_REQ_W]), .mem_rsp_valid(told_valid[C-1]),
    .mem_rsp(told[`GPU_RSP_W*(C-1) +: `GPU_RSP_W]), .idle(mmu_idle));

  // MSYS-3: what a partition sees; addr is in front of mask and data
  for (genvar p = 0; p < PARTITIONS; p++) begin : g_near
    wire [`GPU_REQ_W-1:0] r    = s_req[`GPU_REQ_W*p +: `GPU_REQ_W];
    wire [31:0]           addr = r[319:288];
    wire [20:0]           place;
    if (SIX != 0) begin : g_six
      wire [23:0] quotient;
      wire [1:0]  unused_third;
      div3 #(.W(24)) u_place (.number({1'b0, addr[31:9]}), .quotient, .remainder(unused_third));
      assign place = quotient[20:0];
      wire unused = &{1'b0, addr[8], quotient[23:21], unused_third};
    end else begin : g_power
      assign place = 21'(addr >> (8 + LOG));
    end
    assign p_req[`GPU_REQ_W*p +: `GPU_REQ_W] = {r[`GPU_REQ_W-1:320], place, 3'(p), addr[7:0], r[287:0]};
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("the host stores while the L3 asks for nothing", rst || !host_req_valid || l3_idle)

endmodule
`default_nettype wire
