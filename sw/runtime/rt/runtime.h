/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the Runtime API: what a program has registered, and entering a device.
 */
#ifndef GT200_RUNTIME_H
#define GT200_RUNTIME_H

#include "cuda_api.h"
#include "cuda_runtime_api.h"
#include "driver.h"

/* Registered things: kernels, variables, textures of an image. */
enum rt_kind { RT_FUNCTION, RT_VARIABLE, RT_TEXTURE };
struct rt_symbol {
    struct rt_symbol *next;
    struct rt_image  *image;
    enum rt_kind      kind;
    const void       *host;         /* the launch stub, the variable or texture reference of the host */
    char             *name;         /* in the cubin */
    bool              normalized;   /* textures: cudaReadModeNormalizedFloat */
    bool              layered;      /* textures: cudaTextureType1DLayered, 2DLayered */
    size_t            offset;       /* textures: cudaGetTextureAlignmentOffset */
};

/* An error that the Driver API does not have, in results of its type. */
#define RT_ERROR(code) ((CUresult)(0x10000 + (int)(code)))
/* Result of a call: remembered for cudaGetLastError when it is an error. */
cudaError_t rt_return(CUresult rc);
cudaError_t rt_error(cudaError_t e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The program cannot go on before main, where nobody could be told: a message and an abort. */
void rt_die(const char *what);
/* runtime_api.c: the Driver API that this program runs on, ours or that of the machine's NVIDIA driver
 * (GT200_TARGET=cuda), as its first call has found it; which of the two; and its cuInit. */
const struct cuda_api *rt_api(void);
bool rt_on_gpu(void);
bool rt_quiet(void);                /* on a driver: GT200_QUIET */
CUresult rt_start(void);
/* rt_start, and rt_enter, for what is passed on to no driver: refused there. */
CUresult rt_own(const char *call);
CUresult rt_enter_own(const char *call);
/* Is there such a device? No: cudaErrorInvalidDevice. */
cudaError_t rt_device_valid(int device);
/* Before a copy of our own that has no stream: what is in the stream has ended. */
CUresult rt_stream_first(cudaStream_t stream, const char *call);
/* Makes a context current: the one the thread has, else that of its device (cudaSetDevice), which the first call
 * creates. */
CUresult rt_enter(void);
/* The symbol of that kind for a host pointer or, as in CUDA before 5.0, its name. NULL: there is none. */
struct rt_symbol *rt_find(enum rt_kind kind, const void *symbol);
/* Its name as the source has it, to be freed; NULL: as in the cubin. */
char *rt_demangled(const struct rt_symbol *s);
/* The module of an image in the current context, loaded when needed. */
CUresult rt_module(const struct rt_image *image, CUmodule *m);
/* A static variable by its name in the source: clang registers only those that the host's code uses.
 * CUDA_ERROR_NOT_FOUND: there is none. */
CUresult rt_static_variable(const char *name, CUdeviceptr *a, size_t *bytes);
/* rt_enter, and the function of a kernel. */
CUresult rt_function(const void *host, CUfunction *f);

/* runtime_channel.c: format and components of a texel (false: no texel of this chip), and back. */
bool rt_format(const struct cudaChannelFormatDesc *d, CUarray_format *format, int *comps);
struct cudaChannelFormatDesc rt_channels(CUarray_format format, int comps);

#endif
