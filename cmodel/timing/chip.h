/* SPDX-License-Identifier: Apache-2.0
 *
 * A chip of several SMs: the host threads that step its TPCs. Private to cmodel/timing.
 */
#ifndef GT200_TIMING_CHIP_H
#define GT200_TIMING_CHIP_H

#include "distributor.h"
#include "timing.h"

/* ---- crew.c: host threads ------------------------------------------------------------------------ */

struct crew;
/* `threads` of them, the caller included, at least 1. NULL: out of memory, or no thread can be made. */
struct crew *crew_new(unsigned threads);
void crew_free(struct crew *c);
/* task(ctx, 0) … task(ctx, n - 1), each once, by whoever is free; all are done on return. */
void crew_run(struct crew *c, unsigned n, void (*task)(void *ctx, unsigned i), void *ctx);
/* Cores this process may use. */
unsigned crew_cores(void);

#endif
