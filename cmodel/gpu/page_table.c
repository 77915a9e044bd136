/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes directories and entries, and finds a page as the walker does.
 */
#include "page_table.h"

#include <inttypes.h>
#include <stdio.h>

static void put_entry(struct page_table *t, uint32_t at, uint32_t entry)
{
    t->write(t->ctx, at, entry);
    t->write(t->ctx, at + 4, 0);
}

void page_table_begin(struct page_table *t, uint32_t dir, uint32_t room, uint32_t end,
                      void (*write)(void *ctx, uint32_t addr, uint32_t word), void *ctx)
{
    *t = (struct page_table){.dir = dir, .next = room, .end = end, .largest = PT_BLOCK_PAGES, .write = write,
                             .ctx = ctx};
    for (unsigned r = 0; r < PT_REGIONS; r++)
        put_entry(t, pt_dir_at(dir, r), 0);
}

/* Whether the range can be mapped: sizes, and room for the tables that are missing. */
static bool possible(struct page_table *t, uint32_t virt, uint32_t phys, uint64_t bytes, bool big)
{
    uint32_t page = UINT32_C(1) << (big ? PT_BIG : PT_SMALL);
    if ((virt | phys | bytes) % page || virt + bytes > UINT64_C(1) << 32 || phys + bytes > UINT64_C(1) << 32) {
        snprintf(t->error, sizeof t->error,
                 "virtual 0x%08" PRIx32 ", physical 0x%08" PRIx32 ", %" PRIu64 " bytes: not whole pages of %" PRIu32
                 " KB within 4 GB", virt, phys, bytes, page / 1024);
        return false;
    }
    uint64_t tables = 0;
    for (uint64_t r = pt_region(virt); bytes && r <= (virt + bytes - 1) >> 29; r++) {
        tables += !t->entry[r];
        if (t->entry[r] && pt_big(t->entry[r]) != big) {
            snprintf(t->error, sizeof t->error, "region %" PRIu64 " of 512 MB has pages of %u KB, not of %" PRIu32, r,
                     pt_big(t->entry[r]) ? 64 : 4, page / 1024);
            return false;
        }
    }
    if (t->next + tables * page_table_bytes(big) > t->end) {
        snprintf(t->error, sizeof t->error, "%" PRIu64 " tables of %" PRIu32 " KB, room for %" PRIu32 " KB", tables,
                 page_table_bytes(big) / 1024, (t->end - t->next) / 1024);
        return false;
    }
    return true;
}

/* A table of a region, with no page in it. */
static void new_table(struct page_table *t, unsigned region, bool big)
{
    t->entry[region] = t->next | (big ? 1 : 3);
    for (uint32_t at = 0; at < page_table_bytes(big); at += 8)
        put_entry(t, t->next + at, 0);
    put_entry(t, pt_dir_at(t->dir, region), t->entry[region]);
    t->next += page_table_bytes(big);
}

/* log2 of the pages of the largest block that begins here and has no more than so many bytes. */
static unsigned block(const struct page_table *t, uint32_t virt, uint32_t phys, uint64_t bytes, uint32_t page)
{
    unsigned n = t->largest;
    while (n && ((virt | phys) & ((page << n) - 1) || (uint64_t)page << n > bytes))
        n--;
    return n;
}

bool page_table_map(struct page_table *t, uint32_t virt, uint32_t phys, uint64_t bytes, bool big)
{
    if (!possible(t, virt, phys, bytes, big))
        return false;
    uint32_t page = UINT32_C(1) << (big ? PT_BIG : PT_SMALL);
    uint64_t end = 0;                   /* of the block */
    unsigned n = 0;
    for (uint64_t at = 0; at < bytes; at += page) {
        uint32_t v = virt + (uint32_t)at;
        if (at == end) {
            n = block(t, v, phys + (uint32_t)at, bytes - at, page);
            end += (uint64_t)page << n;
        }
        if (!t->entry[pt_region(v)])
            new_table(t, pt_region(v), big);
        put_entry(t, pt_entry_at(t->entry[pt_region(v)], v), (phys + (uint32_t)at) | n << 7 | 1);
    }
    return true;
}

bool page_table_find(uint32_t dir, uint32_t addr, uint32_t (*read)(void *ctx, uint32_t addr), void *ctx,
                     uint32_t *physical)
{
    uint32_t d = read(ctx, pt_dir_at(dir, pt_region(addr)));
    if (!pt_present(d))
        return false;
    uint32_t e = read(ctx, pt_entry_at(d, addr));
    if (!pt_present(e))
        return false;
    *physical = pt_page(e, pt_big(d), addr) | (addr & ((UINT32_C(1) << PT_SMALL) - 1));
    return true;
}
