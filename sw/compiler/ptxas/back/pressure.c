/* SPDX-License-Identifier: Apache-2.0
 *
 * Where more words live than there are registers, and which of them would leave room there if they were spilled.
 *
 * A point is the start of a block or stands behind an instruction. Words that copies have merged are one. Spilling a
 * word does not help next to the instructions that read or write it: there it is in a register all the same.
 */
#include "ra.h"
#include "regset.h"

/* Points from..to at which a word lives and is not touched; index of the word's next span, +1. */
struct span { int from, to, next; };

struct pressure {
    struct ra *ra;
    int *excess;                /* by point: words too many */
    int *last;                  /* by register: where its span that is being walked ends */
    int *spans_of;              /* by register: index of the latest span, +1 */
    int *members;               /* by class and word of it: registers that live now */
    int  count;                 /* of these that are not 0 */
    int *stranded;              /* by point: registers that live there and found no place */
    int  stranded_now;
    struct regset live;
    VEC(struct span) span;
};

static int *holders(struct pressure *p, int v)
{
    int i = p->ra->idx[v];
    return &p->members[4 * p->ra->cls[i] + p->ra->off[i]];
}

static bool is_word(const struct pressure *p, int v) { return !p->ra->f->vr.v[v].is_c; }

/* Going up: v lives from here, its first useful point is `last`. */
static void enter(struct pressure *p, int v, int last)
{
    if (!is_word(p, v))
        return;
    p->last[v] = last;
    if (regset_has(&p->live, v))
        return;
    regset_add(&p->live, v);
    p->count += !(*holders(p, v))++;
    p->stranded_now += p->ra->place[p->ra->idx[v]] < 0;
}

static void leave(struct pressure *p, int v)
{
    if (!is_word(p, v) || !regset_has(&p->live, v))
        return;
    regset_remove(&p->live, v);
    p->count -= !--*holders(p, v);
    p->stranded_now -= p->ra->place[p->ra->idx[v]] < 0;
}

static void close_span(struct pressure *p, int v, int from)
{
    if (!is_word(p, v) || !regset_has(&p->live, v) || from > p->last[v])
        return;
    struct span s = { from, p->last[v], p->spans_of[v] };
    vec_push(p->ra->f->cx, &p->span, s);
    p->spans_of[v] = (int)p->span.n;
}

/* m is left upwards; `at` is the point behind it. */
static void pass(struct pressure *p, const struct minst *m, int at)
{
    struct fn *f = p->ra->f;
    int r[MI_REGS], n = mi_defs(m, r);
    for (int k = 0; k < n; k++) {
        close_span(p, r[k], at + 1);
        enter(p, r[k], at - 2);         /* also what nobody reads takes a register */
    }
    p->excess[at] = p->count - (int)f->max_regs;
    p->stranded[at] = p->stranded_now;
    for (int k = 0; k < n; k++)
        if (mi_def_kills(f, m, r[k]))
            leave(p, r[k]);
    n = mi_uses(m, r);
    for (int k = 0; k < n; k++) {
        close_span(p, r[k], at);
        enter(p, r[k], at - 2);
    }
}

/* From the end of a block to its start: how many words are over, at each point. */
static void walk_block(struct pressure *p, const struct mblock *b, int first, int at)
{
    struct reglist out = b->live_out;
    for (size_t k = 0; k < out.n; k++)
        enter(p, out.v[k], at);
    for (const struct minst *m = b->last; m; m = m->prev)
        pass(p, m, at--);
    p->excess[first] = p->count - (int)p->ra->f->max_regs;
    p->stranded[first] = p->stranded_now;
    while (p->live.n) {
        int v = p->live.list[0];
        close_span(p, v, first);
        leave(p, v);
    }
}

struct pressure *pressure_new(struct ra *ra, bool stranded)
{
    struct fn *f = ra->f;
    struct pressure *p = cx_alloc(f->cx, sizeof *p);
    int points = 0, first = 0;
    for (size_t i = 0; i < f->blocks.n; i++, points++)
        for EACH_INST(m, f->blocks.v[i])
            points++;
    p->ra = ra;
    p->excess = cx_alloc(f->cx, (size_t)points * sizeof *p->excess);
    p->stranded = cx_alloc(f->cx, (size_t)points * sizeof *p->stranded);
    p->last = cx_alloc(f->cx, f->vr.n * sizeof *p->last);
    p->spans_of = cx_alloc(f->cx, f->vr.n * sizeof *p->spans_of);
    p->members = cx_alloc(f->cx, 4 * (size_t)ra->n * sizeof *p->members);
    p->live = regset_new(f->cx, f->vr.n);
    for (size_t i = 0; i < f->blocks.n; i++) {
        int at = first;
        for EACH_INST(m, f->blocks.v[i])
            at++;
        walk_block(p, f->blocks.v[i], first, at);
        first = at + 1;
    }
    if (stranded)
        p->excess = p->stranded;
    return p;
}

bool pressure_relieve(struct pressure *p, int v)
{
    bool helps = false;
    for (int s = p->spans_of[v]; s && !helps; s = p->span.v[s - 1].next)
        for (int at = p->span.v[s - 1].from; at <= p->span.v[s - 1].to && !helps; at++)
            helps = p->excess[at] > 0;
    for (int s = p->spans_of[v]; s && helps; s = p->span.v[s - 1].next)
        for (int at = p->span.v[s - 1].from; at <= p->span.v[s - 1].to; at++)
            p->excess[at]--;
    return helps;
}
