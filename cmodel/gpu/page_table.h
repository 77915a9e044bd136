/* SPDX-License-Identifier: Apache-2.0
 *
 * The page table in device memory: its format (docs/units/mmu.md, MMU-7), and a writer for the host.
 *
 * A directory of 8 entries, one for each 512 MB of virtual addresses; each names a table of pages of 4 KB (131072
 * entries) or of 64 KB (8192 entries). All entries have 8 bytes, of which the second word is 0.
 */
#ifndef GT200_GPU_PAGE_TABLE_H
#define GT200_GPU_PAGE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PT_REGIONS      8u
#define PT_REGION_BYTES (UINT32_C(1) << 29)
#define PT_SMALL        12u             /* log2 of a page */
#define PT_BIG          16u
#define PT_BLOCK_PAGES  7u              /* log2 of the pages of the largest block */
#define PT_DIR_BYTES    (PT_REGIONS * 8)

/* --- format --- */
static inline bool pt_present(uint32_t entry) { return entry & 1; }
/* Of a directory's entry: its table is one of 64 KB pages. */
static inline bool pt_big(uint32_t dir_entry) { return !(dir_entry & 2); }
static inline unsigned pt_region(uint32_t addr) { return addr >> 29; }
static inline uint32_t pt_index(uint32_t addr, bool big)
{
    return (addr & (PT_REGION_BYTES - 1)) >> (big ? PT_BIG : PT_SMALL);
}
static inline uint32_t pt_dir_at(uint32_t dir, unsigned region) { return dir + region * 8; }
/* Where a directory's entry has the entry of a page. */
static inline uint32_t pt_entry_at(uint32_t dir_entry, uint32_t addr)
{
    return (dir_entry & 0xfffff000u) + pt_index(addr, pt_big(dir_entry)) * 8;
}
/* log2 of the bytes of the block that an entry of a table is of: 1 to 128 pages, contiguous in both addresses. */
static inline unsigned pt_block(uint32_t entry, bool big) { return (big ? PT_BIG : PT_SMALL) + (entry >> 7 & 7); }
/* Physical address of the 4 KB around addr, by the entry of its page: what of it lies within the block is that of
 * addr. */
static inline uint32_t pt_page(uint32_t entry, bool big, uint32_t addr)
{
    uint32_t within = (UINT32_C(1) << pt_block(entry, big)) - 1;
    return ((entry & ~within) | (addr & within)) & 0xfffff000u;
}

/* --- writer --- */
struct page_table {
    uint32_t dir;                       /* physical address of the directory, a multiple of 64 */
    uint32_t next, end;                 /* physical addresses: room for tables that is left, multiples of 4 KB */
    uint32_t entry[PT_REGIONS];         /* of the directory */
    unsigned largest;                   /* log2 of the pages of a block at most, up to PT_BLOCK_PAGES */
    /* Writes one word of device memory. */
    void   (*write)(void *ctx, uint32_t addr, uint32_t word);
    void    *ctx;
    char     error[160];                /* why the last page_table_map failed */
};

/* Bytes of a table of a region. */
static inline uint32_t page_table_bytes(bool big) { return PT_REGION_BYTES >> (big ? PT_BIG : PT_SMALL) << 3; }

/* Nothing is mapped: writes an empty directory at `dir`. Tables will lie from `room` on, before `end`. Blocks may have
 * any size. */
void page_table_begin(struct page_table *t, uint32_t dir, uint32_t room, uint32_t end,
                      void (*write)(void *ctx, uint32_t addr, uint32_t word), void *ctx);

/* Maps virt to phys for `bytes` bytes, all three multiples of the page (4 KB, big: 64 KB); not across 4 GB. A page that
 * is mapped already is mapped anew, to be done for all pages of its block in one call. The pages are of the largest
 * blocks whose sizes divide where they begin, virtual and physical; each entry names its own page. All pages of a
 * region have the size of the first that is mapped there. False, error says why, and nothing is written: not a
 * multiple, another size of page, no room for a table. The MMU and the L1 TLBs must be invalidated before the new pages
 * are used. */
bool page_table_map(struct page_table *t, uint32_t virt, uint32_t phys, uint64_t bytes, bool big);

/* What an address is mapped to, as the MMU would walk; read gives a word of device memory. False: not mapped. */
bool page_table_find(uint32_t dir, uint32_t addr, uint32_t (*read)(void *ctx, uint32_t addr), void *ctx,
                     uint32_t *physical);

#endif
