/* SPDX-License-Identifier: Apache-2.0
 *
 * Occupancy, cc 1.3: registers are allocated for whole blocks, shared memory too, in the units of isa/chip.def.
 */
#include "occupancy.h"

#include <string.h>

#include "gt_chip.h"

enum { REGISTERS = GT_REG_ROWS * GT_REG_BANKS };

static uint64_t up(uint64_t n, unsigned unit)
{
    return (n + unit - 1) / unit * unit;
}

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

void gt_occupancy(unsigned threads, unsigned registers, uint64_t shared, struct gt_occupancy *o)
{
    memset(o, 0, sizeof *o);
    o->limit = GT_LIMIT_NONE;
    o->block_warps = threads / GT_LANES + (threads % GT_LANES != 0);
    uint64_t regs = up(up(o->block_warps, GT_WARP_UNIT) * GT_LANES * registers, GT_REG_UNIT),
             bytes = up(shared, GT_SMEM_UNIT);
    o->block_registers = regs > UINT32_MAX ? UINT32_MAX : (unsigned)regs;
    o->block_shared = bytes > UINT32_MAX ? UINT32_MAX : (unsigned)bytes;
    o->by_warps = threads && threads <= GT_THREADS_PER_BLOCK ? min(GT_BLOCKS, GT_WARPS / o->block_warps) : 0;
    o->by_registers = registers > GT_REGS_COMPILED ? 0
                      : regs                       ? min(GT_BLOCKS, (unsigned)(REGISTERS / regs))
                                                   : GT_BLOCKS;
    o->by_shared = bytes ? min(GT_BLOCKS, (unsigned)(GT_SMEM_BYTES / bytes)) : GT_BLOCKS;
    o->blocks = min(o->by_warps, min(o->by_registers, o->by_shared));
    o->warps = o->blocks * o->block_warps;
    o->threads = o->blocks * threads;
    o->occupancy = o->warps / (double)GT_WARPS;
    o->limit = o->blocks == o->by_warps       ? GT_LIMIT_WARPS
               : o->blocks == o->by_registers ? GT_LIMIT_REGISTERS
                                              : GT_LIMIT_SHARED;
}

unsigned gt_occupancy_threads(unsigned registers)
{
    struct gt_occupancy o;

    for (unsigned n = GT_THREADS_PER_BLOCK; n; n -= GT_LANES) {
        gt_occupancy(n, registers, 0, &o);
        if (o.blocks)
            return n;
    }
    return 0;
}
