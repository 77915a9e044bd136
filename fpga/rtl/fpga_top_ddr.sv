// SPDX-License-Identifier: Apache-2.0
// fpga_top_ddr: what every board with a DDR3 has inside its pins, but for LiteDRAM's core (docs/units/ddr.md): the
// machine (fpga_core) or, with CHIP = 0, the memory test (mem_test), and what stands between it and the core. Clocks,
// pads, reset and the core are the board's (fpga/boards/ecp5_ddr.sv, xc7_ddr.sv).
//
// The memory test runs in any case, and `active` tells of byte lanes that cannot be read, too; the machine has no
// memory then (DDR-10). It has 32 MB at most (BOARD-15), the first of the chip.
`default_nettype none

module fpga_top_ddr #(
  parameter int CHIP      = 1,
  parameter int NSM       = 1,                       // as fpga_core
  parameter int DPU       = gpu_cfg::DPU,
  parameter int TEX       = gpu_cfg::TEX,
  parameter int GATE      = 1,
  parameter int FOLD      = 1,
  parameter int SETTLE    = 1,
  parameter int LATE_IN   = 0,
  parameter int AT_ENDS   = 0,
  parameter int SIGNATURE = 0,
  parameter int TRACE     = 0,
  parameter int CLK_KHZ   = 25_000,
  parameter int UART_CLOCKS = 8,
  parameter int AW        = 29,                      // of a byte of the DDR3, as ddr_ctrl
  parameter int MEM_KHZ   = 50_000,                  // of mem_clk
  parameter int T_RESET   = 500 * MEM_KHZ / 1000,    // as ddr_ctrl
  parameter int T_STEP    = 512,
  parameter int TRAIN     = 1,
  parameter logic [12:0]  MR0    = 13'h320,
  parameter logic [12:0]  MR1    = 13'h006,
  parameter logic [63:0]  DIGEST = 64'd0,
  parameter logic [127:0] BOARD  = 128'd0
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          rx,
  output wire          tx,
  output wire          running,
  output wire          active,

  input  wire          mem_clk,                      // of the core, as all below
  input  wire          mem_rst,
  output wire          wb_cyc,
  output wire          wb_we,
  output wire  [11:0]  wb_adr,
  output wire  [15:0]  wb_dat_w,
  input  wire          wb_ack,
  input  wire  [1:0]   wb_dat_r,
  output wire          cmd_valid,
  input  wire          cmd_ready,
  output wire          cmd_we,
  output wire  [AW-1:4] cmd_addr,
  output wire          wdata_valid,
  input  wire          wdata_ready,
  output wire  [15:0]  wdata_we,
  output wire  [127:0] wdata_data,
  input  wire          rdata_valid,
  input  wire  [127:0] rdata_data
);

  localparam int MW = CHIP != 0 && AW > 25 ? 25 : AW;            // of a byte of what is used

  wire          req_valid, req_ready, req_write, rsp_valid, init_done, init_good;
  wire [MW-1:5] req_addr;
  wire [31:0]   req_mask;
  wire [255:0]  req_data, rsp_data;
  wire [1:0]    lanes_bad;

  if (CHIP != 0) begin : g_chip
    fpga_core #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .GATE(GATE), .FOLD(FOLD), .SETTLE(SETTLE),
                .LATE_IN(LATE_IN), .AT_ENDS(AT_ENDS), .SIGNATURE(SIGNATURE), .TRACE(TRACE),
                .MEM_BYTES(1 << MW), .CLOCK_HZ(1000 * CLK_KHZ), .UART_CLOCKS(UART_CLOCKS), .DIGEST(DIGEST),
                .BOARD(BOARD)) u_core (
      .clk, .rst, .rx, .tx, .running, .active, .mem_req_valid(req_valid), .mem_req_ready(req_ready),
      .mem_req_write(req_write), .mem_req_addr(req_addr), .mem_req_mask(req_mask), .mem_req_data(req_data),
      .mem_rsp_valid(rsp_valid), .mem_rsp_data(rsp_data), .mem_ready(init_good));
    wire unused = &{1'b0, init_done, lanes_bad};
  end else begin : g_test
    wire wrong;
    mem_test #(.MEM_BYTES(1 << MW), .UART_CLOCKS(UART_CLOCKS)) u_test (
      .clk, .rst, .rx, .tx, .running, .active(wrong), .mem_req_valid(req_valid), .mem_req_ready(req_ready),
      .mem_req_write(req_write), .mem_req_addr(req_addr), .mem_req_mask(req_mask), .mem_req_data(req_data),
      .mem_rsp_valid(rsp_valid), .mem_rsp_data(rsp_data), .mem_ready(init_done));
    assign active = wrong || (init_done && !init_good);
    wire unused = &{1'b0, lanes_bad};
  end

  ddr_ctrl #(.TRAIN(TRAIN), .LANES(2), .AW(AW), .CLK_KHZ(MEM_KHZ), .T_RESET(T_RESET), .T_STEP(T_STEP), .MR0(MR0),
             .MR1(MR1)) u_ctrl (
    .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr((AW-5)'(req_addr)), .req_mask, .req_data, .rsp_valid,
    .rsp_data, .init_done, .init_good, .mem_clk, .mem_rst, .lanes_bad, .wb_cyc, .wb_we, .wb_adr, .wb_dat_w, .wb_ack,
    .wb_dat_r, .cmd_valid, .cmd_ready, .cmd_we, .cmd_addr, .wdata_valid, .wdata_ready, .wdata_we, .wdata_data,
    .rdata_valid, .rdata_data);

endmodule
`default_nettype wire
