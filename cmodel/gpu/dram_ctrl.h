/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory controller of a partition (docs/units/dram.md), cycle for cycle as rtl/gpu/dram_ctrl.sv: requests for sectors
 * to commands of its GDDR3 chips.
 *
 *   in every cycle with step   dram_ctrl_ready: whether a request is taken; dram_ctrl_answer
 *   in every cycle             dram_ctrl_cycle, at its end
 */
#ifndef GT200_GPU_DRAM_CTRL_H
#define GT200_GPU_DRAM_CTRL_H

#include "dram_chip.h"
#include "gt_chip.h"
#include "packet.h"

/* Whether cycle c of the shader clock has an edge of the memory clock, of a chip with these clocks (docs/memory.md). */
static inline bool gpu_mstep_of(uint64_t c, uint32_t clock_khz, uint32_t mem_clock_khz)
{
    return c * mem_clock_khz % clock_khz + mem_clock_khz >= clock_khz;
}

/* Of GT200. */
static inline bool gpu_mstep(uint64_t c) { return gpu_mstep_of(c, GT_CLOCK_KHZ, GT_MEM_CLOCK_KHZ); }

struct dram_ctrl {
    /* requests by place, the oldest in 0, a bit for each place; behind: an older one for the same sector is there */
    uint32_t sector[GT_DRAM_QUEUE];
    uint64_t write, behind, of_bank[DRAM_BANKS];
    uint64_t hit;                   /* its row is open */
    uint8_t  slot[GT_DRAM_QUEUE];   /* of what else belongs to it; behind the requests the free ones */
    struct { uint8_t id; uint32_t mask, data[8]; } rest[GT_DRAM_QUEUE];
    unsigned count, passes;
    uint64_t now;                   /* memory clocks so far */
    /* commands may come from these clocks on */
    struct { bool open; uint16_t row; uint64_t to_open, to_read, to_write, to_close; } bank[DRAM_BANKS];
    uint64_t to_open, to_read, to_write;
    unsigned banks_open;
    uint64_t refresh;               /* clock in which the next one becomes due */
    bool     due;
    struct dram_pins pins;          /* in this memory clock */
    /* sectors that are written and ids of reads, the oldest first, with the clock of their first half */
    struct { uint64_t at; uint32_t mask, data[8]; } writes[8];
    struct { uint64_t at; uint8_t id; } reads[16];
    unsigned write_head, write_count, read_head, read_count;
    uint32_t low[4];                /* first half of what is read */
    bool     answered;
    struct dram_rsp rsp;
};

/* An empty queue, all banks closed. */
void dram_ctrl_reset(struct dram_ctrl *d);

/* Whether a request offered in this cycle is taken, if it is one with step. */
static inline bool dram_ctrl_ready(const struct dram_ctrl *d) { return d->count < GT_DRAM_QUEUE; }

/* The answer that is taken if this is a cycle with step; NULL: none. */
static inline const struct dram_rsp *dram_ctrl_answer(const struct dram_ctrl *d)
{
    return d->answered ? &d->rsp : NULL;
}

/* The end of a cycle. `req`: the request that is taken, NULL: none (in a cycle with step only); in: the data pins. */
void dram_ctrl_cycle(struct dram_ctrl *d, bool step, bool mstep, const struct dram_req *req, const uint32_t in[4]);

/* A cycle of controller and chips. */
static inline void dram_cycle(struct dram_ctrl *d, struct dram_chip *c, bool step, bool mstep,
                              const struct dram_req *req)
{
    struct dram_pins pins;
    if (mstep)
        pins = d->pins;
    dram_ctrl_cycle(d, step, mstep, req, c->out);
    if (mstep)
        dram_chip_clock(c, &pins);
}

#endif
