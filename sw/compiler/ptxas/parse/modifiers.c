/* SPDX-License-Identifier: Apache-2.0
 *
 * Modifiers that an instruction of the chip, or a function of the library, does not have: spelled out as instructions
 * before and behind it.
 *
 * .sat: the chip's own clamps to 0 ... 1 and leaves NaN; PTX makes 0 of it, so a maximum with 0 follows. The library's
 * functions do not clamp. .ftz: conversions to and from 64 bits and the library's functions keep subnormals, in
 * operands and, where they do not flush by themselves, in results; cvt.f32.f32 of the chip flushes them.
 */
#include "modifiers.h"

#include <string.h>

struct expander {
    struct cx     *cx;
    struct pentry *e;
    VEC(struct pinst) out;
};

static struct psym *new_reg(struct expander *x, enum ptype t, unsigned line)
{
    struct psym *y = cx_alloc(x->cx, sizeof *y);
    *y = (struct psym){ .name = "", .kind = SYM_REG, .type = (uint8_t)t, .space = SP_REG, .line = line,
                        .lo = -1, .hi = -1, .c = -1, .block = -1 };
    vec_push(x->cx, &x->e->regs, y);
    return y;
}

static struct poper of_reg(struct psym *y) { return (struct poper){ .kind = PO_REG, .sym = y }; }

/* TEXT d, a[, b] under the guard of the instruction. */
static void push_inst(struct expander *x, const struct pinst *in, const char *text, struct poper d, struct poper a,
                      const uint32_t *b)
{
    struct pinst n = { .line = in->line, .guard = in->guard, .guard_neg = in->guard_neg, .text = text, .lib = in->lib };
    ptx_opcode(x->cx, &n);
    n.op[n.nops++] = d;
    n.op[n.nops++] = a;
    if (b)
        n.op[n.nops++] = (struct poper){ .kind = PO_FIMM, .imm = *b };
    vec_push(x->cx, &x->out, n);
}

/* The opcode without a part, or with another name. */
static void rename_to(struct expander *x, struct pinst *in, const char *name, const char *without)
{
    const char *text = name;
    for (unsigned i = 1; i < in->nparts; i++)
        if (strcmp(in->part[i], without))
            text = cx_printf(x->cx, "%s.%s", text, in->part[i]);
    in->text = text;
    ptx_opcode(x->cx, in);
}

/* Is it a function of the library, which has neither .sat nor .ftz? */
static bool from_library(const struct ptx_code *c)
{
    if (c->type != T_F32 || !c->rnd)
        return false;
    switch (c->op) {
    case PTX_FMA: case PTX_MAD: case PTX_DIV: case PTX_RCP: case PTX_SQRT:
        return true;
    case PTX_ADD: case PTX_SUB: case PTX_MUL:
        return c->rnd == PTX_RND_RM || c->rnd == PTX_RND_RP;
    }
    return false;
}

/* Does it have a function of its own for .ftz? Others are exact where their result is subnormal, or never so small. */
static bool flushes_itself(const struct ptx_code *c)
{
    return c->op != PTX_ADD && c->op != PTX_SUB && c->op != PTX_SQRT;
}

static void flush_sources(struct expander *x, struct pinst *in)
{
    for (unsigned k = 1; k < in->nops; k++) {
        struct psym *t = new_reg(x, T_F32, in->line);
        push_inst(x, in, "cvt.f32.f32", of_reg(t), in->op[k], NULL);
        in->op[k] = of_reg(t);
    }
}

/* Clamps a value that may be subnormal, which minima and maxima of floats flush: in the order of integers. */
static void clamp_subnormal(struct expander *x, const struct pinst *in, struct poper d)
{
    static const uint32_t zero = 0, one = 0x3f800000;
    struct poper number = of_reg(new_reg(x, T_PRED, in->line));
    push_inst(x, in, "setp.num.f32", number, d, NULL);
    struct pinst *compare = &x->out.v[x->out.n - 1];
    compare->op[compare->nops++] = d;
    push_inst(x, in, "selp.f32", d, d, &zero);
    struct pinst *pick = &x->out.v[x->out.n - 1];
    pick->op[pick->nops++] = number;
    push_inst(x, in, "max.s32", d, d, &zero);
    push_inst(x, in, "min.s32", d, d, &one);
}

/* A function of the library: .sat and .ftz as variants of it, or as instructions around it. */
static void expand_function(struct expander *x, struct pinst in)
{
    bool sat = in.code.sat, ftz = in.code.ftz;
    if (sat)
        rename_to(x, &in, in.part[0], "sat");
    if (ftz) {          /* mad.rn is fma.rn that -fmad=true does not touch, as with .ftz */
        rename_to(x, &in, in.code.op == PTX_FMA ? "mad" : in.part[0],
                  flushes_itself(&in.code) ? "" : "ftz");
        flush_sources(x, &in);
    }
    vec_push(x->cx, &x->out, in);
    if (ftz)
        push_inst(x, &in, "cvt.f32.f32", in.op[0], in.op[0], NULL);
    if (sat)
        clamp_subnormal(x, &in, in.op[0]);
}

/* To half precision: clamped before it is narrowed, so that NaN is seen. */
static void narrow_to_half(struct expander *x, struct pinst in)
{
    bool wide = in.code.type == T_F64;
    struct psym *t = new_reg(x, wide ? T_F64 : T_F32, in.line);
    static const uint32_t zero = 0;
    rename_to(x, &in, in.part[0], "sat");
    push_inst(x, &in, wide ? "cvt.sat.f64.f64" : "cvt.sat.f32.f32", of_reg(t), in.op[1], NULL);
    if (!wide)
        push_inst(x, &in, "max.f32", of_reg(t), of_reg(t), &zero);
    in.op[1] = of_reg(t);
    vec_push(x->cx, &x->out, in);
}

/* A cvt with .sat or .ftz that the chip's conversion does not have: more instructions around it. */
static void expand_conversion(struct expander *x, struct pinst in)
{
    static const uint32_t zero = 0;
    enum ptype d = (enum ptype)in.code.dtype, s = (enum ptype)in.code.type;
    bool flush = in.code.ftz && (ptype_size(d) == 8 || ptype_size(s) == 8);
    if (in.code.sat && d == T_F16 && ptype_float(s)) {
        narrow_to_half(x, in);
        return;
    }
    bool exact = in.code.sat && d == T_F32 && s == T_F64;
    if (exact)
        rename_to(x, &in, in.part[0], "sat");
    if (flush && s == T_F32)
        flush_sources(x, &in);
    vec_push(x->cx, &x->out, in);
    if (flush && d == T_F32)
        push_inst(x, &in, "cvt.f32.f32", in.op[0], in.op[0], NULL);
    if (exact)
        clamp_subnormal(x, &in, in.op[0]);
    else if (in.code.sat && d == T_F32 && ptype_float(s))
        push_inst(x, &in, "max.f32", in.op[0], in.op[0], &zero);
}

void modifiers_expand(struct cx *cx, struct pentry *e)
{
    static const uint32_t zero = 0;
    struct expander x = { .cx = cx, .e = e };
    for (size_t i = 0; i < e->insts.n; i++) {
        const struct pinst *in = &e->insts.v[i];
        const struct ptx_code *c = &in->code;
        if (in->label || in->nops < 2 || in->op[0].kind != PO_REG || !(c->sat || c->ftz)) {
            vec_push(cx, &x.out, *in);
        } else if (c->op == PTX_CVT) {
            expand_conversion(&x, *in);
        } else if (from_library(c)) {
            expand_function(&x, *in);
        } else {
            vec_push(cx, &x.out, *in);
            if (c->sat && c->type == T_F32)
                push_inst(&x, in, "max.f32", in->op[0], in->op[0], &zero);
        }
    }
    e->insts.v = x.out.v;
    e->insts.n = x.out.n;
    e->insts.cap = x.out.cap;
}
