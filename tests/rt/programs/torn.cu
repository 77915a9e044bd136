/* SPDX-License-Identifier: Apache-2.0
 * Other blocks see all 8 bytes of a store or none of them, also where they run on other threads of the host. */
#include "check.h"

typedef unsigned long long two_words;

__global__ void pairs(volatile two_words *slot, int *torn, int rounds)
{
    int n = 0;
    if (blockIdx.x & 1)
        for (unsigned i = 1; i <= rounds; i++) {
            const two_words v = blockIdx.x * 100000 + i;
            slot[threadIdx.x] = v << 32 | v;
        }
    else
        for (int i = 1; i <= rounds; i++) {
            const two_words v = slot[threadIdx.x];
            n += (unsigned)v != (unsigned)(v >> 32);
        }
    torn[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

int main()
{
    static int torn[16 * 256];
    two_words *slots;
    int *counts;

    OK(cudaMalloc((void **)&slots, 256 * sizeof *slots));
    OK(cudaMemset(slots, 0, 256 * sizeof *slots));
    OK(cudaMalloc((void **)&counts, sizeof torn));
    pairs<<<16, 256>>>(slots, counts, 10000);
    OK(cudaMemcpy(torn, counts, sizeof torn, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16 * 256; i++)
        CHECK(torn[i] == 0);
    return failures != 0;
}
