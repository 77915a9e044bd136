/* SPDX-License-Identifier: Apache-2.0
 *
 * Random kernels in C: what is drawn and how it is written.
 */
#define _POSIX_C_SOURCE 200809L
#include "gen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { U8, S8, U16, S16, U32, S32, U64, S64, TYPES };
static const char *const type_name[TYPES] = { "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64" };

#define VARS 12
#define ARRAYS 4
#define TEAM_VARS 6

struct gen {
    uint64_t state;
    bool plain;
    int var_type[VARS], nvars, nfloats;
    struct { int type, size; bool shared; } array[ARRAYS];
    int narrays, loops, depth, counters[8], ncounters, stmts, ndoubles, nrecords, nvectors, nhelpers;
    bool pure;          /* inside a helper function: parameters and constants only */
    int queues;         /* of a team */
};

static uint32_t rnd(struct gen *g, uint32_t n)
{
    g->state += 0x9e3779b97f4a7c15u;
    uint64_t z = g->state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 16) % n;
}

static char *format_text(const char *fmt, ...)
{
    va_list ap, aq;
    va_start(ap, fmt);
    va_copy(aq, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    char *s = malloc((size_t)n + 1);
    if (!s)
        abort();
    vsnprintf(s, (size_t)n + 1, fmt, aq);
    va_end(ap);
    va_end(aq);
    return s;
}

/* Like format_text(), but frees the arguments a and b (either may be NULL) afterwards. */
static char *free_both(char *a, char *b, char *s)
{
    free(a);
    free(b);
    return s;
}

/* ---- expressions ----------------------------------------------------------------------------------------- */

static char *make_expr(struct gen *g, int depth);

/* Records of common fields, some of them bit-fields; see cfuzz.c. */
static char *random_field(struct gen *g)
{
    static const char *const name[] = { "a", "b", "c", "d", "e", "g" };
    uint32_t r = rnd(g, (uint32_t)g->nrecords), k = rnd(g, 8);
    return k < 6 ? format_text("r%u.%s", r, name[k]) : format_text("r%u.f[%u]", r, rnd(g, 3));
}

/* The value of one. Never alone: as an arm of ?: a bit-field of 5 bits of a u32 is an int in C and a u32 in C++. */
static char *read_field(struct gen *g)
{
    char *f = random_field(g);

    return free_both(f, NULL, format_text("(+%s)", f));
}

static char *random_component(struct gen *g)
{
    return format_text("w%u.%c", rnd(g, (uint32_t)g->nvectors), "xyzw"[rnd(g, 4)]);
}

/* A constant, now and then one that the compiler cannot see. */
static char *random_constant(struct gen *g)
{
    static const uint32_t odd[] = { 0,      1,       2,        3,          7,           8,          15,     16,
                                    31,     32,      127,      128,        255,         256,        0x7fff, 0x8000,
                                    0xffff, 0x10000, 0xffffff, 0x7fffffff, 0x80000000u, 0xffffffffu };
    uint32_t v = rnd(g, 3) ? odd[rnd(g, sizeof odd / sizeof *odd)] : rnd(g, 100000);
    switch (rnd(g, 9)) {
    case 0: return format_text("0x%xull", v);
    case 1: return format_text("(s32)0x%x", v);
    case 2: return format_text("(s64)(s32)0x%x", v);
    case 3: return format_text("LATE32(0x%xu)", v);
    case 4: return format_text("(s32)LATE32(0x%xu)", v);
    case 5: return format_text(rnd(g, 2) ? "LATE64(0x%xull)" : "LATE64((s64)(s32)0x%x)", v);
    default: return format_text("0x%xu", v);
    }
}

/* What a function is called with. */
static char *random_argument(struct gen *g, int depth)
{
    return rnd(g, 3) ? make_expr(g, depth) : random_constant(g);
}

static char *index_of(struct gen *g, int a, int depth)
{
    if (g->ncounters && rnd(g, 2))
        return format_text("(i%d & %d)", g->counters[rnd(g, (uint32_t)g->ncounters)], g->array[a].size - 1);
    char *e = make_expr(g, depth);
    return free_both(e, NULL, format_text("((u32)(%s) & %d)", e, g->array[a].size - 1));
}

static const char *access_macro(const struct gen *g, int a) { return g->array[a].shared ? "SHARED_AT" : "LOCAL_AT"; }

/* Something without an operator: a variable, an element, a constant. */
static char *make_leaf(struct gen *g)
{
    if (g->pure)
        return rnd(g, 4) ? format_text("v%u", rnd(g, (uint32_t)g->nvars)) : random_constant(g);
    switch (rnd(g, 11)) {
    case 0: return random_constant(g);
    case 1: return format_text("tid");
    case 2: return format_text(rnd(g, 4) ? "IN(%u)" : "IN2(%u).y", rnd(g, CFUZZ_INPUTS));
    case 3:
        if (g->ncounters)
            return format_text("i%d", g->counters[rnd(g, (uint32_t)g->ncounters)]);
        break;
    case 4:
        if (g->nfloats)
            return format_text("(s32)f%u", rnd(g, (uint32_t)g->nfloats));
        break;
    case 5:
        if (g->narrays) {
            int a = (int)rnd(g, (uint32_t)g->narrays);
            char *i = index_of(g, a, 1);
            return free_both(i, NULL, format_text("%s(a%d, %s)", access_macro(g, a), a, i));
        }
        break;
    case 6:
        if (g->nrecords)
            return read_field(g);
        break;
    case 7:
        if (g->nvectors)
            return random_component(g);
        break;
    case 8:
        if (g->ndoubles)
            return format_text("(s32)d%u", rnd(g, (uint32_t)g->ndoubles));
        break;
    }
    return format_text("v%u", rnd(g, (uint32_t)g->nvars));
}

/* An expression, defined in C with -fwrapv whatever its operands are. */
static char *make_expr(struct gen *g, int depth)
{
    if (depth <= 0 || !rnd(g, 5))
        return make_leaf(g);
    char *a = make_expr(g, depth - 1), *b = make_expr(g, depth - 1);
    uint32_t op = rnd(g, 30);
    if (g->plain && (op == 12 || op == 14 || op == 15 || op == 21 || op >= 24))
        op %= 12;
    switch (op) {
    case 0: case 1: case 2: return free_both(a, b, format_text("(%s + %s)", a, b));
    case 3: case 4: return free_both(a, b, format_text("(%s - %s)", a, b));
    case 5: case 6: return free_both(a, b, format_text("(%s * %s)", a, b));
    case 7: return free_both(a, b, format_text("(%s & %s)", a, b));
    case 8: return free_both(a, b, format_text("(%s | %s)", a, b));
    case 9: return free_both(a, b, format_text("(%s ^ %s)", a, b));
    case 10: return free_both(a, b, format_text("((u32)(%s) << ((u32)(%s) & 31))", a, b));
    case 11: return free_both(a, b, format_text("((s32)(%s) >> %u)", a, rnd(g, 32)));
    case 12: return free_both(a, b, format_text("((u64)(%s) >> ((u32)(%s) & 63))", a, b));
    case 13: return free_both(a, b, format_text("((s64)(%s) << %u)", a, rnd(g, 63)));
    case 14: return free_both(a, b, format_text("((u32)(%s) / ((u32)(%s) | 1))", a, b));
    case 15: return free_both(a, b, format_text("((s32)(%s) %% (s32)(((u32)(%s) & 0xffff) | 1))", a, b));
    case 16:
        return free_both(a, b, format_text("(%s %s %s)", a,
                                           (const char *[]){ "<", "<=", "==", "!=", ">", ">=" }[rnd(g, 6)], b));
    case 17: {
        char *c = make_expr(g, depth - 1), *s = format_text("(%s ? %s : %s)", c, a, b);
        free(c);
        return free_both(a, b, s);
    }
    case 18: return free_both(a, b, format_text("(~%s)", a));
    case 19: return free_both(a, b, format_text("(%s)(%s)", type_name[rnd(g, TYPES)], a));
    case 20: return free_both(a, b, format_text("-(s32)(%s)", a));
    case 22: return free_both(a, b, format_text("(%s && %s)", a, b));
    case 23: return free_both(a, b, format_text("(%s || %s)", a, b));
    case 24: return free_both(a, b, format_text("((s64)(%s) / (s64)(((u32)(%s) & 0x7fffff) | 1))", a, b));
    case 25: return free_both(a, b, format_text("((s64)((u64)(%s) >> 1) %% ((s64)(%s) | 1))", a, b));
    case 26: return free_both(a, b, format_text("((s64)(%s) >> ((u32)(%s) & 63))", a, b));
    case 27: return free_both(a, b, format_text("((u64)(%s) << ((u32)(%s) & 63))", a, b));
    case 28: return free_both(a, b, format_text("((u64)(%s) * (u64)(%s))", a, b));
    case 29:
        if (g->nhelpers && !g->pure) {
            free_both(a, b, NULL);
            a = random_argument(g, depth - 1), b = random_argument(g, depth - 1);
            char *c = random_argument(g, depth - 1),
                 *s = format_text("HELPER(%u)((u32)(%s), (s64)(%s), (u16)(%s))", rnd(g, (uint32_t)g->nhelpers), a, b,
                                  c);
            free(c);
            return free_both(a, b, s);
        }
        return free_both(a, b, format_text("(%s - 3 * %s)", a, b));
    default: return free_both(a, b, rnd(g, 4) ? format_text("((u32)(%s) >> ((u32)(%s) & 31))", a, b) :
                              format_text("((u64)(%s) %% ((u64)(%s) | 1))", a, b));
    }
}

/* Whole numbers far below 2^24 in every step: exact. */
static char *float_expr(struct gen *g)
{
    char *a = make_expr(g, 1), *b = make_expr(g, 1);
    uint32_t f = rnd(g, (uint32_t)g->nfloats);
    char *r = NULL;
    switch (rnd(g, 4)) {
    case 0: r = format_text("(f%u + (f32)(s32)((u32)(%s) & 0xff)) - (f32)(s32)((u32)(%s) & 0xff)", f, a, b); break;
    case 1:
        r = format_text("(f32)(s32)((s32)f%u & 0x3ff) * (f32)(s32)((u32)(%s) & 0xff) + (f32)(s32)((u32)(%s) & 0xff)", f,
                        a, b);
        break;
    case 2: r = format_text("(f%u < (f32)(s32)((u32)(%s) & 0xfff) ? (f32)(s32)((u32)(%s) & 0xff) : 3.0f)", f, a,
                            b); break;
    default: r = format_text("FABS(f%u) * 0.5f + (f32)(s32)((u32)(%s) & 0xff) - (f32)(s16)(%s)", f, a, b); break;
    }
    free_both(a, b, NULL);
    return free_both(r, NULL, format_text("WRAP(%s)", r));
}

/* Any values, as every operation rounds as the host's does; DWRAP keeps them in the range of integers. */
static char *double_expr(struct gen *g)
{
    char *a = make_expr(g, 1), *b = make_expr(g, 1), *r;
    uint32_t d = rnd(g, (uint32_t)g->ndoubles), e = rnd(g, (uint32_t)g->ndoubles);
    switch (rnd(g, 6)) {
    case 0: r = format_text("d%u + (f64)(s32)(%s) * 0.3", d, a); break;
    case 1: r = format_text("d%u * (f64)(s16)(%s) - d%u", d, a, e); break;
    case 2: r = format_text("d%u / ((f64)((u32)(%s) & 0xff) + 0.7)", d, b); break;
    case 3: r = format_text("(d%u < d%u ? (f64)(u32)(%s) : d%u * 0.1)", d, e, a, e); break;
    case 4: r = format_text("(f64)(f32)d%u - (f64)(s64)(s32)(%s)", d, b); break;
    default: r = format_text("(f64)(s64)(d%u * 3.7) + (f64)(u16)(%s)", d, a); break;
    }
    free_both(a, b, NULL);
    return free_both(r, NULL, format_text("DWRAP(%s)", r));
}

/* ---- statements ------------------------------------------------------------------------------------------ */

static struct stmt *stmt_new(enum stmt_kind kind, char *t)
{
    struct stmt *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->kind = kind;
    s->text = t;
    return s;
}

static struct stmt *make_sequence(struct gen *g, int n);

/* Through pointers into one array. */
static struct stmt *through_pointers(struct gen *g)
{
    int a = (int)rnd(g, (uint32_t)g->narrays);
    const char *t = type_name[g->array[a].type], *at = access_macro(g, a);
    char *k = index_of(g, a, 1), *i = index_of(g, a, 1), *e = make_expr(g, 2);
    char *s = format_text("{ %s *p = &%s(a%d, %s), *q = (%s) & 1 ? p : &%s(a%d, %s); *q = *p + (%s)(%s); v0 += *q; }",
                          t, at, a, i, i, at, a, k, t, e);
    free(k);
    return stmt_new(ST_TEXT, free_both(i, e, s));
}

/* To one of n records or vectors `name`, or to a part of it. */
static struct stmt *assign_part(struct gen *g, char name, uint32_t n, char *(*part)(struct gen *))
{
    if (!rnd(g, 4)) {
        uint32_t to = rnd(g, n);
        return stmt_new(ST_TEXT, format_text("%c%u = %c%u;", name, to, name, name == 'w' ? to : rnd(g, n)));
    }
    char *p = part(g), *e = make_expr(g, 2);
    return stmt_new(ST_TEXT, free_both(p, e, format_text("%s = %s;", p, e)));
}

/* An assignment to any kind of variable. */
static struct stmt *make_assignment(struct gen *g)
{
    char *e, *i;
    if (g->nfloats && !rnd(g, 6)) {
        e = float_expr(g);
        return stmt_new(ST_TEXT, free_both(e, NULL, format_text("f%u = %s;", rnd(g, (uint32_t)g->nfloats), e)));
    }
    if (g->narrays && !rnd(g, 3)) {
        int a = (int)rnd(g, (uint32_t)g->narrays);
        i = index_of(g, a, 1);
        e = make_expr(g, 3);
        return stmt_new(ST_TEXT, free_both(i, e, format_text("%s(a%d, %s) = %s;", access_macro(g, a), a, i, e)));
    }
    if (g->ndoubles && !rnd(g, 6)) {
        e = double_expr(g);
        return stmt_new(ST_TEXT, free_both(e, NULL, format_text("d%u = %s;", rnd(g, (uint32_t)g->ndoubles), e)));
    }
    if (g->nrecords && !rnd(g, 5))
        return assign_part(g, 'r', (uint32_t)g->nrecords, random_field);
    if (g->nvectors && !rnd(g, 5))
        return assign_part(g, 'w', (uint32_t)g->nvectors, random_component);
    if (g->narrays && !rnd(g, 6))
        return through_pointers(g);
    e = make_expr(g, 3);
    return stmt_new(ST_TEXT, free_both(e, NULL, format_text("v%u %s %s;", rnd(g, (uint32_t)g->nvars),
                                                            (const char *[]){ "=", "=", "+=", "^=", "-=", "*=" }
                                                            [rnd(g, 6)], e)));
}

static struct stmt *make_branch(struct gen *g)
{
    char *c = make_expr(g, 2);
    struct stmt *s = stmt_new(ST_IF, c);
    g->depth++;
    s->kid[s->n++] = make_sequence(g, 1 + (int)rnd(g, 3));
    if (rnd(g, 2))
        s->kid[s->n++] = make_sequence(g, 1 + (int)rnd(g, 3));
    g->depth--;
    return s;
}

/* A loop that ends: by a counter, whose end may be an input. */
static struct stmt *make_loop(struct gen *g)
{
    int id = g->loops++;
    uint32_t n = 1 + rnd(g, 9);
    char *h;
    bool until = !rnd(g, 4);
    if (until)
        h = format_text("i%d < %u", id, n);
    else if (rnd(g, 3))
        h = format_text("for (int i%d = 0; i%d < %u; i%d++)", id, id, n, id);
    else
        h = format_text("for (int i%d = 0; i%d < (int)((IN(%u) + tid) & 7); i%d++)", id, id, rnd(g, CFUZZ_INPUTS), id);
    struct stmt *s = stmt_new(until ? ST_UNTIL : ST_LOOP, h);
    s->id = id;
    g->counters[g->ncounters++] = id;
    g->depth++;
    s->kid[s->n++] = make_sequence(g, 1 + (int)rnd(g, 4));
    if (!rnd(g, 3)) {
        char *c = make_expr(g, 1);
        struct stmt *q = s->kid[0];
        if (q->n < 8)
            q->kid[q->n++] = stmt_new(
                ST_TEXT, free_both(c, NULL, format_text("if ((u32)(%s) & 4) %s;", c,
                                                        rnd(g, 2) ? "break" : "continue")));
    }
    g->depth--;
    g->ncounters--;
    return s;
}

static struct stmt *make_switch(struct gen *g)
{
    char *e = make_expr(g, 1);
    struct stmt *s = stmt_new(ST_SWITCH, e);
    g->depth++;
    int n = 2 + (int)rnd(g, 6);
    for (int k = 0; k < n; k++)
        s->kid[s->n++] = make_sequence(g, 1);
    g->depth--;
    return s;
}

/* A loop with several entries: a switch falls into it or jumps between its statements (Duff's device), gotos lead into
 * it, or two cycles of gotos that share blocks. It ends by its counter. */
static struct stmt *make_entered(struct gen *g)
{
    static const enum stmt_kind kinds[] = { ST_DUFF, ST_INTO, ST_KNOT };
    const enum stmt_kind kind = kinds[rnd(g, 3)];
    struct stmt *s = stmt_new(kind, make_expr(g, 1));
    s->id = g->loops++;
    s->rounds = 1 + (int)rnd(g, 6);
    s->again = make_expr(g, 1);
    g->counters[g->ncounters++] = s->id;
    g->depth++;
    const int n = kind == ST_KNOT ? 3 : 2 + (int)rnd(g, 5);
    for (int k = 0; k < n; k++)
        s->kid[s->n++] = make_sequence(g, 1 + (int)rnd(g, 2));
    g->depth--;
    g->ncounters--;
    s->from = (int)rnd(g, (uint32_t)n);
    s->to = s->from + 1 + (int)rnd(g, (uint32_t)(n - s->from));
    return s;
}

/* Up to seven statements; no deeper ones where there are many already. */
static struct stmt *make_sequence(struct gen *g, int n)
{
    struct stmt *s = stmt_new(ST_SEQ, NULL);
    for (int k = 0; k < n && k < 7; k++) {
        uint32_t r = rnd(g, 10);
        bool deep = g->depth >= 3 || g->stmts > 25;
        g->stmts++;
        s->kid[s->n++] = deep || r < 6               ? make_assignment(g)
                         : r < 8                     ? make_branch(g)
                         : r < 9 && g->ncounters < 3 ? (rnd(g, 3) ? make_loop(g) : make_entered(g))
                         : r == 9 && g->ncounters < 3 && !rnd(g, 3) ? make_entered(g)
                         : r == 9                    ? make_switch(g)
                                                     : make_assignment(g);
    }
    return s;
}

/* Functions of their own parameters, some with a loop. */
static void write_helpers(struct gen *g, FILE *f)
{
    int n = (int)rnd(g, 3);
    g->pure = true;
    g->nvars = 3;
    for (int i = 0; i < n; i++) {
        char *a = make_expr(g, 3), *b = make_expr(g, 2), *c = make_expr(g, 2);
        fprintf(f, "FUNCTION %s HELPER(%d)(u32 v0, s64 v1, u16 v2)\n{\n", type_name[rnd(g, TYPES)], i);
        if (rnd(g, 2))
            fprintf(f, "    for (int k = 0; k < (int)(v0 & 3); k++)\n        v1 = v1 * 5 + (%s);\n", b);
        fprintf(f, "    if (%s)\n        return %s;\n    return (%s) + (u32)v1;\n}\n", c, a, b);
        free_both(a, b, c);
    }
    g->pure = false;
    g->nhelpers = n;
}

/* Variables that are not integers: declared in d, summed in s. */
static void other_variables(struct gen *g, FILE *d, FILE *s)
{
    static const char *const vector[] = { "uint4", "short4", "uchar4" };
    g->ndoubles = (int)rnd(g, 3);
    for (int i = 0; i < g->ndoubles; i++) {
        fprintf(d, "    f64 d%d = DWRAP((f64)(s32)IN(%u) * 0.01);\n", i, rnd(g, CFUZZ_INPUTS));
        fprintf(s, "    sum = sum * 31 + (u32)(s64)(d%d * 1048576.0);\n", i);
    }
    g->nrecords = (int)rnd(g, 3);
    for (int i = 0; i < g->nrecords; i++) {
        fprintf(d, "    struct record r%d = { 1, -2, 3, -4, IN(%u), { 5, 6, (u16)tid }, 7 };\n", i,
                rnd(g, CFUZZ_INPUTS));
        fprintf(s, "    sum = sum * 31 + RECORD_SUM(r%d);\n", i);
    }
    g->nvectors = (int)rnd(g, 4);
    for (int i = 0; i < g->nvectors; i++) {
        fprintf(d, "    %s w%d = { (u8)IN(1), 2, (u8)tid, (u8)IN(%u) };\n", vector[i], i, rnd(g, CFUZZ_INPUTS));
        fprintf(s, "    sum = sum * 31 + w%d.x + w%d.y * 3 + w%d.z * 5 + w%d.w * 7;\n", i, i, i, i);
    }
}

/* ---- teams ------------------------------------------------------------------------------------------------- */

/* `before`, then an expression of the thread that does this, then `after`. */
static struct stmt *with_expr(struct gen *g, char *before, const char *after)
{
    char *e = make_expr(g, 2);
    return stmt_new(ST_TEXT, free_both(before, e, format_text("%s%s%s", before, e, after)));
}

/* One thread stores a shared scalar, all read it. */
static struct stmt *make_broadcast(struct gen *g)
{
    uint32_t t = rnd(g, 3), who = rnd(g, CFUZZ_THREADS), v = rnd(g, (uint32_t)g->nvars);
    char after[96];
    snprintf(after, sizeof after, "); } BARRIER PHASE { v%u ^= t%u; sum += t%u; } BARRIER", v, t, t);
    return with_expr(g, format_text("PHASE { if (tid == %u) t%u = (u32)(", who, t), after);
}

/* Every thread stores a word and reads those of others behind the barrier. */
static struct stmt *make_exchange(struct gen *g)
{
    uint32_t x = rnd(g, 2), v = rnd(g, (uint32_t)g->nvars);
    char after[160];
    snprintf(after, sizeof after, "); } BARRIER PHASE { v%u += x%u[(tid + %u) & 63]; sum ^= x%u[tid ^ %u]; } BARRIER",
             v, x, rnd(g, 64), x, rnd(g, 64));
    return with_expr(g, format_text("PHASE { x%u[tid] = (u32)(", x), after);
}

/* Atomics of all threads on one shared word. */
static struct stmt *shared_sum(struct gen *g)
{
    char *e = make_expr(g, 2),
         *s = format_text("PHASE { if (tid == %u) t0 = %u; } BARRIER PHASE { ADD_SHARED(t0, (u32)(%s)); } "
                          "BARRIER PHASE { v%u += t0; } BARRIER",
                                                rnd(g, CFUZZ_THREADS), rnd(g, 100), e, rnd(g, (uint32_t)g->nvars));
    return stmt_new(ST_TEXT, free_both(e, NULL, s));
}

/* Steps of a warp with nothing between them: each load comes behind all stores before it. */
static struct stmt *warp_steps(struct gen *g)
{
    char *s = make_expr(g, 2);
    uint32_t n = 1 + rnd(g, 5);
    s = free_both(s, NULL, format_text("PHASE { AT(w0, 0) = (u32)(%s); AT(w0, 32) = tid * %u; }", s, rnd(g, 1000)));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t d = 1 + rnd(g, 31), v = rnd(g, (uint32_t)g->nvars);
        switch (rnd(g, 7)) {
        case 0: s = free_both(s, NULL, format_text("%s WARP_STEP(w0, AT(w0, 0) + AT(w0, %u))", s, d)); break;
        case 1: s = free_both(s, NULL, format_text("%s WARP_STEP(w0, AT(w0, 0) ^ w0[HERE ^ %u])", s, d)); break;
        case 2: s = free_both(s, NULL, format_text("%s PHASE { if ((tid & 31) < %u) AT(w0, 0) += AT(w0, %u); }", s, d,
                                                   d)); break;
        case 3: s = free_both(s, NULL, format_text("%s PHASE { v%u ^= AT(w0, %u); }", s, v, d)); break;
        case 4: s = free_both(s, NULL, format_text("%s PHASE { sum += w0[(tid & 32) * 2]; }", s)); break;
        case 5: s = free_both(s, NULL, format_text("%s WARP_STEP(w0, (u32)v%u + AT(w0, %u))", s, v, d)); break;
        default: s = free_both(s, NULL, format_text("%s PHASE { if (tid & %u) AT(w0, 0) = (u32)v%u + %u; }", s, d, v,
                                                    d)); break;
        }
    }
    return stmt_new(ST_TEXT, free_both(s, NULL, format_text("%s BARRIER", s)));
}

/* Tiles that blocks, or warps, take one by one until there are no more. */
static struct stmt *make_queue(struct gen *g)
{
    if (g->queues == 8 || g->ncounters)         /* inside a loop it would be empty the second time */
        return make_exchange(g);
    const char *who = rnd(g, 2) ? "BLOCK" : "WARP";
    return stmt_new(ST_TEXT,
                    format_text("%s_QUEUE(%d, %u) { %s_TILE { ADD_OUT(at, LATE32(q * %uu + at) ^ (q << %u)); } } "
                                         "BARRIER", who, g->queues++,
                                         1 + rnd(g, 20), who, rnd(g, 1000), rnd(g, 20)));
}

static struct stmt *team_sequence(struct gen *g, int n);

/* All threads go round together: a number of times, or until a shared scalar says so. */
static struct stmt *make_rounds(struct gen *g)
{
    int id = g->loops++;
    bool until = rnd(g, 2);
    char *e = until ? make_expr(g, 1) : NULL;
    struct stmt *s = stmt_new(ST_LOOP, until ? format_text("PHASE { if (tid == 0) t2 = 0; } BARRIER "
                                                           "ROUNDS(i%d, t2 += 1 + ((u32)(%s) & 7), t2 > %u)", id, e,
                                                           1 + rnd(g, 20)) :
                              format_text("for (int i%d = 0; i%d < %u; i%d++)", id, id, 1 + rnd(g, 4), id));
    free(e);
    g->counters[g->ncounters++] = id;
    s->kid[s->n++] = team_sequence(g, 1 + (int)rnd(g, 3));
    g->ncounters--;
    return s;
}

/* The same at the top of a kernel whose threads work together, between barriers. */
static struct stmt *team_sequence(struct gen *g, int n)
{
    struct stmt *s = stmt_new(ST_SEQ, NULL), *p;
    for (int k = 0; k < n && k < 7; k++)
        switch (rnd(g, 9)) {
        case 0: s->kid[s->n++] = make_broadcast(g); break;
        case 1: s->kid[s->n++] = make_exchange(g); break;
        case 2: s->kid[s->n++] = shared_sum(g); break;
        case 3: case 4: s->kid[s->n++] = warp_steps(g); break;
        case 5: s->kid[s->n++] = make_queue(g); break;
        case 6:
            s->kid[s->n++] = g->ncounters < 2 ? make_rounds(g) : make_broadcast(g);
            break;
        default:
            g->depth++;
            p = stmt_new(ST_PHASE, NULL);
            p->kid[p->n++] = make_sequence(g, 1 + (int)rnd(g, 3));
            s->kid[s->n++] = p;
            g->depth--;
        }
    return s;
}

/* The variables of all threads; t2 is that of ROUNDS alone, so that a body inside cannot change it. */
static void team_new(struct gen *g, struct kernel *k)
{
    size_t dn, sn;
    FILE *d = open_memstream(&k->decls, &dn), *s = open_memstream(&k->sums, &sn);
    g->nvars = 2 + (int)rnd(g, TEAM_VARS - 1);
    for (int i = 0; i < g->nvars; i++)
        fprintf(d, "    %s VAR(v%d);\n", type_name[g->var_type[i] = (int)rnd(g, TYPES)], i);
    fprintf(d, "    u32 VAR(sum);\n    PHASE {\n        sum = 0;\n");
    for (int i = 0; i < g->nvars; i++) {
        fprintf(d, "        v%d = (%s)IN(%u);\n", i, type_name[g->var_type[i]], rnd(g, CFUZZ_INPUTS));
        fprintf(s, "        sum = sum * 31 + (u32)v%d + (u32)((u64)v%d >> 32);\n", i, i);
    }
    fprintf(d, "    }\n");
    fclose(d);
    fclose(s);
    k->body = team_sequence(g, 3 + (int)rnd(g, 4));
}

struct kernel *kernel_new(uint64_t seed, bool plain)
{
    struct gen g = { .state = seed * 0x2545f4914f6cdd1du + 1, .plain = plain };
    struct kernel *k = calloc(1, sizeof *k);
    size_t fn, dn, sn;
    if (!k)
        abort();
    k->team = rnd(&g, 3) == 0;
    FILE *f = open_memstream(&k->functions, &fn);
    write_helpers(&g, f);
    fclose(f);
    if (k->team) {
        team_new(&g, k);
        return k;
    }
    FILE *d = open_memstream(&k->decls, &dn), *s = open_memstream(&k->sums, &sn);
    g.nvars = 3 + (int)rnd(&g, VARS - 3);
    for (int i = 0; i < g.nvars; i++) {
        g.var_type[i] = (int)rnd(&g, TYPES);
        fprintf(d, "    %s v%d = (%s)IN(%u);\n", type_name[g.var_type[i]], i, type_name[g.var_type[i]],
                rnd(&g, CFUZZ_INPUTS));
        fprintf(s, "    sum = sum * 31 + (u32)v%d + (u32)((u64)v%d >> 32);\n", i, i);
    }
    g.nfloats = (int)rnd(&g, 4);
    for (int i = 0; i < g.nfloats; i++) {
        fprintf(d, "    f32 f%d = (f32)(s32)(IN(%u) & 0xfff);\n", i, rnd(&g, CFUZZ_INPUTS));
        fprintf(s, "    sum = sum * 31 + (u32)(s32)(f%d * 4.0f);\n", i);
    }
    other_variables(&g, d, s);
    g.narrays = (int)rnd(&g, ARRAYS);
    for (int i = 0; i < g.narrays; i++) {
        g.array[i].type = (int)rnd(&g, TYPES);
        g.array[i].size = 1 << (1 + rnd(&g, 3));
        g.array[i].shared = rnd(&g, 2);
        fprintf(d, "    %s(%s, a%d, %d);\n", g.array[i].shared ? "SHARED_ARRAY" : "LOCAL_ARRAY",
                type_name[g.array[i].type], i, g.array[i].size);
        fprintf(d, "    for (int k = 0; k < %d; k++)\n        %s(a%d, k) = (%s)IN(k);\n", g.array[i].size,
                access_macro(&g, i), i, type_name[g.array[i].type]);
        fprintf(s, "    for (int k = 0; k < %d; k++)\n        sum = sum * 31 + (u32)%s(a%d, k);\n", g.array[i].size,
                access_macro(&g, i), i);
    }
    fclose(d);
    fclose(s);
    k->body = make_sequence(&g, 3 + (int)rnd(&g, 5));
    return k;
}

static void stmt_free(struct stmt *s)
{
    for (int i = 0; i < s->n; i++)
        stmt_free(s->kid[i]);
    free(s->text);
    free(s->again);
    free(s);
}

void kernel_free(struct kernel *k)
{
    stmt_free(k->body);
    free(k->functions);
    free(k->decls);
    free(k->sums);
    free(k);
}

/* ---- text -------------------------------------------------------------------------------------------------- */

static void print_statement(const struct stmt *s, int in, FILE *out);

/* case 0: ... case FROM: do { ... case TO - 1: ... } while (...); case TO: ... */
static void print_duff(const struct stmt *s, int in, FILE *out)
{
    fprintf(out, "%*s{ int i%d = 0; switch ((u32)(%s) & 7) {\n", in, "", s->id, s->text);
    for (int k = 0; k < s->n; k++) {
        if (k == s->from)
            fprintf(out, "%*scase 7: do {\n", in, "");
        fprintf(out, "%*scase %d: ;\n", in, "", k);
        print_statement(s->kid[k], in + 4, out);
        if (k + 1 == s->to)
            fprintf(out, "%*s} while (++i%d < %d && (%s));\n", in, "", s->id, s->rounds, s->again);
    }
    fprintf(out, "%*sdefault: ; } }\n", in, "");
}

/* A while loop with a label in front of each part but the first, and jumps there. */
static void print_into(const struct stmt *s, int in, FILE *out)
{
    fprintf(out, "%*s{ int i%d = 0; u32 e%d = (u32)(%s);\n", in, "", s->id, s->id, s->text);
    for (int k = 1; k < s->n; k++)
        fprintf(out, "%*sif (e%d & %d) goto into%d_%d;\n", in, "", s->id, 1 << k, s->id, k);
    fprintf(out, "%*swhile (i%d++ < %d) {\n", in, "", s->id, s->rounds);
    for (int k = 0; k < s->n; k++) {
        if (k)
            fprintf(out, "%*sinto%d_%d: ;\n", in, "", s->id, k);
        print_statement(s->kid[k], in + 4, out);
        if (k == s->n / 2)
            fprintf(out, "%*sif ((u32)(%s) & 8) %s;\n", in + 4, "", s->again, s->id & 1 ? "break" : "continue");
    }
    fprintf(out, "%*s} }\n", in, "");
}

/* Blocks a, b and c; ways from b to a, a to c and c to b besides those from one to the next. */
static void print_knot(const struct stmt *s, int in, FILE *out)
{
    const int id = s->id;
    fprintf(out, "%*s{ int i%d = 0; u32 e%d = (u32)(%s); if (e%d & 1) goto b%d; if (e%d & 2) goto c%d;\n", in, "", id,
            id, s->text, id, id, id, id);
    fprintf(out, "%*sa%d: ;\n", in, "", id);
    print_statement(s->kid[0], in + 4, out);
    fprintf(out, "%*sif ((u32)(%s) & 4) goto c%d;\n%*sb%d: ;\n", in, "", s->again, id, in, "", id);
    print_statement(s->kid[1], in + 4, out);
    fprintf(out, "%*sif (++i%d < %d && ((u32)(%s) & 1)) goto a%d;\n%*sc%d: ;\n", in, "", id, s->rounds, s->again, id,
            in, "", id);
    print_statement(s->kid[2], in + 4, out);
    fprintf(out, "%*sif (++i%d < %d && ((u32)(%s) & 2)) goto b%d; }\n", in, "", id, s->rounds, s->again, id);
}

/* A statement as C, at this indentation; what is switched off is left out. */
static void print_statement(const struct stmt *s, int in, FILE *out)
{
    if (s->off)
        return;
    switch (s->kind) {
    case ST_TEXT:
        fprintf(out, "%*s%s\n", in, "", s->text);
        break;
    case ST_SEQ:
        for (int i = 0; i < s->n; i++)
            print_statement(s->kid[i], in, out);
        break;
    case ST_IF:
        fprintf(out, "%*sif (%s) {\n", in, "", s->text);
        print_statement(s->kid[0], in + 4, out);
        if (s->n > 1 && !s->kid[1]->off) {
            fprintf(out, "%*s} else {\n", in, "");
            print_statement(s->kid[1], in + 4, out);
        }
        fprintf(out, "%*s}\n", in, "");
        break;
    case ST_LOOP:
        fprintf(out, "%*s%s {\n", in, "", s->text);
        print_statement(s->kid[0], in + 4, out);
        fprintf(out, "%*s}\n", in, "");
        break;
    case ST_PHASE:
        fprintf(out, "%*sPHASE {\n", in, "");
        print_statement(s->kid[0], in + 4, out);
        fprintf(out, "%*s}\n", in, "");
        break;
    case ST_UNTIL:
        fprintf(out, "%*s{ int i%d = 0; do {\n", in, "", s->id);
        print_statement(s->kid[0], in + 4, out);
        fprintf(out, "%*s} while (++i%d, %s); }\n", in, "", s->id, s->text);
        break;
    case ST_DUFF: print_duff(s, in, out); break;
    case ST_INTO: print_into(s, in, out); break;
    case ST_KNOT: print_knot(s, in, out); break;
    case ST_SWITCH:
        fprintf(out, "%*sswitch ((u32)(%s) & 7) {\n", in, "", s->text);
        for (int i = 0; i < s->n; i++) {
            fprintf(out, "%*scase %d:\n", in, "", i);
            print_statement(s->kid[i], in + 4, out);
            fprintf(out, "%*sSWITCH_BREAK;\n", in + 4, "");
        }
        fprintf(out, "%*sdefault: SWITCH_BREAK;\n%*s}\n", in, "", in, "");
        break;
    }
}

/* The variables of a team are arrays on the host. */
static void team_names(bool on, FILE *out)
{
    fprintf(out, "#ifndef __CUDA__\n");
    for (int i = 0; i < TEAM_VARS; i++)
        fprintf(out, on ? "#define v%d v%d_[tid]\n" : "#undef v%d\n", i, i);
    fprintf(out, on ? "#define sum sum_[tid]\n#endif\n" : "#undef sum\n#endif\n\n");
}

void kernel_print(const struct kernel *k, int index, FILE *out)
{
    fprintf(out, "#undef HELPER\n#define HELPER(n) h%d_##n\n%s", index, k->functions);
    if (k->team) {
        team_names(true, out);
        fprintf(out, "#undef QUEUE\n#define QUEUE queue%d\nQUEUES\nTEAM(k%d)\n{\n    TEAM_SHARED\n%s", index, index,
                k->decls);
        print_statement(k->body, 4, out);
        fprintf(out, "    PHASE {\n%s        TEAM_RESULT(sum);\n    }\n}\n", k->sums);
        team_names(false, out);
        return;
    }
    fprintf(out, "KERNEL(k%d)\n{\n    u32 sum = 0;\n%s", index, k->decls);
    print_statement(k->body, 4, out);
    fprintf(out, "%s    RESULT(sum);\n}\n\n", k->sums);
}

static void collect_statements(struct stmt *s, struct stmt **out, int *n, int max)
{
    if (*n < max)
        out[(*n)++] = s;
    for (int i = 0; i < s->n; i++)
        collect_statements(s->kid[i], out, n, max);
}

int kernel_stmts(struct kernel *k, struct stmt **out, int max)
{
    int n = 0;
    collect_statements(k->body, out, &n, max);
    return n;
}
