/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of the MMU: a TLB lookup, a step of the walk through the page table, an answer.
 */
#include "mmu.h"

#include <stdlib.h>
#include <string.h>

#include "page_table.h"

#define SETS(kind) (GT_##kind##TLB2_BYTES / GT_TLB_PAGE_BYTES / GT_##kind##TLB2_WAYS)

struct mmu *mmu_new(uint32_t dir_base)
{
    struct mmu *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->dir_base = dir_base;
    if (!tlb_l2_init(&m->tlb[0], SETS(G), GT_GTLB2_WAYS) || !tlb_l2_init(&m->tlb[1], SETS(T), GT_TTLB2_WAYS)) {
        mmu_free(m);
        return NULL;
    }
    mmu_invalidate(m);
    return m;
}

void mmu_free(struct mmu *m)
{
    if (m) {
        tlb_l2_free(&m->tlb[0]);
        tlb_l2_free(&m->tlb[1]);
    }
    free(m);
}

void mmu_invalidate(struct mmu *m)
{
    tlb_l2_clear(&m->tlb[0]);
    tlb_l2_clear(&m->tlb[1]);
    memset(m->dir, 0, sizeof m->dir);
    m->clearing = SETS(G) > SETS(T) ? SETS(G) : SETS(T);
}

/* MMU-4: the answer to the question of an operation. */
static void answer(struct mmu *m, const struct mmu_op *op, uint32_t entry)
{
    struct gpu_rsp *r = &m->answer[(m->answer_first + m->answer_count++) % MMU_QUEUE];
    *r = (struct gpu_rsp){.dst = op->tlb & 15, .src = XBAR_TO_MMU, .id = op->id, .data = {entry}};
    m->event.value = entry;
}

/* MMU-5, MMU-6: reads the entry of the page, or if the walker does not hold that of its region, the directory's. */
static void walk(struct mmu *m, const struct mmu_op *op)
{
    unsigned region = pt_region(op->page * GT_TLB_PAGE_BYTES);
    const struct mmu_dir *d = &m->dir[region];
    uint32_t at = d->held ? pt_entry_at(d->word, op->page * GT_TLB_PAGE_BYTES) : pt_dir_at(m->dir_base, region);
    struct gpu_req *r = &m->read[(m->read_first + m->read_count++) % MMU_QUEUE];
    *r = (struct gpu_req){.dst = (uint8_t)gpu_partition(at), .src = XBAR_MMU, .id = op->tlb, .kind = MEM_LOAD,
                          .addr = at & ~31u};
    m->event.what = LOOK_MMU_WALK;
    m->event.value = r->addr;
    struct mmu_op *w = &m->walk[op->tlb];
    *w = *op;
    w->entry = true;
    w->dir = !d->held;
    w->big = d->held && pt_big(d->word);
}

/* The second step of a question. */
static void question(struct mmu *m, const struct mmu_op *op)
{
    const uint32_t *entry = tlb_l2_look(&m->tlb[op->tlb >> 4], op->page);
    m->event.what = LOOK_MMU_FOUND;
    if (entry)
        answer(m, op, *entry);
    else
        walk(m, op);
}

/* The second step of an entry of the page table. */
static void entry_came(struct mmu *m, const struct mmu_op *op)
{
    if (!pt_present(op->word)) {
        m->event.what = LOOK_MMU_NONE;
        answer(m, op, 0);
    } else if (op->dir) {
        m->dir[pt_region(op->page * GT_TLB_PAGE_BYTES)] = (struct mmu_dir){true, op->word};
        walk(m, op);
    } else {
        uint32_t page = mmu_answer_of(op->word, op->big, op->page * GT_TLB_PAGE_BYTES);
        tlb_l2_put(&m->tlb[op->tlb >> 4], op->page, page);
        m->event.what = LOOK_MMU_FILL;
        answer(m, op, page);
    }
}

/* Which of the four entries of a sector an operation wants. */
static unsigned nth(const struct mmu_op *w)
{
    uint32_t addr = w->page * GT_TLB_PAGE_BYTES;
    return (w->dir ? pt_region(addr) : pt_index(addr, w->big)) & 3;
}

void mmu_step(struct mmu *m, const struct gpu_req *req, bool answer_taken, bool read_taken, const struct gpu_rsp *rsp)
{
    m->event.what = LOOK_MMU_NOTHING;
    if (m->clearing) {
        m->clearing--;
        return;
    }
    struct mmu_op now = m->second;
    m->event.tlb = now.tlb;
    m->event.page = now.page;
    /* MMU-3: into the first step: a question, or else an entry that has come */
    m->second.valid = req || m->come_count;
    if (req) {
        m->second = (struct mmu_op){.valid = true, .tlb = (uint8_t)((req->space == MEM_TEXTURE) << 4 | req->src),
                                    .id = req->id, .page = req->addr / GT_TLB_PAGE_BYTES};
        m->asked++;
    } else if (m->come_count) {
        m->second = m->come[m->come_first];
        m->come_first = (m->come_first + 1) % MMU_QUEUE;
        m->come_count--;
    }
    if (answer_taken) {
        m->answer_first = (m->answer_first + 1) % MMU_QUEUE;
        m->answer_count--;
        m->asked--;
    }
    if (read_taken) {
        m->read_first = (m->read_first + 1) % MMU_QUEUE;
        m->read_count--;
    }
    if (rsp) {
        struct mmu_op *e = &m->come[(m->come_first + m->come_count++) % MMU_QUEUE];
        *e = m->walk[rsp->id % MMU_QUEUE];
        e->word = rsp->data[nth(e) * 2];
    }
    if (now.valid && now.entry)
        entry_came(m, &now);
    else if (now.valid)
        question(m, &now);
}
