/* SPDX-License-Identifier: Apache-2.0
 *
 * Cycle model of one SM, private to cmodel/timing: the units together (RTL: sm_top) and the load/store side.
 *
 * One C file per hardware unit, named like the RTL unit, with a header that has its state and what others may call. A
 * unit has one function per cycle; sm.c calls them in an order in which every unit still sees the registered state of
 * the cycle before. A unit knows itself and what it is given; what it means for the others stands in wires.c. Sets of
 * warps are 32-bit masks, sets of register RAMs 8-bit masks (bit 4 * parity + quarter). Times at which something
 * already known will happen are kept in small wheels indexed by the cycle.
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
#include "l2.h"
#include "log.h"
#include "memory.h"
#include "opdec.h"
#include "pm.h"
#include "rf.h"
#include "scoreboard.h"
#include "spq.h"
#include "tex.h"
#include "xwb.h"

#define NEVER UINT64_MAX

/* ---- records of instructions in flight -------------------------------------------------------- */

/* Instruction in the LSU queue; loads keep it until they complete. */
struct mop {
    const struct tinfo *ti;
    uint8_t  warp;
    uint64_t *last_pass;            /* of the instruction whose s[] operand it is, or NULL */
    uint32_t pc;
    uint64_t ready[2];              /* R_h */
    uint16_t lanes[2];              /* executing lanes of the halves */
    uint16_t rem[2];                /* not served yet (of the current word) */
    uint8_t  half, word;
    bool     started[2];
    uint8_t  unanswered;            /* sectors of a load, quads of a texture fetch on their way */
    bool     sent;                  /* its last one has been asked for */
    uint8_t  selected;              /* halves of a texture fetch whose quads can go, as a mask */
    int16_t  next_free;
    const struct gt_effect *eff;
    struct gt_effect own;
};
#define MOPS 128

/* One beat for the load write-back, or one load sector or quad of a texture fetch with its lanes. */
struct beat {
    uint16_t mop, lanes;
    uint8_t  half, word, words;
    bool     last;
    uint64_t when;                  /* beat of shared memory: first cycle in which it can be taken */
};
#define SFIFO 8

/* ---- units ------------------------------------------------------------------------------------- */

struct twarp {
    struct gt_warp w;
    const struct tinfo *ti;         /* head */
    struct tinfo oob;               /* head outside the code */
    uint8_t  uop, blk;
    struct scoreboard sb;
};

struct lsu {
    struct mop op[MOPS];
    int16_t  free;
    uint16_t used;                  /* mops not free */
    int16_t  q[4];
    uint8_t  head, count;
    uint64_t last_pick;
    uint32_t picks, lock_picks;     /* history, bit 0: this cycle; of ld.lock and st.unlock */
    uint8_t  passes;                /* load passes not written back */
    /* transaction being sent */
    uint32_t seg, seg_left;         /* next sector, sectors left */
    uint16_t seg_lanes;
};

struct wb {
    struct beat s[SFIFO];
    uint8_t  s_head, s_count, s_wait;
    struct beat g;
    bool     g_valid;
    uint64_t closed;                /* cycle in which no answer is taken (MEM-19) */
    uint8_t  g_wait;
    int16_t  done[4][6];            /* by cycle: mops completing at its end */
    uint8_t  ndone[4];
};

/* What is asked for, by id. */
struct pending {
    uint64_t taken;                 /* ids */
    uint8_t  next;                  /* id of the next request */
    struct beat sector[GT_PENDING_SECTORS];
    bool     side, held;            /* the answer offered last was the texture unit's; it has not been taken (MEM-24) */
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
    struct lsu lsu;
    struct wb wb;
    struct pending pending;
    struct mem_port *mem;
    struct memory *own_memory;      /* behind it, of an SM alone */
    uint64_t memory_next;           /* cycle in which that has to be stepped, NEVER: it is not its own */
    struct tex *tex;                /* of the TPC */
    bool     own_tex;
    struct bru bru;
    struct barrier bar;
    struct constant con;
    struct ccache ccache;
    struct icache icache;
    struct l2 *l2;
    unsigned port;                  /* of l2 and tex */
    bool     own_l2;
    struct pm pm;

    bool     stopped;
    uint64_t fault_when;            /* NEVER: none */
    struct gt_fault fault;
    uint8_t  fault_warp;
    uint64_t warp_insns, thread_insns;

    uint64_t clock0;                /* what $clock counts from; even */

    struct event_log log;

    struct tinfo *tinfo;            /* one per code word */
    uint32_t *regs;                 /* of all warp slots */
    uint8_t  smem[GT_SMEM_BYTES];
    struct twarp warp[GT_WARPS];
};

/* sm.c */
void sm_fault(struct gt_sm *sm, unsigned w, uint64_t when);     /* core.fault is reported in cycle `when`; the
                                                                   earliest one counts */
static inline struct gt_event *sm_event(struct gt_sm *sm, unsigned type, unsigned warp, uint32_t pc)
{
    return log_event(&sm->log, sm->cyc, type, warp, pc);        /* only when the log is on */
}

/* wires.c */
/* An instruction of warp w completes: its destinations are there, its block has one less in flight. */
void sm_completes(struct gt_sm *sm, unsigned w, const struct tinfo *ti);

/* execute.c. sfu: of mul.f32, which SP and SFU take. */
void execute(struct gt_sm *sm, unsigned w, bool sfu);

/* lsu.c, smem.c, coalescer.c, tex_send.c */
void lsu_init(struct gt_sm *sm);
struct mop *lsu_new(struct gt_sm *sm);
void lsu_free(struct gt_sm *sm, struct mop *m);
void lsu_push(struct gt_sm *sm, struct mop *m, uint32_t exec);
void lsu_cycle(struct gt_sm *sm);
void lsu_complete(struct gt_sm *sm, struct mop *m);
void lsu_started(struct gt_sm *sm, struct mop *m, unsigned half);    /* first PICK or SELECT of the half */
void lsu_leave(struct gt_sm *sm);
void smem_cycle(struct gt_sm *sm, struct mop *m);
void coalesce_none(struct gt_sm *sm, struct mop *m);     /* the instruction has no lane */
void coalesce_cycle(struct gt_sm *sm, struct mop *m);
void tex_send_cycle(struct gt_sm *sm, struct mop *m);

/* pending.c */
bool pending_ready(const struct gt_sm *sm, const struct mop *m);    /* a request of m can go in this cycle */
/* A request of m, for the lanes of *b; last: its last one. addr: not of a texture fetch. */
void pending_request(struct gt_sm *sm, struct mop *m, uint32_t addr, const struct beat *b, bool last);
/* The answer offered in this cycle, once in every cycle; NULL: none. */
const struct mem_rsp *pending_answer(struct gt_sm *sm);
/* Takes it: its lanes, and whether its load completes with it. */
void pending_take(struct gt_sm *sm, const struct mem_rsp *a, struct beat *b);
/* The cycle of the texture unit, after all SMs of the TPC; sm, the first of them, tells of its request. */
void pending_tex(struct gt_sm *sm, uint64_t cycle);

/* writeback.c */
void wb_push_s(struct gt_sm *sm, const struct mop *m, uint16_t lanes, uint64_t when, bool last);
void wb_cycle(struct gt_sm *sm);
void wb_complete(struct gt_sm *sm);                 /* end of the cycle */
void wb_done(struct gt_sm *sm, const struct mop *m, uint64_t when);     /* completes at the end of `when` */
unsigned wb_starve(const struct gt_sm *sm);         /* parities that loads hold back: bit p */

/* sm.c: for chips */
struct gt_sm *sm_new_like(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                          const struct gt_sm *first);
void sm_place(struct gt_sm *sm, unsigned tpc, unsigned number, unsigned index, uint64_t clock0);

/* chip.c */
enum gt_status chip_run(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg, struct gt_result *res,
                        gt_progress *p, void *ctx, gt_event_sink *sink, void *sink_ctx);

/* run.c */
/* Every running warp waits at a barrier that nothing opens, or is one of `spinning`. */
bool sm_stuck(const struct gt_sm *sm, uint32_t spinning);

#endif
