/* SPDX-License-Identifier: Apache-2.0
 * Constants of two sources of one program do not mix, static things of the same name neither. */
#include "check.h"
#include "parts.h"

static __constant__ int value[4] = { 1, 2, 3, 4 };
static __device__ int counter = 10;
static __global__ void get(int *p) { p[threadIdx.x] = value[threadIdx.x] + counter; }

int main()
{
    int *d, h[4], v[4] = { 5, 6, 7, 8 };

    OK(cudaMalloc((void **)&d, 16));
    for (int round = 0; round < 2; round++) {
        get<<<1, 4>>>(d);
        OK(cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost));
        for (int i = 0; i < 4; i++)
            CHECK(h[i] == (round ? 5 : 1) + i + 10);
        second(d);
        OK(cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost));
        for (int i = 0; i < 4; i++)
            CHECK(h[i] == 100 * (i + 1) + 20);
        OK(cudaMemcpyToSymbol(value, v, 16));
    }
    fill<7><<<1, 4>>>(d);
    OK(cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; i++)
        CHECK(h[i] == 7 + i);
    CHECK(plain_host(3) == 4);
    printf("%d failures\n", failures);
    return failures != 0;
}
