/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: arrays, and copies of rows and slices, on those of the Driver API (array.c, copy.c).
 */
#include "runtime.h"
#include "runtime_gpu.h"

static CUarray as_array(const struct cudaArray *a)
{
    return (CUarray)(uintptr_t)a;
}

static CUdeviceptr as_device(const void *p)
{
    return (CUdeviceptr)(uintptr_t)p;
}

/* ---- arrays ---------------------------------------------------------------------------------------- */

cudaError_t cudaMalloc3DArray(struct cudaArray **array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags)
{
    CUDA_ARRAY3D_DESCRIPTOR d = { extent.width, extent.height, extent.depth, 0, 0, flags };
    int comps;

    if (!array || !desc)
        return rt_error(cudaErrorInvalidValue, "cudaMalloc3DArray: null pointer");
    if (!rt_format(desc, &d.Format, &comps))
        return rt_error(cudaErrorInvalidChannelDescriptor,
                        "cudaMalloc3DArray: texels have 1, 2 or 4 components of 8, 16 or 32 bits, all alike");
    d.NumChannels = (unsigned)comps;
    CUresult rc = rt_enter();
    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuArray3DCreate((CUarray *)array, &d));
}

cudaError_t cudaMallocArray(struct cudaArray **array, const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned int flags)
{
    return cudaMalloc3DArray(array, desc, (struct cudaExtent){ width, height, 0 }, flags);
}

cudaError_t cudaFreeArray(struct cudaArray *array)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS || !array ? rc : rt_api()->cuArrayDestroy(as_array(array)));
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, const struct cudaArray *array)
{
    CUDA_ARRAY_DESCRIPTOR d;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS ||
        (rc = desc ? rt_api()->cuArrayGetDescriptor(&d, as_array(array)) : CUDA_ERROR_INVALID_VALUE) != CUDA_SUCCESS)
        return rt_return(rc);
    *desc = rt_channels(d.Format, (int)d.NumChannels);
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
                             struct cudaArray *array)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS || (rc = rt_api()->cuArray3DGetDescriptor(&d, as_array(array))) != CUDA_SUCCESS)
        return rt_return(rc);
    if (desc)
        *desc = rt_channels(d.Format, (int)d.NumChannels);
    if (extent)
        *extent = (struct cudaExtent){ d.Width, d.Height, d.Depth };
    if (flags)
        *flags = d.Flags;
    return cudaSuccess;
}

/* ---- rows -------------------------------------------------------------------------------------------- */

/* A direction of this device? A GPU finds out by itself what is the host's. */
static bool is_direction(enum cudaMemcpyKind kind)
{
    return (kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDeviceToDevice) ||
           (kind == cudaMemcpyDefault && rt_on_gpu());
}

static CUmemorytype memory_type(enum cudaMemcpyKind kind, bool array, bool host)
{
    return array                       ? CU_MEMORYTYPE_ARRAY
           : kind == cudaMemcpyDefault ? CU_MEMORYTYPE_UNIFIED
           : host                      ? CU_MEMORYTYPE_HOST
                                       : CU_MEMORYTYPE_DEVICE;
}

/* Where rows go, and when: NULL: now. */
struct how { const char *call; enum cudaMemcpyKind kind; const cudaStream_t *stream; };

/* A 2D copy; the direction decides what is not an array. */
static cudaError_t copy_rows(const struct how *how, CUDA_MEMCPY2D *p)
{
    CUresult rc = rt_enter();
    bool from_host = how->kind == cudaMemcpyHostToHost || how->kind == cudaMemcpyHostToDevice;
    bool to_host = how->kind == cudaMemcpyHostToHost || how->kind == cudaMemcpyDeviceToHost;

    if (!is_direction(how->kind) || (p->srcArray && from_host) || (p->dstArray && to_host))
        return rt_error(cudaErrorInvalidMemcpyDirection, "%s: direction %d", how->call, (int)how->kind);
    p->srcMemoryType = memory_type(how->kind, p->srcArray, from_host);
    p->dstMemoryType = memory_type(how->kind, p->dstArray, to_host);
    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    return rt_return(how->stream ? rt_api()->cuMemcpy2DAsync(p, *how->stream)
                                 : gpu_waited(rt_api()->cuMemcpy2DUnaligned(p)));
}

static cudaError_t copy_2d(const struct how *how, void *to, size_t to_pitch, const void *from, size_t from_pitch,
                           size_t width, size_t height)
{
    CUDA_MEMCPY2D p = { .srcHost = from, .srcDevice = as_device(from), .srcPitch = from_pitch, .dstHost = to,
                        .dstDevice = as_device(to), .dstPitch = to_pitch, .WidthInBytes = width, .Height = height };

    if (width > to_pitch || width > from_pitch)
        return rt_error(cudaErrorInvalidPitchValue, "%s: rows of %zu bytes, pitches %zu and %zu", how->call, width,
                        from_pitch, to_pitch);
    return copy_rows(how, &p);
}

static cudaError_t copy_2d_to_array(const struct how *how, struct cudaArray *to, size_t x, size_t y, const void *from,
                                    size_t pitch, size_t width, size_t height)
{
    CUDA_MEMCPY2D p = { .srcHost = from, .srcDevice = as_device(from), .srcPitch = pitch, .dstArray = as_array(to),
                        .dstXInBytes = x, .dstY = y, .WidthInBytes = width, .Height = height };

    if (width > pitch)
        return rt_error(cudaErrorInvalidPitchValue, "%s: rows of %zu bytes, pitch %zu", how->call, width, pitch);
    return copy_rows(how, &p);
}

static cudaError_t copy_2d_from_array(const struct how *how, void *to, size_t pitch, const struct cudaArray *from,
                                      size_t x, size_t y, size_t width, size_t height)
{
    CUDA_MEMCPY2D p = { .srcArray = as_array(from), .srcXInBytes = x, .srcY = y, .dstHost = to,
                        .dstDevice = as_device(to), .dstPitch = pitch, .WidthInBytes = width, .Height = height };

    if (width > pitch)
        return rt_error(cudaErrorInvalidPitchValue, "%s: rows of %zu bytes, pitch %zu", how->call, width, pitch);
    return copy_rows(how, &p);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    return copy_2d(&(struct how){ "cudaMemcpy2D", kind, NULL }, to, to_pitch, from, from_pitch, width, height);
}

cudaError_t cudaMemcpy2DToArray(struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_2d_to_array(&(struct how){ "cudaMemcpy2DToArray", kind, NULL }, to, x, y, from, pitch, width, height);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, const struct cudaArray *from, size_t x, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_2d_from_array(&(struct how){ "cudaMemcpy2DFromArray", kind, NULL }, to, pitch, from, x, y, width,
                              height);
}

cudaError_t cudaMemcpy2DArrayToArray(struct cudaArray *to, size_t to_x, size_t to_y, const struct cudaArray *from,
                                     size_t from_x, size_t from_y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind)
{
    CUDA_MEMCPY2D p = { .srcArray = as_array(from), .srcXInBytes = from_x, .srcY = from_y, .dstArray = as_array(to),
                        .dstXInBytes = to_x, .dstY = to_y, .WidthInBytes = width, .Height = height };

    return copy_rows(&(struct how){ "cudaMemcpy2DArrayToArray", kind, NULL }, &p);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_2d(&(struct how){ "cudaMemcpy2DAsync", kind, &stream }, to, to_pitch, from, from_pitch, width, height);
}

cudaError_t cudaMemcpy2DToArrayAsync(struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_2d_to_array(&(struct how){ "cudaMemcpy2DToArrayAsync", kind, &stream }, to, x, y, from, pitch, width,
                            height);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, const struct cudaArray *from, size_t x, size_t y,
                                       size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_2d_from_array(&(struct how){ "cudaMemcpy2DFromArrayAsync", kind, &stream }, to, pitch, from, x, y,
                              width, height);
}

/* ---- bytes from and to arrays ------------------------------------------------------------------------ */

/* Where bytes are: from byte x of row y of an array on, over all that follow; or at an address, a row without end. */
struct place { CUarray array; size_t x, y, width; void *address; };

static CUresult array_place(const struct cudaArray *a, size_t x, size_t y, struct place *p)
{
    CUDA_ARRAY_DESCRIPTOR d;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS || (rc = rt_api()->cuArrayGetDescriptor(&d, as_array(a))) != CUDA_SUCCESS)
        return rc;
    *p = (struct place){ as_array(a), x, y, d.Width * (drv_format_bits(d.Format) / 8 * d.NumChannels), NULL };
    return CUDA_SUCCESS;
}

static struct place memory_place(const void *address)
{
    return (struct place){ .width = SIZE_MAX, .address = (void *)(uintptr_t)address };
}

/* Byte x of row y counted over all rows. */
static size_t byte_place(const struct place *p)
{
    return p->y * p->width + p->x;
}

static void step_place(struct place *p, size_t bytes)
{
    if (!p->array) {
        p->address = (char *)p->address + bytes;
    } else {
        p->x += bytes;
        p->y += p->x / p->width;
        p->x %= p->width;
    }
}

/* The bytes as pieces of rows, and whole rows at once: a driver's cuMemcpyHtoA and its like know one row only. */
static cudaError_t copy_pieces(const struct how *how, struct place to, struct place from, size_t bytes)
{
    cudaError_t rc = cudaSuccess;

    while (bytes && rc == cudaSuccess) {
        const size_t row = to.array ? to.width : from.width, left_to = to.width - to.x, left_from = from.width - from.x;
        size_t n = left_to < left_from ? left_to : left_from, rows = 1;
        n = n < bytes ? n : bytes;
        if (n == row && !(to.array && from.array))
            rows = bytes / row;
        CUDA_MEMCPY2D p = { .srcArray = from.array, .srcXInBytes = from.x, .srcY = from.y, .srcHost = from.address,
                            .srcDevice = as_device(from.address), .srcPitch = n, .dstArray = to.array,
                            .dstXInBytes = to.x, .dstY = to.y, .dstHost = to.address,
                            .dstDevice = as_device(to.address), .dstPitch = n, .WidthInBytes = n, .Height = rows };
        rc = copy_rows(how, &p);
        step_place(&to, n * rows);
        step_place(&from, n * rows);
        bytes -= n * rows;
    }
    return rc;
}

cudaError_t cudaMemcpyToArray(struct cudaArray *to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind)
{
    struct place at;
    CUresult rc = array_place(to, x, y, &at);

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (rt_on_gpu())
        return copy_pieces(&(struct how){ "cudaMemcpyToArray", kind, NULL }, at, memory_place(from), bytes);
    switch (kind) {
    case cudaMemcpyHostToDevice:   return rt_return(cuMemcpyHtoA(at.array, byte_place(&at), from, bytes));
    case cudaMemcpyDeviceToDevice: return rt_return(cuMemcpyDtoA(at.array, byte_place(&at), as_device(from), bytes));
    default:
        return rt_error(cudaErrorInvalidMemcpyDirection, "cudaMemcpyToArray: direction %d", (int)kind);
    }
}

cudaError_t cudaMemcpyFromArray(void *to, const struct cudaArray *from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind)
{
    struct place at;
    CUresult rc = array_place(from, x, y, &at);

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (rt_on_gpu())
        return copy_pieces(&(struct how){ "cudaMemcpyFromArray", kind, NULL }, memory_place(to), at, bytes);
    switch (kind) {
    case cudaMemcpyDeviceToHost:   return rt_return(cuMemcpyAtoH(to, at.array, byte_place(&at), bytes));
    case cudaMemcpyDeviceToDevice: return rt_return(cuMemcpyAtoD(as_device(to), at.array, byte_place(&at), bytes));
    default:
        return rt_error(cudaErrorInvalidMemcpyDirection, "cudaMemcpyFromArray: direction %d", (int)kind);
    }
}

cudaError_t cudaMemcpyArrayToArray(struct cudaArray *to, size_t to_x, size_t to_y, const struct cudaArray *from,
                                   size_t from_x, size_t from_y, size_t bytes, enum cudaMemcpyKind kind)
{
    struct place to_at, from_at;
    CUresult rc = array_place(to, to_x, to_y, &to_at);

    if (rc == CUDA_SUCCESS)
        rc = array_place(from, from_x, from_y, &from_at);
    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (kind != cudaMemcpyDeviceToDevice)
        return rt_error(cudaErrorInvalidMemcpyDirection, "cudaMemcpyArrayToArray: direction %d", (int)kind);
    if (rt_on_gpu())
        return copy_pieces(&(struct how){ "cudaMemcpyArrayToArray", kind, NULL }, to_at, from_at, bytes);
    return rt_return(cuMemcpyAtoA(to_at.array, byte_place(&to_at), from_at.array, byte_place(&from_at), bytes));
}

cudaError_t cudaMemcpyToArrayAsync(struct cudaArray *to, size_t x, size_t y, const void *from, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const CUresult rc = rt_stream_first(stream, "cudaMemcpyToArrayAsync");

    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaMemcpyToArray(to, x, y, from, bytes, kind);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, const struct cudaArray *from, size_t x, size_t y, size_t bytes,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const CUresult rc = rt_stream_first(stream, "cudaMemcpyFromArrayAsync");

    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaMemcpyFromArray(to, from, x, y, bytes, kind);
}

/* ---- slices ------------------------------------------------------------------------------------------ */

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent e)
{
    size_t pitch = 0;

    if (!p)
        return rt_error(cudaErrorInvalidValue, "cudaMalloc3D: null pointer");
    if (e.depth && e.height > SIZE_MAX / e.depth)
        return rt_error(cudaErrorMemoryAllocation, "cudaMalloc3D: %zu slices of %zu rows", e.depth, e.height);
    cudaError_t rc = cudaMallocPitch(&p->ptr, &pitch, e.width, e.height * e.depth);
    if (rc != cudaSuccess)
        return rc;
    p->pitch = pitch;
    p->xsize = e.width;
    p->ysize = e.height;
    return cudaSuccess;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent e)
{
    cudaError_t rc = cudaSuccess;

    for (size_t z = 0; z < e.depth && rc == cudaSuccess; z++)
        rc = cudaMemset2D((char *)p.ptr + z * p.ysize * p.pitch, p.pitch, value, e.width, e.height);
    return rc;
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent e, cudaStream_t stream)
{
    cudaError_t rc = cudaSuccess;

    for (size_t z = 0; z < e.depth && rc == cudaSuccess; z++)
        rc = cudaMemset2DAsync((char *)p.ptr + z * p.ysize * p.pitch, p.pitch, value, e.width, e.height, stream);
    return rc;
}

static cudaError_t copy_slices(const char *call, const struct cudaMemcpy3DParms *p, const cudaStream_t *stream)
{
    CUresult rc = rt_enter();
    size_t texel = 1;

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (!p || (!p->srcArray && !p->srcPtr.ptr) || (!p->dstArray && !p->dstPtr.ptr))
        return rt_error(cudaErrorInvalidValue, "%s: null pointer", call);
    bool from_host = p->kind == cudaMemcpyHostToHost || p->kind == cudaMemcpyHostToDevice;
    bool to_host = p->kind == cudaMemcpyHostToHost || p->kind == cudaMemcpyDeviceToHost;
    if (!is_direction(p->kind) || (p->srcArray && from_host) || (p->dstArray && to_host))
        return rt_error(cudaErrorInvalidMemcpyDirection, "%s: direction %d", call, (int)p->kind);
    if (p->srcArray || p->dstArray) {
        CUDA_ARRAY_DESCRIPTOR d;
        rc = rt_api()->cuArrayGetDescriptor(&d, as_array(p->srcArray ? p->srcArray : p->dstArray));
        if (rc != CUDA_SUCCESS)
            return rt_return(rc);
        texel = drv_format_bits(d.Format) / 8 * d.NumChannels;
    }
    CUDA_MEMCPY3D c = {
        .srcXInBytes = p->srcPos.x * (p->srcArray ? texel : 1), .srcY = p->srcPos.y, .srcZ = p->srcPos.z,
        .srcMemoryType = memory_type(p->kind, p->srcArray, from_host),
        .srcHost = p->srcPtr.ptr, .srcDevice = as_device(p->srcPtr.ptr), .srcArray = as_array(p->srcArray),
        .srcPitch = p->srcPtr.pitch, .srcHeight = p->srcPtr.ysize,
        .dstXInBytes = p->dstPos.x * (p->dstArray ? texel : 1), .dstY = p->dstPos.y, .dstZ = p->dstPos.z,
        .dstMemoryType = memory_type(p->kind, p->dstArray, to_host),
        .dstHost = p->dstPtr.ptr, .dstDevice = as_device(p->dstPtr.ptr), .dstArray = as_array(p->dstArray),
        .dstPitch = p->dstPtr.pitch, .dstHeight = p->dstPtr.ysize,
        .WidthInBytes = p->extent.width * texel, .Height = p->extent.height, .Depth = p->extent.depth,
    };
    return rt_return(stream ? rt_api()->cuMemcpy3DAsync(&c, *stream) : gpu_waited(rt_api()->cuMemcpy3D(&c)));
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
    return copy_slices("cudaMemcpy3D", p, NULL);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
    return copy_slices("cudaMemcpy3DAsync", p, &stream);
}
