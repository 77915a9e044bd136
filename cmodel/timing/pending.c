/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests of the load/store unit at the SM's memory port, and the records of those that are answered, by id
 * (docs/units/mem-port.md; RTL: mem_pending). The registers of a load get a sector's words when its answer is taken,
 * though nothing can read them before the load completes.
 */
#include "timing.h"

#include <string.h>

/* Loads with a sector pending, the queue, passes of shared memory, s[] operands of instructions that execute. */
_Static_assert(GT_PENDING_SECTORS + 4 + SFIFO + SPOPS <= MOPS, "lsu.op");
_Static_assert(GT_PENDING_SECTORS <= 64, "pending.taken");
_Static_assert((int)MEM_LOCAL == TS_LOCAL - 1 && (int)MEM_GLOBAL == TS_GLOBAL - 1 && (int)MEM_TEXTURE == TS_TEXTURE - 1,
               "spaces of the port");

bool pending_ready(const struct gt_sm *sm, const struct mop *m)
{
    const struct pending *p = &sm->pending;
    return mem_port_ready(sm->mem, sm->cyc) && (m->ti->store || !(p->taken >> p->next & 1));
}

/* Bytes of the sector that the lanes of a store write; later lanes win. */
static void take_store(struct mem_req *r, const struct mop *m, const struct beat *b)
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
static void take_atomic(struct mem_req *r, const struct mop *m, const struct beat *b)
{
    const struct gt_insn *in = m->ti->in;
    unsigned lane = 16u * b->half + (unsigned)__builtin_ctz(b->lanes);
    bool cas = in->src[2].kind != GT_K_NONE;
    r->aop = in->aop;
    r->mtype = in->mtype;
    for (unsigned k = 0; k < m->ti->words; k++) {
        r->data[k] = m->eff->data[k][lane];
        r->data[2 + k] = cas ? m->eff->data[2 + k][lane] : 0;
    }
}

static void request_event(struct gt_sm *sm, const struct mop *m, const struct mem_req *r)
{
    struct gt_event *e = sm_event(sm, GT_EV_MEMREQ, m->warp, m->pc);
    e->part = (uint8_t)(r->id | r->space << 6);
    e->addr = r->addr;
    e->n = r->kind | (uint32_t)r->mtype << 4 | (uint32_t)r->aop << 8;
    e->mask = r->mask;
    memcpy(e->data, r->data, sizeof r->data);
}

struct beat *pending_request(struct gt_sm *sm, struct mop *m, uint32_t addr, const struct beat *b, bool last)
{
    struct pending *p = &sm->pending;
    struct mem_req r = {.kind = (uint8_t)(m->ti->store | m->ti->atomic << 1), .space = (uint8_t)(m->ti->space - 1),
                        .addr = addr};
    struct beat *rec = NULL;
    if (m->ti->atomic)
        take_atomic(&r, m, b);
    else if (m->ti->store)
        take_store(&r, m, b);
    if (mem_answered(r.kind)) {
        r.id = p->next;
        p->next = (p->next + 1) % GT_PENDING_SECTORS;
        p->taken |= 1ull << r.id;
        rec = &p->sector[r.id];
        *rec = *b;
        m->unanswered++;
        m->sent = last;
    }
    if (sm->log.on)
        request_event(sm, m, &r);
    mem_port_offer(sm->mem, sm->cyc, &r);
    return rec;
}

/* The lanes of a load or atom get their words. */
static void give(struct gt_sm *sm, struct mop *m, const struct beat *b, const uint8_t *sector)
{
    struct gt_warp *w = &sm->warp[m->warp].w;
    uint32_t lanes = (uint32_t)b->lanes << 16 * b->half;
    if (m->ti->space == TS_TEXTURE)
        tex_sector(sm, m, b, sector);
    else
        gt_load_part(&sm->core, w, m->ti->in, lanes, b->word, b->words, sector, &m->own);
}

void pending_take(struct gt_sm *sm, const struct mem_rsp *a, struct beat *b)
{
    const struct beat *record = &sm->pending.sector[a->id];
    struct mop *m = &sm->lsu.op[record->mop];
    give(sm, m, record, (const uint8_t *)a->data);
    *b = *record;
    b->last = !--m->unanswered && m->sent;
    sm->pending.taken &= ~(1ull << a->id);
    mem_port_take(sm->mem);
}
