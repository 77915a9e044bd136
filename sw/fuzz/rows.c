/* SPDX-License-Identifier: Apache-2.0
 *
 * Straight lines of instructions drawn from the rows of the instruction table with random bits in all their fields: every
 * form, modifier, predicate, s[] and c[] operand that can be had without branching or leaving memory.
 */
#include "prog.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "decode.h"
#include "isa_table.h"

#define REGS 24             /* $r0-$r15 data, $r18 small numbers for $a, $r20 output address, $r21 scratch */
#define SMEM 4096

struct gen {
    struct fuzz_prog *r;
    uint32_t state;
    const uint16_t *row;    /* rows to draw from */
    uint32_t rows;
};

static uint32_t rnd(struct gen *g, uint32_t n)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 17;
    g->state ^= g->state << 5;
    return n ? g->state % n : g->state;
}

static void put(struct gen *g, const char *fmt, ...)
{
    char line[160];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    fuzz_asm(g->r, line);
}

/* Operations of these programs: what computes on registers, and the loads and stores whose address has a bound. */
static bool wanted(const struct gt_insn *in)
{
    switch (in->op) {
    case GT_OP_LD_C: case GT_OP_LD_S: case GT_OP_ST_S:
        return true;
    case GT_OP_QUADOP: case GT_OP_VOTE_ANY: case GT_OP_VOTE_ALL: case GT_OP_PMEVENT: case GT_OP_ILLEGAL:
        return false;
    default:
        return in->unit == GT_UNIT_SP || in->unit == GT_UNIT_MULTI;
    }
}

/* May this one stand here? Not when it could fault, end the program or destroy the registers the end needs. */
static bool harmless(const struct gt_insn *in)
{
    if (in->err != GT_DE_NONE || in->join || in->exit || !wanted(in) || in->ainc)
        return false;
    if ((in->has_s || in->op == GT_OP_ST_S) && (uint32_t)in->mem_off >= SMEM / 2)
        return false;
    if (in->dst_kind == GT_K_R32)
        return in->dst < 16 || in->dst >= REGS;
    if (in->dst_kind == GT_K_R16)
        return in->dst < 32 || in->dst >= 2 * REGS;
    return in->dst_kind == GT_K_NONE || in->dst_kind == GT_K_AREG;
}

/* A word pair of the row, most registers below 16, half of the predicates true. */
static bool draw(struct gen *g, uint16_t row, uint32_t pc, struct gt_insn *in)
{
    const struct isa_row *t = &isa_table[row];
    for (unsigned i = 0; i < 200; i++) {
        uint32_t w0 = rnd(g, 0), w1 = rnd(g, 0);
        if (rnd(g, 8)) {
            w0 &= ~(7u << 6 | 7u << 13 | 7u << 20);
            w1 &= ~(7u << 18);
        }
        if (rnd(g, 2))
            w1 = (w1 & ~(31u << 7)) | 15u << 7;
        isa_decode((w0 & ~t->m0) | t->k0, (w1 & ~t->m1) | t->k1, pc, in);
        if (in->row == row && harmless(in))
            return true;
    }
    return false;
}

static void add(struct gen *g, const struct gt_insn *in)
{
    struct fuzz_prog *p = g->r;
    fuzz_must(p->n + 2 <= FUZZ_WORDS);
    p->code[p->n++] = in->w0;
    if (in->len == 8)
        p->code[p->n++] = in->w1;
    p->launch.code_words = p->n;
}

static bool is_short(uint16_t row) { return isa_table[row].form == ISA_FORM_SHORT; }

static void statement(struct gen *g)
{
    uint16_t row = g->row[rnd(g, g->rows)];
    struct gt_insn a, b;
    if (!draw(g, row, 0, &a))
        return;
    if (!is_short(row)) {
        add(g, &a);
    } else {
        uint16_t beside;
        do
            beside = g->row[rnd(g, g->rows)];
        while (!is_short(beside) || !draw(g, beside, 4, &b));
        add(g, &a);
        add(g, &b);
    }
    if (a.dst_kind == GT_K_AREG && a.dst)
        put(g, "shl $a%u, $r18, 0x%x", a.dst, rnd(g, 2));
}

static uint32_t value(struct gen *g)
{
    static const uint32_t corner[] = {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                      0x00800000, 0x007fffff, 0x4b000000, 0xbf000000};
    return rnd(g, 3) ? rnd(g, 0) >> rnd(g, 24) : corner[rnd(g, sizeof corner / sizeof corner[0])];
}

static uint32_t choose(uint16_t *row)
{
    uint32_t n = 0;
    struct gen g = {.state = 1};
    for (unsigned r = 0; r < isa_rows(); r++) {
        struct gt_insn in;
        unsigned form = isa_table[r].form;
        row[n] = (uint16_t)r;
        n += (form == ISA_FORM_SHORT || form == ISA_FORM_LONG || form == ISA_FORM_IMM) && draw(&g, (uint16_t)r, 0, &in);
    }
    return n;
}

void fuzz_rows(struct fuzz_prog *p, uint32_t seed)
{
    uint16_t row[512];
    struct gen g = {.r = p, .state = seed * 2654435761u | 1, .row = row};
    fuzz_must(isa_rows() <= 512);
    g.rows = choose(row);
    for (unsigned i = 0; i < 8; i++)
        rnd(&g, 2);
    fuzz_init(p, rnd(&g, 2) ? 32 * (1 + rnd(&g, 6)) : 1 + rnd(&g, 192));
    p->launch.grid_x = 1 + rnd(&g, 4);
    p->launch.regs = REGS;
    p->launch.smem = SMEM;
    for (uint32_t i = 0; i < 1024; i++) {
        uint32_t v = value(&g);
        fuzz_must(gt_const_write(p->gpu, i & 1, 4 * (i / 2), &v, 4));
    }
    put(&g, "cvt.u32.u16 $r20, $r0l\nshl.b32 $r18, $r20, 0x2\nshl.b32 $r20, $r20, 0x7\nadd.b32 $r20, s[0x10].b32, $r20");
    for (unsigned i = 1; i < 5; i++)
        put(&g, "shl $a%u, $r18, 0x%x", i, rnd(&g, 2));
    for (unsigned i = 1; i < 16; i++) {
        put(&g, "mov.b32 $r%u, 0x%x", i, value(&g));
        put(&g, rnd(&g, 2) ? "add.b32 $r%u, $r%u, $r0" : "mul.u24 $r%u, $r%u, $r18", i, i);
    }
    for (unsigned i = 0; i < 4; i++)
        put(&g, "set.l.s32 _|$c%u, $r%u, $r%u", i, rnd(&g, 16), rnd(&g, 16));
    for (unsigned n = 20 + rnd(&g, 180); n; n--)
        statement(&g);
    for (unsigned i = 0; i < 16; i += 4) {
        put(&g, "st.b128 g14[$r20], $r%uq", i);
        put(&g, "add.b32 $r20, $r20, 0x10");
    }
    for (unsigned i = 0; i < 4; i++)
        put(&g, "mov.b32 $r%u, $c%u", i, i);
    put(&g, "st.b128 g14[$r20], $r0q\nnop.exit");
}
