// SPDX-License-Identifier: Apache-2.0
// ddr_cross: the memory port of sectors (sdr_ctrl.sv has it) from one clock to another (docs/units/ddr.md): clk, that
// of who asks, and mem_clk, that of the memory. The clocks may have any phase; neither may be more than four times the
// other, for the ends of a reset to be seen.
//
// One request at a time: it is put into registers, and one bit tells the other side; that side's bit tells that it is
// over, and both fall. Only these bits go through two registers; request and answer stand still while anybody looks at
// them, from at least one clock of the other side before its bit was seen on.
`default_nettype none

module ddr_cross #(
  parameter int AW = 29
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            req_valid,
  output wire            req_ready,
  input  wire            req_write,
  input  wire  [AW-1:5]  req_addr,
  input  wire  [31:0]    req_mask,
  input  wire  [255:0]   req_data,
  output logic           rsp_valid,
  output logic [255:0]   rsp_data,
  output wire            ready,                      // mem_up, seen here

  input  wire            mem_clk,
  input  wire            mem_rst,
  input  wire            mem_up,
  output wire            mem_valid,                  // until mem_ready
  input  wire            mem_ready,                  // it is over; for a read mem_data is the sector
  output wire            mem_write,
  output wire  [AW-1:5]  mem_addr,
  output wire  [31:0]    mem_mask,
  output wire  [255:0]   mem_wdata,
  input  wire  [255:0]   mem_rdata
);

  // --- in clk ---------------------------------------------------------------------------------------
  logic           ask_q, write_q;
  logic [AW-1:5]  addr_q;
  logic [31:0]    mask_q;
  logic [255:0]   data_q;
  logic [1:0]     over_sync_q, busy_sync_q, up_sync_q;
  logic           clear_q;                           // nothing from before the reset is under way (DDR-4)
  logic           busy_q;                            // in mem_clk
  logic           over_q;                            // in mem_clk
  logic [255:0]   sector_q;                          // in mem_clk
  wire            over = over_sync_q[1];

  assign req_ready = !ask_q && !over && clear_q && up_sync_q[1];
  assign ready     = up_sync_q[1];
  wire   take      = req_valid && req_ready;

  always_ff @(posedge clk) begin
    over_sync_q <= {over_sync_q[0], over_q};
    busy_sync_q <= {busy_sync_q[0], busy_q};
    clear_q     <= !rst && (clear_q || (!busy_sync_q[1] && !over));
    up_sync_q   <= rst ? 2'd0 : {up_sync_q[0], mem_up};
    rsp_valid   <= !rst && ask_q && over && !write_q;
    if (rst) ask_q <= 1'b0;
    else ask_q <= take || (ask_q && !over);
    if (take) begin
      write_q <= req_write;
      addr_q  <= req_addr;
      mask_q  <= req_mask;
      data_q  <= req_data;
    end
    rsp_data <= sector_q;
  end

  // --- in mem_clk -----------------------------------------------------------------------------------
  logic [1:0]     ask_sync_q;

  assign mem_valid = busy_q;
  assign mem_write = write_q;
  assign mem_addr  = addr_q;
  assign mem_mask  = mask_q;
  assign mem_wdata = data_q;

  always_ff @(posedge mem_clk)
    if (mem_rst) begin
      ask_sync_q <= '0;
      busy_q     <= 1'b0;
      over_q     <= 1'b0;
    end else begin
      ask_sync_q <= {ask_sync_q[0], ask_q};
      if (busy_q) begin
        if (mem_ready) begin
          busy_q <= 1'b0;
          over_q <= 1'b1;
        end
      end else if (over_q) over_q <= ask_sync_q[1];
      else if (mem_up) busy_q <= ask_sync_q[1];
    end
  always_ff @(posedge mem_clk) if (busy_q && mem_ready) sector_q <= mem_rdata;

endmodule
`default_nettype wire
