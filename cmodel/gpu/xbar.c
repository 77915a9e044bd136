/* SPDX-License-Identifier: Apache-2.0
 *
 * Two switches, of requests and of answers, each in two halves that may lie in different processes.
 */
#include "xbar.h"

#include <stdlib.h>
#include <string.h>

/* --- switch ------------------------------------------------------------------------------------------------------ */

static bool switch_init(struct xbar_switch *s, unsigned ins, unsigned outs, size_t bytes)
{
    s->ins = ins;
    s->outs = outs;
    s->depth = GT_XBAR_CROSS;
    s->bytes = (unsigned)bytes;
    s->packet = calloc((size_t)ins * outs * s->depth, bytes);
    s->held = calloc(outs, bytes);
    return s->packet && s->held;
}

static void switch_free(struct xbar_switch *s)
{
    free(s->packet);
    free(s->held);
}

static unsigned char *crossing_packet(const struct xbar_switch *s, unsigned in, unsigned out, unsigned n)
{
    return s->packet + ((size_t)(out * s->ins + in) * s->depth + n % s->depth) * s->bytes;
}

static const void *switch_offer(const struct xbar_switch *s, unsigned out)
{
    return s->valid >> out & 1 ? s->held + (size_t)out * s->bytes : NULL;
}

/* XBAR-6 */
static bool switch_ready(const struct xbar_switch *s, unsigned in, unsigned out)
{
    return !(s->full[in] >> out & 1);
}

/* XBAR-7: whose turn it is at this output. */
static unsigned turn_of(struct xbar_switch *s, unsigned out, unsigned waiting)
{
    struct step_merge *m = &s->merge[out];
    if (!s->keyed)
        return step_merge_turn(m, waiting);
    const struct gpu_req *r = (const void *)crossing_packet(s, m->last, out, s->first[out][m->last]);
    if (waiting >> m->last & 1 && step_merge_stays(m, step_merge_key(r->addr)))
        return m->last;
    unsigned in = step_merge_turn(m, waiting);
    r = (const void *)crossing_packet(s, in, out, s->first[out][in]);
    step_merge_begins(m, step_merge_key(r->addr));
    return in;
}

/* The register of this output is free. Returns the input from which a packet went into it, ins: from none. */
static unsigned fill_register(struct xbar_switch *s, unsigned out)
{
    unsigned waiting = s->waiting[out];
    if (!waiting) {
        s->valid &= (uint16_t)~(1u << out);
        return s->ins;
    }
    unsigned in = turn_of(s, out, waiting);
    memcpy(s->held + (size_t)out * s->bytes, crossing_packet(s, in, out, s->first[out][in]), s->bytes);
    s->first[out][in] = (uint8_t)((s->first[out][in] + 1) % s->depth);
    s->count[out][in]--;
    s->inside--;
    s->valid |= (uint16_t)(1u << out);
    return in;
}

static void put_packet(struct xbar_switch *s, unsigned in, unsigned out, const void *packet)
{
    memcpy(crossing_packet(s, in, out, s->first[out][in] + s->count[out][in]), packet, s->bytes);
    s->count[out][in]++;
    s->inside++;
}

static void note_waiting(struct xbar_switch *s, unsigned in, unsigned out)
{
    unsigned count = s->count[out][in];
    s->waiting[out] = (uint16_t)((s->waiting[out] & ~(1u << in)) | (count != 0) << in);
    s->full[in] = (uint16_t)((s->full[in] & ~(1u << out)) | (count == s->depth) << out);
}

/* offered: by input, NULL: nothing; to: its output. Returns the inputs whose packet was taken. */
static unsigned switch_step(struct xbar_switch *s, const void *const offered[], const uint8_t to[], unsigned taken)
{
    unsigned accepted = 0;
    for (unsigned i = 0; i < s->ins; i++)
        accepted |= (unsigned)(offered[i] && switch_ready(s, i, to[i])) << i;
    for (unsigned o = 0; o < s->outs; o++)
        if (!(s->valid >> o & 1) || taken >> o & 1) {
            unsigned in = fill_register(s, o);
            if (in < s->ins)
                note_waiting(s, in, o);
        }
    for (unsigned i = 0; i < s->ins; i++)
        if (accepted >> i & 1) {
            put_packet(s, i, to[i], offered[i]);
            note_waiting(s, i, to[i]);
        }
    return accepted;
}

/* --- crossbar ---------------------------------------------------------------------------------------------------- */

unsigned xbar_steps(unsigned source)
{
    static const uint8_t steps[XBAR_SOURCES] = {            /* XBAR-11 */
        GT_XBAR_TPC0_STAGES, GT_XBAR_TPC1_STAGES, GT_XBAR_TPC2_STAGES, GT_XBAR_TPC3_STAGES, GT_XBAR_TPC4_STAGES,
        GT_XBAR_TPC5_STAGES, GT_XBAR_TPC6_STAGES, GT_XBAR_TPC7_STAGES, GT_XBAR_TPC8_STAGES, GT_XBAR_TPC9_STAGES,
        GT_XBAR_L3_STAGES, GT_XBAR_MMU_STAGES};
    return steps[source];
}

struct xbar *xbar_new(unsigned tpcs, unsigned partitions)
{
    if (tpcs < 1 || tpcs > XBAR_L3 || partitions < 1 || partitions > XBAR_TO_L3)
        return NULL;
    struct xbar *x = calloc(1, sizeof *x);
    if (!x)
        return NULL;
    x->tpcs = tpcs;
    x->partitions = partitions;
    unsigned clients = xbar_clients(x), servers = xbar_servers(x);
    x->requests.keyed = true;
    bool ok = switch_init(&x->requests, clients, servers, sizeof(struct gpu_req)) &&
              switch_init(&x->answers, servers, clients, sizeof(struct gpu_rsp));
    for (unsigned c = 0; ok && c < clients; c++) {
        unsigned steps = xbar_steps(c < tpcs ? c : c - tpcs + XBAR_L3);
        ok = xbar_link_init(&x->there[c], steps, GT_XBAR_QUEUE, sizeof(struct gpu_req)) &&
             xbar_link_init(&x->back[c], steps, GT_XBAR_QUEUE, sizeof(struct gpu_rsp));
    }
    if (ok)
        return x;
    xbar_free(x);
    return NULL;
}

void xbar_free(struct xbar *x)
{
    if (!x)
        return;
    switch_free(&x->requests);
    switch_free(&x->answers);
    for (unsigned c = 0; c < xbar_clients(x); c++) {
        xbar_link_free(&x->there[c]);
        xbar_link_free(&x->back[c]);
    }
    free(x);
}

bool xbar_req_ready(const struct xbar *x, unsigned client) { return xbar_link_ready(&x->there[client]); }

bool xbar_rsp_ready(const struct xbar *x, unsigned server, const struct gpu_rsp *r)
{
    return switch_ready(&x->answers, server, xbar_client(x, r->dst));
}

const struct gpu_req *xbar_req(const struct xbar *x, unsigned server) { return switch_offer(&x->requests, server); }

const struct gpu_rsp *xbar_rsp(const struct xbar *x, unsigned client) { return xbar_link_offer(&x->back[client]); }

void xbar_near_step(struct xbar *x, unsigned c, const struct gpu_req *req, bool rsp_taken)
{
    xbar_link_send(&x->there[c], req);
    xbar_link_receive(&x->back[c], rsp_taken);
}

/* The requests that the links offer to the switch. */
static void switch_requests(struct xbar *x, unsigned req_taken)
{
    unsigned clients = xbar_clients(x);
    const void *offered[XBAR_PORTS] = {NULL};
    uint8_t to[XBAR_PORTS] = {0};
    for (unsigned c = 0; c < clients; c++) {
        const struct gpu_req *r = offered[c] = xbar_link_offer(&x->there[c]);
        if (r)
            to[c] = (uint8_t)xbar_server(x, r->dst);
    }
    unsigned accepted = switch_step(&x->requests, offered, to, req_taken);
    for (unsigned c = 0; c < clients; c++)
        xbar_link_receive(&x->there[c], accepted >> c & 1);
}

/* A step of the answers: into the switch, out of it to the links. */
static void switch_answers(struct xbar *x, const struct gpu_rsp *const rsp[])
{
    unsigned clients = xbar_clients(x), servers = xbar_servers(x), sent = 0;
    const void *offered[XBAR_PORTS] = {NULL};
    uint8_t to[XBAR_PORTS] = {0};
    /* XBAR-8: a packet leaves its register for the link */
    for (unsigned c = 0; c < clients; c++) {
        const void *r = xbar_link_ready(&x->back[c]) ? switch_offer(&x->answers, c) : NULL;
        sent |= (unsigned)(r != NULL) << c;
        xbar_link_send(&x->back[c], r);
    }
    for (unsigned s = 0; s < servers; s++) {
        offered[s] = rsp[s];
        if (rsp[s])
            to[s] = (uint8_t)xbar_client(x, rsp[s]->dst);
    }
    switch_step(&x->answers, offered, to, sent);
}

void xbar_middle_step(struct xbar *x, const struct gpu_rsp *const rsp[], unsigned req_taken)
{
    switch_requests(x, req_taken);
    switch_answers(x, rsp);
}

const struct gpu_req *xbar_far_req(const struct xbar *x, unsigned t) { return xbar_link_offer(&x->there[t]); }

bool xbar_far_ready(const struct xbar *x, unsigned t) { return xbar_link_ready(&x->back[t]); }

void xbar_far_step(struct xbar *x, unsigned t, bool req_taken, const struct gpu_rsp *rsp)
{
    xbar_link_receive(&x->there[t], req_taken);
    xbar_link_send(&x->back[t], rsp);
}

void xbar_exchange(struct xbar *x, unsigned c)
{
    xbar_link_exchange(&x->there[c]);
    xbar_link_exchange(&x->back[c]);
}

void xbar_tell_client(const struct xbar *x, unsigned c, struct gt_message *m)
{
    xbar_link_tell_near(&x->there[c], m);
    xbar_link_tell_far(&x->back[c], m);
}

void xbar_hear_client(struct xbar *x, unsigned c, struct gt_message *m)
{
    xbar_link_hear_near(&x->there[c], m);
    xbar_link_hear_far(&x->back[c], m);
}

void xbar_tell_middle(const struct xbar *x, unsigned c, struct gt_message *m)
{
    xbar_link_tell_far(&x->there[c], m);
    xbar_link_tell_near(&x->back[c], m);
}

void xbar_hear_middle(struct xbar *x, unsigned c, struct gt_message *m)
{
    xbar_link_hear_far(&x->there[c], m);
    xbar_link_hear_near(&x->back[c], m);
}

bool xbar_near_rests(const struct xbar *x, unsigned c)
{
    return xbar_link_near_rests(&x->there[c]) && xbar_link_far_rests(&x->back[c]);
}

bool xbar_middle_rests(const struct xbar *x)
{
    bool rests = !(x->requests.valid | x->answers.valid | x->requests.inside | x->answers.inside);
    for (unsigned c = 0; rests && c < xbar_clients(x); c++)
        rests = xbar_link_far_rests(&x->there[c]) && xbar_link_near_rests(&x->back[c]) &&
                (c < x->tpcs || xbar_near_rests(x, c));
    return rests;
}

void xbar_near_skip(struct xbar *x, unsigned c, unsigned steps)
{
    x->there[c].near.steps += steps;
    x->back[c].far.steps += steps;
}

void xbar_middle_skip(struct xbar *x, unsigned steps)
{
    for (unsigned c = 0; c < x->tpcs; c++) {
        x->there[c].far.steps += steps;
        x->back[c].near.steps += steps;
    }
}

void xbar_step(struct xbar *x, const struct gpu_req *const req[], const struct gpu_rsp *const rsp[],
               unsigned req_taken, unsigned rsp_taken)
{
    for (unsigned c = 0; c < xbar_clients(x); c++)
        xbar_near_step(x, c, req[c], rsp_taken >> c & 1);
    xbar_middle_step(x, rsp, req_taken);
    for (unsigned c = 0; c < xbar_clients(x); c++)
        xbar_exchange(x, c);
}
