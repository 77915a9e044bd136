/* SPDX-License-Identifier: Apache-2.0
 * Pointer chases through device memory, constants and textures by one thread, a load at a time: Figures 10 to 17. One
 * load is one round of a loop, whose other instructions pass while the load is under way, so that any number of loads
 * can be measured; of constants, which are there before the load issues, 32 are. b: rounds before the measured ones;
 * its: measured ones. Both are the same code, so that it has been fetched when it counts. The last load is waited for.
 */
#include "chain.h"

__constant__ unsigned links[16384];

/* The clock, once v is known: blockIdx.y is 0, which the compiler does not know. */
__device__ unsigned clock_behind(unsigned v)
{
    asm volatile("and.b32 %0, %0, %1;" : "+r"(v) : "r"(blockIdx.y));
    return (unsigned)clock() + v;
}

/* `one` is 1, which the compiler does not know: a number in the loop would be a constant in memory, which has a place
 * in the caches that are to be seen. */
#define WALK(type, from, load, value)                                       \
    type p = from;                                                          \
    unsigned start = 0, stop = 0, one = gridDim.y;                          \
    _Pragma("unroll 1") for (unsigned pass = 0; pass < 2; pass++) {         \
        unsigned rounds = pass ? (unsigned)its : b;                         \
        start = clock_behind(value);                                        \
        _Pragma("unroll 1") for (; rounds; rounds -= one) {                 \
            load                                                            \
        }                                                                   \
        stop = clock_behind(value);                                         \
    }                                                                       \
    out[0] = value;                                                         \
    ts[0] = start;                                                          \
    ts[1] = stop;

/* Every element holds the address of the next one; a: address of the first. */
extern "C" __global__ void walk_global(unsigned *ts, unsigned *out, char *a, unsigned b, int its)
{
    WALK(char *, a, p = *(char *volatile *)p;, (unsigned)(size_t)p)
}

/* Every element holds the index of the next one, as 32-bit texels; a: where they lie. */
texture<unsigned, 1, cudaReadModeElementType> texels;
extern "C" __global__ void walk_texture(unsigned *ts, unsigned *out, unsigned *a, unsigned b, int its)
{
    WALK(unsigned, 0, p = tex1Dfetch(texels, (int)p);, p)
}

/* The same of constants, which the program writes; a: nothing. */
extern "C" __global__ void walk_constant(unsigned *ts, unsigned *out, unsigned *a, unsigned b, int its)
{
    WALK(unsigned, 0, REP8(REP2(REP2(p = links[p];))), p)
}

/* Figure 19: each thread of each block reads eight streams of constants, 2 KB apart, whose words hold their own
 * index; all eight lines have one place in the L1 and in the L2, which have four ways. Blocks are 256 bytes apart.
 * Rounds of eight loads: b before the measured ones, its that are; in blocks other than the first half as many again.
 */
extern "C" __global__ void constant_streams(unsigned *ts, unsigned *out, unsigned *a, unsigned b, int its)
{
    unsigned base = blockIdx.x * 64, sum = 0, start = 0, j[8];
    int rounds = blockIdx.x ? its + its / 2 : its;
    for (unsigned k = 0; k < 8; k++)
        j[k] = base + (k + threadIdx.x) % 8 * 512;
    for (int i = -(int)b; i < rounds; i++) {
        if (i == 0) {
            for (unsigned k = 0; k < 8; k++)
                sum += j[k];
            start = clock_behind(sum);
        }
#pragma unroll
        for (unsigned k = 0; k < 8; k++)
            j[k] = links[j[k]];
    }
    for (unsigned k = 0; k < 8; k++)
        sum += j[k];
    unsigned stop = clock_behind(sum), thread = blockIdx.x * blockDim.x + threadIdx.x;
    out[thread] = sum;
    ts[2 * thread] = start;
    ts[2 * thread + 1] = stop;
}
