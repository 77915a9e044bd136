/* SPDX-License-Identifier: Apache-2.0
 * The Runtime API, area by area: memory, symbols, streams and events, attributes, templates, launches of every kind. */
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

__constant__ int table[16];
__device__ int total = 5;
__device__ float2 pairs[8];
static __device__ unsigned int hidden;

struct box { char tag; long long d; short s[3]; };

template <class T> __global__ void scale(T *p, T by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = p[i] * by;
}

__global__ void lookup(int *out)
{
    out[threadIdx.x] = table[threadIdx.x] + total;
    pairs[threadIdx.x & 7].y = (float)threadIdx.x;
    if (threadIdx.x == 0)
        hidden = 42;
}

__global__ void shared_sum(const int *in, int *out)
{
    extern __shared__ int part[];
    part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

__global__ void where(int4 *out)
{
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * (blockDim.x * blockDim.y * blockDim.z) +
            (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[i] = make_int4(threadIdx.x, threadIdx.y, threadIdx.z, blockIdx.y * 100 + blockIdx.x);
}

__global__ void many(char a, short b, int c, long long d, float e, float4 f, struct box g, float *out)
{
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = (float)(int)d;
    out[4] = e;
    out[5] = f.x + f.w;
    out[6] = (float)(int)g.d;
    out[7] = g.s[2];
}

static void memory()
{
    unsigned char h[300], back[300];
    void *p, *q;
    size_t pitch, free_bytes, all;

    for (int i = 0; i < 300; i++)
        h[i] = (unsigned char)i;
    OK(cudaMalloc(&p, 300));
    OK(cudaMalloc(&q, 300));
    OK(cudaMemcpy(p, h, 300, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(q, p, 300, cudaMemcpyDeviceToDevice));
    OK(cudaMemset((char *)q + 10, 7, 20));
    OK(cudaMemcpyAsync(back, q, 300, cudaMemcpyDeviceToHost, 0));
    for (int i = 0; i < 300; i++)
        CHECK(back[i] == (i >= 10 && i < 30 ? 7 : (unsigned char)i));
    CHECK_IS(cudaMemcpy(p, q, 4, cudaMemcpyDefault), cudaErrorInvalidMemcpyDirection);
    CHECK_IS(cudaMemcpy((void *)8, h, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    OK(cudaFree(p));
    CHECK_IS(cudaFree(p), cudaErrorInvalidDevicePointer);
    OK(cudaFree(0));
    OK(cudaFree(q));
    OK(cudaMemGetInfo(&free_bytes, &all));
    CHECK(all >= 4u << 20 && free_bytes <= all && free_bytes > all - (1 << 20));
    CHECK_IS(cudaMalloc(&p, all + 1), cudaErrorMemoryAllocation);

    OK(cudaMallocPitch(&p, &pitch, 100, 3));
    CHECK(pitch == 256);
    OK(cudaMemset2D(p, pitch, 1, 100, 3));
    OK(cudaMemcpy2D((char *)p + 2, pitch, h, 10, 10, 3, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(back, 100, p, pitch, 100, 3, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 100; x++)
            CHECK(back[y * 100 + x] == (x >= 2 && x < 12 ? y * 10 + x - 2 : 1));
    CHECK_IS(cudaMemcpy2D(back, 50, p, pitch, 100, 3, cudaMemcpyDeviceToHost), cudaErrorInvalidPitchValue);
    OK(cudaFree(p));

    int *host;
    unsigned int flags;
    OK(cudaMallocHost((void **)&host, 1000));
    host[249] = 1;
    OK(cudaFreeHost(host));
    OK(cudaMallocHost((void **)&host, 0));      /* Parboil's mri-gridding, when nothing is left for the host */
    CHECK(host == NULL);
    OK(cudaMemcpy(host, back, 0, cudaMemcpyDeviceToHost));
    OK(cudaFreeHost(host));
    OK(cudaHostAlloc((void **)&host, 1000, cudaHostAllocPortable));
    OK(cudaHostGetFlags(&flags, host));
    CHECK(flags == cudaHostAllocPortable);
    OK(cudaFreeHost(host));
    int *device;
    OK(cudaHostAlloc((void **)&host, 1000, cudaHostAllocMapped));
    /* the device was not told to map */
    CHECK_IS(cudaHostGetDevicePointer((void **)&device, host, 0), cudaErrorInvalidValue);
    OK(cudaFreeHost(host));
}

static void symbols()
{
    int h[16], back[16], five = 0, *d, *address;
    size_t size;
    float2 pair;

    for (int i = 0; i < 16; i++)
        h[i] = i * i;
    OK(cudaMemcpyToSymbol(table, h, sizeof h));
    OK(cudaMemcpyToSymbol(table, h + 1, 4, 60));
    OK(cudaMemcpyFromSymbol(&five, total, 4));
    CHECK(five == 5);
    five = 100;
    OK(cudaMemcpyToSymbol("total", &five, 4));
    OK(cudaMalloc((void **)&d, 64));
    lookup<<<1, 16>>>(d);
    OK(cudaGetLastError());
    OK(cudaMemcpy(back, d, 64, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++)
        CHECK(back[i] == (i < 15 ? i * i : 1) + 100);
    OK(cudaMemcpyFromSymbol(&pair, pairs, sizeof pair, 3 * sizeof pair));
    CHECK(pair.y == 3 || pair.y == 11);
    OK(cudaMemcpyFromSymbol(&five, hidden, 4));
    CHECK(five == 42);
    OK(cudaGetSymbolAddress((void **)&address, total));
    OK(cudaMemcpy(&five, address, 4, cudaMemcpyDeviceToHost));
    CHECK(five == 100);
    OK(cudaGetSymbolSize(&size, table));
    CHECK(size == sizeof h);
    CHECK_IS(cudaMemcpyToSymbol(table, h, sizeof h, 4), cudaErrorInvalidValue);
    CHECK_IS(cudaMemcpyToSymbol("no such symbol", h, 4), cudaErrorInvalidSymbol);
    OK(cudaFree(d));
}

static void launches()
{
    int h[256], back[4], *d, *out;
    int4 at[48], *p;

    for (int i = 0; i < 256; i++)
        h[i] = i;
    OK(cudaMalloc((void **)&d, sizeof h));
    OK(cudaMalloc((void **)&out, sizeof back));
    OK(cudaMalloc((void **)&p, sizeof at));
    OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    shared_sum<<<4, 64, 64 * sizeof(int)>>>(d, out);
    OK(cudaThreadSynchronize());
    OK(cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; i++)
        CHECK(back[i] == 64 * 64 * i + 63 * 32);
    where<<<dim3(2, 2), dim3(3, 2, 2)>>>(p);
    OK(cudaMemcpy(at, p, sizeof at, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 48; i++)
        CHECK(at[i].x == i % 3 && at[i].y == i / 3 % 2 && at[i].z == i / 6 % 2 && at[i].w == i / 24 * 100 + i / 12 % 2);

    scale<int><<<2, 128>>>(d, 3, 256);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; i++)
        CHECK(h[i] == 3 * i);
    /* The same kernel without the syntax. */
    int by = 2, n = 10;
    void *args[] = { &d, &by, &n };
    OK(cudaLaunchKernel(scale<int>, dim3(1), dim3(32), args));
    OK(cudaConfigureCall(dim3(1), dim3(32)));
    OK(cudaSetupArgument(d, 0));
    OK(cudaSetupArgument(by, sizeof d));
    OK(cudaSetupArgument(n, sizeof d + sizeof by));
    OK(cudaLaunch(scale<int>));
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; i++)
        CHECK(h[i] == (i < 10 ? 12 : 3) * i);
    CHECK_IS(cudaLaunch(scale<int>), cudaErrorMissingConfiguration);
    CHECK_IS(cudaLaunchKernel((const void *)h, dim3(1), dim3(32), args), cudaErrorInvalidDeviceFunction);

    float *f, got[8];
    struct box g = { 'x', 6, { 1, 2, 3 } };
    OK(cudaMalloc((void **)&f, sizeof got));
    many<<<1, 1>>>(1, 2, 3, 4, 5.5f, make_float4(6, 0, 0, 1), g, f);
    OK(cudaMemcpy(got, f, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(got[0] == 1 && got[1] == 2 && got[2] == 3 && got[3] == 4 && got[4] == 5.5f && got[5] == 7 && got[6] == 6 &&
          got[7] == 3);
    OK(cudaFree(f));
    OK(cudaFree(p));
    OK(cudaFree(d));
    OK(cudaFree(out));
}

static void streams()
{
    cudaStream_t s;
    cudaEvent_t a, b, c;
    int *d;
    float ms = -1;

    OK(cudaStreamCreate(&s));
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaEventCreateWithFlags(&c, cudaEventDisableTiming));
    OK(cudaMalloc((void **)&d, 1024));
    OK(cudaMemsetAsync(d, 0, 1024, s));
    OK(cudaEventRecord(a, s));
    scale<int><<<2, 128, 0, s>>>(d, 3, 256);
    OK(cudaEventRecord(b, s));
    OK(cudaEventRecord(c, s));
    OK(cudaStreamWaitEvent(s, b, 0));
    OK(cudaStreamSynchronize(s));
    OK(cudaStreamQuery(s));
    OK(cudaEventQuery(b));
    OK(cudaEventSynchronize(b));
    OK(cudaEventElapsedTime(&ms, a, b));
    CHECK(ms > 0 && ms < 1);
    CHECK_IS(cudaEventElapsedTime(&ms, a, c), cudaErrorInvalidResourceHandle);
    OK(cudaEventDestroy(a));
    OK(cudaEventDestroy(b));
    OK(cudaEventDestroy(c));
    OK(cudaStreamDestroy(s));
    CHECK_IS(cudaStreamSynchronize(s), cudaErrorInvalidResourceHandle);
    OK(cudaFree(d));
}

static void attributes()
{
    cudaFuncAttributes a;
    cudaDeviceProp p;
    int n, device, grid, block;
    const char *target = getenv("GT200_TARGET");
    const int sms = target && strcmp(target, "func") ? 1 : 30;      /* the default chip is one SM */

    OK(cudaFuncGetAttributes(&a, lookup));
    CHECK(a.numRegs > 0 && a.numRegs <= 124 && a.localSizeBytes == 0 && a.constSizeBytes == 64 &&
          a.sharedSizeBytes > 16 && a.sharedSizeBytes < 64);
    CHECK(a.maxThreadsPerBlock == 512 && a.binaryVersion == 13);
    OK(cudaFuncSetCacheConfig(lookup, cudaFuncCachePreferL1));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, lookup, 256, 0));
    CHECK(n == 4);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, lookup, 64, 8000));
    CHECK(n == 2);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, lookup));
    CHECK(block == 512 && grid == 2 * sms);
    OK(cudaGetDeviceCount(&n));
    CHECK(n == 1);
    OK(cudaGetDevice(&device));
    CHECK(device == 0);
    OK(cudaGetDeviceProperties(&p, 0));
    CHECK(!strncmp(p.name, "GeForce GTX 280", 15) && p.major == 1 && p.minor == 3 && p.warpSize == 32 &&
          p.multiProcessorCount == sms);
    CHECK(p.clockRate == 1296000 && p.maxThreadsPerBlock == 512 && p.regsPerBlock == 16384 &&
          p.sharedMemPerBlock == 16384);
    CHECK_IS(cudaGetDeviceProperties(&p, 1), cudaErrorInvalidDevice);
    CHECK_IS(cudaSetDevice(1), cudaErrorInvalidDevice);
}

int main()
{
    attributes();
    memory();
    symbols();
    launches();
    streams();
    OK(cudaDeviceReset());
    memory();
    symbols();
    printf("%d failures\n", failures);
    return failures != 0;
}
