/* SPDX-License-Identifier: Apache-2.0
 *
 * $a registers for indexed s[], c[] and l[] accesses. Each of the four caches one (register << shift); a block with
 * a single predecessor starts with what that one left. Bases that do not change in a loop are loaded in front of it;
 * an index that a loop only steps and uses as an address lives in its $a alone, stepped by the access itself if there
 * is just one.
 */
#include "ir.h"

#include <string.h>

enum { AREGS = 4 };

struct cache { int v[AREGS + 1], shift[AREGS + 1], age[AREGS + 1], clock; bool locked[AREGS + 1]; };

/* A pair that has its $a during a loop. */
struct lock { struct mloop *loop; int v, shift, reg; };

struct areg {
    struct fn *f;
    VEC(struct lock) locks;
};

/* Accesses, and s[] operands, whose offset is in the operand. */
static bool is_access(const struct minst *m) { return m->op >= M_LDC && m->op <= M_STL; }

static bool indexed(const struct minst *m) { return is_access(m) || m->abase >= 0; }

static void forget(struct cache *c, int v)
{
    for (int i = 1; i <= AREGS; i++)
        if (c->v[i] == v && !c->locked[i])
            c->v[i] = -1;
}

static struct minst *load_base(struct fn *f, int v, int shift, int reg, unsigned line)
{
    struct minst *s = mi_new(f, M_SHLA, V_B32);
    s->line = line;
    s->areg = (uint8_t)reg;
    s->src[0] = op_reg(v);
    s->src[1] = op_imm((uint32_t)shift);
    return s;
}

static void hold(struct cache *c, int reg, int v, int shift)
{
    c->v[reg] = v;
    c->shift[reg] = shift;
    c->age[reg] = ++c->clock;
}

static int lookup(struct fn *f, struct cache *c, struct minst *m)
{
    int best = 0;
    for (int i = 1; i <= AREGS; i++) {
        if (c->v[i] == m->abase && c->shift[i] == m->ashift) {
            c->age[i] = ++c->clock;
            return i;
        }
        if (c->locked[i])
            continue;
        if (!best || (c->v[i] < 0 ? c->v[best] >= 0 : c->v[best] >= 0 && c->age[i] < c->age[best]))
            best = i;
    }
    mi_insert_before(m, load_base(f, m->abase, m->ashift, best, m->line));
    hold(c, best, m->abase, m->ashift);
    return best;
}

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

/* ---- loops --------------------------------------------------------------------------------------------------- */

struct use { int v, shift, n, defs, other; bool mixed; struct minst *step, *access; };

static struct use *use_of(struct fn *f, struct use *u, int *n, int max, int v)
{
    (void)f;
    for (int i = 0; i < *n; i++)
        if (u[i].v == v)
            return &u[i];
    if (*n == max)
        return NULL;
    u[*n] = (struct use){ .v = v, .shift = -1 };
    return &u[(*n)++];
}

/* The block that leads into the loop, if there is just one. */
static struct mblock *way_in(const struct mloop *l)
{
    struct mblock *in = NULL;
    for (size_t k = 0; k < l->head->preds.n; k++) {
        struct mblock *p = l->head->preds.v[k];
        if (loop_has(l, p))
            continue;
        if (in)
            return NULL;
        in = p;
    }
    return in;
}

static bool leaves_alive(const struct fn *f, const struct mloop *l, int v)
{
    for (size_t i = 0; i < f->blocks.n; i++) {
        const struct mblock *b = f->blocks.v[i];
        for (int k = 0; bit_get(l->body, i) && k < 2; k++)
            if (b->term != TERM_RET && (k == 0 || b->term == TERM_COND) && !loop_has(l, b->succ[k]) &&
                reglist_has(&b->succ[k]->live_in, v))
                return true;
    }
    return false;
}

/* Bases in the loop and what happens to them. */
static int survey(struct fn *f, const struct mloop *l, struct use *u, int max)
{
    int n = 0, r[MI_REGS];
    for (size_t i = 0; i < f->blocks.n; i++)
        if (bit_get(l->body, i))
            for EACH_INST(m, f->blocks.v[i]) {
                struct use *x = indexed(m) && m->abase >= 0 ? use_of(f, u, &n, max, m->abase) : NULL;
                if (!x)
                    continue;
                x->mixed |= x->shift >= 0 && x->shift != m->ashift;
                x->shift = m->ashift;
                x->n++;
                x->access = m;
            }
    for (size_t i = 0; i < f->blocks.n; i++) {
        const struct mblock *b = f->blocks.v[i];
        for (struct minst *m = bit_get(l->body, i) ? b->first : NULL; m; m = m->next) {
            int nd = mi_defs(m, r);
            for (int k = 0; k < nd; k++)
                for (int j = 0; j < n; j++)
                    if (u[j].v == r[k]) {
                        u[j].defs++;
                        u[j].step = m;
                    }
            int nu = mi_uses(m, r);
            for (int k = 0; k < nu; k++)
                for (int j = 0; j < n; j++)
                    u[j].other += u[j].v == r[k] && !(indexed(m) && m->abase == r[k]);
        }
    }
    return n;
}

/* v = v + constant is the only thing the loop does with v besides addressing. */
static bool steps(const struct fn *f, const struct mloop *l, const struct use *u)
{
    const struct minst *s = u->step;
    return u->defs == 1 && u->other == 1 && s->op == M_ADD && s->pred < 0 && s->cdst < 0 && !s->sat &&
           s->src[0].kind == O_REG && !s->src[0].neg && !s->src[0].half && s->src[0].v == u->v && s->src[1].kind == O_IMM &&
           !leaves_alive(f, l, u->v);
}

static bool can_autostep(const struct use *u)
{
    const struct minst *m = u->access;
    unsigned unit = vtype_size((enum vtype)m->type);
    return u->n == 1 && is_access(m) && m->block == u->step->block && m->pred < 0 && m->op != M_LDL && m->op != M_STL &&
           !((u->step->src[1].imm << u->shift) % unit) && !((unsigned)m->aoff % unit);
}

static struct minst *add_to_base(struct fn *f, int reg, uint32_t by, unsigned line)
{
    struct minst *s = mi_new(f, M_ADDA, V_B32);
    s->line = line;
    s->areg = (uint8_t)reg;
    s->src[0] = op_imm(by & 0xffff);
    return s;
}

/* Is the step behind the access in their block? */
static bool follows(const struct minst *a, const struct minst *s)
{
    while (a && a != s)
        a = a->next;
    return a == s;
}

static void step_in_place(struct fn *f, struct mblock *in, struct use *u, int reg)
{
    uint32_t by = u->step->src[1].imm << u->shift;
    if (can_autostep(u) && follows(u->access, u->step)) {
        if (u->access->aoff)
            mi_append(f, in, add_to_base(f, reg, (uint32_t)u->access->aoff, u->access->line));
        u->access->aoff = (int32_t)(by & 0xffff);
        u->access->ainc = true;
    } else {
        mi_insert_before(u->step, add_to_base(f, reg, by, u->step->line));
    }
    mi_remove(u->step);
}

static void lock_loop(struct areg *a, struct mloop *l)
{
    enum { MAX = 32 };
    struct fn *f = a->f;
    struct use u[MAX];
    struct mblock *in = way_in(l);
    bool taken[AREGS + 1] = { false };
    if (!in)
        return;
    int n = survey(f, l, u, MAX), free_regs = AREGS, wanted = 0, rest = n;
    for (size_t i = 0; i < a->locks.n; i++) {
        const struct lock *k = &a->locks.v[i];
        if (!bit_get(k->loop->body, (size_t)l->head->id))
            continue;
        taken[k->reg] = true;
        free_regs--;
        for (int j = 0; j < n; j++)
            if (u[j].v == k->v && !u[j].mixed) {        /* has a register already */
                u[j].mixed = true;
                rest--;
            }
    }
    for (int j = 0; j < n; j++)
        wanted += !u[j].mixed && (!u[j].defs || steps(f, l, &u[j]));
    int keep = n < MAX && wanted == rest && wanted <= free_regs ? 0 : 1;        /* one for the rest */
    while (free_regs > keep) {
        struct use *best = NULL;
        for (int j = 0; j < n; j++)
            if (!u[j].mixed && (!u[j].defs || steps(f, l, &u[j])) && (!best || u[j].n > best->n))
                best = &u[j];
        if (!best)
            return;
        struct lock k = { l, best->v, best->shift, AREGS };
        while (taken[k.reg])
            k.reg--;
        taken[k.reg] = true;
        free_regs--;
        best->mixed = true;
        vec_push(f->cx, &a->locks, k);
        mi_append(f, in, load_base(f, k.v, k.shift, k.reg, in->last ? in->last->line : in->line));
        if (best->defs)
            step_in_place(f, in, best, k.reg);
    }
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

static void assign(struct areg *a, struct mblock *b, struct cache *c)
{
    struct fn *f = a->f;
    int r[MI_REGS];
    for (int i = 1; i <= AREGS; i++)
        c->locked[i] = false;
    for (size_t i = 0; i < a->locks.n; i++) {
        const struct lock *k = &a->locks.v[i];
        if (!bit_get(k->loop->body, (size_t)b->id))
            continue;
        hold(c, k->reg, k->v, k->shift);
        c->locked[k->reg] = true;
    }
    for EACH_INST(m, b) {
        if (m->op == M_SHLA) {
            hold(c, m->areg, m->src[0].v, (int)m->src[1].imm);
        } else if (m->op == M_ADDA) {
            if (!c->locked[m->areg])
                c->v[m->areg] = -1;
        } else if (indexed(m) && m->abase >= 0) {
            m->areg = (uint8_t)lookup(f, c, m);
            m->abase = -1;
            m->ashift = 0;
        }
        int n = mi_defs(m, r);
        for (int k = 0; k < n; k++)
            forget(c, r[k]);
    }
}

void areg_run(struct fn *f)
{
    struct areg a = { .f = f };
    struct cache *end = cx_alloc(f->cx, f->blocks.n * sizeof *end);
    bool *done = cx_alloc(f->cx, f->blocks.n);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (is_access(m))
                split_offset(f, m);
    if (!f->cx->opt->no_opt) {
        live_run(f);
        for (size_t i = 0; i < f->loops.n; i++)
            lock_loop(&a, f->loops.v[i]);
    }
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        struct cache c = { .v = { -1, -1, -1, -1, -1 } };
        if (b->preds.n == 1 && done[b->preds.v[0]->id])
            c = end[b->preds.v[0]->id];
        assign(&a, b, &c);
        end[b->id] = c;
        done[b->id] = true;
    }
}
