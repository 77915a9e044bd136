/* SPDX-License-Identifier: Apache-2.0
 *
 * Single-precision arithmetic. Denormals are flushed whatever .ftz says: the chip cannot do otherwise.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

/* Saturation and rounding of a sum or product; a multiply-add has only the one rounding. */
static void float_mods(struct fn *f, const struct pinst *in, struct minst *m)
{
    if (in->code.rnd == PTX_RND_RM || in->code.rnd == PTX_RND_RP)
        lo_unsupported(f, in);
    if (in->code.rnd == PTX_RND_RZ)
        m->rnd = m->op == M_FMAD ? MR_RN : MR_RZ;
    m->sat = in->code.sat;
}

static enum gt_op sfu_op(unsigned op)
{
    switch (op) {
    case PTX_RCP: return GT_OP_RCP;
    case PTX_RSQRT: return GT_OP_RSQRT;
    case PTX_LG2: return GT_OP_LG2;
    case PTX_SIN: return GT_OP_SIN;
    case PTX_COS: return GT_OP_COS;
    default: return GT_OP_EX2;
    }
}

/* o, or a quarter of it where c says so. */
static struct opnd quarter(struct fn *f, struct opnd o, int c)
{
    int t = fn_vreg(f, false);
    lo_inst(f, M_MOV, V_B32, t, o, none);
    lo_inst(f, M_FMUL, V_F32, t, op_reg(t), op_imm(0x3e800000))->pred = c;
    return op_reg(t);
}

/* Reciprocal and product. div.full divides beyond 2^126, too, where the reciprocal is a denormal, which the chip
 * takes for zero: there both operands are scaled. */
static void lower_divide(struct fn *f, const struct pinst *in, int d)
{
    static const uint32_t most = 0x7e800000;
    struct opnd a = lo_src(f, in, 1), b = lo_src(f, in, 2);
    bool fits = b.kind == O_IMM && ((b.imm & 0x7fffffff) <= most || (b.imm & 0x7fffffff) >= 0x7f800000);
    int t = fn_vreg(f, false);
    if (in->code.exact == PTX_EXACT_FULL && !fits) {
        struct opnd size = b = in_reg(f, b);
        int c = fn_vreg(f, true);
        size.abs = true;
        lo_set(f, MC_G, V_F32, fn_vreg(f, false), size, op_imm(most))->cdst = c;
        a = quarter(f, a, c);
        b = quarter(f, b, c);
    }
    lo_sfu(f, GT_OP_RCP, t, in_reg(f, b));
    lo_inst(f, M_FMUL, V_F32, d, a, op_reg(t));
}

void lower_float(struct fn *f, const struct pinst *in)
{
    struct minst *m;
    unsigned op = in->code.op;
    int d = lo_dst(f, in, 0);
    if (op == PTX_ADD || op == PTX_SUB) {
        struct opnd b = lo_src(f, in, 2);
        if (op == PTX_SUB) {
            if (b.kind == O_IMM)
                b.imm ^= 0x80000000u;
            else
                b.neg = true;
        }
        m = lo_inst(f, M_FADD, V_F32, d, lo_src(f, in, 1), b);
        m->fuse = in->code.rnd != PTX_RND_RN;
        float_mods(f, in, m);
    } else if (op == PTX_MUL) {
        m = lo_inst(f, M_FMUL, V_F32, d, lo_src(f, in, 1), lo_src(f, in, 2));
        m->fuse = in->code.rnd != PTX_RND_RN;
        float_mods(f, in, m);
    } else if (op == PTX_MAD || (op == PTX_FMA && f->cx->opt->fma_as_mad)) {
        float_mods(f, in, lo_inst3(f, M_FMAD, V_F32, d, lo_src(f, in, 1), lo_src(f, in, 2), lo_src(f, in, 3)));
    } else if (op == PTX_MIN || op == PTX_MAX) {
        lo_inst(f, op == PTX_MIN ? M_FMIN : M_FMAX, V_F32, d, lo_src(f, in, 1), lo_src(f, in, 2));
    } else if (op == PTX_NEG || op == PTX_ABS) {
        struct opnd a = in_reg(f, lo_src(f, in, 1));
        a.neg = op == PTX_NEG;
        a.abs = op == PTX_ABS;
        lo_cvt(f, V_F32, V_F32, d, a);
    } else if (op == PTX_FRC) {
        struct opnd a = in_reg(f, lo_src(f, in, 1)), whole;
        int t = fn_vreg(f, false);
        m = lo_cvt(f, V_F32, V_F32, t, a);
        m->rint = true;
        m->rnd = MR_RM;
        whole = op_reg(t);
        whole.neg = true;
        lo_inst(f, M_FADD, V_F32, d, a, whole);
    } else if (op == PTX_RCP || op == PTX_RSQRT || op == PTX_LG2) {
        if (in->code.rnd)
            lo_unsupported(f, in);
        lo_sfu(f, sfu_op(op), d, in_reg(f, lo_src(f, in, 1)));
    } else if (op == PTX_SIN || op == PTX_COS || op == PTX_EX2) {
        int t = fn_vreg(f, false);
        lo_sfu(f, op == PTX_EX2 ? GT_OP_PREEX2 : GT_OP_PRESIN, t, in_reg(f, lo_src(f, in, 1)));
        lo_sfu(f, sfu_op(op), d, op_reg(t));
    } else if (op == PTX_SQRT && in->code.rnd != PTX_RND_RN) {
        int t = fn_vreg(f, false);
        lo_sfu(f, GT_OP_RSQRT, t, in_reg(f, lo_src(f, in, 1)));
        lo_sfu(f, GT_OP_RCP, d, op_reg(t));
    } else if (op == PTX_DIV && in->code.rnd != PTX_RND_RN) {
        lower_divide(f, in, d);
    } else if (op == PTX_FMA) {
        cx_error(f->cx, in->line,
                 "instruction %s is not supported (the chip has no fused single-precision multiply-add)", in->text);
    } else {
        lo_unsupported(f, in);
    }
}
