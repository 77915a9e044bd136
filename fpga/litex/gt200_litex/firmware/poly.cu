// SPDX-License-Identifier: Apache-2.0
// What main.c launches: a constant for each thread, a product, a sum, a count.
__constant__ int coefficient[4] = { 3, 1, 4, 15 };
__device__ unsigned threads;

extern "C" __global__ void poly(const int *x, int *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    y[i] = coefficient[i & 3] * x[i] + y[i];
    atomicAdd(&threads, 1u);
}
