/* SPDX-License-Identifier: Apache-2.0
 * What the files of CUBLAS share: the handle, scalars from host or device, the matrix kinds of BLAS behind one
 * accessor.
 *
 * Each routine is one template over the four types. level*.cu make CUBLAS's functions of it: cublasXname_v2 with a
 * handle, cublasXname with the one of cublasInit. Arguments are checked in their order; a routine that has nothing to
 * do launches nothing. */
#ifndef GT200_BLAS_CUH
#define GT200_BLAS_CUH

#include "cublas.h"
#include "cublas_api.h"
#include "../common/number.cuh"

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t mode;
    void *partial;                      /* device memory of BLAS_PARTIAL bytes: what blocks of a reduction leave */
};

enum { BLAS_PARTIAL = 64 * 16 };        /* 64 blocks, 16 bytes each */

/* What the legacy functions work on, and the status that cublasGetError takes. blas_legacy_failed stores a failure. */
cublasHandle_t blas_legacy();
void blas_legacy_failed(cublasStatus_t status);

inline cublasStatus_t blas_launched()
{
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* A scalar argument: on the host or, in the handle's pointer mode, on the device; then what the stream was given
 * before is waited for. */
template <class T> cublasStatus_t blas_fetch(cublasHandle_t h, T *to, const T *from)
{
    if (!from)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (h->mode == CUBLAS_POINTER_MODE_HOST) {
        *to = *from;
        return CUBLAS_STATUS_SUCCESS;
    }
    if (cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, h->stream) != cudaSuccess)
        return CUBLAS_STATUS_MAPPING_ERROR;
    return cudaStreamSynchronize(h->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

template <class T> cublasStatus_t blas_deliver(cublasHandle_t h, T *to, T value)
{
    if (h->mode == CUBLAS_POINTER_MODE_HOST) {
        *to = value;
        return CUBLAS_STATUS_SUCCESS;
    }
    return cudaMemcpyAsync(to, &value, sizeof value, cudaMemcpyHostToDevice, h->stream) == cudaSuccess &&
                   cudaStreamSynchronize(h->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS :
                                                                    CUBLAS_STATUS_MAPPING_ERROR;
}

#define BLAS_CHECK(call)                                \
    do {                                                \
        const cublasStatus_t rc_ = (call);              \
        if (rc_ != CUBLAS_STATUS_SUCCESS)               \
            return rc_;                                 \
    } while (0)
#define BLAS_HANDLE(h)                                  \
    do {                                                \
        if (!(h))                                       \
            return CUBLAS_STATUS_NOT_INITIALIZED;       \
    } while (0)
#define BLAS_REQUIRE(condition)                         \
    do {                                                \
        if (!(condition))                               \
            return CUBLAS_STATUS_INVALID_VALUE;         \
    } while (0)

/* Element i of a vector of n with increment inc is v[blas_first(n, inc) + i * inc]. */
GT_FN int blas_first(int n, int inc) { return inc < 0 ? (1 - n) * inc : 0; }
template <class T> T *blas_vector(T *v, int n, int inc) { return v + blas_first(n, inc); }

inline int blas_blocks(int n, int threads, int most)
{
    const int blocks = n / threads + (n % threads != 0);
    return blocks < most ? blocks : most;
}

/* The arguments of legacy functions: letters in either case; anything else becomes a value that is refused. */
inline bool blas_letter(char c, char upper) { return c == upper || c == upper - 'A' + 'a'; }
inline cublasOperation_t blas_operation(char c)
{
    return blas_letter(c, 'N') ? CUBLAS_OP_N : blas_letter(c, 'T') ? CUBLAS_OP_T :
           blas_letter(c, 'C') ? CUBLAS_OP_C : (cublasOperation_t)-1;
}
inline cublasFillMode_t blas_fill(char c)
{
    return blas_letter(c, 'U') ? CUBLAS_FILL_MODE_UPPER : blas_letter(c, 'L') ? CUBLAS_FILL_MODE_LOWER :
                                                                               (cublasFillMode_t)-1;
}
inline cublasDiagType_t blas_diag(char c)
{
    return blas_letter(c, 'U') ? CUBLAS_DIAG_UNIT : blas_letter(c, 'N') ? CUBLAS_DIAG_NON_UNIT : (cublasDiagType_t)-1;
}
inline cublasSideMode_t blas_side(char c)
{
    return blas_letter(c, 'L') ? CUBLAS_SIDE_LEFT : blas_letter(c, 'R') ? CUBLAS_SIDE_RIGHT : (cublasSideMode_t)-1;
}
inline bool blas_is(cublasOperation_t o) { return o == CUBLAS_OP_N || o == CUBLAS_OP_T || o == CUBLAS_OP_C; }
inline bool blas_is(cublasFillMode_t f) { return f == CUBLAS_FILL_MODE_LOWER || f == CUBLAS_FILL_MODE_UPPER; }
inline bool blas_is(cublasDiagType_t d) { return d == CUBLAS_DIAG_UNIT || d == CUBLAS_DIAG_NON_UNIT; }
inline bool blas_is(cublasSideMode_t s) { return s == CUBLAS_SIDE_LEFT || s == CUBLAS_SIDE_RIGHT; }

/* op(A) for every way in which BLAS stores A. Elements that A does not store follow from its shape; those outside of a
 * band or a triangle are no elements: first() and last() bound what a row has. */
enum Storage { FULL, BAND, PACKED };
enum Shape { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };

template <class T> struct Matrix {
    T *a;
    int ld, rows, columns;              /* of A as stored */
    int below, above;                   /* BAND: stored diagonals */
    Storage storage;
    Shape shape;
    bool upper, unit, transposed, conjugated;

    GT_FN int place(int i, int j) const
    {
        if (storage == PACKED)
            return upper ? i + j * (j + 1) / 2 : i + (2 * rows - j - 1) * j / 2;
        return storage == BAND ? above + i - j + j * ld : i + j * ld;
    }
    /* Columns first(i) <= j < last(i) of row i of op(A) have elements. */
    GT_FN int first(int i) const
    {
        if (storage == BAND) {
            const int low = shape == GENERAL || shape == TRIANGULAR ? (transposed ? above : below) : above + below;
            return i > low ? i - low : 0;
        }
        return shape == TRIANGULAR && upper != transposed ? i : 0;
    }
    GT_FN int last(int i) const
    {
        const int n = transposed ? rows : columns;
        if (storage == BAND) {
            const int high = shape == GENERAL || shape == TRIANGULAR ? (transposed ? below : above) : above + below;
            return i + high + 1 < n ? i + high + 1 : n;
        }
        return shape == TRIANGULAR && upper == transposed ? i + 1 : n;
    }
    GT_FN T get(int i, int j) const
    {
        bool conj = conjugated;
        if (transposed) {
            const int k = i;
            i = j;
            j = k;
        }
        if (i == j && unit)
            return T(1);
        if (shape != GENERAL && (upper ? i > j : i < j)) {
            const int k = i;
            i = j;
            j = k;
            conj = conj != (shape == HERMITIAN);
        }
        const T v = a[place(i, j)];
        if (i == j && shape == HERMITIAN)
            return T(real_part(v));
        return conj ? conjugate(v) : v;
    }
};

template <class T> Matrix<T> blas_full(const T *a, int lda, int rows, int columns, Shape shape = GENERAL)
{
    Matrix<T> m = { const_cast<T *>(a), lda, rows, columns, 0, 0, FULL, shape, false, false, false, false };
    return m;
}

template <class T> void blas_op(Matrix<T> &m, cublasOperation_t op)
{
    m.transposed = op != CUBLAS_OP_N;
    m.conjugated = op == CUBLAS_OP_C;
}

#endif
