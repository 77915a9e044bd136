/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "scale.h"

#define N 64

__global__ void fill(float *p)
{
    p[threadIdx.x] = threadIdx.x + OFFSET;
}

int main()
{
    float *d, h[N];
    int wrong = 0;

    cudaMalloc((void **)&d, sizeof h);
    fill<<<1, N>>>(d);
    scale(d, N, 0.5f);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += h[i] != 0.5f * (i + 3) || odd(i) != (i & 1);
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
    return wrong != 0;
}
