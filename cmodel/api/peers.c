/* SPDX-License-Identifier: Apache-2.0
 *
 * A launch that several processes share: what the host sends of its device and its launch, and what the others make of
 * it.
 */
#include "peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shares of equal size: what is behind the crossbar counts as one TPC in front of the others. */
unsigned gt_peers_first(unsigned processes, const struct gt_chip *chip, unsigned process)
{
    unsigned share = process * (chip->tpcs + 1) / processes;
    return share ? share - 1 : 0;
}

/* ---- the host ------------------------------------------------------------------------------------- */

/* What another process needs to run its TPCs: chip, clock, textures, constants, limits, code and parameters. */
static void put_launch(struct gt_message *m, const struct gt_gpu *g, const struct gt_launch *l,
                       const struct gt_config *c)
{
    message_put_text(m, g->chip->name);
    MESSAGE_PUT(m, g->threads);
    MESSAGE_PUT(m, g->clock);
    MESSAGE_PUT(m, g->next_tpc);
    MESSAGE_PUT(m, g->stall);
    MESSAGE_PUT(m, g->mem_bytes);
    message_put(m, g->tex, sizeof g->tex);
    for (unsigned i = 0; i < GT_CONST_SEGS; i++) {
        bool there = g->cseg[i];
        MESSAGE_PUT(m, there);
        if (there)
            message_put(m, g->cseg[i], GT_CONST_BYTES);
    }
    MESSAGE_PUT(m, *c);
    MESSAGE_PUT(m, *l);
    message_put_text(m, l->name ? l->name : "");
    message_put(m, l->code, l->code_words * sizeof *l->code);
    message_put(m, l->params, l->param_words * sizeof *l->params);
}

static bool refuse_launch(const struct gt_launch *l, struct gt_result *res, const char *why)
{
    snprintf(res->message, sizeof res->message, "kernel %s: %s", l->name ? l->name : "?", why);
    res->status = GT_BAD_LAUNCH;
    return false;
}

/* Of all, before one begins. */
static bool all_ready(const struct gt_peers *p, char *why, size_t n)
{
    struct gt_message m = {0};
    char text[1024];
    bool ok = true;
    for (unsigned i = 1; i < p->n; i++) {
        p->receive(p->ctx, i, &m);
        message_get_text(&m, text, sizeof text);
        if (*text && ok)
            snprintf(why, n, "process %u: %s", i, text);
        ok = ok && !*text;
    }
    message_clear(&m);
    MESSAGE_PUT(&m, ok);
    for (unsigned i = 1; i < p->n; i++)
        p->send(p->ctx, i, &m);
    message_free(&m);
    return ok;
}

bool gt_peers_fit(const struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    const struct gt_peers *p = g->peers;
    char why[512];
    if (!p)
        return true;
    if (!g->chip->partitions || g->chip->tpcs < 2) {
        snprintf(why, sizeof why, "chip %s is not made of TPCs around a crossbar, which %u processes could share",
                 g->chip->name, p->n);
        return refuse_launch(l, res, why);
    }
    if (p->n > g->chip->tpcs + 1) {
        snprintf(why, sizeof why, "%u processes, chip %s has work for %u (its %u TPCs, and all behind the crossbar)",
                 p->n, g->chip->name, g->chip->tpcs + 1, g->chip->tpcs);
        return refuse_launch(l, res, why);
    }
    return true;
}

bool gt_peers_launch(const struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *c,
                     enum gt_peers_machine machine, const char *with, struct gt_result *res)
{
    const struct gt_peers *p = g->peers;
    char why[1280];
    struct gt_message m = {0};
    bool more = true;
    MESSAGE_PUT(&m, more);
    MESSAGE_PUT(&m, machine);
    message_put_text(&m, with ? with : "");
    put_launch(&m, g, l, c);
    for (unsigned i = 1; i < p->n; i++)
        p->send(p->ctx, i, &m);
    message_free(&m);
    return all_ready(p, why, sizeof why) || refuse_launch(l, res, why);
}

void gt_peers_end(const struct gt_peers *p)
{
    struct gt_message m = {0};
    bool more = false;
    MESSAGE_PUT(&m, more);
    for (unsigned i = 1; i < p->n; i++)
        p->send(p->ctx, i, &m);
    message_free(&m);
}

/* ---- the others ----------------------------------------------------------------------------------- */

static void *copy_array(struct gt_message *m, size_t bytes)
{
    void *to = malloc(bytes ? bytes : 1);
    if (to)
        message_get(m, to, bytes);
    return to;
}

/* The reverse of put_launch's first half; false: the host does not know the chip, or memory ran out. */
static bool get_gpu(struct gt_message *m, struct gt_gpu *g)
{
    char name[32], err[256];
    message_get_text(m, name, sizeof name);
    g->chip = gt_chip_find(name, err, sizeof err);
    MESSAGE_GET(m, g->threads);
    MESSAGE_GET(m, g->clock);
    MESSAGE_GET(m, g->next_tpc);
    MESSAGE_GET(m, g->stall);
    MESSAGE_GET(m, g->mem_bytes);
    message_get(m, g->tex, sizeof g->tex);
    for (unsigned i = 0; i < GT_CONST_SEGS; i++) {
        bool there;
        MESSAGE_GET(m, there);
        if (there && !(g->cseg[i] = copy_array(m, GT_CONST_BYTES)))
            return false;
    }
    return g->chip;
}

bool gt_peers_next(const struct gt_peers *p, struct gt_peers_work *w)
{
    struct gt_message m = {0};
    bool more;
    memset(w, 0, sizeof *w);
    w->peers = p;
    p->receive(p->ctx, 0, &m);
    MESSAGE_GET(&m, more);
    if (more) {
        MESSAGE_GET(&m, w->machine);
        message_get_text(&m, w->with, sizeof w->with);
        w->gpu = gt_gpu_new(0);
        if (w->gpu) {
            free(w->gpu->mem);          /* who reaches for it here would read what only the host knows */
            w->gpu->mem = NULL;
            w->gpu->peers = p;
        }
        if (w->gpu && get_gpu(&m, w->gpu)) {
            MESSAGE_GET(&m, w->config);
            MESSAGE_GET(&m, w->launch);
            message_get_text(&m, w->name, sizeof w->name);
            w->launch.name = w->name;
            w->launch.code = w->code = copy_array(&m, w->launch.code_words * sizeof *w->code);
            w->launch.params = w->params = w->code ? copy_array(&m, w->launch.param_words * sizeof *w->params) : NULL;
        }
    }
    message_free(&m);
    return more;
}

bool gt_peers_ready(const struct gt_peers_work *w, const char *why_not)
{
    struct gt_message m = {0};
    bool begins;
    message_put_text(&m, why_not ? why_not : w->params ? "" : "out of memory");
    w->peers->send(w->peers->ctx, 0, &m);
    w->peers->receive(w->peers->ctx, 0, &m);
    MESSAGE_GET(&m, begins);
    message_free(&m);
    return begins;
}

void gt_peers_done(struct gt_peers_work *w)
{
    gt_gpu_free(w->gpu);
    free(w->code);
    free(w->params);
}
