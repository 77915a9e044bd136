/* SPDX-License-Identifier: Apache-2.0
 * Idioms of CUDA programs of 2008 to 2011 that the examples do not have: structures linked by device pointers, tables
 * of pointers, a constant structure that points to memory, several arrays in one dynamic block of shared memory,
 * policies as template parameters and kernels behind pointers, the last block that finishes a sum, counters tagged by
 * their thread, bytes of shared memory, 64-bit numbers, control flow with goto. */
#include <cuda.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Headers of samples know those of CUDA by what guards them. */
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || \
    !defined(__cuda_cuda_h__)
#error the names that guard the headers of CUDA
#endif
typedef char since_4_1[CUDA_ERROR_ASSERT == 710 && CUDA_ERROR_TOO_MANY_PEERS == 711 ? 1 : -1];

#define THREADS 128

template <class T> static T *device(size_t n)
{
    T *p = NULL;
    OK(cudaMalloc((void **)&p, n * sizeof(T)));
    OK(cudaMemset(p, 0, n * sizeof(T)));
    return p;
}
template <class T> static void put(T *to, const T *from, size_t n)
{
    OK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyHostToDevice));
}
template <class T> static void get(T *to, const T *from, size_t n)
{
    OK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost));
}

/* ---- pointers ---- */

struct node { int value; node *next; };
struct config { float *data; int n; float weight[4]; };
__constant__ config settings;

__global__ void link(node *pool, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        pool[i].value = i * i;
        pool[i].next = i + 1 < n ? &pool[i + 1] : 0;
    }
}
__global__ void walk(const node *head, int *sum)
{
    int s = 0;
    for (const node *p = head; p; p = p->next)
        s += p->value * (threadIdx.x + 1);
    sum[threadIdx.x] = s;
}
__global__ void number_rows(float **row, int width)
{
    row[blockIdx.x][threadIdx.x] = blockIdx.x * width + threadIdx.x;
}
__global__ void weigh()
{
    int i = threadIdx.x;
    if (i < settings.n)
        settings.data[i] = settings.weight[i & 3] * i;
}

static void pointers()
{
    node *pool = device<node>(50), h[50];
    int *sum = device<int>(32), s[32];
    link<<<1, 64>>>(pool, 50);
    walk<<<1, 32>>>(pool, sum);
    get(s, sum, 32);
    get(h, pool, 50);
    for (int i = 0; i < 32; i++)
        CHECK(s[i] == 40425 * (i + 1));
    CHECK(h[3].next == pool + 4 && !h[49].next);

    float *row[8], **rows = device<float *>(8), line[16];
    for (int i = 0; i < 8; i++)
        row[i] = device<float>(16);
    put(rows, row, 8);
    number_rows<<<8, 16>>>(rows, 16);
    get(line, row[5], 16);
    for (int i = 0; i < 16; i++)
        CHECK(line[i] == 80 + i);

    config c = { device<float>(40), 37, { 0.5f, 1.5f, 2.5f, 3.5f } };
    float out[40];
    OK(cudaMemcpyToSymbol("settings", &c, sizeof c));
    weigh<<<1, 64>>>();
    get(out, c.data, 40);
    for (int i = 0; i < 40; i++)
        CHECK(out[i] == (i < 37 ? c.weight[i & 3] * i : 0));
}

/* ---- shared memory ---- */

__global__ void carve(float *out, int n)
{
    extern __shared__ char raw[];
    double *d = (double *)raw;
    float *f = (float *)&d[n];
    short *s = (short *)&f[n];
    int t = threadIdx.x, u = (t + 7) % n;
    d[t] = t * 0.5;
    f[t] = t;
    s[t] = (short)(3 * t);
    __syncthreads();
    out[t] = (float)d[u] + f[u] + s[u];
}

template <class T> struct add {
    __device__ T operator()(T a, T b) const { return a + b; }
    static __device__ T least() { return 0; }
};
template <class T> struct greater {
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
    static __device__ T least() { return -1000000; }
};
template <class T, template <class> class OP> __global__ void scan(const T *in, T *out, int n)
{
    __shared__ T s[2][THREADS];
    OP<T> op;
    int t = threadIdx.x, i = blockIdx.x * THREADS + t, p = 0;
    s[0][t] = i < n ? in[i] : OP<T>::least();
    __syncthreads();
#pragma unroll
    for (int o = 1; o < THREADS; o *= 2) {
        s[1 - p][t] = t >= o ? op(s[p][t - o], s[p][t]) : s[p][t];
        p = 1 - p;
        __syncthreads();
    }
    if (i < n)
        out[i] = s[p][t];
}
typedef void (*scan_kernel)(const int *, int *, int);

__device__ unsigned int finished = 0;
template <unsigned int N> __device__ void reduce(volatile float *s, float mine, unsigned int t)
{
    s[t] = mine;
    __syncthreads();
    if (N >= 128) {
        if (t < 64)
            s[t] = mine = mine + s[t + 64];
        __syncthreads();
    }
    if (t < 32)
        for (int o = 32; o > 0; o >>= 1)
            s[t] = mine = mine + s[t + o];
    __syncthreads();
}
template <unsigned int N> __global__ void sum_once(const float *in, float *out, unsigned int n)
{
    __shared__ float s[N + 32];
    __shared__ bool last;
    float mine = 0;
    for (unsigned int i = blockIdx.x * N + threadIdx.x; i < n; i += N * gridDim.x)
        mine += in[i];
    reduce<N>(s, mine, threadIdx.x);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        reduce<N>(s, threadIdx.x < gridDim.x ? ((volatile float *)out)[threadIdx.x] : 0, threadIdx.x);
        if (threadIdx.x == 0)
            out[0] = s[0];
    }
}

/* Threads of a warp that meet at a counter: who finds another's tag tries again. */
__global__ void tagged(unsigned int *out, const unsigned int *in, int n)
{
    __shared__ unsigned int count[256];
    const unsigned int tag = threadIdx.x << 27;
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        count[b] = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        for (int k = 0; k < 32; k += 8) {
            volatile unsigned int *c = &count[in[i] >> k & 255];
            unsigned int v;
            do {
                v = tag | ((*c & 0x7ffffff) + 1);
                *c = v;
            } while (*c != v);
        }
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        out[b] = count[b] & 0x7ffffff;
}

static void shared()
{
    float *out = device<float>(96), h[96];
    carve<<<1, 96, 96 * (sizeof(double) + sizeof(float) + sizeof(short))>>>(out, 96);
    get(h, out, 96);
    for (int t = 0; t < 96; t++)
        CHECK(h[t] == (t + 7) % 96 * 4.5f);

    enum { N = 1000 };
    static int in[N], got[N];
    int *d = device<int>(N), *o = device<int>(N);
    for (int i = 0; i < N; i++)
        in[i] = i * 7919 % 101 - 50;
    put(d, in, N);
    scan_kernel kernel[2] = { scan<int, add>, scan<int, greater> };
    for (int m = 0; m < 2; m++) {
        kernel[m]<<<(N + THREADS - 1) / THREADS, THREADS>>>(d, o, N);
        get(got, o, N);
        for (int i = 0, want = 0; i < N; i++) {
            want = i % THREADS == 0 ? in[i] : m ? (want > in[i] ? want : in[i]) : want + in[i];
            CHECK(got[i] == want);
        }
    }

    static float numbers[N];
    float *fd = device<float>(N), *fo = device<float>(16), sum;
    for (int i = 0; i < N; i++)
        numbers[i] = i % 16;
    put(fd, numbers, N);
    for (int again = 0; again < 2; again++) {
        sum_once<THREADS><<<5, THREADS>>>(fd, fo, N);
        get(&sum, fo, 1);
        CHECK(sum == 62 * 120 + 28);
    }

    unsigned int *counts = device<unsigned int>(256), c[256], want[256] = { 0 };
    tagged<<<1, 32>>>(counts, (unsigned int *)d, N);
    get(c, counts, 256);
    for (int i = 0; i < 4 * N; i++)
        want[((unsigned char *)in)[i]]++;
    CHECK(!memcmp(c, want, sizeof c));
}

/* ---- numbers, control flow: the same function on both sides ---- */

__host__ __device__ static int collatz(int i)
{
    int seen[10] = { 0 }, steps = 0, most = 0;
    long long v = i + 1;
again:
    if (v == 1 || steps > 300)
        goto done;
    steps++;
    switch ((int)(v % 6)) {
    case 0: case 2: case 4:
        v /= 2;
        seen[v % 10]++;
        break;
    case 3:
        v = 3 * v + 1;
        goto again;
    case 1:
        seen[(v >> 1) % 10] += 2;       /* and on */
    default:
        v = (3 * v + 1) / 2;
        steps++;
    }
    goto again;
done:
    for (int k = 1; k < 10; k++) {
        if (seen[k] <= seen[most])
            continue;
        most = k;
        if (seen[k] > 20)
            break;
    }
    return steps * 100 + most * 10 + seen[most] % 10;
}
__host__ __device__ static long long wide(long long x, unsigned long long y)
{
    return x / (long long)(y >> 33 | 1) + (long long)((y ^ 0x123456789abcdefull) % (y | 1)) +
           (long long)((unsigned long long)x << (y & 63)) + (x >> (y & 31)) - (x > (long long)y);
}
__global__ void numbers(int *steps, long long *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    steps[i] = collatz(i);
    w[i] = wide((long long)i * i * i * -1234567891, (unsigned long long)(i + 1) * 0x9e3779b97f4a7c15ull);
}

static void control()
{
    enum { N = 300 };
    int *d = device<int>(N), steps[N];
    long long *w = device<long long>(N), hw[N];
    numbers<<<(N + 63) / 64, 64>>>(d, w, N);
    get(steps, d, N);
    get(hw, w, N);
    for (int i = 0; i < N; i++) {
        CHECK(steps[i] == collatz(i));
        CHECK(hw[i] == wide((long long)i * i * i * -1234567891, (unsigned long long)(i + 1) * 0x9e3779b97f4a7c15ull));
    }
}

/* ---- static variables by their names: the host's code has no other way to them ---- */

static __device__ int sums[4];
static __constant__ int step[4];
namespace {
__constant__ int offset = 1;
}

__global__ void stride(void)
{
    sums[threadIdx.x] += step[threadIdx.x] * offset;
}

static void names()
{
    int v[4] = { 1, 2, 3, 4 }, *d;
    size_t n;

    OK(cudaMemcpyToSymbol("sums", v, sizeof v));
    OK(cudaMemcpyToSymbol("step", v, sizeof v));
    stride<<<1, 4>>>();
    OK(cudaMemcpyFromSymbol(v, "sums", sizeof v));
    for (int i = 0; i < 4; i++)
        CHECK(v[i] == 2 * (i + 1));
    OK(cudaGetSymbolSize(&n, "step"));
    CHECK(n == 16);
    OK(cudaGetSymbolAddress((void **)&d, "sums"));
    OK(cudaMemcpy(v, d + 1, 4, cudaMemcpyDeviceToHost));
    CHECK(v[0] == 4);
    OK(cudaMemcpyToSymbol(offset, v, 4));
    stride<<<1, 4>>>();
    OK(cudaMemcpyFromSymbol(v, sums, sizeof v));
    CHECK(v[0] == 2 + 4 && v[3] == 8 + 16);
    CHECK_IS(cudaMemcpyToSymbol("sum", v, 4), cudaErrorInvalidSymbol);
}

/* ---- what clang refuses: registers of PTX behind one %, default arguments of a declaration alone ---- */

#define WARP(x) asm("{ .reg .u32 %other; mov.u32 %other, %warpid; \n\t" /* "%not" */ "mov.u32 %0, %other; }" : "=r"(x))
template <int N> struct tile {
    template <int A, int B, int dummy = 0> struct step;
    template <typename T, typename U = int, int K = (1 + 1)> struct part;
    template <int A, int dummy> struct step<A, 0, dummy> {
        template <class T> static __device__ int f(T x) { return step<A, 1>::template f<T>(x + 1); }
    };
    template <int A, int B, int dummy> struct step {
        template <class T> static __device__ int f(T x) { return x * 10 + N; }
    };
    template <typename T, typename U, int K>
    struct part {
        static __device__ int f() { return sizeof(U) + K; }
    };
    template <class T> static __device__ int run(T x) { return step<0, 0>::template f<T>(x) + part<T>::f(); }
};
__global__ void refused(int *o)
{
    int lane, warp;

    asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
    WARP(warp);
    asm("add.u32 %0, %1, %%tid.y;" : "=r"(lane) : "r"(lane));
    o[threadIdx.x] = lane + 100 * warp + 1000 * tile<3>::run(4);
}
static void adapted()
{
    int *d = device<int>(THREADS), h[THREADS];

    refused<<<1, THREADS>>>(d);
    get(h, d, THREADS);
    for (int t = 0; t < THREADS; t++)
        CHECK(h[t] == t % 32 + 100 * (t / 32) + 1000 * (53 + 4 + 2));
}

int main()
{
    names();
    pointers();
    shared();
    control();
    printf("%d failures\n", failures);
    adapted();
    return failures != 0;
}
