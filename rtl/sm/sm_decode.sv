// SPDX-License-Identifier: Apache-2.0
// sm_decode: two instruction words to ctl_t (generated table) and the few classes the front end needs as single bits.
//
// From sm_ibuf     w0, w1: one instruction per cycle
// To   sm_head, sm_scoreboard, sm_const   ctl and its classes, in the same cycle
//
// Combinational. What this SM does not execute is recognised here (bad) and becomes a fault when its turn to issue
// comes.
// Rules: HEAD-7 (docs/units).
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module sm_decode #(
  parameter int DPU = 1,
  parameter int TEX = 1
) (
  input  wire         valid,     // else nothing below means anything
  input  wire  [31:0] w0,
  input  wire  [31:0] w1,
  input  wire         odd,       // w0 is not at a multiple of 8 bytes
  output ctl_t        ctl,
  output logic        bad,       // must not execute
  output logic        sp,        // body can go to the SP queue
  output logic        sfu,       // body can go to the SFU
  output logic        dpu,       // body goes to the DPU
  output logic        smem,      // with an s[] operand: enters the load/store queue too
  output logic        ls,        // body goes to the load/store queue only
  output logic        br,        // body goes to the BRU (control, bar, bad)
  output logic        wide,      // store or atomic with more than two data words
  output logic        cdir,      // constant at a fixed address
  output logic        cind       // constant addressed by $a
);

  isa_decode u_table (.valid, .w0(w0), .w1(w1), .odd(odd), .ctl(ctl));

  // TEX-8: of the texture unit texfetch and texauto with up to three coordinates, texauto without offsets and not of a
  // cube
  logic tex_off, tex_no, unit_no, op_no;
  always_comb begin
    {tex_off, tex_no, unit_no, op_no} = 'x;
    {bad, ls, br, sfu, dpu, sp, smem, wide, cind, cdir} = 'x;
    if (valid) begin
      tex_off = ctl.aop != 4'd0 || (ctl.quad[9:8] != 2'd0 && ctl.cmp != 4'd0) || (ctl.quad[9] && ctl.gseg != 4'd0);
      tex_no  = TEX == 0 || ctl.quad[9:8] == 2'd3 ||
                (ctl.op != `OP_TEXFETCH && (ctl.op != `OP_TEXAUTO || ctl.hi || tex_off));
      unit_no = (ctl.unit == `UNIT_TEX && tex_no) || (ctl.unit == `UNIT_DPU && DPU == 0);
      case (ctl.op)
        `OP_ILLEGAL, `OP_TRAP: op_no = 1'b1;
        default:    op_no = 1'b0;
      endcase

      bad  = ctl.err != `DE_NONE || unit_no || op_no;
      ls   = !bad && (ctl.unit == `UNIT_TEX || (ctl.unit == `UNIT_LSU && ctl.op != `OP_LD_C));
      br   = bad || ctl.unit == `UNIT_BRU;
      // SFU-1: mul.f32 has two homes, except with an s[] operand
      sfu  = !bad && (ctl.unit == `UNIT_SFU || (ctl.unit == `UNIT_MULTI && ctl.op == `OP_FMUL && !ctl.has_s));
      // DPU-1
      dpu  = !bad && ctl.unit == `UNIT_DPU;
      sp   = !ls && !br && !dpu && ctl.unit != `UNIT_SFU;
      smem = (sp || sfu || dpu) && ctl.has_s;
      wide = ls && (ctl.b.kind == `KIND_R128 || (ctl.op == `OP_ATOM && ctl.c.kind == `KIND_R64));
      // CONST-1
      cind = sp && ctl.has_c && ctl.a_on_c && ctl.areg != 3'd0;
      cdir = sp && ctl.has_c && !cind;
    end
  end

endmodule
`default_nettype wire
