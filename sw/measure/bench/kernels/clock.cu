/* SPDX-License-Identifier: Apache-2.0
 * Figure 5 of the paper: the clock as blocks all over the chip see it. Block i of a launch stores its start and stop
 * as number a + i. */
#include "chain.h"

extern "C" __global__ void clock_scope(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    unsigned start = 0, stop = 0, sum = b, number = a + blockIdx.x;
    for (int i = 0; i < its; i++) {
        start = clock();
        REP128(asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(b));)
        stop = clock();
    }
    out[number] = sum;
    ts[2 * number] = start;
    ts[2 * number + 1] = stop;
}
