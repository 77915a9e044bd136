/* SPDX-License-Identifier: Apache-2.0
 * infer on curves of random caches: sizes, ways, lines, sets, sectors, one or two levels, strides, points apart. What
 * it says of a cache is true of one that is there, or it says that it cannot tell; and so are the latencies. Every
 * second cache fills its lines in parts.
 *
 *   test-infer-random [configurations [seed]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "chase.h"
#include "infer.h"
#include "infer_out.h"

static struct inference result;         /* large */

struct told { unsigned exact, bounds, nothing, latencies; };

static uint32_t next(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % below;
}

static bool holds(const struct infer_value *v, uint64_t truth)
{
    switch (v->kind) {
    case INFER_EXACT: return v->value == truth;
    case INFER_AT_MOST: return truth <= v->value;
    case INFER_AT_LEAST: return truth >= v->value;
    default: return true;
    }
}

/* All that is said of a level holds for this cache. */
static bool is_of(const struct infer_level *l, const struct chase_cache *c)
{
    return holds(&l->size, c->size) && holds(&l->ways, c->ways) && holds(&l->line, c->line) &&
           holds(&l->sets, c->size / c->ways / c->line);
}

static void count(struct told *t, const struct infer_value *v)
{
    t->exact += v->kind == INFER_EXACT;
    t->bounds += v->kind == INFER_AT_MOST || v->kind == INFER_AT_LEAST;
    t->nothing += v->kind == INFER_UNKNOWN;
}

/* Bytes at which the chase overflows the first set. */
static uint64_t knee(const struct chase_cache *c, uint64_t stride)
{
    uint64_t way = c->size / c->ways;
    return (way > stride ? way : stride) * c->ways;
}

static void draw(uint64_t *state, struct chase_cache *c)
{
    static const uint64_t WAYS[] = {1, 2, 3, 4, 5, 6, 8, 12, 16, 20};
    c->ways = WAYS[next(state, 10)];
    c->line = UINT64_C(16) << next(state, 5);
    c->size = c->ways * c->line << next(state, 6);
    c->sector = next(state, 2) ? c->line >> next(state, 4) : c->line;
}

/* One or two caches; false: their knees are too near each other or too far. */
static bool configuration(uint64_t *state, struct chase *h)
{
    *h = (struct chase){.levels = 1 + next(state, 2), .stride = UINT64_C(4) << next(state, 7)};
    double latency = 20 + next(state, 200);
    for (size_t k = 0; k < h->levels; k++) {
        draw(state, &h->cache[k]);
        h->cache[k].latency = latency;
        latency += 30 + next(state, 300);
    }
    h->memory = latency;
    uint64_t first = knee(&h->cache[0], h->stride), last = knee(&h->cache[h->levels - 1], h->stride);
    return first >= 4 * h->stride && last <= 400 * h->stride && (h->levels == 1 || last >= 3 * first);
}

/* False: something that is said is not so. */
static bool judge(const struct chase *h, const struct inference *r, struct told *t)
{
    bool good = true;
    if (*r->refused) {
        t->nothing += 4;
        return true;
    }
    for (size_t k = 0; k < r->levels; k++) {
        const struct infer_level *l = &r->level[k];
        if (!l->cache)
            continue;
        count(t, &l->size);
        count(t, &l->ways);
        count(t, &l->line);
        count(t, &l->sets);
        bool found = false;
        for (size_t c = 0; c < h->levels; c++)
            found = found || is_of(l, &h->cache[c]);
        good = good && found;
    }
    if (good && r->levels == h->levels + 1)
        for (size_t k = 0; k < r->levels; k++, t->latencies++) {
            double truth = k < h->levels ? h->cache[k].latency : h->memory, off = r->level[k].latency - truth;
            good = good && (off <= 0.01 * truth + 1 && (r->level[k].latency_least || off >= -0.01 * truth - 1));
        }
    return good;
}

static void show(const struct chase *h, uint64_t step)
{
    for (size_t k = 0; k < h->levels; k++)
        printf("cache: %llu bytes, %llu ways, lines of %llu, sectors of %llu, %g clocks\n",
               (unsigned long long)h->cache[k].size, (unsigned long long)h->cache[k].ways,
               (unsigned long long)h->cache[k].line, (unsigned long long)h->cache[k].sector, h->cache[k].latency);
    printf("memory %g clocks; stride %llu, points %llu apart\n", h->memory, (unsigned long long)h->stride,
           (unsigned long long)step);
    infer_print(stdout, &result);
}

int main(int argc, char **argv)
{
    unsigned wanted = argc > 1 ? (unsigned)atoi(argv[1]) : 250, done = 0, wrong = 0;
    uint64_t state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    struct told told = {0};
    while (done < wanted) {
        struct chase h;
        if (!configuration(&state, &h))
            continue;
        uint64_t step = h.stride * (next(&state, 3) ? 1 : 1 + next(&state, 4));
        const struct chase_cache *last = &h.cache[h.levels - 1];
        uint64_t end = knee(last, h.stride) + knee(last, h.stride) / last->ways + 8 * last->line + 8 * h.stride;
        struct curve c = chase_curve(&h, step, end, step);
        c.stride = h.stride;
        if (!c.x || !c.y || !infer_caches(&c, h.stride, 0, &result)) {
            fprintf(stderr, "out of memory\n");
            return 2;
        }
        if (!judge(&h, &result, &told)) {
            wrong++;
            show(&h, step);
        }
        curve_free(&c);
        done++;
    }
    printf("%u configurations: %u values told, %u as bounds, %u not determined, %u latencies; %u wrong\n", done,
           told.exact, told.bounds, told.nothing, told.latencies, wrong);
    return wrong != 0;
}
