/* SPDX-License-Identifier: Apache-2.0
 *
 * Generic addresses: the chip has none, so the memory of each is found by following where it was made. What comes from
 * nowhere in sight is global, as NVIDIA's compiler took it for compute capability 1.x.
 */
#include "space.h"

#include <string.h>

static bool op_is(const struct pinst *in, const char *name) { return !strcmp(in->part[0], name); }

/* What a register holds that addresses come into, by all that is written to it. */
enum { HOLDS_NOT_KNOWN, HOLDS_ADDRESS, HOLDS_NUMBER, HOLDS_EITHER = HOLDS_ADDRESS | HOLDS_NUMBER };

/* Pointers kept in local memory (clang without optimisation keeps all there): what was stored where. */
struct slot { struct psym *base; uint64_t off; unsigned gspace; };      /* base NULL: somewhere in local memory */
struct spaces {
    struct cx *cx;
    unsigned pointer;           /* bytes of a pointer */
    VEC(struct slot) slots;
    unsigned escaped;           /* spaces of pointers that were stored anywhere else */
    bool changed;
};

static bool local_address(const struct pinst *in, const struct poper *a)
{
    if (has_part(in, "local"))
        return true;
    if (in->nparts > 1 &&
        (has_part(in, "global") || has_part(in, "shared") || has_part(in, "const") || has_part(in, "param")))
        return false;
    return a->sym ? a->sym->space == SP_LOCAL : a->reg && a->reg->gspace & 1u << SP_LOCAL;
}

/* The variable and offset that an address is known to be; false when it is not constant. */
static bool constant_address(const struct poper *a, struct psym **base, uint64_t *off)
{
    *base = a->sym ? a->sym : a->reg && a->reg->ndefs == 1 ? a->reg->base : NULL;
    *off = a->imm + (a->sym || !a->reg ? 0 : a->reg->base_off);
    return *base != NULL;
}

static bool is_pointer(const struct spaces *s, const struct pinst *in)
{
    return ptype_size(ptype_parse(in->part[in->nparts - 1])) == s->pointer;
}

/* Which memories a pointer may be of that is loaded from local memory. */
static unsigned spaces_loaded(const struct spaces *s, const struct pinst *in)
{
    const struct poper *a = &in->op[1];
    struct psym *base;
    uint64_t off;
    unsigned from = 0;
    if (a->kind != PO_ADDR || !is_pointer(s, in))
        return 0;
    if (!local_address(in, a))      /* where no other has been stored, it is global */
        return s->escaped & ~(1u << SP_GLOBAL) ? s->escaped | 1u << SP_GLOBAL : 0;
    bool known = constant_address(a, &base, &off);
    for (size_t i = 0; i < s->slots.n; i++)
        if (!known || !s->slots.v[i].base || (s->slots.v[i].base == base && s->slots.v[i].off == off))
            from |= s->slots.v[i].gspace;
    return from;
}

/* Is it a copy of a variable for a debugger (cc/ir/variables.cpp)? No kernel loads it. */
static bool for_debugger(const struct poper *a)
{
    return a->sym && a->sym->space == SP_LOCAL && !strncmp(a->sym->name, "__gt200_", strlen("__gt200_"));
}

/* Notes which memories a pointer is of that is stored to local memory. */
static void note_stored(struct spaces *s, const struct pinst *in)
{
    const struct poper *a = &in->op[0], *v = &in->op[1];
    struct slot new = { 0 };
    if (a->kind != PO_ADDR || v->kind != PO_REG || !v->sym->gspace || !is_pointer(s, in) || for_debugger(a))
        return;
    if (!local_address(in, a)) {
        s->changed |= s->cx->later && (v->sym->gspace & ~s->escaped);
        s->escaped |= s->cx->later ? v->sym->gspace : 0;
        return;
    }
    new.gspace = v->sym->gspace;
    if (!constant_address(a, &new.base, &new.off))
        new.base = NULL;
    for (size_t i = 0; i < s->slots.n; i++)
        if (s->slots.v[i].base == new.base && s->slots.v[i].off == new.off && !(new.gspace & ~s->slots.v[i].gspace))
            return;
    vec_push(s->cx, &s->slots, new);
    s->changed = true;
}

/* What hands an address on. */
static bool passes_on(const struct pinst *in)
{
    static const char *const pass[] = { "add", "sub", "or", "and", "mov", "selp", "cvt", "mad", "slct", "min", "max" };
    for (size_t p = 0; p < sizeof pass / sizeof *pass; p++)
        if (op_is(in, pass[p]))
            return true;
    return false;
}

/* The spaces of the address that the instruction makes, bit SP_*. */
static unsigned spaces_made(const struct spaces *sp, const struct pinst *in)
{
    unsigned s = 0;
    if (in->op[0].sym->holds == HOLDS_NUMBER)
        return 0;
    if (op_is(in, "cvta") && in->nparts > 2 && strcmp(in->part[1], "to"))
        return has_part(in, "shared") || has_part(in, "shared::cta") ? 1u << SP_SHARED :
               has_part(in, "local") ? 1u << SP_LOCAL : has_part(in, "const") ? 1u << SP_CONST : 1u << SP_GLOBAL;
    if (op_is(in, "ld"))
        return has_part(in, "param") ? 1u << SP_GLOBAL      /* what a host can pass is a device address */
                                     : spaces_loaded(sp, in);
    for (unsigned k = 1; k < in->nops && passes_on(in); k++)
        if (in->op[k].kind == PO_REG)
            s |= in->op[k].sym->gspace;
    return s;
}

/* What an operand holds: without spaces no address. */
static unsigned operand_holds(const struct poper *a)
{
    return a->kind != PO_REG || !a->sym->gspace ? HOLDS_NUMBER : a->sym->holds;
}

/* What the instruction makes: the difference of two addresses is a number. */
static unsigned made_holds(const struct pinst *in)
{
    if (op_is(in, "cvta") && in->nparts > 2 && strcmp(in->part[1], "to"))
        return HOLDS_ADDRESS;
    if (!passes_on(in))
        return HOLDS_EITHER;
    unsigned n[HOLDS_EITHER + 1] = { 0 };
    for (unsigned k = 1; k < in->nops; k++)
        n[operand_holds(&in->op[k])]++;
    if (n[HOLDS_NOT_KNOWN])
        return HOLDS_NOT_KNOWN;
    if (n[HOLDS_EITHER])
        return HOLDS_EITHER;
    if (!n[HOLDS_ADDRESS])
        return HOLDS_NUMBER;
    if (op_is(in, "sub") && in->nops == 3)
        return n[HOLDS_ADDRESS] == 2 ? HOLDS_NUMBER
               : operand_holds(&in->op[1]) == HOLDS_ADDRESS ? HOLDS_ADDRESS : HOLDS_EITHER;
    if (op_is(in, "add") && in->nops == 3)
        return n[HOLDS_ADDRESS] == 1 ? HOLDS_ADDRESS : HOLDS_EITHER;
    return op_is(in, "mov") ? HOLDS_ADDRESS : HOLDS_EITHER;
}

/* Registers with spaces that only numbers are written to; holds of all of them is HOLDS_NOT_KNOWN before. */
static void find_numbers(const struct pentry *e)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < e->insts.n; i++) {
            const struct pinst *in = &e->insts.v[i];
            if (in->label || in->nops < 2 || in->op[0].kind != PO_REG || !in->op[0].sym->gspace)
                continue;
            struct psym *d = in->op[0].sym;
            const unsigned both = d->holds | made_holds(in);
            changed |= both != d->holds;
            d->holds = (uint8_t)both;
        }
    }
}

/* Registers that hold the address of a variable plus a constant. */
static void find_base(struct spaces *s, const struct pinst *in)
{
    struct psym *d = in->op[0].sym, *base = NULL;
    uint64_t off = 0;
    const struct poper *a = &in->op[1];
    if (in->guard || d->ndefs != 1 || d->base)
        return;
    if (op_is(in, "mov") && a->kind == PO_SYM && a->sym->kind == SYM_VAR) {
        base = a->sym;
        off = a->imm;
    } else if ((op_is(in, "mov") || op_is(in, "cvta")) && a->kind == PO_REG && a->sym->ndefs == 1) {
        base = a->sym->base;
        off = a->sym->base_off;
    } else if (op_is(in, "add") && a->kind == PO_REG && a->sym->ndefs == 1 && in->nops > 2 &&
               in->op[2].kind == PO_IMM) {
        base = a->sym->base;
        off = a->sym->base_off + in->op[2].imm;
    }
    if (base) {
        d->base = base;
        d->base_off = off;
        s->changed = true;
    }
}

static void count_defs(const struct pentry *e)
{
    for (size_t i = 0; i < e->insts.n; i++) {
        const struct pinst *in = &e->insts.v[i];
        if (!in->label && in->nops && in->op[0].kind == PO_REG)
            in->op[0].sym->ndefs++;
        for (unsigned k = 0; !in->label && in->nops && in->op[0].kind == PO_VEC && k < in->op[0].n; k++)
            if (in->op[0].elem[k].kind == PO_REG)
                in->op[0].elem[k].sym->ndefs++;
    }
}

/* Spaces of all registers; of none yet. */
static void find_spaces(struct cx *cx, const struct pentry *e, unsigned pointer)
{
    struct spaces s = { .cx = cx, .pointer = pointer, .changed = true };
    while (s.changed) {
        s.changed = false;
        for (size_t i = 0; i < e->insts.n; i++) {
            const struct pinst *in = &e->insts.v[i];
            if (in->label || in->nops < 2)
                continue;
            if (op_is(in, "st"))
                note_stored(&s, in);
            if (in->op[0].kind != PO_REG)
                continue;
            find_base(&s, in);
            unsigned m = spaces_made(&s, in);
            if (m & ~(unsigned)in->op[0].sym->gspace) {
                in->op[0].sym->gspace |= (uint8_t)m;
                s.changed = true;
            }
        }
    }
}

void space_find(struct cx *cx, const struct pentry *e, unsigned pointer)
{
    bool any = false;
    count_defs(e);
    find_spaces(cx, e, pointer);
    find_numbers(e);
    for (size_t i = 0; i < e->insts.n; i++) {
        const struct pinst *in = &e->insts.v[i];
        any |= !in->label && in->nops && in->op[0].kind == PO_REG && in->op[0].sym->gspace &&
               in->op[0].sym->holds == HOLDS_NUMBER;
    }
    if (!any)
        return;
    for (size_t i = 0; i < e->insts.n; i++) {       /* once more, without what comes from differences */
        const struct pinst *in = &e->insts.v[i];
        if (!in->label && in->nops && in->op[0].kind == PO_REG)
            in->op[0].sym->gspace = 0;
    }
    find_spaces(cx, e, pointer);
}

static const char *name_of(const struct poper *a)
{
    unsigned from = a->reg ? a->reg->gspace : a->sym && a->sym->kind == SYM_VAR ? 1u << a->sym->space : 0;
    return from == 1u << SP_SHARED  ? "shared"
           : from == 1u << SP_LOCAL ? "local"
           : from == 1u << SP_CONST ? "const"
                                    : NULL;
}

void space_say(struct cx *cx, struct pinst *in, const char *space)
{
    static const char *const front[] = { "volatile", "weak",    "relaxed", "acquire", "release",
                                         "acq_rel",  "cta", "cluster", "gpu",     "sys" };
    size_t n = strlen(in->part[0]);
    for (unsigned i = 1, there = 1; there && i < in->nparts; i++) {
        there = 0;
        for (size_t k = 0; k < sizeof front / sizeof *front; k++)
            there |= !strcmp(front[k], in->part[i]);
        n += there ? 1 + strlen(in->part[i]) : 0;
    }
    in->text = cx_printf(cx, "%.*s.%s%s", (int)n, in->text, space, in->text + n);
    ptx_opcode(cx, in);
}

unsigned space_choice(const struct pinst *in, unsigned *operand)
{
    const unsigned op = in->code.op;
    *operand = op == PTX_ST || op == PTX_RED ? 0 : 1;
    if ((op != PTX_LD && op != PTX_LDU && op != PTX_ST && op != PTX_ATOM && op != PTX_RED) || in->code.space)
        return 0;
    const struct poper *a = &in->op[*operand];
    const unsigned from = a->kind == PO_ADDR && a->reg && !a->sym ? a->reg->gspace : 0;
    return from & (from - 1) ? from : 0;
}

void space_name(struct cx *cx, struct pentry *e)
{
    static const char *const spaces[] = { "global", "shared",      "local",        "const",
                                          "param",  "param::func", "param::entry", "shared::cta" };
    for (size_t i = 0; i < e->insts.n; i++) {
        struct pinst *in = &e->insts.v[i];
        if (in->label || !(op_is(in, "atom") || op_is(in, "red")) || in->nparts < 3)
            continue;
        unsigned a = op_is(in, "atom") ? 1 : 0;
        bool known = false;
        for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++)
            known |= has_part(in, spaces[k]);
        const char *s = a < in->nops && in->op[a].kind == PO_ADDR && !known ? name_of(&in->op[a]) : NULL;
        if (!s)
            continue;
        space_say(cx, in, s);
    }
}
