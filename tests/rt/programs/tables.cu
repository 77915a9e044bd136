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
int main()
{
    int h[64], *d;
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
