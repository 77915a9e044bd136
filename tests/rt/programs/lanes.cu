/* SPDX-License-Identifier: Apache-2.0
 * What later chips have instructions for and this one does without: values of other lanes, barriers and votes of
 * a warp, read-only loads, a clock of 64 bits. */
#include "check.h"

enum { THREADS = 96, RESULTS = 16 };

__global__ void shuffles(int *out)
{
    const int t = threadIdx.x + blockDim.x * threadIdx.y, lane = t % 32;
    int *r = out + t * RESULTS;

    r[0] = __shfl_sync(0xffffffff, t * 10, 5);
    r[1] = __shfl(t * 10, lane + 3, 8);
    r[2] = __shfl_up_sync(0xffffffff, t, 3);
    r[3] = __shfl_up(t, 2u, 4);
    r[4] = __shfl_down_sync(0xffffffff, t, 4);
    r[5] = __shfl_down(t, 1u, 16);
    r[6] = __shfl_xor_sync(0xffffffff, t, 9);
    r[7] = __shfl_xor(t, 12, 8);
    r[8] = (int)__shfl_sync(0xffffffff, t + 0.5f, 31);
    const double d = __shfl_sync(0xffffffff, t + 1e10, 30);
    r[9] = (int)(d - 1e10);
    const long long v = __shfl_xor_sync(0xffffffff, ((long long)t << 33) + t, 1);
    r[10] = v == ((long long)(t ^ 1) << 33) + (t ^ 1);
    int sum = t;
    for (int n = 16; n; n /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, n);
    r[11] = __shfl_sync(0xffffffff, sum, 0);
    if (lane < 16) {                /* half a warp */
        int half = t;
        for (int n = 8; n; n /= 2)
            half += __shfl_xor_sync(0xffff, half, n, 16);
        r[12] = half;
    } else {
        r[12] = __shfl_sync(0xffff0000, t, 20);
    }
}

__global__ void warps(const int *in, int *out, long long *clocks)
{
    __shared__ int s[64];
    const int t = threadIdx.x;
    const long long start = clock64();

    s[t] = __ldg(in + t);
    __syncwarp();
    int v = s[t ^ 7];
    __syncwarp(0xffffffff);
    s[t] = v + 1;
    __syncwarp();
    const float2 f = __ldg((const float2 *)in);
    out[t] = s[t ^ 1] + (__float_as_int(f.y) == in[1]) * 1000 + __all_sync(0xffffffff, t < 40) * 10000 +
             __any_sync(0xffffffff, t == 40) * 20000;
    clocks[t] = clock64() - start;
}

static int from(int t, int lane) { return t / 32 * 32 + lane; }

int main()
{
    static int h[THREADS * RESULTS], in[64], out[64];
    static long long clocks[64];
    int *d, *e;
    long long *c;

    OK(cudaMalloc((void **)&d, sizeof h));
    shuffles<<<1, dim3(16, 6)>>>(d);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++) {
        const int *r = h + t * RESULTS, lane = t % 32, warp = t / 32 * 32;
        CHECK(r[0] == from(t, 5) * 10);
        CHECK(r[1] == (t / 8 * 8 + (lane + 3) % 8) * 10);
        CHECK(r[2] == (lane < 3 ? t : t - 3));
        CHECK(r[3] == (lane % 4 < 2 ? t : t - 2));
        CHECK(r[4] == (lane > 27 ? t : t + 4));
        CHECK(r[5] == (lane % 16 == 15 ? t : t + 1));
        CHECK(r[6] == (t ^ 9));
        CHECK(r[7] == ((lane ^ 12) > (lane | 7) ? t : from(t, lane ^ 12)));
        CHECK(r[8] == from(t, 31));
        CHECK(r[9] == from(t, 30));
        CHECK(r[10] == 1);
        CHECK(r[11] == warp * 32 + 31 * 16);
        CHECK(r[12] == (lane < 16 ? warp * 16 + 120 : from(t, 20)));
    }

    for (int i = 0; i < 64; i++)
        in[i] = i * 3;
    OK(cudaMalloc((void **)&e, sizeof out));
    OK(cudaMalloc((void **)&c, sizeof clocks));
    OK(cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice));
    warps<<<1, 64>>>(d, e, c);
    OK(cudaMemcpy(out, e, sizeof out, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(clocks, c, sizeof clocks, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 64; t++) {
        CHECK(out[t] == (t ^ 6) * 3 + 1 + 1000 + (t < 32 ? 10000 : 20000));
        CHECK(clocks[t] > 0 && clocks[t] < 100000);
    }
    printf("%d failures\n", failures);
    return failures != 0;
}
