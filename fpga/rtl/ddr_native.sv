// SPDX-License-Identifier: Apache-2.0
// ddr_native: sectors of 32 bytes as two words of 16 on the user port of LiteDRAM's core (docs/units/ddr.md). In the
// clock of the core.
//
// From ddr_init, ddr_cross  a request; held until it is taken
// To   the core             commands in order; the core asks for the data written some clocks later and gives those
//                           read without waiting
//
// One request at a time, taken in the clock in which it is over: for a write the core has its data, for a read rsp_data
// is the sector. So whoever asks need not keep anything, and nothing is under way between requests.
`default_nettype none

module ddr_native #(
  parameter int AW = 29                              // of a byte
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            req_valid,
  output wire            req_ready,
  input  wire            req_write,
  input  wire  [AW-1:5]  req_addr,
  input  wire  [31:0]    req_mask,
  input  wire  [255:0]   req_data,
  output wire            rsp_valid,
  output wire  [255:0]   rsp_data,

  output wire            cmd_valid,
  input  wire            cmd_ready,
  output wire            cmd_we,
  output wire  [AW-1:4]  cmd_addr,
  output wire            wdata_valid,
  input  wire            wdata_ready,
  output wire  [15:0]    wdata_we,
  output wire  [127:0]   wdata_data,
  input  wire            rdata_valid,
  input  wire  [127:0]   rdata_data
);

  logic [1:0]   cmd_q, data_q;                       // words that are through
  logic [127:0] first_q;
  wire          over = data_q[1] && cmd_q[1];        // for a clock, in which nothing is asked
  logic         over_q;
  logic [127:0] last_q;

  assign cmd_valid   = req_valid && !cmd_q[1] && !over_q;
  assign cmd_we      = req_write;
  assign cmd_addr    = {req_addr, cmd_q[0]};
  assign wdata_valid = req_valid && req_write && !data_q[1] && !over_q;
  assign wdata_we    = data_q[0] ? req_mask[31:16] : req_mask[15:0];
  assign wdata_data  = data_q[0] ? req_data[255:128] : req_data[127:0];

  assign req_ready = over_q;
  assign rsp_valid = over_q && !req_write;
  assign rsp_data  = {last_q, first_q};

  always_ff @(posedge clk)
    if (rst || over || !req_valid) begin
      cmd_q  <= '0;
      data_q <= '0;
      over_q <= over && !rst && req_valid;
    end else begin
      over_q <= 1'b0;
      if (cmd_valid && cmd_ready) cmd_q <= cmd_q + 2'd1;
      if (req_write ? wdata_valid && wdata_ready : rdata_valid) data_q <= data_q + 2'd1;
    end

  always_ff @(posedge clk)
    if (rdata_valid) begin
      first_q <= data_q[0] ? first_q : rdata_data;
      last_q  <= rdata_data;
    end

endmodule
`default_nettype wire
