/* SPDX-License-Identifier: Apache-2.0
 *
 * Many random programs one after the other, in one or several processes.
 */
#ifndef GT200_FUZZ_CAMPAIGN_H
#define GT200_FUZZ_CAMPAIGN_H

#include "fuzz.h"

struct fuzz_totals {
    uint64_t programs, failed;              /* run; failed of those, a crashed process counts as one */
    uint64_t refused;                       /* of those run: GT_BAD_LAUNCH, but for those that failed */
    uint64_t insns, threads, cycles;        /* warp and thread instructions, clocks */
    uint64_t jittered, jittered_insns;      /* of those with a memory with jitter */
    uint64_t of_kind[FUZZ_KINDS];           /* programs, in the order of the campaign's kinds */
};

struct fuzz_campaign {
    const struct fuzz_kind *kind[FUZZ_KINDS];
    unsigned kinds;                         /* taken in turn; each counts its programs from seed on */
    uint32_t seed, jitter, stall;           /* fuzz_jitter, fuzz_stall */
    uint32_t fold;                          /* gt_gpu.fold */
    uint64_t programs;                      /* at most, of all kinds together */
    uint64_t instructions;                  /* stop when so many warp instructions have executed; 0: no limit */
    unsigned jobs;                          /* processes; with 1 everything runs in this one */
    unsigned times;                         /* grids are so many times as wide as they were made; 0: as they were */
    fuzz_run *run;
    void *ctx;                              /* of run */
    /* Called, in the process that runs the program, with one that failed; it may be changed. */
    void (*failed)(void *ctx, const struct fuzz_kind *k, uint32_t seed, struct fuzz_prog *p, struct gt_result *res,
                   unsigned before);
    /* Called with one that the machine refuses (GT_BAD_LAUNCH), which then is no failure. NULL: it is one where the
     * kind has to end. */
    void (*refused)(void *ctx, const struct gt_result *res);
    /* Called now and then in this process. */
    void (*tick)(void *ctx, const struct fuzz_totals *so_far);
    void *report;                           /* ctx of those */
};

/* A lost machine (GT_LOST) is the last program. false: no memory or no process could be had (errno). */
bool fuzz_campaign(const struct fuzz_campaign *c, struct fuzz_totals *t);

#endif
