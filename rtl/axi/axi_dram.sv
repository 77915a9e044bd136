// SPDX-License-Identifier: Apache-2.0
// axi_dram: what stands at the pins of a partition in place of its GDDR3 chips, with its memory behind a bus: commands
// and data of the pins become reads and writes of sectors, and what was read is on the pins in its memory clock. The
// chip's clock stands (`late`) while it has not come (BUS-1 to BUS-4, docs/units/gpu-axi.md).
//
// From the pins    as dram_chip (sim); what they say counts at the end of cycles with mstep, at edges with clk_en
// To   axi_join    rd_*: a sector to read; r_*: it, in the order of asking. wr_*: one to write; b_valid: it is written,
//                  in the order of asking
`include "gpu/dram_types.svh"
`include "assert.svh"
`default_nettype none

module axi_dram #(
  parameter int PARTITIONS = 8,                      // as of gpu_top
  parameter int CL         = gpu_cfg::DRAM_CL,
  parameter int WL         = gpu_cfg::DRAM_WL,
  parameter int READS      = 16,                     // under way: powers of two
  parameter int WRITES     = 16
) (
  input  wire          clk,
  input  wire          rst,                          // while idle
  input  wire          clk_en,                       // this cycle of the chip ends
  output wire          late,                         // it may not end yet
  output wire          idle,                         // nothing is asked of the bus, or will be while the clock stands
  input  wire  [2:0]   number,                       // of the partition
  input  wire  [31:5]  limit,                        // physical memory ends there

  input  wire          mstep,
  input  wire dram_cmd_t cmd,
  input  wire          dq_drive,
  input  wire  [15:0]  dq_mask,
  input  wire  [127:0] dq_in,                        // as driven by the controller
  output wire  [127:0] dq_out,

  output wire          rd_valid,
  input  wire          rd_ready,
  output wire  [29:5]  rd_sector,                    // physical
  input  wire          r_valid,
  input  wire  [255:0] r_data,
  output wire          wr_valid,
  input  wire          wr_ready,
  output wire  [29:5]  wr_sector,
  output wire  [31:0]  wr_strb,
  output wire  [255:0] wr_data,
  input  wire          b_valid
);

  localparam int RW = $clog2(READS), WW = $clog2(WRITES);

  // --- commands: which sector (MSYS-3, DRAM-9) ---------------------------------------------------------
  wire         now = clk_en && mstep;
  logic [11:0] row_q [8];                            // of the banks
  always_ff @(posedge clk) if (now && cmd.op == `DRAM_OPEN) row_q[cmd.bank] <= cmd.row;
  wire  [21:0] sector  = {row_q[cmd.bank], cmd.bank, cmd.col};
  wire  [21:0] block   = 22'(PARTITIONS) * {3'd0, sector[21:3]} + {19'd0, number};
  wire  [29:5] here    = {block, sector[2:0]};
  wire         outside = {2'd0, here} >= limit;
  wire         read    = now && cmd.op == `DRAM_READ;
  wire         write   = now && cmd.op == `DRAM_WRITE;

  // --- reads -------------------------------------------------------------------------------------------
  // asked: one for each read command, 1: it is not on the bus
  wire          asked, nothing, asked_room, ask, ask_room, came, came_room, clash;
  wire  [255:0] data;
  logic [CL:0]  due_q;                               // DRAM-10: bits CL - 1 and CL: a half is on the pins
  logic [RW:0]  bus_q;                               // on the bus
  wire          pop = now && due_q[CL];
  sync_fifo #(.WIDTH(1), .DEPTH(READS)) u_asked (
    .clk, .rst, .in_valid(read), .in_ready(asked_room), .in_data(outside), .out_valid(asked), .out_ready(pop),
    .out_data(nothing));
  sync_fifo #(.WIDTH(25), .DEPTH(READS)) u_reads (
    .clk, .rst, .in_valid(read && !outside), .in_ready(ask_room), .in_data(here), .out_valid(ask),
    .out_ready(rd_ready && !clash), .out_data(rd_sector));
  sync_fifo #(.WIDTH(256), .DEPTH(READS)) u_came (
    .clk, .rst, .in_valid(r_valid), .in_ready(came_room), .in_data(r_data), .out_valid(came),
    .out_ready(pop && !nothing), .out_data(data));
  // BUS-3
  assign rd_valid = ask && !clash;
  assign dq_out   = nothing ? '0 : due_q[CL] ? data[255:128] : data[127:0];
  always_ff @(posedge clk)
    if (rst) begin
      due_q <= '0;
      bus_q <= '0;
    end else begin
      if (now) due_q <= {due_q[CL-1:0], read};
      bus_q <= bus_q + (RW+1)'(rd_valid && rd_ready) - (RW+1)'(r_valid);
    end

  // --- writes: those whose data come WL clocks later; then places in a ring until B ----------------------
  wire  [29:5]  to;
  wire          to_valid, to_room, to_nowhere;
  logic         half_q;                              // the first half of the data has come
  logic [143:0] low_q;
  logic [WW:0]  put_q, sent_q, done_q;
  logic [WRITES-1:0] used_q;
  logic [29:5]  sector_q [WRITES];
  wire          whole = now && dq_drive && half_q;
  wire          full  = put_q[WW-1:0] == done_q[WW-1:0] && put_q[WW] != done_q[WW];
  wire  [31:0]  mask  = {dq_mask, low_q[143:128]};
  wire          put   = whole && !to_nowhere && mask != '0;
  wire          sent  = wr_valid && wr_ready;
  sync_fifo #(.WIDTH(26), .DEPTH(8)) u_to (
    .clk, .rst, .in_valid(write), .in_ready(to_room), .in_data({outside, here}), .out_valid(to_valid),
    .out_ready(whole), .out_data({to_nowhere, to}));
  lutram_1r1w #(.WIDTH(288), .DEPTH(WRITES), .EN_BITS(288)) u_data (
    .clk, .rd_addr(sent_q[WW-1:0]), .rd_data({wr_strb, wr_data}), .wr_en(put), .wr_addr(put_q[WW-1:0]), .wr_be(1'b1),
    .wr_data({mask, dq_in, low_q[127:0]}));
  assign wr_valid  = sent_q != put_q;
  assign wr_sector = sector_q[sent_q[WW-1:0]];
  logic [WRITES-1:0] clashes;
  always_comb
    for (int i = 0; i < WRITES; i++) clashes[i] = used_q[i] && sector_q[i] == rd_sector;
  assign clash = clashes != '0;
  always_ff @(posedge clk) begin
    if (now && dq_drive && !half_q) low_q <= {dq_mask, dq_in};
    if (put) sector_q[put_q[WW-1:0]] <= to;
    if (rst) begin
      half_q <= 1'b0;
      put_q  <= '0;
      sent_q <= '0;
      done_q <= '0;
      used_q <= '0;
    end else begin
      if (now && dq_drive) half_q <= !half_q;
      if (put) begin
        put_q <= put_q + 1'b1;
        used_q[put_q[WW-1:0]] <= 1'b1;
      end
      if (sent) sent_q <= sent_q + 1'b1;
      if (b_valid) begin
        done_q <= done_q + 1'b1;
        used_q[done_q[WW-1:0]] <= 1'b0;
      end
    end
  end

  // BUS-2
  assign late = mstep && ((due_q[CL-1] && !(asked && (nothing || came))) || (dq_drive && half_q && full));
  assign idle = !ask && bus_q == '0 && used_q == '0;

  // --- cannot happen -----------------------------------------------------------------------------------
  `ASSERT("there is room for each command", rst || (!read || (asked_room && ask_room)) && (!write || to_room))
  `ASSERT("what is read has a place", rst || !r_valid || (came_room && bus_q != '0))
  `ASSERT("data that are written were asked for", rst || !whole || to_valid)
  `ASSERT("all that was read is there when data are written", rst || !whole || due_q == '0)
  `ASSERT("a write that is done was sent", rst || !b_valid || done_q != sent_q)
  `ASSERT("data that are read are there in their clock", rst || !pop || (asked && (nothing || came)))
  wire unused = &{1'b0, cmd.close};

  if (WL < 1 || CL < 2) begin : g_bad
    axi_dram_WL_is_1_at_least_and_CL_2 u();
  end

endmodule
`default_nettype wire
