/* SPDX-License-Identifier: Apache-2.0
 *
 * Every row of the table with random operands:
 *   - disassemble and assemble gives the same words,
 *   - the canonical word of the text (its ^ suffix taken away) disassembles to the same text and decodes to
 *     the same fields: the decoder looks at no bit that the text does not show,
 *   - what it decodes to encodes to words that decode to the same,
 *   - an illegal word is printed as .word.
 * Every row that is not an error row must have been reached by a legal word.
 */
#include "decode.h"
#include "encode.h"
#include "isa_table.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t rng = 0x2545f4914f6cdd1dull;

static uint32_t rnd(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (uint32_t)(rng >> 16);
}

static _Noreturn void wrong(const struct gt_insn *in, const char *text, const char *why)
{
    printf("%s: %08x %08x '%s': %s\n", isa_row_name(in->row), in->w0, in->w1, text, why);
    exit(1);
}

/* What may differ between a word and its canonical form: the words, the $c of a predicate that reads none, and the
 * two other names of dx and dy, and the rounding of a widening that rounds nothing. */
static void normalise(struct gt_insn *in)
{
    in->w0 = in->w1 = 0;
    if (!in->uses_carry && (in->cond == 0 || in->cond == 15) && in->op != GT_OP_MOV_FROM_C)
        in->cread = 0;
    if (in->op == GT_OP_QUADOP && in->quad >> 10)
        in->quad &= (uint16_t)~(1u << 9);
    if (in->op == GT_OP_F2F && in->d32 && !in->rint)
        in->rnd = 0;
}

/* The encoder is the decoder's inverse, and its words are the canonical ones. */
static void encodes(const struct gt_insn *in, const char *text)
{
    uint32_t want[(ISA_CTL_BITS + 31) / 32], bits[(ISA_CTL_BITS + 31) / 32], w[2];
    char canon[ISA_TEXT_MAX];
    struct gt_insn ask = *in, got;

    normalise(&ask);
    if (!isa_encode(&ask, w))
        wrong(in, text, "cannot be encoded");
    isa_decode(w[0], w[1], 0, &got);
    isa_ctl_pack(&ask, want);
    isa_ctl_pack(&got, bits);
    if (memcmp(want, bits, sizeof bits) != 0)
        wrong(in, text, "is encoded as something else");
    isa_disasm(&got, canon, sizeof canon);
    if (strstr(canon, " ^"))
        wrong(in, canon, "is not the canonical encoding");
}

static bool one(uint32_t w0, uint32_t w1)
{
    struct gt_insn in, canon;
    char text[ISA_TEXT_MAX], text2[ISA_TEXT_MAX], err[256];
    uint32_t a0, a1;
    char *suffix;
    int len;

    isa_decode(w0, w1, 0, &in);
    isa_disasm(&in, text, sizeof text);
    if (!isa_asm_line(text, &a0, &a1, &len, err, sizeof err))
        wrong(&in, text, err);
    if (len != in.len || a0 != in.w0 || a1 != in.w1)
        wrong(&in, text, "other words after assembling");
    if (in.err != GT_DE_NONE && in.err != GT_DE_TRAP) {
        if (strncmp(text, ".word", 5) != 0)
            wrong(&in, text, "expected .word for an illegal word");
        return false;
    }
    if (strncmp(text, ".word", 5) == 0)
        wrong(&in, text, "expected an instruction");
    encodes(&in, text);
    suffix = strstr(text, " ^");
    if (!suffix)
        return true;
    *suffix = '\0';
    if (!isa_asm_line(text, &a0, &a1, &len, err, sizeof err))
        wrong(&in, text, err);
    isa_decode(a0, a1, 0, &canon);
    isa_disasm(&canon, text2, sizeof text2);
    if (strcmp(text, text2) != 0)
        wrong(&in, text, text2);
    normalise(&in);
    normalise(&canon);
    if (memcmp(&in, &canon, sizeof in) != 0)
        wrong(&in, text, "decodes otherwise than its canonical form");
    return true;
}

int main(void)
{
    unsigned long legal = 0, tried = 0;
    int missing = 0;

    for (unsigned r = 0; r < isa_rows(); r++) {
        const struct isa_row *row = &isa_table[r];
        bool reached = false;

        for (int i = 0; i < 400 || (i < 40000 && !reached); i++) {
            uint32_t w0 = (rnd() & ~row->m0) | row->k0;
            uint32_t w1 = (rnd() & ~row->m1) | row->k1;
            bool ok = one(w0, w1);

            tried++;
            legal += ok;
            reached = reached || (ok && isa_find_row(w0, w1) == r);
            if (row->slots == 1)       /* names an error only */
                reached = true;
        }
        if (!reached) {
            printf("row %s: no legal word found\n", row->name);
            missing++;
        }
    }
    for (int i = 0; i < 100000; i++)
        one(rnd(), rnd());
    printf("%u rows, %lu words, %lu legal\n", isa_rows(), tried, legal);
    return missing != 0;
}
