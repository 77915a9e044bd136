/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions and blocks are made, inserted, removed; what an instruction reads and writes; predecessors and counts.
 */
#include "ir.h"

#include <string.h>

const uint16_t mop_flags[M_COUNT] = {
    [M_NOP] = MF_SIDE,
    [M_MOV] = MF_S0 | MF_PURE,
    [M_SREG] = 0,
    [M_TID] = MF_PURE,
    [M_ADD] = MF_S0 | MF_C1 | MF_IMM1 | MF_COMM | MF_CC | MF_PURE,
    [M_SUB] = MF_S0 | MF_C1 | MF_IMM1 | MF_CC | MF_PURE,
    [M_SUBR] = MF_S0 | MF_C1 | MF_IMM1 | MF_CC | MF_PURE,
    [M_ADDC] = MF_S0 | MF_C1 | MF_CC | MF_PURE,
    [M_MUL16] = MF_S0 | MF_C1 | MF_IMM1 | MF_COMM | MF_CC | MF_PURE,
    [M_MUL24] = MF_S0 | MF_C1 | MF_IMM1 | MF_COMM | MF_CC | MF_PURE,
    [M_MAD] = MF_S0 | MF_C1 | MF_C2 | MF_COMM | MF_CC | MF_PURE,
    [M_SAD] = MF_S0 | MF_C1 | MF_C2 | MF_CC | MF_PURE,
    [M_MIN] = MF_S0 | MF_C1 | MF_COMM | MF_CC | MF_PURE,
    [M_MAX] = MF_S0 | MF_C1 | MF_COMM | MF_CC | MF_PURE,
    [M_SET] = MF_S0 | MF_C1 | MF_CC | MF_PURE,
    [M_AND] = MF_S0 | MF_C1 | MF_IMM1 | MF_COMM | MF_CC | MF_PURE,
    [M_OR] = MF_S0 | MF_C1 | MF_IMM1 | MF_COMM | MF_CC | MF_PURE,
    [M_XOR] = MF_S0 | MF_C1 | MF_IMM1 | MF_COMM | MF_CC | MF_PURE,
    [M_MOV2] = MF_C1 | MF_CC | MF_PURE,
    [M_SHL] = MF_S0 | MF_CC | MF_PURE,
    [M_SHR] = MF_S0 | MF_CC | MF_PURE,
    [M_CVT] = MF_S0 | MF_CC | MF_PURE,
    [M_FADD] = MF_S0 | MF_C1 | MF_IMM1 | MF_COMM | MF_CC | MF_PURE,
    [M_FMUL] = MF_S0 | MF_C1 | MF_IMM1 | MF_COMM | MF_CC | MF_PURE,
    [M_FMAD] = MF_S0 | MF_C1 | MF_C2 | MF_COMM | MF_CC | MF_PURE,
    [M_FMIN] = MF_S0 | MF_C1 | MF_COMM | MF_CC | MF_PURE,
    [M_FMAX] = MF_S0 | MF_C1 | MF_COMM | MF_CC | MF_PURE,
    [M_FSET] = MF_S0 | MF_C1 | MF_CC | MF_PURE,
    [M_SLCT] = MF_S0 | MF_C1 | MF_C2 | MF_CC | MF_PURE,
    [M_SFU] = MF_PURE,
    [M_MUL32] = MF_S0 | MF_C1 | MF_COMM | MF_PURE,
    [M_MAD32] = MF_S0 | MF_C1 | MF_C2 | MF_COMM | MF_PURE,
    [M_MULHI] = MF_S0 | MF_PURE,
    [M_LDC] = 0, [M_LDS] = 0, [M_LDL] = 0, [M_LDG] = 0,
    [M_STS] = MF_SIDE, [M_STL] = MF_SIDE, [M_STG] = MF_SIDE, [M_ATOM] = MF_SIDE, [M_RED] = MF_SIDE,
    [M_VOTE] = MF_SIDE,
    [M_BAR] = MF_SIDE, [M_RET] = MF_SIDE, [M_TRAP] = MF_SIDE,
    [M_SHLA] = MF_SIDE,
    [M_F64] = MF_CC | MF_PURE, [M_CVTH] = MF_PURE,
    [M_PHI] = 0, [M_CALL] = MF_PURE, [M_ADDA] = MF_SIDE, [M_FENCE] = MF_SIDE,
};

int fn_vreg(struct fn *f, bool is_c)
{
    struct vreg v = { .is_c = is_c, .group = -1, .color = -1, .fixed = -1, .mate = -1 };
    vec_push(f->cx, &f->vr, v);
    return (int)f->vr.n - 1;
}

int fn_group(struct fn *f, int n)
{
    int first = fn_vreg(f, false);
    struct group g = { .n = (uint8_t)n };
    for (int i = 1; i < n; i++)
        fn_vreg(f, false);
    for (int i = 0; i < n; i++) {
        g.v[i] = first + i;
        f->vr.v[first + i].group = (int)f->groups.n;
        f->vr.v[first + i].gpos = (uint8_t)i;
    }
    vec_push(f->cx, &f->groups, g);
    return first;
}

struct mblock *fn_block(struct fn *f)
{
    struct mblock *b = cx_alloc(f->cx, sizeof *b);
    b->id = (int)f->blocks.n;
    b->pred = -1;
    b->term = TERM_RET;
    vec_push(f->cx, &f->blocks, b);
    return b;
}

void mi_kind(struct minst *m, enum mop op, enum vtype type)
{
    m->op = (uint8_t)op;
    m->type = (uint8_t)type;
    m->stype = op == M_MUL16 ? (uint8_t)type : V_NONE;
    m->gop = m->cond = m->rnd = m->aop = 0;
    m->sat = m->hi = m->rint = false;
}

void mi_copy_kind(struct minst *m, const struct minst *from)
{
    mi_kind(m, (enum mop)from->op, (enum vtype)from->type);
    m->stype = from->stype;
    m->gop = from->gop;
    m->cond = from->cond;
    m->rnd = from->rnd;
    m->aop = from->aop;
    m->sat = from->sat;
    m->hi = from->hi;
    m->rint = from->rint;
}

bool mi_same_kind(const struct minst *a, const struct minst *b)
{
    return a->op == b->op && a->type == b->type && a->stype == b->stype && a->gop == b->gop && a->cond == b->cond &&
           a->rnd == b->rnd && a->aop == b->aop && a->sat == b->sat && a->hi == b->hi && a->rint == b->rint;
}

bool mi_converts(const struct minst *m, enum vtype to, enum vtype from)
{
    return m->op == M_CVT && m->type == to && m->stype == from && !m->sat && !m->rint && m->rnd == MR_RN;
}

bool mi_half_product(const struct minst *m)
{
    return m->op == M_MUL16 || ((m->op == M_MAD || m->op == M_SET) && vtype_size((enum vtype)m->type) == 2);
}

struct minst *mi_new(struct fn *f, enum mop op, enum vtype type)
{
    struct minst *m = cx_alloc(f->cx, sizeof *m);
    mi_kind(m, op, type);
    m->dst = m->cdst = m->pred = m->abase = m->old = m->cold = -1;
    for (int i = 0; i < ROUTINE_ARGS; i++)
        m->carg[i] = -1;
    for (int i = 0; i < ROUTINE_RESULTS; i++)
        m->cres[i] = -1;
    m->line = f->line;
    return m;
}

struct minst *mi_append(struct fn *f, struct mblock *b, struct minst *m)
{
    (void)f;
    m->block = b;
    m->prev = b->last;
    m->next = NULL;
    if (b->last)
        b->last->next = m;
    else
        b->first = m;
    b->last = m;
    return m;
}

void mi_insert_before(struct minst *at, struct minst *m)
{
    m->block = at->block;
    m->next = at;
    m->prev = at->prev;
    if (at->prev)
        at->prev->next = m;
    else
        at->block->first = m;
    at->prev = m;
}

void mi_insert_after(struct minst *at, struct minst *m)
{
    m->block = at->block;
    m->prev = at;
    m->next = at->next;
    if (at->next)
        at->next->prev = m;
    else
        at->block->last = m;
    at->next = m;
}

void mi_remove(struct minst *m)
{
    if (m->prev)
        m->prev->next = m->next;
    else
        m->block->first = m->next;
    if (m->next)
        m->next->prev = m->prev;
    else
        m->block->last = m->prev;
}

struct opnd op_reg(int v) { return (struct opnd){ .kind = O_REG, .v = v }; }
struct opnd op_half(int v, int half) { return (struct opnd){ .kind = O_REG, .v = v, .half = (uint8_t)half }; }
struct opnd op_imm(uint32_t imm) { return (struct opnd){ .kind = O_IMM, .imm = imm }; }
struct opnd op_smem(int off, int mode) { return (struct opnd){ .kind = O_SMEM, .v = off, .mode = (uint8_t)mode }; }

/* A vote's predicate is what it votes on: all lanes get the result. */
bool mi_guarded(const struct minst *m) { return m->pred >= 0 && m->op != M_VOTE; }

/* A predicated write keeps the old value in the lanes where it does not execute. When the register has no
 * other definition, nobody can want that old value. */
bool mi_def_kills(const struct fn *f, const struct minst *m, int v)
{
    return !mi_guarded(m) || m->fresh || (f->strict && f->vr.v[v].ndefs <= 1) || f->vr.v[v].group >= 0;
}

int mi_uses(const struct minst *m, int out[MI_REGS])
{
    int n = 0;
    for (int i = 0; i < 3; i++) {
        if (m->src[i].kind != O_REG && m->src[i].kind != O_CREG)
            continue;
        int words = m->sw[i] > 1 ? m->sw[i] : 1;
        for (int w = 0; w < words; w++)
            out[n++] = m->src[i].v + w;
    }
    if (m->pred >= 0)
        out[n++] = m->pred;
    if (m->abase >= 0)
        out[n++] = m->abase;
    if (m->old >= 0)
        out[n++] = m->old;
    if (m->cold >= 0)
        out[n++] = m->cold;
    for (int i = 0; m->op == M_CALL && i < ROUTINE_ARGS && m->carg[i] >= 0; i++)
        out[n++] = m->carg[i];
    return n;
}

uint64_t *pool_room(struct cx *cx, struct pool *p, size_t words)
{
    if (words > p->cap) {
        p->cap = words + words / 2;
        p->words = cx_alloc(cx, p->cap * sizeof *p->words);
    }
    return p->words;
}

uint64_t *pool_take(struct cx *cx, struct pool *p, size_t words)
{
    return memset(pool_room(cx, p, words), 0, words * sizeof *p->words);
}

bool op_equal(const struct opnd *a, const struct opnd *b)
{
    return a->kind == b->kind && a->half == b->half && a->neg == b->neg && a->abs == b->abs && a->inv == b->inv &&
           a->mode == b->mode && a->seg == b->seg && a->v == b->v && a->imm == b->imm;
}

void mi_rename(struct minst *m, const int *to)
{
    int *at[] = { &m->dst, &m->cdst, &m->pred, &m->abase, &m->old, &m->cold };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        if (*at[i] >= 0)
            *at[i] = to[*at[i]];
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_REG || m->src[i].kind == O_CREG)
            m->src[i].v = to[m->src[i].v];
    for (int i = 0; i < ROUTINE_ARGS; i++)
        if (m->carg[i] >= 0)
            m->carg[i] = to[m->carg[i]];
    for (int i = 0; i < ROUTINE_RESULTS; i++)
        if (m->cres[i] >= 0)
            m->cres[i] = to[m->cres[i]];
}

int mi_defs(const struct minst *m, int out[MI_REGS])
{
    int n = 0;
    for (int w = 0; w < m->dw && m->dst >= 0; w++)
        out[n++] = m->dst + w;
    if (m->cdst >= 0)
        out[n++] = m->cdst;
    for (int i = 0; m->op == M_CALL && i < ROUTINE_RESULTS; i++)
        if (m->cres[i] >= 0)
            out[n++] = m->cres[i];
    return n;
}

bool mi_commutes(const struct minst *m)
{
    bool mixed = m->op == M_MUL16 && m->type != m->stype;

    return mop_flags[m->op] & MF_COMM && !mixed;
}

void fn_count(struct fn *f)
{
    int r[MI_REGS];
    for (size_t i = 0; i < f->vr.n; i++) {
        f->vr.v[i].ndefs = f->vr.v[i].nuses = 0;
        f->vr.v[i].def = NULL;
    }
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        for EACH_INST(m, b) {
            if (m->op == M_PHI)
                for (size_t k = 0; k < b->preds.n; k++)
                    f->vr.v[m->args[k]].nuses++;
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++) {
                f->vr.v[r[k]].ndefs++;
                f->vr.v[r[k]].def = m;
            }
            n = mi_uses(m, r);
            for (int k = 0; k < n; k++)
                f->vr.v[r[k]].nuses++;
        }
        if (b->term == TERM_COND)
            f->vr.v[b->pred].nuses++;
    }
    for (size_t i = 0; i < f->vr.n; i++)
        if (f->vr.v[i].ndefs != 1)
            f->vr.v[i].def = NULL;
}

void fn_preds(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++) {
        f->blocks.v[i]->reach = false;
        f->blocks.v[i]->preds.n = 0;
    }
    VEC(struct mblock *) work = { 0 };
    f->blocks.v[0]->reach = true;
    vec_push(f->cx, &work, f->blocks.v[0]);
    while (work.n) {
        struct mblock *b = work.v[--work.n];
        if (b->term == TERM_COND && b->succ[0] == b->succ[1])
            b->term = TERM_JUMP;
        int ns = b->term == TERM_COND ? 2 : b->term == TERM_JUMP;
        for (int i = 0; i < ns; i++) {
            vec_push(f->cx, &b->succ[i]->preds, b);
            if (!b->succ[i]->reach) {
                b->succ[i]->reach = true;
                vec_push(f->cx, &work, b->succ[i]);
            }
        }
    }
    size_t n = 0;
    for (size_t i = 0; i < f->blocks.n; i++)
        if (f->blocks.v[i]->reach) {
            f->blocks.v[i]->id = (int)n;
            f->blocks.v[n++] = f->blocks.v[i];
        }
    f->blocks.n = n;
}

