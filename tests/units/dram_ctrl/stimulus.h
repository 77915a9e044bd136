/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests for a controller, in profiles that change: row hits, one bank, reads and writes in turn, all banks, streams,
 * few sectors, bursts and idle times. And what their answers must be: a sector as its last write left it (DRAM-5).
 */
#ifndef GPU_DRAM_STIMULUS_H
#define GPU_DRAM_STIMULUS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "gpu/packet.h"

enum { STIM_ROW_BITS = 4, STIM_SECTORS = 1 << (STIM_ROW_BITS + 10), STIM_IDS = 64, STIM_PROFILES = 10 };

struct stimulus {
    uint64_t random;
    unsigned profile, left, seen[STIM_PROFILES];    /* cycles left of the profile; requests taken of each */
    uint32_t place;
    unsigned quiet;                     /* steps without a request */
    bool     offers;                    /* the request below stays until it is taken */
    struct dram_req req;
    bool     taken[STIM_IDS];           /* ids under way */
    uint64_t since[STIM_IDS];           /* the cycle in which its request was taken */
    uint32_t want[STIM_IDS][8];
    unsigned under_way;
    uint32_t memory[STIM_SECTORS][8];   /* as the requests taken so far leave it */
};

static inline uint64_t stim_random(struct stimulus *s)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return s->random * 0x2545f4914f6cdd1dull >> 20;
}

static inline void stim_init(struct stimulus *s, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    s->random = (2 * seed + 1) * 0x9e3779b97f4a7c15ull;
    for (unsigned i = 0; i < STIM_SECTORS; i++)
        for (unsigned k = 0; k < 8; k++)
            s->memory[i][k] = i * 0x01000193u ^ k;
}

static inline uint32_t stim_sector(unsigned row, unsigned bank, unsigned col) { return row << 10 | bank << 7 | col; }

/* A cycle with step begins: whether s->req is offered. */
static inline bool stim_step(struct stimulus *s)
{
    if (!s->left--) {
        s->profile = (unsigned)(stim_random(s) % STIM_PROFILES);
        s->left = 100 + (unsigned)(stim_random(s) % 1500);
        s->place = (uint32_t)(stim_random(s) % STIM_SECTORS);
        s->quiet = 0;
    }
    if (s->offers)
        return true;
    if (s->quiet) {
        s->quiet--;
        return false;
    }
    uint64_t r = stim_random(s);
    unsigned row = r & 15, bank = r >> 4 & 7, col = r >> 7 & 127;
    bool write = r >> 14 & 1, few = (r >> 15 & 7) == 0;
    switch (s->profile) {
    case 0:                                 /* row hits */
        if (few && (r >> 18 & 15) == 0)
            s->place = stim_sector(row, bank, 0);
        s->req.sector = (s->place & ~127u) | col;
        write = few;
        break;
    case 1:                                 /* one bank */
        s->req.sector = stim_sector(row, s->place >> 7 & 7, col);
        break;
    case 2:                                 /* reads and writes in turn */
        s->req.sector = stim_sector(s->place >> 10, r >> 4 & 1, col);
        write = !s->req.write;
        break;
    case 3:                                 /* all banks */
        s->req.sector = stim_sector(row, bank, col);
        write = few;
        break;
    case 4:                                 /* a stream of reads */
        s->req.sector = s->place = (s->place + 1) % STIM_SECTORS;
        write = false;
        break;
    case 5:                                 /* row hits and, in their way, another row or a write */
        s->req.sector = few ? stim_sector(~(s->place >> 10) & 15, s->place >> 7 & 7, col) : (s->place & ~127u) | col;
        write = (r >> 18 & 31) == 0;
        break;
    case 6:                                 /* few sectors */
        s->req.sector = stim_sector(row & 1, bank & 1, col & 1);
        break;
    case 7:                                 /* bursts */
        s->req.sector = stim_sector(row, bank & 3, col);
        if ((r >> 18 & 31) == 0)
            s->quiet = r >> 23 & 1023;
        break;
    case 8:                                 /* a stream of writes, a read now and then */
        s->req.sector = s->place = (s->place + 1) % STIM_SECTORS;
        write = (r >> 18 & 15) != 0;
        break;
    default:                                /* single ones */
        s->req.sector = stim_sector(row, bank, col);
        s->quiet = r >> 23 & 127;
        break;
    }
    s->req.write = write;
    s->req.id = r >> 32 & 63;
    s->req.mask = (r >> 38 & 3) == 0 ? (uint32_t)stim_random(s) : (r >> 38 & 15) == 1 ? 0 : ~0u;
    for (unsigned k = 0; k < 8; k++)
        s->req.data[k] = (uint32_t)stim_random(s);
    if (!write) {
        while (s->under_way < STIM_IDS && s->taken[s->req.id])
            s->req.id = (s->req.id + 1) & 63;
        if (s->under_way == STIM_IDS)
            return false;
    }
    return s->offers = true;
}

/* The request is taken in this cycle. */
static inline void stim_taken(struct stimulus *s, uint64_t cycle)
{
    const struct dram_req *r = &s->req;
    s->offers = false;
    s->seen[s->profile]++;
    if (r->write) {
        for (unsigned i = 0; i < 32; i++)
            if (r->mask >> i & 1)
                ((uint8_t *)s->memory[r->sector])[i] = ((const uint8_t *)r->data)[i];
        return;
    }
    s->taken[r->id] = true;
    s->since[r->id] = cycle;
    s->under_way++;
    memcpy(s->want[r->id], s->memory[r->sector], 32);
}

/* An answer; NULL: it is right, else what is wrong. */
static inline const char *stim_answer(struct stimulus *s, unsigned id, const uint32_t data[8])
{
    if (!s->taken[id])
        return "an answer that nobody waits for";
    s->taken[id] = false;
    s->under_way--;
    return memcmp(s->want[id], data, 32) ? "a sector is not what was last written" : NULL;
}

#endif
