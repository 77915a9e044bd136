/* SPDX-License-Identifier: Apache-2.0
 * CUBLAS: handles, what cublasInit keeps for the legacy functions, and copies of vectors and matrices. */
#include "blas.cuh"

#include <stdlib.h>

enum { VERSION = 4000 };

/* ---- handles ----------------------------------------------------------------------------------------------------- */

extern "C" cublasStatus_t cublasCreate_v2(cublasHandle_t *to)
{
    BLAS_REQUIRE(to);
    *to = NULL;
    cublasHandle_t h = (cublasHandle_t)calloc(1, sizeof *h);
    if (!h)
        return CUBLAS_STATUS_ALLOC_FAILED;
    if (cudaMalloc(&h->partial, BLAS_PARTIAL) != cudaSuccess) {
        free(h);
        return cudaFree(0) == cudaSuccess ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_NOT_INITIALIZED;
    }
    h->mode = CUBLAS_POINTER_MODE_HOST;
    *to = h;
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" cublasStatus_t cublasDestroy_v2(cublasHandle_t h)
{
    BLAS_HANDLE(h);
    const cudaError_t rc = cudaFree(h->partial);
    free(h);
    return rc == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

extern "C" cublasStatus_t cublasGetVersion_v2(cublasHandle_t h, int *version)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(version);
    *version = VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" cublasStatus_t cublasSetStream_v2(cublasHandle_t h, cudaStream_t stream)
{
    BLAS_HANDLE(h);
    h->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" cublasStatus_t cublasGetStream_v2(cublasHandle_t h, cudaStream_t *stream)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(stream);
    *stream = h->stream;
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t h, cublasPointerMode_t mode)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
    h->mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t h, cublasPointerMode_t *mode)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(mode);
    *mode = h->mode;
    return CUBLAS_STATUS_SUCCESS;
}

/* ---- the legacy interface ---------------------------------------------------------------------------------------- */

/* Its functions have no handle, so the library has it: one of each host thread, as the runtime's last error is. */
static thread_local struct {
    cublasHandle_t handle;
    cublasStatus_t failed;
} legacy;

cublasHandle_t blas_legacy()
{
    return legacy.handle;
}

void blas_legacy_failed(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        legacy.failed = status;
}

extern "C" cublasStatus cublasInit(void)
{
    return legacy.handle ? CUBLAS_STATUS_SUCCESS : cublasCreate_v2(&legacy.handle);
}

extern "C" cublasStatus cublasShutdown(void)
{
    const cublasStatus_t rc = cublasDestroy_v2(legacy.handle);

    legacy.handle = NULL;
    return rc;
}

extern "C" cublasStatus cublasGetError(void)
{
    const cublasStatus_t status = legacy.failed;

    legacy.failed = CUBLAS_STATUS_SUCCESS;
    return status;
}

extern "C" cublasStatus cublasGetVersion(int *version)
{
    BLAS_REQUIRE(version);
    *version = VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" cublasStatus cublasSetKernelStream(cudaStream_t stream)
{
    return cublasSetStream_v2(legacy.handle, stream);
}

extern "C" cublasStatus cublasAlloc(int n, int size, void **device)
{
    BLAS_HANDLE(legacy.handle);
    BLAS_REQUIRE(device && n > 0 && size > 0);
    return cudaMalloc(device, (size_t)n * size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

extern "C" cublasStatus cublasFree(void *device)
{
    BLAS_HANDLE(legacy.handle);
    return cudaFree(device) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static cublasStatus_t copied(int rows, int columns, int size, const void *from, int from_ld, void *to, int to_ld,
                             cudaMemcpyKind kind, bool async, cudaStream_t stream)
{
    BLAS_REQUIRE(size > 0 && from_ld > 0 && to_ld > 0);
    if (rows <= 0 || columns <= 0)
        return CUBLAS_STATUS_SUCCESS;
    const size_t from_pitch = (size_t)from_ld * size, to_pitch = (size_t)to_ld * size, width = (size_t)rows * size;
    BLAS_REQUIRE(from_ld >= rows && to_ld >= rows);
    const cudaError_t rc = async ? cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, columns, kind, stream)
                                 : cudaMemcpy2D(to, to_pitch, from, from_pitch, width, columns, kind);
    return rc == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

#define TO_DEVICE cudaMemcpyHostToDevice
#define TO_HOST cudaMemcpyDeviceToHost

/* A vector with increments is a matrix with one row. */
extern "C" cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy)
{
    return copied(1, n, size, x, incx, y, incy, TO_DEVICE, false, 0);
}

extern "C" cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy)
{
    return copied(1, n, size, x, incx, y, incy, TO_HOST, false, 0);
}

extern "C" cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb)
{
    return copied(rows, columns, size, a, lda, b, ldb, TO_DEVICE, false, 0);
}

extern "C" cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb)
{
    return copied(rows, columns, size, a, lda, b, ldb, TO_HOST, false, 0);
}

extern "C" cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy,
                                               cudaStream_t stream)
{
    return copied(1, n, size, x, incx, y, incy, TO_DEVICE, true, stream);
}

extern "C" cublasStatus_t cublasGetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy,
                                               cudaStream_t stream)
{
    return copied(1, n, size, x, incx, y, incy, TO_HOST, true, stream);
}

extern "C" cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *a, int lda, void *b,
                                               int ldb, cudaStream_t stream)
{
    return copied(rows, columns, size, a, lda, b, ldb, TO_DEVICE, true, stream);
}

extern "C" cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *a, int lda, void *b,
                                               int ldb, cudaStream_t stream)
{
    return copied(rows, columns, size, a, lda, b, ldb, TO_HOST, true, stream);
}
