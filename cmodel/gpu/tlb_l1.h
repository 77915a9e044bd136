/* SPDX-License-Identifier: Apache-2.0
 *
 * The first translation of a TPC's requests (docs/units/tlb.md, rtl/gpu/tlb_l1.sv), step by step.
 *
 *   in every step   tlb_l1_ready, tlb_l1_out, tlb_l1_fault    what it shows, all from the steps before
 *                   tlb_l1_step                               what the others do in the step
 *
 * A step in which nothing is under way (tlb_l1_idle) and nothing comes can be left out.
 */
#ifndef GT200_GPU_TLB_L1_H
#define GT200_GPU_TLB_L1_H

#include "look.h"
#include "packet.h"

#define TLB1_PAGES (GT_TLB1_LINE_BYTES / GT_TLB_PAGE_BYTES)

struct tlb_l1_line {
    uint32_t number;                    /* address / GT_TLB1_LINE_BYTES; UINT32_MAX: none */
    uint64_t known[TLB1_PAGES / 64];
    uint32_t page[TLB1_PAGES];          /* physical address */
};

struct tlb_l1 {
    uint8_t  id;                        /* of its questions */
    uint8_t  first, count;              /* requests that wait */
    bool     waits;                     /* the MMU has been asked */
    bool     out_valid;
    struct gpu_req in[2], out;
    struct tlb_fault fault;
    /* what happened in the last step (GPU-10) */
    struct { enum look_tlb what; uint8_t way; uint32_t addr, page; } event;
    uint8_t  order[GT_TLB1_LINES];      /* lines, youngest first */
    struct tlb_l1_line line[GT_TLB1_LINES];
};

/* Empty; texture: that of the texture unit. */
void tlb_l1_init(struct tlb_l1 *t, bool texture);
/* All lines are invalid from the next step on; tlb_l1_idle must hold. */
void tlb_l1_invalidate(struct tlb_l1 *t);

/* Whether it takes a request in this step. */
static inline bool tlb_l1_ready(const struct tlb_l1 *t) { return t->count < 2; }
/* What it offers in this step, to a partition or the MMU; NULL: nothing. */
static inline const struct gpu_req *tlb_l1_out(const struct tlb_l1 *t) { return t->out_valid ? &t->out : NULL; }
/* TLB-6: the fault of this step; NULL: none. */
static inline const struct tlb_fault *tlb_l1_fault(const struct tlb_l1 *t) { return t->fault.valid ? &t->fault : NULL; }
static inline bool tlb_l1_idle(const struct tlb_l1 *t)
{
    return !t->count && !t->out_valid && !t->waits && !t->fault.valid;
}

/* One step. req: the request that it takes, only if ready; NULL: none. taken: what it offers goes out. page: the MMU's
 * answer (MMU_PAGE_); NULL: none. */
void tlb_l1_step(struct tlb_l1 *t, const struct gpu_req *req, bool taken, const uint32_t *page);

#endif
