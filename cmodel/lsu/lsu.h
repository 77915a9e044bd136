/* SPDX-License-Identifier: Apache-2.0
 *
 * Load/store queue (docs/units/lsu.md; RTL: lsu). Its head works through shared memory, the coalescer or the quads of
 * a texture fetch.
 */
#ifndef GT200_LSU_H
#define GT200_LSU_H

#include "coalescer.h"
#include "load_wb.h"
#include "mop.h"
#include "pending.h"
#include "common/pm.h"
#include "smem.h"

#define LSU_QUEUE 4                 /* LSU-1 */
struct lsu {
    struct mop *q[LSU_QUEUE];
    uint8_t  head, count;
    uint64_t wake;                  /* the head has nothing to do before this cycle */
    struct smem smem;
    struct coalescer coalescer;
};

/* Where its work goes. */
struct lsu_out {
    struct pending *pending;
    struct load_wb *load_wb;
    struct pm *pm;
    struct event_log *log;
};

/* ISSUE-7 */
static inline bool lsu_takes(const struct lsu *l) { return l->count <= 2; }
/* exec: lanes that execute. */
void lsu_push(struct lsu *l, struct mop *m, uint32_t exec);
/* lsu_cycle would do nothing. */
static inline bool lsu_idle(const struct lsu *l, uint64_t cycle) { return !l->count || cycle < l->wake; }
void lsu_cycle(struct lsu *l, uint64_t cycle, const struct lsu_out *out);

#endif
