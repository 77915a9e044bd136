/* SPDX-License-Identifier: Apache-2.0
 *
 * The SM's memory port in front of the fixed-latency memory: sector requests, responses in order
 * MEM_LATENCY cycles later. Values are already known (the functional core accessed the memory in the
 * same order), so requests carry only what the timing and the events need.
 */
#include "timing.h"

#include <string.h>

/* The fixed-latency memory takes a request in every cycle. */
bool memport_ready(const struct gt_sm *sm)
{
    (void)sm;
    return true;
}

/* Bytes of the sector that the lanes of a store write; later lanes win. */
static void store_event(struct gt_event *e, const struct mop *m, const struct beat *b, uint32_t sector)
{
    uint8_t bytes[32] = {0};
    const struct tinfo *ti = m->ti;
    for (uint32_t k = b->lanes; k; k &= k - 1) {
        unsigned lane = 16u * b->half + (unsigned)__builtin_ctz(k);
        for (unsigned j = 0; j < b->words; j++) {
            uint32_t v = m->eff->data[b->word + j][lane];
            uint32_t at = m->eff->addr[lane] + (ti->space == TS_LOCAL ? b->word * 128u : 4 * j) - sector;
            for (unsigned n = 0; n < ti->bytes; n++) {
                bytes[at + n] = (uint8_t)(v >> 8 * n);
                e->mask |= 1u << (at + n);
            }
        }
    }
    for (unsigned i = 0; i < 8; i++)
        e->data[i] = bytes[4 * i] | bytes[4 * i + 1] << 8 | bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
}

/* The lane's operand and new value of cas. */
static void atomic_event(struct gt_event *e, const struct mop *m, const struct beat *b)
{
    const struct gt_insn *in = m->ti->in;
    unsigned lane = 16u * b->half + (unsigned)__builtin_ctz(b->lanes);
    bool cas = in->src[2].kind != GT_K_NONE;
    e->n = 2u | m->ti->store | (uint32_t)in->mtype << 4 | (uint32_t)in->aop << 8;
    for (unsigned k = 0; k < m->ti->words; k++) {
        e->data[k] = m->eff->data[k][lane];
        e->data[2 + k] = cas ? m->eff->data[2 + k][lane] : 0;
    }
}

void memport_request(struct gt_sm *sm, const struct mop *m, uint32_t addr, const struct beat *load)
{
    struct memport *p = &sm->mem;
    if (sm->events_on) {
        struct gt_event *e = sm_event(sm, GT_EV_MEMREQ, m->warp, m->pc);
        e->addr = addr;
        e->n = m->ti->store;
        if (m->ti->atomic)
            atomic_event(e, m, load);
        else if (m->ti->store)
            store_event(e, m, load, addr);
    }
    if (m->ti->store)
        return;
    struct beat *b = &p->q[(p->head + p->count++) & (MEMFIFO - 1)];
    *b = *load;
    b->when = sm->cyc + GT_MEM_LATENCY;
    sm->lsu.pending++;
}

const struct beat *memport_response(const struct gt_sm *sm)
{
    const struct memport *p = &sm->mem;
    const struct beat *b = &p->q[p->head];
    return p->count && b->when <= sm->cyc ? b : NULL;
}

void memport_accept(struct gt_sm *sm)
{
    sm->mem.head = (sm->mem.head + 1) & (MEMFIFO - 1);
    sm->mem.count--;
    sm->lsu.pending--;
}
