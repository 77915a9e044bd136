/* SPDX-License-Identifier: Apache-2.0
 *
 * First data caches that keep what other SMs have overwritten: each SM of the chip has one, of sectors of 32 bytes,
 * which nothing but what is named here takes out of it. Stores go to memory, too, so that a copy is old only where
 * another SM has stored since: old bytes are kept then, and a load that gets them is noted.
 */
#ifndef GT200_SM70_STALE_H
#define GT200_SM70_STALE_H

#include "core.h"

struct sm70_stale;

/* Empty caches of so many SMs; NULL: out of memory. */
struct sm70_stale *sm70_stale_new(const struct sm70_device *d, unsigned sms);
void sm70_stale_free(struct sm70_stale *s);

/* The lanes' places in memory are where the bytes are that their SM sees, some of them in `copy` from now on. */
void sm70_stale_load(struct sm70_warp *w, const struct sm70_op *op, unsigned bytes, uint32_t mask, uint8_t *at[LANES],
                     uint8_t copy[LANES][16]);
/* In front of a store to these places. */
void sm70_stale_store(struct sm70_warp *w, const struct sm70_op *op, unsigned bytes, uint32_t mask,
                      uint8_t *const at[LANES]);
/* In front of an atomic operation of one lane; does it change what is there? */
void sm70_stale_atomic(struct sm70_warp *w, const struct sm70_op *op, unsigned bytes, const uint8_t *at, bool changes);
/* The line of this place leaves the SM's cache; NULL: all do. */
void sm70_stale_drop(struct sm70_warp *w, const uint8_t *at);

/* Loads that got old bytes. */
uint64_t sm70_stale_count(const struct sm70_stale *s);
/* What they were, a line for each pair of instructions; nothing where there are none. */
void sm70_stale_tell(const struct sm70_stale *s, const struct sm70_program *p, const struct sm70_launch *l, char *out,
                     size_t n);

#endif
