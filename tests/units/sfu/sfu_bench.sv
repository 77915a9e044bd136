// SPDX-License-Identifier: Apache-2.0
// sfu_bench: decoder and operand routing around sfu_array, for the conformance vectors.
//
// Four lanes are given as an instruction and the contents of $r1, $r4 and $r5; a register that the vectors do
// not name reads as zero. `fault` breaks something on purpose, so that the checker can be checked.
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module sfu_bench (
  input  wire          clk,
  input  wire          rst,
  input  wire  [2:0]   fault,      // 0 none
  input  wire          in_valid,
  input  wire  [31:0]  w0,
  input  wire  [31:0]  w1,
  input  wire  [127:0] r1,
  input  wire  [127:0] r4,
  input  wire  [127:0] r5,
  output wire          in_err,     // the instruction is not one of these units
  output wire          in_two,     // only lanes 0 and 1 have a result
  output wire          in_cdst_en,
  output wire          out_valid,
  output wire  [127:0] out_r,
  output wire  [15:0]  out_cc
);

  ctl_t dec, ctl;

  isa_decode u_decode (.valid(1'b1), .w0(w0), .w1(w1), .odd(1'b0), .ctl(dec));

  always_comb begin
    ctl = dec;
    if (fault == 3'd1) ctl.sat = 1'b0;
    if (fault == 3'd2) ctl.a.abs = 1'b0;
    if (fault == 3'd3 && dec.op == `OP_COS) ctl.op = `OP_SIN;
  end

  function automatic logic [127:0] operand(input logic [3:0] kind, input logic [7:0] idx,
                                           input logic [31:0] imm, input logic [127:0] v1,
                                           input logic [127:0] v4, input logic [127:0] v5);
    logic [7:0] n;
    n = kind == `KIND_R16 ? {1'b0, idx[7:1]} : idx;
    if (kind == `KIND_IMM) operand = {4{imm}};
    else if (n == 8'd1)    operand = v1;
    else if (n == 8'd4)    operand = v4;
    else if (n == 8'd5)    operand = v5;
    else                   operand = 128'd0;
  endfunction

  wire [127:0] a = operand(dec.a.kind, dec.a.idx, dec.imm, r1, r4, r5);
  wire [127:0] b = operand(dec.b.kind, dec.b.idx, dec.imm, r1, r4, r5);
  wire [127:0] r;

  // fault 4: lowest bit of lane 1 stuck, as if a word of one coefficient ROM were wrong
  sfu_array u_dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ctl(ctl), .in_a(a), .in_b(b),
    .out_valid(out_valid), .out_r(r), .out_cc(out_cc));

  assign out_r = fault == 3'd4 ? {r[127:33], 1'b0, r[31:0]} : r;

  wire four = dec.op == `OP_FMUL;

  assign in_cdst_en = dec.cdst_en;
  assign in_two     = !four;
  assign in_err     = dec.err != 4'd0 || !(four || dec.unit == `UNIT_SFU);

  wire unused = &{1'b0, dec};

endmodule
`default_nettype wire
