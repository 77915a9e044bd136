/* SPDX-License-Identifier: Apache-2.0
 *
 * Well-formed programs: every implemented kind of instruction, divergence, loops, barriers, all memories. Each warp
 * writes only memory of its own, or adds up in shared words, so the result does not depend on the order of warps or
 * blocks.
 */
#include "draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Registers: $r0 tid, $r1 own global memory (64 bytes; atomics reach that of lower lanes), $r2 loop count, $r3
 * scratch, $r4-$r15 data, $r16 does not exist. $a1 own shared memory (16 bytes), $a2 data, $a3 into constants, $a4
 * autoincrement. $c0-$c2 data, $c3 loops. */
#define OWN_BYTES 64
#define SHARED_OWN 0x40
#define BLOCKS_OF_512 3                /* most blocks, of threads up to 192 and up to 512; */
#define BLOCKS_OF_192 8
#define COUNTERS 0x240000              /* one place per operation, of all threads, behind everybody's memory */
#define TEXELS 0x240100                /* behind them memory that nobody writes */
#define TEXEL_BYTES 0x2000
_Static_assert(FUZZ_MOST_TIMES * BLOCKS_OF_512 * 512 * OWN_BYTES <= COUNTERS, "counters lie in the memory of threads");
_Static_assert(FUZZ_MOST_TIMES * BLOCKS_OF_192 * 192 * OWN_BYTES <= COUNTERS, "counters lie in the memory of threads");
_Static_assert(TEXELS + TEXEL_BYTES <= FUZZ_OUT_BYTES, "texels lie behind the buffer");

struct gen {
    struct fuzz_prog *r;
    uint32_t state;
    unsigned depth;                     /* of if and loop nesting */
    unsigned mix;                       /* what there is most of */
    unsigned rare;                      /* an access beyond the SM is drawn one time in so many; 1: always */
    bool diverged;
    const uint16_t *row;                /* of the instruction table, for put_any() */
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

static uint32_t current_address(const struct gen *g) { return 4 * g->r->n; }

/* Replaces the branch at `where` by one to the current address. */
static void land_branch(struct gen *g, uint32_t where, const char *op)
{
    uint32_t end = g->r->n;
    g->r->n = where / 4;
    put_line(g, "%s 0x%x", op, 4 * end);
    g->r->n = end;
    g->r->launch.code_words = end;
}

/* Behind everybody's shared memory, two words per warp. */
static uint32_t locks_address(const struct gen *g) { return SHARED_OWN + 16 * ((g->r->launch.block_x + 31) & ~31u); }

static unsigned data_reg(struct gen *g) { return 4 + rnd(g, 12); }
/* A destination, sometimes one that does not exist. */
static unsigned dest_reg(struct gen *g) { return rnd(g, 20) ? data_reg(g) : 16 + rnd(g, 100); }

static const char *draw_guard(struct gen *g, char *buf)
{
    static const char *const cond[] = {"lg", "e",   "l", "ge", "c",  "nc",  "s",  "ns",  "o",   "no", "le",
                                       "g",  "lge", "u", "lu", "eu", "leu", "gu", "lgu", "geu", "a",  "na"};
    buf[0] = '\0';
    if (rnd(g, 4) == 0)
        sprintf(buf, "@$c%u.%s ", rnd(g, 3), cond[rnd(g, sizeof cond / sizeof cond[0])]);
    return buf;
}

/* No time, no memory but constants, the header and the own words of s[]; roles of $a and $c kept. */
static bool is_allowed(const struct gt_insn *in)
{
    if (in->ainc || in->op == GT_OP_MOV_FROM_SR || (in->unit == GT_UNIT_LSU && in->op != GT_OP_LD_C))
        return false;
    if ((in->cdst_en && in->cdst == 3) || (in->dst_kind == GT_K_AREG && in->dst != 0 && in->dst != 2))
        return false;
    uint32_t at = (uint32_t)in->mem_off;
    if (!in->has_s)
        return !in->has_c || in->areg == 0 || in->areg == 3;
    return (in->areg == 0 && at < 0x10) || (in->areg == 1 && at >= SHARED_OWN && at < SHARED_OWN + 16);
}

static const struct fuzz_room room = {.first = 4, .end = 16, .regs = 16, .coordinates = true, .allows = is_allowed};

/* Of all rows that compute. */
static void put_any(struct gen *g)
{
    struct gt_insn in, beside;
    fuzz_draw_add(g->r, &g->state, g->row, g->rows, &room, &in, &beside);
}

static void put_alu(struct gen *g)
{
    static const char *const two[] = {"add.b32", "sub.b32", "and.b32", "or.b32",  "xor.b32",   "shl.b32",
                                      "shr.u32", "shr.s32", "min.s32", "max.u32", "set.l.s32", "set.g.u32",
                                      "mul.u24", "mul.s24", "add.f32", "mul.f32", "min.f32",   "set.lg.f32"};
    char p[32], c[8] = "";
    unsigned k = rnd(g, sizeof two / sizeof two[0]);
    if (rnd(g, 3) == 0)
        sprintf(c, "|$c%u", rnd(g, 3));
    put_line(g, "%s%s $r%u%s, $r%u, $r%u", draw_guard(g, p), two[k], dest_reg(g), c, data_reg(g), data_reg(g));
}

/* Forms of the SP's instructions that put_favourite() does not draw. */
static void other_alu(struct gen *g)
{
    char p[32];
    switch (rnd(g, 9)) {
    case 0: put_line(g, "%smad.f32 $r%u, $r%u, $r%u, $r%u", draw_guard(g, p), dest_reg(g), data_reg(g), data_reg(g),
                     data_reg(g)); break;
    case 1: put_line(g, "%smov.b32 $r%u, $r%u", draw_guard(g, p), dest_reg(g), data_reg(g)); break;
    case 2: put_line(g, "mov.b32.lm%x $r%u, $r%u", 1 + rnd(g, 14), dest_reg(g), data_reg(g)); break;
    case 3: put_line(g, "add.b32 $r%u, $r%u, 0x%x", data_reg(g), data_reg(g), rnd(g, 1000)); break;
    case 4: put_line(g, "add.b16 $r%ul, $r%uh, $r%ul", data_reg(g), data_reg(g), data_reg(g)); break;
    case 5:
        put_line(g, "add.b32.half $r%u, $r%u, $r%u\nadd.b32.half $r%u, $r%u, $r%u", data_reg(g), data_reg(g),
                 data_reg(g), data_reg(g), data_reg(g), data_reg(g));
        break;
    case 6: put_line(g, "cvt.s32.s16 $r%u, $r%ul", dest_reg(g), data_reg(g)); break;
    case 7: put_line(g, "mov.b32 $r%u, $c%u", dest_reg(g), rnd(g, 3)); break;
    default: put_line(g, "nop"); break;
    }
}

/* Multiplications of every operand source: both units, one only, and all the ways into them. */
static void put_multiply(struct gen *g)
{
    char p[32], c[8] = "";
    if (rnd(g, 4) == 0)
        sprintf(c, "|$c%u", rnd(g, 3));
    switch (rnd(g, 8)) {
    case 0:
        put_line(g, "%smul.f32 $r%u%s, s[$a1+0x%x].b32, $r%u", draw_guard(g, p), dest_reg(g), c,
                 SHARED_OWN + 4 * rnd(g, 4), data_reg(g));
        break;
    case 1: put_line(g, "%smul.f32 $r%u%s, $r%u, c0[0x%x]", draw_guard(g, p), dest_reg(g), c, data_reg(g),
                     4 * rnd(g, 64)); break;
    case 2: put_line(g, "%smul.f32 $r%u%s, $r%u, c0[$a3+0x%x]", draw_guard(g, p), dest_reg(g), c, data_reg(g),
                     4 * rnd(g, 16)); break;
    case 3: put_line(g, "mul.f32 $r%u, $r%u, 0x%x", data_reg(g), data_reg(g), 0x3f800000 + rnd(g, 1u << 20)); break;
    default: put_line(g, "%smul.f32 $r%u%s, $r%u, $r%u", draw_guard(g, p), dest_reg(g), c, data_reg(g),
                      data_reg(g)); break;
    }
}

static void put_special(struct gen *g)
{
    static const char *const op[] = {"rcp", "rsqrt", "lg2", "sin", "cos", "ex2", "presin", "preex2"};
    char p[32];
    if (rnd(g, 6) == 0)
        put_line(g, "%s%s.f32 $r%u, s[$a1+0x%x].b32", draw_guard(g, p), op[6 + rnd(g, 2)], dest_reg(g),
                 SHARED_OWN + 4 * rnd(g, 4));
    else
        put_line(g, "%s%s.f32 $r%u, $r%u", draw_guard(g, p), op[rnd(g, 8)], dest_reg(g), data_reg(g));
}

static unsigned pair_reg(struct gen *g) { return 4 + 2 * rnd(g, 6); }

static void put_double(struct gen *g)
{
    static const char *const two[] = {"add.rn", "add.rm", "mul.rn", "mul.rz", "min", "max"};
    static const char *const to64[] = {"rn.f64.u32", "rn.f64.s32", "f64.f32"};
    static const char *const from64[] = {"rn.f32.f64", "rzi.s32.f64", "rni.u32.f64"};
    char p[32], c[8] = "";
    unsigned d = rnd(g, 20) ? pair_reg(g) : 16 + 2 * rnd(g, 3);
    if (rnd(g, 3) == 0)
        sprintf(c, "|$c%u", rnd(g, 3));
    switch (rnd(g, 8)) {
    case 0: put_line(g, "%sfma.rn.f64 $r%ud%s, $r%ud, $r%ud, $r%ud", draw_guard(g, p), d, c, pair_reg(g), pair_reg(g),
                     pair_reg(g)); break;
    case 1: put_line(g, "%sset.ge.f64 $r%u%s, $r%ud, $r%ud", draw_guard(g, p), dest_reg(g), c, pair_reg(g),
                     pair_reg(g)); break;
    case 2: put_line(g, "%sset.l.f64 _|$c%u, $r%ud, $r%ud", draw_guard(g, p), rnd(g, 3), pair_reg(g),
                     pair_reg(g)); break;
    case 3: put_line(g, "%scvt.%s $r%ud%s, $r%u", draw_guard(g, p), to64[rnd(g, 3)], d, c, data_reg(g)); break;
    case 4: put_line(g, "%scvt.%s $r%u%s, $r%ud", draw_guard(g, p), from64[rnd(g, 3)], dest_reg(g), c,
                     pair_reg(g)); break;
    case 5:
        put_line(g, "%scvt.%s $r%ud%s, s[$a1+0x%x].b32", draw_guard(g, p), to64[rnd(g, 3)], d, c,
                 SHARED_OWN + 4 * rnd(g, 4));
        break;
    default:
        put_line(g, "%s%s.f64 $r%ud%s, $r%ud, $r%ud", draw_guard(g, p), two[rnd(g, 6)], d, c, pair_reg(g), pair_reg(g));
        break;
    }
}

static void put_cross_lane(struct gen *g)
{
    static const char *const op[] = {"add", "subr", "sub", "mov2"}, *const lane[] = {"l0", "l1", "l2",
                                                                                     "l3", "dx", "dy"};
    char p[32];
    if (rnd(g, 2))
        put_line(g, "@$c%u.%s vote.%s $c%u", rnd(g, 3), rnd(g, 2) ? "lg" : "s", rnd(g, 2) ? "any" : "all", rnd(g, 3));
    else
        put_line(g, "%squadop.f32.%s.%s.%s.%s $r%u, %s, $r%u, $r%u", draw_guard(g, p), op[rnd(g, 4)], op[rnd(g, 4)],
                 op[rnd(g, 4)], op[rnd(g, 4)], dest_reg(g), lane[rnd(g, 6)], data_reg(g), data_reg(g));
}

/* Shared memory, a thread's own part of it. */
static void put_shared(struct gen *g)
{
    char p[32];
    switch (rnd(g, 7)) {
    case 0: put_line(g, "%sst.b32 s[$a1+0x%x], $r%u", draw_guard(g, p), SHARED_OWN + 4 * rnd(g, 4), data_reg(g)); break;
    case 1: put_line(g, "%sst.b8 s[$a1+0x%x], $r%ul", draw_guard(g, p), SHARED_OWN + rnd(g, 16), data_reg(g)); break;
    case 2: put_line(g, "%sld.b32 $r%u, s[$a1+0x%x]", draw_guard(g, p), dest_reg(g), SHARED_OWN + 4 * rnd(g, 4)); break;
    case 3: put_line(g, "%sld.u8 $r%u, s[$a1+0x%x]", draw_guard(g, p), dest_reg(g), SHARED_OWN + rnd(g, 16)); break;
    case 4:
        put_line(g, "%sadd.b32 $r%u, s[$a1+0x%x].b32, $r%u", draw_guard(g, p), dest_reg(g), SHARED_OWN + 4 * rnd(g, 4),
                 data_reg(g));
        break;
    case 5:
        put_line(g, "add $a4, $a1, 0x%x", SHARED_OWN);
        put_line(g, "%sld.b32 $r%u, s[$a4++0x4]", draw_guard(g, p), dest_reg(g));
        put_line(g, "add.b32 $r%u, s[$a4++0x4].b32, $r%u\nmov.b32 $r%u, $a4", dest_reg(g), data_reg(g), data_reg(g));
        break;
    default: put_line(g, "mov.b32 $r%u, s[0x%x].u16", dest_reg(g), 2 * rnd(g, 8)); break;
    }
}

/* Device memory, a thread's own part of it. */
static void put_global(struct gen *g)
{
    static const struct {
        const char *type;
        unsigned bytes;
    } acc[] = { { "u8", 1 }, { "s16", 2 }, { "b32", 4 }, { "b64", 8 }, { "b128", 16 } };
    char p[32];
    unsigned k = rnd(g, 5), words = acc[k].bytes > 4 ? acc[k].bytes / 4 : 1;
    unsigned reg = words == 1 ? data_reg(g) : 4 + 4 * rnd(g, 3);
    put_line(g, "add.b32 $r3, $r1, 0x%x", acc[k].bytes * rnd(g, OWN_BYTES / acc[k].bytes));
    put_line(g, rnd(g, 2) ? "%sld.%s $r%u%s, g14[$r3]" : "%sst.%s g14[$r3], $r%u%s", draw_guard(g, p), acc[k].type, reg,
             words == 4 ? "q" : words == 2 ? "d" : "");
}

/* Of all threads: only what does not depend on the order, and no result that is used. */
static void put_reduction(struct gen *g)
{
    static const char *const op[] = {"add.u32", "add.s32", "max.u32", "max.s32", "min.u32",
                                     "min.s32", "and.b32", "or.b32",  "xor.b32", "add.u64"};
    char p[32];
    unsigned k = rnd(g, 10);
    put_line(g, "mov.b32 $r3, 0x%x\nadd.b32 $r3, s[0x10].b32, $r3", COUNTERS + 8 * k);
    if (rnd(g, 3) == 0 && k < 9)
        put_line(g, "%satom.%s $r3, g14[$r3], $r%u\nmov.b32 $r3, 0x0", draw_guard(g, p), op[k], data_reg(g));
    else
        put_line(g, "%sred.%s g14[$r3], $r%u%s", draw_guard(g, p), op[k], k == 9 ? pair_reg(g) : data_reg(g),
                 k == 9 ? "d" : "");
}

/* On memory of the own warp: of each lane, or the same for four or all of them. */
static void put_atomic(struct gen *g)
{
    static const char *const op[] = {"add.u32", "inc.u32", "dec.u32", "max.s32", "min.u32",
                                     "and.b32", "or.b32",  "xor.b32", "exch.b32"};
    static const unsigned apart[] = {0, 3, 31};
    char p[32];
    put_line(g, "mov.b32 $r3, 0x%x\nand.b32 $r3, $r0, $r3\nshl.b32 $r3, $r3, 0x6\nsub.b32 $r3, $r1, $r3",
             apart[rnd(g, 3)]);
    if (rnd(g, 2))
        put_line(g, "add.b32 $r3, $r3, 0x%x", 8 * rnd(g, OWN_BYTES / 8));
    switch (rnd(g, 8)) {
    case 0: put_line(g, "%satom.cas.b32 $r%u, g14[$r3], $r%u, $r%u", draw_guard(g, p), dest_reg(g), data_reg(g),
                     data_reg(g)); break;
    case 1: put_line(g, "%satom.cas.b64 $r%ud, g14[$r3], $r%ud, $r%ud", draw_guard(g, p), pair_reg(g), pair_reg(g),
                     pair_reg(g)); break;
    case 2: put_line(g, "%satom.add.u64 $r%ud, g14[$r3], $r%ud", draw_guard(g, p), pair_reg(g), pair_reg(g)); break;
    case 3: put_line(g, "%satom.exch.b64 $r%ud, g14[$r3], $r%ud", draw_guard(g, p), pair_reg(g), pair_reg(g)); break;
    case 4: put_line(g, "%sred.%s g14[$r3], $r%u", draw_guard(g, p), op[rnd(g, 8)], data_reg(g)); break;
    default: put_line(g, "%satom.%s $r%u, g14[$r3], $r%u", draw_guard(g, p), op[rnd(g, 9)], dest_reg(g),
                      data_reg(g)); break;
    }
}

/* Of the own warp: one word for all lanes or two for every other, taken and mostly given back. */
static void put_lock(struct gen *g)
{
    char p[32];
    put_line(g, "shr.u32 $r3, $r0, 0x5\nshl.b32 $r3, $r3, 0x3\nmov.b32 $r4, 0x%x\nand.b32 $r4, $r0, $r4", rnd(g, 2));
    put_line(g, "shl.b32 $r4, $r4, 0x2\nadd.b32 $r3, $r3, $r4\nshl $a4, $r3, 0x0");
    put_line(g, "%sld.lock.b32 $r%u|$c%u, s[$a4+0x%x]", draw_guard(g, p), dest_reg(g), rnd(g, 3), locks_address(g));
    if (rnd(g, 4))
        put_line(g, "%sst.unlock.b32 s[$a4+0x%x], $r%u", draw_guard(g, p), locks_address(g), data_reg(g));
}

static void put_local(struct gen *g)
{
    char p[32];
    switch (rnd(g, 4)) {
    case 0: put_line(g, "%sst.b32 l[0x%x], $r%u", draw_guard(g, p), 4 * rnd(g, 8), data_reg(g)); break;
    case 1: put_line(g, "%sld.b32 $r%u, l[0x%x]", draw_guard(g, p), dest_reg(g), 4 * rnd(g, 8)); break;
    case 2: put_line(g, "%sst.b64 l[0x%x], $r%ud", draw_guard(g, p), 8 * rnd(g, 4), 4 + 2 * rnd(g, 6)); break;
    default: put_line(g, "%sld.s16 $r%u, l[0x%x]", draw_guard(g, p), data_reg(g), 2 * rnd(g, 16)); break;
    }
}

static void put_constants(struct gen *g)
{
    char p[32];
    switch (rnd(g, 4)) {
    case 0: put_line(g, "%smul.u24 $r%u, $r%u, c0[0x%x]", draw_guard(g, p), dest_reg(g), data_reg(g),
                     4 * rnd(g, 64)); break;
    case 1: put_line(g, "%sld.u16 $r%u, c1[0x%x]", draw_guard(g, p), dest_reg(g), 2 * rnd(g, 100)); break;
    case 2: put_line(g, "%sld.b32 $r%u, c0[$a3+0x%x]", draw_guard(g, p), dest_reg(g), 4 * rnd(g, 16)); break;
    default: put_line(g, "shl $a3, $r0, 0x%x", rnd(g, 5)); break;
    }
}

static void put_block(struct gen *g, unsigned n);

/* A branch that splits the warp; without a join in a third of the cases. */
static void if_else(struct gen *g)
{
    bool was = g->diverged, join = rnd(g, 3) != 0;
    uint32_t at_join = current_address(g), branch, skip;
    g->depth++;
    g->diverged = true;
    if (join)
        put_line(g, "joinat 0x0");
    branch = current_address(g);
    char op[32];
    sprintf(op, "@$c%u.%s bra", rnd(g, 3), rnd(g, 2) ? "lg" : "s");
    put_line(g, "%s 0x0", op);
    put_block(g, 1 + rnd(g, 4));
    skip = current_address(g);
    put_line(g, "bra 0x0");
    land_branch(g, branch, op);
    put_block(g, rnd(g, 4));
    land_branch(g, skip, "bra");
    if (join) {
        land_branch(g, at_join, "joinat");
        put_line(g, "nop.join");
        g->diverged = was;
    }
    g->depth--;                                     /* without a join the paths stay apart to the end */
}

/* A loop of up to seven turns, a number of each lane's own. */
static void put_loop(struct gen *g)
{
    uint32_t pre = current_address(g), top;
    bool was = g->diverged;
    g->depth++;
    g->diverged = true;
    put_line(g, "prebrk 0x0");
    put_line(g, "mov.b32 $r3, 0x%x", 1 + 2 * rnd(g, 4));
    put_line(g, "and.b32 $r2, $r0, $r3");
    top = current_address(g);
    put_line(g, "mov.b32 $r3, 0xffffffff");
    put_line(g, "add.b32 $r2|$c3, $r2, $r3");
    put_line(g, "@$c3.s brk");
    put_block(g, 1 + rnd(g, 3));
    put_line(g, "bra 0x%x", top);
    land_branch(g, pre, "prebrk");
    g->depth--;
    g->diverged = was;
}

/* A procedure in the middle of the program, called once or twice. */
static void put_procedure(struct gen *g)
{
    uint32_t over = current_address(g), entry, calls = 1 + rnd(g, 2);
    bool was = g->diverged;
    put_line(g, "bra 0x0");
    entry = current_address(g);
    g->depth++;
    g->diverged = true;                             /* no barrier: paths may call it one after the other */
    put_block(g, 1 + rnd(g, 4));
    put_line(g, "ret");
    land_branch(g, over, "bra");
    g->depth--;
    g->diverged = was;
    for (; calls; calls--) {
        put_line(g, rnd(g, 2) ? "call 0x%x" : "call.lim 0x%x", entry);
        if (rnd(g, 2))
            put_any(g);
    }
}

/* Some lanes end here. */
static void early_exit(struct gen *g)
{
    char p[32];
    uint32_t at_join = current_address(g), branch;
    bool was = g->diverged;
    put_line(g, "joinat 0x0");
    sprintf(p, "@$c%u.%s bra", rnd(g, 3), rnd(g, 2) ? "lg" : "s");
    branch = current_address(g);
    put_line(g, "%s 0x0", p);
    g->depth++;
    g->diverged = true;
    put_block(g, rnd(g, 2));
    g->depth--;
    g->diverged = was;
    put_line(g, rnd(g, 2) ? "nop.exit" : "add.b32.exit $r4, $r5, $r6");
    land_branch(g, branch, p);
    land_branch(g, at_join, "joinat");
    put_line(g, "nop.join");
}

/* Whole quads: lanes that were not active compute too and are put back. */
static void put_quads(struct gen *g)
{
    put_line(g, "quadon");
    for (unsigned n = 1 + rnd(g, 3); n; n--)
        put_any(g);
    put_line(g, "quadpop");
}

/* Mixes 1 to 7 are mostly made of one thing. */
static void put_favourite(struct gen *g)
{
    switch (g->mix) {
    case 1: put_multiply(g); break;
    case 2: put_special(g); break;
    case 3: put_double(g); break;
    case 7: fuzz_fetch(g->r, &g->state, &room); break;
    case 4: rnd(g, 2) ? put_multiply(g) : rnd(g, 2) ? put_special(g) : put_double(g); break;
    case 5: rnd(g, 3) ? put_atomic(g) : put_reduction(g); break;
    case 6: rnd(g, 3) ? put_shared(g) : put_lock(g); break;
    default: put_alu(g); break;
    }
}

static bool beyond_sm(const struct gen *g, uint32_t what)
{
    bool favourite = what >= 2 && what <= 4 && (g->mix == 5 || g->mix == 7);
    return favourite || what == 9 || what == 10 || what == 26 || (what == 19 && g->mix == 5);
}

/* One statement; rare: of those that need more than an SM only one in so many. */
static void put_statement(struct gen *g)
{
    uint32_t what = rnd(g, 28);
    if (g->rare > 1 && beyond_sm(g, what) && rnd(g, g->rare))
        what = 0;
    switch (what) {
    case 0: case 1: put_alu(g); break;
    case 2: case 3: case 4: put_favourite(g); break;
    case 5: case 6: other_alu(g); break;
    case 7: case 8: put_shared(g); break;
    case 15: put_multiply(g); break;
    case 16: put_special(g); break;
    case 17: put_double(g); break;
    case 18: put_cross_lane(g); break;
    case 19:
        if (g->mix == 5)
            put_reduction(g);
        else if (g->mix == 6)
            put_lock(g);
        break;
    case 9: put_global(g); break;
    case 10: put_local(g); break;
    case 11: put_constants(g); break;
    case 12:
        if (g->depth < 2)
            if_else(g);
        break;
    case 13:
        if (g->depth < 1)
            put_loop(g);
        break;
    case 20: case 21: case 22: put_any(g); break;
    case 23:
        if (g->depth < 2 && rnd(g, 2))
            put_quads(g);
        break;
    case 24:
        if (g->depth < 1)
            put_procedure(g);
        break;
    case 25:
        if (g->depth < 2 && rnd(g, 3) == 0)
            early_exit(g);
        break;
    case 26: fuzz_fetch(g->r, &g->state, &room); break;
    case 14:
        if (!g->diverged)
            put_line(g, "bar.inc.wait 0x%x, 0xfff", rnd(g, 3));
        break;
    default:
        put_line(g, "shl $a2, $r%u, 0x1\nmov.b32 $r%u, $a2", data_reg(g), data_reg(g));
        break;
    }
}

static void put_block(struct gen *g, unsigned n)
{
    while (n--)
        put_statement(g);
}

/* Addresses of the thread's own memory; registers, flags, shared and local memory with values. */
static void put_prologue(struct gen *g)
{
    put_line(g, "cvt.u32.u16 $r3, s[0xc].u16");
    put_line(g, "mul.u24 $r3, $r3, 0x%x", g->r->launch.block_x);
    put_line(g, "add.b32 $r1, $r3, $r0");
    put_line(g, "shl.b32 $r1, $r1, 0x6");
    put_line(g, "add.b32 $r1, s[0x10].b32, $r1");
    put_line(g, "shl $a1, $r0, 0x4\nshl $a2, $r0, 0x2\nshl $a3, $r0, 0x2\nmov.b32 $r2, 0x0");
    for (unsigned i = 4; i < 16; i++) {
        uint32_t number = rnd(g, 1u << 20) << rnd(g, 12), real = (rnd(g, 0) & 0x807fffff) | (104 + rnd(g, 48)) << 23;
        put_line(g, "mov.b32 $r%u, 0x%x\nadd.b32 $r%u, $r%u, $r0", i, rnd(g, 2) ? number : real, i, i);
    }
    for (unsigned i = 0; i < 4; i++)
        put_line(g, "set.l.s32 _|$c%u, $r%u, $r%u", i, data_reg(g), data_reg(g));
    for (unsigned i = 0; i < 4; i++)
        put_line(g, "st.b32 s[$a1+0x%x], $r%u", SHARED_OWN + 4 * i, 4 + i);
    for (unsigned i = 0; i < 8; i++)
        put_line(g, "st.b32 l[0x%x], $r%u", 4 * i, 4 + i);
    put_line(g,
             "shr.u32 $r3, $r0, 0x5\nshl $a4, $r3, 0x3\nst.unlock.b32 s[$a4+0x%x], $r4\nst.unlock.b32 s[$a4+0x%x], $r5",
             locks_address(g), locks_address(g) + 4);     /* an earlier block's */
}

/* What a thread has computed, to device memory. */
static void put_epilogue(struct gen *g)
{
    for (unsigned i = 0; i < 4; i++) {
        put_line(g, "ld.b32 $r3, s[$a1+0x%x]", SHARED_OWN + 4 * i);
        put_line(g, "xor.b32 $r%u, $r%u, $r3", 4 + i, 4 + i);
    }
    for (unsigned i = 0; i < 3; i++) {
        put_line(g, "add.b32 $r3, $r1, 0x%x", 16 * i);
        put_line(g, "st.b128 g14[$r3], $r%uq", 4 + 4 * i);
    }
    put_line(g, rnd(g, 2) ? "nop.exit" : "ret");
}

/* A program of the seed. */
static void make_program(struct fuzz_prog *r, uint32_t seed, unsigned rare, unsigned statements)
{
    struct gen g = {.r = r, .state = seed * 2654435761u | 1, .rare = rare};
    for (unsigned i = 0; i < 8; i++)
        rnd(&g, 2);
    g.mix = rnd(&g, 9);
    uint32_t threads = rnd(&g, 8) == 0 ? 384 + rnd(&g, 129) : rnd(&g, 2) ? 32 * (1 + rnd(&g, 6)) : 1 + rnd(&g, 192);
    uint16_t row[FUZZ_ROWS];
    g.row = row;
    g.rows = fuzz_draw_rows(&room, row);
    fuzz_init(r, threads);
    r->launch.grid_x = 1 + rnd(&g, threads > 192 ? BLOCKS_OF_512 : BLOCKS_OF_192);
    r->launch.lmem = 32;
    r->launch.smem = locks_address(&g) + 8 * ((threads + 31) / 32);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t v = rnd(&g, 1u << 30);
        fuzz_must(gt_const_write(r->gpu, i & 1, 4 * (i / 2), &v, 4));
    }
    for (uint32_t i = 0; i < TEXEL_BYTES; i += 4) {
        uint32_t v = rnd(&g, 0);
        fuzz_must(gt_write(r->gpu, r->out + TEXELS + i, &v, 4));
    }
    fuzz_textures(r, &g.state, TEXELS, TEXEL_BYTES);
    put_prologue(&g);
    put_block(&g, statements / 7 + rnd(&g, statements - statements / 7));
    put_epilogue(&g);
}

void fuzz_mixed(struct fuzz_prog *r, uint32_t seed) { make_program(r, seed, 1, 70); }

/* Larger than the instruction caches now and then: an instruction takes six to eight bytes, statements several. */
void fuzz_dense(struct fuzz_prog *r, uint32_t seed) { make_program(r, seed, 12, 700); }
