// SPDX-License-Identifier: Apache-2.0
// mem_bram: a memory of sectors in block RAM, with the port of sdr_ctrl.sv: a write in each clock, a read in every
// eighth, whose sector is there in the next one. For boards whose own memory has no controller here.
`default_nettype none

module mem_bram #(
  parameter int BYTES = 1 << 16                      // a power of two
) (
  input  wire           clk,
  input  wire           rst,
  input  wire           req_valid,
  output wire           req_ready,
  input  wire           req_write,
  input  wire  [$clog2(BYTES)-1:5] req_addr,
  input  wire  [31:0]   req_mask,
  input  wire  [255:0]  req_data,
  output logic          rsp_valid,
  output wire  [255:0]  rsp_data,
  output wire           init_done
);

  logic [2:0] rest_q;                                // answers come eight clocks after each other (BOARD-14)
  assign req_ready = !rst && rest_q == 3'd0;
  assign init_done = !rst;
  wire   take      = req_valid && req_ready;
  sram_1r1w #(.WIDTH(256), .DEPTH(BYTES / 32), .EN_BITS(8), .COLLIDE(0)) u_ram (
    .clk, .rd_en(take && !req_write), .rd_addr(req_addr), .rd_data(rsp_data),
    .wr_en(take && req_write), .wr_addr(req_addr), .wr_be(req_mask), .wr_data(req_data));
  always_ff @(posedge clk) begin
    rsp_valid <= take && !req_write;
    if (rst)                     rest_q <= 3'd0;
    else if (take && !req_write) rest_q <= 3'd7;
    else if (rest_q != 3'd0)     rest_q <= rest_q - 3'd1;
  end

endmodule
`default_nettype wire
