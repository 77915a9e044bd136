/* SPDX-License-Identifier: Apache-2.0
 *
 * The ALU takes an instruction of a warp in two clocks, and so does the multiplier of whole numbers beside it; two of
 * floats take one each (docs/records/h200). Where a block has more for the ALU, moves, sums and shifts become
 * multiply-adds, but for those that a neighbour waits for: from one side to the other a result takes a clock more.
 */
#include "mir.h"

#include <string.h>

enum { NEAR = 5 };          /* instructions about one that may wait for it, or it for them */

static bool multiplies(const struct inst *m)
{
    return m->kind->unit == U_FMA || m->kind->unit == U_IMAD || m->kind->unit == U_WIDE;
}

static bool plain(const struct opd *o) { return o->kind == O_R && !o->neg && !o->abs && !o->inv; }

static bool meets(const struct opd *a, const struct opd *b)
{
    return a->kind == O_R && b->kind == O_R && a->v >= 0 && b->v >= 0 && a->v < b->v + b->w && b->v < a->v + a->w;
}

/* Would it wait longer for its operands, or somebody for its result, on the other side? */
static bool waited_for(const struct inst *m)
{
    unsigned n = 0;

    for (const struct inst *p = m->prev; p && n < NEAR; p = p->prev, n++)
        for (unsigned k = 0; k < p->n; k++)
            for (unsigned i = 1; i < m->n; i++)
                if (p->o[k].def && p->kind->unit == U_ALU && meets(&p->o[k], &m->o[i]))
                    return true;
    n = 0;
    for (const struct inst *s = m->next; s && n < NEAR; s = s->next, n++)
        for (unsigned k = 0; k < s->n; k++)
            if (!s->o[k].def && !multiplies(s) && meets(&s->o[k], &m->o[0]))
                return true;
    return false;
}

/* As a multiply-add: its operands a * b + c; false: it is none. */
static bool product(const struct inst *m, struct opd o[3])
{
    const struct opd *a = &m->o[1], *b = &m->o[2];

    if (m->n < 2 || m->o[0].kind != O_R || m->o[0].w != 1)
        return false;
    o[0] = o[1] = o[2] = o_rz();
    if (!strcmp(m->op, "MOV") && m->n == 2 && (plain(a) || a->kind == O_IMM || a->kind == O_C)) {
        o[2] = *a;
        return !a->neg && !a->abs && !a->inv;
    }
    if (!strcmp(m->op, "IADD3") && m->n == 4 && m->o[3].kind == O_R && m->o[3].v < 0 && plain(a) && b->kind == O_R &&
        !b->abs && !b->inv) {
        o[0] = *a;
        o[1] = o_imm(1);
        o[2] = *b;
        return true;
    }
    if (!strcmp(m->op, "SHF.L.U32") && m->n == 4 && plain(a) && b->kind == O_IMM && b->imm < 31) {
        o[0] = *a;
        o[1] = o_imm(1u << b->imm);
        return true;
    }
    return false;
}

static void run_block(struct fn *f, struct block *b)
{
    int more = 0;               /* clocks of the ALU beyond those of the multipliers */

    for EACH_INST(m, b)
        more += m->kind->unit == U_ALU ? 2 : m->kind->unit == U_FMA ? -1 : multiplies(m) ? -2 : 0;
    for (struct inst *m = b->first; m && more > 2; m = m->next) {
        struct opd o[3];
        if (m->guard >= 0 || m->kind->unit != U_ALU || !product(m, o) || waited_for(m))
            continue;
        ni_op(f, m, "IMAD");
        memcpy(&m->o[1], o, sizeof o);
        m->n = 4;
        more -= 4;
    }
}

void native_balance(struct fn *f)
{
    if (!f->cx->opt->no_opt)
        for (size_t i = 0; i < f->blocks.n; i++)
            run_block(f, f->blocks.v[i]);
}
