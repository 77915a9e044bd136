/* SPDX-License-Identifier: Apache-2.0 */
#include "writeback.h"

/* Where a quarter with these lanes goes: as in GT_EV_SPWB. */
static uint32_t place(const struct gt_insn *in, unsigned row, uint32_t lanes)
{
    bool half = in->dst_kind == GT_K_R16;
    uint32_t reg = half ? in->dst >> 1 : in->dst, enables = 0;
    for (unsigned k = 0; k < 8; k++)
        if (lanes >> k & 1)
            enables |= (half ? 1u << (in->dst & 1) : 3u) << 2 * k;
    return ((row + reg) & 0xff) | reg << 8 | enables << 16;
}

void wb_event(const struct spop *op, unsigned q, unsigned row, uint64_t cycle, struct event_log *log)
{
    const struct tinfo *ti = op->ti;
    struct gt_event *e = log_event(log, cycle, GT_EV_SPWB, op->warp, op->pc);
    e->part = (uint8_t)q;
    e->mask = (op->eff.exec & ti->wmask) >> 8 * q & 0xff;
    e->n = ti->wb;
    if (ti->wb & 1)
        e->addr = place(ti->in, row, e->mask);
    for (uint32_t k = e->mask; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if (ti->wb & 5)
            e->data[i] = op->eff.result[0][8 * q + i];
        if (ti->wb & 2)
            e->data[8 + i] = op->eff.cc[8 * q + i];
    }
}
