// SPDX-License-Identifier: Apache-2.0
// fpga_top: what every board with an SDR SDRAM has inside its pins: fpga_core and the controller of its memory. Clocks,
// pads and reset are the board's (fpga/boards).
`default_nettype none

module fpga_top #(
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
  parameter int ROW_BITS  = 13,                      // of the SDRAM, as sdr_ctrl
  parameter int COL_BITS  = 9,
  parameter int LATE      = 1,
  parameter int T_INIT    = CLK_KHZ / 5,
  parameter logic [63:0]  DIGEST = 64'd0,
  parameter logic [127:0] BOARD  = 128'd0
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        rx,
  output wire        tx,
  output wire        running,
  output wire        active,
  input  wire        ref_extra,                      // a refresh that is not due; 0 on a board

  output wire        sd_cke,
  output wire        sd_cs_n,
  output wire        sd_ras_n,
  output wire        sd_cas_n,
  output wire        sd_we_n,
  output wire [1:0]  sd_ba,
  output wire [(ROW_BITS > 11 ? ROW_BITS : 11)-1:0] sd_a,
  output wire [1:0]  sd_dqm,
  output wire [15:0] sd_dq_out,
  output wire        sd_dq_oe,
  input  wire [15:0] sd_dq_in
);

  localparam int AW = 2 + ROW_BITS + COL_BITS + 1;   // of a byte

  wire          req_valid, req_ready, req_write, rsp_valid, init_done;
  wire [AW-1:5] req_addr;
  wire [31:0]   req_mask;
  wire [255:0]  req_data, rsp_data;

  fpga_core #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .GATE(GATE), .FOLD(FOLD), .SETTLE(SETTLE),
              .LATE_IN(LATE_IN), .AT_ENDS(AT_ENDS), .SIGNATURE(SIGNATURE), .TRACE(TRACE),
              .MEM_BYTES(1 << AW), .CLOCK_HZ(1000 * CLK_KHZ), .UART_CLOCKS(UART_CLOCKS), .DIGEST(DIGEST),
              .BOARD(BOARD)) u_core (
    .clk, .rst, .rx, .tx, .running, .active, .mem_req_valid(req_valid), .mem_req_ready(req_ready),
    .mem_req_write(req_write), .mem_req_addr(req_addr), .mem_req_mask(req_mask), .mem_req_data(req_data),
    .mem_rsp_valid(rsp_valid), .mem_rsp_data(rsp_data), .mem_ready(init_done));

  sdr_ctrl #(.CLK_KHZ(CLK_KHZ), .ROW_BITS(ROW_BITS), .COL_BITS(COL_BITS), .LATE(LATE), .T_INIT(T_INIT)) u_sdram (
    .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data, .rsp_valid, .rsp_data, .init_done,
    .ref_extra, .cke(sd_cke), .cs_n(sd_cs_n), .ras_n(sd_ras_n), .cas_n(sd_cas_n), .we_n(sd_we_n), .ba(sd_ba),
    .a(sd_a), .dqm(sd_dqm), .dq_out(sd_dq_out), .dq_oe(sd_dq_oe), .dq_in(sd_dq_in));

endmodule
`default_nettype wire
