/* SPDX-License-Identifier: Apache-2.0
 *
 * The decoder: evaluates the slots of the row, then combines them. isagen_sv.c writes the same
 * combination in Verilog; the test rtl_isa_decode compares the two.
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

/* Registers of a 64- or 128-bit operand must be aligned. */
static bool bad_tuple(unsigned kind, unsigned idx)
{
    return (kind == GT_K_R64 && (idx & 1)) || (kind == GT_K_R128 && (idx & 3));
}

/* $a5-$a7 do not exist: they read 0, which is what number 0 does. */
static unsigned real_areg(unsigned a) { return a <= 4 ? a : 0; }

static uint32_t sext(uint32_t v, unsigned bits)
{
    uint32_t top = 1u << (bits - 1);

    return (v ^ top) - top;
}

/* --- destination and sources ------------------------------------------------------------------ */

/* Kind of n texture results. */
static uint8_t texture_kind(uint32_t components)
{
    static const uint8_t kind[5] = { GT_K_NONE, GT_K_R32, GT_K_T2, GT_K_T3, GT_K_T4 };

    return kind[(components & 1) + (components >> 1 & 1) + (components >> 2 & 1) + (components >> 3 & 1)];
}

static bool decode_dst(const uint32_t *v, bool odst, struct gt_insn *o)
{
    bool none = v[ISA_SLOT_dodst] && odst;

    o->dst_kind = (uint8_t)(none ? GT_K_NONE : !v[ISA_SLOT_dvar] ? v[ISA_SLOT_dkind]
                            : v[ISA_SLOT_dw] ? GT_K_R32 : GT_K_R16);
    o->dst = (uint8_t)(none ? 0 : v[ISA_SLOT_dreg]);
    if (o->dst_kind == GT_K_AREG)
        o->dst = (uint8_t)real_areg(o->dst);
    if (o->dst_kind == GT_K_T4)
        o->dst_kind = texture_kind(v[ISA_SLOT_lmask]);
    o->cdst_en = v[ISA_SLOT_cden] != 0;
    o->cdst = (uint8_t)(o->cdst_en ? v[ISA_SLOT_cdst] : 0);
    return none && v[ISA_SLOT_dreg] != 127;
}

static void decode_srcs(const uint32_t *v, unsigned scsel, struct gt_insn *o)
{
    bool s = v[ISA_SLOT_ssel] != 0;
    bool k = v[ISA_SLOT_k1] != 0;
    bool c1 = v[ISA_SLOT_c1] && scsel == v[ISA_SLOT_c1] && !k;
    bool c2 = v[ISA_SLOT_c2] && scsel == v[ISA_SLOT_c2];
    uint32_t kind1 = !v[ISA_SLOT_var1] ? v[ISA_SLOT_kind1]
                     : v[ISA_SLOT_w1]  ? GT_K_R32
                                       : GT_K_R16,
             reg1 = v[ISA_SLOT_reg1];
    if (kind1 == GT_K_T4) {             /* coordinates of a texture fetch behind the first */
        uint32_t behind = v[ISA_SLOT_quad] >> 8;
        kind1 = behind > 1 ? GT_K_T2 : behind ? GT_K_R32 : GT_K_NONE;
        reg1 = behind ? reg1 + 1 : 0;
    }
    uint32_t reg0 = v[ISA_SLOT_kind0] == GT_K_AREG ? real_areg(v[ISA_SLOT_reg0]) : v[ISA_SLOT_reg0];

    o->src[0] = (struct gt_src){
        .kind = (uint8_t)(s ? GT_K_SMEM : v[ISA_SLOT_kind0]), .idx = (uint8_t)(s ? 0 : reg0),
        .neg = v[ISA_SLOT_neg0] != 0, .abs = v[ISA_SLOT_abs0] != 0, .inv = v[ISA_SLOT_inv0] != 0 };
    o->src[1] = (struct gt_src){
        .kind = (uint8_t)(k ? GT_K_IMM : c1 ? GT_K_CMEM : kind1),
        .idx = (uint8_t)(k || c1 ? 0 : reg1),
        .neg = v[ISA_SLOT_neg1] != 0, .abs = v[ISA_SLOT_abs1] != 0, .inv = v[ISA_SLOT_inv1] != 0 };
    o->src[2] = (struct gt_src){
        .kind = (uint8_t)(c2 ? GT_K_CMEM : v[ISA_SLOT_kind2]), .idx = (uint8_t)(c2 ? 0 : v[ISA_SLOT_reg2]),
        .neg = v[ISA_SLOT_neg2] != 0 };
    if (k || v[ISA_SLOT_kind0] == GT_K_IMM || v[ISA_SLOT_kind1] == GT_K_IMM)
        o->imm = v[ISA_SLOT_imm16] ? v[ISA_SLOT_imm] & 0xffff : v[ISA_SLOT_imm];
    o->has_s = s || v[ISA_SLOT_msp] == 1;
    o->has_c = c1 || c2 || v[ISA_SLOT_msp] == 3;
}

/* Address of the s[], l[] or c[] operand. Returns false for an impossible autoincrement. */
static bool decode_addr(const uint32_t *v, bool inc, struct gt_insn *o)
{
    bool s_op = o->src[0].kind == GT_K_SMEM;
    bool c_op = o->src[1].kind == GT_K_CMEM || o->src[2].kind == GT_K_CMEM;
    bool is_long = v[ISA_SLOT_long] != 0;
    bool use_a = s_op || c_op || v[ISA_SLOT_msp];
    unsigned areg = real_areg(v[ISA_SLOT_asel]);
    unsigned s_shift = v[ISA_SLOT_smode] == GT_SM_B32 ? 2 : v[ISA_SLOT_smode] ? 1 : 0;
    bool c2 = o->src[2].kind == GT_K_CMEM;
    unsigned c_shift = v[c2 ? ISA_SLOT_c2unit2 : ISA_SLOT_cunit2] ? 1 : 2;
    uint32_t soff = v[ISA_SLOT_soff], coff = v[c2 ? ISA_SLOT_c2off : ISA_SLOT_coff];

    o->areg = (uint8_t)(use_a ? areg : 0);
    o->ainc = use_a && inc;
    if (inc) {
        soff = sext(soff, is_long ? 5 : 4);
        coff = sext(coff, is_long ? 7 : 5);
    }
    o->a_on_c = o->has_c && !o->has_s && (o->areg || o->ainc);
    if (s_op)
        o->mem_off = (int32_t)(soff << s_shift);
    else if (v[ISA_SLOT_msp] == 1 || v[ISA_SLOT_msp] == 2 || (o->a_on_c && v[ISA_SLOT_msp]))
        o->mem_off = (int32_t)v[ISA_SLOT_maddr];
    else if (o->a_on_c)
        o->mem_off = (int32_t)(coff << c_shift);
    if (o->has_c && !o->a_on_c)
        o->c_off = (uint16_t)(c_op ? v[c2 ? ISA_SLOT_c2off : ISA_SLOT_coff] << c_shift : v[ISA_SLOT_maddr]);
    o->cseg = (uint8_t)(o->has_c ? v[ISA_SLOT_cseg] : 0);
    o->smode = (uint8_t)(s_op || v[ISA_SLOT_msp] ? v[ISA_SLOT_smode] : 0);
    return !(inc && !areg && (use_a || v[ISA_SLOT_achk]));
}

/* s[] mode against the type of the operand. */
static unsigned smode_error(const uint32_t *v, const struct gt_insn *o)
{
    unsigned mode = v[ISA_SLOT_smode];
    bool sgn = v[ISA_SLOT_sgn] || v[ISA_SLOT_ssigned];

    if (o->src[0].kind != GT_K_SMEM || v[ISA_SLOT_schk] == 0)
        return GT_DE_NONE;
    if (v[ISA_SLOT_schk] == 3)
        return mode ? GT_DE_MEMORY_BYTE : GT_DE_NONE;
    if (mode == GT_SM_B32)
        return GT_DE_MEMORY_SIZE;
    if (v[ISA_SLOT_schk] == 2 && ((mode == GT_SM_U16 && sgn) || (mode == GT_SM_S16 && !sgn)))
        return GT_DE_MEMORY_SIGN;
    return GT_DE_NONE;
}

static void copy_slots(const uint32_t *v, struct gt_insn *o)
{
    o->op = (uint8_t)v[ISA_SLOT_op];
    o->unit = (uint8_t)v[ISA_SLOT_unit];
    o->uses_carry = v[ISA_SLOT_uses_carry] != 0;
    o->gseg = (uint8_t)v[ISA_SLOT_gseg];
    o->mtype = (uint8_t)v[ISA_SLOT_mtype];
    o->aop = (uint8_t)v[ISA_SLOT_aop];
    o->w16 = v[ISA_SLOT_w16] != 0;
    o->sgn = v[ISA_SLOT_sgn] != 0;
    o->sgn2 = v[ISA_SLOT_sgn2] != 0;
    o->hi = v[ISA_SLOT_hi] != 0;
    o->sat = v[ISA_SLOT_sat] != 0;
    o->k = (uint8_t)v[ISA_SLOT_k];
    o->rnd = (uint8_t)v[ISA_SLOT_rnd];
    o->cmp = (uint8_t)v[ISA_SLOT_cmp];
    o->lmask = (uint8_t)v[ISA_SLOT_lmask];
    o->sfu_hint = v[ISA_SLOT_sfu_hint] != 0;
    o->ssigned = v[ISA_SLOT_ssigned] != 0;
    o->s8 = v[ISA_SLOT_s8] != 0;
    o->s32 = v[ISA_SLOT_s32] != 0;
    o->dsigned = v[ISA_SLOT_dsigned] != 0;
    o->d8 = v[ISA_SLOT_d8] != 0;
    o->d32 = v[ISA_SLOT_d32] != 0;
    o->rint = v[ISA_SLOT_rint] != 0;
    o->f64 = v[ISA_SLOT_f64] != 0;
    o->quad = (uint16_t)v[ISA_SLOT_quad];
    o->target = v[ISA_SLOT_target];
    o->lim = v[ISA_SLOT_lim] != 0;
    o->bar_id = (uint8_t)v[ISA_SLOT_bar_id];
    o->bar_inc = v[ISA_SLOT_bar_inc] != 0;
    o->bar_wait = v[ISA_SLOT_bar_wait] != 0;
    o->bar_all = v[ISA_SLOT_bar_all] != 0;
    o->bar_count = (uint16_t)v[ISA_SLOT_bar_count];
}

void isa_decode(uint32_t w0, uint32_t w1, uint32_t pc, struct gt_insn *out)
{
    uint32_t v[ISA_SLOT_COUNT] = { 0 };
    const struct isa_row *r;
    bool bad_o, bad_reg, ok_inc;

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

    copy_slots(v, out);
    if (v[ISA_SLOT_pred]) {
        out->cond = (uint8_t)isa_get(ISA_POS_cond, w0, w1);
        out->cread = (uint8_t)isa_get(ISA_POS_cread, w0, w1);
    }
    bad_o = decode_dst(v, isa_get(ISA_POS_odst, w0, w1) != 0, out);
    decode_srcs(v, isa_get(ISA_POS_scsel, w0, w1), out);
    ok_inc = decode_addr(v, isa_get(ISA_POS_ainc, w0, w1) != 0, out);
    bad_reg = (v[ISA_SLOT_x11] && isa_get(ISA_POS_scsel, w0, w1) == 3)
              || bad_tuple(out->dst_kind, out->dst);
    for (int i = 0; i < 3; i++)
        bad_reg = bad_reg || bad_tuple(out->src[i].kind, out->src[i].idx);
    out->err = (uint8_t)(v[ISA_SLOT_err] ? v[ISA_SLOT_err] : bad_reg ? GT_DE_ILLEGAL_OPCODE
                         : bad_o ? GT_DE_LD_A_ST_O : !ok_inc ? GT_DE_ILLEGAL_POSTINCR
                         : smode_error(v, out));
    if (v[ISA_SLOT_mark] && !out->err) {
        unsigned marker = isa_get(ISA_POS_marker, w0, w1);

        out->exit = marker == 1;
        out->join = marker == 2;
    }
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

static unsigned pack_src(uint32_t *bits, unsigned p, const struct gt_src *s)
{
    p = pack(bits, p, s->inv, 1);
    p = pack(bits, p, s->abs, 1);
    p = pack(bits, p, s->neg, 1);
    p = pack(bits, p, s->idx, 8);
    return pack(bits, p, s->kind, 4);
}

void isa_ctl_pack(const struct gt_insn *in, uint32_t bits[(ISA_CTL_BITS + 31) / 32])
{
    unsigned p = 0;

    /* last member first: bit 0 is the end of the packed struct */
    memset(bits, 0, (ISA_CTL_BITS + 31) / 32 * sizeof bits[0]);
    p = pack(bits, p, in->bar_count, 12);
    p = pack(bits, p, in->bar_all, 1);
    p = pack(bits, p, in->bar_wait, 1);
    p = pack(bits, p, in->bar_inc, 1);
    p = pack(bits, p, in->bar_id, 4);
    p = pack(bits, p, in->lim, 1);
    p = pack(bits, p, in->target, 24);
    p = pack(bits, p, in->quad, 11);
    p = pack(bits, p, in->f64, 1);
    p = pack(bits, p, in->rint, 1);
    p = pack(bits, p, in->d32, 1);
    p = pack(bits, p, in->d8, 1);
    p = pack(bits, p, in->dsigned, 1);
    p = pack(bits, p, in->s32, 1);
    p = pack(bits, p, in->s8, 1);
    p = pack(bits, p, in->ssigned, 1);
    p = pack(bits, p, in->lmask, 4);
    p = pack(bits, p, in->cmp, 4);
    p = pack(bits, p, in->rnd, 2);
    p = pack(bits, p, in->k, 2);
    p = pack(bits, p, in->sat, 1);
    p = pack(bits, p, in->hi, 1);
    p = pack(bits, p, in->sgn2, 1);
    p = pack(bits, p, in->sgn, 1);
    p = pack(bits, p, in->w16, 1);
    p = pack(bits, p, in->aop, 4);
    p = pack(bits, p, in->mtype, 3);
    p = pack(bits, p, in->gseg, 4);
    p = pack(bits, p, in->c_off, 16);
    p = pack(bits, p, in->cseg, 4);
    p = pack(bits, p, (uint32_t)in->mem_off, 17);
    p = pack(bits, p, in->a_on_c, 1);
    p = pack(bits, p, in->ainc, 1);
    p = pack(bits, p, in->areg, 3);
    p = pack(bits, p, in->smode, 2);
    p = pack(bits, p, in->has_c, 1);
    p = pack(bits, p, in->has_s, 1);
    p = pack(bits, p, in->imm, 32);
    p = pack_src(bits, p, &in->src[2]);
    p = pack_src(bits, p, &in->src[1]);
    p = pack_src(bits, p, &in->src[0]);
    p = pack(bits, p, in->cdst, 2);
    p = pack(bits, p, in->cdst_en, 1);
    p = pack(bits, p, in->dst, 8);
    p = pack(bits, p, in->dst_kind, 4);
    p = pack(bits, p, in->uses_carry, 1);
    p = pack(bits, p, in->cread, 2);
    p = pack(bits, p, in->cond, 5);
    p = pack(bits, p, in->exit, 1);
    p = pack(bits, p, in->join, 1);
    p = pack(bits, p, in->err, 4);
    p = pack(bits, p, in->len == 8, 1);
    p = pack(bits, p, in->unit, 3);
    pack(bits, p, in->op, 7);
}
