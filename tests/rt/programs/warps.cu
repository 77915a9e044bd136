/* SPDX-License-Identifier: Apache-2.0
 * The 32 threads of a warp run in step: what one writes to shared memory the others read in their next statement,
 * without barriers and without volatile. Each kernel is one way in which programs of the time count on it. The host
 * computes what they give, thread by thread, statement by statement. */
#include "check.h"
#include <string.h>

enum { WARP = 32, N = 64, BLOCKS = 6 };

static int in[BLOCKS * N], out[BLOCKS * N], want[BLOCKS * N], *d_in, *d_out;

/* ---- sums and minima by halves ---- */

__global__ void sum(const int *a, int *o)
{
    __shared__ int s[N];
    int t = threadIdx.x;

    s[t] = a[blockIdx.x * N + t];
    __syncthreads();
    if (t < WARP) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    __syncthreads();
    o[blockIdx.x * N + t] = s[0];
}
static void host_sum(const int *a, int *o)
{
    int s = 0;

    for (int t = 0; t < N; t++)
        s += a[t];
    for (int t = 0; t < N; t++)
        o[t] = s;
}

/* Threads that go round a store read what those that do not have written, where both meet. */
__global__ void one_sided(const int *a, int *o)
{
    __shared__ int s[N];
    __shared__ int met[2];
    int t = threadIdx.x, sum;

    s[t] = a[blockIdx.x * N + t];
    met[t / WARP] = 0;
    sum = s[t / WARP * WARP] + met[t / WARP];
    if (t % WARP < 15)
        s[t] += s[t + 15];
    sum += s[t / WARP * WARP];
    for (int i = 0; i < t % WARP; i++)
        if (i % 8 == 3)
            atomicAdd(&met[t / WARP], 1);
    sum = sum * 1000 + met[t / WARP];
    o[blockIdx.x * N + t] = sum;
}
static void host_one_sided(const int *a, int *o)
{
    for (int t = 0; t < N; t++) {
        int first = t / WARP * WARP, met = 0;
        for (int lane = 0; lane < WARP; lane++)
            for (int i = 0; i < lane; i++)
                met += i % 8 == 3;
        o[t] = (a[first] + a[first] + a[first + 15]) * 1000 + met;
    }
}

/* The place of the least: an array of the caller's behind a pointer, one of its own, a condition. Of two equal the
 * higher half's is not taken. */
__device__ int place_of_least(float *value)
{
    __shared__ int place[N];
    int t = threadIdx.x;

    place[t] = t;
    __syncthreads();
    if (t < WARP)
#pragma unroll
        for (int half = 32; half; half >>= 1)
            if (value[t + half] < value[t]) {
                value[t] = value[t + half];
                place[t] = place[t + half];
            }
    __syncthreads();
    return place[0];
}
__global__ void least(const int *a, int *o)
{
    __shared__ float value[N];

    value[threadIdx.x] = a[blockIdx.x * N + threadIdx.x];
    o[blockIdx.x * N + threadIdx.x] = place_of_least(value);
}
static void host_least(const int *a, int *o)
{
    int place[N];
    float value[N];

    for (int t = 0; t < N; t++) {
        value[t] = a[t];
        place[t] = t;
    }
    for (int half = 32; half; half >>= 1) {
        float v[WARP];
        int p[WARP];
        for (int t = 0; t < WARP; t++) {
            bool other = value[t + half] < value[t];
            v[t] = value[other ? t + half : t];
            p[t] = place[other ? t + half : t];
        }
        memcpy(value, v, sizeof v);
        memcpy(place, p, sizeof p);
    }
    for (int t = 0; t < N; t++)
        o[t] = place[0];
}

/* ---- values handed around ---- */

/* A running sum in a loop: read, then write, in each step; the pointer is one to the middle of the array. */
__global__ void running(const int *a, int *o)
{
    __shared__ int room[2][WARP + 16];
    int t = threadIdx.x % WARP, w = threadIdx.x / WARP, *s = room[w] + 16;

    room[w][t % 16] = 0;
    s[t] = a[blockIdx.x * N + threadIdx.x];
    for (int d = 1; d < WARP; d *= 2) {
        int left = s[t - d];
        s[t] += left;
    }
    o[blockIdx.x * N + threadIdx.x] = s[t];
}
static void host_running(const int *a, int *o)
{
    for (int t = 0, s = 0; t < N; t++) {
        s = t % WARP ? s + a[t] : a[t];
        o[t] = s;
    }
}

/* Bytes and structures of shared memory, swapped by three assignments, each through memory. */
struct pair { short a; unsigned char b; };
__global__ void turned(const int *a, int *o)
{
    __shared__ struct pair p[2][WARP];
    int t = threadIdx.x % WARP, w = threadIdx.x / WARP, v = a[blockIdx.x * N + threadIdx.x];

    p[w][t].a = (short)v;
    p[w][t].b = (unsigned char)(v >> 3);
    struct pair mine = p[w][t ^ 5];
    p[w][t] = mine;
    p[w][t].a += p[w][t ^ 9].b;
    p[w][t].b ^= (unsigned char)p[w][t ^ 1].a;
    o[blockIdx.x * N + threadIdx.x] = p[w][t].a * 256 + p[w][t].b;
}
static void host_turned(const int *a, int *o)
{
    for (int w = 0; w < N; w += WARP) {
        short x[WARP];
        unsigned char y[WARP];
        for (int t = 0; t < WARP; t++) {
            x[t] = (short)a[w + (t ^ 5)];
            y[t] = (unsigned char)(a[w + (t ^ 5)] >> 3);
        }
        short sum[WARP];
        for (int t = 0; t < WARP; t++)
            sum[t] = (short)(x[t] + y[t ^ 9]);
        for (int t = 0; t < WARP; t++)
            o[w + t] = sum[t] * 256 + (unsigned char)(y[t] ^ (unsigned char)sum[t ^ 1]);
    }
}

/* All write to one place, and see what one of them has written: the same for all of the warp. */
__global__ void last_of_all(const int *a, int *o)
{
    __shared__ int s[2];
    int w = threadIdx.x / WARP;

    s[w] = a[blockIdx.x * N + threadIdx.x] * 64 + threadIdx.x;
    int one = s[w];
    s[w] = 0;
    o[blockIdx.x * N + threadIdx.x] = one;
}

/* Two arrays of dynamic shared memory begin at the same place. */
extern __shared__ int as_numbers[];
extern __shared__ unsigned char as_bytes[];
__global__ void two_names(const int *a, int *o)
{
    int t = threadIdx.x, v;

    as_numbers[t] = a[blockIdx.x * N + t];
    v = as_bytes[4 * t + 1];
    as_bytes[4 * t] = (unsigned char)(v + 1);
    o[blockIdx.x * N + t] = as_numbers[t];
}
static void host_two_names(const int *a, int *o)
{
    for (int t = 0; t < N; t++)
        o[t] = (a[t] & ~0xff) | (((a[t] >> 8) + 1) & 0xff);
}

/* A function that is not to be inlined, with a pointer that says nothing of shared memory. */
__device__ __noinline__ void add_next(int *p, int t)
{
    p[t] += p[t ^ 1];
    p[t] += p[t ^ 2];
    p[t] -= p[t ^ 4];
}
__global__ void behind_pointer(const int *a, int *o)
{
    __shared__ int s[N];
    int t = threadIdx.x;

    s[t] = a[blockIdx.x * N + t];
    add_next(s + WARP * (t / WARP), t % WARP);
    o[blockIdx.x * N + t] = s[t];
}
static void host_behind_pointer(const int *a, int *o)
{
    int s[N], r[N];

    memcpy(s, a, sizeof s);
    for (int step = 1; step <= 4; step *= 2) {
        for (int t = 0; t < N; t++)
            r[t] = step < 4 ? s[t] + s[t ^ step] : s[t] - s[t ^ step];
        memcpy(s, r, sizeof s);
    }
    memcpy(o, s, sizeof s);
}

static void run(const char *name, void (*kernel)(const int *, int *), void (*host)(const int *, int *))
{
    kernel<<<BLOCKS, N, N * sizeof(int)>>>(d_in, d_out);
    OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int b = 0; b < BLOCKS; b++)
        host(in + b * N, want + b * N);
    for (int i = 0; i < BLOCKS * N; i++)
        if (out[i] != want[i]) {
            printf("%s: block %d thread %d gives %d, expected %d\n", name, i / N, i % N, out[i], want[i]);
            failures++;
            return;
        }
}

int main()
{
    unsigned seed = 1;

    for (int i = 0; i < BLOCKS * N; i++) {
        seed = seed * 1664525u + 1013904223u;
        in[i] = (int)(seed >> 12);
    }
    OK(cudaMalloc((void **)&d_in, sizeof in));
    OK(cudaMalloc((void **)&d_out, sizeof out));
    OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    run("sum", sum, host_sum);
    run("one_sided", one_sided, host_one_sided);
    run("least", least, host_least);
    run("running", running, host_running);
    run("turned", turned, host_turned);
    run("two_names", two_names, host_two_names);
    run("behind_pointer", behind_pointer, host_behind_pointer);
    last_of_all<<<BLOCKS, N>>>(d_in, d_out);
    OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < BLOCKS * N; i++) {
        int from = out[i] % 64;
        CHECK(out[i] == out[i / WARP * WARP] && from / WARP == i % N / WARP &&
              out[i] == in[i / N * N + from] * 64 + from);
    }
    return failures != 0;
}
