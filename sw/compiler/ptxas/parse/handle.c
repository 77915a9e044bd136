/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture handles: clang moves the address of a .texref to a register and writes tex with that register. The chip
 * names its textures in the instruction, so the name takes the register's place.
 */
#include "handle.h"

#include <string.h>

static bool is_move(const struct pinst *in)
{
    return in->nparts && !strcmp(in->part[0], "mov") && in->nops == 2 && in->op[0].kind == PO_REG;
}

/* The texture a register holds: the only definition of it is a move from the texture or from such a register. NULL:
 * it is none. */
static struct psym *texture_in(const struct pentry *e, const struct psym *reg, unsigned depth)
{
    const struct pinst *def = NULL;

    for (size_t i = 0; i < e->insts.n; i++) {
        const struct pinst *in = &e->insts.v[i];
        if (!in->nops || in->op[0].kind != PO_REG || in->op[0].sym != reg || !strcmp(in->part[0], "st"))
            continue;
        if (def)
            return NULL;
        def = in;
    }
    if (!def || !is_move(def) || depth > 16)
        return NULL;
    if (def->op[1].kind == PO_SYM && def->op[1].sym->kind == SYM_TEX)
        return def->op[1].sym;
    return def->op[1].kind == PO_REG ? texture_in(e, def->op[1].sym, depth + 1) : NULL;
}

void handles_resolve(struct cx *cx, struct pentry *e)
{
    bool any = false;

    for (size_t i = 0; i < e->insts.n; i++) {
        struct pinst *in = &e->insts.v[i];
        if (in->nparts && !strcmp(in->part[0], "tex") && in->nops > 1 && in->op[1].kind == PO_REG) {
            struct psym *t = texture_in(e, in->op[1].sym, 0);
            if (!t)
                cx_error(cx, in->line, "instruction %.400s: cannot tell which texture '%.400s' is", in->text,
                         in->op[1].sym->name);
            in->op[1] = (struct poper){ .kind = PO_SYM, .sym = t };
        }
        any = any || (is_move(in) && in->op[1].kind == PO_SYM && in->op[1].sym->kind == SYM_TEX);
    }
    /* What is left of the handles is not used: zeros, for the optimiser to drop. */
    for (size_t i = 0; any && i < e->insts.n; i++) {
        struct pinst *in = &e->insts.v[i];
        if (is_move(in) && in->op[1].kind == PO_SYM && in->op[1].sym->kind == SYM_TEX)
            in->op[1] = (struct poper){ .kind = PO_IMM };
    }
}
