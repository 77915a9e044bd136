/* SPDX-License-Identifier: Apache-2.0
 *
 * Integers, logic, shifts, bits.
 */
#include "mir.h"

static int new_temp(struct fn *f) { return nf_reg(f, 1); }

static void emit_logic(struct fn *f, struct opd d, struct opd a, struct opd b, struct opd c, const char *lut)
{
    EMIT(f, "LOP3.LUT", o_def(d), a, b, c, o_word(lut), o_p(-1, true));
}

static void emit_sum(struct fn *f, struct opd d, struct opd a, struct opd b)
{
    EMIT(f, "IADD3", o_def(d), a, b, o_rz());
}

/* ---- sums -------------------------------------------------------------------------------------------------- */

static struct opd carry_pred(struct fn *f)
{
    if (f->carry < 0)
        f->carry = nf_pred(f);
    return o_p(f->carry, false);
}

/* d = a + b, with what comes in and goes out; not: b's complement, for differences. */
static void sum_word(struct fn *f, struct opd d, struct opd a, struct opd b, bool difference, bool in, bool out)
{
    struct opd o[8];
    unsigned n = 0;
    o[n++] = o_def(d);
    if (out)
        o[n++] = o_def(carry_pred(f));
    o[n++] = nl_in_reg(f, a);
    if (difference && in)
        o[n] = nl_in_reg(f, b), o[n++].inv = true;
    else if (difference)
        o[n] = nl_in_reg(f, b), o[n++].neg = true;
    else
        o[n++] = nl_in_reg(f, b);
    o[n++] = o_rz();
    if (in) {
        o[n++] = carry_pred(f);
        o[n++] = o_p(-1, true);
    }
    ni_emit(f, in ? "IADD3.X" : "IADD3", o, n);
}

/* add.cc, addc, sub.cc, subc. */
static void lower_carry(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool sub = in->code.op == PTX_SUB || in->code.op == PTX_SUBC;
    bool with = in->code.op == PTX_ADDC || in->code.op == PTX_SUBC;
    int d = nl_dst(f, in, 0);
    if (ptype_size(t) == 8) {
        struct opd a = nl_src64(f, in, 1), b = nl_src64(f, in, 2);
        int r = nf_reg(f, 2);
        sum_word(f, o_lo(r), o_part(&a, 0), o_part(&b, 0), sub, with, true);
        sum_word(f, o_hi(r), o_part(&a, 1), o_part(&b, 1), sub, true, in->code.cc);
        nl_mov64(f, d, o_r2(r));
    } else {
        sum_word(f, o_r(d), nl_src(f, in, 1), nl_src(f, in, 2), sub, with, in->code.cc);
    }
}

/* An overflow shows in the signs; the sum's sign is wrong then. */
static void saturating_sum(struct fn *f, int d, struct opd a, struct opd b, bool sub)
{
    int s = new_temp(f), o = new_temp(f), m = new_temp(f), p = nf_pred(f);
    a = nl_in_reg(f, a);
    b = nl_in_reg(f, b);
    emit_sum(f, o_r(s), a, sub ? o_neg(b) : b);
    /* a, b, s: a + b: (a ^ s) & (b ^ s), a - b: (a ^ b) & (a ^ s) */
    emit_logic(f, o_r(o), a, b, o_r(s), sub ? "0x18" : "0x42");
    EMIT(f, "SHF.R.S32.HI", o_def(o_r(m)), o_rz(), o_imm(31), o_r(s));
    emit_logic(f, o_r(m), o_r(m), o_imm(0x80000000), o_rz(), "0x3c");
    EMIT(f, "ISETP.LT.AND", o_def(o_p(p, false)), o_def(o_pt()), o_r(o), o_rz(), o_pt());
    EMIT(f, "SEL", o_def(o_r(d)), o_r(m), o_r(s), o_p(p, false));
}

/* ---- products ---------------------------------------------------------------------------------------------- */

static void emit_product64(struct fn *f, int d, struct opd a, struct opd b, const struct opd *c)
{
    int t = nf_reg(f, 2), h = new_temp(f), r = nf_reg(f, 2);
    EMIT(f, "IMAD.WIDE.U32", o_def(o_r2(t)), o_part(&a, 0), o_part(&b, 0), c ? *c : o_rz2());
    EMIT(f, "IMAD", o_def(o_r(h)), o_part(&a, 0), o_part(&b, 1), o_hi(t));
    EMIT(f, "IMAD", o_def(o_hi(r)), o_part(&a, 1), o_part(&b, 0), o_r(h));
    EMIT(f, "MOV", o_def(o_lo(r)), o_lo(t));
    nl_mov64(f, d, o_r2(r));
}

static struct opd extend_low24(struct fn *f, struct opd o, bool sgn)
{
    int t = new_temp(f);
    EMIT(f, sgn ? "SGXT" : "SGXT.U32", o_def(o_r(t)), o, o_imm(24));
    return o_r(t);
}

/* mul, mad and their forms of 24 bits, wide, high, with carry and with saturation. */
static void lower_multiply(struct fn *f, const struct pinst *in, enum ptype t)
{
    unsigned op = in->code.op, width = in->code.width;
    bool m24 = op == PTX_MUL24 || op == PTX_MAD24, mad = op == PTX_MAD || op == PTX_MAD24 || op == PTX_MADC;
    bool sgn = ptype_signed(t), cc = in->code.cc || op == PTX_MADC;
    int d = nl_dst(f, in, 0);
    if (ptype_size(t) == 8) {
        struct opd c = mad ? nl_src64(f, in, 3) : o_rz2();
        emit_product64(f, d, nl_src64(f, in, 1), nl_src64(f, in, 2), mad ? &c : NULL);
        return;
    }
    struct opd a = nl_extend(f, nl_src(f, in, 1), t), b = nl_extend(f, nl_src(f, in, 2), t);
    if (m24) {
        a = extend_low24(f, a, sgn);
        b = extend_low24(f, b, sgn);
    }
    if (width == PTX_WIDTH_WIDE && ptype_size(t) == 4) {
        EMIT(f, sgn ? "IMAD.WIDE" : "IMAD.WIDE.U32", o_def(o_r2(d)), a, b, mad ? nl_src64(f, in, 3) : o_rz2());
        return;
    }
    struct opd c = mad ? nl_src(f, in, 3) : o_rz();
    bool apart = cc || in->code.sat;        /* the sum is an instruction of its own */
    bool high = width == PTX_WIDTH_HI;
    int r = mad && (apart || high) ? new_temp(f) : d;
    if (high && m24) {
        int w = nf_reg(f, 2);
        EMIT(f, sgn ? "IMAD.WIDE" : "IMAD.WIDE.U32", o_def(o_r2(w)), a, b, o_rz2());
        EMIT(f, "SHF.R.U64", o_def(o_r(r)), o_lo(w), o_imm(16), o_hi(w));
    } else if (high && ptype_size(t) == 4 && mad && !apart) {
        int w = nf_reg(f, 2);           /* the addend as the upper half of 64 bits */
        EMIT(f, "MOV", o_def(o_lo(w)), o_rz());
        EMIT(f, "MOV", o_def(o_hi(w)), c);
        EMIT(f, sgn ? "IMAD.HI" : "IMAD.HI.U32", o_def(o_r(d)), a, b, o_r2(w));
        return;
    } else if (high && ptype_size(t) == 4) {
        EMIT(f, sgn ? "IMAD.HI" : "IMAD.HI.U32", o_def(o_r(r)), a, b, o_rz2());
    } else if (high) {
        int w = new_temp(f);
        EMIT(f, "IMAD", o_def(o_r(w)), a, b, o_rz());
        EMIT(f, "SHF.R.S32.HI", o_def(o_r(r)), o_rz(), o_imm(16), o_r(w));
    } else {
        EMIT(f, "IMAD", o_def(o_r(r)), a, b, mad && !apart ? c : o_rz());
    }
    if (!mad || r == d)
        return;
    if (in->code.sat)
        saturating_sum(f, d, o_r(r), c, false);
    else
        sum_word(f, o_r(d), o_r(r), c, false, op == PTX_MADC, in->code.cc);
}

/* ---- shifts and bits --------------------------------------------------------------------------------------- */

/* shl, shr. The machine's counts clamp as PTX wants it. */
static void lower_shift(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool left = in->code.op == PTX_SHL, sgn = ptype_signed(t);
    struct opd n = nl_src(f, in, 2);
    int d = nl_dst(f, in, 0);
    if (ptype_size(t) == 8) {
        struct opd a = nl_src64(f, in, 1), l = o_part(&a, 0), h = o_part(&a, 1);
        int r = nf_reg(f, 2);
        if (left && n.kind == O_IMM && n.imm < 32 && a.kind == O_R) {
            EMIT(f, "shl64", o_def(o_r2(r)), a, n);
        } else if (left) {
            EMIT(f, "SHF.L.U32", o_def(o_lo(r)), l, n, o_rz());
            EMIT(f, "SHF.L.U64.HI", o_def(o_hi(r)), l, n, h);
        } else {
            EMIT(f, sgn ? "SHF.R.S64" : "SHF.R.U64", o_def(o_lo(r)), l, n, h);
            EMIT(f, sgn ? "SHF.R.S32.HI" : "SHF.R.U32.HI", o_def(o_hi(r)), o_rz(), n, h);
        }
        nl_mov64(f, d, o_r2(r));
    } else if (left) {
        EMIT(f, "SHF.L.U32", o_def(o_r(d)), nl_src(f, in, 1), n, o_rz());
    } else {
        EMIT(f, sgn ? "SHF.R.S32.HI" : "SHF.R.U32.HI", o_def(o_r(d)), o_rz(), n, nl_extend(f, nl_src(f, in, 1), t));
    }
}

static void lower_funnel(struct fn *f, const struct pinst *in)
{
    bool left = in->code.dir == PTX_DIR_L, wrap = in->code.amount == PTX_AMOUNT_WRAP;
    EMIT(f, left ? wrap ? "SHF.L.W.U32.HI" : "SHF.L.U32.HI" : wrap ? "SHF.R.W.U32" : "SHF.R.U32",
         o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1), nl_src(f, in, 3), nl_src(f, in, 2));
}

/* The lowest byte of a position or length. */
static struct opd low_byte(struct fn *f, struct opd o)
{
    if (o.kind == O_IMM)
        return o_imm(o.imm & 255);
    int t = new_temp(f);
    emit_logic(f, o_r(t), o, o_imm(255), o_rz(), "0xc0");
    return o_r(t);
}

/* Shifts and operations on bits; false: none of them, or of 64 bits, which the library has. */
/* dp4a, dp2a. */
static void lower_products(struct fn *f, const struct pinst *in)
{
    const bool four = in->code.op == PTX_DP4A;
    const char *bits = four ? "8" : "16", a = in->code.dtype == T_S32 ? 'S' : 'U';
    const char b = in->code.type == T_S32 ? 'S' : 'U';
    struct opd from = nl_in_reg(f, nl_src(f, in, 2));
    if (in->code.width == PTX_WIDTH_HI) {       /* the machine's form takes the lower bytes */
        int t = nf_reg(f, 1);
        EMIT(f, "SHF.R.U32.HI", o_def(o_r(t)), o_rz(), o_imm(16), from);
        from = o_r(t);
    }
    EMIT(f, nl_name(f, "IDP.%s.%c%s.%c8", four ? "4A" : "2A.LO", a, bits, b), o_def(o_r(nl_dst(f, in, 0))),
         nl_in_reg(f, nl_src(f, in, 1)), from, nl_in_reg(f, nl_src(f, in, 3)));
}

/* prmt's mode; without one c picks each byte. */
static const char *pick_name(const struct pinst *in)
{
    static const char *const names[] = { [0] = "", [PTX_PICK_F4E] = ".F4E", [PTX_PICK_B4E] = ".B4E",
                                         [PTX_PICK_RC8] = ".RC8", [PTX_PICK_ECL] = ".ECL", [PTX_PICK_ECR] = ".ECR",
                                         [PTX_PICK_RC16] = ".RC16" };
    return names[in->code.pick];
}

static bool lower_bits(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool sgn = ptype_signed(t), wide = ptype_size(t) == 8;
    int d, x, y;
    switch (in->code.op) {
    case PTX_SHL: case PTX_SHR: lower_shift(f, in, t); return true;
    case PTX_SHF: lower_funnel(f, in); return true;
    default: break;
    }
    if (wide)
        return false;
    switch (in->code.op) {
    case PTX_POPC: EMIT(f, "POPC", o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1)); return true;
    case PTX_BREV: EMIT(f, "BREV", o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1)); return true;
    case PTX_CLZ:       /* of 0: 31 less -1 */
        x = new_temp(f);
        EMIT(f, "FLO.U32", o_def(o_r(x)), nl_src(f, in, 1));
        emit_sum(f, o_r(nl_dst(f, in, 0)), o_neg(o_r(x)), o_imm(31));
        return true;
    case PTX_BFIND:
        EMIT(f, nl_name(f, "FLO%s%s", sgn ? "" : ".U32", in->code.shiftamt ? ".SH" : ""), o_def(o_r(nl_dst(f, in, 0))),
             nl_src(f, in, 1));
        return true;
    case PTX_BFE:
        x = new_temp(f);
        EMIT(f, sgn ? "SHF.R.S32.HI" : "SHF.R.U32.HI", o_def(o_r(x)), o_rz(), low_byte(f, nl_src(f, in, 2)),
             nl_src(f, in, 1));
        EMIT(f, sgn ? "SGXT" : "SGXT.U32", o_def(o_r(nl_dst(f, in, 0))), o_r(x), low_byte(f, nl_src(f, in, 3)));
        return true;
    case PTX_BFI: {
        struct opd p = low_byte(f, nl_src(f, in, 3)), n = low_byte(f, nl_src(f, in, 4)), b = nl_src(f, in, 2);
        x = new_temp(f);
        y = new_temp(f);
        EMIT(f, "SHF.L.U32", o_def(o_r(x)), nl_src(f, in, 1), p, o_rz());
        EMIT(f, "BMSK", o_def(o_r(y)), p, n);
        emit_logic(f, o_r(nl_dst(f, in, 0)), o_r(x), b, o_r(y), "0xe4");
        return true;
    }
    case PTX_PRMT:
        EMIT(f, nl_name(f, "PRMT%s", pick_name(in)), o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1), nl_src(f, in, 3),
             nl_src(f, in, 2));
        return true;
    case PTX_LOP3:
        if (in->op[4].imm > 255)
            nl_refuse(f, in, "operand 5: expected a table of 8 bits");
        emit_logic(f, o_r(nl_dst(f, in, 0)), nl_in_reg(f, nl_src(f, in, 1)), nl_src(f, in, 2),
                   nl_in_reg(f, nl_src(f, in, 3)), nl_name(f, "0x%x", (unsigned)in->op[4].imm));
        return true;
    case PTX_BMSK:
        EMIT(f, in->code.clamp == PTX_CLAMP_WRAP ? "BMSK.W" : "BMSK", o_def(o_r(nl_dst(f, in, 0))),
             nl_in_reg(f, nl_src(f, in, 1)), nl_src(f, in, 2));
        return true;
    case PTX_SZEXT:
        EMIT(f, nl_name(f, "SGXT%s%s", in->code.clamp == PTX_CLAMP_WRAP ? ".W" : "", t == T_S32 ? "" : ".U32"),
             o_def(o_r(nl_dst(f, in, 0))), nl_in_reg(f, nl_src(f, in, 1)), nl_src(f, in, 2));
        return true;
    case PTX_DP4A: case PTX_DP2A: lower_products(f, in); return true;
    case PTX_CNOT:
        x = nf_pred(f);
        EMIT(f, "ISETP.EQ.AND", o_def(o_p(x, false)), o_def(o_pt()),
             nl_extend(f, nl_src(f, in, 1), ptype_size(t) == 2 ? T_U16 : t), o_rz(), o_pt());
        d = nl_dst(f, in, 0);
        EMIT(f, "SEL", o_def(o_r(d)), o_rz(), o_imm(1), o_p(x, true));
        return true;
    default: return false;
    }
}

static const char *lut_of(unsigned op) { return op == PTX_AND ? "0xc0" : op == PTX_OR ? "0xfc" : "0x3c"; }

/* and, or, xor, not of words and pairs. */
static void lower_logic(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool not = in->code.op == PTX_NOT;
    int d = nl_dst(f, in, 0);
    if (ptype_size(t) == 8) {
        struct opd a = nl_src64(f, in, 1), b = not ? o_rz2() : nl_src64(f, in, 2);
        int r = nf_reg(f, 2);
        for (unsigned i = 0; i < 2; i++)
            emit_logic(f, o_rw(r, i, 1), o_part(&a, i), o_part(&b, i), o_rz(), not ? "0xf" : lut_of(in->code.op));
        nl_mov64(f, d, o_r2(r));
    } else if (not) {
        emit_logic(f, o_r(d), nl_src(f, in, 1), o_rz(), o_rz(), "0xf");
    } else {
        emit_logic(f, o_r(d), nl_src(f, in, 1), nl_src(f, in, 2), o_rz(), lut_of(in->code.op));
    }
}

static void emit_minmax(struct fn *f, struct opd d, struct opd a, struct opd b, bool sgn, bool least)
{
    const char *name = f->chip == SM70_90 ? sgn ? "VIMNMX" : "VIMNMX.U32" : sgn ? "IMNMX" : "IMNMX.U32";
    if (f->chip == SM70_90 && sgn)
        name = "VIMNMX";
    EMIT(f, name, o_def(d), a, b, o_p(-1, !least));
}

static void lower_extreme(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool least = in->code.op == PTX_MIN, sgn = ptype_signed(t);
    int d = nl_dst(f, in, 0);
    if (ptype_size(t) != 8) {
        emit_minmax(f, o_r(d), nl_extend(f, nl_src(f, in, 1), t), nl_extend(f, nl_src(f, in, 2), t), sgn, least);
        return;
    }
    struct opd a = nl_in_reg(f, nl_src64(f, in, 1)), b = nl_in_reg(f, nl_src64(f, in, 2));
    int p = nf_pred(f), q = nf_pred(f), r = nf_reg(f, 2);
    EMIT(f, "ISETP.LT.U32.AND", o_def(o_p(p, false)), o_def(o_pt()), o_part(&a, 0), o_part(&b, 0), o_pt());
    EMIT(f, sgn ? "ISETP.LT.AND.EX" : "ISETP.LT.U32.AND.EX", o_def(o_p(q, false)), o_def(o_pt()), o_part(&a, 1),
         o_part(&b, 1), o_pt(), o_p(p, false));
    for (unsigned i = 0; i < 2; i++)
        EMIT(f, "SEL", o_def(o_rw(r, i, 1)), o_part(&a, i), o_part(&b, i), o_p(q, !least));
    nl_mov64(f, d, o_r2(r));
}

bool native_integer(struct fn *f, const struct pinst *in)
{
    enum ptype t = (enum ptype)in->code.type;
    bool wide = ptype_size(t) == 8, sub = in->code.op == PTX_SUB;
    int d;
    if (t == T_NONE || ptype_float(t))
        return false;
    switch (in->code.op) {
    case PTX_ADD: case PTX_SUB:
        if (in->code.cc) {
            lower_carry(f, in, t);
        } else if (in->code.sat) {
            saturating_sum(f, nl_dst(f, in, 0), nl_src(f, in, 1), nl_src(f, in, 2), sub);
        } else if (wide) {
            struct opd a = nl_src64(f, in, 1), b = nl_src64(f, in, 2);
            if (sub && b.kind == O_IMM)
                b = o_imm64(-(b.imm | (uint64_t)b.high << 32));
            else if (sub)
                b.neg = true;
            EMIT(f, "add64", o_def(o_r2(nl_dst(f, in, 0))), a, b);
        } else {
            struct opd b = nl_src(f, in, 2);
            emit_sum(f, o_r(nl_dst(f, in, 0)), nl_src(f, in, 1), sub ? o_neg(b) : b);
        }
        return true;
    case PTX_ADDC: case PTX_SUBC: lower_carry(f, in, t); return true;
    case PTX_MUL: case PTX_MAD: case PTX_MADC: case PTX_MUL24: case PTX_MAD24:
        if (wide && in->code.width != PTX_WIDTH_LO)
            return false;
        lower_multiply(f, in, t);
        return true;
    case PTX_AND: case PTX_OR: case PTX_XOR: case PTX_NOT: lower_logic(f, in, t); return true;
    case PTX_MIN: case PTX_MAX: lower_extreme(f, in, t); return true;
    case PTX_NEG:
        if (wide) {
            struct opd a = nl_in_reg(f, nl_src64(f, in, 1));
            a.neg = true;
            EMIT(f, "add64", o_def(o_r2(nl_dst(f, in, 0))), o_rz2(), a);
        } else {
            emit_sum(f, o_r(nl_dst(f, in, 0)), o_rz(), o_neg(nl_src(f, in, 1)));
        }
        return true;
    case PTX_ABS:
        if (wide)
            return false;
        d = nl_dst(f, in, 0);
        EMIT(f, "IABS", o_def(o_r(d)), nl_extend(f, nl_src(f, in, 1), t));
        return true;
    case PTX_SAD:
        if (wide)
            return false;
        EMIT(f, ptype_signed(t) ? "VABSDIFF" : "VABSDIFF.U32", o_def(o_r(nl_dst(f, in, 0))),
             nl_extend(f, nl_src(f, in, 1), t), nl_extend(f, nl_src(f, in, 2), t), nl_src(f, in, 3));
        return true;
    default: return lower_bits(f, in, t);
    }
}
