/* SPDX-License-Identifier: Apache-2.0
 *
 * What the units of the memory system look up and hand on in a cycle, as lockstep compares it with the Verilog
 * (GPU-10): of each place at most one in a cycle.
 */
#ifndef GT200_GPU_LOOK_H
#define GT200_GPU_LOOK_H

#include <stdint.h>

/* The places, and the values of a lookup there. `at` is the number of a TPC, of a partition, or of a port of the
 * crossbar (XBAR-2). */
enum gpu_place {
    LOOK_TEX_L1,    /* hit, way, sector, id */
    LOOK_TLB_G,     /* of g[] and l[]: what (enum look_tlb), way, address; what the MMU answered */
    LOOK_TLB_T,     /* of textures: the same */
    LOOK_MMU,       /* what (enum look_mmu), L1 TLB, page; the entry (MMU_PAGE_), or where it is read */
    LOOK_L3,        /* hit, way, address, who asks, its id */
    LOOK_PARTITION, /* what (enum look_partition), sector, place; way of a texture's line; behind whom it waits */
    LOOK_FILL,      /* a sector of a texture has come: which miss it was */
    LOOK_REQ_IN,    /* requests at the crossbar's ports of who asks, answers; at those of who answers: packets */
    LOOK_RSP_OUT,
    LOOK_REQ_OUT,
    LOOK_RSP_IN,
    LOOK_PLACES
};
enum look_tlb { LOOK_TLB_NONE, LOOK_TLB_PASS, LOOK_TLB_ASK, LOOK_TLB_PUT, LOOK_TLB_FAULT };
enum look_mmu { LOOK_MMU_NOTHING, LOOK_MMU_FOUND, LOOK_MMU_WALK, LOOK_MMU_FILL, LOOK_MMU_NONE };
enum look_partition { LOOK_HIT, LOOK_JOINS, LOOK_MISS, LOOK_PAST };     /* PAST: no texture's load */

/* Values of packets: dst, src, id, then of an answer its data, of a request kind, space, addr, mask, data; what means
 * nothing (bytes that are not written) is 0. */
enum { LOOK_VALUES = 15, LOOK_RSP_DATA = 3, LOOK_REQ_MASK = 6, LOOK_REQ_DATA = 7 };

struct gpu_look {
    uint8_t  place, at;
    uint32_t value[LOOK_VALUES];        /* 0 behind the last one */
};

/* Ten TPCs with five places each, L3 and MMU with three, ten ports with two, eight partitions with two. */
enum { GPU_LOOKS = 10 * 5 + 6 + 10 * 2 + 8 * 2 };

/* Those of a cycle, in no order. */
struct gpu_looks {
    unsigned n;
    struct gpu_look look[GPU_LOOKS];
};

/* One more, with these first values, the others 0. */
static inline struct gpu_look *gpu_look_add(struct gpu_looks *l, enum gpu_place place, unsigned at, uint32_t a,
                                            uint32_t b, uint32_t c, uint32_t d, uint32_t e)
{
    struct gpu_look *k = &l->look[l->n++];
    *k = (struct gpu_look){(uint8_t)place, (uint8_t)at, {a, b, c, d, e}};
    return k;
}

#endif
