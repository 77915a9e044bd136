/* SPDX-License-Identifier: Apache-2.0
 *
 * A chip of several SMs: the distributor of blocks and the host threads that step its TPCs. Private to cmodel/timing.
 */
#ifndef GT200_TIMING_CHIP_H
#define GT200_TIMING_CHIP_H

#include "timing.h"

#define CHIP_SMS 30                     /* of the largest chip */
#define CHIP_TPCS 10

/* ---- distributor.c: which SM gets the next block (docs/microarchitecture.md section 12) ---------- */

/* What one SM and the distributor tell each other; every message is under way for some cycles. */
struct doorway {
    struct { uint64_t when, block; } in[GT_BLOCKS];     /* blocks sent: first cycle in which each is offered */
    uint64_t done[GT_BLOCKS];                           /* ends of blocks: cycles of blk_done */
    uint8_t  in_head, in_count, done_head, done_count;
    uint8_t  places;                                    /* free ones the distributor knows of */
};

struct distributor {
    unsigned tpcs, sms;                 /* TPCs, SMs of each */
    unsigned tpc;                       /* asked first for the next block */
    uint8_t  sm[CHIP_TPCS];             /* the same inside each TPC */
    uint64_t blocks, sent;
    uint64_t next;                      /* decided up to here, exclusive */
    struct doorway door[CHIP_SMS];
};

void dist_init(struct distributor *d, const struct gt_chip *chip, unsigned first_tpc, uint64_t blocks, unsigned places);
/* Decides for all cycles before `until`; every end of a block that these decisions can know of has been reported. */
void dist_decide(struct distributor *d, uint64_t until);
/* The block that SM `sm` is offered in this cycle; false: none. dist_taken: it was accepted. */
bool dist_offer(const struct distributor *d, unsigned sm, uint64_t cycle, uint64_t *block);
void dist_taken(struct distributor *d, unsigned sm);
/* blk_done of SM `sm` in this cycle. */
void dist_done(struct distributor *d, unsigned sm, uint64_t cycle);

/* ---- crew.c: host threads ------------------------------------------------------------------------ */

struct crew;
/* `threads` of them, the caller included, at least 1. NULL: out of memory, or no thread can be made. */
struct crew *crew_new(unsigned threads);
void crew_free(struct crew *c);
/* task(ctx, 0) … task(ctx, n - 1), each once, by whoever is free; all are done on return. */
void crew_run(struct crew *c, unsigned n, void (*task)(void *ctx, unsigned i), void *ctx);
/* Cores this process may use. */
unsigned crew_cores(void);

#endif
