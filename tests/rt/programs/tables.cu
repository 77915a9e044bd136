/* SPDX-License-Identifier: Apache-2.0
 * Arrays and structures of a thread that begin with addresses of shared memory. */
#include "check.h"
struct pair { int n; int *at[2]; float f; };
/* An index that only the run knows picks one of two variables of shared memory. */
__global__ void buffers(int *out, int n)
{
    __shared__ int a[64], b[64];
    int *buf[2] = { a, b };
    a[threadIdx.x] = threadIdx.x;
    for (int i = 0; i < n; i++) {
        __syncthreads();
        buf[(i + 1) & 1][threadIdx.x] = buf[i & 1][63 - threadIdx.x] + 1;
    }
    out[threadIdx.x] = buf[n & 1][threadIdx.x];
}
__global__ void structures(int *out, int n)
{
    __shared__ int a[64], b[64];
    struct pair p[2] = { { 3, { a + 2, b }, 1.5f }, { 5, { b + 7, a }, 2.5f } };
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = 100 + threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = p[n & 1].at[threadIdx.x & 1][threadIdx.x / 2] + p[~n & 1].n + (int)(2 * p[n & 1].f);
}
/* One array has pointers to shared memory, another to global memory, and an address is masked: with -g, clang leaves
 * more of this to the compiler of PTX. */
__global__ void two_memories(int *out, unsigned short *halves, const int *global, int n)
{
    __shared__ int a[64];
    int *p[3] = { a, a + 1, a + 2 };
    const int *q[3] = { global + 2, 0, 0 };
    q[1] = global + 1;
    q[2] = n > 90 ? 0 : global;
    a[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = threadIdx.x < 60 ? p[n % 3][threadIdx.x] * 1000 + q[n % 3][threadIdx.x] : 0;
    unsigned *word = (unsigned *)((size_t)halves & ~(size_t)2);
    atomicAdd(word, 0x10001);
}
/* Which of two arrays is read, or how far, only the run knows. */
__global__ void either_array(int *out, int n)
{
    __shared__ int a[64];
    int *p[3] = { a, a + 1, a + 2 }, *q[3] = { a + 3, a + 4, a + 5 }, sum = 0;
    a[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    int **from = n & 1 ? p : q;
    if (threadIdx.x < 50) {
        out[threadIdx.x] = from[n % 3][threadIdx.x];
        for (int **x = p; x != p + n % 3; x++)
            sum += (*x)[threadIdx.x];
        out[threadIdx.x] += 1000 * sum;
    }
}
/* A structure that the host passes is the thread's own. */
struct passed { int n, *at[2]; };
__global__ void overwritten(struct passed s, int *out)
{
    __shared__ int a[64];
    a[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    s.at[0] = a;
    out[threadIdx.x] = s.at[0][threadIdx.x] + s.at[1][s.n];
}
static void check_either(int n)
{
    int h[64], *d;
    struct passed s = { 1 };
    OK(cudaMalloc((void **)&d, sizeof h));
    either_array<<<1, 64>>>(d, n);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 50; t++)
        CHECK(h[t] == 2 * (t + n % 3 + (n & 1 ? 0 : 3)) + 1000 * (n % 3 * 2 * t + (n % 3 == 2 ? 2 : 0)));
    OK(cudaMalloc((void **)&s.at[1], 8));
    OK(cudaMemset(s.at[1], 1, 8));
    s.at[0] = s.at[1];
    overwritten<<<1, 64>>>(s, d);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 64; t++)
        CHECK(h[t] == 2 * t + 0x1010101);
}
static void check_two(int n)
{
    int h[64], *d, *in;
    unsigned short *halves;
    unsigned word;
    OK(cudaMalloc((void **)&d, sizeof h));
    OK(cudaMalloc((void **)&in, sizeof h));
    OK(cudaMalloc((void **)&halves, 4));
    OK(cudaMemset(halves, 0, 4));
    for (int t = 0; t < 64; t++)
        h[t] = 7 * t;
    OK(cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice));
    two_memories<<<1, 64>>>(d, halves + 1, in, n);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(&word, halves, 4, cudaMemcpyDeviceToHost));
    CHECK(word == 64 * 0x10001u);
    for (int t = 0; t < 60; t++)
        CHECK(h[t] == (t + n % 3) * 2000 + 7 * (t + 2 - n % 3));
}
int main()
{
    int h[64], *d;
    for (int n = 4; n < 7; n++)
        check_two(n), check_either(n);
    OK(cudaMalloc((void **)&d, sizeof h));
    for (int n = 4; n < 6; n++) {
        buffers<<<1, 64>>>(d, n);
        OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
        for (int t = 0; t < 64; t++)
            if (h[t] != (n & 1 ? 63 - t : t) + n) {
                printf("buffers, %d rounds, thread %d: %d, expected %d\n", n, t, h[t], (n & 1 ? 63 - t : t) + n);
                failures++;
            }
        structures<<<1, 64>>>(d, n);
        OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
        for (int t = 0; t < 64; t++) {
            int want = n & 1 ? (t & 1 ? t / 2 : 107 + t / 2) + 3 + 5 : (t & 1 ? 100 + t / 2 : 2 + t / 2) + 5 + 3;
            if (h[t] != want) {
                printf("structures, %d, thread %d: %d, expected %d\n", n, t, h[t], want);
                failures++;
            }
        }
    }
    return failures != 0;
}
