/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "func/func.h"

_Static_assert((GT_PENDING_SECTORS & (GT_PENDING_SECTORS - 1)) == 0, "mem_port.answer is a ring");
_Static_assert(GT_MEM_WAY_CYCLES < GT_MEM_LATENCY && JITTER_WAY < JITTER_MIN_LATENCY,
               "a request arrives before its answer");

struct memory {
    struct gt_gpu *gpu;
    unsigned ports;
    struct mem_port port[];
};

struct memory *memory_new(struct gt_gpu *g, unsigned ports)
{
    struct memory *m = calloc(1, sizeof *m + ports * sizeof *m->port);
    if (!m)
        return NULL;
    m->gpu = g;
    m->ports = ports;
    for (unsigned i = 0; i < ports; i++) {
        m->port[i].jitter = &g->jitter;
        m->port[i].number = i;
        m->port[i].offers = UINT64_MAX;
    }
    return m;
}

void memory_free(struct memory *m)
{
    for (unsigned i = 0; m && i < m->ports; i++)
        free(m->port[i].sent);
    free(m);
}

struct mem_port *memory_port(struct memory *m, unsigned number)
{
    return &m->port[number];
}

uint64_t memory_way(const struct memory *m)
{
    return m->gpu->jitter ? JITTER_WAY : GT_MEM_WAY_CYCLES;
}

/* ---- the way there ------------------------------------------------------------------------------ */

/* A place behind the requests on their way. */
static struct mem_sent *place(struct mem_port *p)
{
    if (p->end < p->cap)
        return &p->sent[p->end++];
    if (p->first) {
        memmove(p->sent, p->sent + p->first, (p->end - p->first) * sizeof *p->sent);
        p->end -= p->first;
        p->first = 0;
    } else {
        size_t cap = p->cap ? 2 * p->cap : 256;
        struct mem_sent *sent = realloc(p->sent, cap * sizeof *sent);
        if (!sent)
            abort();
        p->sent = sent;
        p->cap = cap;
    }
    return &p->sent[p->end++];
}

/* With jitter: when it arrives, not before those ahead of it, and when its answer is due. */
static void times(struct mem_port *p, struct mem_sent *s)
{
    s->arrives = s->accepted + jitter_way(*p->jitter, p->number, s->accepted);
    s->due = s->accepted + jitter_latency(*p->jitter, p->number, s->accepted);
    if (s->arrives < p->last_arrival)
        s->arrives = p->last_arrival;
    if (s->due <= s->arrives)
        s->due = s->arrives + 1;
    p->last_arrival = s->arrives;
}

void mem_port_offer(struct mem_port *p, uint64_t cycle, const struct mem_req *r)
{
    struct mem_sent *s = place(p);
    s->accepted = cycle;
    s->arrives = cycle + GT_MEM_WAY_CYCLES;
    s->due = cycle + GT_MEM_LATENCY;
    s->req = *r;
    if (*p->jitter)
        times(p, s);
}

/* ---- the memory --------------------------------------------------------------------------------- */

/* A place for the answer among those that can be offered at some time (MEM-20). */
static struct mem_rsp *answer(struct mem_port *p, const struct mem_sent *s)
{
    unsigned at = p->count++;
    for (; at; at--) {
        const struct mem_answer *a = &p->answer[(p->head + at - 1) & (GT_PENDING_SECTORS - 1)];
        if (a->due < s->due || (a->due == s->due && a->accepted < s->accepted))
            break;
        p->answer[(p->head + at) & (GT_PENDING_SECTORS - 1)] = *a;
    }
    struct mem_answer *a = &p->answer[(p->head + at) & (GT_PENDING_SECTORS - 1)];
    a->due = s->due;
    a->accepted = s->accepted;
    a->rsp.id = s->req.id;
    a->rsp.word = 0;
    a->rsp.more = false;
    p->offers = p->answer[p->head].due;
    return &a->rsp;
}

/* The oldest request of the port takes effect (MEM-12). */
static void perform(struct memory *m, struct mem_port *p)
{
    const struct mem_sent *s = &p->sent[p->first];
    const struct mem_req *r = &s->req;
    uint32_t old[2];
    if (mem_answered(r->kind))
        gt_sector_read(m->gpu, r->addr & ~31u, (uint8_t *)answer(p, s)->data);
    if (r->kind & 2)
        gt_atomic(m->gpu, r->aop, r->mtype, r->addr, r->data, old);
    else if (r->kind == MEM_STORE)
        gt_sector_write(m->gpu, r->addr, (const uint8_t *)r->data, r->mask);
    if (++p->first == p->end)
        p->first = p->end = 0;
}

/* The port's oldest request, if it was accepted before `until`, or NULL. */
static const struct mem_sent *oldest(const struct mem_port *p, uint64_t until)
{
    const struct mem_sent *s = p->sent + p->first;
    return p->first < p->end && s->accepted < until ? s : NULL;
}

/* Requests accepted before `until` that arrive before `arrival`, in the order of arrival and port (MEM-13, MEM-14). */
static void perform_all(struct memory *m, uint64_t until, uint64_t arrival)
{
    for (;;) {
        struct mem_port *next = NULL;
        uint64_t when = arrival;
        for (unsigned i = 0; i < m->ports; i++) {
            const struct mem_sent *s = oldest(&m->port[i], until);
            if (s && s->arrives < when) {
                when = s->arrives;
                next = &m->port[i];
            }
        }
        if (!next)
            return;
        perform(m, next);
    }
}

void memory_step(struct memory *m, uint64_t cycle)
{
    for (unsigned i = 0; i < m->ports; i++)
        if (m->port[i].first < m->port[i].end) {        /* in most cycles nothing is on its way */
            perform_all(m, cycle, cycle + memory_way(m));
            return;
        }
}

void memory_end(struct memory *m, uint64_t cycle)
{
    perform_all(m, cycle, UINT64_MAX);
    for (unsigned i = 0; i < m->ports; i++)
        m->port[i].first = m->port[i].end = 0;
}
