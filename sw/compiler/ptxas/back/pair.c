/* SPDX-License-Identifier: Apache-2.0
 *
 * After register allocation: four-byte instructions are brought together, because they only save room in pairs
 * (an eight-byte one must be aligned). Nothing moves across a fence or an instruction it depends on.
 */
#include "effects.h"
#include "emit.h"

#include <string.h>

#define REACH 12        /* instructions that are looked at for a partner */

bool is_fence(const struct minst *m)
{
    switch (m->op) {
    case M_STS: case M_STL: case M_STG:
        return m->vol;
    case M_SHLA: case M_ADDA:
        return false;
    }
    return m->vol || mop_flags[m->op] & MF_SIDE || m->op == M_CALL;
}

static void touch(uint64_t set[2], int color, int words)
{
    for (int k = color; k < color + words && k >= 0 && k < 128; k++)
        set[k >> 6] |= (uint64_t)1 << (k & 63);
}

/* What of registers, $c, $a and memories m reads and writes, as bits. */
void effects_of(const struct fn *f, const struct minst *m, struct effects *e)
{
    memset(e, 0, sizeof *e);
    e->fence = is_fence(m);
    for (int i = 0; i < 3; i++) {
        const struct opnd *o = &m->src[i];
        if (o->kind == O_REG)
            touch(e->rread, f->vr.v[o->v].color, m->sw[i] > 1 ? m->sw[i] : 1);
        else if (o->kind == O_CREG)
            e->cread |= (uint8_t)(1 << f->vr.v[o->v].color);
        else if (o->kind == O_SMEM)
            e->mread |= EFF_SHARED;
    }
    if (m->pred >= 0)
        e->cread |= (uint8_t)(1 << f->vr.v[m->pred].color);
    if (m->cdst >= 0)
        e->cwrite = (uint8_t)(1 << f->vr.v[m->cdst].color);
    if (m->dst >= 0)
        touch(e->rwrite, f->vr.v[m->dst].color, m->dw > 1 ? m->dw : 1);
    if (m->op == M_SHLA || m->op == M_ADDA || m->ainc)
        e->awrite = (uint8_t)(1 << m->areg);
    int base = m->op == M_SHLA ? 0 : m->op == M_ADDA ? m->afrom : m->areg;
    if (base)
        e->aread = (uint8_t)(1 << base);
    switch (m->op) {
    case M_LDS: e->mread |= EFF_SHARED; break;
    case M_STS: e->mwrite |= EFF_SHARED; break;
    case M_LDL: e->mread |= EFF_LOCAL; break;
    case M_STL: e->mwrite |= EFF_LOCAL; break;
    case M_LDG: e->mread |= EFF_GLOBAL; break;
    case M_STG: e->mwrite |= EFF_GLOBAL; break;
    }
}

bool effects_conflict(const struct effects *a, const struct effects *b)
{
    if (a->fence || b->fence)
        return true;
    for (int k = 0; k < 2; k++)
        if ((a->rwrite[k] & (b->rread[k] | b->rwrite[k])) | (a->rread[k] & b->rwrite[k]))
            return true;
    return (a->cwrite & (b->cread | b->cwrite)) | (a->cread & b->cwrite) | (a->awrite & (b->aread | b->awrite)) |
           (a->aread & b->awrite) | (a->mwrite & (b->mread | b->mwrite)) | (a->mread & b->mwrite);
}

/* May `m` change places with everything from `from` up to but not including `to`? */
static bool can_pass(const struct fn *f, const struct minst *m, const struct minst *from, const struct minst *to)
{
    struct effects a, b;
    effects_of(f, m, &a);
    for (const struct minst *x = from; x != to; x = x->next) {
        effects_of(f, x, &b);
        if (effects_conflict(&a, &b))
            return false;
    }
    return true;
}

/* Brings a short instruction behind the short m; false if none can come. */
static bool find_partner(struct emitter *e, struct minst *m, const struct minst *last)
{
    struct minst *x = m->next;
    for (int k = 0; k < REACH && x; k++, x = x->next) {
        if (x == last || !emit_is_short(e, x))
            continue;
        if (can_pass(e->f, x, m->next, x)) {
            mi_remove(x);
            mi_insert_after(m, x);
            return true;
        }
        if (can_pass(e->f, m, m->next, x)) {
            mi_remove(m);
            mi_insert_before(x, m);
            return false;       /* the pair is found when the walk comes to m again */
        }
    }
    return false;
}

void pair_block(struct emitter *e, struct mblock *b, bool first_long, const struct minst *last)
{
    struct minst *m = b->first;
    if (first_long && m)
        m = m->next;
    while (m && m != last) {
        if (!emit_is_short(e, m) || !m->next) {
            m = m->next;
            continue;
        }
        struct minst *before = m->prev;
        if ((m->next != last && emit_is_short(e, m->next)) || find_partner(e, m, last)) {
            m = m->next->next;
        } else {
            struct minst *at = before ? before->next : b->first;
            m = at == m ? m->next : at;
        }
    }
}
