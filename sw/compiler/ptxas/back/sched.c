/* SPDX-License-Identifier: Apache-2.0
 *
 * List scheduling between fences: what others wait for longest goes first, as long as registers last. No instruction
 * takes more of them than the order of the PTX does, but what leads to a load of device memory, whose latency is worth
 * it (16 per thread cost no occupancy). Works on virtual registers.
 */
#include <stddef.h>
#include <string.h>

#include "effects.h"
#include "regset.h"

enum { MAX_REGION = 300, FREE_CODES = 2 };

/* Cycles until the result can be read: the parts are docs/silicon.md's. */
enum {
    ISSUE = GT_LANES / GT_SPS,
    OPERANDS = 5,
    SP = GT_SP_DISPATCH + GT_EX_STAGES + ISSUE,
    SFU = OPERANDS + GT_LANES / GT_SFU_COUNT + GT_SFU_STAGES,
    DPU = OPERANDS + GT_LANES + GT_DPU_STAGES,
    SHARED = 38,              /* X.shared.latency: with the address */
    CONSTANT = SP + GT_CONST_LATENCY,
    MEMORY = GT_MEM_LATENCY
};

/* What a register holds from a write (in node `maker`, -1: before the region) to the next one: reads to come; read
 * behind the region, too. */
struct value { int left, maker; bool behind, is_c; };

struct node {
    struct minst *m;
    VEC(int) succ;
    int  npred, height;
    bool done;
    int  fetch;         /* node that reads the result on the way to a load of device memory; -1: on no such way */
    int  base;          /* node that made the address register here, -1: before the region */
    int  nuse, ndef;
    int  use[MI_REGS], times[MI_REGS];  /* values, each once, and how often it reads them */
    int  def[MI_REGS];                  /* values */
};

struct sched {
    struct fn *f;
    struct node *node;
    int n;
    int *maker;         /* by register: node of the last write, -1 */
    int *current;       /* by register: its value, -1: not yet seen */
    VEC(int) *readers;  /* by register: nodes that read it since the last write */
    VEC(struct value) value;
    struct regset live;     /* behind the region */
    int regs, codes, reg_limit, code_limit;
};

/* Cycles until a result can be read, roughly: the order alone depends on it. */
static int result_latency(const struct minst *m)
{
    switch (m->op) {
    case M_LDG: case M_LDL: return MEMORY;
    case M_LDS: return SHARED;
    case M_LDC: return CONSTANT;
    case M_SFU: return SFU;
    case M_F64: return DPU;
    case M_STS: case M_STL: case M_STG: return ISSUE;
    }
    return SP;
}

static void add_edge(struct sched *s, int from, int to)
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
static bool never_alias(const struct node *a, const struct node *b)
{
    const struct minst *x = a->m, *y = b->m;
    bool one_base = x->abase == y->abase && x->ashift == y->ashift && a->base == b->base;
    if (x->shared || y->shared || !one_base || space_of(x) == EFF_GLOBAL ||
        (space_of(x) == EFF_SHARED && x->abase >= 0))
        return false;
    return x->aoff + bytes_of(x) <= y->aoff || y->aoff + bytes_of(y) <= x->aoff;
}

static int value_of(struct sched *s, int r)
{
    if (s->current[r] < 0) {
        struct value v = { .maker = s->maker[r], .is_c = s->f->vr.v[r].is_c };
        s->current[r] = (int)s->value.n;
        vec_push(s->f->cx, &s->value, v);
    }
    return s->current[r];
}

/* Counts a read of v, for when it dies. */
static void read_value(struct sched *s, struct node *x, int v)
{
    int k = 0;
    while (k < x->nuse && x->use[k] != v)
        k++;
    if (k == x->nuse) {
        x->use[x->nuse++] = v;
        x->times[k] = 0;
    }
    x->times[k]++;
    s->value.v[v].left++;
}

/* The edges of instruction i to those before it: values, and registers read or written again. */
static void add_dependences(struct sched *s, int i)
{
    struct node *x = &s->node[i];
    struct minst *m = x->m;
    int r[MI_REGS], n = mi_uses(m, r), d[MI_REGS], nd = mi_defs(m, d);
    x->base = m->abase >= 0 ? s->maker[m->abase] : -1;
    for (int k = 0; k < n; k++) {
        add_edge(s, s->maker[r[k]], i);
        vec_push(s->f->cx, &s->readers[r[k]], i);
        read_value(s, x, value_of(s, r[k]));
    }
    for (int k = 0; k < nd; k++) {
        add_edge(s, s->maker[d[k]], i);
        for (size_t q = 0; q < s->readers[d[k]].n; q++)
            add_edge(s, s->readers[d[k]].v[q], i);
        s->readers[d[k]].n = 0;
        bool kills = mi_def_kills(s->f, m, d[k]);
        if (!kills)                             /* reads what it leaves in place, which somebody else has made */
            read_value(s, x, value_of(s, d[k]));
        s->maker[d[k]] = i;
        if (kills) {
            s->current[d[k]] = -1;
            x->def[x->ndef++] = value_of(s, d[k]);
        }
    }
    int sp = space_of(m);
    for (int k = i - 1; sp && k >= 0; k--)
        if (space_of(s->node[k].m) == sp && (is_store(m) || is_store(s->node[k].m)) && !never_alias(&s->node[k], x))
            add_edge(s, k, i);
}

static void each_register(struct sched *s, void (*what)(struct sched *s, int r))
{
    int r[MI_REGS];
    for (int i = 0; i < s->n; i++)
        for (int pass = 0; pass < 2; pass++) {
            int n = pass ? mi_defs(s->node[i].m, r) : mi_uses(s->node[i].m, r);
            for (int k = 0; k < n; k++)
                what(s, r[k]);
        }
}

static void note_behind(struct sched *s, int r) { s->value.v[s->current[r]].behind = regset_has(&s->live, r); }

static void forget_register(struct sched *s, int r)
{
    s->maker[r] = s->current[r] = -1;
    s->readers[r].n = 0;
}

/* Change of live registers and codes when x comes next. */
static void live_change(const struct sched *s, const struct node *x, int *regs, int *codes)
{
    *regs = *codes = 0;
    for (int k = 0; k < x->nuse; k++) {
        const struct value *v = &s->value.v[x->use[k]];
        if (v->left == x->times[k] && !v->behind)
            *(v->is_c ? codes : regs) -= 1;
    }
    for (int k = 0; k < x->ndef; k++) {
        const struct value *v = &s->value.v[x->def[k]];
        if (v->left || v->behind)
            *(v->is_c ? codes : regs) += 1;
    }
}

/* Reads of x happen; by -1: they are taken back. */
static void take_reads(struct sched *s, const struct node *x, int by)
{
    for (int k = 0; k < x->nuse; k++)
        s->value.v[x->use[k]].left -= by * x->times[k];
}

/* Most registers and codes that the present order needs, counted from what lives in front of it. */
static void measure_demand(struct sched *s, int *regs, int *codes)
{
    int a = 0, b = 0, dr, dc;
    *regs = *codes = 0;
    for (int i = 0; i < s->n; i++) {
        live_change(s, &s->node[i], &dr, &dc);
        take_reads(s, &s->node[i], 1);
        a += dr, b += dc;
        *regs = a > *regs ? a : *regs;
        *codes = b > *codes ? b : *codes;
    }
    for (int i = 0; i < s->n; i++)
        take_reads(s, &s->node[i], -1);
}

static int excess_over(int n, int limit) { return n > limit ? n - limit : 0; }

static bool is_fetch(const struct minst *m) { return m->op == M_LDG || m->op == M_LDL; }

/* Is node i a load of device memory, or all that one waits for? */
static bool waits_for_fetch(const struct sched *s, int i)
{
    while (i >= 0 && !is_fetch(s->node[i].m)) {
        i = s->node[i].fetch;
        if (i >= 0 && s->node[i].npred > 1)
            return false;
    }
    return i >= 0;
}

/* The ready instruction to come next: within the registers, the one with the longest way behind it. */
static int pick_next(struct sched *s)
{
    int best = -1, best_over = 0, best_delta = 0;
    for (int i = 0; i < s->n; i++) {
        struct node *x = &s->node[i];
        int dr, dc;
        if (x->done || x->npred)
            continue;
        live_change(s, x, &dr, &dc);
        int limit = s->reg_limit < FREE_REGISTERS && waits_for_fetch(s, i) ? FREE_REGISTERS : s->reg_limit;
        int over = excess_over(s->regs + dr, limit) + 4 * excess_over(s->codes + dc, s->code_limit);
        if (dr <= 0 && dc <= 0)
            over = 0;
        bool better = best < 0 || (over != best_over ? over < best_over : over ? dr + 4 * dc < best_delta :
                                   x->height > s->node[best].height);
        if (better) {
            best = i;
            best_over = over;
            best_delta = dr + 4 * dc;
        }
    }
    return best;
}

/* Longest ways to the end, and what leads to loads of device memory. */
static void look_ahead(struct sched *s)
{
    for (int i = s->n - 1; i >= 0; i--) {
        struct node *x = &s->node[i];
        for (size_t k = 0; k < x->succ.n; k++) {
            int h = s->node[x->succ.v[k]].height;
            x->height = h > x->height ? h : x->height;
        }
        for (int k = 0; k < x->nuse; k++) {
            int maker = s->value.v[x->use[k]].maker;
            if (maker >= 0 && (is_fetch(x->m) || x->fetch >= 0))
                s->node[maker].fetch = i;
        }
        x->height += result_latency(x->m);
    }
}

/* Orders the instructions from first to end, between which no fence is. */
static void order_region(struct sched *s, struct minst *first, struct minst *end, int live_regs, int live_codes)
{
    struct mblock *b = first->block;
    s->n = 0;
    s->value.n = 0;
    for (struct minst *m = first; m != end; m = m->next) {
        struct node *x = &s->node[s->n++];
        memset(x, 0, offsetof(struct node, use));
        x->m = m;
        x->fetch = -1;
    }
    for (int i = 0; i < s->n; i++)
        add_dependences(s, i);
    each_register(s, note_behind);
    look_ahead(s);
    int most, most_c;
    measure_demand(s, &most, &most_c);
    s->regs = live_regs;
    s->codes = live_codes;
    s->reg_limit = live_regs + most;
    s->code_limit = live_codes + most_c > FREE_CODES ? live_codes + most_c : FREE_CODES;
    each_register(s, forget_register);
    for (int i = 0; i < s->n; i++)
        mi_remove(s->node[i].m);
    for (int k = 0; k < s->n; k++) {
        int i = pick_next(s), dr, dc;
        struct node *x = &s->node[i];
        x->done = true;
        live_change(s, x, &dr, &dc);
        take_reads(s, x, 1);
        s->regs += dr;
        s->codes += dc;
        for (size_t q = 0; q < x->succ.n; q++)
            s->node[x->succ.v[q]].npred--;
        if (end)
            mi_insert_before(end, x->m);
        else
            mi_append(s->f, b, x->m);
    }
}

/* Liveness upwards over one instruction. */
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

static void count_live(const struct fn *f, const struct regset *live, int *regs, int *codes)
{
    *regs = *codes = 0;
    for (int i = 0; i < live->n; i++)
        if (f->vr.v[live->list[i]].is_c)
            ++*codes;
        else
            ++*regs;
}

/* Orders a block from its end, one region between fences after the other. */
static void order_block(struct sched *s, struct mblock *b, struct regset *before)
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
        count_live(f, before, &regs, &codes);
        if (n > 1)
            order_region(s, first, end, regs, codes);
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
    s.current = cx_alloc(f->cx, nv * sizeof *s.current);
    memset(s.current, 0xff, nv * sizeof *s.current);
    s.readers = cx_alloc(f->cx, nv * sizeof *s.readers);
    s.live = regset_new(f->cx, nv);
    struct regset before = regset_new(f->cx, nv);
    for (size_t i = 0; i < f->blocks.n; i++)
        if (f->blocks.v[i]->first)
            order_block(&s, f->blocks.v[i], &before);
}
