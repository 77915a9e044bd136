/* SPDX-License-Identifier: Apache-2.0
 *
 * How the files that expand calls write instructions, and what they ask of accesses to .param variables.
 */
#include "inliner.h"

#include <string.h>

#define MAX_INSTS 400000u       /* of one kernel after expansion */

struct psym *il_sym(struct inliner *x, enum psym_kind kind, enum ptype type, const char *name)
{
    struct psym *y = cx_alloc(x->cx, sizeof *y);
    y->name = name;
    y->kind = (uint8_t)kind;
    y->type = (uint8_t)type;
    y->space = SP_REG;
    y->lo = y->hi = y->c = y->block = -1;
    y->placed = true;
    return y;
}

struct pinst il_inst(struct inliner *x, unsigned line, const char *text)
{
    struct pinst in = { .line = line, .text = text };
    ptx_opcode(x->cx, &in);
    return in;
}

void il_push(struct inliner *x, struct pinst in)
{
    if (x->out.n >= MAX_INSTS)
        cx_error(x->cx, in.line, "kernel %.400s has more than %u instructions after calls are expanded", x->e->name,
                 MAX_INSTS);
    vec_push(x->cx, &x->out, in);
}

void il_label(struct inliner *x, struct psym *label, unsigned line)
{
    il_push(x, (struct pinst){ .line = line, .label = label });
}

void il_branch(struct inliner *x, struct psym *to, unsigned line, struct psym *guard, bool neg)
{
    struct pinst in = il_inst(x, line, "bra");
    in.guard = guard;
    in.guard_neg = neg;
    in.op[0] = (struct poper){ .kind = PO_SYM, .sym = to };
    in.nops = 1;
    il_push(x, in);
}

void il_mov(struct inliner *x, unsigned line, enum ptype t, struct poper d, struct poper s)
{
    const unsigned bits = ptx_types[t].bits;
    const char *text = t == T_F32 ? "mov.f32" : t == T_F64 ? "mov.f64" : t == T_PRED ? "mov.pred" : bits == 64
                       ? "mov.b64" : bits && bits < 32 ? "mov.b16" : "mov.b32";
    struct pinst in = il_inst(x, line, text);
    in.op[0] = d;
    in.op[1] = s;
    in.nops = 2;
    il_push(x, in);
}

bool il_param_access(const struct pinst *in, unsigned *addr)
{
    if (in->label || in->nparts < 3 || in->nops != 2 || strncmp(in->part[1], "param", 5))
        return false;
    const bool store = !strcmp(in->part[0], "st");
    *addr = store ? 0 : 1;
    return (store || !strcmp(in->part[0], "ld")) && in->op[*addr].kind == PO_ADDR;
}

enum ptype il_access_type(struct inliner *x, const struct pinst *in)
{
    enum ptype t = ptype_parse(in->part[in->nparts - 1]);
    if (!ptype_size(t))
        cx_error(x->cx, in->line, "instruction %.400s is not supported", in->text);
    return t;
}

unsigned il_elements(const struct poper *o) { return o->kind == PO_VEC ? o->n : 1; }
