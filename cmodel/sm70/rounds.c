/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks that go round for ever. A state is kept after 1, 2, 4, ... turns, until one is equal to it (Brent's way to
 * find a period); then two periods are gone through with an eye on each store.
 */
#include "rounds.h"

enum { MOST = 1 << 12 };                /* turns: what takes longer is looked at again later */

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t mix_bytes(uint64_t h, const void *bytes, size_t n)
{
    uint64_t v;

    for (size_t i = 0; i + sizeof v <= n; i += sizeof v) {
        memcpy(&v, (const char *)bytes + i, sizeof v);
        h = mix(h, v);
    }
    return h;
}

/* All that decides what a warp does next, but memory. */
static uint64_t mix_warp(uint64_t h, const struct sm70_warp *w)
{
    h = mix_bytes(h, w->r, PROGRAM_ROWS * sizeof *w->r);
    h = mix_bytes(h, w->p, sizeof w->p);
    h = mix_bytes(h, w->up, sizeof w->up);
    h = mix_bytes(h, w->b, sizeof w->b);
    h = mix_bytes(h, w->red, sizeof w->red);
    for (unsigned i = 0; i < w->npaths; i++) {
        const struct sm70_path *p = &w->path[i];
        h = mix(mix(mix(h, p->pc), p->mask), (uint64_t)p->state << 33 | (uint64_t)p->yielded << 32 | p->what);
    }
    h = mix(mix(h, w->npaths), w->current);
    return mix(mix(h, w->exited), (uint64_t)w->arrived << 1 | w->turn);
}

static uint64_t state_of(struct sm70_block *const *b, size_t n)
{
    uint64_t h = n;

    for (size_t i = 0; i < n; i++) {
        h = mix_bytes(mix(h, b[i]->number), b[i]->bar, sizeof b[i]->bar);
        for (unsigned k = 0; k < b[i]->nwarps; k++)
            h = mix_warp(h, &b[i]->warps[k]);
    }
    return h;
}

/* Bodies for whole warps do not look at what a store changes. */
static void watch_blocks(struct sm70_block *const *b, size_t n, bool on)
{
    for (size_t i = 0; i < n; i++) {
        if (b[i]->watched != on) {
            const bool bound = b[i]->bound;
            b[i]->bound = b[i]->bound_else;
            b[i]->bound_else = bound;
        }
        b[i]->watched = on;
        b[i]->changes = 0;
    }
}

void sm70_rounds_begin(struct sm70_rounds *r, struct sm70_block *const *b, size_t n)
{
    *r = (struct sm70_rounds){ .on = true, .next = 1, .kept = state_of(b, n) };
}

void sm70_rounds_stop(struct sm70_rounds *r, struct sm70_block *const *b, size_t n)
{
    if (r->left)
        watch_blocks(b, n, false);
    r->on = false;
    r->left = 0;
}

bool sm70_rounds_turn(struct sm70_rounds *r, struct sm70_block *const *b, size_t n)
{
    uint64_t changes = 0;

    if (r->left) {
        for (size_t i = 0; i < n; i++)
            changes += b[i]->changes;
        const bool whole = --r->left % r->period == 0;
        if (changes || (whole && state_of(b, n) != r->first)) {
            r->left++;
            sm70_rounds_stop(r, b, n);
            return false;
        }
        return !r->left;
    }
    const uint64_t state = state_of(b, n);
    r->n++;
    if (state == r->kept) {
        r->period = r->n - r->since;
        r->left = 2 * r->period;
        r->first = state;
        watch_blocks(b, n, true);
    } else if (r->n == MOST) {
        r->on = false;
    } else if (r->n == r->next) {
        r->kept = state;
        r->since = r->n;
        r->next *= 2;
    }
    return false;
}
