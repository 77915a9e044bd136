/* SPDX-License-Identifier: Apache-2.0
 *
 * The block distributor (docs/units/distributor.md): which SM gets the next block. Used by the cycle model and by the
 * harness of the Verilog, which has the SMs but not the distributor.
 */
#ifndef GT200_DISTRIBUTOR_H
#define GT200_DISTRIBUTOR_H

#include "gsim.h"
#include "gt_chip.h"

#define CHIP_SMS 30                     /* of the largest chip */
#define CHIP_TPCS 10

/* What one SM and the distributor tell each other; every message is under way for some cycles. */
struct doorway {
    uint64_t in_when[GT_BLOCKS], in_block[GT_BLOCKS];   /* blocks sent: first cycle in which each is offered */
    uint64_t done[GT_BLOCKS];                           /* ends of blocks: cycles of blk_done */
    uint8_t  in_head, in_count, done_head, done_count;
    uint8_t  places;                                    /* free ones the distributor knows of */
};

struct distributor {
    unsigned tpcs, sms;                 /* TPCs, SMs of each */
    bool     direct;                    /* one SM: the next block is always offered */
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
/* The launch has ended after so many cycles: where the next one of this GPU begins. */
void dist_end(const struct distributor *d, struct gt_gpu *g, uint64_t cycles);

#endif
