/* SPDX-License-Identifier: Apache-2.0
 *
 * Straight lines of instructions drawn from the rows of the instruction table with random bits in all their fields:
 * every unit, form, modifier, predicate and operand that can be had without branching or leaving memory.
 */
#include "draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* $r0-$r15 data, $r16 $r17 $r19 $r22 addresses in g[] that are multiples of 16, 4, 2, 1, $r23 only a few places, $r18
 * numbers for $a, $r20 where the results go, $r21 thread number, $r24 for $a4, the only one that l[] may use, $r25
 * the buffer. */
#define REGS 28
#define AREG_LOW 512            /* smallest value of $a1-$a3, so that autoincrement may go down */
#define DRIFT 512               /* how far it may take them */
#define SOFFSET 2048            /* ld and st s[] */
#define LMEM 128
#define RESULTS 0x10000         /* bytes of g[] for results, 128 per thread; memory that is loaded and stored behind
                                   them */

struct gen {
    struct fuzz_prog *r;
    uint32_t state;
    const uint16_t *row;        /* rows to draw from */
    unsigned rows;
    uint32_t drift[5];          /* of $a1-$a4 since they were last set */
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

static bool is_allowed(const struct gt_insn *in)
{
    bool local = in->op == GT_OP_LD_L || in->op == GT_OP_ST_L;
    if (in->len == 4 && in->ainc && in->mem_off % 4)            /* the word beside it comes before $a can be put
                                                                   right */
        return false;
    return !local || in->areg == 0 || in->areg == 4;
}

static const struct fuzz_room room = {
    .first = 0, .end = 16, .regs = REGS, .smem = SOFFSET, .lmem = LMEM / 2,
    .greg = {{22, 23}, {19, 16}, {17, 23}, {16, 23}, {16, 23}}, .coordinates = true, .allows = is_allowed,
};

static void set_areg(struct gen *g, unsigned a)
{
    put_line(g, "shl $a%u, $r%u, 0x%x", a, a == 4 ? 24 : 18, a == 4 ? 0 : rnd(g, 2));
    g->drift[a] = 0;
}

/* Gives $a a value with a bound again, sometimes after a look at the one it has. */
static void renew_areg(struct gen *g, unsigned a)
{
    if (rnd(g, 2))
        put_line(g, "mov.b32 $r%u, $a%u", rnd(g, 16), a);
    set_areg(g, a);
}

/* What an instruction did to $a: written as its destination, or moved by the autoincrement of an operand, or both. */
static void follow_areg(struct gen *g, const struct gt_insn *in)
{
    unsigned written = in->dst_kind == GT_K_AREG ? in->dst : 0, moved = in->ainc ? in->areg : 0;
    if (!in->len)
        return;
    if (written)
        renew_areg(g, written);
    if (!moved || moved == written)
        return;
    g->drift[moved] += (uint32_t)abs(in->mem_off);
    if (moved == 4 || in->mem_off % 4 || g->drift[moved] > DRIFT || !rnd(g, 4))
        renew_areg(g, moved);
}

/* A corner of a format, an f32 not far from 1, or any number. */
static uint32_t draw_value(struct gen *g)
{
    static const uint32_t corner[] = {0,          1,          0xffffffff, 0x80000000, 0x7fffffff, 0x3f800000,
                                      0x7f800000, 0xff800000, 0x7fc00000, 0x00800000, 0x007fffff, 0x4b000000,
                                      0xbf000000, 0x7ff00000, 0x3ff00000, 0x00100000, 0x7f7fffff, 0x3f7fffff,
                                      0x40000000, 0xc0000000, 0x42fe0000, 0xff7fffff, 0xfff00000};
    switch (rnd(g, 6)) {
    case 0: case 1: return corner[rnd(g, sizeof corner / sizeof corner[0])];
    case 2: return (rnd(g, 0) & 0x807fffff) | (96 + rnd(g, 64)) << 23;          /* f32 not far from 1 */
    default: return rnd(g, 0) >> rnd(g, 24);
    }
}

/* A pair of registers becomes a double that is special, or close to one that is. */
static void set_double(struct gen *g)
{
    static const uint32_t high[] = {0,          0x80000000, 0x7ff00000, 0xfff00000, 0x7ff80000, 0x7ff00001,
                                    0x3ff00000, 0xbff00000, 0x7fefffff, 0x00100000, 0x000fffff, 0x43300000,
                                    0x41e00000, 0x47efffff, 0x38100000, 0x36a00000};
    uint32_t reg = 2 * rnd(g, 8), low = rnd(g, 3) ? 0 : rnd(g, 2) ? 0xffffffff : rnd(g, 0);
    put_line(g, "mov.b32 $r%u, 0x%x\nmov.b32 $r%u, 0x%x", reg, low, reg + 1,
             high[rnd(g, sizeof high / sizeof high[0])]);
}

/* Of any exponents, denormal or far apart, and what is rounded at once. */
static void round_doubles(struct gen *g)
{
    static const char *const op[] = {"add", "mul", "fma"}, *const rm[] = {"rn", "rm", "rp", "rz"};
    unsigned what = rnd(g, 4), a = 4 * rnd(g, 2), d = 8 + 2 * rnd(g, 4), mode = rnd(g, 4);
    for (unsigned i = 0; i < 6; i += 2) {
        uint32_t exponent = rnd(g, 3) ? rnd(g, 2047) : rnd(g, 2), sign = rnd(g, 2) << 31;
        uint32_t low = rnd(g, 3) ? rnd(g, 0) >> rnd(g, 32) : 1u << rnd(g, 32), high = rnd(g, 3) ? 0 : rnd(g, 1 << 20);
        if (i && rnd(g, 2))
            exponent = 1023 + rnd(g, 200);
        put_line(g, "mov.b32 $r%u, 0x%x\nmov.b32 $r%u, 0x%x", a + i, low, a + i + 1, sign | exponent << 20 | high);
    }
    if (what == 3)
        put_line(g, rnd(g, 2) ? "cvt.%s.f32.f64 $r%u, $r%ud" : "cvt.%si.s32.f64 $r%u, $r%ud", rm[mode], d, a);
    else
        put_line(g, what == 2 ? "%s.%s.f64 $r%ud, $r%ud, $r%ud, $r%ud" : "%s.%s.f64 $r%ud, $r%ud, $r%ud", op[what],
                 rm[mode], d, a, a + 2, a + 4);
}

/* $r<reg> = an address behind the results that depends on the thread: neighbours share one, follow each other or are
 * far apart. */
static void put_scattered(struct gen *g, unsigned reg, uint32_t mask)
{
    static const uint32_t mul[] = {1, 2, 4, 4, 8, 16, 17, 32, 64, 68, 255, 1021, 4097};
    put_line(g, "mul.u24 $r%u, $r21, 0x%x", reg, mul[rnd(g, 13)]);
    put_line(g, "add.b32 $r%u, $r%u, 0x%x", reg, reg, rnd(g, 4096));
    put_line(g, "and.b32 $r%u, $r%u, 0x%x", reg, reg, mask);
    put_line(g, "add.b32 $r%u, $r%u, 0x%x", reg, reg, RESULTS);
    put_line(g, "add.b32 $r%u, $r25, $r%u", reg, reg);
}

static void put_addresses(struct gen *g)
{
    static const uint32_t wide[] = {0x3ff, 0xfff, 0xffff}, narrow[] = {0x00, 0x10, 0x30, 0x1c0};
    put_scattered(g, 16, wide[rnd(g, 3)] & ~15u);
    put_scattered(g, 17, wide[rnd(g, 3)] & ~3u);
    put_scattered(g, 19, wide[rnd(g, 3)] & ~1u);
    put_scattered(g, 22, wide[rnd(g, 3)]);
    put_scattered(g, 23, narrow[rnd(g, 4)]);
}

static void special_register(struct gen *g)
{
    static const char *const name[] = {"$physid", "$clock", "$sr2", "$sr3", "$pm0",
                                       "$pm1",    "$pm2",   "$pm3", "$sr8", "$sr15"};
    put_line(g, "mov.b32 $r%u, %s", rnd(g, 16), name[rnd(g, 10)]);
}

/* An instruction of a random row, and what keeps those behind it inside of memory. */
static void put_statement(struct gen *g)
{
    struct gt_insn in, beside;
    bool join = rnd(g, 12) == 0;
    uint32_t at = g->r->n;
    if (join)
        put_line(g, "joinat 0x%x", 4 * at + 8);
    fuzz_draw_add(g->r, &g->state, g->row, g->rows, &room, &in, &beside);
    if (join && in.form == GT_FORM_LONG)
        g->r->code[at + 3] |= 2;                    /* the marker */
    else if (join)
        put_line(g, "nop.join");
    follow_areg(g, &in);
    follow_areg(g, &beside);
    switch (rnd(g, 32)) {
    case 0: special_register(g); break;
    case 1: put_addresses(g); break;
    case 5: fuzz_fetch(g->r, &g->state, &room); break;
    case 6: case 7: set_double(g); break;
    case 8: case 9: round_doubles(g); break;
    case 2: case 3: case 4: put_line(g, "mov.b32 $r%u, 0x%x", rnd(g, 16), draw_value(g)); break;
    default: break;
    }
}

/* Addresses, registers and flags with values. */
static void put_prologue(struct gen *g)
{
    put_line(g, "cvt.u32.u16 $r21, $r0l\nshl.b32 $r18, $r21, 0x2\nadd.b32 $r18, $r18, 0x%x", AREG_LOW);
    put_line(g, "mov.b32 $r25, s[0x10].b32\nshl.b32 $r20, $r21, 0x7\nadd.b32 $r20, $r25, $r20");
    put_line(g, "shl.b32 $r24, $r21, 0x4\nand.b32 $r24, $r24, 0x30");
    put_addresses(g);
    for (unsigned i = 1; i < 5; i++)
        set_areg(g, i);
    for (unsigned i = 1; i < 16; i++) {
        put_line(g, "mov.b32 $r%u, 0x%x", i, draw_value(g));
        put_line(g, rnd(g, 2) ? "add.b32 $r%u, $r%u, $r0" : "mul.u24 $r%u, $r%u, $r18", i, i);
    }
    for (unsigned i = 0; i < 4; i++)
        put_line(g, "set.l.s32 _|$c%u, $r%u, $r%u", i, rnd(g, 16), rnd(g, 16));
}

static void put_epilogue(struct gen *g)
{
    for (unsigned i = 0; i < 16; i += 4) {
        put_line(g, "st.b128 g14[$r20], $r%uq", i);
        put_line(g, "add.b32 $r20, $r20, 0x10");
    }
    for (unsigned i = 0; i < 4; i++)
        put_line(g, "mov.b32 $r%u, $c%u", i, i);
    put_line(g, "st.b128 g14[$r20], $r0q\nnop.exit");
}

void fuzz_rows(struct fuzz_prog *p, uint32_t seed)
{
    uint16_t row[FUZZ_ROWS];
    struct gen g = {.r = p, .state = seed * 2654435761u | 1, .row = row};
    g.rows = fuzz_draw_rows(&room, row);
    for (unsigned i = 0; i < 8; i++)
        rnd(&g, 2);
    uint32_t threads = rnd(&g, 8) == 0 ? 512 : rnd(&g, 2) ? 32 * (1 + rnd(&g, 6)) : 1 + rnd(&g, 192);
    fuzz_init(p, threads);
    p->launch.grid_x = 1 + rnd(&g, 4);
    p->launch.regs = REGS;
    p->launch.smem = 2 * (AREG_LOW + 4 * threads) + DRIFT + SOFFSET;
    p->launch.lmem = LMEM;
    for (uint32_t i = 0; i < 2048; i++) {
        uint32_t v = draw_value(&g);
        fuzz_must(gt_const_write(p->gpu, i & 1, 4 * (i / 2), &v, 4));
        fuzz_must(gt_write(p->gpu, p->out + RESULTS + 4 * i, &v, 4));
    }
    if (rnd(&g, 4) == 0) {
        p->launch.param_words = 2 + rnd(&g, 63);
        for (uint32_t i = 1; i < p->launch.param_words; i++)
            p->params[i] = draw_value(&g);
    }
    fuzz_counters(p, &g.state);
    fuzz_textures(p, &g.state, RESULTS, 2048 * 4);
    put_prologue(&g);
    for (unsigned n = 20 + rnd(&g, 180); n; n--)
        put_statement(&g);
    put_epilogue(&g);
}
