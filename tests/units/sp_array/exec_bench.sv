// SPDX-License-Identifier: Apache-2.0
// exec_bench: decoder and operand routing around sp_array, for the conformance vectors.
//
// A quarter-warp is given as an instruction and the contents of $r4, $r5, $r6 and $c0 of eight lanes;
// every other register reads as zero and $c1..$c3 as 0xf, which is what the vectors assume.
// `fault` breaks something on purpose, so that the checker can be checked.
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module exec_bench (
  input  wire          clk,
  input  wire          rst,
  input  wire  [2:0]   fault,      // 0 none
  input  wire          in_valid,
  input  wire  [31:0]  w0,
  input  wire  [31:0]  w1,
  input  wire  [255:0] r4,
  input  wire  [255:0] r5,
  input  wire  [255:0] r6,
  input  wire  [31:0]  c0,
  output wire          in_cdst_en, // the instruction writes a $c
  output wire          in_err,     // it does not decode
  output wire          out_valid,
  output wire  [255:0] out_r,
  output wire  [31:0]  out_cc
);

  ctl_t dec, ctl;

  isa_decode u_decode (.valid(1'b1), .w0(w0), .w1(w1), .odd(1'b0), .ctl(dec));

  always_comb begin
    ctl = dec;
    if (fault == 3'd1) ctl.sat = 1'b0;
    if (fault == 3'd2 && dec.rnd == 2'd3) ctl.rnd = 2'd0;
  end

  function automatic logic [255:0] operand(input logic [3:0] kind, input logic [7:0] idx,
                                           input logic [31:0] imm, input logic [255:0] v4,
                                           input logic [255:0] v5, input logic [255:0] v6);
    logic [7:0] n;
    n = kind == `KIND_R16 ? {1'b0, idx[7:1]} : idx;
    if (kind == `KIND_IMM) operand = {8{imm}};
    else if (n == 8'd4 || n == 8'd1) operand = v4;
    else if (n == 8'd5)    operand = v5;
    else if (n == 8'd6)    operand = v6;
    else                   operand = 256'd0;
  endfunction

  wire [255:0] a = dec.op == `OP_LD_C ? r4 : operand(dec.a.kind, dec.a.idx, dec.imm, r4, r5, r6);
  wire [255:0] b = operand(dec.b.kind, dec.b.idx, dec.imm, r4, r5, r6);
  wire [255:0] c = operand(dec.c.kind, dec.c.idx, dec.imm, r4, r5, r6);

  wire [255:0] r;
  wire [31:0]  cc;

  sp_array u_dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ctl(ctl),
    .in_a(a), .in_b(fault == 3'd3 ? {b[255:192], b[191:160] & 32'hfffffffe, b[159:0]} : b), .in_c(c),
    .in_cin(dec.cread == 2'd0 ? c0 : 32'hffffffff),
    .out_valid(out_valid), .out_r(r), .out_cc(cc));

  assign out_r  = r;
  assign out_cc = fault == 3'd4 ? cc & 32'hffff7fff : cc;

  assign in_cdst_en = dec.cdst_en;
  assign in_err     = dec.err != 4'd0 || dec.op == `OP_ILLEGAL;

  wire unused = &{1'b0, dec};

endmodule
`default_nettype wire
