/* SPDX-License-Identifier: Apache-2.0
 * The instruction L1: Figure 23 of the paper. Loops of N pieces of 128 bytes (16 independent absolute values) in
 * block 0, beside blocks on the other SMs of its TPC that keep fetching from the L2: two on each, every one with 2.5
 * KB of code of its own. a & 0xffff: TPCs of the chip, so that block k * TPCs is block k of this TPC; a >> 16: rounds
 * of the other blocks, 0: they leave at once. b: passes in all; all but the first two are measured. ts[1] - ts[0] is
 * the time of those.
 */
#define ABS(name, n) asm volatile("abs.s32 %0, %0; // " name : "+r"(v##n));
#define ABS4(name) ABS(name, 0) ABS(name, 1) ABS(name, 2) ABS(name, 3)
#define ABS8 ABS4("") ABS("", 4) ABS("", 5) ABS("", 6) ABS("", 7)

/* The name keeps a compiler from sharing the code of two of them. */
#define BUSY(name)                                                                              \
    __device__ void busy_##name(int first, unsigned rounds, unsigned *out)                      \
    {                                                                                           \
        int v0 = first, v1 = first + 1, v2 = first + 2, v3 = first + 3;                         \
        for (unsigned i = 0; i < rounds; i++) {                                                 \
            _Pragma("unroll")                                                                   \
            for (int k = 0; k < 40; k++) {                                                      \
                ABS4(#name) ABS4(#name)                                                         \
            }                                                                                   \
        }                                                                                       \
        *out = (unsigned)(v0 + v1 + v2 + v3);                                                   \
    }
BUSY(a) BUSY(b) BUSY(c) BUSY(d)

template <int N> __device__ void beside(unsigned *ts, unsigned *out, unsigned a, unsigned b)
{
    unsigned tpcs = a & 0xffff, rounds = a >> 16, block = blockIdx.x;
    if (block == 0) {
        int v0 = a, v1 = a + 1, v2 = a + 2, v3 = a + 3, v4 = a + 4, v5 = a + 5, v6 = a + 6, v7 = a + 7;
        unsigned total = 0;
        for (unsigned i = 0; i < b; i++) {
            unsigned start = clock();
#pragma unroll
            for (int k = 0; k < N; k++) {
                ABS8 ABS8
            }
            unsigned stop = clock();
            if (i >= 2)
                total += stop - start;
        }
        out[0] = (unsigned)(v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7);
        ts[0] = 0;
        ts[1] = total;
    } else if (block == tpcs) {
        busy_a(a, rounds, out + 1);
    } else if (block == 2 * tpcs) {
        busy_b(a, rounds, out + 2);
    } else if (block == 4 * tpcs) {
        busy_c(a, rounds, out + 4);
    } else if (block == 5 * tpcs) {
        busy_d(a, rounds, out + 5);
    }
}

#define BESIDE(n) \
    extern "C" __global__ void beside_##n(unsigned *ts, unsigned *out, unsigned a, unsigned b, int) \
    { \
        beside<n>(ts, out, a, b); \
    }
BESIDE(0)
BESIDE(26) BESIDE(27) BESIDE(28) BESIDE(29) BESIDE(30) BESIDE(31) BESIDE(32) BESIDE(33) BESIDE(34) BESIDE(35)
    BESIDE(36) BESIDE(37) BESIDE(38) BESIDE(39) BESIDE(40) BESIDE(41) BESIDE(42) BESIDE(43) BESIDE(44) BESIDE(45)
        BESIDE(46)
