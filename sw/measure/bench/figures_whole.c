/* SPDX-License-Identifier: Apache-2.0
 * Whole kernels: sums, prefix sums, products of matrices, dense and sparse (Figures K and M, not the
 * paper's). What they make is checked. */
#include <stdlib.h>

#include "experiments.h"
#include "rate.h"

#define GIGA 1e9
#define SMS 3u                  /* of a TPC */
#define DIAGONALS 27
#define DIAGONAL_PAD 1057       /* of kernels/rates.cu */

/* A sum in two launches, checked. */
static bool put_reduce(struct rate *t)
{
    const unsigned n = RATE_WORDS / 2;
    struct rate_grid many = { t->r.job->tpcs * 3 * 8, 1, 128, 1 }, one = { 1, 1, 128, 1 };
    double s, last;
    uint32_t *sum = NULL, expected = 0;
    bool ok = rate_run(t, "reduce", &many, t->out, t->in, (int)n, 0, &s) &&
              rate_run(t, "reduce", &one, t->out + 4 * RATE_WORDS, t->out, (int)many.blocks_x, 0, &last) &&
              (sum = rate_words(t, t->out, RATE_WORDS, 1)) != NULL;

    for (uint32_t i = 0; i < n; i++)
        expected += i;
    if (ok && *sum != expected)
        ok = rate_wrong(t, "reduce", 0, *sum, expected);
    if (ok)
        bench_put_fact(t->r.job, "K", "sum of 524288 words, GB/s", 4.0 * n / (s + last) / GIGA);
    free(sum);
    return ok;
}

/* Prefix sums in three launches, checked. */
static bool put_scan(struct rate *t)
{
    const unsigned n = 512 * 512;
    struct rate_grid blocks = { 512, 1, 256, 1 }, one = { 1, 1, 256, 1 };
    CUdeviceptr sums = t->out + 4 * n, scanned = t->out + 4 * RATE_WORDS;
    double s[3];
    uint32_t *words = NULL, sum = 0;
    bool ok = rate_run(t, "scan_blocks", &blocks, t->out, t->in, (int)n, 0, &s[0]) &&
              rate_run(t, "scan_blocks", &one, scanned, sums, 512, 0, &s[1]) &&
              rate_run(t, "add_before", &blocks, t->out, scanned, (int)n, 0, &s[2]) &&
              (words = rate_words(t, t->out, 0, n)) != NULL;

    for (uint32_t i = 0; ok && i < n; i++) {
        sum += i;
        if (words[i] != sum)
            ok = rate_wrong(t, "scan", i, words[i], sum);
    }
    if (ok)
        bench_put_fact(t->r.job, "K", "prefix sums of 262144 words, GB/s", 8.0 * n / (s[0] + s[1] + s[2]) / GIGA);
    free(words);
    return ok;
}

/* An operand's value, a small whole number, so that products are exact in any order. */
static double operand_value(size_t i) { return (double)((i * 7 + i / 5) % 13) - 6; }

/* An array of n operands, single or double. */
static void *new_operands(const struct bench_job *job, size_t n, bool twice)
{
    void *host = malloc(n * (twice ? sizeof(double) : sizeof(float)));

    for (size_t i = 0; host && i < n; i++)
        if (twice)
            ((double *)host)[i] = operand_value(i);
        else
            ((float *)host)[i] = (float)operand_value(i);
    if (!host)
        bench_fail(job, "out of memory");
    return host;
}

/* Are the products right, of every 17th column? */
static bool check_product(struct rate *t, const char *kernel, unsigned n, unsigned columns, bool twice)
{
    void *c = rate_words(t, t->out, 0, (size_t)n * columns * (twice ? 2 : 1));
    bool ok = c != NULL;

    for (unsigned j = 0; ok && j < columns; j += 17)
        for (unsigned i = 0; ok && i < n; i++) {
            double sum = 0, got = twice ? ((double *)c)[i + j * n] : ((float *)c)[i + j * n];
            for (unsigned k = 0; k < n; k++)
                sum += operand_value(i + k * n) * operand_value((size_t)n * n + k + j * n);
            if (got != sum)
                ok = bench_fail(t->r.job, "%s: row %u, column %u is %g, expected %g", kernel, i, j, got, sum);
        }
    free(c);
    return ok;
}

/* A of n x n and B of n x columns. */
static bool put_product(struct rate *t, const char *kernel, const char *figure, const char *series, unsigned n,
                        unsigned columns)
{
    const struct bench_job *job = t->r.job;
    const bool twice = kernel[0] == 'd';
    const size_t elements = (size_t)n * n + (size_t)n * columns;
    struct rate_grid g = { n / 64, columns / 16, 64, 1 };
    double s;
    void *host = new_operands(job, elements, twice);
    bool ok = host && bench_check(job, "copy", job->cu->cuMemcpyHtoD(t->in, host, elements * (twice ? 8 : 4))) &&
              rate_run(t, kernel, &g, t->out, t->in, (int)n, 0, &s) && check_product(t, kernel, n, columns, twice);

    if (ok)
        bench_put_point(job, figure, series, n, 2.0 * n * n * columns / s / GIGA);
    free(host);
    return ok;
}

/* Columns of which each SM gets so many blocks, all at a time; one product of n x n leaves some SMs without. */
static unsigned columns_to_fill(const struct rate *t, unsigned n, unsigned blocks)
{
    return t->r.job->tpcs * SMS * blocks / (n / 64) * 16;
}

/* Columns of an odd number of 256 bytes do not all begin in one partition; five and three blocks of rows make whole
 * numbers of columns out of the 240 and 90 blocks of 30 SMs. */
static bool put_products(struct rate *t)
{
    const unsigned n = t->r.job->full ? 960 : 320;
    return put_product(t, "sgemm", "M", "products of n x n matrices, GFLOP/s", n, columns_to_fill(t, n, 8)) &&
           put_product(t, "dgemm", "M", "products of doubles, GFLOP/s", 192, columns_to_fill(t, 192, 3));
}

/* A sparse matrix of 27 diagonals times a vector, as kernels/rates.cu says. */
static bool put_diagonals(struct rate *t)
{
    const struct bench_job *job = t->r.job;
    const unsigned n = job->tpcs * SMS * 4 * 256 * 2;       /* twice as many rows as there are threads at a time */
    const size_t vector = (size_t)DIAGONALS * n, elements = vector + n + 2 * DIAGONAL_PAD;
    struct rate_grid g = { n / 256, 1, 256, 1 };
    double s;
    float *host = new_operands(job, elements, false), *y = NULL;
    bool ok = host && bench_check(job, "copy", job->cu->cuMemcpyHtoD(t->in, host, elements * sizeof *host)) &&
              rate_texels(t, t->in + 4 * vector, elements - vector) &&
              rate_run(t, "diagonals", &g, t->out, t->in, (int)n, 0, &s) &&
              (y = (float *)rate_words(t, t->out, 0, n)) != NULL;

    for (unsigned row = 0; ok && row < n; row++) {
        double sum = 0;
        for (int d = 0; d < DIAGONALS; d++)
            sum += operand_value((size_t)d * n + row) *
                   operand_value(vector + row + (unsigned)(DIAGONAL_PAD + 1024 * (d / 9 - 1) + 32 * (d / 3 % 3 - 1) +
                                                           d % 3 - 1));
        if (y[row] != sum)
            ok = bench_fail(job, "diagonals: row %u is %g, expected %g", row, (double)y[row], sum);
    }
    if (ok)
        bench_put_fact(job, "M", "a matrix of 27 diagonals times a vector, GFLOP/s", 2.0 * DIAGONALS * n / s / GIGA);
    free(host);
    free(y);
    return ok;
}

bool run_whole_kernels(const struct bench_job *job)
{
    struct rate t;
    const unsigned n = job->full ? 512 : 256;
    bool ok = rate_open(&t, job, 2 * RATE_WORDS) && put_reduce(&t) && put_scan(&t) &&
              put_product(&t, "sgemm", "K", "products of n x n matrices, GFLOP/s", n, n);

    rate_close(&t);
    return ok;
}

bool run_large_products(const struct bench_job *job)
{
    struct rate t;
    bool ok = rate_open(&t, job, 2 * RATE_WORDS) && put_products(&t) && put_diagonals(&t);

    rate_close(&t);
    return ok;
}
