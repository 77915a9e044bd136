/* SPDX-License-Identifier: Apache-2.0
 * Register file banks: multiply-adds of three registers at different distances, and multiply-adds beside special
 * functions and loads. 256 multiply-adds on 16 registers between the two clock reads in every kernel.
 */
#include "chain.h"

#define MAD(i, d)                                                                                                      \
    asm volatile(MAD_F32 " %0, %1, %2, %0;"                                                                            \
                 : "+f"(v[(i) & 15]) : "f"(v[((i) + (d)) & 15]), "f"(v[((i) + 2 * (d)) & 15]));
#define ROUND(d) \
    MAD(0, d) \
    MAD(1, d) MAD(2, d) MAD(3, d) MAD(4, d) MAD(5, d) MAD(6, d) MAD(7, d) MAD(8, d) MAD(9, d) MAD(10, d) MAD(11, d) \
        MAD(12, d) MAD(13, d) MAD(14, d) MAD(15, d)
#define MADS4(i) MAD(i, 1) MAD((i) + 1, 1) MAD((i) + 2, 1) MAD((i) + 3, 1)

#define BANK_KERNEL(name, setup, body)                                                          \
    extern "C" __global__ void name(unsigned *ts, unsigned *out, unsigned a, unsigned b, int its) \
    {                                                                                           \
        float v[16], other = 1;                                                                 \
        unsigned start = 0, stop = 0, word = b;                                                 \
        setup                                                                                   \
        for (int i = 0; i < 16; i++)                                                            \
            v[i] = (float)(a + i);                                                              \
        for (int i = 0; i < its; i++) {                                                         \
            __syncthreads();                                                                    \
            start = clock();                                                                    \
            REP8(REP2(body))                                                                    \
            stop = clock();                                                                     \
        }                                                                                       \
        float sum = other;                                                                      \
        for (int i = 0; i < 16; i++)                                                            \
            sum += v[i];                                                                        \
        out[threadIdx.x] = __float_as_int(sum) + word;                                          \
        ts[2 * threadIdx.x] = start;                                                            \
        ts[2 * threadIdx.x + 1] = stop;                                                         \
    }

BANK_KERNEL(mad_1, , ROUND(1))
BANK_KERNEL(mad_2, , ROUND(2))
BANK_KERNEL(mad_3, , ROUND(3))
BANK_KERNEL(mad_4, , ROUND(4))
BANK_KERNEL(mad_5, , ROUND(5))
BANK_KERNEL(mad_6, , ROUND(6))
BANK_KERNEL(mad_7, , ROUND(7))
BANK_KERNEL(mad_8, , ROUND(8))

/* As much beside them as leaves the other unit room: a special function takes its unit as long as four multiply-adds
 * take theirs, and a load of a register waits for the one before. */
BANK_KERNEL(mad_sfu, , MADS4(0) MADS4(4) asm volatile("rsqrt.approx.f32 %0, %0;" : "+f"(other)); MADS4(8) MADS4(12)
                       asm volatile("rsqrt.approx.f32 %0, %0;" : "+f"(other));)
BANK_KERNEL(mad_shared, __shared__ volatile unsigned words[512]; words[threadIdx.x] = b;
            , MADS4(0) word = words[threadIdx.x]; MADS4(4) word = words[threadIdx.x];
            MADS4(8) word = words[threadIdx.x]; MADS4(12) word = words[threadIdx.x];)
BANK_KERNEL(mad_global, , ROUND(1) word = *(volatile unsigned *)&out[threadIdx.x];)
