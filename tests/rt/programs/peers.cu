/* SPDX-License-Identifier: Apache-2.0
 * What the Driver API of CUDA 4.0 has for several contexts (two devices) and for addresses that tell where they
 * belong; functions by their names since 3.2 and 4.0; the profiler's switches. */
#include <cuda.h>
#include <cudaGL.h>
#include <cudaProfiler.h>
#include <cudaVDPAU.h>
#include <string.h>

#include "check.h"

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)
/* The call fails with the code, and the message names what is wrong. */
#define SAYS(call, code, words) \
    do { \
        const char *text_ = ""; \
        CUresult rc_ = (call); \
        cuGetErrorString(rc_, &text_); \
        if (rc_ != (code) || !strstr(text_, words)) { \
            printf("%s:%d: %s is %d (%s), expected %d (%s)\n", __FILE__, __LINE__, #call, (int)rc_, text_, \
                   (int)(code), words); \
            failures++; \
        } \
    } while (0)

static void contexts()
{
    const char sent[] = "from one device to the other";
    char got[sizeof sent] = "";
    CUcontext c[2], none;
    CUdeviceptr p[2], q;
    int can = 1;

    for (int i = 0; i < 2; i++) {
        DRIVER(cuCtxCreate_v2(&c[i], 0, i));
        DRIVER(cuMemAlloc_v2(&p[i], 256));
        DRIVER(cuCtxPopCurrent_v2(&none));
        CHECK(none == c[i]);
    }
    DRIVER(cuCtxPushCurrent_v2(c[0]));
    DRIVER(cuMemcpyHtoD_v2(p[0], sent, sizeof sent));
    DRIVER(cuMemcpyPeer(p[1], c[1], p[0], c[0], sizeof sent));
    DRIVER(cuCtxGetCurrent(&none));
    CHECK(none == c[0]);
    DRIVER(cuCtxPushCurrent_v2(c[1]));
    DRIVER(cuMemcpyDtoH_v2(got, p[1], sizeof sent));
    CHECK(!strcmp(got, sent));
    DRIVER(cuCtxPopCurrent_v2(NULL));
    /* 2 rows of 3 bytes, from 5 bytes apart to 7 */
    CUDA_MEMCPY3D_PEER box = {};
    box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = p[0];
    box.dstDevice = p[1];
    box.srcContext = c[0];
    box.dstContext = c[1];
    box.srcPitch = 5;
    box.dstPitch = 7;
    box.srcHeight = box.dstHeight = box.Height = 2;
    box.WidthInBytes = 3;
    box.Depth = 1;
    DRIVER(cuMemcpy3DPeer(&box));
    DRIVER(cuCtxPushCurrent_v2(c[1]));
    DRIVER(cuMemcpyDtoH_v2(got, p[1], 10));
    CHECK(!memcmp(got, sent, 3) && !memcmp(got + 7, sent + 5, 3) && got[3] == sent[3] && got[6] == sent[6]);
    DRIVER(cuCtxPopCurrent_v2(NULL));
    CHECK(CU_FUNC_ATTRIBUTE_MAX == 7 && CUDA_ARRAY3D_LAYERED == 1 && CUDA_ARRAY3D_SURFACE_LDST == 2);
    CHECK(CU_CUBEMAP_FACE_POSITIVE_X == 0 && (CUarray_cubemap_face)5 == CU_CUBEMAP_FACE_NEGATIVE_Z);
    CHECK(cuMemcpy3DPeer(NULL) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemcpyPeerAsync(p[1], NULL, p[0], c[0], 4, 0) != CUDA_SUCCESS);
    SAYS(cuMemcpyPeer(p[1] + 250, c[1], p[0], c[0], 8), CUDA_ERROR_INVALID_VALUE, "beyond the allocation");

    DRIVER(cuDeviceCanAccessPeer(&can, 0, 1));
    CHECK(!can);
    SAYS(cuDeviceCanAccessPeer(NULL, 0, 1), CUDA_ERROR_INVALID_VALUE, "null pointer");
    SAYS(cuDeviceCanAccessPeer(&can, 0, 2), CUDA_ERROR_INVALID_DEVICE, "devices 0 and 2: there are 2");
    SAYS(cuCtxEnablePeerAccess(c[1], 0), CUDA_ERROR_INVALID_DEVICE, "compute capability 2.0");
    SAYS(cuCtxDisablePeerAccess(c[1]), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "not enabled");

    DRIVER(cuMemAlloc(&q, 256));
    DRIVER(cuMemcpy(q, p[0], sizeof sent));
    memset(got, 0, sizeof got);
    DRIVER(cuMemcpyAsync(q + 128, q, sizeof sent, 0));
    DRIVER(cuMemcpyDtoH(got, q + 128, sizeof sent));
    CHECK(!strcmp(got, sent));
    SAYS(cuMemcpy(q, (CUdeviceptr)(size_t)sent, 4), CUDA_ERROR_INVALID_VALUE, "compute capability 2.0");
    for (int i = 0; i < 2; i++)
        DRIVER(cuCtxDestroy_v2(c[i]));
}

static void attributes()
{
    CUcontext c, found = NULL;
    CUdeviceptr p, q = 0;
    void *host, *unmapped, *h = NULL;
    unsigned kind = 0;

    DRIVER(cuCtxCreate(&c, CU_CTX_MAP_HOST, 0));
    DRIVER(cuMemAlloc(&p, 64));
    DRIVER(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    DRIVER(cuMemAllocHost_v2(&unmapped, 64));
    DRIVER(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_CONTEXT, p + 4));
    CHECK(found == c);
    DRIVER(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 4));
    CHECK(kind == CU_MEMORYTYPE_DEVICE);
    DRIVER(cuPointerGetAttribute(&q, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, p + 4));
    CHECK(q == p + 4);
    SAYS(cuPointerGetAttribute(&h, CU_POINTER_ATTRIBUTE_HOST_POINTER, p), CUDA_ERROR_INVALID_VALUE, "no host memory");
    DRIVER(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)(size_t)host));
    CHECK(kind == CU_MEMORYTYPE_HOST);
    DRIVER(cuPointerGetAttribute(&h, CU_POINTER_ATTRIBUTE_HOST_POINTER, (CUdeviceptr)(size_t)host));
    CHECK(h == host);
    DRIVER(cuPointerGetAttribute(&q, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, (CUdeviceptr)(size_t)host));
    DRIVER(cuMemHostGetDevicePointer_v2(&p, host, 0));
    CHECK(q == p && q);
    CHECK(cuPointerGetAttribute(&q, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, (CUdeviceptr)(size_t)unmapped) !=
          CUDA_SUCCESS);
    SAYS(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)(size_t)&kind),
         CUDA_ERROR_INVALID_VALUE, "no page-locked memory");
    SAYS(cuPointerGetAttribute(NULL, CU_POINTER_ATTRIBUTE_CONTEXT, p), CUDA_ERROR_INVALID_VALUE, "null pointer");
    SAYS(cuPointerGetAttribute(&q, (CUpointer_attribute)9, p), CUDA_ERROR_INVALID_VALUE, "unknown attribute 9");
    DRIVER(cuMemFreeHost(host));
    DRIVER(cuMemFreeHost(unmapped));
    DRIVER(cuCtxDestroy(c));
}

static void refused()
{
    CUsurfref surface;
    CUgraphicsResource resource;
    CUcontext c;
    const void *table;
    CUuuid id = { { 0 } };
    CUdeviceptr p;
    CUdevice device;
    size_t bytes;

    SAYS(cuGetExportTable(&table, &id), CUDA_ERROR_NOT_SUPPORTED, "cuGetExportTable: there are no tables");
    SAYS(cuModuleGetSurfRef(&surface, NULL, "s"), CUDA_ERROR_NOT_SUPPORTED, "surfaces need compute capability 2.0");
    SAYS(cuSurfRefSetArray(NULL, NULL, 0), CUDA_ERROR_NOT_SUPPORTED, "cuSurfRefSetArray: surfaces need");
    SAYS(cuGraphicsGLRegisterBuffer(&resource, 1, 0), CUDA_ERROR_NOT_SUPPORTED,
         "cuGraphicsGLRegisterBuffer: there is no OpenGL in this process");
    SAYS(cuGLCtxCreate(&c, 0, 0), CUDA_ERROR_NOT_SUPPORTED, "cuGLCtxCreate: there is no OpenGL in this process");
    SAYS(cuGLMapBufferObjectAsync_v2(&p, &bytes, 1, 0), CUDA_ERROR_NOT_SUPPORTED,
         "cuGLMapBufferObject: there is no OpenGL");
    SAYS(cuGLUnmapBufferObjectAsync(1, 0), CUDA_ERROR_NOT_SUPPORTED, "cuGLUnmapBufferObject: there is no OpenGL");
    SAYS(cuVDPAUGetDevice(&device, 0, 0), CUDA_ERROR_NOT_SUPPORTED, "cuVDPAUGetDevice: there is no graphics device");
    SAYS(cuVDPAUCtxCreate_v2(&c, 0, 0, 0, 0), CUDA_ERROR_NOT_SUPPORTED, "cuVDPAUCtxCreate: there is no");
    SAYS(cuGraphicsVDPAURegisterVideoSurface(&resource, 0, 0), CUDA_ERROR_NOT_SUPPORTED, "VideoSurface: there is no");
    SAYS(cuGraphicsVDPAURegisterOutputSurface(&resource, 0, 0), CUDA_ERROR_NOT_SUPPORTED, "OutputSurface: there is no");
    SAYS(cuProfilerInitialize("", "", CU_OUT_CSV), CUDA_ERROR_PROFILER_DISABLED, "there is no profiler");
    DRIVER(cuProfilerStart());
    DRIVER(cuProfilerStop());
}

int main()
{
    DRIVER(cuInit(0));
    contexts();
    attributes();
    refused();
    printf("%d failures\n", failures);
    return failures != 0;
}
