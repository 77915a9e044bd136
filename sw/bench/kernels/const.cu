/* SPDX-License-Identifier: Apache-2.0
 * Pointer chase in constant memory: Figures 17 and 18 of the paper. Every word holds the index of the next one (Listings 1 and 2).
 * 128 loads between two clock reads are 2 KB of code, which stay in the instruction L1 and leave the unified L2 to the constants.
 * a: passes before the measured ones; b: passes in all. ts[1] - ts[0] is the time of all measured passes.
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
