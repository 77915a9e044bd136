/* SPDX-License-Identifier: Apache-2.0
 *
 * What is between the TPCs' links and the memory chips, and these, in another form than the model's own: verilated
 * (sim/rtl_middle.hpp). As rtl/gpu/mem_centre.sv without the links of the TPCs, with its partitions.
 */
#ifndef GT200_GPU_MEM_MIDDLE_H
#define GT200_GPU_MEM_MIDDLE_H

#include "dram_chip.h"
#include "packet.h"

struct physical;
struct mem_count;

/* What the links of the TPCs have for it in a step, and what it does; masks have a bit for each TPC. */
struct mem_middle_step {
    const struct gpu_req *req[XBAR_L3]; /* offered, with its partition (MSYS-3); NULL: nothing */
    unsigned rsp_ready;                 /* whose link takes an answer */
    unsigned taken, answered;           /* back: whose request was taken, who was sent an answer: */
    struct gpu_rsp rsp[XBAR_L3];
};

/* All of it that somebody else has made; functions are given itself. */
struct mem_middle {
    /* A cycle, of mem_system's; s: of one with a step, else NULL. */
    void (*cycle)(struct mem_middle *m, uint64_t cycle, struct mem_middle_step *s);
    /* Nothing is under way. */
    bool (*idle)(const struct mem_middle *m);
    /* GPU-9: GT_INV_*, from the next cycle on. */
    void (*invalidate)(struct mem_middle *m, unsigned what);
    /* The chips hold what this says. */
    void (*behind)(struct mem_middle *m, struct physical *physical);
    /* On the pins of a partition in the cycle last made; NULL: it was no memory clock. */
    const struct dram_pins *(*pins)(const struct mem_middle *m, unsigned partition);
    /* From the next cycle on, its partitions and pins are counted there; NULL: nowhere. */
    void (*count)(struct mem_middle *m, struct mem_count *count);
    /* What went wrong first; NULL: nothing. */
    const char *(*failed)(const struct mem_middle *m);
    void (*free)(struct mem_middle *m);
};

/* Makes one behind a reset, for the chip of `physical`, with `arg`; NULL: no memory. */
struct mem_middle_maker {
    struct mem_middle *(*make)(const void *arg, struct physical *physical);
    const void *arg;
};

#endif
