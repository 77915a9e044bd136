/* SPDX-License-Identifier: Apache-2.0
 *
 * The cycle model of one SM: the units together (RTL: sm_top). Private to cmodel/sm, cmodel/run and their tests.
 *
 * One C file per hardware unit, named like the RTL unit, with a header that has its state and what others may call. A
 * unit has one function per cycle; wires.c calls them in an order in which every unit still sees the registered state
 * of the cycle before. A unit knows itself and what it is given; what it means for the others stands in wires.c and
 * depart.c. Sets of warps are 32-bit masks, sets of register RAMs 8-bit masks (bit 4 * parity + quarter). Times at
 * which something already known will happen are kept in small wheels indexed by the cycle.
 */
#ifndef GT200_TIMING_H
#define GT200_TIMING_H

#include "barrier.h"
#include "bru.h"
#include "ccache.h"
#include "const.h"
#include "cta.h"
#include "fetch.h"
#include "func/func.h"
#include "gt_chip.h"
#include "head.h"
#include "icache.h"
#include "issue.h"
#include "tpc/l2.h"
#include "lsu/load_wb.h"
#include "common/log.h"
#include "lsu/lsu.h"
#include "port/memory.h"
#include "lsu/mop.h"
#include "common/opdec.h"
#include "lsu/pending.h"
#include "common/pm.h"
#include "common/rf.h"
#include "scoreboard.h"
#include "sm_signals.h"
#include "spq.h"
#include "tpc/tex.h"
#include "waits.h"
#include "xwb.h"

#define NEVER UINT64_MAX

/* ---- units ------------------------------------------------------------------------------------- */

struct twarp {
    struct gt_warp w;
    const struct tinfo *ti;         /* head */
    struct tinfo oob;               /* head outside the code */
    uint8_t  uop, blk;
    struct scoreboard sb;
};

struct gt_sm {
    struct gt_core core;
    struct gt_gpu *gpu;
    const struct gt_launch *launch;
    struct gt_config cfg;
    uint64_t cyc;
    uint32_t alive;

    struct cta cta;
    struct fetch fetch;
    struct head head;
    struct issue issue;
    struct rf rf;
    struct spq spq;
    struct xwb xwb;
    struct mops mops;
    struct lsu lsu;
    struct load_wb load_wb;
    struct pending pending;
    struct memory *own_memory;      /* behind its port, of an SM alone */
    uint64_t memory_next;           /* cycle in which that has to be stepped, NEVER: it is not its own */
    struct tex *own_tex;            /* the texture unit of an SM alone */
    struct bru bru;
    struct barrier bar;
    struct constant con;
    struct ccache ccache;
    struct icache icache;
    struct l2 *l2;
    unsigned port;                  /* of l2 and the texture unit */
    bool     own_l2;
    struct pm pm;

    bool     stopped;
    uint64_t fault_when;            /* NEVER: none */
    struct gt_fault fault;
    uint8_t  fault_warp;
    uint64_t warp_insns, thread_insns;

    uint64_t clock0;                /* what $clock counts from; even */

    struct event_log log;
    struct sm_waits *waits;         /* NULL: nobody asks for GT_EV_WAITS, nor for signals */
    struct sm_tap *tap;             /* NULL: nobody asks for signals */

    struct tinfo *tinfo;            /* one per code word */
    uint32_t *regs;                 /* of all warp slots */
    uint8_t  smem[GT_SMEM_BYTES];
    struct twarp warp[GT_WARPS];
};

/* sm.c */
void sm_fault(struct gt_sm *sm, unsigned w, uint64_t when);     /* core.fault is reported in cycle `when`; the
                                                                   earliest one counts */
/* sm.c: an access of this SM that has ended long ago was not mapped: it stops at the end of the cycle it has made. */
void sm_memory_fault(struct gt_sm *sm, const struct tlb_fault *f);
static inline struct gt_event *sm_event(struct gt_sm *sm, unsigned type, unsigned warp)
{
    return log_event(&sm->log, sm->cyc, type, warp);        /* only when the log is on */
}

/* waits.c: from now on GT_EV_WAITS are written down, too; false: no memory. A body of warp w issues, to the SFU or not;
 * it completes. An even cycle in which nothing issues. */
bool sm_waits_on(struct gt_sm *sm);
void waits_set(struct sm_waits *s, unsigned w, const struct tinfo *ti, bool sfu);
void waits_clear(struct sm_waits *s, unsigned w, const struct tinfo *ti);
void waits_look(struct gt_sm *sm, const struct issue_room *room, uint32_t fresh);
/* The sets of warps that wait in an even cycle, were none of them to issue. */
void waits_now(const struct gt_sm *sm, const struct issue_room *room, uint32_t fresh, uint32_t now[GT_WAITS]);
/* A flag that the head of warp w needs is of a load that has left the queue of the load/store unit. */
bool waits_for_loads(const struct gt_sm *sm, unsigned w);

/* signals.c: from now on `to` is told of each cycle; false: no memory. Events are on. The cycle begins; what warps wait
 * for, if it is even; a body issues; the cycle ends. */
bool sm_tap_on(struct gt_sm *sm, const struct gt_tap *to);
void signals_begin(struct gt_sm *sm);
void signals_waits(struct gt_sm *sm, const uint32_t waits[GT_WAITS]);
void signals_body(struct gt_sm *sm, const struct tinfo *ti, bool sfu);
void signals_end(struct gt_sm *sm);

/* sm.c: for chips */
struct gt_sm *sm_new_like(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                          const struct gt_sm *first);
void sm_place(struct gt_sm *sm, unsigned tpc, unsigned number, unsigned index, uint64_t clock0);

/* chip.c */
enum gt_status chip_run(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg, struct gt_result *res,
                        gt_progress *p, void *ctx, gt_event_sink *sink, void *sink_ctx);

/* sm.c */
/* What says whether an SM is stuck. */
struct sm_stand {
    bool still;                     /* it has a block, and its start is not under way */
    bool opening;                   /* an arrival or opening of a barrier is under way */
    bool under_way;                 /* something that a block waits for */
    uint32_t alive, waiting;        /* warps; at barriers */
};
struct sm_stand sm_stand(const struct gt_sm *sm);
bool sm_stand_stuck(const struct sm_stand *s, const struct gt_spins *spins);
/* Every running warp waits at a barrier that nothing opens, or spins (NULL: none does). */
bool sm_stuck(const struct gt_sm *sm, const struct gt_spins *spins);
/* Events are written down: all, or those that the watch for deadlocks looks at. */
void sm_set_events(struct gt_sm *sm, bool all, bool watched);
/* Where a warp is, if there is one: the first that does not wait at a barrier, else the first. */
#define TELL_CYCLES (1u << 20)          /* how often progress is told that; a power of two */
bool sm_where(const struct gt_sm *sm, struct gt_where *at);

#endif
