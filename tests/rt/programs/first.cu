/* SPDX-License-Identifier: Apache-2.0
 * A whole program: constants, a counter, events; checked against the host. */
#include <stdio.h>
#include <stdlib.h>

__constant__ float scale;
__device__ int count;
__global__ void add(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { c[i] = scale * (a[i] + b[i]); atomicAdd(&count, 1); }
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    float *h = (float *)malloc(n * 4), *a, *b, *c, s = 2;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc((void **)&a, n * 4); cudaMalloc((void **)&b, n * 4); cudaMalloc((void **)&c, n * 4);
    cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice); cudaMemcpy(b, h, n * 4, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(scale, &s, 4);
    cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
    cudaEventRecord(e0, 0);
    add<<<(n + 127) / 128, 128>>>(c, a, b, n);
    cudaEventRecord(e1, 0);
    cudaError_t e = cudaGetLastError();
    if (e) { printf("error %s: %s\n", cudaGetErrorName(e), cudaGetErrorString(e)); free(h); return 1; }
    float ms; cudaEventElapsedTime(&ms, e0, e1);
    cudaMemcpy(h, c, n * 4, cudaMemcpyDeviceToHost);
    int k, wrong = 0; cudaMemcpyFromSymbol(&k, count, 4);
    for (int i = 0; i < n; i++) wrong += h[i] != 4.0f * i;
    printf("%d wrong, count %d, %f ms\n", wrong, k, ms);
    free(h);
    return wrong != 0;
}
