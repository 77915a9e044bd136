/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions of the load/store queue from issue to completion, and lanes of one that go together.
 */
#ifndef GT200_MOP_H
#define GT200_MOP_H

#include "func/func.h"
#include "common/log.h"
#include "common/opdec.h"

struct mop {
    const struct tinfo *ti;
    struct gt_warp *w;              /* the warp, in slot `warp` */
    uint8_t  warp;
    uint32_t pc;
    uint64_t *last_pass;            /* of the instruction whose s[] operand it is, or NULL */
    uint64_t ready[2];              /* R_h */
    uint16_t lanes[2];              /* executing lanes of the halves */
    uint16_t rem[2];                /* not served yet (of the current word) */
    uint8_t  half, word;
    bool     started[2];
    uint8_t  unanswered;            /* sectors of a load, quads or pairs of a texture fetch on their way */
    bool     sent;                  /* its last one has been asked for */
    uint8_t  selected;              /* halves of a texture fetch whose quads can go, as a mask */
    struct mop *next_free;
    const struct gt_effect *eff;
    struct gt_effect own;
};

/* One beat for the load write-back, or one load sector or quad of a texture fetch with its lanes. */
struct beat {
    struct mop *mop;
    uint16_t lanes;
    uint8_t  half, word, words;
    bool     last;
    uint64_t when;                  /* beat of shared memory: first cycle in which it can be taken */
};

#define MOPS 128
struct mops {
    struct mop op[MOPS];
    struct mop *free;
};

void mop_init(struct mops *s);
/* A free one, nothing of it done; its instruction, its times and `eff` are the caller's to set. */
struct mop *mop_new(struct mops *s);
void mop_free(struct mops *s, struct mop *m);
/* A half is worked on: GT_EV_LSADDR the first time (LSU-7). */
void mop_start(struct mop *m, unsigned half, uint64_t cycle, struct event_log *log);

#endif
