/* SPDX-License-Identifier: Apache-2.0
 * What one SM wrote: for the watch (watch.h). */
#include "writes.h"

#include <stdlib.h>
#include <string.h>

#include "func/func.h"
#include "gt_chip.h"
#include "common/memreq.h"

#define SLOTS 8192u                     /* a power of two; no more than three quarters of it are used */
#define SEVERAL UINT32_MAX              /* threads or instructions store this byte */

/* A sector's stores, or one atomic with one set of operands. */
struct write {
    uint32_t clear;                     /* of that number; those of earlier ones are free */
    uint32_t addr;
    uint8_t  kind, mtype, aop;          /* of the event; MEM_STORE: a sector's bytes */
    uint32_t mask;                      /* bytes stored */
    uint32_t data[8];                   /* the bytes; operand and new value of an atomic (4 words) */
};

struct writes {
    uint32_t clears, used;
    struct write slot[SLOTS];
    uint32_t writer[GT_SMEM_BYTES];     /* of each byte of shared memory: its name, as in writes_shared; 0: none */
};

struct writes *writes_new(void)
{
    struct writes *w = calloc(1, sizeof *w);

    if (w)
        w->clears = 1;
    return w;
}

void writes_free(struct writes *w)
{
    free(w);
}

void writes_clear(struct writes *w)
{
    w->clears++;
    w->used = 0;
    memset(w->writer, 0, sizeof w->writer);
}

static bool is_atomic(unsigned kind)
{
    return kind == MEM_ATOM || kind == MEM_RED;
}

/* The slot of a sector, or of an atomic with these operands: its own, or a free one. */
static struct write *find_write(struct writes *w, const struct write *like)
{
    uint32_t at = like->addr / 4, what = like->kind | (uint32_t)like->mtype << 4 | (uint32_t)like->aop << 8;

    for (unsigned i = 0; is_atomic(like->kind) && i < 4; i++)
        at = (at ^ like->data[i] ^ what) * 0x9e3779b1u;
    for (at = (at ^ at >> 15) * 0x85ebca6bu >> 8;; at++) {
        struct write *s = &w->slot[at % SLOTS];
        if (s->clear != w->clears)
            return s;
        if (s->addr == like->addr && s->kind == like->kind && s->mtype == like->mtype && s->aop == like->aop &&
            (!is_atomic(like->kind) || !memcmp(s->data, like->data, 16)))
            return s;
    }
}

enum writes_news writes_memory(struct writes *w, const struct gt_event *e)
{
    bool at = is_atomic(e->kind), changed = false;
    struct write new = {.clear = w->clears, .addr = at ? e->addr : e->addr & ~31u, .kind = e->kind};

    if (!at && (e->kind != MEM_STORE || !e->bytes))
        return WRITES_KNOWN;
    if (at) {
        new.mtype = e->mtype;
        new.aop = e->aop;
        memcpy(new.data, e->operand, sizeof e->operand);
    }
    struct write *s = find_write(w, &new);
    bool known = s->clear == w->clears;
    if (!known) {
        if (w->used >= SLOTS / 4 * 3)
            return WRITES_OTHER;
        w->used++;
        *s = new;
    }
    if (at)
        return known ? WRITES_KNOWN : WRITES_NEW;
    bool all = !(e->bytes & ~s->mask);
    for (unsigned i = 0; i < 32; i++) {
        if (!(e->bytes >> i & 1))
            continue;
        uint8_t *there = (uint8_t *)s->data + i, b = ((const uint8_t *)e->sector)[i];
        changed = changed || ((s->mask >> i & 1) && *there != b);
        *there = b;
    }
    s->mask |= e->bytes;
    return changed ? WRITES_OTHER : all ? WRITES_KNOWN : WRITES_NEW;
}

enum writes_news writes_shared(struct writes *w, const struct gt_event *e, uint32_t base, unsigned bytes)
{
    enum writes_news news = WRITES_KNOWN;

    for (unsigned i = 0; i < 16; i++) {
        if (!(e->lanes >> i & 1))
            continue;
        uint32_t me = 1 + (e->pc / 4 << 10 | (uint32_t)e->warp << 5 | (e->half & 1u) << 4 | i);
        for (uint32_t at = base + e->address[i], end = at + bytes; at < end && at < GT_SMEM_BYTES; at++) {
            uint32_t *writer = &w->writer[at];
            if (*writer == me)
                continue;
            if (*writer)
                news = WRITES_OTHER;
            else if (news == WRITES_KNOWN)
                news = WRITES_NEW;
            *writer = *writer ? SEVERAL : me;
        }
    }
    return news;
}

/* Does memory hold already what this write would leave there? */
static bool write_keeps(const struct write *s, const struct gt_gpu *g)
{
    uint8_t there[32];

    gt_sector_read(g, s->addr & ~31u, there);
    if (is_atomic(s->kind)) {
        unsigned bytes = s->mtype == GT_MT_B64 ? 8 : 4;
        uint64_t m = 0;
        memcpy(&m, there + (s->addr & 31), bytes);
        return gt_atomic_value(s->aop, s->mtype, m, s->data[0] | (uint64_t)s->data[1] << 32,
                               s->data[2] | (uint64_t)s->data[3] << 32) == m;
    }
    for (unsigned i = 0; i < 32; i++)
        if ((s->mask >> i & 1) && there[i] != ((const uint8_t *)s->data)[i])
            return false;
    return true;
}

bool writes_keep(const struct writes *w, const struct gt_gpu *g)
{
    for (unsigned i = 0; w->used && i < SLOTS; i++)
        if (w->slot[i].clear == w->clears && !write_keeps(&w->slot[i], g))
            return false;
    return true;
}
