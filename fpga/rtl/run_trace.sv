// SPDX-License-Identifier: Apache-2.0
// run_trace: a ring of the last cycles in which something happened: what issued, what was asked of the memory, what
// results came (trace_data of fpga/link.def), with the signature after it.
`include "sm_types.svh"
`include "mem_types.svh"
`include "link.svh"
`default_nettype none

module run_trace #(
  parameter int PORTS = 2,
  parameter int DEPTH = 256                          // a power of two
) (
  input  wire          clk,
  input  wire          clear,
  input  wire          count,                        // this cycle ends
  input  wire          happened,                     // from run_signature: in the cycle that has ended last
  input  wire  [63:0]  after,
  input  wire  [31:0]  cycle,                        // the present one
  input  wire  [`TRACE_W-1:0]   events,              // trace_t, tr_data_t
  input  wire  [`TR_DATA_W-1:0] values,
  input  wire          blk_done,
  input  wire  [PORTS-1:0]      req_valid,
  input  wire  [`MEM_REQ_W*PORTS-1:0] req,
  input  wire  [31:0]  index,                        // what is shown: 0 the last one written
  output logic [31:0]  written,
  output wire  [255:0] data                          // a clock after index and written
);

  localparam int AW = $clog2(DEPTH);

  trace_t       t;
  tr_data_t     d;
  mem_req_t     r;
  logic [1:0]   port;
  assign t = events;
  assign d = values;
  always_comb begin
    port = '0;
    for (int p = PORTS - 1; p >= 0; p--) if (req_valid[p]) port = 2'(p);
    r = '0;
    if (req_valid != '0) r = req[`MEM_REQ_W*port +: `MEM_REQ_W];
  end

  logic [255:0] row;
  logic [191:0] row_q;
  always_comb begin
    row = '0;
    row[`LINK_TRACE_DATA_CYCLE] = cycle;
    if (t.issue.valid) begin
      row[`LINK_TRACE_DATA_ISSUE]      = 1'b1;
      row[`LINK_TRACE_DATA_ISSUE_PC]   = t.issue.pc;
      row[`LINK_TRACE_DATA_ISSUE_WARP] = t.issue.warp;
      row[`LINK_TRACE_DATA_ISSUE_PART] = t.issue.uop;
      row[`LINK_TRACE_DATA_ISSUE_MASK] = t.issue.active;
    end
    if (req_valid != '0) begin
      row[`LINK_TRACE_DATA_REQ]       = 1'b1;
      row[`LINK_TRACE_DATA_REQ_PORT]  = port;
      row[`LINK_TRACE_DATA_REQ_KIND]  = r.kind;
      row[`LINK_TRACE_DATA_REQ_ID]    = r.id;
      row[`LINK_TRACE_DATA_REQ_SPACE] = r.space;
      row[`LINK_TRACE_DATA_REQ_AOP]   = r.aop;
      row[`LINK_TRACE_DATA_REQ_MTYPE] = r.mtype;
      row[`LINK_TRACE_DATA_REQ_ADDR]  = r.addr;
      row[`LINK_TRACE_DATA_REQ_MASK]  = r.mask;
    end
    row[`LINK_TRACE_DATA_WRITTEN]    = {d.lw.valid, d.ls.valid, d.x.valid, d.sp.valid};
    row[`LINK_TRACE_DATA_BLOCK]      = t.block.valid;
    row[`LINK_TRACE_DATA_BLOCK_DONE] = blk_done;
  end

  wire [AW-1:0] shown = written[AW-1:0] - index[AW-1:0] - AW'(1);
  sram_1r1w #(.WIDTH(256), .DEPTH(DEPTH), .EN_BITS(256), .COLLIDE(0)) u_ring (
    .clk, .rd_en(!happened), .rd_addr(shown), .rd_data(data), .wr_en(happened), .wr_addr(written[AW-1:0]), .wr_be(1'b1),
    .wr_data({after, row_q}));

  always_ff @(posedge clk) begin
    if (count) row_q <= row[191:0];
    if (clear)         written <= '0;
    else if (happened) written <= written + 32'd1;
  end

  wire unused = &{1'b0, t, d, r, row, index};

endmodule
`default_nettype wire
