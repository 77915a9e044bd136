/* SPDX-License-Identifier: Apache-2.0
 * What threads of a block do together, as programs written elsewhere do it: shared structures, dynamic shared memory,
 * barriers in loops, votes, atomics, constant tables, inline assembly. Every kernel writes one word per thread; the
 * host computes it in its own way. */
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { N = 128 };
static unsigned in[N], out[N], want[N], *d_in, *d_out;

__constant__ struct { short weight[8]; float scale; } table = { { 1, -2, 3, -4, 5, -6, 7, -8 }, 0.5f };
__device__ unsigned histogram[16];
__device__ int matrix[4][4] = { { 1, 2 }, { 0, 1, 3 }, { 5 }, { 7, 7, 7, 7 } };

struct cell { unsigned char tag; unsigned short count; unsigned sum; double mean; };

__global__ void shared_structs(const unsigned *a, unsigned *o)
{
    __shared__ struct cell c[N / 4];
    int t = threadIdx.x;
    if (t % 4 == 0) {
        struct cell x = { (unsigned char)t, 4, 0, 0 };
        for (int k = 0; k < 4; k++)
            x.sum += a[t + k] & 0xffff;
        x.mean = x.sum / 4.0;
        c[t / 4] = x;
    }
    __syncthreads();
    struct cell y = c[(t / 4 + 1) % (N / 4)];
    o[t] = y.sum + y.tag + y.count + (unsigned)y.mean;
}
static void host_shared_structs()
{
    for (int t = 0; t < N; t++) {
        int b = (t / 4 + 1) % (N / 4) * 4;
        unsigned s = 0;
        for (int k = 0; k < 4; k++)
            s += in[b + k] & 0xffff;
        want[t] = s + (unsigned)b + 4 + s / 4;
    }
}

extern __shared__ unsigned pool[];
__global__ void dynamic_shared(const unsigned *a, unsigned *o)
{
    unsigned *words = pool;
    unsigned short *halves = (unsigned short *)&words[N];
    unsigned char *bytes = (unsigned char *)(halves + N);
    int t = threadIdx.x;
    words[t] = a[t];
    halves[t] = (unsigned short)(a[t] >> 8);
    bytes[t] = (unsigned char)(a[t] >> 24);
    __syncthreads();
    o[t] = words[N - 1 - t] + halves[(t + 5) % N] + bytes[(t * 3) % N];
}
static void host_dynamic_shared()
{
    for (int t = 0; t < N; t++)
        want[t] = in[N - 1 - t] + (unsigned short)(in[(t + 5) % N] >> 8) + (in[t * 3 % N] >> 24);
}

__global__ void barrier_loop(const unsigned *a, unsigned *o)
{
    __shared__ unsigned s[2][N];
    int t = threadIdx.x, from = 0;
    s[0][t] = a[t];
    for (int d = 1; d < N; d *= 2, from ^= 1) {
        __syncthreads();
        s[from ^ 1][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
    }
    __syncthreads();
    o[t] = s[from][t];
}
static void host_barrier_loop()
{
    unsigned sum = 0;
    for (int t = 0; t < N; t++)
        want[t] = sum += in[t];
}

__global__ void atomics(const unsigned *a, unsigned *o)
{
    __shared__ unsigned most, bits, count[8];
    int t = threadIdx.x;
    if (t == 0)
        most = bits = 0;
    if (t < 8)
        count[t] = 0;
    __syncthreads();
    atomicMax(&most, a[t] >> 8);
    atomicOr(&bits, 1u << (a[t] & 31));
    atomicAdd(&count[a[t] & 7], 1u);
    atomicAdd(&histogram[a[t] & 15], 1u);
    __syncthreads();
    o[t] = most + bits + count[t & 7] * 3;
}
static void host_atomics()
{
    unsigned most = 0, bits = 0, count[8] = { 0 };
    for (int t = 0; t < N; t++) {
        most = in[t] >> 8 > most ? in[t] >> 8 : most;
        bits |= 1u << (in[t] & 31);
        count[in[t] & 7]++;
    }
    for (int t = 0; t < N; t++)
        want[t] = most + bits + count[t & 7] * 3;
}

__global__ void votes(const unsigned *a, unsigned *o)
{
    int t = threadIdx.x, p = (a[t] & 7) != 0;
    o[t] = (unsigned)(__all(p) * 2 + __any(a[t] > 0xfff00000u)) + (unsigned)warpSize;
}
static void host_votes()
{
    for (int w = 0; w < N; w += 32) {
        int all = 1, any = 0;
        for (int k = 0; k < 32; k++) {
            all &= (in[w + k] & 7) != 0;
            any |= in[w + k] > 0xfff00000u;
        }
        for (int k = 0; k < 32; k++)
            want[w + k] = (unsigned)(all * 2 + any) + 32;
    }
}

__global__ void constants(const unsigned *a, unsigned *o)
{
    int t = threadIdx.x;
    const short *w = &table.weight[t & 4];
    o[t] = (unsigned)(w[a[t] & 3] * 100 + (int)(table.scale * (float)(a[t] & 255)) + matrix[t & 3][a[t] >> 5 & 3]);
}
static void host_constants()
{
    static const int weight[8] = { 1, -2, 3, -4, 5, -6, 7, -8 };
    static const int m[4][4] = { { 1, 2 }, { 0, 1, 3 }, { 5 }, { 7, 7, 7, 7 } };
    for (int t = 0; t < N; t++)
        want[t] = (unsigned)(weight[(t & 4) + (int)(in[t] & 3)] * 100 + (int)(0.5f * (float)(in[t] & 255)) +
                             m[t & 3][in[t] >> 5 & 3]);
}

__global__ void assembly(const unsigned *a, unsigned *o)
{
    unsigned x = a[threadIdx.x], y, z, lane;
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(0x9e3779b9u));
    asm volatile("{ .reg .pred p; .reg .u32 t;\n\tsetp.gt.u32 p, %1, 1000;\n\tmov.u32 t, 7;\n\t@p add.u32 t, t, "
                 "%1;\n\tmov.u32 %0, t; }"
                 : "=r"(z)
                 : "r"(x));
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    o[threadIdx.x] = y + z + lane;
}
static void host_assembly()
{
    for (unsigned t = 0; t < N; t++)
        want[t] = (unsigned)((unsigned long long)in[t] * 0x9e3779b9u >> 32) + 7 + (in[t] > 1000 ? in[t] : 0) + t % 32;
}

__global__ void never_fused(const unsigned *a, unsigned *o)
{
    float x = 1.0f + (float)(a[threadIdx.x] & 4095) * 0x1p-12f, y = 1.0f + (float)threadIdx.x * 0x1p-20f;
    double u = 1.0 + (double)a[threadIdx.x] * 0x1p-40, v = 1.0 + threadIdx.x * 0x1p-30;
    float f = __fadd_rn(__fmul_rn(x, y), -1.0f);
    double d = __dadd_rn(__dmul_rn(u, v), -1.0);
    o[threadIdx.x] = __float_as_int(f) + (unsigned)__double2loint(d) + (unsigned)__double2hiint(d);
}
static void host_never_fused()
{
    for (unsigned t = 0; t < N; t++) {
        volatile float x = 1.0f + (float)(in[t] & 4095) * 0x1p-12f, y = 1.0f + (float)t * 0x1p-20f, p = x * y,
                       f = p - 1.0f;
        volatile double u = 1.0 + (double)in[t] * 0x1p-40, v = 1.0 + t * 0x1p-30, q = u * v, d = q - 1.0;
        unsigned w;
        unsigned long long b;
        memcpy(&w, (void *)&f, 4);
        memcpy(&b, (void *)&d, 8);
        want[t] = w + (unsigned)b + (unsigned)(b >> 32);
    }
}

__global__ void large_divisors(const unsigned *a, unsigned *o)
{
    float x = 0x1p100f * (float)(1 + (a[threadIdx.x] & 7)),
          y = __int_as_float((int)(0x7e000000u + (threadIdx.x % 3) * 0x800000u));
    unsigned q;
    asm("div.u32 %0, %1, %2;" : "=r"(q) : "r"(a[threadIdx.x]), "r"(threadIdx.x & 0u));     /* all ones */
    o[threadIdx.x] = __float_as_int(x / y) + q;
}
static void host_large_divisors()
{
    for (unsigned t = 0; t < N; t++) {
        float q = 0x1p100f * (float)(1 + (in[t] & 7)) / (t % 3 == 0 ? 0x1p125f : t % 3 == 1 ? 0x1p126f : 0x1p127f);
        memcpy(&want[t], &q, 4);
        want[t] += 0xffffffffu;
    }
}

__global__ void early_leave(const unsigned *a, unsigned *o)
{
    unsigned t = threadIdx.x, s = 0;
    o[t] = 1;
    if (a[t] % 3 == 0)
        return;
    for (unsigned k = 0; k < 10; k++) {
        s += a[(t + k) % N];
        if (s % 5 == 0) {
            o[t] = s;
            return;
        }
    }
    o[t] = s + 1;
}
static void host_early_leave()
{
    for (unsigned t = 0; t < N; t++) {
        unsigned s = 0, k = 0;
        want[t] = 1;
        if (in[t] % 3 == 0)
            continue;
        for (; k < 10; k++)
            if ((s += in[(t + k) % N]) % 5 == 0)
                break;
        want[t] = k < 10 ? s : s + 1;
    }
}

template <class T, int WIDTH> __global__ void tile(const T *a, T *o)
{
    __shared__ T s[WIDTH][WIDTH + 1];
    int x = threadIdx.x % WIDTH, y = threadIdx.x / WIDTH;
    if (y < WIDTH)
        s[y][x] = a[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[x][y % WIDTH];
}
static void host_tile()
{
    for (int t = 0; t < N; t++)         /* twice the threads that the tile has places */
        want[t] = in[t % 8 * 8 + t / 8 % 8];
}

typedef void (*kernel)(const unsigned *, unsigned *);
static void check(const char *name, kernel k, void (*host)(), int rounds)
{
    for (int r = 0; r < rounds; r++) {
        unsigned x = 99 + r;
        for (int i = 0; i < N; i++) {
            x = x * 1664525 + 1013904223;
            in[i] = r == 1 ? x >> 20 : x;
        }
        OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
        OK(cudaMemset(d_out, 0, sizeof out));
        k<<<1, N, 7 * N>>>(d_in, d_out);
        OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
        host();
        for (int i = 0; i < N; i++)
            if (out[i] != want[i]) {
                printf("%s: thread %d: %08x on the device, %08x on the host\n", name, i, out[i], want[i]);
                failures++;
                break;
            }
    }
}
#define RUN(name) check(#name, name, host_##name, 2)

int main()
{
    OK(cudaMalloc((void **)&d_in, sizeof in));
    OK(cudaMalloc((void **)&d_out, sizeof out));
    RUN(shared_structs);
    RUN(dynamic_shared);
    RUN(barrier_loop);
    RUN(atomics);
    RUN(votes);
    RUN(constants);
    RUN(assembly);
    RUN(never_fused);
    RUN(large_divisors);
    RUN(early_leave);
    check("tile", tile<unsigned, 8>, host_tile, 2);
    printf("%d failures\n", failures);
    return failures != 0;
}
