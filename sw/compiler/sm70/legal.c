/* SPDX-License-Identifier: Apache-2.0
 *
 * Operands that the machine has: at most one constant, where the instruction takes one; the others in registers.
 */
#include "mir.h"

#include <string.h>

/* Moves an operand into a register in front of m; its modifiers stay at the operand. */
static void to_register(struct fn *f, struct inst *m, struct opd *o)
{
    unsigned w = o->kind == O_F64 ? 2 : o->w == 2 ? 2 : 1;
    int t = nf_reg(f, w);
    struct opd from = *o, to = o_rw(t, 0, w);
    to.neg = from.neg;
    to.abs = from.abs;
    to.inv = from.inv;
    from.neg = from.abs = from.inv = false;
    if (from.kind == O_F32)
        from.kind = O_IMM;
    f->line = m->line;
    for (unsigned i = 0; i < w; i++) {
        struct opd part = w == 2 ? o_part(&from, i) : from;
        ni_before(m, ni_new(f, "MOV", (struct opd[]){ o_def(o_rw(t, i, 1)), part }, 2));
    }
    *o = to;
}

/* A number that an instruction before in the block has put into a register, if there is one. */
static void number_register(struct fn *f, struct inst *m, struct opd *o)
{
    unsigned n = 0;
    for (struct inst *p = m->prev; p && n < 40; p = p->prev, n++)
        if (ni_is(p, "MOV") && p->guard < 0 && p->o[1].kind == O_IMM && p->o[1].imm == o->imm &&
            !f->vr.v[p->o[0].v].named && f->vr.v[p->o[0].v].w == 1 && p->shared) {
            *o = o_r(p->o[0].v);
            return;
        }
    to_register(f, m, o);
    m->prev->shared = true;
}

/* Numbers in the form that the instruction has them in; 0 is RZ. */
static void legal_numbers(struct inst *m)
{
    for (unsigned i = 0; i < m->n; i++) {
        struct opd *o = &m->o[i];
        if ((o->kind == O_IMM || o->kind == O_F32) && !o->imm && !o->high) {
            *o = o_rw(-1, 0, o->w == 2 ? 2 : 1);
            continue;
        }
        if (o->kind == O_IMM && m->kind->real)
            o->kind = O_F32;
        else if (o->kind == O_F32 && !m->kind->real)
            o->kind = O_IMM;
        if (o->kind == O_IMM && o->w == 2 && m->kind->real64 && !o->imm)
            *o = o_f64(o->high);
    }
}

static bool is_uniform(const struct fn *f, const struct opd *o)
{
    return o->v >= 0 && o->kind != O_P && o->kind != O_LABEL && f->vr.v[o->v].uniform;
}

/* It stands where a constant does: only one may. */
static bool is_fixed(const struct fn *f, const struct opd *o) { return o_is_const(o) || is_uniform(f, o); }

static bool is_allowed(const struct inst *m, unsigned k, const struct opd *o)
{
    if (!(m->kind->imm >> k & 1) || (m->kind->noimm && o_is_const(o) && o->kind != O_C))
        return false;
    if (o->kind == O_IMM && o->w == 2)
        return false;
    return !(m->kind->unit == U_WIDE && k == 2 && o->kind != O_C);
}

/* A word that is no constant, in a register of each lane. */
static void barrier_word(struct fn *f, struct inst *m, struct opd *o)
{
    if (o->kind != O_R || is_uniform(f, o) || o->neg || o->inv)
        to_register(f, m, o);
}

/* Number and count both in registers: as ptxas 12.9 has them, one word of count * 65536 + number % 16, twice. */
static void join_barrier(struct fn *f, struct inst *m, struct opd *number, struct opd *count)
{
    int high = nf_reg(f, 1), word = nf_reg(f, 1);
    f->line = m->line;
    ni_before(m, ni_new(f, "SHF.L.U32", (struct opd[]){ o_def(o_r(high)), *count, o_imm(16), o_rz() }, 4));
    ni_before(m, ni_new(f, "LOP3.LUT", (struct opd[]){ o_def(o_r(word)), o_r(high), o_imm(15), *number, o_word("0xf8"),
                                                       o_p(-1, true) }, 6));
    *number = *count = o_r(word);
}

/* A number in a register may be any: ptxas lets such a kernel have all 16. */
static void legal_barrier(struct fn *f, struct inst *m)
{
    struct opd *number = ni_src(m, 0), *count = ni_src(m, 1);
    for (unsigned k = 0; k < 2; k++) {
        struct opd *o = k ? count : number;
        if (o && o->kind == O_R && o->v < 0)
            *o = o_imm(0);
        if (o && o->kind != O_IMM)
            barrier_word(f, m, o);
    }
    const bool known = number->kind == O_IMM;
    if (known && number->imm > 15)
        cx_error(f->cx, m->line, "sm_%u: a barrier of the block: expected a number of 0 to 15, found %u", f->sm,
                 number->imm);
    if (!known || number->imm + 1 > f->bars)
        f->bars = known ? number->imm + 1 : 16;
    if (count && count->kind == O_IMM && (count->imm % 32 || !count->imm || count->imm > 1024))
        cx_error(f->cx, m->line, "sm_%u: a barrier of the block: expected a number of threads that is a multiple "
                 "of 32, to 1024, found %u", f->sm, count->imm);
    if (!known && count && count->kind != O_IMM)
        join_barrier(f, m, number, count);
}

/* Addresses, and operands of what controls the flow, are in registers of each lane. */
static void legal_base(struct fn *f, struct inst *m)
{
    for (unsigned k = 0; k < m->n; k++) {
        struct opd *o = &m->o[k];
        if (o->def || !is_uniform(f, o) || (o->kind == O_R && m->kind->unit != U_FLOW))
            continue;
        struct opd word = o_r(o->v);
        to_register(f, m, &word);
        o->v = word.v;
    }
}

/* A comparison the other way round, with the uniform register behind. */
static void legal_compare(struct fn *f, struct inst *m)
{
    static const char *const ways[][2] = { { "LT", "GT" }, { "GT", "LT" }, { "LE", "GE" }, { "GE", "LE" },
                                           { "EQ", "EQ" }, { "NE", "NE" } };

    if (!ni_is(m, "ISETP") || m->n != 5 || !is_uniform(f, &m->o[2]) || is_fixed(f, &m->o[3]))
        return;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strncmp(m->op + 6, ways[i][0], 2)) {
            struct opd t = m->o[2];
            m->o[2] = m->o[3];
            m->o[3] = t;
            ni_op(f, m, nl_name(f, "ISETP.%s%s", ways[i][1], m->op + 8));
            return;
        }
}

/* One instruction: a constant goes where it may stand, all others into registers. */
static void legal_inst(struct fn *f, struct inst *m)
{
    if (ni_is(m, "BAR"))
        legal_barrier(f, m);
    if (ni_uniform(m))
        return;
    legal_base(f, m);
    if (m->kind->unit == U_FLOW)
        return;
    legal_compare(f, m);
    legal_numbers(m);
    struct opd *a = ni_src(m, 0), *b = ni_src(m, 1), *o;
    if (a && b && m->kind->commutes && is_fixed(f, a) && !is_fixed(f, b)) {
        struct opd t = *a;
        *a = *b;
        *b = t;
    }
    /* of two that are chosen from the second may be a constant */
    if ((ni_is(m, "SEL") || ni_is(m, "FSEL")) && m->n == 4 && is_fixed(f, a) && !is_fixed(f, b)) {
        struct opd t = *a;
        *a = *b;
        *b = t;
        m->o[3].neg = !m->o[3].neg;
    }
    bool taken = false;
    if (m->kind->unit == U_WIDE && b && (o = ni_src(m, 2)) && b->kind == O_IMM && o->kind == O_C)
        number_register(f, m, b);
    for (unsigned k = 0; (o = ni_src(m, k)); k++) {
        if (!is_fixed(f, o))
            continue;
        if (taken || !is_allowed(m, k, o))
            to_register(f, m, o);
        else
            taken = true;
    }
}

void native_legal(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            legal_inst(f, m);
}
