/* SPDX-License-Identifier: Apache-2.0
 *
 * A launch: blocks one after the other, or several in turns; their warps in turns.
 */
#include "bound.h"
#include "rounds.h"
#include "stale.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    TURN = 1 << 16,             /* instructions of a warp's turn */
    SHORT = 1 << 10,            /* the same, where several blocks are under way */
    SIDE_BY_SIDE = 1 << 4,      /* the same, where SMs have caches: blocks of a chip go on at one pace */
    PATIENCE = 1 << 20,         /* instructions without the end of a block, until others are taken in */
    LOCAL = 1 << 14,            /* bytes of local memory of a thread that a kernel finds without asking for them */
    MOST_LOCAL = 512 << 10,
    COUNTED = 1024,             /* bytes of the stack that a kernel asks for itself */
    AT_SHARED_WINDOW = 0x18, AT_LOCAL_WINDOW = 0x20,        /* constants: 64 bits each */
    AT_STACK = 0x28,            /* constants: where the stack begins, downwards */
    AT_DYNAMIC = 0x2c,          /* bytes of shared memory that the launch asks for */
    AT_MULTIPROCESSORS = 0x10c,
    AT_SYSTEM_SHARED = 0x114    /* sm_80 on: bytes of shared memory that are the system's */
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
    const uint64_t turn = b->turn, limit = b->device->limit;
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
        if (limit && c->warp_instructions >= limit) {
            c->hangs = true;
            sm70_fail(w, &p->ops[pc + k - 1], "more than %" PRIu64 " warp instructions", limit);
        }
    }
    return n != 0;
}

static void put32(uint8_t *at, uint32_t v)
{
    memcpy(at, &v, 4);
}

static void put_wide(uint8_t *at, uint64_t v)
{
    memcpy(at, &v, 8);
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
    put_wide(c + AT_SHARED_WINDOW, SHARED_WINDOW);
    put_wide(c + AT_LOCAL_WINDOW, LOCAL_WINDOW);
    put32(c + AT_STACK, b->nlocal);
    put32(c + AT_DYNAMIC, l->shared);
    put32(c + AT_MULTIPROCESSORS, sm70_multiprocessors(l));
    if (b->program->chip == SM70_90)
        put32(c + AT_SYSTEM_SHARED, SYSTEM_SHARED);
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
        ok = w->r;
        b->bound = ok && !b->stale && sm70_fill_rows(b, w);
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
        w->path[NPATHS] = (struct sm70_path){ .state = PATH_BSYNC };
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
    b->counts->hangs = true;
    sm70_fail(&b->warps[0], NULL, "block (%u, %u, %u) waits for ever", b->ctaid[0], b->ctaid[1], b->ctaid[2]);
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

/* A grid's blocks: those under way in front, behind them memory of others that have ended. */
struct crew {
    const struct sm70_block *first;     /* what they have in common */
    uint32_t threads;
    uint64_t blocks, next, done;
    size_t   most, width;               /* at once: ever, now */
    size_t   nslots, running;
    struct sm70_block **slot;
    bool     failed;
    unsigned *on, sms;                  /* blocks under way on each SM that has a cache */
    uint64_t since, told;               /* instructions when a block last ended or came, when the watcher was told */
    struct sm70_rounds rounds;          /* looked at when that is long ago */
    uint64_t had[2], quiet, wait;       /* blocks begun and done then; times of PATIENCE since, and until a look */
};

/* The block has the SM that has the fewest. */
static void take_sm(struct crew *c, struct sm70_block *b)
{
    unsigned least = 0;

    for (unsigned i = 1; i < c->sms; i++)
        if (c->on[i] < c->on[least])
            least = i;
    b->sm = least;
    if (c->sms)
        c->on[least]++;
}

/* The grid's next block; false: there is no memory for it, or none is left. */
static bool start_next(struct crew *c)
{
    if (c->next == c->blocks || c->running == c->width)
        return false;
    if (c->running == c->nslots) {
        struct sm70_block *b = malloc(sizeof *b);
        if (!b)
            return false;
        *b = *c->first;
        if (!new_block(b)) {
            free_block(b);
            free(b);
            return false;
        }
        c->slot[c->nslots++] = b;
    }
    struct sm70_block *b = c->slot[c->running++];
    place_block(b, (uint32_t)c->next++);
    start_block(b, c->threads);
    take_sm(c, b);
    c->since = c->first->counts->warp_instructions;
    return true;
}

/* Twice as many at once from now on; false: no other comes. */
static bool widen_crew(struct crew *c)
{
    c->width = 2 * c->width < c->most ? 2 * c->width : c->most;
    return start_next(c);
}

/* A turn of each block; those that have ended leave. Did any do anything? */
static bool run_round(struct crew *c)
{
    const uint64_t turn = c->running == 1 && !c->rounds.on ? TURN : c->sms ? SIDE_BY_SIDE : SHORT;
    bool moved = false;

    for (size_t i = 0; i < c->running;) {
        struct sm70_block *b = c->slot[i];
        bool alive;
        b->turn = turn;
        moved = run_turn(b, &alive) || moved;
        if (b->failed) {
            c->failed = true;
            return false;
        }
        if (alive) {
            i++;
            continue;
        }
        memmove(&c->slot[i], &c->slot[i + 1], (--c->running - i) * sizeof *c->slot);
        c->slot[c->running] = b;
        if (c->sms)
            c->on[b->sm]--;
        c->done++;
        c->since = b->counts->warp_instructions;
    }
    return moved;
}

static void tell_watcher(struct crew *c)
{
    const struct sm70_launch *l = c->first->launch;
    struct sm70_where at = { .instructions = c->first->counts->warp_instructions };

    if (!l->told || at.instructions - c->told < TURN)
        return;
    c->told = at.instructions;
    for (unsigned i = 0; c->running && i < c->slot[0]->nwarps; i++) {
        const struct sm70_warp *w = &c->slot[0]->warps[i];
        if (!w->npaths)
            continue;
        memcpy(at.ctaid, c->slot[0]->ctaid, sizeof at.ctaid);
        at.warp = i;
        at.pc = 16 * w->path[w->current < w->npaths ? w->current : 0].pc;
        break;
    }
    l->told(l->told_ctx, c->done, c->blocks, &at);
}

/* Where a warp goes round. */
static void fail_ever(struct sm70_block *b)
{
    const struct sm70_program *p = b->program;

    b->counts->hangs = true;
    for (unsigned i = 0; i < b->nwarps; i++) {
        struct sm70_warp *w = &b->warps[i];
        const struct sm70_path *path = &w->path[w->current];
        if (w->npaths && path->state == PATH_READY && path->pc < p->n)
            sm70_fail(w, &p->ops[path->pc], "it goes round for ever: all registers come back, and nobody changes "
                      "memory");
    }
    fail_waiting(b);
}

/* Do the blocks go round for ever? long_ago: PATIENCE since one has ended or come, and no other can. The more warps,
 * the later it is looked, and each time twice as late: it takes time. */
static bool goes_round(struct crew *c, bool long_ago)
{
    if (c->had[0] != c->next || c->had[1] != c->done) {
        sm70_rounds_stop(&c->rounds, c->slot, c->nslots);
        c->had[0] = c->next;
        c->had[1] = c->done;
        c->quiet = 0;
        c->wait = c->running * c->first->nwarps / 64;
    }
    if (c->rounds.on)
        return sm70_rounds_turn(&c->rounds, c->slot, c->running);
    c->quiet += long_ago;
    if (long_ago && c->running && c->quiet > c->wait) {
        c->wait = 2 * c->quiet;
        sm70_rounds_begin(&c->rounds, c->slot, c->running);
    }
    return false;
}

/* All blocks, one after the other while they end: blocks that wait for later ones, as in a barrier of a grid, see these
 * come, twice as many each time, up to what a chip would have at once. false: a fault, or nothing moves any more. */
static bool run_blocks(struct crew *c)
{
    const struct sm70_counts *n = c->first->counts;

    while (c->done < c->blocks) {
        while (start_next(c))
            ;
        if (!c->running) {
            snprintf(c->first->message, SM70_MESSAGE, "%.80s: out of memory", c->first->program->name);
            return false;
        }
        const bool moved = run_round(c);
        if (c->failed)
            return false;
        if (c->running && !moved && !widen_crew(c)) {
            fail_waiting(c->slot[0]);
            return false;
        }
        const bool long_ago = n->warp_instructions - c->since > PATIENCE && !widen_crew(c);
        if (long_ago)
            c->since = n->warp_instructions;
        if ((long_ago || c->rounds.on) && goes_round(c, long_ago)) {
            fail_ever(c->slot[0]);
            return false;
        }
        tell_watcher(c);
    }
    return true;
}

/* A grid with as many blocks at once as it asks for. */
static bool run_grid(const struct sm70_block *first, uint64_t blocks, uint32_t threads)
{
    const struct sm70_launch *l = first->launch;
    const uint64_t most = l->together ? blocks : l->resident > 1 ? l->resident : 1;
    struct crew c = { .first = first, .threads = threads, .blocks = blocks, .sms = first->stale ? l->stale : 0 };

    c.most = (size_t)(most < blocks ? most : blocks);
    c.width = l->together ? c.most : c.sms && c.sms < c.most ? c.sms : c.sms ? c.most : 1;
    c.slot = calloc(c.most + 1, sizeof *c.slot);
    c.on = calloc(c.sms + 1, sizeof *c.on);
    bool ok = c.slot && c.on;
    while (ok && l->together && c.next < blocks)
        ok = start_next(&c);
    if (!ok)
        snprintf(first->message, SM70_MESSAGE, "%.80s: out of memory for %llu blocks at once", first->program->name,
                 (unsigned long long)c.most);
    ok = ok && run_blocks(&c);
    for (size_t i = 0; i < c.nslots; i++) {
        free_block(c.slot[i]);
        free(c.slot[i]);
    }
    free(c.slot);
    free(c.on);
    return ok;
}

/* The same with first caches, if the launch has them; loads of old bytes fail it when all is done. */
static bool run_cached(struct sm70_block *b, uint64_t blocks, uint32_t threads)
{
    const struct sm70_launch *l = b->launch;

    if (!l->stale)
        return run_grid(b, blocks, threads);
    if (!(b->stale = sm70_stale_new(b->device, l->stale))) {
        snprintf(b->message, SM70_MESSAGE, "%.80s: out of memory for the caches of %u SMs", b->program->name, l->stale);
        return false;
    }
    *b->message = '\0';
    bool ok = run_grid(b, blocks, threads);
    b->counts->stale = sm70_stale_count(b->stale);
    const size_t n = strlen(b->message);
    if (n && b->counts->stale)
        b->message[n] = '\n';
    sm70_stale_tell(b->stale, b->program, l, b->message + n + (n != 0), SM70_MESSAGE - n - (n != 0));
    ok = ok && !b->counts->stale;
    sm70_stale_free(b->stale);
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

    *counts = (struct sm70_counts){ 0 };
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
    return run_cached(&b, blocks, (uint32_t)threads);
}
