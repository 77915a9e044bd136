/* SPDX-License-Identifier: Apache-2.0
 *
 * Control flow that is not well formed: branches go anywhere, joins, breaks and returns meet whatever is on the
 * stack, barriers wait for any number of warps. Most programs end in a stack fault or hang. RTL and model must agree
 * on that too, in the same cycle.
 */
#include "draw.h"

#include <stdarg.h>
#include <stdio.h>

#define MAX_CYCLES 6000

struct gen {
    struct fuzz_prog *r;
    uint32_t state, slots;
    unsigned wild, bars, exits, partings;       /* weights of this program */
    const uint16_t *row;                /* of the instruction table */
    unsigned rows;
};

static uint32_t rnd(struct gen *g, uint32_t n) { return fuzz_random(&g->state, n); }

static void put_line(struct gen *g, const char *fmt, ...)
{
    char line[160];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    fuzz_asm(g->r, line);
}

static const char *draw_guard(struct gen *g, char *buf, unsigned one_in)
{
    static const char *const cond[] = {"lg", "e", "l", "ge", "s", "ns"};
    buf[0] = '\0';
    if (rnd(g, one_in) == 0)
        sprintf(buf, "@$c%u.%s ", rnd(g, 4), cond[rnd(g, 6)]);
    return buf;
}

/* Any of the 32 conditions, also those without a name, for the instruction just written. */
static void any_condition(struct gen *g)
{
    uint32_t *w1 = &g->r->code[g->r->n - 1];
    *w1 = (*w1 & ~(31u << 7)) | rnd(g, 32) << 7;
}

/* Mostly forward, so that programs come to an end. */
static uint32_t draw_target(struct gen *g)
{
    uint32_t at = g->r->n / 2;
    uint32_t slot = rnd(g, 4) ? at + rnd(g, g->slots > at ? g->slots - at : 1) : rnd(g, g->slots);
    return 8 * slot;
}

/* Any long instruction at all, most of those of memory left out: they end the program at once. */
static bool is_allowed(const struct gt_insn *in)
{
    return in->len == 8 && in->form == GT_FORM_LONG && in->unit != GT_UNIT_LSU && !in->ainc &&
           (!in->has_s || !in->areg);
}

static const struct fuzz_room room = {.first = 4, .end = 12, .regs = 16, .allows = is_allowed};

/* With the marker in the last two bits of the second word: 0 none, 1 exit, 2 join. */
static void put_any(struct gen *g, const char *mark)
{
    struct gt_insn in, beside;
    fuzz_draw_add(g->r, &g->state, g->row, g->rows, &room, &in, &beside);
    g->r->code[g->r->n - 1] |= mark[0] == 0 ? 0 : mark[1] == 'e' ? 1 : 2;
}

/* An instruction that is not control flow; mark: .join or nothing. */
static void put_ordinary(struct gen *g, const char *mark)
{
    char p[32];
    switch (rnd(g, 14)) {
    case 10: case 11: case 12: case 13: put_any(g, mark); break;
    case 0: case 1: case 2:
        put_line(g, "%sadd.b32%s $r%u|$c%u, $r%u, $r%u", draw_guard(g, p, 4), mark, 4 + rnd(g, 8), rnd(g, 4),
                 4 + rnd(g, 8), 4 + rnd(g, 8));
        break;
    case 3:
        put_line(g, "%sset.l.s32%s $r%u|$c%u, $r%u, $r0", draw_guard(g, p, 4), mark, 4 + rnd(g, 8), rnd(g, 4),
                 4 + rnd(g, 8));
        break;
    case 4: put_line(g, "ld.b32%s $r%u, c0[$a3+0x%x]", mark, 4 + rnd(g, 8), 4 * rnd(g, 8)); break;
    case 5: put_line(g, "add.b32%s $r%u, $r%u, c0[0x%x]", mark, 4 + rnd(g, 8), 4 + rnd(g, 8), 4 * rnd(g, 64)); break;
    case 6: put_line(g, "ld.b32%s $r%u, s[$a1+0x40]", mark, 4 + rnd(g, 8)); break;
    case 7: put_line(g, "ld.b32%s $r%u, g14[$r1]", mark, 4 + rnd(g, 8)); break;
    case 8: put_line(g, "add.b32%s $r%u, s[0x10].b32, $r%u", mark, 4 + rnd(g, 8), 4 + rnd(g, 8)); break;
    default: put_line(g, "nop%s", mark); break;
    }
}

static void put_barrier(struct gen *g)
{
    unsigned kind = rnd(g, 8), id = rnd(g, 2);
    const char *const how = kind < 5 ? ".inc.wait" : kind < 7 ? ".inc" : ".wait";
    if (rnd(g, 4) == 0)
        put_line(g, "bar%s.all 0x%x", how, id);
    else
        put_line(g, "bar%s 0x%x, 0x%x", how, id, rnd(g, 2) ? 0xfff : rnd(g, 6));
}

/* Some warps end, at once or after a while, where the others meet a barrier that may count them. */
static void put_parting(struct gen *g)
{
    static const char *const how[] = {"e", "lg", "l", "ge", "g"};
    unsigned warps = (g->r->launch.block_x + 31) / 32;
    uint32_t over, end;
    put_line(g, "shr.u32 $r13, $r0, 0x5\nmov.b32 $r14, 0x%x", rnd(g, warps));
    put_line(g, "set.%s.u32 _|$c3, $r13, $r14", how[rnd(g, 5)]);
    over = g->r->n;
    put_line(g, "@$c3.e bra 0x0");
    for (unsigned n = rnd(g, 3); n; n--)
        put_ordinary(g, "");
    for (unsigned n = rnd(g, 12); n; n--)
        put_line(g, "rsqrt.f32 $r15, $r15");
    put_line(g, "nop.exit");
    end = g->r->n;
    g->r->n = over;
    put_line(g, "@$c3.e bra 0x%x", 4 * end);
    g->r->n = end;
    g->r->launch.code_words = end;
    put_line(g, "bar.inc.wait 0x%x, 0x%x", rnd(g, 2), rnd(g, 8) ? 1 + rnd(g, warps) : 0xfff);
}

/* Control flow that goes anywhere. */
static void put_control(struct gen *g)
{
    char p[32];
    unsigned what = rnd(g, 12);
    switch (what) {
    case 0: case 1: case 2: put_line(g, "%sbra 0x%x", draw_guard(g, p, 1 + (rnd(g, 8) == 0)), draw_target(g)); break;
    case 3: put_line(g, "joinat 0x%x", draw_target(g)); break;
    case 4: case 5: put_ordinary(g, ".join"); break;
    case 6: put_line(g, "prebrk 0x%x", draw_target(g)); break;
    case 7: put_line(g, "%sbrk", draw_guard(g, p, 1 + (rnd(g, 4) == 0))); break;
    case 8: put_line(g, rnd(g, 2) ? "call 0x%x" : "call.lim 0x%x", draw_target(g)); break;
    case 9: put_line(g, "%sret", draw_guard(g, p, 1 + (rnd(g, 6) == 0))); break;
    case 10: put_line(g, "%s", rnd(g, 2) ? "quadon" : "quadpop"); break;
    default:
        if (rnd(g, 4)) {
            put_line(g, "%sbrkpt", draw_guard(g, p, 2));
            any_condition(g);
        } else {
            put_line(g, "brkpt.half\nmov.b32.half $r%u, $r%u", 4 + rnd(g, 8), 4 + rnd(g, 8));
        }
        break;
    }
    if ((what <= 2 || what == 7 || what == 9) && rnd(g, 4) == 0)            /* bra, brk, ret */
        any_condition(g);
}

/* If and else with an inner piece that may leave, joined properly: keeps the stack busy without an early fault. */
static void put_diamond(struct gen *g)
{
    char p[32];
    uint32_t at = g->r->n / 2, half = 1 + rnd(g, 3), end = at + 3 + 2 * half;
    put_line(g, "joinat 0x%x", 8 * end);
    put_line(g, "%sbra 0x%x", draw_guard(g, p, 1), 8 * (at + 3 + half));
    for (unsigned i = 0; i < half; i++)
        put_ordinary(g, "");
    put_line(g, "bra 0x%x", 8 * end);
    for (unsigned i = 0; i < half; i++)
        if (rnd(g, 6))
            put_ordinary(g, "");
        else
            put_line(g, "%sret", draw_guard(g, p, 1));
    put_ordinary(g, ".join");
}

void fuzz_control(struct fuzz_prog *r, uint32_t seed)
{
    struct gen g = {.r = r, .state = seed * 2654435761u | 1};
    for (unsigned i = 0; i < 8; i++)
        rnd(&g, 2);
    uint16_t row[FUZZ_ROWS];
    g.row = row;
    g.rows = fuzz_draw_rows(&room, row);
    fuzz_init(r, rnd(&g, 3) ? 32 * (1 + rnd(&g, 12)) : 1 + rnd(&g, 500));
    r->launch.grid_x = 1 + rnd(&g, 8);
    r->launch.smem = 0x40 + 4 * 512 + 64;
    r->launch.max_cycles = MAX_CYCLES;
    r->launch.entry = 0;
    g.slots = 20 + rnd(&g, 60);
    g.wild = rnd(&g, 12);
    g.bars = rnd(&g, 6);
    g.exits = rnd(&g, 3);
    g.partings = rnd(&g, 3);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t v = rnd(&g, 1u << 30);
        fuzz_must(gt_const_write(r->gpu, 0, 4 * i, &v, 4));
    }
    fuzz_counters(r, &g.state);
    fuzz_textures(r, &g.state, 0, FUZZ_OUT_BYTES);
    put_line(&g, "mov.b32 $r1, s[0x10].b32");
    put_line(&g, "shl $a1, $r0, 0x2");
    put_line(&g, "shl $a3, $r0, 0x%x", rnd(&g, 4));
    for (unsigned i = 4; i < 12; i++) {
        uint32_t v = rnd(&g, 1u << 10);
        put_line(&g, "mov.b32 $r%u, 0x%x", i, i & 1 ? v : -v);
    }
    for (unsigned i = 0; i < 4; i++)
        put_line(&g, "add.b32 $r%u|$c%u, $r%u, $r0", 4 + i, i, 4 + i);
    while (r->n / 2 < g.slots) {
        if (rnd(&g, 16) < g.wild)
            put_control(&g);
        else if (rnd(&g, 16) < g.bars)
            put_barrier(&g);
        else if (rnd(&g, 40) < g.exits)
            put_ordinary(&g, ".exit");
        else if (rnd(&g, 40) < g.partings)
            put_parting(&g);
        else if (rnd(&g, 6) == 0)
            put_diamond(&g);
        else
            put_ordinary(&g, "");
    }
    put_line(&g, rnd(&g, 2) ? "nop.exit" : "ret");
}
