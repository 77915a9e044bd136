/* SPDX-License-Identifier: Apache-2.0
 *
 * Which operand may stand where in an instruction, and how one is put there: sources that commute change places, a
 * difference becomes a sum, a half of a constant is the constant.
 */
#include "ir.h"

/* Constants that may be folded into operands, and of them those read as 16-bit operands; the rest of what c1[] operands
 * reach (LIMIT_C_UNITS) is for the routines that are called. */
enum { MAX_LITERALS = LIMIT_C_UNITS - 28, MAX_HALF_LITERALS = LIMIT_C_UNITS / 2 - 4 };

bool op_zero(const struct opnd *o) { return o->kind == O_IMM && !o->imm && !o->half; }

bool opt_half(const struct minst *m, int i)
{
    return (i < 2 && mi_half_product(m)) || (m->op == M_CVT && vtype_size((enum vtype)m->stype) == 2);
}

/* Is the 16-bit source i signed? */
static bool signed_half(const struct minst *m, int i)
{
    if (m->op == M_MUL16)
        return (i ? m->stype : m->type) == V_S16;
    return m->op == M_CVT ? m->stype == V_S16 : (m->op == M_MAD || m->op == M_SET) && m->type == V_S16;
}

/* c[] (a literal counts) in a source other than i. */
static bool other_c(const struct minst *m, int i)
{
    for (int k = 0; k < 3; k++)
        if (k != i && (m->src[k].kind == O_CMEM || (m->src[k].kind == O_IMM && (m->src[k].imm || opt_half(m, k)))))
            return true;
    return false;
}

/* The first of two steps of sin, cos and ex2, which the SP makes. */
static bool is_preparation(const struct minst *m) { return m->gop == GT_OP_PRESIN || m->gop == GT_OP_PREEX2; }

bool opt_legal(const struct minst *m, int i, const struct opnd *o)
{
    unsigned fl = mop_flags[m->op];
    switch (o->kind) {
    case O_REG: case O_CREG: case O_SREG: case O_NONE:
        return true;
    case O_SMEM:
        return i == 0 && (fl & MF_S0 || is_preparation(m)) && m->stype != V_S8W && m->stype != V_U8W;
    case O_CMEM:
        return ((i == 1 && fl & MF_C1) || (i == 2 && fl & MF_C2)) && !other_c(m, i);
    case O_IMM:
        if (o->neg || o->abs || o->inv)
            return false;
        if (m->op == M_MOV || m->op == M_BAR || m->op == M_TRAP || m->op == M_ADDA)
            return i == 0;
        if (m->op == M_SHL || m->op == M_SHR || m->op == M_SHLA)
            return i == 1;
        if (op_zero(o) && !opt_half(m, i) &&
            (fl & MF_CC || (m->sw[1] == 1 && i == 1 && m->op != M_ATOM && m->op != M_RED && m->op != M_STS)))
            return true;        /* $r124 */
        return ((i == 1 && fl & MF_C1) || (i == 2 && fl & MF_C2)) && !other_c(m, i);
    }
    return false;
}

static void swap_src(struct minst *m)
{
    struct opnd t = m->src[0];
    m->src[0] = m->src[1];
    m->src[1] = t;
}

/* set.COND with its operands exchanged. */
static void flip_condition(struct minst *m)
{
    unsigned less = m->cond & MC_L, greater = m->cond & MC_G;
    m->cond = (uint8_t)((m->cond & (MC_E | MC_U)) | (less ? MC_G : 0) | (greater ? MC_L : 0));
}

/* Has c1[] room for this constant? One that is there already takes none. */
static bool literal_room(struct fn *f, uint32_t imm, bool half)
{
    size_t halves = 0;
    for (size_t i = 0; i < f->lits.n; i++)
        halves += f->lits.v[i].h;
    for (size_t i = 0; i < f->lits.n; i++)
        if (f->lits.v[i].value == imm && (f->lits.v[i].h || !half))
            return true;
    if (f->lits.n >= MAX_LITERALS || (half && halves >= MAX_HALF_LITERALS))
        return false;
    struct literal l = { imm, half };
    vec_push(f->cx, &f->lits, l);
    return true;
}

static uint32_t apply_half(uint32_t v, int half)
{
    return half == HALF_LO ? v & 0xffff : half == HALF_HI ? v >> 16 : v;
}

/* opt_put, which may leave m half changed when it fails. */
static bool put_source(struct fn *f, struct minst *m, int i, struct opnd o)
{
    const struct opnd old = m->src[i];
    o.neg ^= old.neg;
    o.abs |= old.abs;
    o.inv ^= old.inv;
    if (o.kind == O_IMM) {
        o.imm = apply_half(o.imm, old.half);
        if (m->op == M_SUB && i == 0 && m->src[1].kind == O_REG && !m->sat) {
            mi_kind(m, M_SUBR, V_B32);
            m->src[0] = m->src[1];
            m->src[1] = o;
            return true;
        }
        if (m->op == M_SUB && i == 1 && m->cdst < 0 && !m->sat) {
            mi_kind(m, M_ADD, V_B32);
            o.imm = -o.imm;
        }
        bool flt = m->op == M_FADD || m->op == M_FMUL || m->op == M_FMAD || m->op == M_FMIN || m->op == M_FMAX ||
                   m->op == M_FSET;
        if (flt && o.abs)
            o.imm &= 0x7fffffff, o.abs = false;
        if (flt && o.neg)
            o.imm ^= 0x80000000u, o.neg = false;
        if (o.inv)
            o.imm = ~o.imm, o.inv = false;
        if ((m->op == M_SHL || m->op == M_SHR) && i == 1 && o.imm > LIMIT_SHIFT)
            o.imm = LIMIT_SHIFT;        /* all that the field holds; 32 and more do the same */
    } else if (o.kind == O_SMEM && old.half) {
        if (o.mode == SM_B32 && o.v + 2 <= 62) {
            o.v += old.half == HALF_HI ? 2 : 0;
            o.mode = SM_U16;
        } else if (o.mode != SM_U16 || old.half == HALF_HI) {
            return false;
        }
        if (signed_half(m, i))      /* the operand says the sign, too */
            o.mode = SM_S16;
    } else if (o.kind == O_CMEM && old.half) {
        return false;
    }
    if (opt_legal(m, i, &o)) {
        if (o.kind == O_IMM && o.imm && m->op != M_MOV && m->op != M_SHL && m->op != M_SHR &&
            !literal_room(f, o.imm, opt_half(m, i)))
            return false;
        m->src[i] = o;
        return true;
    }
    if (i < 2 && mi_commutes(m) && opt_legal(m, 1 - i, &o) && m->src[1 - i].kind == O_REG &&
        !(m->op == M_FMAD && (m->src[0].neg || m->src[1].neg))) {
        if (o.kind == O_IMM && o.imm && !literal_room(f, o.imm, opt_half(m, i)))
            return false;
        m->src[i] = m->src[1 - i];
        m->src[1 - i] = o;
        return true;
    }
    if (i == 0 && (m->op == M_SET || m->op == M_FSET) && o.kind == O_IMM && m->src[1].kind == O_REG) {
        if (o.imm && !literal_room(f, o.imm, opt_half(m, i)))
            return false;
        m->src[0] = o;
        swap_src(m);
        flip_condition(m);
        return true;
    }
    return false;
}

/* Tries to replace source i of m by o (a constant, s[] or c[]); commutes when that helps, and turns a difference into
 * a sum. */
bool opt_put(struct fn *f, struct minst *m, int i, struct opnd o)
{
    const struct minst before = *m;
    if (put_source(f, m, i, o))
        return true;
    *m = before;
    return false;
}
