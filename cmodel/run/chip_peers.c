/* SPDX-License-Identifier: Apache-2.0
 *
 * A chip whose TPCs are in several processes (docs/mpi.md): what the host says to the others (chip_serve.c) and hears
 * of them. It decides all that chip.c does between quanta; they step their TPCs.
 */
#include "chip.h"
#include "peers.h"

static unsigned sms(const struct gt_machine *c) { return c->kind->sms; }
static unsigned first_of(const struct gt_machine *c, unsigned process)
{
    return gt_peers_first(c->peers->n, c->kind, process);
}

void peers_send(const struct gt_machine *c, unsigned to, struct gt_message *m)
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
        peers_send(c, p, &whole);
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
    peers_send(c, p, &m);
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
        peers_send(c, p, &m);
        c->peers->receive(c->peers->ctx, p, &m);
        for (unsigned t = first_of(c, p); t < first_of(c, p + 1); t++)
            memory_take_tpc(c->memory, t, &m);
        message_clear(&m);
    }
    message_free(&m);
}
