/* SPDX-License-Identifier: Apache-2.0
 *
 * Floating point: arithmetic, functions of the special function unit, conversions.
 *
 * MUFU flushes subnormal operands and results. Where PTX does not, the operand is scaled by a power of two and the
 * result back; that is exact but for the rounding to a subnormal.
 */
#include "mir.h"

#include <string.h>

static const char *rounding_suffix(const struct pinst *in)
{
    return in->code.rnd == PTX_RND_RZ ? ".RZ" : in->code.rnd == PTX_RND_RM ? ".RM" : in->code.rnd == PTX_RND_RP ? ".RP"
                                                                                                                  : "";
}

static const char *whole_suffix(unsigned irnd)
{
    return irnd == PTX_IRND_RZI ? ".TRUNC" : irnd == PTX_IRND_RMI ? ".FLOOR" : irnd == PTX_IRND_RPI ? ".CEIL" : "";
}

static const char *ftz_suffix(const struct pinst *in) { return in->code.ftz ? ".FTZ" : ""; }
static const char *sat_suffix(const struct pinst *in) { return in->code.sat ? ".SAT" : ""; }

static struct opd negative_zero(void) { return o_neg(o_rz()); }

/* ---- f32 ----------------------------------------------------------------------------------------------------- */

static int emit_mufu(struct fn *f, const char *fn, struct opd a)
{
    int t = nf_reg(f, 1);
    EMIT(f, nl_name(f, "MUFU.%s", fn), o_def(o_r(t)), a);
    return t;
}

/* |a| compared with a constant. */
static int compare_magnitude(struct fn *f, const char *compare, struct opd a, uint32_t with)
{
    int p = nf_pred(f);
    a.abs = true;
    a.neg = false;
    EMIT(f, nl_name(f, "FSETP.%s.AND", compare), o_def(o_p(p, false)), o_def(o_pt()), a, o_f32(with), o_pt());
    return p;
}

static struct opd scale_value(struct fn *f, struct opd a, uint32_t factor)
{
    int t = nf_reg(f, 1);
    EMIT(f, "FMUL", o_def(o_r(t)), a, o_f32(factor));
    return o_r(t);
}

static struct opd choose_value(struct fn *f, int p, struct opd yes, struct opd no)
{
    int t = nf_reg(f, 1);
    EMIT(f, "FSEL", o_def(o_r(t)), yes, no, o_p(p, false));
    return o_r(t);
}

enum { LEAST_NORMAL = 0x00800000, TWO_24 = 0x4b800000, TWO_12 = 0x45800000, QUARTER = 0x3e800000, TWO_126 = 0x7e800000,
       HALF = 0x3f000000, INVERSE_TWO_PI = 0x3e22f983 };

/* 1 / a: a subnormal is scaled up, and so is its reciprocal; a large one down, so that the reciprocal is normal. */
static struct opd reciprocal_of(struct fn *f, struct opd a, bool flush)
{
    if (flush)
        return o_r(emit_mufu(f, "RCP", a));
    a = nl_in_reg(f, a);
    int small = compare_magnitude(f, "LT", a, LEAST_NORMAL), large = compare_magnitude(f, "GT", a, TWO_126);
    struct opd x = choose_value(f, small, scale_value(f, a, TWO_24), a);
    x = choose_value(f, large, scale_value(f, a, QUARTER), x);
    struct opd y = o_r(emit_mufu(f, "RCP", x));
    struct opd z = choose_value(f, small, scale_value(f, y, TWO_24), y);
    return choose_value(f, large, scale_value(f, y, QUARTER), z);
}

/* div.full and div.approx: a * (1 / b). */
static void lower_quotient(struct fn *f, const struct pinst *in)
{
    int d = nl_dst(f, in, 0);
    struct opd a = nl_in_reg(f, nl_src(f, in, 1)), b = nl_in_reg(f, nl_src(f, in, 2));
    if (in->code.exact != PTX_EXACT_FULL && in->code.ftz) {
        EMIT(f, "FMUL.FTZ", o_def(o_r(d)), a, o_r(emit_mufu(f, "RCP", b)));
        return;
    }
    /* both are scaled, so that the reciprocal is normal */
    int large = compare_magnitude(f, "GT", b, TWO_126), small = compare_magnitude(f, "LT", b, LEAST_NORMAL);
    struct opd x = b, y = a;
    x = choose_value(f, small, scale_value(f, x, TWO_24), x);
    y = choose_value(f, small, scale_value(f, y, TWO_24), y);
    if (in->code.exact == PTX_EXACT_FULL) {
        x = choose_value(f, large, scale_value(f, b, QUARTER), x);
        y = choose_value(f, large, scale_value(f, a, QUARTER), y);
    }
    EMIT(f, nl_name(f, "FMUL%s", ftz_suffix(in)), o_def(o_r(d)), y, o_r(emit_mufu(f, "RCP", x)));
}

/* Roots: a subnormal times 2^24. */
static struct opd root_of(struct fn *f, const char *fn, struct opd a, bool flush, uint32_t back)
{
    if (flush)
        return o_r(emit_mufu(f, fn, a));
    a = nl_in_reg(f, a);
    int small = compare_magnitude(f, "LT", a, LEAST_NORMAL);
    struct opd y = o_r(emit_mufu(f, fn, choose_value(f, small, scale_value(f, a, TWO_24), a)));
    return choose_value(f, small, scale_value(f, y, back), y);
}

/* rcp, rsqrt, sqrt, sin, cos, lg2, ex2, approximate. */
static void lower_function(struct fn *f, const struct pinst *in)
{
    int d = nl_dst(f, in, 0);
    struct opd a = nl_src(f, in, 1), r;
    bool flush = in->code.ftz;
    int small, t;
    switch (in->code.op) {
    case PTX_RCP: r = reciprocal_of(f, a, flush); break;
    case PTX_RSQRT: r = root_of(f, "RSQ", a, flush, TWO_12); break;
    case PTX_SQRT: r = root_of(f, "SQRT", a, flush, 0x39800000); break;  /* 2^-12 */
    case PTX_SIN: case PTX_COS:
        t = nf_reg(f, 1);
        EMIT(f, flush ? "FMUL.FTZ.RZ" : "FMUL.RZ", o_def(o_r(t)), a, o_f32(INVERSE_TWO_PI));
        r = o_r(emit_mufu(f, in->code.op == PTX_SIN ? "SIN" : "COS", o_r(t)));
        break;
    case PTX_LG2:
        if (flush) {
            r = o_r(emit_mufu(f, "LG2", a));
            break;
        }
        a = nl_in_reg(f, a);
        small = compare_magnitude(f, "LT", a, LEAST_NORMAL);
        r = o_r(emit_mufu(f, "LG2", choose_value(f, small, scale_value(f, a, TWO_24), a)));
        t = nf_reg(f, 1);
        EMIT(f, "FADD", o_def(o_r(t)), r, o_f32(0xc1c00000));   /* -24 */
        r = choose_value(f, small, o_r(t), r);
        break;
    default:            /* ex2: half of what would be subnormal, squared */
        if (flush) {
            r = o_r(emit_mufu(f, "EX2", a));
            break;
        }
        a = nl_in_reg(f, a);
        small = nf_pred(f);
        EMIT(f, "FSETP.LT.AND", o_def(o_p(small, false)), o_def(o_pt()), a, o_f32(0xc2fc0000), o_pt());
        r = o_r(emit_mufu(f, "EX2", choose_value(f, small, scale_value(f, a, HALF), a)));
        t = nf_reg(f, 1);
        EMIT(f, "FMUL", o_def(o_r(t)), r, r);
        r = choose_value(f, small, o_r(t), r);
    }
    nl_mov(f, d, r);
}

/* Instructions on f32; false: none of them, or one of the library. */
static bool lower_f32(struct fn *f, const struct pinst *in)
{
    const char *mode = nl_name(f, "%s%s%s", ftz_suffix(in), rounding_suffix(in), sat_suffix(in));
    struct opd b;
    int d, t;
    switch (in->code.op) {
    case PTX_ADD: case PTX_SUB:
        b = nl_src(f, in, 2);
        if (b.kind == O_IMM)
            b = o_f32(b.imm);
        EMIT(f, nl_name(f, "FADD%s", mode), o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1),
             in->code.op == PTX_SUB ? o_neg(b) : b);
        return true;
    case PTX_MUL:
        EMIT(f, nl_name(f, "FMUL%s", mode), o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1), nl_src(f, in, 2));
        return true;
    case PTX_FMA: case PTX_MAD:
        EMIT(f, nl_name(f, "FFMA%s", mode), o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1), nl_src(f, in, 2),
             nl_src(f, in, 3));
        return true;
    case PTX_MIN: case PTX_MAX:
        EMIT(f, nl_name(f, "FMNMX%s", ftz_suffix(in)), o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1), nl_src(f, in, 2),
             o_p(-1, in->code.op == PTX_MAX));
        return true;
    case PTX_ABS: case PTX_NEG:
        b = nl_in_reg(f, nl_src(f, in, 1));
        *(in->code.op == PTX_ABS ? &b.abs : &b.neg) = true;
        EMIT(f, nl_name(f, "FADD%s", ftz_suffix(in)), o_def(o_r(nl_dst(f, in, 0))), b, negative_zero());
        return true;
    case PTX_TANH:
        if (f->chip < SM70_75)
            nl_refuse(f, in, "needs sm_75");
        EMIT(f, "MUFU.TANH", o_def(o_r(nl_dst(f, in, 0))), nl_src(f, in, 1));
        return true;
    case PTX_FRC:
        t = nf_reg(f, 1);
        b = nl_in_reg(f, nl_src(f, in, 1));
        EMIT(f, "FRND.FLOOR", o_def(o_r(t)), b);
        EMIT(f, "FADD", o_def(o_r(nl_dst(f, in, 0))), b, o_neg(o_r(t)));
        return true;
    case PTX_COPYSIGN:
        d = nl_dst(f, in, 0);
        EMIT(f, "LOP3.LUT", o_def(o_r(d)), nl_in_reg(f, nl_src(f, in, 1)), o_imm(0x80000000), nl_src(f, in, 2),
             o_word("0xe2"), o_p(-1, true));
        return true;
    case PTX_DIV:
        if (in->code.rnd)
            return false;
        lower_quotient(f, in);
        return true;
    case PTX_RCP: case PTX_SQRT:
        if (in->code.rnd)
            return false;
        lower_function(f, in);
        return true;
    case PTX_RSQRT: case PTX_SIN: case PTX_COS: case PTX_LG2: case PTX_EX2: lower_function(f, in); return true;
    default: return false;
    }
}

/* ---- f64 ----------------------------------------------------------------------------------------------------- */

static void emit_minmax64(struct fn *f, int d, struct opd a, struct opd b, bool least)
{
    int p = nf_pred(f), r = nf_reg(f, 2);
    a = nl_in_reg(f, a);
    b = nl_in_reg(f, b);
    EMIT(f, least ? "DSETP.MIN.AND" : "DSETP.MAX.AND", o_def(o_p(p, false)), o_def(o_pt()), a, b, o_pt());
    for (unsigned i = 0; i < 2; i++)
        EMIT(f, "SEL", o_def(o_rw(r, i, 1)), o_part(&a, i), o_part(&b, i), o_p(p, false));
    nl_mov64(f, d, o_r2(r));
}

/* The sign of a pair of words: op is that of LOP3. */
static void emit_sign64(struct fn *f, int d, struct opd a, uint32_t mask, const char *lut)
{
    int r = nf_reg(f, 2);
    EMIT(f, "MOV", o_def(o_lo(r)), o_part(&a, 0));
    EMIT(f, "LOP3.LUT", o_def(o_hi(r)), o_part(&a, 1), o_imm(mask), o_rz(), o_word(lut), o_p(-1, true));
    nl_mov64(f, d, o_r2(r));
}

static struct opd real64_source(struct fn *f, const struct pinst *in, unsigned k)
{
    struct opd o = nl_src64(f, in, k);
    return o.kind == O_IMM && !o.imm ? o_f64(o.high) : nl_in_reg(f, o);
}

/* Instructions on f64; false: as above. */
static bool lower_f64(struct fn *f, const struct pinst *in)
{
    const char *mode = rounding_suffix(in);
    int d;
    switch (in->code.op) {
    case PTX_ADD: case PTX_SUB: {
        struct opd b = real64_source(f, in, 2);
        EMIT(f, nl_name(f, "DADD%s", mode), o_def(o_r2(nl_dst(f, in, 0))), real64_source(f, in, 1),
             in->code.op == PTX_SUB ? o_neg(b) : b);
        return true;
    }
    case PTX_MUL:
        EMIT(f, nl_name(f, "DMUL%s", mode), o_def(o_r2(nl_dst(f, in, 0))), real64_source(f, in, 1),
             real64_source(f, in, 2));
        return true;
    case PTX_FMA: case PTX_MAD:
        EMIT(f, nl_name(f, "DFMA%s", mode), o_def(o_r2(nl_dst(f, in, 0))), real64_source(f, in, 1),
             real64_source(f, in, 2), real64_source(f, in, 3));
        return true;
    case PTX_MIN: case PTX_MAX:
        emit_minmax64(f, nl_dst(f, in, 0), nl_src64(f, in, 1), nl_src64(f, in, 2), in->code.op == PTX_MIN);
        return true;
    case PTX_ABS: emit_sign64(f, nl_dst(f, in, 0), nl_src64(f, in, 1), 0x7fffffff, "0xc0"); return true;
    case PTX_NEG: emit_sign64(f, nl_dst(f, in, 0), nl_src64(f, in, 1), 0x80000000, "0x3c"); return true;
    case PTX_COPYSIGN: {
        struct opd a = nl_in_reg(f, nl_src64(f, in, 1)), b = nl_src64(f, in, 2);
        int r = nf_reg(f, 2);
        d = nl_dst(f, in, 0);
        EMIT(f, "MOV", o_def(o_lo(r)), o_part(&b, 0));
        EMIT(f, "LOP3.LUT", o_def(o_hi(r)), o_part(&a, 1), o_imm(0x80000000), o_part(&b, 1), o_word("0xe2"),
             o_p(-1, true));
        nl_mov64(f, d, o_r2(r));
        return true;
    }
    default: return false;
    }
}

bool native_real(struct fn *f, const struct pinst *in)
{
    return in->code.type == T_F32 ? lower_f32(f, in) : in->code.type == T_F64 ? lower_f64(f, in) : false;
}

/* ---- conversions --------------------------------------------------------------------------------------------- */

static const char *int_name(enum ptype t)
{
    static const char *const names[] = { [T_U8] = ".U8", [T_S8] = ".S8", [T_U16] = ".U16", [T_S16] = ".S16",
                                         [T_U32] = ".U32", [T_S32] = "", [T_U64] = ".U64", [T_S64] = ".S64" };
    return names[t];
}

/* To a register that may be wider than the type. */
static void put_integer(struct fn *f, const struct pinst *in, struct opd a, enum ptype t)
{
    int d = nl_dst(f, in, 0);
    if (f->vr.v[d].w == 1) {
        nl_mov(f, d, a);
        return;
    }
    int r = nf_reg(f, 2);
    a = nl_in_reg(f, a);
    EMIT(f, ptype_signed(t) ? "sext64" : "uext64", o_def(o_r2(r)), a);
    nl_mov64(f, d, o_r2(r));
}

static void convert_integers(struct fn *f, const struct pinst *in, enum ptype d, enum ptype s)
{
    if (ptype_size(s) == 8 && ptype_size(d) == 8) {
        nl_mov64(f, nl_dst(f, in, 0), nl_src64(f, in, 1));
        return;
    }
    struct opd a, wide;
    if (ptype_size(s) == 8) {
        wide = nl_src64(f, in, 1);
        a = o_part(&wide, 0);
    } else {
        a = nl_extend(f, nl_src(f, in, 1), s);
    }
    if (in->code.sat) {         /* of 32 bits each: the others are functions of the library */
        int t = nf_reg(f, 1);
        bool up = ptype_signed(s);      /* s32 to u32: at least 0; u32 to s32: at most 2^31 - 1 */
        EMIT(f, f->chip == SM70_90 ? up ? "VIMNMX" : "VIMNMX.U32" : up ? "IMNMX" : "IMNMX.U32", o_def(o_r(t)), a,
             up ? o_rz() : o_imm(0x7fffffff), o_p(-1, up));
        if (ptype_signed(s) != ptype_signed(d))
            a = o_r(t);
    }
    put_integer(f, in, nl_extend(f, a, d), ptype_size(d) == 8 ? s : d);
}

/* An integer clamped to 0 ... 1 is 1 if it is above 0. */
static void is_above_0(struct fn *f, const struct pinst *in, enum ptype d, enum ptype s)
{
    static const uint32_t one[] = { [T_F16] = 0x3c00, [T_F32] = 0x3f800000, [T_F64] = 0x3ff00000 };
    const char *u = ptype_signed(s) ? "" : ".U32";
    struct opd p = o_p(nf_pred(f), false);
    if (ptype_size(s) == 8) {
        struct opd a = nl_src64(f, in, 1), low = o_p(nf_pred(f), false);
        EMIT(f, "ISETP.GT.U32.AND", o_def(low), o_def(o_pt()), o_part(&a, 0), o_rz(), o_pt());
        EMIT(f, nl_name(f, "ISETP.GT%s.AND.EX", u), o_def(p), o_def(o_pt()), o_part(&a, 1), o_rz(), o_pt(), low);
    } else {
        EMIT(f, nl_name(f, "ISETP.GT%s.AND", u), o_def(p), o_def(o_pt()), nl_extend(f, nl_src(f, in, 1), s), o_rz(),
             o_pt());
    }
    int r = nf_reg(f, d == T_F64 ? 2 : 1);
    p.neg = true;
    EMIT(f, "SEL", o_def(o_rw(r, d == T_F64, 1)), o_rz(), o_imm(one[d]), p);
    if (d == T_F64) {
        EMIT(f, "MOV", o_def(o_lo(r)), o_rz());
        nl_mov64(f, nl_dst(f, in, 0), o_r2(r));
    } else {
        nl_mov(f, nl_dst(f, in, 0), o_r(r));
    }
}

/* cvt from an integer. */
static void from_integer(struct fn *f, const struct pinst *in, enum ptype d, enum ptype s)
{
    if (in->code.sat) {
        is_above_0(f, in, d, s);
        return;
    }
    const char *to = d == T_F64 ? ".F64" : d == T_F16 ? ".F16" : "";
    int r = nl_dst(f, in, 0);
    struct opd def = o_def(d == T_F64 ? o_r2(r) : o_r(r));
    if (ptype_size(s) == 8) {
        EMIT(f, nl_name(f, "I2F%s%s%s", to, int_name(s), rounding_suffix(in)), def, nl_in_reg(f, nl_src64(f, in, 1)));
    } else {
        struct opd a = nl_extend(f, nl_src(f, in, 1), s);
        bool sgn = ptype_signed(s);
        if (d == T_F32 && f->chip >= SM70_86 && in->code.rnd == PTX_RND_RN)
            EMIT(f, sgn ? "I2FP.F32.S32" : "I2FP.F32.U32", def, a);
        else
            EMIT(f, nl_name(f, "I2F%s%s%s", to, sgn ? "" : ".U32", rounding_suffix(in)), def, a);
    }
}

static struct opd real_source(struct fn *f, const struct pinst *in, enum ptype s)
{
    return nl_in_reg(f, s == T_F64 ? nl_src64(f, in, 1) : nl_src(f, in, 1));
}

/* cvt to an integer. */
static void to_integer(struct fn *f, const struct pinst *in, enum ptype d, enum ptype s)
{
    const char *from = s == T_F64 ? ".F64" : s == T_F16 ? ".F16" : "";
    const char *nan = s != T_F64 && ptype_size(d) < 8 ? ".NTZ" : "";
    struct opd a = real_source(f, in, s);
    const char *name = nl_name(f, "F2I%s%s%s%s%s", ftz_suffix(in), int_name(d), from, whole_suffix(in->code.irnd), nan);
    if (ptype_size(d) == 8) {
        EMIT(f, name, o_def(o_r2(nl_dst(f, in, 0))), a);
        return;
    }
    int t = nf_reg(f, 1);
    EMIT(f, name, o_def(o_r(t)), a);
    put_integer(f, in, nl_extend(f, o_r(t), d), d);
}

static struct opd clamp_real64(struct fn *f, struct opd a)
{
    int t = nf_reg(f, 2), u = nf_reg(f, 2);
    emit_minmax64(f, t, a, o_rz2(), false);
    emit_minmax64(f, u, o_r2(t), o_imm64(0x3ff0000000000000), true);
    return o_r2(u);
}

static struct opd clamp_real(struct fn *f, struct opd a, bool flush)
{
    int t = nf_reg(f, 1);
    EMIT(f, flush ? "FADD.FTZ.SAT" : "FADD.SAT", o_def(o_r(t)), a, negative_zero());
    return o_r(t);
}

/* f32 of an f64 whose result is flushed as NVIDIA's compilers do, by what rounding gives if exponents had no lower end;
 * F2F.FTZ flushes what is subnormal after rounding as such. They differ just below the least normal number, so from
 * where on rounding gives that is compared. A NaN stays. */
static struct opd narrow_flushed(struct fn *f, const struct pinst *in, struct opd a)
{
    bool up = in->code.rnd == PTX_RND_RM || in->code.rnd == PTX_RND_RP;
    int r = nf_reg(f, 1), flushed = nf_reg(f, 1), t = nf_reg(f, 1), p = nf_pred(f);
    struct opd size = a = nl_in_reg(f, a);

    EMIT(f, nl_name(f, "F2F.FTZ.F32.F64%s", rounding_suffix(in)), o_def(o_r(r)), a);
    size.abs = true;
    size.neg = false;
    EMIT(f, up ? "DSETP.GTU.AND" : "DSETP.GEU.AND", o_def(o_p(p, false)), o_def(o_pt()), size,
         nl_in_reg(f, o_imm64(up ? 0x380fffffe0000000 : 0x380ffffff0000000)), o_pt());
    EMIT(f, "LOP3.LUT", o_def(o_r(flushed)), o_r(r), o_imm(0x80000000), o_rz(), o_word("0xc0"), o_p(-1, true));
    EMIT(f, "SEL", o_def(o_r(t)), o_r(r), o_r(flushed), o_p(p, false));
    return o_r(t);
}

/* cvt between floating-point formats, or to a whole number of one. */
static void convert_reals(struct fn *f, const struct pinst *in, enum ptype d, enum ptype s)
{
    static const char *const names[] = { [T_F16] = ".F16", [T_F32] = ".F32", [T_F64] = ".F64" };
    bool clamp = in->code.sat;
    struct opd a = real_source(f, in, s), r;
    if (in->code.irnd) {
        int t = nf_reg(f, s == T_F64 ? 2 : 1);
        EMIT(f, nl_name(f, s == T_F64 ? "FRND.F64%s%s" : "FRND%s%s", ftz_suffix(in), whole_suffix(in->code.irnd)),
             o_def(o_rw(t, 0, s == T_F64 ? 2 : 1)), a);
        a = o_rw(t, 0, s == T_F64 ? 2 : 1);
    }
    if (clamp && s == T_F64) {
        a = clamp_real64(f, a);
        clamp = false;
    }
    if (d == s) {
        if (d == T_F32 && (in->code.ftz || clamp)) {
            int t = nf_reg(f, 1);
            EMIT(f, nl_name(f, "FADD%s%s", ftz_suffix(in), sat_suffix(in)), o_def(o_r(t)), a, negative_zero());
            a = o_r(t);
        }
        r = a;
    } else {
        /* F2F.FTZ would flush subnormals of f16, too */
        bool half = s == T_F16 || d == T_F16;
        if (s == T_F32 && d == T_F16 && (clamp || in->code.ftz)) {
            int t = nf_reg(f, 1);
            EMIT(f, nl_name(f, "FADD%s%s", ftz_suffix(in), sat_suffix(in)), o_def(o_r(t)), a, negative_zero());
            a = o_r(t);
            clamp = false;
        }
        if (s == T_F64 && d == T_F32 && in->code.ftz && in->code.rnd != PTX_RND_RZ) {
            r = narrow_flushed(f, in, a);
        } else {
            int t = nf_reg(f, d == T_F64 ? 2 : 1);
            EMIT(f, nl_name(f, "F2F%s%s%s%s", half ? "" : ftz_suffix(in), names[d], names[s], rounding_suffix(in)),
                 o_def(o_rw(t, 0, d == T_F64 ? 2 : 1)), a);
            r = o_rw(t, 0, d == T_F64 ? 2 : 1);
        }
        if (clamp)
            r = d == T_F64 ? clamp_real64(f, r) : clamp_real(f, r, in->code.ftz);
    }
    if (d == T_F64)
        nl_mov64(f, nl_dst(f, in, 0), r);
    else
        nl_mov(f, nl_dst(f, in, 0), r);
}

/* Two f16, the first above the second. */
static void pack_halves(struct fn *f, const struct pinst *in)
{
    int t[2];
    for (unsigned i = 0; i < 2; i++) {
        t[i] = nf_reg(f, 1);
        EMIT(f, nl_name(f, "F2F.F16.F32%s", rounding_suffix(in)), o_def(o_r(t[i])), nl_in_reg(f, nl_src(f, in, i + 1)));
    }
    EMIT(f, "PRMT", o_def(o_r(nl_dst(f, in, 0))), o_r(t[1]), o_imm(0x5410), o_r(t[0]));
}

/* The upper word of a generic address. */
static uint32_t generic_word(unsigned space)
{
    return space == PTX_SPACE_SHARED ? GENERIC_SHARED : space == PTX_SPACE_LOCAL ? GENERIC_LOCAL : GENERIC_CONST;
}

/* cvta: generic addresses of memories other than global tell by their upper word which one it is. */
static void convert_address(struct fn *f, const struct pinst *in, enum ptype t)
{
    if (ptype_size(t) < 8) {
        nl_mov(f, nl_dst(f, in, 0), nl_src(f, in, 1));
        return;
    }
    struct opd a = nl_src64(f, in, 1);
    int d = nl_dst(f, in, 0), r = nf_reg(f, 2);
    if (in->code.space == PTX_SPACE_GLOBAL) {
        nl_mov64(f, d, a);
        return;
    }
    EMIT(f, "MOV", o_def(o_lo(r)), o_part(&a, 0));
    EMIT(f, "MOV", o_def(o_hi(r)), in->code.to ? o_rz() : o_imm(generic_word(in->code.space)));
    nl_mov64(f, d, o_r2(r));
}

bool native_convert(struct fn *f, const struct pinst *in)
{
    enum ptype d = (enum ptype)in->code.dtype, s = (enum ptype)in->code.type;
    if (in->code.op == PTX_CVTA) {
        convert_address(f, in, s);
        return true;
    }
    if (in->code.op == PTX_ISSPACEP) {
        struct opd a = nl_src64(f, in, 1), p = o_def(o_p(nl_dst(f, in, 0), false));
        if (in->code.space == PTX_SPACE_GLOBAL)
            EMIT(f, "ISETP.LT.U32.AND", p, o_def(o_pt()), o_part(&a, 1), o_imm(GENERIC_LEAST), o_pt());
        else
            EMIT(f, "ISETP.EQ.U32.AND", p, o_def(o_pt()), o_part(&a, 1), o_imm(generic_word(in->code.space)), o_pt());
        return true;
    }
    if (in->code.op != PTX_CVT)
        return false;
    if (d == T_F16X2)
        pack_halves(f, in);
    else if (!ptype_float(d) && !ptype_float(s))
        convert_integers(f, in, d, s);
    else if (!ptype_float(s))
        from_integer(f, in, d, s);
    else if (!ptype_float(d))
        to_integer(f, in, d, s);
    else
        convert_reals(f, in, d, s);
    return true;
}
