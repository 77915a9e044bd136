/* SPDX-License-Identifier: Apache-2.0
 *
 * $a registers for indexed s[], c[] and l[] accesses, and for s[] operands further away than an instruction can name.
 * Each of the four caches one address (areg.h); a block starts with what all blocks in front of it left alike. Loops
 * come first (areg_loop.c).
 */
#include "areg.h"

#include <string.h>

struct cache { struct abase base[AREGS + 1]; int age[AREGS + 1], clock; bool valid[AREGS + 1], locked[AREGS + 1]; };

/* Offsets of s[] and c[] are counted in units of the access. One that is no multiple goes into the register. */
static void split_offset(struct fn *f, struct minst *m)
{
    unsigned unit = m->op == M_LDL || m->op == M_STL ? 1 : vtype_size((enum vtype)m->type);
    if (!((unsigned)m->aoff % unit))
        return;
    if (m->abase < 0)
        cx_error(f->cx, m->line, "address 0x%x is not a multiple of %u", (unsigned)m->aoff, unit);
    int v = m->abase;
    if (m->ashift) {
        struct minst *s = mi_new(f, M_SHL, V_B32);
        s->line = m->line;
        s->dst = fn_vreg(f, false);
        s->dw = 1;
        s->src[0] = op_reg(v);
        s->src[1] = op_imm(m->ashift);
        mi_insert_before(m, s);
        v = s->dst;
    }
    struct minst *a = mi_new(f, M_ADD, V_B32);
    a->line = m->line;
    a->dst = fn_vreg(f, false);
    a->dw = 1;
    a->src[0] = op_reg(v);
    a->src[1] = op_imm((uint32_t)m->aoff);
    mi_insert_before(m, a);
    m->abase = a->dst;
    m->ashift = 0;
    m->aoff = 0;
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

static void forget_bases(struct cache *c, int v)
{
    for (int i = 1; i <= AREGS; i++)
        c->valid[i] &= c->base[i].v != v || c->locked[i];
}

static void hold_base(struct cache *c, int reg, struct abase b)
{
    c->base[reg] = b;
    c->valid[reg] = true;
    c->age[reg] = ++c->clock;
}

/* A register that nobody needs, or that was not used for longest. */
static int choose_victim(const struct cache *c)
{
    int best = 0;
    for (int i = 1; i <= AREGS; i++)
        if (!c->locked[i] && (!best || c->valid[i] < c->valid[best] ||
                              (c->valid[i] == c->valid[best] && c->age[i] < c->age[best])))
            best = i;
    return best;
}

/* The $a for m, loaded in front of it if it is not there; the rest of the offset goes into m. */
static int areg_for(struct fn *f, struct cache *c, struct minst *m, uint32_t *left)
{
    struct abase want = areg_base(m);
    int kin = 0;
    for (int i = 1; i <= AREGS; i++) {
        if (c->valid[i] && areg_serves(&c->base[i], m, left)) {
            c->age[i] = ++c->clock;
            return i;
        }
        if (c->valid[i] && areg_kin(&c->base[i], &want))
            kin = i;
    }
    int reg = choose_victim(c);
    if (!reg)
        cx_error(f->cx, m->line, "internal error: no $a is left");
    if (want.v >= 0 && (!kin || !want.off)) {
        mi_insert_before(m, areg_load(f, &want, reg, m->line));
        kin = reg;
        hold_base(c, reg, (struct abase){ want.v, want.shift, 0 });
    }
    if (want.off)
        mi_insert_before(m, areg_add(f, reg, kin, want.off - (kin ? c->base[kin].off : 0), m->line));
    hold_base(c, reg, want);
    *left = areg_access(m) ? (uint32_t)m->aoff : (uint32_t)m->src[0].v;
    return reg;
}

static void give_address(struct fn *f, struct cache *c, struct minst *m)
{
    uint32_t left;
    m->areg = (uint8_t)areg_for(f, c, m, &left);
    m->abase = -1;
    m->ashift = 0;
    m->aoff = areg_access(m) ? (int32_t)left : 0;
    if (!areg_access(m))
        m->src[0].v = (int32_t)left;
}

/* An $a that is loaded in front of a loop, or steps in it. */
static void note_write(struct cache *c, const struct minst *m)
{
    if (m->op == M_SHLA) {
        hold_base(c, m->areg, (struct abase){ m->src[0].v, (int)m->src[1].imm, 0 });
        return;
    }
    struct abase from = m->afrom ? c->base[m->afrom] : (struct abase){ .v = -1 };
    bool known = !m->afrom || c->valid[m->afrom];
    from.off = (from.off + m->src[0].imm) & 0xffff;
    if (c->locked[m->areg])
        return;
    hold_base(c, m->areg, from);
    c->valid[m->areg] = known;
}

/* Gives each access of a block an $a, from what the cache has at its start. */
static void assign_aregs(struct alocks *a, struct mblock *b, struct cache *c)
{
    struct fn *f = a->f;
    int r[MI_REGS];
    for (int i = 1; i <= AREGS; i++)
        c->locked[i] = false;
    for (size_t i = 0; i < a->list.n; i++) {
        const struct alock *k = &a->list.v[i];
        if (!loop_has(k->loop, b))
            continue;
        hold_base(c, k->reg, k->base);
        c->locked[k->reg] = true;
    }
    for EACH_INST(m, b) {
        if (m->op == M_SHLA || m->op == M_ADDA)
            note_write(c, m);
        else if (areg_indexed(m))
            give_address(f, c, m);
        int n = mi_defs(m, r);
        for (int k = 0; k < n; k++)
            forget_bases(c, r[k]);
    }
}

/* What the ends of all blocks in front of b have alike; nothing if one of them comes later. */
static struct cache at_entry(const struct mblock *b, const struct cache *end, const bool *done)
{
    struct cache c = { 0 };
    for (size_t p = 0; p < b->preds.n; p++) {
        const struct cache *x = &end[b->preds.v[p]->id];
        if (!done[b->preds.v[p]->id])
            return (struct cache){ 0 };
        if (!p)
            c = *x;
        for (int i = 1; i <= AREGS; i++)
            c.valid[i] &= x->valid[i] && areg_same(&c.base[i], &x->base[i]);
    }
    return c;
}

void areg_run(struct fn *f)
{
    struct alocks a = { .f = f };
    struct cache *end = cx_alloc(f->cx, f->blocks.n * sizeof *end);
    bool *done = cx_alloc(f->cx, f->blocks.n);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (areg_access(m))
                split_offset(f, m);
    if (!f->cx->opt->no_opt) {
        live_run(f);
        areg_loops(&a);
    }
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct cache c = at_entry(f->blocks.v[i], end, done);
        assign_aregs(&a, f->blocks.v[i], &c);
        end[i] = c;
        done[i] = true;
    }
}
