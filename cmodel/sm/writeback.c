/* SPDX-License-Identifier: Apache-2.0
 *
 * The event of a quarter of an SP result: which register, row and enables it writes.
 */
#include "writeback.h"

/* Where it goes. row: where the warp's $r0 is. */
static void place(struct gt_event *e, const struct gt_insn *in, unsigned row)
{
    bool half = in->dst_kind == GT_K_R16;
    e->regno = half ? in->dst >> 1 : in->dst;
    e->row = (uint8_t)(row + e->regno);
    for (unsigned k = 0; k < 8; k++)
        if (e->lanes >> k & 1)
            e->enables |= (half ? 1u << (in->dst & 1) : 3u) << 2 * k;
}

void wb_event(const struct spop *op, unsigned q, unsigned row, uint64_t cycle, struct event_log *log)
{
    const struct tinfo *ti = op->ti;
    struct gt_event *e = log_event(log, cycle, GT_EV_SPWB, op->warp);
    e->pc = op->pc;
    e->quarter = (uint8_t)q;
    e->lanes = (op->eff.exec & ti->wmask) >> 8 * q & 0xff;
    e->writes = ti->wb;
    if (ti->wb & GT_WRITES_REG)
        place(e, ti->in, row);
    for (uint32_t k = e->lanes; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if (ti->wb & (GT_WRITES_REG | GT_WRITES_AREG))
            e->result[i] = op->eff.result[0][8 * q + i];
        if (ti->wb & GT_WRITES_CC)
            e->cc[i] = op->eff.cc[8 * q + i];
    }
}
