/* SPDX-License-Identifier: Apache-2.0
 *
 * A program's instructions bound to bodies for whole warps (bound.h): where their operands' rows are, and which body
 * does what the instruction says. What has none goes by the body of its unit.
 */
#include "bound.h"

#include <stdlib.h>

enum { POOL = 256, ROW = LANES * sizeof(uint32_t) };

static uint32_t register_row(unsigned n) { return n * ROW; }
static uint32_t uniform_row(unsigned n) { return (UNIFORM_ROWS + n) * ROW; }

/* The program's row of a constant or an immediate, which may be new. */
static bool pool_row(struct sm70_program *p, struct sm70_pool_row what, uint32_t *at)
{
    unsigned i = 0;

    while (i < p->npool && (p->pool[i].constant != what.constant || p->pool[i].bank != what.bank ||
                            p->pool[i].v != what.v))
        i++;
    if (i == POOL)
        return false;
    if (i == p->npool)
        p->pool[p->npool++] = what;
    *at = (PROGRAM_ROWS + i) * ROW;
    return true;
}

/* Where the row of a source of 32 bits is; false: it has none. */
static bool source_row(struct sm70_program *p, const struct sm70_operand *o, uint32_t *at)
{
    *at = register_row(RZ);
    switch (o->kind) {
    case OPERAND_NONE:
        return true;
    case OPERAND_R:
        *at = register_row(o->n);
        return true;
    case OPERAND_U:
        *at = uniform_row(o->n);
        return true;
    case OPERAND_IMM:
        return !o->high && pool_row(p, (struct sm70_pool_row){ false, 0, o->v }, at);
    default:
        return o->v % 4 == 0 && pool_row(p, (struct sm70_pool_row){ true, o->bank, o->v }, at);
    }
}

/* Of one of 64 bits. */
static bool source_rows(struct sm70_program *p, const struct sm70_operand *o, uint32_t *low, uint32_t *high)
{
    const unsigned zero = o->kind == OPERAND_U ? URZ : RZ;
    struct sm70_operand next = *o;

    *high = register_row(RZ);
    if (!source_row(p, o, low))
        return false;
    if (o->kind == OPERAND_BANK) {
        next.v += 4;
        return o->v % 8 == 0 && source_row(p, &next, high);
    }
    if ((o->kind == OPERAND_R || o->kind == OPERAND_U) && o->n != zero) {
        next.n++;
        return o->n % 2 == 0 && source_row(p, &next, high);
    }
    return true;
}

/* Sources of 32 bits and the destination; false: one has no row, or nothing is kept. */
static bool bind_rows(struct sm70_program *p, struct sm70_op *op)
{
    const bool uniform = op->d.kind == OPERAND_U;

    for (unsigned k = 0; k < 3; k++)
        if (!source_row(p, &op->s[k], &op->at[k]) || (uniform && op->s[k].kind == OPERAND_R))
            return false;
    op->to[0] = uniform ? uniform_row(op->d.n) : register_row(op->d.n);
    return op->d.kind != OPERAND_NONE && op->d.n != (uniform ? URZ : RZ);
}

static bool plain_source(const struct sm70_operand *o) { return !o->neg && !o->abs && !o->inv; }

static bool plain_sources(const struct sm70_op *op)
{
    return plain_source(&op->s[0]) && plain_source(&op->s[1]) && plain_source(&op->s[2]);
}

/* How an integer is inverted, or negated: what is added then. */
static uint32_t change_int(struct sm70_op *op, unsigned k)
{
    op->flip[k] = op->s[k].inv || op->s[k].neg ? ALL : 0;
    return op->s[k].neg && !op->s[k].inv;
}

static void change_f32(struct sm70_op *op)
{
    for (unsigned k = 0; k < 3; k++) {
        op->keep[k] = op->s[k].abs ? 0x7fffffff : ALL;
        op->flip[k] = op->s[k].neg ? 0x80000000 : 0;
    }
}

typedef sm70_body *binder(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies);

static sm70_body *bind_mov(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    return bind_rows(p, op) ? bodies->mov : NULL;
}

static sm70_body *bind_sel(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    return bind_rows(p, op) && plain_sources(op) ? bodies->sel : NULL;
}

static sm70_body *bind_fsel(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    return bits(op, 80, 1) ? NULL : bind_sel(p, op, bodies);
}

static sm70_body *bind_add(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    if (!bind_rows(p, op) || bits(op, 74, 1) || sm70_has_pred(op->pd[0]) || sm70_has_pred(op->pd[1]) ||
        ((op->s[0].neg || op->s[0].inv) && (op->s[1].neg || op->s[1].inv)))
        return NULL;
    op->sum = change_int(op, 0) + change_int(op, 1) + change_int(op, 2);
    return !plain_sources(op) ? bodies->add3_changed : op->at[2] == register_row(RZ) ? bodies->add2 : bodies->add3;
}

/* The chip takes no notice of the first operand's sign. */
static sm70_body *bind_viadd(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    if (!bind_rows(p, op))
        return NULL;
    op->flip[0] = op->flip[2] = 0;
    op->sum = change_int(op, 1);
    return plain_source(&op->s[1]) ? bodies->add2 : bodies->add3_changed;
}

/* Nor of the factors'. */
static sm70_body *bind_mad(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    if (!bind_rows(p, op) || bits(op, 74, 1))
        return NULL;
    if (plain_source(&op->s[2]) && (op->at[0] == register_row(RZ) || op->at[1] == register_row(RZ))) {
        op->at[0] = op->at[2];
        return bodies->mov;
    }
    op->sum = change_int(op, 2);
    return bodies->mad;
}

static sm70_body *bind_mad_wide(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    const unsigned zero = op->d.kind == OPERAND_U ? URZ : RZ;

    if (!bind_rows(p, op) || op->d.n + 1u == zero || op->d.n % 2 || bits(op, 74, 1) || sm70_has_pred(op->pd[0]) ||
        !plain_source(&op->s[2]) || !source_rows(p, &op->s[2], &op->at[2], &op->at[3]))
        return NULL;
    op->to[1] = op->to[0] + ROW;
    return bits(op, 73, 1) ? bodies->mad_wide : bodies->mad_wide_u32;
}

static sm70_body *bind_lea(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    if (!bind_rows(p, op) || bits(op, 74, 1) || bits(op, 80, 1) || sm70_has_pred(op->pd[0]) || !plain_sources(op))
        return NULL;
    op->sum = bits(op, 75, 5);
    return bodies->lea;
}

static sm70_body *bind_lop3(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    const bool rows = bind_rows(p, op);

    if ((!rows && (op->d.kind != OPERAND_R || op->d.n != RZ)) || !plain_sources(op))
        return NULL;
    op->sum = bits(op, 72, 8);
    return bodies->lop3;
}

static sm70_body *bind_shf(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    const unsigned right = bits(op, 76, 1), type = bits(op, 73, 2), limit = type < 2 ? 64 : 32;

    if (!bind_rows(p, op) || !plain_sources(op))
        return NULL;
    op->sum = bits(op, 75, 1) ? limit - 1 : ALL;
    op->keep[1] = limit;
    op->code = (uint8_t)(right | bits(op, 80, 1) << 1 | (right && !(type & 1)) << 2);
    return bodies->shf;
}

/* A comparison's rows; the destinations are predicates. */
static bool bind_compared(struct sm70_program *p, struct sm70_op *op)
{
    op->sum = bits(op, 74, 2);
    return source_row(p, &op->s[0], &op->at[0]) && source_row(p, &op->s[1], &op->at[1]) &&
           op->s[2].kind == OPERAND_NONE;
}

static sm70_body *bind_isetp(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    if (!bind_compared(p, op) || bits(op, 72, 1) || !plain_sources(op))
        return NULL;
    op->flip[0] = bits(op, 73, 1) ? 0 : 0x80000000;
    op->code = (uint8_t)bits(op, 76, 3);
    return bodies->isetp;
}

static sm70_body *bind_fsetp(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    if (!bind_compared(p, op) || bits(op, 80, 1))
        return NULL;
    change_f32(op);
    op->code = (uint8_t)bits(op, 76, 4);
    return bodies->fsetp;
}

static sm70_body *bind_imnmx(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    if (!bind_rows(p, op) || !plain_sources(op))
        return NULL;
    op->flip[0] = bits(op, 73, 1) ? 0 : 0x80000000;
    return bodies->min_max;
}

/* Words, not pairs of halves. */
static sm70_body *bind_vimnmx(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    if (!bind_rows(p, op) || !plain_sources(op) || bits(op, 72, 2) > 1 || bits(op, 76, 1))
        return NULL;
    op->flip[0] = bits(op, 72, 2) ? 0 : 0x80000000;
    return bodies->min_max;
}

static sm70_body *bind_fmnmx(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    change_f32(op);
    return bind_rows(p, op) && !bits(op, 80, 3) ? bodies->fmnmx : NULL;
}

/* To nearest, subnormals kept, not saturated. */
static bool bind_f32(struct sm70_program *p, struct sm70_op *op)
{
    change_f32(op);
    return bind_rows(p, op) && !bits(op, 77, 4);
}

static sm70_body *bind_fadd(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    return !bind_f32(p, op) ? NULL : plain_sources(op) ? bodies->fadd : bodies->fadd_changed;
}

static sm70_body *bind_fmul(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    return !bind_f32(p, op) ? NULL : plain_sources(op) ? bodies->fmul : bodies->fmul_changed;
}

static sm70_body *bind_ffma(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    return !bind_f32(p, op) ? NULL : plain_sources(op) ? bodies->ffma : bodies->ffma_changed;
}

/* The body for words, pairs or fours of them, at a plain address: which of three. */
static sm70_body *bind_memory(struct sm70_op *op, bool global, unsigned data, sm70_body *const bodies[3])
{
    const struct sm70_field *f = op->address;
    const unsigned n = bits(op, 24, 8), size = bits(op, 73, 3) - 4, words = 1u << size;    /* 4: a word */
    const bool uniform = f && f->ur != SM70_NONE && f->kind != SM70_MEM_DESC;
    const unsigned u = uniform ? bits(op, f->ur, 6) : URZ;
    const bool pair = f && (f->kind == SM70_MEM_U64 || f->kind == SM70_MEM_DESC || bits(op, 72, 1));

    if (!f || f->kind == SM70_MEM_U32 || size > 2 || (f->scale != SM70_NONE && bits(op, 78, 2)) || (global && !pair) ||
        (global && n != RZ && n % 2) || (words > 1 && (data % words || data + words > RZ)))
        return NULL;
    op->offset = (uint64_t)(int64_t)((int32_t)(bits(op, 40, 24) << 8) >> 8);
    op->at[0] = register_row(n);
    op->at[1] = register_row(global && n != RZ ? n + 1 : RZ);
    op->at[2] = uniform ? uniform_row(u) : 0;
    op->at[3] = uniform && f->kind == SM70_MEM_U64 && u != URZ ? uniform_row(u + 1) : register_row(RZ);
    op->to[0] = register_row(data);
    return bodies[size];
}

static sm70_body *bind_ldg(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    (void)p;
    return op->d.n == RZ ? NULL : bind_memory(op, true, op->d.n, bodies->ldg);
}

static sm70_body *bind_lds(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    (void)p;
    return op->d.n == RZ ? NULL : bind_memory(op, false, op->d.n, bodies->lds);
}

static sm70_body *bind_stg(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    (void)p;
    return bind_memory(op, true, bits(op, 32, 8), bodies->stg);
}

static sm70_body *bind_sts(struct sm70_program *p, struct sm70_op *op, const struct sm70_bound *bodies)
{
    (void)p;
    return bind_memory(op, false, bits(op, 32, 8), bodies->sts);
}

static const struct { const char *name; binder *bind; } binders[] = {
    { "MOV", bind_mov }, { "UMOV", bind_mov }, { "SEL", bind_sel }, { "USEL", bind_sel }, { "FSEL", bind_fsel },
    { "IADD3", bind_add }, { "UIADD3", bind_add }, { "VIADD", bind_viadd }, { "IMAD", bind_mad },
    { "IMAD.MOV", bind_mad }, { "IMAD.SHL", bind_mad }, { "IMAD.IADD", bind_mad }, { "UIMAD", bind_mad },
    { "IMAD.WIDE", bind_mad_wide }, { "UIMAD.WIDE", bind_mad_wide }, { "LEA", bind_lea }, { "ULEA", bind_lea },
    { "LOP3.LUT", bind_lop3 }, { "ULOP3.LUT", bind_lop3 }, { "SHF", bind_shf }, { "USHF", bind_shf },
    { "ISETP", bind_isetp }, { "UISETP", bind_isetp }, { "FSETP", bind_fsetp }, { "IMNMX", bind_imnmx },
    { "VIMNMX", bind_vimnmx }, { "FMNMX", bind_fmnmx }, { "FADD", bind_fadd }, { "FMUL", bind_fmul },
    { "FFMA", bind_ffma }, { "LDG", bind_ldg }, { "LDS", bind_lds }, { "STG", bind_stg }, { "STS", bind_sts },
};

static const struct sm70_bound *host_bodies(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &sm70_bound_avx2;
#endif
    return NULL;
}

void sm70_bind(struct sm70_program *p)
{
    const struct sm70_bound *bodies = host_bodies();

    p->pool = bodies ? calloc(POOL, sizeof *p->pool) : NULL;
    for (size_t i = 0; p->pool && i < p->n; i++) {
        struct sm70_op *op = &p->ops[i];
        for (size_t k = 0; op->body && k < sizeof binders / sizeof *binders; k++)
            if (!strcmp(binders[k].name, op->row->name))
                op->whole = binders[k].bind(p, op, bodies);
        op->straight = op->whole && op->guard.n == PT && !op->guard.neg;
    }
}

bool sm70_fill_rows(const struct sm70_block *b, struct sm70_warp *w)
{
    const struct sm70_program *p = b->program;

    for (unsigned i = 0; i < p->npool; i++) {
        uint32_t v = p->pool[i].v;
        if (p->pool[i].constant) {
            const uint8_t *at = sm70_constant_place(b, p->pool[i].bank, v, 4);
            if (!at)
                return false;
            memcpy(&v, at, 4);
        }
        EACH(l)
            w->r[PROGRAM_ROWS + i][l] = v;
    }
    return true;
}
