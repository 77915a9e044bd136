/* SPDX-License-Identifier: Apache-2.0
 *
 * A partition's slice of the texture L2 (docs/units/partition.md), step for step as rtl/gpu/tex_l2.sv: lines of 256
 * bytes, filled by sectors of 32, oldest line replaced.
 */
#ifndef GT200_GPU_TEX_L2_H
#define GT200_GPU_TEX_L2_H

#include <stdbool.h>
#include <stdint.h>

#include "gt_chip.h"

enum { TL2_PARTITIONS = 8, TL2_LINE = 256, TL2_LINES = GT_TL2_BYTES / TL2_PARTITIONS / TL2_LINE,
       TL2_SETS = TL2_LINES / GT_TL2_WAYS };

struct tex_l2 {
    uint32_t line[TL2_LINES];       /* [set * ways + way]: number of the line + 1; 0: none */
    uint64_t used[TL2_LINES];       /* when it became the youngest; before that, way 0 is the oldest */
    uint64_t uses;
    uint8_t  there[TL2_LINES];      /* its sectors */
    uint32_t data[TL2_LINES * 8][8];
    /* sectors under way; live: kept when they come */
    struct { bool used, live; uint8_t last; uint16_t entry; uint32_t sector; } miss[GT_TL2_MISSES];
    unsigned misses;
};

/* All lines invalid. */
void tex_l2_reset(struct tex_l2 *l);

/* Whether a lookup can be made (when the tags have been cleared, PART-7). */
static inline bool tex_l2_ready(const struct tex_l2 *l) { return l->misses < GT_TL2_MISSES; }

enum tex_l2_found { TL2_HIT, TL2_JOINS, TL2_MISS };
struct tex_l2_look {
    enum tex_l2_found found;
    unsigned after;                 /* TL2_JOINS: the place that waited last; TL2_MISS: index of the miss */
    unsigned way;                   /* of the line */
    const uint32_t *data;           /* TL2_HIT: the sector */
};

/* A load of the sector, for a place that waits if it is not there (PART-8, PART-9). */
struct tex_l2_look tex_l2_load(struct tex_l2 *l, uint32_t sector, unsigned place);
/* A write: the sector is not there any longer (PART-10). */
void tex_l2_take(struct tex_l2 *l, uint32_t sector);

/* The sector of a miss has come (PART-11). A lookup of the same step is made before it. */
void tex_l2_fill(struct tex_l2 *l, unsigned index, const uint32_t data[8]);

#endif
