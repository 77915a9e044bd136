/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of the TLB: a hit goes on translated, a miss waits for the MMU, a page that is not mapped is a fault.
 */
#include "tlb_l1.h"

#include <string.h>

#define BIG_PAGES   16u         /* pages of 4 KB in one of 64 KB */
#define BLOCK_PAGES 64u         /* in 256 KB */

void tlb_l1_init(struct tlb_l1 *t, bool texture)
{
    memset(t, 0, sizeof *t);
    t->id = texture ? TPC_PORT_TEX << 6 : 0;
    for (unsigned i = 0; i < GT_TLB1_LINES; i++)
        t->order[i] = (uint8_t)(GT_TLB1_LINES - 1 - i);
    tlb_l1_invalidate(t);
}

void tlb_l1_invalidate(struct tlb_l1 *t)
{
    for (unsigned i = 0; i < GT_TLB1_LINES; i++)
        t->line[i].number = UINT32_MAX;
}

/* Position in the order of use of the line, or of the oldest one; *known: which of the two. */
static unsigned find(const struct tlb_l1 *t, uint32_t addr, bool *known)
{
    uint32_t number = addr / GT_TLB1_LINE_BYTES;
    unsigned at = 0;
    while (at < GT_TLB1_LINES - 1 && t->line[t->order[at]].number != number)
        at++;
    *known = t->line[t->order[at]].number == number;
    return at;
}

/* TLB-2: the line at this position becomes the youngest. */
static struct tlb_l1_line *use(struct tlb_l1 *t, unsigned at)
{
    uint8_t which = t->order[at];
    memmove(t->order + 1, t->order, at);
    t->order[0] = which;
    t->event.way = which;
    return &t->line[which];
}

/* TLB-3: the physical page of the address; false: not known. */
static bool look(struct tlb_l1 *t, uint32_t addr, uint32_t *page)
{
    bool known;
    unsigned at = find(t, addr, &known), p = addr / GT_TLB_PAGE_BYTES % TLB1_PAGES;
    if (!known || !(t->line[t->order[at]].known[p / 64] >> p % 64 & 1)) {
        t->event.way = t->order[at];
        return false;
    }
    *page = use(t, at)->page[p];
    return true;
}

/* TLB-5 */
static void put(struct tlb_l1 *t, uint32_t addr, uint32_t page)
{
    bool known;
    struct tlb_l1_line *l = use(t, find(t, addr, &known));
    if (!known) {
        l->number = addr / GT_TLB1_LINE_BYTES;
        memset(l->known, 0, sizeof l->known);
    }
    unsigned first = addr / GT_TLB_PAGE_BYTES % TLB1_PAGES, n = 1;
    if (page & (MMU_PAGE_BLOCK | MMU_PAGE_BIG)) {
        n = page & MMU_PAGE_BLOCK ? BLOCK_PAGES : BIG_PAGES;
        first &= ~(n - 1);
        page &= ~(n * GT_TLB_PAGE_BYTES - 1);
    }
    page &= MMU_PAGE_MASK;
    for (unsigned p = first; p < first + n; p++) {
        l->known[p / 64] |= UINT64_C(1) << p % 64;
        l->page[p] = page + (p - first) * GT_TLB_PAGE_BYTES;
    }
}

/* TLB-6 */
static struct tlb_fault fault_of(const struct gpu_req *r)
{
    return (struct tlb_fault){true, r->id >> 6, r->kind, r->space, r->addr};
}

void tlb_l1_step(struct tlb_l1 *t, const struct gpu_req *req, bool taken, const uint32_t *page)
{
    const struct gpu_req *head = &t->in[t->first];
    bool leaves = false;
    t->fault.valid = false;
    t->event.what = LOOK_TLB_NONE;
    t->event.page = 0;
    if (taken)
        t->out_valid = false;
    if (t->waits && page) {
        t->waits = false;
        leaves = !(*page & MMU_PAGE_VALID);
        t->event.what = leaves ? LOOK_TLB_FAULT : LOOK_TLB_PUT;
        t->event.page = *page;
        t->event.way = 0;
        if (leaves)
            t->fault = fault_of(head);
        else
            put(t, head->addr, *page);
    } else if (!t->waits && t->count && !t->out_valid) {
        uint32_t physical;
        leaves = look(t, head->addr, &physical);
        t->event.what = leaves ? LOOK_TLB_PASS : LOOK_TLB_ASK;
        t->out = *head;
        t->out_valid = true;
        t->waits = !leaves;
        if (leaves) {
            t->out.addr = physical | head->addr % GT_TLB_PAGE_BYTES;
            t->out.dst = (uint8_t)gpu_partition(head->addr);
        } else {
            t->out.dst = XBAR_TO_MMU;
            t->out.id = t->id;
            t->out.kind = MEM_LOAD;
        }
    }
    t->event.addr = head->addr;
    if (leaves) {
        t->first ^= 1;
        t->count--;
    }
    if (req)
        t->in[(t->first + t->count++) & 1] = *req;
}
