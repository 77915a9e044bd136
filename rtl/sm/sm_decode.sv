// SPDX-License-Identifier: Apache-2.0
// sm_decode: two instruction words to ctl_t (generated table) and the few classes the front end needs as single bits.
//
// Combinational. What this SM does not execute is recognised here (bad) and becomes a fault when its turn to issue comes.
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module sm_decode (
  input  wire  [31:0] w0,
  input  wire  [31:0] w1,
  input  wire         odd,       // w0 is not at a multiple of 8 bytes
  output ctl_t        ctl,
  output logic        bad,       // must not execute
  output logic        sp,        // body goes to the SP queue
  output logic        smem,      // SP body with an s[] operand
  output logic        ls,        // body goes to the load/store queue only
  output logic        br,        // body goes to the BRU (control, bar, bad)
  output logic        wide,      // store of more than two data words
  output logic        cdir,      // constant at a fixed address
  output logic        cind       // constant addressed by $a
);

  isa_decode u_table (.w0(w0), .w1(w1), .odd(odd), .ctl(ctl));

  wire unit_no = ctl.unit == `UNIT_SFU || ctl.unit == `UNIT_DPU || ctl.unit == `UNIT_TEX;
  logic op_no;
  always_comb
    case (ctl.op)
      `OP_ILLEGAL, `OP_TRAP, `OP_LD_LOCK, `OP_ST_UNLOCK, `OP_RED, `OP_ATOM: op_no = 1'b1;
      default:    op_no = 1'b0;
    endcase

  assign bad  = ctl.err != `DE_NONE || unit_no || op_no;
  assign ls   = !bad && ctl.unit == `UNIT_LSU && ctl.op != `OP_LD_C;
  assign br   = bad || ctl.unit == `UNIT_BRU;
  assign sp   = !ls && !br;
  assign smem = sp && ctl.has_s;
  assign wide = ls && ctl.b.kind == `KIND_R128;
  assign cind = sp && ctl.has_c && ctl.a_on_c && ctl.areg != 3'd0;
  assign cdir = sp && ctl.has_c && !cind;

endmodule
`default_nettype wire
