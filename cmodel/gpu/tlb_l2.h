/* SPDX-License-Identifier: Apache-2.0
 *
 * One of the MMU's TLBs (MMU-2, rtl/gpu/tlb_l2.sv): a page of 4 KB in each place, true LRU in each set.
 */
#ifndef GT200_GPU_TLB_L2_H
#define GT200_GPU_TLB_L2_H

#include <stdbool.h>
#include <stdint.h>

struct tlb_l2_place {
    uint32_t page;                      /* address / GT_TLB_PAGE_BYTES; UINT32_MAX: none */
    uint32_t entry;                     /* as the MMU answers: MMU_PAGE_ */
};

struct tlb_l2 {
    unsigned sets, ways;                /* sets: a power of two */
    struct tlb_l2_place *place;         /* [set * ways], of each set the youngest first */
};

/* Empty. False: out of memory. */
bool tlb_l2_init(struct tlb_l2 *t, unsigned sets, unsigned ways);
void tlb_l2_free(struct tlb_l2 *t);
void tlb_l2_clear(struct tlb_l2 *t);
/* The entry of a page, which becomes the youngest of its set; NULL: it is not there, and nothing changes. */
const uint32_t *tlb_l2_look(struct tlb_l2 *t, uint32_t page);
/* Puts the entry into the place of the page, or if that is not there, of the oldest of its set; it is the youngest. */
void tlb_l2_put(struct tlb_l2 *t, uint32_t page, uint32_t entry);

#endif
