// SPDX-License-Identifier: Apache-2.0
// fifo_ram: a queue in block RAM; its head is in a register, visible three clocks after it was written, and three after
// the one before it was taken.
`default_nettype none

module fifo_ram #(
  parameter int WIDTH = 32,
  parameter int DEPTH = 64           // a power of two
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               in_valid,
  output wire               in_ready,
  input  wire  [WIDTH-1:0]  in_data,
  output wire               out_valid,
  input  wire               out_ready,
  output logic [WIDTH-1:0]  out_data,
  output wire               empty
);

  localparam int AW = $clog2(DEPTH);

  logic [AW:0] put_q, get_q;         // get_q: of the head, if it is visible
  logic        read_q, have_q;       // the head is at the RAM's output, in out_data
  wire         push = in_valid && in_ready;
  wire         pop  = out_valid && out_ready;
  wire         look = !read_q && !have_q && put_q != get_q;

  assign in_ready  = put_q != {!get_q[AW], get_q[AW-1:0]};
  assign out_valid = have_q;
  assign empty     = put_q == get_q;

  wire  [WIDTH-1:0] row;
  sram_1r1w #(.WIDTH(WIDTH), .DEPTH(DEPTH), .EN_BITS(WIDTH), .COLLIDE(0)) u_ram (
    .clk, .rd_en(look), .rd_addr(get_q[AW-1:0]), .rd_data(row),
    .wr_en(push), .wr_addr(put_q[AW-1:0]), .wr_be(1'b1), .wr_data(in_data));

  always_ff @(posedge clk)
    if (read_q) out_data <= row;

  always_ff @(posedge clk)
    if (rst) begin
      put_q  <= '0;
      get_q  <= '0;
      read_q <= 1'b0;
      have_q <= 1'b0;
    end else begin
      read_q <= look;
      if (push) put_q <= put_q + 1'b1;
      if (read_q) have_q <= 1'b1;
      if (pop) begin
        get_q  <= get_q + 1'b1;
        have_q <= 1'b0;
      end
    end

endmodule
`default_nettype wire
