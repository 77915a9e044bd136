/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests for a partition, in profiles that change: texture loads that hit, stream, and thrash a set, few sectors that
 * everybody reads and writes, atomics on one word and on many, plain traffic; answers are held back now and then. And
 * what their answers must be: each sector as the requests taken before leave it (PART-2).
 */
#ifndef GPU_PARTITION_STIMULUS_H
#define GPU_PARTITION_STIMULUS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "func.h"
#include "gpu/packet.h"

enum { STIM_SECTORS = 1 << 14, STIM_IDS = 256, STIM_PROFILES = 10, STIM_NUMBER = 5 };

struct stimulus {
    uint64_t random;
    unsigned spell, profile, left, seen[STIM_PROFILES];
    uint32_t place;
    unsigned quiet, stall;              /* steps without a request; without rsp_ready */
    bool     offers, ready;
    struct gpu_req req;
    uint32_t sector;                    /* of the request */
    bool     taken[STIM_IDS];
    uint64_t since[STIM_IDS];
    uint8_t  src[STIM_IDS];
    uint32_t want[STIM_IDS][8];
    unsigned under_way;
    uint32_t memory[STIM_SECTORS][8];
};

static inline uint64_t stim_random(struct stimulus *s)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return s->random * 0x2545f4914f6cdd1dull >> 20;
}

/* spell: about so many steps of a profile. */
static inline void stim_init(struct stimulus *s, uint64_t seed, unsigned spell)
{
    memset(s, 0, sizeof *s);
    s->spell = spell;
    s->random = (2 * seed + 1) * 0x9e3779b97f4a7c15ull;
    for (unsigned i = 0; i < STIM_SECTORS; i++)
        for (unsigned k = 0; k < 8; k++)
            s->memory[i][k] = i * 0x01000193u ^ k;
}

/* The physical address of a sector. */
static inline uint32_t stim_addr(uint32_t sector) { return sector >> 3 << 11 | STIM_NUMBER << 8 | (sector & 7) << 5; }

/* A cycle with step begins: whether s->req is offered; s->ready is for the answer. */
static inline bool stim_step(struct stimulus *s)
{
    static const uint8_t aops[] = { 0, 1, 2, 4, 5, 6, 7, 10, 11, 12 };
    if (!s->left--) {
        s->profile = (unsigned)(stim_random(s) % STIM_PROFILES);
        s->left = s->spell / 8 + (unsigned)(stim_random(s) % s->spell);
        if (s->profile == 4 || s->profile == 5)     /* atomics take long */
            s->left /= s->profile == 4 ? 32 : 8;
        s->place = (uint32_t)(stim_random(s) % STIM_SECTORS);
        s->quiet = 0;
    }
    if (s->stall)
        s->stall--;
    else if (stim_random(s) % 300 == 0)
        s->stall = (unsigned)(stim_random(s) % 200);
    s->ready = !s->stall && stim_random(s) % 8 != 0;
    if (s->offers)
        return true;
    if (s->quiet) {
        s->quiet--;
        return false;
    }
    uint64_t r = stim_random(s);
    unsigned kind = MEM_LOAD, space = MEM_TEXTURE, any = r % STIM_SECTORS;
    bool rare = (r >> 14 & 15) == 0;
    switch (s->profile) {
    case 0: s->sector = (s->place & ~511u) | (any & 511); break;                /* texture loads that hit */
    case 1: s->sector = s->place = (s->place + 1 + rare) % STIM_SECTORS; break; /* that stream */
    case 2:                                                                     /* twelve lines of a set */
        s->sector = any % 12 << 7 | (s->place & 0x78) | (any >> 4 & 1);
        break;
    case 3:                                                                     /* few sectors, everything */
        s->sector = (any & 1) << 7 | (any >> 1 & 3);
        kind = r >> 20 & 3;
        space = MEM_GLOBAL + (r >> 22 & 1);
        break;
    case 4:                                                                     /* a word that all change */
        s->sector = s->place;
        kind = rare ? (unsigned)MEM_LOAD : MEM_ATOM + (r >> 20 & 1);
        break;
    case 5:                                                                     /* atomics anywhere */
        s->sector = any;
        kind = MEM_ATOM | (r >> 20 & 1);
        break;
    case 6:                                                                     /* plain traffic */
        s->sector = any;
        space = MEM_LOCAL + (r >> 22 & 1);
        kind = r >> 23 & 1;
        break;
    case 7:                                                                     /* textures under writes */
        s->sector = (s->place & ~63u) | (any & 63);
        kind = (r >> 20 & 7) == 0 ? MEM_STORE : MEM_LOAD;
        break;
    case 8:                                                                     /* a stream of all kinds */
        s->sector = s->place = (s->place + 1) % STIM_SECTORS;
        kind = rare ? MEM_STORE : MEM_LOAD;
        space = r >> 20 & 3;
        break;
    default:                                                                    /* single ones */
        s->sector = rare ? any : (s->place & ~63u) | (any & 63);
        kind = r >> 20 & 3;
        s->quiet = r >> 24 & 127;
        break;
    }
    memset(&s->req, 0, sizeof s->req);
    s->req.dst = STIM_NUMBER;
    s->req.src = (uint8_t)(r >> 32 & 7);
    s->req.id = (uint8_t)(r >> 36);
    s->req.kind = (uint8_t)kind;
    s->req.space = kind == MEM_LOAD ? (uint8_t)space : (uint8_t)MEM_GLOBAL;
    s->req.addr = stim_addr(s->sector);
    for (unsigned k = 0; k < 8; k++)
        s->req.data[k] = (uint32_t)stim_random(s);
    if (kind == MEM_STORE)
        s->req.mask = rare ? (uint32_t)stim_random(s) : ~0u;
    if (kind >= MEM_ATOM) {
        uint64_t q = stim_random(s);
        s->req.aop = aops[q % 10];
        s->req.mtype = GT_MT_B32;
        if (s->req.aop <= 2 && (q >> 4 & 1))
            s->req.mtype = GT_MT_B64;
        else if (q >> 5 & 1)
            s->req.mtype = GT_MT_S32;
        s->req.addr |= s->profile == 4 ? 8 : s->req.mtype == GT_MT_B64 ? (q >> 6 & 3) << 3 : (q >> 6 & 7) << 2;
        if (q >> 9 & 1)            /* small numbers: comparisons come out either way */
            for (unsigned k = 0; k < 4; k++)
                s->req.data[k] &= k & 1 ? 0 : 3;
    }
    if (mem_answered(kind)) {
        if (s->under_way == STIM_IDS)
            return false;
        while (s->taken[s->req.id])
            s->req.id++;
    }
    return s->offers = true;
}

/* The request is taken in this cycle. */
static inline void stim_taken(struct stimulus *s, uint64_t cycle)
{
    const struct gpu_req *r = &s->req;
    uint32_t *sector = s->memory[s->sector];
    s->offers = false;
    s->seen[s->profile]++;
    if (mem_answered(r->kind)) {
        s->taken[r->id] = true;
        s->since[r->id] = cycle;
        s->src[r->id] = r->src;
        s->under_way++;
        memcpy(s->want[r->id], sector, 32);
    }
    if (r->kind == MEM_STORE) {
        for (unsigned i = 0; i < 32; i++)
            if (r->mask >> i & 1)
                ((uint8_t *)sector)[i] = ((const uint8_t *)r->data)[i];
    } else if (r->kind >= MEM_ATOM) {
        uint64_t was = 0, now;
        unsigned bytes = r->mtype == GT_MT_B64 ? 8 : 4;
        memcpy(&was, (uint8_t *)sector + (r->addr & 31), bytes);
        now = gt_atomic_value(r->aop, r->mtype, was, r->data[0] | (uint64_t)r->data[1] << 32,
                              r->data[2] | (uint64_t)r->data[3] << 32);
        memcpy((uint8_t *)sector + (r->addr & 31), &now, bytes);
    }
}

/* An answer; NULL: it is right, else what is wrong. */
static inline const char *stim_answer(struct stimulus *s, const struct gpu_rsp *a)
{
    if (!s->taken[a->id])
        return "an answer that nobody waits for";
    s->taken[a->id] = false;
    s->under_way--;
    if (a->dst != s->src[a->id] || a->src != STIM_NUMBER)
        return "an answer goes to another, or comes from another";
    return memcmp(s->want[a->id], a->data, 32) ? "a sector is not what was last written" : NULL;
}

#endif
