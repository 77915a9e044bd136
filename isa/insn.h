/* SPDX-License-Identifier: Apache-2.0
 *
 * One decoded GT200 instruction.
 *
 * isa_decode() fills it from the table isa/gt200.isa; the functional model executes it, the cycle
 * model schedules it, and rtl/gen/ctl_types.svh has the same fields under the same names (ctl_t).
 *
 * Operands are *semantic*: src[0], src[1], src[2] are SRC1, SRC2, SRC3 of the instruction
 * descriptions, whatever encoding field they came from. Two consequences:
 *   - the add family (add/sub/subr/addc, add.f32, add.f64) has its second operand in src[1] in
 *     every form, although the long form encodes it in the source-3 field;
 *   - short and immediate multiply-adds and sads have src[2] = the destination register.
 * Memory operations: ld/st g[], atom, red: src[0] = address register; st: src[1] = data register(s);
 * atom/red: src[1] = operand, src[2] = new value of cas. ld/st s[], l[], c[]: the address is
 * areg/mem_off below. mov to $c: src[0]. mov from $c/$a/$sr: src[0] of kind CREG/AREG/SREG.
 */
#ifndef GT200_INSN_H
#define GT200_INSN_H

enum gt_form { GT_FORM_SHORT, GT_FORM_SCTL, GT_FORM_LONG, GT_FORM_IMM, GT_FORM_CTL };

/* Execution unit. GT_UNIT_MULTI: fp32 multiply, SP or SFU. */
enum gt_unit { GT_UNIT_NONE, GT_UNIT_SP, GT_UNIT_SFU, GT_UNIT_MULTI, GT_UNIT_DPU, GT_UNIT_LSU,
               GT_UNIT_TEX, GT_UNIT_BRU };

/* Operation. The numbers are part of the RTL decoder (7 bits); append, never renumber. */
enum gt_op {
    GT_OP_ILLEGAL = 0, GT_OP_NOP, GT_OP_PMEVENT,
    /* moves */
    GT_OP_MOV, GT_OP_MOV_FROM_C, GT_OP_MOV_FROM_A, GT_OP_MOV_FROM_SR, GT_OP_MOV_TO_C,
    GT_OP_SHL_TO_A, GT_OP_ADD_A,
    /* integer */
    GT_OP_IADD, GT_OP_IMUL, GT_OP_IMAD, GT_OP_ISAD, GT_OP_IMIN, GT_OP_IMAX, GT_OP_ISET,
    GT_OP_AND, GT_OP_OR, GT_OP_XOR, GT_OP_MOV2, GT_OP_SHL, GT_OP_SHR,
    /* conversions without a 64-bit type */
    GT_OP_I2I, GT_OP_I2F, GT_OP_F2I, GT_OP_F2F,
    /* conversions with a 64-bit type (DPU) */
    GT_OP_I2F64, GT_OP_F2I64, GT_OP_F2F64,
    /* fp32 */
    GT_OP_FADD, GT_OP_FMUL, GT_OP_FMAD, GT_OP_FMIN, GT_OP_FMAX, GT_OP_FSET, GT_OP_SLCT, GT_OP_QUADOP,
    /* SFU */
    GT_OP_RCP, GT_OP_RSQRT, GT_OP_LG2, GT_OP_SIN, GT_OP_COS, GT_OP_EX2, GT_OP_PRESIN, GT_OP_PREEX2,
    /* fp64 */
    GT_OP_DFMA, GT_OP_DADD, GT_OP_DMUL, GT_OP_DMIN, GT_OP_DMAX, GT_OP_DSET,
    /* warp */
    GT_OP_VOTE_ANY, GT_OP_VOTE_ALL,
    /* memory */
    GT_OP_LD_C, GT_OP_LD_S, GT_OP_ST_S, GT_OP_LD_LOCK, GT_OP_ST_UNLOCK, GT_OP_LD_L, GT_OP_ST_L,
    GT_OP_LD_G, GT_OP_ST_G, GT_OP_RED, GT_OP_ATOM,
    /* texture */
    GT_OP_TEXAUTO, GT_OP_TEXFETCH, GT_OP_TEXBIAS, GT_OP_TEXLOD, GT_OP_TEXSIZE, GT_OP_TEXCSAA,
    /* control */
    GT_OP_BRA, GT_OP_CALL, GT_OP_RET, GT_OP_PREBRK, GT_OP_BRK, GT_OP_QUADON, GT_OP_QUADPOP,
    GT_OP_BAR, GT_OP_TRAP, GT_OP_JOINAT, GT_OP_BRKPT,
    GT_OP_COUNT
};

enum gt_kind { GT_K_NONE, GT_K_R32, GT_K_R16, GT_K_R64, GT_K_R128, GT_K_SMEM, GT_K_CMEM, GT_K_IMM,
               GT_K_AREG, GT_K_CREG, GT_K_SREG,
               GT_K_T2, GT_K_T3, GT_K_T4 /* 2, 3, 4 registers from any number on: of texture fetches */ };

/* s[] operand mode and type of a c[]/s[] load (field value in the encoding). */
enum gt_smode { GT_SM_U8, GT_SM_U16, GT_SM_S16, GT_SM_B32 };

/* Access type of ld/st l[], g[], atom, red (field value w1[23:21]). */
enum gt_mtype { GT_MT_U8, GT_MT_S8, GT_MT_U16, GT_MT_S16, GT_MT_B64, GT_MT_B128, GT_MT_B32, GT_MT_S32 };

/* Conditions of a predicate, by the flags of a condition code: L less, E equal, G greater, U unordered combine; O
 * overflow, C carry, A above (carry and not zero), S sign, N* not. */
enum gt_cond { GT_CC_NEVER, GT_CC_L, GT_CC_E, GT_CC_LE, GT_CC_G, GT_CC_LG, GT_CC_GE, GT_CC_ALWAYS = 15,
               GT_CC_O, GT_CC_C, GT_CC_A, GT_CC_S, GT_CC_NS = 28, GT_CC_NA, GT_CC_NC, GT_CC_NO };

/* Operation of atom and red (field w1[5:2]); the numbers between are none. */
enum gt_aop { GT_AOP_ADD, GT_AOP_EXCH, GT_AOP_CAS, GT_AOP_INC = 4, GT_AOP_DEC, GT_AOP_MAX, GT_AOP_MIN,
              GT_AOP_AND = 10, GT_AOP_OR, GT_AOP_XOR };

/* Decode errors: isa/README.md, docs/errors.md. */
enum gt_decode_err { GT_DE_NONE, GT_DE_TRAP, GT_DE_ILLEGAL_OPCODE, GT_DE_UNALIGNED_LONG,
                     GT_DE_ILLEGAL_POSTINCR, GT_DE_LD_A_ST_O, GT_DE_INTERP, GT_DE_EMIT,
                     GT_DE_MEMORY_BYTE, GT_DE_MEMORY_SIGN, GT_DE_MEMORY_SIZE };

/* struct gt_insn: isa/insn.def, which says how each field follows from the words. */
#include "gt_insn.h"

/* texfetch, texauto: lmask: components wanted (w,z,y,x); aop, cmp, gseg: offsets of x, y and z, signed; quad:
 * coordinates - 1 in bits 9:8, texture in 7:0; hi: .cube; src[0]: first coordinate; src[1]: the second (R32), or
 * with three or more the second and third (T2), if there is one; dst: as many registers as components, none of
 * kind NONE */

#define ISA_ROW_NONE 0xffff

#endif
