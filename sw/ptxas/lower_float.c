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
        int t = fn_vreg(f, false);
        lo(f, M_SFU, "rcp.f32", t, in_reg(f, src32(f, in, 2)), none);
        lo(f, M_FMUL, "mul.f32", d, src32(f, in, 1), op_reg(t));
    } else if (!strcmp(op, "fma")) {
        cx_error(f->cx, in->line, "instruction %s is not supported (the chip has no fused single-precision multiply-add)", in->text);
    } else {
        unsupported(f, in);
    }
}
