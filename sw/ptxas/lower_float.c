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
    for (unsigned i = 1; i + 1 < in->nparts; i++) {
        const char *p = in->part[i];
        if (!strcmp(p, "rz"))
            m->rnd = m->op == M_FMAD ? MR_RN : MR_RZ;
        else if (!strcmp(p, "rm") || !strcmp(p, "rp"))
            unsupported(f, in);
    }
    m->sat = inst_has(in, "sat");
}

static enum gt_op sfu_op(const char *name)
{
    static const struct { const char *name; enum gt_op op; } tab[] = {
        { "rcp", GT_OP_RCP }, { "rsqrt", GT_OP_RSQRT }, { "lg2", GT_OP_LG2 }, { "sin", GT_OP_SIN },
        { "cos", GT_OP_COS }, { "ex2", GT_OP_EX2 },
    };
    for (size_t i = 0; i < sizeof tab / sizeof *tab; i++)
        if (!strcmp(name, tab[i].name))
            return tab[i].op;
    return GT_OP_ILLEGAL;
}

/* o, or a quarter of it where c says so. */
static struct opnd quarter(struct fn *f, struct opnd o, int c)
{
    int t = fn_vreg(f, false);
    lo(f, M_MOV, V_B32, t, o, none);
    lo(f, M_FMUL, V_F32, t, op_reg(t), op_imm(0x3e800000))->pred = c;
    return op_reg(t);
}

/* Reciprocal and product. div.full divides beyond 2^126, too, where the reciprocal is a denormal, which the chip takes for
 * zero: there both operands are scaled. */
static void lower_divide(struct fn *f, const struct pinst *in, int d)
{
    static const uint32_t most = 0x7e800000;
    struct opnd a = src32(f, in, 1), b = src32(f, in, 2);
    bool fits = b.kind == O_IMM && ((b.imm & 0x7fffffff) <= most || (b.imm & 0x7fffffff) >= 0x7f800000);
    int t = fn_vreg(f, false);
    if (inst_has(in, "full") && !fits) {
        struct opnd size = b = in_reg(f, b);
        int c = fn_vreg(f, true);
        size.abs = true;
        lo_set(f, MC_G, V_F32, fn_vreg(f, false), size, op_imm(most))->cdst = c;
        a = quarter(f, a, c);
        b = quarter(f, b, c);
    }
    lo_sfu(f, GT_OP_RCP, t, in_reg(f, b));
    lo(f, M_FMUL, V_F32, d, a, op_reg(t));
}

void lower_float(struct fn *f, const struct pinst *in)
{
    struct minst *m;
    const char *op = in->part[0];
    int d = dst32(f, in, 0);
    if (!strcmp(op, "add") || !strcmp(op, "sub")) {
        struct opnd b = src32(f, in, 2);
        if (op[0] == 's') {
            if (b.kind == O_IMM)
                b.imm ^= 0x80000000u;
            else
                b.neg = true;
        }
        m = lo(f, M_FADD, V_F32, d, src32(f, in, 1), b);
        m->fuse = !inst_has(in, "rn");
        float_mods(f, in, m);
    } else if (!strcmp(op, "mul")) {
        m = lo(f, M_FMUL, V_F32, d, src32(f, in, 1), src32(f, in, 2));
        m->fuse = !inst_has(in, "rn");
        float_mods(f, in, m);
    } else if (!strcmp(op, "mad") || (!strcmp(op, "fma") && f->cx->opt->fma_as_mad)) {
        float_mods(f, in, lo3(f, M_FMAD, V_F32, d, src32(f, in, 1), src32(f, in, 2), src32(f, in, 3)));
    } else if (!strcmp(op, "min") || !strcmp(op, "max")) {
        lo(f, op[1] == 'i' ? M_FMIN : M_FMAX, V_F32, d, src32(f, in, 1), src32(f, in, 2));
    } else if (!strcmp(op, "neg") || !strcmp(op, "abs")) {
        struct opnd a = in_reg(f, src32(f, in, 1));
        a.neg = op[0] == 'n';
        a.abs = op[0] == 'a';
        lo_cvt(f, V_F32, V_F32, d, a);
    } else if (!strcmp(op, "frc")) {
        struct opnd a = in_reg(f, src32(f, in, 1)), whole;
        int t = fn_vreg(f, false);
        m = lo_cvt(f, V_F32, V_F32, t, a);
        m->rint = true;
        m->rnd = MR_RM;
        whole = op_reg(t);
        whole.neg = true;
        lo(f, M_FADD, V_F32, d, a, whole);
    } else if (!strcmp(op, "rcp") || !strcmp(op, "rsqrt") || !strcmp(op, "lg2")) {
        if (inst_has(in, "rn") || inst_has(in, "rz") || inst_has(in, "rm") || inst_has(in, "rp"))
            unsupported(f, in);
        lo_sfu(f, sfu_op(op), d, in_reg(f, src32(f, in, 1)));
    } else if (!strcmp(op, "sin") || !strcmp(op, "cos") || !strcmp(op, "ex2")) {
        int t = fn_vreg(f, false);
        lo_sfu(f, op[0] == 'e' ? GT_OP_PREEX2 : GT_OP_PRESIN, t, in_reg(f, src32(f, in, 1)));
        lo_sfu(f, sfu_op(op), d, op_reg(t));
    } else if (!strcmp(op, "sqrt") && !inst_has(in, "rn")) {
        int t = fn_vreg(f, false);
        lo_sfu(f, GT_OP_RSQRT, t, in_reg(f, src32(f, in, 1)));
        lo_sfu(f, GT_OP_RCP, d, op_reg(t));
    } else if (!strcmp(op, "div") && !inst_has(in, "rn")) {
        lower_divide(f, in, d);
    } else if (!strcmp(op, "fma")) {
        cx_error(f->cx, in->line, "instruction %s is not supported (the chip has no fused single-precision multiply-add)", in->text);
    } else {
        unsupported(f, in);
    }
}
