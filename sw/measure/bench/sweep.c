/* SPDX-License-Identifier: Apache-2.0
 * A curve over sizes, and its knees. */
#include "sweep.h"

#include "harness.h"

void sweep_put(const struct bench_job *job, struct sweep *s, uint64_t x, double y)
{
    bench_put_point(job, s->figure, s->series, (double)x / (s->unit > 0 ? s->unit : 1), y);
    if (s->n < SWEEP_POINTS) {
        s->x[s->n] = x;
        s->y[s->n++] = y;
    }
}

size_t sweep_knee(const struct sweep *s, size_t from, double part)
{
    size_t knee = from;

    while (knee + 1 < s->n && s->y[knee + 1] < (1 + part) * s->y[from])
        knee++;
    return knee;
}

size_t sweep_top(const struct sweep *s)
{
    size_t top = s->n - 1;

    while (top && s->y[top - 1] > 0.99 * s->y[s->n - 1])
        top--;
    return top;
}
