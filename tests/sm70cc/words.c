/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include "values.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4, OWN = 6 };     /* %u0 to %u3; the program's %r0 to %r5 */

static unsigned pick(uint64_t *s, unsigned n) { return (unsigned)(values_next(s) >> 33) % n; }

static void put_ptx(char *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put_ptx(char *t, const char *fmt, ...)
{
    size_t n = strlen(t);
    va_list ap;

    va_start(ap, fmt);
    int k = vsnprintf(t + n, GEN_STATEMENT - n, fmt, ap);
    va_end(ap);
    if (k < 0 || (size_t)k >= GEN_STATEMENT - n)
        abort();
}

/* A constant at the address that a word makes. */
static void put_load(uint64_t *s, char *t, unsigned d, unsigned a)
{
    static const char *const types[] = { "u32", "u32", "u32", "s32", "u16", "s8" };
    const char *type = types[pick(s, 6)];

    put_ptx(t, "and.b32 %%v, %%u%u, 12; cvt.u64.u32 %%at, %%v; add.u64 %%at, %%at, %%a2; ", a);
    put_ptx(t, "ld.const.%s %%u%u, [%%at+%u]; ", type, d, 4 * pick(s, 4));
}

/* A word of words, one of which may be the program's. */
static void put_step(uint64_t *s, char *t)
{
    static const char *const two[] = { "add.u32", "sub.u32", "mul.lo.u32", "and.b32", "or.b32", "xor.b32", "min.s32" };
    unsigned d = pick(s, WORDS), a = pick(s, WORDS), b = pick(s, WORDS);

    switch (pick(s, 8)) {
    case 0: put_ptx(t, "%s %%u%u, %%u%u, %u; ", two[pick(s, 7)], d, a, pick(s, 40)); break;
    case 1: put_ptx(t, "shl.b32 %%u%u, %%u%u, %u; ", d, a, pick(s, 6)); break;
    case 2: put_ptx(t, "shr.%c32 %%u%u, %%u%u, %u; ", pick(s, 2) ? 's' : 'u', d, a, pick(s, 32)); break;
    case 3: put_ptx(t, "mad.lo.u32 %%u%u, %%u%u, %%u%u, %%u%u; ", d, a, b, pick(s, WORDS)); break;
    case 4: put_ptx(t, "%s %%u%u, %%u%u, %%u%u; ", two[pick(s, 7)], d, a, b); break;
    default: put_load(s, t, d, a);
    }
}

/* What the program sees of the words. */
static void put_use(uint64_t *s, char *t)
{
    static const char *const how[] = { "add.u32 %%r%u, %%r%u, %%u%u; ", "xor.b32 %%r%u, %%u%u, %%r%u; ",
                                       "sub.u32 %%r%u, %%u%u, %%r%u; ", "max.s32 %%r%u, %%u%u, %%r%u; " };
    unsigned r = pick(s, OWN), u = pick(s, WORDS), k = pick(s, 6);

    if (k == 4)
        put_ptx(t, "setp.lt.s32 %%pt, %%u%u, %%r%u; @%%pt mov.u32 %%r%u, %%u%u; ", u, r, r, pick(s, WORDS));
    else if (k == 5)
        put_ptx(t, "mul.wide.u32 %%lt, %%r%u, %%u%u; cvt.u32.u64 %%r%u, %%lt; ", r, u, r);
    else if (!k)
        put_ptx(t, how[0], r, r, u);
    else if (k == 1)
        put_ptx(t, how[1], r, u, r);
    else if (k == 2)
        put_ptx(t, how[2], r, u, r);
    else
        put_ptx(t, how[3], r, u, r);
}

/* A word as a parameter, a number, the block's number, now and then as a lane's own. */
static void put_fresh(uint64_t *s, char *t, unsigned u)
{
    switch (pick(s, 12)) {
    case 0: put_ptx(t, "mov.u32 %%u%u, %%ctaid.x; ", u); break;
    case 1: case 2: put_ptx(t, "mov.u32 %%u%u, %u; ", u, pick(s, 64)); break;
    case 3: put_ptx(t, "mov.u32 %%u%u, %%r%u; ", u, pick(s, OWN)); break;
    default: put_ptx(t, "ld.param.u32 %%u%u, [scalars+%u]; ", u, 4 * pick(s, 8));
    }
}

/* Some steps, in a loop or not, and uses. */
static void make_words(uint64_t *s, struct node *n, unsigned id)
{
    char *t = n->text;
    bool loop = pick(s, 2);

    put_ptx(t, "{ .reg .b32 %%k; mov.u64 %%a2, con; ");
    for (unsigned u = 0; u < WORDS; u++)
        if (!pick(s, 4))
            put_fresh(s, t, u);
    if (loop)
        put_ptx(t, "mov.u32 %%k, %u; WORDS%u: ", 1 + pick(s, 3), id);
    for (unsigned i = 1 + pick(s, 3); i; i--)
        put_step(s, t);
    if (loop)
        put_ptx(t, "sub.u32 %%k, %%k, 1; setp.ne.u32 %%pt, %%k, 0; @%%pt bra WORDS%u; ", id);
    for (unsigned i = pick(s, 3); i; i--)
        put_use(s, t);
    put_ptx(t, "}");
}

/* One more node in a body, in front of number `at`. */
static struct node *insert_node(struct node **body, unsigned *n, unsigned at)
{
    struct node *v = calloc(*n + 1u, sizeof *v);

    if (!v)
        abort();
    memcpy(v, *body, at * sizeof *v);
    memcpy(v + at + 1, *body + at, (*n - at) * sizeof *v);
    free(*body);
    *body = v;
    ++*n;
    return &v[at];
}

static void add_to(uint64_t *s, struct node **body, unsigned *n, unsigned *id)
{
    for (unsigned i = 0; i < *n; i++)
        for (unsigned c = 0; c < 2; c++)
            if ((*body)[i].kind != NODE_TEXT && (*body)[i].n[c])
                add_to(s, &(*body)[i].child[c], &(*body)[i].n[c], id);
    for (unsigned k = 1 + pick(s, 3); k; k--)
        make_words(s, insert_node(body, n, pick(s, *n + 1)), (*id)++);
}

void words_add(struct program *p)
{
    uint64_t s = p->seed * 0x9e3779b97f4a7c15u + 0xfeedu;
    unsigned id = 0;

    for (unsigned i = 0; i < 4; i++)
        values_next(&s);
    add_to(&s, &p->top, &p->n, &id);
    char *t = insert_node(&p->top, &p->n, 0)->text;
    put_ptx(t, ".reg .b32 %%u<%d>, %%v; ", WORDS);
    for (unsigned u = 0; u < WORDS; u++)
        put_fresh(&s, t, u);
}
