/* SPDX-License-Identifier: Apache-2.0
 *
 * A chip whose TPCs are in several processes (docs/mpi.md): what the host and the others say to each other. The host
 * decides all that chip.c does between quanta; the others step their TPCs.
 */
#include "chip.h"
#include "peers.h"

#include <string.h>

/* What the host says. */
enum say { SAY_QUANTUM, SAY_REPORT, SAY_END };

static unsigned sms(const struct gt_machine *c) { return c->kind->sms; }
static unsigned first_of(const struct gt_machine *c, unsigned process)
{
    return gt_peers_first(c->peers->n, c->kind, process);
}

/* ---- the host ------------------------------------------------------------------------------------- */

static void send(const struct gt_machine *c, unsigned to, struct gt_message *m)
{
    c->peers->send(c->peers->ctx, to, m);
    message_clear(m);
}

/* Behind what the middle has told (peers_middle). */
void peers_begin(struct gt_machine *c)
{
    for (unsigned p = 1; c->peers && p < c->peers->n; p++) {
        struct gt_message *m = &c->next[p];
        enum say say = SAY_QUANTUM;
        bool events = c->told || c->watching, met = m->n;
        struct gt_message whole = {0};
        MESSAGE_PUT(&whole, say);
        MESSAGE_PUT(&whole, c->to);
        MESSAGE_PUT(&whole, events);
        MESSAGE_PUT(&whole, met);
        message_put(&whole, m->bytes, m->n);
        for (unsigned t = first_of(c, p); !met && t < first_of(c, p + 1); t++)
            memory_give_tpc(c->memory, t, &whole);
        for (unsigned i = first_of(c, p) * sms(c); i < first_of(c, p + 1) * sms(c); i++)
            MESSAGE_PUT(&whole, c->dist.door[i]);
        send(c, p, &whole);
        message_free(&whole);
        message_clear(m);
    }
}

static void hear_sm(struct gt_machine *c, unsigned i, struct gt_message *m)
{
    struct event_log *log = &c->away_log[i];
    MESSAGE_GET(m, c->dist.door[i]);
    MESSAGE_GET(m, c->away[i]);
    MESSAGE_GET(m, log->n);
    log_room(log, log->n);
    message_get(m, log->ev, log->n * sizeof *log->ev);
    if (c->watching)
        gt_watch_take(c->watch, i, log->ev, log->n);
}

void peers_finish(struct gt_machine *c)
{
    struct gt_message m = {0};
    for (unsigned p = 1; c->peers && p < c->peers->n; p++) {
        c->peers->receive(c->peers->ctx, p, &m);
        for (unsigned t = first_of(c, p); t < first_of(c, p + 1); t++) {
            memory_hear_tpc(c->memory, t, &m);
            for (unsigned i = t * sms(c); i < (t + 1) * sms(c); i++)
                hear_sm(c, i, &m);
        }
    }
    message_free(&m);
}

void peers_middle(struct gt_machine *c)
{
    for (unsigned p = 1; c->peers && p < c->peers->n; p++)
        for (unsigned t = first_of(c, p); t < first_of(c, p + 1); t++)
            memory_tell_middle(c->memory, t, &c->next[p]);
}

void peers_report(const struct gt_machine *c, unsigned sm, const struct gt_spins *spins, char *out, size_t n)
{
    enum say say = SAY_REPORT;
    bool any = spins;
    struct gt_message m = {0};
    unsigned p = 1;
    while (sm >= first_of(c, p + 1) * sms(c))
        p++;
    MESSAGE_PUT(&m, say);
    MESSAGE_PUT(&m, sm);
    MESSAGE_PUT(&m, any);
    if (any)
        MESSAGE_PUT(&m, *spins);
    send(c, p, &m);
    c->peers->receive(c->peers->ctx, p, &m);
    message_get_text(&m, out, n);
    message_free(&m);
}

void peers_settle(struct gt_machine *c)
{
    enum say say = SAY_END;
    struct gt_message m = {0};
    for (unsigned p = 1; c->peers && p < c->peers->n; p++) {
        MESSAGE_PUT(&m, say);
        send(c, p, &m);
        c->peers->receive(c->peers->ctx, p, &m);
        for (unsigned t = first_of(c, p); t < first_of(c, p + 1); t++)
            memory_take_tpc(c->memory, t, &m);
        message_clear(&m);
    }
    message_free(&m);
}

/* ---- the others ----------------------------------------------------------------------------------- */

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
    for (unsigned i = c->first * sms(c); i < c->end * sms(c); i++) {
        MESSAGE_GET(m, c->dist.door[i]);
        gt_sm_set_events(c->sm[i], events);
    }
    machine_step(c);
    c->from = c->to;
    message_clear(m);
    for (unsigned t = c->first; t < c->end; t++) {
        memory_tell_tpc(c->memory, t, m);
        for (unsigned i = t * sms(c); i < (t + 1) * sms(c); i++)
            tell_sm(c, i, m);
    }
    send(c, 0, m);
}

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
    send(c, 0, m);
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
    send(c, 0, &m);
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
