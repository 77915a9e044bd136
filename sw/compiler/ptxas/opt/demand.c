/* SPDX-License-Identifier: Apache-2.0
 *
 * Demanded bits: which bits of each register anything reads in the end. Masks and extensions that only change other
 * bits become copies, 32-bit products of which 16 or 24 bits are wanted become short ones, values without a wanted
 * bit become 0. The sets start empty and grow, so bits that only feed themselves around a loop stay unwanted. Needs
 * SSA form.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

struct demand {
    struct fn *f;
    uint32_t *bits;
    bool changed;
};

static void want_bits(struct demand *d, int v, uint32_t mask)
{
    if (v >= 0 && mask & ~d->bits[v]) {
        d->bits[v] |= mask;
        d->changed = true;
    }
}

/* All bits up to the highest of x: what sums and products need of their sources. */
static uint32_t bits_up_to(uint32_t x)
{
    for (int k = 1; k < 32; k *= 2)
        x |= x >> k;
    return x;
}

static uint32_t imm_or(const struct opnd *o, uint32_t other)
{
    return o->kind == O_IMM ? (o->inv ? ~o->imm : o->imm) : other;
}

/* Bits of source i when bits r of the result are wanted. */
static uint32_t bits_of_source(const struct minst *m, int i, uint32_t r)
{
    const struct opnd *b = &m->src[1];
    bool flags = m->cdst >= 0, sat = m->sat;
    uint32_t all = 0xffffffffu;
    if (m->op == M_STG || m->op == M_STS || m->op == M_STL) {
        if (i != 1)
            return all;
        return m->type == V_U8 ? 0xff : m->type == V_U16 ? 0xffff : all;
    }
    if (flags || sat)
        r = all;
    switch (m->op) {
    case M_MOV: case M_MOV2: case M_XOR:
        return r;
    case M_AND:
        return r & imm_or(&m->src[1 - i], all);
    case M_OR:
        return r & ~imm_or(&m->src[1 - i], 0);
    case M_ADD: case M_SUB: case M_SUBR: case M_MUL32: case M_MAD32:
        return bits_up_to(r);
    case M_ADDC:
        return i == 2 ? r : bits_up_to(r);
    case M_MAD:
        if (i == 2)
            return bits_up_to(r);
        /* fall through */
    case M_MUL24:
        return mi_half_product(m) ? all : m->hi ? 0xffffff : bits_up_to(r) & 0xffffff;
    case M_SHL:
        return b->kind != O_IMM ? (i ? all : bits_up_to(r)) : b->imm > 31 ? 0 : r >> b->imm;
    case M_SHR:
        if (b->kind != O_IMM)
            return all;
        if (m->type == V_S32)
            return b->imm > 31 ? 0x80000000u : r << b->imm | ((uint64_t)r << b->imm >> 32 ? 0x80000000u : 0);
        return b->imm > 31 ? 0 : r << b->imm;
    case M_SLCT:
        return i < 2 ? r : all;
    case M_CVT:
        if (mi_converts(m, V_U32, V_U16))
            return r & 0xffff;
        if (mi_converts(m, V_S32, V_S16))
            return (r & 0xffff) | (r >> 16 ? 0x8000 : 0);
        if (mi_converts(m, V_S32, V_S8W))
            return (r & 0xff) | (r >> 8 ? 0x80 : 0);
        return all;
    }
    return all;
}

/* Bits of source i that m wants when it is live and bits r of its result are wanted. */
static uint32_t wanted_half(const struct minst *m, int i, uint32_t r)
{
    const struct opnd *o = &m->src[i];
    uint32_t w = o->kind == O_CREG ? 1 : m->sw[i] > 1 ? 0xffffffffu : bits_of_source(m, i, r);
    return o->half == HALF_LO ? w & 0xffff : o->half == HALF_HI ? (w & 0xffff ? 0xffff0000u : 0) : w;
}

/* What m wants of its sources, given which bits of its result are wanted. */
static void visit_inst(struct demand *d, struct minst *m)
{
    bool live = mop_flags[m->op] & MF_SIDE || m->vol || m->pred >= 0 || m->dw != 1;
    uint32_t r = m->dst >= 0 && m->dw == 1 ? d->bits[m->dst] : 0;
    bool cc = m->cdst >= 0 && d->bits[m->cdst];
    for (int k = 0; m->op == M_CALL && k < ROUTINE_RESULTS; k++)
        live |= m->cres[k] >= 0 && d->bits[m->cres[k]];
    if (m->dw > 1)
        for (int w = 0; w < m->dw; w++)
            live |= d->bits[m->dst + w] != 0;
    if (!r && !cc && !live)
        return;
    if (m->op == M_PHI) {
        for (size_t k = 0; k < m->block->preds.n; k++)
            want_bits(d, m->args[k], m->dst >= 0 ? r : 1);
        return;
    }
    for (int i = 0; i < 3; i++) {
        const struct opnd *o = &m->src[i];
        if (o->kind != O_REG && o->kind != O_CREG)
            continue;
        uint32_t w = wanted_half(m, i, r);
        for (int k = 0; k < (m->sw[i] > 1 ? m->sw[i] : 1); k++)
            want_bits(d, o->v + k, w);
    }
    want_bits(d, m->pred, 1);
    want_bits(d, m->old, r ? r : 1);    /* an instruction that stays names it, so what makes it stays whole */
    want_bits(d, m->cold, 1);
    want_bits(d, m->abase, 0xffffu >> m->ashift);
    for (int k = 0; m->op == M_CALL && k < ROUTINE_ARGS; k++)
        want_bits(d, m->carg[k], 0xffffffffu);
}

/* Upwards through all blocks until nothing more becomes wanted. */
static struct demand *analyse_demand(struct fn *f)
{
    struct demand *d = cx_alloc(f->cx, sizeof *d);
    d->f = f;
    d->bits = cx_alloc(f->cx, f->vr.n * sizeof *d->bits);
    d->changed = true;
    while (d->changed) {
        d->changed = false;
        for (size_t i = f->blocks.n; i-- > 0;) {
            struct mblock *b = f->blocks.v[i];
            if (b->term == TERM_COND)
                want_bits(d, b->pred, 1);
            for (struct minst *m = b->last; m; m = m->prev)
                visit_inst(d, m);
        }
    }
    return d;
}

static bool to_mov(struct minst *m, struct opnd a)
{
    mi_kind(m, M_MOV, V_B32);
    m->src[0] = a;
    m->src[1] = m->src[2] = none;
    return true;
}

/* A 32-bit product of whose result only bits r are wanted, as one of 16 or 24 bits. */
static bool narrow_product(struct minst *m, uint32_t r)
{
    struct opnd *a = &m->src[0], *b = &m->src[1];
    bool mad = m->op == M_MAD32;
    if (a->kind != O_REG || a->half || (b->kind != O_REG && b->kind != O_IMM) || b->half || r > 0xffffff ||
        (b->kind == O_IMM && !(b->imm & (b->imm - 1))))
        return false;
    if (r <= 0xffff) {
        a->half = HALF_LO;
        if (b->kind == O_REG)
            b->half = HALF_LO;
        else
            b->imm &= 0xffff;
        mi_kind(m, mad ? M_MAD : M_MUL16, V_U16);
    } else {
        mi_kind(m, mad ? M_MAD : M_MUL24, V_U24);
    }
    return true;
}

/* m, of which only bits r are wanted. */
static bool simplify_inst(struct minst *m, uint32_t r)
{
    struct opnd *a = &m->src[0], *b = &m->src[1];
    bool plain = !a->neg && !a->abs && !a->inv, reg = a->kind == O_REG && plain;
    bool word = plain && !a->half && (a->kind == O_REG || a->kind == O_SMEM);
    if (!r && m->op != M_MOV && mop_flags[m->op] & MF_PURE && m->op != M_CALL)
        return to_mov(m, (struct opnd){ .kind = O_IMM });
    switch (m->op) {
    case M_AND:
        return word && b->kind == O_IMM && !b->inv && !(r & ~b->imm) && to_mov(m, *a);
    case M_OR:
        return word && b->kind == O_IMM && !b->inv && !(r & b->imm) && to_mov(m, *a);
    case M_CVT: {
        struct opnd x = *a;
        x.half = HALF_NONE;
        bool byte = mi_converts(m, V_S32, V_S8W);
        if (!reg || (!byte && !mi_converts(m, V_U32, V_U16) && !mi_converts(m, V_S32, V_S16)))
            return false;
        if (a->half == HALF_HI || r & ~(byte ? 0xffu : 0xffffu))
            return false;
        return to_mov(m, x);
    }
    case M_MUL32: case M_MAD32:
        return narrow_product(m, r);
    }
    return false;
}

/* A source of which no bit is wanted is 0: whatever made it must not be kept half alive. */
static bool drop_sources(struct minst *m, uint32_t r)
{
    bool any = false;
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_REG && !wanted_half(m, i, r)) {
            m->src[i] = op_imm(0);
            any = true;
        }
    /* all that is wanted is shifted out */
    if (any && (m->op == M_SHL || m->op == M_SHR) && m->src[0].kind == O_IMM && m->cdst < 0)
        to_mov(m, op_imm(0));
    return any;
}

bool demand_run(struct fn *f)
{
    struct demand *d = analyse_demand(f);
    bool any = false;
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            if (m->op != M_PHI && m->dst >= 0 && m->dw == 1 && (d->bits[m->dst] || m->cdst >= 0))
                any |= drop_sources(m, d->bits[m->dst]);
            if (m->pred < 0 && m->dst >= 0 && m->dw == 1 && m->cdst < 0 && !m->vol && f->vr.v[m->dst].group < 0)
                any |= simplify_inst(m, d->bits[m->dst]);
        }
    return any;
}
