// SPDX-License-Identifier: Apache-2.0
// sram_1r1w_fwd: synchronous memory, one read and one write port, write enables of EN_BITS bits each, forwarding.
//
// Read data appear in the cycle after rd_en and are held until the next read. A read of the row that is written in the
// same cycle gives the new contents with FORWARD, and without it is not allowed: neither needs the logic with which a
// block RAM is made to give the old contents.
`include "assert.svh"
`default_nettype none

module sram_1r1w_fwd #(
  parameter int WIDTH   = 32,
  parameter int DEPTH   = 32,
  parameter int EN_BITS = 32,
  parameter int FORWARD = 1
) (
  input  wire                       clk,
  input  wire                       rd_en,
  input  wire  [$clog2(DEPTH)-1:0]  rd_addr,
  output wire  [WIDTH-1:0]          rd_data,
  input  wire                       wr_en,
  input  wire  [$clog2(DEPTH)-1:0]  wr_addr,
  input  wire  [WIDTH/EN_BITS-1:0]  wr_be,
  input  wire  [WIDTH-1:0]          wr_data
);

  if (WIDTH % EN_BITS != 0) begin : g_bad
    sram_1r1w_fwd_WIDTH_must_be_a_multiple_of_EN_BITS u();
  end

  `include "ram_merge.svh"

  (* no_rw_check *)
  logic [WIDTH-1:0] mem [0:DEPTH-1];

`ifdef VERILATOR
  // Forwarded as it is read, not as it is given out: nothing is chosen in a cycle without a read. Equal to the other
  // body: tests/rtl_lib/verilator_bodies.sh.
  logic [WIDTH-1:0] read_q;
  always_ff @(posedge clk) begin
    if (rd_en)
      read_q <= FORWARD != 0 && wr_en && rd_addr == wr_addr ? merge(mem[rd_addr], wr_data, wr_be) : mem[rd_addr];
    if (wr_en) `RAM_WRITE(wr_addr)
  end
  assign rd_data = read_q;
`else
  logic [WIDTH-1:0] old_q;
  always_ff @(posedge clk) begin
    if (rd_en) old_q <= mem[rd_addr];
    if (wr_en) `RAM_WRITE(wr_addr)
  end

  if (FORWARD != 0) begin : g_forward
    logic [WIDTH/EN_BITS-1:0] new_be_q;
    logic [WIDTH-1:0]         new_q;
    always_ff @(posedge clk)
      if (rd_en) begin
        new_be_q <= '0;
        if (wr_en && (rd_addr == wr_addr)) begin
          new_be_q <= wr_be;
          new_q    <= wr_data;
        end
      end
    for (genvar i = 0; i < WIDTH / EN_BITS; i++) begin : g_part
      assign rd_data[EN_BITS*i +: EN_BITS] = new_be_q[i] ? new_q[EN_BITS*i +: EN_BITS] : old_q[EN_BITS*i +: EN_BITS];
    end
  end else begin : g_old
    assign rd_data = old_q;
  end
`endif

  if (FORWARD == 0) begin : g_apart
    `ASSERT("no row is read while it is written",
      (rd_en && wr_en && rd_addr == wr_addr && wr_be != '0) !== 1'b1)
  end

endmodule
`default_nettype wire
