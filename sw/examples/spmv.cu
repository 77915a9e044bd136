/* SPDX-License-Identifier: Apache-2.0
 * spmv [N]: product of a sparse N x N matrix, in compressed rows (CSR), and a vector: one thread per row, and one
 * warp per row, whose accesses are coalesced (N. Bell, M. Garland 2008). Rows have 0 to 63 elements; the values are
 * small integers, so every sum is exact. */
#include "example.h"

#define WARP 32
#define THREADS 128

__global__ void row_per_thread(const int *start, const int *column, const float *value, const float *x, float *y, int n)
{
    int row = blockIdx.x * THREADS + threadIdx.x;

    if (row < n) {
        float sum = 0.0f;
        for (int i = start[row]; i < start[row + 1]; i++)
            sum += value[i] * x[column[i]];
        y[row] = sum;
    }
}

__global__ void row_per_warp(const int *start, const int *column, const float *value, const float *x, float *y, int n)
{
    __shared__ volatile float part[THREADS];
    int t = threadIdx.x, lane = t % WARP, row = (blockIdx.x * THREADS + t) / WARP;
    float sum = 0.0f;

    if (row >= n)
        return;
    for (int i = start[row] + lane; i < start[row + 1]; i += WARP)
        sum += value[i] * x[column[i]];
    part[t] = sum;
    for (int half = WARP / 2; half > 0; half /= 2)
        if (lane < half)                /* the others' sums are the next warp's business */
            part[t] = sum = sum + part[t + half];
    if (lane == 0)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 500, 1, 65536, 1);
    std::vector<int> start(1, 0), column;
    std::vector<float> value, x(n), expected(n, 0.0f);
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int i = 0; i < n; i++)
        x[i] = (float)random.below(100) - 50;
    for (int row = 0; row < n; row++) {
        for (int i = random.below(64); i > 0; i--) {
            column.push_back(random.below(n));
            value.push_back((float)random.below(20) - 10);
            expected[row] += value.back() * x[column.back()];
        }
        start.push_back((int)column.size());
    }
    column.push_back(0);        /* never empty */
    value.push_back(0);

    int *dstart = to_device(start), *dcolumn = to_device(column);
    float *dvalue = to_device(value), *dx = to_device(x), *dy = device_array<float>(n);
    for (int kernel = 0; kernel < 2; kernel++) {
        CHECK(cudaMemset(dy, 0xff, n * sizeof(float)));
        watch.start();
        if (kernel == 0)
            row_per_thread<<<blocks_for(n, THREADS), THREADS>>>(dstart, dcolumn, dvalue, dx, dy, n);
        else
            row_per_warp<<<blocks_for(n, THREADS / WARP), THREADS>>>(dstart, dcolumn, dvalue, dx, dy, n);
        float ms = watch.stop();
        std::vector<float> y = to_host(dy, n);
        long bad = 0;
        for (int row = 0; row < n; row++)
            bad += y[row] != expected[row];
        report(kernel ? "a warp per row" : "a thread per row", ms, bad);
        wrong += bad;
    }

    char what[80];
    sprintf(what, "%d rows, %d elements", n, (int)column.size() - 1);
    cudaFree(dstart);
    cudaFree(dcolumn);
    cudaFree(dvalue);
    cudaFree(dx);
    cudaFree(dy);
    return verdict("spmv", what, watch, wrong);
}
