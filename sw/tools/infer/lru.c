/* SPDX-License-Identifier: Apache-2.0
 *
 * The share of misses of a chase through an LRU cache.
 */
#include "lru.h"

#include <stdlib.h>

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* Sets that elements `stride` > line apart fall into. */
static uint64_t touched(const struct lru_cache *c, uint64_t stride)
{
    uint64_t period = c->sets * c->line / gcd(stride, c->sets * c->line);   /* elements until the sets repeat exactly */
    return period < c->sets ? period : c->sets;
}

uint64_t lru_ramp(const struct lru_cache *c, uint64_t stride)
{
    return stride <= c->line ? c->sets * c->line : touched(c, stride) * stride;
}

uint64_t lru_share(const struct lru_cache *c, uint64_t stride)
{
    uint64_t bytes = c->sector ? c->sector : c->line;
    return bytes > stride ? bytes : stride;
}

/* Lines taken in turn by `sets` sets: how many of n lines miss. */
static uint64_t round_robin(uint64_t n, uint64_t sets, uint64_t ways)
{
    uint64_t each = n / sets, longer = n % sets;
    return (each + 1 > ways ? longer * (each + 1) : 0) + (each > ways ? (sets - longer) * each : 0);
}

/* The stride is more than a line and no multiple of it: count set by set. */
static bool count_sets(const struct lru_cache *c, uint64_t stride, const uint64_t *x, size_t n, double *fraction)
{
    uint32_t *lines = calloc(c->sets, sizeof *lines);
    uint64_t element = 0, missing = 0;

    if (!lines)
        return false;
    for (size_t i = 0; i < n; i++) {
        uint64_t elements = (x[i] + stride - 1) / stride;
        for (; element < elements; element++) {
            uint32_t *l = &lines[element * stride / c->line % c->sets];
            ++*l;
            missing += *l > c->ways ? *l == c->ways + 1 ? *l : 1 : 0;
        }
        fraction[i] = (double)missing / (double)elements;
    }
    free(lines);
    return true;
}

bool lru_missing(const struct lru_cache *c, uint64_t stride, const uint64_t *x, size_t n, double *fraction)
{
    if (stride > c->line && stride % c->line)
        return count_sets(c, stride, x, n, fraction);
    uint64_t sets = stride > c->line ? touched(c, stride) : c->sets, width = lru_ramp(c, stride);
    bool powers = !(stride & (stride - 1)) && !(c->line & (c->line - 1));
    int per_line = stride < c->line ? __builtin_ctzll(c->line) - __builtin_ctzll(stride) : 0,
        shift = __builtin_ctzll(stride);
    uint64_t share = lru_share(c, stride), each = share < c->line ? c->line / share : 1;    /* misses of a line */

    for (size_t i = 0; i < n; i++) {
        if (x[i] <= c->ways * width) {          /* every line fits */
            fraction[i] = 0;
            continue;
        }
        uint64_t elements = powers ? (x[i] + stride - 1) >> shift : (x[i] + stride - 1) / stride, lines = elements;
        if (stride < c->line)
            lines = (powers ? (elements - 1) >> per_line : (elements - 1) * stride / c->line) + 1;
        uint64_t missing = x[i] > (c->ways + 1) * width ? lines : round_robin(lines, sets, c->ways);
        if (each > 1) {             /* sectors of the lines that miss; the array may end in the midst of the last one */
            uint64_t short_of = lines * each - ((elements - 1) * stride / share + 1);
            missing = missing * each - ((lines - 1) / sets + 1 > c->ways ? short_of : 0);
        }
        fraction[i] = (double)missing / (double)elements;
    }
    return true;
}
