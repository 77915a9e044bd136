/* SPDX-License-Identifier: Apache-2.0
 *
 * test_ptx_rows [PART PARTS]: every legal instruction of the table, with every modifier, over special and random
 * values: what gt200ptxas makes of it, on the functional model, against the interpreter of PTX. Each instruction once
 * with registers and once with a constant for one of its operands. Prints what differs; the last line is "N passed, N
 * failed".
 *
 * Not here: what has no value (branches, barriers, traps), tex, and votes, which tests/ptxas has.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ptxas/harness.h"
#include "ptxi.h"
#include "values.h"

enum { N = 256, BLOCK = 128, RECORD = 64, CELL = 32, SLOTS = 4, TEXT = 8000 };

#define IN_BASE  0x10000u
#define OUT_BASE 0x80000u

struct text { char s[TEXT]; size_t n; };

static void put(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    t->n += (size_t)vsnprintf(t->s + t->n, TEXT - t->n, fmt, ap);
    va_end(ap);
    if (t->n >= TEXT)
        abort();
}

/* An instruction of the table. */
struct form {
    const struct ptx_row *row;
    struct ptx_code       code;
    char                  opcode[100];
    int                   constant;         /* source operand that is a constant; -1: none */
    uint64_t              value;            /* of it */
    unsigned              sources;          /* operands that could be one: bits */
    enum ptype            kind[SLOTS];      /* of the values in the slots, T_NONE: none */
    bool                  small[SLOTS];
    bool                  cell;
};

/* A register for a value of the type; bytes lie in words where the instruction lets them. */
static char holder(const struct form *f, enum ptype t, bool result)
{
    bool relaxed = f->code.op == PTX_LD || f->code.op == PTX_ST || (f->code.op == PTX_CVT && result);
    return relaxed && ptx_types[t].bits == 8 ? 'r' : value_letter(t);
}

static enum ptype twice(enum ptype t)
{
    return t == T_U16 ? T_U32 : t == T_S16 ? T_S32 : t == T_U32 ? T_U64 : T_S64;
}

/* The type that a word of the row's operands stands for; T_NONE: it is no value. */
static enum ptype type_of(const struct form *f, const char *w, size_t n)
{
    char name[8] = "";
    switch (n == 1 ? *w : 0) {
    case 't': case 'v': case 'x': return f->code.type;
    case 'd': return f->code.dtype;
    case 'w': return twice(f->code.type);
    case 'p': case 'q': return T_PRED;
    case 'm': return T_NONE;
    }
    memcpy(name, w, n < sizeof name ? n : sizeof name - 1);
    return ptype_parse(name);
}

static unsigned elements(const struct form *f) { return f->code.vec == PTX_VEC_V2 ? 2 : f->code.vec == PTX_VEC_V4 ? 4
                                                 : 1; }

static void constant(struct text *t, enum ptype type, uint64_t v)
{
    if (type == T_F32)
        put(t, "0f%08x", (unsigned)v);
    else if (type == T_F64)
        put(t, "0d%016llx", (unsigned long long)v);
    else if (ptx_types[type].bits == 64)
        put(t, "0x%llx", (unsigned long long)v);
    else
        put(t, "0x%x", (unsigned)(ptx_types[type].bits == 32 ? v : v & 0xffff));
}

static void values(struct text *t, const struct form *f, enum ptype type, bool result, unsigned slot)
{
    unsigned n = elements(f);
    put(t, n > 1 ? "{" : "");
    for (unsigned i = 0; i < n; i++)
        put(t, "%s%%%c%s%u", i ? "," : "", holder(f, type, result), result ? "q" : "", slot + i);
    put(t, n > 1 ? "}" : "");
}

static void address(struct text *t, const struct form *f)
{
    static const char *const base[] = {
        [PTX_SPACE_NONE] = "%cell", [PTX_SPACE_GLOBAL] = "%cell", [PTX_SPACE_SHARED] = "%sh", [PTX_SPACE_LOCAL] = "lo",
        [PTX_SPACE_CONST] = "%co", [PTX_SPACE_PARAM] = "par",
    };
    put(t, "[%s]", base[f->code.space]);
}

/* The instruction; notes which values it takes. */
static void instruction(struct text *t, struct form *f)
{
    const char *w = f->row->operands;
    unsigned slot = 0;
    put(t, "%s ", f->opcode);
    f->sources = 0;
    f->cell = false;
    memset(f->kind, 0, sizeof f->kind);
    while (*w) {
        size_t n = strcspn(w, " ");
        bool result = *w == '>', second = w[n - 1] == '|';
        const char *core = w + result;
        size_t len = n - result - second;
        enum ptype type = type_of(f, core, len);
        if (*core == 'm') {
            address(t, f);
            f->cell = true;
        } else if (result || (*core == 'v' && elements(f) > 1)) {
            values(t, f, type, result, result ? 0 : slot);
            put(t, second ? "|%%pq1" : "");
            for (unsigned i = 0; !result && i < elements(f); i++)
                f->kind[slot++] = type;
        } else {
            f->kind[slot] = type;
            f->small[slot] = !strncmp(core, "u32", 3);
            f->sources |= type == T_PRED ? 0 : 1u << slot;
            if (f->constant == (int)slot)
                constant(t, type, f->value);
            else
                put(t, "%%%c%u", holder(f, type, false), slot);
            slot++;
        }
        w += n + strspn(w + n, " ");
        put(t, *w ? ", " : ";\n");
    }
}

static void kernel(struct text *t, struct form *f)
{
    struct text body = { .n = 0 };
    instruction(&body, f);
    t->n = 0;
    put(t, ".version 3.2\n.target sm_20\n.address_size 64\n.const .align 16 .b8 con[64] = {");
    for (unsigned i = 0; i < 64; i++)
        put(t, "%s%u", i ? "," : "", (i * 73 + 129) & 255);
    put(t, "};\n.visible .entry k(.param .u64 out, .param .u64 in, .param .align 16 .b8 par[%d])\n{\n", CELL);
    put(t, "  .reg .b16 %%h<4>, %%hq<4>; .reg .b32 %%r<4>, %%rq<4>, %%i, %%n, %%sh;\n"
        "  .reg .b64 %%l<4>, %%lq<4>, %%out, %%in, %%x, %%cell;\n"
        "  .reg .f32 %%f<4>, %%fq<4>; .reg .f64 %%d<4>, %%dq<4>; .reg .pred %%p<4>, %%pq<4>; .reg .b64 %%co;\n"
        "  .shared .align 16 .b8 sha[%d]; .local .align 16 .b8 lo[%d];\n", CELL * BLOCK, CELL);
    put(t, "  mov.u32 %%i, %%tid.x; mul.lo.u32 %%sh, %%i, %d; mov.u32 %%n, sha; add.u32 %%sh, %%sh, %%n;\n", CELL);
    put(t, "  and.b32 %%n, %%i, 1; mul.wide.u32 %%co, %%n, %d; mov.u64 %%x, con; add.u64 %%co, %%co, %%x;\n", CELL);
    put(t, "  mov.u32 %%n, %%ctaid.x; mad.lo.u32 %%i, %%n, %d, %%i;\n", BLOCK);
    put(t, "  ld.param.u64 %%in, [in]; mul.wide.u32 %%x, %%i, %d; add.u64 %%in, %%in, %%x;\n", 8 * SLOTS);
    put(t, "  ld.param.u64 %%out, [out]; mul.wide.u32 %%x, %%i, %d; add.u64 %%out, %%out, %%x;\n", RECORD);
    put(t, "  add.u64 %%cell, %%out, 32;\n");
    unsigned space = f->cell ? f->code.space : 0;
    for (unsigned i = 0; i < SLOTS && (space == PTX_SPACE_SHARED || space == PTX_SPACE_LOCAL); i++)
        put(t, "  ld.global.b64 %%x, [%%cell+%u]; st.%s.b64 [%s+%u], %%x;\n", 8 * i, space == PTX_SPACE_SHARED
            ? "shared" : "local",
            space == PTX_SPACE_SHARED ? "%sh" : "lo", 8 * i);
    for (unsigned i = 0; i < SLOTS; i++) {
        if (!f->kind[i])
            continue;
        char c = holder(f, f->kind[i], false);
        if (c == 'p')
            put(t, "  ld.global.b32 %%n, [%%in+%u]; and.b32 %%n, %%n, 1; setp.ne.u32 %%p%u, %%n, 0;\n", 8 * i, i);
        else
            put(t, "  ld.global.%s %%%c%u, [%%in+%u];\n", c == 'h' ? "b16" : c == 'r' ? "b32" : c == 'l' ? "b64" : c ==
                'f' ? "f32" : "f64",
                c, i, 8 * i);
    }
    put(t, "  setp.ne.u32 %%pq1, %%i, %%i;\n  %s", body.s);
    const char *w = f->row->operands;
    for (unsigned i = 0; *w == '>' && i < elements(f); i++) {
        size_t n = strcspn(w, " ");
        enum ptype type = type_of(f, w + 1, n - 1 - (w[n - 1] == '|'));
        char c = holder(f, type, true);
        if (c == 'p')
            put(t, "  selp.u32 %%rq0, 1, 0, %%pq0; selp.u32 %%rq1, 1, 0, %%pq1;\n"
                "  st.global.v2.u32 [%%out], {%%rq0, %%rq1};\n");
        else
            put(t, "  st.global.%s [%%out+%u], %%%cq%u;\n", c == 'h' ? "b16" : c == 'r' ? "b32" : c == 'l' ? "b64"
                : c == 'f' ? "f32" : "f64",
                8 * i, c, i);
    }
    for (unsigned i = 0; i < SLOTS && (space == PTX_SPACE_SHARED || space == PTX_SPACE_LOCAL); i++)
        put(t, "  ld.%s.b64 %%x, [%s+%u]; st.global.b64 [%%cell+%u], %%x;\n", space == PTX_SPACE_SHARED ? "shared"
            : "local",
            space == PTX_SPACE_SHARED ? "%sh" : "lo", 8 * i, 8 * i);
    put(t, "  ret;\n}\n");
}

/* ---- running it ------------------------------------------------------------------------------------------ */

static uint8_t g_par[CELL];

static void draw(const struct form *f, uint64_t *in, uint8_t *out)
{
    uint64_t s = 88172645463325252u + f->code.row;
    memset(out, 0, N * RECORD);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned k = 0; k < SLOTS; k++)
            in[SLOTS * i + k] = f->small[k] ? values_small(&s) : f->kind[k] == T_PRED ? values_next(&s) >> 63
                                                               : values_draw(&s, f->kind[k] ? f->kind[k] : T_B64);
        for (unsigned k = 0; k < SLOTS; k++) {
            uint64_t v = values_next(&s) & 1 ? in[SLOTS * i + k] : values_draw(&s, f->code.type == T_PRED ? T_B64
                                                                               : f->code.type);
            memcpy(out + RECORD * i + CELL + 8 * k, &v, 8);
        }
    }
}

static bool model(const char *ptx, const uint64_t *in, uint8_t *out)
{
    struct module m;
    if (!module_ptx(&m, ptx))
        return false;
    uint32_t p[4 + CELL / 4] = { dev_new(&m, out, N * RECORD), 0, dev_new(&m, in, N * SLOTS * 8), 0 };
    memcpy(p + 4, g_par, CELL);
    bool ok = module_run(&m, "k", (struct dims){ .gx = N / BLOCK, .bx = BLOCK }, p, 4 + CELL / 4);
    dev_get(&m, p[0], out, N * RECORD);
    module_free(&m);
    return ok;
}

static bool manual(const char *ptx, uint64_t *in, uint8_t *out)
{
    char err[300];
    struct { uint64_t out, in; uint8_t par[CELL]; } p = { OUT_BASE, IN_BASE, { 0 } };
    struct ptxi_memory memory[] = { { IN_BASE, (uint8_t *)in, N * SLOTS * 8 }, { OUT_BASE, out, N * RECORD } };
    struct ptxi_launch l = { .kernel = "k", .grid = { N / BLOCK, 1 }, .block = { BLOCK, 1, 1 }, .params = &p,
                             .param_bytes = sizeof p,
                             .memory = memory, .nmemory = 2, .chip = ptxi_gt200 };
    memcpy(p.par, g_par, CELL);
    struct ptxi_module *m = ptxi_parse(ptx, err, sizeof err);
    bool ok = m && ptxi_run(m, &l, err, sizeof err);
    if (!ok)
        fprintf(stderr, "interpreter: %s\n", err);
    ptxi_free(m);
    return ok;
}

/* ---- judging ---------------------------------------------------------------------------------------------- */

static double real(uint64_t x, bool wide)
{
    double d;
    float s;
    uint32_t u = (uint32_t)x;
    memcpy(&d, &x, 8);
    memcpy(&s, &u, 4);
    return wide ? d : (double)s;
}

/* Inputs for which the manual does not say what comes out. */
static bool undefined(const struct form *f, const uint64_t *in)
{
    const struct ptx_type *t = &ptx_types[f->code.type];
    uint64_t mask = t->bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << t->bits) - 1, b = f->constant == 1 ? f->value
        : in[1];
    if ((f->code.op == PTX_DIV || f->code.op == PTX_REM) && !t->is_float)
        return !(b & mask) || (t->is_signed && (b & mask) == mask);
    double size = fabs(real(b, t->bits == 64)), angle = fabs(real(f->constant == 0 ? f->value : in[0], false));
    if (f->code.op == PTX_DIV && t->is_float && !f->code.rnd && f->code.exact != PTX_EXACT_FULL && t->bits == 32)
        return !(size >= 0x1p-126 && size <= 0x1p126);
    return (f->code.op == PTX_SIN || f->code.op == PTX_COS) && !(angle <= 3.14159);
}

/* The error that the manual allows approximations, relative, or absolute where the result is small. */
static double allowed(const struct form *f)
{
    bool f32 = f->code.type == T_F32 && !f->code.rnd;
    switch (f->code.op) {
    case PTX_DIV: case PTX_SQRT: return f32 ? 0x1p-21 : 0;
    case PTX_RCP: return f32 ? 0x1p-22 : 0;
    case PTX_RSQRT: return f32 ? 0x1p-21 : 0x1p-51;
    case PTX_SIN: case PTX_COS: return 0x1p-20;
    case PTX_LG2: case PTX_EX2: return 0x1p-21;
    }
    return 0;
}

static bool close_enough(const struct form *f, uint64_t want, uint64_t found, enum ptype t)
{
    if (want == found)
        return true;
    if (!ptx_types[t].is_float)
        return false;
    if (t == T_F16)
        return (want & 0x7fff) > 0x7c00 && (found & 0x7fff) > 0x7c00;
    double a = real(want, t == T_F64), b = real(found, t == T_F64), e = allowed(f);
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (!e || isinf(a) || isinf(b))
        return e && fabs(a) > 0x1.fffff8p127 && fabs(b) > 0x1.fffff8p127 && (a > 0) == (b > 0);
    bool absolute = f->code.op == PTX_SIN || f->code.op == PTX_COS || f->code.op == PTX_LG2;
    return fabs(a - b) <= e * (absolute && fabs(a) < 1 ? 1 : fabs(a)) || (fabs(a) < 0x1.00001p-126 &&
                                                                          fabs(b) < 0x1.00001p-126);
}

static enum ptype result_of(const struct form *f)
{
    const char *w = f->row->operands;
    size_t n = strcspn(w, " ");
    return *w == '>' ? type_of(f, w + 1, n - 1 - (w[n - 1] == '|')) : T_B64;
}

static bool check(struct form *f)
{
    static uint64_t in[N * SLOTS];
    static uint8_t want[N * RECORD], found[N * RECORD];
    static struct text t;
    kernel(&t, f);
    draw(f, in, want);
    memcpy(found, want, sizeof want);
    if (!manual(t.s, in, want) || !model(t.s, in, found)) {
        fprintf(stderr, "%s\n", t.s);
        return false;
    }
    enum ptype type = result_of(f);
    for (unsigned i = 0; i < N; i++)
        for (unsigned k = 0; k < RECORD / 8; k++) {
            uint64_t a, b;
            memcpy(&a, want + RECORD * i + 8 * k, 8);
            memcpy(&b, found + RECORD * i + 8 * k, 8);
            if (a == b || undefined(f, &in[SLOTS * i]) || (k < elements(f) && close_enough(f, a, b, type)))
                continue;
            struct text line = { .n = 0 };
            instruction(&line, f);
            fprintf(stderr, "%s  of 0x%llx, 0x%llx, 0x%llx: expected 0x%llx, found 0x%llx (word %u)\n", line.s,
                    (unsigned long long)in[SLOTS * i], (unsigned long long)in[SLOTS * i + 1],
                        (unsigned long long)in[SLOTS * i + 2],
                    (unsigned long long)a, (unsigned long long)b, k);
            return false;
        }
    return true;
}

/* ---- which instructions ----------------------------------------------------------------------------------- */

static bool skipped(const struct ptx_row *r)
{
    static const uint8_t ops[] = { PTX_BRA, PTX_BRX, PTX_CALL, PTX_RET, PTX_EXIT, PTX_BAR, PTX_MEMBAR, PTX_TRAP,
                                   PTX_BRKPT, PTX_PMEVENT,
                                   PTX_TEX, PTX_VOTE, PTX_CVTA };
    for (size_t i = 0; i < sizeof ops; i++)
        if (r->op == ops[i])
            return true;
    return r->lib;
}

/* Member number `pick` of the place, counting none as the first where it is optional; 0: none. */
static unsigned choice(const struct ptx_place *p, unsigned pick)
{
    if (p->optional && !pick--)
        return 0;
    for (unsigned m = 1; m < 32; m++)
        if (p->members >> m & 1 && !pick--)
            return m;
    return 0;
}

static unsigned choices(const struct ptx_place *p) { return (unsigned)__builtin_popcount(p->members) + p->optional; }

/* Number `n` of the row's instructions; false: it has fewer. */
static bool form_of(const struct ptx_row *r, unsigned n, struct form *f)
{
    const char *part[16] = { ptx_op_name[r->op] };
    unsigned parts = 1;
    char why[300];
    *f = (struct form){ .row = r, .constant = -1 };
    for (unsigned i = 0; i < r->nplaces; i++) {
        unsigned m = choice(&r->place[i], n % choices(&r->place[i]));
        n /= choices(&r->place[i]);
        if (m)
            part[parts++] = ptx_groups[r->place[i].group].name[m];
    }
    if (n)
        return false;
    if (!ptx_recognise(part, parts, false, &f->code, why, sizeof why))
        abort();
    for (unsigned i = 0; i < parts; i++)
        snprintf(f->opcode + strlen(f->opcode), sizeof f->opcode - strlen(f->opcode), "%s%s", i ? "." : "", part[i]);
    return true;
}

int main(int argc, char **argv)
{
    unsigned part = argc > 2 ? (unsigned)atoi(argv[1]) : 0, parts = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    const char *only = argc == 2 ? argv[1] : NULL;
    unsigned passed = 0, failed = 0, count = 0;
    uint64_t s = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < CELL; i++)
        g_par[i] = (uint8_t)(i * 57 + 200);
    for (unsigned r = 0; r < ptx_nrows; r++) {
        struct form f;
        for (unsigned n = 0; !skipped(&ptx_rows[r]) && form_of(&ptx_rows[r], n, &f); n++) {
            if (count++ % parts != part || (only && strncmp(only, f.opcode, strlen(only))))
                continue;
            if (f.code.op == PTX_ST && f.code.space == PTX_SPACE_PARAM)
                continue;               /* for the arguments of calls */
            bool ok = check(&f);
            unsigned k = (unsigned)(values_next(&s) >> 33) % SLOTS;
            if (ok && f.sources) {
                while (!(f.sources >> k & 1))
                    k = (k + 1) % SLOTS;
                f.constant = (int)k;
                f.value = f.small[k] ? values_small(&s) : values_draw(&s, f.kind[k]);
                ok = check(&f);
            }
            passed += ok;
            failed += !ok;
        }
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0 || !passed;
}
