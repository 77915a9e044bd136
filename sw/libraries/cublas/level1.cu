/* SPDX-License-Identifier: Apache-2.0
 * CUBLAS, level 1: vectors. Element-wise routines are one kernel each; reductions go over the vector with up to 64
 * blocks and then over what these left with one. */
#include "blas.cuh"

#include <math.h>

enum { THREADS = 128, BLOCKS = 240, PARTS = 64 };

/* ---- element by element ------------------------------------------------------------------------------------------ */

#define FOR_ELEMENTS(i, n) for (int i = blockIdx.x * THREADS + threadIdx.x; i < (n); i += gridDim.x * THREADS)

template <class T> __global__ void copy_kernel(int n, const T *x, int incx, T *y, int incy)
{
    FOR_ELEMENTS(i, n)
        y[i * incy] = x[i * incx];
}

template <class T> __global__ void swap_kernel(int n, T *x, int incx, T *y, int incy)
{
    FOR_ELEMENTS(i, n) {
        const T v = x[i * incx];
        x[i * incx] = y[i * incy];
        y[i * incy] = v;
    }
}

template <class T, class S> __global__ void scal_kernel(int n, S alpha, T *x, int incx)
{
    FOR_ELEMENTS(i, n)
        x[i * incx] = alpha * x[i * incx];
}

template <class T> __global__ void axpy_kernel(int n, T alpha, const T *x, int incx, T *y, int incy)
{
    FOR_ELEMENTS(i, n) {
        T v = y[i * incy];
        multiply_add(v, alpha, x[i * incx]);
        y[i * incy] = v;
    }
}

/* S: type of the sine, which is complex in crot and zrot. */
template <class T, class S> __global__ void rot_kernel(int n, T *x, int incx, T *y, int incy,
                                                       typename Number<T>::real c, S s)
{
    FOR_ELEMENTS(i, n) {
        const T a = x[i * incx], b = y[i * incy];
        x[i * incx] = c * a + s * b;
        y[i * incy] = c * b - conjugate(s) * a;
    }
}

template <class T> __global__ void rotm_kernel(int n, T *x, int incx, T *y, int incy, T h11, T h21, T h12, T h22)
{
    FOR_ELEMENTS(i, n) {
        const T a = x[i * incx], b = y[i * incy];
        x[i * incx] = a * h11 + b * h12;
        y[i * incy] = a * h21 + b * h22;
    }
}

template <class T> static cublasStatus_t copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy)
{
    BLAS_HANDLE(h);
    if (n > 0)
        copy_kernel<<<blas_blocks(n, THREADS, BLOCKS), THREADS, 0, h->stream>>>(
            n, blas_vector(x, n, incx), incx, blas_vector(y, n, incy), incy);
    return blas_launched();
}

template <class T> static cublasStatus_t swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy)
{
    BLAS_HANDLE(h);
    if (n > 0)
        swap_kernel<<<blas_blocks(n, THREADS, BLOCKS), THREADS, 0, h->stream>>>(
            n, blas_vector(x, n, incx), incx, blas_vector(y, n, incy), incy);
    return blas_launched();
}

template <class T, class S> static cublasStatus_t scal(cublasHandle_t h, int n, const S *alpha, T *x, int incx)
{
    S factor;

    BLAS_HANDLE(h);
    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    if (n > 0 && incx > 0)
        scal_kernel<<<blas_blocks(n, THREADS, BLOCKS), THREADS, 0, h->stream>>>(n, factor, x, incx);
    return blas_launched();
}

template <class T>
static cublasStatus_t axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y, int incy)
{
    T factor;

    BLAS_HANDLE(h);
    BLAS_CHECK(blas_fetch(h, &factor, alpha));
    if (n > 0 && !(factor == T(0)))
        axpy_kernel<<<blas_blocks(n, THREADS, BLOCKS), THREADS, 0, h->stream>>>(
            n, factor, blas_vector(x, n, incx), incx, blas_vector(y, n, incy), incy);
    return blas_launched();
}

template <class T, class S> static cublasStatus_t rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,
                                                      const typename Number<T>::real *c, const S *s)
{
    typename Number<T>::real cosine;
    S sine;

    BLAS_HANDLE(h);
    BLAS_CHECK(blas_fetch(h, &cosine, c));
    BLAS_CHECK(blas_fetch(h, &sine, s));
    if (n > 0)
        rot_kernel<<<blas_blocks(n, THREADS, BLOCKS), THREADS, 0, h->stream>>>(
            n, blas_vector(x, n, incx), incx, blas_vector(y, n, incy), incy, cosine, sine);
    return blas_launched();
}

/* The five numbers of a modified rotation: its flag and h11, h21, h12, h22, of which the flag fixes some. */
template <class T> struct Modified {
    T flag, h11, h21, h12, h22;
};

template <class T>
static cublasStatus_t rotm(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *param)
{
    Modified<T> p;

    BLAS_HANDLE(h);
    BLAS_CHECK(blas_fetch(h, &p, (const Modified<T> *)param));
    if (n <= 0 || p.flag == T(-2))
        return CUBLAS_STATUS_SUCCESS;
    if (p.flag == T(0))
        p.h11 = p.h22 = 1;
    if (p.flag == T(1)) {
        p.h12 = 1;
        p.h21 = -1;
    }
    rotm_kernel<<<blas_blocks(n, THREADS, BLOCKS), THREADS, 0, h->stream>>>(
        n, blas_vector(x, n, incx), incx, blas_vector(y, n, incy), incy, p.h11, p.h21, p.h12, p.h22);
    return blas_launched();
}

/* ---- reductions -------------------------------------------------------------------------------------------------- */

/* A reduction is a State with add() of one element and merge() of another State. */
template <class T> struct Sum {
    typedef typename Number<T>::real Result;
    Result v;
    GT_FN void clear() { v = 0; }
    GT_FN void add(T x, T, int) { v += magnitude(x); }
    GT_FN void merge(const Sum &o) { v += o.v; }
    GT_FN Result result() const { return v; }
};

template <class T, bool CONJ> struct Dot {
    typedef T Result;
    T v;
    GT_FN void clear() { v = T(0); }
    GT_FN void add(T x, T y, int) { multiply_add(v, CONJ ? conjugate(x) : x, y); }
    GT_FN void merge(const Dot &o) { v = v + o.v; }
    GT_FN Result result() const { return v; }
};

/* scale * sqrt(squares), so that no square overflows or underflows. */
template <class T> struct Norm {
    typedef typename Number<T>::real Result;
    Result scale, squares;
    GT_FN void clear() { scale = squares = 0; }
    GT_FN void merge(const Norm &o)
    {
        if (scale >= o.scale && o.scale != 0) {
            const Result q = o.scale / scale;
            squares += o.squares * (q * q);
        } else if (o.scale != 0) {              /* NaN, too */
            const Result q = scale / o.scale;
            squares = o.squares + squares * (q * q);
            scale = o.scale;
        }
    }
    GT_FN void part(Result v)
    {
        const Norm one = { magnitude(v), 1 };
        merge(one);
    }
    GT_FN void add(T x, T, int)
    {
        part(real_part(x));
        if (Number<T>::complex)
            part(imaginary_part(x));
    }
    GT_FN Result result() const { return scale * sqrt(squares); }
};

/* Index from 1 of the first element with the greatest or the least size; 0 of no elements. */
template <class T, bool LEAST> struct Extreme {
    typedef int Result;
    typename Number<T>::real v;
    int index;
    GT_FN void clear() { v = 0, index = 0; }
    GT_FN void merge(const Extreme &o)
    {
        if (o.index && (!index || (LEAST ? o.v < v : o.v > v) || (o.v == v && o.index < index)))
            *this = o;
    }
    GT_FN void add(T x, T, int i)
    {
        const Extreme one = { magnitude(x), i + 1 };
        merge(one);
    }
    GT_FN Result result() const { return index; }
};

/* parts: States instead of elements. Each block leaves its State in left or, if it is the only one, the result. */
template <class State, class T>
__global__ void reduce(int n, const T *x, int incx, const T *y, int incy, const State *parts, State *left,
                       typename State::Result *result)
{
    __shared__ char room[THREADS * sizeof(State)] __attribute__((aligned(16)));
    State *const all = (State *)room, mine;
    const int t = threadIdx.x;

    mine.clear();
    FOR_ELEMENTS(i, n) {
        if (parts)
            mine.merge(parts[i]);
        else
            mine.add(x[i * incx], y[i * incy], i);
    }
    all[t] = mine;
    for (int half = THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (t < half) {
            mine.merge(all[t + half]);
            all[t] = mine;
        }
    }
    if (t == 0 && result)
        *result = mine.result();
    else if (t == 0)
        left[blockIdx.x] = mine;
}

template <class State, class T> static cublasStatus_t reduced(cublasHandle_t h, int n, const T *x, int incx,
                                                              const T *y, int incy, typename State::Result *result)
{
    typedef typename State::Result Result;
    State *const left = (State *)h->partial;
    Result *const out = h->mode == CUBLAS_POINTER_MODE_DEVICE ? result : (Result *)h->partial;
    const int blocks = blas_blocks(n, THREADS, PARTS);

    static_assert(sizeof(State) * PARTS <= BLAS_PARTIAL, "room for what the blocks leave");
    if (blocks > 1)
        reduce<State, T><<<blocks, THREADS, 0, h->stream>>>(n, x, incx, y, incy, NULL, left, NULL);
    reduce<State, T><<<1, THREADS, 0, h->stream>>>(blocks > 1 ? blocks : n, x, incx, y, incy, blocks > 1 ? left : NULL,
                                                   NULL, out);
    BLAS_CHECK(blas_launched());
    if (out == result)
        return CUBLAS_STATUS_SUCCESS;
    return cudaMemcpyAsync(result, out, sizeof *result, cudaMemcpyDeviceToHost, h->stream) == cudaSuccess &&
                   cudaStreamSynchronize(h->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS :
                                                                    CUBLAS_STATUS_EXECUTION_FAILED;
}

template <class State, class T>
static cublasStatus_t one_vector(cublasHandle_t h, int n, const T *x, int incx, typename State::Result *result)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(result);
    if (n <= 0 || incx <= 0)
        return blas_deliver(h, result, typename State::Result(0));
    return reduced<State, T>(h, n, x, incx, x, incx, result);
}

template <class State, class T> static cublasStatus_t two_vectors(cublasHandle_t h, int n, const T *x, int incx,
                                                                  const T *y, int incy, typename State::Result *result)
{
    BLAS_HANDLE(h);
    BLAS_REQUIRE(result);
    if (n <= 0)
        return blas_deliver(h, result, typename State::Result(0));
    return reduced<State, T>(h, n, blas_vector(x, n, incx), incx, blas_vector(y, n, incy), incy, result);
}

/* ---- rotations, on the host -------------------------------------------------------------------------------------- */

/* c and s with c a + s b = r, -s a + c b = 0; r replaces a, and b becomes what c and s can be made of again. */
template <class R> static void givens(R *a, R *b, R *c, R *s)
{
    const R big = fabs(*a) > fabs(*b) ? *a : *b, scale = fabs(*a) + fabs(*b);

    if (scale == 0) {
        *c = 1;
        *s = *a = *b = 0;
        return;
    }
    const R p = *a / scale, q = *b / scale, r = (big < 0 ? -scale : scale) * (R)sqrt(p * p + q * q);
    *c = *a / r;
    *s = *b / r;
    *b = fabs(*a) > fabs(*b) ? *s : *c != 0 ? 1 / *c : 1;
    *a = r;
}

template <class R> static void givens(Complex<R> *a, Complex<R> *b, R *c, Complex<R> *s)
{
    const R length = hypot(a->x, a->y);

    if (length == 0) {
        *c = 0;
        *s = Complex<R>(1);
        *a = *b;
        return;
    }
    const R scale = length + hypot(b->x, b->y), p = length / scale, q = hypot(b->x, b->y) / scale;
    const R norm = scale * (R)sqrt(p * p + q * q);
    const Complex<R> direction(a->x / length, a->y / length);
    *c = length / norm;
    *s = direction * conjugate(Complex<R>(b->x / norm, b->y / norm));
    *a = norm * direction;
}

template <class T> static cublasStatus_t rotg(cublasHandle_t h, T *a, T *b, typename Number<T>::real *c, T *s)
{
    T va, vb, vs;
    typename Number<T>::real vc;

    BLAS_HANDLE(h);
    BLAS_REQUIRE(c && s);
    BLAS_CHECK(blas_fetch(h, &va, a));
    BLAS_CHECK(blas_fetch(h, &vb, b));
    givens(&va, &vb, &vc, &vs);
    BLAS_CHECK(blas_deliver(h, a, va));
    BLAS_CHECK(blas_deliver(h, b, vb));
    BLAS_CHECK(blas_deliver(h, c, vc));
    return blas_deliver(h, s, vs);
}

/* d1, d2, x1 after a rotation that makes the second component of (sqrt(d1) x1, sqrt(d2) y1) zero, and the rotation.
 * d1 and d2 are kept between 1/4096^2 and 4096^2. */
template <class R> static Modified<R> modified(R &d1, R &d2, R &x1, R y1)
{
    const R gamma = 4096, square = gamma * gamma;
    Modified<R> p = { -2, 0, 0, 0, 0 };

    if (d1 < 0) {
        p.flag = -1;
        d1 = d2 = x1 = 0;
        return p;
    }
    const R p2 = d2 * y1;
    if (p2 == 0)
        return p;
    const R p1 = d1 * x1, q2 = p2 * y1, q1 = p1 * x1;
    if (fabs(q1) > fabs(q2)) {
        p.h21 = -y1 / x1;
        p.h12 = p2 / p1;
        const R u = 1 - p.h12 * p.h21;
        if (u <= 0) {
            p.flag = -1;
            p.h21 = p.h12 = d1 = d2 = x1 = 0;
            return p;
        }
        p.flag = 0;
        p.h11 = p.h22 = 1;
        d1 /= u;
        d2 /= u;
        x1 *= u;
    } else if (q2 < 0) {
        p.flag = -1;
        d1 = d2 = x1 = 0;
        return p;
    } else {
        p.flag = 1;
        p.h11 = p1 / p2;
        p.h22 = x1 / y1;
        p.h12 = 1;
        p.h21 = -1;
        const R u = 1 + p.h11 * p.h22, d = d2 / u;
        d2 = d1 / u;
        d1 = d;
        x1 = y1 * u;
    }
    for (; d1 != 0 && (d1 <= 1 / square || d1 >= square); p.flag = -1) {
        const R f = d1 <= 1 / square ? gamma : 1 / gamma;
        d1 *= f * f;
        x1 /= f;
        p.h11 /= f;
        p.h12 /= f;
    }
    for (; d2 != 0 && (fabs(d2) <= 1 / square || fabs(d2) >= square); p.flag = -1) {
        const R f = fabs(d2) <= 1 / square ? gamma : 1 / gamma;
        d2 *= f * f;
        p.h21 /= f;
        p.h22 /= f;
    }
    return p;
}

template <class T> static cublasStatus_t rotmg(cublasHandle_t h, T *d1, T *d2, T *x1, const T *y1, T *param)
{
    T vd1, vd2, vx1, vy1;
    Modified<T> old;

    BLAS_HANDLE(h);
    BLAS_CHECK(blas_fetch(h, &vd1, d1));
    BLAS_CHECK(blas_fetch(h, &vd2, d2));
    BLAS_CHECK(blas_fetch(h, &vx1, x1));
    BLAS_CHECK(blas_fetch(h, &vy1, y1));
    BLAS_CHECK(blas_fetch(h, &old, (Modified<T> *)param));
    Modified<T> p = modified(vd1, vd2, vx1, vy1);
    /* What the flag fixes is not stored. */
    if (p.flag == T(-2) || p.flag == T(1))
        p.h21 = old.h21, p.h12 = old.h12;
    if (p.flag == T(-2) || p.flag == T(0))
        p.h11 = old.h11, p.h22 = old.h22;
    BLAS_CHECK(blas_deliver(h, d1, vd1));
    BLAS_CHECK(blas_deliver(h, d2, vd2));
    BLAS_CHECK(blas_deliver(h, x1, vx1));
    return blas_deliver(h, (Modified<T> *)param, p);
}

/* ---- the functions ----------------------------------------------------------------------------------------------- */

typedef Complex<float> C;
typedef Complex<double> Z;

/* cublasNAME_v2 takes ARGS and calls CALL with the handle h. The legacy function has the values of the scalars. */
#define V2(NAME, CALL, ...)                                                                                          \
    extern "C" cublasStatus_t cublas##NAME##_v2(cublasHandle_t h, __VA_ARGS__) { return CALL; }
#define LEGACY(NAME, CALL, ...)                                                                                      \
    extern "C" void cublas##NAME(__VA_ARGS__)                                                                        \
    {                                                                                                                \
        const cublasHandle_t h = blas_legacy();                                                                      \
        blas_legacy_failed(CALL);                                                                                    \
    }
#define LEGACY_RESULT(R, NAME, CALL, ...)                                                                            \
    extern "C" R cublas##NAME(__VA_ARGS__)                                                                           \
    {                                                                                                                \
        const cublasHandle_t h = blas_legacy();                                                                      \
        R result = R();                                                                                              \
        blas_legacy_failed(CALL);                                                                                    \
        return result;                                                                                               \
    }

/* P: the type in the header, T: the same here */
#define EVERY_TYPE(X, P, T)                                                                                          \
    V2(X##copy, copy(h, n, (const T *)x, incx, (T *)y, incy), int n, const P *x, int incx, P *y, int incy)           \
    LEGACY(X##copy, copy(h, n, (const T *)x, incx, (T *)y, incy), int n, const P *x, int incx, P *y, int incy)       \
    V2(X##swap, swap(h, n, (T *)x, incx, (T *)y, incy), int n, P *x, int incx, P *y, int incy)                       \
    LEGACY(X##swap, swap(h, n, (T *)x, incx, (T *)y, incy), int n, P *x, int incx, P *y, int incy)                   \
    V2(X##scal, scal(h, n, (const T *)alpha, (T *)x, incx), int n, const P *alpha, P *x, int incx)                   \
    LEGACY(X##scal, scal(h, n, (const T *)&alpha, (T *)x, incx), int n, P alpha, P *x, int incx)                     \
    V2(X##axpy, axpy(h, n, (const T *)alpha, (const T *)x, incx, (T *)y, incy), int n, const P *alpha, const P *x,   \
       int incx, P *y, int incy)                                                                                     \
    LEGACY(X##axpy, axpy(h, n, (const T *)&alpha, (const T *)x, incx, (T *)y, incy), int n, P alpha, const P *x,     \
           int incx, P *y, int incy)
EVERY_TYPE(S, float, float)
EVERY_TYPE(D, double, double)
EVERY_TYPE(C, cuComplex, C)
EVERY_TYPE(Z, cuDoubleComplex, Z)

/* SUM, NORM: prefixes of asum and nrm2; i: letter in the names of iamax and iamin; R: real type */
#define SIZES(i, SUM, P, T, R)                                                                                       \
    V2(I##i##amax, (one_vector<Extreme<T, false>, T>(h, n, (const T *)x, incx, result)), int n, const P *x,          \
       int incx,                                                                                                     \
       int *result)                                                                                                  \
    LEGACY_RESULT(int, I##i##amax, (one_vector<Extreme<T, false>, T>(h, n, (const T *)x, incx, &result)), int n,     \
                  const P *x, int incx)                                                                              \
    V2(I##i##amin, (one_vector<Extreme<T, true>, T>(h, n, (const T *)x, incx, result)), int n, const P *x, int incx, \
       int *result)                                                                                                  \
    LEGACY_RESULT(int, I##i##amin, (one_vector<Extreme<T, true>, T>(h, n, (const T *)x, incx, &result)), int n,      \
                  const P *x, int incx)                                                                              \
    V2(SUM##asum, (one_vector<Sum<T>, T>(h, n, (const T *)x, incx, result)), int n, const P *x, int incx, R *result) \
    LEGACY_RESULT(R, SUM##asum, (one_vector<Sum<T>, T>(h, n, (const T *)x, incx, &result)), int n, const P *x,       \
                  int incx)                                                                                          \
    V2(SUM##nrm2, (one_vector<Norm<T>, T>(h, n, (const T *)x, incx, result)), int n, const P *x, int incx,           \
       R *result)                                                                                                    \
    LEGACY_RESULT(R, SUM##nrm2, (one_vector<Norm<T>, T>(h, n, (const T *)x, incx, &result)), int n, const P *x,      \
                  int incx)
SIZES(s, S, float, float, float)
SIZES(d, D, double, double, double)
SIZES(c, Sc, cuComplex, C, float)
SIZES(z, Dz, cuDoubleComplex, Z, double)

#define DOT(NAME, P, T, CONJ)                                                                                        \
    V2(NAME, (two_vectors<Dot<T, CONJ>, T>(h, n, (const T *)x, incx, (const T *)y, incy, (T *)result)), int n,       \
       const P *x, int incx, const P *y, int incy, P *result)                                                        \
    LEGACY_RESULT(P, NAME, (two_vectors<Dot<T, CONJ>, T>(h, n, (const T *)x, incx, (const T *)y, incy,               \
                                                        (T *)&result)),                                              \
                  int n, const P *x, int incx, const P *y, int incy)
DOT(Sdot, float, float, false)
DOT(Ddot, double, double, false)
DOT(Cdotu, cuComplex, C, false)
DOT(Cdotc, cuComplex, C, true)
DOT(Zdotu, cuDoubleComplex, Z, false)
DOT(Zdotc, cuDoubleComplex, Z, true)

/* A complex vector by a real number. */
#define REAL_SCAL(NAME, P, T, R)                                                                                     \
    V2(NAME, scal(h, n, alpha, (T *)x, incx), int n, const R *alpha, P *x, int incx)                                 \
    LEGACY(NAME, scal(h, n, &alpha, (T *)x, incx), int n, R alpha, P *x, int incx)
REAL_SCAL(Csscal, cuComplex, C, float)
REAL_SCAL(Zdscal, cuDoubleComplex, Z, double)

/* Q: type of the sine in the header, S: here */
#define ROT(NAME, P, T, Q, S, R)                                                                                     \
    V2(NAME, rot(h, n, (T *)x, incx, (T *)y, incy, c, (const S *)s), int n, P *x, int incx, P *y, int incy,          \
       const R *c, const Q *s)                                                                                       \
    LEGACY(NAME, rot(h, n, (T *)x, incx, (T *)y, incy, &c, (const S *)&s), int n, P *x, int incx, P *y, int incy,    \
           R c, Q s)
ROT(Srot, float, float, float, float, float)
ROT(Drot, double, double, double, double, double)
ROT(Crot, cuComplex, C, cuComplex, C, float)
ROT(Csrot, cuComplex, C, float, float, float)
ROT(Zrot, cuDoubleComplex, Z, cuDoubleComplex, Z, double)
ROT(Zdrot, cuDoubleComplex, Z, double, double, double)

#define ROTG(NAME, P, T, R, LEGACY_B, ADDRESS)                                                                       \
    V2(NAME, rotg(h, (T *)a, (T *)b, c, (T *)s), P *a, P *b, R *c, P *s)                                             \
    LEGACY(NAME, rotg(h, (T *)a, (T *)ADDRESS b, c, (T *)s), P *a, P LEGACY_B, R *c, P *s)
ROTG(Srotg, float, float, float, *b, )
ROTG(Drotg, double, double, double, *b, )
ROTG(Crotg, cuComplex, C, float, b, &)
ROTG(Zrotg, cuDoubleComplex, Z, double, b, &)

#define ROTM(X, T)                                                                                                   \
    V2(X##rotm, rotm(h, n, x, incx, y, incy, param), int n, T *x, int incx, T *y, int incy, const T *param)          \
    LEGACY(X##rotm, rotm(h, n, x, incx, y, incy, param), int n, T *x, int incx, T *y, int incy, const T *param)      \
    V2(X##rotmg, rotmg(h, d1, d2, x1, y1, param), T *d1, T *d2, T *x1, const T *y1, T *param)                        \
    LEGACY(X##rotmg, rotmg(h, d1, d2, x1, y1, param), T *d1, T *d2, T *x1, const T *y1, T *param)
ROTM(S, float)
ROTM(D, double)
