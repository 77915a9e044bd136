/* SPDX-License-Identifier: Apache-2.0
 * transpose [N]: an N x N matrix transposed: naive (writes are a column, not coalesced), through a tile in shared
 * memory (coalesced, but a column of the tile lies in one bank), and with a tile one word wider (no bank conflicts).
 */
#include "example.h"

#define TILE 16

__global__ void naive(const unsigned *in, unsigned *out, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}

template <int WIDTH> __global__ void through_tile(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned tile[TILE][WIDTH];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;

    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 128, TILE, 2048, TILE);
    std::vector<unsigned> in(n * n);
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int i = 0; i < n * n; i++)
        in[i] = random.word();
    unsigned *din = to_device(in), *dout = device_array<unsigned>(n * n);
    dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
    static const char *const names[] = { "naive", "tiled", "without bank conflicts" };
    for (int kernel = 0; kernel < 3; kernel++) {
        CHECK(cudaMemset(dout, 0, n * n * sizeof(unsigned)));
        watch.start();
        if (kernel == 0)
            naive<<<grid, block>>>(din, dout, n);
        else if (kernel == 1)
            through_tile<TILE><<<grid, block>>>(din, dout, n);
        else
            through_tile<TILE + 1><<<grid, block>>>(din, dout, n);
        float ms = watch.stop();
        std::vector<unsigned> out = to_host(dout, n * n);
        long bad = 0;
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                bad += out[x * n + y] != in[y * n + x];
        report(names[kernel], ms, bad);
        wrong += bad;
    }

    char what[80];
    sprintf(what, "%d x %d", n, n);
    cudaFree(din);
    cudaFree(dout);
    return verdict("transpose", what, watch, wrong);
}
