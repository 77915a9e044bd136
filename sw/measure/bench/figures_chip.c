/* SPDX-License-Identifier: Apache-2.0
 * What only several SMs show: Figure 5, on the whole chip if the target has it, and on one TPC. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiments.h"
#include "gt_chip.h"
#include "harness.h"

enum { SMS = GT_TPC_SMS };

static const struct machine {
    unsigned tpcs;
    const char *first, *second, *of;    /* the launches, and before the names of what is found */
} whole = {GT_CHIP_TPCS, "10 blocks", "30 blocks", ""},
  cluster = {1, "one TPC, 1 block", "one TPC, 3 blocks", "one TPC, "};

static void put_fact(const struct bench_job *job, const struct machine *m, const char *what, double value)
{
    char name[96];

    snprintf(name, sizeof name, "%s%s", m->of, what);
    bench_put_fact(job, "5", name, value);
}

/* Start and stop stamps of the first launch, a block a TPC, and of the second, a block an SM. */
static void put_points(const struct bench_job *job, const struct machine *m, const uint32_t *clocks)
{
    char series[48];

    for (unsigned i = 0; i < m->tpcs + m->tpcs * SMS; i++) {
        bool first = i < m->tpcs;
        for (unsigned k = 0; k < 2; k++) {
            snprintf(series, sizeof series, "%s, %s", k ? "stop" : "start", first ? m->first : m->second);
            bench_put_point(job, "5", series, first ? i : i - m->tpcs, clocks[2 * i + k]);
        }
    }
}

/* What the stamps say of the clocks and of the order of launches. */
static void put_scope(const struct bench_job *job, const struct machine *m, const uint32_t *c)
{
    unsigned distinct = 0, early = 0, odd = 0;
    int32_t spread = 0;

    for (unsigned i = 0; i < 2 * (m->tpcs + m->tpcs * SMS); i++)
        odd += c[i] & 1;
    for (unsigned t = 0; t < m->tpcs; t++) {
        bool seen = false;
        for (unsigned u = 0; u < t; u++)
            seen = seen || c[2 * u] == c[2 * t];
        distinct += !seen;
        for (unsigned s = 0; s < SMS; s++) {
            unsigned i = m->tpcs + s * m->tpcs + t;
            int32_t apart = (int32_t)(c[2 * i] - c[2 * (m->tpcs + t)]);
            early += (int32_t)(c[2 * i] - c[2 * t + 1]) < 0;
            spread = abs(apart) > spread ? abs(apart) : spread;
        }
    }
    if (m->tpcs > 1)
        put_fact(job, m, "distinct start stamps of 10 blocks", distinct);
    put_fact(job, m, "spread of starts inside a TPC, clocks", spread);
    put_fact(job, m, "blocks that start before the launch before has ended", early);
    put_fact(job, m, "odd clock values", odd);
}

/* A block of one thread for each TPC, then one for each SM, without waiting between them. */
static bool measure(const struct bench_job *job, const struct machine *m)
{
    struct run r;
    CUcontext context;
    unsigned blocks = m->tpcs + m->tpcs * SMS;

    if (!bench_open_chip(job, bench_chip_of(m->tpcs), &context))
        return false;
    bool ok = bench_open(&r, job) && bench_check(job, "launch", bench_start_grid(&r, m->tpcs, 1, 0, 1)) &&
              bench_check(job, "launch", bench_start_grid(&r, m->tpcs * SMS, 1, m->tpcs, 1)) &&
              bench_check(job, "run", job->cu->cuCtxSynchronize()) && bench_check(job, "read back",
                          job->cu->cuMemcpyDtoH(r.clocks, r.ts, 8 * blocks));
    if (ok) {
        put_points(job, m, r.clocks);
        put_scope(job, m, r.clocks);
    }
    bench_close(&r);
    job->cu->cuCtxDestroy(context);
    return ok;
}

bool run_figure5(const struct bench_job *job)
{
    const char *target = getenv("GT200_TARGET");

    if (target && !strcmp(target, "func"))      /* it has no clock */
        return true;
    return (!bench_chip(job, 2) || measure(job, &whole)) && measure(job, &cluster);
}
