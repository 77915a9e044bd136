/* SPDX-License-Identifier: Apache-2.0
 *
 * From one PTX instruction to machine instructions; here arithmetic of words.
 *
 * Registers of 8 and 16 bits live in whole words whose upper half is unspecified; an operation that looks
 * at it extends first.
 */
#include "ir.h"

static const struct opnd none;

/* A value of 8 or 16 bits as a word, by its sign. */
static struct opnd extend_to_word(struct fn *f, struct opnd o, enum ptype t)
{
    if (ptype_size(t) >= 4)
        return o;
    bool sgn = ptype_signed(t);
    if (o.kind == O_IMM)
        return op_imm(sgn ? (uint32_t)(int32_t)(int16_t)o.imm : o.imm & 0xffff);
    if (o.kind == O_SMEM && o.mode != SM_B32)
        return o;
    int d = fn_vreg(f, false);
    o = in_reg(f, o);
    o.half = HALF_LO;
    lo_cvt(f, word_type(t), sgn ? V_S16 : V_U16, d, o);
    return op_reg(d);
}

/* Condition of a comparison, MC_*. */
static unsigned condition_of(const struct pinst *in)
{
    static const uint8_t cond[] = {
        [PTX_CMP_EQ] = MC_E, [PTX_CMP_NE] = MC_LG, [PTX_CMP_LT] = MC_L, [PTX_CMP_LE] = MC_LE, [PTX_CMP_GT] = MC_G,
        [PTX_CMP_GE] = MC_GE, [PTX_CMP_LO] = MC_L, [PTX_CMP_LS] = MC_LE, [PTX_CMP_HI] = MC_G, [PTX_CMP_HS] = MC_GE,
        [PTX_CMP_EQU] = MC_E | MC_U, [PTX_CMP_NEU] = MC_LG | MC_U, [PTX_CMP_LTU] = MC_L | MC_U,
        [PTX_CMP_LEU] = MC_LE | MC_U, [PTX_CMP_GTU] = MC_G | MC_U, [PTX_CMP_GEU] = MC_GE | MC_U,
        [PTX_CMP_NUM] = MC_LG | MC_E, [PTX_CMP_NAN] = MC_U,
    };
    return cond[in->code.cmp];
}

/* Compares operands k and k+1; writes the mask word d and condition code c. */
static void emit_compare(struct fn *f, const struct pinst *in, enum ptype t, unsigned k, int d, int c)
{
    unsigned cond = condition_of(in);
    bool sgn = ptype_signed(t);
    if (t == T_F64) {
        emit_set_f64(f, in, cond, k, d, c);
        return;
    }
    if (ptype_size(t) == 8) {
        emit_set_i64(f, in, cond, sgn, k, d, c);
        return;
    }
    struct opnd a = extend_to_word(f, lo_src(f, in, k), t), b = extend_to_word(f, lo_src(f, in, k + 1), t);
    lo_set(f, cond, t == T_F32 ? V_F32 : sgn ? V_S32 : V_U32, d, a, b)->cdst = c;
}

static enum mop join_op(unsigned join)
{
    return join == PTX_JOIN_AND ? M_AND : join == PTX_JOIN_OR ? M_OR : M_XOR;
}

/* setp: the mask word and the condition code, of one predicate or of two, joined with a third. */
static void lower_setp(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool two = in->nops > 1 && in->op[1].kind == PO_REG && in->op[1].sym->type == T_PRED && in->op[1].is64;
    unsigned k = two ? 2 : 1;
    int c = lo_dst_flags(f, in, 0), d = lo_dst(f, in, 0);
    unsigned join = in->code.join;
    if (!join && !two) {
        emit_compare(f, in, t, k, d, c);
        return;
    }
    int m = fn_vreg(f, false);
    emit_compare(f, in, t, k, m, -1);
    struct opnd yes = op_reg(m), no = yes, third = none;
    no.inv = true;
    if (join)
        third = lo_mask(f, in, k + 2);
    if (third.kind == O_REG && third.v == d) {          /* p is also an input: keep the old value */
        int old = fn_vreg(f, false);
        lo_inst(f, M_MOV, V_B32, old, op_reg(d), none);
        third.v = old;
    }
    if (join)
        lo_inst(f, join_op(join), V_B32, d, yes, third)->cdst = c;
    else
        lo_inst(f, M_MOV2, V_B32, d, none, yes)->cdst = c;
    if (two) {
        int qc = lo_dst_flags(f, in, 1), qd = lo_dst(f, in, 1);
        if (join)
            lo_inst(f, join_op(join), V_B32, qd, no, third)->cdst = qc;
        else
            lo_inst(f, M_MOV2, V_B32, qd, none, no)->cdst = qc;
    }
}

/* d = mask ? a : b, by what the constants allow. */
static void lower_select(struct fn *f, int d, struct opnd a, struct opnd b, struct opnd mask)
{
    struct opnd plain = mask;
    plain.inv = false;
    if (mask.inv) {
        struct opnd t = a;
        a = b;
        b = t;
    }
    struct opnd inv = plain;
    inv.inv = true;
    if (b.kind == O_IMM && !b.imm) {
        lo_inst(f, M_AND, V_B32, d, plain, a);
    } else if (a.kind == O_IMM && !a.imm) {
        lo_inst(f, M_AND, V_B32, d, inv, b);
    } else if (a.kind == O_IMM && b.kind == O_IMM) {
        int t = fn_vreg(f, false);
        lo_inst(f, M_AND, V_B32, t, plain, op_imm(a.imm ^ b.imm));
        lo_inst(f, M_XOR, V_B32, d, op_reg(t), b);
    } else {
        /* slct takes its first source when the selector is not negative and not NaN: 0 is the first, a mask of all
         * ones is NaN and is the second. */
        lo_inst3(f, M_SLCT, V_B32, d, b, a, plain);
    }
}

static void lower_logic(struct fn *f, const struct pinst *in, enum ptype t)
{
    enum mop op = in->code.op == PTX_AND ? M_AND : in->code.op == PTX_OR ? M_OR : M_XOR;
    if (t == T_PRED) {
        int d = lo_dst(f, in, 0), c = lo_dst_flags(f, in, 0);
        lo_inst(f, op, V_B32, d, lo_mask(f, in, 1), lo_mask(f, in, 2))->cdst = c;
        return;
    }
    int d = lo_dst(f, in, 0);
    lo_inst(f, op, V_B32, d, lo_src(f, in, 1), lo_src(f, in, 2));
}

/* shl, shr. A constant count beyond 31 is resolved here: 0, or copies of the sign. */
static void lower_shift(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool left = in->code.op == PTX_SHL, all = false;
    struct opnd a = lo_src(f, in, 1), n = lo_src(f, in, 2);
    if (n.kind == O_IMM && n.imm > 31) {
        all = left || !ptype_signed(t);
        n.imm = 31;             /* of a signed value: only the sign is left */
    }
    if (all)
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_imm(0), none);
    else if (left)
        lo_inst(f, M_SHL, V_B32, lo_dst(f, in, 0), a, n);
    else
        lo_inst(f, M_SHR, word_type(t), lo_dst(f, in, 0), extend_to_word(f, a, t), n);
}

/* mul and mad of 16, 24 and 32 bits, their low, high or wide product. */
static void lower_multiply(struct fn *f, const struct pinst *in, enum ptype t)
{
    bool sgn = ptype_signed(t), m24 = in->code.op == PTX_MUL24 || in->code.op == PTX_MAD24;
    bool mad = in->code.op == PTX_MAD || in->code.op == PTX_MAD24;
    int d = lo_dst(f, in, 0);        /* operands are read before this is written */
    struct opnd a = lo_src(f, in, 1), b = lo_src(f, in, 2), c = mad ? lo_src(f, in, 3) : none;
    enum vtype half = sgn ? V_S16 : V_U16;
    if (m24) {
        struct minst *m = lo_inst3(f, mad ? M_MAD : M_MUL24, sgn ? V_S24 : V_U24, d, a, b, c);
        m->hi = in->code.width == PTX_WIDTH_HI;
        m->sat = mad && sgn && in->code.sat;
    } else if (ptype_size(t) == 2 && in->code.width == PTX_WIDTH_WIDE) {
        a = in_reg(f, a);
        a.half = HALF_LO;
        if (b.kind != O_IMM) {
            b = in_reg(f, b);
            b.half = HALF_LO;
        }
        lo_inst3(f, mad ? M_MAD : M_MUL16, half, d, a, b, c);
    } else if (ptype_size(t) == 2 && in->code.width == PTX_WIDTH_LO) {
        a = in_reg(f, a);
        a.half = HALF_LO;
        b = in_reg(f, b);
        b.half = HALF_LO;
        lo_inst3(f, mad ? M_MAD : M_MUL16, V_U16, d, a, b, c);
    } else if (ptype_size(t) == 2 && in->code.width == PTX_WIDTH_HI) {
        int p = fn_vreg(f, false), h = mad ? fn_vreg(f, false) : d;
        a = in_reg(f, a);
        a.half = HALF_LO;
        b = in_reg(f, b);
        b.half = HALF_LO;
        lo_inst(f, M_MUL16, half, p, a, b);
        lo_inst(f, M_SHR, word_type(t), h, op_reg(p), op_imm(16));
        if (mad)
            lo_inst(f, M_ADD, V_B32, d, op_reg(h), c);
    } else if (ptype_size(t) == 4 && in->code.width == PTX_WIDTH_LO) {
        lo_inst3(f, mad ? M_MAD32 : M_MUL32, V_B32, d, a, b, c);
    } else if (ptype_size(t) == 4 && in->code.width == PTX_WIDTH_WIDE) {
        lower_mul_wide(f, in, t);
    } else if (ptype_size(t) == 4 && in->code.width == PTX_WIDTH_HI) {
        int h = mad ? fn_vreg(f, false) : d;
        lo_inst(f, M_MULHI, word_type(t), h, a, b);
        if (mad)
            lo_inst(f, M_ADD, V_B32, d, op_reg(h), c)->sat = in->code.sat;
    } else {
        lo_unsupported(f, in);
    }
}

/* Integers of a word and less. */
static void lower_integer(struct fn *f, const struct pinst *in, enum ptype t)
{
    unsigned op = in->code.op;
    int d;
    if (op == PTX_ADD || op == PTX_SUB) {
        bool sat = in->code.sat;
        if (in->code.cc || (sat && t != T_S32))
            lo_unsupported(f, in);
        struct opnd b = lo_src(f, in, 2);
        bool sub = op == PTX_SUB;
        if (sub && b.kind == O_IMM && !sat) {
            b.imm = -b.imm;
            sub = false;
        }
        lo_inst(f, sub ? M_SUB : M_ADD, V_B32, lo_dst(f, in, 0), lo_src(f, in, 1), b)->sat = sat;
    } else if (op == PTX_MUL || op == PTX_MAD || op == PTX_MUL24 || op == PTX_MAD24) {
        lower_multiply(f, in, t);
    } else if (op == PTX_MIN || op == PTX_MAX) {
        lo_inst(f, op == PTX_MIN ? M_MIN : M_MAX, word_type(t), lo_dst(f, in, 0),
                extend_to_word(f, lo_src(f, in, 1), t), extend_to_word(f, lo_src(f, in, 2), t));
    } else if (op == PTX_NEG) {
        lo_inst(f, M_SUBR, V_B32, lo_dst(f, in, 0), lo_src(f, in, 1), op_imm(0));
    } else if (op == PTX_ABS) {
        struct opnd a = in_reg(f, extend_to_word(f, lo_src(f, in, 1), t));
        a.abs = true;
        lo_cvt(f, V_U32, V_S32, lo_dst(f, in, 0), a);
    } else if (op == PTX_NOT) {
        if (t == T_PRED) {
            struct opnd a = lo_mask(f, in, 1);
            a.inv = !a.inv;
            d = lo_dst(f, in, 0);
            lo_inst(f, M_MOV2, V_B32, d, none, a)->cdst = lo_dst_flags(f, in, 0);
        } else {
            struct opnd a = in_reg(f, lo_src(f, in, 1));
            a.inv = true;
            lo_inst(f, M_MOV2, V_B32, lo_dst(f, in, 0), none, a);
        }
    } else if (op == PTX_CNOT) {
        int z = fn_vreg(f, false);
        lo_set(f, MC_E, V_U32, z, extend_to_word(f, lo_src(f, in, 1), t), op_imm(0));
        lo_inst(f, M_AND, V_B32, lo_dst(f, in, 0), op_reg(z), op_imm(1));
    } else if (op == PTX_SAD) {
        lo_inst3(f, M_SAD, word_type(t), lo_dst(f, in, 0), extend_to_word(f, lo_src(f, in, 1), t),
                 extend_to_word(f, lo_src(f, in, 2), t), lo_src(f, in, 3));
    } else {
        lo_unsupported(f, in);
    }
}

/* mov of a word, or of a predicate. */
static void lower_mov(struct fn *f, const struct pinst *in, enum ptype t)
{
    if (t == T_PRED) {
        struct opnd a = lo_mask(f, in, 1);
        int c = lo_dst_flags(f, in, 0), d = lo_dst(f, in, 0);
        lo_inst(f, M_MOV2, V_B32, d, none, a)->cdst = c;
        return;
    }
    if (in->op[0].kind == PO_VEC || in->op[1].kind == PO_VEC)
        lo_unsupported(f, in);
    lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), lo_src(f, in, 1), none);
}

/* setp, and set, whose mask becomes 1.0f where it gives a float. */
static void lower_set(struct fn *f, const struct pinst *in, enum ptype t)
{
    if (in->code.op == PTX_SETP) {
        lower_setp(f, in, t);
        return;
    }
    /* set.CMP[.BOOL][.ftz].DT.ST d, a, b[, p] */
    enum ptype dt = (enum ptype)in->code.dtype;
    int m = fn_vreg(f, false);
    emit_compare(f, in, t, 1, m, -1);
    struct opnd r = op_reg(m);
    if (in->nops == 4) {
        int b = fn_vreg(f, false);
        lo_inst(f, join_op(in->code.join), V_B32, b, r, lo_mask(f, in, 3));
        r = op_reg(b);
    }
    if (dt == T_F32)
        lo_inst(f, M_AND, V_B32, lo_dst(f, in, 0), r, op_imm(0x3f800000));
    else
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), r, none);
}

/* selp.T d, a, b, p and slct.T.CT d, a, b, c */
static void lower_choose(struct fn *f, const struct pinst *in)
{
    bool slct = in->code.op == PTX_SLCT;
    enum ptype ct = (enum ptype)in->code.type, t = (enum ptype)in->code.dtype;
    bool wide = ptype_size(t) == 8;
    struct opnd mask, al = lo_src(f, in, 1), bl = lo_src(f, in, 2), ah = wide ? lo_src_high(f, in, 1) : none,
                      bh = wide ? lo_src_high(f, in, 2) : none;
    if (t == T_NONE || t == T_PRED || (slct && ct != T_F32 && ct != T_S32))
        lo_unsupported(f, in);
    if (!slct) {
        mask = lo_mask(f, in, 3);
    } else if (ct == T_F32) {
        /* The chip's own; it takes the first source for -0 and the second for NaN, as PTX asks. */
        struct opnd c = lo_src(f, in, 3);
        int l = fn_vreg(f, false);
        lo_inst3(f, M_SLCT, V_B32, l, al, bl, c);
        if (wide)
            lo_inst3(f, M_SLCT, V_B32, lo_dst_high(f, in, 0), ah, bh, c);
        lo_inst(f, M_MOV, V_B32, lo_dst(f, in, 0), op_reg(l), none);
        return;
    } else {
        int m = fn_vreg(f, false);
        lo_set(f, MC_GE, V_S32, m, lo_src(f, in, 3), op_imm(0));
        mask = op_reg(m);
    }
    lower_select(f, lo_dst(f, in, 0), al, bl, mask);
    if (wide)
        lower_select(f, lo_dst_high(f, in, 0), ah, bh, mask);
}

/* Hands an instruction to those who know it: by what it is first, then by its type. */
static void lower_one(struct fn *f, const struct pinst *in)
{
    unsigned op = in->code.op;
    enum ptype t = (enum ptype)in->code.type;
    if (in->routine) {
        lower_call(f, in);
        return;
    }
    if (lower_lock(f, in) || lower_texture(f, in) || lower_memory(f, in) || lower_convert(f, in) || lower_bits(f, in) ||
        lower_carry(f, in) || lower_vector_mov(f, in) || lower_vote(f, in))
        return;
    if (op == PTX_SETP || op == PTX_SET) {
        lower_set(f, in, t);
        return;
    }
    if (op == PTX_SELP || op == PTX_SLCT) {
        lower_choose(f, in);
        return;
    }
    if (ptype_size(t) == 8 && lower_wide(f, in))
        return;
    if (ptype_size(t) == 8 || (t == T_F16 && op != PTX_MOV))
        lo_unsupported(f, in);
    if (op == PTX_MOV) {
        lower_mov(f, in, t);
    } else if (op == PTX_AND || op == PTX_OR || op == PTX_XOR) {
        lower_logic(f, in, t);
    } else if (op == PTX_SHL || op == PTX_SHR) {
        lower_shift(f, in, t);
    } else if (t == T_F32) {
        lower_float(f, in);
    } else if (op == PTX_BAR) {
        struct opnd id = lo_src(f, in, 0);
        if (id.kind != O_IMM)
            cx_error(f->cx, in->line, "instruction %.400s: operand 1: expected a constant", in->text);
        if (id.imm > 15 || in->nops > 1)
            lo_unsupported(f, in);
        if (id.imm > f->bars)
            f->bars = id.imm;
        lo_inst(f, M_BAR, V_NONE, -1, id, none);
    } else if (op == PTX_MEMBAR) {
        lower_fence(f, in);
    } else if (op == PTX_TRAP) {
        lo_inst(f, M_TRAP, V_NONE, -1, none, none)->gop = GT_OP_TRAP;
    } else if (op == PTX_BRKPT) {
        lo_inst(f, M_TRAP, V_NONE, -1, none, none)->gop = GT_OP_BRKPT;
    } else if (op == PTX_PMEVENT && in->nops == 1 && in->op[0].kind == PO_IMM && in->op[0].imm < 16) {
        lo_inst(f, M_TRAP, V_NONE, -1, op_imm((uint32_t)in->op[0].imm), none)->gop = GT_OP_PMEVENT;
    } else if (t != T_NONE) {
        lower_integer(f, in, t);
    } else {
        lo_unsupported(f, in);
    }
}

void lower_inst(struct fn *f, const struct pinst *in)
{
    struct minst *before = f->cur->last;
    f->line = in->line;
    lower_one(f, in);
    if (!in->guard)
        return;
    /* Under a guard: everything that can be seen afterwards; temporaries may be computed regardless. */
    for (struct minst *m = before ? before->next : f->cur->first; m; m = m->next) {
        bool seen = mop_flags[m->op] & MF_SIDE ||
                    (m->op >= M_LDC && m->op <= M_RED && !(m->op == M_LDC && m->seg == 14)) ||
                    (m->dst >= 0 && f->vr.v[m->dst].named) || (m->cdst >= 0 && f->vr.v[m->cdst].named);
        if (!seen)
            continue;
        if (m->pred >= 0 || m->op == M_BAR || m->op == M_TRAP)
            lo_unsupported(f, in);
        m->pred = lo_flags(f, in->guard);
        m->pneg = in->guard_neg;
    }
}
