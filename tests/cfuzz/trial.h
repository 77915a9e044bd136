/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels compiled for this machine and for the chip, and run on both, by a process of its own: a compiler that breaks
 * down or does not end is a verdict, too.
 */
#ifndef CFUZZ_TRIAL_H
#define CFUZZ_TRIAL_H

#include "gen.h"

#define TRIAL_KERNELS 50        /* at most, at a time */

struct work;

enum trial_end {
    TRIAL_RAN,                  /* each kernel has its verdict */
    TRIAL_FAILED,               /* one of them does not compile, or a step of it does not end well or in time */
    TRIAL_NO_GENERIC,           /* one of them needs generic addresses, which the compiler says */
    TRIAL_NO_SOURCES            /* this machine's compiler does not take them */
};

/* A folder for them. limit: seconds for each step, such as compiling at a level; rtl: in lockstep with the RTL instead
 * of on the model alone; later: for sm_90, on its functional model, kernels that are no teams; tick: called some
 * hundred times a second while one is waited for. NULL after a message. */
struct work *trial_new(double limit, bool rtl, bool later, void (*tick)(void *ctx), void *ctx);
void trial_free(struct work *w);
/* bad[i]: kernel i gave another result than here. report: differences are said on standard error. */
enum trial_end trial_run(struct work *w, struct kernel *const *k, int n, bool *bad, bool report);
/* Writes their source. */
void trial_print(struct kernel *const *k, int n, FILE *f);

#endif
