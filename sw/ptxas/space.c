/* SPDX-License-Identifier: Apache-2.0
 *
 * Generic addresses: the chip has none, so the memory of each is found by following where it was made. What comes from
 * nowhere in sight is global, as NVIDIA's compiler took it for compute capability 1.x.
 */
#include "space.h"

#include <string.h>

static bool has(const struct pinst *in, const char *part)
{
    for (unsigned i = 1; i < in->nparts; i++)
        if (!strcmp(in->part[i], part))
            return true;
    return false;
}

static bool op_is(const struct pinst *in, const char *name) { return !strcmp(in->part[0], name); }

/* The spaces of the address that the instruction makes, bit SP_*. */
static unsigned made(const struct pinst *in)
{
    static const char *const pass[] = { "add", "sub", "or", "and", "mov", "selp", "cvt", "mad", "slct", "min", "max" };
    unsigned s = 0;
    if (op_is(in, "cvta") && in->nparts > 2 && strcmp(in->part[1], "to"))
        return has(in, "shared") || has(in, "shared::cta") ? 1u << SP_SHARED : has(in, "local") ? 1u << SP_LOCAL :
               has(in, "const") ? 1u << SP_CONST : 1u << SP_GLOBAL;
    if (op_is(in, "ld") && has(in, "param"))
        return 1u << SP_GLOBAL;         /* what a host can pass is a device address */
    for (size_t p = 0; p < sizeof pass / sizeof *pass; p++)
        if (op_is(in, pass[p]))
            for (unsigned k = 1; k < in->nops; k++)
                if (in->op[k].kind == PO_REG)
                    s |= in->op[k].sym->gspace;
    return s;
}

void space_find(const struct pentry *e)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < e->insts.n; i++) {
            const struct pinst *in = &e->insts.v[i];
            if (in->label || in->nops < 2 || in->op[0].kind != PO_REG)
                continue;
            unsigned s = made(in);
            if (s & ~(unsigned)in->op[0].sym->gspace) {
                in->op[0].sym->gspace |= (uint8_t)s;
                changed = true;
            }
        }
    }
}

static const char *name_of(const struct poper *a)
{
    unsigned from = a->reg ? a->reg->gspace : a->sym && a->sym->kind == SYM_VAR ? 1u << a->sym->space : 0;
    return from == 1u << SP_SHARED ? "shared" : from == 1u << SP_LOCAL ? "local" : from == 1u << SP_CONST ? "const" : NULL;
}

void space_name(struct cx *cx, struct pentry *e)
{
    static const char *const spaces[] = { "global", "shared", "local", "const", "param", "param::func", "param::entry", "shared::cta" };
    for (size_t i = 0; i < e->insts.n; i++) {
        struct pinst *in = &e->insts.v[i];
        if (in->label || !(op_is(in, "atom") || op_is(in, "red")) || in->nparts < 3)
            continue;
        unsigned a = op_is(in, "atom") ? 1 : 0;
        bool known = false;
        for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++)
            known |= has(in, spaces[k]);
        const char *s = a < in->nops && in->op[a].kind == PO_ADDR && !known ? name_of(&in->op[a]) : NULL;
        if (!s)
            continue;
        in->text = cx_printf(cx, "%s.%s%s", in->part[0], s, in->text + strlen(in->part[0]));
        ptx_split_opcode(cx, in);
    }
}
