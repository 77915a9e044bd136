/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared-memory loads become s[] operands of the one instruction that reads them, when it stands behind them in the
 * same block with no store to shared memory and no fence between. Here those whose offset an instruction can name;
 * window.c has the others. Needs SSA form.
 */
#include "smem.h"

#include <string.h>

#include "areg.h"
#include "effects.h"

enum { REACH = 200 };           /* instructions that are looked at for the reader */

static const struct { enum vtype type; uint8_t mode, unit; } modes[] = {
    { V_B32, SM_B32, 4 }, { V_U16, SM_U16, 2 }, { V_S16, SM_S16, 2 }, { V_U8, SM_U8, 1 },
};

unsigned smem_unit(const struct minst *ld)
{
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (ld->type == modes[i].type)
            return modes[i].unit;
    return 0;
}

static uint8_t mode_of(const struct minst *ld)
{
    size_t i = 0;
    while (modes[i].type != ld->type)
        i++;
    return modes[i].mode;
}

static bool writes_shared(const struct minst *m) { return m->op == M_STS || is_fence(m); }

/* The only reader of the load's result, if it is further down in the block and nothing between disturbs s[]. */
static struct minst *only_reader(struct fn *f, const struct minst *ld)
{
    if (f->vr.v[ld->dst].nuses != 1)
        return NULL;
    struct minst *m = ld->next;
    for (int k = 0; m && k < REACH; k++, m = m->next) {
        for (int i = 0; i < 3; i++)
            if (m->src[i].kind == O_REG && m->src[i].v == ld->dst)
                return m->sw[i] > 1 ? NULL : m;
        if (writes_shared(m))
            return NULL;
    }
    return NULL;
}

struct minst *smem_reader(struct fn *f, const struct minst *ld)
{
    if (ld->op != M_LDS || ld->vol || ld->pred >= 0 || ld->dw != 1 || f->vr.v[ld->dst].group >= 0 || !smem_unit(ld))
        return NULL;
    struct minst *m = only_reader(f, ld);
    if (!m || m->abase >= 0 || is_fence(m) || m->op == M_PHI || (m->op >= M_LDC && m->op <= M_RED) || m->old >= 0)
        return NULL;
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_SMEM || m->src[i].kind == O_CMEM)
            return NULL;
    return m;
}

bool smem_put(struct fn *f, struct minst *m, const struct minst *ld, uint32_t origin)
{
    uint32_t off = ((uint32_t)ld->aoff - origin) & 0xffff;
    int i = 0;
    while (m->src[i].kind != O_REG || m->src[i].v != ld->dst)
        i++;
    if (off % smem_unit(ld) || off >= WINDOW_UNITS * smem_unit(ld) || m->src[i].half ||
        !opt_put(f, m, i, op_smem((int)off, mode_of(ld))))
        return false;
    m->shared = true;
    m->shared_line = ld->line;
    m->abase = ld->abase;
    m->ashift = ld->ashift;
    m->aoff = (int32_t)(origin & 0xffff);
    return true;
}

void smem_fold(struct fn *f)
{
    fn_count(f);
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            struct minst *r = smem_reader(f, m);
            if (r && m->aoff >= 0 && smem_put(f, r, m, 0))
                mi_remove(m);
        }
}

/* A move or conversion whose s[] operand is what the load reads. */
static void as_operand(struct minst *m)
{
    const uint32_t unit = smem_unit(m), window = LIMIT_S_UNITS * unit;
    const uint32_t off = m->aoff % unit ? 0 : (uint32_t)m->aoff % window;
    const uint8_t mode = mode_of(m);

    m->aoff = (int32_t)(((uint32_t)m->aoff - off) & 0xffff);
    m->shared = true;
    m->shared_line = m->line;
    if (mode == SM_U8) {
        mi_kind(m, M_CVT, V_U32);
        m->stype = V_U8;
    } else {
        mi_kind(m, M_MOV, V_B32);
    }
    m->src[0] = op_smem((int)off, mode);
}

void smem_operands(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (m->op == M_LDS && m->gop != GT_OP_LD_LOCK)
                as_operand(m);
}
