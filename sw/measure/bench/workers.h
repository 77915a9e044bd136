/* SPDX-License-Identifier: Apache-2.0
 * Experiments in several processes, each with a context of its own, so that what one yields does not depend on which
 * ran before it. */
#ifndef GT200_WORKERS_H
#define GT200_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "bench.h"

/* One of the experiments to be run. */
struct work_unit {
    const struct bench_experiment *e;
    double seconds;         /* of processor time, set by workers_run */
};

/* What happens in a process. The context of the callbacks is that of workers_run. */
struct work {
    /* runs a unit and hands what it yields to the sink; false: err says why */
    bool (*run)(void *ctx, const struct work_unit *u, const struct bench_sink *sink, char *err, size_t errn);
    /* before a unit runs, in its process: `begun` of them have begun, this one included */
    void (*begin)(void *ctx, const struct work_unit *u, size_t begun);
};

/* Runs the units in `jobs` processes, in the order of their indices in `order`, and then hands all that they yielded to
 * `sink` in the order of `units`. After an error no further unit is begun. false: err says what happened first in the
 * order of the units. */
bool workers_run(const struct work *w, void *ctx, struct work_unit *units, const size_t *order, size_t n, unsigned jobs,
                 const struct bench_sink *sink, char *err, size_t errn);

#endif
