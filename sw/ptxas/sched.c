/* SPDX-License-Identifier: Apache-2.0
 *
 * List scheduling between fences: what others wait for longest goes first, loads above all, as long as registers
 * last (16 per thread cost no occupancy; code that already needs more gets no more). Works on virtual registers.
 */
#include <string.h>

#include "effects.h"
#include "regset.h"

enum { MAX_REGION = 300, FREE_REGISTERS = 14, FREE_CODES = 2 };

struct node {
    struct minst *m;
    VEC(int) succ;
    int  npred, height;
    bool done;
    int  base;          /* node that made the address register here, -1: before the region */
};

struct sched {
    struct fn *f;
    struct node *node;
    int n;
    int *maker;         /* by register: node of the last write, -1 */
    int *uses;          /* by register: reads to come in the region */
    VEC(int) *readers;  /* by register: nodes that read it since the last write */
    struct regset live;     /* behind the region */
    int regs, codes, reg_limit, code_limit;
};

/* Issue slots of one warp until the result can be read. */
static int latency(const struct minst *m)
{
    switch (m->op) {
    case M_LDG: return 100;
    case M_LDL: return 100;
    case M_LDS: case M_LDC: return 10;
    case M_SFU: return 8;
    case M_STS: case M_STL: case M_STG: return 1;
    }
    return 6;
}

static void edge(struct sched *s, int from, int to)
{
    if (from < 0 || from == to)
        return;
    vec_push(s->f->cx, &s->node[from].succ, to);
    s->node[to].npred++;
}

static int space_of(const struct minst *m)
{
    switch (m->op) {
    case M_LDS: case M_STS: return EFF_SHARED;
    case M_LDL: case M_STL: return EFF_LOCAL;
    case M_LDG: case M_STG: return EFF_GLOBAL;
    }
    return m->shared ? EFF_SHARED : 0;
}

static bool is_store(const struct minst *m) { return m->op == M_STS || m->op == M_STL || m->op == M_STG; }

static int bytes_of(const struct minst *m)
{
    return (int)vtype_size((enum vtype)m->type);
}

/* Do these two never touch the same byte, whichever lanes execute them? Offsets from one register tell lanes apart only
 * where each has memory of its own: s[a + 4] of one lane is s[a] of the next. Absolute addresses are the same for
 * all. */
static bool apart(const struct node *a, const struct node *b)
{
    const struct minst *x = a->m, *y = b->m;
    bool one_base = x->abase == y->abase && x->ashift == y->ashift && a->base == b->base;
    if (x->shared || y->shared || !one_base || space_of(x) == EFF_GLOBAL ||
        (space_of(x) == EFF_SHARED && x->abase >= 0))
        return false;
    return x->aoff + bytes_of(x) <= y->aoff || y->aoff + bytes_of(y) <= x->aoff;
}

static void depend(struct sched *s, int i)
{
    struct minst *m = s->node[i].m;
    int r[MI_REGS], n = mi_uses(m, r), d[MI_REGS], nd = mi_defs(m, d);
    s->node[i].base = m->abase >= 0 ? s->maker[m->abase] : -1;
    for (int k = 0; k < n; k++) {
        edge(s, s->maker[r[k]], i);
        vec_push(s->f->cx, &s->readers[r[k]], i);
        s->uses[r[k]]++;
    }
    for (int k = 0; k < nd; k++) {
        edge(s, s->maker[d[k]], i);
        for (size_t q = 0; q < s->readers[d[k]].n; q++)
            edge(s, s->readers[d[k]].v[q], i);
        s->readers[d[k]].n = 0;
        s->maker[d[k]] = i;
        if (!mi_def_kills(s->f, m, d[k]))       /* reads what it leaves in place */
            s->uses[d[k]]++;
    }
    int sp = space_of(m);
    for (int k = i - 1; sp && k >= 0; k--)
        if (space_of(s->node[k].m) == sp && (is_store(m) || is_store(s->node[k].m)) && !apart(&s->node[k], &s->node[i]))
            edge(s, k, i);
}

static void forget(struct sched *s)
{
    int r[MI_REGS];
    for (int i = 0; i < s->n; i++)
        for (int pass = 0; pass < 2; pass++) {
            int n = pass ? mi_defs(s->node[i].m, r) : mi_uses(s->node[i].m, r);
            for (int k = 0; k < n; k++) {
                s->maker[r[k]] = -1;
                s->uses[r[k]] = 0;
                s->readers[r[k]].n = 0;
            }
        }
}

/* Change of live registers and codes when m comes next; with `take`, it does come. */
static void demand(struct sched *s, const struct minst *m, bool take, int *regs, int *codes)
{
    int r[MI_REGS], n = mi_uses(m, r), nd;
    *regs = *codes = 0;
    for (int k = 0; k < n; k++) {
        int same = 0;
        for (int j = 0; j < n; j++)
            same += r[j] == r[k];
        bool first = true;
        for (int j = 0; j < k; j++)
            first = first && r[j] != r[k];
        if (first && s->uses[r[k]] == same && !regset_has(&s->live, r[k]))
            *(s->f->vr.v[r[k]].is_c ? codes : regs) -= 1;
        if (take && first)
            s->uses[r[k]] -= same;
    }
    nd = mi_defs(m, r);
    for (int k = 0; k < nd; k++) {
        bool kills = mi_def_kills(s->f, m, r[k]);
        if (!kills && take)
            s->uses[r[k]]--;
        if (kills && (s->uses[r[k]] || regset_has(&s->live, r[k])))
            *(s->f->vr.v[r[k]].is_c ? codes : regs) += 1;
    }
}

/* Most registers and codes that the present order needs, counted from what lives in front of it. */
static void measure(struct sched *s, int *regs, int *codes)
{
    int a = 0, b = 0, dr, dc;
    *regs = *codes = 0;
    for (int i = 0; i < s->n; i++) {
        demand(s, s->node[i].m, true, &dr, &dc);
        a += dr, b += dc;
        *regs = a > *regs ? a : *regs;
        *codes = b > *codes ? b : *codes;
    }
    int r[MI_REGS];
    for (int i = 0; i < s->n; i++) {            /* count the reads again */
        const struct minst *m = s->node[i].m;
        int n = mi_uses(m, r);
        for (int k = 0; k < n; k++)
            s->uses[r[k]]++;
        n = mi_defs(m, r);
        for (int k = 0; k < n; k++)
            s->uses[r[k]] += !mi_def_kills(s->f, m, r[k]);
    }
}

static int pick(struct sched *s)
{
    int best = -1, best_over = 0, best_delta = 0;
    for (int i = 0; i < s->n; i++) {
        struct node *x = &s->node[i];
        int dr, dc;
        if (x->done || x->npred)
            continue;
        demand(s, x->m, false, &dr, &dc);
        int over = (s->regs + dr > s->reg_limit ? s->regs + dr - s->reg_limit : 0) + (s->codes + dc > s->code_limit ? 4 * (s->codes + dc - s->code_limit) : 0);
        if (dr <= 0 && dc <= 0)
            over = 0;
        bool better = best < 0 || (over != best_over ? over < best_over : over ? dr + 4 * dc < best_delta : x->height > s->node[best].height);
        if (better) {
            best = i;
            best_over = over;
            best_delta = dr + 4 * dc;
        }
    }
    return best;
}

static void region(struct sched *s, struct minst *first, struct minst *end, int live_regs, int live_codes)
{
    struct mblock *b = first->block;
    s->n = 0;
    for (struct minst *m = first; m != end; m = m->next)
        s->node[s->n++] = (struct node){ .m = m };
    for (int i = 0; i < s->n; i++)
        depend(s, i);
    for (int i = s->n - 1; i >= 0; i--) {
        struct node *x = &s->node[i];
        for (size_t k = 0; k < x->succ.n; k++) {
            int h = s->node[x->succ.v[k]].height;
            x->height = h > x->height ? h : x->height;
        }
        x->height += latency(x->m);
    }
    int most, most_c;
    measure(s, &most, &most_c);
    s->regs = live_regs;
    s->codes = live_codes;
    s->reg_limit = live_regs + most > FREE_REGISTERS ? live_regs + most : FREE_REGISTERS;
    s->code_limit = live_codes + most_c > FREE_CODES ? live_codes + most_c : FREE_CODES;
    for (int i = 0; i < s->n; i++)
        mi_remove(s->node[i].m);
    for (int k = 0; k < s->n; k++) {
        int i = pick(s), dr, dc;
        struct node *x = &s->node[i];
        x->done = true;
        demand(s, x->m, true, &dr, &dc);
        s->regs += dr;
        s->codes += dc;
        for (size_t q = 0; q < x->succ.n; q++)
            s->node[x->succ.v[q]].npred--;
        if (end)
            mi_insert_before(end, x->m);
        else
            mi_append(s->f, b, x->m);
    }
    forget(s);
}

static void pass_over(struct fn *f, const struct minst *m, struct regset *live)
{
    int r[MI_REGS], n = mi_defs(m, r);
    for (int k = 0; k < n; k++)
        if (mi_def_kills(f, m, r[k]))
            regset_remove(live, r[k]);
        else
            regset_add(live, r[k]);
    n = mi_uses(m, r);
    for (int k = 0; k < n; k++)
        regset_add(live, r[k]);
}

static void count(const struct fn *f, const struct regset *live, int *regs, int *codes)
{
    *regs = *codes = 0;
    for (int i = 0; i < live->n; i++)
        if (f->vr.v[live->list[i]].is_c)
            ++*codes;
        else
            ++*regs;
}

static void block(struct sched *s, struct mblock *b, struct regset *before)
{
    struct fn *f = s->f;
    s->live.n = 0;
    for (size_t k = 0; k < b->live_out.n; k++)
        regset_add(&s->live, b->live_out.v[k]);
    if (b->term == TERM_COND)
        regset_add(&s->live, b->pred);
    struct minst *end = NULL;
    if (b->term == TERM_RET && b->last) {       /* the last one may carry the exit marker */
        end = b->last;
        pass_over(f, end, &s->live);
    }
    for (struct minst *m = end ? end->prev : b->last; m;) {
        if (is_fence(m)) {
            pass_over(f, m, &s->live);
            end = m;
            m = m->prev;
            continue;
        }
        int n = 0, regs, codes;
        struct minst *first = m, *x = m;
        regset_copy(before, &s->live);
        for (; x && !is_fence(x) && n < MAX_REGION; x = x->prev, n++) {
            pass_over(f, x, before);
            first = x;
        }
        struct minst *stop = first->prev;
        count(f, before, &regs, &codes);
        if (n > 1)
            region(s, first, end, regs, codes);
        regset_copy(&s->live, before);
        end = stop ? stop->next : b->first;
        m = stop;
    }
}

void sched_run(struct fn *f)
{
    struct sched s = { .f = f };
    size_t nv = f->vr.n;
    live_run(f);
    s.node = cx_alloc(f->cx, MAX_REGION * sizeof *s.node);
    s.maker = cx_alloc(f->cx, nv * sizeof *s.maker);
    memset(s.maker, 0xff, nv * sizeof *s.maker);
    s.uses = cx_alloc(f->cx, nv * sizeof *s.uses);
    s.readers = cx_alloc(f->cx, nv * sizeof *s.readers);
    s.live = regset_new(f->cx, nv);
    struct regset before = regset_new(f->cx, nv);
    for (size_t i = 0; i < f->blocks.n; i++)
        if (f->blocks.v[i]->first)
            block(&s, f->blocks.v[i], &before);
}
