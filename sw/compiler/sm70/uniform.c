/* SPDX-License-Identifier: Apache-2.0
 *
 * Uniform registers, which a warp has one of each, from sm_75 on: addresses of constants that all lanes share, what
 * they are made of, and what is loaded from there. ULDC's result may be read by the next instruction and takes no
 * dependence counter.
 *
 * A lane that writes one writes it for all. So that is done only where the lanes of a warp are certainly together:
 * apart() follows each branch that they may take differently to the BSYNC of a BSSY that they came to together. Reading
 * is right everywhere: who has not come to the BSYNC keeps the others from the next write.
 */
#include "mir.h"

#include <stdio.h>
#include <string.h>

struct meeting { const struct block *from, *at; uint8_t *in; };     /* BSSY, BSYNC, the blocks before it by id */

struct uniform {
    struct fn *f;
    VEC(struct meeting) meetings;
    bool *apart;        /* by block: lanes of a warp may be at different places */
    bool *differs;      /* by register: it may differ between lanes that are together */
    bool *fits;         /* its definitions are instructions of the uniform ALU as well */
    bool *wanted;       /* an address of constants, what is loaded from there, or what such is made of */
    int  *group;        /* by register: what is joined by such instructions has one root */
    double *gain;       /* by root: what is saved */
};

static unsigned count_successors(const struct block *b) { return b->term == TERM_COND ? 2 : b->term == TERM_JUMP; }

/* ---- where lanes are together -------------------------------------------------------------------------------- */

/* Blocks behind `from`, those behind `until` excepted. */
static void note_region(struct uniform *u, const struct block *from, const struct block *until)
{
    struct meeting r = { from, until, cx_alloc(u->f->cx, u->f->blocks.n + 1) };
    VEC(const struct block *) work = { 0 };

    vec_push(u->f->cx, &work, from);
    while (work.n) {
        const struct block *b = work.v[--work.n];
        if (b == until || r.in[b->id])
            continue;
        r.in[b->id] = 1;
        for (unsigned k = 0; k < count_successors(b); k++)
            vec_push(u->f->cx, &work, b->succ[k]);
    }
    vec_push(u->f->cx, &u->meetings, r);
}

static bool meet_there(const struct uniform *u, const struct block *branch, const struct block *b)
{
    for (size_t i = 0; i < u->meetings.n; i++) {
        const struct meeting *r = &u->meetings.v[i];
        if (r->at == b && r->in[branch->id] && !u->apart[r->from->id])
            return true;
    }
    return false;
}

/* Lanes part at the end of b. True: a block more has them apart. */
static bool part_at(struct uniform *u, const struct block *b)
{
    bool any = false, *seen = cx_alloc(u->f->cx, u->f->blocks.n + 1);
    VEC(const struct block *) work = { 0 };

    for (unsigned k = 0; k < count_successors(b); k++)
        vec_push(u->f->cx, &work, b->succ[k]);
    while (work.n) {
        const struct block *x = work.v[--work.n];
        if (seen[x->id] || meet_there(u, b, x))
            continue;
        seen[x->id] = true;
        any = any || !u->apart[x->id];
        u->apart[x->id] = true;
        for (unsigned k = 0; k < count_successors(x); k++)
            vec_push(u->f->cx, &work, x->succ[k]);
    }
    return any;
}

/* Its results are the same in all lanes where its operands are. */
static bool is_same_for_all(const struct inst *m)
{
    static const char *const late[] = { "MUFU", "FCHK", "BREV", "FLO", "POPC", "F2F", "F2I", "I2F", "FRND", "LDC" };

    switch (m->kind->unit) {
    case U_FMA: case U_IMAD: case U_WIDE: case U_HALF: case U_F64:
        return true;
    case U_ALU:
        return !ni_is(m, "VOTE");
    default:
        for (size_t i = 0; i < sizeof late / sizeof *late; i++)
            if (ni_is(m, late[i]))
                return true;
        return ni_is(m, "S2R") && !strncmp(m->o[1].word, "SR_CTAID", 8);
    }
}

static bool differs_here(const struct uniform *u, const struct inst *m)
{
    if (u->apart[m->block->id] || !is_same_for_all(m) || (m->guard >= 0 && u->differs[m->guard]))
        return true;
    for (unsigned k = 0; k < m->n; k++)
        if (!m->o[k].def && m->o[k].v >= 0 && u->differs[m->o[k].v])
            return true;
    return false;
}

/* Blocks and registers, both from none on until no more follows. */
static void find_apart(struct uniform *u)
{
    struct fn *f = u->f;

    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (ni_is(m, "BSSY"))
                note_region(u, f->blocks.v[i], m->o[1].to);
    u->differs[f->stack] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->blocks.n; i++) {
            struct block *b = f->blocks.v[i];
            for EACH_INST(m, b)
                for (unsigned k = 0; k < m->n; k++)
                    if (m->o[k].def && m->o[k].v >= 0 && !u->differs[m->o[k].v] && differs_here(u, m))
                        changed = u->differs[m->o[k].v] = true;
            if (b->term == TERM_COND && (u->apart[b->id] || u->differs[b->pred]))
                changed = part_at(u, b) || changed;
        }
    }
}

/* The machine counts a warp whose lanes come one by one as often as they do. */
static void refuse_barriers(const struct uniform *u)
{
    for (size_t i = 0; i < u->f->blocks.n; i++)
        for EACH_INST(m, u->f->blocks.v[i])
            if (m->lanes && u->apart[i])
                cx_error(u->f->cx, m->line, "sm_%u: barrier without .aligned where lanes of a warp may be at different "
                         "places is not supported (with .aligned all lanes of a warp come to it together)", u->f->sm);
}

/* ---- which registers ----------------------------------------------------------------------------------------- */

static bool is_register(const struct opd *o) { return o->kind == O_R && o->v >= 0; }

/* One word, that of a register of one, or a number. */
static bool is_word(const struct uniform *u, const struct opd *o, bool neg)
{
    if (o->abs || o->inv || (o->neg && !neg) || o->w > 1)
        return false;
    if (o->kind == O_R)
        return o->v < 0 || u->f->vr.v[o->v].w == 1;
    return (o->kind == O_IMM && !o->high) || o->kind == O_C;
}

/* Has the uniform ALU this instruction? */
static bool has_uniform(const struct uniform *u, const struct inst *m)
{
    const struct opd *o = m->o;
    bool sum = (!strcmp(m->op, "IADD3") && m->n == 4) || (!strcmp(m->op, "VIADD") && m->n == 3);
    bool product = !strcmp(m->op, "IMAD") && m->n == 4 && !o[1].neg;

    if (m->guard >= 0 || m->vol || u->apart[m->block->id] || m->n < 2 || !o[0].def || !is_register(&o[0]))
        return false;
    if (ni_is(m, "LDC"))
        return o[1].kind == O_CR && m->n == 2 && (o[1].v < 0 || u->f->vr.v[o[1].v].w == 1);
    if (ni_is(m, "S2R"))
        return true;
    if (ni_is(m, "LOP3.LUT") ? m->n != 6 || o[5].v >= 0 || !o[5].neg
                             : !(ni_is(m, "MOV") && m->n == 2) && !sum && !product &&
                               !(ni_is(m, "SHF") && m->n == 4) && !(!strcmp(m->op, "LEA") && m->n == 4))
        return false;
    for (unsigned k = 1; k < m->n; k++)
        if (o[k].kind != O_WORD && o[k].kind != O_P && !is_word(u, &o[k], sum || product))
            return false;
    return true;
}

static int root_of(const struct uniform *u, int v)
{
    while (u->group[v] != v)
        v = u->group[v];
    return v;
}

/* fits: all lanes share it, each of its definitions is such an instruction, and so for what those read. */
static void find_fits(struct uniform *u)
{
    struct fn *f = u->f;

    nf_count(f);
    for (size_t v = 0; v < f->vr.n; v++)
        u->fits[v] = !u->differs[v] && !f->vr.v[v].pred && f->vr.v[v].w == 1 && f->vr.v[v].ndefs &&
                     (int)v != f->stack && (int)v != f->dynamic;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->blocks.n; i++)
            for EACH_INST(m, f->blocks.v[i])
                for (unsigned d = 0; d < m->n; d++) {
                    if (!m->o[d].def || m->o[d].v < 0 || !u->fits[m->o[d].v])
                        continue;
                    bool ok = !d && has_uniform(u, m);
                    for (unsigned k = 1; ok && k < m->n; k++)
                        ok = m->o[k].v < 0 || u->fits[m->o[k].v];
                    if (!ok) {
                        u->fits[m->o[d].v] = false;
                        changed = true;
                    }
                }
    }
}

/* Of those that fit, the addresses of constants, what is loaded from there, and what such is made of. */
static void find_wanted(struct uniform *u)
{
    struct fn *f = u->f;

    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->blocks.n; i++)
            for EACH_INST(m, f->blocks.v[i]) {
                int d = m->n && m->o[0].def ? m->o[0].v : -1;
                if (d < 0 || !u->fits[d])
                    continue;
                if (ni_is(m, "LDC") && m->o[1].v >= 0 && !u->wanted[d])
                    changed = u->wanted[d] = true;
                for (unsigned k = 1; u->wanted[d] && k < m->n; k++)
                    if (m->o[k].v >= 0 && !u->wanted[m->o[k].v])
                        changed = u->wanted[m->o[k].v] = true;
            }
    }
}

/* What takes a constant there takes a uniform register; else a move comes in front. */
static bool takes_uniform(struct inst *m, const struct opd *o)
{
    for (unsigned k = 0; k < 3; k++)
        if (ni_src(m, k) == o)
            return o->kind == O_R && m->kind->unit != U_FLOW &&
                   ((m->kind->imm >> k & 1) || (!k && m->kind->commutes));
    return false;
}

/* Groups of registers that instructions join, and what each saves: ULDC for LDC less moves. */
static void weigh_groups(struct uniform *u)
{
    struct fn *f = u->f;

    for (size_t v = 0; v < f->vr.n; v++)
        u->group[v] = (int)v;
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            for (unsigned k = 1; k < m->n && m->o[0].def && m->o[0].v >= 0 && u->wanted[m->o[0].v]; k++)
                if (m->o[k].v >= 0)
                    u->group[root_of(u, m->o[k].v)] = root_of(u, m->o[0].v);
    for (size_t i = 0; i < f->blocks.n; i++) {
        double weight = 1;
        for (int d = 0; d < f->blocks.v[i]->depth && d < 8; d++)
            weight *= 8;
        for EACH_INST(m, f->blocks.v[i]) {
            bool made = m->o[0].def && m->n && m->o[0].v >= 0 && u->wanted[m->o[0].v];
            if (made && ni_is(m, "LDC") && m->o[1].v >= 0)
                u->gain[root_of(u, m->o[0].v)] += 4 * weight;
            for (unsigned k = 0; k < m->n; k++) {
                const struct opd *o = &m->o[k];
                if (o->def || o->v < 0 || !u->wanted[o->v])
                    continue;
                if (!made && !takes_uniform(m, o))
                    u->gain[root_of(u, o->v)] -= weight;
                if (made && o->kind == O_C)
                    u->gain[root_of(u, m->o[0].v)] -= weight;
            }
        }
    }
}

/* ---- instructions -------------------------------------------------------------------------------------------- */

static struct opd in_uniform(struct fn *f, struct inst *m, const struct opd *o)
{
    struct opd to = o_r(nf_reg(f, 1)), from = *o;

    f->vr.v[to.v].uniform = true;
    from.neg = false;
    f->line = m->line;
    ni_before(m, ni_new(f, from.kind == O_C ? "ULDC" : "UMOV", (struct opd[]){ o_def(to), from }, 2));
    to.neg = o->neg;
    return to;
}

/* The instruction as one of the uniform ALU: its second operand may be a number, the others are registers. */
static void make_uniform(struct fn *f, struct inst *m)
{
    bool move = ni_is(m, "MOV");

    if (ni_is(m, "VIADD")) {
        m->o[3] = o_rz();
        m->n = 4;
    }
    if (ni_is(m, "S2R"))
        ni_op(f, m, "S2UR");
    else if (move)
        ni_op(f, m, m->o[1].kind == O_C ? "ULDC" : "UMOV");
    else
        ni_op(f, m, ni_is(m, "VIADD") ? "UIADD3" : nl_name(f, "U%s", m->op));
    for (unsigned k = 1; k < m->n && !move; k++) {
        struct opd *o = &m->o[k];
        if (o->kind == O_IMM && !o->imm)
            *o = o_rz();
        if (o->kind == O_C || (o->kind == O_IMM && k != 2))
            *o = in_uniform(f, m, o);
    }
}

void native_not_uniform(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            if (!ni_uniform(m) || m->o[0].kind != O_R)
                continue;
            if (ni_is(m, "S2UR"))
                ni_op(f, m, "S2R");
            else
                ni_op(f, m, ni_is(m, "ULDC") && m->o[1].kind == O_C ? "MOV" : m->op + 1);
        }
    for (size_t v = 0; v < f->vr.n; v++)
        f->vr.v[v].uniform = false;
}

void native_uniform(struct fn *f)
{
    size_t n = f->vr.n + 1;
    struct uniform u = { .f = f };

    u.apart = cx_alloc(f->cx, f->blocks.n + 1);
    u.differs = cx_alloc(f->cx, n);
    find_apart(&u);
    refuse_barriers(&u);
    if (f->cx->opt->no_opt || f->chip < SM70_75)
        return;
    u.fits = cx_alloc(f->cx, n);
    u.wanted = cx_alloc(f->cx, n);
    u.group = cx_alloc(f->cx, n * sizeof *u.group);
    u.gain = cx_alloc(f->cx, n * sizeof *u.gain);
    find_fits(&u);
    find_wanted(&u);
    weigh_groups(&u);
    for (size_t v = 0; v + 1 < n; v++)
        f->vr.v[v].uniform = u.wanted[v] && u.gain[root_of(&u, (int)v)] > 0;
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (m->n && m->o[0].def && m->o[0].kind == O_R && m->o[0].v >= 0 && f->vr.v[m->o[0].v].uniform &&
                !ni_uniform(m))
                make_uniform(f, m);
}
