/* SPDX-License-Identifier: Apache-2.0
 * Instruction caches: Figure 22 of the paper. Loops of N pieces of 256 bytes: 32 absolute values on eight registers,
 * so that each is independent of the seven before it; N = 0 is the cost of the clock reads. b: passes in all; all but
 * the first two are measured. ts[1] - ts[0] is the time of those.
 */
#include "chain.h"

#define ABS(n) asm volatile("abs.s32 %0, %0;" : "+r"(v##n));
#define ABS8 ABS(0) ABS(1) ABS(2) ABS(3) ABS(4) ABS(5) ABS(6) ABS(7)

template <int N> __device__ void loop(unsigned *ts, unsigned *out, unsigned a, unsigned b)
{
    int v0 = a, v1 = a + 1, v2 = a + 2, v3 = a + 3, v4 = a + 4, v5 = a + 5, v6 = a + 6, v7 = a + 7;
    unsigned total = 0;
    for (unsigned i = 0; i < b; i++) {
        unsigned start = clock();
#pragma unroll
        for (int k = 0; k < N; k++) {
            ABS8 ABS8 ABS8 ABS8
        }
        unsigned stop = clock();
        if (i >= 2)
            total += stop - start;
    }
    out[threadIdx.x] = (unsigned)(v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7);
    ts[2 * threadIdx.x] = 0;
    ts[2 * threadIdx.x + 1] = total;
}

#define LOOP(n) \
    extern "C" __global__ void abs_##n(unsigned *ts, unsigned *out, unsigned a, unsigned b, int) \
    { \
        loop<n>(ts, out, a, b); \
    }
LOOP(0)
LOOP(2) LOOP(4) LOOP(6) LOOP(8) LOOP(10) LOOP(12) LOOP(14) LOOP(16) LOOP(18) LOOP(20) LOOP(22) LOOP(24) LOOP(26)
    LOOP(28) LOOP(30) LOOP(31) LOOP(32) LOOP(33) LOOP(34) LOOP(35) LOOP(36) LOOP(37) LOOP(38) LOOP(39) LOOP(40)
        LOOP(41) LOOP(42) LOOP(44) LOOP(46) LOOP(48) LOOP(50) LOOP(52) LOOP(54) LOOP(56) LOOP(58) LOOP(60) LOOP(62)
            LOOP(64)
