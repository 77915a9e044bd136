/* SPDX-License-Identifier: Apache-2.0
 *
 * Single-precision arithmetic. Denormals are flushed whatever .ftz says: the chip cannot do otherwise.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

static void float_mods(struct fn *f, const struct pinst *in, char *out, size_t n, const char *base)
{
    const char *rnd = "";
    for (unsigned i = 1; i + 1 < in->nparts; i++) {
        const char *p = in->part[i];
        if (!strcmp(p, "rz"))
            rnd = ".rz";
        else if (!strcmp(p, "rm") || !strcmp(p, "rp"))
            unsupported(f, in);
    }
    bool sat = inst_has(in, "sat");
    snprintf(out, n, "%s.f32%s%s", base, sat ? ".sat" : "", strcmp(base, "mad") ? rnd : "");
}

/* o, or a quarter of it where c says so. */
static struct opnd quarter(struct fn *f, struct opnd o, int c)
{
    int t = fn_vreg(f, false);
    lo(f, M_MOV, "mov.b32", t, o, none);
    lo(f, M_FMUL, "mul.f32", t, op_reg(t), op_imm(0x3e800000))->pred = c;
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
        lo(f, M_FSET, "set.g.f32", fn_vreg(f, false), size, op_imm(most))->cdst = c;
        a = quarter(f, a, c);
        b = quarter(f, b, c);
    }
    lo(f, M_SFU, "rcp.f32", t, in_reg(f, b), none);
    lo(f, M_FMUL, "mul.f32", d, a, op_reg(t));
}

void lower_float(struct fn *f, const struct pinst *in)
{
    char mn[27];
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
        float_mods(f, in, mn, sizeof mn, "add");
        lo(f, M_FADD, mn, d, src32(f, in, 1), b)->fuse = !inst_has(in, "rn");
    } else if (!strcmp(op, "mul")) {
        float_mods(f, in, mn, sizeof mn, "mul");
        lo(f, M_FMUL, mn, d, src32(f, in, 1), src32(f, in, 2))->fuse = !inst_has(in, "rn");
    } else if (!strcmp(op, "mad") || (!strcmp(op, "fma") && f->cx->opt->fma_as_mad)) {
        float_mods(f, in, mn, sizeof mn, "mad");
        lo3(f, M_FMAD, mn, d, src32(f, in, 1), src32(f, in, 2), src32(f, in, 3));
    } else if (!strcmp(op, "min") || !strcmp(op, "max")) {
        lo(f, op[1] == 'i' ? M_FMIN : M_FMAX, op[1] == 'i' ? "min.f32" : "max.f32", d, src32(f, in, 1), src32(f, in, 2));
    } else if (!strcmp(op, "neg") || !strcmp(op, "abs")) {
        struct opnd a = in_reg(f, src32(f, in, 1));
        a.neg = op[0] == 'n';
        a.abs = op[0] == 'a';
        lo(f, M_CVT, "cvt.f32.f32", d, a, none);
    } else if (!strcmp(op, "frc")) {
        struct opnd a = in_reg(f, src32(f, in, 1)), whole;
        int t = fn_vreg(f, false);
        lo(f, M_CVT, "cvt.rmi.f32.f32", t, a, none);
        whole = op_reg(t);
        whole.neg = true;
        lo(f, M_FADD, "add.f32", d, a, whole);
    } else if (!strcmp(op, "rcp") || !strcmp(op, "rsqrt") || !strcmp(op, "lg2")) {
        if (inst_has(in, "rn") || inst_has(in, "rz") || inst_has(in, "rm") || inst_has(in, "rp"))
            unsupported(f, in);
        lo(f, M_SFU, cx_printf(f->cx, "%s.f32", op), d, in_reg(f, src32(f, in, 1)), none);
    } else if (!strcmp(op, "sin") || !strcmp(op, "cos") || !strcmp(op, "ex2")) {
        int t = fn_vreg(f, false);
        lo(f, M_SFU, op[0] == 'e' ? "preex2.f32" : "presin.f32", t, in_reg(f, src32(f, in, 1)), none);
        lo(f, M_SFU, cx_printf(f->cx, "%s.f32", op), d, op_reg(t), none);
    } else if (!strcmp(op, "sqrt") && !inst_has(in, "rn")) {
        int t = fn_vreg(f, false);
        lo(f, M_SFU, "rsqrt.f32", t, in_reg(f, src32(f, in, 1)), none);
        lo(f, M_SFU, "rcp.f32", d, op_reg(t), none);
    } else if (!strcmp(op, "div") && !inst_has(in, "rn")) {
        lower_divide(f, in, d);
    } else if (!strcmp(op, "fma")) {
        cx_error(f->cx, in->line, "instruction %s is not supported (the chip has no fused single-precision multiply-add)", in->text);
    } else {
        unsupported(f, in);
    }
}
