/* SPDX-License-Identifier: Apache-2.0 */
#include "hazards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "flow.h"

/* What is known at a node of the event that is followed: on all paths from it to there. */
struct state {
    uint32_t epoch;             /* of the event that it is of */
    uint32_t from;              /* the node before on the shortest path */
    uint16_t elapsed;           /* least clocks */
    uint16_t after;             /* least number of times its counter was set again */
    bool     guard;             /* its guard has not been written */
    bool     ordered;           /* its counter was set again by instructions of its family only */
    bool     queued;
    /* Counters that later instructions of its queue have set, which are released after it is over: those that can be
     * seen, those that were set so few clocks ago. */
    uint8_t  cover, fresh, age;
    uint8_t  depbar;            /* clocks since DEPBAR waited for it, and one; 0: it did not */
};

/* A result or a late operand, on its way. */
struct event {
    uint32_t node, at;
    const struct hz_operand *o;
    uint8_t  family;
    bool     reads;             /* an operand */
    bool     late;
    unsigned counters;          /* releases of these show that it is over */
};

struct finding { struct hz_hazard h; size_t jumps; };

struct check {
    struct hz_flow f;
    const struct sm70_kernel *k;
    uint8_t *family;            /* of each instruction */
    struct state *state;
    uint32_t epoch, *queue, *touched;
    size_t nqueue, ntouched;
    struct finding *found; size_t nfound;
    uint32_t *jumps; size_t njumps;
    struct hz_result *result;
    unsigned limit;             /* no fixed latency is longer */
    enum sm70_chip chip;
};

enum {
    FOREVER = 1000,             /* clocks and counts that are not told apart from more */
    BAR_ACCESS = 6,             /* from BAR.SYNC to a memory access, on an H100 */
    GUARD_90 = 13, GUARD_75 = 12        /* from a predicate to a guard or a branch; 12: what NVIDIA's compiler keeps for
                                           sm_70 and sm_75, and Mesa's says */
};

static void *make_room(void *p, size_t n, size_t size)
{
    if (n & (n - 1))
        return p;
    p = realloc(p, (n ? 2 * n : 1) * size);
    if (!p)
        abort();
    return p;
}

static void *new_zeros(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);

    if (!p)
        abort();
    return p;
}

static unsigned clocks_of(const struct hz_insn *in)
{
    return hz_stall[in->c.yield][in->c.stall];
}

static unsigned sum_limited(unsigned a, unsigned b)
{
    return a + b < FOREVER ? a + b : FOREVER;
}

static const struct hz_insn *insn_of(const struct check *c, uint32_t node)
{
    return &c->f.insn[c->f.node[node].at];
}

static const struct hz_family *family_of(const struct check *c, uint32_t node)
{
    return &hz_families[c->family[c->f.node[node].at]];
}

static bool same_register(const struct hz_operand *a, const struct hz_operand *b)
{
    return a->file == b->file && a->index == b->index;
}

static bool same_guard(const struct hz_insn *a, const struct hz_insn *b)
{
    return a->guard_file == b->guard_file && a->guard == b->guard;
}

/* No thread that does the one does the other. */
static bool is_excluded(const struct event *e, const struct check *c, const struct state *s, const struct hz_insn *in)
{
    const struct hz_insn *first = insn_of(c, e->node);

    return s->guard && !first->always && same_guard(first, in) && first->guard_neg != in->guard_neg;
}

/* DEPBAR: for which counter, and how many may be left. */
static bool waits_for_count(const struct check *c, uint32_t node, unsigned *counter, unsigned *left)
{
    if (strcmp(family_of(c, node)->name, "DEPBAR.LE"))
        return false;
    struct sm70_word w = c->k->code[c->f.node[node].at];
    *counter = (unsigned)sm70_bits(w, 44, 3);
    *left = (unsigned)sm70_bits(w, 38, 6);
    return true;
}

/* Is the event over when the instruction issues? */
static bool is_over(const struct check *c, const struct event *e, const struct state *s, uint32_t node)
{
    unsigned seen = s->cover | (s->elapsed >= hz_seen ? e->counters : 0);

    return (insn_of(c, node)->c.wait & seen) || s->depbar > hz_depbar;
}

/* Is the instruction a DEPBAR that waits for it? It looks at the counter later than an instruction that waits: right
 * behind one that sets it, too. */
static bool is_its_depbar(const struct check *c, const struct event *e, const struct state *s, uint32_t node)
{
    unsigned counter, left;

    if (!waits_for_count(c, node, &counter, &left))
        return false;
    if (!left)
        return (s->cover | s->fresh | e->counters) >> counter & 1;
    return (e->counters >> counter & 1) && s->ordered && s->after >= left;
}

static bool writes_register(const struct hz_insn *in, const struct hz_operand *o)
{
    for (unsigned i = 0; i < in->n; i++)
        if (in->op[i].writes && same_register(&in->op[i], o))
            return true;
    return false;
}

static bool writes_guard(const struct hz_insn *in, const struct hz_insn *guarded)
{
    const struct hz_operand guard = { .file = guarded->guard_file, .index = guarded->guard };

    return writes_register(in, &guard);
}

/* Is another value in the register behind the instruction, wherever the event's would be? */
static bool is_replaced(const struct check *c, const struct event *e, const struct state *s, uint32_t node)
{
    const struct hz_insn *in = insn_of(c, node), *first = insn_of(c, e->node);

    return writes_register(in, e->o) &&
           (in->always || (s->guard && same_guard(first, in) && first->guard_neg == in->guard_neg));
}

/* A path reaches a node: its state becomes the worse of both; if it changed, the node is looked at again. */
static void reach_node(struct check *c, uint32_t node, const struct state *s)
{
    struct state *o = &c->state[node];
    bool lower = false;

    if (o->epoch != c->epoch) {
        *o = *s;
        o->epoch = c->epoch;
        o->queued = false;
        c->touched[c->ntouched++] = node;
        lower = true;
    } else {
        if (s->elapsed < o->elapsed) {
            o->elapsed = s->elapsed;
            o->from = s->from;
            lower = true;
        }
        lower |= s->after < o->after || (o->guard && !s->guard) || (o->ordered && !s->ordered) ||
                 (o->cover & ~s->cover) || (o->fresh & ~(s->fresh | s->cover)) || (o->fresh && s->age < o->age) ||
                 s->depbar < o->depbar;
        o->depbar = s->depbar < o->depbar ? s->depbar : o->depbar;
        o->fresh &= s->fresh | s->cover;
        o->cover &= s->cover;
        o->age = s->age < o->age ? s->age : o->age;
        o->after = s->after < o->after ? s->after : o->after;
        o->guard &= s->guard;
        o->ordered &= s->ordered;
    }
    if (lower && !o->queued) {
        o->queued = true;
        c->queue[c->nqueue++] = node;
    }
}

static unsigned counter_bit(unsigned counter)
{
    return counter < 6 ? 1u << counter : 0;
}

/* Counters that an instruction behind the event sets, and that are released only when the event is over. */
static unsigned counters_covered(const struct event *e, const struct hz_family *f, const struct hz_insn *in)
{
    const struct hz_family *first = &hz_families[e->family];

    if (!e->late)
        return 0;
    if (e->reads && first->queue && first->queue == f->queue)
        return counter_bit(in->c.rbar) | (f->late ? counter_bit(in->c.wbar) : 0);
    return !e->reads && first->order && first->order == f->order && f->late ? counter_bit(in->c.wbar) : 0;
}

/* The state behind a node, to the nodes behind it. */
static void go_on(struct check *c, const struct event *e, uint32_t node, const struct state *s, bool start)
{
    const struct hz_insn *in = insn_of(c, node);
    struct state out = *s;

    if (!start) {
        unsigned sets = counter_bit(in->c.wbar) | counter_bit(in->c.rbar);
        if (sets & e->counters) {
            out.after = (uint16_t)sum_limited(out.after, 1);
            out.ordered &= c->family[c->f.node[node].at] == e->family;
        }
        out.guard &= !writes_guard(in, insn_of(c, e->node));
        /* what is seen from the next instruction on */
        unsigned behind = counters_covered(e, family_of(c, node), in), age = clocks_of(in);
        if (out.fresh && !behind)
            age += out.age;
        out.fresh |= (uint8_t)behind;
        out.age = (uint8_t)(age < hz_seen ? age : hz_seen);
        if (age >= hz_seen) {
            out.cover |= out.fresh;
            out.fresh = 0;
        }
    }
    if (out.depbar || (!start && is_its_depbar(c, e, s, node))) {
        unsigned clocks = (out.depbar ? out.depbar : 1) + clocks_of(in);
        out.depbar = (uint8_t)(clocks < hz_depbar + 1 ? clocks : hz_depbar + 1);
    }
    out.elapsed = (uint16_t)sum_limited(out.elapsed, clocks_of(in));
    out.from = node;
    if (!e->late && out.elapsed >= c->limit)
        return;
    for (unsigned i = 0; i < 2; i++)
        if (c->f.node[node].next[i] != HZ_NO_NODE)
            reach_node(c, c->f.node[node].next[i], &out);
}

/* All paths from an event on, until it is waited for or another writer takes its place. */
static void follow_event(struct check *c, const struct event *e)
{
    const struct state start = { .from = HZ_NO_NODE, .guard = !writes_guard(insn_of(c, e->node), insn_of(c, e->node)),
                                 .ordered = true };

    c->epoch++;
    c->nqueue = c->ntouched = 0;
    go_on(c, e, e->node, &start, true);
    while (c->nqueue) {
        uint32_t n = c->queue[--c->nqueue];
        struct state s = c->state[n];
        c->state[n].queued = false;
        if (!is_over(c, e, &s, n) && !is_replaced(c, e, &s, n))
            go_on(c, e, n, &s, false);
    }
}

/* ---- what is found ---- */

/* The jumps of the path that led to the node, for the message. */
static void collect_jumps(struct check *c, const struct event *e, uint32_t node, struct finding *f)
{
    f->jumps = c->njumps;
    for (uint32_t n = node, from = HZ_NO_NODE; from != e->node; n = from) {
        from = c->state[n].from;
        if (c->f.node[from].at + 1 != c->f.node[n].at) {
            c->jumps = make_room(c->jumps, c->njumps, sizeof *c->jumps);
            c->jumps[c->njumps++] = c->f.node[n].at;
            c->jumps = make_room(c->jumps, c->njumps, sizeof *c->jumps);
            c->jumps[c->njumps++] = c->f.node[from].at;
        }
    }
    f->h.njumps = (c->njumps - f->jumps) / 2;
    for (size_t i = f->jumps, k = c->njumps; i + 1 < k; i++) {      /* the first one first */
        uint32_t swap = c->jumps[i];
        c->jumps[i] = c->jumps[--k];
        c->jumps[k] = swap;
    }
}

static unsigned clocks_lacking(const struct hz_hazard *h)
{
    return h->wanted ? h->wanted - h->clocks : 0;
}

/* NULL: it is known already. */
static struct finding *add_finding(struct check *c, const struct hz_hazard *h)
{
    for (size_t i = 0; i < c->nfound; i++) {
        struct hz_hazard *o = &c->found[i].h;
        if (o->what != h->what || o->at != h->at || o->from != h->from || strcmp(o->name, h->name))
            continue;
        /* by another operand, or called from elsewhere */
        if (clocks_lacking(h) <= clocks_lacking(o))
            return NULL;
        *o = *h;
        return &c->found[i];
    }
    c->found = make_room(c->found, c->nfound, sizeof *c->found);
    c->found[c->nfound] = (struct finding){ *h, 0 };
    return &c->found[c->nfound++];
}

static void report_hazard(struct check *c, const struct event *e, uint32_t node, enum hz_what what,
                          struct hz_figure wanted)
{
    const struct hz_insn *first = insn_of(c, e->node);
    const struct state *s = &c->state[node];
    struct hz_hazard h = { .what = what, .at = c->f.node[node].at, .from = e->at, .clocks = s->elapsed,
                           .wanted = wanted.clocks, .ground = wanted.ground, .counter = 7 };

    if (e->late) {
        h.counter = e->reads && first->c.rbar < 6 ? first->c.rbar : first->c.wbar;
        h.early = s->elapsed < hz_seen && (insn_of(c, node)->c.wait & e->counters);
        h.depbar = s->depbar;
        if (h.depbar) {
            h.clocks = s->depbar - 1u;
            h.wanted = hz_depbar;
        }
    }
    hz_name(e->o->file, e->o->index, h.name);
    struct finding *f = add_finding(c, &h);
    if (f)
        collect_jumps(c, e, node, f);
}

/* Counts a distance that is not of the record. */
static void count_assumed(struct check *c, const struct hz_assumed *a)
{
    struct hz_result *r = c->result;

    for (size_t i = 0; i < r->nassumed; i++) {
        struct hz_assumed *o = &r->assumed[i];
        if (o->writer == a->writer && o->wpart == a->wpart && o->reader == a->reader && o->slot == a->slot &&
            o->rpart == a->rpart && o->file == a->file) {
            o->used++;
            return;
        }
    }
    r->assumed = make_room(r->assumed, r->nassumed, sizeof *r->assumed);
    r->assumed[r->nassumed++] = *a;
}

/* Does this read come too early behind the event's write? */
static void check_read(struct check *c, const struct event *e, uint32_t node, const struct hz_operand *o)
{
    uint8_t reader = c->family[c->f.node[node].at];

    if (e->late) {
        report_hazard(c, e, node, HZ_READ, (struct hz_figure){ 0, HZ_MEASURED });
        return;
    }
    struct hz_figure f = hz_latency(e->family, e->o->part, reader, o->slot, o->part, o->file);
    if (c->chip < SM70_80 && o->file == HZ_P && f.clocks == GUARD_90)
        f = (struct hz_figure){ GUARD_75, HZ_PUBLISHED };
    if (f.ground != HZ_MEASURED)
        count_assumed(c, &(struct hz_assumed){ e->family, e->o->part, reader, o->slot, o->part, o->file, f, 1 });
    if (c->state[node].elapsed < f.clocks)
        report_hazard(c, e, node, HZ_READ, f);
}

/* Does this write come too early behind the event's read or write? */
static void check_write(struct check *c, const struct event *e, uint32_t node, const struct hz_operand *o)
{
    uint8_t second = c->family[c->f.node[node].at];

    if (e->late) {
        const struct hz_family *first = &hz_families[e->family], *f = &hz_families[second];
        /* what the same queue does later */
        if (e->reads ? !first->queue || first->queue != f->queue : !first->order || first->order != f->order)
            report_hazard(c, e, node, e->reads ? HZ_OPERAND : HZ_WRITE, (struct hz_figure){ 0, HZ_MEASURED });
        return;
    }
    struct hz_figure f = e->reads ? (struct hz_figure){ hz_latency_over(e->family, second, o->file), HZ_UNIT }
                                  : hz_latency_again(e->family, e->o->part, second, o->file);
    if (c->state[node].elapsed < f.clocks)
        report_hazard(c, e, node, e->reads ? HZ_OPERAND : HZ_WRITE, f);
}

/* All that touches the event's register on the paths behind it. */
static void check_event(struct check *c, const struct event *e)
{
    follow_event(c, e);
    for (size_t t = 0; t < c->ntouched; t++) {
        uint32_t n = c->touched[t];
        const struct hz_insn *in = insn_of(c, n);
        if (is_over(c, e, &c->state[n], n) || is_excluded(e, c, &c->state[n], in))
            continue;
        for (unsigned i = 0; i < in->n; i++) {
            const struct hz_operand *o = &in->op[i];
            if (!same_register(o, e->o))
                continue;
            if (o->writes)
                check_write(c, e, n, o);
            else if (!e->reads)
                check_read(c, e, n, o);
        }
    }
}

static uint8_t memory_queue(void)
{
    for (unsigned i = 0; i < hz_nfamilies; i++)
        if (!strcmp(hz_families[i].name, "LDS"))
            return hz_families[i].queue;
    return 0;
}

/* BAR.SYNC holds the warp some clocks behind its issue; an access in between is not held. */
static void check_bar(struct check *c, uint32_t node)
{
    static const struct hz_operand none = { .file = HZ_FILES };
    const struct event e = { .node = node, .at = c->f.node[node].at, .o = &none,
                             .family = c->family[c->f.node[node].at] };

    follow_event(c, &e);
    for (size_t t = 0; t < c->ntouched; t++) {
        uint32_t n = c->touched[t];
        struct hz_hazard h = { .what = HZ_ACCESS, .at = c->f.node[n].at, .from = e.at, .clocks = c->state[n].elapsed,
                               .wanted = BAR_ACCESS, .ground = HZ_MEASURED, .counter = 7, .name = "BAR" };
        if (h.clocks >= BAR_ACCESS || family_of(c, n)->queue != memory_queue() ||
            is_excluded(&e, c, &c->state[n], insn_of(c, n)))
            continue;
        struct finding *f = add_finding(c, &h);
        if (f)
            collect_jumps(c, &e, n, f);
    }
}

enum { KEPT = 16 };         /* instructions that are looked at behind one that keeps an operand */

/* The place that the operand is read in, as a bit of the control code's reuse; 0: none. FADD's second is the third. */
static unsigned reuse_place(const struct hz_insn *in, const struct hz_operand *o)
{
    if (o->writes || o->file != HZ_R)
        return 0;
    const bool third = o->slot == 64 || (o->slot == 32 && !strcmp(sm70_row_name(in->row), "FADD"));
    return third ? 4 : o->slot == 24 ? 1 : o->slot == 32 ? 2 : 0;
}

static bool reads_place(const struct hz_insn *in, unsigned which)
{
    for (unsigned i = 0; i < in->n; i++)
        if (reuse_place(in, &in->op[i]) == which)
            return true;
    return false;
}

/* An operand that is kept (.reuse) is the old one for whoever reads its place next: nobody may write it before. */
static void check_kept(struct check *c, uint32_t node, const struct hz_operand *o)
{
    const struct hz_insn *in = insn_of(c, node);
    struct hz_hazard h = { .what = HZ_KEPT, .from = c->f.node[node].at, .counter = 7 };
    const unsigned which = reuse_place(in, o);

    if (!(in->c.reuse & which))
        return;
    hz_name(o->file, o->index, h.name);
    for (h.at = h.from; h.at < c->k->ncode && h.at < h.from + KEPT; h.at++) {
        const struct hz_insn *next = &c->f.insn[h.at];
        if (next->row == SIZE_MAX || (h.at > h.from && reads_place(next, which)))
            return;
        if (writes_register(next, o)) {
            add_finding(c, &h);
            return;
        }
    }
}

/* All events of an instruction: its results, and operands that are read late. */
static void check_node(struct check *c, uint32_t node)
{
    const struct hz_insn *in = insn_of(c, node);
    const struct hz_family *f = family_of(c, node);

    if (c->chip == SM70_90 && !strcmp(f->name, "BAR.SYNC"))
        check_bar(c, node);

    for (unsigned i = 0; i < in->n; i++) {
        struct event e = { .node = node, .at = c->f.node[node].at, .o = &in->op[i], .late = f->late,
                           .family = c->family[c->f.node[node].at] };
        check_kept(c, node, &in->op[i]);
        if (in->op[i].writes) {
            e.counters = counter_bit(in->c.wbar);
            /* A counter that is released before the result is there says nothing of it. */
            if (!f->late && hz_result[e.family] && hz_result[e.family] < c->limit)
                e.counters = 0;
            check_event(c, &e);
        } else if (f->operand && in->op[i].slot != HZ_GUARD && in->op[i].file == HZ_R) {
            /* Guards and uniform registers are read when the instruction issues. */
            e.reads = e.late = true;
            /* a result that is there shows that the operands have been read */
            e.counters = counter_bit(in->c.rbar) | (f->late ? counter_bit(in->c.wbar) : 0);
            check_event(c, &e);
        } else if (!f->operand && hz_reads_later(e.family, in->op[i].file)) {
            e.reads = true;
            check_event(c, &e);
        }
    }
}

/* ---- counters and convergence barriers ---- */

enum flow_kind { SOME, EVERY };

/* For each node the bits that instructions before it give, on some path or on every path. */
static uint32_t *bits_before(struct check *c, enum flow_kind kind,
                             uint32_t (*gives)(const struct check *c, uint32_t node))
{
    uint32_t *in = new_zeros(c->f.nnodes, sizeof *in);

    memset(in, kind == EVERY ? 255 : 0, c->f.nnodes * sizeof *in);
    if (c->f.nnodes)
        in[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < c->f.nnodes; n++) {
            uint32_t out = in[n] | gives(c, n);
            for (unsigned i = 0; i < 2; i++) {
                uint32_t s = c->f.node[n].next[i];
                uint32_t v = s == HZ_NO_NODE ? 0 : kind == EVERY ? in[s] & out : in[s] | out;
                if (s == HZ_NO_NODE || v == in[s])
                    continue;
                in[s] = v;
                changed = true;
            }
        }
    }
    return in;
}

static uint32_t sets_counters(const struct check *c, uint32_t node)
{
    const struct hz_insn *in = insn_of(c, node);

    return counter_bit(in->c.wbar) | counter_bit(in->c.rbar);
}

static bool barrier_of(const struct check *c, uint32_t node, const char *name, unsigned *barrier)
{
    *barrier = (unsigned)sm70_bits(c->k->code[c->f.node[node].at], 16, 4);
    return !strcmp(family_of(c, node)->name, name);
}

static uint32_t sets_barrier(const struct check *c, uint32_t node)
{
    unsigned b;

    return barrier_of(c, node, "BSSY", &b) ? 1u << b : 0;
}

/* Counters that are waited for and that nothing sets; barriers that not every path sets. */
static void check_counters(struct check *c)
{
    uint32_t *set = bits_before(c, SOME, sets_counters), *barriers = bits_before(c, EVERY, sets_barrier);
    uint32_t *of = new_zeros(c->k->ncode, sizeof *of);

    /* A function is called from several places: some of them is enough. */
    for (uint32_t n = 0; n < c->f.nnodes; n++)
        of[c->f.node[n].at] |= set[n];
    for (uint32_t n = 0; n < c->f.nnodes; n++) {
        unsigned counter, left, wait = insn_of(c, n)->c.wait;
        struct hz_hazard h = { .at = c->f.node[n].at, .from = c->f.node[n].at, .counter = 7 };
        if (waits_for_count(c, n, &counter, &left))
            wait |= counter_bit(counter);
        for (unsigned b = 0; b < 6; b++)
            if ((wait & ~of[c->f.node[n].at]) >> b & 1) {
                h.what = HZ_IDLE;
                snprintf(h.name, sizeof h.name, "SB%u", b);
                add_finding(c, &h);
            }
        unsigned b;
        if ((barrier_of(c, n, "BSYNC", &b) || barrier_of(c, n, "BREAK", &b)) && !(barriers[n] >> b & 1)) {
            h.what = HZ_BARRIER;
            snprintf(h.name, sizeof h.name, "B%u", b);
            add_finding(c, &h);
        }
    }
    free(of);
    free(set);
    free(barriers);
}

static int by_address(const void *a, const void *b)
{
    const struct hz_hazard *p = &((const struct finding *)a)->h, *q = &((const struct finding *)b)->h;

    return p->at != q->at ? (p->at < q->at ? -1 : 1) : p->from != q->from ? (p->from < q->from ? -1 : 1) :
           p->what != q->what ? (int)p->what - (int)q->what : strcmp(p->name, q->name);
}

bool hz_check(enum sm70_chip chip, const struct sm70_kernel *k, void (*found)(void *ctx, const struct hz_hazard *h),
              void *ctx, struct hz_result *result, char *err, size_t errn)
{
    struct check c = { .k = k, .result = result, .limit = hz_latency_max(), .chip = chip };

    if (!hz_flow_make(chip, k, &c.f, err, errn))
        return false;
    c.family = new_zeros(k->ncode, 1);
    for (size_t i = 0; i < k->ncode; i++)
        c.family[i] = c.f.insn[i].row == SIZE_MAX ? HZ_NO_FAMILY : hz_family_of(c.f.insn[i].row);
    c.state = new_zeros(c.f.nnodes, sizeof *c.state);
    c.queue = new_zeros(c.f.nnodes, sizeof *c.queue);
    c.touched = new_zeros(c.f.nnodes, sizeof *c.touched);
    for (uint32_t n = 0; n < c.f.nnodes; n++)
        check_node(&c, n);
    check_counters(&c);
    if (c.nfound)
        qsort(c.found, c.nfound, sizeof *c.found, by_address);
    for (size_t i = 0; i < c.nfound; i++) {
        c.found[i].h.jumps = c.found[i].h.njumps ? c.jumps + c.found[i].jumps : NULL;
        found(ctx, &c.found[i].h);
        result->idle += c.found[i].h.what == HZ_IDLE;
        result->hazards += c.found[i].h.what != HZ_IDLE;
    }
    result->instructions += k->ncode;
    free(c.family);
    free(c.state);
    free(c.queue);
    free(c.touched);
    free(c.found);
    free(c.jumps);
    hz_flow_free(&c.f);
    return true;
}
