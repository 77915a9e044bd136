/* SPDX-License-Identifier: Apache-2.0
 *
 * A request gets an id, an answer finds by it the load, atomic or quad that it is for.
 */
#include "pending.h"

#include <string.h>

#include "tex_send.h"

_Static_assert(GT_PENDING_SECTORS <= 64, "pending.taken");
_Static_assert((int)MEM_LOCAL == TS_LOCAL - 1 && (int)MEM_GLOBAL == TS_GLOBAL - 1 && (int)MEM_TEXTURE == TS_TEXTURE - 1,
               "spaces of the port");

void pending_connect(struct pending *p, struct gt_core *core, struct mem_port *mem, struct tex *tex, unsigned port)
{
    p->core = core;
    p->mem = mem;
    p->tex = tex;
    p->port = port;
}

/* MEM-6: bytes of the sector that the lanes of a store write; later lanes win. */
static void take_store(struct mem_req *r, const struct beat *b)
{
    uint8_t *bytes = (uint8_t *)r->data;
    const struct mop *m = b->mop;
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

/* COAL-9: the lane's operand and new value of cas. */
static void take_atomic(struct mem_req *r, const struct beat *b)
{
    const struct mop *m = b->mop;
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

/* Four lanes or two: what they fetch, their coordinates, the first of which stands where addresses do (TEX-7). */
static void take_quad(struct mem_req *r, const struct beat *b)
{
    const struct mop *m = b->mop;
    const struct gt_tex_op op = gt_tex_op_of(m->ti->in);
    unsigned n = op.coords == 3 ? 2 : 4, lane = (unsigned)__builtin_ctz(b->lanes) & ~(n - 1);
    unsigned first = 16u * b->half + lane;
    r->kind = MEM_QUAD;
    r->addr = tex_op_pack(&op);
    r->mask = b->lanes >> lane;
    memcpy(r->data, m->eff->addr + first, 4 * n);
    memcpy(r->data + 4, m->eff->data[0] + first, 4 * n);
    if (op.coords == 3)
        memcpy(r->data + 6, m->eff->data[1] + first, 4 * n);
}

/* COAL-10 */
static void request_event(struct event_log *log, uint64_t cycle, unsigned warp, uint32_t pc, const struct mem_req *r)
{
    struct gt_event *e = log_event(log, cycle, GT_EV_MEMREQ, warp);
    e->pc = pc;
    e->kind = r->kind;
    e->mtype = r->mtype;
    e->aop = r->aop;
    e->space = r->space;
    e->id = r->id;
    e->addr = r->addr;
    e->bytes = r->mask;
    memcpy(e->sector, r->data, sizeof r->data);         /* of an atomic the first four: its operand */
}

void pending_request(struct pending *p, uint64_t cycle, uint32_t addr, const struct beat *b, bool last,
                     struct event_log *log)
{
    struct mop *m = b->mop;
    struct mem_req r = {.kind = (uint8_t)(m->ti->store | m->ti->atomic << 1), .space = (uint8_t)(m->ti->space - 1),
                        .addr = addr};
    if (m->ti->space == TS_TEXTURE)
        take_quad(&r, b);
    else if (m->ti->atomic)
        take_atomic(&r, b);
    else if (m->ti->store)
        take_store(&r, b);
    if (mem_answered(r.kind)) {                     /* MEM-9 */
        r.id = p->next;
        p->next = (p->next + 1) % GT_PENDING_SECTORS;
        p->taken |= 1ull << r.id;
        p->sector[r.id] = *b;
        m->unanswered++;
        m->sent = last;
    }
    if (r.kind == MEM_QUAD) {
        tex_offer(p->tex, p->port, cycle, &r);
        return;
    }
    if (log->on)
        request_event(log, cycle, m->warp, m->pc, &r);
    mem_port_offer(p->mem, cycle, &r);
}

void pending_tex(struct tex *tex, uint64_t cycle, struct event_log *log)
{
    struct mem_req r;
    if (tex_step(tex, cycle, &r) && log->on)
        request_event(log, cycle, 0, 0, &r);
}

/* The lanes of a load or atom get their words, or those of a texture fetch a component. */
static void give_words(struct gt_core *core, const struct beat *b, const struct mem_rsp *a)
{
    struct mop *m = b->mop;
    struct gt_warp *w = m->w;
    uint32_t lanes = (uint32_t)b->lanes << 16 * b->half, reg = m->ti->reg + a->word;
    if (m->ti->space != TS_TEXTURE) {
        gt_load_part(core, w, m->ti->in, lanes, b->word, b->words, (const uint8_t *)a->data, &m->own);
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        unsigned i = (unsigned)__builtin_ctz(lanes);
        uint32_t v = a->data[tex_pairs(m) ? 2 * (i % 2) + 1 : i % 4];       /* MEM-23 */
        m->own.result[a->word][i] = v;
        if (reg < w->nregs)
            w->regs[reg * GT_LANES + i] = v;
    }
}

/* MEM-24: two sides, of which an offered answer stays (MEM-2). */
const struct mem_rsp *pending_answer(struct pending *p, uint64_t cycle)
{
    const struct mem_rsp *m = mem_port_answer(p->mem, cycle), *t = tex_answer(p->tex, p->port, cycle);
    if (!m && !t)
        return NULL;
    p->side = m && t ? p->side ^ !p->held : t != NULL;
    p->held = true;
    return p->side ? t : m;
}

void pending_take(struct pending *p, const struct mem_rsp *a, struct beat *b)
{
    *b = p->sector[a->id];
    give_words(p->core, b, a);
    b->word |= a->word;
    b->last = !a->more && !--b->mop->unanswered && b->mop->sent;
    if (!a->more)
        p->taken &= ~(1ull << a->id);
    p->held = false;
    if (p->side)
        tex_take(p->tex);
    else
        mem_port_take(p->mem);
}
