/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared-memory loads become s[] operands of the one instruction that reads them, when it stands behind them in the
 * same block with no store to shared memory and no fence between. Needs SSA form.
 */
#include <string.h>

#include "effects.h"

/* Mode of an s[] operand that reads what the load reads; false if there is none or the offset does not fit. */
static bool operand_of(const struct minst *ld, struct opnd *o)
{
    static const struct { enum vtype type; int mode, unit; } tab[] = {
        { V_B32, SM_B32, 4 }, { V_U16, SM_U16, 2 }, { V_S16, SM_S16, 2 }, { V_U8, SM_U8, 1 },
    };
    for (size_t i = 0; i < sizeof tab / sizeof *tab; i++)
        if (ld->type == tab[i].type && ld->aoff >= 0 && ld->aoff % tab[i].unit == 0 && ld->aoff < 32 * tab[i].unit) {
            *o = op_smem(ld->aoff, tab[i].mode);
            return true;
        }
    return false;
}

static bool writes_shared(const struct minst *m) { return m->op == M_STS || is_fence(m); }

/* The only reader of the load's result, if it is further down in the block and nothing between disturbs s[]. */
static struct minst *reader(struct fn *f, const struct minst *ld)
{
    if (f->vr.v[ld->dst].nuses != 1)
        return NULL;
    struct minst *m = ld->next;
    for (int k = 0; m && k < 200; k++, m = m->next) {
        for (int i = 0; i < 3; i++)
            if (m->src[i].kind == O_REG && m->src[i].v == ld->dst)
                return m->sw[i] > 1 ? NULL : m;
        if (writes_shared(m))
            return NULL;
    }
    return NULL;
}

static bool fold(struct fn *f, struct minst *ld)
{
    struct opnd o;
    struct minst *m = reader(f, ld);
    if (!m || m->abase >= 0 || is_fence(m) || m->op == M_PHI || (m->op >= M_LDC && m->op <= M_RED) || m->old >= 0 || !operand_of(ld, &o))
        return false;
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_SMEM || m->src[i].kind == O_CMEM)
            return false;
    int i = 0;
    while (m->src[i].kind != O_REG || m->src[i].v != ld->dst)
        i++;
    if (m->src[i].half || !opt_put(f, m, i, o))
        return false;
    m->shared = true;
    m->abase = ld->abase;
    m->ashift = ld->ashift;
    mi_remove(ld);
    return true;
}

void smem_fold(struct fn *f)
{
    fn_count(f);
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            if (m->op == M_LDS && !m->vol && m->pred < 0 && m->dw == 1 && f->vr.v[m->dst].group < 0)
                fold(f, m);
        }
    fn_count(f);
}
