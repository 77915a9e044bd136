// SPDX-License-Identifier: Apache-2.0
//
// Copies of a GPU's memory. Most of an arena is zero, so only pages with something in them are kept.
#ifndef GT200_MEM_IMAGE_HPP
#define GT200_MEM_IMAGE_HPP

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "rtl_sm.h"

class MemImage {
public:
    explicit MemImage(const gt_gpu *g)
    {
        for (uint32_t at = 0; at < g->mem_bytes; at += GT_PAGE_BYTES) {
            uint32_t n = std::min(GT_PAGE_BYTES, g->mem_bytes - at);
            if (g->pages[at / GT_PAGE_BYTES] || (g->untracked && holds_something(g->mem + at, n))) {
                pages.emplace_back();
                pages.back().first = at;
                std::memcpy(pages.back().second.data(), g->mem + at, n);
            }
        }
    }
    // g is new: all zero.
    void fill(gt_gpu *g) const
    {
        for (auto &p : pages) {
            std::memcpy(g->mem + p.first, p.second.data(), std::min(GT_PAGE_BYTES, g->mem_bytes - p.first));
            g->pages[p.first / GT_PAGE_BYTES] = GT_PAGE_USED;
        }
    }

private:
    static bool holds_something(const uint8_t *p, uint32_t n)
    {
        static const uint8_t zero[GT_PAGE_BYTES] = {};
        return std::memcmp(p, zero, n) != 0;
    }
    std::vector<std::pair<uint32_t, std::array<uint8_t, GT_PAGE_BYTES>>> pages;
};

// The first byte of device memory, as an offset, in which two GPUs differ that were equal when both forgot what had
// been written (gt_pages_fresh): every page that either has written since is compared. mem_bytes: none.
inline uint32_t first_difference(const gt_gpu *a, const gt_gpu *b)
{
    for (uint32_t at = 0; at < a->mem_bytes; at += GT_PAGE_BYTES) {
        uint32_t page = at / GT_PAGE_BYTES, n = std::min(GT_PAGE_BYTES, a->mem_bytes - at);
        if (((a->pages[page] | b->pages[page]) & GT_PAGE_WRITTEN) && std::memcmp(a->mem + at, b->mem + at, n))
            return uint32_t(std::mismatch(a->mem + at, a->mem + at + n, b->mem + at).first - a->mem);
    }
    return a->mem_bytes;
}

// A second GPU with the same memory contents, the same textures and the same (shared) constant segments.
class GpuCopy {
public:
    GpuCopy(const gt_gpu *from, const MemImage &image) : g(gt_gpu_new(from->mem_bytes))
    {
        if (!g)
            return;
        g->chip = from->chip;
        g->clock = from->clock;
        g->jitter = from->jitter;
        g->stall = from->stall;
        g->waits = from->waits;
        g->next_tpc = from->next_tpc;
        g->inv = from->inv;
        g->new_pages = from->new_pages;
        image.fill(g);
        std::copy(from->cseg, from->cseg + GT_CONST_SEGS, g->cseg);
        std::copy(from->tex, from->tex + GT_TEXTURES, g->tex);
        if (from->page_table)
            map(from);
    }
    ~GpuCopy()
    {
        if (!g)
            return;
        std::fill(g->cseg, g->cseg + GT_CONST_SEGS, nullptr);       // not ours
        gt_gpu_free(g);
    }
    GpuCopy(const GpuCopy &) = delete;
    GpuCopy &operator=(const GpuCopy &) = delete;

    gt_gpu *g;

private:
    // The same page table; without memory for it the launch makes one that maps all of the arena.
    void map(const gt_gpu *from)
    {
        g->page_table = static_cast<uint8_t *>(std::malloc(from->page_table_end));
        if (!g->page_table)
            return;
        std::memcpy(g->page_table, from->page_table, from->page_table_end);
        g->page_table_end = from->page_table_end;
        g->page_table_for = from->page_table_for;
    }
};

#endif
