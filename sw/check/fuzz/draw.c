/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws an instruction of a row of the table that runs without a fault where it stands.
 */
#include "draw.h"

#include <string.h>

#include "decode.h"
#include "isa_table.h"

#define TRIES 200

void fuzz_counters(struct fuzz_prog *p, uint32_t *state)
{
    for (unsigned i = 0; i < 4; i++)
        p->launch.pm[i] = (uint8_t)fuzz_random(state, GT_PM_EVENTS);
}

static unsigned log2_size(const struct gt_insn *in)
{
    static const uint8_t of[8] = {[GT_MT_U8] = 0, [GT_MT_S8] = 0, [GT_MT_U16] = 1, [GT_MT_S16] = 1, [GT_MT_B64] = 3,
                                  [GT_MT_B128] = 4, [GT_MT_B32] = 2, [GT_MT_S32] = 2};
    return of[in->mtype & 7];
}

/* Puts an address operand where memory is. */
static void aim_address(uint32_t *state, const struct isa_base *b, const struct fuzz_room *room,
                        const struct gt_insn *in, uint32_t w[2])
{
    uint32_t at = fuzz_random(state, 0);
    switch (b->tag[0]) {
    case 'g': isa_put(b->field, room->greg[log2_size(in)][at & 1], w); break;
    case 's': isa_put(b->field, room->smem ? at % room->smem : 0, w); break;
    case 'l': isa_put(b->field, room->lmem ? at % room->lmem & ~0u << log2_size(in) : 0, w); break;
    default:
        if (at & 3)
            isa_put(b->field, at >> 8 & 0xfff, w);
    }
}

/* May this one stand here? Not when it could fault, end the program or destroy what others need. */
static bool is_harmless(const struct gt_insn *in, const struct fuzz_room *room)
{
    unsigned first = room->first, end = room->end, regs = room->regs, last = in->dst;
    if (in->join || in->exit || in->op == GT_OP_ILLEGAL || in->unit == GT_UNIT_BRU ||
        (in->unit == GT_UNIT_TEX && !fuzz_fetches(in)))
        return false;
    if (room->allows && !room->allows(in))
        return false;
    switch (in->dst_kind) {
    case GT_K_R16: return (in->dst >= 2 * first && in->dst < 2 * end) || in->dst >= 2 * regs;
    case GT_K_R32: case GT_K_R64: case GT_K_R128: return (in->dst >= first && in->dst < end) || in->dst >= regs;
    case GT_K_T2: case GT_K_T3: case GT_K_T4:               /* need not be aligned */
        last += 1u + in->dst_kind - GT_K_T2;
        return (in->dst >= first && in->dst < end && (last < end || end == regs)) || in->dst >= regs;
    default: return true;
    }
}

/* Random words of the row. Operands that would mostly fault are made likely to exist. */
static void draw_words(uint32_t *state, unsigned row, uint32_t w[2])
{
    const struct isa_row *t = &isa_table[row];
    w[0] = fuzz_random(state, 0);
    w[1] = fuzz_random(state, 0);
    if (fuzz_random(state, 8)) {
        w[0] &= ~(7u << 6 | 7u << 13 | 7u << 20);
        w[1] &= ~(7u << 18);
    }
    if (fuzz_random(state, 2))
        w[1] = (w[1] & ~(31u << 7)) | 15u << 7;
    w[0] = (w[0] & ~t->m0) | t->k0;
    w[1] = (w[1] & ~t->m1) | t->k1;
    for (unsigned i = 0; i < t->opnds; i++) {
        const struct isa_base *b = &isa_bases[t->opnd[i].base];
        if (b->cls == ISA_TEXN && fuzz_random(state, 8))
            isa_put(b->field, fuzz_random(state, FUZZ_TEXTURES), w);
        if (b->cls == ISA_TEXC && fuzz_random(state, 8))
            isa_put(b->aux, fuzz_random(state, 2), w);                           /* one coordinate or two */
        if (b->cls == ISA_TEXO && (!strcmp(isa_row_name(row), "texauto") || fuzz_random(state, 2)))
            isa_put(b->field, 0, w);
        if (b->cls == ISA_SRC && b->s >= 0 && isa_get(b->s, w[0], w[1]))
            isa_put(b->smode, fuzz_random(state, 4), w);
        if (b->cls == ISA_DST && b->o && fuzz_random(state, 16) == 0) {          /* no destination */
            isa_put(b->field, 127, w);
            w[1] |= 1u << 3;
        }
    }
}

bool fuzz_draw(uint32_t *state, unsigned row, uint32_t pc, const struct fuzz_room *room, struct gt_insn *in)
{
    const struct isa_row *t = &isa_table[row];
    for (unsigned i = 0; i < TRIES; i++) {
        uint32_t w[2];
        draw_words(state, row, w);
        isa_decode(w[0], w[1], pc, in);
        for (unsigned k = 0; k < t->opnds; k++)
            if (isa_bases[t->opnd[k].base].cls == ISA_MEM)
                aim_address(state, &isa_bases[t->opnd[k].base], room, in, w);
        isa_decode(w[0], w[1], pc, in);
        if (in->row == row && in->err == GT_DE_NONE && is_harmless(in, room))
            return true;
    }
    return false;
}

unsigned fuzz_draw_rows(const struct fuzz_room *room, uint16_t row[FUZZ_ROWS])
{
    unsigned n = 0;
    uint32_t state = 1;
    fuzz_must(isa_rows() <= FUZZ_ROWS);
    for (unsigned r = 0; r < isa_rows(); r++) {
        struct gt_insn in;
        unsigned form = isa_table[r].form;
        if ((form == ISA_FORM_SHORT || form == ISA_FORM_LONG || form == ISA_FORM_IMM) &&
            fuzz_draw(&state, r, 0, room, &in))
            row[n++] = (uint16_t)r;
    }
    return n;
}

static void add_insn(struct fuzz_prog *p, const struct gt_insn *in)
{
    fuzz_must(p->n + 2 <= FUZZ_WORDS);
    p->code[p->n++] = in->w0;
    if (in->len == 8)
        p->code[p->n++] = in->w1;
    p->launch.code_words = p->n;
}

static bool is_short(unsigned row) { return isa_table[row].form == ISA_FORM_SHORT; }

void fuzz_draw_add(struct fuzz_prog *p, uint32_t *state, const uint16_t *row, unsigned rows,
                   const struct fuzz_room *room, struct gt_insn *in, struct gt_insn *beside)
{
    unsigned r, second;
    memset(beside, 0, sizeof *beside);
    do
        r = row[fuzz_random(state, rows)];
    while (!fuzz_draw(state, r, 0, room, in));
    if (is_short(r)) {
        do
            second = row[fuzz_random(state, rows)];
        while (!is_short(second) || !fuzz_draw(state, second, 4, room, beside));
    }
    fuzz_coordinate(p, state, in, room);
    fuzz_coordinate(p, state, beside, room);
    add_insn(p, in);
    if (beside->len)
        add_insn(p, beside);
}

void fuzz_fetch(struct fuzz_prog *p, uint32_t *state, const struct fuzz_room *room)
{
    struct gt_insn in, beside;
    uint16_t row[FUZZ_ROWS];
    unsigned n = 0;
    for (unsigned r = 0; r < isa_rows(); r++)
        if (!strcmp(isa_row_name(r), "texfetch") || !strcmp(isa_row_name(r), "texauto"))
            row[n++] = (uint16_t)r;
    fuzz_draw_add(p, state, row, n, room, &in, &beside);
}
