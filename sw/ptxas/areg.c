/* SPDX-License-Identifier: Apache-2.0
 *
 * $a registers for indexed s[], c[] and l[] accesses. Each of the four caches one (register << shift); a block with
 * a single predecessor starts with what that one left.
 */
#include "ir.h"

#include <string.h>

struct cache { int v[5], shift[5], age[5], clock; };

static void forget(struct cache *c, int v)
{
    for (int i = 1; i <= 4; i++)
        if (c->v[i] == v)
            c->v[i] = -1;
}

static int lookup(struct fn *f, struct cache *c, struct minst *m)
{
    int best = 1;
    for (int i = 1; i <= 4; i++) {
        if (c->v[i] == m->abase && c->shift[i] == m->ashift) {
            c->age[i] = ++c->clock;
            return i;
        }
        if (c->v[i] < 0 ? c->v[best] >= 0 : c->v[best] >= 0 && c->age[i] < c->age[best])
            best = i;
    }
    struct minst *s = mi_new(f, M_SHLA, "shl");
    s->line = m->line;
    s->areg = (uint8_t)best;
    s->src[0] = op_reg(m->abase);
    s->src[1] = op_imm(m->ashift);
    mi_insert_before(m, s);
    c->v[best] = m->abase;
    c->shift[best] = m->ashift;
    c->age[best] = ++c->clock;
    return best;
}

/* Offsets of s[] and c[] are counted in units of the access. One that is no multiple goes into the register. */
static void split_offset(struct fn *f, struct minst *m)
{
    unsigned unit = m->op == M_LDL || m->op == M_STL ? 1 : strstr(m->mn, "32") ? 4 : strstr(m->mn, "16") ? 2 : 1;
    if (!((unsigned)m->aoff % unit))
        return;
    if (m->abase < 0)
        cx_error(f->cx, m->line, "address 0x%x is not a multiple of %u", (unsigned)m->aoff, unit);
    int v = m->abase;
    if (m->ashift) {
        struct minst *s = mi_new(f, M_SHL, "shl.b32");
        s->line = m->line;
        s->dst = fn_vreg(f, false);
        s->dw = 1;
        s->src[0] = op_reg(v);
        s->src[1] = op_imm(m->ashift);
        mi_insert_before(m, s);
        v = s->dst;
    }
    struct minst *a = mi_new(f, M_ADD, "add.b32");
    a->line = m->line;
    a->dst = fn_vreg(f, false);
    a->dw = 1;
    a->src[0] = op_reg(v);
    a->src[1] = op_imm((uint32_t)m->aoff);
    mi_insert_before(m, a);
    m->abase = a->dst;
    m->ashift = 0;
    m->aoff = 0;
}

void areg_run(struct fn *f)
{
    struct cache *end = cx_alloc(f->cx, f->blocks.n * sizeof *end);
    bool *done = cx_alloc(f->cx, f->blocks.n);
    int r[MI_REGS];
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        struct cache c = { .v = { -1, -1, -1, -1, -1 } };
        if (b->preds.n == 1 && done[b->preds.v[0]->id])
            c = end[b->preds.v[0]->id];
        for EACH_INST(m, b) {
            if (m->op >= M_LDC && m->op <= M_STL)
                split_offset(f, m);
            if (m->op != M_SHLA && m->abase >= 0) {
                m->areg = (uint8_t)lookup(f, &c, m);
                m->abase = -1;
                m->ashift = 0;
            }
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++)
                forget(&c, r[k]);
        }
        end[b->id] = c;
        done[b->id] = true;
    }
}
