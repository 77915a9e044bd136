/* SPDX-License-Identifier: Apache-2.0
 *
 * The SM's memory port in front of the memory: sector requests, responses in order, of the fixed-latency memory
 * MEM_LATENCY
 * cycles later, of one with jitter as jitter.h says. A request reads or writes the memory when it is accepted; a load's
 * registers get
 * their words then too, though nothing can read them before the load completes. On a chip of several SMs
 * the requests are kept and performed a little later, those of all SMs in one order (chip.c).
 */
#include "jitter.h"
#include "timing.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(GT_PENDING_SECTORS <= MEMFIFO && (MEMFIFO & (MEMFIFO - 1)) == 0 && MEMFIFO <= UINT8_MAX, "memport.q");
/* Loads with a sector pending, the queue, passes of shared memory, s[] operands of instructions that execute. */
_Static_assert(GT_PENDING_SECTORS + 4 + SFIFO + SPOPS <= MOPS, "lsu.op");

/* The fixed-latency memory takes a request in every cycle. */
bool memport_ready(const struct gt_sm *sm)
{
    uint32_t seed = sm->gpu->jitter;
    return !seed || jitter_ready(seed, sm->index, sm->cyc);
}

static uint64_t answered_from(const struct gt_sm *sm)
{
    uint32_t seed = sm->gpu->jitter;
    return sm->cyc + (seed ? jitter_latency(seed, sm->index, sm->cyc) : GT_MEM_LATENCY);
}

/* Bytes of the sector that the lanes of a store write; later lanes win. */
static void take_store(struct memreq *r, const struct mop *m, const struct beat *b)
{
    uint8_t *bytes = (uint8_t *)r->data;
    const struct tinfo *ti = m->ti;
    for (uint32_t k = b->lanes; k; k &= k - 1) {
        unsigned lane = 16u * b->half + (unsigned)__builtin_ctz(k);
        for (unsigned j = 0; j < b->words; j++) {
            uint32_t v = m->eff->data[b->word + j][lane];
            uint32_t at = m->eff->addr[lane] + (ti->space == TS_LOCAL ? b->word * 128u : 4 * j) - r->addr;
            memcpy(bytes + at, &v, ti->bytes);
            r->mask |= ((1u << ti->bytes) - 1) << at;
        }
    }
}

/* The lane's operand and new value of cas. */
static void take_atomic(struct memreq *r, const struct mop *m, const struct beat *b)
{
    const struct gt_insn *in = m->ti->in;
    unsigned lane = 16u * b->half + (unsigned)__builtin_ctz(b->lanes);
    bool cas = in->src[2].kind != GT_K_NONE;
    r->n = 2u | m->ti->store | (uint32_t)in->mtype << 4 | (uint32_t)in->aop << 8;
    for (unsigned k = 0; k < m->ti->words; k++) {
        r->data[k] = m->eff->data[k][lane];
        r->data[2 + k] = cas ? m->eff->data[2 + k][lane] : 0;
    }
}

/* Loads: what comes back goes to registers and into the record of the instruction. */
static void perform_load(struct gt_sm *sm, const struct memreq *r)
{
    struct mop *m = &sm->lsu.op[r->beat.mop];
    struct gt_warp *w = &sm->warp[m->warp].w;
    uint32_t lanes = (uint32_t)r->beat.lanes << 16 * r->beat.half;
    if (m->ti->space == TS_TEXTURE)
        gt_tex_part(&sm->core, w, m->ti->in, lanes, &m->own);
    else
        gt_load_part(&sm->core, w, m->ti->in, lanes, r->beat.word, r->beat.words, &m->own);
}

void memport_perform(struct gt_sm *sm, const struct memreq *r)
{
    if (r->n & 2) {
        uint32_t old[2];
        gt_atomic(sm->gpu, r->n >> 8 & 15, r->n >> 4 & 15, r->addr, r->data, old);
        if (!(r->n & 1)) {
            struct mop *m = &sm->lsu.op[r->beat.mop];
            unsigned lane = 16u * r->beat.half + (unsigned)__builtin_ctz(r->beat.lanes);
            gt_atom_part(&sm->core, &sm->warp[m->warp].w, m->ti->in, lane, old, &m->own);
        }
    } else if (r->n & 1) {
        gt_sector_write(sm->gpu, r->addr, (const uint8_t *)r->data, r->mask);
    } else {
        perform_load(sm, r);
    }
}

/* Keeps the request for memport_perform. */
static void keep(struct memlog *log, const struct memreq *r)
{
    if (log->n == log->cap) {
        size_t cap = log->cap ? 2 * log->cap : 256;
        struct memreq *v = realloc(log->v, cap * sizeof *v);
        if (!v)
            abort();
        log->v = v;
        log->cap = cap;
    }
    log->v[log->n++] = *r;
}

void memport_request(struct gt_sm *sm, const struct mop *m, uint32_t addr, const struct beat *load)
{
    struct memport *p = &sm->mem;
    struct memreq r = {.cycle = sm->cyc, .addr = addr, .n = m->ti->store, .beat = *load};
    if (m->ti->atomic)
        take_atomic(&r, m, load);
    else if (m->ti->store)
        take_store(&r, m, load);
    if (sm->events_on) {
        struct gt_event *e = sm_event(sm, GT_EV_MEMREQ, m->warp, m->pc);
        e->addr = addr;
        e->n = r.n;
        e->mask = r.mask;
        memcpy(e->data, r.data, sizeof r.data);
    }
    if (p->held)
        keep(p->held, &r);
    else
        memport_perform(sm, &r);
    if (m->ti->store)
        return;
    struct beat *b = &p->q[(p->head + p->count++) & (MEMFIFO - 1)];
    *b = *load;
    b->when = answered_from(sm);
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
