// SPDX-License-Identifier: Apache-2.0
// tb_dram: controller and chips against what the model said in each cycle (+trace=FILE of dram_trace), with undriven
// values shown; and no rule of the chips is broken.
//
//! test rtl;unit
//! trace trace.c 20000
//! model
//! planted rtl;long:
module tb_dram;
  localparam int DIGITS = 195;

  reg clk = 1'b0, rst = 1'b1;
  reg [4*DIGITS-1:0] line;
  reg                req_valid = 1'b0, want_ready, want_rsp;
  reg                req_write = 1'b0, want_close, want_drive;
  reg [7:0]          req_id = '0, want_id, want_col;
  reg [23:0]         req_sector = '0;
  reg [31:0]         req_mask = '0;
  reg [255:0]        req_data = '0, want_data;
  reg [3:0]          want_op, want_bank;
  reg [11:0]         want_row;
  reg [15:0]         want_mask;
  reg [127:0]        want_dq;
  reg [2:0]          x1, x2, x3, x4, x5, x6;    // upper bits of digits

  wire         step, mstep, req_ready, rsp_valid, close, drive;
  wire [5:0]   rsp_id;
  wire [255:0] rsp_data;
  wire [2:0]   op, bank;
  wire [11:0]  row;
  wire [6:0]   col;
  wire [15:0]  mask;
  wire [127:0] data;
  int          broken;
  dram_bench u_bench (.clk, .rst, .step, .mstep, .req_valid, .req_ready, .req_write, .req_id(req_id[5:0]),
    .req_sector(req_sector[21:0]), .req_mask, .req_data, .rsp_valid, .rsp_id, .rsp_data, .op, .bank, .row, .col, .close,
    .drive, .mask, .data, .broken);

  int file, cycle = 0, errors = 0;
  reg [8*256-1:0] path;
  task fail(input [8*24-1:0] what);
    begin
      errors = errors + 1;
      if (errors <= 5) $display("FAIL tb_dram: %0s, cycle %0d", what, cycle);
    end
  endtask

  initial begin
    if ($value$plusargs("trace=%s", path)) file = $fopen(path, "r");
    else file = 0;
    if (file == 0) begin
      $display("FAIL tb_dram: no trace (+trace=FILE)");
      $finish;
    end
    repeat (3) begin #5 clk = 1'b1; #5 clk = 1'b0; end
    rst = 1'b0;
    while ($fscanf(file, "%h", line) == 1 && errors < 5 && broken == 0) begin
      {x1, req_valid, x2, req_write, req_id, req_sector, req_mask, req_data, x3, want_ready, x4, want_rsp, want_id,
       want_data, want_op, want_bank, want_row, want_col, x5, want_close, x6, want_drive, want_mask, want_dq} = line;
      #4;
      if (req_ready !== want_ready) fail("req_ready");
      if (rsp_valid !== want_rsp)   fail("rsp_valid");
      if (want_rsp && rsp_id !== want_id[5:0])  fail("id of an answer");
      if (want_rsp && rsp_data !== want_data)   fail("data of an answer");
      if (op !== want_op[2:0])      fail("command");
      if (bank !== want_bank[2:0])  fail("bank");
      if (row !== want_row)         fail("row");
      if (col !== want_col[6:0])    fail("column");
      if (close !== want_close)     fail("closing");
      if (drive !== want_drive)     fail("dq_drive");
      if (mask !== want_mask)       fail("dq_mask");
      if (data !== want_dq)         fail("dq_out");
      #1 clk = 1'b1;
      #5 clk = 1'b0;
      cycle = cycle + 1;
    end
    if (broken != 0) $display("FAIL tb_dram: a rule of the chips is broken");
    else if (errors == 0 && cycle > 1000) $display("PASS tb_dram: %0d cycles", cycle);
    else $display("FAIL tb_dram: %0d errors in %0d cycles", errors, cycle);
    $finish;
  end
endmodule
