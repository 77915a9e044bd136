/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision, and conversions that read or write 64-bit values: pairs of registers on the double-precision unit.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

static bool has_sat(const struct pinst *in) { return in->code.sat; }

/* The operand as a pair. */
struct opnd src_pair(struct fn *f, const struct pinst *in, unsigned k)
{
    struct opnd l = lo_src(f, in, k), h = lo_src_high(f, in, k);
    int q = fn_group(f, 2);
    lo_inst(f, M_MOV, V_B32, q, l, none);
    lo_inst(f, M_MOV, V_B32, q + 1, h, none);
    return op_reg(q);
}

static struct minst *wide(struct fn *f, enum gt_op gop, enum vtype type, int dst, int words)
{
    struct minst *m = lo_inst(f, M_F64, type, dst, none, none);
    m->gop = (uint8_t)gop;
    m->dw = (uint8_t)words;
    return m;
}

static void add_src(struct minst *m, int i, struct opnd o, int words)
{
    m->src[i] = o;
    m->sw[i] = (uint8_t)words;
}

static void set_pair_from(struct fn *f, const struct pinst *in, int q)
{
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(q), none);
    lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(q + 1), none);
}

/* add, sub, mul, fma and mad, min, max. */
static void arithmetic(struct fn *f, const struct pinst *in, enum gt_op gop, unsigned nsrc, bool rounded, bool sub)
{
    struct opnd s[3];
    struct rounding r = inst_rounding(in);
    if (has_sat(in) || (rounded && r.whole))
        lo_unsupported(f, in);
    for (unsigned i = 0; i < nsrc; i++)
        s[i] = src_pair(f, in, 1 + i);
    if (sub)
        s[1].neg = true;
    int q = fn_group(f, 2);
    struct minst *m = wide(f, gop, V_F64, q, 2);
    m->rnd = rounded ? r.rnd : MR_RN;
    for (unsigned i = 0; i < nsrc; i++)
        add_src(m, (int)i, s[i], 2);
    set_pair_from(f, in, q);
}

static void sign_word(struct fn *f, const struct pinst *in, enum mop op, uint32_t with)
{
    struct opnd l = lo_src(f, in, 1), h = lo_src_high(f, in, 1);
    int t = fn_vreg(f, false);
    lo_inst(f, op, V_B32, t, h, op_imm(with));
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), l, none);
    lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(t), none);
}

bool lower_f64(struct fn *f, const struct pinst *in)
{
    unsigned op = in->code.op;
    if (op == PTX_ADD || op == PTX_SUB)
        arithmetic(f, in, GT_OP_DADD, 2, true, op == PTX_SUB);
    else if (op == PTX_MUL)
        arithmetic(f, in, GT_OP_DMUL, 2, true, false);
    else if (op == PTX_FMA || op == PTX_MAD)
        arithmetic(f, in, GT_OP_DFMA, 3, true, false);
    else if (op == PTX_MIN || op == PTX_MAX)
        arithmetic(f, in, op == PTX_MIN ? GT_OP_DMIN : GT_OP_DMAX, 2, false, false);
    else if (op == PTX_NEG)
        sign_word(f, in, M_XOR, 0x80000000u);
    else if (op == PTX_ABS)
        sign_word(f, in, M_AND, 0x7fffffffu);
    else
        return false;
    return true;
}

void emit_set_f64(struct fn *f, const struct pinst *in, unsigned cond, unsigned k, int d, int c)
{
    struct opnd a = src_pair(f, in, k), b = src_pair(f, in, k + 1);
    struct minst *m = wide(f, GT_OP_DSET, V_F64, d, 1);
    m->cond = (uint8_t)cond;
    add_src(m, 0, a, 2);
    add_src(m, 1, b, 2);
    m->cdst = c;
}

/* ---- conversions ------------------------------------------------------------------------------------ */

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
void convert_wide(struct fn *f, const struct pinst *in, enum ptype dt, enum ptype st)
{
    bool df = ptype_float(dt), sf = ptype_float(st), w64 = ptype_size(st) == 8, d64 = ptype_size(dt) == 8;
    struct rounding r = inst_rounding(in);
    if (dt == T_F16 || st == T_F16 || (has_sat(in) && df))
        lo_unsupported(f, in);
    if (r.given && r.whole != (!df || (dt == T_F64 && st == T_F64)) && !(dt == T_F64 && sf && !r.whole))
        lo_unsupported(f, in);
    if (dt == T_F64 && sf && !r.whole)          /* exact */
        r.rnd = MR_RN;
    if (!df && !r.given)
        r.rnd = MR_RZ;
    struct opnd s = w64 ? src_pair(f, in, 1) : word_source(f, in, st);
    int t = d64 ? fn_group(f, 2) : fn_vreg(f, false);
    struct minst *m = wide(f, !df ? GT_OP_F2I64 : sf ? GT_OP_F2F64 : GT_OP_I2F64, kind_of(dt), t, d64 ? 2 : 1);
    m->stype = (uint8_t)kind_of(st);
    m->rnd = r.rnd;
    m->rint = df && r.whole;
    add_src(m, 0, s, w64 ? 2 : 1);
    if (d64)
        set_pair_from(f, in, t);
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
    lower_convert(f, &second);
}

/* To and from half precision, by way of f32: exact from f16, and an integer that f32 rounds is too large for f16
 * anyway. */
void convert_half(struct fn *f, const struct pinst *in, enum ptype dt, enum ptype st)
{
    struct rounding r = inst_rounding(in);
    int t = fn_vreg(f, false);
    if (dt == T_F16 && st == T_F16 && !r.given) {
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), lo_src(f, in, 1), none);
    } else if (st == T_F16 && dt != T_F16) {
        struct opnd s = in_reg(f, lo_src(f, in, 1));
        bool sat = has_sat(in) && dt == T_F32;
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
            struct minst *m = wide64 ? wide(f, GT_OP_I2F64, V_F32, t, 1) : lo_inst(f, M_CVT, V_F32, t, s, none);
            m->stype = (uint8_t)kind_of(st);
            m->rnd = r.rnd;
            add_src(m, 0, s, wide64 ? 2 : 1);
            s = op_reg(t);
        }
        struct minst *m = lo_inst(f, M_CVTH, V_F16, lo_dst(f, in, 0), s, none);
        m->stype = V_F32;
        m->sat = has_sat(in);
        m->rnd = r.rnd;
    } else {
        lo_unsupported(f, in);
    }
}
