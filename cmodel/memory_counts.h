/* SPDX-License-Identifier: Apache-2.0
 *
 * What the units of a chip's memory system did in a launch, up to the end of its fence (docs/units/profile.md, PROF-10
 * to PROF-13).
 */
#ifndef GT200_MEMORY_COUNTS_H
#define GT200_MEMORY_COUNTS_H

#include <stdint.h>

#define GT_MEMORY_TPCS 10
#define GT_MEMORY_SMS 3
#define GT_MEMORY_PARTITIONS 8

/* What a clock of a partition's data pins is for (PROF-11). */
enum gt_bus {
    GT_BUS_DATA, GT_BUS_ACTIVATE, GT_BUS_OPENS, GT_BUS_PRECHARGE, GT_BUS_READ_WRITE, GT_BUS_WRITE_READ, GT_BUS_REFRESH,
    GT_BUS_REQUEST, GT_BUSES
};
/* What a step of a partition is (PROF-12). */
enum gt_partition_step { GT_PARTITION_TAKES, GT_PARTITION_FULL, GT_PARTITION_WORKS, GT_PARTITION_EMPTY,
                         GT_PARTITION_STEPS };
/* What a step of a TPC's TLB is (PROF-13). */
enum gt_tlb_step { GT_TLB_PASS, GT_TLB_PAGE, GT_TLB_OTHERS, GT_TLB_CROSSBAR, GT_TLB_WAY, GT_TLB_EMPTY, GT_TLB_STEPS };

/* Numbers of 64 bits only. */
struct gt_memory_counts {
    uint64_t tpcs, partitions;              /* of the chip; 0: it was not counted */
    uint64_t cycles, steps, clocks;         /* of the launch and its fence: shader clocks, steps, memory clocks */
    struct {
        uint64_t bus[GT_BUSES];             /* clocks; together all */
        uint64_t reads, writes, opens;      /* sectors; rows */
        uint64_t steps[GT_PARTITION_STEPS]; /* together all */
        uint64_t inside, held;              /* requests in it, summed over steps; steps in which an answer waits */
    } partition[GT_MEMORY_PARTITIONS];
    struct {
        uint64_t steps[2][GT_TLB_STEPS];    /* of g[] and l[], of textures; together all */
        uint64_t flight[GT_MEMORY_SMS];     /* sectors that its SMs wait for, summed over cycles */
        uint64_t full[GT_MEMORY_SMS];       /* cycles in which these are GT_PENDING_SECTORS */
    } tpc[GT_MEMORY_TPCS];
};

#endif
