// SPDX-License-Identifier: Apache-2.0
// bram_shell: what a board runs whose memory has no controller here: the memory test (fpga/rtl/mem_test.sv) on 64 KB of
// block RAM, its line and its lights. It shows that clock, pins, line and flow are right, and nothing of the memory.
//
// Lights: 0 to 5 count clocks since reset, 6: all that was read was right, 7: something was not.
`default_nettype none

module bram_shell #(
  parameter int CLK_KHZ = 50_000,
  parameter int BAUD    = 115_200,
  parameter int BYTES   = 1 << 16
) (
  input  wire         clk,
  input  wire         up,                            // the clock is there and nobody presses reset; from anywhere
  input  wire         rx,
  output wire         tx,
  output wire  [7:0]  led
);

  localparam int UART_CLOCKS = (CLK_KHZ * 1000 + BAUD / 2) / BAUD;

  wire        rst;
  wire [5:0]  count;
  board_start #(.CLK_KHZ(CLK_KHZ), .BAUD(BAUD), .UART_CLOCKS(UART_CLOCKS)) u_start (.clk, .up, .rst, .count);

  wire         running, active, req_valid, req_ready, req_write, rsp_valid, mem_ready;
  wire [$clog2(BYTES)-1:5] req_addr;
  wire [31:0]  req_mask;
  wire [255:0] req_data, rsp_data;
  mem_test #(.MEM_BYTES(BYTES), .UART_CLOCKS(UART_CLOCKS)) u_test (
    .clk, .rst, .rx, .tx, .running, .active, .mem_req_valid(req_valid), .mem_req_ready(req_ready),
    .mem_req_write(req_write), .mem_req_addr(req_addr), .mem_req_mask(req_mask), .mem_req_data(req_data),
    .mem_rsp_valid(rsp_valid), .mem_rsp_data(rsp_data), .mem_ready);
  mem_bram #(.BYTES(BYTES)) u_mem (
    .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data, .rsp_valid, .rsp_data,
    .init_done(mem_ready));
  assign led = {active, running, count};

endmodule
`default_nettype wire
