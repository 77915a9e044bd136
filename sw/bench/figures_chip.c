/* SPDX-License-Identifier: Apache-2.0
 * What only a whole chip shows: Figure 5. Needs ten TPCs; a target without them gives no points. */
#include <stdlib.h>

#include "experiments.h"
#include "harness.h"

#define TPCS 10u
#define SMS 3u
#define BLOCKS (TPCS + TPCS * SMS)      /* of both launches */

static void put_scope(const struct bench_job *job, const struct run *r)
{
    unsigned distinct = 0, early = 0, odd = 0;
    int32_t spread = 0;
    const uint32_t *c = r->clocks;

    for (unsigned i = 0; i < BLOCKS; i++) {
        bool first = i < TPCS;
        unsigned block = first ? i : i - TPCS;
        bench_put_point(job, "5", first ? "start, 10 blocks" : "start, 30 blocks", block, c[2 * i]);
        bench_put_point(job, "5", first ? "stop, 10 blocks" : "stop, 30 blocks", block, c[2 * i + 1]);
        odd += (c[2 * i] & 1) + (c[2 * i + 1] & 1);
    }
    for (unsigned t = 0; t < TPCS; t++) {
        bool seen = false;
        for (unsigned u = 0; u < t; u++)
            seen = seen || c[2 * u] == c[2 * t];
        distinct += !seen;
        for (unsigned s = 0; s < SMS; s++) {
            unsigned i = TPCS + s * TPCS + t;
            int32_t apart = (int32_t)(c[2 * i] - c[2 * (TPCS + t)]);
            early += (int32_t)(c[2 * i] - c[2 * t + 1]) < 0;
            spread = abs(apart) > spread ? abs(apart) : spread;
        }
    }
    bench_put_fact(job, "5", "distinct start stamps of 10 blocks", distinct);
    bench_put_fact(job, "5", "spread of starts inside a TPC, clocks", spread);
    bench_put_fact(job, "5", "blocks that start before the launch before has ended", early);
    bench_put_fact(job, "5", "odd clock values", odd);
}

/* 10 blocks of one thread, then 30, without waiting between them. */
bool run_figure5(const struct bench_job *job)
{
    const struct bench_chip *chip = bench_chip();
    struct run r;
    CUcontext context;

    if (!chip || chip->tpcs != TPCS)
        return true;
    if (!bench_open_chip(job, chip, &context))
        return false;
    bool ok = bench_open(&r, job) && bench_check(job, "launch", bench_start_grid(&r, TPCS, 1, 0, 1)) &&
              bench_check(job, "launch", bench_start_grid(&r, TPCS * SMS, 1, TPCS, 1)) && bench_check(job, "run", cuCtxSynchronize()) &&
              bench_check(job, "read back", cuMemcpyDtoH(r.clocks, r.ts, 8 * BLOCKS));
    if (ok)
        put_scope(job, &r);
    bench_close(&r);
    cuCtxDestroy(context);
    return ok;
}
