/* SPDX-License-Identifier: Apache-2.0
 *
 * Machine words: the form of each instruction (short, immediate, long), markers, literals in c1[], addresses. Short
 * instructions are only emitted in aligned pairs, so every long one is aligned.
 */
#include "emit.h"

#include <string.h>

#include "decode.h"
#include "encode.h"
#include "machine.h"
#include "text.h"

/* ---- forms ------------------------------------------------------------------------------------------- */

static bool can_mark(const struct minst *m)
{
    return m->pred < 0 && !m->low && m->op != M_BAR && m->op != M_CALL && m->op != M_RET && m->op != M_TRAP &&
           m->op != M_VOTE && !(m->op == M_MOV && m->src[0].kind == O_IMM);
}

/* The eight-byte form. */
static bool long_form(struct emitter *e, const struct minst *m, enum marker marker, struct code *c)
{
    int k = emit_constant_source(m);
    if (k < 0)
        return emit_form(e, m, 8, marker, -1, c);
    bool plain = m->pred < 0 && m->cdst < 0 && marker == MARK_NONE;
    if (plain && (m->op == M_MOV || k == 1) && emit_form(e, m, 8, marker, -1, c))
        return true;
    return emit_form(e, m, 8, marker, k, c);
}

static void add_code(struct emitter *e, struct code *c)
{
    c->addr = e->addr;
    e->addr += (uint32_t)c->len;
    vec_push(e->f->cx, &e->code, *c);
}

static _Noreturn void no_code(struct emitter *e, unsigned line, enum mop op)
{
    cx_error(e->f->cx, line, "internal error: the machine has no such instruction: %s", mop_name(op));
}

static void add_long(struct emitter *e, const struct minst *m, enum marker marker)
{
    struct code c = { 0 };
    if (!long_form(e, m, marker, &c))
        no_code(e, m->line, (enum mop)m->op);
    add_code(e, &c);
}

/* A function's body behind the kernel, or the one instruction that stands here. */
static void add_call(struct emitter *e, const struct minst *m)
{
    struct code c = { .len = 8, .line = m->line };
    char err[200];
    if (m->rt->fn) {
        c.target = m->rt->fn->blocks.v[0];
        c.in = (struct gt_insn){ .op = GT_OP_CALL, .len = 8, .cond = GT_CC_ALWAYS };
    } else if (!isa_asm_line(m->rt->text, &c.w[0], &c.w[1], &c.len, err, sizeof err) || c.len != 8) {
        cx_error(e->f->cx, m->line, "internal error: cannot encode '%s'", m->rt->text);
    }
    add_code(e, &c);
}

/* To `target`; on condition code `pred` (-1: always), `neg`: when it does not hold. */
static void add_control(struct emitter *e, enum gt_op op, const struct mblock *b, int pred, bool neg,
                        struct mblock *target)
{
    struct code c = { .len = 8, .target = target, .line = b->line };
    c.in = (struct gt_insn){ .op = (uint8_t)op, .len = 8, .cond = GT_CC_ALWAYS };
    if (pred >= 0) {
        c.in.cond = neg ? GT_CC_E : GT_CC_LG;
        c.in.cread = (uint8_t)e->f->vr.v[pred].color;
    }
    add_code(e, &c);
}

/* nop and ret, for their marker or themselves. */
static void add_plain(struct emitter *e, enum mop op, enum marker marker, unsigned line)
{
    struct minst m = { .op = (uint8_t)op, .dst = -1, .cdst = -1, .pred = -1, .abase = -1, .line = line };
    add_long(e, &m, marker);
}

static bool is_identity(const struct emitter *e, const struct minst *m)
{
    const struct vreg *v = e->f->vr.v;
    return m->op == M_MOV && m->src[0].kind == O_REG && !m->src[0].half && v[m->dst].color == v[m->src[0].v].color;
}

/* ---- blocks ------------------------------------------------------------------------------------------ */

/* The words of a block: its instructions in pairs, the join marker in front, the exit marker or branch behind. */
static void emit_block(struct emitter *e, struct mblock *b, struct mblock *next)
{
    bool exits = b->term == TERM_RET;
    if (!e->f->cx->opt->no_opt && !e->f->in_order)
        pair_block(e, b, b->join, exits && !e->f->is_routine ? b->last : NULL);
    for (struct minst *x = b->first, *next; x; x = next) {
        next = x->next;
        if (x->op == M_FENCE)
            mi_remove(x);
    }
    struct minst *m = b->first, *last = b->last;
    b->addr = e->addr;
    if (b->join) {
        if (m && can_mark(m) && !(exits && m == last && !e->f->is_routine)) {
            add_long(e, m, MARK_JOIN);
            m = m->next;
        } else {
            add_plain(e, M_NOP, MARK_JOIN, b->line);
        }
    }
    bool mark_last = exits && !e->f->is_routine && last && can_mark(last) && m;
    while (m) {
        struct code a = { 0 }, c = { 0 };
        if (m->op == M_CALL) {
            add_call(e, m);
            m = m->next;
            continue;
        }
        if (mark_last && m == last) {
            add_long(e, m, MARK_EXIT);
            return;
        }
        struct minst *n = m->next;
        if (n && !(mark_last && n == last) && emit_short(e, m, &a) && emit_short(e, n, &c)) {
            add_code(e, &a);
            add_code(e, &c);
            m = n->next;
            continue;
        }
        add_long(e, m, MARK_NONE);
        m = n;
    }
    if (exits && e->f->is_routine) {
        add_plain(e, M_RET, MARK_NONE, b->line);
        return;
    }
    if (exits) {
        add_plain(e, M_NOP, MARK_EXIT, b->line);
        return;
    }
    for (size_t i = 0; i < b->joinats.n; i++)
        add_control(e, GT_OP_JOINAT, b, -1, false, b->joinats.v[i]);
    if (b->term == TERM_JUMP) {
        if (b->succ[0] != next)
            add_control(e, GT_OP_BRA, b, -1, false, b->succ[0]);
    } else if (b->succ[0] == next) {
        add_control(e, GT_OP_BRA, b, b->pred, !b->pneg, b->succ[1]);
    } else {
        add_control(e, GT_OP_BRA, b, b->pred, b->pneg, b->succ[0]);
        if (b->succ[1] != next)
            add_control(e, GT_OP_BRA, b, -1, false, b->succ[1]);
    }
}

unsigned emit_literal(struct emitter *e, uint32_t v)
{
    for (size_t i = 0; i < e->nlit; i++)
        if (e->lit[i] == v)
            return (unsigned)i * 4;
    if (e->nlit == EMIT_LITERALS)
        cx_error(e->f->cx, e->f->entry->line, "internal error: kernel %s has more constants than c1[] holds",
                 cx_plain(e->f->cx, e->f->entry->name));
    e->lit[e->nlit] = v;
    return (unsigned)e->nlit++ * 4;
}

static bool is_gate(const struct minst *m) { return m->op == M_CALL && !m->rt->fn && !m->rt->text; }

static void drop_empty(const struct emitter *e)
{
    for (size_t i = 0; i < e->f->blocks.n; i++)
        for (struct minst *m = e->f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            if (is_identity(e, m) || is_gate(m))
                mi_remove(m);
        }
}

/* 16-bit operands reach only the first literals. */
static void place_literals(struct emitter *e, struct fn *f)
{
    e->f = f;
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (mi_half_product(m) && m->src[1].kind == O_IMM)
                emit_literal(e, m->src[1].imm);
}

static void emit_function(struct emitter *e, struct fn *f)
{
    e->f = f;
    drop_empty(e);
    for (size_t i = 0; i < f->blocks.n; i++)
        emit_block(e, f->blocks.v[i], i + 1 < f->blocks.n ? f->blocks.v[i + 1] : NULL);
}

/* Behind what its caller keeps in local memory. */
static void place_spills(struct fn *f, uint32_t base)
{
    for (size_t i = 0; base && f->lmem && i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (m->op == M_LDL || m->op == M_STL)
                m->aoff += (int32_t)base;
}

static bool is_called(const struct fn *f, const struct routine *rt)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (m->op == M_CALL && m->rt == rt)
                return true;
    return false;
}

/* The words are what the assembler makes of their text, without bits that mean nothing. */
static void check_words(struct fn *f, const struct code *c)
{
    char text[ISA_TEXT_MAX], err[200];
    struct gt_insn in;
    uint32_t w[2];
    int len;
    isa_decode(c->w[0], c->w[1], c->addr, &in);
    isa_disasm(&in, text, sizeof text);
    if ((in.err != GT_DE_NONE && in.err != GT_DE_TRAP) || strchr(text, '^'))
        cx_error(f->cx, c->line, "internal error: the code at 0x%x is not canonical: '%s'", c->addr, text);
    if (!isa_asm_line(text, &w[0], &w[1], &len, err, sizeof err) || len != c->len || w[0] != c->w[0] ||
        (len == 8 && w[1] != c->w[1]))
        cx_error(f->cx, c->line, "internal error: '%s' at 0x%x has other words when it is assembled", text, c->addr);
}

/* The words of a kernel and, behind it, of the routines that it calls; then branch targets are known. */
void emit_run(struct fn *f, struct emitter *e)
{
    uint32_t spills = 0;
    memset(e, 0, sizeof *e);
    place_literals(e, f);
    for (size_t i = 0; i < f->routines.n; i++)
        if (is_called(f, f->routines.v[i]))
            place_literals(e, f->routines.v[i]->fn);
    emit_function(e, f);
    for (size_t i = 0; i < f->routines.n; i++) {
        struct fn *r = f->routines.v[i]->fn;
        if (!is_called(f, f->routines.v[i]))
            continue;
        place_spills(r, f->lmem);
        spills = r->lmem > spills ? r->lmem : spills;
        emit_function(e, r);
    }
    e->f = f;
    f->lmem += spills;
    for (size_t i = 0; i < e->code.n; i++) {
        struct code *c = &e->code.v[i];
        if (c->target) {
            c->in.target = c->target->addr;
            if (!isa_encode(&c->in, c->w))
                cx_error(f->cx, c->line, "internal error: code address 0x%x is out of reach", c->target->addr);
        }
        if (f->cx->verify)
            check_words(f, c);
        vec_push(f->cx, &f->words, c->w[0]);
        if (c->len == 8)
            vec_push(f->cx, &f->words, c->w[1]);
    }
}
