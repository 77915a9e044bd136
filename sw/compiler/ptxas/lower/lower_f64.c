/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision: pairs of registers on the double-precision unit.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

/* An operation on pairs; those without a rounding mode in PTX round to nearest. */
static void arithmetic(struct fn *f, const struct pinst *in, enum gt_op gop, unsigned nsrc, bool rounded, bool sub)
{
    struct opnd s[3];
    struct rounding r = inst_rounding(in);
    if (in->code.sat || (rounded && r.whole))
        lo_unsupported(f, in);
    for (unsigned i = 0; i < nsrc; i++)
        s[i] = src_pair(f, in, 1 + i);
    if (sub)
        s[1].neg = true;
    int q = fn_group(f, 2);
    struct minst *m = lo_f64(f, gop, V_F64, q, 2);
    m->rnd = rounded ? r.rnd : MR_RN;
    for (unsigned i = 0; i < nsrc; i++)
        lo_put_src(m, (int)i, s[i], 2);
    lo_put_pair(f, in, q);
}

static void sign_word(struct fn *f, const struct pinst *in, enum mop op, uint32_t with)
{
    struct opnd l = lo_src(f, in, 1), h = lo_src_high(f, in, 1);
    int t = fn_vreg(f, false);
    lo_inst(f, op, V_B32, t, h, op_imm(with));
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), l, none);
    lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(t), none);
}

bool lower_f64(struct fn *f, const struct pinst *in)
{
    unsigned op = in->code.op;
    if (op == PTX_ADD || op == PTX_SUB)
        arithmetic(f, in, GT_OP_DADD, 2, true, op == PTX_SUB);
    else if (op == PTX_MUL)
        arithmetic(f, in, GT_OP_DMUL, 2, true, false);
    else if (op == PTX_FMA || op == PTX_MAD)
        arithmetic(f, in, GT_OP_DFMA, 3, true, false);
    else if (op == PTX_MIN || op == PTX_MAX)
        arithmetic(f, in, op == PTX_MIN ? GT_OP_DMIN : GT_OP_DMAX, 2, false, false);
    else if (op == PTX_NEG)
        sign_word(f, in, M_XOR, 0x80000000u);
    else if (op == PTX_ABS)
        sign_word(f, in, M_AND, 0x7fffffffu);
    else
        return false;
    return true;
}

void emit_set_f64(struct fn *f, const struct pinst *in, unsigned cond, unsigned k, int d, int c)
{
    struct opnd a = src_pair(f, in, k), b = src_pair(f, in, k + 1);
    struct minst *m = lo_f64(f, GT_OP_DSET, V_F64, d, 1);
    m->cond = (uint8_t)cond;
    lo_put_src(m, 0, a, 2);
    lo_put_src(m, 1, b, 2);
    m->cdst = c;
}
