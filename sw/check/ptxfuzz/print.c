/* SPDX-License-Identifier: Apache-2.0
 *
 * A program as text, and its inputs.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"
#include "gen.h"

enum { REGS = 6, CELL = 32 };

struct out { char *s; size_t n; };

static void put_text(struct out *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put_text(struct out *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    t->n += (size_t)vsnprintf(t->s + t->n, GEN_TEXT - t->n, fmt, ap);
    va_end(ap);
    if (t->n >= GEN_TEXT)
        abort();
}

/* Statements as text, those that are switched off left out. */
static void print_nodes(struct out *t, const struct node *v, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const struct node *x = &v[i];
        if (x->off)
            continue;
        put_text(t, x->kind == NODE_LOOP ? "  %s\nLOOP%u:\n" : "  %s\n", x->text, x->id);
        if (x->kind == NODE_IF) {
            put_text(t, "  @!%%pt bra ELSE%u;\n", x->id);
            print_nodes(t, x->child[0], x->n[0]);
            put_text(t, "  bra END%u;\nELSE%u:\n", x->id, x->id);
            print_nodes(t, x->child[1], x->n[1]);
            put_text(t, "END%u:\n", x->id);
        } else if (x->kind == NODE_LOOP) {
            print_nodes(t, x->child[0], x->n[0]);
            put_text(t, "  sub.u32 %%c%u, %%c%u, 1; setp.ne.u32 %%pt, %%c%u, 0;\n  @%%pt bra LOOP%u;\nEND%u:\n", x->id,
                     x->id, x->id, x->id,
                     x->id);
        }
    }
}

static const char letters[] = "rlhfdp";

/* What the statements name: registers by letter and number, and what lies in memory. */
struct used { bool reg[6][REGS], own, words, pool, local; };

/* Which registers and memories the text names. */
static void find_used(const char *text, struct used *u)
{
    memset(u, 0, sizeof *u);
    for (const char *s = text; (s = strchr(s, '%')); s++) {
        const char *l = s[1] ? strchr(letters, s[1]) : NULL;
        if (l && s[2] >= '0' && s[2] < '0' + REGS)
            u->reg[l - letters][s[2] - '0'] = true;
    }
    u->own = strstr(text, "%own") != NULL;
    u->words = strstr(text, "%mine") != NULL;
    u->pool = strstr(text, "%pool") != NULL;
    u->local = strstr(text, "[lo+") || strstr(text, ", lo;");
}

static void put_declarations(struct out *t, const struct program *p)
{
    put_text(t, "  .reg .b16 %%h<%d>, %%ht; .reg .b32 %%r<%d>, %%rt, %%c<%u>, %%i, %%t, %%n;\n", REGS, REGS,
             p->ids + 1);
    put_text(t,
             "  .reg .b64 %%l<%d>, %%lt; .reg .f32 %%f<%d>, %%ft; .reg .f64 %%d<%d>, %%dt; .reg .pred %%p<%d>, %%pt;\n",
             REGS, REGS, REGS, REGS);
    put_text(t, "  .reg .b%u %%in, %%out, %%counters, %%at, %%a2; .reg .b32 %%own, %%mine, %%other, %%pool;\n",
             p->address_bits);
    put_text(t,
             "  .shared .align 16 .b8 slices[%d]; .shared .align 4 .b32 words[128]; .shared .align 4 .b32 poolv[32];\n",
             CELL * 128);
    put_text(t, "  .local .align 16 .b8 lo[%d];\n", CELL);
}

/* Shared and local memory: the thread's slice, its word, the words of all. */
static void fill_memory(struct out *t, const struct used *u)
{
    put_text(t, "  ld.param.u32 %%rt, [scalars];\n");
    if (u->own)
        put_text(t, "  mov.u32 %%own, slices; mad.lo.u32 %%own, %%t, %d, %%own;\n", CELL);
    if (u->words)
        put_text(t, "  mov.u32 %%mine, words; mad.lo.u32 %%mine, %%t, 4, %%mine; st.shared.u32 [%%mine], %%rt;\n"
                 "  add.u32 %%rt, %%t, 5; rem.u32 %%rt, %%rt, %%n; mov.u32 %%other, words;\n"
                 "  mad.lo.u32 %%other, %%rt, 4, %%other; ld.param.u32 %%rt, [scalars];\n");
    if (u->pool)
        put_text(t, "  mov.u32 %%pool, poolv; shl.b32 %%own, %%t, 2; and.b32 %%own, %%own, 127;\n"
                 "  add.u32 %%own, %%own, %%pool; st.shared.u32 [%%own], %%rt;\n");
    if (u->own)
        put_text(t, "  mov.u32 %%own, slices; mad.lo.u32 %%own, %%t, %d, %%own;\n", CELL);
    for (unsigned i = 0; i < CELL; i += 8) {
        if (u->own)
            put_text(t, "  ld.global.u64 %%lt, [%%in+%u]; st.shared.u64 [%%own+%u], %%lt;\n", 64 + i, i);
        if (u->local)
            put_text(t, "  ld.global.u64 %%lt, [%%in+%u]; st.local.u64 [lo+%u], %%lt;\n", 72 + i, i);
    }
}

/* Addresses, and the values that the statements start with. */
static void put_prologue(struct out *t, const struct program *p, const struct used *u)
{
    static const struct { const char *load; unsigned from, step; } first[] = {
        { "u32", 0, 8 }, { "u64", 48, 8 }, { "u16", 0, 2 }, { "f32", 96, 8 }, { "f64", 144, 8 },
    };
    unsigned a = p->address_bits;
    const char *wide = a == 64 ? "mul.wide.u32" : "mul.lo.u32";
    /* %t: thread of the block, %n: threads of a block, %i: thread of the grid */
    put_text(t,
             "  mov.u32 %%t, %%tid.z; mov.u32 %%n, %%ntid.y; mov.u32 %%i, %%tid.y; mad.lo.u32 %%t, %%t, %%n, %%i;\n");
    put_text(t, "  mov.u32 %%n, %%ntid.x; mov.u32 %%i, %%tid.x; mad.lo.u32 %%t, %%t, %%n, %%i;\n  mov.u32 %%n, %u;\n",
             p->block[0] * p->block[1] * p->block[2]);
    put_text(t,
             "  mov.u32 %%i, %%ctaid.y; mov.u32 %%rt, %%nctaid.x; mul.lo.u32 %%i, %%i, %%rt; "
             "mov.u32 %%rt, %%ctaid.x;\n");
    put_text(t, "  add.u32 %%i, %%i, %%rt; mad.lo.u32 %%i, %%i, %%n, %%t;\n");
    put_text(t, "  ld.param.u%u %%in, [in]; %s %%at, %%i, %d; add.u%u %%in, %%in, %%at;\n", a, wide, GEN_INPUT, a);
    put_text(t, "  ld.param.u%u %%out, [out]; %s %%at, %%i, %d; add.u%u %%out, %%out, %%at;\n", a, wide, GEN_RECORD, a);
    put_text(t, "  ld.param.u%u %%counters, [counters];\n", a);
    fill_memory(t, u);
    for (unsigned k = 0; k < 6; k++)
        for (unsigned i = 0; i < REGS; i++)
            if (u->reg[k][i] && letters[k] != 'p')
                put_text(t, "  ld.global.%s %%%c%u, [%%in+%u];\n", first[k].load, letters[k], i,
                         first[k].from + i * first[k].step);
            else if (u->reg[k][i])
                put_text(t, "  ld.global.u32 %%rt, [%%in+%u]; setp.lt.s32 %%p%u, %%rt, %u;\n", 8 * i, i, 16 * i);
    put_text(t, "  bar.sync 0;\n");
}

/* Stores all that was used; NaNs become one. */
static void put_epilogue(struct out *t, const struct used *u)
{
    put_text(t, "  bar.sync 0;\n");
    for (unsigned i = 0; i < REGS; i++) {
        if (u->reg[0][i])
            put_text(t, "  st.global.u32 [%%out+%u], %%r%u;\n", 4 * i, i);
        if (u->reg[1][i])
            put_text(t, "  st.global.u64 [%%out+%u], %%l%u;\n", 32 + 8 * i, i);
        if (u->reg[2][i])
            put_text(t, "  st.global.u16 [%%out+%u], %%h%u;\n", 80 + 2 * i, i);
        if (u->reg[3][i])
            put_text(t, "  setp.num.f32 %%pt, %%f%u, %%f%u; selp.f32 %%ft, %%f%u, 0f7fffffff, %%pt;\n"
                     "  st.global.f32 [%%out+%u], %%ft;\n", i, i, i, 96 + 4 * i);
        if (u->reg[4][i])
            put_text(t, "  setp.num.f64 %%pt, %%d%u, %%d%u; selp.f64 %%dt, %%d%u, 0d7ff8000000000000, %%pt;\n"
                     "  st.global.f64 [%%out+%u], %%dt;\n", i, i, i, 120 + 8 * i);
        if (u->reg[5][i])
            put_text(t, "  selp.u32 %%rt, 1, 0, %%p%u; st.global.u8 [%%out+%u], %%rt;\n", i, 168 + i);
    }
    for (unsigned i = 0; i < CELL; i += 16) {
        if (u->own)
            put_text(t, "  ld.shared.u64 %%lt, [%%own+%u]; st.global.u64 [%%out+%u], %%lt;\n", i, 176 + i / 2);
        if (u->local)
            put_text(t, "  ld.local.u64 %%lt, [lo+%u]; st.global.u64 [%%out+%u], %%lt;\n", i + 8, 192 + i / 2);
    }
    if (u->pool)
        put_text(t, "  and.b32 %%rt, %%t, 7; shl.b32 %%rt, %%rt, 2; add.u32 %%rt, %%rt, %%pool;\n"
                 "  ld.shared.u32 %%rt, [%%rt]; st.global.u32 [%%out+208], %%rt;\n");
    put_text(t, "  ret;\n");
}

void gen_print(const struct program *p, char *text)
{
    char *statements = malloc(GEN_TEXT);
    if (!statements)
        abort();
    struct out t = { text, 0 }, body = { statements, 0 };
    struct used u;
    unsigned a = p->address_bits;
    *statements = 0;
    print_nodes(&body, p->top, p->n);
    find_used(statements, &u);
    put_text(&t, ".version 3.2\n.target sm_20\n.address_size %u\n.const .align 16 .b8 con[%d] = {", a, CELL);
    for (unsigned i = 0; i < CELL; i++)
        put_text(&t, "%s%u", i ? "," : "", (unsigned)(i * 91 + p->seed * 17 + 5) & 255);
    put_text(&t, "};\n.visible .entry k(.param .u%u out, .param .u%u in, .param .u%u counters, "
                 ".param .align 16 .b8 scalars[%d])\n{\n", a, a, a, GEN_SCALARS);
    put_declarations(&t, p);
    put_prologue(&t, p, &u);
    put_text(&t, "%s", statements);
    put_epilogue(&t, &u);
    put_text(&t, "}\n");
    free(statements);
}

void gen_inputs(const struct program *p, uint64_t *in, unsigned threads, uint8_t scalars[GEN_SCALARS],
                uint32_t *counters)
{
    uint64_t s = p->seed * 0xd1342543de82ef95u + 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < threads; i++)
        for (unsigned k = 0; k < GEN_INPUT / 8; k++)
            in[i * (GEN_INPUT / 8) + k] = values_draw(&s, k < 12 ? T_S64 : k < 18 ? T_F32 : k < 24 ? T_F64 : T_U64);
    for (unsigned i = 0; i < GEN_SCALARS; i++)
        scalars[i] = (uint8_t)values_next(&s);
    for (unsigned i = 0; i < GEN_COUNTERS / 4; i++)
        counters[i] = (uint32_t)values_next(&s);
}
