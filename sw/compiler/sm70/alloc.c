/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers. Each word of a virtual register has the places of the text where it is live, as ranges. Registers that a
 * move connects become one where their ranges are apart. They are then given machine registers in the order in which
 * their lives begin; where none is free, the one that is cheapest to do without goes to local memory, a predicate to a
 * register.
 */
#include "alloc.h"

#include <stdlib.h>

enum { RESERVED = 2 };      /* registers of a thread that the machine keeps: a kernel asks for two more than it names */

/* ---- liveness ------------------------------------------------------------------------------------------------ */

/* Numbers the words of all registers (or the predicates). */
static void number_units(struct alloc *a)
{
    struct fn *f = a->f;
    a->nunits = 0;
    for (size_t i = 0; i < f->vr.n; i++)
        if (is_of(a, &f->vr.v[i])) {
            f->vr.v[i].unit = (int)a->nunits;
            a->nunits += f->vr.v[i].w;
        }
    a->unit_reg = cx_alloc(f->cx, (a->nunits + 1) * sizeof *a->unit_reg);
    for (size_t i = 0; i < f->vr.n; i++)
        if (is_of(a, &f->vr.v[i]))
            for (unsigned k = 0; k < f->vr.v[i].w; k++)
                a->unit_reg[f->vr.v[i].unit + (int)k] = (int)i;
    a->live = cx_alloc(f->cx, (a->nunits + 1) * sizeof *a->live);
}

/* Liveness upwards through a block. */
static void scan_block(void *alloc, const struct block *b, uint64_t *live)
{
    const struct alloc *a = alloc;
    const struct fn *f = a->f;
    if (a->pred && b->term == TERM_COND)
        bit_set(live, (size_t)f->vr.v[b->pred].unit);
    for (struct inst *m = b->last; m; m = m->prev) {
        for (unsigned k = 0; k < m->n; k++)
            if (m->o[k].def && is_ref(a, &m->o[k]) && kills_value(a, m, &m->o[k]))
                for (unsigned w = 0; w < (a->pred ? 1 : m->o[k].w); w++)
                    bit_clr(live, (size_t)(f->vr.v[m->o[k].v].unit + m->o[k].sub) + w);
        for (unsigned k = 0; k < m->n; k++)
            if (is_ref(a, &m->o[k]) && (!m->o[k].def || !kills_value(a, m, &m->o[k])))
                for (unsigned w = 0; w < (a->pred ? 1 : m->o[k].w); w++)
                    bit_set(live, (size_t)(f->vr.v[m->o[k].v].unit + m->o[k].sub) + w);
        if (a->pred && m->guard >= 0)
            bit_set(live, (size_t)f->vr.v[m->guard].unit);
    }
}

/* Ranges are found from the end, so each is put behind those that follow it; turned round at last. */
static void open_range(struct alloc *a, int *end, int unit, int at)
{
    (void)a;
    if (end[unit] < 0)
        end[unit] = at;
}

static void close_range(struct alloc *a, int *end, int unit, int at)
{
    struct ranges *r = &a->live[unit];
    if (end[unit] < 0)
        end[unit] = at + 1;             /* nobody reads it */
    if (r->r.n && r->r.v[r->r.n - 1].from <= end[unit] && at < r->r.v[r->r.n - 1].from)
        r->r.v[r->r.n - 1].from = at;
    else
        vec_push(a->f->cx, &r->r, ((struct range){ at, end[unit] }));
    end[unit] = -1;
}

/* Instruction i reads at 2 i and writes at 2 i + 1; what it reads last is free for what it writes. */
static void find_ranges(struct alloc *a)
{
    struct fn *f = a->f;
    int at = 0, *end = cx_alloc(f->cx, (a->nunits + 1) * sizeof *end);
    for (size_t i = 0; i < a->nunits; i++)
        end[i] = -1;
    for (size_t i = 0; i < f->blocks.n; i++) {
        for EACH_INST(m, f->blocks.v[i])
            m->at = at++;
        at += 2;        /* the block's own end */
    }
    a->positions = 2 * at;
    for (size_t i = f->blocks.n; i-- > 0;) {
        struct block *b = f->blocks.v[i];
        int last = 2 * at - 2, first;
        at -= 2;
        for (size_t u = 0; u < a->nunits; u++)
            if (bit_get(b->out, u))
                open_range(a, end, (int)u, last + 1);
        if (a->pred && b->term == TERM_COND)
            open_range(a, end, f->vr.v[b->pred].unit, last + 1);
        for (struct inst *m = b->last; m; m = m->prev, at--) {
            for (unsigned k = 0; k < m->n; k++) {
                struct opd *o = &m->o[k];
                for (unsigned w = 0; o->def && is_ref(a, o) && w < (a->pred ? 1 : o->w); w++) {
                    int u = f->vr.v[o->v].unit + o->sub + (int)w;
                    if (kills_value(a, m, o))
                        close_range(a, end, u, 2 * m->at + 1);
                    else
                        open_range(a, end, u, 2 * m->at + 2);
                }
            }
            for (unsigned k = 0; k < m->n; k++) {
                struct opd *o = &m->o[k];
                for (unsigned w = 0; is_ref(a, o) && !o->def && w < (a->pred ? 1 : o->w); w++)
                    open_range(a, end, f->vr.v[o->v].unit + o->sub + (int)w, 2 * m->at + 1);
            }
            if (a->pred && m->guard >= 0)
                open_range(a, end, f->vr.v[m->guard].unit, 2 * m->at + 1);
        }
        first = 2 * at;
        for (size_t u = 0; u < a->nunits; u++)
            if (end[u] >= 0)
                close_range(a, end, (int)u, first);
    }
    for (size_t u = 0; u < a->nunits; u++) {
        struct ranges *r = &a->live[u];
        for (size_t i = 0; i < r->r.n / 2; i++) {
            struct range t = r->r.v[i];
            r->r.v[i] = r->r.v[r->r.n - 1 - i];
            r->r.v[r->r.n - 1 - i] = t;
        }
    }
}

/* ---- moves --------------------------------------------------------------------------------------------------- */

static int root_of(struct fn *f, int v, unsigned *off)
{
    unsigned o = 0;
    while (f->vr.v[v].rep != v) {
        o += f->vr.v[v].off;
        v = f->vr.v[v].rep;
    }
    *off = o;
    return v;
}

static struct ranges *live_of(struct alloc *a, int v, unsigned word)
{
    return &a->live[a->f->vr.v[v].unit + (int)word];
}

/* Makes v a part of `into`, from its word `at` on, where their lives are apart. */
static bool join_lives(struct alloc *a, int into, int v, int at)
{
    struct vreg *x = &a->f->vr.v[into], *y = &a->f->vr.v[v];
    if (at < 0 || at + y->w > x->w || at % y->w || x->nospill || y->nospill)
        return false;
    for (unsigned w = 0; w < y->w; w++)
        if (ranges_meet(live_of(a, into, (unsigned)at + w), live_of(a, v, w)))
            return false;
    for (unsigned w = 0; w < y->w; w++)
        ranges_unite(a->f->cx, live_of(a, into, (unsigned)at + w), live_of(a, v, w));
    y->rep = into;
    y->off = (uint8_t)at;
    a->weight[into] += a->weight[v];
    return true;
}

static bool is_copy(const struct inst *m)
{
    return (ni_is(m, "MOV") || ni_is(m, "UMOV")) && m->o[1].kind == O_R && m->o[1].v >= 0 && !m->o[1].neg &&
           !m->o[1].inv && !m->o[1].abs;
}

/* Makes one of the two ends of each move at this depth of loops. */
static void coalesce_moves(struct alloc *a, int depth)
{
    struct fn *f = a->f;
    for (size_t i = 0; i < f->blocks.n; i++) {
        if (f->blocks.v[i]->depth != depth)
            continue;
        for EACH_INST(m, f->blocks.v[i]) {
            unsigned od, os;
            if (!is_copy(m) || !is_ref(a, &m->o[0]) || !is_ref(a, &m->o[1]))
                continue;
            int d = root_of(f, m->o[0].v, &od), s = root_of(f, m->o[1].v, &os);
            int shift = (int)(os + m->o[1].sub) - (int)(od + m->o[0].sub);      /* d's word 0 in s */
            if (d == s)
                continue;
            if (!join_lives(a, s, d, shift))
                join_lives(a, d, s, -shift);
        }
    }
}

/* ---- choice -------------------------------------------------------------------------------------------------- */

static bool fits_at(struct alloc *a, int v, unsigned base)
{
    for (unsigned w = 0; w < a->f->vr.v[v].w; w++)
        if (ranges_meet(&a->taken[base + w], live_of(a, v, w)))
            return false;
    return true;
}

static void place_at(struct alloc *a, int v, unsigned base)
{
    a->f->vr.v[v].color = (int)base;
    for (unsigned w = 0; w < a->f->vr.v[v].w; w++)
        ranges_take(a->f->cx, &a->taken[base + w], live_of(a, v, w));
}

/* Gives v a register; false: none is free. */
static bool choose_register(struct alloc *a, int v)
{
    /* round a window, so that a register is not written again at once; beyond it only where that is full */
    unsigned w = a->f->vr.v[v].w, window = a->pred || a->limit < a->window ? a->limit : a->window;
    for (unsigned n = 0, base = (a->next + w - 1) / w * w; n < window / w; n++, base += w) {
        if (base + w > window)
            base = 0;
        if (fits_at(a, v, base)) {
            place_at(a, v, base);
            a->next = base + w;
            return true;
        }
    }
    for (unsigned base = 0; base + w <= a->limit; base += w)
        if (fits_at(a, v, base)) {
            place_at(a, v, base);
            a->window = base + w > a->window ? base + w : a->window;
            return true;
        }
    return false;
}

static bool lives_meet(struct alloc *a, int u, int v)
{
    for (unsigned i = 0; i < a->f->vr.v[u].w; i++)
        for (unsigned k = 0; k < a->f->vr.v[v].w; k++)
            if (ranges_meet(live_of(a, u, i), live_of(a, v, k)))
                return true;
    return false;
}

/* Frees the place whose owners are cheapest to spill, or gives v itself up. */
static void evict_cheapest(struct alloc *a, int v, const int *order, size_t n)
{
    struct fn *f = a->f;
    double cost[256] = { 0 }, never = 1e300;
    unsigned width = f->vr.v[v].w, best = 256;
    bool *meets_v = cx_alloc(f->cx, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct vreg *u = &f->vr.v[order[i]];
        meets_v[i] = u->color >= 0 && lives_meet(a, order[i], v);
        for (int w = 0; meets_v[i] && w < u->w; w += u->w < width ? 1 : (int)width)
            cost[(unsigned)(u->color + w) / width * width] += u->nospill ? never : a->weight[order[i]];
    }
    if (!a->pred && lives_meet(a, f->stack, v))
        cost[1 / width * width] = never;
    for (unsigned base = 0; base + width <= a->limit; base += width)
        if (cost[base] < (best < 256 ? cost[best] : f->vr.v[v].nospill ? never : a->weight[v]))
            best = base;
    if (best == 256 && f->vr.v[v].nospill)
        cx_error(f->cx, f->entry->line, "kernel %s does not fit into %u %s", f->entry->name, a->limit,
                 a->pred ? "predicates" : "registers");
    if (best == 256) {
        a->spilled[v] = true;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        struct vreg *u = &f->vr.v[order[i]];
        if (!meets_v[i] || (unsigned)u->color + u->w <= best || (unsigned)u->color >= best + width)
            continue;
        a->spilled[order[i]] = true;
        for (unsigned w = 0; w < u->w; w++)
            ranges_give(&a->taken[u->color + (int)w], live_of(a, order[i], w));
        u->color = -1;
    }
    place_at(a, v, best);
}

struct begin { int from, v; };

static int by_begin(const void *p, const void *q)
{
    const struct begin *a = p, *b = q;
    return a->from != b->from ? (a->from < b->from ? -1 : 1) : a->v < b->v ? -1 : a->v > b->v;
}

/* What spilling each register costs: its accesses, times 8 for each level of loops. */
static void weigh_spills(struct alloc *a)
{
    struct fn *f = a->f;
    for (size_t i = 0; i < f->vr.n; i++)
        a->weight[i] = 0;
    for (size_t i = 0; i < f->blocks.n; i++) {
        double cost = 1;
        for (int d = 0; d < f->blocks.v[i]->depth && d < 8; d++)
            cost *= 8;
        for EACH_INST(m, f->blocks.v[i])
            for (unsigned k = 0; k < m->n; k++)
                if (is_ref(a, &m->o[k]))
                    a->weight[m->o[k].v] += cost;
    }
}

/* Weight by the length of the life: a long life with few uses is cheap. */
static void by_length(struct alloc *a, int v)
{
    int length = 1;
    for (unsigned w = 0; w < a->f->vr.v[v].w; w++) {
        struct ranges *r = live_of(a, v, w);
        for (size_t i = 0; i < r->r.n; i++)
            length += r->r.v[i].to - r->r.v[i].from;
    }
    a->weight[v] /= length;
}

/* ---- rounds -------------------------------------------------------------------------------------------------- */

/* A round begins: lives and weights are known, each register is one of its own and has no place. */
static void begin_round(struct alloc *a)
{
    struct fn *f = a->f;
    number_units(a);
    native_live(a->f, a->nunits / 64 + 1, scan_block, a);
    find_ranges(a);
    a->weight = cx_alloc(f->cx, f->vr.n * sizeof *a->weight);
    a->spilled = cx_alloc(f->cx, f->vr.n);
    a->next = 0;
    a->window = 30;         /* with the reserved ones 32: as many warps as a multiprocessor has fit */
    a->taken = cx_alloc(f->cx, 256 * sizeof *a->taken);
    weigh_spills(a);
    for (size_t i = 0; i < f->vr.n; i++)
        if (is_of(a, &f->vr.v[i])) {
            f->vr.v[i].rep = (int)i;
            f->vr.v[i].off = 0;
            f->vr.v[i].color = -1;
        }
}

/* Where v's life begins; a->positions if it is not used at all. */
static int first_place(struct alloc *a, int v)
{
    int from = a->positions;
    for (unsigned w = 0; w < a->f->vr.v[v].w; w++) {
        struct ranges *l = live_of(a, v, w);
        if (l->r.n && l->r.v[0].from < from)
            from = l->r.v[0].from;
    }
    return from;
}

/* Registers without a place, in the order in which their lives begin; returns how many. */
static size_t order_registers(struct alloc *a, int *regs)
{
    struct fn *f = a->f;
    struct begin *order = cx_alloc(f->cx, (f->vr.n + 1) * sizeof *order);
    size_t count = 0;
    for (size_t i = 0; i < f->vr.n; i++) {
        struct vreg *r = &f->vr.v[i];
        if (!is_of(a, r) || r->rep != (int)i || r->color >= 0)
            continue;
        int from = first_place(a, (int)i);
        if (from == a->positions)
            continue;
        by_length(a, (int)i);
        order[count++] = (struct begin){ from, (int)i };
    }
    qsort(order, count, sizeof *order, by_begin);
    for (size_t i = 0; i < count; i++)
        regs[i] = order[i].v;
    return count;
}

/* false: something was spilled, once more. */
static bool allocate_registers(struct alloc *a)
{
    struct fn *f = a->f;
    size_t spills = 0;
    begin_round(a);
    if (!a->pred)
        for (int d = 16; d >= 0; d--)
            coalesce_moves(a, d);
    if (!a->pred && !a->uniform)
        place_at(a, f->stack, 1);
    int *regs = cx_alloc(f->cx, (f->vr.n + 1) * sizeof *regs);
    size_t count = order_registers(a, regs);
    for (size_t i = 0; i < count && !a->full; i++)
        if (!choose_register(a, regs[i])) {
            a->full = a->uniform;
            if (!a->full)
                evict_cheapest(a, regs[i], regs, i);
        }
    for (size_t i = 0; i < f->vr.n; i++)
        spills += a->spilled[i];
    if (!spills)
        return true;
    for (size_t i = 0; i < f->vr.n; i++)        /* what was joined to one that is spilled is spilled on its own */
        if (is_of(a, &f->vr.v[i])) {
            unsigned off;
            if (a->spilled[root_of(f, (int)i, &off)] && !f->vr.v[i].nospill)
                a->spilled[i] = true;
        }
    native_spill(a);
    return false;
}

/* Behind UR4, UR5 and the handles of textures; UR62 is REDUX's. */
static unsigned first_uniform(const struct fn *f) { return 6 + 2 * (unsigned)f->textures.n; }

/* From the virtual to the machine's register; *most: the number of registers so far. */
static void rename_opd(const struct fn *f, struct opd *o, unsigned *most)
{
    if (o->v < 0 || o->kind == O_LABEL)
        return;
    int v = o->v;
    unsigned off = 0;
    while (f->vr.v[v].rep != v) {
        off += f->vr.v[v].off;
        v = f->vr.v[v].rep;
    }
    o->v = f->vr.v[v].color + (int)off + o->sub;
    o->sub = 0;
    if (f->vr.v[v].uniform) {
        o->v += (int)first_uniform(f);
        if (o->kind == O_R) {
            o->kind = O_U;
            o->imm = (uint32_t)o->v;
            o->v = -1;
        }
    } else if (o->kind != O_P && (unsigned)o->v + o->w > *most) {
        *most = (unsigned)o->v + o->w;
    }
}

/* A move that changes nothing. */
static bool is_idle(const struct inst *m)
{
    return (is_copy(m) && m->o[0].v == m->o[1].v) ||
           (ni_is(m, "UMOV") && m->o[0].kind == O_U && m->o[1].kind == O_U && m->o[0].imm == m->o[1].imm);
}

/* All operands; moves to themselves disappear. */
static void rename_all(struct fn *f)
{
    unsigned most = 2;
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct block *b = f->blocks.v[i];
        for (struct inst *m = b->first, *next; m; m = next) {
            next = m->next;
            for (unsigned k = 0; k < m->n; k++)
                rename_opd(f, &m->o[k], &most);
            if (m->guard >= 0)
                m->guard = f->vr.v[m->guard].color;
            if (is_idle(m))
                ni_remove(m);
        }
        if (b->term == TERM_COND)
            b->pred = f->vr.v[b->pred].color;
    }
    f->regs = most + RESERVED;
}

/* The stack begins at c[0x0][0x28] and grows downwards. */
static void set_stack(struct fn *f)
{
    nf_count(f);
    if (!f->vr.v[f->stack].nuses)
        return;
    f->line = f->entry->line;
    struct inst *m = ni_new(f, "IADD3", (struct opd[]){ o_def(o_r(f->stack)), o_r(f->stack), o_imm(0), o_rz() }, 4);
    struct inst *l = ni_new(f, "MOV", (struct opd[]){ o_def(o_r(f->stack)), o_c(0, 0x28, 1) }, 2);
    f->frame = m;
    struct block *b = f->blocks.v[0];
    if (b->first)
        ni_before(b->first, m);
    else
        ni_append(f, b, m);
    ni_before(m, l);
}

void native_alloc(struct fn *f)
{
    struct alloc a = { .f = f, .pred = true, .limit = 7 };
    while (!allocate_registers(&a))
        ;
    a = (struct alloc){ .f = f, .uniform = true };
    a.limit = first_uniform(f) < 62 ? 62 - first_uniform(f) : 0;
    allocate_registers(&a);
    if (a.full)
        native_not_uniform(f);
    a = (struct alloc){ .f = f, .limit = f->max_regs - RESERVED };
    set_stack(f);
    while (!allocate_registers(&a))
        if (!f->frame)
            set_stack(f);
    rename_all(f);
    f->local = (f->local + 15) & ~15u;
    if (f->frame)
        f->frame->o[2].imm = -f->local;
}
