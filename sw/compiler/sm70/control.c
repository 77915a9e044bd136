/* SPDX-License-Identifier: Apache-2.0
 *
 * Control codes. Nothing is interlocked: a reader waits by the stall counts between it and the writer, or, where the
 * writer's latency varies, for a dependence counter. The distances are those of docs/records/h100; to the address of
 * ULDC and behind it those of docs/records/h200.
 *
 * For each register the state says when which kind of reader may issue, and which counters it, or who overwrites it,
 * waits for. States meet where blocks do: the latest time, all counters. Blocks are gone through until no state at the
 * beginning of one changes.
 */
#include "mir.h"

#include <string.h>

enum { UNIFORM = 256, REGS = UNIFORM + 64, PREDS = 8, COUNTERS = 6, NONE = 7 };

/* Kinds of readers: FADD and its like, IMAD and its like; ALU; pairs of f16; what reads late, f64; of uniform registers
 * the uniform ALU, and ULDC, whose address it is. */
enum { BY_FMA, BY_ALU, BY_HALF, BY_LATE, BY_UALU, BY_ULDC, KINDS };
/* Readers of predicates: as a guard, as an operand. */
enum { AS_GUARD, AS_OPERAND, USES };

struct state {
    int     reg[REGS][KINDS];       /* clocks from now on after which it may be read */
    int     pred[PREDS][USES];
    int     seen[COUNTERS];         /* clocks after which the counter shows */
    int     kept[REGS];             /* clocks after which UMOV and ULDC may overwrite what the uniform ALU reads */
    uint8_t wait[REGS], over[REGS]; /* counters of who writes it; of who reads it */
    uint8_t pwait[PREDS];
};

struct control {
    struct fn   *f;
    struct state s, away;           /* now; behind the first of two branches */
    int          now;               /* clocks since the block began */
    uint8_t      busy;              /* counters in use, as far as the block knows */
    unsigned     turn;
    unsigned     burst, group, taken, shared;   /* loads still to come; how many share a counter; so far; which */
};

static int larger_of(int a, int b) { return a > b ? a : b; }

/* ---- distances ----------------------------------------------------------------------------------------------- */

static unsigned reads_as(const struct inst *m)
{
    switch (m->kind->unit) {
    case U_FMA: case U_IMAD: case U_WIDE: return BY_FMA;
    case U_ALU: case U_CS2R: return BY_ALU;
    case U_HALF: return BY_HALF;
    case U_UALU: return BY_UALU;
    case U_UNIFORM: return ni_is(m, "ULDC") ? BY_ULDC : BY_UALU;
    default: return BY_LATE;
    }
}

static int issue_distance(const struct fn *f, unsigned writer, unsigned reader)
{
    static const int d[][KINDS] = {
        [U_FMA] = { 4, 5, 5, 6 }, [U_IMAD] = { 4, 5, 5, 6 }, [U_WIDE] = { 5, 5, 5, 6 }, [U_ALU] = { 5, 4, 5, 6 },
        [U_HALF] = { 5, 5, 4, 6 }, [U_F64] = { 8, 8, 8, 8 }, [U_CS2R] = { 6, 6, 6, 6 },
        [U_UALU] = { 6, 6, 6, 9, 4, 11 }, [U_UNIFORM] = { 1, 1, 1, 2, 2, 5 },
    };
    return reader == BY_ULDC && f->chip < SM70_90 ? 12 : d[writer][reader];     /* 12: the least of NVIDIA's code */
}

/* Whose distances it has. UMOV and ULDC of chips before sm_90, which were not measured, are as of the uniform ALU:
 * NVIDIA's code keeps 4 behind UMOV for sm_75, 2 for sm_90. */
static unsigned writes_as(const struct fn *f, const struct inst *m)
{
    return m->kind->unit == U_UNIFORM && f->chip < SM70_90 ? U_UALU : m->kind->unit;
}

/* To a guard, a branch, a vote; to another operand. */
static int predicate_distance(unsigned writer, unsigned use)
{
    return use == AS_GUARD ? (writer == U_F64 ? 14 : 13) : (writer == U_F64 ? 6 : 5);
}

/* Operand k; uniform registers lie behind the others. */
static struct opd seen_operand(const struct inst *m, unsigned k)
{
    struct opd r = m->o[k];
    if (r.kind == O_U || (r.kind == O_CR && r.v >= 0 && ni_uniform(m))) {
        r.v = UNIFORM + (int)(r.kind == O_U ? (int)r.imm : r.v);
        r.kind = O_R;
    }
    return r;
}

static bool is_late(const struct inst *m) { return m->kind->unit == U_LATE || m->kind->unit == U_STORE; }

static bool writes_something(const struct inst *m)
{
    for (unsigned k = 0; k < m->n; k++)
        if (m->o[k].def && (m->o[k].v >= 0 || m->o[k].kind == O_U))
            return true;
    return false;
}

/* ---- the state ----------------------------------------------------------------------------------------------- */

/* When the instruction may issue, counted from now; which counters it waits for. */
static int ready_time(const struct control *c, const struct inst *m, unsigned *wait)
{
    const struct state *s = &c->s;
    unsigned by = reads_as(m);
    int t = 0;
    *wait = 0;
    if (m->guard >= 0) {
        t = larger_of(t, s->pred[m->guard][AS_GUARD]);
        *wait |= s->pwait[m->guard];
    }
    for (unsigned k = 0; k < m->n; k++) {
        const struct opd it = seen_operand(m, k), *o = &it;
        if (o->v < 0 || o->kind == O_LABEL || o->kind == O_WORD)
            continue;
        if (o->kind == O_P) {
            unsigned use = ni_is(m, "VOTE") || m->kind->unit != U_ALU ? AS_GUARD : AS_OPERAND;
            *wait |= s->pwait[o->v];
            if (!o->def)
                t = larger_of(t, s->pred[o->v][use]);
            else
                t = larger_of(t, s->pred[o->v][AS_OPERAND] - 3);
            continue;
        }
        for (int r = o->v; r < o->v + o->w; r++) {
            *wait |= s->wait[r];
            if (!o->def) {
                t = larger_of(t, s->reg[r][by]);
                continue;
            }
            *wait |= s->over[r];
            /* it must be written after those before it; the least distance of all is 4, UMOV's 1 */
            for (unsigned q = 0; q < KINDS; q++)
                t = larger_of(t, s->reg[r][q] - (r < UNIFORM ? 3 : 2));
            if (m->kind->unit == U_UNIFORM)
                t = larger_of(t, s->kept[r]);
        }
    }
    for (unsigned r = 0; ni_is(m, "MEMBAR") && r < REGS; r++)      /* what has been loaded before is there */
        *wait |= s->wait[r];
    for (unsigned b = 0; b < COUNTERS; b++)
        if (*wait >> b & 1)
            t = larger_of(t, s->seen[b]);
    return t;
}

static void pass_clocks(const struct fn *f, struct state *s, int clocks)
{
    for (unsigned r = 0; r < f->regs && r < UNIFORM; r++)
        for (unsigned k = 0; k < BY_UALU; k++)
            s->reg[r][k] = larger_of(0, s->reg[r][k] - clocks);
    for (unsigned r = UNIFORM; r < REGS; r++) {
        s->kept[r] = larger_of(0, s->kept[r] - clocks);
        for (unsigned k = 0; k < KINDS; k++)
            s->reg[r][k] = larger_of(0, s->reg[r][k] - clocks);
    }
    for (unsigned p = 0; p < PREDS; p++)
        for (unsigned k = 0; k < USES; k++)
            s->pred[p][k] = larger_of(0, s->pred[p][k] - clocks);
    for (unsigned b = 0; b < COUNTERS; b++)
        s->seen[b] = larger_of(0, s->seen[b] - clocks);
}

static void clear_waits(struct state *s, unsigned wait)
{
    for (unsigned r = 0; r < REGS && wait; r++) {
        s->wait[r] &= (uint8_t)~wait;
        s->over[r] &= (uint8_t)~wait;
    }
    for (unsigned p = 0; p < PREDS && wait; p++)
        s->pwait[p] &= (uint8_t)~wait;
}

/* What the instruction, issuing now, leaves behind. */
static void issue_inst(struct control *c, const struct inst *m)
{
    struct state *s = &c->s;
    for (unsigned k = 0; k < m->n; k++) {
        const struct opd it = seen_operand(m, k), *o = &it;
        if (o->v < 0 || o->kind == O_LABEL || o->kind == O_WORD)
            continue;
        if (o->kind == O_P && o->def) {
            if (m->wbar != NONE)
                s->pwait[o->v] |= (uint8_t)(1u << m->wbar);
            for (unsigned u = 0; u < USES && m->wbar == NONE; u++)
                s->pred[o->v][u] = predicate_distance(m->kind->unit, u);
        }
        for (int r = o->v; o->kind != O_P && r < o->v + o->w; r++) {
            if (o->def && m->wbar != NONE)
                s->wait[r] |= (uint8_t)(1u << m->wbar);
            for (unsigned q = 0; o->def && m->wbar == NONE && q < KINDS; q++)
                s->reg[r][q] = issue_distance(c->f, writes_as(c->f, m), q);
            unsigned b = m->rbar != NONE ? m->rbar : m->wbar;
            if (!o->def && b != NONE && r < UNIFORM)        /* others are read at issue */
                s->over[r] |= (uint8_t)(1u << b);
            if (!o->def && r >= UNIFORM && ni_uniform(m))
                s->kept[r] = 3;
        }
    }
    for (unsigned b = 0; b < COUNTERS; b++)
        if (m->wbar == b || m->rbar == b)
            s->seen[b] = 2;
}

/* ---- counters ------------------------------------------------------------------------------------------------ */

/* A dependence counter: a free one, or that in use for longest. */
static unsigned choose_counter(struct control *c)
{
    for (unsigned i = 0; i < COUNTERS; i++) {
        unsigned b = (c->turn + i) % COUNTERS;
        if (!(c->busy >> b & 1)) {
            c->turn = b + 1;
            c->busy |= (uint8_t)(1u << b);
            return b;
        }
    }
    unsigned b = c->turn % COUNTERS;        /* the one in use for longest */
    c->turn = b + 1;
    return b;
}

static bool touches_operand(const struct inst *m, const struct opd *x, bool def)
{
    for (unsigned k = 0; k < m->n; k++) {
        const struct opd *o = &m->o[k];
        if (o->v >= 0 && o->kind != O_LABEL && o->kind != O_WORD && (!def || o->def) &&
            (o->kind == O_P) == (x->kind == O_P) && o->v < x->v + larger_of(1, x->w) &&
            x->v < o->v + larger_of(1, o->w))
            return true;
    }
    return x->kind == O_P && !def && m->guard == x->v;
}

/* Does something overwrite an operand of m before a reader of its result has waited for it? */
static bool overwritten_first(const struct inst *m)
{
    for (const struct inst *x = m->next; x; x = x->next) {
        for (unsigned k = 0; k < m->n; k++)
            if (m->o[k].def && m->o[k].v >= 0 && touches_operand(x, &m->o[k], false))
                return false;
        for (unsigned k = 0; k < m->n; k++)
            if (!m->o[k].def && m->o[k].v >= 0 && m->o[k].kind != O_P && m->o[k].kind != O_LABEL &&
                touches_operand(x, &m->o[k], true))
                return true;
    }
    /* a store's operands may be overwritten in a block that follows; a load's wait for its result is as good there */
    return !writes_something(m) && !(m->block->last && ni_is(m->block->last, "EXIT") && m->block->last->guard < 0);
}

static bool has_sources(const struct inst *m)
{
    for (unsigned k = 0; k < m->n; k++)
        if (!m->o[k].def && m->o[k].v >= 0 && m->o[k].kind != O_P && m->o[k].kind != O_LABEL && m->o[k].kind != O_WORD)
            return true;
    return false;
}

/* Loads from here on before something needs the result of one. */
static unsigned count_burst(const struct inst *first)
{
    const struct inst *load[64];
    unsigned n = 0;
    for (const struct inst *m = first; m && n < 64; m = m->next) {
        for (unsigned i = 0; i < n; i++)
            for (unsigned k = 0; k < load[i]->n; k++)
                if (load[i]->o[k].def && load[i]->o[k].v >= 0 && touches_operand(m, &load[i]->o[k], false))
                    return n;
        if (m->kind->load)
            load[n++] = m;
    }
    return n;
}

/* Loads end in their order, so those that follow each other share a counter where there are more than counters. */
static unsigned load_counter(struct control *c, const struct inst *m)
{
    if (!c->burst) {
        /* one is left for others; one in use would make a load wait for what it is in use for */
        const unsigned in_use = (unsigned)__builtin_popcount(c->busy);
        const unsigned left = in_use < COUNTERS - 1 ? COUNTERS - in_use : 1;
        const unsigned of = left < COUNTERS ? left : COUNTERS - 1;
        c->burst = count_burst(m);
        c->burst = c->burst ? c->burst : 1;
        c->group = (c->burst + of - 1) / of;
        c->taken = 0;
    }
    if (!c->taken)
        c->shared = choose_counter(c);
    c->taken = (c->taken + 1) % c->group;
    c->burst--;
    return c->shared;
}

static void give_counters(struct control *c, struct inst *m)
{
    if (m->kind->load)
        m->wbar = (uint8_t)load_counter(c, m);
    else if (writes_something(m))
        m->wbar = (uint8_t)choose_counter(c);
    if (has_sources(m) && overwritten_first(m))
        m->rbar = (uint8_t)choose_counter(c);
}

/* ---- blocks -------------------------------------------------------------------------------------------------- */

/* The stall count that an instruction needs whatever comes behind it. */
static int least_stall(const struct inst *m)
{
    if (ni_is(m, "BAR"))        /* it blocks that much later: with 5 a load behind it may come too early on an H100 */
        return 6;
    if (ni_is(m, "BRA") || ni_is(m, "EXIT") || ni_is(m, "BSYNC") || ni_is(m, "CCTL") || ni_is(m, "WARPSYNC") ||
        ni_is(m, "BPT"))
        return 5;
    if (m->kind->unit == U_WIDE || m->kind->unit == U_FLOW)
        return 2;
    if (m->kind->unit == U_UNIFORM && m->o[0].kind == O_WORD)      /* a descriptor, which is no operand here */
        return 4;
    return 1;
}

static void set_stall(struct inst *m, int clocks)
{
    m->stall = (uint8_t)clocks;
    m->yield = clocks >= 12;        /* without the bit these counts wait for less */
}

/* When the first instruction of a block may issue, counted from here. It waits for what any way here leaves: its wait
 * does for this one only if the counter shows by then. */
static int ready_there(struct control *c, const struct block *to)
{
    const struct state here = c->s;
    unsigned wait;
    c->s = *to->entry;
    ready_time(c, to->first, &wait);
    c->s = here;
    int t = 0;
    for (unsigned b = 0; b < COUNTERS; b++)
        if (wait >> b & 1)
            t = larger_of(t, here.seen[b]);
    return larger_of(t, ready_time(c, to->first, &wait));
}

/* Neither of the two ways goes on with the next block: two branches stand at the end, the first one to succ[0]. */
static bool branches_twice(const struct block *b)
{
    return b->term == TERM_COND && b->last->guard < 0;
}

/* Codes of a block from the state at its beginning; leaves that at its end, and behind the first of two branches. */
static void run_block(struct control *c, struct block *b, bool first)
{
    c->s = *b->entry;
    if (first)
        c->busy = 0;
    c->burst = 0;
    for (struct inst *m = b->first; m; m = m->next) {
        unsigned wait;
        int t = ready_time(c, m, &wait);
        if (m->prev) {
            int stall = larger_of(least_stall(m->prev), t);
            const bool away = m == b->last && branches_twice(b);
            if (away && b->succ[0]->first)
                stall = larger_of(stall, ready_there(c, b->succ[0]));
            set_stall(m->prev, stall);
            pass_clocks(c->f, &c->s, stall);
            if (away)
                c->away = c->s;
        }
        m->wait = (uint8_t)wait;
        clear_waits(&c->s, wait);
        c->busy &= (uint8_t)~wait;
        if (first && is_late(m))
            give_counters(c, m);
        issue_inst(c, m);
    }
}

/* State where paths meet: the later of each; true: something became later. */
static bool merge_states(struct state *to, const struct state *from)
{
    struct state old = *to;
    for (unsigned r = 0; r < REGS; r++) {
        for (unsigned k = 0; k < KINDS; k++)
            to->reg[r][k] = larger_of(to->reg[r][k], from->reg[r][k]);
        to->kept[r] = larger_of(to->kept[r], from->kept[r]);
        to->wait[r] |= from->wait[r];
        to->over[r] |= from->over[r];
    }
    for (unsigned p = 0; p < PREDS; p++) {
        for (unsigned k = 0; k < USES; k++)
            to->pred[p][k] = larger_of(to->pred[p][k], from->pred[p][k]);
        to->pwait[p] |= from->pwait[p];
    }
    for (unsigned b = 0; b < COUNTERS; b++)
        to->seen[b] = larger_of(to->seen[b], from->seen[b]);
    return memcmp(&old, to, sizeof old) != 0;
}

/* The last instruction waits until the first one of each block that it leads to may issue. */
static void end_block(struct control *c, struct block *b)
{
    int stall = b->last ? least_stall(b->last) : 0;
    unsigned n = b->term == TERM_COND ? 2 : b->term == TERM_JUMP;
    for (unsigned k = b->last && branches_twice(b); k < n && b->last; k++)
        if (b->succ[k]->first)
            stall = larger_of(stall, ready_there(c, b->succ[k]));
    if (b->last) {
        set_stall(b->last, stall);
        pass_clocks(c->f, &c->s, stall);
    }
}

/* ---- operands that the next instruction reads, too --------------------------------------------------------------- */

/* Source k, if it is a register that stands in the place of that number: with a number or a constant in the third place
 * the second register moves there. */
static struct opd *in_place(struct inst *m, unsigned k)
{
    static const char *const names[] = { "FADD", "FMUL", "FFMA", "IMAD", "IADD3", "LOP3", "SHF", "SEL", "FSEL", "ISETP",
                                         "FSETP" };
    struct opd *o = ni_src(m, k), *last = ni_src(m, 2);
    bool math = false;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        math |= ni_is(m, names[i]) && m->kind->unit != U_WIDE;
    if (k && ni_is(m, "FADD"))      /* its second one is kept in the third place */
        return NULL;
    if (!math || m->guard >= 0 || !o || o->kind != O_R || o->v < 0 || o->w != 1 ||
        (k && last && (o_is_const(last) || last->kind == O_U)))
        return NULL;
    return o;
}

static bool writes_register(const struct inst *m, int v)
{
    for (unsigned k = 0; k < m->n; k++)
        if (m->o[k].def && m->o[k].kind == O_R && m->o[k].v <= v && v < m->o[k].v + m->o[k].w)
            return true;
    return false;
}

/* A register has one port a bank: what the next instruction reads in the same place is kept for it. */
static void keep_operands(struct block *b)
{
    for (struct inst *m = b->first; m && m->next; m = m->next)
        for (unsigned k = 0; k < 3; k++) {
            struct opd *o = in_place(m, k);
            const struct opd *p = o ? in_place(m->next, k) : NULL;
            o = p && p->v == o->v && !writes_register(m, o->v) ? o : NULL;
            if (o)
                o->reuse = true;
        }
}

void native_control(struct fn *f)
{
    struct control *c = cx_alloc(f->cx, sizeof *c);
    bool *done = cx_alloc(f->cx, f->blocks.n + 1);
    c->f = f;
    for (size_t i = 0; i < f->blocks.n; i++)
        f->blocks.v[i]->entry = cx_alloc(f->cx, sizeof *f->blocks.v[i]->entry);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->blocks.n; i++) {
            struct block *b = f->blocks.v[i];
            run_block(c, b, !done[i]);
            done[i] = true;
            end_block(c, b);
            unsigned n = b->term == TERM_COND ? 2 : b->term == TERM_JUMP;
            for (unsigned k = 0; k < n; k++)
                changed = merge_states(b->succ[k]->entry, !k && branches_twice(b) ? &c->away : &c->s) || changed;
        }
    }
    for (size_t i = 0; i < f->blocks.n; i++)
        keep_operands(f->blocks.v[i]);
}
