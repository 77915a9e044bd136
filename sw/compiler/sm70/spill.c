/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers that stay nowhere: each access goes through a temporary register, from and to local memory; a constant is
 * made anew, a predicate is 0 or 1 in a register.
 */
#include "alloc.h"

static struct inst *insert_beside(struct fn *f, struct inst *m, bool behind, const char *op, const struct opd *o,
                                  unsigned n)
{
    f->line = m->line;
    struct inst *x = ni_new(f, op, o, n);
    if (behind)
        ni_after(m, x);
    else
        ni_before(m, x);
    return x;
}

static struct opd stack_slot(struct fn *f, uint32_t at)
{
    return (struct opd){ .kind = O_SHARED, .v = f->stack, .w = 1, .imm = at };
}

static const char *wide_op(const char *op, unsigned w)
{
    static const char *const load[] = { "LDL", "LDL.64", "LDL.128" }, *const store[] = { "STL", "STL.64", "STL.128" };
    return (*op == 'L' ? load : store)[w == 4 ? 2 : w - 1];
}

/* A word's only definition when that is a constant. */
static const struct inst *constant_of(const struct fn *f, int v)
{
    const struct vreg *r = &f->vr.v[v];
    const struct inst *m = r->def;
    return r->w == 1 && r->ndefs == 1 && m && m->guard < 0 && ni_is(m, "MOV") && o_is_const(&m->o[1]) ? m : NULL;
}

/* v goes through a temporary register at each access; constant: it is made anew instead. */
static void spill_register(struct alloc *a, struct inst *m, int v, uint32_t at, const struct inst *constant)
{
    struct fn *f = a->f;
    for (unsigned k = 0; k < m->n; k++) {
        struct opd *o = &m->o[k];
        if (!is_ref(a, o) || o->v != v)
            continue;
        unsigned w = o->w;
        int t = nf_reg(f, w);
        f->vr.v[t].nospill = true;
        struct opd word = stack_slot(f, at + 4u * o->sub);
        if (o->def) {
            /* where the guard is false what was there goes back: behind m its predicate may be another's */
            if (!kills_value(a, m, o))
                insert_beside(f, m, false, wide_op("L", w), (struct opd[]){ o_def(o_rw(t, 0, w)), word }, 2);
            f->vr.v[t].named = f->vr.v[v].named;
            insert_beside(f, m, true, wide_op("S", w), (struct opd[]){ word, o_rw(t, 0, w) }, 2);
        } else if (constant) {
            insert_beside(f, m, false, "MOV", (struct opd[]){ o_def(o_r(t)), constant->o[1] }, 2);
        } else {
            insert_beside(f, m, false, wide_op("L", w), (struct opd[]){ o_def(o_rw(t, 0, w)), word }, 2);
        }
        o->v = t;
        o->sub = 0;
    }
}

/* A predicate made of its mask register, in front of `before` or at the end of b. */
static int restore_pred(struct fn *f, struct inst *before, struct block *b, int mask)
{
    int p = nf_pred(f);
    f->vr.v[p].nospill = true;
    struct opd o[] = { o_def(o_p(p, false)), o_def(o_pt()), o_r(mask), o_rz(), o_pt() };
    struct inst *x = ni_new(f, "ISETP.NE.U32.AND", o, 5);
    if (before)
        ni_before(before, x);
    else
        ni_append(f, b, x);
    return p;
}

/* A predicate becomes 0 or 1 in a register. */
static void spill_predicate(struct alloc *a, struct inst *m, int v, int mask)
{
    struct fn *f = a->f;
    int p = -1;
    for (unsigned k = 0; k < m->n; k++)
        if (!m->o[k].def && is_ref(a, &m->o[k]) && m->o[k].v == v)
            m->o[k].v = p = p < 0 ? restore_pred(f, m, m->block, mask) : p;
    if (m->guard == v)
        m->guard = p < 0 ? restore_pred(f, m, m->block, mask) : p;
    for (unsigned k = 0; k < m->n; k++)
        if (m->o[k].def && is_ref(a, &m->o[k]) && m->o[k].v == v) {
            /* where the guard is false what was there goes back: m may write its own guard */
            int t = kills_value(a, m, &m->o[k]) ? nf_pred(f) : restore_pred(f, m, m->block, mask);
            f->vr.v[t].nospill = true;
            f->vr.v[t].named = f->vr.v[v].named;
            insert_beside(f, m, true, "SEL", (struct opd[]){ o_def(o_r(mask)), o_rz(), o_imm(1), o_p(t, true) }, 4);
            m->o[k].v = t;
        }
}

void native_spill(struct alloc *a)
{
    struct fn *f = a->f;
    size_t n = f->vr.n;
    nf_count(f);
    for (size_t v = 0; v < n; v++) {
        if (!a->spilled[v])
            continue;
        uint32_t at = 0;
        int mask = -1;
        const struct inst *constant = a->pred ? NULL : constant_of(f, (int)v);
        if (a->pred) {
            mask = nf_reg(f, 1);
        } else if (!constant) {
            uint32_t bytes = 4u * f->vr.v[v].w;
            f->local = (f->local + bytes - 1) & ~(bytes - 1);
            at = f->local;
            f->local += bytes;
        }
        for (size_t i = 0; i < f->blocks.n; i++) {
            struct block *b = f->blocks.v[i];
            for (struct inst *m = b->first, *next; m; m = next) {
                next = m->next;
                if (constant == m)
                    ni_remove(m);
                else if (a->pred)
                    spill_predicate(a, m, (int)v, mask);
                else
                    spill_register(a, m, (int)v, at, constant);
            }
            if (a->pred && b->term == TERM_COND && b->pred == (int)v)
                b->pred = restore_pred(f, NULL, b, mask);
        }
    }
}
