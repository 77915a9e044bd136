/* SPDX-License-Identifier: Apache-2.0
 *
 * Which forms of which instructions there are to cover.
 */
#include "isa_table.h"
#include "matrix.h"

#include <string.h>

#include "decode.h"
#include "tex.h"

#define TRIES 20000

const char *const matrix_operand_name[MATRIX_OPERANDS] = {
    "-a", "|a|", "~a", "-b", "|b|", "~b", "-c",                                             /* 0 */
    "s[]", "s[$a]", "s[$a++]", "c[]", "c[$a]", "c[$a++]", "l[]", "l[$a]", "l[$a++]",        /* 7 */
    "constant b", "a low half", "a high half", "b low half", "b high half",                 /* 16 */
    "result low half", "result high half", "no result", "$c result", "no $c result",        /* 21 */
    "s[].u8", "s[].u16/s16", "s[].b32",                                                     /* 26 */
};

static uint32_t bits(const struct isa_field *f, const uint32_t w[2])
{
    uint32_t v = 0;
    for (unsigned i = 0; i < f->parts; i++)
        v = v << f->part[i].width | (w[f->part[i].word] >> f->part[i].lsb & ((1u << f->part[i].width) - 1));
    return v;
}

unsigned matrix_mods(unsigned row, const struct isa_mod *m[MATRIX_MODS])
{
    unsigned n = 0;
    for (const char *c = isa_table[row].text; *c && n < MATRIX_MODS; c++)
        if (isa_text_mod(*c))
            m[n++] = isa_text_mod(*c);
    return n;
}

/* Bits of the forms of addresses. */
static uint32_t memory(const struct gt_insn *in)
{
    unsigned how = in->ainc ? 2 : in->areg ? 1 : 0;
    if (in->op == GT_OP_LD_L || in->op == GT_OP_ST_L)
        return 1u << (13 + how);
    uint32_t v = 0;
    if (in->has_s)
        v |= 1u << (7 + how) | 1u << (in->smode == GT_SM_U8 ? 26 : in->smode == GT_SM_B32 ? 28 : 27);
    if (in->has_c)
        v |= 1u << (10 + (in->a_on_c ? how : 0));
    return v;
}

/* Bits of the forms of operands. */
static uint32_t operands(const struct gt_insn *in)
{
    const struct gt_src *s = in->src;
    uint32_t v = memory(in);
    v |= (uint32_t)(s[0].neg | s[0].abs << 1 | s[0].inv << 2 | s[1].neg << 3 | s[1].abs << 4 | s[1].inv << 5 |
                    s[2].neg << 6);
    for (unsigned i = 0; i < 2; i++)
        if (s[i].kind == GT_K_R16)
            v |= 1u << (17 + 2 * i + (s[i].idx & 1));
    if (in->form == GT_FORM_LONG && s[1].kind == GT_K_IMM)
        v |= 1u << 16;
    if (in->dst_kind == GT_K_R16)
        v |= 1u << (21 + (in->dst & 1));
    if (in->dst_kind == GT_K_NONE)
        v |= 1u << 23;
    return v | 1u << (in->cdst_en ? 24 : 25);
}

static void add(struct matrix_ways *w, const struct gt_insn *in)
{
    const struct isa_mod *m[MATRIX_MODS];
    const uint32_t words[2] = {in->w0, in->w1};
    unsigned n = matrix_mods(in->row, m);
    for (unsigned i = 0; i < n; i++)
        w->mod[i] |= (uint16_t)(1u << (bits(&isa_fields[m[i]->field], words) & 15));
    w->operands |= operands(in);
    w->conditions |= 1u << (in->cond & 31);
}

void matrix_init(struct matrix *m)
{
    uint64_t s = 0x2545f4914f6cdd1dull;
    memset(m, 0, sizeof *m);
    for (unsigned r = 0; r < isa_rows() && r < MATRIX_ROWS; r++)
        for (unsigned i = 0; i < TRIES; i++) {
            struct gt_insn in;
            s ^= s << 13, s ^= s >> 7, s ^= s << 17;
            isa_decode((isa_table[r].k0 & isa_table[r].m0) | ((uint32_t)s & ~isa_table[r].m0),
                       (isa_table[r].k1 & isa_table[r].m1) | ((uint32_t)(s >> 32) & ~isa_table[r].m1), 0, &in);
            if (in.row != r || in.err != GT_DE_NONE)
                continue;
            if (in.unit == GT_UNIT_TEX && !gt_tex_supported(&in)) {
                m->row[r].graphics = !m->row[r].usable;
                continue;
            }
            m->row[r].usable = true;
            m->row[r].graphics = false;
            add(&m->row[r].can, &in);
        }
}

void matrix_saw(struct matrix *m, const struct gt_insn *in) { add(&m->row[in->row].seen, in); }
