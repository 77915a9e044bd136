/* SPDX-License-Identifier: Apache-2.0
 *
 * Which bytes of the host stand for a sector of the memory chips, and which address that sector has.
 */
#include "physical.h"

#include <stdlib.h>
#include <string.h>

#include "page_table.h"

enum { SECTOR = 32, PAGE = 1 << PT_BIG };

/* ---- page table (GPU-3) --------------------------------------------------------------------------- */

static void put(void *ctx, uint32_t addr, uint32_t word)
{
    memcpy(((struct gt_gpu *)ctx)->page_table + addr, &word, sizeof word);
}

/* The page table of so much device memory, made once and kept; false: out of memory. */
static bool make_table(struct gt_gpu *g)
{
    uint64_t bytes = ((uint64_t)g->mem_bytes + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    unsigned regions = bytes ? pt_region((uint32_t)(GT_G_BASE + bytes - 1)) + 1 : 0;
    uint32_t end = GT_GPU_TABLES_BASE + regions * page_table_bytes(true);
    struct page_table t;
    if (g->page_table && g->page_table_for == g->mem_bytes)
        return true;
    free(g->page_table);
    g->page_table = calloc(1, end);
    if (!g->page_table)
        return false;
    g->page_table_end = end;
    g->page_table_for = g->mem_bytes;
    g->new_pages = true;
    page_table_begin(&t, GT_GPU_DIR_BASE, GT_GPU_TABLES_BASE, end, put, g);
    return page_table_map(&t, 0, GT_GPU_MEMORY_BASE - GT_G_BASE, GT_G_BASE + bytes, true);
}

/* ---- a launch ------------------------------------------------------------------------------------- */

struct physical *physical_new(struct gt_gpu *g, const struct gt_launch *l)
{
    struct physical *p = calloc(1, sizeof *p);
    uint32_t bytes = (l->code_words * 4 + SECTOR - 1) & ~(SECTOR - 1u);
    uint8_t *code = calloc(1, bytes);
    if (!p || !code || (g->chip->partitions && !make_table(g))) {
        free(p);
        free(code);
        return NULL;
    }
    memcpy(code, l->code, l->code_words * 4);
    p->gpu = g;
    p->code = code;
    p->code_bytes = bytes;
    for (unsigned i = 0; i < GT_CHIP_PARTITIONS; i++) {
        p->chips[i].physical = p;
        p->chips[i].partition = i;
    }
    return p;
}

void physical_free(struct physical *p)
{
    if (p)
        free(p->code);
    free(p);
}

/* ---- bytes (GPU-1, GPU-2) ------------------------------------------------------------------------- */

static bool device_memory(const struct physical *p, uint32_t addr)
{
    return addr >= GT_GPU_MEMORY_BASE && addr - GT_GPU_MEMORY_BASE < p->gpu->mem_bytes;
}

uint8_t *physical_bytes(struct physical *p, uint32_t addr)
{
    struct gt_gpu *g = p->gpu;
    if (device_memory(p, addr))
        return g->mem + (addr - GT_GPU_MEMORY_BASE);
    if (addr < g->page_table_end)
        return g->page_table + addr;
    if (addr < GT_GPU_L3_BASE || addr >= GT_GPU_MEMORY_BASE)
        return NULL;
    uint32_t at = addr - GT_GPU_L3_BASE;                /* as in L2-1 */
    if (at < p->code_bytes)
        return p->code + at;
    uint8_t *segment = at >> 24 == 1 && at >> 20 == 0x10 ? g->cseg[at >> 16 & 15] : NULL;
    return segment ? segment + (at & (GT_CONST_BYTES - 1)) : NULL;
}

/* MSYS-3, the other way round. */
static uint32_t address_of(const struct physical_chips *c, uint32_t sector)
{
    return ((sector >> 3) * c->physical->gpu->chip->partitions + c->partition) << 8 | (sector & 7) << 5;
}

uint8_t *physical_sector(void *chips, uint32_t sector, bool write)
{
    struct physical_chips *c = chips;
    uint32_t addr = address_of(c, sector);
    if (write && !device_memory(c->physical, addr))
        return c->lost;
    uint8_t *bytes = physical_bytes(c->physical, addr);
    if (write)
        gt_touch(c->physical->gpu, addr - GT_GPU_MEMORY_BASE + GT_G_BASE, 1);
    if (bytes)
        return bytes;
    memset(c->lost, 0, sizeof c->lost);
    return c->lost;
}
