/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs that do little but load and store. Addresses are scattered per lane (conflicts, partly used segments,
 * lanes that meet), the accesses come in bursts, so that queues fill, write-back starves and SP results meet loads.
 * Threads write over each other: RTL and model must agree even on who wins.
 */
#include "draw.h"

#include <stdarg.h>
#include <stdio.h>

#define REGS 40

struct gen {
    struct fuzz_prog *r;
    uint32_t state;
    bool wide;                          /* $a1, $a2 reach all of shared memory */
};

static uint32_t rnd(struct gen *g, uint32_t n) { return fuzz_random(&g->state, n); }

static void put_line(struct gen *g, const char *fmt, ...)
{
    char buf[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    fuzz_asm(g->r, buf);
}

/* Data registers 16..39 in groups of four; 40 and up do not exist. */
static unsigned data_reg(struct gen *g) { return 16 + rnd(g, 24); }
static unsigned quad_reg(struct gen *g) { return 16 + 4 * rnd(g, 6); }
static unsigned dest_reg(struct gen *g) { return rnd(g, 16) ? data_reg(g) : 40 + rnd(g, 80); }

static const char *draw_guard(struct gen *g)
{
    static const char *const p[] = {"", "", "", "@$c0.lg ", "@$c1.s ", "@$c0.e ", "@$c2.ge ", "@never "};
    return p[rnd(g, 8)];
}

/* $rN = (tid * k + c) & mask: neighbours may share a value, follow each other, or be far apart. */
static void put_scattered(struct gen *g, unsigned reg, uint32_t mask)
{
    static const uint32_t mul[] = {0, 1, 2, 4, 8, 16, 17, 32, 64, 68, 128, 255, 1021, 4097};
    put_line(g, "mul.u24 $r%u, $r0, 0x%x", reg, mul[rnd(g, 14)]);
    put_line(g, "add.b32 $r%u, $r%u, 0x%x", reg, reg, rnd(g, 4096));
    put_line(g, "and.b32 $r%u, $r%u, 0x%x", reg, reg, mask);
}

/* Of every other, fourth, ... lane an address that differs in some of the high bits (fuzz_init_far). */
static void put_spread(struct gen *g, unsigned reg)
{
    put_line(g, "shl.b32 $r3, $r0, 0x%x", 31 - rnd(g, 5));
    put_line(g, "shr.s32 $r3, $r3, 0x1f");
    put_line(g, "and.b32 $r3, $r3, 0x%x", rnd(g, 2) ? 1u << (20 + rnd(g, 9)) : rnd(g, 0));
    put_line(g, "and.b32 $r3, s[0x14].b32, $r3");
    put_line(g, "add.b32 $r%u, $r%u, $r3", reg, reg);
}

/* $r4-$r7: g[] addresses; $a1, $a2: s[]; $a3: l[]; $a4: s[], stepped. Aligned to 16 bytes, or to 4 for $r4, $a1. */
static void put_addresses(struct gen *g)
{
    for (unsigned i = 4; i < 8; i++) {
        static const uint32_t mask[] = {0x3c, 0xfc, 0x3fc, 0xffc};
        put_scattered(g, i, mask[rnd(g, 4)] & (i == 4 ? ~0u : ~0xfu));
        put_line(g, "add.b32 $r%u, s[0x10].b32, $r%u", i, i);
        if (g->r->far && rnd(g, 2))
            put_spread(g, i);
    }
    for (unsigned i = 1; i < 5; i++) {
        uint32_t mask = i == 1 ? 0x7fc : i == 2 ? 0x7f0 : i == 3 ? 0x30 : 0x3fc;
        put_scattered(g, 3, i < 3 && g->wide ? mask | 0x3000 : mask);
        put_line(g, "shl $a%u, $r3, 0x0", i);
    }
}

/* Atomics on device memory, locks on shared memory. */
static void put_atomic(struct gen *g)
{
    static const char *const op[] = {"add.u32", "inc.u32", "dec.u32", "max.s32", "min.u32",
                                     "and.b32", "or.b32",  "xor.b32", "exch.b32"};
    switch (rnd(g, 7)) {
    case 0: put_line(g, "%satom.cas.b32 $r%u, g14[$r4], $r%u, $r%u", draw_guard(g), dest_reg(g), data_reg(g),
                     data_reg(g)); break;
    case 1: put_line(g, "%satom.cas.b64 $r%ud, g14[$r5], $r%ud, $r%ud", draw_guard(g), quad_reg(g), quad_reg(g),
                     quad_reg(g)); break;
    case 2: put_line(g, "%sred.add.u64 g14[$r6], $r%ud", draw_guard(g), quad_reg(g)); break;
    case 3: put_line(g, "%sred.%s g14[$r4], $r%u", draw_guard(g), op[rnd(g, 8)], data_reg(g)); break;
    case 4: put_line(g, "%sld.lock.b32 $r%u|$c%u, s[$a1+0x%x]", draw_guard(g), dest_reg(g), rnd(g, 3),
                     64 + 4 * rnd(g, 8)); break;
    case 5: put_line(g, "%sst.unlock.b32 s[$a1+0x%x], $r%u", draw_guard(g), 64 + 4 * rnd(g, 8), data_reg(g)); break;
    default: put_line(g, "%satom.%s $r%u, g14[$r7], $r%u", draw_guard(g), op[rnd(g, 9)], dest_reg(g),
                      data_reg(g)); break;
    }
}

/* Any load or store, of any memory and width. */
static void put_access(struct gen *g)
{
    static const char *const small[] = {"u8", "s8", "u16", "s16", "b32"};
    static const unsigned align[] = {1, 1, 2, 2, 4};
    unsigned k = rnd(g, 5), off = align[k] * rnd(g, 16 / align[k]);
    switch (rnd(g, 22)) {
    case 20: case 21: put_atomic(g); break;
    case 0: put_line(g, "%sld.%s $r%u, g14[$r4]", draw_guard(g), small[k], dest_reg(g)); break;
    case 1: put_line(g, "%sst.%s g14[$r4], $r%u", draw_guard(g), small[k], data_reg(g)); break;
    case 2: put_line(g, "%sld.b64 $r%ud, g14[$r5]", draw_guard(g), quad_reg(g) + 2 * rnd(g, 2)); break;
    case 3: put_line(g, "%sst.b64 g14[$r5], $r%ud", draw_guard(g), quad_reg(g)); break;
    case 4: put_line(g, "%sld.b128 $r%uq, g14[$r6]", draw_guard(g), quad_reg(g)); break;
    case 5: put_line(g, "%sst.b128 g14[$r6], $r%uq", draw_guard(g), quad_reg(g)); break;
    case 6: put_line(g, "%sld.b32 $r%u, g14[$r7]", draw_guard(g), dest_reg(g)); break;
    case 7: put_line(g, "%sst.b32 s[$a1+0x%x], $r%u", draw_guard(g), 64 + 4 * rnd(g, 8), data_reg(g)); break;
    case 8: put_line(g, "%sld.b32 $r%u, s[$a1+0x%x]", draw_guard(g), dest_reg(g), 64 + 4 * rnd(g, 8)); break;
    case 9: put_line(g, "%sst.b8 s[$a1+0x%x], $r%ul", draw_guard(g), 64 + rnd(g, 16), data_reg(g)); break;
    case 10: put_line(g, "%sst.b16 s[$a2+0x%x], $r%uh", draw_guard(g), 64 + 2 * rnd(g, 8), data_reg(g)); break;
    case 11: put_line(g, "%sld.s16 $r%u%s, s[$a2+0x%x]", draw_guard(g), data_reg(g), rnd(g, 2) ? "h" : "l",
                      64 + 2 * rnd(g, 8)); break;
    case 12: put_line(g, "%sld.u8 $r%u, s[$a2+0x%x]", draw_guard(g), dest_reg(g), 64 + rnd(g, 16)); break;
    case 13: put_line(g, "%sadd.b32 $r%u, s[$a1+0x%x].b32, $r%u", draw_guard(g), dest_reg(g), 64 + 4 * rnd(g, 8),
                      data_reg(g)); break;
    case 14:
        put_line(g, "%smad.f32 $r%u, s[$a2+0x%x].b32, $r%u, $r%u", draw_guard(g), data_reg(g), 64 + 4 * rnd(g, 4),
                 data_reg(g), data_reg(g));
        break;
    case 15: put_line(g, "%sadd.b32 $r%u, s[$a4++0x%x].b32, $r%u", draw_guard(g), data_reg(g), 4 * rnd(g, 8),
                      data_reg(g)); break;
    case 16: put_line(g, "%sld.%s $r%u, l[$a3+0x%x]", draw_guard(g), small[k], dest_reg(g), off); break;
    case 17: put_line(g, "%sst.%s l[$a3+0x%x], $r%u", draw_guard(g), small[k], off, data_reg(g)); break;
    case 18: put_line(g, rnd(g, 2) ? "%sld.b128 $r%uq, l[$a3]" : "%sld.b64 $r%ud, l[$a3+0x8]", draw_guard(g),
                      quad_reg(g)); break;
    default: put_line(g, rnd(g, 2) ? "%sst.b128 l[$a3], $r%uq" : "%sst.b64 l[$a3+0x8], $r%ud", draw_guard(g),
                      quad_reg(g)); break;
    }
}

static const struct fuzz_room room = {.first = 16, .end = REGS, .regs = REGS, .coordinates = true};

/* Instructions of other units that load and store units meet in the register file. */
static void put_arithmetic(struct gen *g)
{
    switch (rnd(g, 11)) {
    case 10: put_line(g, "mov.b32 $r%u, $pm%u", data_reg(g), rnd(g, 4)); break;
    case 5: put_line(g, "%srsqrt.f32 $r%u, $r%u", draw_guard(g), dest_reg(g), data_reg(g)); break;
    case 6: put_line(g, "%smul.f32 $r%u, $r%u, $r%u", draw_guard(g), dest_reg(g), data_reg(g), data_reg(g)); break;
    case 7: put_line(g, "%sfma.rn.f64 $r%ud, $r%ud, $r%ud, $r%ud", draw_guard(g), quad_reg(g), quad_reg(g), quad_reg(g),
                     quad_reg(g)); break;
    case 8: put_line(g, "%spresin.f32 $r%u, s[$a1+0x%x].b32", draw_guard(g), dest_reg(g), 64 + 4 * rnd(g, 8)); break;
    case 9: put_line(g, "%scvt.rn.f64.u32 $r%ud, s[$a1+0x%x].b32", draw_guard(g), quad_reg(g),
                     64 + 4 * rnd(g, 8)); break;
    case 0: put_line(g, "mad.f32 $r%u, $r%u, $r%u, $r%u", dest_reg(g), data_reg(g), data_reg(g), data_reg(g)); break;
    case 1: put_line(g, "add.b32 $r%u|$c%u, $r%u, $r%u", data_reg(g), rnd(g, 3), data_reg(g), data_reg(g)); break;
    case 2: put_line(g, "%sadd.b16 $r%uh, $r%ul, $r%uh", draw_guard(g), data_reg(g), data_reg(g), data_reg(g)); break;
    case 3: put_line(g, "add.b32 $r%u, $r%u, c0[$a4+0x%x]", data_reg(g), data_reg(g), 4 * rnd(g, 32)); break;
    default: put_line(g, "mov.b32 $r%u, $a%u", data_reg(g), 1 + rnd(g, 4)); break;
    }
}

void fuzz_memory(struct fuzz_prog *r, uint32_t seed)
{
    struct gen g = {.r = r, .state = seed * 2654435761u | 1};
    for (unsigned i = 0; i < 8; i++)
        rnd(&g, 2);
    uint32_t threads = rnd(&g, 8) == 0 ? 384 : rnd(&g, 3) ? 32 * (1 + rnd(&g, 8)) : 1 + rnd(&g, 256);
    if (rnd(&g, 6) == 0)
        fuzz_init_far(r, threads);
    else
        fuzz_init(r, threads);
    g.wide = rnd(&g, 3) == 0;
    r->launch.grid_x = 1 + rnd(&g, 6);
    r->launch.regs = REGS;
    r->launch.lmem = 64;
    r->launch.smem = g.wide ? 16384 : 4096;
    for (uint32_t i = 0; i < 1024; i++) {
        uint32_t v = rnd(&g, 1u << 31);
        fuzz_must(gt_const_write(r->gpu, 0, 4 * i, &v, 4));
        fuzz_must(gt_write(r->gpu, r->out + 4 * i, &v, 4));
    }
    fuzz_counters(r, &g.state);
    fuzz_textures(r, &g.state, 0, 1024 * 4);
    for (unsigned i = 16; i < REGS; i++)
        put_line(&g, "mov.b32 $r%u, 0x%x\nadd.b32 $r%u, $r%u, $r0", i, rnd(&g, 1u << 31), i, i);
    for (unsigned i = 0; i < 3; i++)
        put_line(&g, "set.l.s32 _|$c%u, $r%u, $r%u", i, data_reg(&g), data_reg(&g));
    unsigned bursts = 2 + rnd(&g, 6), mix = 1 + rnd(&g, 8), fetches = rnd(&g, 4) ? rnd(&g, 4) : 12;
    while (bursts--) {
        put_addresses(&g);
        for (unsigned n = 4 + rnd(&g, 24); n; n--) {
            if (rnd(&g, 20) < fetches)
                fuzz_fetch(r, &g.state, &room);
            else
                put_access(&g);
            if (rnd(&g, mix) == 0)
                put_arithmetic(&g);
        }
        if (rnd(&g, 3) == 0)
            put_line(&g, "bar.inc.wait 0x0, 0xfff");
    }
    put_line(&g, "nop.exit");
}
