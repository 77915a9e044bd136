/* SPDX-License-Identifier: Apache-2.0
 * Mapped host memory: kernels read and write it, copies see it, parts of it, portable and registered blocks, what is
 * refused. */
#include <cuda_runtime.h>

#include "check.h"

__global__ void twice(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}

static void map_and_run()
{
    const int n = 1000;
    int *in, *out, *din = 0, *dout = 0, copy[3];

    OK(cudaHostAlloc((void **)&in, n * sizeof(int), cudaHostAllocMapped));
    OK(cudaHostAlloc((void **)&out, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined));
    for (int i = 0; i < n; i++) {
        in[i] = i - 7;
        out[i] = -1;
    }
    OK(cudaHostGetDevicePointer((void **)&din, in, 0));
    OK(cudaHostGetDevicePointer((void **)&dout, out, 0));
    twice<<<4, 128>>>(din, dout, 512);
    OK(cudaThreadSynchronize());
    for (int i = 0; i < n; i++)
        CHECK(out[i] == (i < 512 ? 2 * (i - 7) : -1));
    /* The host changes it between kernels; an address inside the block. */
    for (int i = 0; i < n; i++)
        in[i] = 5 * i;
    int *middle = 0;
    OK(cudaHostGetDevicePointer((void **)&middle, in + 600, 0));
    CHECK(middle == din + 600);
    twice<<<1, 100>>>(middle, dout, 100);
    for (int i = 0; i < 100; i++)
        CHECK(out[i] == 10 * (600 + i));
    CHECK(out[100] == 2 * 93);
    /* Copies name the device address. */
    OK(cudaMemcpy(copy, din + 10, sizeof copy, cudaMemcpyDeviceToHost));
    CHECK(copy[0] == 50 && copy[1] == 55 && copy[2] == 60);
    OK(cudaMemset(dout + 200, 0, 8));
    CHECK(out[199] == 2 * 192 && out[200] == 0 && out[201] == 0 && out[202] == 2 * 195);
    OK(cudaMemcpy(din, dout, 16, cudaMemcpyDeviceToDevice));
    CHECK(in[0] == 6000 && in[3] == 6030 && in[4] == 20);
    OK(cudaFreeHost(in));
    CHECK_IS(cudaHostGetDevicePointer((void **)&din, in, 0), cudaErrorInvalidValue);
    OK(cudaFreeHost(out));
}

static void reg()
{
    static int memory[256];
    int *d = 0, *plain;
    unsigned flags;

    OK(cudaHostRegister(memory + 2, 100 * sizeof(int), cudaHostRegisterMapped));
    CHECK_IS(cudaHostRegister(memory, 16, cudaHostRegisterMapped), cudaErrorHostMemoryAlreadyRegistered);
    OK(cudaHostGetDevicePointer((void **)&d, memory + 2, 0));
    for (int i = 0; i < 256; i++)
        memory[i] = i;
    twice<<<1, 64>>>(d, d, 64);
    OK(cudaGetLastError());
    for (int i = 0; i < 256; i++)
        CHECK(memory[i] == (i >= 2 && i < 66 ? 2 * i : i));
    OK(cudaHostUnregister(memory + 2));
    CHECK_IS(cudaHostUnregister(memory + 2), cudaErrorHostMemoryNotRegistered);
    /* Page-locked memory that is not mapped has no device address. */
    OK(cudaHostAlloc((void **)&plain, 64, cudaHostAllocPortable));
    OK(cudaHostGetFlags(&flags, plain));
    CHECK(flags == cudaHostAllocPortable);
    CHECK_IS(cudaHostGetDevicePointer((void **)&d, plain, 0), cudaErrorInvalidValue);
    OK(cudaFreeHost(plain));
}

/* One block, two devices: each kernel writes its half, neither undoes the other's. */
static void portable()
{
    int *host, *d = 0;

    OK(cudaSetDevice(0));
    OK(cudaHostAlloc((void **)&host, 64 * sizeof(int), cudaHostAllocPortable | cudaHostAllocMapped));
    for (int i = 0; i < 64; i++)
        host[i] = i + 1;
    for (int device = 0; device < 2; device++) {
        OK(cudaSetDevice(device));
        OK(cudaHostGetDevicePointer((void **)&d, host, 0));
        twice<<<1, 32>>>(d + 32 * device, d + 32 * device, 32);
        OK(cudaDeviceSynchronize());
    }
    for (int i = 0; i < 64; i++)
        CHECK(host[i] == 2 * (i + 1));
    OK(cudaSetDevice(0));
    OK(cudaFreeHost(host));
    OK(cudaSetDevice(1));
    CHECK_IS(cudaHostGetDevicePointer((void **)&d, host, 0), cudaErrorInvalidValue);
}

int main()
{
    cudaDeviceProp p;

    OK(cudaGetDeviceProperties(&p, 0));
    CHECK(p.canMapHostMemory == 1);
    for (int device = 1; device >= 0; device--) {
        OK(cudaSetDevice(device));
        OK(cudaSetDeviceFlags(cudaDeviceMapHost));
    }
    map_and_run();
    CHECK_IS(cudaSetDeviceFlags(cudaDeviceMapHost), cudaErrorSetOnActiveProcess);
    reg();
    portable();
    /* A device that was not told to map. */
    OK(cudaSetDevice(2));
    int *h, *d;
    OK(cudaHostAlloc((void **)&h, 64, cudaHostAllocMapped));
    CHECK_IS(cudaHostGetDevicePointer((void **)&d, h, 0), cudaErrorInvalidValue);
    OK(cudaFreeHost(h));
    printf("%d failures\n", failures);
    return failures != 0;
}
