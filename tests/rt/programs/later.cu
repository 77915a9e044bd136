/* SPDX-License-Identifier: Apache-2.0
 * What came with CUDA 4.1 and 4.2, and the context of a device that both APIs share. */
#include <cuda.h>
#include <string.h>

#include "check.h"

__global__ void seven(int *p) { p[threadIdx.x] = 7; }

static void shared_memory()
{
    enum cudaSharedMemConfig c = cudaSharedMemBankSizeDefault;

    OK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    OK(cudaDeviceGetSharedMemConfig(&c));
    CHECK(c == cudaSharedMemBankSizeFourByte);
    OK(cudaFuncSetSharedMemConfig(seven, cudaSharedMemBankSizeFourByte));
    CHECK(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)3) == cudaErrorInvalidValue);
    CHECK(cudaFuncSetSharedMemConfig(seven, (enum cudaSharedMemConfig)-1) == cudaErrorInvalidValue);
    CHECK(cudaDeviceGetSharedMemConfig(0) == cudaErrorInvalidValue);
}

static void pci()
{
    char id[16] = "";
    int device = -1;

    OK(cudaDeviceGetPCIBusId(id, sizeof id, 1));
    CHECK(!strcmp(id, "0000:02:00.0"));
    CHECK(cudaDeviceGetPCIBusId(id, 12, 1) == cudaErrorInvalidValue);
    CHECK(cudaDeviceGetPCIBusId(id, sizeof id, 2) == cudaErrorInvalidDevice);
    const char *const names[] = { "0000:02:00.0", "0000:02:00", "02:00.0" };
    for (int i = 0; i < 3; i++) {
        OK(cudaDeviceGetByPCIBusId(&device, names[i]));
        CHECK(device == 1);
        device = -1;
    }
    CHECK(cudaDeviceGetByPCIBusId(&device, "0000:03:00.0") == cudaErrorInvalidDevice);
    CHECK(cudaDeviceGetByPCIBusId(&device, "0001:01:00.0") == cudaErrorInvalidDevice);
    CHECK(cudaDeviceGetByPCIBusId(&device, "nonsense") == cudaErrorInvalidValue);
    CHECK(cudaDeviceGetByPCIBusId(&device, "0000:02:00.0x") == cudaErrorInvalidValue);
}

static void attributes()
{
    int value = -1;
    cudaDeviceProp p;

    OK(cudaGetDeviceProperties(&p, 1));
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMinor, 1));
    CHECK(value == 3);
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrMemoryClockRate, 1));
    CHECK(value == p.memoryClockRate && value > 0);
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrCooperativeLaunch, 1));
    CHECK(value == 0 && !p.cooperativeLaunch);
    CHECK(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)0, 1) == cudaErrorInvalidValue);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 2) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceGetAttribute(0, cudaDevAttrWarpSize, 1) == cudaErrorInvalidValue);
}

static void array_info()
{
    struct cudaChannelFormatDesc want = cudaCreateChannelDesc<uchar4>(), got;
    struct cudaExtent e;
    cudaArray *a;
    unsigned flags = 9;

    OK(cudaMallocArray(&a, &want, 40, 30));
    OK(cudaArrayGetInfo(&got, &e, &flags, a));
    CHECK(got.x == 8 && got.w == 8 && got.f == cudaChannelFormatKindUnsigned);
    CHECK(e.width == 40 && e.height == 30 && e.depth == 0 && flags == 0);
    OK(cudaArrayGetInfo(0, 0, 0, a));
    OK(cudaFreeArray(a));
    OK(cudaMalloc3DArray(&a, &want, make_cudaExtent(4, 5, 6)));
    OK(cudaArrayGetInfo(0, &e, 0, a));
    CHECK(e.width == 4 && e.height == 5 && e.depth == 6);
    OK(cudaFreeArray(a));
    CHECK(cudaArrayGetInfo(0, &e, 0, a) == cudaErrorInvalidValue);
}

static void other_processes()
{
    cudaIpcMemHandle_t m;
    cudaIpcEventHandle_t h;
    cudaEvent_t e;
    void *p;

    CHECK(cudaIpcGetMemHandle(&m, 0) == cudaErrorNotSupported);
    CHECK(strstr(cudaGetErrorString(cudaGetLastError()), "compute capability 2.0"));
    CHECK(cudaIpcOpenMemHandle(&p, m, cudaIpcMemLazyEnablePeerAccess) == cudaErrorNotSupported);
    CHECK(cudaIpcCloseMemHandle(0) == cudaErrorNotSupported);
    CHECK(cudaIpcGetEventHandle(&h, 0) == cudaErrorNotSupported);
    CHECK(cudaIpcOpenEventHandle(&e, h) == cudaErrorNotSupported);
    CHECK(cudaEventCreateWithFlags(&e, cudaEventInterprocess | cudaEventDisableTiming) == cudaErrorNotSupported);
}

static bool active(int device)
{
    unsigned flags;
    int is = -1;

    CHECK(cuDevicePrimaryCtxGetState(device, &flags, &is) == CUDA_SUCCESS);
    return is == 1;
}

static void primary()
{
    CUcontext a = 0, b = 0, now = 0;
    CUdeviceptr p;
    int *d, h = 0;
    unsigned flags = 0;
    int is;

    CHECK(cuInit(0) == CUDA_SUCCESS);
    CHECK(!active(0) && !active(1));
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuDevicePrimaryCtxSetFlags(0, CU_CTX_MAP_HOST | CU_CTX_SCHED_YIELD) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxSetFlags(0, 1 << 20) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuDevicePrimaryCtxGetState(0, &flags, &is) == CUDA_SUCCESS);
    CHECK(flags == (CU_CTX_MAP_HOST | CU_CTX_SCHED_YIELD));
    CHECK(cuDevicePrimaryCtxRetain(&a, 0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&b, 0) == CUDA_SUCCESS);
    CHECK(a && a == b && active(0) && !active(1));
    CHECK(cuCtxGetCurrent(&now) == CUDA_SUCCESS && !now);       /* it is not made current */
    CHECK(cuDevicePrimaryCtxSetFlags(0, 0) == CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE);
    CHECK(cuCtxPushCurrent(a) == CUDA_SUCCESS && cuMemAlloc(&p, 256) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS && active(0));
    seven<<<1, 32>>>((int *)p);                 /* the Runtime API has the same */
    CHECK(cuMemcpyDtoH(&h, p + 4, 4) == CUDA_SUCCESS && h == 7);
    CHECK(cuCtxPopCurrent(&now) == CUDA_SUCCESS && now == a);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS && !active(0));
    CHECK(cuMemcpyDtoH(&h, p, 4) != CUDA_SUCCESS);

    /* What the Runtime API uses stays until cudaDeviceReset. */
    OK(cudaMalloc((void **)&d, 128));
    CHECK(active(0));
    CHECK(cuDevicePrimaryCtxRetain(&a, 0) == CUDA_SUCCESS && cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS && active(0));
    CHECK(cuCtxGetCurrent(&now) == CUDA_SUCCESS && now == a);
    seven<<<1, 32>>>(d);
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    OK(cudaDeviceReset());
    CHECK(!active(0));
    OK(cudaMalloc((void **)&d, 128));
    CHECK(cuDevicePrimaryCtxReset(0) == CUDA_SUCCESS && !active(0));
    OK(cudaMalloc((void **)&d, 128));
    CHECK(cuDevicePrimaryCtxRetain(&a, 7) == CUDA_ERROR_INVALID_DEVICE);
}

int main()
{
    primary();
    shared_memory();
    pci();
    attributes();
    array_info();
    other_processes();
    printf("%d failures\n", failures);
    return failures != 0;
}
