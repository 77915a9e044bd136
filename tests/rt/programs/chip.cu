/* SPDX-License-Identifier: Apache-2.0
 * Several SMs: as many as the device says, blocks on all of them, launches that follow each other, work shared by
 * atomics. */
#include "check.h"

#include <cstdlib>
#include <cstring>

#define BLOCKS 240

__global__ void where(unsigned *sm, unsigned *clocks, unsigned *ticket)
{
    if (threadIdx.x == 0) {
        unsigned id;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
        sm[blockIdx.x] = id;
        clocks[blockIdx.x] = clock();
    }
    atomicAdd(ticket, 1);
}

/* The blocks sum what all have written: the last one to arrive adds up. */
__global__ void total(unsigned *part, unsigned *arrived, unsigned *sum)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last)
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            atomicAdd(sum, ((volatile unsigned *)part)[i]);
}

static int expected_sms()
{
    const char *chip = getenv("GT200_CHIP"), *target = getenv("GT200_TARGET");
    if (chip)
        return !strcmp(chip, "gtx280") ? 30 : !strcmp(chip, "gpu2") ? 6 : !strcmp(chip, "tpc") ? 3 : 1;
    return !target || !strcmp(target, "func") ? 30 : 1;
}

int main()
{
    static unsigned sm[BLOCKS], first[BLOCKS], second[BLOCKS];
    bool used[30] = {};
    unsigned *dsm, *dclocks, *dcounts, counts[4] = {};
    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, 0));
    const int sms = p.multiProcessorCount;
    CHECK(sms == expected_sms());
    OK(cudaMalloc(&dsm, sizeof sm));
    OK(cudaMalloc(&dclocks, sizeof first));
    OK(cudaMalloc(&dcounts, sizeof counts));
    OK(cudaMemset(dcounts, 0, sizeof counts));

    where<<<BLOCKS, 64>>>(dsm, dclocks, dcounts);
    OK(cudaMemcpy(first, dclocks, sizeof first, cudaMemcpyDeviceToHost));
    where<<<BLOCKS, 64>>>(dsm, dclocks, dcounts);
    OK(cudaMemcpy(second, dclocks, sizeof second, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(sm, dsm, sizeof sm, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(counts, dcounts, sizeof counts, cudaMemcpyDeviceToHost));
    CHECK(counts[0] == 2 * BLOCKS * 64);
    for (int b = 0; b < BLOCKS; b++) {
        CHECK(sm[b] < 30);
        used[sm[b] % 30] = true;
    }
    int n = 0;
    for (int i = 0; i < 30; i++)
        n += used[i];
    const char *target = getenv("GT200_TARGET");
    if (target && strcmp(target, "func"))
        CHECK(n == sms);
    else if (getenv("GT200_INTERLEAVE"))        /* blocks in flight sit on SMs of their own */
        CHECK(n > 1);
    else
        CHECK(n == 1);
    if (n == 30)
        for (int b = 0; b < 30; b++)            /* one counter per TPC, which runs on: 240 blocks end where they
                                                   began */
            for (int c = 0; c < 30; c++)
                if (b % 10 == c % 10)
                    CHECK(second[b] > first[c]);

    total<<<BLOCKS, 32>>>(dsm, dcounts + 1, dcounts + 2);
    OK(cudaMemcpy(counts, dcounts, sizeof counts, cudaMemcpyDeviceToHost));
    CHECK(counts[1] == 0 && counts[2] == BLOCKS * (BLOCKS + 1) / 2);
    return failures != 0;
}
