/* SPDX-License-Identifier: Apache-2.0
 *
 * A process of gt200 oracle: opens its two machines and takes one piece of work after another.
 */
#include "work.h"

#include <stdio.h>
#include <stdlib.h>

int oracle_work(const struct oracle_options *o, struct oracle_shared *s, unsigned number)
{
    static struct cuda_api real, own;
    char err[4096];
    struct work *w = calloc(1, sizeof *w);
    const struct work_kind *kind = o->rows ? &work_rows : &work_programs;
    void *state = kind->make(o);
    if (!w || !state)
        return 1;
    w->o = o;
    w->s = s;
    w->me = &s->worker[number];
    cuda_api_own(&own);
    bool ok = cuda_api_open(&real, false, err, sizeof err) &&
              machine_open(&w->gpu, &real, kind->memory(state), err, sizeof err) &&
              machine_open(&w->ours, &own, kind->memory(state), err, sizeof err);
    if (!ok)
        fprintf(stderr, "gt200 oracle: %s\n", err);
    bool lost = false;
    while (ok && !lost && !s->stop) {
        w->plain = w->me->again != ORACLE_NOWHERE;
        uint64_t i = w->plain ? w->me->again : s->next++;
        if (i >= s->total)
            break;
        w->me->counted = false;
        w->me->number = i;
        w->me->plain = w->plain;
        w->me->again = ORACLE_NOWHERE;
        kind->one(w, state, i);
        lost = !w->gpu.memory || !w->ours.memory;
    }
    w->me->number = ORACLE_NOWHERE;
    machine_close(&w->gpu);
    machine_close(&w->ours);
    cuda_api_close(&real);
    free(state);
    free(w);
    return lost ? ORACLE_AGAIN : !ok;
}
