/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs run and judged, failing ones shrunk and saved (library gt200fuzz, command gt200 fuzz).
 */
#ifndef GT200_FUZZ_H
#define GT200_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "prog.h"

struct fuzz_kind {
    const char *name, *what;
    void (*make)(struct fuzz_prog *p, uint32_t seed);
    bool ends;              /* every program must end without a fault */
    bool func;              /* the result does not depend on time: the functional model can judge the cycle model */
};
#define FUZZ_KINDS 6
extern const struct fuzz_kind fuzz_kinds[FUZZ_KINDS];

/* The memory's jitter (gt_gpu.jitter) of program number `seed` in a campaign whose jitter is `jitter`: every second
 * program has some. */
uint32_t fuzz_jitter(uint32_t jitter, uint32_t seed);
/* The stops of the clock (gt_gpu.stall) of program number `seed` in a campaign whose stall is `stall`; every program
 * has some. */
uint32_t fuzz_stall(uint32_t stall, uint32_t seed);

/* Runs p once and writes what it has to say about a difference to report (NULL: nothing). Fills res; res->status
 * GT_DIFFERENT when the machines compared are not equal. Must not keep state between calls. */
typedef void fuzz_run(void *ctx, struct fuzz_prog *p, struct gt_result *res, FILE *report);
/* RTL and cycle model in lockstep; GT_BAD_LAUNCH in a build without RTL. ctx: a struct gt_chip, the machine; NULL:
 * one SM. */
fuzz_run fuzz_lockstep;
/* Cycle model against functional model: memory and instruction counts, for programs that end. ctx as above. */
fuzz_run fuzz_model;

/* A board with the cycle model beside it (gt_fpga_check): its signature, counts, cycles, how it ends, memory. ctx: a
 * struct fuzz_on_board. Instructions of units that the board lacks are taken out of p. GT_BAD_LAUNCH: it has too little
 * memory. GT_LOST: it is of no use any more. */
struct fuzz_on_board {
    struct gt_board *board;
    uint64_t every;         /* of gt_fpga_check */
};
fuzz_run fuzz_board;

/* Did the program fail? A machine that differs or is lost always does, a fault or hang only where the kind excludes
 * it. */
bool fuzz_failed(const struct fuzz_kind *k, const struct gt_result *res);

/* A smaller program that fails in the same way (same status, same fault): fewer blocks, threads and instructions. p
 * holds the program that failed with res and afterwards the smallest one found, with the same jitter and stall.
 * Returns the number of runs it took. */
unsigned fuzz_shrink(const struct fuzz_kind *k, uint32_t seed, struct fuzz_prog *p, const struct gt_result *res,
                     fuzz_run *run, void *ctx);

/* Instructions of a program. */
unsigned fuzz_insns(const struct fuzz_prog *p);

/* Writes p as an assembly file that `gt200 as` and `gt200 run` repeat, with the commands and the lines of `why` as
 * comments. Buffer contents other than zero go to a second file, PATH.in. target may have options behind it
 * ("lockstep --chip tpc"); again: those of the campaign (" --jitter 1", ""). false: errno says why not. */
bool fuzz_save(const struct fuzz_kind *k, uint32_t seed, const struct fuzz_prog *p, const char *target,
               const char *again, const char *why, const char *path);

#endif
