/* SPDX-License-Identifier: Apache-2.0
 * What a real GPU of any generation is asked beside the paper's experiments: chases over sizes of global memory through
 * its caches, and where its blocks go. For target cuda only: pointers of 64 bits.
 */
#include "chain.h"

/* Makes a chain of b elements, 2 to the power of its bytes apart: each holds the address of the next one, the last that
 * of the first. */
extern "C" __global__ void link_chain(unsigned *, unsigned *, char *a, unsigned b, int its)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < b; i += gridDim.x * blockDim.x)
        *(char **)(a + ((size_t)i << its)) = a + ((size_t)(i + 1 == b ? 0 : i + 1) << its);
}

/* 128 · b loads through the chain at a that do not count, then 128 · its that do; ts[1] is their clocks. */
#define LOAD asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(p) : : "memory");
extern "C" __global__ void chase(unsigned *ts, unsigned *out, char *a, unsigned b, int its)
{
    size_t p = (size_t)a;
    unsigned total = 0;
    for (unsigned i = 0; i < b + its; i++) {
        unsigned start = clock();
        REP128(LOAD)
        unsigned stop = clock();
        if (i >= b)
            total += stop - start;
    }
    out[0] = (unsigned)p;
    ts[0] = 0;
    ts[1] = total;
}

/* The SM that each block is on. */
extern "C" __global__ void placement(unsigned *, unsigned *out, unsigned a, unsigned b, int)
{
    unsigned sm, sum = b;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    REP256(REP8(asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(b));))     /* all blocks are there at a time */
    if (sum != a)
        out[blockIdx.x] = sm;
}
