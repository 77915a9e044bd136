/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that call themselves.
 *
 * Such a function is expanded once for each call from outside. A call from within keeps on the stack what lives
 * across it and is written in the function, notes where to come back to, and goes to the beginning; at the end a
 * choice leads back. Local variables of the function lie on the stack, too.
 */
#include "inliner.h"
#include "space.h"

#include <string.h>

static bool may_be_taken(const struct inliner *x, const struct pentry *fn)
{
    for (size_t i = 0; i < x->mod->declared.n; i++)
        if (!strcmp(x->mod->declared.v[i], fn->name))
            return x->mod->taken.v[i];
    return false;
}

static bool reaches_function(struct inliner *x, const struct pentry *from, const struct pentry *fn, unsigned mark)
{
    for (size_t i = 0; i < from->insts.n; i++) {
        const struct pcall *c = from->insts.v[i].label ? NULL : from->insts.v[i].call;
        for (size_t k = 0; c && k < x->mod->funcs.n; k++) {
            struct pentry *to = x->mod->funcs.v[k];
            if (c->pointer ? !may_be_taken(x, to) : strcmp(c->name, to->name) != 0)
                continue;
            if (to == fn)
                return true;
            if (to->seen == mark)
                continue;
            to->seen = mark;
            if (reaches_function(x, to, fn, mark))
                return true;
        }
    }
    return false;
}

bool il_calls_itself(struct inliner *x, const struct pentry *fn)
{
    return reaches_function(x, fn, fn, ++x->mod->marks);
}

static struct poper reg_operand(struct psym *y) { return (struct poper){ .kind = PO_REG, .sym = y }; }

void il_begin_recursion(struct inliner *x, struct pentry *fn, unsigned line)
{
    struct recursion *r = cx_alloc(x->cx, sizeof *r);
    r->fn = fn;
    r->site = il_sym(x, SYM_REG, T_U32, "where to come back to");
    r->begin = il_sym(x, SYM_LABEL, T_NONE, "begin");
    r->end = il_sym(x, SYM_LABEL, T_NONE, "end");
    r->out = il_sym(x, SYM_LABEL, T_NONE, "out");
    for (size_t i = 0; i < fn->params.n; i++)
        vec_push(x->cx, &r->params, fn->params.v[i]->copy);
    for (size_t i = 0; i < fn->rets.n; i++)
        vec_push(x->cx, &r->rets, fn->rets.v[i]->copy);
    il_mov(x, line, T_U32, reg_operand(r->site), (struct poper){ .kind = PO_IMM });
    il_label(x, r->begin, line);
    vec_push(x->cx, &x->open, r);
}

void il_end_recursion(struct inliner *x, unsigned line)
{
    struct recursion *r = x->open.v[--x->open.n];
    il_label(x, r->end, line);
    for (size_t k = 0; k < r->back.n; k++) {
        struct psym *here = il_sym(x, SYM_REG, T_PRED, "here");
        struct pinst compare = il_inst(x, line, "setp.eq.u32");
        compare.op[0] = reg_operand(here);
        compare.op[1] = reg_operand(r->site);
        compare.op[2] = (struct poper){ .kind = PO_IMM, .imm = k + 1 };
        compare.nops = 3;
        il_push(x, compare);
        il_branch(x, r->back.v[k], line, here, false);
    }
    il_label(x, r->out, line);
    vec_push(x->cx, &x->recursions, r);
}

/* Moves each part of a .param variable that the function names there, by registers. */
static struct psym *move_part(struct inliner *x, struct psym *of, const struct pinst *in, unsigned bytes, uint64_t at,
                              struct psym *t)
{
    const char *bits = bytes == 8 ? "b64" : bytes == 4 ? "b32" : bytes == 2 ? "b16" : "b8";
    struct pinst m = il_inst(x, in->line, cx_printf(x->cx, "%s.param.%s", t ? "st" : "ld", bits));
    struct psym *r = t ? t : il_sym(x, SYM_REG, bytes == 8 ? T_B64 : bytes == 4 ? T_B32 : T_B16, "part");
    m.op[t ? 0 : 1] = (struct poper){ .kind = PO_ADDR, .sym = of, .imm = at };
    m.op[t ? 1 : 0] = reg_operand(r);
    m.nops = 2;
    il_push(x, m);
    return r;
}

/* Loads the parts of `from` that stand for the formal parameter, or (t) stores them to it. */
static void move_parts(struct inliner *x, const struct pentry *fn, const struct psym *formal, struct psym *of,
                       struct parts *t, bool store)
{
    size_t n = 0;
    for (size_t i = 0; i < fn->insts.n; i++) {
        const struct pinst *in = &fn->insts.v[i];
        unsigned a;
        if (!il_param_access(in, &a) || in->op[a].sym != formal)
            continue;
        const unsigned bytes = ptype_size(il_access_type(x, in)), count = il_elements(&in->op[1 - a]);
        if (in->op[a].reg)
            cx_error(x->cx, in->line, "'%.400s' calls itself: a parameter in memory is not supported there", fn->name);
        for (unsigned k = 0; k < count; k++, n++) {
            struct psym *r = move_part(x, of, in, bytes, in->op[a].imm + k * bytes, store ? t->v[n] : NULL);
            if (!store)
                vec_push(x->cx, t, r);
        }
    }
}

/* A call of a function that is being expanded. */
void il_call_again(struct inliner *x, struct pentry *fn, const struct poper *ret, const struct poper *arg,
                       unsigned line)
{
    struct recursion *r = NULL;
    for (size_t i = 0; i < x->open.n; i++)
        r = x->open.v[i]->fn == fn ? x->open.v[i] : r;
    struct psym *save = il_sym(x, SYM_LABEL, T_NONE, "save"), *back = il_sym(x, SYM_LABEL, T_NONE, "back"),
                *restore = il_sym(x, SYM_LABEL, T_NONE, "restore");
    struct parts *t = cx_alloc(x->cx, (fn->params.n + fn->rets.n + 1) * sizeof *t);
    for (size_t i = 0; i < fn->params.n; i++) {
        const struct psym *formal = fn->params.v[i];
        if (formal->kind == SYM_VAR) {
            move_parts(x, fn, formal, arg[i].sym, &t[i], false);
        } else {
            vec_push(x->cx, &t[i], il_sym(x, SYM_REG, (enum ptype)formal->type, "argument"));
            il_mov(x, line, (enum ptype)formal->type, reg_operand(t[i].v[0]), arg[i]);
        }
    }
    il_label(x, save, line);
    for (size_t i = 0; i < fn->params.n; i++) {
        const struct psym *formal = fn->params.v[i];
        if (formal->kind == SYM_VAR)
            move_parts(x, fn, formal, r->params.v[i], &t[i], true);
        else
            il_mov(x, line, (enum ptype)formal->type, reg_operand(r->params.v[i]), reg_operand(t[i].v[0]));
    }
    save->base = back;
    vec_push(x->cx, &r->back, back);
    vec_push(x->cx, &r->save, save);
    vec_push(x->cx, &r->restore, restore);
    il_mov(x, line, T_U32, reg_operand(r->site), (struct poper){ .kind = PO_IMM, .imm = r->back.n });
    il_branch(x, r->begin, line, NULL, false);
    il_label(x, back, line);
    struct parts *u = t + fn->params.n;
    for (size_t i = 0; i < fn->rets.n; i++) {
        const struct psym *formal = fn->rets.v[i];
        if (formal->kind == SYM_VAR) {
            move_parts(x, fn, formal, r->rets.v[i], &u[i], false);
        } else {
            vec_push(x->cx, &u[i], il_sym(x, SYM_REG, (enum ptype)formal->type, "result"));
            il_mov(x, line, (enum ptype)formal->type, reg_operand(u[i].v[0]), reg_operand(r->rets.v[i]));
        }
    }
    il_label(x, restore, line);
    for (size_t i = 0; i < fn->rets.n; i++) {
        const struct psym *formal = fn->rets.v[i];
        if (formal->kind == SYM_VAR)
            move_parts(x, fn, formal, ret[i].sym, &u[i], true);
        else if (ret[i].kind != PO_NONE)
            il_mov(x, line, (enum ptype)formal->type, ret[i], reg_operand(u[i].v[0]));
    }
}

/* ---- what lives across such calls */

struct liveness {
    struct inliner *x;
    size_t words;
    VEC(struct psym *) regs;            /* by number: sym->c while this goes on */
    uint64_t *in;                       /* of each instruction */
};

static unsigned number_of(struct liveness *l, struct psym *y)
{
    if (y->c < 0) {
        y->c = (int)l->regs.n;
        vec_push(l->x->cx, &l->regs, y);
    }
    return (unsigned)y->c;
}

typedef void visit_reg(struct liveness *l, struct psym *y, uint64_t *set, bool def);

static void each_reg(struct liveness *l, const struct poper *o, uint64_t *set, bool def, visit_reg *visit)
{
    for (unsigned i = 0; o->kind == PO_VEC && i < o->n; i++)
        each_reg(l, &o->elem[i], set, def, visit);
    if (o->kind == PO_REG)
        visit(l, o->sym, set, def);
    if (o->reg)
        visit(l, o->reg, set, false);
}

/* Registers that an instruction writes (def), or reads. */
static void visit_inst(struct liveness *l, const struct pinst *in, uint64_t *set, bool def, visit_reg *visit)
{
    const char *w = in->label ? "" : ptx_rows[in->code.row].operands;
    const bool result = *w == '>' || (!in->label && in->code.op == PTX_TEX);
    const bool second = result && w[strcspn(w, " ") - 1] == '|' && in->nops > 1 && in->op[1].is64;
    for (unsigned k = 0; !in->label && k < in->nops; k++) {
        const bool written = (k == 0 && result) || (k == 1 && second);
        if (written ? def : !def)
            each_reg(l, &in->op[k], set, written, visit);
        else if (in->op[k].reg && !def)
            visit(l, in->op[k].reg, set, false);
    }
    if (in->guard && !def)
        visit(l, in->guard, set, false);
}

static void count_reg(struct liveness *l, struct psym *y, uint64_t *set, bool def)
{
    (void)set;
    (void)def;
    number_of(l, y);
}

static void change_reg(struct liveness *l, struct psym *y, uint64_t *set, bool def)
{
    const unsigned n = number_of(l, y);
    if (def)
        set[n / 64] &= ~(1ull << n % 64);
    else
        set[n / 64] |= 1ull << n % 64;
}

static void mark_reg(struct liveness *l, struct psym *y, uint64_t *set, bool def)
{
    const unsigned n = number_of(l, y);
    (void)def;
    set[n / 64] |= 1ull << n % 64;
}

/* What lives in front of each instruction, from the last to the first until nothing changes. */
static void find_live(struct liveness *l)
{
    const struct pinst *v = l->x->out.v;
    const size_t n = l->x->out.n;
    for (size_t i = 0; i < n; i++) {
        if (v[i].label)
            v[i].label->hi = (int)i;         /* where it is */
        visit_inst(l, &v[i], NULL, true, count_reg);
        visit_inst(l, &v[i], NULL, false, count_reg);
    }
    l->words = l->regs.n / 64 + 1;
    l->in = cx_alloc(l->x->cx, (n + 1) * l->words * sizeof *l->in);
    uint64_t *live = cx_alloc(l->x->cx, l->words * sizeof *live);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = n; i-- > 0;) {
            const bool branch = !v[i].label && v[i].code.op == PTX_BRA, ends = !v[i].label && !v[i].guard &&
                (v[i].code.op == PTX_BRA || v[i].code.op == PTX_RET || v[i].code.op == PTX_EXIT);
            for (size_t k = 0; k < l->words; k++) {
                live[k] = ends ? 0 : l->in[(i + 1) * l->words + k];
                if (v[i].label && v[i].label->base)     /* what is kept there */
                    live[k] |= l->in[(size_t)v[i].label->base->hi * l->words + k];
                if (branch)
                    live[k] |= l->in[(size_t)v[i].op[0].sym->hi * l->words + k];
            }
            if (!v[i].guard)
                visit_inst(l, &v[i], live, true, change_reg);
            visit_inst(l, &v[i], live, false, change_reg);
            for (size_t k = 0; k < l->words; k++) {
                changed |= live[k] != l->in[i * l->words + k];
                l->in[i * l->words + k] = live[k];
            }
        }
    }
}

/* Registers on the stack: a word or two each, in the order of their numbers. */
static void push_stack(struct inliner *x, unsigned line, const struct liveness *l, const uint64_t *set, bool restore)
{
    struct psym *at = il_sym(x, SYM_REG, T_U32, "stack");
    uint32_t bytes = 0, offset = 0;
    for (size_t n = 0; n < l->regs.n; n++)
        bytes += set[n / 64] >> n % 64 & 1 ? 8 : 0;
    bytes = (bytes + 15) & ~15u;
    struct pinst m = il_inst(x, line, "stacksave.u32"), add = il_inst(x, line, "add.u32"),
                 set_end = il_inst(x, line, "stackrestore.u32");
    m.op[0] = set_end.op[0] = add.op[0] = add.op[1] = reg_operand(at);
    add.op[2] = (struct poper){ .kind = PO_IMM, .imm = (uint32_t)-bytes };
    add.nops = 3;
    m.nops = set_end.nops = 1;
    il_push(x, m);
    if (!restore) {
        il_push(x, add);
        il_push(x, set_end);
    }
    for (size_t n = 0; n < l->regs.n; n++) {
        struct psym *y = l->regs.v[n];
        const bool pred = y->type == T_PRED;
        const unsigned size = ptype_size((enum ptype)y->type);
        if (!(set[n / 64] >> n % 64 & 1))
            continue;
        struct psym *word = pred ? il_sym(x, SYM_REG, T_U32, "predicate") : y;
        struct pinst move = il_inst(x, line, cx_printf(x->cx, "%s.local.b%u", restore ? "ld" : "st",
                                                        pred ? 32 : size == 1 ? 16 : 8 * size));
        struct pinst turn = il_inst(x, line, restore ? "setp.ne.u32" : "selp.u32");
        turn.op[0] = reg_operand(restore ? y : word);
        turn.op[1] = restore ? reg_operand(word) : (struct poper){ .kind = PO_IMM, .imm = 1 };
        turn.op[2] = (struct poper){ .kind = PO_IMM };
        turn.op[3] = reg_operand(y);
        turn.nops = restore ? 3 : 4;
        if (pred && !restore)
            il_push(x, turn);
        move.op[restore ? 1 : 0] = (struct poper){ .kind = PO_ADDR, .reg = at, .imm = offset };
        move.op[restore ? 0 : 1] = reg_operand(word);
        move.nops = 2;
        il_push(x, move);
        if (pred && restore)
            il_push(x, turn);
        offset += 8;
    }
    if (restore) {
        add.op[2].imm = bytes;
        il_push(x, add);
        il_push(x, set_end);
    }
}

/* The function's local variables get places below `frame`. */
static uint32_t place_variables(struct inliner *x, const struct pinst *v, size_t from, size_t to)
{
    uint32_t bytes = 0;
    for (size_t i = from; i < to; i++) {
        if (!v[i].label && v[i].code.op == PTX_ALLOCA && !bytes)
            bytes = 16;
        for (unsigned k = 0; !v[i].label && k < v[i].nops; k++) {
            struct psym *y = v[i].op[k].sym;
            if (v[i].op[k].kind == PO_VEC || !y || y->kind != SYM_VAR || y->space != SP_LOCAL || y->callparam ||
                y->stacked)
                continue;
            y->stacked = true;
            bytes = (bytes + y->align - 1) & ~(y->align - 1);
            y->offset = bytes;
            bytes += y->size;
            if (y->align > 16)
                cx_error(x->cx, v[i].line, "'%.100s': in a function that calls itself an alignment above 16 is not "
                         "supported", y->name);
        }
    }
    return (bytes + 15) & ~15u;
}

/* The frame of one activation begins, or ends. */
static void push_frame(struct inliner *x, unsigned line, struct psym *frame, uint32_t bytes, bool end)
{
    struct psym *at = end ? il_sym(x, SYM_REG, T_U32, "stack") : frame;
    struct pinst get = il_inst(x, line, "stacksave.u32"), add = il_inst(x, line, "add.u32"),
                 set = il_inst(x, line, "stackrestore.u32");
    get.op[0] = add.op[0] = set.op[0] = reg_operand(at);
    add.op[1] = reg_operand(frame);
    add.op[2] = (struct poper){ .kind = PO_IMM, .imm = end ? bytes : (uint32_t)-bytes };
    add.nops = 3;
    get.nops = set.nops = 1;
    if (!end)
        il_push(x, get);
    il_push(x, add);
    il_push(x, set);
}

/* An instruction on local variables of such a function: they lie at the register. */
static struct pinst on_frame(struct inliner *x, struct pinst in, struct psym *frame)
{
    for (unsigned k = 0; k < in.nops; k++) {
        struct poper *o = &in.op[k];
        if (o->kind == PO_VEC || !o->sym || o->sym->kind != SYM_VAR || !o->sym->stacked)
            continue;
        const bool wide = o->kind == PO_SYM && in.code.op == PTX_MOV && ptype_size((enum ptype)in.code.type) == 8;
        if (o->kind == PO_ADDR && !o->reg) {
            *o = (struct poper){ .kind = PO_ADDR, .reg = frame, .imm = o->imm + o->sym->offset };
            if (!in.code.space)
                space_say(x->cx, &in, "local");
            continue;
        }
        struct psym *sum = il_sym(x, SYM_REG, T_U32, "variable");
        struct pinst add = il_inst(x, in.line, "add.u32");
        add.op[0] = reg_operand(sum);
        add.op[1] = reg_operand(frame);
        add.op[2] = (struct poper){ .kind = PO_IMM, .imm = (uint32_t)o->imm + o->sym->offset };
        add.nops = 3;
        il_push(x, add);
        if (o->kind == PO_ADDR) {
            struct pinst more = add;
            more.op[1] = reg_operand(sum);
            more.op[2] = reg_operand(o->reg);
            if (ptype_size((enum ptype)o->reg->type) == 8)
                cx_error(x->cx, in.line, "instruction %.400s: in a function that calls itself an index of 64 bits is "
                         "not supported", in.text);
            il_push(x, more);
            *o = (struct poper){ .kind = PO_ADDR, .reg = sum };
        } else if (wide) {
            struct pinst widen = il_inst(x, in.line, "cvt.u64.u32");
            widen.op[0] = in.op[0];
            widen.op[1] = reg_operand(sum);
            widen.nops = 2;
            widen.guard = in.guard;
            widen.guard_neg = in.guard_neg;
            return widen;
        } else {
            *o = reg_operand(sum);
        }
    }
    return in;
}

/* Writes what is to happen at the labels of calls from within. */
void il_finish_recursions(struct inliner *x)
{
    for (size_t i = 0; i < x->recursions.n; i++) {
        struct recursion *r = x->recursions.v[i];
        struct liveness l = { .x = x };
        struct psym *frame = il_sym(x, SYM_REG, T_U32, "frame");
        number_of(&l, frame);
        find_live(&l);
        const size_t from = (size_t)r->begin->hi, to = (size_t)r->end->hi, n = x->out.n;
        const struct pinst *old = x->out.v;
        for (size_t k = 0; k < r->fn->params.n; k++)
            if (r->fn->params.v[k]->kind == SYM_VAR && r->params.v[k]->in_memory)
                cx_error(x->cx, old[from].line, "'%.400s' calls itself: a parameter in memory is not supported there",
                         r->fn->name);
        uint64_t *written = cx_alloc(x->cx, l.words * sizeof *written), **set;
        for (size_t k = from; k < to; k++)
            visit_inst(&l, &old[k], written, true, mark_reg);
        const uint32_t bytes = place_variables(x, old, from, to);
        set = cx_alloc(x->cx, (r->back.n + 1) * sizeof *set);
        for (size_t k = 0; k < r->back.n; k++) {
            set[k] = cx_alloc(x->cx, l.words * sizeof **set);
            for (size_t w = 0; w < l.words; w++)
                set[k][w] = l.in[(size_t)r->back.v[k]->hi * l.words + w] & written[w];
        }
        for (size_t k = 0; bytes && k < r->back.n; k++)
            set[k][frame->c / 64] |= 1ull << frame->c % 64;
        x->out.v = NULL;
        x->out.n = x->out.cap = 0;
        for (size_t k = 0; k < n; k++) {
            il_push(x, k > from && k < to && !old[k].label ? on_frame(x, old[k], frame) : old[k]);
            if (bytes && (k == from || k == to))
                push_frame(x, old[k].line, frame, bytes, k == to);
            for (size_t s = 0; old[k].label && s < r->back.n; s++) {
                if (old[k].label == r->save.v[s])
                    push_stack(x, old[k].line, &l, set[s], false);
                if (old[k].label == r->restore.v[s])
                    push_stack(x, old[k].line, &l, set[s], true);
            }
        }
        for (size_t k = 0; k < l.regs.n; k++)
            l.regs.v[k]->c = -1;
        for (size_t k = 0; k < n; k++)
            if (old[k].label)
                old[k].label->hi = -1;
    }
}
