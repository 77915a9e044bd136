/* SPDX-License-Identifier: Apache-2.0
 *
 * How many blocks share a multiprocessor: the rules of NVIDIA's CUDA Occupancy Calculator for compute capability 1.x.
 */
#ifndef GT200_OCCUPANCY_H
#define GT200_OCCUPANCY_H

#include <stdint.h>

enum gt_occupancy_limit { GT_LIMIT_WARPS, GT_LIMIT_REGISTERS, GT_LIMIT_SHARED, GT_LIMIT_NONE };

struct gt_occupancy {
    unsigned blocks, warps, threads;            /* resident per multiprocessor; 0: a block does not fit at all */
    unsigned by_warps, by_registers, by_shared; /* blocks that each resource allows */
    unsigned block_registers, block_shared;     /* as allocated */
    unsigned block_warps;
    double   occupancy;                         /* warps / those that the chip keeps */
    enum gt_occupancy_limit limit;              /* what limits, the first of them */
};

struct gt_values;
/* Of a chip of these values (gt_chips.h). threads: per block; registers: per thread; shared: bytes per block, with the
 * 16 bytes of header and the parameters. */
void gt_occupancy(const struct gt_values *v, unsigned threads, unsigned registers, uint64_t shared,
                  struct gt_occupancy *o);
/* The largest block, a multiple of the warp, that the registers allow. */
unsigned gt_occupancy_threads(const struct gt_values *v, unsigned registers);
/* The values of a chip of compute capability 1.0 to 1.3 (10 to 13): of 1.0 and 1.1 G80's, else GT200's. */
const struct gt_values *gt_occupancy_values(unsigned compute);

#endif
