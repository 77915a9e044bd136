/* SPDX-License-Identifier: Apache-2.0
 *
 * Lowering: operands of PTX as registers, constants, masks and pairs. Any operand may be a constant or s[] here; opt
 * makes operands legal.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

static int named_register(struct fn *f, bool is_c)
{
    int v = fn_vreg(f, is_c);
    f->vr.v[v].named = true;
    return v;
}

static int reg_lo(struct fn *f, struct psym *y)
{
    if (y->lo < 0)
        y->lo = named_register(f, false);
    return y->lo;
}
static int reg_hi(struct fn *f, struct psym *y)
{
    if (y->hi < 0)
        y->hi = named_register(f, false);
    return y->hi;
}
int lo_flags(struct fn *f, struct psym *y)
{
    if (y->c < 0) {
        y->c = named_register(f, true);
        f->vr.v[y->c].mate = reg_lo(f, y);
    }
    return y->c;
}

static _Noreturn void bad_operand(struct fn *f, const struct pinst *in, unsigned k, const char *want)
{
    cx_error(f->cx, in->line, "instruction %s: operand %u: expected %s", in->text, k + 1, want);
}

struct opnd addr_of(struct fn *f, const struct psym *y, uint64_t off, const struct pinst *in)
{
    if (y->kind == SYM_SURF)
        cx_error(f->cx, in->line, "'%.400s' is a surface: surfaces need compute capability 2.0", y->name);
    if (y->kind != SYM_VAR || (y->space == SP_PARAM && y->callparam))
        cx_error(f->cx, in->line, "instruction %.400s: the address of '%.400s' is not supported", in->text, y->name);
    if (y->space == SP_GLOBAL) {
        int t = fn_vreg(f, false);
        struct minst *m = lo_inst(f, M_LDC, V_B32, t, none, none);
        m->seg = 14;
        m->aoff = (int32_t)y->offset;
        if (!off)
            return op_reg(t);
        int u = fn_vreg(f, false);
        lo_inst(f, M_ADD, V_B32, u, op_reg(t), op_imm((uint32_t)off));
        return op_reg(u);
    }
    return op_imm(y->offset + (uint32_t)off);
}

static const struct poper *checked_operand(struct fn *f, const struct pinst *in, unsigned k)
{
    if (k >= in->nops)
        cx_error(f->cx, in->line, "instruction %s has too few operands", in->text);
    return &in->op[k];
}

struct opnd lo_src(struct fn *f, const struct pinst *in, unsigned k)
{
    const struct poper *o = checked_operand(f, in, k);
    switch (o->kind) {
    case PO_REG:
        if (o->sym->type == T_PRED)
            bad_operand(f, in, k, "a value, not a predicate");
        return op_reg(reg_lo(f, o->sym));
    case PO_IMM:
        return op_imm((uint32_t)o->imm);
    case PO_FIMM:
        if (o->is64 && in->code.type != T_F64 && in->code.dtype != T_F64) {
            double d;
            memcpy(&d, &o->imm, 8);
            float s = (float)d;
            uint32_t u;
            memcpy(&u, &s, 4);
            return op_imm(u);
        }
        return op_imm((uint32_t)o->imm);
    case PO_SYM:
        if (o->sym->kind == SYM_VAR)
            return addr_of(f, o->sym, o->imm, in);
        break;
    case PO_SREG:
        return special_register(f, in, o->name);
    }
    bad_operand(f, in, k, "a register or a constant");
}

struct opnd lo_src_high(struct fn *f, const struct pinst *in, unsigned k)
{
    const struct poper *o = checked_operand(f, in, k);
    if (o->kind == PO_REG && o->sym->type != T_PRED)
        return ptype_size((enum ptype)o->sym->type) == 8 ? op_reg(reg_hi(f, o->sym)) : op_imm(0);
    if (o->kind == PO_IMM || o->kind == PO_FIMM)
        return op_imm((uint32_t)(o->imm >> 32));
    return op_imm(0);           /* addresses and special registers */
}

static struct psym *dst_sym(struct fn *f, const struct pinst *in, unsigned k)
{
    const struct poper *o = checked_operand(f, in, k);
    if (o->kind != PO_REG)
        bad_operand(f, in, k, "a register");
    return o->sym;
}

int lo_dst(struct fn *f, const struct pinst *in, unsigned k)
{
    if (checked_operand(f, in, k)->kind == PO_NONE)
        return fn_vreg(f, false);
    return reg_lo(f, dst_sym(f, in, k));
}
int lo_dst_high(struct fn *f, const struct pinst *in, unsigned k) { return reg_hi(f, dst_sym(f, in, k)); }
int lo_dst_flags(struct fn *f, const struct pinst *in, unsigned k)
{
    struct psym *y = dst_sym(f, in, k);
    if (y->type != T_PRED)
        bad_operand(f, in, k, "a predicate");
    return lo_flags(f, y);
}
int lo_pred(struct fn *f, const struct pinst *in, unsigned k) { return lo_dst_flags(f, in, k); }

/* The mask word of a predicate operand, inverted for !p. */
struct opnd lo_mask(struct fn *f, const struct pinst *in, unsigned k)
{
    const struct poper *o = checked_operand(f, in, k);
    if (o->kind == PO_IMM)
        return op_imm(o->imm ? 0xffffffffu : 0);
    lo_dst_flags(f, in, k);
    struct opnd m = op_reg(reg_lo(f, o->sym));
    m.inv = o->neg;
    return m;
}

/* The operand as a pair. */
struct opnd src_pair(struct fn *f, const struct pinst *in, unsigned k)
{
    struct opnd l = lo_src(f, in, k), h = lo_src_high(f, in, k);
    int q = fn_group(f, 2);
    lo_inst(f, M_MOV, V_B32, q, l, none);
    lo_inst(f, M_MOV, V_B32, q + 1, h, none);
    return op_reg(q);
}

struct minst *lo_f64(struct fn *f, enum gt_op gop, enum vtype type, int dst, int words)
{
    struct minst *m = lo_inst(f, M_F64, type, dst, none, none);
    m->gop = (uint8_t)gop;
    m->dw = (uint8_t)words;
    return m;
}

void lo_put_src(struct minst *m, int i, struct opnd o, int words)
{
    m->src[i] = o;
    m->sw[i] = (uint8_t)words;
}

void lo_put_pair(struct fn *f, const struct pinst *in, int q)
{
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(q), none);
    lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(q + 1), none);
}

/* add, sub, mul, fma and mad, min, max. */
