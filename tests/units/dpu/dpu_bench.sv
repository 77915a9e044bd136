// SPDX-License-Identifier: Apache-2.0
// dpu_bench: decoder and operand routing around the double-precision unit, for the conformance vectors.
//
// One lane is given as an instruction and the contents of $r4..$r9; every other register reads as zero.
// `fault` breaks something on purpose, so that the checker can be checked.
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module dpu_bench (
  input  wire         clk,
  input  wire         rst,
  input  wire  [2:0]  fault,      // 0 none
  input  wire         in_valid,
  input  wire  [31:0] w0,
  input  wire  [31:0] w1,
  input  wire  [63:0] r4,         // $r4d
  input  wire  [63:0] r6,
  input  wire  [63:0] r8,
  output wire         in_cdst_en, // the instruction writes a $c
  output wire         in_err,     // it does not decode, or not to this unit
  output wire         in_d64,     // its result is a register pair
  output wire         out_valid,
  output wire  [63:0] out_r,
  output wire  [3:0]  out_cc
);

  ctl_t dec, ctl;

  isa_decode u_decode (.valid(1'b1), .w0(w0), .w1(w1), .odd(1'b0), .ctl(dec));

  always_comb begin
    ctl = dec;
    if (fault == 3'd1 && dec.rnd == 2'd3) ctl.rnd = 2'd0;
    if (fault == 3'd2) ctl.a.neg = 1'b0;
  end

  function automatic logic [63:0] operand(input logic [3:0] kind, input logic [7:0] idx,
                                          input logic [63:0] v4, input logic [63:0] v6,
                                          input logic [63:0] v8);
    logic [63:0] v;
    case (idx[7:1])
      7'd2:    v = v4;
      7'd3:    v = v6;
      7'd4:    v = v8;
      default: v = 64'd0;
    endcase
    // the unit must not look above a 32-bit source
    operand = kind == `KIND_R64 ? v : {32'hdeadbeef, idx[0] ? v[63:32] : v[31:0]};
  endfunction

  wire [63:0] a = operand(dec.a.kind, dec.a.idx, r4, r6, r8);
  wire [63:0] b = operand(dec.b.kind, dec.b.idx, r4, r6, r8);
  wire [63:0] c = operand(dec.c.kind, dec.c.idx, r4, r6, r8);

  wire [3:0]  cc;

  dpu u_dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ctl(ctl),
    .in_a(a), .in_b(fault == 3'd3 ? {b[63:1], 1'b0} : b), .in_c(c),
    .out_valid(out_valid), .out_r(out_r), .out_cc(cc));

  assign out_cc = fault == 3'd4 ? cc & 4'd7 : cc;

  assign in_cdst_en = dec.cdst_en;
  assign in_err     = dec.err != 4'd0 || dec.op == `OP_ILLEGAL || dec.unit != `UNIT_DPU;
  assign in_d64     = dec.dst_kind == `KIND_R64;

  wire unused = &{1'b0, dec};

endmodule
`default_nettype wire
