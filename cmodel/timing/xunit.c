/* SPDX-License-Identifier: Apache-2.0
 *
 * SFU and DPU (docs/units/sfu.md, dpu.md, xwb.md): when a body can be taken, when its quarters are
 * complete, and their way into the register file, one step per cycle for both units together.
 */
#include "timing.h"

#define SFU_BODIES 3                                /* not completely written back at most */
#define DPU_BODIES 2
/* A multiply completes when it would have on the SP: operand stage, execution, the other three quarters. */
#define MUL_DONE (GT_SP_DISPATCH + GT_EX_STAGES + 3)
#define MUL_WRITTEN (5 + 1 + GT_SFU_STAGES + 2 * 3)     /* its last quarter, when the ports are free */
_Static_assert(MUL_WRITTEN <= MUL_DONE, "a multiply is written before it completes");
_Static_assert(XOPS > SFU_BODIES + (MUL_DONE - MUL_WRITTEN) / 8 + 1, "bodies written and not complete have a place");
_Static_assert(GT_STARVE_CYCLES <= UINT8_MAX, "the starvation counters hold it");

/* From the cycle in which the first lane enters to the end of quarter 0; to the next quarter; to the next body. */
struct pace { uint8_t first, quarter, body; };

static struct pace pace(const struct xop *op)
{
    if (op->dpu)
        return (struct pace){7 + GT_DPU_STAGES, 8, 24};
    return op->mul ? (struct pace){1 + GT_SFU_STAGES, 2, 3} : (struct pace){3 + GT_SFU_STAGES, 4, 11};
}

static unsigned next(unsigned i) { return (i + 1) % XOPS; }

bool xunit_takes(const struct gt_sm *sm, const struct xunit *x)
{
    unsigned bodies = (x->next + XOPS - x->head) % XOPS;
    return sm->cyc >= x->free && bodies < (x == &sm->dpu ? DPU_BODIES : SFU_BODIES);
}

struct xop *xunit_new(struct gt_sm *sm, bool dpu, bool mul)
{
    struct xunit *x = dpu ? &sm->dpu : &sm->sfu;
    struct xop *op = &x->op[x->next];
    x->next = (uint8_t)next(x->next);
    op->issue = sm->cyc;
    op->dpu = dpu;
    op->mul = mul;
    op->quarter = op->step = 0;
    op->mop = -1;
    op->done = NEVER;
    op->last_pass[0] = op->last_pass[1] = NEVER;
    return op;
}

/* The first lane enters in cycle x. */
static void enter(struct xunit *u, struct xop *op, uint64_t x)
{
    op->first = x + pace(op).first;
    u->free = x + pace(op).body;
}

void xunit_push(struct gt_sm *sm, struct xop *op)
{
    struct xunit *u = op->dpu ? &sm->dpu : &sm->sfu;
    if (op->ti->smem)
        op->first = u->free = NEVER;
    else
        enter(u, op, sm->cyc + (op->dpu ? 8 : 5));
}

/* The oldest body has a step to write in this cycle; NULL: none. */
static struct xop *waiting(const struct gt_sm *sm, struct xunit *u)
{
    if (u->free == NEVER) {
        struct xop *last = &u->op[(u->next + XOPS - 1) % XOPS];
        if (last->last_pass[1] != NEVER)
            enter(u, last, last->last_pass[1] + 5);
    }
    if (u->head == u->next)
        return NULL;
    struct xop *op = &u->op[u->head];
    return op->first != NEVER && sm->cyc >= op->first + pace(op).quarter * op->quarter ? op : NULL;
}

static void step_event(struct gt_sm *sm, const struct xop *op)
{
    const struct tinfo *ti = op->ti;
    unsigned q = op->quarter;
    struct gt_event *e = sm_event(sm, GT_EV_XWB, op->warp, op->pc);
    e->part = (uint8_t)q;
    e->mask = op->eff.exec >> 8 * q & 0xff;
    if (ti->there >> op->step & 1)
        e->n = 1u | (uint32_t)(ti->reg + op->step) << 8;
    if (!op->step)
        e->n |= ti->wb & 2;
    for (uint32_t k = e->mask; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if (e->n & 1)
            e->data[i] = op->eff.result[op->step][8 * q + i];
        if (e->n & 2)
            e->data[8 + i] = op->eff.cc[8 * q + i];
    }
}

static bool write_step(struct gt_sm *sm, struct xunit *u, struct xop *op)
{
    uint8_t ram = (uint8_t)(1u << ((op->warp & 1) * 4 + op->quarter));
    if ((sm->rf.busy & ram) || (sm->rf.c_busy >> op->quarter & 1))
        return false;
    sm->rf.busy |= ram;
    if ((op->ti->wb & 2) && !op->step)
        sm->rf.c_busy |= (uint8_t)(1u << op->quarter);
    if (sm->events_on)
        step_event(sm, op);
    if (++op->step == op->ti->steps) {
        op->step = 0;
        op->quarter++;
    }
    if (op->quarter == 4) {
        uint64_t least = op->mul ? op->issue + MUL_DONE : 0;
        op->done = sm->cyc > least ? sm->cyc : least;
        u->head = (uint8_t)next(u->head);
    }
    return true;
}

void xunit_write(struct gt_sm *sm)
{
    struct xunit *unit[2] = {&sm->sfu, &sm->dpu};
    bool written = false;
    for (unsigned k = 0; k < 2; k++) {
        struct xunit *u = unit[k];
        struct xop *op = waiting(sm, u);
        if (!op || (!written && write_step(sm, u, op))) {
            written |= op != NULL;
            u->wait = 0;
        } else {
            u->wait += u->wait < GT_STARVE_CYCLES;
        }
    }
}

void xunit_complete(struct gt_sm *sm)
{
    struct xunit *unit[2] = {&sm->sfu, &sm->dpu};
    for (unsigned k = 0; k < 2; k++) {
        struct xunit *u = unit[k];
        while (u->oldest != u->head && u->op[u->oldest].done <= sm->cyc) {
            const struct xop *op = &u->op[u->oldest];
            sb_clear(sm, op->warp, op->ti);
            sm->cta.inflight[sm->warp[op->warp].blk]--;
            if (op->mop >= 0)
                lsu_free(sm, &sm->lsu.op[op->mop]);
            u->oldest = (uint8_t)next(u->oldest);
        }
    }
}

unsigned xunit_starve(const struct gt_sm *sm)
{
    unsigned p = 0;
    if (sm->sfu.wait >= GT_STARVE_CYCLES)
        p |= 1u << (sm->sfu.op[sm->sfu.head].warp & 1);
    if (sm->dpu.wait >= GT_STARVE_CYCLES)
        p |= 1u << (sm->dpu.op[sm->dpu.head].warp & 1);
    return p;
}
