// SPDX-License-Identifier: Apache-2.0
// tb_run_trace: the ring of the last cycles: every row that is still there, field by field, while rows are written and
// cleared at random (BOARD-12).
//
//! test rtl
`include "sm_types.svh"
`include "mem_types.svh"
`include "link.svh"
`default_nettype none
module tb_run_trace;
  localparam int PORTS = 4, DEPTH = 16;
  logic clk = 1'b0;
  always #1 clk = ~clk;

  int errors = 0;
  task check(input bit ok, input [8*48-1:0] what);
    if (!ok) begin
      errors = errors + 1;
      if (errors < 10) $display("FAIL tb_run_trace: %0s, time %0d", what, $time);
      if (errors == 10) $finish;
    end
  endtask

  logic        clear = 1'b1, count = 1'b0, happened = 1'b0, blk_done = 1'b0;
  logic [63:0] after = '0;
  logic [31:0] cycle = '0, index = '0;
  logic [`TRACE_W-1:0]   events = '0;
  logic [`TR_DATA_W-1:0] values = '0;
  logic [PORTS-1:0] req_valid = '0;
  logic [`MEM_REQ_W*PORTS-1:0] req = '0;
  wire [31:0]  written;
  wire [255:0] data;
  run_trace #(.PORTS(PORTS), .DEPTH(DEPTH)) dut (
    .clk, .clear, .count, .happened, .after, .cycle, .events, .values, .blk_done, .req_valid, .req, .index, .written,
    .data);

  trace_t      t;
  tr_data_t    d;
  mem_req_t    r;
  assign t = events;
  assign d = values;

  // rows as numbers of their fields
  logic [31:0] in_cycle [0:DEPTH-1], in_mask [0:DEPTH-1], in_addr [0:DEPTH-1], in_bytes [0:DEPTH-1];
  logic [23:0] in_pc [0:DEPTH-1];
  logic [7:0]  in_issue [0:DEPTH-1];                 // valid, part, warp
  logic [20:0] in_req [0:DEPTH-1];                   // valid, port, mtype, aop, space, id, kind
  logic [5:0]  in_ends [0:DEPTH-1];                  // block done, accepted, results
  logic [63:0] in_after [0:DEPTH-1];
  int          rows = 0, port, k, looked = 0, cleared = 0;
  task write_row;
    begin
      k = rows % DEPTH;
      in_cycle[k] = cycle;
      in_issue[k] = t.issue.valid ? {1'b1, t.issue.uop, t.issue.warp} : 8'd0;
      in_pc[k]    = t.issue.valid ? t.issue.pc : 24'd0;
      in_mask[k]  = t.issue.valid ? t.issue.active : 32'd0;
      port = 0;
      while (port < PORTS && !req_valid[port]) port = port + 1;
      r = '0;
      if (port < PORTS) r = req[`MEM_REQ_W*port +: `MEM_REQ_W];
      in_req[k]   = port < PORTS ? {1'b1, 2'(port), r.mtype, r.aop, r.space, r.id, r.kind} : 21'd0;
      in_addr[k]  = r.addr;
      in_bytes[k] = r.mask;
      in_ends[k]  = {blk_done, t.block.valid, d.lw.valid, d.ls.valid, d.x.valid, d.sp.valid};
    end
  endtask

  task draw;
    begin
      for (int i = 0; i < `TRACE_W / 32; i++)   events[32*i +: 32] <= $urandom;
      for (int i = 0; i < `TR_DATA_W / 32; i++) values[32*i +: 32] <= $urandom;
      for (int i = 0; i < PORTS; i++)
        begin
          for (int w = 0; w < 10; w++) req[`MEM_REQ_W*i + 32*w +: 32] <= $urandom;
          req[`MEM_REQ_W*i + 320 +: 18] <= 18'($urandom);
        end
      req_valid <= 4'($urandom) & 4'($urandom);
      blk_done  <= $urandom % 2 == 0;
      cycle     <= cycle + 32'd1 + $urandom % 9;
    end
  endtask
  // a cycle ends, in which something has happened; the signature after it comes later
  task one;
    begin
      draw;
      count <= 1'b1;
      @(posedge clk);
      #1 write_row;
      @(posedge clk);
      count <= 1'b0;
      if ($urandom % 2 == 0) draw;                   // the next one
      repeat ($urandom % 4) @(posedge clk);
      happened <= 1'b1;
      after    <= {$urandom, $urandom};
      @(posedge clk);
      in_after[k] = after;
      rows = rows + 1;
      happened <= 1'b0;
    end
  endtask
  task look(input int back);
    begin
      index <= back;
      repeat (3) @(posedge clk);
      #1 k = (rows - 1 - back) % DEPTH;
      looked = looked + 1;
      check(data[`LINK_TRACE_DATA_CYCLE] === in_cycle[k], "the cycle");
      check({data[`LINK_TRACE_DATA_ISSUE], data[`LINK_TRACE_DATA_ISSUE_PART], data[`LINK_TRACE_DATA_ISSUE_WARP]} ===
            in_issue[k] && data[`LINK_TRACE_DATA_ISSUE_PC] === in_pc[k] &&
            data[`LINK_TRACE_DATA_ISSUE_MASK] === in_mask[k], "what issues");
      check({data[`LINK_TRACE_DATA_REQ], data[`LINK_TRACE_DATA_REQ_PORT], data[`LINK_TRACE_DATA_REQ_MTYPE],
             data[`LINK_TRACE_DATA_REQ_AOP], data[`LINK_TRACE_DATA_REQ_SPACE], data[`LINK_TRACE_DATA_REQ_ID],
             data[`LINK_TRACE_DATA_REQ_KIND]} === in_req[k] && data[`LINK_TRACE_DATA_REQ_ADDR] === in_addr[k] &&
            data[`LINK_TRACE_DATA_REQ_MASK] === in_bytes[k], "what is asked of the memory");
      check({data[`LINK_TRACE_DATA_BLOCK_DONE], data[`LINK_TRACE_DATA_BLOCK], data[`LINK_TRACE_DATA_WRITTEN]} ===
            in_ends[k], "results and blocks");
      check(data[`LINK_TRACE_DATA_SIGNATURE] === in_after[k], "the signature after it");
    end
  endtask

  initial begin
    repeat (2) @(posedge clk);
    clear <= 1'b0;
    for (int i = 0; i < 600; i++) begin
      if ($urandom % 4 != 0) one;
      repeat ($urandom % 3) @(posedge clk);
      #1 check(written === rows, "the number of rows");
      if (rows > 0) look($urandom % (rows < DEPTH ? rows : DEPTH));
      if ($urandom % 100 == 0) begin
        clear <= 1'b1;
        @(posedge clk);
        clear <= 1'b0;
        rows = 0;
        cleared = cleared + 1;
      end
    end
    check(looked > 300 && cleared > 1, "too little has happened");
    if (errors == 0) $display("PASS tb_run_trace");
    $finish;
  end
endmodule
`default_nettype wire
