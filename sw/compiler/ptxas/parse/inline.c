/* SPDX-License-Identifier: Apache-2.0
 *
 * Every call is expanded in place: functions of the program and functions of the compiler's library. Registers and
 * labels of the function get fresh copies in every expansion. A .param variable of a function is the variable that
 * the caller named; in the end each becomes registers, one for each part that is stored or loaded.
 */
#include "builtin.h"
#include "inliner.h"
#include "modifiers.h"
#include "space.h"

#include <string.h>

#define MAX_CALLS 64u           /* nested in each other */

/* One function being expanded. */
struct frame {
    struct pentry *fn;          /* NULL: the kernel itself */
    unsigned       epoch;
    unsigned       line;        /* of the call, for code of the library */
    struct psym   *end;         /* label behind the expansion */
    bool           end_used;
};

static void expand_insts(struct inliner *x, struct frame *fr, const struct pinst *v, size_t n);

/* ---- names of one expansion ------------------------------------------------------------------------------ */

/* The copy of a function's own symbol for this expansion; others are themselves. */
static struct psym *map_sym(struct inliner *x, const struct frame *fr, struct psym *y)
{
    if (!fr->fn || !y)
        return y;
    if (y->epoch == fr->epoch)
        return y->copy;
    bool own = y->kind == SYM_REG || y->kind == SYM_LABEL ||
               (y->kind == SYM_VAR && (y->callparam || y->space == SP_LOCAL));
    if (!own)
        return y;
    struct psym *c = cx_alloc(x->cx, sizeof *c);
    *c = *y;
    c->lo = c->hi = c->c = c->block = -1;
    c->cells = NULL;
    if (y->kind == SYM_VAR)
        c->placed = false;
    y->copy = c;
    y->epoch = fr->epoch;
    return c;
}

/* The operand of a copy: its symbols are those of this expansion. */
static void map_oper(struct inliner *x, const struct frame *fr, struct poper *o)
{
    o->sym = map_sym(x, fr, o->sym);
    o->reg = map_sym(x, fr, o->reg);
    if (o->kind != PO_VEC)
        return;
    struct poper *e = cx_alloc(x->cx, 4 * sizeof *e);
    memcpy(e, o->elem, o->n * sizeof *e);
    o->elem = e;
    for (unsigned i = 0; i < o->n; i++)
        map_oper(x, fr, &e[i]);
}

/* ---- calls ------------------------------------------------------------------------------------------------ */

static struct pentry *find_func(struct pmodule *mod, const char *name)
{
    for (size_t i = 0; i < mod->funcs.n; i++)
        if (!strcmp(mod->funcs.v[i]->name, name))
            return mod->funcs.v[i];
    return NULL;
}

static void bind_formal(struct psym *formal, unsigned epoch, struct psym *actual)
{
    formal->epoch = epoch;
    formal->copy = actual;
}

/* Makes the formal parameter stand for the caller's operand. */
static void bind_param(struct inliner *x, struct pentry *fn, unsigned epoch, struct psym *formal,
                       const struct poper *o, unsigned line)
{
    if (formal->kind == SYM_VAR) {
        if (o->kind != PO_SYM || o->sym->kind != SYM_VAR || !o->sym->callparam)
            cx_error(x->cx, line, "call of '%.400s': expected .param variables as arguments and results", fn->name);
        bind_formal(formal, epoch, o->sym);
        return;
    }
    bind_formal(formal, epoch, il_sym(x, SYM_REG, (enum ptype)formal->type, formal->name));
}

static bool has_alloca(const struct pentry *fn)
{
    for (size_t i = 0; i < fn->insts.n; i++)
        if (!fn->insts.v[i].label && fn->insts.v[i].code.op == PTX_ALLOCA)
            return true;
    return false;
}

static void push_stack_end(struct inliner *x, unsigned line, const char *what, struct psym *y)
{
    struct pinst in = il_inst(x, line, what);
    in.op[0] = (struct poper){ .kind = PO_REG, .sym = y };
    in.nops = 1;
    il_push(x, in);
}

/* Expands a call: parameters are bound, the body follows, results are moved. */
static void inline_call(struct inliner *x, struct pentry *fn, const struct poper *ret, unsigned nret,
                        const struct poper *arg, unsigned narg, unsigned line)
{
    struct frame fr = { .fn = fn, .epoch = ++x->mod->epoch, .line = line };
    if (nret != fn->rets.n || narg != fn->params.n)
        cx_error(x->cx, line, "call of '%.400s': expected %zu results and %zu arguments, found %u and %u", fn->name,
                 fn->rets.n, fn->params.n, nret, narg);
    if (fn->active && x->cx->later) {
        il_call_again(x, fn, ret, arg, line);
        return;
    }
    if (fn->active)
        cx_error(x->cx, line, "'%.400s' calls itself: recursion is not supported", fn->name);
    if (++x->depth > MAX_CALLS)
        cx_error(x->cx, line, "calls nested deeper than %u are not supported", MAX_CALLS);
    fn->active = true;
    for (unsigned i = 0; i < narg; i++) {
        struct psym *f = fn->params.v[i];
        bind_param(x, fn, fr.epoch, f, &arg[i], line);
        if (f->kind == SYM_REG)
            il_mov(x, line, (enum ptype)f->type, (struct poper){ .kind = PO_REG, .sym = f->copy }, arg[i]);
    }
    for (unsigned i = 0; i < nret; i++)
        bind_param(x, fn, fr.epoch, fn->rets.v[i], &ret[i], line);
    struct psym *result[8];
    for (unsigned i = 0; i < nret && i < 8; i++)
        result[i] = fn->rets.v[i]->copy;
    fr.end = il_sym(x, SYM_LABEL, T_NONE, "end of call");
    const bool again = x->cx->later && il_calls_itself(x, fn);
    struct psym *stack = again || !has_alloca(fn) ? NULL : il_sym(x, SYM_REG, T_U32, "stack");
    if (again)
        il_begin_recursion(x, fn, line);
    if (stack)
        push_stack_end(x, line, "stacksave.u32", stack);
    expand_insts(x, &fr, fn->insts.v, fn->insts.n);
    if (fr.end_used)
        il_label(x, fr.end, line);
    if (stack)
        push_stack_end(x, line, "stackrestore.u32", stack);
    if (again)
        il_end_recursion(x, line);
    for (unsigned i = 0; i < nret && i < 8; i++)
        if (fn->rets.v[i]->kind == SYM_REG && ret[i].kind != PO_NONE)
            il_mov(x, line, (enum ptype)fn->rets.v[i]->type, ret[i],
                     (struct poper){ .kind = PO_REG, .sym = result[i] });
    fn->active = false;
    x->depth--;
}

static bool is_op(const struct pinst *in, const char *op) { return !strcmp(in->part[0], op); }

/* `in` has the names of this expansion already. Calls the library function with the instruction's operands. */
static void call_library(struct inliner *x, const struct pinst *in, const char *name)
{
    struct pentry *fn = builtin_get(x->cx, x->mod, name);
    struct poper none = { 0 }, arg[PI_OPERS];
    bool red = is_op(in, "red") || is_op(in, "cp");     /* no result */
    unsigned first = red ? 0 : 1;
    if (in->nops < first + fn->params.n)
        cx_error(x->cx, in->line, "instruction %.400s has too few operands", in->text);
    for (unsigned i = 0; i < fn->params.n; i++) {
        arg[i] = in->op[first + i];
        if (arg[i].kind != PO_ADDR)
            continue;
        if (arg[i].sym) {               /* [variable+4]: its address */
            arg[i].kind = PO_SYM;
            continue;
        }
        if (!arg[i].reg) {              /* [4] */
            arg[i].kind = PO_IMM;
            continue;
        }
        bool wide = ptype_size((enum ptype)fn->params.v[i]->type) == 8;
        struct psym *sum = il_sym(x, SYM_REG, wide ? T_U64 : T_U32, "address");
        struct pinst add = il_inst(x, in->line, wide ? "add.u64" : "add.u32");
        add.op[0] = (struct poper){ .kind = PO_REG, .sym = sum };
        add.op[1] = (struct poper){ .kind = PO_REG, .sym = arg[i].reg };
        add.op[2] = (struct poper){ .kind = PO_IMM, .imm = arg[i].imm };
        add.nops = 3;
        il_push(x, add);
        arg[i] = add.op[0];
    }
    inline_call(x, fn, red ? &none : &in->op[0], 1, arg, (unsigned)fn->params.n, in->line);
}

static bool same_sizes(const struct psym *const *formal, size_t n, const uint32_t *bytes, size_t m)
{
    for (size_t i = 0; i < n && n == m; i++)
        if ((formal[i]->kind == SYM_VAR ? formal[i]->size : ptype_size((enum ptype)formal[i]->type)) != bytes[i])
            return false;
    return n == m;
}

/* May a call by this prototype reach the function? */
static bool may_reach(const struct pproto *p, const struct pentry *fn)
{
    for (size_t i = 0; i < p->names.n; i++)
        if (!strcmp(p->names.v[i], fn->name))
            return true;
    return !p->names.n &&
           same_sizes((const struct psym *const *)fn->rets.v, fn->rets.n, p->rets.v, p->rets.n) &&
           same_sizes((const struct psym *const *)fn->params.v, fn->params.n, p->args.v, p->args.n);
}

/* A call of each function whose address is taken, around which a branch leads where the pointer is another; no
 * function: a trap. */
static void call_pointer(struct inliner *x, struct psym *pointer, const struct pproto *proto, const struct poper *ret,
                         unsigned nret, const struct poper *arg, unsigned narg, unsigned line)
{
    struct psym *end = il_sym(x, SYM_LABEL, T_NONE, "end of calls");

    for (size_t i = 0; i < x->mod->declared.n; i++) {
        struct pentry *fn = x->mod->taken.v[i] ? find_func(x->mod, x->mod->declared.v[i]) : NULL;
        if (!fn || !may_reach(proto, fn))
            continue;
        struct psym *other = il_sym(x, SYM_REG, T_PRED, "another"), *next = il_sym(x, SYM_LABEL, T_NONE, "next");
        struct pinst compare = il_inst(x, line, "setp.ne.u64");
        compare.op[0] = (struct poper){ .kind = PO_REG, .sym = other };
        compare.op[1] = (struct poper){ .kind = PO_REG, .sym = pointer };
        compare.op[2] = (struct poper){ .kind = PO_IMM, .imm = 16 * (i + 1) };
        compare.nops = 3;
        il_push(x, compare);
        il_branch(x, next, line, other, false);
        inline_call(x, fn, ret, nret, arg, narg, line);
        il_branch(x, end, line, NULL, false);
        il_label(x, next, line);
    }
    il_push(x, il_inst(x, line, "trap"));
    il_label(x, end, line);
}

/* A call within a function that is being expanded. */
static void expand_call(struct inliner *x, const struct frame *fr, const struct pinst *in)
{
    struct pcall *c = in->call;
    struct pentry *fn = c->pointer ? NULL : find_func(x->mod, c->name);
    if (!fn && !c->pointer)
        cx_error(x->cx, in->line, "function '%.400s' is called but not defined", c->name);
    struct poper *ret = cx_alloc(x->cx, (c->nret + 1) * sizeof *ret),
                 *arg = cx_alloc(x->cx, (c->narg + 1) * sizeof *arg);
    for (unsigned i = 0; i < c->nret; i++) {
        ret[i] = c->ret[i];
        map_oper(x, fr, &ret[i]);
    }
    for (unsigned i = 0; i < c->narg; i++) {
        arg[i] = c->arg[i];
        map_oper(x, fr, &arg[i]);
    }
    if (fn)
        inline_call(x, fn, ret, c->nret, arg, c->narg, in->line);
    else
        call_pointer(x, map_sym(x, fr, c->pointer), c->proto, ret, c->nret, arg, c->narg, in->line);
}

/* ---- branches by a table ------------------------------------------------------------------------------- */

/* The chip has no indirect branch: halves until one target is left. */
static void push_tree(struct inliner *x, const struct frame *fr, const struct pinst *in, const struct ptable *t,
                      size_t lo, size_t hi)
{
    bool same = true;
    for (size_t i = lo; i < hi; i++)
        same &= t->to.v[i] == t->to.v[lo];
    if (same) {
        il_branch(x, map_sym(x, fr, t->to.v[lo]), in->line, NULL, false);
        return;
    }
    size_t mid = (lo + hi) / 2;
    struct psym *below = il_sym(x, SYM_REG, T_PRED, "below"), *lower = il_sym(x, SYM_LABEL, T_NONE, "lower half");
    struct pinst compare = il_inst(x, in->line, "setp.lt.u32");
    compare.op[0] = (struct poper){ .kind = PO_REG, .sym = below };
    compare.op[1] = in->op[0];
    compare.op[2] = (struct poper){ .kind = PO_IMM, .imm = mid };
    compare.nops = 3;
    il_push(x, compare);
    il_branch(x, lower, in->line, below, false);
    push_tree(x, fr, in, t, mid, hi);
    il_label(x, lower, in->line);
    push_tree(x, fr, in, t, lo, mid);
}

/* `in` has the names of this expansion already. */
static void expand_table(struct inliner *x, const struct frame *fr, struct pinst in)
{
    struct psym *label = in.nops == 2 ? in.op[1].sym : NULL, *skip = NULL;
    if (in.nparts < 2 || strcmp(in.part[1], "idx") || !label || !label->table || in.op[0].kind != PO_REG)
        cx_error(x->cx, in.line, "instruction %.400s: expected an index in a register and the label of .branchtargets",
                 in.text);
    for (size_t i = 0; i < label->table->to.n; i++)
        if (label->table->to.v[i]->table)
            cx_error(x->cx, in.line, "'%.400s' is not a label to branch to", label->table->to.v[i]->name);
    if (in.guard) {
        skip = il_sym(x, SYM_LABEL, T_NONE, "skip");
        il_branch(x, skip, in.line, in.guard, !in.guard_neg);
    }
    push_tree(x, fr, &in, label->table, 0, label->table->to.n);
    if (skip)
        il_label(x, skip, in.line);
}

/* Instructions that have no predicated form: a branch leads around them. */
static bool needs_branch_around(const struct pinst *in)
{
    return is_op(in, "bar") || is_op(in, "barrier") || is_op(in, "trap") || is_op(in, "brkpt") ||
           is_op(in, "pmevent") || is_op(in, "vote");
}

/* ---- accesses whose address may be of several memories ---------------------------------------------------- */

/* Generic addresses say in their upper word which memory it is: one access for each that it may be. */
static void expand_generic(struct inliner *x, struct frame *fr, const struct pinst *in, unsigned spaces,
                           unsigned operand)
{
    static const struct { unsigned space; const char *name; uint32_t word; } all[] = {
        { SP_SHARED, "shared", GENERIC_SHARED }, { SP_LOCAL, "local", GENERIC_LOCAL },
        { SP_CONST, "const", GENERIC_CONST }, { SP_GLOBAL, "global", 0 },
    };
    struct psym *high = il_sym(x, SYM_REG, T_U32, "memory"), *low = il_sym(x, SYM_REG, T_U32, "address"),
                *end = il_sym(x, SYM_LABEL, T_NONE, "done");
    struct pinst split = il_inst(x, in->line, "mov.b64");
    struct poper *e = cx_alloc(x->cx, 4 * sizeof *e);
    if (ptype_size((enum ptype)in->op[operand].reg->type) < 8)
        cx_error(x->cx, in->line, "instruction %.400s: the address may be of several memories (expected 64 bits)",
                 in->text);
    e[0] = (struct poper){ .kind = PO_REG, .sym = low };
    e[1] = (struct poper){ .kind = PO_REG, .sym = high };
    split.op[0] = (struct poper){ .kind = PO_VEC, .elem = e, .n = 2 };
    split.op[1] = (struct poper){ .kind = PO_REG, .sym = in->op[operand].reg };
    split.nops = 2;
    il_push(x, split);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!(spaces >> all[i].space & 1))
            continue;
        spaces &= ~(1u << all[i].space);
        struct pinst one = *in;
        struct psym *other = il_sym(x, SYM_REG, T_PRED, "another"), *next = il_sym(x, SYM_LABEL, T_NONE, "next");
        if (spaces) {
            struct pinst compare = il_inst(x, in->line, "setp.ne.u32");
            compare.op[0] = (struct poper){ .kind = PO_REG, .sym = other };
            compare.op[1] = (struct poper){ .kind = PO_REG, .sym = high };
            compare.op[2] = (struct poper){ .kind = PO_IMM, .imm = all[i].word };
            compare.nops = 3;
            il_push(x, compare);
            il_branch(x, next, in->line, other, false);
        }
        if (all[i].space == SP_CONST && in->code.op != PTX_LD) {
            il_push(x, il_inst(x, in->line, "trap"));
        } else if (all[i].space == SP_LOCAL && (in->code.op == PTX_ATOM || in->code.op == PTX_RED)) {
            il_push(x, il_inst(x, in->line, "trap"));
        } else {
            space_say(x->cx, &one, all[i].name);
            expand_insts(x, fr, &one, 1);
        }
        if (spaces) {
            il_branch(x, end, in->line, NULL, false);
            il_label(x, next, in->line);
        }
    }
    il_label(x, end, in->line);
}

/* Instructions of a frame with its names; calls among them are expanded in turn. */
static void expand_insts(struct inliner *x, struct frame *fr, const struct pinst *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct pinst in = v[i];
        if (in.lib)
            in.line = fr->line;
        in.guard = map_sym(x, fr, in.guard);
        if (in.label) {
            il_label(x, map_sym(x, fr, in.label), in.line);
            continue;
        }
        for (unsigned k = 0; k < in.nops; k++)
            map_oper(x, fr, &in.op[k]);
        if (fr->fn && is_op(&in, "ret")) {
            if (i + 1 < n || in.guard) {
                il_branch(x, fr->end, in.line, in.guard, in.guard_neg);
                fr->end_used = true;
            }
            continue;
        }
        if (is_op(&in, "brx")) {
            expand_table(x, fr, in);
            continue;
        }
        unsigned operand, spaces = x->library && x->cx->later ? space_choice(&in, &operand) : 0;
        if (spaces) {
            struct psym *skip = in.guard ? il_sym(x, SYM_LABEL, T_NONE, "skip") : NULL;
            if (skip)
                il_branch(x, skip, in.line, in.guard, !in.guard_neg);
            in.guard = NULL;
            expand_generic(x, fr, &in, spaces, operand);
            if (skip)
                il_label(x, skip, in.line);
            continue;
        }
        if (x->library && in.code.op == PTX_SETP && in.guard && in.guard == in.op[0].sym && in.op[1].is64) {
            /* the first of two results is the guard: the second needs it as it was */
            struct psym *old = il_sym(x, SYM_REG, T_PRED, "guard");
            il_mov(x, in.line, T_PRED, (struct poper){ .kind = PO_REG, .sym = old },
                     (struct poper){ .kind = PO_REG, .sym = in.guard });
            in.guard = old;
        }
        const char *lib = in.call || !x->library ? NULL : x->mod->library->name(x->cx, &in);
        if (!in.call && !lib && !(x->library && in.guard && needs_branch_around(&in))) {
            il_push(x, in);
            continue;
        }
        struct psym *skip = NULL;
        if (in.guard) {
            skip = il_sym(x, SYM_LABEL, T_NONE, "skip");
            il_branch(x, skip, in.line, in.guard, !in.guard_neg);
            in.guard = NULL;
        }
        if (lib && !x->whole && x->mod->library->called && x->mod->library->called(lib, &in)) {
            in.routine = lib;
            il_push(x, in);
        } else if (lib)
            call_library(x, &in, lib);
        else if (!in.call)
            il_push(x, in);
        else
            expand_call(x, fr, &in);
        if (skip)
            il_label(x, skip, in.line);
    }
}

/* ---- .param variables of calls ------------------------------------------------------------------------- */

/* The register for bytes offset to offset + size of a .param variable; NULL: another access overlaps them in part. */
static struct pcell *cell_of(struct inliner *x, struct psym *y, uint32_t offset, enum ptype t)
{
    uint32_t size = ptype_size(t);
    for (struct pcell *c = y->cells; c; c = c->next) {
        if (c->offset == offset && c->size == size)
            return c;
        if (c->offset < offset + size && offset < c->offset + c->size)
            return NULL;
    }
    struct pcell *c = cx_alloc(x->cx, sizeof *c);
    *c = (struct pcell){ y->cells, offset, size, il_sym(x, SYM_REG, t, y->name) };
    return y->cells = c;
}

static void to_memory(struct psym *y)
{
    y->in_memory = true;
    y->space = SP_LOCAL;
}

/* Variables whose parts overlap, or whose address is taken, live in local memory. */
static void find_cells(struct inliner *x, const struct pinst *in)
{
    unsigned a;
    if (!il_param_access(in, &a)) {
        for (unsigned k = 0; !in->label && k < in->nops; k++)
            if (in->op[k].sym && in->op[k].sym->callparam)
                to_memory(in->op[k].sym);
        return;
    }
    struct psym *y = in->op[a].sym;
    if (!y || !y->callparam)
        return;
    enum ptype t = il_access_type(x, in);
    for (unsigned i = 0; i < il_elements(&in->op[1 - a]); i++)
        if (in->op[a].reg || !cell_of(x, y, (uint32_t)in->op[a].imm + i * ptype_size(t), t))
            to_memory(y);
}

/* An access to a .param variable of a call: moves of its cells, or local memory. */
static void rewrite_param_access(struct inliner *x, const struct pinst *in, unsigned a)
{
    struct psym *y = in->op[a].sym;
    if (y->in_memory) {
        struct pinst m = *in;
        m.part[1] = "local";
        m.code.space = PTX_SPACE_LOCAL;
        il_push(x, m);
        return;
    }
    enum ptype t = il_access_type(x, in);
    for (unsigned i = 0; i < il_elements(&in->op[1 - a]); i++) {
        struct poper v = in->op[1 - a].kind == PO_VEC ? in->op[1 - a].elem[i] : in->op[1 - a];
        struct poper c = { .kind = PO_REG, .sym = cell_of(x, y, (uint32_t)in->op[a].imm + i * ptype_size(t), t)->reg };
        const bool wide = v.kind == PO_REG && ptype_size((enum ptype)v.sym->type) == 8;
        if (a == 1 && v.kind == PO_REG && (ptype_size(t) < 4 || (ptype_size(t) == 4 && wide))) {    /* a load extends */
            const char sign = ptype_signed(t) ? 's' : 'u';
            struct pinst m = il_inst(x, in->line, cx_printf(x->cx, "cvt.%c%u.%c%u", sign, wide ? 64u : 32u, sign,
                                                             8 * ptype_size(t)));
            m.op[0] = v;
            m.op[1] = c;
            m.nops = 2;
            il_push(x, m);
        } else {
            il_mov(x, in->line, t, a ? v : c, a ? c : v);
        }
        if (in->guard) {
            x->out.v[x->out.n - 1].guard = in->guard;
            x->out.v[x->out.n - 1].guard_neg = in->guard_neg;
        }
    }
}

/* The .param variables of calls become registers, one for each cell that is accessed. */
static void replace_params(struct inliner *x)
{
    size_t n = x->out.n;
    struct pinst *old = x->out.v;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        find_cells(x, &old[i]);
        unsigned a;
        any |= il_param_access(&old[i], &a) && old[i].op[a].sym && old[i].op[a].sym->callparam;
    }
    if (!any)
        return;
    x->out.v = NULL;
    x->out.n = x->out.cap = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned a;
        struct psym *y = il_param_access(&old[i], &a) ? old[i].op[a].sym : NULL;
        if (y && y->callparam)
            rewrite_param_access(x, &old[i], a);
        else
            il_push(x, old[i]);
    }
}

static void round_of(struct cx *cx, struct pmodule *mod, struct pentry *e, bool library)
{
    struct inliner x = { .cx = cx, .mod = mod, .e = e, .library = library };
    struct frame fr = { 0 };
    expand_insts(&x, &fr, e->insts.v, e->insts.n);
    if (!library) {
        replace_params(&x);
        il_finish_recursions(&x);
    }
    e->insts.v = x.out.v;
    e->insts.n = x.out.n;
    e->insts.cap = x.out.cap;
}

void inline_run(struct cx *cx, struct pmodule *mod, struct pentry *e)
{
    round_of(cx, mod, e, false);
    if (mod->library->gt200)
        modifiers_expand(cx, e);
    space_find(cx, e, mod->address_size / 8);
    space_name(cx, e);
    round_of(cx, mod, e, true);
}

struct pentry *inline_routine(struct cx *cx, struct pmodule *mod, const char *name)
{
    struct pentry *fn = builtin_get(cx, mod, name), *e = cx_alloc(cx, sizeof *e);
    struct inliner x = { .cx = cx, .mod = mod, .e = e, .library = true, .whole = true };
    struct poper arg[PI_OPERS];
    e->name = name;
    for (size_t i = 0; i < fn->params.n; i++) {
        vec_push(cx, &e->params, il_sym(&x, SYM_REG, (enum ptype)fn->params.v[i]->type, "argument"));
        arg[i] = (struct poper){ .kind = PO_REG, .sym = e->params.v[i] };
    }
    vec_push(cx, &e->rets, il_sym(&x, SYM_REG, (enum ptype)fn->rets.v[0]->type, "result"));
    struct poper ret = { .kind = PO_REG, .sym = e->rets.v[0] };
    inline_call(&x, fn, &ret, 1, arg, (unsigned)fn->params.n, 0);
    e->insts.v = x.out.v;
    e->insts.n = x.out.n;
    e->insts.cap = x.out.cap;
    return e;
}
