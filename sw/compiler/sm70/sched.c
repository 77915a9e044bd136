/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of instructions within a block, before registers are assigned: what the longest way to the end of the block
 * leads through comes first, so that loads are under way while something else is done. Where many words live already,
 * what lets more of them die comes first.
 *
 * Accesses of one memory stay in order where one of them writes; barriers, votes, shuffles, fences, atomics and
 * volatile accesses stay in order with each other and with all accesses. Nothing passes a reading of the clock.
 */
#include "mir.h"

#include <string.h>

struct node {
    struct inst *m;
    VEC(int) next;              /* that wait for it */
    VEC(int) after;             /* clocks that each of them has to wait */
    int      waits, height, ready;
    bool     done;
};

struct sched {
    struct fn   *f;
    struct node *node;
    int          n;
    int         *writer;        /* by word: the last that writes it, -1: none in this block */
    VEC(int)    *readers;       /* since then */
    int         *left;          /* readers of the word that are still to come, in this block */
    uint64_t    *out;           /* words that live behind the block */
    int          live;
};

/* Words: four of each register. */
static size_t word_of(const struct opd *o, unsigned w) { return 4 * (size_t)o->v + o->sub + w; }

static bool is_value(const struct opd *o) { return o->v >= 0 && o->kind != O_LABEL && o->kind != O_WORD; }

static unsigned width_of(const struct opd *o) { return o->kind == O_P ? 1 : o->w; }

/* Cycles until a result can be read. */
static int result_latency(const struct inst *m)
{
    switch (m->kind->unit) {
    case U_FMA: case U_IMAD: return 4;
    case U_ALU: case U_UALU: return 5;
    case U_WIDE: return 6;
    case U_F64: case U_HALF: return 8;
    case U_CS2R: return 6;
    case U_LATE: return ni_is(m, "LDG") ? 200 : ni_is(m, "LDL") ? 60 : ni_is(m, "LDS") || ni_is(m, "S2R") ? 25
                        : ni_is(m, "ATOMG") || ni_is(m, "TEX") || ni_is(m, "TLD") ? 200 : ni_is(m, "LDC") ? 30 : 20;
    default: return 2;
    }
}

static void add_edge(struct sched *s, int from, int to, int clocks)
{
    if (from < 0 || from == to)
        return;
    struct node *a = &s->node[from];
    vec_push(s->f->cx, &a->next, to);
    vec_push(s->f->cx, &a->after, clocks);
    s->node[to].waits++;
}

enum space { IN_NONE, IN_GLOBAL, IN_SHARED, IN_LOCAL };

static enum space space_of(const struct inst *m)
{
    if (ni_is(m, "LDG") || ni_is(m, "STG"))
        return IN_GLOBAL;
    if (ni_is(m, "LDS") || ni_is(m, "STS"))
        return IN_SHARED;
    return ni_is(m, "LDL") || ni_is(m, "STL") ? IN_LOCAL : IN_NONE;
}

/* Keeps its place among all that touches memory. */
static bool is_fence(const struct inst *m)
{
    return m->vol || (m->kind->side && !space_of(m)) || ni_is(m, "VOTE");
}

static bool is_wall(const struct inst *m) { return ni_is(m, "CS2R"); }

/* Edges to instruction i from those that write what it reads, and from those that read or write what it writes. */
static void add_dependences(struct sched *s, int i)
{
    struct inst *m = s->node[i].m;
    for (unsigned k = 0; k <= m->n; k++) {
        struct opd guard = o_p(m->guard, false);
        const struct opd *o = k < m->n ? &m->o[k] : &guard;
        for (unsigned w = 0; is_value(o) && !o->def && w < width_of(o); w++) {
            size_t u = word_of(o, w);
            int from = s->writer[u];
            if (from >= 0)
                add_edge(s, from, i, o->kind == O_P && k == m->n ? 13 : result_latency(s->node[from].m));
            vec_push(s->f->cx, &s->readers[u], i);
            s->left[u]++;
        }
    }
    for (unsigned k = 0; k < m->n; k++)
        for (unsigned w = 0; is_value(&m->o[k]) && m->o[k].def && w < width_of(&m->o[k]); w++) {
            size_t u = word_of(&m->o[k], w);
            for (size_t r = 0; r < s->readers[u].n; r++)
                add_edge(s, s->readers[u].v[r], i, 1);
            add_edge(s, s->writer[u], i,
                     m->guard >= 0 ? result_latency(s->node[s->writer[u] < 0 ? i : s->writer[u]].m) : 1);
            s->readers[u].n = 0;
            s->writer[u] = i;
        }
}

/* Edges between accesses of the same memory; nothing crosses a fence, not even arithmetic a wall. */
static void order_memory(struct sched *s)
{
    int wall = -1, fence = -1, store[4] = { -1, -1, -1, -1 };
    VEC(int) since = { 0 }, loads[4] = { { 0 }, { 0 }, { 0 }, { 0 } }, all = { 0 };
    for (int i = 0; i < s->n; i++) {
        const struct inst *m = s->node[i].m;
        enum space in = space_of(m);
        add_edge(s, wall, i, 1);
        if (is_wall(m)) {
            for (size_t k = 0; k < all.n; k++)
                add_edge(s, all.v[k], i, 1);
            all.n = 0;
            wall = i;
        }
        vec_push(s->f->cx, &all, i);
        if (is_fence(m)) {
            add_edge(s, fence, i, 1);
            for (size_t k = 0; k < since.n; k++)
                add_edge(s, since.v[k], i, 1);
            since.n = 0;
            fence = i;
            for (unsigned k = 0; k < 4; k++) {
                loads[k].n = 0;
                store[k] = -1;
            }
            continue;
        }
        if (!in)
            continue;
        add_edge(s, fence, i, 1);
        vec_push(s->f->cx, &since, i);
        add_edge(s, store[in], i, 1);
        if (m->kind->load) {
            vec_push(s->f->cx, &loads[in], i);
        } else {
            for (size_t k = 0; k < loads[in].n; k++)
                add_edge(s, loads[in].v[k], i, 1);
            loads[in].n = 0;
            store[in] = i;
        }
    }
}

/* How many more words live behind the instruction than in front of it. */
static int live_growth(const struct sched *s, const struct inst *m)
{
    int g = 0;
    for (unsigned k = 0; k < m->n; k++) {
        const struct opd *o = &m->o[k];
        if (!is_value(o) || o->kind == O_P || s->f->vr.v[o->v].uniform)
            continue;
        for (unsigned w = 0; w < o->w; w++) {
            size_t u = word_of(o, w);
            if (o->def)
                g++;
            else if (s->left[u] == 1 && !bit_get(s->out, u))
                g--;
        }
    }
    return g;
}

static void note_taken(struct sched *s, const struct inst *m)
{
    s->live += live_growth(s, m);
    for (unsigned k = 0; k < m->n; k++)
        for (unsigned w = 0; is_value(&m->o[k]) && !m->o[k].def && w < width_of(&m->o[k]); w++)
            s->left[word_of(&m->o[k], w)]--;
    if (m->guard >= 0)
        s->left[4 * (size_t)m->guard]--;
}

/* The better of two that could be next. */
static bool is_better(const struct sched *s, const struct node *a, const struct node *b, int now, bool tight)
{
    if (tight) {
        int ga = live_growth(s, a->m), gb = live_growth(s, b->m);
        if (ga != gb && (ga > 0 || gb > 0))
            return ga < gb;
        return a->m->at < b->m->at;
    }
    int ra = a->ready > now ? a->ready : now, rb = b->ready > now ? b->ready : now;
    if (ra != rb)
        return ra < rb;
    if (a->height != b->height)
        return a->height > b->height;
    return a->m->at < b->m->at;
}

/* Takes ready instructions one after the other, the best first. */
static void list_schedule(struct sched *s, struct block *b)
{
    VEC(int) ready = { 0 };
    int now = 0, most = (int)s->f->max_regs * 5 / 8;
    for (int i = s->n - 1; i >= 0; i--) {
        struct node *x = &s->node[i];
        x->height = 0;
        for (size_t k = 0; k < x->next.n; k++) {
            int h = s->node[x->next.v[k]].height + x->after.v[k];
            x->height = h > x->height ? h : x->height;
        }
        if (!x->waits)
            vec_push(s->f->cx, &ready, i);
    }
    b->first = b->last = NULL;
    while (ready.n) {
        size_t best = 0;
        bool tight = s->live > (most < 96 ? most : 96);
        for (size_t i = 1; i < ready.n; i++)
            if (is_better(s, &s->node[ready.v[i]], &s->node[ready.v[best]], now, tight))
                best = i;
        struct node *x = &s->node[ready.v[best]];
        ready.v[best] = ready.v[--ready.n];
        now = (x->ready > now ? x->ready : now) + 1;
        note_taken(s, x->m);
        ni_append(s->f, b, x->m);
        for (size_t k = 0; k < x->next.n; k++) {
            struct node *y = &s->node[x->next.v[k]];
            int at = now - 1 + x->after.v[k];
            y->ready = at > y->ready ? at : y->ready;
            if (!--y->waits)
                vec_push(s->f->cx, &ready, x->next.v[k]);
        }
    }
}

/* One block. At its end only what it has touched is reset. */
static void run_block(struct sched *s, struct block *b)
{
    size_t words = 4 * s->f->vr.n;
    s->n = 0;
    for EACH_INST(m, b)
        s->n++;
    if (s->n < 3)
        return;
    s->node = cx_alloc(s->f->cx, (size_t)s->n * sizeof *s->node);
    int i = 0;
    for EACH_INST(m, b) {
        m->at = i;
        s->node[i++].m = m;
    }
    for (i = 0; i < s->n; i++)
        add_dependences(s, i);
    order_memory(s);
    /* instructions that end lanes, and those that say where lanes meet, stay where they are */
    for (i = 0; i < s->n; i++)
        if (ni_is(s->node[i].m, "EXIT") || ni_is(s->node[i].m, "BSSY") || ni_is(s->node[i].m, "BSYNC"))
            for (int k = 0; k < s->n; k++)
                add_edge(s, k < i ? k : i, k < i ? i : k, 1);
    s->live = 0;
    for (size_t u = 0; u < words; u++)
        s->live += bit_get(b->in, u) && !s->f->vr.v[u / 4].pred && !s->f->vr.v[u / 4].uniform;
    s->out = b->out;
    list_schedule(s, b);
    for EACH_INST(m, b)
        for (unsigned k = 0; k <= m->n; k++) {
            struct opd guard = o_p(m->guard, false);
            const struct opd *o = k < m->n ? &m->o[k] : &guard;
            for (unsigned w = 0; is_value(o) && w < width_of(o); w++) {
                s->writer[word_of(o, w)] = -1;
                s->readers[word_of(o, w)].n = 0;
                s->left[word_of(o, w)] = 0;
            }
        }
}

/* Liveness upwards through a block. */
static void scan_block(void *none, const struct block *b, uint64_t *live)
{
    (void)none;
    if (b->term == TERM_COND)
        bit_set(live, 4 * (size_t)b->pred);
    for (struct inst *m = b->last; m; m = m->prev) {
        for (unsigned k = 0; k < m->n; k++)
            for (unsigned w = 0; is_value(&m->o[k]) && m->o[k].def && m->guard < 0 && w < width_of(&m->o[k]); w++)
                bit_clr(live, word_of(&m->o[k], w));
        for (unsigned k = 0; k < m->n; k++)
            for (unsigned w = 0; is_value(&m->o[k]) && !m->o[k].def && w < width_of(&m->o[k]); w++)
                bit_set(live, word_of(&m->o[k], w));
        if (m->guard >= 0)
            bit_set(live, 4 * (size_t)m->guard);
    }
}

void native_sched(struct fn *f)
{
    struct sched s = { .f = f };
    size_t words = 4 * f->vr.n + 1;
    if (f->cx->opt->no_opt)
        return;
    native_live(f, 4 * f->vr.n / 64 + 1, scan_block, NULL);
    s.writer = cx_alloc(f->cx, words * sizeof *s.writer);
    s.readers = cx_alloc(f->cx, words * sizeof *s.readers);
    s.left = cx_alloc(f->cx, words * sizeof *s.left);
    for (size_t i = 0; i < words; i++)
        s.writer[i] = -1;
    for (size_t i = 0; i < f->blocks.n; i++)
        run_block(&s, f->blocks.v[i]);
}
