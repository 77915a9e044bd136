/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks that wait for later ones in an ordinary launch: a barrier of the grid by hand, and a chain that begins at the
 * last block. A GPU runs both, since the blocks fit on it at once.
 */
#include <stdio.h>

enum { TURNS = 3, BLOCKS = 40 };

__device__ volatile unsigned arrived, flag[BLOCKS + 1];

__global__ void barrier_by_hand(unsigned *out, unsigned blocks)
{
    for (unsigned turn = 1; turn <= TURNS; turn++) {
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd((unsigned *)&arrived, 1);
            while (arrived < turn * blocks) {
            }
            __threadfence();
        }
        __syncthreads();
        /* what the next block has written in the turn before */
        unsigned *at = out + blockIdx.x, *next = out + (blockIdx.x + 1) % blocks;
        if (threadIdx.x == 0 && turn == 1)
            *at = blockIdx.x;
        if (threadIdx.x == 0 && turn == TURNS)
            atomicAdd(out + BLOCKS, *next);
    }
}

__global__ void chain(unsigned *out)
{
    if (threadIdx.x == 0) {
        while (blockIdx.x + 1 < gridDim.x && !flag[blockIdx.x + 1]) {
        }
        __threadfence();
        out[blockIdx.x] = blockIdx.x + 1 < gridDim.x ? 3 * flag[blockIdx.x + 1] + blockIdx.x : 1;
        __threadfence();
        flag[blockIdx.x] = 1 + out[blockIdx.x] % 1000;
    }
}

int main()
{
    unsigned *out, got[BLOCKS + 1], want = 0;
    cudaMalloc((void **)&out, sizeof got);
    cudaMemset(out, 0, sizeof got);
    barrier_by_hand<<<BLOCKS, 64>>>(out, BLOCKS);
    cudaError_t e = cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    if (e || got[BLOCKS] != BLOCKS * (BLOCKS - 1) / 2)
        printf("barrier: %s, sum %u\n", cudaGetErrorString(e), got[BLOCKS]);
    chain<<<BLOCKS, 32>>>(out);
    e = cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    int wrong = got[BLOCKS - 1] != 1;
    want = 1 + 1;
    for (int i = BLOCKS - 2; i >= 0; i--) {
        wrong += got[i] != 3 * want + i;
        want = 1 + got[i] % 1000;
    }
    if (e || wrong)
        printf("chain: %s, %d wrong\n", cudaGetErrorString(e), wrong);
    else if (got[BLOCKS] == BLOCKS * (BLOCKS - 1) / 2)
        puts("ok");
    return 0;
}
