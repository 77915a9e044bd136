/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision, and conversions that read or write 64-bit values: pairs of registers on the double-precision unit.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

static bool has_sat(const struct pinst *in) { return inst_has(in, "sat"); }

/* The operand as a pair. */
struct opnd src_pair(struct fn *f, const struct pinst *in, unsigned k)
{
    struct opnd l = src32(f, in, k), h = srchi(f, in, k);
    int q = fn_group(f, 2);
    lo(f, M_MOV, "mov.b32", q, l, none);
    lo(f, M_MOV, "mov.b32", q + 1, h, none);
    return op_reg(q);
}

static struct minst *wide(struct fn *f, const char *mn, int dst, int words)
{
    struct minst *m = lo(f, M_F64, mn, dst, none, none);
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
    lo(f, M_MOV, "mov.b32", dst32(f, in, 0), op_reg(q), none);
    lo(f, M_MOV, "mov.b32", dsthi(f, in, 0), op_reg(q + 1), none);
}

static const char *mode_of(const struct pinst *in, const char *dflt)
{
    static const char *const all[] = { "rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi" };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (inst_has(in, all[i]))
            return all[i];
    return dflt;
}

/* add, sub, mul, fma and mad, min, max. */
static void arithmetic(struct fn *f, const struct pinst *in, const char *name, unsigned nsrc, bool rounded, bool sub)
{
    struct opnd s[3];
    if (has_sat(in))
        unsupported(f, in);
    for (unsigned i = 0; i < nsrc; i++)
        s[i] = src_pair(f, in, 1 + i);
    if (sub)
        s[1].neg = true;
    int q = fn_group(f, 2);
    const char *mn = rounded ? cx_printf(f->cx, "%s.%s.f64", name, mode_of(in, "rn")) : cx_printf(f->cx, "%s.f64", name);
    struct minst *m = wide(f, mn, q, 2);
    for (unsigned i = 0; i < nsrc; i++)
        add_src(m, (int)i, s[i], 2);
    set_pair_from(f, in, q);
}

static void sign_word(struct fn *f, const struct pinst *in, enum mop op, const char *mn, uint32_t with)
{
    struct opnd l = src32(f, in, 1), h = srchi(f, in, 1);
    int t = fn_vreg(f, false);
    lo(f, op, mn, t, h, op_imm(with));
    lo(f, M_MOV, "mov.b32", dst32(f, in, 0), l, none);
    lo(f, M_MOV, "mov.b32", dsthi(f, in, 0), op_reg(t), none);
}

bool lower_f64(struct fn *f, const struct pinst *in)
{
    const char *op = in->part[0];
    if (!strcmp(op, "add") || !strcmp(op, "sub"))
        arithmetic(f, in, "add", 2, true, op[0] == 's');
    else if (!strcmp(op, "mul"))
        arithmetic(f, in, "mul", 2, true, false);
    else if (!strcmp(op, "fma") || !strcmp(op, "mad"))
        arithmetic(f, in, "fma", 3, true, false);
    else if (!strcmp(op, "min") || !strcmp(op, "max"))
        arithmetic(f, in, op, 2, false, false);
    else if (!strcmp(op, "neg"))
        sign_word(f, in, M_XOR, "xor.b32", 0x80000000u);
    else if (!strcmp(op, "abs"))
        sign_word(f, in, M_AND, "and.b32", 0x7fffffffu);
    else
        return false;
    return true;
}

void emit_set_f64(struct fn *f, const struct pinst *in, const char *cond, unsigned k, int d, int c)
{
    struct opnd a = src_pair(f, in, k), b = src_pair(f, in, k + 1);
    struct minst *m = wide(f, cx_printf(f->cx, "set.%s.f64", cond), d, 1);
    add_src(m, 0, a, 2);
    add_src(m, 1, b, 2);
    m->cdst = c;
}

/* ---- conversions ------------------------------------------------------------------------------------ */

static const char *kind_of(enum ptype t)
{
    switch (t) {
    case T_F32: return "f32";
    case T_F64: return "f64";
    case T_S64: return "s64";
    case T_U64: case T_B64: return "u64";
    default: return ptype_signed(t) ? "s32" : "u32";
    }
}

/* A narrow integer source as a word. */
static struct opnd word_source(struct fn *f, const struct pinst *in, enum ptype st)
{
    struct opnd s = in_reg(f, src32(f, in, 1));
    if (ptype_size(st) >= 4)
        return s;
    int t = fn_vreg(f, false);
    bool byte = ptype_size(st) == 1;
    if (!byte)
        s.half = HALF_LO;
    lo(f, M_CVT, byte ? (ptype_signed(st) ? "cvt.s32.s8w" : "cvt.u32.u8w") : ptype_signed(st) ? "cvt.s32.s16" : "cvt.u32.u16", t, s, none);
    return op_reg(t);
}

/* The destination's range inside 32 bits. */
static void clamp_word(struct fn *f, const struct pinst *in, enum ptype dt, int t)
{
    bool sgn = ptype_signed(dt);
    unsigned bits = 8 * ptype_size(dt);
    uint32_t top = sgn ? (1u << (bits - 1)) - 1 : (1u << bits) - 1;
    int u = fn_vreg(f, false);
    lo(f, M_MIN, sgn ? "min.s32" : "min.u32", u, op_reg(t), op_imm(top));
    if (sgn)
        lo(f, M_MAX, "max.s32", dst32(f, in, 0), op_reg(u), op_imm(~top));
    else
        lo(f, M_MOV, "mov.b32", dst32(f, in, 0), op_reg(u), none);
}

/* Everything with a 64-bit side except integer to integer. */
void convert_wide(struct fn *f, const struct pinst *in, enum ptype dt, enum ptype st)
{
    bool df = ptype_float(dt), sf = ptype_float(st), w64 = ptype_size(st) == 8, d64 = ptype_size(dt) == 8;
    const char *r = mode_of(in, df ? (sf && ptype_size(dt) >= ptype_size(st) ? "" : "rn") : "rzi");
    if (dt == T_F16 || st == T_F16 || (has_sat(in) && df))
        unsupported(f, in);
    if (dt == T_F64 && (st == T_F32 || (st == T_F64 && strlen(r) < 3)))
        r = "";
    if (dt == T_F64 && st == T_F32 && strlen(mode_of(in, "")) == 3)
        unsupported(f, in);
    struct opnd s = w64 ? src_pair(f, in, 1) : word_source(f, in, st);
    int t = d64 ? fn_group(f, 2) : fn_vreg(f, false);
    struct minst *m = wide(f, cx_printf(f->cx, "cvt%s%s.%s.%s", *r ? "." : "", r, kind_of(dt), kind_of(st)), t, d64 ? 2 : 1);
    add_src(m, 0, s, w64 ? 2 : 1);
    if (d64)
        set_pair_from(f, in, t);
    else if (ptype_size(dt) < 4)
        clamp_word(f, in, dt, t);
    else
        lo(f, M_MOV, "mov.b32", dst32(f, in, 0), op_reg(t), none);
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
    second.part[in->nparts - 1] = "f32";
    lower_convert(f, &second);
}

/* To and from half precision, by way of f32: exact from f16, and an integer that f32 rounds is too large for f16 anyway. */
void convert_half(struct fn *f, const struct pinst *in, enum ptype dt, enum ptype st)
{
    const char *r = mode_of(in, "rn");
    int t = fn_vreg(f, false);
    if (dt == T_F16 && st == T_F16 && !*mode_of(in, "")) {
        lo(f, M_MOV, "mov.b32", dst32(f, in, 0), src32(f, in, 1), none);
    } else if (st == T_F16 && dt != T_F16) {
        struct opnd s = in_reg(f, src32(f, in, 1));
        bool sat = has_sat(in) && dt == T_F32;
        s.half = HALF_LO;
        lo(f, M_CVT, sat ? "cvt.sat.f32.f16" : "cvt.f32.f16", dt == T_F32 ? dst32(f, in, 0) : t, s, none);
        if (dt != T_F32)
            convert_from_f32(f, in, t);
    } else if (dt == T_F16 && st != T_F16 && st != T_F64 && strlen(r) == 2) {
        struct opnd s;
        if (st == T_F32) {
            s = in_reg(f, src32(f, in, 1));
        } else {
            bool wide64 = ptype_size(st) == 8;
            s = wide64 ? src_pair(f, in, 1) : word_source(f, in, st);
            struct minst *m = wide64 ? wide(f, "", t, 1) : lo(f, M_CVT, "", t, s, none);
            snprintf(m->mn, sizeof m->mn, "cvt.%s.f32.%s", r, kind_of(st));
            add_src(m, 0, s, wide64 ? 2 : 1);
            s = op_reg(t);
        }
        lo(f, M_CVTH, cx_printf(f->cx, "cvt%s.%s.f16.f32", has_sat(in) ? ".sat" : "", r), dst32(f, in, 0), s, none);
    } else {
        unsupported(f, in);
    }
}
