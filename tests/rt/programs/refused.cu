/* SPDX-License-Identifier: Apache-2.0
 * What the runtime refuses, and how it says so; calls that few programs make. */
#include <cuda.h>
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>
#include <cuda_vdpau_interop.h>
#include <string.h>

#include "check.h"

__device__ int word;
__constant__ int fixed;
texture<float, 1, cudaReadModeElementType> line;

__global__ void reads(float *out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x) + word + fixed; }

/* The call fails with the code, and the message names what is wrong. */
#define SAYS(call, code, text) \
    do { \
        cudaError_t rc_ = (call); \
        if (rc_ != (code) || !strstr(cudaGetErrorString(rc_), text)) { \
            printf("%s:%d: %s is %s (%s), expected %s (%s)\n", __FILE__, __LINE__, #call, cudaGetErrorName(rc_), \
                   cudaGetErrorString(rc_), cudaGetErrorName(code), text); \
            failures++; \
        } \
        cudaGetLastError(); \
    } while (0)
#define DRIVER(call, code) CHECK((call) == (code))

static void devices()
{
    int n = -1, list[] = { 0, 0 }, wrong[] = { 0, 7 };
    cudaDeviceProp p;

    SAYS(cudaGetDevice(0), cudaErrorInvalidValue, "cudaGetDevice: null pointer");
    SAYS(cudaGetDeviceProperties(0, 0), cudaErrorInvalidValue, "null pointer");
    OK(cudaGetDeviceProperties(&p, 0));
    SAYS(cudaChooseDevice(&n, 0), cudaErrorInvalidValue, "cudaChooseDevice: null pointer");
    OK(cudaChooseDevice(&n, &p));
    CHECK(n == 0);
    OK(cudaSetValidDevices(list, 2));
    SAYS(cudaSetValidDevices(wrong, 2), cudaErrorInvalidDevice, "device 7: there are 1 (GT200_DEVICES)");
    SAYS(cudaSetValidDevices(list, 0), cudaErrorInvalidValue, "invalid argument");
    SAYS(cudaSetDeviceFlags(0x100), cudaErrorInvalidValue, "flags 0x100");
    OK(cudaDriverGetVersion(&n));
    CHECK(n > 0);
    SAYS(cudaDriverGetVersion(0), cudaErrorInvalidValue, "cuDriverGetVersion: null pointer");
    OK(cudaRuntimeGetVersion(&n));
    CHECK(n == CUDART_VERSION);
    SAYS(cudaRuntimeGetVersion(0), cudaErrorInvalidValue, "null pointer");
    CHECK(!strcmp(cudaGetErrorName((cudaError_t)12345), "unrecognized error code"));
    CHECK(!strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code"));
    CHECK(!strcmp(cudaGetErrorString(cudaErrorLaunchFailure), "unspecified launch failure"));

    SAYS(cudaDeviceCanAccessPeer(0, 0, 0), cudaErrorInvalidValue, "null pointer");
    SAYS(cudaDeviceCanAccessPeer(&n, 0, 5), cudaErrorInvalidDevice, "device 5: there are 1");
    SAYS(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice, "compute capability 2.0");
    SAYS(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled, "is not enabled");
}

static void surfaces_and_graphics()
{
    const surfaceReference *surface;
    cudaGraphicsResource_t resource;
    const cudaUUID_t id = { { 0 } };
    const void *table;
    float *p;
    int device;

    SAYS(cudaGetSurfaceReference(&surface, "s"), cudaErrorNotSupported, "surfaces need compute capability 2.0");
    SAYS(cudaBindSurfaceToArray(0, 0, 0), cudaErrorNotSupported, "cudaBindSurfaceToArray: surfaces need");
    SAYS(cudaGraphicsGLRegisterBuffer(&resource, 1, cudaGraphicsMapFlagsWriteDiscard), cudaErrorNotSupported,
         "cuGraphicsGLRegisterBuffer: there is no OpenGL in this process");
    SAYS(cudaGraphicsGLRegisterImage(&resource, 1, 0, 0), cudaErrorNotSupported,
         "cuGraphicsGLRegisterImage: there is no OpenGL in this process");
    SAYS(cudaGraphicsMapResources(1, &resource), cudaErrorNotSupported, "no OpenGL in this process");
    SAYS(cudaGLMapBufferObject((void **)&p, 1), cudaErrorNotSupported, "no OpenGL in this process");
    SAYS(cudaGLSetGLDevice(0), cudaErrorNotSupported, "cuGLInit: there is no OpenGL in this process");
    unsigned gl;
    SAYS(cudaGLGetDevices(&gl, &device, 1, cudaGLDeviceListAll), cudaErrorNotSupported, "no OpenGL in this process");
    SAYS(cudaVDPAUGetDevice(&device, 0, 0), cudaErrorNotSupported, "cudaVDPAUGetDevice: there is no graphics device");
    SAYS(cudaVDPAUSetVDPAUDevice(0, 0, 0), cudaErrorNotSupported, "cudaVDPAUSetVDPAUDevice: there is no graphics");
    SAYS(cudaGraphicsVDPAURegisterVideoSurface(&resource, 0, 0), cudaErrorNotSupported, "VideoSurface: there is no");
    SAYS(cudaGraphicsVDPAURegisterOutputSurface(&resource, 0, 0), cudaErrorNotSupported, "OutputSurface: there is no");
    SAYS(cudaGetExportTable(&table, &id), cudaErrorNotSupported, "cudaGetExportTable: there are no tables");
}

static void settings()
{
    enum cudaFuncCache config = cudaFuncCachePreferL1;
    size_t limit = 1;

    OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));        /* there is one kind of memory path */
    OK(cudaDeviceGetCacheConfig(&config));
    CHECK(config == cudaFuncCachePreferNone);
    OK(cudaThreadSetCacheConfig(cudaFuncCachePreferShared));
    OK(cudaThreadGetCacheConfig(&config));
    CHECK(config == cudaFuncCachePreferNone);
    SAYS(cudaDeviceGetCacheConfig(0), cudaErrorInvalidValue, "null pointer");
    SAYS(cudaDeviceSetLimit(cudaLimitStackSize, 1024), cudaErrorUnsupportedLimit,
         "is not one of compute capability 1.3");
    SAYS(cudaThreadSetLimit(cudaLimitStackSize, 1024), cudaErrorUnsupportedLimit, "cuCtxSetLimit: limit 0");
    SAYS(cudaDeviceGetLimit(&limit, cudaLimitStackSize), cudaErrorUnsupportedLimit, "cuCtxGetLimit: limit 0");
    SAYS(cudaThreadGetLimit(&limit, cudaLimitStackSize), cudaErrorUnsupportedLimit, "cuCtxGetLimit: limit 0");
    double one = 1;
    OK(cudaSetDoubleForDevice(&one));
    OK(cudaSetDoubleForHost(&one));
    CHECK(one == 1);
    SAYS(cudaSetDoubleForDevice(0), cudaErrorInvalidValue, "null pointer");
    SAYS(cudaSetDoubleForHost(0), cudaErrorInvalidValue, "null pointer");
}

static void memory()
{
    int h[4] = { 1, 2, 3, 4 }, back[4] = { 0 }, *d;
    const enum cudaMemcpyKind none = (enum cudaMemcpyKind)9;
    size_t n;
    cudaPointerAttributes a;

    OK(cudaMemcpy(back, h, sizeof h, cudaMemcpyHostToHost));
    CHECK(back[3] == 4);
    SAYS(cudaMalloc(0, 4), cudaErrorInvalidValue, "cudaMalloc: null pointer");
    SAYS(cudaMallocPitch(0, &n, 4, 4), cudaErrorInvalidValue, "cudaMallocPitch: null pointer");
    OK(cudaMalloc((void **)&d, 64));
    SAYS(cudaMemcpy(d, h, 4, none), cudaErrorInvalidMemcpyDirection, "9 is not a direction");
    SAYS(cudaMemset2D(d, 4, 0, 8, 2), cudaErrorInvalidPitchValue, "rows of 8 bytes, pitch 4");
    OK(cudaMemset2DAsync(d, 8, 5, 4, 2, 0));
    OK(cudaMemcpy(back, d, 16, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 0x05050505 && back[2] == 0x05050505);
    OK(cudaMemcpyToSymbolAsync(word, h + 2, 4, 0, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpyFromSymbolAsync(back, word, 4, 0, cudaMemcpyDeviceToHost, 0));
    CHECK(back[0] == 3);
    SAYS(cudaMemcpyToSymbol(word, h, 4, 0, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection, "direction 2");
    SAYS(cudaMemcpyFromSymbol(back, word, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidMemcpyDirection,
         "direction 1");
    SAYS(cudaGetSymbolSize(0, word), cudaErrorInvalidValue, "cudaGetSymbolSize: null pointer");
    SAYS(cudaHostGetDevicePointer(0, h, 0), cudaErrorInvalidValue, "null pointer");
    SAYS(cudaPointerGetAttributes(0, d), cudaErrorInvalidValue, "null pointer");
    SAYS(cudaPointerGetAttributes(&a, (void *)h), cudaErrorInvalidValue, "no page-locked memory");
    OK(cudaPointerGetAttributes(&a, d));
    CHECK(a.memoryType == cudaMemoryTypeDevice && a.device == 0 && a.devicePointer == d);
    OK(cudaMemcpyPeer(d, 0, d + 4, 0, 0));
    OK(cudaMemcpyPeerAsync(d, 0, d + 2, 0, 4, 0));
    OK(cudaFree(d));

    cudaPitchedPtr p;
    cudaExtent e = { 5, 3, 2 };
    SAYS(cudaMalloc3D(0, e), cudaErrorInvalidValue, "cudaMalloc3D: null pointer");
    SAYS(cudaMalloc3D(&p, make_cudaExtent(4, (size_t)1 << 40, (size_t)1 << 40)), cudaErrorMemoryAllocation,
         "1099511627776 slices of 1099511627776 rows");
    OK(cudaMalloc3D(&p, e));
    OK(cudaMemset3DAsync(p, 7, e, 0));
    cudaMemcpy3DParms c = { 0 };
    SAYS(cudaMemcpy3D(&c), cudaErrorInvalidValue, "cudaMemcpy3D: null pointer");
    char out[2][3][5] = { { { 0 } } };
    c.srcPtr = p;
    c.dstPtr = make_cudaPitchedPtr(out, 5, 5, 3);
    c.extent = e;
    c.kind = none;
    SAYS(cudaMemcpy3D(&c), cudaErrorInvalidMemcpyDirection, "cudaMemcpy3D: direction 9");
    c.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3DAsync(&c, 0));
    CHECK(out[0][0][0] == 7 && out[1][2][4] == 7);
    OK(cudaFree(p.ptr));
}

static void arrays()
{
    const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), odd = { 8, 16, 0, 0, cudaChannelFormatKindSigned };
    const enum cudaMemcpyKind none = (enum cudaMemcpyKind)9;
    float h[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, back[8] = { 0 }, *d;
    cudaArray *a, *b;

    SAYS(cudaMallocArray(0, &f, 4, 2), cudaErrorInvalidValue, "null pointer");
    SAYS(cudaMallocArray(&a, &odd, 4, 2), cudaErrorInvalidChannelDescriptor, "all alike");
    OK(cudaMallocArray(&a, &f, 4, 2));
    OK(cudaMallocArray(&b, &f, 4, 2));
    OK(cudaMalloc((void **)&d, 256));
    SAYS(cudaGetChannelDesc(0, a), cudaErrorInvalidValue, "");
    SAYS(cudaMemcpyToArray(a, 0, 0, h, 4, none), cudaErrorInvalidMemcpyDirection, "cudaMemcpyToArray: direction 9");
    SAYS(cudaMemcpyFromArray(h, a, 0, 0, 4, none), cudaErrorInvalidMemcpyDirection, "direction 9");
    SAYS(cudaMemcpyArrayToArray(a, 0, 0, b, 0, 0, 4, none), cudaErrorInvalidMemcpyDirection, "direction 9");
    SAYS(cudaMemcpy2DToArray(a, 0, 0, h, 8, 16, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue,
         "cudaMemcpy2DToArray: rows of 16 bytes, pitch 8");
    SAYS(cudaMemcpy2DFromArray(h, 8, a, 0, 0, 16, 2, cudaMemcpyDeviceToHost), cudaErrorInvalidPitchValue,
         "cudaMemcpy2DFromArray: rows of 16 bytes, pitch 8");
    OK(cudaMemcpy2DToArrayAsync(a, 0, 0, h, 16, 16, 2, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpyFromArray(d, a, 4, 1, 8, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy(back, d, 8, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 6 && back[1] == 7);
    OK(cudaMemcpyArrayToArray(b, 0, 0, a, 0, 0, 32, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy2DFromArrayAsync(back, 16, b, 0, 0, 16, 2, cudaMemcpyDeviceToHost, 0));
    CHECK(!memcmp(back, h, sizeof h));
    OK(cudaMemcpyToArrayAsync(b, 0, 1, h, 4, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpyFromArrayAsync(back, b, 0, 1, 4, cudaMemcpyDeviceToHost, 0));
    CHECK(back[0] == 1);
    OK(cudaFreeArray(0));
    OK(cudaFreeArray(b));
    SAYS(cudaMemcpyFromArray(h, b, 0, 0, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue, "");

    /* textures */
    size_t offset = 9;
    const textureReference *r;
    OK(cudaGetTextureReference(&r, &line));
    SAYS(cudaGetTextureReference(&r, h), cudaErrorInvalidTexture, "not a texture reference of this program");
    SAYS(cudaGetTextureAlignmentOffset(&offset, (const textureReference *)h), cudaErrorInvalidTexture,
         "not a texture reference of this program");
    SAYS(cudaBindTexture(&offset, r, d, &odd, 64), cudaErrorInvalidChannelDescriptor, "all alike");
    SAYS(cudaBindTexture(&offset, r, d, 0, 64), cudaErrorInvalidValue, "");
    SAYS(cudaBindTexture(0, r, d + 1, &f, 64), cudaErrorInvalidValue, "no offset is asked for");
    SAYS(cudaBindTexture(&offset, (const textureReference *)h, d, &f, 64), cudaErrorInvalidTexture,
         "not one of this program");
    SAYS(cudaBindTextureToArray(r, a, 0), cudaErrorInvalidValue, "null pointer");
    SAYS(cudaBindTexture2D(&offset, r, d, &odd, 4, 2, 256), cudaErrorInvalidChannelDescriptor, "all alike");
    OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    OK(cudaBindTexture(&offset, r, d + 1, &f, 16));
    CHECK(offset == 4);
    OK(cudaGetTextureAlignmentOffset(&offset, r));
    CHECK(offset == 4);
    OK(cudaUnbindTexture(r));
    OK(cudaFreeArray(a));
    OK(cudaFree(d));
}

static void launches()
{
    float *d, h[4];
    int zero = 0;
    cudaFuncAttributes a;
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;

    SAYS(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaErrorMissingConfiguration,
         "without <<<...>>>");
    SAYS(cudaFuncGetAttributes(0, reads), cudaErrorInvalidValue, "cudaFuncGetAttributes: null pointer");
    SAYS(cudaFuncGetAttributes(&a, (const void *)h), cudaErrorInvalidDeviceFunction, "");
    SAYS(cudaSetupArgument(&zero, 8, 252), cudaErrorInvalidValue, "8 bytes at offset 252, parameters are at most 256");
    OK(cudaMalloc((void **)&d, sizeof h));
    void *args[] = { &d };
    SAYS(cudaLaunchKernel((const void *)reads, dim3(1), dim3(4), args, (size_t)1 << 33, 0),
         cudaErrorInvalidConfiguration,
         "kernel reads(float*): 8589934592 bytes of dynamic shared memory, allowed are 0 to 16384");
    SAYS(cudaLaunchKernel((const void *)reads, dim3(1), dim3(4), args, (size_t)-4, 0),
         cudaErrorInvalidConfiguration, "kernel reads(float*): -4 bytes of dynamic shared memory");
    SAYS(cudaLaunchKernel((const void *)reads, dim3(1), dim3(4), args, 20000, 0), cudaErrorInvalidConfiguration, "");
    SAYS(cudaLaunchKernel((const void *)reads, dim3(1, 1, 2), dim3(4), args, 0, 0), cudaErrorInvalidConfiguration, "");
    for (int i = 0; i < 100; i++)               /* as arguments of launches in arguments of launches would be */
        if (__cudaPushCallConfiguration(dim3(1), dim3(1), 0, 0)) {
            CHECK(i > 3);
            break;
        } else {
            CHECK(i < 99);
        }
    CHECK(strstr(cudaGetErrorString(cudaGetLastError()), "launches inside the arguments of launches"));
    while (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) == cudaSuccess)
        ;
    cudaGetLastError();

    const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    for (int i = 0; i < 4; i++)
        h[i] = (float)i;
    OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    OK(cudaMemcpyToSymbol(word, &zero, 4));
    OK(cudaMemcpyToSymbol(fixed, &zero, 4));
    OK(cudaBindTexture(0, &line, d, &f, sizeof h));
    reads<<<1, 4>>>(d);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 0 && h[3] == 3);
    OK(cudaUnbindTexture(&line));
    OK(cudaFree(d));
}

/* The Driver API in the context of the runtime. */
static void driver()
{
    CUdeviceptr d, base;
    CUarray a;
    CUcontext c, now;
    CUdevprop p;
    unsigned version;
    char name[4];
    size_t n;
    unsigned short h[4] = { 0 };

    DRIVER(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuDeviceGetCount(0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuDeviceGetName(name, 0, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuDeviceGetProperties(&p, 0), CUDA_SUCCESS);
    CHECK(p.maxThreadsPerBlock == 512 && p.SIMDWidth == 32 && p.clockRate == 1296000);
    DRIVER(cuDeviceGetProperties(0, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuDeviceGetProperties(&p, 3), CUDA_ERROR_INVALID_DEVICE);
    DRIVER(cuCtxGetCurrent(0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxGetCurrent(&now), CUDA_SUCCESS);
    DRIVER(cuCtxGetDevice(0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxGetApiVersion(now, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxGetApiVersion(now, &version), CUDA_SUCCESS);
    DRIVER(cuCtxGetCacheConfig(0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxCreate(0, 0, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxSetCurrent((CUcontext)h), CUDA_ERROR_INVALID_CONTEXT);
    DRIVER(cuCtxDetach((CUcontext)h), CUDA_ERROR_INVALID_CONTEXT);
    DRIVER(cuCtxCreate(&c, 0, 0), CUDA_SUCCESS);
    DRIVER(cuMemAlloc(0, 4), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemAlloc(&d, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemAllocPitch(0, &n, 4, 4, 4), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemAlloc(&d, 64), CUDA_SUCCESS);
    DRIVER(cuMemcpyHtoD(d, 0, 4), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemcpyDtoH(0, d, 4), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemsetD8Async(d, 1, 64, 0), CUDA_SUCCESS);
    DRIVER(cuMemsetD16(d, 0x203, 2), CUDA_SUCCESS);
    DRIVER(cuMemsetD16Async(d + 4, 0x405, 1, 0), CUDA_SUCCESS);
    DRIVER(cuMemcpyDtoHAsync(h, d, 8, 0), CUDA_SUCCESS);
    CHECK(h[0] == 0x203 && h[1] == 0x203 && h[2] == 0x405 && h[3] == 0x101);
    DRIVER(cuMemcpyHtoDAsync(d + 32, h, 8, 0), CUDA_SUCCESS);
    DRIVER(cuMemcpyDtoDAsync(d + 48, d + 32, 8, 0), CUDA_SUCCESS);
    DRIVER(cuMemsetD32Async(d + 48, 0x12345678, 1, 0), CUDA_SUCCESS);
    DRIVER(cuMemcpyDtoH(h, d + 48, 8), CUDA_SUCCESS);
    CHECK(h[0] == 0x5678 && h[1] == 0x1234 && h[2] == 0x405);
    DRIVER(cuMemsetD32(d + 256, 0, 1), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemGetAddressRange(&base, &n, d + 60), CUDA_SUCCESS);
    CHECK(base == d && n == 256);                                   /* what is given out is a multiple of that */

    CUDA_ARRAY_DESCRIPTOR shape = { 4, 2, CU_AD_FORMAT_UNSIGNED_INT16, 1 };
    CUDA_ARRAY3D_DESCRIPTOR shape3, flags = { 4, 2, 0, CU_AD_FORMAT_UNSIGNED_INT16, 1, 1 };
    DRIVER(cuArrayCreate(0, &shape), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuArray3DCreate(&a, &flags), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuArrayCreate(&a, &shape), CUDA_SUCCESS);
    DRIVER(cuArray3DGetDescriptor(&shape3, a), CUDA_SUCCESS);
    CHECK(shape3.Width == 4 && shape3.Height == 2 && shape3.Depth == 0 && shape3.NumChannels == 1);
    DRIVER(cuArray3DGetDescriptor(0, a), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemcpyHtoAAsync(a, 8, h, 8, 0), CUDA_SUCCESS);
    DRIVER(cuMemcpyAtoD(d, a, 8, 8), CUDA_SUCCESS);
    memset(h, 0, sizeof h);
    DRIVER(cuMemcpyAtoHAsync(h, a, 8, 8, 0), CUDA_SUCCESS);
    CHECK(h[0] == 0x5678 && h[1] == 0x1234 && h[2] == 0x405);
    CUDA_MEMCPY2D rows = { 0 };
    rows.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    rows.srcArray = a;
    rows.dstMemoryType = CU_MEMORYTYPE_HOST;
    rows.WidthInBytes = 8;
    rows.Height = 1;
    DRIVER(cuMemcpy2D(&rows), CUDA_ERROR_INVALID_VALUE);           /* to nowhere */
    rows.dstHost = h;
    rows.srcY = 1;
    DRIVER(cuMemcpy2DAsync(&rows, 0), CUDA_SUCCESS);
    rows.srcMemoryType = (CUmemorytype)77;
    DRIVER(cuMemcpy2D(&rows), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemcpy2D(0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemcpy3D(0), CUDA_ERROR_INVALID_VALUE);

    CUstream s;
    CUevent e;
    DRIVER(cuStreamCreate(0, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuEventCreate(0, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuEventDestroy((CUevent)h), CUDA_ERROR_INVALID_HANDLE);
    DRIVER(cuEventCreate(&e, 0), CUDA_SUCCESS);
    DRIVER(cuEventElapsedTime(0, e, e), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuStreamCreate(&s, 0), CUDA_SUCCESS);
    DRIVER(cuStreamWaitEvent(s, e, 1), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxDestroy(c), CUDA_SUCCESS);                          /* with all that is in it */
    DRIVER(cuCtxSetCurrent(now), CUDA_SUCCESS);
}

int main()
{
    devices();
    surfaces_and_graphics();
    settings();
    memory();
    arrays();
    launches();
    driver();
    printf("%d failures\n", failures);
    return failures != 0;
}
