/* SPDX-License-Identifier: Apache-2.0
 *
 * ICACHE-1: tags and true LRU order of a set-associative cache, as rtl/lib/cache_tags.sv keeps them: a line that is
 * found or put in becomes the youngest of its set. Lines are numbered by address / line size; which data are there is
 * the cache's business.
 */
#ifndef GT200_CACHE_TAGS_H
#define GT200_CACHE_TAGS_H

#include <stdbool.h>
#include <stdint.h>

#define CACHE_MAX_LINES 32

struct cache_tags {
    uint8_t  sets, ways;                    /* sets: a power of two; sets * ways <= CACHE_MAX_LINES */
    uint32_t line[CACHE_MAX_LINES];         /* [set * ways + way]; UINT32_MAX: none */
    uint64_t used[CACHE_MAX_LINES];         /* when it became the youngest; before that, way 0 is the oldest */
    uint64_t uses;
};

/* All lines invalid. */
void cache_init(struct cache_tags *c, unsigned sets, unsigned ways);
/* Looks the line up. true: it is there; it is the youngest of its set now. *entry: its place (set * ways + way), or
 * that of the oldest line of the set, which is left alone. */
bool cache_look(struct cache_tags *c, uint32_t line, unsigned *entry);
/* Puts the line into the place that cache_look gave. */
void cache_put(struct cache_tags *c, uint32_t line, unsigned entry);

#endif
