/* SPDX-License-Identifier: Apache-2.0
 * Divergence: Figures 7 and 8 and Listing 3 of the paper. Every path of an if / else-if ladder brackets 16 pairs of
 * dependent operations with clock reads. Inline assembly, with a comment of its own per path, keeps a compiler from
 * merging or hoisting them.
 */
#include "chain.h"

#define REP16(x) REP2(REP8(x))

/* Five operators, so that no two neighbouring paths are the same code. */
#define OP0 "add.u32 %0, %0, %1;"
#define OP1 "xor.b32 %0, %0, %1;"
#define OP2 "sub.u32 %0, %0, %1;"
#define OP3 "and.b32 %0, %0, %1;"
#define OP4 "or.b32 %0, %0, %1;"
#define PATH(op)                                                                        \
    {                                                                                   \
        asm volatile("// path of " op);                                                 \
        start = clock();                                                                \
        REP16(STEP(LIVE0 op, "r", t1, t2) STEP(LIVE1 op, "r", t2, t1))                 \
        stop = clock();                                                                 \
    }

#define PROLOGUE                                                                        \
    unsigned t1 = a, t2 = b, start = 0, stop = 0;                                       \
    MAKE_LIVE(its)
#define EPILOGUE                                                                        \
    out[threadIdx.x] = t1 + t2;                                                         \
    ts[2 * threadIdx.x] = start;                                                        \
    ts[2 * threadIdx.x + 1] = stop;

#define LADDER32                                                                        \
    if (IS(0)) PATH(OP0) else if (IS(1)) PATH(OP1) else if (IS(2)) PATH(OP2) else if (IS(3)) PATH(OP3)          \
    else if (IS(4)) PATH(OP4) else if (IS(5)) PATH(OP0) else if (IS(6)) PATH(OP1) else if (IS(7)) PATH(OP2)     \
    else if (IS(8)) PATH(OP3) else if (IS(9)) PATH(OP4) else if (IS(10)) PATH(OP0) else if (IS(11)) PATH(OP1)   \
    else if (IS(12)) PATH(OP2) else if (IS(13)) PATH(OP3) else if (IS(14)) PATH(OP4) else if (IS(15)) PATH(OP0) \
    else if (IS(16)) PATH(OP1) else if (IS(17)) PATH(OP2) else if (IS(18)) PATH(OP3) else if (IS(19)) PATH(OP4) \
    else if (IS(20)) PATH(OP0) else if (IS(21)) PATH(OP1) else if (IS(22)) PATH(OP2) else if (IS(23)) PATH(OP3) \
    else if (IS(24)) PATH(OP4) else if (IS(25)) PATH(OP0) else if (IS(26)) PATH(OP1) else if (IS(27)) PATH(OP2) \
    else if (IS(28)) PATH(OP3) else if (IS(29)) PATH(OP4) else if (IS(30)) PATH(OP0) else if (IS(31)) PATH(OP1)

/* c of Listing 3 and what each lane compares with it; as they stand here, 32 paths of one lane, ascending */
#define ASCENDING \
    { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, \
      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 }
__constant__ unsigned order[32] = ASCENDING;
__constant__ unsigned group[32] = ASCENDING;

/* Listing 3: `if (key == c[0]) ... else if (key == c[1]) ...`. A c that the compiler does not know keeps it a ladder.
 */
#define IS(n) key == order[n]
extern "C" __global__ void ladder32(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    PROLOGUE
    unsigned key = group[threadIdx.x & 31];
    for (int i = 0; i < its; i++) {
        __syncthreads();
        LADDER32
    }
    EPILOGUE
}

/* The same with five paths, the last one in the final else. */
extern "C" __global__ void ladder5(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its)
{
    PROLOGUE
    unsigned key = group[threadIdx.x & 31];
    for (int i = 0; i < its; i++) {
        __syncthreads();
        if (IS(0)) PATH(OP0)
        else if (IS(1)) PATH(OP1)
        else if (IS(2)) PATH(OP2)
        else if (IS(3)) PATH(OP3)
        else PATH(OP4)
    }
    EPILOGUE
}
