// SPDX-License-Identifier: Apache-2.0
// sp_predec: the part of the control word that the scalar processors need, as class bits.
//
// From sp_array   ctl, valid
// To   sp_array   uop (all zero when nothing is to be done)
//
// Two rewrites make the lanes smaller: a + b is a * 1.0 + b, and a * b is a * b + 0 where the zero
// has the sign of the product; then one path serves fp32 add, mul and mad.
// Latency: none. State: none.
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "exec/exec_types.svh"
`default_nettype none

module sp_predec (
  input  wire  valid,
  input  ctl_t ctl,
  output uop_t uop
);

  wire fmods = ctl.op == `OP_FMIN || ctl.op == `OP_FMAX || ctl.op == `OP_FSET;
  wire dst16 = ctl.dst_kind == `KIND_R16;

  always_comb begin
    uop = '0;
    if (valid) begin
      uop.cmp     = ctl.cmp;
      uop.sgn     = ctl.sgn;
      uop.sgn2    = ctl.sgn;
      uop.hi      = ctl.hi;
      uop.k       = ctl.k;
      uop.rm      = ctl.rnd;
      uop.ssigned = ctl.ssigned;
      uop.s8      = ctl.s8;
      uop.s32     = ctl.s32;
      uop.dsigned = ctl.dsigned;
      uop.d8      = ctl.d8;
      uop.rint    = ctl.rint;
      uop.w16     = ctl.w16;
      uop.r16     = ctl.w16;
      uop.m16     = ctl.w16;
      if (fmods) begin
        uop.a_neg = ctl.a.neg;
        uop.a_abs = ctl.a.abs;
        uop.b_neg = ctl.b.neg;
        uop.b_abs = ctl.b.abs;
        uop.fcmp  = 1'b1;
        uop.fl    = `FL_F32;
        uop.w16   = 1'b0;
        uop.r16   = 1'b0;
      end

      case (ctl.op)
        `OP_MOV, `OP_MOV_FROM_A, `OP_MOV_FROM_SR: begin
          uop.alu = 1'b1;
          uop.w16 = dst16;
          uop.r16 = dst16;
        end
        `OP_MOV_FROM_C: begin
          uop.alu = 1'b1;
          uop.iop = `IOP_CIN;
        end
        `OP_MOV_TO_C, `OP_VOTE_ANY, `OP_VOTE_ALL: begin
          uop.alu = 1'b1;
          uop.w16 = 1'b0;
          uop.fl  = `FL_MOVC;
        end
        `OP_LD_C: begin
          uop.alu = 1'b1;
          uop.w16 = dst16;
          uop.r16 = dst16;
        end
        `OP_SHL_TO_A: begin
          uop.alu = 1'b1;
          uop.iop = `IOP_SHL;
          uop.w16 = 1'b1;
          uop.r16 = 1'b1;
        end
        `OP_ADD_A: begin
          uop.alu    = 1'b1;
          uop.iadd   = 1'b1;
          uop.c_is_b = 1'b1;
          uop.k      = 2'd0;
          uop.w16    = 1'b1;
          uop.r16    = 1'b1;
        end
        `OP_IADD: begin
          uop.alu    = 1'b1;
          uop.iadd   = 1'b1;
          uop.c_is_b = 1'b1;
          uop.sat    = ctl.sat;
        end
        `OP_IMUL: begin
          uop.mul  = 1'b1;
          uop.imul = 1'b1;
          uop.sgn2 = ctl.w16 ? ctl.sgn2 : ctl.sgn;
          uop.r16  = 1'b0;
        end
        `OP_IMAD: begin
          uop.mul  = 1'b1;
          uop.imul = 1'b1;
          uop.iadd = 1'b1;
          uop.sat  = ctl.sat;
          uop.r16  = 1'b0;
        end
        `OP_ISAD: begin
          uop.alu  = 1'b1;
          uop.iop  = `IOP_SAD;
          uop.iadd = 1'b1;
          uop.k    = 2'd0;
          uop.r16  = 1'b0;      // the sum is 32 bits for every type
        end
        `OP_IMIN, `OP_FMIN: begin
          uop.alu = 1'b1;
          uop.iop = `IOP_MIN;
        end
        `OP_IMAX, `OP_FMAX: begin
          uop.alu = 1'b1;
          uop.iop = `IOP_MAX;
        end
        `OP_ISET, `OP_FSET: begin
          uop.alu = 1'b1;
          uop.iop = `IOP_SET;
          uop.fl  = `FL_INT;
        end
        `OP_AND, `OP_OR, `OP_XOR, `OP_MOV2: begin
          uop.alu   = 1'b1;
          uop.iop   = ctl.op == `OP_AND ? `IOP_AND : ctl.op == `OP_OR  ? `IOP_OR :
                      ctl.op == `OP_XOR ? `IOP_XOR : `IOP_B;
          uop.a_inv = ctl.a.inv;
          uop.b_inv = ctl.b.inv;
        end
        `OP_SHL: begin
          uop.alu = 1'b1;
          uop.iop = `IOP_SHL;
          uop.sgn = 1'b0;
        end
        `OP_SHR: begin
          uop.alu = 1'b1;
          uop.iop = `IOP_SHR;
        end
        `OP_I2I: begin
          uop.cvti   = 1'b1;
          uop.aln    = 1'b1;
          uop.clampi = 1'b1;
          uop.cabs   = ctl.a.abs;
          uop.cneg   = ctl.a.neg;
          uop.r16    = !ctl.d32;
        end
        `OP_I2F: begin
          uop.cvti   = 1'b1;
          uop.aln    = 1'b1;
          uop.nrm    = 1'b1;
          uop.cabs   = ctl.a.abs;
          uop.cneg   = ctl.a.neg;
          uop.sat    = ctl.sat;
          uop.f16r   = !ctl.d32;
          uop.i2fbug = !ctl.d32;
        end
        `OP_F2I: begin
          uop.cvtf   = 1'b1;
          uop.aln    = 1'b1;
          uop.clampi = 1'b1;
          uop.f2i    = 1'b1;
          uop.d8     = 1'b0;
          uop.cabs   = ctl.a.abs;
          uop.cneg   = ctl.a.neg;
          uop.r16    = !ctl.d32;
        end
        `OP_F2F: begin
          uop.cvtf = 1'b1;
          uop.aln  = 1'b1;
          uop.cabs = ctl.a.abs;
          uop.cneg = ctl.a.neg;
          uop.sat  = ctl.sat;
          uop.nrm  = ctl.d32 || ctl.rint;
          uop.nar  = !ctl.d32 && !ctl.rint;
          uop.f16r = !ctl.d32 && ctl.rint;
          uop.r16  = !ctl.d32;
          uop.fl   = `FL_F16;
        end
        // SPQ-5
        `OP_PRESIN, `OP_PREEX2: begin
          uop.cvtf   = 1'b1;
          uop.aln    = 1'b1;
          uop.clampi = 1'b1;
          uop.red    = 1'b1;
          uop.pi     = ctl.op == `OP_PRESIN;
          uop.mul    = uop.pi;
          uop.one_b  = uop.pi;
          uop.s32    = 1'b1;
          uop.d8     = 1'b0;
          uop.r16    = 1'b0;
          uop.dsigned = 1'b0;
          uop.cabs   = ctl.a.abs;
          uop.cneg   = ctl.a.neg;
        end
        `OP_FADD, `OP_QUADOP: begin
          uop.fp     = 1'b1;
          uop.mul    = 1'b1;
          uop.aln    = 1'b1;
          uop.nrm    = 1'b1;
          uop.m16    = 1'b0;
          uop.c_is_b = ctl.op == `OP_FADD;   // quadop: sp_array brings the addend to c
          uop.one_b  = 1'b1;
          if (ctl.op == `OP_FADD) begin
            uop.a_neg = ctl.a.neg;
            uop.b_neg = ctl.b.neg;
            uop.sat   = ctl.sat;
          end else uop.rm = 2'd0;
        end
        `OP_FMUL: begin
          uop.fp    = 1'b1;
          uop.mul   = 1'b1;
          uop.aln   = 1'b1;
          uop.nrm   = 1'b1;
          uop.m16   = 1'b0;
          uop.no_c  = 1'b1;
          uop.a_neg = ctl.a.neg;
          uop.b_neg = ctl.b.neg;
          uop.sat   = ctl.sat;
        end
        `OP_FMAD: begin
          uop.fp    = 1'b1;
          uop.mul   = 1'b1;
          uop.aln   = 1'b1;
          uop.nrm   = 1'b1;
          uop.m16   = 1'b0;
          uop.fmad  = 1'b1;
          uop.rm    = 2'd0;
          uop.a_neg = ctl.a.neg;
          uop.b_neg = ctl.b.neg;
          uop.c_neg = ctl.c.neg;
          uop.sat   = ctl.sat;
        end
        `OP_SLCT: begin
          uop.alu   = 1'b1;
          uop.iop   = `IOP_SLCT;
          uop.c_neg = ctl.c.neg;
          uop.w16   = 1'b0;
          uop.r16   = 1'b0;
          uop.fl    = `FL_SLCT;
        end
        default: ;              // not an instruction of this unit: the result is not used
      endcase
      uop.ext16 = uop.alu && uop.w16;
      if (ctl.op == `OP_LD_C) begin
        uop.ext16 = ctl.smode != `SM_B32;
        uop.sgn   = ctl.smode == `SM_S16;
        uop.a8    = ctl.smode == `SM_U8;
      end
    end
  end

  // fields of the control word that other units use
  wire unused = &{1'b0, ctl};

endmodule
`default_nettype wire
