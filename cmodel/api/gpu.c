/* SPDX-License-Identifier: Apache-2.0
 *
 * Device memory: one arena, its allocator, the constant segments, sector access.
 *
 * The allocator keeps a sorted list of live blocks and takes the first gap that is large enough.
 * Kernels cannot allocate, so a list of at most a few hundred entries is all there ever is.
 */
#include "gsim.h"
#include "gt_chip.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

#define ALIGN 256u

struct live { uint32_t off, bytes, asked; };    /* offsets from GT_G_BASE */
#define FREED 256u                              /* blocks remembered after their release */
struct heap { struct live *v; size_t n, cap; struct live freed[FREED]; size_t nfreed; };

static size_t page_count(uint32_t mem_bytes)
{
    return mem_bytes / GT_PAGE_BYTES + 1;
}

static bool fits_addresses(uint32_t mem_bytes)
{
    return mem_bytes <= UINT32_MAX - GT_G_BASE - 64;
}

/* Of the backing store: sectors are read to their ends. */
static size_t whole_sectors(uint32_t mem_bytes)
{
    return ((size_t)mem_bytes + 32) & ~(size_t)31;
}

static size_t valid_bytes(uint32_t mem_bytes)
{
    return whole_sectors(mem_bytes) / 8;
}

bool gt_track_valid(struct gt_gpu *g)
{
    return g->valid || (g->valid = calloc(1, valid_bytes(g->mem_bytes)));
}

void gt_mark_valid(struct gt_gpu *g, uint32_t addr, uint32_t bytes, bool valid)
{
    for (uint32_t at = addr - GT_G_BASE, n; g->valid && bytes; at += n, bytes -= n) {
        n = at % 8 || bytes < 8 ? 1 : bytes & ~7u;
        if (n > 1)
            memset(g->valid + at / 8, valid ? 0xff : 0, n / 8);
        else
            g->valid[at / 8] = (uint8_t)((g->valid[at / 8] & ~(1u << at % 8)) | (unsigned)valid << at % 8);
    }
}

static bool is_valid(const struct gt_gpu *g, uint32_t at) { return g->valid[at / 8] >> at % 8 & 1; }

void gt_copy_valid(struct gt_gpu *g, uint32_t to, uint32_t from, uint32_t bytes)
{
    for (uint32_t i = 0; g->valid && i < bytes; i++)
        gt_mark_valid(g, to + i, 1, is_valid(g, from - GT_G_BASE + i));
}

bool gt_any_valid(const struct gt_gpu *g, uint32_t addr, uint32_t bytes)
{
    const uint32_t at = addr - GT_G_BASE;
    uint32_t i = 0;
    while (g->valid && i < bytes && !is_valid(g, at + i))
        i += (at + i) % 8 || g->valid[(at + i) / 8] ? 1 : 8;
    return !g->valid || i < bytes;
}

struct gt_gpu *gt_gpu_new(uint32_t mem_bytes)
{
    if (!fits_addresses(mem_bytes))
        return NULL;
    struct gt_gpu *g = calloc(1, sizeof *g);
    struct heap *h = calloc(1, sizeof *h);
    uint8_t *mem = calloc(1, whole_sectors(mem_bytes));
    uint8_t *pages = calloc(1, page_count(mem_bytes));
    if (!g || !h || !mem || !pages) {
        free(g);
        free(h);
        free(mem);
        free(pages);
        return NULL;
    }
    g->chip = gt_chip_find("sm", NULL, 0);
    g->mem = mem;
    g->pages = pages;
    g->mem_bytes = mem_bytes;
    g->alloc_priv = h;
    g->inv = GT_INV_CODE | GT_INV_TEXTURES;
    return g;
}

bool gt_gpu_grow(struct gt_gpu *g, uint32_t mem_bytes)
{
    size_t had = page_count(g->mem_bytes), count = page_count(mem_bytes);
    if (mem_bytes <= g->mem_bytes)
        return true;
    uint8_t *pages = fits_addresses(mem_bytes) ? realloc(g->pages, count) : NULL;
    if (!pages)
        return false;
    g->pages = pages;
    uint8_t *mem = realloc(g->mem, whole_sectors(mem_bytes));
    if (!mem)
        return false;
    if (g->valid) {
        uint8_t *valid = realloc(g->valid, valid_bytes(mem_bytes));
        if (!valid)
            return false;
        memset(valid + valid_bytes(g->mem_bytes), 0, valid_bytes(mem_bytes) - valid_bytes(g->mem_bytes));
        g->valid = valid;
    }
    memset(pages + had, 0, count - had);
    memset(mem + g->mem_bytes, 0, whole_sectors(mem_bytes) - g->mem_bytes);
    g->mem = mem;
    g->mem_bytes = mem_bytes;
    return true;
}

void gt_kept_drop(struct gt_kept *k)
{
    if (k->machine)
        k->free(k->machine);
    k->machine = NULL;
}

void *gt_kept_take(struct gt_kept *k, uint64_t clock)
{
    void *machine = k->machine;
    if (k->clock != clock) {
        gt_kept_drop(k);
        return NULL;
    }
    k->machine = NULL;
    return machine;
}

void gt_gpu_free(struct gt_gpu *g)
{
    if (!g)
        return;
    gt_kept_drop(&g->kept_model);
    gt_kept_drop(&g->kept_rtl);
    struct heap *h = g->alloc_priv;
    free(h->v);
    free(h);
    for (int i = 0; i < GT_CONST_SEGS; i++)
        free(g->cseg[i]);
    free(g->page_table);
    free(g->mem);
    free(g->pages);
    free(g->valid);
    free(g);
}

/* End of the last live allocation, as an offset: local memory at the top must stay above it. */
static uint32_t heap_end(const struct heap *h)
{
    return h->n ? h->v[h->n - 1].off + h->v[h->n - 1].bytes : 0;
}

uint32_t gt_mem_top(const struct gt_gpu *g)
{
    return GT_G_BASE + heap_end(g->alloc_priv);
}

/* Where so many bytes fit: before live block *index. With validity tracked behind everything, as long as there is
 * room: what has been freed stays recognisable. */
static uint64_t find_room(const struct gt_gpu *g, const struct heap *h, uint64_t need, size_t *index)
{
    uint64_t at = 0;
    size_t i = 0;
    for (; i < h->n && h->v[i].off - at < need + g->guard; i++)
        at = (uint64_t)h->v[i].off + h->v[i].bytes + g->guard;
    *index = i;
    uint64_t last = h->n ? (uint64_t)h->v[h->n - 1].off + h->v[h->n - 1].bytes + g->guard : 0;
    for (size_t k = 0; g->valid && k < h->nfreed && k < FREED; k++) {
        uint64_t end = (uint64_t)h->freed[k].off + h->freed[k].bytes + g->guard;
        last = end > last ? end : last;
    }
    if (!g->valid || last + need > g->mem_bytes / 2)
        return at;
    *index = h->n;
    return last;
}

uint32_t gt_alloc(struct gt_gpu *g, uint32_t bytes)
{
    struct heap *h = g->alloc_priv;
    uint64_t need = ((uint64_t)(bytes ? bytes : 1) + ALIGN - 1) & ~(uint64_t)(ALIGN - 1);
    if (h->n == h->cap) {
        size_t cap = h->cap ? h->cap * 2 : 16;
        struct live *v = realloc(h->v, cap * sizeof *v);
        if (!v)
            return 0;
        h->v = v;
        h->cap = cap;
    }
    size_t i;
    uint64_t at = find_room(g, h, need, &i);
    if (at + need > g->mem_bytes)
        return 0;
    gt_mark_valid(g, GT_G_BASE + (uint32_t)at, (uint32_t)need, false);
    memmove(h->v + i + 1, h->v + i, (h->n - i) * sizeof *h->v);
    h->v[i] = (struct live){(uint32_t)at, (uint32_t)need, bytes};
    h->n++;
    g->alloc_next = GT_G_BASE + heap_end(h);
    return GT_G_BASE + (uint32_t)at;
}

uint32_t gt_largest(const struct gt_gpu *g)
{
    const struct heap *h = g->alloc_priv;
    uint64_t at = 0, most = 0;
    for (size_t i = 0; i <= h->n; i++) {
        const uint64_t end = i < h->n ? h->v[i].off : (uint64_t)g->mem_bytes + g->guard;
        if (end > at + g->guard && end - at - g->guard > most)
            most = end - at - g->guard;
        at = i < h->n ? (uint64_t)h->v[i].off + h->v[i].bytes + g->guard : at;
    }
    return (uint32_t)most & ~(uint32_t)(ALIGN - 1);
}

void gt_release(struct gt_gpu *g, uint32_t addr)
{
    struct heap *h = g->alloc_priv;
    for (size_t i = 0; i < h->n; i++)
        if (h->v[i].off + GT_G_BASE == addr) {
            h->freed[h->nfreed++ % FREED] = h->v[i];
            memmove(h->v + i, h->v + i + 1, (h->n - i - 1) * sizeof *h->v);
            h->n--;
            break;
        }
    g->alloc_next = GT_G_BASE + heap_end(h);
}

/* The last block that starts at or before the address; NULL: none. */
static const struct live *block_before(const struct heap *h, uint32_t addr)
{
    size_t lo = 0, hi = h->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (h->v[mid].off + GT_G_BASE <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &h->v[lo - 1] : NULL;
}

bool gt_allocation(const struct gt_gpu *g, uint32_t addr, uint32_t *base, uint32_t *bytes)
{
    const struct live *b = block_before(g->alloc_priv, addr);
    if (!b || addr - (b->off + GT_G_BASE) >= b->bytes)
        return false;
    *base = b->off + GT_G_BASE;
    *bytes = b->bytes;
    return true;
}

bool gt_mem_asked(const struct gt_gpu *g, uint32_t addr, uint32_t *base, uint32_t *bytes)
{
    const struct live *b = block_before(g->alloc_priv, addr);
    if (!b || addr - (b->off + GT_G_BASE) >= b->bytes)
        return false;
    *base = b->off + GT_G_BASE;
    *bytes = b->asked;
    return true;
}

bool gt_mem_nearest(const struct gt_gpu *g, uint32_t addr, uint32_t *base, uint32_t *bytes)
{
    const struct heap *h = g->alloc_priv;
    const struct live *b = block_before(h, addr), *next = b ? b + 1 : h->v;
    if (!h->n)
        return false;
    if (!b || (next < h->v + h->n && next->off + GT_G_BASE - addr < addr - (b->off + b->asked + GT_G_BASE) &&
               addr - (b->off + GT_G_BASE) >= b->bytes))
        b = next;
    *base = b->off + GT_G_BASE;
    *bytes = b->asked;
    return true;
}

bool gt_mem_freed(const struct gt_gpu *g, uint32_t addr, uint32_t *base, uint32_t *bytes)
{
    const struct heap *h = g->alloc_priv;
    size_t n = h->nfreed < FREED ? h->nfreed : FREED;
    for (size_t k = 1; k <= n; k++) {
        const struct live *b = &h->freed[(h->nfreed - k) % FREED];
        if (addr - (b->off + GT_G_BASE) >= b->asked)
            continue;
        *base = b->off + GT_G_BASE;
        *bytes = b->asked;
        return true;
    }
    return false;
}

static bool in_arena(const struct gt_gpu *g, uint32_t addr, uint32_t bytes)
{
    return addr >= GT_G_BASE && (uint64_t)(addr - GT_G_BASE) + bytes <= g->mem_bytes;
}

void gt_touch(struct gt_gpu *g, uint32_t addr, uint32_t bytes)
{
    uint32_t first = (addr - GT_G_BASE) / GT_PAGE_BYTES, last = (addr - GT_G_BASE + bytes - 1) / GT_PAGE_BYTES;
    for (uint32_t i = first; i <= last; i++)
        __atomic_store_n(&g->pages[i], GT_PAGE_USED | GT_PAGE_WRITTEN, __ATOMIC_RELAXED);
}

void gt_pages_fresh(struct gt_gpu *g)
{
    for (size_t i = 0, n = page_count(g->mem_bytes); i < n; i++)
        g->pages[i] &= GT_PAGE_USED;
}

bool gt_write(struct gt_gpu *g, uint32_t addr, const void *src, uint32_t bytes)
{
    if (!in_arena(g, addr, bytes))
        return false;
    if (bytes) {
        memcpy(g->mem + (addr - GT_G_BASE), src, bytes);
        gt_touch(g, addr, bytes);
        gt_mark_valid(g, addr, bytes, true);
    }
    return true;
}

bool gt_read(const struct gt_gpu *g, uint32_t addr, void *dst, uint32_t bytes)
{
    if (!in_arena(g, addr, bytes))
        return false;
    if (bytes)
        memcpy(dst, g->mem + (addr - GT_G_BASE), bytes);
    return true;
}

bool gt_const_write(struct gt_gpu *g, unsigned seg, uint32_t off, const void *src, uint32_t bytes)
{
    if (seg >= GT_CONST_SEGS || off > GT_CONST_BYTES || bytes > GT_CONST_BYTES - off)
        return false;
    if (!g->cseg[seg]) {
        g->cseg[seg] = calloc(1, GT_CONST_BYTES);
        if (!g->cseg[seg])
            return false;
    }
    if (bytes)
        memcpy(g->cseg[seg] + off, src, bytes);
    if (g->cseg_bytes[seg] < off + bytes)
        g->cseg_bytes[seg] = off + bytes;
    return true;
}

static bool mode_ok(const struct gt_texture *t, unsigned mode)
{
    return mode == GT_TEX_CLAMP || mode == GT_TEX_BORDER || (mode <= GT_TEX_BORDER && t->normalized);
}

static bool rows_ok(const struct gt_texture *t, uint32_t size)
{
    bool integers = t->type == GT_TEX_UINT || t->type == GT_TEX_SINT;
    return t->width <= GT_TEX_WIDTH && t->height <= GT_TEX_HEIGHT && t->addr % GT_TEX_PITCH == 0 &&
           t->pitch % GT_TEX_PITCH == 0 && t->pitch < 65536 * GT_TEX_PITCH && t->pitch >= t->width * size &&
           !(t->linear && integers) && mode_ok(t, t->mode[0]) && mode_ok(t, t->mode[1]) && mode_ok(t, t->mode[2]);
}

static bool slices_ok(const struct gt_texture *t)
{
    return t->height && t->depth <= GT_TEX_DEPTH && t->slice % GT_TEX_PITCH == 0 &&
           t->slice >= (uint64_t)t->height * t->pitch;
}

/* Is it a texture that the hardware has: format, size, pitches, and all of its texels inside device memory? */
static bool texture_ok(const struct gt_gpu *g, const struct gt_texture *t)
{
    bool norm = t->type == GT_TEX_UNORM || t->type == GT_TEX_SNORM;
    if (t->comps != 1 && t->comps != 2 && t->comps != 4)
        return false;
    if (t->type > GT_TEX_FLOAT ||
        !(t->bits == 16 || (t->bits == 8 && t->type != GT_TEX_FLOAT) || (t->bits == 32 && !norm)))
        return false;
    uint32_t size = t->comps * t->bits / 8u;
    if (!t->height && (t->pitch || t->normalized || t->linear || t->mode[0] || t->mode[1] || t->mode[2]))
        return false;
    if ((t->height && !rows_ok(t, size)) || (t->depth ? !slices_ok(t) : t->slice))
        return false;
    uint64_t bytes = (uint64_t)(t->depth ? t->depth - 1 : 0) * t->slice +
                     (uint64_t)(t->height ? t->height - 1 : 0) * t->pitch + (uint64_t)t->width * size;
    return t->width >= 1 && t->width <= 1u << 27 && t->addr % size == 0 && t->addr >= GT_G_BASE &&
           (uint64_t)(t->addr - GT_G_BASE) + bytes <= g->mem_bytes;
}

bool gt_texture_bind(struct gt_gpu *g, unsigned unit, const struct gt_texture *t)
{
    if (unit >= GT_TEXTURES || (t && !texture_ok(g, t)))
        return false;
    g->tex[unit] = t ? *t : (struct gt_texture){0};
    return true;
}

void gt_sector_read(const struct gt_gpu *g, uint32_t addr, uint8_t out[32])
{
    if (in_arena(g, addr, 32)) {
        memcpy(out, g->mem + (addr - GT_G_BASE), 32);
        return;
    }
    for (uint32_t i = 0; i < 32; i++)
        out[i] = in_arena(g, addr + i, 1) ? g->mem[addr + i - GT_G_BASE] : 0;
}

void gt_sector_write(struct gt_gpu *g, uint32_t addr, const uint8_t in[32], uint32_t bytemask)
{
    bool inside = in_arena(g, addr, 32);
    if (bytemask && in_arena(g, addr, 1))
        gt_touch(g, addr, 1);           /* a sector lies in one page */
    if (inside && bytemask == 0xffffffff) {
        memcpy(g->mem + (addr - GT_G_BASE), in, 32);
        return;
    }
    for (uint32_t m = bytemask; m; m &= m - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(m);
        if (inside || in_arena(g, addr + i, 1))
            g->mem[addr + i - GT_G_BASE] = in[i];
    }
}
