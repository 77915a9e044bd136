/* SPDX-License-Identifier: Apache-2.0
 *
 * Control flow: the stack algorithm of docs/units/bru.md, literally. Barriers are not here: they belong to the
 * block (grid.c, and the barrier unit of the cycle model).
 */
#include "fault.h"
#include "gt_chip.h"
#include "micro.h"

static uint32_t lanes_running(const struct gt_warp *w, uint32_t mask)
{
    return mask & ~(w->broke | w->returned | w->exited);
}

static bool fault_warp(struct gt_core *c, struct gt_warp *w, uint32_t code)
{
    gt_fault_at(c, w, gt_core_insn(c, w->pc), code, GT_FAULT_NO_LANE, 0);
    return false;
}

/* BRU-5 */
static bool push_entry(struct gt_core *c, struct gt_warp *w, uint8_t type, uint32_t mask, uint32_t pc)
{
    if (w->depth >= GT_STACK_DEPTH)
        return fault_warp(c, w, GT_F_STACK_LIMIT);
    w->stack[w->depth++] = (struct gt_entry){pc, mask, type};
    return true;
}

static void count_pop(int *pops)
{
    if (pops)
        ++*pops;
}

bool gt_ctl_join(struct gt_core *c, struct gt_warp *w, bool *redirected, int *pops)
{
    *redirected = false;
    for (;;) {
        if (w->depth == 0)
            return fault_warp(c, w, GT_F_STACK_UNDERFLOW);
        struct gt_entry e = w->stack[w->depth - 1];
        uint32_t m = lanes_running(w, e.mask);
        if (e.type != GT_E_BRANCH && e.type != GT_E_JOINAT)
            return fault_warp(c, w, GT_F_STACK_MISMATCH);
        w->depth--;
        count_pop(pops);
        if (e.type == GT_E_JOINAT) {
            w->active = m;
            return true;
        }
        if (m) {
            w->active = m;
            w->pc = e.pc;
            *redirected = true;
            return true;
        }
    }
}

/* BRU-7: the running path has no lanes left: find the next one, or finish the warp. */
static bool unwind_stack(struct gt_core *c, struct gt_warp *w, int *pops)
{
    while (w->depth) {
        struct gt_entry e = w->stack[w->depth - 1];
        count_pop(pops);
        switch (e.type) {
        case GT_E_PREBRK:
            w->broke &= ~e.mask;
            break;
        case GT_E_CALL: case GT_E_CALL_LIM:
            if (w->broke & e.mask)              /* brk across a call */
                return fault_warp(c, w, GT_F_STACK_MISMATCH);
            w->returned &= ~e.mask;
            break;
        case GT_E_QUADON:
            return fault_warp(c, w, GT_F_QUADON_ACTIVE);
        default:
            break;
        }
        uint32_t m = lanes_running(w, e.mask);
        /* A JOINAT with live lanes stays: the join at its pc pops it. */
        if (e.type != GT_E_JOINAT || !m)
            w->depth--;
        if (m) {
            w->active = m;
            w->pc = e.pc;
            return true;
        }
    }
    if (w->broke)                               /* brk without prebrk */
        return fault_warp(c, w, GT_F_STACK_UNDERFLOW);
    w->finished = true;
    return true;
}

/* BRU-6: brk, ret, exit */
static bool lanes_leave(struct gt_core *c, struct gt_warp *w, uint32_t lanes, uint32_t *state, uint32_t next, int *pops)
{
    *state |= lanes;
    w->active &= ~lanes;
    if (!w->active)
        return unwind_stack(c, w, pops);
    w->pc = next;
    return true;
}

/* BRU-6: bra */
static bool take_branch(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, uint32_t taken, uint32_t next)
{
    if (!taken) {
        w->pc = next;
        return true;
    }
    if (taken != w->active && !push_entry(c, w, GT_E_BRANCH, w->active & ~taken, next))
        return false;
    w->active = taken;                          /* the taken path goes first */
    w->pc = in->target;
    return true;
}

/* quadpop: the lanes from before the quadon run again, less those that have ended since. */
static bool pop_quad(struct gt_core *c, struct gt_warp *w, uint32_t next, int *pops)
{
    if (!w->depth)
        return fault_warp(c, w, GT_F_STACK_UNDERFLOW);
    if (w->stack[w->depth - 1].type != GT_E_QUADON)
        return fault_warp(c, w, GT_F_STACK_MISMATCH);
    w->active = lanes_running(w, w->stack[--w->depth].mask);  /* perhaps none: the path goes on to its join or end
                                                              without lanes */
    count_pop(pops);
    w->pc = next;
    return true;
}

bool gt_ctl_exec(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, int *pops)
{
    uint32_t t = gt_exec_mask(w, in), next = w->pc + in->len, quads;
    switch (in->op) {
    case GT_OP_BRA:
        return take_branch(c, w, in, t, next);
    case GT_OP_JOINAT: case GT_OP_PREBRK:
        if (!push_entry(c, w, in->op == GT_OP_JOINAT ? GT_E_JOINAT : GT_E_PREBRK, w->active, in->target))
            return false;
        w->pc = next;
        return true;
    case GT_OP_CALL:                            /* the limit of call.lim is set to none */
        if (!push_entry(c, w, in->lim ? GT_E_CALL_LIM : GT_E_CALL, w->active, next))
            return false;
        w->pc = in->target;
        return true;
    case GT_OP_BRK:
        return lanes_leave(c, w, t, &w->broke, next, pops);
    case GT_OP_RET:
        return lanes_leave(c, w, t, &w->returned, next, pops);
    case GT_OP_QUADON:
        if (!push_entry(c, w, GT_E_QUADON, w->active, 0))
            return false;
        quads = w->active | (w->active & 0xaaaaaaaa) >> 1 | (w->active & 0x55555555) << 1;
        w->active = quads | (quads & 0xcccccccc) >> 2 | (quads & 0x33333333) << 2;
        w->pc = next;
        return true;
    case GT_OP_QUADPOP:
        return pop_quad(c, w, next, pops);
    case GT_OP_BRKPT:                           /* no debugger is attached */
        w->pc = next;
        return true;
    case GT_OP_TRAP:
        return fault_warp(c, w, GT_F_TRAP);
    default:
        gt_fault_at(c, w, in, in->err ? GT_F_DECODE : GT_F_UNIMPLEMENTED, GT_FAULT_NO_LANE, 0);
        return false;
    }
}

bool gt_ctl_exit(struct gt_core *c, struct gt_warp *w, int *pops)
{
    return lanes_leave(c, w, w->active, &w->exited, w->pc, pops);
}
