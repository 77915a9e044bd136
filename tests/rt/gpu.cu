/* SPDX-License-Identifier: Apache-2.0
 * What a program may ask of a GPU: the same values on target func (GT200_CHIP=h100) and cuda, where gpu.sh runs it. An
 * argument names one of the endings, after which the device is lost. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cooperative_groups.h>

#include "programs/check.h"

enum { N = 256 };
__constant__ int factor[2];
__device__ int total;
static __device__ int hidden = 42;
static texture<float, 1, cudaReadModeElementType> line;
static texture<float, 2, cudaReadModeElementType> plane;

__global__ void scale(int *p, int n)
{
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < n)
        p[i] = p[i] * factor[1] + hidden;
    if (i < n)
        atomicAdd(&total, 1);
}

/* Takes a while, so that who does not wait is too early. */
__global__ void late(int *p, int n)
{
    for (int k = 0; k < 1000; k++)
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            ((volatile int *)p)[i] += 1;
}

__global__ void texels(float *out)
{
    out[threadIdx.x] = tex1Dfetch(line, threadIdx.x) + tex2D(plane, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f);
}

__global__ void whole(int *p, int n)
{
    for (int i = 1; i < n; i++) {
        if (!threadIdx.x)
            p[i * gridDim.x + blockIdx.x] = p[(i - 1) * gridDim.x + (blockIdx.x + 1) % gridDim.x] + 1;
        cooperative_groups::this_grid().sync();
    }
}

__global__ void backwards(int *p, int n)
{
    extern __shared__ int kept[];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        kept[i] = p[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        p[i] = kept[n - 1 - i];
}

__global__ void says(int n, int *taken)
{
    int *q = (int *)malloc(n * sizeof *q);
    if (!threadIdx.x)
        printf("block %d of %s: %d %5.2f %lld %p\n", n, "says", taken ? 1 : 0, n * 0.25, 1ll << 40,
               (void *)0x123456789aull);
    for (int i = 0; q && i < n; i++)
        q[i] = i;
    for (int i = 0; q && i < n; i++)
        atomicAdd(taken, q[i]);
    free(q);
}

__global__ void checked(int n) { assert(n != (int)threadIdx.x && "in time"); }
__global__ void outside(int *p) { p[threadIdx.x] = 1; }

static void copies()
{
    int h[N], back[N], *p;
    char *rows;
    size_t pitch;
    cudaPitchedPtr box;

    for (int i = 0; i < N; i++)
        h[i] = i;
    OK(cudaMalloc((void **)&p, sizeof h));
    OK(cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice));
    OK(cudaMemset(p + 4, 1, 16));
    OK(cudaMemcpy(p, p + 4, 16, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy(back, p, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 0x01010101 && back[7] == 0x01010101 && back[8] == 8 && back[N - 1] == N - 1);
    OK(cudaFree(p));

    OK(cudaMallocPitch((void **)&rows, &pitch, 20, 5));
    CHECK(pitch % 64 == 0);
    OK(cudaMemset2D(rows, pitch, 9, 20, 5));
    OK(cudaMemcpy2D(rows + pitch + 4, pitch, h, 12, 8, 3, cudaMemcpyHostToDevice));
    memset(back, 0, sizeof back);
    OK(cudaMemcpy2D(back, 20, rows, pitch, 20, 5, cudaMemcpyDeviceToHost));
    CHECK(back[4] == 0x09090909 && back[6] == 0 && back[7] == 1 && back[8] == 0x09090909 && back[11] == 3 &&
          back[16] == 6);
    OK(cudaFree(rows));

    OK(cudaMalloc3D(&box, make_cudaExtent(16, 4, 3)));
    OK(cudaMemset3D(box, 0, make_cudaExtent(16, 4, 3)));
    cudaMemcpy3DParms c = { 0 };
    c.srcPtr = make_cudaPitchedPtr(h, 16, 4, 4);
    c.dstPtr = box;
    c.dstPos = make_cudaPos(0, 0, 1);
    c.extent = make_cudaExtent(16, 4, 2);
    c.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&c));
    memset(back, 0, sizeof back);
    cudaMemcpy3DParms d = { 0 };
    d.srcPtr = box;
    d.dstPtr = make_cudaPitchedPtr(back, 16, 4, 4);
    d.extent = make_cudaExtent(16, 4, 3);
    d.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&d));
    CHECK(back[0] == 0 && back[16] == 0 && back[17] == 1 && back[47] == 31);
    OK(cudaFree(box.ptr));
}

static void symbols()
{
    int h[N], f[2] = { 7, 3 }, n = -1, *p;

    for (int i = 0; i < N; i++)
        h[i] = i;
    OK(cudaMalloc((void **)&p, sizeof h));
    OK(cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice));
    OK(cudaMemcpyToSymbol(factor, f, sizeof f));
    OK(cudaMemcpyToSymbol(total, f, 4));
    scale<<<2, 128>>>(p, N - 1);
    OK(cudaGetLastError());
    OK(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 42 && h[N - 2] == 3 * (N - 2) + 42 && h[N - 1] == N - 1);
    OK(cudaMemcpyFromSymbol(&n, total, 4));
    CHECK(n == 7 + N - 1);
    OK(cudaMemcpyFromSymbol(&n, factor, 4, 4));
    CHECK(n == 3);
    OK(cudaFree(p));
}

static void streams()
{
    cudaStream_t s;
    cudaEvent_t begin, end;
    int *p, *h, *seen;
    float ms = -1;

    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaEventCreate(&begin));
    OK(cudaEventCreate(&end));
    CHECK_IS(cudaEventElapsedTime(&ms, begin, end), cudaErrorInvalidResourceHandle);
    OK(cudaMalloc((void **)&p, N * 4));
    OK(cudaMallocHost((void **)&h, N * 4));
    OK(cudaHostAlloc((void **)&seen, N * 4, cudaHostAllocPortable));
    for (int i = 0; i < N; i++)
        h[i] = i;
    OK(cudaEventRecord(begin, s));
    OK(cudaMemcpyAsync(p, h, N * 4, cudaMemcpyHostToDevice, s));
    late<<<1, 32, 0, s>>>(p, N);
    OK(cudaMemcpyAsync(seen, p, N * 4, cudaMemcpyDeviceToHost, s));
    OK(cudaMemsetAsync(p, 0, N * 2, s));
    OK(cudaEventRecord(end, s));
    OK(cudaStreamWaitEvent(0, end, 0));
    OK(cudaEventSynchronize(end));
    OK(cudaEventQuery(end));
    OK(cudaStreamQuery(s));
    CHECK(seen[0] == 1000 && seen[N - 1] == N + 999);
    OK(cudaMemcpy(seen, p, N * 4, cudaMemcpyDeviceToHost));
    CHECK(seen[0] == 0 && seen[N / 2] == N / 2 + 1000);
    OK(cudaEventElapsedTime(&ms, begin, end));
    CHECK(ms > 0);
    OK(cudaStreamDestroy(s));
    OK(cudaEventDestroy(begin));
    OK(cudaEventDestroy(end));
    OK(cudaFreeHost(h));
    OK(cudaFreeHost(seen));
    OK(cudaFree(p));
}

static void shared_memory()
{
    int *host, *device, *managed;
    cudaPointerAttributes a;

    OK(cudaHostAlloc((void **)&host, N * 4, cudaHostAllocMapped));
    OK(cudaHostGetDevicePointer((void **)&device, host, 0));
    memset(host, 0, N * 4);
    late<<<1, 64>>>(device, N);
    OK(cudaDeviceSynchronize());
    CHECK(host[0] == 1000 && host[N - 1] == 1000);
    OK(cudaPointerGetAttributes(&a, host));
    CHECK(a.memoryType == cudaMemoryTypeHost && a.devicePointer == device && a.hostPointer == host);
    OK(cudaFreeHost(host));
    OK(cudaMallocManaged((void **)&managed, N * 4));
    memset(managed, 0, N * 4);
    OK(cudaMemAdvise(managed, N * 4, cudaMemAdviseSetPreferredLocation, 0));
    OK(cudaMemPrefetchAsync(managed, N * 4, 0, 0));
    late<<<1, 64>>>(managed, N);
    OK(cudaDeviceSynchronize());
    CHECK(managed[0] == 1000 && managed[N - 1] == 1000);
    OK(cudaFree(managed));
}

static void textures()
{
    float h[64], back[20], *p, *out;
    cudaArray *array, *other;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();

    for (int i = 0; i < 64; i++)
        h[i] = (float)i;
    OK(cudaMalloc((void **)&p, sizeof h));
    OK(cudaMalloc((void **)&out, sizeof h));
    OK(cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice));
    OK(cudaBindTexture(0, line, p, d, sizeof h));
    OK(cudaMallocArray(&array, &d, 8, 8));
    OK(cudaMemcpyToArray(array, 0, 0, h, 44, cudaMemcpyHostToDevice));
    OK(cudaMemcpyToArray(array, 12, 1, h + 11, sizeof h - 44, cudaMemcpyHostToDevice));
    OK(cudaMemcpyFromArray(back, array, 28, 0, 80, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 7 && back[1] == 8 && back[19] == 26);
    OK(cudaMallocArray(&other, &d, 12, 6));
    OK(cudaMemcpyArrayToArray(other, 8, 1, array, 4, 2, 80));
    OK(cudaMemcpyFromArray(back, other, 8, 1, 80, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 17 && back[9] == 26 && back[10] == 27 && back[19] == 36);
    OK(cudaFreeArray(other));
    OK(cudaBindTextureToArray(plane, array, d));
    texels<<<1, 64>>>(out);
    OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 0 && h[13] == 26 && h[63] == 126);
    OK(cudaUnbindTexture(line));
    OK(cudaFreeArray(array));
    OK(cudaFree(p));
    OK(cudaFree(out));
}

static void grids()
{
    int blocks = 0, *p, h[8 * 32] = { 0 }, n = 32;
    cudaFuncAttributes a;

    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, whole, 64, 0));
    CHECK(blocks == 32);
    OK(cudaFuncGetAttributes(&a, whole));
    CHECK(a.maxThreadsPerBlock == 1024 && a.numRegs > 7 && a.binaryVersion == 90);
    OK(cudaMalloc((void **)&p, sizeof h));
    OK(cudaMemset(p, 0, sizeof h));
    void *args[] = { &p, &n };
    OK(cudaLaunchCooperativeKernel((const void *)whole, dim3(8), dim3(64), args, 0, 0));
    OK(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[31 * 8] == 31 && h[31 * 8 + 7] == 31);
    CHECK_IS(cudaLaunchCooperativeKernel((const void *)whole, dim3(1 << 20), dim3(64), args, 0, 0),
             cudaErrorCooperativeLaunchTooLarge);
    scale<<<1, 2000>>>(p, 0);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    scale<<<0, 32>>>(p, 0);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    OK(cudaFree(p));
}

/* More shared memory than 48 KB, for who asks. */
static void much_shared()
{
    enum { WORDS = 232448 / 4 };
    static int h[WORDS];
    int *p, n = 0;
    cudaFuncAttributes a;

    for (int i = 0; i < WORDS; i++)
        h[i] = i;
    OK(cudaDeviceGetAttribute(&n, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    CHECK(n == WORDS * 4);
    OK(cudaMalloc((void **)&p, sizeof h));
    OK(cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice));
    backwards<<<1, 256, 49156>>>(p, 100);
    CHECK_IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    const cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    CHECK_IS(cudaFuncSetAttribute(backwards, most, n + 1), cudaErrorInvalidValue);
    OK(cudaFuncSetAttribute(backwards, most, n));
    OK(cudaFuncSetAttribute(backwards, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
    OK(cudaFuncGetAttributes(&a, backwards));
    CHECK(a.maxDynamicSharedSizeBytes == n);
    backwards<<<1, 256, sizeof h>>>(p, WORDS);
    OK(cudaGetLastError());
    OK(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == WORDS - 1 && h[20000] == WORDS - 20001 && h[WORDS - 1] == 0);
    OK(cudaFree(p));
}

static void errors()
{
    void *p = 0;
    cudaDeviceProp d;
    int n = 0;

    OK(cudaGetDeviceProperties(&d, 0));
    CHECK(d.major == 9 && d.minor == 0 && d.warpSize == 32 && d.maxThreadsPerBlock == 1024 && d.totalConstMem == 65536);
    CHECK(d.multiProcessorCount == 132 && d.regsPerMultiprocessor == 65536 && d.sharedMemPerMultiprocessor == 233472);
    OK(cudaDeviceGetAttribute(&n, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
    CHECK(n == 2048);
    CHECK_IS(cudaSetDevice(1000), cudaErrorInvalidDevice);
    CHECK_IS(cudaMalloc(&p, (size_t)1 << 50), cudaErrorMemoryAllocation);
    CHECK_IS(cudaFree((void *)8), cudaErrorInvalidDevicePointer);
    CHECK_IS(cudaMemcpy((void *)8, &p, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_IS(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice);
    CHECK(!strcmp(cudaGetErrorName(cudaErrorLaunchFailure), "cudaErrorLaunchFailure"));
}

static void prints()
{
    int *taken, h = 0;
    size_t limit = 0;

    OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    CHECK(limit == 8 << 20);
    OK(cudaMalloc((void **)&taken, 4));
    OK(cudaMemset(taken, 0, 4));
    fflush(stdout);
    for (int n = 1; n < 6; n++)
        says<<<1, 32>>>(n, taken);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(&h, taken, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 32 * (0 + 1 + 3 + 6 + 10));
    OK(cudaFree(taken));
}

/* The device is lost, and there again after a reset. */
static void end(const char *how)
{
    int *p = 0, h = 0;

    cudaError_t rc = cudaSuccess;
    if (!strcmp(how, "assert"))
        checked<<<2, 32>>>(30);
    else
        outside<<<1, 32>>>(p);
    rc = cudaDeviceSynchronize();
    printf("%s: %s\n", how, cudaGetErrorName(rc));
    CHECK(cudaMalloc((void **)&p, 4) == rc);
    OK(cudaDeviceReset());
    if (cudaMalloc((void **)&p, 128) != cudaSuccess)
        return;                     /* a real one stays lost until the process ends */
    outside<<<1, 32>>>(p);
    OK(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 1);
}

int main(int argc, char **argv)
{
    OK(cudaSetDeviceFlags(cudaDeviceMapHost));
    if (argc > 1) {
        end(argv[1]);
    } else {
        copies();
        symbols();
        streams();
        shared_memory();
        textures();
        grids();
        much_shared();
        errors();
        prints();
    }
    printf("%d failures\n", failures);
    return failures != 0;
}
