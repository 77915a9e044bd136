/* SPDX-License-Identifier: Apache-2.0
 *
 * The form of an instruction: which of its source comes from the immediate field or from c1[], and whether it has one
 * of four bytes.
 */
#include "emit.h"

#include "encode.h"
#include "machine.h"

int emit_constant_source(const struct minst *m)
{
    if (m->op == M_SHL || m->op == M_SHR || m->op == M_SHLA || m->op == M_ADDA || m->op == M_BAR || m->op == M_TRAP)
        return -1;
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_IMM &&
            (m->src[i].imm || m->op == M_MUL16 || (m->op == M_MAD && i < 2 && mi_half_product(m))))
            return i;
    return -1;
}

bool emit_form(struct emitter *e, const struct minst *m, unsigned len, enum marker marker, int lit, struct code *c)
{
    size_t lits = e->nlit;
    machine_insn(e, m, len, lit, &c->in);
    c->in.join = marker == MARK_JOIN;
    c->in.exit = marker == MARK_EXIT;
    c->len = (int)len;
    c->line = m->line;
    c->shared_line = m->shared_line;
    if (isa_encode(&c->in, c->w))
        return true;
    e->nlit = lits;
    return false;
}

bool emit_short(struct emitter *e, const struct minst *m, struct code *c)
{
    if (m->pred >= 0 || m->cdst >= 0 || m->op == M_CALL || emit_constant_source(m) >= 0)
        return false;
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_CMEM)
            return false;
    return emit_form(e, m, 4, MARK_NONE, -1, c);
}

bool emit_is_short(struct emitter *e, const struct minst *m)
{
    struct code c;
    return emit_short(e, m, &c);
}
