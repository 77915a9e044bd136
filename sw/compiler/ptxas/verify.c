/* SPDX-License-Identifier: Apache-2.0
 *
 * The verifier: what must hold of a function between any two passes. It changes nothing and uses no analysis but
 * dominators, which it has when the function is in SSA form.
 */
#include "check.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "areg.h"

struct verifier {
    struct fn *f;
    const char *pass;
    const struct mblock *b;             /* where we are */
    const struct minst *m;
    const struct mblock **known;        /* the blocks, sorted by address */
    const struct minst **def;           /* SSA: by register */
    int *at;                            /* SSA: by register, position of the definition in its block */
};

void verify_fail(struct fn *f, const char *pass, const struct mblock *b, const struct minst *m, const char *fmt, ...)
{
    char what[160], text[200] = "";
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    if (m)
        print_inst(f, m, text, sizeof text);
    cx_error(f->cx, m ? m->line : b ? b->line : 0, "internal error: after %s: block %d: %s: '%s'", pass, b ? b->id : -1,
             what, text);
}

#define FAIL(v, ...) verify_fail((v)->f, (v)->pass, (v)->b, (v)->m, __VA_ARGS__)

/* ---- blocks -------------------------------------------------------------------------------------------- */

static int by_address(const void *p, const void *q)
{
    const struct mblock *const *a = p, *const *b = q;
    return (*a > *b) - (*a < *b);
}

static bool is_known(const struct verifier *v, const struct mblock *b)
{
    return b && bsearch(&b, v->known, v->f->blocks.n, sizeof *v->known, by_address);
}

/* The list of instructions is one. */
static void check_links(struct verifier *v)
{
    const struct minst *last = NULL;
    for EACH_INST(m, v->b) {
        v->m = m;
        if (m->prev != last || m->block != v->b)
            FAIL(v, "the list of instructions is broken");
        last = m;
    }
    v->m = NULL;
    if (v->b->last != last)
        FAIL(v, "the list of instructions does not end with the last one");
}

/* The end of a block names blocks of this function, which know it as a predecessor. */
static void check_terminator(struct verifier *v)
{
    const struct fn *f = v->f;
    const struct mblock *b = v->b;
    if (b->term > TERM_RET)
        FAIL(v, "no such end of a block");
    for (int k = 0; k < count_successors(b); k++)
        if (!is_known(v, b->succ[k]))
            FAIL(v, "a successor is not in the function");
    if (b->term == TERM_COND && (b->pred < 0 || (size_t)b->pred >= f->vr.n || !f->vr.v[b->pred].is_c))
        FAIL(v, "the branch is not on a condition code");
    for (int k = 0; f->ssa && k < count_successors(b); k++) {
        bool found = false;
        for (size_t p = 0; p < b->succ[k]->preds.n; p++)
            found |= b->succ[k]->preds.v[p] == b;
        if (!found)
            FAIL(v, "a successor does not know its predecessor");
    }
}

/* ---- registers and operands ------------------------------------------------------------------------------ */

static void a_register(struct verifier *v, int r, bool is_c, const char *what)
{
    if (r < 0)
        return;
    if ((size_t)r >= v->f->vr.n)
        FAIL(v, "%s: there is no register %d", what, r);
    if (v->f->vr.v[r].is_c != is_c)
        FAIL(v, "%s: expected a %s", what, is_c ? "condition code" : "word");
}

/* Words of a 64- or 128-bit value: a group, from its start. */
static void check_words(struct verifier *v, int r, int n, const char *what)
{
    const struct fn *f = v->f;
    if (n != 1 && n != 2 && n != 4)
        FAIL(v, "%s: %d words", what, n);
    for (int k = 0; k < n; k++) {
        a_register(v, r + k, false, what);
        const struct vreg *x = &f->vr.v[r + k];
        if (n > 1 && (x->group < 0 || x->group != f->vr.v[r].group || x->gpos != f->vr.v[r].gpos + k))
            FAIL(v, "%s: the words are no group", what);
    }
    if (n > 1 && f->vr.v[r].gpos % n)
        FAIL(v, "%s: the group is not aligned", what);
}

/* Source i: a kind that may stand there. */
static void check_source(struct verifier *v, int i)
{
    const struct opnd *o = &v->m->src[i];
    const struct minst *m = v->m;
    int n = m->sw[i] > 1 ? m->sw[i] : 1;
    switch (o->kind) {
    case O_REG: check_words(v, o->v, n, "source"); break;
    case O_CREG: a_register(v, o->v, true, "source"); break;
    case O_NONE: case O_IMM: case O_SMEM: case O_CMEM: case O_SREG: break;
    default: FAIL(v, "source %d: no such kind", i + 1);
    }
    if (o->half && (n > 1 || (o->kind != O_REG && o->kind != O_IMM)))
        FAIL(v, "source %d: only a word has halves", i + 1);
    if (o->kind == O_CREG && !(m->op == M_ADDC && i == 2) && !(m->op == M_SREG && i == 0))
        FAIL(v, "source %d: a condition code", i + 1);
    if (o->kind == O_SREG && m->op != M_SREG)
        FAIL(v, "source %d: a special register", i + 1);
    if (v->f->stage >= STAGE_LEGAL && o->kind != O_NONE && !opt_legal(m, i, o))
        FAIL(v, "source %d cannot be that", i + 1);
}

/* Operations that stand for several say which; types and modifiers are where they belong. */
static void check_kind(struct verifier *v)
{
    const struct minst *m = v->m;
    bool several = m->op == M_SFU || m->op == M_VOTE || m->op == M_TRAP || m->op == M_F64;
    bool lock = m->gop == GT_OP_LD_LOCK || m->gop == GT_OP_ST_UNLOCK;
    bool set = m->op == M_SET || m->op == M_FSET || m->gop == GT_OP_DSET;
    bool convert = m->op == M_CVT || m->op == M_CVTH;
    if (m->op >= M_COUNT || m->type >= V_COUNT || m->stype >= V_COUNT || m->rnd > MR_RZ)
        FAIL(v, "no such operation, type or rounding");
    if (several ? !m->gop : m->gop && !lock)
        FAIL(v, "the machine operation is %s", m->gop ? "given twice" : "not given");
    if (set != (m->cond != 0))
        FAIL(v, "%s", set ? "a comparison without a condition" : "a condition");
    if (convert && (!m->type || !m->stype))
        FAIL(v, "a conversion without its types");
    if (m->stype && !convert && m->op != M_F64 && m->op != M_MUL16)
        FAIL(v, "a second type");
    if (m->aop && m->op != M_ATOM && m->op != M_RED)
        FAIL(v, "an atomic operation");
    if (v->f->stage >= STAGE_LEGAL && (m->op == M_MUL32 || m->op == M_MAD32 || m->op == M_MULHI))
        FAIL(v, "a product that was not expanded");
}

/* All of one instruction. */
static void check_inst(struct verifier *v)
{
    const struct minst *m = v->m;
    const struct fn *f = v->f;
    check_kind(v);
    if ((m->dst >= 0) != (m->dw > 0))
        FAIL(v, "the destination has %d words", m->dw);
    if (m->dst >= 0)
        check_words(v, m->dst, m->dw, "destination");
    a_register(v, m->cdst, true, "condition result");
    a_register(v, m->pred, true, "predicate");
    a_register(v, m->old, false, "old value");
    a_register(v, m->cold, true, "old condition");
    a_register(v, m->abase, false, "address");
    for (int i = 0; i < 3; i++)
        check_source(v, i);
    for (int i = 0; i < ROUTINE_ARGS; i++)
        a_register(v, m->carg[i], false, "argument");
    for (int i = 0; i < ROUTINE_RESULTS; i++)
        a_register(v, m->cres[i], false, "result");
    if ((m->old >= 0 || m->cold >= 0) && (!f->ssa || (m->pred < 0 && m->op != M_PHI)))
        FAIL(v, "an old value without a predicate, or outside of SSA form");
    if (m->op == M_CALL && (!m->rt || m->pred >= 0))
        FAIL(v, "a call of nothing, or under a predicate");
    if (m->op == M_PHI && !f->ssa)
        FAIL(v, "a phi outside of SSA form");
    if (f->stage >= STAGE_ADDRESSED && m->abase >= 0)
        FAIL(v, "an address that is in no $a");
    if (m->areg > AREGS || m->afrom > AREGS)
        FAIL(v, "there is no $a%d", m->areg > AREGS ? m->areg : m->afrom);
    if (f->stage >= STAGE_ADDRESSED && m->shared && m->aoff && !areg_access(m))
        FAIL(v, "an s[] operand whose offset is in no $a");
}

/* ---- SSA form -------------------------------------------------------------------------------------------- */

/* In SSA form a register has one definition, except the words of groups. */
static void note_definitions(struct verifier *v)
{
    int r[MI_REGS], pos = 0;
    for EACH_INST(m, v->b) {
        v->m = m;
        pos++;
        for (int n = mi_defs(m, r), k = 0; k < n; k++) {
            if (v->def[r[k]] && v->f->vr.v[r[k]].group < 0)
                FAIL(v, "a second definition of register %d", r[k]);
            if (!v->def[r[k]])
                v->at[r[k]] = pos;
            v->def[r[k]] = m;
        }
    }
}

/* Is r defined on every way to the end of block b, or to position `pos` of it? Registers that nobody defines are read
 * where the program reads what it did not write. */
static void check_defined(struct verifier *v, int r, const struct mblock *b, int pos)
{
    const struct minst *d = v->def[r];
    if (!d || v->f->vr.v[r].group >= 0)
        return;
    if (d->block == b ? v->at[r] >= pos : !cfg_dominates(d->block, b))
        FAIL(v, "register %d is used where its definition does not reach", r);
}

/* A phi has a value for each predecessor, defined at its end. */
static void check_phi(struct verifier *v)
{
    const struct minst *m = v->m;
    bool is_c = m->dst < 0;
    if (m->prev && m->prev->op != M_PHI)
        FAIL(v, "a phi behind other instructions");
    if (!m->args || (m->dst < 0 && m->cdst < 0))
        FAIL(v, "a phi of nothing");
    for (size_t k = 0; k < m->block->preds.n; k++) {
        a_register(v, m->args[k], is_c, "value of a phi");
        if (m->args[k] < 0)
            FAIL(v, "a phi without a value");
        check_defined(v, m->args[k], m->block->preds.v[k], INT32_MAX);
    }
}

/* What is read is defined above. */
static void check_uses(struct verifier *v)
{
    int r[MI_REGS], pos = 0;
    for EACH_INST(m, v->b) {
        v->m = m;
        pos++;
        if (m->op == M_PHI)
            check_phi(v);
        for (int n = mi_uses(m, r), k = 0; k < n; k++)
            check_defined(v, r[k], v->b, pos);
    }
    v->m = NULL;
    if (v->b->term == TERM_COND)
        check_defined(v, v->b->pred, v->b, INT32_MAX);
}

/* ---- lowering -------------------------------------------------------------------------------------------- */

/* What lowering makes for itself is written somewhere; only registers of the program may not be. */
static void check_temporaries(struct verifier *v)
{
    struct fn *f = v->f;
    uint64_t *written = cx_alloc(f->cx, (f->vr.n / 64 + 1) * 8);
    int r[MI_REGS];
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            for (int n = mi_defs(m, r), k = 0; k < n; k++)
                bit_set(written, (size_t)r[k]);
    for (size_t i = 0; i < f->blocks.n; i++) {
        v->b = f->blocks.v[i];
        for EACH_INST(m, v->b) {
            v->m = m;
            for (int n = mi_uses(m, r), k = 0; k < n; k++)
                if (!bit_get(written, (size_t)r[k]) && !f->vr.v[r[k]].named && r[k] != f->tid)
                    FAIL(v, "register %d is read and never written", r[k]);
        }
    }
}

static void each_block(struct verifier *v, void (*what)(struct verifier *))
{
    for (size_t i = 0; i < v->f->blocks.n; i++) {
        v->b = v->f->blocks.v[i];
        v->m = NULL;
        what(v);
    }
}

static void check_insts(struct verifier *v)
{
    for EACH_INST(m, v->b) {
        v->m = m;
        check_inst(v);
    }
}

void verify_form(struct fn *f, const char *pass)
{
    struct verifier v = { .f = f, .pass = pass };
    size_t n = f->blocks.n;
    v.known = cx_alloc(f->cx, n * sizeof *v.known);
    for (size_t i = 0; i < n; i++)
        v.known[i] = f->blocks.v[i];
    qsort(v.known, n, sizeof *v.known, by_address);
    each_block(&v, check_links);
    each_block(&v, check_terminator);
    each_block(&v, check_insts);
    if (f->ssa) {
        v.def = cx_alloc(f->cx, f->vr.n * sizeof *v.def);
        v.at = cx_alloc(f->cx, f->vr.n * sizeof *v.at);
        each_block(&v, note_definitions);
        each_block(&v, check_uses);
    }
    if (f->stage == STAGE_LOWERED && !f->ssa && !f->strict)
        check_temporaries(&v);
}
