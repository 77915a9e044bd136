/* SPDX-License-Identifier: Apache-2.0
 *
 * The two units beside the SP, SFU and DPU, and their way into the register file (docs/units/sfu.md, dpu.md, xwb.md;
 * RTL: sm_sfu, sm_dpu, sm_xwb).
 */
#ifndef GT200_XWB_H
#define GT200_XWB_H

#include "common/log.h"
#include "common/opdec.h"
#include "common/rf.h"

#define XOPS 8
/* SFU or DPU instruction from issue to completion. */
struct xop {
    const struct tinfo *ti;
    uint8_t  warp, quarter, step;   /* next to be written */
    bool     dpu, mul;
    uint32_t pc;
    uint64_t issue;
    uint64_t first;                 /* F_0, UINT64_MAX while it is not known */
    uint64_t done;                  /* completes at the end of this cycle */
    uint64_t last_pass[2];          /* P_h of the s[] operand */
    struct mop *mop;                /* of the LSU, which fetches it; NULL: none */
    struct gt_effect eff;
};

/* One unit. */
struct xunit {
    struct xop op[XOPS];            /* ring in issue order: completing, then waiting for write-back or in the unit */
    uint8_t  oldest, head, next;    /* not complete from here on; not completely written; next entry */
    uint8_t  bodies;                /* not completely written */
    uint64_t free;                  /* takes a body from this cycle on, UINT64_MAX: an s[] operand is awaited */
    uint8_t  wait;                  /* starvation counter */
    uint8_t  most;                  /* bodies not completely written back at most */
};

struct xwb {
    struct xunit sfu, dpu;
    uint8_t  count;                 /* bodies of both that are not complete */
};

void xwb_init(struct xwb *x);
/* SFU-2, DPU-2 */
static inline bool xunit_takes(const struct xunit *x, uint64_t cycle)
{
    return cycle >= x->free && x->bodies < x->most;
}
/* An instruction that issues in `cycle`; it enters the unit with xunit_push. */
struct xop *xunit_new(struct xwb *x, uint64_t cycle, bool dpu, bool mul);
void xunit_push(struct xwb *x, struct xop *op, uint64_t cycle);
/* Neither unit has a body, written or not: the two below would do nothing. */
static inline bool xwb_idle(const struct xwb *x) { return !x->count; }
/* At most one step. */
void xwb_write(struct xwb *x, struct rf *rf, struct event_log *log, uint64_t cycle);
/* What else completes at the end of the cycle; NULL: nothing. */
const struct xop *xwb_done(struct xwb *x, uint64_t cycle);
/* Parities held back: bit p. */
unsigned xwb_starved(const struct xwb *x);
static inline unsigned xwb_starve(const struct xwb *x)
{
    return xwb_idle(x) ? 0 : xwb_starved(x);
}

#endif
