/* SPDX-License-Identifier: Apache-2.0
 * Buffer objects of OpenGL, with an OpenGL of the program's own: the few functions that the library looks up. The name
 * of one is a pointer here, as in programs that load it themselves; it is found by glXGetProcAddress. */
#include <cuda.h>
#include <cudaGL.h>
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>
#include <stddef.h>
#include <string.h>

#include "check.h"

#define BUFFERS 4
#define WORDS   64

static struct { int exists, mapped; size_t bytes; int words[WORDS]; } buffers[BUFFERS + 1];
static unsigned bound;
static int reads, writes;

extern "C" {
void glGetIntegerv(GLenum, int *value) { *value = (int)bound; }
void glBindBuffer(unsigned, unsigned buffer) { bound = buffer; }
unsigned char glIsBuffer(unsigned buffer) { return buffer <= BUFFERS && buffers[buffer].exists; }
void glGetBufferParameteriv(unsigned, unsigned name, int *value)
{
    *value = name == 0x8764 ? (int)buffers[bound].bytes : buffers[bound].mapped;
}
void glGetBufferSubData(unsigned, ptrdiff_t offset, ptrdiff_t bytes, void *data)
{
    reads++;
    memcpy(data, (char *)buffers[bound].words + offset, bytes);
}
static void write_bytes(unsigned, ptrdiff_t offset, ptrdiff_t bytes, const void *data)
{
    writes++;
    memcpy((char *)buffers[bound].words + offset, data, bytes);
}
void (*glBufferSubData)(unsigned, ptrdiff_t, ptrdiff_t, const void *) = 0;
void *glXGetProcAddress(const unsigned char *name)
{
    return strcmp((const char *)name, "glBufferSubData") ? 0 : (void *)write_bytes;
}
}

__global__ void doubles(int *p) { p[threadIdx.x] *= 2; }
__global__ void sets(int *p, int to) { p[threadIdx.x] = to; }

/* The call fails with the code, and the message names what is wrong. */
#define SAYS(call, code, text) \
    do { \
        int rc_ = (call); \
        if (rc_ != (code) || !strstr(cudaGetErrorString((cudaError_t)rc_), text)) { \
            printf("%s:%d: %s is %d (%s), expected %d (%s)\n", __FILE__, __LINE__, #call, rc_, \
                   cudaGetErrorString((cudaError_t)rc_), (int)(code), text); \
            failures++; \
        } \
        cudaGetLastError(); \
    } while (0)
#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

static void fill()
{
    memset(buffers, 0, sizeof buffers);
    for (int b = 1; b <= BUFFERS; b++) {
        buffers[b].exists = 1;
        buffers[b].bytes = WORDS * sizeof(int);
        for (int i = 0; i < WORDS; i++)
            buffers[b].words[i] = 100 * b + i;
    }
    buffers[3].bytes = 0;
    buffers[4].mapped = 1;
    bound = 2;
    reads = writes = 0;
}

static void resources()
{
    cudaGraphicsResource_t r[2], wrong[2];
    cudaArray *array;
    int *p = 0, *q = 0;
    int first;
    size_t bytes = 0;

    fill();
    SAYS(cudaGraphicsGLRegisterBuffer(&r[0], 0, 0), cudaErrorInvalidValue, "0 is no buffer object");
    SAYS(cudaGraphicsGLRegisterBuffer(&r[0], 9, 0), cudaErrorInvalidValue, "9 is no buffer object");
    SAYS(cudaGraphicsGLRegisterBuffer(&r[0], 3, 0), cudaErrorInvalidValue, "buffer object 3 has no memory");
    SAYS(cudaGraphicsGLRegisterBuffer(&r[0], 4, 0), CUDA_ERROR_MAP_FAILED, "OpenGL has mapped buffer object 4");
    SAYS(cudaGraphicsGLRegisterBuffer(&r[0], 1, 4), cudaErrorInvalidValue, "flags 0x4");
    SAYS(cudaGraphicsGLRegisterBuffer(0, 1, 0), cudaErrorInvalidValue, "null pointer");
    CHECK(bound == 2);
    OK(cudaGraphicsGLRegisterBuffer(&r[0], 1, cudaGraphicsRegisterFlagsNone));
    OK(cudaGraphicsGLRegisterBuffer(&r[1], 2, cudaGraphicsRegisterFlagsReadOnly));
    CHECK(bound == 2 && reads == 0);
    SAYS(cudaGraphicsResourceGetMappedPointer((void **)&p, &bytes, r[0]), CUDA_ERROR_NOT_MAPPED, "1 is not mapped");
    SAYS(cudaGraphicsUnmapResources(1, r), CUDA_ERROR_NOT_MAPPED, "buffer object 1 is not mapped");
    wrong[0] = r[0], wrong[1] = (cudaGraphicsResource_t)&bytes;
    SAYS(cudaGraphicsMapResources(2, wrong), cudaErrorInvalidResourceHandle, "no registered resource");
    SAYS(cudaGraphicsMapResources(0, r), cudaErrorInvalidValue, "no resources");
    SAYS(cudaGraphicsUnregisterResource(0), cudaErrorInvalidResourceHandle, "no registered resource");
    wrong[1] = r[0];                    /* the same twice: neither is mapped */
    SAYS(cudaGraphicsMapResources(2, wrong), CUDA_ERROR_ALREADY_MAPPED, "buffer object 1 is mapped");
    SAYS(cudaGraphicsUnmapResources(1, r), CUDA_ERROR_NOT_MAPPED, "is not mapped");

    reads = 0;
    OK(cudaGraphicsMapResources(2, r));
    CHECK(bound == 2 && reads == 2);
    SAYS(cudaGraphicsMapResources(1, r), CUDA_ERROR_ALREADY_MAPPED, "buffer object 1 is mapped");
    SAYS(cudaGraphicsUnregisterResource(r[0]), CUDA_ERROR_ALREADY_MAPPED, "buffer object 1 is mapped");
    SAYS(cudaGraphicsResourceSetMapFlags(r[0], 0), CUDA_ERROR_ALREADY_MAPPED, "buffer object 1 is mapped");
    SAYS(cudaGraphicsSubResourceGetMappedArray(&array, r[0], 0, 0), CUDA_ERROR_NOT_MAPPED_AS_ARRAY, "is no image");
    OK(cudaGraphicsResourceGetMappedPointer((void **)&p, &bytes, r[0]));
    CHECK(bytes == WORDS * sizeof(int));
    OK(cudaGraphicsResourceGetMappedPointer((void **)&q, 0, r[1]));
    OK(cudaMemcpy(&first, q + 5, sizeof first, cudaMemcpyDeviceToHost));
    CHECK(first == 205);
    doubles<<<1, WORDS>>>(p);
    doubles<<<1, WORDS>>>(q);
    CHECK(buffers[1].words[7] == 107);
    bound = 0;
    OK(cudaGraphicsUnmapResources(2, r));
    CHECK(bound == 0 && writes == 1);   /* one of them is only read */
    CHECK(buffers[1].words[7] == 214 && buffers[1].words[63] == 326 && buffers[2].words[7] == 207);
    SAYS(cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost), cudaErrorInvalidValue, "there is no allocation");

    OK(cudaGraphicsResourceSetMapFlags(r[0], cudaGraphicsMapFlagsWriteDiscard));
    SAYS(cudaGraphicsResourceSetMapFlags(r[0], 3), cudaErrorInvalidValue, "flags 0x3");
    OK(cudaGraphicsMapResources(1, r));
    CHECK(reads == 2);
    OK(cudaGraphicsResourceGetMappedPointer((void **)&p, &bytes, r[0]));
    sets<<<1, WORDS>>>(p, 17);
    buffers[1].bytes = 4;
    SAYS(cudaGraphicsUnmapResources(1, r), CUDA_ERROR_UNMAP_FAILED, "had 256 bytes when it was mapped, and has 4");
    buffers[1].bytes = WORDS * sizeof(int);
    OK(cudaGraphicsUnmapResources(1, r));
    CHECK(buffers[1].words[0] == 17 && buffers[1].words[63] == 17);
    OK(cudaGraphicsUnregisterResource(r[0]));
    SAYS(cudaGraphicsUnregisterResource(r[0]), cudaErrorInvalidResourceHandle, "no registered resource");
    OK(cudaGraphicsUnregisterResource(r[1]));
    SAYS(cudaGraphicsGLRegisterImage(&r[0], 1, 0x0de1, 0), cudaErrorNotSupported, "textures and renderbuffers");
}

static void by_number()
{
    int *p = 0;

    fill();
    SAYS(cudaGLMapBufferObject((void **)&p, 1), cudaErrorInvalidValue, "buffer object 1 is not registered");
    OK(cudaGLRegisterBufferObject(1));
    SAYS(cudaGLRegisterBufferObject(1), CUDA_ERROR_ALREADY_MAPPED, "is registered already");
    SAYS(cudaGLUnmapBufferObject(1), CUDA_ERROR_NOT_MAPPED, "is not mapped");
    OK(cudaGLMapBufferObject((void **)&p, 1));
    SAYS(cudaGLMapBufferObject((void **)&p, 1), CUDA_ERROR_ALREADY_MAPPED, "buffer object 1 is mapped");
    SAYS(cudaGLUnregisterBufferObject(1), CUDA_ERROR_ALREADY_MAPPED, "buffer object 1 is mapped");
    doubles<<<1, WORDS>>>(p);
    OK(cudaGLUnmapBufferObject(1));
    CHECK(buffers[1].words[0] == 200 && buffers[1].words[63] == 326);
    OK(cudaGLSetBufferObjectMapFlags(1, cudaGLMapFlagsReadOnly));
    OK(cudaGLMapBufferObjectAsync((void **)&p, 1, 0));
    doubles<<<1, WORDS>>>(p);
    OK(cudaGLUnmapBufferObjectAsync(1, 0));
    CHECK(buffers[1].words[0] == 200 && reads == 2 && writes == 1 && bound == 2);
    OK(cudaGLUnregisterBufferObject(1));
    SAYS(cudaGLUnregisterBufferObject(1), cudaErrorInvalidValue, "is not registered");
}

/* A context of its own; it ends with a buffer that is still mapped. */
static void driver()
{
    CUcontext c;
    CUdeviceptr p;
    CUgraphicsResource r;
    size_t bytes = 0;

    fill();
    DRIVER(cuGLInit());
    DRIVER(cuGLCtxCreate(&c, 0, 0));
    DRIVER(cuGLRegisterBufferObject(1));
    DRIVER(cuGLMapBufferObject(&p, &bytes, 1));
    CHECK(bytes == WORDS * sizeof(int));
    DRIVER(cuMemsetD32(p, 9, WORDS));
    DRIVER(cuGLUnmapBufferObject(1));
    DRIVER(cuGLUnregisterBufferObject(1));
    CHECK(buffers[1].words[63] == 9);
    DRIVER(cuGraphicsGLRegisterBuffer(&r, 2, CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD));
    DRIVER(cuGraphicsMapResources(1, &r, 0));
    DRIVER(cuGraphicsResourceGetMappedPointer(&p, &bytes, r));
    DRIVER(cuMemsetD32(p, 8, WORDS));
    DRIVER(cuCtxDestroy(c));
    CHECK(reads == 1 && writes == 1 && buffers[2].words[0] == 200);
}

int main()
{
    OK(cudaGLSetGLDevice(0));
    SAYS(cudaGLSetGLDevice(7), cudaErrorInvalidDevice, "device 7");
    resources();
    by_number();
    driver();
    return failures != 0;
}
