/* SPDX-License-Identifier: Apache-2.0
 *
 * The barrier of a grid: each thread adds what one of the next block wrote in the turn before. A launch that does not
 * fit is refused.
 */
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

enum { THREADS = 96, TURNS = 5 };

__global__ void turns(unsigned *at, unsigned *sum)
{
    cg::grid_group grid = cg::this_grid();
    const unsigned long long n = grid.size(), i = grid.thread_rank();
    for (unsigned turn = 0; turn < TURNS; turn++) {
        at[i] = (unsigned)i * 7 + turn;
        grid.sync();
        sum[i] = sum[i] * 3 + at[(i + THREADS + 1) % n];
        grid.sync();
    }
}

static int launch(unsigned blocks, unsigned *at, unsigned *sum)
{
    void *args[] = { &at, &sum };
    return (int)cudaLaunchCooperativeKernel(turns, dim3(blocks), dim3(THREADS), args);
}

int main()
{
    int fit = 0, wrong = 0;
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, turns, THREADS, 0);
    const unsigned blocks = 13, n = blocks * THREADS;
    unsigned *at, *sum, *got = new unsigned[n];
    cudaMalloc((void **)&at, 4 * n);
    cudaMalloc((void **)&sum, 4 * n);
    cudaMemset(sum, 0, 4 * n);
    if (launch(blocks, at, sum) || launch(blocks, at, sum))
        printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
    cudaMemcpy(got, sum, 4 * n, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < n; i++) {
        unsigned want = 0;
        for (unsigned turn = 0; turn < 2 * TURNS; turn++)
            want = want * 3 + (i + THREADS + 1) % n * 7 + turn % TURNS;
        wrong += got[i] != want;
    }
    const unsigned many = (unsigned)(fit * p.multiProcessorCount) + 1;
    const int refused = launch(many, at, sum);
    if (wrong || fit < 1 || refused != cudaErrorCooperativeLaunchTooLarge)
        return printf("%d wrong, %d fit, %u blocks: error %d\n", wrong, fit, many, refused), 1;
    puts("ok");
    return 0;
}
