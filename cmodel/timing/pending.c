/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests of the load/store unit at the SM's memory port, and the records of those that are answered, by id
 * (docs/units/mem-port.md; RTL: mem_pending; mem_fork, where the port forks to the memory and the texture unit). The
 * registers of a load get a sector's words when its answer is taken, though nothing can read them before the load
 * completes.
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
    bool ready = m->ti->space == TS_TEXTURE ? tex_ready(sm->tex, sm->port) : mem_port_ready(sm->mem, sm->cyc);
    return ready && (m->ti->store || !(p->taken >> p->next & 1));
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

/* Four lanes: what they fetch, their coordinates. */
static void take_quad(struct mem_req *r, const struct mop *m, const struct beat *b)
{
    const struct gt_tex_op op = gt_tex_op_of(m->ti->in);
    unsigned quad = (unsigned)__builtin_ctz(b->lanes) & ~3u, first = 16u * b->half + quad;
    r->kind = MEM_QUAD;
    r->addr = tex_op_pack(&op);
    r->mask = b->lanes >> quad;
    memcpy(r->data, m->eff->addr + first, 16);
    memcpy(r->data + 4, m->eff->data[0] + first, 16);
}

static void request_event(struct gt_sm *sm, uint64_t cycle, unsigned warp, uint32_t pc, const struct mem_req *r)
{
    struct gt_event *e = sm_event(sm, GT_EV_MEMREQ, warp, pc);
    e->cycle = cycle;
    e->part = (uint8_t)(r->id | r->space << 6);
    e->addr = r->addr;
    e->n = r->kind | (uint32_t)r->mtype << 4 | (uint32_t)r->aop << 8;
    e->mask = r->mask;
    memcpy(e->data, r->data, sizeof r->data);
}

void pending_request(struct gt_sm *sm, struct mop *m, uint32_t addr, const struct beat *b, bool last)
{
    struct pending *p = &sm->pending;
    struct mem_req r = {.kind = (uint8_t)(m->ti->store | m->ti->atomic << 1), .space = (uint8_t)(m->ti->space - 1),
                        .addr = addr};
    if (m->ti->space == TS_TEXTURE)
        take_quad(&r, m, b);
    else if (m->ti->atomic)
        take_atomic(&r, m, b);
    else if (m->ti->store)
        take_store(&r, m, b);
    if (mem_answered(r.kind)) {
        r.id = p->next;
        p->next = (p->next + 1) % GT_PENDING_SECTORS;
        p->taken |= 1ull << r.id;
        p->sector[r.id] = *b;
        m->unanswered++;
        m->sent = last;
    }
    if (r.kind == MEM_QUAD) {
        tex_offer(sm->tex, sm->port, sm->cyc, &r);
        return;
    }
    if (sm->log.on)
        request_event(sm, sm->cyc, m->warp, m->pc, &r);
    mem_port_offer(sm->mem, sm->cyc, &r);
}

void pending_tex(struct gt_sm *sm, uint64_t cycle)
{
    struct mem_req r;
    if (tex_step(sm->tex, cycle, &r) && sm->log.on)
        request_event(sm, cycle, 0, 0, &r);
}

/* The lanes of a load or atom get their words, or those of a texture fetch a component. */
static void give(struct gt_sm *sm, struct mop *m, const struct beat *b, const struct mem_rsp *a)
{
    struct gt_warp *w = &sm->warp[m->warp].w;
    uint32_t lanes = (uint32_t)b->lanes << 16 * b->half, reg = m->ti->reg + a->word;
    if (m->ti->space != TS_TEXTURE) {
        gt_load_part(&sm->core, w, m->ti->in, lanes, b->word, b->words, (const uint8_t *)a->data, &m->own);
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        unsigned i = (unsigned)__builtin_ctz(lanes);
        m->own.result[a->word][i] = a->data[i % 4];
        if (reg < w->nregs)
            w->regs[reg * GT_LANES + i] = a->data[i % 4];
    }
}

/* MEM-24: two sides, of which an offered answer stays. */
const struct mem_rsp *pending_answer(struct gt_sm *sm)
{
    struct pending *p = &sm->pending;
    const struct mem_rsp *m = mem_port_answer(sm->mem, sm->cyc), *t = tex_answer(sm->tex, sm->port, sm->cyc);
    if (!m && !t)
        return NULL;
    p->side = m && t ? p->side ^ !p->held : t != NULL;
    p->held = true;
    return p->side ? t : m;
}

void pending_take(struct gt_sm *sm, const struct mem_rsp *a, struct beat *b)
{
    struct pending *p = &sm->pending;
    const struct beat *record = &p->sector[a->id];
    struct mop *m = &sm->lsu.op[record->mop];
    give(sm, m, record, a);
    *b = *record;
    b->word |= a->word;
    b->last = !a->more && !--m->unanswered && m->sent;
    if (!a->more)
        p->taken &= ~(1ull << a->id);
    p->held = false;
    if (p->side)
        tex_take(sm->tex);
    else
        mem_port_take(sm->mem);
}
