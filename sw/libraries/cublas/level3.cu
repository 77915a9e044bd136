/* SPDX-License-Identifier: Apache-2.0
 * CUBLAS, level 3: products and solutions with matrices. Everything is made of gemm: symm and hemm write A out in
 * full; syrk and its like are products of which a triangle is stored; trmm and trsm take blocks of 16 rows, where a
 * small kernel does the triangle and gemm the rest.
 *
 * gemm follows the idea of V. Volkov and J. Demmel (SC 2008): a thread has a row of the block's part of C in registers
 * and each step multiplies one element of A, its own, with a row of B in shared memory that all threads read. */
#include "blas.cuh"

enum { ROWS = 64, DIAGONAL = 16, SIDES = 64, TILE = 16 };

/* What a block has of C in registers (columns) and takes at once of the inner dimension (depth; half of it where A
 * needs shared memory, too). */
template <class T> struct Tiles {
    enum { columns = sizeof(T) == 4 ? 16 : sizeof(T) == 8 ? 8 : 4, depth = sizeof(T) == 16 ? 8 : 16 };
};

enum Part { ALL, UPPER, LOWER };

template <class T> struct Product {
    int m, n, k;
    const T *a, *b;
    T *c;
    int lda, ldb, ldc;
    T alpha, beta;
    bool transposed_b, conjugated_a, conjugated_b;
    Part part;                          /* of C */
    bool hermitian;                     /* the diagonal of C is real */
};

/* C = alpha op(A) op(B) + beta C. TRANSPOSED: op(A) goes by way of shared memory, so that reading it is coalesced.
 * Of rows and columns beyond C's anything is computed, and nothing is stored. */
template <class T, bool TRANSPOSED> __global__ void gemm_kernel(Product<T> p)
{
    const int columns = Tiles<T>::columns, depth = Tiles<T>::depth / (TRANSPOSED ? 2 : 1), together = 4;
    __shared__ T tile_b[depth][columns + 1];
    __shared__ T tile_a[TRANSPOSED ? depth : 1][ROWS + 1];
    const int t = threadIdx.x, row0 = blockIdx.x * ROWS, column0 = blockIdx.y * columns;
    const int row = min(row0 + t, p.m - 1);
    T sum[columns];

    if ((p.part == UPPER && row0 > column0 + columns - 1) || (p.part == LOWER && row0 + ROWS - 1 < column0))
        return;
#pragma unroll
    for (int j = 0; j < columns; j++)
        sum[j] = T(0);
    /* Threads lie along what is contiguous in memory. Where this one begins in the tile of B and, TRANSPOSED, of A. */
    const int kb = p.transposed_b ? t / columns : t % depth, jb = p.transposed_b ? t % columns : t / depth;
    const int ka = t % depth, ia = t / depth;
    const T *b = p.b + (p.transposed_b ? column0 + jb + kb * p.ldb : kb + (column0 + jb) * p.ldb);
    const T *a = p.a + (TRANSPOSED ? ka + (row0 + ia) * p.lda : row);
    for (int left = p.k; left > 0; left -= depth) {
        const T *q = b;
#pragma unroll
        for (int e = 0; e < depth * columns; e += ROWS) {
            const int k = kb + (p.transposed_b ? e / columns : 0), j = jb + (p.transposed_b ? 0 : e / depth);
            if (k < left && k < depth && j < columns && column0 + j < p.n) {
                const T v = *q;
                tile_b[k][j] = p.conjugated_b ? conjugate(v) : v;
            }
            q += (p.transposed_b ? ROWS / columns : ROWS / depth) * p.ldb;
        }
        if (TRANSPOSED) {
            const T *r = a;
#pragma unroll
            for (int e = 0; e < depth; e++) {
                const int i = ia + e * (ROWS / depth);
                if (ka < left && row0 + i < p.m) {
                    const T v = *r;
                    tile_a[ka][i] = p.conjugated_a ? conjugate(v) : v;
                }
                r += ROWS / depth * p.lda;
            }
        }
        __syncthreads();
        const T *r = a;
        int k = 0;
#pragma unroll 1
        for (; k + together <= depth && k + together <= left; k += together) {
            T v[together];
#pragma unroll
            for (int u = 0; u < together; u++) {
                v[u] = TRANSPOSED ? tile_a[k + u][t] : *r;
                r += p.lda;
            }
#pragma unroll
            for (int u = 0; u < together; u++) {
#pragma unroll
                for (int j = 0; j < columns; j++)
                    multiply_add(sum[j], v[u], tile_b[k + u][j]);
            }
        }
        for (; k < depth && k < left; k++) {
            const T v = TRANSPOSED ? tile_a[k][t] : *r;
            r += p.lda;
#pragma unroll
            for (int j = 0; j < columns; j++)
                multiply_add(sum[j], v, tile_b[k][j]);
        }
        a += TRANSPOSED ? depth : depth * p.lda;
        b += p.transposed_b ? depth * p.ldb : depth;
        __syncthreads();
    }
    if (row0 + t >= p.m)
        return;
    T *at = p.c + row + column0 * p.ldc;
#pragma unroll
    for (int j = 0; j < columns; j++, at += p.ldc) {
        const int column = column0 + j;
        if (column >= p.n || (p.part == UPPER && row > column) || (p.part == LOWER && row < column))
            continue;
        const bool real = p.hermitian && row == column;
        T v = p.alpha * sum[j];
        if (!(p.beta == T(0)))
            multiply_add(v, p.beta, real ? T(real_part(*at)) : *at);
        *at = real ? T(real_part(v)) : v;
    }
}

template <class T> static cublasStatus_t gemm_launch(cublasHandle_t h, bool transposed_a, Product<T> p)
{
    const dim3 grid(blas_blocks(p.m, ROWS, 65535), blas_blocks(p.n, Tiles<T>::columns, 65535));

    if (p.alpha == T(0))
        p.k = 0;                        /* A and B are not read */
    if (transposed_a)
        gemm_kernel<T, true><<<grid, ROWS, 0, h->stream>>>(p);
    else
        gemm_kernel<T, false><<<grid, ROWS, 0, h->stream>>>(p);
    return blas_launched();
}

static bool leading(int ld, int rows)
{
    return ld >= (rows > 1 ? rows : 1);
}

template <class T> static cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t opa, cublasOperation_t opb, int m,
                                              int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,
                                              const T *beta, T *c, int ldc)
{
    T factor, old;

    BLAS_HANDLE(h);
    BLAS_REQUIRE(blas_is(opa) && blas_is(opb) && m >= 0 && n >= 0 && k >= 0);
    BLAS_REQUIRE(leading(lda, opa == CUBLAS_OP_N ? m : k) && leading(ldb, opb == CUBLAS_OP_N ? k : n) &&
                 leading(ldc, m));
    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    BLAS_CHECK(blas_fetch(h, &old, beta));
    if (m == 0 || n == 0 || ((k == 0 || factor == T(0)) && old == T(1)))
        return CUBLAS_STATUS_SUCCESS;
    const Product<T> p = { m, n, k, a, b, c, lda, ldb, ldc, factor, old, opb != CUBLAS_OP_N,
                           opa == CUBLAS_OP_C, opb == CUBLAS_OP_C, ALL, false };
    return gemm_launch(h, opa != CUBLAS_OP_N, p);
}

/* ---- symm, hemm -------------------------------------------------------------------------------------------------- */

template <class T> __global__ void expand(Matrix<T> a, T *full)
{
    const int i = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y;

    if (i < a.rows && j < a.rows)
        full[i + j * a.rows] = a.get(i, j);
}

template <class T> static cublasStatus_t symm(cublasHandle_t h, Shape shape, cublasSideMode_t side,
                                              cublasFillMode_t fill, int m, int n, const T *alpha, const T *a, int lda,
                                              const T *b, int ldb, const T *beta, T *c, int ldc)
{
    const bool left = side == CUBLAS_SIDE_LEFT;
    const int size = left ? m : n;
    T factor, old, *full = NULL;

    BLAS_HANDLE(h);
    BLAS_REQUIRE(blas_is(side) && blas_is(fill) && m >= 0 && n >= 0);
    BLAS_REQUIRE(leading(lda, size) && leading(ldb, m) && leading(ldc, m));
    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    BLAS_CHECK(blas_fetch(h, &old, beta));
    if (m == 0 || n == 0 || (factor == T(0) && old == T(1)))
        return CUBLAS_STATUS_SUCCESS;
    if (!(factor == T(0))) {
        Matrix<T> matrix = blas_full(a, lda, size, size, shape);
        matrix.upper = fill == CUBLAS_FILL_MODE_UPPER;
        if (cudaMalloc((void **)&full, (size_t)size * size * sizeof(T)) != cudaSuccess)
            return CUBLAS_STATUS_ALLOC_FAILED;
        const int blocks = blas_blocks(size, TILE, 65535);
        expand<<<dim3(blocks, blocks), dim3(TILE, TILE), 0, h->stream>>>(matrix, full);
    }
    const Product<T> p = { m, n, size, left ? full : b, left ? b : full, c, left ? size : ldb, left ? ldb : size, ldc,
                           factor, old, false, false, false, ALL, false };
    const cublasStatus_t rc = gemm_launch(h, false, p);
    const bool done = cudaStreamSynchronize(h->stream) == cudaSuccess;
    cudaFree(full);
    return rc != CUBLAS_STATUS_SUCCESS || done ? rc : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* ---- syrk, herk, syr2k, her2k ------------------------------------------------------------------------------------ */

/* One or two products of which a triangle of C is stored. S: the type of beta, and of alpha where b is NULL. */
template <class T, class S> static cublasStatus_t rank_k(cublasHandle_t h, Shape shape, cublasFillMode_t fill,
                                                         cublasOperation_t op, int n, int k, const T *alpha,
                                                         const S *real_alpha, const T *a, int lda, const T *b, int ldb,
                                                         const S *beta, T *c, int ldc)
{
    const bool hermitian = shape == HERMITIAN, transposed = op != CUBLAS_OP_N, two = b != NULL;
    T factor(0);
    S real, old;

    BLAS_HANDLE(h);
    BLAS_REQUIRE(blas_is(fill) && blas_is(op) && n >= 0 && k >= 0);
    /* a complex matrix is transposed for a symmetric C, conjugated as well for a Hermitian one */
    BLAS_REQUIRE(!Number<T>::complex || !transposed || op == (hermitian ? CUBLAS_OP_C : CUBLAS_OP_T));
    BLAS_REQUIRE(leading(lda, transposed ? k : n) && leading(ldc, n) && (!two || leading(ldb, transposed ? k : n)));
    if (alpha) {
        BLAS_CHECK(blas_fetch(h, &factor, alpha));
    } else {
        BLAS_CHECK(blas_fetch(h, &real, real_alpha));
        factor = T(real);
    }
    BLAS_CHECK(blas_fetch(h, &old, beta));
    if (n == 0 || ((k == 0 || factor == T(0)) && old == S(1)))
        return CUBLAS_STATUS_SUCCESS;
    Product<T> p = { n, n, k, a, two ? b : a, c, lda, two ? ldb : lda, ldc, factor, T(old), !transposed,
                     hermitian && transposed, hermitian && !transposed, fill == CUBLAS_FILL_MODE_UPPER ? UPPER : LOWER,
                     hermitian };
    BLAS_CHECK(gemm_launch(h, transposed, p));
    if (!two || k == 0 || factor == T(0))
        return CUBLAS_STATUS_SUCCESS;
    p.a = b;
    p.b = a;
    p.lda = ldb;
    p.ldb = lda;
    p.alpha = hermitian ? conjugate(factor) : factor;
    p.beta = T(1);
    return gemm_launch(h, transposed, p);
}

/* ---- trmm, trsm -------------------------------------------------------------------------------------------------- */

/* Multiplies a block of at most 16 rows of B (left) or columns of it by alpha and the triangle e, or by alpha and the
 * inverse of e. A thread has one column of B (or row) in registers. The order is that in which nothing is read after
 * it was replaced; beyond the block e has ones on its diagonal. */
template <class T, bool SOLUTION>
__global__ void diagonal(Matrix<T> e, int first, int count, T alpha, T *b, int along, int across, int sides)
{
    __shared__ T triangle[DIAGONAL][DIAGONAL + 1];
    const int side = blockIdx.x * SIDES + threadIdx.x;
    const bool lower = e.upper == e.transposed;
    const int origin = lower ? first : first + count - 1, step = lower ? 1 : -1;
    T x[DIAGONAL];

    for (int at = threadIdx.x; at < DIAGONAL * DIAGONAL; at += SIDES) {
        const int i = at / DIAGONAL, j = at % DIAGONAL;
        T v(i == j ? 1 : 0);
        if (j <= i && i < count)
            v = e.get(origin + i * step, origin + j * step);
        triangle[i][j] = v;
    }
    __syncthreads();
    if (side >= sides)
        return;
    b += origin * along + side * across;
#pragma unroll
    for (int i = 0; i < DIAGONAL; i++)
        x[i] = i < count ? b[i * step * along] : T(0);
    if (SOLUTION) {
#pragma unroll
        for (int i = 0; i < DIAGONAL; i++) {
            if (!(alpha == T(1)))
                x[i] = alpha * x[i];
#pragma unroll
            for (int j = 0; j < i; j++)
                multiply_add(x[i], -triangle[i][j], x[j]);
            if (!e.unit)
                x[i] = x[i] / triangle[i][i];
        }
    } else {
#pragma unroll
        for (int i = DIAGONAL - 1; i >= 0; i--) {
            T v = triangle[i][i] * x[i];
#pragma unroll
            for (int j = 0; j < i; j++)
                multiply_add(v, triangle[i][j], x[j]);
            x[i] = alpha * v;
        }
    }
#pragma unroll
    for (int i = 0; i < DIAGONAL; i++) {
        if (i < count)
            b[i * step * along] = x[i];
    }
}

template <class T> __global__ void clear(int m, int n, T *b, int ldb)
{
    const int i = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y;

    if (i < m && j < n)
        b[i + j * ldb] = T(0);
}

/* The part of op(A), E, whose rows are those from i on and whose columns those from j on; right: of its transpose. */
template <class T> struct Triangle {
    Matrix<T> e;
    bool left;
    const T *at(int i, int j) const { return e.a + (e.transposed ? j + i * e.ld : i + j * e.ld); }
};

/* B[to..] = alpha E[to.., from..] B[from..] + beta B[to..], by rows (left), or by columns. */
template <class T> static cublasStatus_t rest(cublasHandle_t h, const Triangle<T> &t, int to, int rows, int from,
                                              int depth, T alpha, T beta, T *b, int ldb, int sides)
{
    if (rows <= 0 || depth <= 0)
        return CUBLAS_STATUS_SUCCESS;
    const T *const e = t.at(to, from);
    if (t.left) {
        const Product<T> p = { rows, sides, depth, e, b + from, b + to, t.e.ld, ldb, ldb, alpha, beta, false,
                               t.e.conjugated, false, ALL, false };
        return gemm_launch(h, t.e.transposed, p);
    }
    /* B[.., to..] = alpha B[.., from..] E^T + beta B[.., to..] */
    const Product<T> p = { sides, rows, depth, b + from * ldb, e, b + to * ldb, ldb, t.e.ld, ldb, alpha, beta,
                           !t.e.transposed, false, t.e.conjugated, ALL, false };
    return gemm_launch(h, false, p);
}

/* B = alpha E B, E = op(A) or its inverse, or B = alpha B E; the latter is the former with everything transposed. */
template <class T, bool SOLUTION>
static cublasStatus_t triangle(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                               cublasDiagType_t diag, int m, int n, const T *alpha, const T *a, int lda, T *b, int ldb)
{
    const bool left = side == CUBLAS_SIDE_LEFT;
    const int size = left ? m : n, sides = left ? n : m;
    T factor;

    BLAS_HANDLE(h);
    BLAS_REQUIRE(blas_is(side) && blas_is(fill) && blas_is(op) && blas_is(diag) && m >= 0 && n >= 0);
    BLAS_REQUIRE(leading(lda, size) && leading(ldb, m));
    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (factor == T(0)) {
        clear<<<dim3(blas_blocks(m, TILE, 65535), blas_blocks(n, TILE, 65535)), dim3(TILE, TILE), 0, h->stream>>>(
            m, n, b, ldb);
        return blas_launched();
    }
    Triangle<T> t = { blas_full(a, lda, size, size, TRIANGULAR), left };
    blas_op(t.e, op);
    t.e.upper = fill == CUBLAS_FILL_MODE_UPPER;
    t.e.unit = diag == CUBLAS_DIAG_UNIT;
    t.e.transposed = t.e.transposed == left;
    const bool lower = t.e.upper == t.e.transposed;
    /* A solution goes from the corner of the triangle to its long side, a product the other way. */
    const bool ascending = lower == SOLUTION;
    const int blocks = (size + DIAGONAL - 1) / DIAGONAL;
    for (int step = 0; step < blocks; step++) {
        const int first = (ascending ? step : blocks - 1 - step) * DIAGONAL;
        const int count = min((int)DIAGONAL, size - first), end = first + count;
        /* SOLUTION: the block takes alpha when no block before it did so by way of rest() */
        const T scale = !SOLUTION || step == 0 ? factor : T(1);
        diagonal<T, SOLUTION><<<blas_blocks(sides, SIDES, 65535), SIDES, 0, h->stream>>>(
            t.e, first, count, scale, b, left ? 1 : ldb, left ? ldb : 1, sides);
        BLAS_CHECK(blas_launched());
        if (SOLUTION && ascending)
            BLAS_CHECK(rest(h, t, end, size - end, first, count, T(-1), step ? T(1) : factor, b, ldb, sides));
        else if (SOLUTION)
            BLAS_CHECK(rest(h, t, 0, first, first, count, T(-1), step ? T(1) : factor, b, ldb, sides));
        else if (lower)
            BLAS_CHECK(rest(h, t, first, count, 0, first, factor, T(1), b, ldb, sides));
        else
            BLAS_CHECK(rest(h, t, first, count, end, size - end, factor, T(1), b, ldb, sides));
    }
    return CUBLAS_STATUS_SUCCESS;
}

/* trmm of the new interface: B is read, C is the product; they may be the same. */
template <class T>
static cublasStatus_t trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                           cublasDiagType_t diag, int m, int n, const T *alpha, const T *a, int lda, const T *b,
                           int ldb, T *c, int ldc)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(m >= 0 && n >= 0 && leading(ldb, m) && leading(ldc, m));
    if (b != c && m > 0 && n > 0 &&
        cudaMemcpy2DAsync(c, (size_t)ldc * sizeof(T), b, (size_t)ldb * sizeof(T), m * sizeof(T), n,
                          cudaMemcpyDeviceToDevice, h->stream) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    return triangle<T, false>(h, side, fill, op, diag, m, n, alpha, a, lda, c, ldc);
}

/* ---- the functions ----------------------------------------------------------------------------------------------- */

typedef Complex<float> C;
typedef Complex<double> Z;

#define BOTH(NAME, V2_ARGS, V2_CALL, LEGACY_ARGS, LEGACY_CALL)                                                       \
    extern "C" cublasStatus_t cublas##NAME##_v2 V2_ARGS { return V2_CALL; }                                          \
    extern "C" void cublas##NAME LEGACY_ARGS                                                                         \
    {                                                                                                                \
        const cublasHandle_t h = blas_legacy();                                                                      \
        blas_legacy_failed(LEGACY_CALL);                                                                             \
    }
#define IN(T) (const T *)
#define H cublasHandle_t h
#define SIDE cublasSideMode_t side
#define FILL cublasFillMode_t fill
#define OP cublasOperation_t op
#define DIAG cublasDiagType_t diag

#define GEMM(X, P, T)                                                                                                \
    BOTH(X##gemm,                                                                                                    \
         (H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const P *alpha, const P *a, int lda, \
          const P *b, int ldb, const P *beta, P *c, int ldc),                                                        \
         gemm(h, opa, opb, m, n, k, IN(T) alpha, IN(T) a, lda, IN(T) b, ldb, IN(T) beta, (T *)c, ldc),               \
         (char opa, char opb, int m, int n, int k, P alpha, const P *a, int lda, const P *b, int ldb, P beta, P *c,  \
          int ldc),                                                                                                  \
         gemm(h, blas_operation(opa), blas_operation(opb), m, n, k, IN(T) &alpha, IN(T) a, lda, IN(T) b, ldb,        \
              IN(T) &beta,                                                                                           \
              (T *)c, ldc))
#define SYMM(NAME, SHAPE, P, T)                                                                                      \
    BOTH(NAME,                                                                                                       \
         (H, SIDE, FILL, int m, int n, const P *alpha, const P *a, int lda, const P *b, int ldb, const P *beta,      \
          P *c, int ldc),                                                                                            \
         symm(h, SHAPE, side, fill, m, n, IN(T) alpha, IN(T) a, lda, IN(T) b, ldb, IN(T) beta, (T *)c, ldc),         \
         (char side, char fill, int m, int n, P alpha, const P *a, int lda, const P *b, int ldb, P beta, P *c,       \
          int ldc),                                                                                                  \
         symm(h, SHAPE, blas_side(side), blas_fill(fill), m, n, IN(T) &alpha, IN(T) a, lda, IN(T) b, ldb,            \
              IN(T) &beta, (T *)c,                                                                                   \
              ldc))
#define SYRK(NAME, P, T)                                                                                             \
    BOTH(NAME,                                                                                                       \
         (H, FILL, OP, int n, int k, const P *alpha, const P *a, int lda, const P *beta, P *c, int ldc),             \
         rank_k(h, SYMMETRIC, fill, op, n, k, IN(T) alpha, IN(T) alpha, IN(T) a, lda, IN(T) NULL, 0, IN(T) beta,     \
                (T *)c, ldc),                                                                                        \
         (char fill, char op, int n, int k, P alpha, const P *a, int lda, P beta, P *c, int ldc),                    \
         rank_k(h, SYMMETRIC, blas_fill(fill), blas_operation(op), n, k, IN(T) &alpha, IN(T) &alpha, IN(T) a, lda,   \
                IN(T) NULL,                                                                                          \
                0, IN(T) &beta, (T *)c, ldc))
#define HERK(NAME, P, T, R)                                                                                          \
    BOTH(NAME,                                                                                                       \
         (H, FILL, OP, int n, int k, const R *alpha, const P *a, int lda, const R *beta, P *c, int ldc),             \
         rank_k(h, HERMITIAN, fill, op, n, k, IN(T) NULL, alpha, IN(T) a, lda, IN(T) NULL, 0, beta, (T *)c, ldc),    \
         (char fill, char op, int n, int k, R alpha, const P *a, int lda, R beta, P *c, int ldc),                    \
         rank_k(h, HERMITIAN, blas_fill(fill), blas_operation(op), n, k, IN(T) NULL, &alpha, IN(T) a, lda,           \
                IN(T) NULL, 0,                                                                                       \
                &beta, (T *)c, ldc))
/* CS: a cast of S, the type of beta, to the one here */
#define RANK_2K(NAME, SHAPE, P, T, S, CS)                                                                            \
    BOTH(NAME,                                                                                                       \
         (H, FILL, OP, int n, int k, const P *alpha, const P *a, int lda, const P *b, int ldb, const S *beta, P *c,  \
          int ldc),                                                                                                  \
         rank_k(h, SHAPE, fill, op, n, k, IN(T) alpha, CS beta, IN(T) a, lda, IN(T) b, ldb, CS beta, (T *)c, ldc),   \
         (char fill, char op, int n, int k, P alpha, const P *a, int lda, const P *b, int ldb, S beta, P *c,         \
          int ldc),                                                                                                  \
         rank_k(h, SHAPE, blas_fill(fill), blas_operation(op), n, k, IN(T) &alpha, CS &beta, IN(T) a, lda,           \
                IN(T) b, ldb,                                                                                        \
                CS &beta, (T *)c, ldc))
#define TRIANGLES(X, P, T)                                                                                           \
    BOTH(X##trmm,                                                                                                    \
         (H, SIDE, FILL, OP, DIAG, int m, int n, const P *alpha, const P *a, int lda, const P *b, int ldb, P *c,     \
          int ldc),                                                                                                  \
         trmm(h, side, fill, op, diag, m, n, IN(T) alpha, IN(T) a, lda, IN(T) b, ldb, (T *)c, ldc),                  \
         (char side, char fill, char op, char diag, int m, int n, P alpha, const P *a, int lda, P *b, int ldb),      \
         trmm(h, blas_side(side), blas_fill(fill), blas_operation(op), blas_diag(diag), m, n, IN(T) &alpha,          \
              IN(T) a, lda,                                                                                          \
              IN(T) b, ldb, (T *)b, ldb))                                                                            \
    BOTH(X##trsm,                                                                                                    \
         (H, SIDE, FILL, OP, DIAG, int m, int n, const P *alpha, const P *a, int lda, P *b, int ldb),                \
         (triangle<T, true>(h, side, fill, op, diag, m, n, IN(T) alpha, IN(T) a, lda, (T *)b, ldb)),                 \
         (char side, char fill, char op, char diag, int m, int n, P alpha, const P *a, int lda, P *b, int ldb),      \
         (triangle<T, true>(h, blas_side(side), blas_fill(fill), blas_operation(op), blas_diag(diag), m, n,          \
                            IN(T) &alpha, IN(T) a, lda, (T *)b, ldb)))

#define EVERY_TYPE(X, P, T)                                                                                          \
    GEMM(X, P, T)                                                                                                    \
    SYMM(X##symm, SYMMETRIC, P, T)                                                                                   \
    SYRK(X##syrk, P, T)                                                                                              \
    RANK_2K(X##syr2k, SYMMETRIC, P, T, P, IN(T))                                                                     \
    TRIANGLES(X, P, T)
#define HERMITIANS(X, P, T, R)                                                                                       \
    SYMM(X##hemm, HERMITIAN, P, T)                                                                                   \
    HERK(X##herk, P, T, R)                                                                                           \
    RANK_2K(X##her2k, HERMITIAN, P, T, R, )
EVERY_TYPE(S, float, float)
EVERY_TYPE(D, double, double)
EVERY_TYPE(C, cuComplex, C)
EVERY_TYPE(Z, cuDoubleComplex, Z)
HERMITIANS(C, cuComplex, C, float)
HERMITIANS(Z, cuDoubleComplex, Z, double)
