/* SPDX-License-Identifier: Apache-2.0 */
#include "chase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAPS 4                  /* the last one counts */

struct way { uint64_t tag, used, there; };      /* there: sectors */

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Is the line there? Brings it in when not. */
static bool access_cache(const struct chase_cache *c, struct way *ways, uint64_t address, uint64_t now,
                         uint32_t *random)
{
    uint64_t line = address / c->line, sets = c->size / c->line / c->ways;
    uint64_t sector = UINT64_C(1) << (c->sector ? address % c->line / c->sector : 0);
    struct way *set = ways + line % sets * c->ways, *oldest = set;

    for (uint64_t w = 0; w < c->ways; w++) {
        if (set[w].tag == line + 1) {
            bool there = set[w].there & sector;
            set[w].there |= sector;
            set[w].used = now;
            return there;
        }
        if (set[w].used < oldest->used)
            oldest = &set[w];
    }
    if (random && oldest->used)
        oldest = &set[next_random(random) % c->ways];
    oldest->tag = line + 1;
    oldest->used = now;
    oldest->there = sector;
    return false;
}

/* Mean latency of a chain of so many bytes, when caches have been filled for LAPS - 1 laps. */
static double chase_once(const struct chase *h, uint64_t bytes, uint32_t *random)
{
    struct way *ways[CHASE_LEVELS];
    uint64_t now = 1, elements = (bytes + h->stride - 1) / h->stride;
    double sum = 0;

    for (size_t k = 0; k < h->levels; k++)
        ways[k] = calloc(h->cache[k].size / h->cache[k].line, sizeof **ways);
    for (int lap = 0; lap < LAPS; lap++) {
        sum = 0;
        for (uint64_t i = 0; i < elements; i++, now++) {
            size_t k = 0;
            while (k < h->levels && !access_cache(&h->cache[k], ways[k], i * h->stride, now, h->random ? random : NULL))
                k++;
            sum += k < h->levels ? h->cache[k].latency : h->memory;
        }
    }
    for (size_t k = 0; k < h->levels; k++)
        free(ways[k]);
    return sum / (double)elements;
}

struct curve chase_curve(const struct chase *h, uint64_t from, uint64_t to, uint64_t step)
{
    struct curve c = { .stride = h->stride };
    size_t room = (to - from) / step + 1;
    uint32_t random = 1;

    c.x = malloc(room * sizeof *c.x);
    c.y = malloc(room * sizeof *c.y);
    for (uint64_t x = from; x <= to; x += step) {
        c.x[c.n] = x;
        c.y[c.n++] = chase_once(h, x, &random);
    }
    return c;
}

void chase_noise(struct curve *c, double sigma, unsigned seed)
{
    uint32_t state = seed * 2654435761u + 1;

    for (size_t i = 0; i < c->n; i++) {
        double u = (next_random(&state) + 1.0) / 16777217.0, v = next_random(&state) / 16777216.0;
        c->y[i] += sigma * sqrt(-2 * log(u)) * cos(2 * 3.14159265358979 * v);
    }
}
