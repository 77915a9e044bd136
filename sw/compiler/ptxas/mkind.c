/* SPDX-License-Identifier: Apache-2.0
 *
 * Names and sizes of operations and types.
 */
#include "mkind.h"

static const struct { const char *name; unsigned char size; bool is_signed, is_float; } types[V_COUNT] = {
    [V_NONE] = { "", 0, false, false },
    [V_U8] = { "u8", 1, false, false },     [V_S8] = { "s8", 1, true, false },
    [V_U8W] = { "u8w", 1, false, false },   [V_S8W] = { "s8w", 1, true, false },
    [V_U16] = { "u16", 2, false, false },   [V_S16] = { "s16", 2, true, false },   [V_F16] = { "f16", 2, true, true },
    [V_U24] = { "u24", 4, false, false },   [V_S24] = { "s24", 4, true, false },   [V_B32] = { "b32", 4, false, false },
    [V_U32] = { "u32", 4, false, false },   [V_S32] = { "s32", 4, true, false },   [V_F32] = { "f32", 4, true, true },
    [V_B64] = { "b64", 8, false, false },   [V_U64] = { "u64", 8, false, false },  [V_S64] = { "s64", 8, true, false },
    [V_F64] = { "f64", 8, true, true },     [V_B128] = { "b128", 16, false, false },
};

static const char *const ops[M_COUNT] = {
    [M_NOP] = "nop", [M_MOV] = "mov", [M_SREG] = "sreg", [M_TID] = "tid", [M_ADD] = "add", [M_SUB] = "sub",
    [M_SUBR] = "subr", [M_ADDC] = "addc", [M_MUL16] = "mul16", [M_MUL24] = "mul24", [M_MAD] = "mad", [M_SAD] = "sad",
    [M_MIN] = "min", [M_MAX] = "max", [M_SET] = "set", [M_AND] = "and", [M_OR] = "or", [M_XOR] = "xor",
    [M_MOV2] = "mov2", [M_SHL] = "shl", [M_SHR] = "shr", [M_CVT] = "cvt", [M_FADD] = "fadd", [M_FMUL] = "fmul",
    [M_FMAD] = "fmad", [M_FMIN] = "fmin", [M_FMAX] = "fmax", [M_FSET] = "fset", [M_SLCT] = "slct", [M_SFU] = "sfu",
    [M_MUL32] = "mul32", [M_MAD32] = "mad32", [M_MULHI] = "mulhi", [M_LDC] = "ldc", [M_LDS] = "lds", [M_STS] = "sts",
    [M_LDL] = "ldl", [M_STL] = "stl", [M_LDG] = "ldg", [M_STG] = "stg", [M_ATOM] = "atom", [M_RED] = "red",
    [M_VOTE] = "vote", [M_BAR] = "bar", [M_RET] = "ret", [M_TRAP] = "trap", [M_SHLA] = "shla", [M_F64] = "f64",
    [M_CVTH] = "cvth", [M_PHI] = "phi", [M_CALL] = "call", [M_ADDA] = "adda", [M_FENCE] = "fence",
};

const char *mop_name(enum mop op) { return op < M_COUNT ? ops[op] : "?"; }

unsigned vtype_size(enum vtype t) { return types[t].size; }
bool vtype_signed(enum vtype t) { return types[t].is_signed; }
bool vtype_float(enum vtype t) { return types[t].is_float; }
const char *vtype_name(enum vtype t) { return t < V_COUNT ? types[t].name : "?"; }
