/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads, warps, blocks; memory; moves.
 *
 * A warp takes the instruction of the lanes that are furthest behind in the text, so lanes that parted meet again. Of
 * lanes that access the same word the lower comes first. A barrier waits until every thread of the block that has not
 * ended is at one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "int.h"

const struct ptxi_chip ptxi_gt200 = { true, true }, ptxi_sm20 = { false, false };

struct thread {
    uint64_t *reg;
    uint8_t  *local;
    uint32_t  tid[3];
    size_t    pc;
    bool      carry, ended, waiting;
};

struct run {
    struct ptxi_module       *m;
    const struct ptxi_launch *l;
    struct kernel            *k;
    struct thread            *t;
    uint32_t                  nthreads, ctaid[2];
    uint8_t                  *shared;
    size_t                    shared_bytes;
    const uint8_t            *params;
};

/* ---- memory ---------------------------------------------------------------------------------------------- */

static uint8_t *global_at(const struct run *r, uint64_t at, unsigned bytes)
{
    for (size_t i = 0; i < r->l->nmemory; i++) {
        const struct ptxi_memory *g = &r->l->memory[i];
        if (at >= g->base && at - g->base <= g->bytes && g->bytes - (at - g->base) >= bytes)
            return g->data + (at - g->base);
    }
    return NULL;
}

static uint8_t *in_block(uint8_t *base, size_t size, uint64_t at, unsigned bytes)
{
    return at <= size && size - at >= bytes ? base + at : NULL;
}

/* Where the bytes of an address are; fails when there are none, or it is misaligned. */
static uint8_t *locate_bytes(const struct run *r, const struct inst *in, const struct thread *t, unsigned space,
                             uint64_t at, unsigned bytes)
{
    uint8_t *p = NULL;
    if (space == S_GENERIC) {
        space = at >= WINDOW_LOCAL ? S_LOCAL : at >= WINDOW_SHARED ? S_SHARED : at >= WINDOW_CONST ? S_CONST : S_GLOBAL;
        at -= space == S_LOCAL ? WINDOW_LOCAL : space == S_SHARED ? WINDOW_SHARED : space == S_CONST ? WINDOW_CONST : 0;
    }
    switch (space) {
    case S_GLOBAL: p = global_at(r, at, bytes); break;
    case S_SHARED: p = in_block(r->shared, r->shared_bytes, at, bytes); break;
    case S_LOCAL: p = in_block(t->local, r->k->local_bytes, at, bytes); break;
    case S_CONST: p = in_block(r->m->constant, r->m->const_bytes, at, bytes); break;
    case S_PARAM: p = in_block((uint8_t *)r->params, r->k->param_bytes, at, bytes); break;
    default: break;
    }
    if (!p || at % bytes)
        pi_fail(r->m, in->line, "thread %u,%u,%u of block %u,%u: no %u bytes at 0x%llx", t->tid[0], t->tid[1],
                t->tid[2],
                r->ctaid[0], r->ctaid[1], bytes, (unsigned long long)at);
    return p;
}

/* ---- operands -------------------------------------------------------------------------------------------- */

static uint64_t special_register(const struct run *r, const struct thread *t, uint64_t which)
{
    uint32_t linear = (uint32_t)(t - r->t), lane = linear % WARP;
    switch (which) {
    case SP_TID_X: case SP_TID_Y: case SP_TID_Z: return t->tid[which - SP_TID_X];
    case SP_NTID_X: case SP_NTID_Y: case SP_NTID_Z: return r->l->block[which - SP_NTID_X];
    case SP_CTAID_X: case SP_CTAID_Y: return r->ctaid[which - SP_CTAID_X];
    case SP_CTAID_Z: return 0;
    case SP_NCTAID_X: case SP_NCTAID_Y: return r->l->grid[which - SP_NCTAID_X];
    case SP_NCTAID_Z: return 1;
    case SP_LANEID: return lane;
    case SP_WARPID: return linear / WARP;
    case SP_LT: return ((uint64_t)1 << lane) - 1;
    case SP_LE: return ((uint64_t)2 << lane) - 1;
    case SP_EQ: return (uint64_t)1 << lane;
    case SP_GE: return 0xffffffff & ~(((uint64_t)1 << lane) - 1);
    case SP_GT: return 0xffffffff & ~(((uint64_t)2 << lane) - 1);
    default: return WARP;
    }
}

/* A constant as the bits of its type. */
static uint64_t float_constant(const struct operand *o, unsigned bits)
{
    uint64_t v = o->value;
    if (o->kind == O_FLOAT64 && bits == 32) {
        double d;
        memcpy(&d, &v, 8);
        float f = (float)d;
        uint32_t u;
        memcpy(&u, &f, 4);
        return u;
    }
    return v;
}

static uint64_t read_operand(const struct run *r, const struct inst *in, const struct thread *t,
                             const struct operand *o, unsigned bits)
{
    switch (o->kind) {
    case O_REG: return t->reg[o->reg] ^ (o->negated ? 1 : 0);
    case O_IMM: return o->value;
    case O_FLOAT32: case O_FLOAT64: return float_constant(o, bits);
    case O_SPECIAL: return special_register(r, t, o->value);
    default: pi_fail(r->m, in->line, "an operand that is no value");
    }
}

/* A result of the type; a wider register gets it extended. */
static void write_result(const struct run *r, struct thread *t, const struct operand *o, uint64_t v, struct type type)
{
    if (o->kind != O_REG)
        return;
    unsigned bits = r->k->reg[o->reg].t.bits;
    if (type.kind == K_SIGNED && type.bits < bits)
        v = (uint64_t)pi_signed(v, type.bits);
    else
        v = pi_low(v, type.bits);
    t->reg[o->reg] = pi_low(v, bits);
}

static uint64_t address_of(const struct run *r, const struct inst *in, const struct thread *t, const struct operand *o)
{
    if (o->kind != O_ADDRESS)
        pi_fail(r->m, in->line, "expected an address");
    if (!o->has_base)
        return o->value;
    unsigned bits = r->k->reg[o->reg].t.bits;
    return pi_low(t->reg[o->reg] + o->value, bits);
}

static unsigned space_of(const struct inst *in, const struct operand *o) { return in->space ? in->space : o->space; }

/* ---- instructions ---------------------------------------------------------------------------------------- */

static const struct type T_B32 = { 32, K_BITS }, T_BOOL = { 1, K_PRED };

static void run_load(struct run *r, const struct inst *in, struct thread *t)
{
    unsigned n = in->vec ? in->vec : 1, bytes = in->t.bits / 8u;
    uint64_t at = address_of(r, in, t, &in->o[1]), v[4] = { 0 };
    if (at % (n * bytes))
        pi_fail(r->m, in->line, "address 0x%llx is not a multiple of %u", (unsigned long long)at, n * bytes);
    for (unsigned i = 0; i < n; i++)
        memcpy(&v[i], locate_bytes(r, in, t, space_of(in, &in->o[1]), at + i * bytes, bytes), bytes);
    for (unsigned i = 0; i < n; i++)
        write_result(r, t, in->o[0].kind == O_VECTOR ? &in->o[0].part[i] : &in->o[0], v[i], in->t);
}

static void run_store(struct run *r, const struct inst *in, struct thread *t)
{
    unsigned n = in->vec ? in->vec : 1, bytes = in->t.bits / 8u;
    uint64_t at = address_of(r, in, t, &in->o[0]);
    if (at % (n * bytes))
        pi_fail(r->m, in->line, "address 0x%llx is not a multiple of %u", (unsigned long long)at, n * bytes);
    for (unsigned i = 0; i < n; i++) {
        uint64_t v = read_operand(r, in, t, in->o[1].kind == O_VECTOR ? &in->o[1].part[i] : &in->o[1], in->t.bits);
        memcpy(locate_bytes(r, in, t, space_of(in, &in->o[0]), at + i * bytes, bytes), &v, bytes);
    }
}

/* The new value of memory m. */
static uint64_t atomic_value(const struct inst *in, uint64_t m, uint64_t a, uint64_t b)
{
    unsigned bits = in->t.bits;
    bool sign = in->t.kind == K_SIGNED;
    bool less = sign ? pi_signed(a, bits) < pi_signed(m, bits) : pi_low(a, bits) < pi_low(m, bits);
    a = pi_low(a, bits);
    if (has(in, W_add))
        return m + a;
    if (has(in, W_exch))
        return a;
    if (has(in, W_cas))
        return m == a ? b : m;
    if (has(in, W_and))
        return m & a;
    if (has(in, W_or))
        return m | a;
    if (has(in, W_xor))
        return m ^ a;
    if (has(in, W_inc))
        return m >= a ? 0 : m + 1;
    if (has(in, W_dec))
        return m == 0 || m > a ? a : m - 1;
    return less == has(in, W_min) ? a : m;
}

static void run_atom(struct run *r, const struct inst *in, struct thread *t)
{
    unsigned k = in->op == OP_atom ? 1 : 0, bytes = in->t.bits / 8u;
    uint64_t m = 0, a = read_operand(r, in, t, &in->o[k + 1], in->t.bits), b = 0;
    if (has(in, W_cas))
        b = read_operand(r, in, t, &in->o[k + 2], in->t.bits);
    uint8_t *p = locate_bytes(r, in, t, space_of(in, &in->o[k]), address_of(r, in, t, &in->o[k]), bytes);
    memcpy(&m, p, bytes);
    uint64_t v = atomic_value(in, m, a, b);
    memcpy(p, &v, bytes);
    if (k)
        write_result(r, t, &in->o[0], m, in->t);
}

/* mov, with vectors on either side. */
static void run_move(struct run *r, const struct inst *in, struct thread *t)
{
    const struct operand *d = &in->o[0], *a = &in->o[1];
    uint64_t v = 0, e[4];
    if (in->vec) {
        for (unsigned i = 0; i < in->vec; i++)
            e[i] = read_operand(r, in, t, &a->part[i], in->t.bits);
        for (unsigned i = 0; i < in->vec; i++)
            write_result(r, t, &d->part[i], e[i], in->t);
        return;
    }
    unsigned bits = a->kind == O_VECTOR ? in->t.bits / a->n : d->kind == O_VECTOR ? in->t.bits / d->n : in->t.bits;
    for (unsigned i = 0; a->kind == O_VECTOR && i < a->n; i++)
        v |= pi_low(read_operand(r, in, t, &a->part[i], bits), bits) << i * bits;
    if (a->kind != O_VECTOR)
        v = read_operand(r, in, t, a, in->t.bits);
    for (unsigned i = 0; d->kind == O_VECTOR && i < d->n; i++)
        write_result(r, t, &d->part[i], v >> i * bits, (struct type){ (uint8_t)bits, K_BITS });
    if (d->kind != O_VECTOR)
        write_result(r, t, d, in->t.kind == K_PRED ? v & 1 : v, in->t);
}

static void run_compare(struct run *r, const struct inst *in, struct thread *t)
{
    uint64_t a = read_operand(r, in, t, &in->o[1], in->t.bits), b = read_operand(r, in, t, &in->o[2], in->t.bits);
    bool c = in->n > 3 && read_operand(r, in, t, &in->o[3], 1) & 1, p = pi_compare(r->m, in, a, b, &r->l->chip), q = !p;
    if (in->n > 3) {
        p = has(in, W_and) ? p && c : has(in, W_or) ? p || c : p != c;
        q = has(in, W_and) ? q && c : has(in, W_or) ? q || c : q != c;
    }
    if (in->op == OP_setp) {
        write_result(r, t, &in->o[0], p, T_BOOL);
        write_result(r, t, &in->second, q, T_BOOL);
    } else {
        write_result(r, t, &in->o[0], !p ? 0 : in->d.kind == K_FLOAT ? 0x3f800000 : 0xffffffff, in->d);
    }
}

static void run_choose(struct run *r, const struct inst *in, struct thread *t)
{
    struct type w = in->op == OP_selp ? in->t : in->d;
    uint64_t a = read_operand(r, in, t, &in->o[1], w.bits), b = read_operand(r, in, t, &in->o[2], w.bits);
    uint64_t c = read_operand(r, in, t, &in->o[3], in->t.bits);
    bool first = in->op == OP_selp ? c & 1 : !pi_negative(in, c, &r->l->chip);
    write_result(r, t, &in->o[0], first ? a : b, w);
}

static void to_generic(struct run *r, const struct inst *in, struct thread *t)
{
    uint64_t base = in->space == S_SHARED ? WINDOW_SHARED : in->space == S_LOCAL ? WINDOW_LOCAL : in->space == S_CONST
        ? WINDOW_CONST : 0;
    uint64_t a = read_operand(r, in, t, &in->o[1], in->t.bits);
    write_result(r, t, &in->o[0], has(in, W_to) ? a - base : a + base, in->t);
}

/* Type of the result of an arithmetic instruction. */
static struct type result_type(const struct inst *in)
{
    if (has(in, W_wide))
        return (struct type){ (uint8_t)(2 * in->t.bits), in->t.kind };
    if (in->op == OP_popc || in->op == OP_clz || in->op == OP_bfind)
        return T_B32;
    return in->op == OP_testp ? T_BOOL : in->t;
}

/* All that computes one result. */
static void run_arithmetic(struct run *r, const struct inst *in, struct thread *t)
{
    uint64_t a[4] = { 0 }, v;
    for (unsigned i = 1; i < in->n && i < 5; i++)
        a[i - 1] = read_operand(r, in, t, &in->o[i], in->t.bits);
    if (in->t.kind == K_PRED)
        v = in->op == OP_and ? a[0] & a[1] : in->op == OP_or ? a[0] | a[1] : in->op == OP_xor ? a[0] ^ a[1]
            : !(a[0] & 1);
    else if (in->t.kind == K_FLOAT)
        v = pi_float(r->m, in, a, &r->l->chip);
    else
        v = pi_integer(r->m, in, a, &t->carry);
    write_result(r, t, &in->o[0], in->t.kind == K_PRED ? v & 1 : v, result_type(in));
}

/* One lane at an instruction that concerns it alone; false: it does not go on to the next. */
static void run_lane(struct run *r, const struct inst *in, struct thread *t)
{
    t->pc++;
    switch (in->op) {
    case OP_bra: t->pc = in->o[0].value; return;
    case OP_ret: case OP_exit: t->ended = true; return;
    case OP_bar: t->waiting = true; return;
    case OP_membar: case OP_pmevent: return;
    case OP_trap: case OP_brkpt: pi_fail(r->m, in->line, "the kernel stops itself");
    case OP_ld: case OP_ldu: run_load(r, in, t); return;
    case OP_st: run_store(r, in, t); return;
    case OP_atom: case OP_red: run_atom(r, in, t); return;
    case OP_mov: run_move(r, in, t); return;
    case OP_set: case OP_setp: run_compare(r, in, t); return;
    case OP_selp: case OP_slct: run_choose(r, in, t); return;
    case OP_cvta: to_generic(r, in, t); return;
    case OP_cvt:
        write_result(r, t, &in->o[0], pi_convert(r->m, in, read_operand(r, in, t, &in->o[1], in->t.bits), &r->l->chip),
                     in->d);
        return;
    default: run_arithmetic(r, in, t);
    }
}

/* What the lanes of the mask say. */
static void run_vote(struct run *r, const struct inst *in, struct thread *warp, uint32_t mask)
{
    bool all = true, any = false;
    for (unsigned i = 0; i < WARP; i++)
        if (mask >> i & 1) {
            bool yes = read_operand(r, in, &warp[i], &in->o[1], 1) & 1;
            all &= yes;
            any |= yes;
        }
    for (unsigned i = 0; i < WARP; i++)
        if (mask >> i & 1)
            write_result(r, &warp[i], &in->o[0], has(in, W_all) ? all : has(in, W_any) ? any : all || !any, T_BOOL);
}

/* The instruction at pc, for the lanes of a warp that are there. */
static void step_warp(struct run *r, struct thread *warp, unsigned lanes, size_t pc)
{
    const struct inst *in = &r->k->inst[pc];
    uint32_t mask = 0;
    for (unsigned i = 0; i < lanes; i++) {
        struct thread *t = &warp[i];
        if (t->ended || t->waiting || t->pc != pc)
            continue;
        if (in->guard >= 0 && (t->reg[in->guard] & 1) == in->guard_negated)
            t->pc++;
        else
            mask |= (uint32_t)1 << i;
    }
    if (in->op == OP_vote)
        run_vote(r, in, warp, mask);
    for (unsigned i = 0; i < lanes; i++)
        if (mask >> i & 1) {
            if (in->op == OP_vote)
                warp[i].pc++;
            else
                run_lane(r, in, &warp[i]);
        }
}

/* Runs the warp until each lane has ended or waits. */
static void run_warp(struct run *r, struct thread *warp, unsigned lanes, uint64_t *steps)
{
    for (;;) {
        size_t pc = (size_t)-1;
        for (unsigned i = 0; i < lanes; i++)
            if (!warp[i].ended && !warp[i].waiting && warp[i].pc < pc)
                pc = warp[i].pc;
        if (pc == (size_t)-1)
            return;
        if (pc >= r->k->ninst) {        /* the end of the text */
            for (unsigned i = 0; i < lanes; i++)
                warp[i].ended |= !warp[i].waiting && warp[i].pc >= r->k->ninst;
            continue;
        }
        if (!--*steps)
            pi_fail(r->m, r->k->inst[pc].line, "more steps than were allowed");
        step_warp(r, warp, lanes, pc);
    }
}

/* A block from its start until all threads have ended. */
static void run_block(struct run *r)
{
    memset(r->shared, 0, r->shared_bytes);
    for (uint32_t i = 0; i < r->nthreads; i++) {
        struct thread *t = &r->t[i];
        uint32_t *b = (uint32_t *)r->l->block;
        memset(t->reg, 0, (r->k->nreg + 1) * sizeof *t->reg);
        memset(t->local, 0, r->k->local_bytes + 1);
        t->tid[0] = i % b[0];
        t->tid[1] = i / b[0] % b[1];
        t->tid[2] = i / b[0] / b[1];
        t->pc = 0;
        t->carry = t->ended = t->waiting = false;
    }
    uint64_t steps = r->l->max_steps ? r->l->max_steps : 100000000;
    for (bool any = true; any;) {
        for (uint32_t w = 0; w < r->nthreads; w += WARP)
            run_warp(r, &r->t[w], r->nthreads - w < WARP ? r->nthreads - w : WARP, &steps);
        any = false;
        for (uint32_t i = 0; i < r->nthreads; i++) {
            any |= r->t[i].waiting;
            r->t[i].waiting = false;
        }
    }
}

static void free_run(struct run *r)
{
    for (uint32_t i = 0; r->t && i < r->nthreads; i++) {
        free(r->t[i].reg);
        free(r->t[i].local);
    }
    free(r->t);
    free(r->shared);
    free(r);
}

/* Finds the kernel and makes room for a block. */
static void prepare_run(struct run *r)
{
    const struct ptxi_launch *l = r->l;
    for (size_t i = 0; i < r->m->nkernel; i++)
        if (!strcmp(r->m->kernel[i].name, l->kernel))
            r->k = &r->m->kernel[i];
    if (!r->k)
        pi_fail(r->m, 0, "there is no kernel '%s'", l->kernel);
    if (l->param_bytes != r->k->param_bytes)
        pi_fail(r->m, 0, "kernel '%s' has %zu bytes of parameters, not %zu", l->kernel, r->k->param_bytes,
                l->param_bytes);
    r->params = l->params;
    r->shared_bytes = r->k->shared_bytes + l->dyn_shared;
    r->shared = malloc(r->shared_bytes + 1);
    r->t = calloc(l->block[0] * l->block[1] * l->block[2], sizeof *r->t);
    if (!r->shared || !r->t)
        pi_fail(r->m, 0, "out of memory");
    r->nthreads = l->block[0] * l->block[1] * l->block[2];
    for (uint32_t i = 0; i < r->nthreads; i++) {
        r->t[i].reg = malloc((r->k->nreg + 1) * sizeof *r->t[i].reg);
        r->t[i].local = malloc(r->k->local_bytes + 1);
        if (!r->t[i].reg || !r->t[i].local)
            pi_fail(r->m, 0, "out of memory");
    }
}

static bool run_grid(struct run *r)
{
    if (setjmp(r->m->fail))
        return false;
    prepare_run(r);
    for (r->ctaid[1] = 0; r->ctaid[1] < r->l->grid[1]; r->ctaid[1]++)
        for (r->ctaid[0] = 0; r->ctaid[0] < r->l->grid[0]; r->ctaid[0]++)
            run_block(r);
    return true;
}

bool ptxi_run(struct ptxi_module *m, const struct ptxi_launch *l, char *err, size_t room)
{
    struct run *r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(err, room, "out of memory");
        return false;
    }
    r->m = m;
    r->l = l;
    m->err = err;
    m->room = room;
    bool ok = run_grid(r);
    free_run(r);
    return ok;
}
