/* SPDX-License-Identifier: Apache-2.0
 *
 * First data caches that are not coherent. What an SM has is a mask of bytes for each sector; the bytes are memory's
 * until another SM stores there, which keeps them for this one.
 */
#include "stale.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SECTOR = 32, LINE = 128,
    PAGE = 4096, SECTORS = PAGE / SECTOR,       /* of the tables here */
    CHAPTER = 256,                              /* pages */
    PAIRS = 16,                                 /* of instructions that are told */
    POLLS = 1 << 16                             /* of old bytes, with no store of anyone between them: for ever */
};

/* Bytes of a sector as the SM has them, `mask` of them no longer as memory has; who stored there, the last one. */
struct old {
    struct old *next;
    uint32_t sector, mask, by;          /* in the page; by: number of the block */
    const struct sm70_op *store;
    uint64_t stores, polls;             /* of all when it was read last; since then */
    uint8_t  bytes[SECTOR];
};

/* What an SM has of a page, if it has the cache's age. */
struct part { uint64_t age; uint32_t have[SECTORS]; struct old *old; };

/* A page that some SM has touched: the SMs that may have something of it, what each has. */
struct page { struct page *next; uint64_t *set; struct part *part[]; };

/* A load that got what a store had overwritten, the first time. */
struct pair {
    const struct sm70_op *load, *store;
    uint32_t reader, writer, warp, lane;        /* blocks by number */
    uint64_t address, times;
    unsigned bytes;
    uint8_t  seen[16], there[16];
};

struct sm70_stale {
    uint64_t base;
    const uint8_t *memory;
    size_t   chapters;
    unsigned sms, words;                /* of a set of SMs */
    uint64_t *age;                      /* of each SM's cache: how often it has been emptied */
    struct page ***page;                /* chapters of pages */
    struct page *all;
    uint64_t stores, count;
    struct pair pair[PAIRS];
    unsigned npairs;
    uint64_t more;                      /* loads of other pairs */
};

struct sm70_stale *sm70_stale_new(const struct sm70_device *d, unsigned sms)
{
    struct sm70_stale *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    *s = (struct sm70_stale){ .base = d->base, .memory = d->memory, .chapters = d->bytes / PAGE / CHAPTER + 1,
                              .sms = sms, .words = (sms + 63) / 64 };
    s->age = calloc(sms, sizeof *s->age);
    s->page = calloc(s->chapters, sizeof *s->page);
    if (s->age && s->page)
        return s;
    sm70_stale_free(s);
    return NULL;
}

static void free_old(struct part *p)
{
    while (p->old) {
        struct old *o = p->old;
        p->old = o->next;
        free(o);
    }
}

void sm70_stale_free(struct sm70_stale *s)
{
    if (!s)
        return;
    while (s->all) {
        struct page *p = s->all;
        s->all = p->next;
        for (unsigned i = 0; i < s->sms; i++)
            if (p->part[i]) {
                free_old(p->part[i]);
                free(p->part[i]);
            }
        free(p->set);
        free(p);
    }
    for (size_t i = 0; s->page && i < s->chapters; i++)
        free(s->page[i]);
    free(s->page);
    free(s->age);
    free(s);
}

/* NULL: nobody has touched it. */
static struct page *page_at(const struct sm70_stale *s, size_t at)
{
    struct page **chapter = s->page[at / PAGE / CHAPTER];

    return chapter ? chapter[at / PAGE % CHAPTER] : NULL;
}

/* The same, which may be new; NULL: out of memory. */
static struct page *touch_page(struct sm70_stale *s, size_t at)
{
    struct page ***chapter = &s->page[at / PAGE / CHAPTER], *p = page_at(s, at);

    if (p)
        return p;
    if (!*chapter && !(*chapter = calloc(CHAPTER, sizeof **chapter)))
        return NULL;
    p = calloc(1, sizeof *p + s->sms * sizeof *p->part);
    if (!p || !(p->set = calloc(s->words, sizeof *p->set))) {
        free(p);
        return NULL;
    }
    p->next = s->all;
    return s->all = (*chapter)[at / PAGE % CHAPTER] = p;
}

/* What an SM has of a page; NULL: nothing. */
static struct part *part_of(const struct sm70_stale *s, const struct page *p, unsigned sm)
{
    return p && p->part[sm] && p->part[sm]->age == s->age[sm] ? p->part[sm] : NULL;
}

/* The same, which may be empty; NULL: out of memory, so that the cache has nothing of it. */
static struct part *open_part(struct sm70_stale *s, size_t at, unsigned sm)
{
    struct page *p = touch_page(s, at);
    struct part *part = part_of(s, p, sm);

    if (part || !p || (!p->part[sm] && !(p->part[sm] = calloc(1, sizeof *part))))
        return part;
    part = p->part[sm];
    free_old(part);
    memset(part->have, 0, sizeof part->have);
    part->age = s->age[sm];
    p->set[sm / 64] |= UINT64_C(1) << sm % 64;
    return part;
}

static struct old *old_of(const struct part *p, uint32_t sector)
{
    struct old *o = p ? p->old : NULL;

    while (o && o->sector != sector)
        o = o->next;
    return o;
}

/* These bytes of a sector are memory's again, or not there. */
static void forget_old(struct part *p, uint32_t sector, uint32_t mask)
{
    for (struct old **at = &p->old; *at;) {
        struct old *o = *at;
        if (o->sector == sector)
            o->mask &= ~mask;
        if (o->mask) {
            at = &o->next;
        } else {
            *at = o->next;
            free(o);
        }
    }
}

static uint32_t mask_of(size_t at, unsigned bytes) { return ((1u << bytes) - 1) << at % SECTOR; }

/* A load of this lane gets other bytes than memory's. */
static void note_pair(struct sm70_stale *s, const struct sm70_warp *w, const struct sm70_op *op, unsigned lane,
                      const struct old *o, size_t at, unsigned bytes, const uint8_t *seen)
{
    unsigned i = 0;

    s->count++;
    while (i < s->npairs && (s->pair[i].load != op || s->pair[i].store != o->store))
        i++;
    if (i == PAIRS) {
        s->more++;
        return;
    }
    struct pair *p = &s->pair[i];
    if (i == s->npairs) {
        s->npairs++;
        *p = (struct pair){ .load = op, .store = o->store, .reader = w->block->number, .writer = o->by,
                            .warp = w->number, .lane = lane, .address = s->base + at, .bytes = bytes };
        memcpy(p->seen, seen, bytes);
        memcpy(p->there, s->memory + at, bytes);
    }
    p->times++;
}

/* Nothing but a store could end a loop around such a load. */
static void poll_old(struct sm70_stale *s, struct sm70_warp *w, const struct sm70_op *op, unsigned lane, struct old *o,
                     size_t at)
{
    if (o->stores != s->stores)
        o->polls = 0;
    o->stores = s->stores;
    if (++o->polls < POLLS)
        return;
    sm70_fail(w, op, "lane %u polls for ever: nobody stores any more, and its SM's first cache keeps 0x%" PRIx64
              " as it was", lane, s->base + at);
}

void sm70_stale_load(struct sm70_warp *w, const struct sm70_op *op, unsigned bytes, uint32_t mask, uint8_t *at[LANES],
                     uint8_t copy[LANES][16])
{
    struct sm70_stale *s = w->block->stale;
    size_t page = SIZE_MAX;
    struct part *p = NULL;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        const unsigned l = (unsigned)__builtin_ctz(rest);
        const size_t place = (size_t)(at[l] - s->memory);
        const uint32_t sector = place % PAGE / SECTOR, wanted = mask_of(place, bytes);
        if (place / PAGE != page) {
            page = place / PAGE;
            p = open_part(s, place, w->block->sm);
        }
        if (!p)
            continue;
        if ((p->have[sector] & wanted) != wanted) {     /* all of it is memory's then */
            p->have[sector] = ALL;
            forget_old(p, sector, ALL);
        }
        struct old *o = old_of(p, sector);
        if (!o || !(o->mask & wanted))
            continue;
        for (unsigned i = 0; i < bytes; i++)
            copy[l][i] = o->mask >> (place % SECTOR + i) & 1 ? o->bytes[place % SECTOR + i] : at[l][i];
        if (!memcmp(copy[l], at[l], bytes))
            continue;
        note_pair(s, w, op, l, o, place, bytes, copy[l]);
        poll_old(s, w, op, l, o, place);
        at[l] = copy[l];
    }
}

/* Another SM keeps what it has of these bytes of a sector. */
static void keep_old(struct sm70_stale *s, const struct sm70_warp *w, const struct sm70_op *op, struct part *p,
                     size_t at, uint32_t mask)
{
    const uint32_t sector = at % PAGE / SECTOR, kept = p->have[sector] & mask;

    if (!kept)
        return;
    struct old *o = old_of(p, sector);
    if (!o) {
        if (!(o = malloc(sizeof *o))) {
            p->have[sector] = 0;
            return;
        }
        *o = (struct old){ .next = p->old, .sector = sector };
        p->old = o;
    }
    for (unsigned i = 0; i < SECTOR; i++)
        if ((kept & ~o->mask) >> i & 1)
            o->bytes[i] = s->memory[at + i];
    o->mask |= kept;
    o->by = w->block->number;
    o->store = op;
}

/* In front of a store to these bytes of the sector at `at`: all other SMs keep theirs. */
static void overwrite_bytes(struct sm70_stale *s, const struct sm70_warp *w, const struct sm70_op *op, size_t at,
                            uint32_t mask)
{
    const struct page *p = page_at(s, at);

    for (unsigned i = 0; p && i < s->words; i++)
        for (uint64_t rest = p->set[i]; rest; rest &= rest - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(rest), sm = 64 * i + bit;
            struct part *part = part_of(s, p, sm);
            if (!part)
                p->set[i] &= ~(UINT64_C(1) << bit);
            else if (sm != w->block->sm)
                keep_old(s, w, op, part, at, mask);
        }
}

/* Its own SM has them then, as memory has. */
static void store_bytes(struct sm70_stale *s, const struct sm70_warp *w, const struct sm70_op *op, size_t at,
                        uint32_t mask)
{
    overwrite_bytes(s, w, op, at, mask);
    struct part *p = open_part(s, at, w->block->sm);
    if (!p)
        return;
    p->have[at % PAGE / SECTOR] |= mask;
    forget_old(p, at % PAGE / SECTOR, mask);
}

void sm70_stale_store(struct sm70_warp *w, const struct sm70_op *op, unsigned bytes, uint32_t mask,
                      uint8_t *const at[LANES])
{
    struct sm70_stale *s = w->block->stale;
    size_t sector = 0;
    uint32_t stored = 0;                /* bytes of it, by lanes one behind the other */

    s->stores += mask != 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        const size_t place = (size_t)(at[__builtin_ctz(rest)] - s->memory);
        if (stored && place / SECTOR != sector) {
            store_bytes(s, w, op, sector * SECTOR, stored);
            stored = 0;
        }
        sector = place / SECTOR;
        stored |= mask_of(place, bytes);
    }
    if (stored)
        store_bytes(s, w, op, sector * SECTOR, stored);
}

void sm70_stale_atomic(struct sm70_warp *w, const struct sm70_op *op, unsigned bytes, const uint8_t *at, bool changes)
{
    struct sm70_stale *s = w->block->stale;
    const size_t place = (size_t)(at - s->memory);

    s->stores += changes;
    overwrite_bytes(s, w, op, place / SECTOR * SECTOR, mask_of(place, bytes));
    sm70_stale_drop(w, at);
}

void sm70_stale_drop(struct sm70_warp *w, const uint8_t *at)
{
    struct sm70_stale *s = w->block->stale;
    const size_t place = at ? (size_t)(at - s->memory) / LINE * LINE : 0;

    if (!at) {
        s->age[w->block->sm]++;
        return;
    }
    struct part *p = part_of(s, page_at(s, place), w->block->sm);
    for (uint32_t i = 0; p && i < LINE / SECTOR; i++) {
        p->have[place % PAGE / SECTOR + i] = 0;
        forget_old(p, place % PAGE / SECTOR + i, ALL);
    }
}

uint64_t sm70_stale_count(const struct sm70_stale *s) { return s->count; }

/* "0x00000001": the last byte first. */
static void tell_bytes(const uint8_t *bytes, unsigned n, char out[40])
{
    size_t at = (size_t)snprintf(out, 40, "0x");

    for (unsigned i = n; i--;)
        at += (size_t)snprintf(out + at, 40 - at, "%02x", bytes[i]);
}

/* "pc 0x10 (LDG.E R2, desc[UR4][R2.64]), block (0,0,0)" */
static void tell_place(const struct sm70_program *p, const struct sm70_launch *l, const struct sm70_op *op,
                       uint32_t block, char *out, size_t n)
{
    const uint64_t pc = 16 * (uint64_t)(op - p->ops);
    char text[SM70_TEXT_MAX] = "", err[SM70_TEXT_MAX];

    sm70_dis(p->chip, op->w, pc, NULL, text, err);
    const char *code = strstr(text, "] ");      /* behind the control code */
    snprintf(out, n, "pc 0x%" PRIx64 " (%s), block (%u,%u,%u)", pc, code ? code + 2 : text, block % l->grid[0],
             block / l->grid[0] % l->grid[1], block / l->grid[0] / l->grid[1]);
}

void sm70_stale_tell(const struct sm70_stale *s, const struct sm70_program *p, const struct sm70_launch *l, char *out,
                     size_t n)
{
    char load[256], store[256], seen[40], there[40];

    if (!s->count)
        return;
    size_t at = (size_t)snprintf(out, n, "kernel %.80s: stale, %u pair%s of instructions: the load got from its SM's "
                                 "first cache what another SM had overwritten", p->name, s->npairs,
                                 s->npairs == 1 ? "" : "s");
    for (unsigned i = 0; i < s->npairs && at < n; i++) {
        const struct pair *r = &s->pair[i];
        tell_place(p, l, r->load, r->reader, load, sizeof load);
        tell_place(p, l, r->store, r->writer, store, sizeof store);
        tell_bytes(r->seen, r->bytes, seen);
        tell_bytes(r->there, r->bytes, there);
        at += (size_t)snprintf(out + at, n - at, "\nread at %s warp %u lane %u: %u bytes at 0x%" PRIx64 ", %s, memory "
                               "has %s; written at %s; %" PRIu64 " time%s", load, r->warp, r->lane, r->bytes,
                               r->address, seen, there, store, r->times, r->times == 1 ? "" : "s");
    }
    if (s->more && at < n)
        at += (size_t)snprintf(out + at, n - at, "\nand %" PRIu64 " loads of other pairs", s->more);
    if (at < n)
        snprintf(out + at, n - at, "\nvolatile, __ldcg() and atomics read memory; behind __threadfence() all loads "
                                   "do");
}
