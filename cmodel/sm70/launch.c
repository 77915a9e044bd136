/* SPDX-License-Identifier: Apache-2.0
 *
 * A launch: blocks one after the other, or all in turns; their warps in turns.
 */
#include "bound.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    TURN = 1 << 16,             /* instructions of a warp's turn */
    SHORT = 1 << 10,            /* the same, where blocks wait for each other */
    LOCAL = 1 << 14,            /* bytes of local memory of a thread that a kernel finds without asking for them */
    MOST_LOCAL = 512 << 10,
    COUNTED = 1024,             /* bytes of the stack that a kernel asks for itself */
    AT_STACK = 0x28             /* constants: where the stack begins, downwards */
};

/* One path, for which nobody waits. */
static bool goes_on(const struct sm70_warp *w)
{
    return w->npaths == 1 && !w->current && w->path[0].state == PATH_READY && !w->arrived && !w->turn;
}

/* Instructions one behind the other that all lanes execute, `most` at most, as far as each has a body for that; its pc
 * is not looked at by such a body. How many were executed. */
static uint64_t run_straight(struct sm70_warp *w, struct sm70_path *path, uint64_t most)
{
    const struct sm70_block *b = w->block;
    const struct sm70_op *op = &b->program->ops[path->pc];
    uint64_t n = 0;

    for (; n < most && op->straight && !b->failed; n++, op++)
        op->whole(w, op, ALL);
    path->pc += n;
    return n;
}

/* The next instruction of the current path. false: there is none, or no body for it. */
static bool run_one(struct sm70_warp *w, struct sm70_path *path)
{
    const struct sm70_block *b = w->block;
    const struct sm70_program *p = b->program;
    const uint64_t pc = path->pc;
    const struct sm70_op *op = &p->ops[pc];
    uint32_t mask = path->mask;

    if (pc >= p->n) {
        sm70_fail(w, NULL, "0x%" PRIx64 " is outside its code", 16 * pc);
        return false;
    }
    if (!op->body) {
        sm70_fail(w, op, "%016" PRIx64 "%016" PRIx64 ": %s", op->w.hi, op->w.lo,
                  op->row ? "an instruction that this model does not have" : "no instruction of this chip");
        return false;
    }
    if (op->guard.n != PT || op->guard.neg)
        mask = op->guard.kind == PRED_U ? sm70_pred(w, op->guard) : path->mask & sm70_pred(w, op->guard);
    else if (op->guard.kind == PRED_U)
        mask = ALL;
    path->pc++;
    if (mask == ALL && op->whole && b->bound)
        op->whole(w, op, ALL);
    else
        op->body(w, op, mask);
    return true;
}

/* The warp's instructions until it waits, has ended or its turn is over. Did it do anything? */
static bool run_warp(struct sm70_warp *w)
{
    struct sm70_block *b = w->block;
    struct sm70_counts *c = b->counts;
    const struct sm70_program *p = b->program;
    const uint64_t turn = b->launch->together ? SHORT : TURN, limit = b->device->limit;
    uint64_t n = 0;

    while (n < turn && !b->failed && (goes_on(w) || sm70_converge(w))) {
        struct sm70_path *path = &w->path[w->current];
        const uint64_t lanes = path->mask == ALL ? LANES : (unsigned)__builtin_popcount(path->mask), pc = path->pc;
        uint64_t k = 0, most = turn - n;
        if (limit && limit - c->warp_instructions < most)
            most = limit - c->warp_instructions;
        if (path->mask == ALL && b->bound && pc < p->n && p->ops[pc].straight)
            k = run_straight(w, path, most);
        else if (run_one(w, path))
            k = 1;
        else
            break;
        n += k;
        c->warp_instructions += k;
        c->thread_instructions += k * lanes;
        if (limit && c->warp_instructions >= limit)
            sm70_fail(w, &p->ops[pc + k - 1], "more than %" PRIu64 " warp instructions", limit);
    }
    return n != 0;
}

static void put32(uint8_t *at, uint32_t v)
{
    memcpy(at, &v, 4);
}

/* Constant bank 0 as the driver fills it: block and grid, stack, parameters, handles; NULL: out of memory. */
static uint8_t *constants_of(const struct sm70_block *b)
{
    const struct sm70_launch *l = b->launch;
    uint8_t *c = calloc(1, b->nconstants);

    if (!c)
        return NULL;
    for (unsigned i = 0; i < 3; i++) {
        put32(c + 4 * i, l->block[i]);
        put32(c + 12 + 4 * i, l->grid[i]);
    }
    put32(c + AT_STACK, b->nlocal);
    if (l->nparams)
        memcpy(c + sm70_param_base(b->program->chip), l->params, l->nparams);
    for (size_t i = 0; l->handles && i < b->program->kernel->nhandles; i++)
        put32(c + b->program->kernel->handles[i].at, l->handles[i]);
    return c;
}

static void free_block(struct sm70_block *b)
{
    for (unsigned i = 0; b->warps && i < b->nwarps; i++) {
        free(b->warps[i].r);
        free(b->warps[i].local);
    }
    free(b->warps);
    free(b->shared);
    free(b->constants);
}

static uint32_t local_bytes(const struct sm70_kernel *k, uint32_t stack)
{
    const uint32_t all = k->local + (stack > COUNTED ? stack - COUNTED : 0);
    return all > LOCAL ? (all + 15) & ~15u : LOCAL;
}

/* Memory of a block and its warps; false: out of memory (free_block cleans up). */
static bool new_block(struct sm70_block *b)
{
    b->shared = malloc(b->nshared + 1);
    b->warps = calloc(b->nwarps, sizeof *b->warps);
    b->constants = constants_of(b);
    bool ok = b->shared && b->warps && b->constants;

    for (unsigned i = 0; ok && i < b->nwarps; i++) {
        struct sm70_warp *w = &b->warps[i];
        w->r = malloc((PROGRAM_ROWS + b->program->npool) * sizeof *w->r);
        w->u = w->r ? w->r + UNIFORM_ROWS : NULL;
        w->local = calloc(LANES, b->nlocal);
        ok = w->r && w->local;
        b->bound = ok && sm70_fill_rows(b, w);
    }
    return ok;
}

/* State of a block before its first instruction: registers and shared memory are 0. */
static void start_block(struct sm70_block *b, uint32_t threads)
{
    memset(b->shared, 0, b->nshared);
    memset(b->bar, 0, sizeof b->bar);
    for (unsigned i = 0; i < b->nwarps; i++) {
        struct sm70_warp *w = &b->warps[i];
        uint32_t lanes = threads - 32 * i < 32 ? (1u << (threads - 32 * i)) - 1 : ALL;
        w->block = b;
        w->number = i;
        /* what nobody has written is anything */
        memset(w->r, 0x5a, RZ * sizeof *w->r);
        memset(w->r[RZ], 0, sizeof *w->r);
        memset(w->u, 0, 64 * sizeof *w->u);
        memset(w->p, 0, sizeof w->p);
        memset(w->up, 0, sizeof w->up);
        memset(w->b, 0, sizeof w->b);
        w->p[PT] = w->up[PT] = ALL;
        w->path[0] = (struct sm70_path){ .mask = lanes };
        w->npaths = 1;
        w->current = 0;
        w->exited = ~lanes;
        w->turn = false;
        w->arrived = 0;
    }
}

/* A turn of each warp. Did any do anything? alive: some have not ended. */
static bool run_turn(struct sm70_block *b, bool *alive)
{
    bool moved = false;

    *alive = false;
    for (unsigned i = 0; i < b->nwarps && !b->failed; i++) {
        moved = run_warp(&b->warps[i]) || moved;
        *alive = *alive || b->warps[i].npaths;
    }
    return sm70_open_bars(b) || moved;
}

static void fail_waiting(struct sm70_block *b)
{
    sm70_fail(&b->warps[0], NULL, "block (%u, %u, %u) waits for ever", b->ctaid[0], b->ctaid[1], b->ctaid[2]);
}

/* Warps in turns until all have ended; false: a fault, or nothing moves any more. */
static bool run_block(struct sm70_block *b)
{
    for (bool alive = true; alive && !b->failed;)
        if (!run_turn(b, &alive) && alive && !b->failed)
            fail_waiting(b);
    return !b->failed;
}

/* The number of a block, from 0 on, as its place in the grid. */
static void place_block(struct sm70_block *b, uint32_t number)
{
    const unsigned *grid = b->launch->grid;

    b->number = number;
    b->ctaid[0] = number % grid[0];
    b->ctaid[1] = number / grid[0] % grid[1];
    b->ctaid[2] = number / grid[0] / grid[1];
}

/* All blocks in turns, each with memory of its own. */
static bool run_together(const struct sm70_block *first, uint32_t blocks, uint32_t threads)
{
    struct sm70_block *all = calloc(blocks, sizeof *all);
    bool ok = all, alive = true;

    for (uint32_t i = 0; ok && i < blocks; i++) {
        all[i] = *first;
        ok = new_block(&all[i]);
        place_block(&all[i], i);
        if (ok)
            start_block(&all[i], threads);
    }
    if (!ok)
        snprintf(first->message, SM70_MESSAGE, "%.80s: out of memory for %u blocks at once", first->program->name,
                 blocks);
    while (ok && alive) {
        bool moved = false;
        alive = false;
        for (uint32_t i = 0; ok && i < blocks; i++) {
            bool here;
            moved = run_turn(&all[i], &here) || moved;
            alive = alive || here;
            ok = !all[i].failed;
        }
        if (ok && alive && !moved) {
            fail_waiting(&all[0]);
            ok = false;
        }
    }
    for (uint32_t i = 0; all && i < blocks; i++)
        free_block(&all[i]);
    free(all);
    return ok;
}

bool sm70_launch_run(const struct sm70_device *d, const struct sm70_program *p, const struct sm70_launch *l,
                     struct sm70_counts *counts, char message[SM70_MESSAGE])
{
    uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    uint32_t base = sm70_param_base(p->chip);
    struct sm70_block b = {
        .device = d, .program = p, .launch = l, .nwarps = (unsigned)((threads + 31) / 32), .counts = counts,
        .nshared = p->shared + l->shared, .nlocal = local_bytes(p->kernel, l->stack), .message = message,
        .nconstants = (base + l->nparams + 15) & ~15u,
    };

    *counts = (struct sm70_counts){ 0, 0 };
    if (!threads || threads > 1024 || p->chip != d->chip) {
        snprintf(message, SM70_MESSAGE, "%.80s: %s", p->name,
                 p->chip != d->chip ? "made for another chip" : "a block has 1 to 1024 threads");
        return false;
    }
    if (p->kernel->local > MOST_LOCAL) {
        snprintf(message, SM70_MESSAGE, "%.80s: asks for %u bytes of local memory of a thread; at most %d fit", p->name,
                 p->kernel->local, MOST_LOCAL);
        return false;
    }
    for (size_t i = 0; i < p->kernel->nhandles; i++)
        if (p->kernel->handles[i].at + 4 > b.nconstants)
            b.nconstants = (p->kernel->handles[i].at + 19) & ~15u;
    const uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    if (l->together)
        return run_together(&b, (uint32_t)blocks, (uint32_t)threads);
    bool ok = new_block(&b);
    if (!ok)
        snprintf(message, SM70_MESSAGE, "%.80s: out of memory", p->name);
    for (uint64_t i = 0; ok && i < blocks; i++) {
        place_block(&b, (uint32_t)i);
        start_block(&b, (uint32_t)threads);
        ok = run_block(&b);
    }
    free_block(&b);
    return ok;
}
