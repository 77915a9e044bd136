/* SPDX-License-Identifier: Apache-2.0
 *
 * Control flow. The lanes of a warp go in paths, each with a pc of its own. One path goes at a time, until it ends,
 * waits or yields; paths become one again at BSYNC and WARPSYNC only.
 */
#include "core.h"

static struct sm70_path *current_path(struct sm70_warp *w)
{
    return &w->path[w->current];
}

static void drop_path(struct sm70_warp *w, unsigned i)
{
    w->path[i] = w->path[--w->npaths];
    if (w->current == w->npaths)        /* moved, or it was the last itself: then the one split before it */
        w->current = i < w->npaths ? i : i ? i - 1 : 0;
}

/* Some lanes of the current path become a path of their own, with the same pc. Its number. */
static unsigned split_path(struct sm70_warp *w, uint32_t lanes)
{
    w->path[w->npaths] = *current_path(w);
    w->path[w->npaths].mask = lanes;
    current_path(w)->mask &= ~lanes;
    return w->npaths++;
}

/* The lanes of mask wait; the others, if there are any, go on. */
static void wait_for(struct sm70_warp *w, uint32_t mask, enum path_state state, uint32_t what)
{
    unsigned i = w->current;

    if (!mask)
        return;
    if (mask != current_path(w)->mask)
        i = split_path(w, mask);
    w->path[i].state = state;
    w->path[i].what = what;
    w->path[i].yielded = false;
}

/* Lanes of a warp that are at the same place. */
static void join_all(struct sm70_warp *w, enum path_state state, uint64_t pc, uint32_t what, uint32_t lanes)
{
    unsigned first = NPATHS;
    bool here = false;          /* is the current path one of them? */

    for (unsigned i = 0; i < w->npaths; i++) {
        struct sm70_path *p = &w->path[i];
        if (p->state != state || p->pc != pc || p->what != what || !(p->mask & lanes))
            continue;
        here = here || i == w->current;
        if (first == NPATHS) {
            first = i;
        } else {
            w->path[first].mask |= p->mask;
            drop_path(w, i--);
        }
    }
    w->path[first].state = PATH_READY;
    w->current = here ? first : w->current;
}

/* Who has to be there before this path goes on, and who is. */
static uint32_t lanes_needed(const struct sm70_warp *w, const struct sm70_path *p)
{
    uint32_t lanes = p->state == PATH_WARPSYNC ? p->what : w->b[p->what][__builtin_ctz(p->mask)];

    for (unsigned i = 0; p->state == PATH_BSYNC && i < w->npaths; i++)
        if (w->path[i].yielded)
            lanes &= ~w->path[i].mask;
    return (lanes | p->mask) & ~w->exited;
}

static uint32_t lanes_waiting(const struct sm70_warp *w, const struct sm70_path *p)
{
    uint32_t there = 0;

    for (unsigned i = 0; i < w->npaths; i++)
        if (w->path[i].state == p->state && w->path[i].what == p->what &&
            (p->state == PATH_WARPSYNC || w->path[i].pc == p->pc))
            there |= w->path[i].mask;
    return there;
}

static bool path_ready(const struct sm70_warp *w, unsigned i)
{
    return w->path[i].state == PATH_READY;
}

/* Which of two paths goes first: the current one last, when it gives way; one that has given way late; fewer lanes. */
static bool goes_before(const struct sm70_warp *w, unsigned a, unsigned b)
{
    if (a == w->current || b == w->current)
        return b == w->current;
    if (w->path[a].yielded != w->path[b].yielded)
        return w->path[b].yielded;
    return __builtin_popcount(w->path[a].mask) < __builtin_popcount(w->path[b].mask);
}

bool sm70_converge(struct sm70_warp *w)
{
    for (unsigned i = 0; w->npaths > 1 && i < w->npaths; i++)
        if (w->path[i].state == PATH_BAR)
            return false;
    if (!w->arrived && !w->turn && w->npaths && path_ready(w, w->current))
        return true;
    for (unsigned i = 0; i < w->npaths; i++) {
        struct sm70_path *p = &w->path[i];
        if (p->state != PATH_WARPSYNC && (p->state != PATH_BSYNC || !(w->arrived >> p->what & 1)))
            continue;
        uint32_t need = lanes_needed(w, p);
        if (need & ~lanes_waiting(w, p))
            continue;
        if (p->state == PATH_WARPSYNC)
            for (unsigned k = 0; k < w->npaths; k++)        /* each place by itself */
                if (w->path[k].state == PATH_WARPSYNC && w->path[k].what == p->what && w->path[k].pc != p->pc)
                    w->path[k].state = PATH_READY;
        if (p->state == PATH_BSYNC)             /* who comes later does not wait for them; it is nobody's now */
            EACH(l)
                w->b[p->what][l] &= need >> l & 1 ? 0 : ~need;
        join_all(w, p->state, p->pc, p->what, need);
        i = ALL;        /* again from the first */
    }
    w->arrived = 0;
    if (!w->npaths)
        return false;
    if (!w->turn && path_ready(w, w->current))
        return true;
    unsigned next = NPATHS, was = w->current;
    for (unsigned i = 0; i < w->npaths; i++)
        if (path_ready(w, i) && (next == NPATHS || goes_before(w, i, next)))
            next = i;
    if (next == NPATHS)
        return false;
    if (w->path[next].yielded)          /* all others have given way, too: their turn */
        for (unsigned i = 0; i < w->npaths; i++)
            if (i != was || i == next)
                w->path[i].yielded = false;
    w->current = next;
    w->turn = false;
    return true;
}

/* BRA. A divergent one splits the path; the side with fewer lanes goes first. With .DIV it is taken when others are to
 * be there too, with .CONV when not. */
static void exec_bra(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t taken = mask & sm70_pred(w, op->ps[0]), all = current_path(w)->mask;

    if (bits(op, 33, 1)) {              /* .DIV, .CONV */
        uint32_t whole = op->s[0].kind == OPERAND_U ? w->u[op->s[0].n][0] : ~w->exited;
        taken = (all != whole) == !bits(op, 32, 1) ? taken : 0;
    }
    if (!taken)
        return;
    if (taken == all) {
        current_path(w)->pc = op->target;
        return;
    }
    unsigned other = split_path(w, taken);
    w->path[other].pc = op->target;
    /* The fewer go first; of two equal sides the one that does not jump. */
    if (__builtin_popcount(taken) < __builtin_popcount(all & ~taken))
        w->current = other;
}

/* BRA.U: a uniform predicate, so all or none. */
static void exec_bra_u(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t p = w->up[bits(op, 24, 3)] ? ALL : 0;

    if (mask && (bits(op, 27, 1) ? ~p : p))
        current_path(w)->pc = op->target;
}

/* To the target and the address in the register pair. Where that differs, the lanes that go where the lowest one goes
 * are one side of a branch; the others come here again. The fewer go first, of equal sides those that have gone; so an
 * H200 has it of two places, of three and four not always. */
static void exec_ret(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t to[LANES];
    uint32_t same = 0, all = current_path(w)->mask;

    if (!mask)
        return;
    sm70_wide(w, op, 0, to);
    const uint64_t first = to[__builtin_ctz(mask)], pc = op->target * 16 + first;
    if (pc % 16) {
        sm70_fail(w, op, "to an address that is not a multiple of 16");
        return;
    }
    EACH(l)
        same |= (uint32_t)(mask >> l & 1 && to[l] == first) << l;
    if (same == all) {
        current_path(w)->pc = pc / 16;
        return;
    }
    unsigned other = split_path(w, same);
    w->path[other].pc = pc / 16;
    current_path(w)->pc -= mask != same && mask == all;
    if (mask != same && mask != all)        /* some do not execute it */
        w->path[split_path(w, mask & ~same)].pc--;
    if (2 * __builtin_popcount(same) <= __builtin_popcount(all))
        w->current = other;
}

/* CALL.REL to the target, or, of code 344, to that and a register pair. */
static void exec_call(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    (bits(op, 0, 12) == 0x344 ? exec_ret : exec_bra)(w, op, mask);
}

/* BRX: by a register pair from the next instruction on. */
static void exec_brx(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    exec_ret(w, op, mask & sm70_pred(w, op->ps[0]));
}

static void exec_exit(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t lanes = mask & sm70_pred(w, op->ps[0]);

    w->exited |= lanes;
    w->arrived = ALL;
    current_path(w)->mask &= ~lanes;
    if (!current_path(w)->mask) {       /* the fewest go on, as when it waits */
        drop_path(w, w->current);
        w->current = NPATHS;
        w->turn = true;
    }
}

static void exec_bssy(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned n = bits(op, 16, 4);

    EACH(l)
        w->b[n][l] = mask >> l & 1 ? mask : w->b[n][l];
}

static void exec_bsync(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    w->arrived |= 1u << bits(op, 16, 4);
    wait_for(w, mask, PATH_BSYNC, bits(op, 16, 4));
}

/* BREAK: lanes leave the set of barrier Bn, in the masks of all that wait for it. */
static void exec_break(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t lanes = mask & sm70_pred(w, op->ps[0]);
    unsigned n = bits(op, 16, 4);

    w->arrived |= 1u << n;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uint32_t others = w->b[n][__builtin_ctz(rest)];
        EACH(l)
            if (others >> l & 1)
                w->b[n][l] &= ~lanes;
    }
}

/* What the barrier says, which is then nobody's: none of those waits for others any more. */
static void exec_bmov_clear(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned n = bits(op, 24, 4);
    uint32_t out[LANES], all = 0;

    memcpy(out, w->b[n], sizeof out);
    sm70_put(w, op, out, mask);
    EACH(l)
        all |= mask >> l & 1 ? out[l] | 1u << l : 0;
    EACH(l)
        w->b[n][l] = all >> l & 1 ? 0 : w->b[n][l];
}

/* Who takes part in a barrier, from a register; those who do all know. */
static void exec_bmov(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned n = bits(op, 24, 4);
    const uint32_t *v = w->r[bits(op, 32, 8)];

    if (!mask)
        return;
    uint32_t set = v[__builtin_ctz(mask)];
    EACH(l)
        w->b[n][l] = (set | mask) >> l & 1 ? set : w->b[n][l];
}

static void exec_warpsync(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned code = bits(op, 0, 12);
    uint32_t lanes = !strcmp(op->row->name, "WARPSYNC.ALL") ? ALL : bits(op, 32, 32);

    if (bits(op, 86, 1)) {
        sm70_fail(w, op, ".EXCLUSIVE is not known");
        return;
    }
    if (mask && code == 0x348)
        lanes = w->r[op->s[0].n][__builtin_ctz(mask)];
    w->arrived = ALL;
    wait_for(w, mask, PATH_WARPSYNC, lanes);
}

/* Gives way. Who waits at a convergence barrier, and not at the one that comes next, need not wait any more. */
static void exec_yield(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t next = current_path(w)->pc;
    bool others = false;

    (void)op;
    for (unsigned i = 0; mask && i < w->npaths; i++)
        if (i != w->current && (path_ready(w, i) || (w->path[i].state == PATH_BSYNC && w->path[i].pc != next + 1))) {
            others = true;
            if (w->path[i].state == PATH_BSYNC)
                w->arrived |= 1u << w->path[i].what;
        }
    w->turn = current_path(w)->yielded = others;
}

static void exec_nop(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    (void)w;
    (void)op;
    (void)mask;
}

/* A breakpoint without a debugger. */
static void exec_trap(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    if (mask)
        sm70_fail(w, op, "a trap, lanes 0x%08x", mask);
}

/* BAR. On an H200 lanes of a warp stand for all 32 of it, those that have ended or never were among them, and it waits
 * as a whole: lanes elsewhere do not go on meanwhile, and come to a barrier of their own later. BAR.RED looks at the
 * predicates of those alone that execute it. */
static void exec_bar(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned form = bits(op, 9, 3), n = bits(op, 54, 4), count = bits(op, 42, 12);
    const uint32_t v = mask && form != 5 ? w->r[bits(op, 32, 8)][__builtin_ctz(mask)] : 0;

    if (form == 1 || form == 2)         /* both in a register, or the barrier */
        n = v & 15;
    if (form == 1 || form == 4)
        count = v >> (form == 1 ? 16 : 0) & 0xfff;
    struct sm70_bar *b = &w->block->bar[n];

    if (!mask)
        return;
    b->arrived += LANES;
    if (count)
        b->expected = count;
    if (bits(op, 78, 1)) {              /* .RED */
        const uint32_t p = sm70_pred(w, op->ps[0]);
        b->reduces = 1 + bits(op, 74, 2);
        b->ones += (uint32_t)__builtin_popcount(mask & p);
        b->zeros += (uint32_t)__builtin_popcount(mask & ~p);
    }
    if (!bits(op, 77, 1))               /* .ARV */
        wait_for(w, current_path(w)->mask, PATH_BAR, n);
}

bool sm70_open_bars(struct sm70_block *b)
{
    uint32_t alive = 0;
    bool any = false;

    for (unsigned i = 0; i < b->nwarps; i++)
        alive += b->warps[i].npaths ? LANES : 0;
    for (unsigned n = 0; n < NBAR; n++) {
        struct sm70_bar *bar = &b->bar[n];
        if (!bar->arrived || bar->arrived < (bar->expected ? bar->expected : alive))
            continue;
        uint32_t result = bar->ones;
        if (bar->reduces > 1)
            result = (bar->reduces == 2 ? !bar->zeros : bar->ones != 0) ? ALL : 0;
        for (unsigned i = 0; i < b->nwarps; i++) {
            struct sm70_warp *w = &b->warps[i];
            for (unsigned k = 0; k < w->npaths; k++) {
                struct sm70_path *p = &w->path[k];
                if (p->state != PATH_BAR || p->what != n)
                    continue;
                p->state = PATH_READY;
                if (bar->reduces)
                    EACH(l)
                        w->red[l] = p->mask >> l & 1 ? result : w->red[l];
            }
        }
        *bar = (struct sm70_bar){ 0 };
        any = true;
    }
    return any;
}

static void exec_b2r_result(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t some = 0;

    EACH(l)
        some |= (uint32_t)(w->red[l] != 0) << l;
    sm70_put(w, op, w->red, mask);
    sm70_put_pred(w, op->pd[0], some, mask);
}

const struct sm70_bodies sm70_control_bodies[] = {
    { "NOP", exec_nop }, { "DEPBAR.LE", exec_nop }, { "BRA", exec_bra }, { "BRA.U", exec_bra_u }, { "BRX", exec_brx },
    { "BSSY", exec_bssy }, { "BSYNC", exec_bsync },
    { "BREAK", exec_break }, { "EXIT", exec_exit }, { "YIELD", exec_yield }, { "NANOSLEEP", exec_yield },
    { "WARPSYNC", exec_warpsync }, { "WARPSYNC.ALL", exec_warpsync }, { "CALL.REL", exec_call },
    { "RET.REL", exec_ret }, { "BAR.SYNC", exec_bar }, { "BAR.ARV", exec_bar }, { "BAR.RED", exec_bar },
    { "BPT.TRAP", exec_trap }, { "B2R.RESULT", exec_b2r_result }, { "BMOV.32", exec_bmov },
    { "BMOV.32.CLEAR", exec_bmov_clear }, { NULL, NULL }
};
