/* SPDX-License-Identifier: Apache-2.0
 *
 * 64-bit sums and moves into instructions of words.
 */
#include "mir.h"

static struct inst *word(struct fn *f, struct inst *m, const char *op, const struct opd *o, unsigned n)
{
    f->line = m->line;
    struct inst *x = ni_new(f, op, o, n);
    x->guard = m->guard;
    x->gneg = m->gneg;
    ni_before(m, x);
    return x;
}

static void move(struct fn *f, struct inst *m)
{
    for (unsigned i = 0; i < 2; i++) {
        struct opd d = o_part(&m->o[0], i);
        word(f, m, "MOV", (struct opd[]){ d, o_part(&m->o[1], i) }, 2);
    }
    ni_remove(m);
}

/* add64 as two IADD3 with a carry. */
static void add(struct fn *f, struct inst *m)
{
    int p = nf_pred(f);
    struct opd c = o_p(p, false), a = m->o[1], b = m->o[2], bh = o_part(&b, 1);
    if (b.neg) {
        bh.neg = false;
        bh.inv = true;
    }
    word(f, m, "IADD3", (struct opd[]){ o_part(&m->o[0], 0), o_def(c), o_part(&a, 0), o_part(&b, 0), o_rz() }, 5);
    word(f, m, "IADD3.X", (struct opd[]){ o_part(&m->o[0], 1), o_part(&a, 1), bh, o_rz(), c, o_p(-1, true) }, 6);
    ni_remove(m);
}

static void extend(struct fn *f, struct inst *m, bool sgn)
{
    struct opd a = m->o[1];
    word(f, m, "MOV", (struct opd[]){ o_part(&m->o[0], 0), a }, 2);
    if (sgn)
        word(f, m, "SHF.R.S32.HI", (struct opd[]){ o_part(&m->o[0], 1), o_rz(), o_imm(31), a }, 4);
    else
        word(f, m, "MOV", (struct opd[]){ o_part(&m->o[0], 1), o_rz() }, 2);
    ni_remove(m);
}

static void shift(struct fn *f, struct inst *m)
{
    struct opd l = o_part(&m->o[1], 0), h = o_part(&m->o[1], 1);
    word(f, m, "SHF.L.U64.HI", (struct opd[]){ o_part(&m->o[0], 1), l, m->o[2], h }, 4);
    word(f, m, "SHF.L.U32", (struct opd[]){ o_part(&m->o[0], 0), l, m->o[2], o_rz() }, 4);
    ni_remove(m);
}

/* Registers are as wide as what is named of them. */
static void narrow_registers(struct fn *f)
{
    uint8_t *words = cx_alloc(f->cx, f->vr.n + 1);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            for (unsigned k = 0; k < m->n; k++) {
                const struct opd *o = &m->o[k];
                if (o->v >= 0 && o->kind != O_LABEL && o->sub + o->w > words[o->v])
                    words[o->v] = (uint8_t)(o->sub + o->w);
            }
    for (size_t v = 0; v < f->vr.n; v++)
        if (words[v] && words[v] < f->vr.v[v].w)
            f->vr.v[v].w = words[v] == 3 ? 4 : words[v];
}

/* The instructions of pairs that this compiler has and the machine has not. */
void native_expand(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct inst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            if (ni_is(m, "mov64"))
                move(f, m);
            else if (ni_is(m, "add64"))
                add(f, m);
            else if (ni_is(m, "uext64") || ni_is(m, "sext64"))
                extend(f, m, *m->op == 's');
            else if (ni_is(m, "shl64"))
                shift(f, m);
        }
    narrow_registers(f);
}
