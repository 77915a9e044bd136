/* SPDX-License-Identifier: Apache-2.0
 * Rotations and shifts by any count, masked in the source: clang makes rotations of them and leaves the mask out.
 * Fields and products with powers of two, which clang writes as shifts and the other way round. */
#include "check.h"

enum { N = 128, COUNT = 26 };
typedef unsigned long long u64;

__host__ __device__ static void rotate(unsigned x, u64 y, unsigned n, u64 *r)
{
    r[0] = x << (n & 31) | x >> (-n & 31);
    r[1] = x >> (n & 31) | x << (-n & 31);
    r[2] = y << (n & 63) | y >> (-n & 63);
    r[3] = y >> (n & 63) | y << (-n & 63);
    r[4] = (unsigned)~(1u << (n & 31));
    r[5] = ~((u64)1 << (n & 63));
    r[6] = x << 7 | x >> 25;
    r[7] = y << 33 | y >> 31;
    r[8] = n % 32 ? x << n % 32 | x >> (32 - n % 32) : x;
    r[9] = (u64)((long long)(int)x << 31);
    r[10] = (u64)((long long)(int)x * -2147483648ll);
    r[11] = (unsigned)((int)(short)x << 15);
    r[12] = (unsigned)((short)x * -32768);
    r[13] = (unsigned)((int)(x & 0xffff0000u) >> 16);
    r[14] = (u64)((long long)(y & 0xf000000000000000ull) >> 60);
    r[15] = (unsigned)(x << (n & 31)) >> (-n & 31) | (x & 0xff) << (n & 7);
    r[16] = (x << (n & 31)) + (x >> (32 - n & 31));
    r[17] = (x << (n & 31)) ^ (x >> (-n & 31));
    r[18] = x << (n & 31) | x >> 1 >> (~n & 31);
    r[19] = x * 2 << (n & 31) | x * 2 >> (32 - n & 31);
    r[20] = (unsigned)y | x << (n & 31) | x >> (32 - n & 31);
    r[21] = (x << (n & 31) & 0xff00ffff) | (x >> (32 - n & 31) & 0xff00ffff);
    r[22] = x * 8 << (n & 31) | x >> (29 - n & 31);
    r[23] = x >> n % 32 | x << (32 - n % 32 & 31);
    r[24] = x << (unsigned)(y & 31) | x >> (unsigned)(-y & 31);
    r[25] = (x << (n & 31) | (unsigned)y) | (x >> (32 - n & 31) | 1);
}

__global__ void device(const unsigned *x, const u64 *y, const unsigned *n, u64 *r)
{
    rotate(x[threadIdx.x], y[threadIdx.x], n[threadIdx.x], r + COUNT * threadIdx.x);
}

int main()
{
    static unsigned x[N], n[N];
    static u64 y[N], r[N][COUNT];
    unsigned *dx, *dn, seed = 1;
    u64 *dy, *dr;
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525 + 1013904223;
        x[i] = seed;
        y[i] = (u64)seed << 32 | (seed * 747796405u);
        n[i] = i < 100 ? i : seed;
    }
    OK(cudaMalloc((void **)&dx, sizeof x));
    OK(cudaMalloc((void **)&dy, sizeof y));
    OK(cudaMalloc((void **)&dn, sizeof n));
    OK(cudaMalloc((void **)&dr, sizeof r));
    OK(cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dn, n, sizeof n, cudaMemcpyHostToDevice));
    device<<<1, N>>>(dx, dy, dn, dr);
    OK(cudaMemcpy(r, dr, sizeof r, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        u64 want[COUNT];
        rotate(x[i], y[i], n[i], want);
        for (int k = 0; k < COUNT; k++)
            if (r[i][k] != want[k]) {
                printf("rotation %d of thread %d by %u: 0x%llx, expected 0x%llx\n", k, i, n[i], r[i][k], want[k]);
                failures++;
            }
    }
    return failures != 0;
}
