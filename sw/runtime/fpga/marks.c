/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a launch on the model and keeps what it had done every so many cycles.
 */
#include "marks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "insn.h"
#include "signature.h"

/* What a launch can see of a GPU. NULL: out of memory. */
static struct gt_gpu *copy(const struct gt_gpu *g)
{
    struct gt_gpu *c = gt_gpu_new(g->mem_bytes);

    for (uint32_t at = 0; c && at < g->mem_bytes; at += GT_PAGE_BYTES)
        if (g->untracked || g->pages[at / GT_PAGE_BYTES] & GT_PAGE_USED) {
            uint32_t n = g->mem_bytes - at < GT_PAGE_BYTES ? g->mem_bytes - at : GT_PAGE_BYTES;
            gt_write(c, GT_G_BASE + at, g->mem + at, n);
        }
    for (unsigned i = 0; c && i < GT_CONST_SEGS; i++)
        if (g->cseg[i] && !gt_const_write(c, i, 0, g->cseg[i], GT_CONST_BYTES)) {
            gt_gpu_free(c);
            return NULL;
        }
    if (c) {
        memcpy(c->tex, g->tex, sizeof c->tex);
        c->chip = g->chip;
        c->clock = g->clock;
        c->next_tpc = g->next_tpc;
    }
    return c;
}

/* Keeps another mark; without memory the run goes on without. */
static void add(struct marks *k)
{
    if (k->n == k->room) {
        size_t room = k->room ? 2 * k->room : 256;
        struct mark *m = realloc(k->m, room * sizeof *m);
        k->no_memory = k->no_memory || !m;
        if (!m)
            return;
        k->m = m;
        k->room = room;
    }
    k->m[k->n++] = k->last;
}

/* A gt_event_sink: the events of one SM in one cycle, those of SM 0 first. */
static void take(void *ctx, const struct gt_event *e, size_t n)
{
    struct marks *k = ctx;

    while (!k->no_memory && (!k->most || k->n < k->most) && k->from + k->n * k->every <= e->cycle)
        add(k);
    if (e->sm == 0)
        k->last.signature = signature_step(k->last.signature, e, n);
    for (; n; n--, e++)
        if (e->type == GT_EV_ISSUE && e->uop == GT_UOP_BODY) {
            k->last.warp_insns++;
            k->last.thread_insns += (uint64_t)__builtin_popcount(e->active);
        } else if (e->type == GT_EV_BLOCK && e->done) {
            k->last.blocks++;
        }
}

enum gt_status marks_run(struct marks *k, const struct gt_gpu *g, const struct gt_launch *l, struct gt_gpu **after,
                         struct gt_result *res)
{
    struct gt_gpu *c = copy(g);

    memset(res, 0, sizeof *res);
    memset(&k->last, 0, sizeof k->last);
    k->n = 0;
    if (c)
        gt_model_run_events(c, l, res, NULL, NULL, take, k);
    if (!c || k->no_memory) {
        snprintf(res->message, sizeof res->message, "kernel %s: out of memory", l->name ? l->name : "?");
        res->status = GT_BAD_LAUNCH;
    }
    if (after)
        *after = c;
    else
        gt_gpu_free(c);
    return res->status;
}

const struct mark *marks_at(const struct marks *k, uint64_t cycle)
{
    uint64_t i = (cycle - k->from) / k->every;

    return i < k->n ? &k->m[i] : &k->last;
}

void marks_free(struct marks *k)
{
    free(k->m);
    k->m = NULL;
    k->n = k->room = 0;
}

struct teller { FILE *f; uint64_t from, to; };

/* Prints the events of the cycles that were asked for. */
static void tell(void *ctx, const struct gt_event *e, size_t n)
{
    const struct teller *t = ctx;
    struct gt_event_field f[GT_EVENT_FIELDS];

    if (e->cycle < t->from || e->cycle > t->to)
        return;
    for (; n; n--, e++) {
        unsigned fields = gt_event_fields(e, f);
        fprintf(t->f, "  model: cycle %" PRIu64 ": %s", e->cycle, gt_event_name(e->type));
        for (unsigned i = 0; i < fields && f[i].index < 0; i++)
            fprintf(t->f, ", %s 0x%x", f[i].name, f[i].value);
        fprintf(t->f, "\n");
    }
}

void marks_tell(const struct gt_gpu *g, const struct gt_launch *l, uint64_t from, uint64_t to, FILE *f)
{
    struct teller t = { f, from, to };
    struct gt_launch until = *l;
    struct gt_result *res = malloc(sizeof *res);
    struct gt_gpu *c = copy(g);

    until.max_cycles = to + 1;
    if (res && c)
        gt_model_run_events(c, &until, res, NULL, NULL, tell, &t);
    gt_gpu_free(c);
    free(res);
}
