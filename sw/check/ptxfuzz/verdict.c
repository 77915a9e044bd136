/* SPDX-License-Identifier: Apache-2.0
 *
 * One kernel on both machines, and what its results amount to.
 */
#include "work.h"

#include <stdio.h>
#include <string.h>

const char *const verdict_name[VERDICTS] = {
    "same", "only with the optimizations of the GPU's compiler", "difference", "the GPU's compiler refuses it",
    "fault on the GPU", "our machine fails",
};

static enum machine_result run(struct work *w, struct machine *m, const struct trial *t, enum machine_way way, void *to)
{
    _Alignas(16) uint8_t params[WORK_PARAMS];
    struct machine_launch l = { .text = t->text, .way = way, .params = params, .data = to, .data_bytes = t->bytes };
    memcpy(l.grid, t->grid, sizeof l.grid);
    memcpy(l.block, t->block, sizeof l.block);
    memcpy(to, t->before, t->bytes);
    l.param_bytes = t->params(t->ctx, m->memory, params);
    w->me->runs++;
    return machine_run(m, &l, w->what, sizeof w->what);
}

static void plant(const struct work *w, const struct trial *t)
{
    if (w->o->plant && t->planted)
        ((uint8_t *)t->want)[t->planted] ^= 4;
}

enum verdict work_judge(struct work *w, const struct trial *t)
{
    enum machine_result r = run(w, &w->gpu, t, w->plain ? WAY_NO_OPT : WAY_USUAL, t->want);
    if (r != RAN)
        return r == REFUSED ? GPU_REFUSES : GPU_FAULTS;
    if (run(w, &w->ours, t, t->way, t->found) != RAN)
        return OURS_FAILS;
    plant(w, t);
    if (!t->differ(t->ctx, t->want, t->found, w->what, sizeof w->what)) {
        snprintf(w->what, sizeof w->what, "it does not end");
        return w->plain ? CONTRADICTS : SAME;
    }
    if (w->plain)
        return DIFFERENT;
    char what[WORK_LOG];
    memcpy(what, w->what, sizeof what);
    r = run(w, &w->gpu, t, WAY_NO_OPT, t->want);
    plant(w, t);
    bool same = r == RAN && !t->differ(t->ctx, t->want, t->found, w->what, sizeof w->what);
    memcpy(w->what, what, sizeof what);
    return same ? CONTRADICTS : DIFFERENT;
}

void work_count(struct work *w, enum verdict v)
{
    w->me->counted = true;
    w->s->faulted += v == GPU_FAULTS;
    w->s->passed += v == SAME || v == CONTRADICTS;
    w->s->contradicts += v == CONTRADICTS;
    w->s->failed += v != SAME && v != CONTRADICTS;
}
