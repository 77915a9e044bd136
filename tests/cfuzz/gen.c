/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "gen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { U8, S8, U16, S16, U32, S32, U64, S64, TYPES };
static const char *const type_name[TYPES] = { "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64" };

#define VARS 12
#define ARRAYS 4

struct gen {
    uint64_t state;
    bool plain;
    int var_type[VARS], nvars, nfloats;
    struct { int type, size; bool shared; } array[ARRAYS];
    int narrays, loops, depth, counters[8], ncounters, stmts;
};

static uint32_t rnd(struct gen *g, uint32_t n)
{
    g->state += 0x9e3779b97f4a7c15u;
    uint64_t z = g->state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 16) % n;
}

static char *text(const char *fmt, ...)
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

/* Like text(), but frees the arguments a and b (either may be NULL) afterwards. */
static char *join(char *a, char *b, char *s)
{
    free(a);
    free(b);
    return s;
}

/* ---- expressions ----------------------------------------------------------------------------------------- */

static char *expr(struct gen *g, int depth);

static char *constant(struct gen *g)
{
    static const uint32_t odd[] = { 0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000, 0xffffff,
                                    0x7fffffff, 0x80000000u, 0xffffffffu };
    uint32_t v = rnd(g, 3) ? odd[rnd(g, sizeof odd / sizeof *odd)] : rnd(g, 100000);
    switch (rnd(g, 6)) {
    case 0: return text("0x%xull", v);
    case 1: return text("(s32)0x%x", v);
    case 2: return text("(s64)(s32)0x%x", v);
    default: return text("0x%xu", v);
    }
}

static char *index_of(struct gen *g, int a, int depth)
{
    if (g->ncounters && rnd(g, 2))
        return text("(i%d & %d)", g->counters[rnd(g, (uint32_t)g->ncounters)], g->array[a].size - 1);
    char *e = expr(g, depth);
    return join(e, NULL, text("((u32)(%s) & %d)", e, g->array[a].size - 1));
}

static const char *access(const struct gen *g, int a) { return g->array[a].shared ? "SHARED_AT" : "LOCAL_AT"; }

static char *leaf(struct gen *g)
{
    switch (rnd(g, 8)) {
    case 0: return constant(g);
    case 1: return text("tid");
    case 2: return text("IN(%u)", rnd(g, CFUZZ_INPUTS));
    case 3:
        if (g->ncounters)
            return text("i%d", g->counters[rnd(g, (uint32_t)g->ncounters)]);
        break;
    case 4:
        if (g->nfloats)
            return text("(s32)f%u", rnd(g, (uint32_t)g->nfloats));
        break;
    case 5:
        if (g->narrays) {
            int a = (int)rnd(g, (uint32_t)g->narrays);
            char *i = index_of(g, a, 1);
            return join(i, NULL, text("%s(a%d, %s)", access(g, a), a, i));
        }
        break;
    }
    return text("v%u", rnd(g, (uint32_t)g->nvars));
}

static char *expr(struct gen *g, int depth)
{
    if (depth <= 0 || !rnd(g, 5))
        return leaf(g);
    char *a = expr(g, depth - 1), *b = expr(g, depth - 1);
    uint32_t op = rnd(g, 22);
    if (g->plain && (op == 12 || op == 14 || op == 15 || op == 21))
        op %= 12;
    switch (op) {
    case 0: case 1: case 2: return join(a, b, text("(%s + %s)", a, b));
    case 3: case 4: return join(a, b, text("(%s - %s)", a, b));
    case 5: case 6: return join(a, b, text("(%s * %s)", a, b));
    case 7: return join(a, b, text("(%s & %s)", a, b));
    case 8: return join(a, b, text("(%s | %s)", a, b));
    case 9: return join(a, b, text("(%s ^ %s)", a, b));
    case 10: return join(a, b, text("((u32)(%s) << ((u32)(%s) & 31))", a, b));
    case 11: return join(a, b, text("((s32)(%s) >> %u)", a, rnd(g, 32)));
    case 12: return join(a, b, text("((u64)(%s) >> ((u32)(%s) & 63))", a, b));
    case 13: return join(a, b, text("((s64)(%s) << %u)", a, rnd(g, 63)));
    case 14: return join(a, b, text("((u32)(%s) / ((u32)(%s) | 1))", a, b));
    case 15: return join(a, b, text("((s32)(%s) %% (s32)(((u32)(%s) & 0xffff) | 1))", a, b));
    case 16: return join(a, b, text("(%s %s %s)", a, (const char *[]){ "<", "<=", "==", "!=", ">", ">=" }[rnd(g, 6)], b));
    case 17: {
        char *c = expr(g, depth - 1), *s = text("(%s ? %s : %s)", c, a, b);
        free(c);
        return join(a, b, s);
    }
    case 18: return join(a, b, text("(~%s)", a));
    case 19: return join(a, b, text("(%s)(%s)", type_name[rnd(g, TYPES)], a));
    case 20: return join(a, b, text("(-(s32)(%s))", a));
    default: return join(a, b, rnd(g, 4) ? text("((u32)(%s) >> ((u32)(%s) & 31))", a, b) :
                         text("((u64)(%s) %% ((u64)(%s) | 1))", a, b));
    }
}

/* Whole numbers far below 2^24 in every step: exact. */
static char *float_expr(struct gen *g)
{
    char *a = expr(g, 1), *b = expr(g, 1);
    uint32_t f = rnd(g, (uint32_t)g->nfloats);
    char *r = NULL;
    switch (rnd(g, 4)) {
    case 0: r = text("(f%u + (f32)(s32)((u32)(%s) & 0xff)) - (f32)(s32)((u32)(%s) & 0xff)", f, a, b); break;
    case 1: r = text("(f32)(s32)((s32)f%u & 0x3ff) * (f32)(s32)((u32)(%s) & 0xff) + (f32)(s32)((u32)(%s) & 0xff)", f, a, b); break;
    case 2: r = text("(f%u < (f32)(s32)((u32)(%s) & 0xfff) ? (f32)(s32)((u32)(%s) & 0xff) : 3.0f)", f, a, b); break;
    default: r = text("FABS(f%u) * 0.5f + (f32)(s32)((u32)(%s) & 0xff) - (f32)(s16)(%s)", f, a, b); break;
    }
    join(a, b, NULL);
    return join(r, NULL, text("WRAP(%s)", r));
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

static struct stmt *sequence(struct gen *g, int n);

static struct stmt *assign(struct gen *g)
{
    char *e, *i;
    if (g->nfloats && !rnd(g, 6)) {
        e = float_expr(g);
        return stmt_new(ST_TEXT, join(e, NULL, text("f%u = %s;", rnd(g, (uint32_t)g->nfloats), e)));
    }
    if (g->narrays && !rnd(g, 3)) {
        int a = (int)rnd(g, (uint32_t)g->narrays);
        i = index_of(g, a, 1);
        e = expr(g, 3);
        return stmt_new(ST_TEXT, join(i, e, text("%s(a%d, %s) = %s;", access(g, a), a, i, e)));
    }
    e = expr(g, 3);
    return stmt_new(ST_TEXT, join(e, NULL, text("v%u %s %s;", rnd(g, (uint32_t)g->nvars),
                                                (const char *[]){ "=", "=", "+=", "^=", "-=", "*=" }[rnd(g, 6)], e)));
}

static struct stmt *branch(struct gen *g)
{
    char *c = expr(g, 2);
    struct stmt *s = stmt_new(ST_IF, c);
    g->depth++;
    s->kid[s->n++] = sequence(g, 1 + (int)rnd(g, 3));
    if (rnd(g, 2))
        s->kid[s->n++] = sequence(g, 1 + (int)rnd(g, 3));
    g->depth--;
    return s;
}

static struct stmt *loop(struct gen *g)
{
    int id = g->loops++;
    uint32_t n = 1 + rnd(g, 9);
    char *h;
    if (rnd(g, 3))
        h = text("for (int i%d = 0; i%d < %u; i%d++)", id, id, n, id);
    else
        h = text("for (int i%d = 0; i%d < (int)((IN(%u) + tid) & 7); i%d++)", id, id, rnd(g, CFUZZ_INPUTS), id);
    struct stmt *s = stmt_new(ST_LOOP, h);
    g->counters[g->ncounters++] = id;
    g->depth++;
    s->kid[s->n++] = sequence(g, 1 + (int)rnd(g, 4));
    if (!rnd(g, 3)) {
        char *c = expr(g, 1);
        struct stmt *q = s->kid[0];
        if (q->n < 8)
            q->kid[q->n++] = stmt_new(ST_TEXT, join(c, NULL, text("if ((u32)(%s) & 4) %s;", c, rnd(g, 2) ? "break" : "continue")));
    }
    g->depth--;
    g->ncounters--;
    return s;
}

static struct stmt *choice(struct gen *g)
{
    char *e = expr(g, 1);
    struct stmt *s = stmt_new(ST_SWITCH, e);
    g->depth++;
    int n = 2 + (int)rnd(g, 6);
    for (int k = 0; k < n; k++)
        s->kid[s->n++] = sequence(g, 1);
    g->depth--;
    return s;
}

static struct stmt *sequence(struct gen *g, int n)
{
    struct stmt *s = stmt_new(ST_SEQ, NULL);
    for (int k = 0; k < n && k < 7; k++) {
        uint32_t r = rnd(g, 10);
        bool deep = g->depth >= 3 || g->stmts > 25;
        g->stmts++;
        s->kid[s->n++] = deep || r < 6 ? assign(g) : r < 8 ? branch(g) : r < 9 && g->ncounters < 3 ? loop(g) : r == 9 ? choice(g) : assign(g);
    }
    return s;
}

struct kernel *kernel_new(uint64_t seed, bool plain)
{
    struct gen g = { .state = seed * 0x2545f4914f6cdd1du + 1, .plain = plain };
    struct kernel *k = calloc(1, sizeof *k);
    size_t dn, sn;
    if (!k)
        abort();
    FILE *d = open_memstream(&k->decls, &dn), *s = open_memstream(&k->sums, &sn);
    g.nvars = 3 + (int)rnd(&g, VARS - 3);
    for (int i = 0; i < g.nvars; i++) {
        g.var_type[i] = (int)rnd(&g, TYPES);
        fprintf(d, "    %s v%d = (%s)IN(%u);\n", type_name[g.var_type[i]], i, type_name[g.var_type[i]], rnd(&g, CFUZZ_INPUTS));
        fprintf(s, "    sum = sum * 31 + (u32)v%d + (u32)((u64)v%d >> 32);\n", i, i);
    }
    g.nfloats = (int)rnd(&g, 4);
    for (int i = 0; i < g.nfloats; i++) {
        fprintf(d, "    f32 f%d = (f32)(s32)(IN(%u) & 0xfff);\n", i, rnd(&g, CFUZZ_INPUTS));
        fprintf(s, "    sum = sum * 31 + (u32)(s32)(f%d * 4.0f);\n", i);
    }
    g.narrays = (int)rnd(&g, ARRAYS);
    for (int i = 0; i < g.narrays; i++) {
        g.array[i].type = (int)rnd(&g, TYPES);
        g.array[i].size = 1 << (1 + rnd(&g, 3));
        g.array[i].shared = rnd(&g, 2);
        fprintf(d, "    %s(%s, a%d, %d);\n", g.array[i].shared ? "SHARED_ARRAY" : "LOCAL_ARRAY", type_name[g.array[i].type], i, g.array[i].size);
        fprintf(d, "    for (int k = 0; k < %d; k++)\n        %s(a%d, k) = (%s)IN(k);\n", g.array[i].size, access(&g, i), i, type_name[g.array[i].type]);
        fprintf(s, "    for (int k = 0; k < %d; k++)\n        sum = sum * 31 + (u32)%s(a%d, k);\n", g.array[i].size, access(&g, i), i);
    }
    fclose(d);
    fclose(s);
    k->body = sequence(&g, 3 + (int)rnd(&g, 5));
    return k;
}

static void stmt_free(struct stmt *s)
{
    for (int i = 0; i < s->n; i++)
        stmt_free(s->kid[i]);
    free(s->text);
    free(s);
}

void kernel_free(struct kernel *k)
{
    stmt_free(k->body);
    free(k->decls);
    free(k->sums);
    free(k);
}

/* ---- text -------------------------------------------------------------------------------------------------- */

static void print(const struct stmt *s, int in, FILE *out)
{
    if (s->off)
        return;
    switch (s->kind) {
    case ST_TEXT:
        fprintf(out, "%*s%s\n", in, "", s->text);
        break;
    case ST_SEQ:
        for (int i = 0; i < s->n; i++)
            print(s->kid[i], in, out);
        break;
    case ST_IF:
        fprintf(out, "%*sif (%s) {\n", in, "", s->text);
        print(s->kid[0], in + 4, out);
        if (s->n > 1 && !s->kid[1]->off) {
            fprintf(out, "%*s} else {\n", in, "");
            print(s->kid[1], in + 4, out);
        }
        fprintf(out, "%*s}\n", in, "");
        break;
    case ST_LOOP:
        fprintf(out, "%*s%s {\n", in, "", s->text);
        print(s->kid[0], in + 4, out);
        fprintf(out, "%*s}\n", in, "");
        break;
    case ST_SWITCH:
        fprintf(out, "%*sswitch ((u32)(%s) & 7) {\n", in, "", s->text);
        for (int i = 0; i < s->n; i++) {
            fprintf(out, "%*scase %d:\n", in, "", i);
            print(s->kid[i], in + 4, out);
            fprintf(out, "%*sSWITCH_BREAK;\n", in + 4, "");
        }
        fprintf(out, "%*sdefault: SWITCH_BREAK;\n%*s}\n", in, "", in, "");
        break;
    }
}

void kernel_print(const struct kernel *k, int index, FILE *out)
{
    fprintf(out, "KERNEL(k%d)\n{\n    u32 sum = 0;\n%s", index, k->decls);
    print(k->body, 4, out);
    fprintf(out, "%s    RESULT(sum);\n}\n\n", k->sums);
}

static void collect(struct stmt *s, struct stmt **out, int *n, int max)
{
    if (*n < max)
        out[(*n)++] = s;
    for (int i = 0; i < s->n; i++)
        collect(s->kid[i], out, n, max);
}

int kernel_stmts(struct kernel *k, struct stmt **out, int max)
{
    int n = 0;
    collect(k->body, out, &n, max);
    return n;
}
