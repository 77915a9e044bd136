/* SPDX-License-Identifier: Apache-2.0
 *
 * An entry or a routine: where its variables and parameters are, its blocks and branches.
 */
#include "gt_chip.h"
#include "ir.h"

#include <string.h>

#define PARAM_BASE 0x10u

static const struct opnd none;

static void place_param(struct psym *y, uint32_t *at)
{
    if (y->placed)
        return;
    y->placed = true;
    *at = (*at + y->align - 1) & ~(y->align - 1);
    y->offset = *at;
    *at += y->size;
}

static void place_named(struct psym *const *v, size_t n, uint32_t *at)
{
    for (size_t i = 0; i < n; i++)
        if (v[i]->named)
            place_param(v[i], at);
}

static bool named_shared(const struct psym *y)
{
    return y && y->kind == SYM_VAR && y->space == SP_SHARED && !y->is_extern;
}

/* Shared variables that the code names, in the order of their declarations: old programs write behind the end of one
 * array into the next. Those of functions in the order in which they are named. */
static void place_shared(struct fn *f, uint32_t *at)
{
    struct pentry *e = f->entry;
    for (size_t i = 0; i < e->insts.n; i++)
        for (unsigned k = 0; k < e->insts.v[i].nops; k++)
            if (named_shared(e->insts.v[i].op[k].sym))
                e->insts.v[i].op[k].sym->named = true;
    place_named(f->mod->vars.v, f->mod->vars.n, at);
    place_named(e->vars.v, e->vars.n, at);
    for (size_t i = 0; i < e->insts.n; i++)
        for (unsigned k = 0; k < e->insts.v[i].nops; k++)
            if (named_shared(e->insts.v[i].op[k].sym))
                place_param(e->insts.v[i].op[k].sym, at);
}

/* Shared and local variables that the code names; dynamic shared memory last. */
static void place_variables(struct fn *f)
{
    struct pentry *e = f->entry;
    uint32_t shared = PARAM_BASE, dyn_align = 0;
    for (size_t i = 0; i < f->mod->vars.n; i++)
        if (f->mod->vars.v[i]->space == SP_SHARED)
            f->mod->vars.v[i]->placed = f->mod->vars.v[i]->named = false;
    for (size_t i = 0; i < e->params.n; i++)
        place_param(e->params.v[i], &shared);
    f->param_bytes = shared - PARAM_BASE;
    if (f->param_bytes > 256)
        cx_error(f->cx, e->line, "kernel %s has %u bytes of parameters; at most 256 fit", cx_plain(f->cx, e->name),
                 f->param_bytes);
    shared = (shared + 3) & ~3u;
    place_shared(f, &shared);
    for (int pass = 0; pass < 2; pass++) {
        if (pass && dyn_align)
            shared = (shared + dyn_align - 1) & ~(dyn_align - 1);
        for (size_t i = 0; i < e->insts.n; i++)
            for (unsigned k = 0; k < e->insts.v[i].nops; k++) {
                struct psym *y = e->insts.v[i].op[k].sym;
                if (!y || y->kind != SYM_VAR)
                    continue;
                if (y->space == SP_LOCAL) {
                    place_param(y, &f->lmem);
                } else if (y->space == SP_SHARED && y->is_extern) {
                    if (y->align > dyn_align)
                        dyn_align = y->align;
                    if (pass)
                        y->offset = shared;
                }
            }
    }
    f->smem = shared;
    if (f->smem > GT_SMEM_BYTES)
        cx_error(f->cx, e->line, "kernel %s uses %u bytes of shared memory; at most %u fit", cx_plain(f->cx, e->name),
                 f->smem, GT_SMEM_BYTES);
    f->lmem = (f->lmem + 3) & ~3u;
}

static struct mblock *block_of(struct fn *f, struct psym *label, struct mblock **start)
{
    (void)f;
    return start[label->block];
}

/* bra: ends the block. */
static void lower_branch(struct fn *f, const struct pinst *in, struct mblock **start, struct mblock *next)
{
    struct mblock *b = f->cur;
    b->line = in->line;
    if (in->nops != 1 || in->op[0].kind != PO_SYM || in->op[0].sym->kind != SYM_LABEL || in->op[0].sym->table)
        lo_unsupported(f, in);
    b->succ[0] = block_of(f, in->op[0].sym, start);
    b->term = TERM_JUMP;
    if (in->guard) {
        struct pinst t = *in;
        t.op[0] = (struct poper){ .kind = PO_REG, .sym = in->guard };
        b->term = TERM_COND;
        b->pred = lo_pred(f, &t, 0);
        b->pneg = in->guard_neg;
        b->succ[1] = next;
    }
}

/* An empty function. tid is in the first register when a kernel starts, so it is fixed there. */
static struct fn *new_fn(struct cx *cx, struct pmodule *mod, struct pentry *e)
{
    struct fn *f = cx_alloc(cx, sizeof *f);
    f->cx = cx;
    f->mod = mod;
    f->entry = e;
    f->carry = -1;
    f->tid = fn_vreg(f, false);
    f->vr.v[f->tid].fixed = 0;
    f->vr.v[f->tid].no_spill = true;
    return f;
}

/* The blocks of a function and their instructions; a block begins at a label and behind a branch. */
static void lower_body(struct fn *f)
{
    struct pentry *e = f->entry;
    /* A block starts at every label and behind every branch. start[i]: the block of the i-th such place. */
    struct mblock **start = cx_alloc(f->cx, (e->insts.n + 2) * sizeof *start);
    int n = 0;
    start[n++] = fn_block(f);
    bool ended = false;
    for (size_t i = 0; i < e->insts.n; i++) {
        const struct pinst *in = &e->insts.v[i];
        if (in->label) {
            in->label->block = n;
            start[n++] = fn_block(f);
            continue;
        }
        ended = in->code.op == PTX_BRA || in->code.op == PTX_RET || in->code.op == PTX_EXIT;
        if (ended)
            start[n++] = fn_block(f);
    }
    n = 0;
    f->cur = start[n++];
    for (size_t i = 0; i < e->insts.n; i++) {
        const struct pinst *in = &e->insts.v[i];
        if (in->label) {
            if (f->cur != start[n]) {
                f->cur->term = TERM_JUMP;
                f->cur->succ[0] = start[n];
            }
            f->cur = start[n++];
            continue;
        }
        f->line = in->line;
        if (in->code.op == PTX_BRA) {
            lower_branch(f, in, start, start[n]);
            f->cur = start[n++];
        } else if (in->code.op == PTX_RET || in->code.op == PTX_EXIT) {
            if (in->guard) {
                struct minst *m = lo_inst(f, M_RET, V_NONE, -1, none, none);
                struct pinst t = *in;
                t.op[0] = (struct poper){ .kind = PO_REG, .sym = in->guard };
                t.nops = 1;
                m->pred = lo_pred(f, &t, 0);
                m->pneg = in->guard_neg;
                f->cur->term = TERM_JUMP;
                f->cur->succ[0] = start[n];
            } else {
                f->cur->term = TERM_RET;
                f->cur->line = in->line;
            }
            f->cur = start[n++];
        } else {
            lower_inst(f, in);
        }
    }
}

struct fn *lower_entry(struct cx *cx, struct pmodule *mod, struct pentry *e)
{
    struct fn *f = new_fn(cx, mod, e);
    f->max_regs = entry_registers(cx, e);
    place_variables(f);
    cx->generic_warned = false;
    lower_body(f);
    return f;
}

/* Appends a gate: the registers of v are what it calls or gives. */
static void append_gate(struct fn *f, const struct routine *rt, const struct psym *const *v, size_t n, bool arrive)
{
    struct minst *m = mi_new(f, M_CALL, V_NONE);
    int *word = arrive ? m->cres : m->carg;
    m->rt = rt;
    m->vol = true;
    for (size_t i = 0; i < n; i++) {
        struct pinst in = { .text = "gate", .nops = 1, .op[0] = { .kind = PO_REG, .sym = (struct psym *)v[i] } };
        *word++ = lo_dst(f, &in, 0);
        if (ptype_size((enum ptype)v[i]->type) == 8)
            *word++ = lo_dst_high(f, &in, 0);
    }
    mi_append(f, f->cur, m);
}

struct fn *lower_routine(struct fn *caller, struct pentry *e, const struct routine *arrive, const struct routine *leave)
{
    struct fn *f = new_fn(caller->cx, caller->mod, e);
    f->max_regs = caller->max_regs < ROUTINE_REGS ? caller->max_regs : ROUTINE_REGS;
    f->is_routine = true;
    f->cur = fn_block(f);
    append_gate(f, arrive, (const struct psym *const *)e->params.v, e->params.n, true);
    struct mblock *first = f->cur;
    lower_body(f);
    first->term = TERM_JUMP;
    first->succ[0] = f->blocks.v[1];
    append_gate(f, leave, (const struct psym *const *)e->rets.v, e->rets.n, false);
    return f;
}
