/* SPDX-License-Identifier: Apache-2.0
 *
 * When a body can be taken, when its quarters are complete, and their way into the register file, one step per cycle
 * for both units together.
 */
#include "xwb.h"

#include "gt_chip.h"

#define SFU_BODIES 3                                /* not completely written back at most */
#define DPU_BODIES 2
/* SFU-6: a multiply completes when it would have on the SP: operand stage, execution, the other three quarters. */
#define MUL_DONE (GT_SP_DISPATCH + GT_EX_STAGES + 3)
#define MUL_WRITTEN (5 + 1 + GT_SFU_STAGES + 2 * 3)     /* its last quarter, when the ports are free */
_Static_assert(MUL_WRITTEN <= MUL_DONE, "a multiply is written before it completes");
_Static_assert(XOPS > SFU_BODIES + (MUL_DONE - MUL_WRITTEN) / 8 + 1, "bodies written and not complete have a place");
_Static_assert(GT_STARVE_CYCLES <= UINT8_MAX, "the starvation counters hold it");

/* SFU-2, SFU-5, DPU-2, DPU-4: from the cycle in which the first lane enters to the end of quarter 0; to the next
 * quarter; to the next body. */
struct pace { uint8_t first, quarter, body; };

static struct pace pace_of(const struct xop *op)
{
    if (op->dpu)
        return (struct pace){7 + GT_DPU_STAGES, 8, 24};
    return op->mul ? (struct pace){1 + GT_SFU_STAGES, 2, 3} : (struct pace){3 + GT_SFU_STAGES, 4, 11};
}

static unsigned next_xop(unsigned i) { return (i + 1) % XOPS; }

void xwb_init(struct xwb *x)
{
    x->sfu.most = SFU_BODIES;
    x->dpu.most = DPU_BODIES;
}

struct xop *xunit_new(struct xwb *x, uint64_t cycle, bool dpu, bool mul)
{
    struct xunit *u = dpu ? &x->dpu : &x->sfu;
    struct xop *op = &u->op[u->next];
    u->next = (uint8_t)next_xop(u->next);
    u->bodies++;
    x->count++;
    op->issue = cycle;
    op->dpu = dpu;
    op->mul = mul;
    op->quarter = op->step = 0;
    op->mop = NULL;
    op->done = UINT64_MAX;
    op->last_pass[0] = op->last_pass[1] = UINT64_MAX;
    return op;
}

/* The first lane enters in cycle x. */
static void enter_unit(struct xunit *u, struct xop *op, uint64_t x)
{
    op->first = x + pace_of(op).first;
    u->free = x + pace_of(op).body;
}

void xunit_push(struct xwb *x, struct xop *op, uint64_t cycle)
{
    struct xunit *u = op->dpu ? &x->dpu : &x->sfu;
    if (op->ti->smem)
        op->first = u->free = UINT64_MAX;
    else
        enter_unit(u, op, cycle + (op->dpu ? 8 : 5));
}

/* The oldest body has a step to write in this cycle (XWB-1; DPU-5 with an s[] operand); NULL: none. */
static struct xop *waiting_xop(struct xunit *u, uint64_t cycle)
{
    if (u->free == UINT64_MAX) {
        struct xop *last = &u->op[(u->next + XOPS - 1) % XOPS];
        if (last->last_pass[1] != UINT64_MAX)
            enter_unit(u, last, last->last_pass[1] + 5);
    }
    if (!u->bodies)
        return NULL;
    struct xop *op = &u->op[u->head];
    return op->first != UINT64_MAX && cycle >= op->first + pace_of(op).quarter * op->quarter ? op : NULL;
}

/* The event of a quarter's results of one step. */
static void step_event(struct event_log *log, uint64_t cycle, const struct xop *op)
{
    const struct tinfo *ti = op->ti;
    unsigned q = op->quarter;
    struct gt_event *e = log_event(log, cycle, GT_EV_XWB, op->warp);
    e->pc = op->pc;
    e->quarter = (uint8_t)q;
    e->lanes = op->eff.exec >> 8 * q & 0xff;
    if (ti->there >> op->step & 1) {
        e->writes = GT_WRITES_REG;
        e->regno = (uint8_t)(ti->reg + op->step);
    }
    if (!op->step)
        e->writes |= ti->wb & GT_WRITES_CC;
    for (uint32_t k = e->lanes; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if (e->writes & GT_WRITES_REG)
            e->result[i] = op->eff.result[op->step][8 * q + i];
        if (e->writes & GT_WRITES_CC)
            e->cc[i] = op->eff.cc[8 * q + i];
    }
}

/* XWB-2, DPU-6 */
static bool write_step(struct xunit *u, struct xop *op, struct rf *rf, struct event_log *log, uint64_t cycle)
{
    uint8_t ram = rf_ram(op->warp, op->quarter);
    if ((rf->busy & ram) || (rf->c_busy >> op->quarter & 1))
        return false;
    rf->busy |= ram;
    if ((op->ti->wb & 2) && !op->step)
        rf->c_busy |= (uint8_t)(1u << op->quarter);
    if (log->on)
        step_event(log, cycle, op);
    if (++op->step == op->ti->steps) {
        op->step = 0;
        op->quarter++;
    }
    if (op->quarter == 4) {
        uint64_t least = op->mul ? op->issue + MUL_DONE : 0;
        op->done = cycle > least ? cycle : least;
        u->head = (uint8_t)next_xop(u->head);
        u->bodies--;
    }
    return true;
}

/* XWB-3, WB-5 */
void xwb_write(struct xwb *x, struct rf *rf, struct event_log *log, uint64_t cycle)
{
    struct xunit *unit[2] = {&x->sfu, &x->dpu};
    bool written = false;
    for (unsigned k = 0; k < 2; k++) {
        struct xunit *u = unit[k];
        struct xop *op = waiting_xop(u, cycle);
        if (!op || (!written && write_step(u, op, rf, log, cycle))) {
            written |= op != NULL;
            u->wait = 0;
        } else {
            u->wait += u->wait < GT_STARVE_CYCLES;
        }
    }
}

static const struct xop *oldest_done(struct xunit *u, uint64_t cycle)
{
    const struct xop *op = &u->op[u->oldest];
    if (u->oldest == u->head || op->done > cycle)
        return NULL;
    u->oldest = (uint8_t)next_xop(u->oldest);
    return op;
}

const struct xop *xwb_done(struct xwb *x, uint64_t cycle)
{
    const struct xop *op = oldest_done(&x->sfu, cycle);
    if (!op)
        op = oldest_done(&x->dpu, cycle);
    x->count -= op != NULL;
    return op;
}

/* WB-6 */
unsigned xwb_starved(const struct xwb *x)
{
    unsigned p = 0;
    if (x->sfu.wait >= GT_STARVE_CYCLES)
        p |= 1u << (x->sfu.op[x->sfu.head].warp & 1);
    if (x->dpu.wait >= GT_STARVE_CYCLES)
        p |= 1u << (x->dpu.op[x->dpu.head].warp & 1);
    return p;
}
