// SPDX-License-Identifier: Apache-2.0
//
// touched_pages PROGRAM.s PROGRAM.cubin ...: lockstep compares only the pages of device memory that RTL or model say
// they have written (gt_touch). So each must say so of every page that it changes: runs each program on both and
// looks at all of memory. A byte changed behind their backs must not be seen, or the test would show nothing.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mem_image.hpp"
extern "C" {
#include "module.h"
#include "program.h"
#include "target.h"
}

namespace {

// The first difference when every byte is compared.
uint32_t by_hand(const gt_gpu *a, const gt_gpu *b)
{
    return uint32_t(std::mismatch(a->mem, a->mem + a->mem_bytes, b->mem).first - a->mem);
}

bool run(const char *source, const char *cubin, gt_target target, unsigned *changed)
{
    static program p;
    gt_module m;
    gt_launch l;
    gt_result res;
    char err[512];
    gt_gpu *g = gt_gpu_new(16 << 20);

    if (!g || !program_read(&p, source) || !gt_module_load_file(&m, g, cubin, err, sizeof err) ||
        !gt_module_bind(&m, 0, err, sizeof err) || !program_place(&p, g)) {
        fprintf(stderr, "%s: cannot be set up\n", source);
        return false;
    }
    program_launch(&p, &m, &l);
    MemImage image(g);
    GpuCopy before(g, image);
    bool ok = by_hand(g, before.g) == g->mem_bytes;
    gt_pages_fresh(g);
    gt_target_run(target, g, &l, &res, nullptr);
    // page by page: the copy gets what has been found
    for (uint32_t at = 0; at < g->mem_bytes && ok; at += GT_PAGE_BYTES) {
        if (!std::memcmp(g->mem + at, before.g->mem + at, GT_PAGE_BYTES))
            continue;
        uint32_t first = by_hand(g, before.g);
        ok = first_difference(g, before.g) == first && first_difference(before.g, g) == first;
        if (!ok)
            printf("%s: %s has changed byte 0x%x of device memory and not said so\n", source, gt_target_name(target),
                   GT_G_BASE + first);
        std::memcpy(before.g->mem + at, g->mem + at, GT_PAGE_BYTES);
        ++*changed;
    }
    uint32_t last = g->mem_bytes - 1;
    if (ok && !(g->pages[last / GT_PAGE_BYTES] & GT_PAGE_WRITTEN)) {
        g->mem[last] ^= 1;
        ok = first_difference(g, before.g) == g->mem_bytes;
    }
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok;
}

}

int main(int argc, char **argv)
{
    bool ok = argc > 2 && argc % 2;
    unsigned changed[2] = {0, 0};

    for (int i = 1; i + 1 < argc; i += 2) {
        ok = run(argv[i], argv[i + 1], GT_TARGET_MODEL, &changed[0]) && ok;
        ok = run(argv[i], argv[i + 1], GT_TARGET_RTL, &changed[1]) && ok;
    }
    printf("pages changed: model %u, rtl %u\n", changed[0], changed[1]);
    unsigned programs = unsigned(argc - 1) / 2;        // each has results
    return ok && changed[0] >= programs && changed[1] >= programs ? 0 : 1;
}
