/* SPDX-License-Identifier: Apache-2.0
 * Buffer objects and textures of OpenGL, with an OpenGL of the program's own: the few functions that the library looks
 * up. The name of one is a pointer here, as in programs that load it themselves; it is found by glXGetProcAddress. */
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
static struct { int exists, width, height, format; unsigned char bytes[16 * 8 * 4]; } images[4];
static unsigned bound_image, packs, unpacks;   /* buffers that texels would go to or come from */
static int stored[2][6] = { { 1, 0, 5, 6, 7, 4 }, { 0, 0, 9, 0, 0, 8 } };       /* GL_UNPACK_..., GL_PACK_... */
static int wrong_store;

extern "C" {
void glGetIntegerv(GLenum name, int *value)
{
    *value = name == 0x8894 ? (int)bound : name == 0x8069 ? (int)bound_image : name == 0x88ed ? (int)packs
           : name == 0x88ef ? (int)unpacks : name >= 0x0d00 ? stored[1][name - 0x0d00] : stored[0][name - 0x0cf0];
}
void glBindBuffer(unsigned target, unsigned buffer)
{
    *(target == 0x8892 ? &bound : target == 0x88eb ? &packs : &unpacks) = buffer;
}
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
GLboolean glIsTexture(GLuint image) { return image < 4 && images[image].exists; }
void glBindTexture(GLenum, GLuint image) { bound_image = image; }
void glPixelStorei(GLenum name, GLint value)
{
    (name >= 0x0d00 ? stored[1][name - 0x0d00] : stored[0][name - 0x0cf0]) = value;
}
void glGetTexLevelParameteriv(GLenum, GLint, GLenum name, GLint *value)
{
    *value = name == 0x1000 ? images[bound_image].width : name == 0x1001 ? images[bound_image].height
           : images[bound_image].format;
}
/* Texels without gaps, in memory of the host. */
static size_t texels(const int *how, unsigned buffer, GLenum format, GLenum type)
{
    if (buffer || how[0] || how[2] || how[3] || how[4] || how[5] != 1 || (type == 0x1406) != (format == 0x1903))
        wrong_store = 1;
    return images[bound_image].width * images[bound_image].height * 4;
}
void glGetTexImage(GLenum, GLint, GLenum format, GLenum type, void *to)
{
    reads++;
    memcpy(to, images[bound_image].bytes, texels(stored[1], packs, format, type));
}
void glTexSubImage2D(GLenum, GLint, GLint, GLint, GLsizei width, GLsizei height, GLenum format, GLenum type,
                     const void *from)
{
    writes++;
    CHECK(width == images[bound_image].width && height == images[bound_image].height);
    memcpy(images[bound_image].bytes, from, texels(stored[0], unpacks, format, type));
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

texture<uchar4, 2, cudaReadModeElementType> colours;
__global__ void reads_colours(uchar4 *out)
{
    uchar4 c = tex2D(colours, threadIdx.x, threadIdx.y);

    out[threadIdx.y * blockDim.x + threadIdx.x] = make_uchar4(c.w, c.z, c.y, c.x);
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
    SAYS(cudaGraphicsGLRegisterBuffer(&r[0], 4, 0), cudaErrorMapBufferObjectFailed,
         "OpenGL has mapped buffer object 4");
    SAYS(cudaGraphicsGLRegisterBuffer(&r[0], 1, 4), cudaErrorInvalidValue, "flags 0x4");
    SAYS(cudaGraphicsGLRegisterBuffer(0, 1, 0), cudaErrorInvalidValue, "null pointer");
    CHECK(bound == 2);
    OK(cudaGraphicsGLRegisterBuffer(&r[0], 1, cudaGraphicsRegisterFlagsNone));
    OK(cudaGraphicsGLRegisterBuffer(&r[1], 2, cudaGraphicsRegisterFlagsReadOnly));
    CHECK(bound == 2 && reads == 0);
    SAYS(cudaGraphicsResourceGetMappedPointer((void **)&p, &bytes, r[0]), cudaErrorUnknown, "1 is not mapped");
    SAYS(cudaGraphicsUnmapResources(1, r), cudaErrorUnknown, "buffer object 1 is not mapped");
    wrong[0] = r[0], wrong[1] = (cudaGraphicsResource_t)&bytes;
    SAYS(cudaGraphicsMapResources(2, wrong), cudaErrorInvalidResourceHandle, "no registered resource");
    SAYS(cudaGraphicsMapResources(0, r), cudaErrorInvalidValue, "no resources");
    SAYS(cudaGraphicsUnregisterResource(0), cudaErrorInvalidResourceHandle, "no registered resource");
    wrong[1] = r[0];                    /* the same twice: neither is mapped */
    SAYS(cudaGraphicsMapResources(2, wrong), cudaErrorUnknown, "buffer object 1 is mapped");
    SAYS(cudaGraphicsUnmapResources(1, r), cudaErrorUnknown, "is not mapped");

    reads = 0;
    OK(cudaGraphicsMapResources(2, r));
    CHECK(bound == 2 && reads == 2);
    SAYS(cudaGraphicsMapResources(1, r), cudaErrorUnknown, "buffer object 1 is mapped");
    SAYS(cudaGraphicsUnregisterResource(r[0]), cudaErrorUnknown, "buffer object 1 is mapped");
    SAYS(cudaGraphicsResourceSetMapFlags(r[0], 0), cudaErrorUnknown, "buffer object 1 is mapped");
    SAYS(cudaGraphicsSubResourceGetMappedArray(&array, r[0], 0, 0), cudaErrorUnknown, "is no texture");
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
    SAYS(cudaGraphicsUnmapResources(1, r), cudaErrorUnmapBufferObjectFailed,
         "had 256 bytes when it was mapped, and has 4");
    buffers[1].bytes = WORDS * sizeof(int);
    OK(cudaGraphicsUnmapResources(1, r));
    CHECK(buffers[1].words[0] == 17 && buffers[1].words[63] == 17);
    OK(cudaGraphicsUnregisterResource(r[0]));
    SAYS(cudaGraphicsUnregisterResource(r[0]), cudaErrorInvalidResourceHandle, "no registered resource");
    OK(cudaGraphicsUnregisterResource(r[1]));
}

/* A texture of 5 x 3 colours, read by a kernel and written by a copy to its array; one of 4 x 2 floats. */
static void textures()
{
    cudaGraphicsResource_t r, f;
    cudaArray *array = 0;
    uchar4 *out, host[15];
    float numbers[8] = { 0 }, *p = 0;
    size_t bytes;

    fill();
    bound_image = 2;
    packs = 1;
    unpacks = 2;
    images[1].exists = images[2].exists = images[3].exists = 1;
    images[1].width = 5, images[1].height = 3, images[1].format = 0x8058;
    images[3].width = 4, images[3].height = 2, images[3].format = 0x822e;
    for (int i = 0; i < 60; i++)
        images[1].bytes[i] = (unsigned char)(i * 3);
    for (int i = 0; i < 8; i++)
        ((float *)images[3].bytes)[i] = i + 0.5f;
    SAYS(cudaGraphicsGLRegisterImage(&r, 1, 0x8d41, 0), cudaErrorNotSupported, "target 0x8d41: textures");
    SAYS(cudaGraphicsGLRegisterImage(&r, 0, 0x0de1, 0), cudaErrorInvalidValue, "0 is no texture");
    SAYS(cudaGraphicsGLRegisterImage(&r, 2, 0x0de1, 0), cudaErrorInvalidValue, "texture 2 has no texels");
    SAYS(cudaGraphicsGLRegisterImage(&r, 1, 0x0de1, cudaGraphicsRegisterFlagsSurfaceLoadStore), cudaErrorNotSupported,
         "surfaces need compute capability 2.0");
    images[1].format = 0x8051;
    SAYS(cudaGraphicsGLRegisterImage(&r, 1, 0x0de1, 0), cudaErrorNotSupported, "the internal format 0x8051");
    images[1].format = 0x8058;
    OK(cudaGraphicsGLRegisterImage(&r, 1, 0x0de1, cudaGraphicsRegisterFlagsNone));
    OK(cudaGraphicsGLRegisterImage(&f, 3, 0x0de1, cudaGraphicsRegisterFlagsReadOnly));
    SAYS(cudaGraphicsSubResourceGetMappedArray(&array, r, 0, 0), cudaErrorUnknown, "texture 1 is not mapped");
    OK(cudaGraphicsMapResources(1, &r));
    OK(cudaGraphicsMapResources(1, &f));
    SAYS(cudaGraphicsMapResources(1, &r), cudaErrorUnknown, "texture 1 is mapped");
    SAYS(cudaGraphicsResourceGetMappedPointer((void **)&p, &bytes, r), cudaErrorUnknown,
         "texture 1 is mapped as an array");
    SAYS(cudaGraphicsSubResourceGetMappedArray(&array, r, 1, 0), cudaErrorInvalidValue, "another layer");
    OK(cudaGraphicsSubResourceGetMappedArray(&array, f, 0, 0));
    OK(cudaMemcpyFromArray(numbers, array, 0, 0, sizeof numbers, cudaMemcpyDeviceToHost));
    CHECK(numbers[0] == 0.5f && numbers[7] == 7.5f);
    OK(cudaMemcpyToArray(array, 0, 0, host, sizeof numbers, cudaMemcpyHostToDevice));
    OK(cudaGraphicsSubResourceGetMappedArray(&array, r, 0, 0));
    OK(cudaBindTextureToArray(colours, array));
    OK(cudaMalloc((void **)&out, sizeof host));
    reads_colours<<<1, dim3(5, 3)>>>(out);
    OK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host[0].w == 0 && host[0].z == 3 && host[14].w == 168 && host[14].x == 177 && host[6].y == 78);
    OK(cudaMemcpyToArray(array, 0, 0, out, sizeof host, cudaMemcpyDeviceToDevice));
    OK(cudaGraphicsUnmapResources(1, &r));
    OK(cudaGraphicsUnmapResources(1, &f));
    CHECK(images[1].bytes[0] == 9 && images[1].bytes[3] == 0 && images[1].bytes[59] == 168);
    CHECK(((float *)images[3].bytes)[7] == 7.5f);
    CHECK(reads == 2 && writes == 1 && bound == 2 && bound_image == 2 && packs == 1 && unpacks == 2 && !wrong_store);
    CHECK(stored[0][0] == 1 && stored[0][2] == 5 && stored[0][5] == 4 && stored[1][2] == 9 && stored[1][5] == 8);
    OK(cudaGraphicsMapResources(1, &r));
    images[1].width = 4;
    SAYS(cudaGraphicsUnmapResources(1, &r), cudaErrorUnmapBufferObjectFailed, "texture 1 is not what it was");
    images[1].width = 5;
    OK(cudaGraphicsUnmapResources(1, &r));
    OK(cudaGraphicsUnregisterResource(r));
    OK(cudaGraphicsUnregisterResource(f));
    OK(cudaFree(out));
}

static void by_number()
{
    int *p = 0;

    fill();
    SAYS(cudaGLMapBufferObject((void **)&p, 1), cudaErrorInvalidValue, "buffer object 1 is not registered");
    OK(cudaGLRegisterBufferObject(1));
    SAYS(cudaGLRegisterBufferObject(1), cudaErrorUnknown, "is registered already");
    SAYS(cudaGLUnmapBufferObject(1), cudaErrorUnknown, "is not mapped");
    OK(cudaGLMapBufferObject((void **)&p, 1));
    SAYS(cudaGLMapBufferObject((void **)&p, 1), cudaErrorUnknown, "buffer object 1 is mapped");
    SAYS(cudaGLUnregisterBufferObject(1), cudaErrorUnknown, "buffer object 1 is mapped");
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
    unsigned n = 0;
    int list[2] = { -1, -1 };
    OK(cudaGLGetDevices(&n, list, 2, cudaGLDeviceListAll));
    CHECK(n == 1 && list[0] == 0 && list[1] == -1);
    SAYS(cudaGLGetDevices(&n, 0, 2, cudaGLDeviceListAll), cudaErrorInvalidValue, "null pointer");
    resources();
    textures();
    by_number();
    driver();
    return failures != 0;
}
