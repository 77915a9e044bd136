/* SPDX-License-Identifier: Apache-2.0
 *
 * Bit operations that PTX 2 has and the chip does not: bfe, bfi, popc, clz, brev.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

static struct opnd op2(struct fn *f, enum mop op, enum vtype type, struct opnd a, struct opnd b)
{
    int t = fn_vreg(f, false);
    lo_inst(f, op, type, t, a, b);
    return op_reg(t);
}

/* bfe with constant position and length; others are functions of the library. */
static void extract(struct fn *f, const struct pinst *in, bool sgn)
{
    struct opnd a = lo_src(f, in, 1), pos = lo_src(f, in, 2), len = lo_src(f, in, 3);
    if (pos.kind != O_IMM || len.kind != O_IMM)
        lo_unsupported(f, in);
    uint32_t p = pos.imm & 255, n = len.imm & 255;
    int d = lo_dst(f, in, 0);
    enum vtype type = sgn ? V_S32 : V_U32;
    if (!n) {
        lo_inst(f, M_MOV, V_B32, d, op_imm(0), none);
    } else if (p + n >= 32) {       /* the sign bit is bit 31 then */
        lo_inst(f, M_SHR, type, d, a, op_imm(p > LIMIT_SHIFT ? LIMIT_SHIFT : p));
    } else if (!p && !sgn) {
        lo_inst(f, M_AND, V_B32, d, a, op_imm((1u << n) - 1));
    } else {
        lo_inst(f, M_SHR, type, d, op2(f, M_SHL, V_B32, a, op_imm(32 - p - n)), op_imm(32 - n));
    }
}

/* bfi with constant position and length. */
static void insert(struct fn *f, const struct pinst *in)
{
    struct opnd a = lo_src(f, in, 1), b = lo_src(f, in, 2), pos = lo_src(f, in, 3), len = lo_src(f, in, 4);
    if (pos.kind != O_IMM || len.kind != O_IMM)
        lo_unsupported(f, in);
    uint32_t p = pos.imm & 255, n = len.imm & 255;
    int d = lo_dst(f, in, 0);
    if (!n || p > 31) {
        lo_inst(f, M_MOV, V_B32, d, b, none);
        return;
    }
    if (n > 32 - p)
        n = 32 - p;
    uint32_t mask = (n == 32 ? 0xffffffffu : (1u << n) - 1) << p;
    struct opnd x = op2(f, M_AND, V_B32, op2(f, M_SHL, V_B32, a, op_imm(p)), op_imm(mask));
    lo_inst(f, M_OR, V_B32, d, op2(f, M_AND, V_B32, b, op_imm(~mask)), x);
}

/* (x & m) and (x >> k) & m. */
static struct opnd masked(struct fn *f, struct opnd x, unsigned k, uint32_t m)
{
    if (k)
        x = op2(f, M_SHR, V_U32, x, op_imm(k));
    return op2(f, M_AND, V_B32, x, op_imm(m));
}

static void popcount(struct fn *f, const struct pinst *in)
{
    struct opnd x = in_reg(f, lo_src(f, in, 1));
    x = op2(f, M_SUB, V_B32, x, masked(f, x, 1, 0x55555555));
    x = op2(f, M_ADD, V_B32, masked(f, x, 0, 0x33333333), masked(f, x, 2, 0x33333333));
    x = op2(f, M_ADD, V_B32, x, op2(f, M_SHR, V_U32, x, op_imm(4)));
    x = masked(f, x, 0, 0x0f0f0f0f);
    x = op2(f, M_ADD, V_B32, x, op2(f, M_SHR, V_U32, x, op_imm(8)));
    x = op2(f, M_ADD, V_B32, x, op2(f, M_SHR, V_U32, x, op_imm(16)));
    lo_inst(f, M_AND, V_B32, lo_dst(f, in, 0), x, op_imm(0x3f));
}

/* The exponent of the number, rounded toward zero so that it never grows. */
static void leading_zeros(struct fn *f, const struct pinst *in)
{
    int t = fn_vreg(f, false);
    lo_cvt(f, V_F32, V_U32, t, in_reg(f, lo_src(f, in, 1)))->rnd = MR_RZ;
    struct opnd x = op_reg(t);
    x = op2(f, M_SHR, V_U32, x, op_imm(23));
    x = op2(f, M_SUBR, V_B32, x, op_imm(158));
    lo_inst(f, M_MIN, V_U32, lo_dst(f, in, 0), x, op_imm(32));
}

/* brev: swaps bits, then pairs, and so on. */
static void reverse(struct fn *f, const struct pinst *in)
{
    static const uint32_t mask[] = { 0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff };
    struct opnd x = in_reg(f, lo_src(f, in, 1));
    for (unsigned i = 0; i < 4; i++) {
        struct opnd h = masked(f, x, 1u << i, mask[i]);
        x = op2(f, M_SHL, V_B32, masked(f, x, 0, mask[i]), op_imm(1u << i));
        x = op2(f, M_OR, V_B32, x, h);
    }
    struct opnd h = op2(f, M_SHR, V_U32, x, op_imm(16));
    lo_inst(f, M_OR, V_B32, lo_dst(f, in, 0), op2(f, M_SHL, V_B32, x, op_imm(16)), h);
}

bool lower_bits(struct fn *f, const struct pinst *in)
{
    unsigned op = in->code.op;
    enum ptype t = (enum ptype)in->code.type;
    if (ptype_size(t) != 4)
        return false;
    if (op == PTX_BFE)
        extract(f, in, t == T_S32);
    else if (op == PTX_BFI)
        insert(f, in);
    else if (op == PTX_POPC)
        popcount(f, in);
    else if (op == PTX_CLZ)
        leading_zeros(f, in);
    else if (op == PTX_BREV)
        reverse(f, in);
    else
        return false;
    return true;
}
