/* SPDX-License-Identifier: Apache-2.0
 * CUBLAS, level 2: a matrix and vectors. All products are one kernel over Matrix, all updates another, all solutions a
 * third. */
#include "blas.cuh"

enum { TILE = 16, SOLVERS = 256, COPIERS = 128 };

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* y = alpha op(A) x + beta y: a block has 16 rows of op(A), 16 threads each. Those of a half warp lie along what is
 * contiguous in memory. beta 0: y is not read. */
template <class T> __global__ void product(Matrix<T> a, T alpha, const T *x, int incx, T beta, T *y, int incy)
{
    __shared__ T part[TILE][TILE + 1];
    const bool along = a.transposed;
    const int r = along ? threadIdx.y : threadIdx.x, lane = along ? threadIdx.x : threadIdx.y;
    const int i = blockIdx.x * TILE + r, n = a.transposed ? a.columns : a.rows;
    T sum(0);

    if (i < n && !(alpha == T(0))) {
        const int first = a.first(i), last = a.last(i);
        if (a.storage == FULL && a.shape == GENERAL) {
            const T *p = a.a + (along ? i * a.ld : i);
            const int step = along ? 1 : a.ld;
            for (int j = lane; j < last; j += TILE) {
                const T v = p[j * step];
                multiply_add(sum, a.conjugated ? conjugate(v) : v, x[j * incx]);
            }
        } else {
            for (int j = first + lane; j < last; j += TILE)
                multiply_add(sum, a.get(i, j), x[j * incx]);
        }
    }
    part[r][lane] = sum;
    __syncthreads();
    if (lane == 0 && i < n) {
        for (int k = 1; k < TILE; k++)
            sum = sum + part[r][k];
        T v = alpha * sum;
        if (!(beta == T(0)))
            multiply_add(v, beta, y[i * incy]);
        y[i * incy] = v;
    }
}

template <class T> static cublasStatus_t multiply(cublasHandle_t h, const Matrix<T> &a, const T *alpha, const T *x,
                                                  int incx, const T *beta, T *y, int incy)
{
    const int n = a.transposed ? a.columns : a.rows, from = a.transposed ? a.rows : a.columns;
    T factor, old;

    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    BLAS_CHECK(blas_fetch(h, &old, beta));
    if (n == 0 || from == 0 || (factor == T(0) && old == T(1)))
        return CUBLAS_STATUS_SUCCESS;
    product<<<blas_blocks(n, TILE, 65535), dim3(TILE, TILE), 0, h->stream>>>(
        a, factor, blas_vector(x, from, incx), incx, old, blas_vector(y, n, incy), incy);
    return blas_launched();
}

/* Arguments that all square matrices have; then the matrix. */
template <class T> static cublasStatus_t square(Matrix<T> *m, const T *a, cublasFillMode_t fill, int n, int lda,
                                                Storage storage, Shape shape, int k)
{
    BLAS_REQUIRE(blas_is(fill) && n >= 0 && k >= 0);
    BLAS_REQUIRE(storage == PACKED || lda > (storage == BAND ? k : n > 1 ? n - 1 : 0));
    *m = blas_full(a, lda, n, n, shape);
    m->storage = storage;
    m->upper = fill == CUBLAS_FILL_MODE_UPPER;
    m->above = m->upper ? k : 0;
    m->below = m->upper ? 0 : k;
    return CUBLAS_STATUS_SUCCESS;
}

template <class T> static cublasStatus_t gemv(cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha,
                                              const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(blas_is(op) && m >= 0 && n >= 0 && lda >= (m > 1 ? m : 1) && incx && incy);
    Matrix<T> matrix = blas_full(a, lda, m, n);
    blas_op(matrix, op);
    return multiply(h, matrix, alpha, x, incx, beta, y, incy);
}

template <class T> static cublasStatus_t gbmv(cublasHandle_t h, cublasOperation_t op, int m, int n, int kl, int ku,
                                              const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta,
                                              T *y, int incy)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(blas_is(op) && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda > kl && lda - kl > ku && incx &&
                 incy);
    Matrix<T> matrix = blas_full(a, lda, m, n);
    matrix.storage = BAND;
    matrix.below = kl;
    matrix.above = ku;
    blas_op(matrix, op);
    return multiply(h, matrix, alpha, x, incx, beta, y, incy);
}

/* symv, hemv, sbmv, hbmv, spmv, hpmv */
template <class T> static cublasStatus_t symmetric(cublasHandle_t h, Storage storage, Shape shape,
                                                   cublasFillMode_t fill, int n, int k, const T *alpha, const T *a,
                                                   int lda, const T *x, int incx, const T *beta, T *y, int incy)
{
    Matrix<T> matrix;

    BLAS_HANDLE(h);
    BLAS_CHECK(square(&matrix, a, fill, n, lda, storage, shape, k));
    BLAS_REQUIRE(incx && incy);
    return multiply(h, matrix, alpha, x, incx, beta, y, incy);
}

/* ---- triangles --------------------------------------------------------------------------------------------------- */

template <class T> __global__ void copy_back(int n, const T *from, T *x, int incx)
{
    const int i = blockIdx.x * COPIERS + threadIdx.x;

    if (i < n)
        x[i * incx] = from[i];
}

/* Solves op(A) x = b in x, in one block: each x is final when those before it are taken off. */
template <class T> __global__ void solve(Matrix<T> a, T *x, int incx)
{
    __shared__ T now;
    const bool forward = a.upper == a.transposed;
    const int n = a.rows;

    for (int step = 0; step < n; step++) {
        const int j = forward ? step : n - 1 - step;
        if (threadIdx.x == 0) {
            T v = x[j * incx];
            if (!a.unit) {
                v = v / a.get(j, j);
                x[j * incx] = v;
            }
            now = v;
        }
        __syncthreads();
        const T v = now;
        const int reach = a.storage == BAND ? a.below + a.above : n;
        const int end = forward ? (j + reach < n ? j + reach + 1 : n) : j;
        for (int i = (forward ? j + 1 : (j > reach ? j - reach : 0)) + threadIdx.x; i < end; i += SOLVERS) {
            T r = x[i * incx];
            multiply_add(r, -a.get(i, j), v);
            x[i * incx] = r;
        }
        __syncthreads();
    }
}

/* trmv, tbmv, tpmv, trsv, tbsv, tpsv */
template <class T> static cublasStatus_t triangular(cublasHandle_t h, bool solution, Storage storage,
                                                    cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diag,
                                                    int n, int k, const T *a, int lda, T *x, int incx)
{
    Matrix<T> matrix;
    T *made;

    BLAS_HANDLE(h);
    BLAS_REQUIRE(blas_is(op) && blas_is(diag));
    BLAS_CHECK(square(&matrix, a, fill, n, lda, storage, TRIANGULAR, k));
    BLAS_REQUIRE(incx);
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    blas_op(matrix, op);
    matrix.unit = diag == CUBLAS_DIAG_UNIT;
    x = blas_vector(x, n, incx);
    if (solution) {
        solve<<<1, SOLVERS, 0, h->stream>>>(matrix, x, incx);
        return blas_launched();
    }
    if (cudaMalloc((void **)&made, n * sizeof(T)) != cudaSuccess)
        return CUBLAS_STATUS_ALLOC_FAILED;
    product<<<blas_blocks(n, TILE, 65535), dim3(TILE, TILE), 0, h->stream>>>(matrix, T(1), x, incx, T(0), made, 1);
    copy_back<<<blas_blocks(n, COPIERS, 65535), COPIERS, 0, h->stream>>>(n, made, x, incx);
    const cublasStatus_t rc = blas_launched();
    const bool done = cudaStreamSynchronize(h->stream) == cudaSuccess;
    cudaFree(made);
    return rc != CUBLAS_STATUS_SUCCESS || done ? rc : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* ---- updates ----------------------------------------------------------------------------------------------------- */

/* A += alpha x op(y) + beta y op(x), op: transposed, or conjugated as well. What a triangle does not store is left. */
template <class T> __global__ void update(Matrix<T> a, T alpha, const T *x, int incx, T beta, const T *y, int incy,
                                          bool conjugates)
{
    const int i = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y;

    if (i >= a.rows || j >= a.columns || (a.shape != GENERAL && (a.upper ? i > j : i < j)))
        return;
    T *const p = &a.a[a.place(i, j)];
    T v = *p;
    if (i == j && a.shape == HERMITIAN)
        v = T(real_part(v));
    multiply_add(v, alpha * x[i * incx], conjugates ? conjugate(y[j * incy]) : y[j * incy]);
    if (!(beta == T(0)))
        multiply_add(v, beta * y[i * incy], conjugates ? conjugate(x[j * incx]) : x[j * incx]);
    *p = i == j && a.shape == HERMITIAN ? T(real_part(v)) : v;
}

template <class T> static cublasStatus_t updated(cublasHandle_t h, const Matrix<T> &a, T alpha, const T *x, int incx,
                                                 T beta, const T *y, int incy, bool conjugates)
{
    if (a.rows == 0 || a.columns == 0 || alpha == T(0))
        return CUBLAS_STATUS_SUCCESS;
    const dim3 grid(blas_blocks(a.rows, TILE, 65535), blas_blocks(a.columns, TILE, 65535));
    update<<<grid, dim3(TILE, TILE), 0, h->stream>>>(a, alpha, blas_vector(x, a.rows, incx), incx, beta,
                                                     blas_vector(y, a.columns, incy), incy, conjugates);
    return blas_launched();
}

template <class T> static cublasStatus_t ger(cublasHandle_t h, bool conjugates, int m, int n, const T *alpha,
                                             const T *x, int incx, const T *y, int incy, T *a, int lda)
{
    T factor;

    BLAS_HANDLE(h);
    BLAS_REQUIRE(m >= 0 && n >= 0 && lda >= (m > 1 ? m : 1) && incx && incy);
    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    return updated(h, blas_full(a, lda, m, n), factor, x, incx, T(0), y, incy, conjugates);
}

/* syr, spr; her, hpr with S real */
template <class T, class S> static cublasStatus_t rank1(cublasHandle_t h, Storage storage, Shape shape,
                                                        cublasFillMode_t fill, int n, const S *alpha, const T *x,
                                                        int incx, T *a, int lda)
{
    Matrix<T> matrix;
    S factor;

    BLAS_HANDLE(h);
    BLAS_CHECK(square(&matrix, a, fill, n, lda, storage, shape, 0));
    BLAS_REQUIRE(incx);
    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    return updated(h, matrix, T(factor), x, incx, T(0), x, incx, shape == HERMITIAN);
}

/* syr2, spr2, her2, hpr2 */
template <class T> static cublasStatus_t rank2(cublasHandle_t h, Storage storage, Shape shape, cublasFillMode_t fill,
                                               int n, const T *alpha, const T *x, int incx, const T *y, int incy,
                                               T *a, int lda)
{
    Matrix<T> matrix;
    T factor;

    BLAS_HANDLE(h);
    BLAS_CHECK(square(&matrix, a, fill, n, lda, storage, shape, 0));
    BLAS_REQUIRE(incx && incy);
    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    return updated(h, matrix, factor, x, incx, shape == HERMITIAN ? conjugate(factor) : factor, y, incy,
                   shape == HERMITIAN);
}

/* ---- the functions ----------------------------------------------------------------------------------------------- */

typedef Complex<float> C;
typedef Complex<double> Z;

/* cublasNAME_v2 and cublasNAME, whose letters are characters and whose scalars are values. P is a type of the header,
 * T the same here. */
#define BOTH(NAME, V2_ARGS, V2_CALL, LEGACY_ARGS, LEGACY_CALL)                                                       \
    extern "C" cublasStatus_t cublas##NAME##_v2 V2_ARGS { return V2_CALL; }                                          \
    extern "C" void cublas##NAME LEGACY_ARGS                                                                         \
    {                                                                                                                \
        const cublasHandle_t h = blas_legacy();                                                                      \
        blas_legacy_failed(LEGACY_CALL);                                                                             \
    }
#define IN(T) (const T *)
#define H cublasHandle_t h
#define FILL cublasFillMode_t fill
#define OP cublasOperation_t op
#define DIAG cublasDiagType_t diag

#define GENERAL_MATRIX(X, P, T)                                                                                      \
    BOTH(X##gemv,                                                                                                    \
         (H, OP, int m, int n, const P *alpha, const P *a, int lda, const P *x, int incx, const P *beta, P *y,       \
          int incy),                                                                                                 \
         gemv(h, op, m, n, IN(T) alpha, IN(T) a, lda, IN(T) x, incx, IN(T) beta, (T *)y, incy),                      \
         (char op, int m, int n, P alpha, const P *a, int lda, const P *x, int incx, P beta, P *y, int incy),        \
         gemv(h, blas_operation(op), m, n, IN(T) &alpha, IN(T) a, lda, IN(T) x, incx, IN(T) &beta, (T *)y, incy))    \
    BOTH(X##gbmv,                                                                                                    \
         (H, OP, int m, int n, int kl, int ku, const P *alpha, const P *a, int lda, const P *x, int incx,            \
          const P *beta, P *y, int incy),                                                                            \
         gbmv(h, op, m, n, kl, ku, IN(T) alpha, IN(T) a, lda, IN(T) x, incx, IN(T) beta, (T *)y, incy),              \
         (char op, int m, int n, int kl, int ku, P alpha, const P *a, int lda, const P *x, int incx, P beta, P *y,   \
          int incy),                                                                                                 \
         gbmv(h, blas_operation(op), m, n, kl, ku, IN(T) &alpha, IN(T) a, lda, IN(T) x, incx, IN(T) &beta, (T *)y,   \
              incy))
GENERAL_MATRIX(S, float, float)
GENERAL_MATRIX(D, double, double)
GENERAL_MATRIX(C, cuComplex, C)
GENERAL_MATRIX(Z, cuDoubleComplex, Z)

#define FULL_PRODUCT(NAME, SHAPE, P, T)                                                                              \
    BOTH(NAME,                                                                                                       \
         (H, FILL, int n, const P *alpha, const P *a, int lda, const P *x, int incx, const P *beta, P *y, int incy), \
         symmetric(h, FULL, SHAPE, fill, n, 0, IN(T) alpha, IN(T) a, lda, IN(T) x, incx, IN(T) beta, (T *)y, incy),  \
         (char fill, int n, P alpha, const P *a, int lda, const P *x, int incx, P beta, P *y, int incy),             \
         symmetric(h, FULL, SHAPE, blas_fill(fill), n, 0, IN(T) &alpha, IN(T) a, lda, IN(T) x, incx, IN(T) &beta,    \
                   (T *)y, incy))
#define BAND_PRODUCT(NAME, SHAPE, P, T)                                                                              \
    BOTH(NAME,                                                                                                       \
         (H, FILL, int n, int k, const P *alpha, const P *a, int lda, const P *x, int incx, const P *beta, P *y,     \
          int incy),                                                                                                 \
         symmetric(h, BAND, SHAPE, fill, n, k, IN(T) alpha, IN(T) a, lda, IN(T) x, incx, IN(T) beta, (T *)y, incy),  \
         (char fill, int n, int k, P alpha, const P *a, int lda, const P *x, int incx, P beta, P *y, int incy),      \
         symmetric(h, BAND, SHAPE, blas_fill(fill), n, k, IN(T) &alpha, IN(T) a, lda, IN(T) x, incx, IN(T) &beta,    \
                   (T *)y, incy))
#define PACKED_PRODUCT(NAME, SHAPE, P, T)                                                                            \
    BOTH(NAME,                                                                                                       \
         (H, FILL, int n, const P *alpha, const P *a, const P *x, int incx, const P *beta, P *y, int incy),          \
         symmetric(h, PACKED, SHAPE, fill, n, 0, IN(T) alpha, IN(T) a, 0, IN(T) x, incx, IN(T) beta, (T *)y, incy),  \
         (char fill, int n, P alpha, const P *a, const P *x, int incx, P beta, P *y, int incy),                      \
         symmetric(h, PACKED, SHAPE, blas_fill(fill), n, 0, IN(T) &alpha, IN(T) a, 0, IN(T) x, incx, IN(T) &beta,    \
                   (T *)y, incy))

/* S: the type of alpha, the one of T here */
#define RANK1(FULL_NAME, PACKED_NAME, SHAPE, P, T, S)                                                                \
    BOTH(FULL_NAME, (H, FILL, int n, const S *alpha, const P *x, int incx, P *a, int lda),                           \
         rank1(h, FULL, SHAPE, fill, n, alpha, IN(T) x, incx, (T *)a, lda),                                          \
         (char fill, int n, S alpha, const P *x, int incx, P *a, int lda),                                           \
         rank1(h, FULL, SHAPE, blas_fill(fill), n, &alpha, IN(T) x, incx, (T *)a, lda))                              \
    RANK1_PACKED(PACKED_NAME, SHAPE, P, T, S)
#define RANK1_PACKED(NAME, SHAPE, P, T, S)                                                                           \
    BOTH(NAME, (H, FILL, int n, const S *alpha, const P *x, int incx, P *a),                                         \
         rank1(h, PACKED, SHAPE, fill, n, alpha, IN(T) x, incx, (T *)a, 0),                                          \
         (char fill, int n, S alpha, const P *x, int incx, P *a),                                                    \
         rank1(h, PACKED, SHAPE, blas_fill(fill), n, &alpha, IN(T) x, incx, (T *)a, 0))
#define RANK2(NAME, SHAPE, P, T)                                                                                     \
    BOTH(NAME, (H, FILL, int n, const P *alpha, const P *x, int incx, const P *y, int incy, P *a, int lda),          \
         rank2(h, FULL, SHAPE, fill, n, IN(T) alpha, IN(T) x, incx, IN(T) y, incy, (T *)a, lda),                     \
         (char fill, int n, P alpha, const P *x, int incx, const P *y, int incy, P *a, int lda),                     \
         rank2(h, FULL, SHAPE, blas_fill(fill), n, IN(T) &alpha, IN(T) x, incx, IN(T) y, incy, (T *)a, lda))
#define RANK2_PACKED(NAME, SHAPE, P, T)                                                                              \
    BOTH(NAME, (H, FILL, int n, const P *alpha, const P *x, int incx, const P *y, int incy, P *a),                   \
         rank2(h, PACKED, SHAPE, fill, n, IN(T) alpha, IN(T) x, incx, IN(T) y, incy, (T *)a, 0),                     \
         (char fill, int n, P alpha, const P *x, int incx, const P *y, int incy, P *a),                              \
         rank2(h, PACKED, SHAPE, blas_fill(fill), n, IN(T) &alpha, IN(T) x, incx, IN(T) y, incy, (T *)a, 0))

#define REAL_MATRIX(X, T)                                                                                            \
    FULL_PRODUCT(X##symv, SYMMETRIC, T, T)                                                                           \
    BAND_PRODUCT(X##sbmv, SYMMETRIC, T, T)                                                                           \
    PACKED_PRODUCT(X##spmv, SYMMETRIC, T, T)                                                                         \
    RANK1(X##syr, X##spr, SYMMETRIC, T, T, T)                                                                        \
    RANK2(X##syr2, SYMMETRIC, T, T)                                                                                  \
    RANK2_PACKED(X##spr2, SYMMETRIC, T, T)
#define HERMITIAN_MATRIX(X, P, T, R)                                                                                 \
    FULL_PRODUCT(X##hemv, HERMITIAN, P, T)                                                                           \
    BAND_PRODUCT(X##hbmv, HERMITIAN, P, T)                                                                           \
    PACKED_PRODUCT(X##hpmv, HERMITIAN, P, T)                                                                         \
    RANK1(X##her, X##hpr, HERMITIAN, P, T, R)                                                                        \
    RANK2(X##her2, HERMITIAN, P, T)                                                                                  \
    RANK2_PACKED(X##hpr2, HERMITIAN, P, T)
REAL_MATRIX(S, float)
REAL_MATRIX(D, double)
HERMITIAN_MATRIX(C, cuComplex, C, float)
HERMITIAN_MATRIX(Z, cuDoubleComplex, Z, double)

#define FULL_TRIANGLE(NAME, SOLUTION, P, T)                                                                          \
    BOTH(NAME, (H, FILL, OP, DIAG, int n, const P *a, int lda, P *x, int incx),                                      \
         triangular(h, SOLUTION, FULL, fill, op, diag, n, 0, IN(T) a, lda, (T *)x, incx),                            \
         (char fill, char op, char diag, int n, const P *a, int lda, P *x, int incx),                                \
         triangular(h, SOLUTION, FULL, blas_fill(fill), blas_operation(op), blas_diag(diag), n, 0, IN(T) a, lda,     \
                    (T *)x, incx))
#define BAND_TRIANGLE(NAME, SOLUTION, P, T)                                                                          \
    BOTH(NAME, (H, FILL, OP, DIAG, int n, int k, const P *a, int lda, P *x, int incx),                               \
         triangular(h, SOLUTION, BAND, fill, op, diag, n, k, IN(T) a, lda, (T *)x, incx),                            \
         (char fill, char op, char diag, int n, int k, const P *a, int lda, P *x, int incx),                         \
         triangular(h, SOLUTION, BAND, blas_fill(fill), blas_operation(op), blas_diag(diag), n, k, IN(T) a, lda,     \
                    (T *)x, incx))
#define PACKED_TRIANGLE(NAME, SOLUTION, P, T)                                                                        \
    BOTH(NAME, (H, FILL, OP, DIAG, int n, const P *a, P *x, int incx),                                               \
         triangular(h, SOLUTION, PACKED, fill, op, diag, n, 0, IN(T) a, 0, (T *)x, incx),                            \
         (char fill, char op, char diag, int n, const P *a, P *x, int incx),                                         \
         triangular(h, SOLUTION, PACKED, blas_fill(fill), blas_operation(op), blas_diag(diag), n, 0, IN(T) a, 0,     \
                    (T *)x, incx))
#define TRIANGLES(X, P, T)                                                                                           \
    FULL_TRIANGLE(X##trmv, false, P, T)                                                                              \
    FULL_TRIANGLE(X##trsv, true, P, T)                                                                               \
    BAND_TRIANGLE(X##tbmv, false, P, T)                                                                              \
    BAND_TRIANGLE(X##tbsv, true, P, T)                                                                               \
    PACKED_TRIANGLE(X##tpmv, false, P, T)                                                                            \
    PACKED_TRIANGLE(X##tpsv, true, P, T)
TRIANGLES(S, float, float)
TRIANGLES(D, double, double)
TRIANGLES(C, cuComplex, C)
TRIANGLES(Z, cuDoubleComplex, Z)

#define GER(NAME, CONJUGATES, P, T)                                                                                  \
    BOTH(NAME, (H, int m, int n, const P *alpha, const P *x, int incx, const P *y, int incy, P *a, int lda),         \
         ger(h, CONJUGATES, m, n, IN(T) alpha, IN(T) x, incx, IN(T) y, incy, (T *)a, lda),                           \
         (int m, int n, P alpha, const P *x, int incx, const P *y, int incy, P *a, int lda),                         \
         ger(h, CONJUGATES, m, n, IN(T) &alpha, IN(T) x, incx, IN(T) y, incy, (T *)a, lda))
GER(Sger, false, float, float)
GER(Dger, false, double, double)
GER(Cgeru, false, cuComplex, C)
GER(Cgerc, true, cuComplex, C)
GER(Zgeru, false, cuDoubleComplex, Z)
GER(Zgerc, true, cuDoubleComplex, Z)
