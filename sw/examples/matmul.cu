/* SPDX-License-Identifier: Apache-2.0
 * matmul [N]: product of N x N matrices in three ways: one element per thread from global memory; 16 x 16 tiles in
 * shared memory; and, after V. Volkov and J. Demmel (SC 2008), 16 elements per thread in registers, where one operand
 * of each multiplication comes from shared memory. The inputs are small integers: every sum is exact in any order, so
 * a single wrong bit shows. */
#include "example.h"

#define TILE 16
#define COLUMNS 64              /* of one block of register_blocked */

__global__ void naive(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

__global__ void tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += TILE) {
        ta[ty][tx] = a[row * n + k + tx];
        tb[ty][tx] = b[(k + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

/* A block of 64 threads makes 16 rows and 64 columns of the product; each thread one column. */
__global__ void register_blocked(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[TILE][TILE + 1];        /* transposed: ta[k][row] */
    int t = threadIdx.x, col = blockIdx.x * COLUMNS + t, row = blockIdx.y * TILE;
    float sum[TILE];

#pragma unroll
    for (int i = 0; i < TILE; i++)
        sum[i] = 0.0f;
    for (int k = 0; k < n; k += TILE) {
#pragma unroll
        for (int i = 0; i < TILE; i += COLUMNS / TILE)
            ta[t % TILE][i + t / TILE] = a[(row + i + t / TILE) * n + k + t % TILE];
        __syncthreads();
        if (col < n) {
#pragma unroll
            for (int j = 0; j < TILE; j++) {
                float bj = b[(k + j) * n + col];
#pragma unroll
                for (int i = 0; i < TILE; i++)
                    sum[i] += ta[j][i] * bj;
            }
        }
        __syncthreads();
    }
    if (col < n) {
#pragma unroll
        for (int i = 0; i < TILE; i++)
            c[(row + i) * n + col] = sum[i];
    }
}

static long check(const float *dc, const std::vector<float> &expected, int n)
{
    std::vector<float> c = to_host(dc, expected.size());
    long wrong = 0;

    for (int i = 0; i < n * n; i++)
        wrong += c[i] != expected[i];
    return wrong;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 64, TILE, 1024, TILE);
    std::vector<float> a(n * n), b(n * n), expected(n * n, 0.0f);
    Stopwatch watch;
    long wrong = 0;

    for (int i = 0; i < n * n; i++) {
        a[i] = i * 7 % 13 - 6;
        b[i] = i * 5 % 11 - 5;
    }
    for (int y = 0; y < n; y++)
        for (int k = 0; k < n; k++)
            for (int x = 0; x < n; x++)
                expected[y * n + x] += a[y * n + k] * b[k * n + x];

    float *da = to_device(a), *db = to_device(b), *dc = device_array<float>(n * n);
    dim3 block(TILE, TILE), grid(n / TILE, n / TILE), wide(blocks_for(n, COLUMNS), n / TILE);
    static const char *const names[] = { "naive", "tiled", "register-blocked" };
    for (int kernel = 0; kernel < 3; kernel++) {
        CHECK(cudaMemset(dc, 0xff, n * n * sizeof(float)));
        watch.start();
        if (kernel == 0)
            naive<<<grid, block>>>(da, db, dc, n);
        else if (kernel == 1)
            tiled<<<grid, block>>>(da, db, dc, n);
        else
            register_blocked<<<wide, COLUMNS>>>(da, db, dc, n);
        float ms = watch.stop();
        long bad = check(dc, expected, n);
        report(names[kernel], ms, bad);
        wrong += bad;
    }

    char what[80];
    sprintf(what, "%d x %d", n, n);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return verdict("matmul", what, watch, wrong);
}
