/* SPDX-License-Identifier: Apache-2.0
 *
 * The block distributor (docs/units/distributor.md): one block per cycle, TPCs in turn, in each TPC its
 * SMs in turn, those without a free place left out.
 */
#include "distributor.h"

#include <string.h>

void dist_init(struct distributor *d, const struct gt_chip *chip, unsigned first_tpc, uint64_t blocks, unsigned places)
{
    memset(d, 0, sizeof *d);
    d->tpcs = chip->tpcs;
    d->sms = chip->sms;
    d->direct = chip->tpcs * chip->sms == 1;
    d->tpc = first_tpc % chip->tpcs;        /* DIST-4 */
    d->blocks = blocks;
    for (unsigned i = 0; i < d->tpcs * d->sms; i++)
        d->door[i].places = (uint8_t)places;
}

/* DIST-3: ends of blocks that are known in this cycle become free places. */
static void hear(struct distributor *d, uint64_t cycle)
{
    for (unsigned i = 0; i < d->tpcs * d->sms; i++) {
        struct doorway *w = &d->door[i];
        while (w->done_count && w->done[w->done_head] + GT_BLOCK_DONE_CYCLES <= cycle) {
            w->done_head = (w->done_head + 1) % GT_BLOCKS;
            w->done_count--;
            w->places++;
        }
    }
}

/* DIST-2: the SM in turn that has a place; false: none has. */
static bool choose(struct distributor *d, unsigned *tpc, unsigned *sm)
{
    for (unsigned i = 0; i < d->tpcs; i++) {
        unsigned t = (d->tpc + i) % d->tpcs;
        for (unsigned k = 0; k < d->sms; k++) {
            unsigned s = (d->sm[t] + k) % d->sms;
            if (d->door[t * d->sms + s].places) {
                *tpc = t;
                *sm = s;
                return true;
            }
        }
    }
    return false;
}

void dist_decide(struct distributor *d, uint64_t until)
{
    for (; d->next < until && !d->direct; d->next++) {
        unsigned tpc, sm;
        if (d->sent == d->blocks)
            continue;
        hear(d, d->next);
        if (!choose(d, &tpc, &sm))
            continue;
        struct doorway *w = &d->door[tpc * d->sms + sm];
        unsigned at = (w->in_head + w->in_count++) % GT_BLOCKS;
        w->in_when[at] = d->next + GT_BLOCK_SEND_CYCLES;        /* DIST-3 */
        w->in_block[at] = d->sent++;
        w->places--;
        d->sm[tpc] = (uint8_t)((sm + 1) % d->sms);
        d->tpc = (tpc + 1) % d->tpcs;
    }
}

bool dist_offer(const struct distributor *d, unsigned sm, uint64_t cycle, uint64_t *block)
{
    const struct doorway *w = &d->door[sm];
    if (d->direct) {
        *block = d->sent;
        return d->sent < d->blocks;
    }
    if (!w->in_count || w->in_when[w->in_head] > cycle)
        return false;
    *block = w->in_block[w->in_head];
    return true;
}

void dist_taken(struct distributor *d, unsigned sm)
{
    struct doorway *w = &d->door[sm];
    if (d->direct) {
        d->sent++;
        return;
    }
    w->in_head = (w->in_head + 1) % GT_BLOCKS;
    w->in_count--;
}

void dist_done(struct distributor *d, unsigned sm, uint64_t cycle)
{
    struct doorway *w = &d->door[sm];
    if (d->direct)
        return;
    w->done[(w->done_head + w->done_count++) % GT_BLOCKS] = cycle;
}

void dist_end(const struct distributor *d, struct gt_gpu *g, uint64_t cycles)
{
    if (d->direct)
        return;
    g->next_tpc = d->tpc;
    gt_chip_rest(g, cycles);
}
