/* SPDX-License-Identifier: Apache-2.0
 *
 * A process that has TPCs of a chip whose distributor and memory are another's, the host (chip_peers.c): it steps them
 * as the host says.
 */
#include "chip.h"
#include "peers.h"

#include <string.h>

/* What the host has to know of SM i after a quantum: its progress, fault, and events. */
static void tell_sm(struct gt_machine *c, unsigned i, struct gt_message *m)
{
    struct gt_sm *sm = c->sm[i];
    struct sm_away a;
    memset(&a, 0, sizeof a);
    a.cyc = sm->cyc;
    a.done = sm->cta.done;
    a.ended = c->ended[i];
    a.warp_insns = sm->warp_insns;
    a.thread_insns = sm->thread_insns;
    a.stopped = sm->stopped;
    a.resident = sm->cta.resident;
    a.somewhere = sm_where(sm, &a.where);
    a.stand = sm_stand(sm);
    a.fault = sm->fault;
    MESSAGE_PUT(m, c->dist.door[i]);
    MESSAGE_PUT(m, a);
    MESSAGE_PUT(m, sm->log.n);
    message_put(m, sm->log.ev, sm->log.n * sizeof *sm->log.ev);
    sm->log.n = 0;
}

/* Steps this process's TPCs to the cycle that the host names, and answers with their requests and events. */
static void quantum(struct gt_machine *c, struct gt_message *m)
{
    bool events, met;
    MESSAGE_GET(m, c->to);
    MESSAGE_GET(m, events);
    MESSAGE_GET(m, met);                /* but before the first one */
    for (unsigned t = c->first; t < c->end; t++)
        if (met)
            memory_hear_middle(c->memory, t, m);
        else
            memory_take_tpc(c->memory, t, m);
    memory_meet(c->memory, c->from);
    for (unsigned i = c->first * c->kind->sms; i < c->end * c->kind->sms; i++) {
        MESSAGE_GET(m, c->dist.door[i]);
        gt_sm_set_events(c->sm[i], events);
    }
    machine_step(c);
    c->from = c->to;
    message_clear(m);
    for (unsigned t = c->first; t < c->end; t++) {
        memory_tell_tpc(c->memory, t, m);
        for (unsigned i = t * c->kind->sms; i < (t + 1) * c->kind->sms; i++)
            tell_sm(c, i, m);
    }
    peers_send(c, 0, m);
}

/* Answers the host's question for the text on an SM that hangs. */
static void report(const struct gt_machine *c, struct gt_message *m)
{
    struct gt_spins spins;
    char text[4096];
    unsigned sm;
    bool any;
    MESSAGE_GET(m, sm);
    MESSAGE_GET(m, any);
    if (any)
        MESSAGE_GET(m, spins);
    gt_sm_report(c->sm[sm], any ? &spins : NULL, text, sizeof text);
    message_clear(m);
    message_put_text(m, text);
    peers_send(c, 0, m);
}

/* A fault of one TPC does not stop the others: the host counts events and cycles before the first one only (DIST-7). */
static void serve(struct gt_machine *c)
{
    struct gt_message m = {0};
    enum say say;
    do {
        c->peers->receive(c->peers->ctx, 0, &m);
        MESSAGE_GET(&m, say);
        if (say == SAY_QUANTUM)
            quantum(c, &m);
        else if (say == SAY_REPORT)
            report(c, &m);
    } while (say != SAY_END);
    message_clear(&m);
    for (unsigned t = c->first; t < c->end; t++)
        memory_give_tpc(c->memory, t, &m);
    peers_send(c, 0, &m);
    message_free(&m);
}

void gt_model_serve(const struct gt_peers_work *w)
{
    const struct gt_peers *p = w->peers;
    const struct gt_chip *chip = w->params ? w->gpu->chip : NULL;
    struct gt_machine *c = chip ? machine_new(w->gpu, &w->launch, &w->config, p, gt_peers_first(p->n, chip, p->self),
                                              gt_peers_first(p->n, chip, p->self + 1))
                                : NULL;
    bool made = c && machine_crew(c);
    if (gt_peers_ready(w, made ? NULL : "out of memory or of host threads"))
        serve(c);
    gt_machine_free(c);
}
