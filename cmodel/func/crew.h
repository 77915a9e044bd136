/* SPDX-License-Identifier: Apache-2.0
 *
 * Host threads that share a list of tasks: the TPCs of a chip (run/chip.c), the blocks of a grid (team.c).
 */
#ifndef GT200_CREW_H
#define GT200_CREW_H

struct crew;
/* `threads` of them, the caller included, at least 1. NULL: out of memory, or no thread can be made. */
struct crew *crew_new(unsigned threads);
void crew_free(struct crew *c);
/* task(ctx, 0) … task(ctx, n - 1), each once, by whoever is free; all are done on return. */
void crew_run(struct crew *c, unsigned n, void (*task)(void *ctx, unsigned i), void *ctx);
/* Cores this process may use. */
unsigned crew_cores(void);

#endif
