/* SPDX-License-Identifier: Apache-2.0
 *
 * The decoder: evaluates the slots of the row, then combines them as insn.def says; the Verilog decoder is made of the
 * same expressions. The test rtl_isa_decode compares the two.
 */
#include "decode.h"
#include "isa_table.h"

#include <string.h>

unsigned isa_rows(void) { return isa_table_rows; }

const char *isa_row_name(unsigned row)
{
    return row < isa_table_rows ? isa_table[row].name : "illegal";
}

const char *isa_op_name(unsigned op)
{
    return isa_row_name(isa_op_rows[isa_op_start[op & 127]]);
}

const char *isa_err_name(unsigned err)
{
    static const char *const names[] = {
        "none", "TRAP_INSTRUCTION", "ILLEGAL_OPCODE", "UNALIGNED_LONG_INSTRUCTION", "ILLEGAL_POSTINCR",
        "LD_A_ST_O_NON_VP_GP", "INTERP_NON_FP", "EMIT_NON_GP", "ILLEGAL_MEMORY_BYTE",
        "ILLEGAL_MEMORY_SIGN", "ILLEGAL_MEMORY_SIZE",
    };

    return err < sizeof names / sizeof names[0] ? names[err] : "unknown error";
}

uint16_t isa_find_row(uint32_t w0, uint32_t w1)
{
    static const uint8_t cls_of[4] = { ISA_FORM_SHORT, ISA_FORM_LONG, ISA_FORM_SCTL, ISA_FORM_CTL };
    unsigned cls = cls_of[w0 & 3];
    unsigned sub = 0;
    const uint16_t *list;

    if (cls == ISA_FORM_LONG) {
        if ((w1 & 3) == 3)
            cls = ISA_FORM_IMM;
        else
            sub = w1 >> 29;
    }
    list = &isa_key_rows[isa_key_start[cls << 7 | w0 >> 28 << 3 | sub]];
    for (; *list != ISA_ROW_NONE; list++) {
        const struct isa_row *r = &isa_table[*list];

        if ((w0 & r->m0) == r->k0 && (w1 & r->m1) == r->k1)
            return *list;
    }
    return ISA_ROW_NONE;
}

/* Appends n bits of value above those already packed. */
static unsigned pack(uint32_t *bits, unsigned pos, uint32_t value, unsigned n)
{
    uint64_t v = (value & ((1ull << n) - 1)) << pos % 32;

    bits[pos / 32] |= (uint32_t)v;
    if (v >> 32)
        bits[pos / 32 + 1] |= (uint32_t)(v >> 32);
    return pos + n;
}

/* combine(): the members of struct gt_insn from the slots; pack_ctl(): ctl_t of it. */
#include "isa_combine.inc"

void isa_decode(uint32_t w0, uint32_t w1, uint32_t pc, struct gt_insn *out)
{
    uint32_t v[ISA_SLOT_COUNT] = { 0 };
    const struct isa_row *r;

    memset(out, 0, sizeof *out);
    out->len = (uint8_t)isa_len(w0);
    if (out->len == 4)
        w1 = 0;
    out->w0 = w0;
    out->w1 = w1;
    out->cond = 15;
    out->row = isa_find_row(w0, w1);
    if (out->row != ISA_ROW_NONE)
        out->form = isa_table[out->row].form;
    /* first, because the hardware then has no second word to look at */
    if (out->len == 8 && (pc & 4)) {
        out->err = GT_DE_UNALIGNED_LONG;
        return;
    }
    if (out->row == ISA_ROW_NONE) {
        out->err = GT_DE_ILLEGAL_OPCODE;
        return;
    }
    r = &isa_table[out->row];
    for (int i = 0; i < r->slots; i++)
        v[r->slot[i].slot] = r->slot[i].is_field ? isa_get(r->slot[i].value, w0, w1) : r->slot[i].value;

    combine(v, w0, w1, out);
}

void isa_ctl_pack(const struct gt_insn *in, uint32_t bits[(ISA_CTL_BITS + 31) / 32])
{
    memset(bits, 0, (ISA_CTL_BITS + 31) / 32 * sizeof bits[0]);
    pack_ctl(bits, in);
}
