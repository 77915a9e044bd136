/* SPDX-License-Identifier: Apache-2.0
 *
 * $a registers of loops. Bases that do not change in a loop are loaded in front of it; an index that a loop only steps
 * and uses as an address lives in its $a registers alone, stepped by the access itself if there is just one.
 */
#include "areg.h"

#include <string.h>

/* A base in a loop: how many instructions use it; what else happens to its register. */
struct use {
    struct abase base;
    int  n, defs, other;
    int  kin;                   /* bases of its register, itself included */
    bool done;                  /* has its $a */
    bool plain;                 /* only ld and st of s[]: a base with another offset serves them, too */
    struct minst *step, *access;
};

enum { MAX = 32 };

struct survey { struct use u[MAX]; int n; bool more; };

/* What is known of a base in this loop; NULL: there are too many. */
static struct use *use_of(struct survey *s, const struct abase *b)
{
    for (int i = 0; i < s->n; i++)
        if (areg_same(&s->u[i].base, b))
            return &s->u[i];
    if (s->n == MAX) {
        s->more = true;
        return NULL;
    }
    s->u[s->n] = (struct use){ .base = *b, .plain = true };
    return &s->u[s->n++];
}

static bool leaves_alive(const struct mloop *l, int v)
{
    for (size_t i = 0; i < l->body.n; i++) {
        const struct mblock *b = l->body.v[i];
        for (int k = 0; k < 2; k++)
            if (b->term != TERM_RET && (k == 0 || b->term == TERM_COND) && !loop_has(l, b->succ[k]) &&
                reglist_has(&b->succ[k]->live_in, v))
                return true;
    }
    return false;
}

/* Which bases the accesses of a loop have. */
static void survey_accesses(const struct mloop *l, struct survey *s)
{
    for (size_t i = 0; i < l->body.n; i++)
        for EACH_INST(m, l->body.v[i]) {
            if (!areg_indexed(m))
                continue;
            struct abase b = areg_base(m);
            struct use *x = use_of(s, &b);
            if (!x)
                continue;
            x->plain &= m->op == M_LDS || m->op == M_STS;
            x->n++;
            x->access = m;
        }
}

/* A base that only ld and st use gives way to another of the same register. */
static void merge_bases(struct survey *s)
{
    for (int i = 0; i < s->n; i++)
        for (int j = 0; s->u[i].plain && j < s->n; j++)
            if (i != j && areg_kin(&s->u[i].base, &s->u[j].base) && s->u[j].base.off) {
                s->u[j].n += s->u[i].n;
                s->u[i--] = s->u[--s->n];
                break;
            }
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++)
            s->u[i].kin += s->u[i].base.v == s->u[j].base.v;
}

/* What else an instruction does to the bases: defines one, or reads one as a value. */
static void other_uses(const struct minst *m, struct survey *s)
{
    int r[MI_REGS], n = mi_defs(m, r);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < s->n; j++)
            if (s->u[j].base.v == r[k]) {
                s->u[j].defs++;
                s->u[j].step = (struct minst *)m;
            }
    n = mi_uses(m, r);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < s->n; j++)
            s->u[j].other += s->u[j].base.v == r[k] && !(areg_indexed(m) && m->abase == r[k]);
}

/* v = v + constant is the only thing the loop does with v besides addressing. */
static bool only_steps(const struct mloop *l, const struct use *u)
{
    const struct minst *s = u->step;
    return u->defs == 1 && u->other == 1 && s->op == M_ADD && s->pred < 0 && s->cdst < 0 && !s->sat &&
           s->src[0].kind == O_REG && !s->src[0].neg && !s->src[0].half && s->src[0].v == u->base.v &&
           s->src[1].kind == O_IMM && !leaves_alive(l, u->base.v);
}

static bool can_autostep(const struct use *u)
{
    const struct minst *m = u->access;
    unsigned unit = vtype_size((enum vtype)m->type);
    return u->n == 1 && u->kin == 1 && areg_access(m) && m->block == u->step->block && m->pred < 0 && m->op != M_LDL &&
           m->op != M_STL && !((u->step->src[1].imm << u->base.shift) % unit) && !((unsigned)m->aoff % unit);
}

/* Is the step behind the access in their block? */
static bool is_behind(const struct minst *a, const struct minst *s)
{
    while (a && a != s)
        a = a->next;
    return a == s;
}

/* Steps the $a register: by the access itself where it is the only one in front of the step, else by an add. */
static void step_in_place(struct fn *f, struct mblock *in, struct use *u, int reg)
{
    uint32_t by = u->step->src[1].imm << u->base.shift;
    if (can_autostep(u) && is_behind(u->access, u->step)) {
        if (u->access->aoff)
            mi_append(f, in, areg_add(f, reg, reg, (uint32_t)u->access->aoff, u->access->line));
        u->access->aoff = (int32_t)(by & 0xffff);
        u->access->ainc = true;
    } else {
        mi_insert_before(u->step, areg_add(f, reg, reg, by, u->step->line));
    }
}

/* Registers that it takes to keep u, 0: it cannot be kept. Bases of a register that steps all step. */
static int keep_cost(const struct mloop *l, const struct survey *s, const struct use *u)
{
    if (u->done)
        return 0;
    return !u->defs ? 1 : s->more || !only_steps(l, u) ? 0 : u->kin;
}

static int kin_uses(const struct survey *s, const struct use *u)
{
    int n = 0;
    for (int j = 0; j < s->n; j++)
        n += &s->u[j] == u || (u->defs && s->u[j].base.v == u->base.v) ? s->u[j].n : 0;
    return n;
}

/* In front of the loop: from a register that another base of its kind has there already, or from the start. */
static void load_in_front(struct alocks *a, const struct mloop *l, struct mblock *in, const struct abase *b, int reg)
{
    unsigned line = in->last ? in->last->line : in->line;
    for (size_t i = 0; b->v >= 0 && i < a->list.n; i++) {
        const struct alock *k = &a->list.v[i];
        if (k->loop == l && areg_kin(&k->base, b)) {
            mi_append(a->f, in, areg_add(a->f, reg, k->reg, b->off - k->base.off, line));
            return;
        }
    }
    if (b->v >= 0)
        mi_append(a->f, in, areg_load(a->f, b, reg, line));
    if (b->v < 0 || b->off)
        mi_append(a->f, in, areg_add(a->f, reg, b->v < 0 ? 0 : reg, b->off, line));
}

/* Keeps u, and with a register that steps all bases of it. */
static void keep_base(struct alocks *a, struct mloop *l, struct mblock *in, struct survey *s, struct use *u,
                      bool taken[])
{
    struct minst *step = u->defs ? u->step : NULL;
    int v = u->base.v, reg[MAX];
    for (int j = 0; j < s->n; j++) {
        struct use *x = &s->u[j];
        reg[j] = 0;
        if (x != u && !(step && x->base.v == v))
            continue;
        struct alock k = { l, x->base, AREGS };
        while (taken[k.reg])
            k.reg--;
        reg[j] = k.reg;
        taken[k.reg] = true;
        x->done = true;
        load_in_front(a, l, in, &k.base, k.reg);
        vec_push(a->f->cx, &a->list, k);
    }
    for (int j = 0; step && j < s->n; j++)
        if (reg[j])
            step_in_place(a->f, in, &s->u[j], reg[j]);
    if (step)
        mi_remove(step);
}

/* Marks what loops outside of l keep. Returns the registers that are left. */
static int inherit_locks(const struct alocks *a, const struct mloop *l, struct survey *s, bool taken[])
{
    int left = AREGS;
    for (size_t i = 0; i < a->list.n; i++) {
        const struct alock *k = &a->list.v[i];
        if (!loop_has(k->loop, l->head))
            continue;
        taken[k->reg] = true;
        left--;
        for (int j = 0; j < s->n; j++)
            if (areg_same(&s->u[j].base, &k->base) || (s->u[j].plain && areg_kin(&s->u[j].base, &k->base)))
                s->u[j].done = true;
    }
    return left;
}

/* Which addresses of a loop keep an $a through it: those that pay most, as far as there are registers. */
static void one_loop(struct alocks *a, struct mloop *l)
{
    struct survey s = { .n = 0 };
    struct mblock *in = loop_way_in(l);
    bool taken[AREGS + 1] = { false };
    if (!in)
        return;
    survey_accesses(l, &s);
    merge_bases(&s);
    for (size_t i = 0; i < l->body.n; i++)
        for EACH_INST(m, l->body.v[i])
            other_uses(m, &s);
    int left = inherit_locks(a, l, &s, taken), wanted = 0, rest = 0;
    for (int j = 0; j < s.n; j++) {
        wanted += keep_cost(l, &s, &s.u[j]) > 0;
        rest += !s.u[j].done;
    }
    int keep = !s.more && wanted == rest && wanted <= left ? 0 : 1;     /* one for the rest */
    for (;;) {
        struct use *best = NULL;
        for (int j = 0; j < s.n; j++) {
            int p = keep_cost(l, &s, &s.u[j]);
            if (p && p <= left - keep && (!best || kin_uses(&s, &s.u[j]) > kin_uses(&s, best)))
                best = &s.u[j];
        }
        if (!best)
            return;
        left -= keep_cost(l, &s, best);
        keep_base(a, l, in, &s, best, taken);
    }
}

void areg_loops(struct alocks *a)
{
    for (size_t i = 0; i < a->f->loops.n; i++)
        one_loop(a, a->f->loops.v[i]);
}
