/* SPDX-License-Identifier: Apache-2.0
 * Shared memory: what strides cost a warp, bytes per clock, operands of instructions. */
#include "chain.h"

/* Every lane reads a word that holds its own index, 256 times in a row; a: words between the lanes, 0 to 32. */
extern "C" __global__ void strides(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    __shared__ volatile unsigned chain[1024];
    unsigned start = 0, stop = 0, j = a * threadIdx.x;
    chain[j] = j;
    __syncthreads();
    for (int i = 0; i < its; i++) {
        __syncthreads();
        start = clock();
        REP256(j = chain[j];)
        stop = clock();
    }
    out[threadIdx.x] = j + b;
    ts[2 * threadIdx.x] = start;
    ts[2 * threadIdx.x + 1] = stop;
}

/* 256 reads that do not depend on each other, a word per thread. */
extern "C" __global__ void read_words(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    __shared__ volatile unsigned words[512];
    unsigned start = 0, stop = 0, sum = a;
    words[threadIdx.x] = b;
    __syncthreads();
    for (int i = 0; i < its; i++) {
        __syncthreads();
        start = clock();
        REP256(sum ^= words[threadIdx.x];)
        stop = clock();
    }
    out[threadIdx.x] = sum;
    ts[2 * threadIdx.x] = start;
    ts[2 * threadIdx.x + 1] = stop;
}

/* 256 multiply-adds, each with a word that all threads read for an operand. */
extern "C" __global__ void mad_operands(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    __shared__ float words[256];
    float x, sum[8];
    unsigned start = 0, stop = 0;
    for (int j = 0; j < 8; j++)
        sum[j] = (float)j;
    if (threadIdx.x < 256)
        words[threadIdx.x] = (float)b;
    for (int i = 0; i < its; i++) {
        x = (float)a;
        __syncthreads();
        start = clock();
        asm volatile("" : "+f"(x));
#pragma unroll
        for (int j = 0; j < 256; j++)
            sum[j % 8] += x * words[j];
#pragma unroll
        for (int j = 0; j < 8; j++)
            asm volatile("" : "+f"(sum[j]));
        stop = clock();
    }
    for (int j = 1; j < 8; j++)
        sum[0] += sum[j];
    out[threadIdx.x] = (unsigned)sum[0];
    ts[2 * threadIdx.x] = start;
    ts[2 * threadIdx.x + 1] = stop;
}
