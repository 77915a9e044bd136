/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of the ports: requests become packets in turn, answers go to the port that asked.
 */
#include "tpc_port.h"

#include <string.h>

void tpc_port_init(struct tpc_port *p, unsigned sms, unsigned tpc)
{
    memset(p, 0, sizeof *p);
    p->sms = sms;
    p->tpc = tpc;
}

/* TPORT-4 */
static struct gpu_req packet(const struct tpc_port *p, unsigned port, const struct mem_req *r)
{
    struct gpu_req q = {
        .src = (uint8_t)p->tpc, .id = (uint8_t)(port << 6 | r->id), .kind = r->kind, .space = r->space,
        .aop = r->aop, .mtype = r->mtype, .addr = r->addr, .mask = r->mask};
    memcpy(q.data, r->data, sizeof q.data);
    return q;
}

static const struct mem_req *first(const struct tpc_port *p, unsigned port)
{
    return &p->in[port].entry[p->in[port].first];
}

static void leave(struct tpc_port_queue *q)
{
    q->first = (q->first + 1) % GT_TPC_PORT_QUEUE;
    q->count--;
}

/* The index of an answer's port. */
static unsigned port_of(const struct tpc_port *p, const struct gpu_rsp *r)
{
    unsigned port = r->id >> 6;
    return port == TPC_PORT_TEX ? p->sms : port;
}

bool tpc_port_rsp_ready(const struct tpc_port *p, const struct gpu_rsp *r)
{
    return p->out[port_of(p, r)].count < GT_TPC_PORT_QUEUE;
}

/* TPORT-3: the stages move if nothing waits at their end, or it is taken. */
static bool stages(struct tpc_port *p, bool taken)
{
    if (p->valid[p->at] && !taken)
        return false;
    p->valid[p->at] = p->held;
    if (p->held)
        p->stage[p->at] = p->turn;
    p->at = (p->at + 1) % GT_TPC_PORT_STAGES;
    return true;
}

/* TPORT-2: the register in front of the stages is free. */
static void next_turn(struct tpc_port *p)
{
    unsigned waiting = 0;
    for (unsigned s = 0; s < p->sms; s++)
        waiting |= (unsigned)(p->in[s].count != 0) << s;
    p->held = waiting != 0;
    if (!waiting)
        return;
    struct step_merge *m = &p->merge;
    if (!(waiting >> m->last & 1) || !step_merge_stays(m, step_merge_key(first(p, m->last)->addr))) {
        unsigned s = step_merge_turn(m, waiting);
        step_merge_begins(m, step_merge_key(first(p, s)->addr));
    }
    p->turn = packet(p, m->last, first(p, m->last));
    leave(&p->in[m->last]);
}

void tpc_port_cycle(struct tpc_port *p, bool step, const struct mem_req *const req[], unsigned answered,
                    bool global_taken, bool texture_taken, const struct gpu_rsp *rsp)
{
    bool accepted[TPC_PORTS];
    for (unsigned i = 0; i <= p->sms; i++)
        accepted[i] = req[i] && tpc_port_ready(p, i);
    bool comes = step && rsp && tpc_port_rsp_ready(p, rsp);

    for (unsigned i = 0; i <= p->sms; i++)
        if (answered >> i & 1 && p->out[i].count) {
            p->out[i].first = (p->out[i].first + 1) % GT_TPC_PORT_QUEUE;
            p->out[i].count--;
            p->answers--;
        }
    if (step) {
        p->inside -= (unsigned)(global_taken && p->valid[p->at]);
        bool held = p->held;
        bool moved = stages(p, global_taken);
        if (moved || !held)
            next_turn(p);
        if (texture_taken && p->in[p->sms].count) {
            leave(&p->in[p->sms]);
            p->inside--;
        }
    }
    for (unsigned i = 0; i <= p->sms; i++)                      /* TPORT-1 */
        if (accepted[i]) {
            struct tpc_port_queue *q = &p->in[i];
            p->inside++;
            q->entry[(q->first + q->count++) % GT_TPC_PORT_QUEUE] = *req[i];
        }
    struct tpc_port_queue *t = &p->in[p->sms];
    if (t->count)
        p->texture = packet(p, TPC_PORT_TEX, &t->entry[t->first]);
    if (comes) {                                                /* TPORT-5 */
        struct tpc_port_answers *o = &p->out[port_of(p, rsp)];
        p->answers++;
        struct mem_rsp *a = &o->entry[(o->first + o->count++) % GT_TPC_PORT_QUEUE];
        *a = (struct mem_rsp){.id = rsp->id & 63};
        memcpy(a->data, rsp->data, sizeof a->data);
    }
}

void tpc_port_withdraw(struct tpc_port *p, unsigned port, unsigned n)
{
    struct tpc_port_queue *q = &p->in[port];
    for (unsigned k = q->count; n && k--; n--)
        q->entry[(q->first + k) % GT_TPC_PORT_QUEUE].kind = MEM_LOAD;
    if (port == p->sms)
        return;
    if (n && p->held && p->turn.id >> 6 == port) {
        p->turn.kind = MEM_LOAD;
        n--;
    }
    for (unsigned i = 1; n && i <= GT_TPC_PORT_STAGES; i++) {
        unsigned at = (p->at + GT_TPC_PORT_STAGES - i) % GT_TPC_PORT_STAGES;
        if (p->valid[at] && p->stage[at].id >> 6 == port) {
            p->stage[at].kind = MEM_LOAD;
            n--;
        }
    }
}
