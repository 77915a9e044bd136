/* SPDX-License-Identifier: Apache-2.0
 * Pointer chase in constant memory: Figures 17, 18, 20 and 21 of the paper. Every word holds the index of the next
 * one (Listings 1 and 2). 128 loads between two clock reads are 2 KB of code, which stay in the instruction L1 and
 * leave the unified L2 to the constants. a: passes before the measured ones; b: passes in all. ts[1] - ts[0] is the
 * time of all measured passes.
 */
#include "chain.h"

__constant__ unsigned chain[16384];

extern "C" __global__ void const_chase(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    unsigned j = 0, total = 0;
    for (unsigned i = 0; i < b; i++) {
        unsigned start = clock();
        REP128(j = chain[j];)
        unsigned stop = clock();
        if (i >= a)
            total += stop - start;
    }
    out[threadIdx.x] = j + its;
    ts[2 * threadIdx.x] = 0;
    ts[2 * threadIdx.x + 1] = total;
}

/* Blocks 0 and a >> 16 at a time, each through an array of its own; every other one leaves at once. Block 0 measures
 * as above, the other one goes on until out[1] says that this is done. */
#define SECOND 8256             /* index of its first word */
extern "C" __global__ void const_pair(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    unsigned total = 0, other = blockIdx.x, j = other ? SECOND : 0;
    volatile unsigned *done = out + 1;
    if (other && other != a >> 16)
        return;
    for (unsigned i = 0; other ? !*done : i < b; i++) {
        unsigned start = clock();
        REP128(j = chain[j];)
        unsigned stop = clock();
        if (i >= (a & 0xffff))
            total += stop - start;
    }
    if (other) {
        out[2] = j + its;
        return;
    }
    out[0] = j + its;
    ts[0] = 0;
    ts[1] = total;
    *done = 1;
}

/* The same beside 1272 independent absolute values, 10176 bytes of code, over and over. */
#define ABS(n) asm volatile("abs.s32 %0, %0;" : "+r"(v[n]));
extern "C" __global__ void const_beside_code(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    volatile unsigned *done = out + 1;
    if (blockIdx.x && blockIdx.x != a >> 16)
        return;
    if (blockIdx.x) {
        int v[8];
        for (int i = 0; i < 8; i++)
            v[i] = its + i;
        do {
#pragma unroll
            for (int k = 0; k < 159; k++) {
                ABS(0) ABS(1) ABS(2) ABS(3) ABS(4) ABS(5) ABS(6) ABS(7)
            }
        } while (!*done);
        out[2] = (unsigned)(v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7]);
        return;
    }
    unsigned j = 0, total = 0;
    for (unsigned i = 0; i < b; i++) {
        unsigned start = clock();
        REP128(j = chain[j];)
        unsigned stop = clock();
        if (i >= (a & 0xffff))
            total += stop - start;
    }
    out[0] = j + its;
    ts[0] = 0;
    ts[1] = total;
    *done = 1;
}
