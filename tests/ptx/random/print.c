/* SPDX-License-Identifier: Apache-2.0
 *
 * A program as text, and its inputs.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../values.h"
#include "gen.h"

enum { REGS = 6, CELL = 32 };

struct out { char *s; size_t n; };

static void put(struct out *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct out *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    t->n += (size_t)vsnprintf(t->s + t->n, GEN_TEXT - t->n, fmt, ap);
    va_end(ap);
    if (t->n >= GEN_TEXT)
        abort();
}

static void print(struct out *t, const struct node *v, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const struct node *x = &v[i];
        if (x->off)
            continue;
        put(t, x->kind == NODE_LOOP ? "  %s\nLOOP%u:\n" : "  %s\n", x->text, x->id);
        if (x->kind == NODE_IF) {
            put(t, "  @!%%pt bra ELSE%u;\n", x->id);
            print(t, x->child[0], x->n[0]);
            put(t, "  bra END%u;\nELSE%u:\n", x->id, x->id);
            print(t, x->child[1], x->n[1]);
            put(t, "END%u:\n", x->id);
        } else if (x->kind == NODE_LOOP) {
            print(t, x->child[0], x->n[0]);
            put(t, "  sub.u32 %%c%u, %%c%u, 1; setp.ne.u32 %%pt, %%c%u, 0;\n  @%%pt bra LOOP%u;\nEND%u:\n", x->id,
                x->id, x->id, x->id,
                x->id);
        }
    }
}

/* Registers, addresses, and the values that the statements start with. */
static void prologue(struct out *t, const struct program *p)
{
    unsigned a = p->address_bits;
    const char *wide = a == 64 ? "mul.wide.u32" : "mul.lo.u32";
    put(t, "  .reg .b16 %%h<%d>, %%ht; .reg .b32 %%r<%d>, %%rt, %%c<%u>, %%i, %%t, %%n; .reg .b64 %%l<%d>, %%lt;\n",
        REGS, REGS,
        p->ids + 1, REGS);
    put(t, "  .reg .f32 %%f<%d>, %%ft; .reg .f64 %%d<%d>, %%dt; .reg .pred %%p<%d>, %%pt;\n", REGS, REGS, REGS);
    put(t, "  .reg .b%u %%in, %%out, %%counters, %%at, %%a2; .reg .b32 %%own, %%mine, %%other, %%pool;\n", a);
    put(t, "  .shared .align 16 .b8 slices[%d]; .shared .align 4 .b32 words[128]; .shared .align 4 .b32 poolv[32];\n",
        CELL * 128);
    put(t, "  .local .align 16 .b8 lo[%d];\n", CELL);
    /* %t: thread of the block, %n: threads of a block, %i: thread of the grid */
    put(t, "  mov.u32 %%t, %%tid.z; mov.u32 %%n, %%ntid.y; mov.u32 %%i, %%tid.y; mad.lo.u32 %%t, %%t, %%n, %%i;\n");
    put(t, "  mov.u32 %%n, %%ntid.x; mov.u32 %%i, %%tid.x; mad.lo.u32 %%t, %%t, %%n, %%i;\n  mov.u32 %%n, %u;\n",
        p->block[0] * p->block[1] * p->block[2]);
    put(t, "  mov.u32 %%i, %%ctaid.y; mov.u32 %%rt, %%nctaid.x; mov.u32 %%r0, %%ctaid.x; "
           "mad.lo.u32 %%i, %%i, %%rt, %%r0;\n");
    put(t, "  mad.lo.u32 %%i, %%i, %%n, %%t;\n");
    put(t, "  ld.param.u%u %%in, [in]; %s %%at, %%i, %d; add.u%u %%in, %%in, %%at;\n", a, wide, GEN_INPUT, a);
    put(t, "  ld.param.u%u %%out, [out]; %s %%at, %%i, %d; add.u%u %%out, %%out, %%at;\n", a, wide, GEN_RECORD, a);
    put(t, "  ld.param.u%u %%counters, [counters]; mov.u32 %%pool, poolv;\n", a);
    put(t, "  mov.u32 %%own, slices; mad.lo.u32 %%own, %%t, %d, %%own; mov.u32 %%mine, words; "
           "mad.lo.u32 %%mine, %%t, 4, %%mine;\n", CELL);
    put(t, "  add.u32 %%rt, %%t, 5; rem.u32 %%rt, %%rt, %%n; mov.u32 %%other, words; "
           "mad.lo.u32 %%other, %%rt, 4, %%other;\n");
    put(t, "  shl.b32 %%rt, %%t, 2; and.b32 %%rt, %%rt, 127; add.u32 %%rt, %%rt, %%pool; "
           "ld.param.u32 %%r0, [scalars];\n"
        "  st.shared.u32 [%%rt], %%r0;\n");
    for (unsigned i = 0; i < REGS; i++) {
        put(t, "  ld.global.u32 %%r%u, [%%in+%u]; ld.global.u64 %%l%u, [%%in+%u]; ld.global.u16 %%h%u, [%%in+%u];\n", i,
            8 * i, i,
            48 + 8 * i, i, 2 * i);
        put(t, "  ld.global.f32 %%f%u, [%%in+%u]; ld.global.f64 %%d%u, [%%in+%u]; setp.lt.s32 %%p%u, %%r%u, %u;\n", i,
            96 + 8 * i, i,
            144 + 8 * i, i, i, 16 * i);
    }
    for (unsigned i = 0; i < CELL; i += 8)
        put(t, "  st.shared.u64 [%%own+%u], %%l%u; st.local.u64 [lo+%u], %%l%u; st.shared.u32 [%%mine], %%r0;\n", i,
            i / 8, i,
            i / 8 + 1);
    put(t, "  bar.sync 0;\n");
}

static void epilogue(struct out *t)
{
    put(t, "  bar.sync 0;\n");
    for (unsigned i = 0; i < REGS; i++) {
        put(t, "  st.global.u32 [%%out+%u], %%r%u; st.global.u64 [%%out+%u], %%l%u; st.global.u16 [%%out+%u], %%h%u;\n",
            4 * i, i,
            32 + 8 * i, i, 80 + 2 * i, i);
        put(t, "  setp.num.f32 %%pt, %%f%u, %%f%u; selp.f32 %%ft, %%f%u, 0f7fffffff, %%pt; "
               "st.global.f32 [%%out+%u], %%ft;\n", i, i, i,
            96 + 4 * i);
        put(t, "  setp.num.f64 %%pt, %%d%u, %%d%u; selp.f64 %%dt, %%d%u, 0d7ff8000000000000, %%pt; "
               "st.global.f64 [%%out+%u], %%dt;\n", i,
            i, i, 120 + 8 * i);
        put(t, "  selp.u32 %%rt, 1, 0, %%p%u; st.global.u8 [%%out+%u], %%rt;\n", i, 168 + i);
    }
    put(t, "  ld.shared.u64 %%lt, [%%own]; st.global.u64 [%%out+176], %%lt; ld.shared.u64 %%lt, [%%own+16]; "
           "st.global.u64 [%%out+184], %%lt;\n"
        "  ld.local.u64 %%lt, [lo+8]; st.global.u64 [%%out+192], %%lt; ld.local.u64 %%lt, [lo+24]; "
        "st.global.u64 [%%out+200], %%lt;\n"
        "  and.b32 %%rt, %%t, 7; shl.b32 %%rt, %%rt, 2; add.u32 %%rt, %%rt, %%pool; ld.shared.u32 %%rt, [%%rt];\n"
        "  st.global.u32 [%%out+208], %%rt;\n  ret;\n");
}

void gen_print(const struct program *p, char *text)
{
    struct out t = { text, 0 };
    unsigned a = p->address_bits;
    put(&t, ".version 3.2\n.target sm_20\n.address_size %u\n.const .align 16 .b8 con[%d] = {", a, CELL);
    for (unsigned i = 0; i < CELL; i++)
        put(&t, "%s%u", i ? "," : "", (unsigned)(i * 91 + p->seed * 17 + 5) & 255);
    put(&t, "};\n.visible .entry k(.param .u%u out, .param .u%u in, .param .u%u counters, "
            ".param .align 16 .b8 scalars[%d])\n{\n", a, a,
        a, GEN_SCALARS);
    prologue(&t, p);
    print(&t, p->top, p->n);
    epilogue(&t);
    put(&t, "}\n");
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
