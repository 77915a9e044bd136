/* SPDX-License-Identifier: Apache-2.0
 *
 * Cycle model of one SM: the structures of docs/microarchitecture.md, private to cmodel/timing.
 *
 * One C file per hardware unit, named like the RTL unit. A unit has one function per cycle; sm.c calls
 * them in an order in which every unit still sees the registered state of the cycle before. Sets of
 * warps are 32-bit masks, sets of register RAMs 8-bit masks (bit 4 * parity + quarter). Times at which
 * something already known will happen are kept in small wheels indexed by the cycle.
 */
#ifndef GT200_TIMING_H
#define GT200_TIMING_H

#include "cache_tags.h"
#include "func/func.h"
#include "gt_chip.h"
#include "l2.h"
#include "memory.h"

#define ODD_WARPS 0xaaaaaaaau
#define NEVER UINT64_MAX

/* ---- an instruction as the issue logic sees it ------------------------------------------------ */

enum tkind { TK_SP, TK_MUL /* SP or SFU */, TK_SFU, TK_DPU, TK_LSU, TK_BRU, TK_BAR, TK_STOP /* must not execute */ };
enum tspace { TS_NONE, TS_SHARED, TS_LOCAL, TS_GLOBAL, TS_TEXTURE };

struct tinfo {
    const struct gt_insn *in;       /* NULL: not made yet */
    uint8_t  kind, space;
    bool     join, exit, store, predicated;
    bool     smem;                  /* an s[] operand: enters the LSU queue too */
    bool     atomic;                /* atom, red (then store is set too) */
    bool     lock;                  /* ld.lock; st.unlock is an ordinary store here */
    bool     two_rounds;            /* reads registers in t+5+q ... too: wide store, DPU, long compare-and-swap */
    bool     direct_c, indirect_c;
    uint8_t  reads;                 /* bit k: quarter q reads a register in t+k+q */
    uint8_t  words, bytes;          /* memory: words per lane, bytes per word (1, 2, 4); texture: results per lane */
    uint8_t  reg;                   /* destination register number of a load, or of an SFU or DPU result */
    uint8_t  steps;                 /* SFU, DPU: write-back steps per quarter */
    uint8_t  wb;                    /* GT_EV_SPWB n */
    uint8_t  there;                 /* bit k: destination word k is a register */
    uint32_t wmask;                 /* lanes a mov may write */
    uint64_t need[2], set[2];       /* registers: waited for; set in the scoreboard */
    uint8_t  need_ca, need_cf, set_ca;      /* bits 0-3 $c0-3, 4-7 $a1-4; need_cf: of a constant fetch */
};

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
    bool     filtered;              /* texture fetch with linear filtering */
    uint8_t  unanswered;            /* sectors of a load on their way */
    bool     sent;                  /* its last one has been asked for */
    int16_t  next_free;
    const struct gt_effect *eff;
    struct gt_effect own;
};
#define MOPS 128

/* SP instruction from issue to completion. */
struct spop {
    const struct tinfo *ti;
    uint8_t  warp;
    uint32_t pc;
    uint64_t issue;
    uint64_t last_pass[2];          /* P_h of the s[] operand, NEVER while unknown */
    int16_t  mop;
    struct gt_effect eff;
};
#define SPOPS 32

/* SFU or DPU instruction from issue to completion. */
struct xop {
    const struct tinfo *ti;
    uint8_t  warp, quarter, step;   /* next to be written */
    bool     dpu, mul;
    uint32_t pc;
    uint64_t issue;
    uint64_t first;                 /* F_0, NEVER while it is not known */
    uint64_t done;                  /* completes at the end of this cycle */
    uint64_t last_pass[2];          /* P_h of the s[] operand */
    int16_t  mop;
    struct gt_effect eff;
};
#define XOPS 8

/* One beat for the load write-back, or one load sector with its lanes. */
struct beat {
    uint16_t mop, lanes;
    uint8_t  half, word, words;
    bool     last;
    uint16_t texels;                /* of a texture fetch in it: 4 * lane of the quad + tap */
    uint64_t when;                  /* beat of shared memory: first cycle in which it can be taken */
};
#define SFIFO 8

/* ---- units ------------------------------------------------------------------------------------- */

struct twarp {
    struct gt_warp w;
    const struct tinfo *ti;         /* head */
    struct tinfo oob;               /* head outside the code */
    uint8_t  uop, blk;
    uint64_t sb[2], need[2];        /* scoreboard; what the head waits for */
    uint8_t  sb_ca, need_ca;
    uint64_t last_issue;
    uint32_t tag[2];                /* line slots */
    uint8_t  valid, pend;
};

enum lstate { L_IDLE, L_ROWS, L_LOCKS, L_PAIRS, L_COMMIT };

struct cta {
    uint8_t  resident, committed;   /* masks of slots */
    uint16_t x[GT_BLOCKS], y[GT_BLOCKS];
    struct gt_block blk[GT_BLOCKS];
    uint32_t warps[GT_BLOCKS];      /* mask of the slot's warps */
    uint32_t inflight[GT_BLOCKS];
    uint8_t  ending;                /* slots whose warps have all finished */
    enum lstate state;
    uint8_t  slot, rows, pair;
    uint8_t  locked;                /* slots in which ld.lock has issued */
    uint16_t locks;                 /* half rows of lock bits still to clear */
    uint8_t  ram_pend;              /* RAMs of the pair still to write */
    uint8_t  wait;                  /* starvation counter */
};

struct fetch {
    uint32_t demand, prefetch, lineok, known;
    uint32_t hold;                  /* dropped by the cache, until a block arrives or the warp goes on elsewhere */
    uint8_t  last;
    uint8_t  pipe[16];              /* by cycle: 0x80 | warp << 1 | slot */
};

struct head {
    uint32_t valid, busy;           /* head decoded; refill in progress */
    uint8_t  last;
    int8_t   r0, r1;                /* warp refilled in this cycle, in the one before */
};

struct issue {
    uint32_t wait, blocked, body;   /* waits; a flag pending; next micro-operation is the body */
    uint32_t sp, sfu, dpu, lsu, bru, cf;    /* by unit of the next micro-operation (mul.f32: two) */
    uint32_t smem;                  /* needs the LSU queue besides its unit */
    uint32_t hist[GT_AGE_CYCLES / 2];
    uint64_t sp_next, lsu_next, row_next[2];
    bool     sp_even;
    bool     mul_sfu;               /* toggle of mul.f32 */
    int8_t   last;                  /* warp issued in the cycle before, -1: none */
    uint32_t wake[256];             /* by cycle: waits that end */
};

struct rf {
    uint8_t  rd[32], wr[32];        /* by cycle: RAMs read; RAMs an SP result arrives for */
    uint8_t  skid, busy;            /* busy: ports taken so far in this cycle */
    uint8_t  c_busy;                /* $c banks (by quarter) written so far in this cycle */
};

struct collect {
    struct spop op[SPOPS];
    uint8_t  next;                  /* next entry */
    uint8_t  q[4], head, count;     /* the queue */
    bool     half;
    uint64_t decide;                /* earliest cycle of the next dispatch decision */
    uint8_t  wb[32], done[32];      /* by cycle: (entry << 2 | quarter) + 1; entry + 1 */
};

/* One of the two units beside the SP. */
struct xunit {
    struct xop op[XOPS];            /* ring in issue order: completing, then waiting for write-back or in the unit */
    uint8_t  oldest, head, next;    /* not complete from here on; not completely written; next entry */
    uint64_t free;                  /* takes a body from this cycle on, NEVER: an s[] operand is awaited */
    uint8_t  wait;                  /* starvation counter */
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
    /* texture fetch: lanes of the quad being sent; its texels (4 of each lane, seg_lanes: those left), from which
     * cycle on */
    uint16_t quad_lanes;
    uint32_t texel[16];
    uint64_t send_from;
};

struct wb {
    struct beat s[SFIFO];
    uint8_t  s_head, s_count, s_wait;
    struct beat g;
    bool     g_valid;
    uint64_t g_from;                /* first cycle in which its next beat can be written */
    uint64_t closed;                /* cycle in which no answer is taken (MEM-19) */
    uint8_t  g_wait;
    int16_t  done[4][6];            /* by cycle: mops completing at its end */
    uint8_t  ndone[4];
};

/* Sectors that are asked for, by id. */
struct pending {
    uint64_t taken;                 /* ids */
    uint8_t  next;                  /* id of the next request */
    struct beat sector[GT_PENDING_SECTORS];
    /* texture fetches: where in its sector each texel begins, of every id; texels of the quad that is being answered */
    uint8_t  at[GT_PENDING_SECTORS][16];
    uint8_t  texel[16][GT_TEXEL_BYTES];
};

struct bru {
    uint64_t idle, finish;          /* idle from; f of the running operation (NEVER: none) */
    uint8_t  warp, uop;
    bool     redirected, fault, diverged;
    uint32_t pc_end;                /* pc + length, reported when the warp finishes */
};

struct token {
    uint64_t when;
    uint8_t  warp, depth;
    uint32_t pc, mask;
    const struct gt_insn *in;
};

struct barrier {
    struct token q[16];
    uint8_t  head, count;
    uint8_t  cnt[GT_BLOCKS][16];
    uint16_t need[GT_BLOCKS][16];   /* COUNT of the last arrival, 0xfff: all */
    uint32_t waiting[GT_BLOCKS][16];
    uint8_t  rel_blk;               /* release in the coming cycle */
    uint16_t rel_ids;
    bool     check;                 /* re-check of chk_blk queued */
    uint8_t  chk_blk;
};

struct pm {
    uint32_t count[4];
    uint32_t now;                   /* events of this cycle, bit enum gt_pm_event */
    uint32_t counted;               /* events that a counter counts */
};

/* A request to the instruction L1. */
struct ilook {
    uint32_t line64;                /* address / 64 */
    uint8_t  warp, slot;
};

/* A line on its way to it. */
struct ifill {
    bool    on;
    uint8_t entry, have;            /* place in the tags; blocks there */
};

struct icache {
    struct cache_tags tags;
    struct ifill fill[2];           /* demanded; ahead */
    bool     wait;                  /* the request that began the first one is kept until its block is there */
    bool     asks, look, next;      /* request of this cycle; one to look up; a line to look up for fetching ahead */
    struct ilook ask, now, kept;
    uint32_t next_line;
};

struct ccache {
    struct cache_tags tags;
    bool     fill;                  /* `line` is on its way */
    uint32_t line;
};

struct constant {
    uint32_t need, wait;            /* direct: to be asked; not arrived */
    uint32_t hold;                  /* of need: refused, not before the next line */
    int8_t   asked[4];              /* by cycle: warp + 1 */
    uint8_t  last;                  /* warp asked last */
    int8_t   starter;               /* warp whose request began the fetch of the line under way; -1: the indirect
                                       fetch */
    bool     busy;                  /* indirect fetch waiting for its body */
    uint64_t idle, pass;            /* idle from; next pass (NEVER: none) */
    bool     pass_hold;             /* it was refused */
    uint8_t  warp, passes, served;
    uint32_t addr[GT_LANES];        /* of the passes */
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
    struct collect col;
    struct xunit sfu, dpu;
    struct lsu lsu;
    struct wb wb;
    struct pending pending;
    struct mem_port *mem;
    struct memory *own_memory;      /* behind it, of an SM alone */
    uint64_t memory_next;           /* cycle in which that has to be stepped, NEVER: it is not its own */
    struct bru bru;
    struct barrier bar;
    struct constant con;
    struct ccache ccache;
    struct icache icache;
    struct l2 *l2;
    unsigned port;                  /* of l2 */
    bool     own_l2;
    struct pm pm;

    int      offer_x, offer_y;
    bool     accepted, stopped;
    uint64_t fault_when;            /* NEVER: none */
    struct gt_fault fault;
    uint8_t  fault_warp;
    uint64_t warp_insns, thread_insns, blocks_done;

    uint8_t  index;                 /* of the SM on the chip */
    uint64_t clock0;                /* what $clock counts from; even */

    bool     events_on;
    bool     ev_kept;               /* chip.c takes the events of many cycles at once */
    struct gt_event *ev;
    size_t   nev, capev;

    struct tinfo *tinfo;            /* one per code word */
    uint32_t *regs;                 /* of all warp slots */
    uint8_t  smem[GT_SMEM_BYTES];
    struct twarp warp[GT_WARPS];
};

/* sm.c */
struct gt_event *sm_event(struct gt_sm *sm, unsigned type, unsigned warp, uint32_t pc);    /* only when events are on */
void sm_fault(struct gt_sm *sm, unsigned w, uint64_t when);     /* core.fault is reported in cycle `when`; the
                                                                   earliest one counts */

/* cta.c */
void cta_accept(struct gt_sm *sm);
void cta_done(struct gt_sm *sm);
void cta_launch(struct gt_sm *sm);

/* fetch.c */
void fetch_update(struct gt_sm *sm, unsigned w);    /* after a change of pc, known, alive or the slots */
void fetch_cycle(struct gt_sm *sm);
void fetch_write(struct gt_sm *sm);                 /* line arriving at the end of this cycle */
void fetch_comes(struct gt_sm *sm, unsigned w, unsigned slot, uint64_t when);    /* its line is written at the end of
                                                                                    cycle `when` */
void fetch_dropped(struct gt_sm *sm, unsigned w, unsigned slot);                 /* its line is not in the cache */
void fetch_filled(struct gt_sm *sm);                /* a block has arrived in the cache */
void fetch_redirected(struct gt_sm *sm, unsigned w);    /* the warp goes on where a control operation says */
unsigned pick_rr(uint32_t mask, unsigned last);     /* first of mask after last, cyclically; mask != 0 */

/* head.c */
void head_refill(struct gt_sm *sm);
void head_decode(struct gt_sm *sm);                 /* end of the cycle */
void head_offer(struct gt_sm *sm, unsigned w, unsigned uop);   /* next micro-operation of the head */
void head_empty(struct gt_sm *sm, unsigned w);

/* scoreboard.c */
void sb_update(struct gt_sm *sm, unsigned w);
void sb_set(struct gt_sm *sm, unsigned w, const struct tinfo *ti);
void sb_clear(struct gt_sm *sm, unsigned w, const struct tinfo *ti);

/* issue.c */
void issue_wake(struct gt_sm *sm);
void issue_cycle(struct gt_sm *sm);
void issue_wait(struct gt_sm *sm, unsigned w, uint64_t until);  /* not ready before `until` */

/* rf.c */
void rf_reads(struct gt_sm *sm, unsigned w, const struct tinfo *ti);
void rf_cycle(struct gt_sm *sm);
static inline uint8_t rf_pair(unsigned warp, unsigned half) { return (uint8_t)(3u << ((warp & 1) * 4 + half * 2)); }

/* collect.c */
struct spop *collect_new(struct gt_sm *sm);
void collect_push(struct gt_sm *sm, struct spop *op);
void collect_cycle(struct gt_sm *sm);

/* xunit.c */
bool xunit_takes(const struct gt_sm *sm, const struct xunit *x);
struct xop *xunit_new(struct gt_sm *sm, bool dpu, bool mul);
void xunit_push(struct gt_sm *sm, struct xop *op);
void xunit_write(struct gt_sm *sm);                 /* at most one step */
void xunit_complete(struct gt_sm *sm);              /* end of the cycle */
unsigned xunit_starve(const struct gt_sm *sm);      /* bit p */
/* Neither unit has a body, written or not: the two above would do nothing. */
static inline bool xunit_idle(const struct gt_sm *sm)
{
    return sm->sfu.oldest == sm->sfu.head && sm->sfu.head == sm->sfu.next && sm->dpu.oldest == sm->dpu.head &&
           sm->dpu.head == sm->dpu.next;
}

/* lsu.c, smem.c, coalesce.c, tex.c */
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
void tex_cycle(struct gt_sm *sm, struct mop *m);
void tex_sector(struct gt_sm *sm, struct mop *m, const struct beat *b, const uint8_t *sector);  /* an answer */

/* pending.c */
bool pending_ready(const struct gt_sm *sm, const struct mop *m);    /* a request of m can go in this cycle */
/* A request of m: of the lanes of *b, for those of a store; last: its last one. The record of what will be answered,
 * or NULL. */
struct beat *pending_request(struct gt_sm *sm, struct mop *m, uint32_t addr, const struct beat *b, bool last);
/* Takes the answer that the port offers: its lanes, and whether its load completes with it. */
void pending_take(struct gt_sm *sm, const struct mem_rsp *a, struct beat *b);

/* writeback.c */
void wb_push_s(struct gt_sm *sm, const struct mop *m, uint16_t lanes, uint64_t when, bool last);
void wb_cycle(struct gt_sm *sm);
void wb_complete(struct gt_sm *sm);                 /* end of the cycle */
void wb_done(struct gt_sm *sm, const struct mop *m, uint64_t when);     /* completes at the end of `when` */
unsigned wb_starve(const struct gt_sm *sm);         /* bit p */

/* bru.c, barrier.c, constant.c */
void bru_issue(struct gt_sm *sm, unsigned w, unsigned uop);
void bru_cycle(struct gt_sm *sm);
void bar_issue(struct gt_sm *sm, unsigned w);
void bar_cycle(struct gt_sm *sm);
void bar_finished(struct gt_sm *sm, unsigned blk);
void bar_reset(struct gt_sm *sm, unsigned blk);
bool bar_quiet(const struct gt_sm *sm);
uint32_t bar_waiting(const struct gt_sm *sm);
int bar_id(const struct gt_sm *sm, unsigned warp);       /* barrier at which a warp waits, -1: at none */
void con_issue(struct gt_sm *sm, unsigned w);
void con_want(struct gt_sm *sm, unsigned w);         /* the head needs a direct constant */
void con_body(struct gt_sm *sm);
void con_cycle(struct gt_sm *sm);
void con_arrive(struct gt_sm *sm);

/* icache.c: fetch_cycle asks, icache_cycle answers at the end of the cycle */
void icache_init(struct icache *c);
bool icache_ready(const struct gt_sm *sm);          /* takes a request in this cycle */
void icache_request(struct gt_sm *sm, uint32_t line64, unsigned w, unsigned slot);
void icache_cycle(struct gt_sm *sm);

/* ccache.c */
void ccache_init(struct ccache *c);
/* Asks for the constant at addr (segment << 16 | offset). false: not now; *starts: because of this the fetch of its
 * line begins. */
bool ccache_look(struct gt_sm *sm, uint32_t addr, bool *starts);
bool ccache_filled(const struct gt_sm *sm);         /* the line under way is complete at the end of this cycle */

/* pm.c */
void pm_event(struct gt_sm *sm, enum gt_pm_event what);                           /* at most once per cycle */
void pm_transaction(struct gt_sm *sm, const struct tinfo *ti, uint32_t bytes);     /* of a load or store: 32, 64 or
                                                                                      128 bytes */
void pm_begin(struct gt_sm *sm);
void pm_end(struct gt_sm *sm);

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
