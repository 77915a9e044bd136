/* SPDX-License-Identifier: Apache-2.0
 *
 * Takes requests at all ports, performs them in one order at the end of a quantum, and answers when their time has
 * come.
 */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "func/func.h"
#include "gpu/mem_system.h"

_Static_assert((GT_PENDING_SECTORS & (GT_PENDING_SECTORS - 1)) == 0, "mem_port.answer is a ring");
_Static_assert(GT_MEM_WAY_CYCLES < GT_MEM_LATENCY && JITTER_WAY < JITTER_MIN_LATENCY,
               "a request arrives before its answer");

struct memory {
    struct gt_gpu *gpu;
    unsigned tpcs, sms;
    struct mem_system *system;          /* chips with partitions; else NULL */
    uint64_t begins, fence;             /* its cycles: the launch's cycle 0; the end of the fence */
    struct tlb_fault late;              /* GPU-7: behind the last block's end */
    struct tpc_mem_in in[XBAR_L3];      /* of the present cycle, by TPC */
    struct mem_count count;             /* if the GPU's user asks */
    unsigned away;                      /* TPCs of other processes in which something is under way */
    struct physical *bytes;
    struct line_port *lines;            /* of each TPC */
    unsigned ports;
    struct mem_port port[];
};

/* ---- chips with partitions (docs/units/gpu.md) ------------------------------------------------------ */

/* The same cycle in the memory system (GPU-4). */
static uint64_t system_cycle(const struct memory *m, uint64_t cycle) { return m->begins + cycle; }

static void begin_quantum(struct memory *m, uint64_t cycle)
{
    for (unsigned i = 0; i < m->ports; i++) {
        m->port[i].way.from = cycle;
        m->port[i].way.accepted = 0;
    }
}

/* The memory system as the launch before left it, or behind a reset; in its first cycle. NULL: out of memory. */
static struct mem_system *system_of(struct gt_gpu *g, struct physical *bytes, const struct mem_middle_maker *maker)
{
    struct mem_system *s = gt_kept_take(&g->kept_model, g->clock);
    unsigned what = g->inv | (g->new_pages ? GT_INV_PAGES : 0);
    g->new_pages = false;
    bool same = s && s->tpcs == g->chip->tpcs && s->partitions == g->chip->partitions && !s->middle == !maker;
    if (same) {
        mem_system_behind(s, bytes);
        mem_system_invalidate(s, what);         /* GPU-9 */
        return s;
    }
    mem_system_free(s);
    return mem_system_on(bytes, maker);
}

/* Ports and lines of each TPC, and the cycles before `start`. */
static void connect_ports(struct memory *m)
{
    struct mem_system *s = m->system;
    for (unsigned i = 0; i < m->ports; i++) {
        unsigned tex = m->tpcs * m->sms, tpc = i < tex ? i / m->sms : i - tex;
        m->port[i].way = (struct mem_way){.tpc = &s->tpc[tpc], .in = &m->in[tpc], .at = i < tex ? i % m->sms : m->sms};
    }
    for (unsigned t = 0; t < m->tpcs; t++) {
        m->lines[t].tpc = &s->tpc[t];
        m->lines[t].in = &m->in[t];
    }
    s->looks = NULL;
    s->count = NULL;
    m->begins = s->cycle + (s->hosted ? 0 : GT_GPU_RESET_CYCLES);
    mem_system_alone(s, m->begins);
    if (m->gpu->memory_counts && !m->gpu->peers) {
        mem_count_begin(&m->count, m->gpu->memory_counts, s->tpcs, s->partitions, m->begins);
        s->count = &m->count;
    }
}

void memory_tpc(struct memory *m, unsigned tpc)
{
    if (!m->system)
        return;
    struct tpc_mem_in *in = &m->in[tpc];
    mem_system_tpc(m->system, tpc, in);
    if (tpc_mem_asked(in) || in->answered)
        memset(in, 0, sizeof *in);
}

const struct tlb_fault *memory_fault(const struct memory *m, unsigned tpc)
{
    if (!m->system)
        return NULL;
    const struct tlb_l1 *t = m->system->tpc[tpc].tlb;
    const struct tlb_fault *f = tlb_l1_fault(&t[0]);
    return f ? f : tlb_l1_fault(&t[1]);
}

unsigned memory_fault_sm(const struct tlb_fault *f) { return f->port == TPC_PORT_TEX ? 0 : f->port; }

enum gt_fault_code memory_fault_code(const struct tlb_fault *f)
{
    static const enum gt_fault_code global[] = {GT_F_GLOBAL_LIMIT_READ, GT_F_GLOBAL_LIMIT_WRITE,
                                                GT_F_GLOBAL_LIMIT_ATOM, GT_F_GLOBAL_LIMIT_RED};
    if (f->space == MEM_LOCAL)
        return f->kind == MEM_STORE ? GT_F_LOCAL_LIMIT_WRITE : GT_F_LOCAL_LIMIT_READ;
    return global[f->kind & 3];
}

bool memory_moves(const struct memory *m) { return m->system && (m->away || !mem_system_rests(m->system)); }

bool memory_rests(const struct memory *m, unsigned tpc)
{
    return !m->system || mem_system_tpc_rests(m->system, tpc);
}

void memory_skip(struct memory *m, unsigned tpc, uint64_t cycle)
{
    if (m->system)
        mem_system_tpc_alone(m->system, tpc, system_cycle(m, cycle));
}

void memory_middle(struct memory *m, uint64_t cycle)
{
    if (m->system)
        mem_system_middle(m->system, system_cycle(m, cycle));
}

void memory_meet(struct memory *m, uint64_t cycle)
{
    mem_system_exchange(m->system);
    begin_quantum(m, cycle);
}

static void exchange_middle(struct memory *m, uint64_t cycle)
{
    mem_system_middle(m->system, system_cycle(m, cycle));
    memory_meet(m, cycle);
}

/* ---- TPCs in other processes ------------------------------------------------------------------------ */

void memory_tell_tpc(const struct memory *m, unsigned tpc, struct gt_message *to)
{
    bool rests = tpc_mem_idle(&m->system->tpc[tpc]);
    MESSAGE_PUT(to, rests);
    xbar_tell_client(m->system->xbar, tpc, to);
}

void memory_hear_tpc(struct memory *m, unsigned tpc, struct gt_message *from)
{
    bool rests;
    MESSAGE_GET(from, rests);
    m->away = (m->away & ~(1u << tpc)) | (unsigned)!rests << tpc;
    xbar_hear_client(m->system->xbar, tpc, from);
}

void memory_tell_middle(const struct memory *m, unsigned tpc, struct gt_message *to)
{
    xbar_tell_middle(m->system->xbar, tpc, to);
}

void memory_hear_middle(struct memory *m, unsigned tpc, struct gt_message *from)
{
    xbar_hear_middle(m->system->xbar, tpc, from);
}

/* The ports of a TPC: of its SMs, then of its texture unit. */
static unsigned port_of(const struct memory *m, unsigned tpc, unsigned i)
{
    return i < m->sms ? tpc * m->sms + i : m->tpcs * m->sms + tpc;
}

void memory_give_tpc(const struct memory *m, unsigned tpc, struct gt_message *to)
{
    uint64_t cycle = m->system->tpc_cycle[tpc] - m->begins;
    MESSAGE_PUT(to, m->system->tpc[tpc]);
    MESSAGE_PUT(to, cycle);
    MESSAGE_PUT(to, m->lines[tpc].last);
    MESSAGE_PUT(to, m->lines[tpc].lines);
    for (unsigned i = 0; i <= m->sms; i++) {
        const struct mem_way *w = &m->port[port_of(m, tpc, i)].way;
        MESSAGE_PUT(to, w->from);
        MESSAGE_PUT(to, w->accepted);
    }
}

void memory_take_tpc(struct memory *m, unsigned tpc, struct gt_message *from)
{
    uint64_t cycle;
    MESSAGE_GET(from, m->system->tpc[tpc]);
    MESSAGE_GET(from, cycle);
    m->system->tpc_cycle[tpc] = m->begins + cycle;
    MESSAGE_GET(from, m->lines[tpc].last);
    MESSAGE_GET(from, m->lines[tpc].lines);
    for (unsigned i = 0; i <= m->sms; i++) {
        struct mem_way *w = &m->port[port_of(m, tpc, i)].way;
        MESSAGE_GET(from, w->from);
        MESSAGE_GET(from, w->accepted);
    }
    m->away &= ~(1u << tpc);
}

/* MEM-16: what was accepted from this cycle on takes no effect; it is in the stages of its TPC's ports still. */
static void withdraw_late(struct memory *m, uint64_t cycle)
{
    for (unsigned i = 0; i < m->ports; i++) {
        struct mem_way *w = &m->port[i].way;
        uint64_t before = cycle > w->from ? cycle - w->from : 0;
        unsigned late = before < 32 ? (unsigned)__builtin_popcount(w->accepted >> before) : 0;
        tpc_port_withdraw(&w->tpc->port, w->at, late);
    }
    for (unsigned t = 0; t < m->tpcs; t++)
        if (m->lines[t].lines && m->lines[t].last >= cycle)
            l2_port_withdraw(&m->system->tpc[t].l2, 1);
}

/* The first one is told. */
static void look_for_late_fault(struct memory *m)
{
    for (unsigned t = 0; t < m->tpcs && !m->late.valid; t++) {
        const struct tlb_fault *f = memory_fault(m, t);
        if (f)
            m->late = *f;
    }
}

/* The memory runs on by itself until the fence has ended, and who waits for an answer gets it (GPU-6). */
static void drain_memory(struct memory *m, uint64_t cycle)
{
    struct mem_system *s = m->system;
    uint64_t last = s->cycle;
    if (m->fence)
        return;
    s->looks = NULL;
    withdraw_late(m, cycle);
    for (unsigned t = 0; t < m->tpcs; t++)
        last = s->tpc_cycle[t] > last ? s->tpc_cycle[t] : last;
    for (unsigned t = 0; t < m->tpcs; t++)
        mem_system_tpc_alone(s, t, last);
    mem_system_middle(s, last);
    mem_system_exchange(s);
    struct tpc_mem_in in[XBAR_L3];
    memset(in, 0, sizeof in);
    for (unsigned t = 0; t < m->tpcs; t++)
        in[t].answered = (1u << TPC_PORTS) - 1;
    for (;;) {
        look_for_late_fault(m);
        if (s->cycle >= system_cycle(m, cycle) + GT_GPU_FENCE_CYCLES && mem_system_idle(s))
            break;
        mem_system_cycle(s, in);
    }
    m->fence = s->cycle;
    if (s->count)
        mem_count_end(s->count, m->fence);
    s->count = NULL;
    if (!s->hosted)
        mem_system_alone(s, gpu_fence_end(s->cycle));
}

const struct tlb_fault *memory_late_fault(const struct memory *m) { return m->late.valid ? &m->late : NULL; }

uint64_t memory_fence(const struct memory *m) { return m->fence - m->begins; }

uint64_t memory_took(const struct memory *m, uint64_t cycles)
{
    return m->fence ? m->system->cycle + GT_GPU_RESET_CYCLES - m->begins : cycles;
}

static void free_system(void *system) { mem_system_free(system); }

void memory_keep(struct memory *m, struct gt_gpu *g)
{
    gt_kept_drop(&g->kept_model);
    if (!m->fence)
        return;
    g->kept_model = (struct gt_kept){m->system, free_system, g->clock};
    m->system = NULL;
}

/* ---- all of them --------------------------------------------------------------------------------- */

struct memory *memory_new(struct gt_gpu *g, const struct gt_launch *l, unsigned tpcs, unsigned sms)
{
    return memory_new_on(g, l, tpcs, sms, NULL);
}

struct memory *memory_new_on(struct gt_gpu *g, const struct gt_launch *l, unsigned tpcs, unsigned sms,
                             const struct mem_middle_maker *maker)
{
    unsigned ports = tpcs * (sms + 1);
    struct memory *m = calloc(1, sizeof *m + ports * sizeof *m->port);
    if (!m)
        return NULL;
    m->gpu = g;
    m->tpcs = tpcs;
    m->sms = sms;
    m->ports = ports;
    m->lines = calloc(tpcs, sizeof *m->lines);
    m->bytes = l ? physical_new(g, l) : NULL;
    bool partitions = l && g->chip->partitions;
    m->system = m->bytes && partitions ? system_of(g, m->bytes, maker) : NULL;
    if (!m->lines || (l && !m->bytes) || (partitions && !m->system)) {
        memory_free(m);
        return NULL;
    }
    for (unsigned i = 0; i < ports; i++) {
        m->port[i].jitter = &g->jitter;
        m->port[i].number = i;
        m->port[i].offers = UINT64_MAX;
    }
    for (unsigned t = 0; t < tpcs; t++)
        m->lines[t].bytes = m->bytes;
    if (m->system)
        connect_ports(m);
    return m;
}

void memory_free(struct memory *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->ports; i++)
        free(m->port[i].sent);
    mem_system_free(m->system);
    physical_free(m->bytes);
    free(m->lines);
    free(m);
}

struct mem_port *memory_port(struct memory *m, unsigned number)
{
    return &m->port[number];
}

struct line_port *memory_lines(struct memory *m, unsigned tpc)
{
    return &m->lines[tpc];
}

uint64_t memory_way(const struct memory *m)
{
    if (m->system)
        return mem_system_apart(m->system);
    return m->gpu->jitter ? JITTER_WAY : GT_MEM_WAY_CYCLES;
}

/* ---- the way there ------------------------------------------------------------------------------ */

/* A place behind the requests on their way. */
static struct mem_sent *place_behind(struct mem_port *p)
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
static void set_times(struct mem_port *p, struct mem_sent *s)
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
    if (p->way.tpc) {
        p->way.req = *r;
        p->way.in->req[p->way.at] = &p->way.req;
        p->way.accepted |= 1u << (cycle - p->way.from);
        return;
    }
    struct mem_sent *s = place_behind(p);
    s->accepted = cycle;
    s->arrives = cycle + GT_MEM_WAY_CYCLES;
    s->due = cycle + GT_MEM_LATENCY;
    s->req = *r;
    if (*p->jitter)
        set_times(p, s);
}

/* ---- the memory --------------------------------------------------------------------------------- */

/* A place for the answer among those that can be offered at some time (MEM-20). */
static struct mem_rsp *place_answer(struct mem_port *p, const struct mem_sent *s)
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
static void perform_oldest(struct memory *m, struct mem_port *p)
{
    const struct mem_sent *s = &p->sent[p->first];
    const struct mem_req *r = &s->req;
    uint32_t old[2];
    if (mem_answered(r->kind))
        gt_sector_read(m->gpu, r->addr & ~31u, (uint8_t *)place_answer(p, s)->data);
    if (r->kind & 2)
        gt_atomic(m->gpu, r->aop, r->mtype, r->addr, r->data, old);
    else if (r->kind == MEM_STORE)
        gt_sector_write(m->gpu, r->addr, (const uint8_t *)r->data, r->mask);
    if (++p->first == p->end)
        p->first = p->end = 0;
}

/* The port's oldest request, if it was accepted before `until`, or NULL. */
static const struct mem_sent *oldest_request(const struct mem_port *p, uint64_t until)
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
            const struct mem_sent *s = oldest_request(&m->port[i], until);
            if (s && s->arrives < when) {
                when = s->arrives;
                next = &m->port[i];
            }
        }
        if (!next)
            return;
        perform_oldest(m, next);
    }
}

void memory_step(struct memory *m, uint64_t cycle)
{
    if (m->system) {
        exchange_middle(m, cycle);
        return;
    }
    for (unsigned i = 0; i < m->ports; i++)
        if (m->port[i].first < m->port[i].end) {        /* in most cycles nothing is on its way */
            perform_all(m, cycle, cycle + memory_way(m));
            return;
        }
}

void memory_looks(struct memory *m, struct gpu_looks *looks)
{
    if (m->system)
        m->system->looks = looks;
}

const char *memory_failed(const struct memory *m)
{
    const struct mem_middle *other = m->system ? m->system->middle : NULL;
    return other ? other->failed(other) : NULL;
}

const struct dram_pins *memory_pins(const struct memory *m, unsigned partition)
{
    return m->system && partition < m->system->partitions ? mem_system_pins(m->system, partition) : NULL;
}

void memory_end(struct memory *m, uint64_t cycle)
{
    if (m->system) {
        drain_memory(m, cycle);
        return;
    }
    perform_all(m, cycle, UINT64_MAX);
    for (unsigned i = 0; i < m->ports; i++)
        m->port[i].first = m->port[i].end = 0;
}
