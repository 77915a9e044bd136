/* SPDX-License-Identifier: Apache-2.0
 *
 * Integers of 64 bits as two words. The upper words cost nothing when nobody reads them: that is how 64-bit addresses
 * become 32-bit ones.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

static void lower_add64(struct fn *f, const struct pinst *in, struct opnd al, struct opnd ah, struct opnd bl,
                        struct opnd bh)
{
    int c = fn_vreg(f, true), l = fn_vreg(f, false), h = fn_vreg(f, false);
    lo_inst(f, M_ADD, V_B32, l, al, bl)->cdst = c;
    lo_inst3(f, M_ADDC, V_B32, h, ah, bh, (struct opnd){ .kind = O_CREG, .v = c });
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(l), none);
    lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(h), none);
}

static void lower_sub64(struct fn *f, const struct pinst *in, struct opnd al, struct opnd ah, struct opnd bl,
                        struct opnd bh)
{
    int c = fn_vreg(f, true), l = fn_vreg(f, false), h = fn_vreg(f, false), n = fn_vreg(f, false);
    bh = in_reg(f, bh);
    bh.inv = true;
    lo_inst(f, M_SUB, V_B32, l, al, in_reg(f, bl))->cdst = c;
    lo_inst(f, M_MOV2, V_B32, n, none, bh);
    lo_inst3(f, M_ADDC, V_B32, h, ah, op_reg(n), (struct opnd){ .kind = O_CREG, .v = c });
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(l), none);
    lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(h), none);
}

struct pair { struct opnd lo, hi; };

/* x shifted by the constant k: left, or right (sign-filling if sgn). */
static struct pair shift_by(struct fn *f, struct pair x, unsigned k, bool left, bool sgn)
{
    enum vtype sr = sgn ? V_S32 : V_U32;
    struct pair d = x;
    if (k == 0)
        return d;
    int l = fn_vreg(f, false), h = fn_vreg(f, false);
    d.lo = op_reg(l);
    d.hi = op_reg(h);
    if (k > 64)
        k = 64;
    if (k >= 32 && left) {
        lo_inst(f, M_SHL, V_B32, h, x.lo, op_imm(k - 32));
        d.lo = op_imm(0);
    } else if (k >= 32) {
        lo_inst(f, M_SHR, sr, l, x.hi, op_imm(k - 32));
        if (sgn)
            lo_inst(f, M_SHR, sr, h, x.hi, op_imm(31));
        else
            d.hi = op_imm(0);
    } else {
        int a = fn_vreg(f, false), b = fn_vreg(f, false);
        lo_inst(f, left ? M_SHL : M_SHR, left ? V_B32 : V_U32, a, left ? x.hi : x.lo, op_imm(k));
        lo_inst(f, left ? M_SHR : M_SHL, left ? V_U32 : V_B32, b, left ? x.lo : x.hi, op_imm(32 - k));
        lo_inst(f, M_OR, V_B32, left ? h : l, op_reg(a), op_reg(b));
        lo_inst(f, left ? M_SHL : M_SHR, left ? V_B32 : sr, left ? l : h, left ? x.lo : x.hi, op_imm(k));
    }
    return d;
}

static void set_pair(struct fn *f, const struct pinst *in, struct pair x)
{
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), x.lo, none);
    lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), x.hi, none);
}

static void lower_shift64(struct fn *f, const struct pinst *in, bool left, bool sgn)
{
    struct pair x = { lo_src(f, in, 1), lo_src_high(f, in, 1) };
    struct opnd n = lo_src(f, in, 2);
    if (n.kind != O_IMM)
        lo_unsupported(f, in);
    set_pair(f, in, shift_by(f, x, n.imm, left, sgn));
}

/* bfe of 64 bits with constant position and length, as two shifts. */
static void lower_bfe64(struct fn *f, const struct pinst *in, bool sgn)
{
    struct pair x = { lo_src(f, in, 1), lo_src_high(f, in, 1) };
    struct opnd pos = lo_src(f, in, 2), len = lo_src(f, in, 3);
    if (pos.kind != O_IMM || len.kind != O_IMM)
        lo_unsupported(f, in);
    unsigned p = pos.imm & 255, n = len.imm & 255;
    if (!n)
        x.lo = x.hi = op_imm(0);
    else if (p + n >= 64)
        x = shift_by(f, x, p, false, sgn);
    else
        x = shift_by(f, shift_by(f, x, 64 - p - n, true, false), 64 - n, false, sgn);
    set_pair(f, in, x);
}

/* Low 64 bits of a 64 x 64 or 32 x 32 product. */
static void lower_mul64(struct fn *f, const struct pinst *in, enum ptype t, bool wide32)
{
    struct opnd al = lo_src(f, in, 1), bl = lo_src(f, in, 2);
    int l = fn_vreg(f, false), h = fn_vreg(f, false);
    lo_inst(f, M_MUL32, V_B32, l, al, bl);
    lo_inst(f, M_MULHI, wide32 && ptype_signed(t) ? V_S32 : V_U32, h, al, bl);
    if (!wide32) {
        int p = fn_vreg(f, false), q = fn_vreg(f, false);
        lo_inst3(f, M_MAD32, V_B32, p, al, lo_src_high(f, in, 2), op_reg(h));
        lo_inst3(f, M_MAD32, V_B32, q, lo_src_high(f, in, 1), bl, op_reg(p));
        h = q;
    }
    if (in->code.op == PTX_MAD) {
        int c = fn_vreg(f, true), sl = fn_vreg(f, false), sh = fn_vreg(f, false);
        lo_inst(f, M_ADD, V_B32, sl, op_reg(l), lo_src(f, in, 3))->cdst = c;
        lo_inst3(f, M_ADDC, V_B32, sh, op_reg(h), lo_src_high(f, in, 3), (struct opnd){ .kind = O_CREG, .v = c });
        l = sl;
        h = sh;
    }
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(l), none);
    lo_inst(f, M_MOV, V_B32, lo_dst_high(f, in, 0), op_reg(h), none);
}

/* Mask word d and condition code c (-1: none) of a COND b; cond is MC_L, MC_LE, MC_G or MC_GE. */
static void compare_pairs(struct fn *f, unsigned cond, bool sgn, struct pair a, struct pair b, int d, int c)
{
    int e = fn_vreg(f, false), low = fn_vreg(f, false), high = fn_vreg(f, false), both = fn_vreg(f, false);
    lo_set(f, MC_E, V_U32, e, a.hi, b.hi);
    lo_set(f, cond, V_U32, low, a.lo, b.lo);
    lo_set(f, cond & ~(unsigned)MC_E, sgn ? V_S32 : V_U32, high, a.hi, b.hi);
    lo_inst(f, M_AND, V_B32, both, op_reg(e), op_reg(low));
    lo_inst(f, M_OR, V_B32, d, op_reg(both), op_reg(high))->cdst = c;
}

void emit_set_i64(struct fn *f, const struct pinst *in, unsigned cond, bool sgn, unsigned k, int d, int c)
{
    struct pair a = { lo_src(f, in, k), lo_src_high(f, in, k) },
                b = { lo_src(f, in, k + 1), lo_src_high(f, in, k + 1) };
    if (cond != MC_E && cond != MC_LG) {
        compare_pairs(f, cond, sgn, a, b, d, c);
        return;
    }
    int x = fn_vreg(f, false), y = fn_vreg(f, false), z = fn_vreg(f, false);
    lo_inst(f, M_XOR, V_B32, x, a.lo, b.lo);
    lo_inst(f, M_XOR, V_B32, y, a.hi, b.hi);
    lo_inst(f, M_OR, V_B32, z, op_reg(x), op_reg(y));
    lo_set(f, cond, V_U32, d, op_reg(z), op_imm(0))->cdst = c;
}

static void lower_minmax64(struct fn *f, const struct pinst *in, enum ptype t)
{
    struct pair a = { lo_src(f, in, 1), lo_src_high(f, in, 1) }, b = { lo_src(f, in, 2), lo_src_high(f, in, 2) };
    int m = fn_vreg(f, false), l = fn_vreg(f, false), h = fn_vreg(f, false);
    compare_pairs(f, in->code.op == PTX_MIN ? MC_L : MC_G, ptype_signed(t), a, b, m, -1);
    lo_inst3(f, M_SLCT, V_B32, l, b.lo, a.lo, op_reg(m));
    lo_inst3(f, M_SLCT, V_B32, h, b.hi, a.hi, op_reg(m));
    set_pair(f, in, (struct pair){ op_reg(l), op_reg(h) });
}

/* Integer operations whose type is 64 bits wide (mul.wide: 32 bits, handled by the caller's type). */
bool lower_wide(struct fn *f, const struct pinst *in)
{
    unsigned op = in->code.op;
    enum ptype t = (enum ptype)in->code.type;
    if (t == T_F64 && lower_f64(f, in))
        return true;
    if (ptype_float(t) && op != PTX_MOV && op != PTX_SELP && op != PTX_SLCT)
        return false;
    if (op == PTX_MOV || op == PTX_NOT) {
        if (in->op[0].kind == PO_VEC || in->op[1].kind == PO_VEC)
            return false;
        struct opnd l = lo_src(f, in, 1), h = lo_src_high(f, in, 1);
        bool n = op == PTX_NOT;
        if (n) {
            l = in_reg(f, l), h = in_reg(f, h);
            l.inv = h.inv = true;
        }
        lo_inst(f, n ? M_MOV2 : M_MOV, V_B32, lo_dst(f, in, 0), n ? none : l, n ? l : none);
        lo_inst(f, n ? M_MOV2 : M_MOV, V_B32, lo_dst_high(f, in, 0), n ? none : h, n ? h : none);
        return true;
    }
    if (op == PTX_ADD) {
        lower_add64(f, in, lo_src(f, in, 1), lo_src_high(f, in, 1), lo_src(f, in, 2), lo_src_high(f, in, 2));
        return true;
    }
    if (op == PTX_SUB) {
        lower_sub64(f, in, lo_src(f, in, 1), lo_src_high(f, in, 1), lo_src(f, in, 2), lo_src_high(f, in, 2));
        return true;
    }
    if (op == PTX_NEG) {
        lower_sub64(f, in, op_imm(0), op_imm(0), lo_src(f, in, 1), lo_src_high(f, in, 1));
        return true;
    }
    if (op == PTX_SHL || op == PTX_SHR) {
        lower_shift64(f, in, op == PTX_SHL, ptype_signed(t));
        return true;
    }
    if (op == PTX_MIN || op == PTX_MAX) {
        lower_minmax64(f, in, t);
        return true;
    }
    if (op == PTX_BFE) {
        lower_bfe64(f, in, ptype_signed(t));
        return true;
    }
    if ((op == PTX_MUL || op == PTX_MAD) && in->code.width == PTX_WIDTH_LO) {
        lower_mul64(f, in, t, false);
        return true;
    }
    if (op == PTX_AND || op == PTX_OR || op == PTX_XOR) {
        enum mop m = op == PTX_AND ? M_AND : op == PTX_OR ? M_OR : M_XOR;
        struct opnd ah = lo_src_high(f, in, 1), bh = lo_src_high(f, in, 2);
        lo_inst(f, m, V_B32, lo_dst(f, in, 0), lo_src(f, in, 1), lo_src(f, in, 2));
        lo_inst(f, m, V_B32, lo_dst_high(f, in, 0), ah, bh);
        return true;
    }
    return false;
}

void lower_mul_wide(struct fn *f, const struct pinst *in, enum ptype t)
{
    lower_mul64(f, in, t, true);
}
