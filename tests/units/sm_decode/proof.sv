// SPDX-License-Identifier: Apache-2.0
// sm_decode: every pair of words has a decoding that the rest of the SM can take.
//
// One class for each body; what is not executable is an error or bad; operand registers exist and are aligned; the
// length is that of bit 0; no marker together with an error, never both markers.
// Rules (docs/units): HEAD-6.
//
//! proves decoder: every pair of words is one executable body of one unit with operands that exist, or an error
//! by abc:2
//! test long
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "formal.svh"
`default_nettype none

module proof (input wire clk, input wire [31:0] in0, in1, input wire in_odd);
  `F_RESET
  reg [31:0] w0, w1;
  reg        odd;
  always @(posedge clk) begin
    w0  <= in0;
    w1  <= in1;
    odd <= in_odd;
  end
  ctl_t ctl;
  wire  bad, sp, sfu, dpu, smem, ls, br, wide, cdir, cind;
  (* keep *) sm_decode dut (.valid(1'b1), .w0, .w1, .odd, .ctl, .bad, .sp, .sfu, .dpu, .smem, .ls, .br, .wide, .cdir,
      .cind);

  always @* if (!rst) begin
    assert({2'd0, sp || sfu} + {2'd0, ls} + {2'd0, br} + {2'd0, dpu} == 3'd1);
    assert(!bad || br);
    assert(!smem || sp || sfu || dpu);
    assert(!wide || ls);
    assert(!(cdir && cind) && (!(cdir || cind) || (sp && ctl.has_c)));
    assert(ctl.len8 == w0[0]);
    assert(ctl.err <= `DE_MEMORY_SIZE);
    if (odd && w0[0]) assert(ctl.err == `DE_UNALIGNED_LONG);
    assert(!(ctl.join_m && ctl.exit_m));
    // what sp_operands, sm_xwb and sm_head leave out
    assert(ctl.c.kind != `KIND_R16);
    assert(!(sfu || dpu) || ctl.dst_kind != `KIND_R16);
    assert(!br || bad || !ctl.exit_m);
    if (ctl.err != `DE_NONE) assert(bad && !ctl.join_m && !ctl.exit_m);
    if (ctl.err == `DE_NONE) begin
      assert(ctl.op != `OP_ILLEGAL);
      if (ctl.unit == `UNIT_NONE) assert(sp);
      assert(ctl.dst_kind <= `KIND_SREG || (ctl.unit == `UNIT_TEX && ctl.dst_kind <= `KIND_T4));
      assert(ctl.a.kind <= `KIND_SREG && ctl.c.kind <= `KIND_SREG);
      // the second and third coordinate of a texture are two registers
      assert(ctl.b.kind <= `KIND_SREG || (ctl.unit == `UNIT_TEX && ctl.b.kind == `KIND_T2));
      assert(ctl.dst_kind != `KIND_R64 || (!ctl.dst[0] && !ctl.dst[7]));
      assert(ctl.dst_kind != `KIND_R128 || (ctl.dst[1:0] == 2'd0 && !ctl.dst[7]));
      assert(ctl.a.kind != `KIND_R64 || !ctl.a.idx[0]);
      assert(ctl.b.kind != `KIND_R64 || !ctl.b.idx[0]);
      assert(ctl.b.kind != `KIND_R128 || ctl.b.idx[1:0] == 2'd0);
      assert(ctl.c.kind != `KIND_R64 || !ctl.c.idx[0]);
      assert(ctl.areg <= 3'd4);
      assert(ctl.dst_kind != `KIND_AREG || ctl.dst <= 8'd4);
      if (ctl.ainc && !bad) assert(ctl.areg != 3'd0);
      // at most one of a constant and a shared operand that is fetched before issue
      if (cind) assert(ctl.areg != 3'd0 && !ctl.has_s);
    end
  end
endmodule
