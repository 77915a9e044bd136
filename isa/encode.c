/* SPDX-License-Identifier: Apache-2.0
 *
 * The encoder. A row's slots are the decoder's inputs; here each that is a field gets the value which the decoder would
 * need to find there. A row is taken when its words decode to what was asked for: whatever a row cannot say, or says
 * besides, is found that way.
 */
#include "encode.h"
#include "decode.h"
#include "isa_table.h"

#include <string.h>

/* What a slot has to be. */
enum need { ANY, VALUE, NO };

static unsigned mode_shift(unsigned smode) { return smode == GT_SM_B32 ? 2 : smode ? 1 : 0; }

static bool is_reg(unsigned kind) { return kind != GT_K_SMEM && kind != GT_K_CMEM && kind != GT_K_IMM; }

static const struct isa_slot *slot_of(const struct isa_row *r, enum isa_slot_id id)
{
    for (int i = 0; i < r->slots; i++)
        if (r->slot[i].slot == id)
            return &r->slot[i];
    return NULL;
}

static unsigned const_of(const struct isa_row *r, enum isa_slot_id id)
{
    const struct isa_slot *s = slot_of(r, id);

    return s && !s->is_field ? s->value : 0;
}

/* --- slots that are members of struct gt_insn ----------------------------------------------------------------- */

static enum need member_value(const struct gt_insn *in, unsigned slot, uint32_t *v)
{
    switch (slot) {
#include "isa_members.inc"
    default: return ANY;
    }
    return VALUE;
}

/* --- operands ------------------------------------------------------------------------------------------------- */

static enum need give_value(uint32_t *v, uint32_t x)
{
    *v = x;
    return VALUE;
}

/* Byte offset -> value of a field of `width` bits in units of 1 << shift bytes; signed when it is a step. */
static enum need give_offset(uint32_t *v, int32_t off, unsigned shift, unsigned width, bool step)
{
    int32_t unit = 1 << shift, n = off / unit;

    if (off % unit || n < (step ? -(1 << (width - 1)) : 0) || n >= 1 << (step ? width - 1 : width))
        return NO;
    return give_value(v, (uint32_t)n & ((1u << width) - 1));
}

static enum need c_offset(const struct gt_insn *in, const struct isa_slot *s, bool half, uint32_t *v)
{
    return give_offset(v, in->a_on_c ? in->mem_off : in->c_off, half ? 1 : 2, isa_fields[s->value].width,
                       in->a_on_c && in->ainc);
}

static enum need register_of(const struct gt_insn *in, int i, uint32_t *v)
{
    return is_reg(in->src[i].kind) ? give_value(v, in->src[i].idx) : ANY;
}

/* A constant kind: only the immediate form has a constant there (or the row has a switch for one, slot k1). */
static enum need kind_of(const struct gt_insn *in, const struct isa_row *r, int i, const struct isa_slot *s)
{
    bool imm = in->src[i].kind == GT_K_IMM;

    if (s->is_field || (i == 1 && slot_of(r, ISA_SLOT_k1)))
        return ANY;
    return (s->value == GT_K_IMM) == imm ? ANY : NO;
}

/* What the slot of an operand has to hold for `in`: a value, anything, or nothing that the row can say. */
static enum need operand_value(const struct gt_insn *in, const struct isa_row *r, const struct isa_slot *s, uint32_t *v)
{
    const struct gt_src *src = in->src;
    bool none = in->dst_kind == GT_K_NONE, s_op = src[0].kind == GT_K_SMEM;

    switch (s->slot) {
    case ISA_SLOT_dreg: return give_value(v, none && const_of(r, ISA_SLOT_dodst) ? 127 : in->dst);
    case ISA_SLOT_dw: return none ? ANY : give_value(v, in->dst_kind == GT_K_R32);
    case ISA_SLOT_cden: return give_value(v, in->cdst_en);
    case ISA_SLOT_cdst: return give_value(v, in->cdst);
    case ISA_SLOT_kind0: return kind_of(in, r, 0, s);
    case ISA_SLOT_kind1: return kind_of(in, r, 1, s);
    case ISA_SLOT_reg0: return register_of(in, 0, v);
    case ISA_SLOT_reg1: return const_of(r, ISA_SLOT_kind1) == GT_K_T4 ? ANY : register_of(in, 1, v);   /* reg0 + 1 */
    case ISA_SLOT_reg2: return register_of(in, 2, v);
    case ISA_SLOT_w1: return give_value(v, src[1].kind == GT_K_R32);
    case ISA_SLOT_neg0: return give_value(v, src[0].neg);
    case ISA_SLOT_abs0: return give_value(v, src[0].abs);
    case ISA_SLOT_inv0: return give_value(v, src[0].inv);
    case ISA_SLOT_neg1: return give_value(v, src[1].neg);
    case ISA_SLOT_abs1: return give_value(v, src[1].abs);
    case ISA_SLOT_inv1: return give_value(v, src[1].inv);
    case ISA_SLOT_neg2: return give_value(v, src[2].neg);
    case ISA_SLOT_ssel: return give_value(v, s_op);
    case ISA_SLOT_smode: return s->is_field && !s_op && !const_of(r, ISA_SLOT_msp) ? ANY : give_value(v, in->smode);
    case ISA_SLOT_soff:
        return s_op ? give_offset(v, in->mem_off, mode_shift(in->smode), isa_fields[s->value].width, in->ainc) : ANY;
    case ISA_SLOT_k1: return give_value(v, src[1].kind == GT_K_IMM);
    case ISA_SLOT_coff: return src[1].kind == GT_K_CMEM ? c_offset(in, s, const_of(r, ISA_SLOT_cunit2), v) : ANY;
    case ISA_SLOT_c2off: return src[2].kind == GT_K_CMEM ? c_offset(in, s, const_of(r, ISA_SLOT_c2unit2), v) : ANY;
    case ISA_SLOT_cseg: return in->has_c ? give_value(v, in->cseg) : ANY;
    case ISA_SLOT_imm: return src[0].kind == GT_K_IMM || src[1].kind == GT_K_IMM ? give_value(v, in->imm) : ANY;
    case ISA_SLOT_maddr: return give_value(v, (uint32_t)(in->has_c && !in->a_on_c ? in->c_off : in->mem_off) & 0xffff);
    case ISA_SLOT_asel: return in->areg ? give_value(v, in->areg) : ANY;
    default: return ANY;
    }
}

static bool put_field(int field, uint32_t v, uint32_t w[2])
{
    if (!isa_fits(field, v))
        return false;
    isa_put(field, v, w);
    return true;
}

/* What has one place for all rows. */
static bool put_fixed(const struct gt_insn *in, const struct isa_row *r, uint32_t w[2])
{
    unsigned c1 = const_of(r, ISA_SLOT_c1), c2 = const_of(r, ISA_SLOT_c2);

    if (const_of(r, ISA_SLOT_pred)) {
        isa_put(ISA_POS_cond, in->cond, w);
        isa_put(ISA_POS_cread, in->cread, w);
    }
    if (in->join || in->exit) {
        if (!const_of(r, ISA_SLOT_mark))
            return false;
        isa_put(ISA_POS_marker, in->exit ? 1 : 2, w);
    }
    if (in->dst_kind == GT_K_NONE && const_of(r, ISA_SLOT_dodst))
        isa_put(ISA_POS_odst, 1, w);
    if (in->src[1].kind == GT_K_CMEM || in->src[2].kind == GT_K_CMEM) {
        unsigned sel = in->src[1].kind == GT_K_CMEM ? c1 : c2;

        if (!sel)
            return false;
        isa_put(ISA_POS_scsel, sel, w);
    }
    if (in->ainc)
        isa_put(ISA_POS_ainc, 1, w);
    return true;
}

/* The words of `in` by this row; false: a slot cannot hold what is needed. */
static bool encode_row(const struct gt_insn *in, const struct isa_row *r, uint32_t w[2])
{
    w[0] = r->k0;
    w[1] = r->k1;
    for (int i = 0; i < r->slots; i++) {
        const struct isa_slot *s = &r->slot[i];
        uint32_t v = 0;
        enum need n = member_value(in, s->slot, &v);

        if (n == ANY)
            n = operand_value(in, r, s, &v);
        if (n == NO || (n == VALUE && (s->is_field ? !put_field(s->value, v, w) : v != s->value)))
            return false;
    }
    return put_fixed(in, r, w);
}

bool isa_encode(const struct gt_insn *in, uint32_t w[2])
{
    uint32_t want[(ISA_CTL_BITS + 31) / 32], bits[(ISA_CTL_BITS + 31) / 32];
    struct gt_insn got;

    isa_ctl_pack(in, want);
    for (const uint16_t *row = &isa_op_rows[isa_op_start[in->op]]; *row != ISA_ROW_NONE; row++) {
        const struct isa_row *r = &isa_table[*row];
        unsigned len = r->form == ISA_FORM_SHORT || r->form == ISA_FORM_SCTL ? 4 : 8;

        if (len != in->len || !encode_row(in, r, w))
            continue;
        isa_decode(w[0], w[1], 0, &got);
        got.unit = in->unit;
        isa_ctl_pack(&got, bits);
        if (memcmp(bits, want, sizeof bits))
            continue;
        if (len == 4)
            w[1] = 0;
        return true;
    }
    return false;
}
