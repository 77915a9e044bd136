/* SPDX-License-Identifier: Apache-2.0
 *
 * Occupancy, cc 1.3: 1024 threads, 32 warps, 8 blocks, 16384 registers and 16 KB shared memory per multiprocessor;
 * registers are allocated for whole blocks of an even number of warps in units of 512, shared memory in units of 512
 * bytes.
 */
#include "occupancy.h"

#include <string.h>

enum {
    WARPS = 32, BLOCKS = 8, REGISTERS = 16384, SHARED = 16384, UNIT = 512, BLOCK_THREADS = 512,
    THREAD_REGISTERS = 124
};

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
    o->block_warps = threads / 32 + (threads % 32 != 0);
    uint64_t regs = up(up(o->block_warps, 2) * 32 * registers, UNIT), bytes = up(shared, UNIT);
    o->block_registers = regs > UINT32_MAX ? UINT32_MAX : (unsigned)regs;
    o->block_shared = bytes > UINT32_MAX ? UINT32_MAX : (unsigned)bytes;
    o->by_warps = threads && threads <= BLOCK_THREADS ? min(BLOCKS, WARPS / o->block_warps) : 0;
    o->by_registers = registers > THREAD_REGISTERS ? 0 : regs ? min(BLOCKS, (unsigned)(REGISTERS / regs)) : BLOCKS;
    o->by_shared = bytes ? min(BLOCKS, (unsigned)(SHARED / bytes)) : BLOCKS;
    o->blocks = min(o->by_warps, min(o->by_registers, o->by_shared));
    o->warps = o->blocks * o->block_warps;
    o->threads = o->blocks * threads;
    o->occupancy = o->warps / (double)WARPS;
    o->limit = o->blocks == o->by_warps       ? GT_LIMIT_WARPS
               : o->blocks == o->by_registers ? GT_LIMIT_REGISTERS
                                              : GT_LIMIT_SHARED;
}

unsigned gt_occupancy_threads(unsigned registers)
{
    struct gt_occupancy o;

    for (unsigned n = BLOCK_THREADS; n; n -= 32) {
        gt_occupancy(n, registers, 0, &o);
        if (o.blocks)
            return n;
    }
    return 0;
}
