// SPDX-License-Identifier: Apache-2.0
// axi_join: sectors that partitions read and write, as one AXI4 master with beats of 32 bytes; the id is the number of
// the partition, so what one has asked for comes in order, reads and writes each (BUS-5, BUS-6, docs/units/gpu-axi.md).
`default_nettype none

module axi_join #(
  parameter int PARTITIONS = 8,                      // 1 to 8
  parameter int ADDR_W     = 32
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire  [ADDR_W-1:5]        offset,           // bus address - physical address
  output wire                      error,            // for a clock: the bus answers that something went wrong

  // slices, partition 0 lowest
  input  wire  [PARTITIONS-1:0]    rd_valid,
  output wire  [PARTITIONS-1:0]    rd_ready,
  input  wire  [25*PARTITIONS-1:0] rd_sector,
  output wire  [PARTITIONS-1:0]    rd_done,          // rd_data is its
  output wire  [255:0]             rd_data,
  input  wire  [PARTITIONS-1:0]    wr_valid,
  output wire  [PARTITIONS-1:0]    wr_ready,
  input  wire  [25*PARTITIONS-1:0] wr_sector,
  input  wire  [32*PARTITIONS-1:0] wr_strb,
  input  wire  [256*PARTITIONS-1:0] wr_data,
  output wire  [PARTITIONS-1:0]    wr_done,

  output logic                     ar_valid,
  input  wire                      ar_ready,
  output logic [2:0]               ar_id,
  output wire  [ADDR_W-1:0]        ar_addr,
  input  wire                      r_valid,
  output wire                      r_ready,
  input  wire  [2:0]               r_id,
  input  wire  [255:0]             r_data,
  input  wire  [1:0]               r_resp,
  output logic                     aw_valid,
  input  wire                      aw_ready,
  output logic [2:0]               aw_id,
  output wire  [ADDR_W-1:0]        aw_addr,
  output logic                     w_valid,
  input  wire                      w_ready,
  output logic [31:0]              w_strb,
  output logic [255:0]             w_data,
  input  wire                      b_valid,
  output wire                      b_ready,
  input  wire  [2:0]               b_id,
  input  wire  [1:0]               b_resp
);

  // The next one in turn behind LAST.
  function automatic logic [2:0] next(input logic [PARTITIONS-1:0] valid, input logic [2:0] last);
    logic [7:0] all;
    all  = 8'(valid);
    next = last;
    for (int i = 7; i >= 1; i--)
      if (all[last + 3'(i)]) next = last + 3'(i);
  endfunction

  // --- reads -------------------------------------------------------------------------------------------
  logic [ADDR_W-1:5] ar_at_q;
  wire               ar_room = !ar_valid || ar_ready;
  wire  [2:0]        ar_next = next(rd_valid, ar_id);
  wire  [7:0]        ar_mask = 8'd1 << ar_next;
  assign rd_ready = ar_room ? ar_mask[PARTITIONS-1:0] : '0;
  assign ar_addr  = {ar_at_q, 5'd0};
  wire               ar_go = (rd_valid & rd_ready) != '0;
  always_ff @(posedge clk) begin
    if (rst)          ar_valid <= 1'b0;
    else if (ar_room) ar_valid <= ar_go;
    if (rst)          ar_id    <= 3'd0;
    else if (ar_go)   ar_id    <= ar_next;
    if (ar_go)        ar_at_q  <= offset + (ADDR_W-5)'(rd_sector[25*ar_next +: 25]);
  end
  wire  [7:0]        r_mask = 8'd1 << r_id;
  assign rd_done = r_valid ? r_mask[PARTITIONS-1:0] : '0;
  assign rd_data = r_data;
  assign r_ready = 1'b1;

  // --- writes: address and data leave together ----------------------------------------------------------
  logic [ADDR_W-1:5] aw_at_q;
  wire               aw_room = (!aw_valid || aw_ready) && (!w_valid || w_ready);
  wire  [2:0]        aw_next = next(wr_valid, aw_id);
  wire  [7:0]        aw_mask = 8'd1 << aw_next;
  assign wr_ready = aw_room ? aw_mask[PARTITIONS-1:0] : '0;
  assign aw_addr  = {aw_at_q, 5'd0};
  wire               aw_go = (wr_valid & wr_ready) != '0;
  always_ff @(posedge clk) begin
    if (rst)           aw_valid <= 1'b0;
    else if (aw_go)    aw_valid <= 1'b1;
    else if (aw_ready) aw_valid <= 1'b0;
    if (rst)           w_valid  <= 1'b0;
    else if (aw_go)    w_valid  <= 1'b1;
    else if (w_ready)  w_valid  <= 1'b0;
    if (rst)           aw_id    <= 3'd0;
    else if (aw_go)    aw_id    <= aw_next;
    if (aw_go) begin
      aw_at_q <= offset + (ADDR_W-5)'(wr_sector[25*aw_next +: 25]);
      w_strb  <= wr_strb[32*aw_next +: 32];
      w_data  <= wr_data[256*aw_next +: 256];
    end
  end
  wire  [7:0]        b_mask = 8'd1 << b_id;
  assign wr_done = b_valid ? b_mask[PARTITIONS-1:0] : '0;
  assign b_ready = 1'b1;

  assign error = (r_valid && r_resp[1]) || (b_valid && b_resp[1]);
  wire unused = &{1'b0, r_resp[0], b_resp[0], ar_mask, aw_mask, r_mask, b_mask};

endmodule
`default_nettype wire
