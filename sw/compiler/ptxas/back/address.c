/* SPDX-License-Identifier: Apache-2.0
 *
 * Addresses in $a registers: what an instruction needs of one, and the instructions that make one.
 */
#include "areg.h"

bool areg_access(const struct minst *m) { return m->op >= M_LDC && m->op <= M_STL; }

/* Offsets of an s[] operand with an $a: aoff, in the $a, and its own. */
static bool window(const struct minst *m) { return m->shared && m->aoff && !areg_access(m); }

bool areg_indexed(const struct minst *m) { return m->abase >= 0 || window(m); }

struct abase areg_base(const struct minst *m)
{
    return (struct abase){ m->abase, m->ashift, areg_access(m) ? 0 : (uint32_t)m->aoff & 0xffff };
}

bool areg_kin(const struct abase *a, const struct abase *b) { return a->v == b->v && a->shift == b->shift; }

bool areg_same(const struct abase *a, const struct abase *b) { return areg_kin(a, b) && a->off == b->off; }

static unsigned unit_of(const struct minst *m)
{
    static const uint8_t unit[] = { [SM_U8] = 1, [SM_U16] = 2, [SM_S16] = 2, [SM_B32] = 4 };
    return areg_access(m) ? vtype_size((enum vtype)m->type) : unit[m->src[0].mode];
}

bool areg_serves(const struct abase *b, const struct minst *m, uint32_t *left)
{
    struct abase own = areg_base(m);
    unsigned unit = unit_of(m);
    if (!areg_kin(b, &own))
        return false;
    *left = (uint32_t)m->aoff;
    if (areg_access(m) && !b->off)
        return true;
    if (areg_access(m) && m->op != M_LDS && m->op != M_STS)
        return false;
    *left = ((uint32_t)m->aoff + (areg_access(m) ? 0 : (uint32_t)m->src[0].v) - b->off) & 0xffff;
    return *left % unit == 0 && (areg_access(m) || *left < WINDOW_UNITS * unit);
}

struct minst *areg_load(struct fn *f, const struct abase *b, int reg, unsigned line)
{
    struct minst *s = mi_new(f, M_SHLA, V_B32);
    s->line = line;
    s->areg = (uint8_t)reg;
    s->src[0] = op_reg(b->v);
    s->src[1] = op_imm((uint32_t)b->shift);
    return s;
}

struct minst *areg_add(struct fn *f, int reg, int from, uint32_t by, unsigned line)
{
    struct minst *s = mi_new(f, M_ADDA, V_B32);
    s->line = line;
    s->areg = (uint8_t)reg;
    s->afrom = (uint8_t)from;
    s->src[0] = op_imm(by & 0xffff);
    return s;
}
