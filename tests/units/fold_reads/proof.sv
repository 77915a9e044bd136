// SPDX-License-Identifier: Apache-2.0
// Memories of the folded machine beside memories that are read at once, with anything written and asked for: fold_reads
// in every cycle, lsu_store in cycles with rd_hold, lsu_parts in every phase of these. Words are cut short: four bits
// of four ports; two quarters of eight bits, two a phase. Each clock is a phase; the clock of cycles is 1 in the last
// one. Rules (docs/units): FOLD-14, FOLD-16.
//
//! proves memories of the folded machine: in the last phase, or while a half is sent, what memories read at once would
//! proves give
//! by abc:16
//! in lsu_store.sv
//! - 32*LANES
//! + LANES
//! - 32 * LANES
//! + LANES
//! - 256
//! + 8
//! - 511
//! + 15
//! in lsu_parts.sv
//! - 32*LANES
//! + LANES
//! - 32 * LANES
//! + LANES
//! - 64*LANES
//! + 2*LANES
//! test
`include "formal.svh"
`default_nettype none

// The memory with two clocks, of which one is an enable.
module sram_2clk #(parameter int WIDTH = 32, DEPTH = 32, EN_BITS = 32) (
  input wire rd_clk, rd_en, input wire [$clog2(DEPTH)-1:0] rd_addr, output reg [WIDTH-1:0] rd_data, input wire wr_clk,
  wr_en, input wire [$clog2(DEPTH)-1:0] wr_addr, input wire [WIDTH/EN_BITS-1:0] wr_be, input wire [WIDTH-1:0] wr_data
);
  reg [WIDTH-1:0] mem [0:DEPTH-1];
  always @(posedge rd_clk) begin
    if (rd_en) rd_data <= mem[rd_addr];
    if (wr_clk && wr_en && wr_be[0]) mem[wr_addr] <= wr_data;
  end
endmodule

module proof (
  input wire        clk,                 // clk_p
  // of the next cycle
  input wire [7:0]  at,                  // four ports
  input wire        we,
  input wire [1:0]  w_at,
  input wire [3:0]  w_data,
  input wire        st_we,
  input wire [3:0]  st_at,
  input wire [7:0]  st_data,
  input wire [2:0]  row,
  input wire        hold
);
  `F_RESET
  localparam int FOLD = 4;

  reg [2:0] phase;
  wire      last = phase == 3'(FOLD - 1);
  wire      tick = last;
  always @(posedge clk)
    if (rst) phase <= 3'd0;
    else     phase <= last ? 3'd0 : phase + 3'd1;

  // what stands in a cycle
  reg [7:0] at_q;
  reg       we_q, st_we_q, hold_q;
  reg [1:0] w_at_q;
  reg [3:0] w_data_q, st_at_q;
  reg [7:0] st_data_q;
  reg [2:0] row_q;
  always @(posedge clk)
    if (rst) {we_q, st_we_q, hold_q} <= 3'd0;
    else if (tick) begin
      at_q      <= at;
      we_q      <= we;
      w_at_q    <= w_at;
      w_data_q  <= w_data;
      hold_q    <= hold;
      if (!hold) row_q <= row;
      // the row that is sent is complete
      st_we_q   <= st_we && !(hold && st_at[3:1] == row_q);
      st_at_q   <= st_at;
      st_data_q <= st_data;
    end

  // --- fold_reads ---------------------------------------------------------------------------------------------
  reg  [15:0] mem;
  reg  [3:0]  known;                     // rows that have been written
  wire [15:0] got;
  fold_reads #(.FOLD(FOLD), .WIDTH(4), .DEPTH(4), .PORTS(4)) reads (
    .clk(last && !rst), .clk_p(clk), .phase, .rd_addr(at_q), .rd_data(got), .wr_en(we_q), .wr_addr(w_at_q),
    .wr_data(w_data_q));
  always @(posedge clk) begin
    if (rst) known <= 4'd0;
    else if (tick && we_q) begin
      mem[4*w_at_q +: 4] <= w_data_q;
      known[w_at_q]      <= 1'b1;
    end
  end
  always @* if (!rst && last)
    for (int p = 0; p < 4; p++)
      if (known[at_q[2*p +: 2]]) assert(got[4*p +: 4] == mem[4*at_q[2*p +: 2] +: 4]);

  // --- lsu_store --------------------------------------------------------------------------------------------------
  reg  [127:0] rows;
  reg  [15:0]  stored;
  wire [15:0]  data;
  lsu_store #(.LANES(8 / FOLD), .BLOCK(1)) store (
    .clk, .clk_p(clk), .phase, .wr_en(st_we_q), .wr_entry(st_at_q[3:2]), .wr_q(st_at_q[1:0]),
    .wr_data(st_data_q[2*phase[1:0] +: 2]), .rd_entry(row_q[2:1]), .rd_half(row_q[0]), .rd_hold(hold_q),
    .rd_data(data));
  always @(posedge clk) begin
    if (rst) stored <= 16'd0;
    else if (tick && st_we_q) begin
      rows[8*st_at_q +: 8] <= st_data_q;
      stored[st_at_q]      <= 1'b1;
    end
  end
  reg begun;                             // a row has been asked for
  always @(posedge clk)
    if (rst)                  begun <= 1'b0;
    else if (tick && !hold_q) begun <= 1'b1;
  always @* if (!rst && begun && hold_q)
    for (int k = 0; k < 2; k++)
      if (stored[{row_q, 1'(k)}]) assert(data[8*k +: 8] == rows[8*{row_q, 1'(k)} +: 8]);

  // --- lsu_parts --------------------------------------------------------------------------------------------------
  wire [3:0] part;
  lsu_parts #(.LANES(8 / FOLD)) parts (
    .clk_p(clk), .phase, .wr_en(st_we_q), .wr_entry(st_at_q[3:2]), .wr_q(st_at_q[1:0]),
    .wr_data(st_data_q[2*phase[1:0] +: 2]), .rd_entry(row_q[2:1]), .rd_half(row_q[0]), .rd_data(part));
  always @* if (!rst && begun && hold_q)
    for (int k = 0; k < 2; k++)
      if (stored[{row_q, 1'(k)}]) assert(part[2*k +: 2] == rows[8*{row_q, 1'(k)} + 2*phase[1:0] +: 2]);
endmodule
`default_nettype wire
