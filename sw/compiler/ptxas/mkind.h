/* SPDX-License-Identifier: Apache-2.0
 *
 * What a machine instruction does, apart from its operands: the enums that passes compare. The modifiers are those of
 * struct gt_insn (isa/insn.h); machine.c turns one into the other.
 */
#ifndef PTXAS_MKIND_H
#define PTXAS_MKIND_H

#include <stdbool.h>
#include <stdint.h>

#include "insn.h"

/* Machine operations before registers are assigned. Most are one operation of the chip; those that stand for several
 * say which in `gop`. */
enum mop {
    M_NOP, M_MOV, M_SREG, M_TID,
    M_ADD, M_SUB, M_SUBR, M_ADDC, M_MUL16, M_MUL24, M_MAD, M_SAD, M_MIN, M_MAX, M_SET,
    M_AND, M_OR, M_XOR, M_MOV2, M_SHL, M_SHR, M_CVT,
    M_FADD, M_FMUL, M_FMAD, M_FMIN, M_FMAX, M_FSET, M_SLCT,
    M_SFU,                                      /* gop: RCP, RSQRT, LG2, SIN, COS, EX2, PRESIN, PREEX2 */
    M_MUL32, M_MAD32, M_MULHI,                  /* expanded by mul.c */
    M_LDC, M_LDS, M_STS, M_LDL, M_STL, M_LDG, M_STG, M_ATOM, M_RED,
    M_VOTE,                                     /* gop: VOTE_ANY, VOTE_ALL */
    M_BAR, M_RET,
    M_TRAP,                                     /* gop: TRAP, BRKPT, PMEVENT */
    M_SHLA,
    M_F64,                                      /* operands of 64 bits: pairs, see sw; gop: DFMA to DSET, ?2?64 */
    M_CVTH,                                     /* writes a half register */
    M_PHI, M_CALL, M_ADDA,
    M_FENCE,                                    /* no code; nothing moves across it */
    M_COUNT
};

const char *mop_name(enum mop op);      /* "add" */

/* Types. U8 and S8 of a conversion are a byte operand of s[]; U8W and S8W are the low byte of a whole register. */
enum vtype {
    V_NONE, V_U8, V_S8, V_U8W, V_S8W, V_U16, V_S16, V_F16, V_U24, V_S24, V_B32, V_U32, V_S32, V_F32,
    V_B64, V_U64, V_S64, V_F64, V_B128,
    V_COUNT
};
unsigned vtype_size(enum vtype t);      /* bytes; 24 bits: 4 */
bool vtype_signed(enum vtype t);
bool vtype_float(enum vtype t);
const char *vtype_name(enum vtype t);   /* "u32"; "" for V_NONE */

/* Condition of a comparison: any of these holds. */
enum { MC_L = 1, MC_E = 2, MC_G = 4, MC_U = 8, MC_LE = MC_L | MC_E, MC_GE = MC_G | MC_E, MC_LG = MC_L | MC_G };

/* Rounding, as it is encoded. */
enum { MR_RN, MR_RM, MR_RP, MR_RZ };

#endif
