// SPDX-License-Identifier: Apache-2.0
// tb_partition: a partition against what the model said in each cycle (+trace=FILE of partition_trace), with undriven
// values shown; and no rule of the chips is broken.
//
//! test rtl;unit
//! trace trace.c 7000 20000
//! model
//! planted rtl;long:
module tb_partition;
  localparam int DIGITS = 212;

  reg clk = 1'b0, rst = 1'b1;
  reg [4*DIGITS-1:0] line;
  reg [3:0]    req_valid = '0, req_src = '0, req_kind = '0, req_space = '0, req_aop = '0, req_mtype = '0;
  reg [3:0]    rsp_ready = '0;
  reg [7:0]    req_id = '0, want_id;
  reg [31:0]   req_addr = '0, req_mask = '0;
  reg [255:0]  req_data = '0, want_data;
  reg [3:0]    want_ready, want_rsp, want_dst, want_src, want_look, want_found, want_fill, want_drive;
  reg [23:0]   want_sector;
  reg [27:0]   want_cmd;
  reg [15:0]   want_mask;
  reg [127:0]  want_dq;

  wire         step, mstep, ready, rsp_valid, look, fill, drive;
  wire [3:0]   rsp_dst, rsp_src;
  wire [7:0]   rsp_id;
  wire [255:0] rsp_data;
  wire [1:0]   found;
  wire [21:0]  sector;
  wire [25:0]  cmd;
  wire [15:0]  mask;
  wire [127:0] data;
  int          broken;
  partition_bench u_bench (.clk, .rst, .step, .mstep, .req_valid(req_valid[0]), .req_ready(ready), .req_src, .req_id,
    .req_kind(req_kind[2:0]), .req_space(req_space[1:0]), .req_aop, .req_mtype(req_mtype[2:0]), .req_addr, .req_mask,
    .req_data, .rsp_valid, .rsp_ready(rsp_ready[0]), .rsp_dst, .rsp_src, .rsp_id, .rsp_data, .look, .found, .sector,
    .fill, .cmd, .drive, .mask, .data, .broken);

  int file, cycle = 0, errors = 0;
  reg [8*256-1:0] path;
  task fail(input [8*24-1:0] what);
    begin
      errors = errors + 1;
      if (errors <= 5) $display("FAIL tb_partition: %0s, cycle %0d", what, cycle);
    end
  endtask

  initial begin
    if ($value$plusargs("trace=%s", path)) file = $fopen(path, "r");
    else file = 0;
    if (file == 0) begin
      $display("FAIL tb_partition: no trace (+trace=FILE)");
      $finish;
    end
    repeat (3) begin #5 clk = 1'b1; #5 clk = 1'b0; end
    rst = 1'b0;
    while ($fscanf(file, "%h", line) == 1 && errors < 5 && broken == 0) begin
      {req_valid, req_src, req_id, req_kind, req_space, req_aop, req_mtype, req_addr, req_mask, req_data, rsp_ready,
       want_ready, want_rsp, want_dst, want_src, want_id, want_data, want_look, want_found, want_sector, want_fill,
       want_cmd, want_drive, want_mask, want_dq} = line;
      #4;
      if (step && ready !== want_ready[0])     fail("req_ready");
      if (rsp_valid !== want_rsp[0])           fail("rsp_valid");
      if (want_rsp[0] && {rsp_dst, rsp_src, rsp_id} !== {want_dst, want_src, want_id}) fail("whose an answer is");
      if (want_rsp[0] && rsp_data !== want_data)    fail("data of an answer");
      if (look !== want_look[0])               fail("lookup");
      if (want_look[0] && found !== want_found[1:0])   fail("result of a lookup");
      if (want_look[0] && sector !== want_sector[21:0]) fail("sector of a lookup");
      if (fill !== want_fill[0])               fail("fill");
      if (cmd !== want_cmd[25:0])              fail("command");
      if (drive !== want_drive[0])             fail("dq_drive");
      if (mask !== want_mask)                  fail("dq_mask");
      if (data !== want_dq)                    fail("dq_out");
      #1 clk = 1'b1;
      #5 clk = 1'b0;
      cycle = cycle + 1;
    end
    if (broken != 0) $display("FAIL tb_partition: a rule of the chips is broken");
    else if (errors == 0 && cycle > 1000) $display("PASS tb_partition: %0d cycles", cycle);
    else $display("FAIL tb_partition: %0d errors in %0d cycles", errors, cycle);
    $finish;
  end
endmodule
