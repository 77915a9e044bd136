/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversions; those that read or write 64-bit values on the double-precision unit.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

/* Integer to integer inside one word: narrowing keeps the low bits, so only the source's width matters. */
static void int_to_int(struct fn *f, int d, enum ptype st, enum ptype dt, struct opnd s)
{
    unsigned ss = ptype_size(st), ds = ptype_size(dt);
    bool sgn = ptype_signed(st);
    if (s.kind == O_SMEM || s.kind == O_IMM)
        s = in_reg(f, s);
    if (ss >= ds && ds >= 4) {
        lo_inst(f, M_MOV, V_B32, d, s, none);
    } else if (ds == 1 || ss == 1) {        /* u8 and s8 registers hold the extended value */
        sgn = ds == 1 ? ptype_signed(dt) : sgn;
        if (sgn)
            lo_cvt(f, V_S32, V_S8W, d, s);
        else
            lo_inst(f, M_AND, V_B32, d, s, op_imm(0xff));
    } else if (ss == 2 && ds >= 4) {
        s.half = HALF_LO;
        lo_cvt(f, word_type(st), sgn ? V_S16 : V_U16, d, s);
    } else {
        lo_inst(f, M_MOV, V_B32, d, s, none);
    }
}

/* Float to integer: to an integral value, toward zero unless the instruction says otherwise. */
static uint8_t integral_rounding(struct fn *f, const struct pinst *in)
{
    struct rounding r = inst_rounding(in);
    if (r.given && !r.whole)
        lo_unsupported(f, in);
    return r.given ? r.rnd : MR_RZ;
}

static void convert_value(struct fn *f, const struct pinst *in, enum ptype dt, enum ptype st);

/* The type as the conversions know it. */
static enum vtype kind_of(enum ptype t)
{
    switch (t) {
    case T_F32: return V_F32;
    case T_F64: return V_F64;
    case T_S64: return V_S64;
    case T_U64: case T_B64: return V_U64;
    default: return word_type(t);
    }
}

/* A narrow integer source as a word. */
static struct opnd word_source(struct fn *f, const struct pinst *in, enum ptype st)
{
    struct opnd s = in_reg(f, lo_src(f, in, 1));
    if (ptype_size(st) >= 4)
        return s;
    int t = fn_vreg(f, false);
    bool byte = ptype_size(st) == 1;
    if (!byte)
        s.half = HALF_LO;
    lo_cvt(f, word_type(st), byte ? (ptype_signed(st) ? V_S8W : V_U8W) : ptype_signed(st) ? V_S16 : V_U16, t, s);
    return op_reg(t);
}

/* The destination's range inside 32 bits. */
static void clamp_word(struct fn *f, const struct pinst *in, enum ptype dt, int t)
{
    bool sgn = ptype_signed(dt);
    unsigned bits = 8 * ptype_size(dt);
    uint32_t top = sgn ? (1u << (bits - 1)) - 1 : (1u << bits) - 1;
    int u = fn_vreg(f, false);
    lo_inst(f, M_MIN, word_type(dt), u, op_reg(t), op_imm(top));
    if (sgn)
        lo_inst(f, M_MAX, V_S32, lo_dst(f, in, 0), op_reg(u), op_imm(~top));
    else
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(u), none);
}

/* Everything with a 64-bit side except integer to integer. */
static void convert_wide(struct fn *f, const struct pinst *in, enum ptype dt, enum ptype st)
{
    bool df = ptype_float(dt), sf = ptype_float(st), w64 = ptype_size(st) == 8, d64 = ptype_size(dt) == 8;
    struct rounding r = inst_rounding(in);
    if (dt == T_F16 || st == T_F16 || (in->code.sat && df))
        lo_unsupported(f, in);
    if (r.given && r.whole != (!df || (dt == T_F64 && st == T_F64)) && !(dt == T_F64 && sf && !r.whole))
        lo_unsupported(f, in);
    if (dt == T_F64 && sf && !r.whole)          /* exact */
        r.rnd = MR_RN;
    if (!df && !r.given)
        r.rnd = MR_RZ;
    struct opnd s = w64 ? src_pair(f, in, 1) : word_source(f, in, st);
    int t = d64 ? fn_group(f, 2) : fn_vreg(f, false);
    struct minst *m = lo_f64(f, !df ? GT_OP_F2I64 : sf ? GT_OP_F2F64 : GT_OP_I2F64, kind_of(dt), t, d64 ? 2 : 1);
    m->stype = (uint8_t)kind_of(st);
    m->rnd = r.rnd;
    m->rint = df && r.whole;
    lo_put_src(m, 0, s, w64 ? 2 : 1);
    if (d64)
        lo_put_pair(f, in, t);
    else if (ptype_size(dt) < 4)
        clamp_word(f, in, dt, t);
    else
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(t), none);
}

/* One more conversion of the value t, which is an f32. */
static void convert_from_f32(struct fn *f, const struct pinst *in, int t)
{
    struct psym *y = cx_alloc(f->cx, sizeof *y);
    struct pinst second = *in;
    y->kind = SYM_REG;
    y->type = T_F32;
    y->lo = t;
    y->hi = y->c = -1;
    second.op[1] = (struct poper){ .kind = PO_REG, .sym = y };
    second.code.type = T_F32;
    convert_value(f, &second, (enum ptype)second.code.dtype, T_F32);
}

/* To and from half precision, by way of f32: exact from f16, and an integer that f32 rounds is too large for f16
 * anyway. */
static void convert_half(struct fn *f, const struct pinst *in, enum ptype dt, enum ptype st)
{
    struct rounding r = inst_rounding(in);
    int t = fn_vreg(f, false);
    if (dt == T_F16 && st == T_F16 && !r.given) {
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), lo_src(f, in, 1), none);
    } else if (st == T_F16 && dt != T_F16) {
        struct opnd s = in_reg(f, lo_src(f, in, 1));
        bool sat = in->code.sat && dt == T_F32;
        s.half = HALF_LO;
        lo_cvt(f, V_F32, V_F16, dt == T_F32 ? lo_dst(f, in, 0) : t, s)->sat = sat;
        if (dt != T_F32)
            convert_from_f32(f, in, t);
    } else if (dt == T_F16 && st != T_F16 && st != T_F64 && !r.whole) {
        struct opnd s;
        if (st == T_F32) {
            s = in_reg(f, lo_src(f, in, 1));
        } else {
            bool wide64 = ptype_size(st) == 8;
            s = wide64 ? src_pair(f, in, 1) : word_source(f, in, st);
            struct minst *m = wide64 ? lo_f64(f, GT_OP_I2F64, V_F32, t, 1) : lo_inst(f, M_CVT, V_F32, t, s, none);
            m->stype = (uint8_t)kind_of(st);
            m->rnd = r.rnd;
            lo_put_src(m, 0, s, wide64 ? 2 : 1);
            s = op_reg(t);
        }
        struct minst *m = lo_inst(f, M_CVTH, V_F16, lo_dst(f, in, 0), s, none);
        m->stype = V_F32;
        m->sat = in->code.sat;
        m->rnd = r.rnd;
    } else {
        lo_unsupported(f, in);
    }
}

/* cvt.dt.st: what neither f16 nor the double-precision unit makes is made here. */
static void convert_value(struct fn *f, const struct pinst *in, enum ptype dt, enum ptype st)
{
    bool df = ptype_float(dt), sf = ptype_float(st), sat = in->code.sat;
    unsigned ds = ptype_size(dt), ss = ptype_size(st);
    struct rounding r = inst_rounding(in);
    struct minst *m;
    if (dt == T_NONE || st == T_NONE || dt == T_PRED || st == T_PRED)
        lo_unsupported(f, in);
    if (dt == T_F16 || st == T_F16) {
        convert_half(f, in, dt, st);
        return;
    }
    if (dt == T_F64 || st == T_F64 || (df && ss == 8) || (sf && ds == 8)) {
        convert_wide(f, in, dt, st);
        return;
    }
    struct opnd s = lo_src(f, in, 1);
    if (df && sf) {
        m = lo_cvt(f, V_F32, V_F32, lo_dst(f, in, 0), in_reg(f, s));
        m->sat = sat;
        m->rint = r.whole;
        m->rnd = r.whole ? r.rnd : MR_RN;
    } else if (df) {
        if (r.whole)
            lo_unsupported(f, in);
        if (ss < 4) {
            int t = fn_vreg(f, false);
            int_to_int(f, t, st, ptype_signed(st) ? T_S32 : T_U32, s);
            s = op_reg(t);
        }
        m = lo_cvt(f, V_F32, word_type(st), lo_dst(f, in, 0), in_reg(f, s));
        m->sat = sat;
        m->rnd = r.rnd;
    } else if (sf) {
        uint8_t rnd = integral_rounding(f, in);
        enum vtype word = word_type(dt);
        if (ds < 4) {       /* clamp to the narrow range as PTX does */
            int t = fn_vreg(f, false), u = fn_vreg(f, false);
            bool sgn = ptype_signed(dt);
            uint32_t top = sgn ? (1u << (8 * ds - 1)) - 1 : (1u << 8 * ds) - 1;
            lo_cvt(f, word, V_F32, t, in_reg(f, s))->rnd = rnd;
            lo_inst(f, M_MIN, word, sgn ? u : lo_dst(f, in, 0), op_reg(t), op_imm(top));
            if (sgn)
                lo_inst(f, M_MAX, V_S32, lo_dst(f, in, 0), op_reg(u), op_imm(~top));
            return;
        }
        lo_cvt(f, word, V_F32, lo_dst(f, in, 0), in_reg(f, s))->rnd = rnd;
    } else if (sat) {
        if (ds != 4 || ss != 4)
            lo_unsupported(f, in);
        lo_cvt(f, word_type(dt), word_type(st), lo_dst(f, in, 0), in_reg(f, s));
    } else if (ds == 8) {
        int d = lo_dst(f, in, 0);
        struct opnd hi = lo_src_high(f, in, 1);
        if (ss == 8) {
            int h = lo_dst_high(f, in, 0);
            lo_inst(f, M_MOV, V_B32, d, s, none);
            lo_inst(f, M_MOV, V_B32, h, hi, none);
            return;
        }
        int_to_int(f, d, st, T_U32, s);
        if (ptype_signed(st))
            lo_inst(f, M_SHR, V_S32, lo_dst_high(f, in, 0), op_reg(d), op_imm(31));
        else
            lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_imm(0), none);
    } else {
        int_to_int(f, lo_dst(f, in, 0), st, dt, s);
    }
}

bool lower_convert(struct fn *f, const struct pinst *in)
{
    if (in->code.op == PTX_CVTA) {     /* addresses of all spaces are plain numbers */
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), lo_src(f, in, 1), none);
        if (in->op[0].sym && ptype_size((enum ptype)in->op[0].sym->type) == 8)
            lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), lo_src_high(f, in, 1), none);
        return true;
    }
    if (in->code.op != PTX_CVT)
        return false;
    convert_value(f, in, (enum ptype)in->code.dtype, (enum ptype)in->code.type);
    return true;
}
