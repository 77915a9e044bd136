/* SPDX-License-Identifier: Apache-2.0
 *
 * Write-back: SP results, SFU and DPU results (xunit.c), load beats (shared memory before global) and completions
 * (docs/microarchitecture.md sections 5 and 7).
 */
#include "timing.h"

_Static_assert(GT_STARVE_CYCLES <= UINT8_MAX, "the starvation counters hold it");

void wb_push_s(struct gt_sm *sm, const struct mop *m, uint16_t lanes, uint64_t when, bool last)
{
    struct wb *wb = &sm->wb;
    struct beat *b = &wb->s[(wb->s_head + wb->s_count++) & (SFIFO - 1)];
    *b = (struct beat){.mop = (uint16_t)(m - sm->lsu.op), .lanes = lanes, .half = m->half, .words = 1,
                       .last = last, .when = when};
}

void wb_done(struct gt_sm *sm, const struct mop *m, uint64_t when)
{
    unsigned i = when & 3;
    sm->wb.done[i][sm->wb.ndone[i]++] = (int16_t)(m - sm->lsu.op);
}

/* WB-6 */
unsigned wb_starve(const struct gt_sm *sm)
{
    const struct wb *wb = &sm->wb;
    unsigned p = 0;
    if (wb->s_wait >= GT_STARVE_CYCLES)
        p |= 1u << (sm->lsu.op[wb->s[wb->s_head].mop].warp & 1);
    if (wb->g_wait >= GT_STARVE_CYCLES)
        p |= 1u << (sm->lsu.op[wb->g.mop].warp & 1);
    return p;
}

/* Where a quarter of an SP result with these lanes goes: as in GT_EV_SPWB. */
static uint32_t sp_place(const struct gt_sm *sm, const struct spop *op, uint32_t mask)
{
    const struct gt_insn *in = op->ti->in;
    bool half = in->dst_kind == GT_K_R16;
    unsigned blk = sm->warp[op->warp].blk, i = op->warp - blk * sm->cfg.slot_warps;
    uint32_t reg = half ? in->dst >> 1 : in->dst, enables = 0;
    for (unsigned k = 0; k < 8; k++)
        if (mask >> k & 1)
            enables |= (half ? 1u << (in->dst & 1) : 3u) << 2 * k;
    return ((blk * sm->cfg.slot_rows + (i >> 1) * sm->cfg.nregs + reg) & 0xff) | reg << 8 | enables << 16;
}

/* GT_EV_SPWB of the quarter that reaches write-back now. */
static void sp_event(struct gt_sm *sm, const struct spop *op, unsigned q)
{
    const struct tinfo *ti = op->ti;
    uint32_t mask = op->eff.exec & ti->wmask;
    struct gt_event *e = sm_event(sm, GT_EV_SPWB, op->warp, op->pc);
    e->part = (uint8_t)q;
    e->mask = mask >> 8 * q & 0xff;
    e->n = ti->wb;
    if (ti->wb & 1)
        e->addr = sp_place(sm, op, e->mask);
    for (uint32_t k = e->mask; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if (ti->wb & 5)
            e->data[i] = op->eff.result[0][8 * q + i];
        if (ti->wb & 2)
            e->data[8 + i] = op->eff.cc[8 * q + i];
    }
}

/* RF-8, SMEM-7: the beat is written if both its RAMs are free, of ld.lock also both $c banks. */
static bool write_beat(struct gt_sm *sm, const struct beat *b, unsigned word)
{
    const struct mop *m = &sm->lsu.op[b->mop];
    uint8_t rams = rf_pair(m->warp, b->half);
    if ((sm->rf.busy & rams) || (m->ti->lock && (sm->rf.c_busy >> 2 * b->half & 3)))
        return false;
    sm->rf.busy |= rams;
    if (sm->log.on) {
        struct gt_event *e = sm_event(sm, GT_EV_LDWB, m->warp, m->pc);
        e->part = b->half;
        e->mask = b->lanes;
        e->n = m->ti->reg + word;
        for (uint32_t k = b->lanes; k; k &= k - 1) {
            unsigned i = (unsigned)__builtin_ctz(k);
            e->data[i] = m->eff->result[word][16 * b->half + i];
        }
    }
    return true;
}

/* completed: another load completes at the end of the next cycle. */
static void response(struct gt_sm *sm, bool completed)
{
    struct wb *wb = &sm->wb;
    const struct mem_rsp *a = pending_answer(sm);
    struct beat b;
    if (!a || wb->g_valid || sm->cyc == wb->closed)
        return;
    pending_take(sm, a, &b);
    if (b.lanes) {
        wb->g = b;
        wb->g_valid = true;
    } else if (b.last) {
        wb_done(sm, &sm->lsu.op[b.mop], sm->cyc + 1 + completed);
        if (completed)
            wb->closed = sm->cyc + 1;
    }
}

void wb_cycle(struct gt_sm *sm)
{
    struct wb *wb = &sm->wb;
    unsigned quarter;
    const struct spop *op = spq_result(&sm->spq, sm->cyc, &quarter);
    sm->rf.c_busy = 0;
    if (op) {                                   /* WB-3 */
        if (op->ti->wb & 2)
            sm->rf.c_busy = (uint8_t)(1u << quarter);
        if (sm->log.on)
            sp_event(sm, op, quarter);
    }
    if (!xwb_idle(&sm->xwb))
        xwb_write(&sm->xwb, &sm->rf, &sm->log, sm->cyc);

    /* LDWB-1, WB-5 */
    bool written = false, completed = false;
    const struct beat *s = &wb->s[wb->s_head];
    bool s_there = wb->s_count && s->when <= sm->cyc;
    if (s_there && write_beat(sm, s, 0)) {
        if (s->last)
            wb_done(sm, &sm->lsu.op[s->mop], sm->cyc + 1);
        wb->s_head = (wb->s_head + 1) & (SFIFO - 1);
        wb->s_count--;
        sm->lsu.passes--;
        written = true;
    }
    wb->s_wait = s_there && !written ? wb->s_wait + (wb->s_wait < GT_STARVE_CYCLES) : 0;

    bool g_there = wb->g_valid;
    bool g_written = g_there && !written && write_beat(sm, &wb->g, wb->g.word);
    wb->g_wait = g_there && !g_written ? wb->g_wait + (wb->g_wait < GT_STARVE_CYCLES) : 0;
    if (g_written) {
        wb->g.word++;
        if (!--wb->g.words) {
            wb->g_valid = false;
            completed = wb->g.last;
            if (completed)
                wb_done(sm, &sm->lsu.op[wb->g.mop], sm->cyc + 1);
        }
    }
    response(sm, completed);
}

/* WB-4, LDWB-4 */
void wb_complete(struct gt_sm *sm)
{
    const struct spop *op = spq_done(&sm->spq, sm->cyc);
    if (op) {
        sm_completes(sm, op->warp, op->ti);
        if (op->mop >= 0)
            lsu_free(sm, &sm->lsu.op[op->mop]);
    }
    const struct xop *x;
    while (!xwb_idle(&sm->xwb) && (x = xwb_done(&sm->xwb, sm->cyc))) {
        sm_completes(sm, x->warp, x->ti);
        if (x->mop >= 0)
            lsu_free(sm, &sm->lsu.op[x->mop]);
    }
    unsigned i = sm->cyc & 3;
    for (unsigned k = 0; k < sm->wb.ndone[i]; k++)
        lsu_complete(sm, &sm->lsu.op[sm->wb.done[i][k]]);
    sm->wb.ndone[i] = 0;
}
