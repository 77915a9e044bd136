// SPDX-License-Identifier: Apache-2.0
//
// Copies of a GPU's memory. Most of an arena is zero, so only pages with something in them are kept.
#ifndef GT200_MEM_IMAGE_HPP
#define GT200_MEM_IMAGE_HPP

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "rtl_sm.h"

class MemImage {
public:
    explicit MemImage(const gt_gpu *g)
    {
        static const uint8_t zero[PAGE] = {};
        for (uint32_t at = 0; at < g->mem_bytes; at += PAGE) {
            uint32_t n = std::min(PAGE, g->mem_bytes - at);
            if (std::memcmp(g->mem + at, zero, n)) {
                pages.emplace_back();
                pages.back().first = at;
                std::memcpy(pages.back().second.data(), g->mem + at, n);
            }
        }
    }
    void restore(gt_gpu *g) const
    {
        std::memset(g->mem, 0, g->mem_bytes);
        fill(g);
    }
    // g is known to be all zero.
    void fill(gt_gpu *g) const
    {
        for (auto &p : pages)
            std::memcpy(g->mem + p.first, p.second.data(), std::min(PAGE, g->mem_bytes - p.first));
    }

private:
    static constexpr uint32_t PAGE = 4096;
    std::vector<std::pair<uint32_t, std::array<uint8_t, PAGE>>> pages;
};

// A second GPU with the same memory contents, the same textures and the same (shared) constant segments.
class GpuCopy {
public:
    GpuCopy(const gt_gpu *from, const MemImage &image) : g(gt_gpu_new(from->mem_bytes))
    {
        if (!g)
            return;
        image.fill(g);
        std::copy(from->cseg, from->cseg + GT_CONST_SEGS, g->cseg);
        std::copy(from->tex, from->tex + GT_TEXTURES, g->tex);
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
};

#endif
