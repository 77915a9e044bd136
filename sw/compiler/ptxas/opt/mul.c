/* SPDX-License-Identifier: Apache-2.0
 *
 * 32-bit multiplication out of 16- and 24-bit ones. The general product takes four instructions, as NVIDIA's
 * compiler makes it; known upper bounds of the factors make it shorter.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

/* An upper bound of the unsigned value of an operand. */
uint64_t mul_bound(struct fn *f, const struct opnd *o, int depth)
{
    const uint64_t all = 0xffffffffu;
    if (o->neg || o->inv || o->abs)
        return all;
    if (o->kind == O_IMM)
        return o->imm;
    if (o->kind == O_SMEM)
        return o->mode == SM_U8 ? 255 : o->mode == SM_U16 ? (o->v >= 2 && o->v <= 6 ? 512 : 65535) : all;
    if (o->kind != O_REG)
        return all;
    if (o->half)
        return o->v == f->tid && o->half == HALF_LO ? 511 : 65535;
    const struct minst *d = f->vr.v[o->v].def;
    if (!d || d->pred >= 0 || depth > 8)
        return all;
    const struct opnd *a = &d->src[0], *b = &d->src[1];
    uint64_t x, y;
    switch (d->op) {
    case M_MOV:
        return mul_bound(f, a, depth + 1);
    case M_CVT:
        if (d->type != V_U32 || vtype_float((enum vtype)d->stype) || vtype_signed((enum vtype)d->stype))
            return all;
        x = d->stype == V_U8 || d->stype == V_U8W ? 255 : d->stype == V_U16 ? 65535 : all;
        y = mul_bound(f, a, depth + 1);
        return x < y ? x : y;
    case M_AND:
        x = mul_bound(f, a, depth + 1);
        y = mul_bound(f, b, depth + 1);
        return x < y ? x : y;
    case M_SHR:
        if (b->kind != O_IMM || d->type == V_S32)
            return all;
        return b->imm > 31 ? 0 : mul_bound(f, a, depth + 1) >> b->imm;
    case M_SHL:
        if (b->kind != O_IMM || b->imm > 31)
            return all;
        x = mul_bound(f, a, depth + 1) << b->imm;
        return x < all ? x : all;
    case M_ADD:
        x = mul_bound(f, a, depth + 1) + mul_bound(f, b, depth + 1);
        return x < all ? x : all;
    case M_MUL32:
        x = mul_bound(f, a, depth + 1) * mul_bound(f, b, depth + 1);
        return x < all ? x : all;
    case M_MIN:
        if (d->type != V_U32)
            return all;
        x = mul_bound(f, a, depth + 1);
        y = mul_bound(f, b, depth + 1);
        return x < y ? x : y;
    case M_LDS: case M_LDC: case M_LDG: case M_LDL:
        return d->type == V_U8 ? 255 : d->type == V_U16 ? 65535 : all;
    }
    return all;
}

struct mulx {
    struct fn *f;
    struct minst *at;           /* new instructions go in front of this one */
};

/* Inserts an operation in front of the product at hand; returns its result. */
static int insert_op(struct mulx *x, enum mop op, enum vtype type, struct opnd a, struct opnd b, struct opnd c)
{
    struct minst *m = mi_new(x->f, op, type);
    m->dst = fn_vreg(x->f, false);
    m->dw = 1;
    m->src[0] = a;
    m->src[1] = b;
    m->src[2] = c;
    m->line = x->at->line;
    mi_insert_before(x->at, m);
    return m->dst;
}

/* Unsigned by signed. */
static int mul_mixed(struct mulx *x, struct opnd a, struct opnd b)
{
    int t = insert_op(x, M_MUL16, V_U16, a, b, none);
    x->at->prev->stype = V_S16;
    return t;
}

/* The lower or upper half of a factor as an operand. */
static struct opnd half_of(struct mulx *x, struct opnd o, int h)
{
    if (o.kind == O_IMM)
        return op_imm(h == HALF_LO ? o.imm & 0xffff : o.imm >> 16);
    if (o.kind == O_SMEM && o.mode == SM_B32 && o.v + 2 <= 62)
        return op_smem(h == HALF_LO ? o.v : o.v + 2, SM_U16);
    if (o.kind == O_SMEM && h == HALF_LO && o.mode == SM_U16)
        return o;
    if (o.kind != O_REG)
        o = op_reg(insert_op(x, M_MOV, V_B32, o, none, none));
    o.half = (uint8_t)h;
    return o;
}

/* Turns m itself into the last instruction of the sequence, so that its destination needs no copy. */
static void turn_into(struct minst *m, enum mop op, enum vtype type, struct opnd a, struct opnd b, struct opnd c)
{
    mi_kind(m, op, type);
    m->src[0] = a;
    m->src[1] = b;
    m->src[2] = c;
}

/* a * (2^k - 1) and a * (2^k + 1): a shift and a sum. */
static bool near_power(struct mulx *x, struct minst *m, struct opnd a, uint32_t c)
{
    bool up = (c & (c + 1)) == 0;
    uint32_t p = up ? c + 1 : c - 1;
    unsigned k = 0;
    if (c < 3 || a.kind != O_REG || a.half || (p & (p - 1)))
        return false;
    while (p >> k > 1)
        k++;
    int t = insert_op(x, M_SHL, V_B32, a, op_imm(k), none);
    if (m->op == M_MAD32) {
        t = insert_op(x, up ? M_SUB : M_ADD, up ? V_B32 : V_B32, op_reg(t), a, none);
        turn_into(m, M_ADD, V_B32, op_reg(t), m->src[2], none);
    } else if (up)
        turn_into(m, M_SUB, V_B32, op_reg(t), a, none);
    else
        turn_into(m, M_ADD, V_B32, op_reg(t), a, none);
    return true;
}

/* A multiplication of 32 bits as products of halves, as few as the bounds of its factors need. */
static void expand_mul(struct mulx *x, struct minst *m)
{
    struct fn *f = x->f;
    struct opnd a = m->src[0], b = m->src[1], c = m->src[2];
    bool mad = m->op == M_MAD32;
    if (a.kind == O_IMM || (b.kind != O_IMM && mul_bound(f, &a, 0) < mul_bound(f, &b, 0))) {
        struct opnd t = a;
        a = b;
        b = t;
    }
    if (a.kind == O_IMM) {      /* two constants */
        uint32_t p = a.imm * b.imm;
        if (mad)
            turn_into(m, M_ADD, V_B32, c, op_imm(p), none);
        else
            turn_into(m, M_MOV, V_B32, op_imm(p), none, none);
        return;
    }
    uint64_t ba = mul_bound(f, &a, 0), bb = mul_bound(f, &b, 0);
    if (b.kind == O_IMM && b.imm > 0x80000000u && (-b.imm & (-b.imm - 1)) == 0) {       /* minus a power of two */
        unsigned k = 0;
        while (-b.imm >> k > 1)
            k++;
        if (k)
            a = op_reg(insert_op(x, M_SHL, V_B32, a, op_imm(k), none));
        if (mad)
            turn_into(m, M_SUB, V_B32, c, a, none);
        else
            turn_into(m, M_SUBR, V_B32, a, op_imm(0), none);
        return;
    }
    if (b.kind == O_IMM && !b.imm) {
        turn_into(m, M_MOV, V_B32, mad ? c : b, none, none);
        return;
    }
    if (b.kind == O_IMM && (b.imm & (b.imm - 1)) == 0) {        /* power of two */
        unsigned k = 0;
        while (b.imm >> k > 1)
            k++;
        struct opnd n = op_imm(k);
        if (mad)
            turn_into(m, M_ADD, V_B32, op_reg(insert_op(x, M_SHL, V_B32, a, n, none)), c, none);
        else
            turn_into(m, M_SHL, V_B32, a, n, none);
        return;
    }
    if (b.kind == O_IMM && ba >= 65536 && near_power(x, m, a, b.imm))
        return;
    if (ba < 65536 && bb < 65536) {
        struct opnd al = half_of(x, a, HALF_LO), bl = half_of(x, b, HALF_LO);
        if (mad)
            turn_into(m, M_MAD, V_U16, al, bl, c);
        else
            turn_into(m, M_MUL16, V_U16, al, bl, none);
        return;
    }
    if (ba < 1u << 24 && bb < 1u << 24) {
        turn_into(m, mad ? M_MAD : M_MUL24, mad ? V_U24 : V_U24, a, b, c);
        return;
    }
    struct opnd al = half_of(x, a, HALF_LO), ah = half_of(x, a, HALF_HI);
    struct opnd bl = half_of(x, b, HALF_LO), bh;
    int t;
    if (bb < 65536) {
        t = insert_op(x, M_MUL16, V_U16, ah, bl, none);
    } else {
        bh = half_of(x, b, HALF_HI);
        t = insert_op(x, M_MUL16, V_U16, al, bh, none);
        t = insert_op(x, M_MAD, V_U16, ah, bl, op_reg(t));
    }
    t = insert_op(x, M_SHL, V_B32, op_reg(t), op_imm(16), none);
    if (mad) {
        t = insert_op(x, M_MAD, V_U16, al, bl, op_reg(t));
        turn_into(m, M_ADD, V_B32, op_reg(t), c, none);
    } else {
        turn_into(m, M_MAD, V_U16, al, bl, op_reg(t));
    }
}

/* t + 2^16 (or -2^16) in the lanes where what `test` names holds of code c. */
static int carry_into(struct mulx *x, int t, int c, int test, uint32_t by)
{
    struct minst *m = mi_new(x->f, M_ADD, V_B32);
    m->dst = x->f->ssa ? fn_vreg(x->f, false) : t;
    m->dw = 1;
    m->src[0] = op_reg(t);
    m->src[1] = op_imm(by);
    m->pred = c;
    m->test = (uint8_t)test;
    m->old = x->f->ssa ? t : -1;
    m->line = x->at->line;
    mi_insert_before(x->at, m);
    return m->dst;
}

/* Upper word of the product from the four 16-bit ones. The sum of the middle two and the upper half of the lowest has
 * 33 bits: what is lost at its top goes into the highest product under a predicate, beside the shift of the sum.
 * Unsigned: eight instructions, a chain of six, which is what 144 clocks and 1.0 a clock ask for. Signed: the true
 * sign of the sum is what `l` tells, ten instructions. */
static void expand_mulhi(struct mulx *x, struct minst *m)
{
    struct opnd a = m->src[0], b = m->src[1];
    bool sgn = m->type == V_S32;
    if (b.kind == O_IMM && b.imm > 1 && !(b.imm & (b.imm - 1)) && !(sgn && b.imm >> 31)) {
        unsigned k = 0;
        while (b.imm >> k > 1)
            k++;
        turn_into(m, M_SHR, sgn ? V_S32 : V_U32, a, op_imm(32 - k), none);
        return;
    }
    if (a.kind != O_REG)
        a = op_reg(insert_op(x, M_MOV, V_B32, a, none, none));
    if (b.kind != O_REG)
        b = op_reg(insert_op(x, M_MOV, V_B32, b, none, none));
    struct opnd al = half_of(x, a, HALF_LO), ah = half_of(x, a, HALF_HI);
    struct opnd bl = half_of(x, b, HALF_LO), bh = half_of(x, b, HALF_HI);
    int t = insert_op(x, M_MUL16, V_U16, al, bl, none), code = fn_vreg(x->f, true);
    t = insert_op(x, M_SHR, V_U32, op_reg(t), op_imm(16), none);
    if (sgn) {
        t = insert_op(x, M_ADD, V_B32, op_reg(mul_mixed(x, al, bh)), op_reg(t), none); /* cannot overflow */
        t = insert_op(x, M_ADD, V_B32, op_reg(mul_mixed(x, bl, ah)), op_reg(t), none);
    } else {
        t = insert_op(x, M_MAD, V_U16, al, bh, op_reg(t)); /* nor this */
        t = insert_op(x, M_MAD, V_U16, ah, bl, op_reg(t));
    }
    x->at->prev->cdst = code;
    int top = insert_op(x, M_MUL16, sgn ? V_S16 : V_U16, ah, bh, none);
    top = carry_into(x, top, code, sgn ? PT_LESS : PT_CARRY, sgn ? -0x10000u : 0x10000u);
    t = insert_op(x, M_SHR, V_U32, op_reg(t), op_imm(16), none);
    turn_into(m, M_ADD, V_B32, op_reg(top), op_reg(t), none);
}

void mul_expand(struct fn *f)
{
    struct mulx x = { f, NULL };
    fn_count(f);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            x.at = m;
            if (m->op == M_MUL32 || m->op == M_MAD32)
                expand_mul(&x, m);
            else if (m->op == M_MULHI)
                expand_mulhi(&x, m);
        }
}
