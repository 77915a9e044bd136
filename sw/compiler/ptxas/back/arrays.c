/* SPDX-License-Identifier: Apache-2.0
 *
 * Which shared or constant variable an instruction is meant to access: the one that its address is computed from.
 * Registers are followed through the PTX, whatever the order of its instructions: a register has a variable when all
 * its values are computed from the address of that one. An address of two (a pointer that is one or the other) says
 * nothing, nor does one that is loaded.
 */
#include "arrays.h"

#include <string.h>

#include "decode.h"

enum { DYNAMIC_END = 16384 };               /* dynamic shared memory: as long as there is any */

static const struct psym several;                /* more than one variable, or values of unknown origin */

static bool op_is(const struct pinst *in, const char *name) { return !strcmp(in->part[0], name); }

static bool is_variable(const struct psym *y)
{
    return y && y->kind == SYM_VAR && (y->space == SP_SHARED || y->space == SP_CONST);
}

static const struct psym *array_of(const struct poper *o)
{
    if (o->kind == PO_SYM || o->kind == PO_ADDR)
        return is_variable(o->sym) ? o->sym : o->kind == PO_ADDR && o->reg ? o->reg->array : NULL;
    return o->kind == PO_REG ? o->sym->array : NULL;
}

static const struct psym *join_arrays(const struct psym *a, const struct psym *b)
{
    return !a ? b : !b || a == b ? a : &several;
}

/* The result is one of the operands, not computed with several. */
static bool passes_operand(const struct pinst *in)
{
    return op_is(in, "mov") || op_is(in, "selp") || op_is(in, "slct") || op_is(in, "cvt") || op_is(in, "cvta") ||
           op_is(in, "min") || op_is(in, "max");
}

static bool computes_address(const struct pinst *in)
{
    return op_is(in, "add") || op_is(in, "sub") || op_is(in, "mad") || op_is(in, "or") || op_is(in, "and") ||
           op_is(in, "xor");
}

/* Operands that are data: not the condition of a selection. */
static unsigned data_operands(const struct pinst *in)
{
    return op_is(in, "selp") || op_is(in, "slct") ? 3 : in->nops;
}

static const struct psym *array_made(const struct pinst *in)
{
    const struct psym *y = NULL;
    for (unsigned k = 1; (passes_operand(in) || computes_address(in)) && k < data_operands(in); k++)
        y = join_arrays(y, array_of(&in->op[k]));
    return y;
}

/* A value that comes from no variable, in a register that has others, which do. */
static bool has_unknown(const struct pinst *in)
{
    if (!passes_operand(in))
        return !array_made(in);
    for (unsigned k = 1; k < data_operands(in); k++)
        if (!array_of(&in->op[k]))
            return true;
    return false;
}

static bool join_into(struct psym *reg, const struct psym *y)
{
    const struct psym *new = join_arrays(reg->array, y);
    const bool changed = new != reg->array;
    reg->array = new;
    return changed;
}

static bool writes_register(const struct pinst *in)
{
    return !in->label && in->nops && in->op[0].kind == PO_REG && !op_is(in, "st") && !op_is(in, "red");
}

static void clear_arrays(const struct pentry *e)
{
    for (size_t i = 0; i < e->insts.n; i++)
        for (unsigned k = 0; !e->insts.v[i].label && k < e->insts.v[i].nops; k++) {
            const struct poper *o = &e->insts.v[i].op[k];
            if (o->kind == PO_REG)
                o->sym->array = NULL;
            if (o->kind == PO_ADDR && o->reg)
                o->reg->array = NULL;
            for (unsigned n = 0; o->kind == PO_VEC && n < o->n; n++)
                if (o->elem[n].kind == PO_REG)
                    o->elem[n].sym->array = NULL;
        }
}

static void spread_arrays(const struct pentry *e)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < e->insts.n; i++) {
            const struct pinst *in = &e->insts.v[i];
            if (writes_register(in))
                changed |= join_into(in->op[0].sym, array_made(in));
        }
    }
}

/* Registers of which one value comes from elsewhere, and what is computed from them. */
static void drop_unknown(const struct pentry *e)
{
    for (size_t i = 0; i < e->insts.n; i++) {
        const struct pinst *in = &e->insts.v[i];
        if (writes_register(in) && in->op[0].sym->array && has_unknown(in))
            in->op[0].sym->array = &several;
    }
    spread_arrays(e);
}

static const struct psym *array_accessed(const struct pinst *in)
{
    const unsigned k = op_is(in, "ld") || op_is(in, "atom") || op_is(in, "ldu") ? 1 : 0;
    if (k == 0 && !op_is(in, "st") && !op_is(in, "red"))
        return NULL;
    return k < in->nops && in->op[k].kind == PO_ADDR ? array_of(&in->op[k]) : NULL;
}

/* The line of PTX of its access to shared memory or constants; 0: it has none, or only to parameters. */
static unsigned access_line(const struct code *c, bool *constant)
{
    struct gt_insn in;
    *constant = false;
    if (c->shared_line)
        return c->shared_line;
    isa_decode(c->w[0], c->w[1], c->addr, &in);
    *constant = in.op == GT_OP_LD_C;
    return *constant || in.op == GT_OP_LD_S || in.op == GT_OP_ST_S || in.op == GT_OP_LD_LOCK ||
           in.op == GT_OP_ST_UNLOCK ? c->line : 0;
}

void arrays_kernel(struct cx *cx, const struct fn *f, const struct emitter *e, struct gt_cubin_kernel *k)
{
    const struct pentry *p = f->entry;
    VEC(const struct psym *) line = { 0 };
    clear_arrays(p);
    spread_arrays(p);
    drop_unknown(p);
    for (size_t i = 0; i < p->insts.n; i++) {
        const struct pinst *in = &p->insts.v[i];
        const struct psym *y = in->label || in->lib ? NULL : array_accessed(in);
        if (!y)
            continue;
        while (line.n <= in->line)
            vec_push(cx, &line, NULL);
        line.v[in->line] = join_arrays(line.v[in->line], y);
    }
    for (size_t i = 0; line.n && i < e->code.n; i++) {
        bool constant;
        const unsigned at = access_line(&e->code.v[i], &constant);
        const struct psym *y = at < line.n ? line.v[at] : NULL;
        if (y && y != &several && (y->space == SP_CONST) == constant)
            cubin_add_array(k, e->code.v[i].addr, constant, y->offset,
                            y->is_extern ? DYNAMIC_END : y->offset + y->size, y->name);
    }
}
