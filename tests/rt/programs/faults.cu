/* SPDX-License-Identifier: Apache-2.0
 * Launches that are refused, kernels that fail: the codes, the messages, and what a context is good for afterwards. */
#include <cuda_runtime.h>
#include <string.h>

#include "check.h"

__global__ void store(int *p, int at) { p[at + threadIdx.x] = 1; }
__global__ void odd(char *p) { *(int *)(p + 2) = 1; }
__global__ void endless(volatile int *p) { while (*p == 0) ; }
__global__ void gives_up() { if (threadIdx.x == 7) __trap(); }
__global__ void fine(int *p) { p[threadIdx.x] = threadIdx.x; }

static void refused()
{
    int *d;
    OK(cudaMalloc((void **)&d, 4096));
    fine<<<1, 513>>>(d);
    CHECK(strstr(cudaGetErrorString(cudaPeekAtLastError()), "513"));
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    CHECK_IS(cudaGetLastError(), cudaSuccess);
    fine<<<65536, 1>>>(d);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    fine<<<dim3(1, 1, 2), 1>>>(d);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    fine<<<1, dim3(1, 1, 65)>>>(d);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    fine<<<0, 1>>>(d);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    fine<<<1, 32, 16384>>>(d);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    fine<<<1, 512>>>(d);
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    OK(cudaFree(d));
}

/* After a failure of the given code: reported once more, then memory can be read, nothing else works until the reset.
 */
static void after(int *d, cudaError_t code, const char *kernel)
{
    int h[4] = { 0 };

    CHECK(strstr(cudaGetErrorString(cudaPeekAtLastError()), kernel));
    CHECK(strstr(cudaGetErrorString(cudaPeekAtLastError()), "faults.cu:"));
    CHECK(cudaGetLastError() == code);
    CHECK(cudaDeviceSynchronize() == code);
    CHECK(cudaGetLastError() == code);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 0 && h[3] == 3);
    CHECK_IS(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice), code);
    fine<<<1, 4>>>(d);
    CHECK_IS(cudaGetLastError(), code);
    OK(cudaFree(d));
    OK(cudaDeviceReset());
}

static int *ready()
{
    int *d;
    OK(cudaMalloc((void **)&d, 4096));
    fine<<<1, 4>>>(d);
    OK(cudaGetLastError());
    return d;
}

int main()
{
    int *d;

    refused();
    d = ready();
    store<<<1, 32>>>(d, 1 << 29);
    after(d, cudaErrorLaunchFailure, "kernel store");
    d = ready();
    store<<<1, 32>>>(0, 0);
    after(d, cudaErrorLaunchFailure, "address 0x0");
    d = ready();
    odd<<<1, 1>>>((char *)d);
    after(d, cudaErrorLaunchFailure, "kernel odd");
    d = ready();
    endless<<<1, 1>>>(d);
    after(d, cudaErrorLaunchTimeout, "kernel endless");
    d = ready();
    gives_up<<<1, 32>>>();
    after(d, cudaErrorLaunchFailure, "kernel gives_up");
    /* A program that looks at the copy only is told by it. */
    d = ready();
    store<<<1, 32>>>(0, 0);
    int h[4] = { 0 };
    CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) == cudaErrorLaunchFailure);
    CHECK(h[3] == 3);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    OK(cudaDeviceReset());
    printf("%d failures\n", failures);
    return failures != 0;
}
