/* SPDX-License-Identifier: Apache-2.0
 * Latencies that are not one arithmetic instruction: clock, barrier, shared and global memory. */
#include "chain.h"

/* Two clock reads with nothing between them. */
extern "C" __global__ void clock_pair(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    unsigned start = 0, stop = 0;
    for (int i = 0; i < its; i++) {
        __syncthreads();
        start = clock();
        stop = clock();
    }
    out[threadIdx.x] = a + b;
    ts[2 * threadIdx.x] = start;
    ts[2 * threadIdx.x + 1] = stop;
}

/* 256 barriers in a row. */
extern "C" __global__ void sync_chain(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    unsigned start = 0, stop = 0;
    for (int i = 0; i < its; i++) {
        __syncthreads();
        start = clock();
        REP256(__syncthreads();)
        stop = clock();
    }
    out[threadIdx.x] = a + b;
    ts[2 * threadIdx.x] = start;
    ts[2 * threadIdx.x + 1] = stop;
}

/* Pointer chase in shared memory: element i holds the index of element i + stride (listings 1 and 2 of the paper).
 * a: number of elements, at most 2048; b: stride. */
extern "C" __global__ void shared_chase(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    __shared__ unsigned chain[2048];
    unsigned start = 0, stop = 0, j = 0;
    for (unsigned i = 0; i < a; i++) {
        unsigned next = i + b;
        if (next >= a)
            next -= a;
        chain[i] = next;
    }
    __syncthreads();
    for (int i = 0; i < its; i++) {
        __syncthreads();
        start = clock();
        REP256(j = *(volatile unsigned *)&chain[j];)
        stop = clock();
    }
    out[threadIdx.x] = j;
    ts[2 * threadIdx.x] = start;
    ts[2 * threadIdx.x + 1] = stop;
}

/* Pointer chase in global memory: every word holds the device address of the next one; a: address of the first. */
extern "C" __global__ void global_chase(unsigned *ts, unsigned *out, unsigned *a, unsigned b, int its)
{
    unsigned start = 0, stop = 0;
    unsigned *p = a;
    for (int i = 0; i < its; i++) {
        __syncthreads();
        start = clock();
        REP256(p = *(unsigned *volatile *)p;)
        stop = clock();
    }
    out[threadIdx.x] = (unsigned)(size_t)p + b;
    ts[2 * threadIdx.x] = start;
    ts[2 * threadIdx.x + 1] = stop;
}
