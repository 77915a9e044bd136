/* SPDX-License-Identifier: Apache-2.0
 * Bytes a second out of the memory: copies, offsets, strides, partitions, transposes, textures, atomics (Figures C, T
 * and A, not the paper's). What the kernels make is checked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiments.h"
#include "rate.h"

#define THREADS 256u
#define GIGA 1e9

/* Every launch with out cleared; what ends there are in's words where `expected` says so. */
static bool time_kernel(struct rate *t, const char *kernel, const struct rate_grid *g, int n, int k, double *seconds)
{
    const struct bench_job *job = t->r.job;

    return bench_check(job, "clear", job->cu->cuMemsetD32(t->out, 0, t->words)) &&
           rate_run(t, kernel, g, t->out, t->in, n, k, seconds);
}

/* Blocks for so many threads. */
static struct rate_grid grid_for(unsigned threads)
{
    return (struct rate_grid){ threads / THREADS, 1, THREADS, 1 };
}

/* Is word from + i * step its own number, for n of them? */
static bool check_copy(struct rate *t, const char *kernel, size_t from, size_t step, size_t n)
{
    uint32_t *words = rate_words(t, t->out, 0, from + step * (n - 1) + 1);
    bool ok = words != NULL;

    for (size_t i = 0; ok && i < n; i++)
        if (words[from + i * step] != from + i * step)
            ok = rate_wrong(t, kernel, from + i * step, words[from + i * step], (uint32_t)(from + i * step));
    free(words);
    return ok;
}

/* ---- Figure C ---- */

/* A point of a kernel that moves so many words; *rate in GB/s. */
static bool put_copy(struct rate *t, const char *kernel, unsigned words, double bytes, const char *series, double x,
                     double *rate)
{
    /* as many blocks as the chip has places for, four to an SM */
    struct rate_grid g = grid_for(t->r.job->tpcs * 3 * 4 * THREADS);
    double s;

    if (!time_kernel(t, kernel, &g, (int)words, 1, &s))
        return false;
    *rate = bytes / s / GIGA;
    bench_put_point(t->r.job, "C", series, x, *rate);
    return true;
}

/* Copies by words, pairs and quads, loads alone, stores alone. */
static bool rate_copies(struct rate *t)
{
    static const char *const kernels[] = { "copy_words", "copy_pairs", "copy_quads" };
    const unsigned n = t->r.job->full ? RATE_WORDS : RATE_WORDS / 2;
    double rate;
    bool ok = true;

    for (unsigned i = 0; ok && i < 3; i++)
        ok = put_copy(t, kernels[i], n, 8.0 * n, "copy against bytes of a thread's load", 4 << i, &rate) &&
             check_copy(t, kernels[i], 0, 1, n);
    return ok && put_copy(t, "read_words", n, 4.0 * n, "loads alone, GB/s", NAN, &rate) &&
           put_copy(t, "write_words", n, 4.0 * n, "stores alone, GB/s", NAN, &rate);
}

/* One word a thread, k words further or every k-th word. */
static bool rate_move(struct rate *t, const char *kernel, unsigned threads, unsigned k, bool stride, double *rate)
{
    struct rate_grid g = grid_for(threads);
    double s;

    if (!time_kernel(t, kernel, &g, 0, (int)k, &s) || !check_copy(t, kernel, stride ? 0 : k, stride ? k : 1, threads))
        return false;
    *rate = 8.0 * threads / s / GIGA;
    return true;
}

/* Copies that begin at another word, and of every so many words. */
static bool offsets_and_strides(struct rate *t)
{
    static const uint8_t offsets[] = { 0, 1, 2, 4, 8, 12, 15, 16, 17, 32 }, strides[] = { 1, 2, 3, 4, 6, 8, 12, 16 };
    const struct bench_job *job = t->r.job;
    double rate, aligned = 0;
    bool ok = true;

    for (unsigned i = 0; ok && i < (job->full ? 33 : sizeof offsets); i++) {
        unsigned k = job->full ? i : offsets[i];
        ok = rate_move(t, "copy_offset", RATE_WORDS / 4, k, false, &rate);
        if (!ok)
            break;
        bench_put_point(job, "C", "copy, so many words further", k, rate);
        aligned = k ? aligned : rate;
        if (k == 1)
            bench_put_fact(job, "C", "copy a word further: percent of the aligned copy", 100 * rate / aligned);
    }
    for (unsigned i = 0; ok && i < (job->full ? 16 : sizeof strides); i++) {
        unsigned k = job->full ? i + 1 : strides[i];
        ok = rate_move(t, "copy_stride", RATE_WORDS / 16, k, true, &rate);
        if (ok)
            bench_put_point(job, "C", "copy of every so many words", k, rate);
    }
    return ok;
}

/* Half-warps that read 64 bytes each, so far apart. */
static bool rate_partitions(struct rate *t)
{
    static const uint16_t words[] = { 16, 32, 64, 128, 256, 512, 576, 1024, 1088 };
    const unsigned threads = RATE_WORDS / 16;
    const struct bench_job *job = t->r.job;
    struct rate_grid g = grid_for(threads);
    bool ok = true;

    for (unsigned i = 0; ok && i < sizeof words / sizeof *words; i++) {
        double s;
        ok = time_kernel(t, "read_apart", &g, RATE_WORDS, words[i], &s);
        if (ok)
            bench_put_point(job, "C", "loads of half-warps so many bytes apart", 4.0 * words[i],
                            4.0 * 16 * threads / s / GIGA);
    }
    return ok;
}

bool run_copies(const struct bench_job *job)
{
    struct rate t;
    bool ok = rate_open(&t, job, 2 * RATE_WORDS) && rate_copies(&t) && offsets_and_strides(&t) && rate_partitions(&t);

    rate_close(&t);
    return ok;
}

/* ---- Figure T ---- */

#define ROWS 2048u              /* as NVIDIA's paper has it */
#define TILES (ROWS / 32)

/* What a variant makes of the matrix. */
enum made { MADE_COPY, MADE_TRANSPOSE, MADE_NEITHER };

/* Is word i of in made, by the first so many rows of blocks? diagonal: these have tiles along diagonals. */
static bool is_covered(uint32_t i, unsigned blocks_y, bool diagonal)
{
    const unsigned x = i % ROWS / 32, y = i / ROWS / 32;
    return (diagonal ? (x - y) % TILES : y) < blocks_y;
}

/* Has the kernel made what it should: a copy, a transpose, or neither? */
static bool made_is(struct rate *t, const char *kernel, unsigned blocks_y, enum made made)
{
    uint32_t *words = made == MADE_NEITHER ? NULL : rate_words(t, t->out, 0, ROWS * ROWS);
    bool ok = made == MADE_NEITHER || words, diagonal = strstr(kernel, "diagonal") != NULL;

    for (uint32_t i = 0; ok && words && i < ROWS * ROWS; i++) {
        const uint32_t from = made == MADE_COPY ? i : i % ROWS * ROWS + i / ROWS;
        const uint32_t expected = is_covered(from, blocks_y, diagonal) ? from : 0;
        if (words[i] != expected)
            ok = rate_wrong(t, kernel, i, words[i], expected);
    }
    free(words);
    return ok;
}

/* Each of eight kernels. The first rows of blocks alone show their ends, too: the chip is full, then runs empty. The
 * whole matrix takes the slow ones minutes. */
bool run_transposes(const struct bench_job *job)
{
    static const struct { const char *kernel, *series; enum made made; } variants[] = {
        { "matrix_copy", "copy", MADE_COPY },
        { "matrix_copy_shared", "copy through shared memory", MADE_COPY },
        { "transpose_naive", "naive", MADE_TRANSPOSE },
        { "transpose_tile", "tiles", MADE_TRANSPOSE },
        { "transpose_padded", "tiles without bank conflicts", MADE_TRANSPOSE },
        { "transpose_fine", "inside the tiles only", MADE_NEITHER },
        { "transpose_coarse", "of the tiles only", MADE_NEITHER },
        { "transpose_diagonal", "tiles along diagonals", MADE_TRANSPOSE },
    };
    const unsigned blocks_y = job->full ? TILES : 4;
    struct rate_grid g = { TILES, blocks_y, 32, 8 };
    struct rate t;
    bool ok = rate_open(&t, job, ROWS * ROWS);

    for (unsigned i = 0; ok && i < sizeof variants / sizeof *variants; i++) {
        double s;
        ok = time_kernel(&t, variants[i].kernel, &g, ROWS, 0, &s) &&
             made_is(&t, variants[i].kernel, blocks_y, variants[i].made);
        if (ok)
            bench_put_point(job, "T", variants[i].series, ROWS, 8.0 * 32 * ROWS * blocks_y / s / GIGA);
    }
    rate_close(&t);
    return ok;
}

/* ---- Figure A ---- */

/* Rates of texture fetches: 4 KB again and again, 128 KB by all blocks, and a stream. */
static bool rate_textures(struct rate *t)
{
    static const struct { const char *kernel, *series; unsigned words, again; } all[] = {
        { "fetch_again", "textures: 4 KB again and again in each block, GB/s", 1024, 16 },
        { "fetch_words", "textures: 128 KB again and again by all blocks, GB/s", 32768, 8 },
        { "fetch_words", "textures: a stream, GB/s", RATE_WORDS / 2, 1 },
    };
    const struct bench_job *job = t->r.job;
    struct rate_grid g = grid_for(job->tpcs * 3 * 4 * THREADS);
    bool ok = rate_texels(t, t->in, RATE_WORDS);

    for (unsigned i = 0; ok && i < sizeof all / sizeof *all; i++) {
        double s, bytes = 4.0 * all[i].words * all[i].again * (i ? 1 : g.blocks_x);
        ok = time_kernel(t, all[i].kernel, &g, (int)all[i].words, (int)all[i].again, &s);
        if (ok)
            bench_put_fact(job, "A", all[i].series, bytes / s / GIGA);
    }
    return ok;
}

/* Each thread adds so many ones, to words so far apart (0: all to one; -1: to the eight of a sector). */
static bool rate_adds(struct rate *t, const char *kernel, const char *series, unsigned threads, int n, int k)
{
    const struct bench_job *job = t->r.job;
    struct rate_grid g = grid_for(threads);
    uint32_t *words = NULL;
    double s;
    bool ok = time_kernel(t, kernel, &g, n, k, &s) && (words = rate_words(t, t->out, 0, RATE_WORDS)) != NULL;
    uint32_t total = 0, expected = threads * (uint32_t)n;

    for (size_t i = 0; ok && i < RATE_WORDS; i++)
        total += words[i];
    if (ok && total != expected)
        ok = rate_wrong(t, kernel, 0, total, expected);
    if (ok)
        bench_put_fact(job, "A", series, expected / s / 1e6);
    free(words);
    return ok;
}

bool run_atomics(const struct bench_job *job)
{
    struct rate t;
    const unsigned all = job->tpcs * 3 * 2 * THREADS;
    bool ok = rate_open(&t, job, 2 * RATE_WORDS) && rate_textures(&t) &&
              rate_adds(&t, "atom_results", "atomics on one word with results, millions a second", THREADS, 1, 0) &&
              rate_adds(&t, "atom_only", "atomics on one word, millions a second", THREADS, 1, 0) &&
              rate_adds(&t, "atom_sector", "atomics on the words of 32 bytes, millions a second", THREADS, 1, 0) &&
              rate_adds(&t, "atom_results", "atomics on words in a row with results, millions a second", all, 2, 1) &&
              rate_adds(&t, "atom_only", "atomics on words in a row, millions a second", all, 2, 1) &&
              rate_adds(&t, "atom_only", "atomics on words 68 bytes apart, millions a second", all, 2, 17);

    rate_close(&t);
    return ok;
}
