/* SPDX-License-Identifier: Apache-2.0
 * Walks through linked elements. */
#include "walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_LOADS 64u
#define TEXEL 4u                /* bytes */

bool walk_open(struct walk *w, struct run *r, uint64_t bytes, bool texture)
{
    const struct bench_job *job = r->job;

    *w = (struct walk){ .r = r, .bytes = bytes };
    if (!bench_check(job, "memory", job->cu->cuMemAlloc(&w->got, (size_t)bytes + WALK_ALIGN)))
        return false;
    w->at = (w->got + WALK_ALIGN - 1) / WALK_ALIGN * WALK_ALIGN;
    return !texture ||
           (bench_check(job, "texels", job->cu->cuModuleGetTexRef(&w->texels, r->module, "texels")) &&
            bench_check(job, "texels", job->cu->cuTexRefSetFormat(w->texels, CU_AD_FORMAT_UNSIGNED_INT32, 1)) &&
            bench_check(job, "texels", job->cu->cuTexRefSetFlags(w->texels, CU_TRSF_READ_AS_INTEGER)) &&
            bench_check(job, "texels", job->cu->cuTexRefSetAddress(NULL, w->texels, w->at, (size_t)bytes)));
}

void walk_close(struct walk *w)
{
    if (w->r)
        bench_free(w->r->job, w->got);
}

bool walk_launch(struct run *r, CUdeviceptr at, unsigned warm, unsigned loads, unsigned positions,
                 struct walk_clocks *clocks)
{
    unsigned count = positions ? positions : 1;

    *clocks = (struct walk_clocks){ 0, INFINITY, 0 };
    for (unsigned i = 0; i < count; i++) {
        if (!bench_check(r->job, "run", bench_start_at(r, 1, 1, at, warm, (int)loads)) || !bench_read(r, 1))
            return false;
        double each = (double)bench_span(r, 0) / loads;
        clocks->mean += each / count;
        clocks->least = fmin(clocks->least, each);
        clocks->most = fmax(clocks->most, each);
    }
    for (unsigned i = 1; !positions && i < r->job->tpcs; i++)       /* a load from each of the others */
        if (!bench_check(r->job, "run", bench_start_at(r, 1, 1, at, 0, 1)))
            return false;
    return true;
}

/* Element by element, where they lie far apart; else as a piece of memory. */
static bool link(struct walk *w, const uint64_t *offset, unsigned n)
{
    const struct bench_job *job = w->r->job;
    size_t size = w->texels ? TEXEL : job->gpu ? 8 : 4;
    uint64_t end = 0;

    for (unsigned i = 0; i < n; i++)
        end = offset[i] > end ? offset[i] : end;
    bool piece = end < (uint64_t)n * 1024;
    uint8_t *host = piece ? calloc(1, (size_t)end + size) : NULL;
    bool ok = !piece || host || bench_fail(job, "out of memory");
    for (unsigned i = 0; ok && i < n; i++) {
        uint64_t to = offset[(i + 1) % n], next = w->texels ? to / TEXEL : w->at + to;
        if (piece)
            memcpy(host + offset[i], &next, size);
        else
            ok = bench_check(job, "link", job->cu->cuMemcpyHtoD(w->at + offset[i], &next, size));
    }
    ok = ok && (!piece || bench_check(job, "link", job->cu->cuMemcpyHtoD(w->at, host, (size_t)end + size)));
    free(host);
    return ok;
}

bool walk_offsets(struct walk *w, const uint64_t *offset, unsigned n, unsigned rounds, unsigned positions,
                  struct walk_clocks *clocks)
{
    for (unsigned i = 0; i < n; i++)
        if (offset[i] >= w->bytes)
            return bench_fail(w->r->job, "element %u at byte %llu of %llu", i, (unsigned long long)offset[i],
                              (unsigned long long)w->bytes);
    rounds = rounds ? rounds : (LEAST_LOADS + n - 1) / n;
    return link(w, offset, n) && walk_launch(w->r, w->at, n, n * rounds, positions, clocks);
}

bool walk_stride(struct walk *w, uint64_t stride, unsigned n, unsigned rounds, unsigned positions,
                 struct walk_clocks *clocks)
{
    uint64_t *offset = malloc(n * sizeof *offset);
    bool ok = offset || bench_fail(w->r->job, "out of memory");

    for (unsigned i = 0; ok && i < n; i++)
        offset[i] = i * stride;
    ok = ok && walk_offsets(w, offset, n, rounds, positions, clocks);
    free(offset);
    return ok;
}
