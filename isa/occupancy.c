/* SPDX-License-Identifier: Apache-2.0
 *
 * Occupancy, cc 1.x: registers are allocated for whole blocks, shared memory too, in the units of isa/chip.def.
 */
#include "occupancy.h"

#include <string.h>

#include "gt_chips.h"

static const struct gt_values values[] = {GT_VALUES};

const struct gt_values *gt_occupancy_values(unsigned compute)
{
    size_t i = 0;

    while (i < sizeof values / sizeof *values - 1 && (values[i].compute >= 12) != (compute >= 12))
        i++;
    return &values[i];
}

static uint64_t up(uint64_t n, unsigned unit)
{
    return (n + unit - 1) / unit * unit;
}

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

void gt_occupancy(const struct gt_values *v, unsigned threads, unsigned registers, uint64_t shared,
                  struct gt_occupancy *o)
{
    memset(o, 0, sizeof *o);
    o->limit = GT_LIMIT_NONE;
    o->block_warps = threads / v->lanes + (threads % v->lanes != 0);
    uint64_t regs = up(up(o->block_warps, v->warp_unit) * v->lanes * registers, v->reg_unit),
             bytes = up(shared, v->smem_unit);
    o->block_registers = regs > UINT32_MAX ? UINT32_MAX : (unsigned)regs;
    o->block_shared = bytes > UINT32_MAX ? UINT32_MAX : (unsigned)bytes;
    o->by_warps = threads && threads <= v->threads_per_block ? min(v->blocks, v->warps_per_sm / o->block_warps) : 0;
    o->by_registers = registers > v->regs_compiled ? 0
                      : regs                       ? min(v->blocks, (unsigned)(v->regs_per_sm / regs))
                                                   : v->blocks;
    o->by_shared = bytes ? min(v->blocks, (unsigned)(v->smem_bytes / bytes)) : v->blocks;
    o->blocks = min(o->by_warps, min(o->by_registers, o->by_shared));
    o->warps = o->blocks * o->block_warps;
    o->threads = o->blocks * threads;
    o->occupancy = o->warps / (double)v->warps_per_sm;
    o->limit = o->blocks == o->by_warps       ? GT_LIMIT_WARPS
               : o->blocks == o->by_registers ? GT_LIMIT_REGISTERS
                                              : GT_LIMIT_SHARED;
}

unsigned gt_occupancy_threads(const struct gt_values *v, unsigned registers)
{
    struct gt_occupancy o;

    for (unsigned n = v->threads_per_block; n; n -= v->lanes) {
        gt_occupancy(v, n, registers, 0, &o);
        if (o.blocks)
            return n;
    }
    return 0;
}
