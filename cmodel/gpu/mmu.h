/* SPDX-License-Identifier: Apache-2.0
 *
 * The second translation for the whole chip (docs/units/mmu.md, rtl/gpu/mmu.sv), step by step: the L2 TLBs, and the
 * walker that reads the page table (page_table.h) in device memory.
 *
 *   in every step   mmu_ready, mmu_answer, mmu_read    what it shows, all from the steps before
 *                   mmu_step                           what the others do in the step
 *
 * A step in which nothing is under way (mmu_idle) and nothing comes can be left out.
 */
#ifndef GT200_GPU_MMU_H
#define GT200_GPU_MMU_H

#include "look.h"
#include "packet.h"
#include "page_table.h"
#include "tlb_l2.h"

#define MMU_QUEUE   32u         /* places for L1 TLBs */
#define MMU_REGIONS 8u          /* of 512 MB */

/* A question, or an entry of the page table that has come. */
struct mmu_op {
    bool     valid, entry, dir, big;    /* dir: of the directory; big: of a table of 64 KB pages */
    uint8_t  tlb, id;                   /* tlb: textures << 4 | TPC */
    uint32_t page;                      /* virtual address / GT_TLB_PAGE_BYTES */
    uint32_t word;                      /* the entry */
};

struct mmu_dir {
    bool     held;
    uint32_t word;
};

struct mmu {
    uint32_t dir_base;                  /* physical, a multiple of 64: where the page directory lies */
    unsigned clearing;                  /* steps until it takes questions */
    unsigned asked;                     /* questions under way */
    struct tlb_l2 tlb[2];               /* of g[] and l[], of textures */
    struct mmu_dir dir[MMU_REGIONS];
    struct mmu_op second;               /* in the second step */
    struct mmu_op walk[MMU_QUEUE];      /* by L1 TLB */
    struct mmu_op  come[MMU_QUEUE];     /* queues: first, and how many */
    struct gpu_rsp answer[MMU_QUEUE];
    struct gpu_req read[MMU_QUEUE];
    uint8_t  come_first, come_count, answer_first, answer_count, read_first, read_count;
    /* what happened in the last step (GPU-10); value: the entry, or where it is read */
    struct { enum look_mmu what; uint8_t tlb; uint32_t page, value; } event;
};

/* Empty, as after a reset: it clears its TLBs first. NULL: out of memory. */
struct mmu *mmu_new(uint32_t dir_base);
void mmu_free(struct mmu *m);
/* MMU-8: called behind mmu_step, for that step; nothing may be under way. */
void mmu_invalidate(struct mmu *m);

/* MMU-4, MMU-7: the answer to a question for addr, by the entry of its page, which is mapped. */
static inline uint32_t mmu_answer_of(uint32_t entry, bool big, uint32_t addr)
{
    unsigned block = pt_block(entry, big);
    return pt_page(entry, big, addr) | (block >= 18 ? MMU_PAGE_BLOCK : 0) | (block >= 16 ? MMU_PAGE_BIG : 0) |
           MMU_PAGE_VALID;
}

/* Whether it takes a question in this step. */
static inline bool mmu_ready(const struct mmu *m) { return !m->clearing; }
/* What it offers in this step; NULL: nothing. */
static inline const struct gpu_rsp *mmu_answer(const struct mmu *m)
{
    return m->answer_count ? &m->answer[m->answer_first] : NULL;
}
static inline const struct gpu_req *mmu_read(const struct mmu *m)
{
    return m->read_count ? &m->read[m->read_first] : NULL;
}
static inline bool mmu_idle(const struct mmu *m) { return !m->asked && !m->clearing; }

/* One step. req: the question that it takes, only if ready; NULL: none. answer_taken, read_taken: what it offers goes
 * out. rsp: a sector of the page table that comes; NULL: none. */
void mmu_step(struct mmu *m, const struct gpu_req *req, bool answer_taken, bool read_taken, const struct gpu_rsp *rsp);

#endif
