/* SPDX-License-Identifier: Apache-2.0
 * Instruction caches behind those of Figure 22's small loops: one loop whose pieces of 256 bytes (30 absolute values,
 * a comparison and a branch) each ask whether they are the last, so that one kernel has loops of all lengths up to
 * 64 KB. What ends a pass lies behind all 254 pieces: its line, 254 of the loop, and the next, which is fetched ahead,
 * are in the sets that lines 0, 1, ... fill last, so a loop of n pieces fills the sets as n + 3 lines in a row do.
 * a: pieces of a pass; b: passes in all, of which all but the first are measured; its: what a piece counts for.
 */
#include "chain.h"

#define ABS(n) asm volatile("abs.s32 %0, %0;" : "+r"(v##n));
#define ABS6   ABS(0) ABS(1) ABS(2) ABS(3) ABS(4) ABS(5)
#define PIECE \
    { \
        ABS6 ABS6 ABS6 ABS6 ABS6 \
        asm volatile("sub.s32 %0, %0, %1;" : "+r"(left) : "r"(its)); \
        if (!left) \
            goto done; \
    }
#define PIECES4  PIECE PIECE PIECE PIECE
#define PIECES16 PIECES4 PIECES4 PIECES4 PIECES4
#define PIECES64 PIECES16 PIECES16 PIECES16 PIECES16

extern "C" __global__ void long_loop(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    int v0 = a, v1 = a + 1, v2 = a + 2, v3 = a + 3, v4 = a + 4, v5 = a + 5;
    unsigned total = 0;
    for (unsigned i = 0; i < b; i++) {
        unsigned left = a * its, start = clock();
        PIECES64 PIECES64 PIECES64 PIECES16 PIECES16 PIECES16 PIECES4 PIECES4 PIECES4 PIECE PIECE
done:
        unsigned stop = clock();
        if (i >= 1)
            total += stop - start;
    }
    out[threadIdx.x] = (unsigned)(v0 + v1 + v2 + v3 + v4 + v5);
    ts[2 * threadIdx.x] = 0;
    ts[2 * threadIdx.x + 1] = total;
}
