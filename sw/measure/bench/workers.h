/* SPDX-License-Identifier: Apache-2.0
 * Experiments in several processes, each with a context of its own, so that what one yields does not depend on which
 * ran before it. */
#ifndef GT200_WORKERS_H
#define GT200_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "bench.h"
#include "gsim.h"

/* One of the experiments to be run. */
struct work_unit {
    const struct bench_experiment *e;
    const struct gt_chip *chip;     /* chosen for it; NULL: the one that was asked for */
    double effort;          /* seconds of one processor that it takes, about */
    double seconds;         /* of processor time, set by workers_run */
};

/* How far they are. */
struct work_state {
    size_t begun, done, latest;     /* latest: index of the unit that began last */
    double begun_effort;            /* of those that have begun, as foretold */
    double effort, seconds;         /* of those that are done: as foretold, as they took */
};

/* What happens in a process. The context of the callbacks is that of workers_run. */
struct work {
    /* runs a unit and hands what it yields to the sink; false: err says why */
    bool (*run)(void *ctx, const struct work_unit *u, const struct bench_sink *sink, char *err, size_t errn);
    /* several times a second, in the process that called workers_run */
    void (*show)(void *ctx, const struct work_unit *units, const struct work_state *s);
};

/* Runs the units in `jobs` processes, in the order of their indices in `order`, and then hands all that they yielded to
 * `sink` in the order of `units`. After an error no further unit is begun. false: err says what happened first in the
 * order of the units. */
bool workers_run(const struct work *w, void *ctx, struct work_unit *units, const size_t *order, size_t n, unsigned jobs,
                 const struct bench_sink *sink, char *err, size_t errn);

#endif
