/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks that malloc gives in kernels (sw/compiler/lib/gt200_heap.h): which part of the region is a block, in use or
 * freed, and how many bytes of it were asked for. What the allocator does is seen by its exchanges: a mark with the
 * exponent of the size at the beginning of a block, the bytes that were asked for 8 bytes behind it, 0 where a block is
 * freed. A block keeps its place and its size.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect_parts.h"

enum { FIRST = 512, HEAD = 16, ASKED = 8, GRANULE = 16, IN_USE = 0x5a000000, SMALLEST = 5, LARGEST = 31 };

void gt_inspect_heap(struct gt_inspect *i, uint32_t base, uint32_t bytes)
{
    struct heap_blocks *h = &i->heap;
    if (h->base == base && h->bytes == bytes)
        return;
    inspect_heap_free(i);
    h->of = calloc(bytes / GRANULE + 1, sizeof *h->of);
    h->base = h->of ? base : 0;
    h->bytes = h->of ? bytes : 0;
}

void inspect_heap_free(struct gt_inspect *i)
{
    free(i->heap.of);
    free(i->heap.block);
    memset(&i->heap, 0, sizeof i->heap);
}

/* The block that the byte is in; NULL: none yet. */
static struct heap_block *block_at(const struct heap_blocks *h, uint32_t off)
{
    const uint32_t n = h->of[off / GRANULE];
    return n ? &h->block[n - 1] : NULL;
}

static bool add_block(struct heap_blocks *h, uint32_t at, uint32_t bytes)
{
    if (h->n == h->room) {
        const size_t room = h->room ? 2 * h->room : 64;
        struct heap_block *block = realloc(h->block, room * sizeof *block);
        if (!block)
            return false;
        h->block = block;
        h->room = room;
    }
    h->block[h->n++] = (struct heap_block){ .at = at, .bytes = bytes };
    for (uint32_t k = at / GRANULE; k < (at + bytes) / GRANULE; k++)
        h->of[k] = (uint32_t)h->n;
    return true;
}

static void given(struct gt_inspect *i, struct gt_core *c, uint32_t off, uint32_t exponent)
{
    struct heap_blocks *h = &i->heap;
    const uint32_t bytes = 1u << exponent;
    if (off % GRANULE || off < FIRST || bytes > h->bytes - off)
        return;
    struct heap_block *b = block_at(h, off);
    if (!b && !add_block(h, off, bytes)) {
        i->complete = false;
        return;
    }
    b = block_at(h, off);
    if (b->at != off)
        return;
    b->asked = b->bytes - HEAD;
    b->in_use = true;
    gt_mark_valid(c->gpu, h->base + off + HEAD, b->bytes - HEAD, false);
}

static void freed(struct gt_inspect *i, const struct gt_access *a, unsigned lane, uint32_t off)
{
    struct heap_block *b = off < FIRST ? NULL : block_at(&i->heap, off);
    if (!b || b->at != off)
        return;
    struct gt_finding *f = b->in_use ? NULL : inspect_find(i, FIND_HEAP_TWICE, a->warp->pc, ANY_PC);
    b->in_use = false;
    if (!f)
        return;
    f->side[0] = inspect_side(a->warp, lane, "free");
    inspect_say(f, "memory of malloc is freed a second time", "device memory 0x%x, %u bytes from malloc in a kernel",
                (unsigned)a->addr[lane] + HEAD, (unsigned)b->asked);
}

static void exchange(struct gt_inspect *i, struct gt_core *c, const struct gt_access *a, unsigned lane)
{
    const uint32_t off = a->addr[lane] - i->heap.base, value = gt_row(a->warp, a->u->sidx[1])[lane];
    struct heap_block *b = off < FIRST ? NULL : block_at(&i->heap, off);
    if (b && b->in_use && off != b->at && off != b->at + ASKED)
        return;
    if (value - IN_USE >= SMALLEST && value - IN_USE <= LARGEST)
        given(i, c, off, value - IN_USE);
    else if (b && off == b->at + ASKED && value <= b->bytes - HEAD)
        b->asked = value;
    else if (!value)
        freed(i, a, lane, off);
}

/* false: the access is outside what malloc has given. */
static bool inside(struct gt_inspect *i, const struct gt_access *a, unsigned lane)
{
    const uint32_t off = a->addr[lane] - i->heap.base;
    const struct heap_block *b = off < FIRST ? NULL : block_at(&i->heap, off);
    const uint32_t from = b ? off - b->at : off;
    if (a->atomic && (off < FIRST || (b && from < HEAD)))
        return true;                                    /* the allocator itself */
    if (b && b->in_use && from >= HEAD && from - HEAD + a->bytes <= b->asked)
        return true;
    const bool was_freed = b && !b->in_use;
    struct gt_finding *f = inspect_find(i, was_freed ? FIND_HEAP_FREED : FIND_HEAP, a->warp->pc, ANY_PC);
    char title[96];
    if (!f)
        return false;
    f->side[0] = inspect_side(a->warp, lane, inspect_does(a));
    snprintf(title, sizeof title, "%s of %u bytes %s", inspect_does(a), (unsigned)a->bytes,
             was_freed ? "of malloc after they were freed" : "that malloc has not given");
    if (!b)
        inspect_say(f, title, "device memory 0x%x, in the region that malloc takes memory from in kernels",
                    (unsigned)a->addr[lane]);
    else if (from < HEAD)
        inspect_say(f, title, "device memory 0x%x, %u bytes before %u bytes from malloc in a kernel at 0x%x",
                    (unsigned)a->addr[lane], (unsigned)(HEAD - from), (unsigned)b->asked,
                    (unsigned)(i->heap.base + b->at + HEAD));
    else
        inspect_say(f, title, "device memory 0x%x, byte %u of %u bytes from malloc in a kernel at 0x%x",
                    (unsigned)a->addr[lane], (unsigned)(from - HEAD), (unsigned)b->asked,
                    (unsigned)(i->heap.base + b->at + HEAD));
    return false;
}

void inspect_heap(struct gt_inspect *i, struct gt_core *c, struct gt_access *a)
{
    const struct heap_blocks *h = &i->heap;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        if (a->addr[l] - h->base >= h->bytes)
            continue;
        if (a->atomic && a->u->in->aop == GT_AOP_EXCH && a->bytes == 4)
            exchange(i, c, a, l);
        if (!inside(i, a, l))
            a->lanes &= ~(1u << l);
    }
}
