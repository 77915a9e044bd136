/* SPDX-License-Identifier: Apache-2.0
 * What gt200 infer tells of a measured curve. */
#include "told.h"

#include <stdlib.h>

#include "curve.h"
#include "harness.h"

struct inference *told_of(const struct bench_job *job, const struct sweep *s, uint64_t stride, double offset)
{
    struct curve c = { .n = s->n, .x = (uint64_t *)s->x, .y = (double *)s->y, .stride = stride };
    struct inference *r = calloc(1, sizeof *r);

    if (!r || !infer_caches(&c, stride, offset, r)) {
        bench_fail(job, "out of memory");
        free(r);
        return NULL;
    }
    return r;
}

void told_put(const struct bench_job *job, int id, const struct infer_value *v, double unit)
{
    if (v->kind == INFER_EXACT)
        bench_put_value(job, id, (double)v->value / unit);
    else if (job->gpu)
        bench_no_value(job, id, "%s", *v->why ? v->why : "the curve does not tell");
}

void told_put_way(const struct bench_job *job, int id, const struct infer_level *l, double unit)
{
    if (l->size.kind == INFER_EXACT && l->ways.kind == INFER_EXACT)
        bench_put_value(job, id, (double)l->size.value / (double)l->ways.value / unit);
    else if (job->gpu)
        bench_no_value(job, id, "size and ways are not told");
}

bool told_shown(const struct bench_job *job, const struct inference *told, size_t at, const int *ids, int n)
{
    bool yes = told->levels > at + 1 && (told->level[at].cache || !job->gpu);

    for (int i = 0; i < n && !yes && job->gpu; i++)
        bench_no_value(job, ids[i], "the curve does not show the end of cache %zu", at + 1);
    return yes;
}
