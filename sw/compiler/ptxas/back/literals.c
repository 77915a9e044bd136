/* SPDX-License-Identifier: Apache-2.0
 *
 * Constants that have no place: an operand of c1[] reaches 128 words, one of 16 bits the first 64 of them. A kernel
 * with more constants than that keeps the ones it reads most and moves the others into registers before their uses.
 */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum { HALVES = LIMIT_C_UNITS / 2 };    /* words that 16-bit operands reach: they count halves */

struct constant {
    uint32_t value;
    bool     half;              /* a 16-bit operand reads it */
    bool     must;              /* some reader has no immediate form */
    bool     kept;
    unsigned reads;             /* weighted by loops */
};

struct constants {
    VEC(struct constant) list;
    uint32_t *slot;             /* place in the list + 1, from the slot on that the value hashes to; 0: free */
    size_t    slots;            /* a power of two, twice as many as constants or more */
};

enum { FIRST_SLOTS = 256 };

/* The slot of the value, or the free one where it belongs. */
static uint32_t *slot_of(const struct constants *c, uint32_t value)
{
    uint32_t hash = value * 0x9e3779b1u;        /* 2^32 by the golden ratio: neighbours go far apart */

    for (size_t i = (hash ^ hash >> 16) & (c->slots - 1);; i = (i + 1) & (c->slots - 1))
        if (!c->slot[i] || c->list.v[c->slot[i] - 1].value == value)
            return &c->slot[i];
}

/* Slots for the list as it is, and for twice as many. */
static void index_all(struct cx *cx, struct constants *c)
{
    c->slots = c->slots ? c->slots : FIRST_SLOTS;
    while (c->slots < 4 * c->list.n)
        c->slots *= 2;
    c->slot = cx_alloc(cx, c->slots * sizeof *c->slot);
    for (size_t i = 0; i < c->list.n; i++)
        *slot_of(c, c->list.v[i].value) = (uint32_t)i + 1;
}

/* The constant; a new one when there is none yet. */
static struct constant *find_constant(struct cx *cx, struct constants *c, uint32_t value)
{
    if (2 * (c->list.n + 1) > c->slots)
        index_all(cx, c);
    uint32_t *slot = slot_of(c, value);
    if (!*slot) {
        struct constant one = { .value = value };
        vec_push(cx, &c->list, one);
        *slot = (uint32_t)c->list.n;
    }
    return &c->list.v[*slot - 1];
}

/* The instruction can have the constant inside, if its registers are below $r64. */
static bool has_immediate(const struct minst *m, int i)
{
    const struct opnd *a = &m->src[0];

    if (m->pred >= 0 || m->cdst >= 0 || i != 1 || !(mop_flags[m->op] & MF_IMM1) || mi_half_product(m) || m->dst < 0)
        return false;
    if (a->kind != O_REG || a->half || a->neg || a->abs || a->inv || m->src[1].neg || m->src[1].abs || m->src[1].inv)
        return false;
    return machine_has_immediate(m);
}

/* Source of m that reads a constant from c1[], or may; -1: none. */
static int literal_source(const struct minst *m)
{
    return m->op == M_MOV && m->pred < 0 ? -1 : emit_constant_source(m);
}

/* All constants that must be in c1[] or a register, with a weight of 8 for each level of loops. */
static void collect_constants(struct fn *f, struct constants *c)
{
    for (size_t b = 0; b < f->blocks.n; b++)
        for EACH_INST(m, f->blocks.v[b]) {
            int i = literal_source(m), depth = m->block->loop ? m->block->loop->depth : 0;
            if (i < 0)
                continue;
            struct constant *k = find_constant(f->cx, c, m->src[i].imm);
            k->half |= mi_half_product(m) && i < 2;
            k->must |= !has_immediate(m, i);
            k->reads += 1u << 3 * (depth < 4 ? depth : 4);
        }
}

/* Those of 16-bit operands first, then those that have to be there, then those read most. */
static int by_need(const void *a, const void *b)
{
    const struct constant *x = a, *y = b;
    if (x->half != y->half)
        return y->half - x->half;
    if (x->must != y->must)
        return y->must - x->must;
    if (x->reads != y->reads)
        return x->reads < y->reads ? 1 : -1;
    return (x->value > y->value) - (x->value < y->value);
}

/* Chooses those that stay in c1[]: the most needed ones, halves only while halves fit. */
static void keep_constants(struct cx *cx, struct constants *c, size_t room, size_t halves)
{
    qsort(c->list.v, c->list.n, sizeof *c->list.v, by_need);
    index_all(cx, c);
    for (size_t i = 0; i < c->list.n; i++) {
        struct constant *k = &c->list.v[i];
        if (!room || (k->half && !halves))
            continue;
        k->kept = true;
        room--;
        halves -= k->half;
    }
}

/* Loads source i, a constant, into a register in front of m. */
static void into_register(struct fn *f, struct minst *m, int i)
{
    struct minst *t = mi_new(f, M_MOV, V_B32);
    struct opnd was = m->src[i];
    t->line = m->line;
    t->dst = fn_vreg(f, false);
    t->dw = 1;
    t->src[0] = op_imm(was.imm);
    mi_insert_before(m, t);
    m->src[i] = op_reg(t->dst);
    m->src[i].neg = was.neg;
    m->src[i].abs = was.abs;
    m->src[i].inv = was.inv;
    if (mi_half_product(m) && i < 2)
        m->src[i].half = HALF_LO;
}

/* What the routines that f calls have in c1[]. */
static void of_routines(struct fn *f, size_t *words, size_t *halves)
{
    struct constants c = { 0 };
    for (size_t i = 0; i < f->routines.n; i++)
        collect_constants(f->routines.v[i]->fn, &c);
    *words = c.list.n;
    *halves = 0;
    for (size_t i = 0; i < c.list.n; i++)
        *halves += c.list.v[i].half;
}

void literals_run(struct fn *f)
{
    struct constants c = { 0 };
    size_t words, halves, own = 0;
    of_routines(f, &words, &halves);
    collect_constants(f, &c);
    for (size_t i = 0; i < c.list.n; i++)
        own += c.list.v[i].half;
    if (words + c.list.n <= EMIT_LITERALS && halves + own <= HALVES)
        return;
    keep_constants(f->cx, &c, EMIT_LITERALS - words, HALVES - halves);
    for (size_t b = 0; b < f->blocks.n; b++)
        for (struct minst *m = f->blocks.v[b]->first, *next; m; m = next) {
            next = m->next;
            int i = literal_source(m);
            if (i < 0 || find_constant(f->cx, &c, m->src[i].imm)->kept)
                continue;
            if (has_immediate(m, i))
                m->low = true;
            else
                into_register(f, m, i);
        }
}
