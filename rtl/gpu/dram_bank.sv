// SPDX-License-Identifier: Apache-2.0
// dram_bank: what the controller knows of one bank of its GDDR3 chips: the open row, and from when on each command may
// come.
//
// A command is told in the memory clock in which it is decided; the *_ok of that clock are registered. Each counter is
// the number of memory clocks that must pass before its command.
// Rules: DRAM-6, DRAM-12 (docs/units).
`default_nettype none

module dram_bank (
  input  wire         clk,
  input  wire         rst,
  input  wire         mstep,
  // commands to this bank (refresh: to all); at most one
  input  wire         open,
  input  wire  [11:0] open_row,
  input  wire         read,
  input  wire         write,
  input  wire         closing,      // of a read or write: it closes the row
  input  wire         close,
  input  wire         refresh,
  output logic        open_q,
  output logic [11:0] row_q,
  output wire         open_ok,
  output wire         read_ok,
  output wire         write_ok,
  output wire         close_ok
);

  localparam int RCDWR    = gpu_cfg::DRAM_RCD - (gpu_cfg::DRAM_WL + 1);
  localparam int WR_CLOSE = gpu_cfg::DRAM_WL + gpu_cfg::DRAM_BURST + gpu_cfg::DRAM_WR;

  logic [5:0] to_open_q, to_close_q;
  logic [4:0] to_read_q, to_write_q;

  assign open_ok  = to_open_q == '0;
  assign read_ok  = to_read_q == '0;
  assign write_ok = to_write_q == '0;
  assign close_ok = to_close_q == '0;

  function automatic logic [5:0] max(input logic [5:0] a, input logic [5:0] b);
    max = a > b ? a : b;
  endfunction
  function automatic logic [5:0] less(input logic [5:0] a);
    less = a == '0 ? '0 : a - 6'd1;
  endfunction

  // from the next clock on
  wire [5:0] to_open  = less(to_open_q);
  wire [5:0] to_close = max(less(to_close_q), read ? 6'(gpu_cfg::DRAM_BURST - 1) : write ? 6'(WR_CLOSE - 1) : '0);

  always_ff @(posedge clk)
    if (rst) begin
      open_q     <= 1'b0;
      to_open_q  <= '0;
      to_close_q <= '0;
      to_read_q  <= '0;
      to_write_q <= '0;
    end else if (mstep) begin
      to_open_q  <= to_open;
      to_close_q <= to_close;
      to_read_q  <= to_read_q == '0 ? '0 : to_read_q - 5'd1;
      to_write_q <= to_write_q == '0 ? '0 : to_write_q - 5'd1;
      if (open) begin
        open_q     <= 1'b1;
        row_q      <= open_row;
        to_open_q  <= 6'(gpu_cfg::DRAM_RC - 1);
        to_close_q <= 6'(gpu_cfg::DRAM_RAS - 1);
        to_read_q  <= 5'(gpu_cfg::DRAM_RCD - 1);
        to_write_q <= 5'(RCDWR - 1);
      end
      if (read || write) begin
        if (closing) begin
          open_q    <= 1'b0;
          to_open_q <= max(to_open, to_close + 6'(gpu_cfg::DRAM_RP));
        end
      end
      if (close) begin
        open_q    <= 1'b0;
        to_open_q <= max(to_open, 6'(gpu_cfg::DRAM_RP - 1));
      end
      if (refresh) to_open_q <= 6'(gpu_cfg::DRAM_RFC - 1);
    end

endmodule
`default_nettype wire
