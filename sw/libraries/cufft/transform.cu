/* SPDX-License-Identifier: Apache-2.0
 * The steps of transforms: butterflies, products with tables, and the caller's layouts. */
#include "fft.cuh"

#include <complex>
#include <math.h>
#include <vector>

enum { THREADS = 64, WIDE = 128, MOST_BLOCKS = 65535 };

static int blocks(long long n, int threads)
{
    const long long count = (n + threads - 1) / threads;

    return count < 1 ? 1 : count < MOST_BLOCKS ? (int)count : MOST_BLOCKS;
}

/* ---- butterflies ------------------------------------------------------------------------------------------------- */

/* v times -i */
template <class R> GT_FN Complex<R> quarter(Complex<R> v) { return Complex<R>(v.y, -v.x); }

template <class R> GT_FN void butterfly(Complex<R> (&v)[2])
{
    const Complex<R> a = v[0], b = v[1];
    v[0] = a + b;
    v[1] = a - b;
}

template <class R> GT_FN void four(Complex<R> &a, Complex<R> &b, Complex<R> &c, Complex<R> &d)
{
    const Complex<R> s = a + c, t = a - c, u = b + d, w = quarter(b - d);
    a = s + u;
    b = t + w;
    c = s - u;
    d = t - w;
}
template <class R> GT_FN void butterfly(Complex<R> (&v)[4]) { four(v[0], v[1], v[2], v[3]); }

template <class R> GT_FN void butterfly(Complex<R> (&v)[8])
{
    const R h = (R)0.70710678118654752440;
    four(v[0], v[2], v[4], v[6]);
    four(v[1], v[3], v[5], v[7]);
    const Complex<R> a[4] = { v[0], v[2], v[4], v[6] };
    const Complex<R> b[4] = { v[1], Complex<R>(h * (v[3].x + v[3].y), h * (v[3].y - v[3].x)), quarter(v[5]),
                              Complex<R>(h * (v[7].y - v[7].x), -h * (v[7].x + v[7].y)) };
#pragma unroll
    for (int k = 0; k < 4; k++) {
        v[k] = a[k] + b[k];
        v[k + 4] = a[k] - b[k];
    }
}

/* An odd number of elements: sums and differences of the pairs k and N - k meet cosines and sines. c, s: those of the
 * multiples of 2 pi / N. */
template <int N, class R> GT_FN void odd(Complex<R> (&v)[N], const R (&c)[N], const R (&s)[N])
{
    const int half = N / 2;
    Complex<R> sum[half + 1], difference[half + 1], made[N];

    made[0] = v[0];
#pragma unroll
    for (int k = 1; k <= half; k++) {
        sum[k] = v[k] + v[N - k];
        difference[k] = v[k] - v[N - k];
        made[0] = made[0] + sum[k];
    }
#pragma unroll
    for (int m = 1; m <= half; m++) {
        Complex<R> even = v[0], uneven(0);
#pragma unroll
        for (int k = 1; k <= half; k++) {
            even = even + c[m * k % N] * sum[k];
            uneven = uneven + s[m * k % N] * difference[k];
        }
        made[m] = even + quarter(uneven);
        made[N - m] = even - quarter(uneven);
    }
#pragma unroll
    for (int k = 0; k < N; k++)
        v[k] = made[k];
}

template <class R> GT_FN void butterfly(Complex<R> (&v)[3])
{
    const R c[3] = { 1, -0.5, -0.5 };
    const R s[3] = { 0, (R)0.86602540378443864676, (R)-0.86602540378443864676 };
    odd<3, R>(v, c, s);
}

template <class R> GT_FN void butterfly(Complex<R> (&v)[5])
{
    const R c1 = (R)0.30901699437494742410, c2 = (R)-0.80901699437494742410;
    const R s1 = (R)0.95105651629515357212, s2 = (R)0.58778525229247312917;
    const R c[5] = { 1, c1, c2, c2, c1 }, s[5] = { 0, s1, s2, -s2, -s1 };
    odd<5, R>(v, c, s);
}

template <class R> GT_FN void butterfly(Complex<R> (&v)[7])
{
    const R c1 = (R)0.62348980185873353053, c2 = (R)-0.22252093395631440429, c3 = (R)-0.90096886790241912624;
    const R s1 = (R)0.78183148246802980871, s2 = (R)0.97492791218182360702, s3 = (R)0.43388373911755812048;
    const R c[7] = { 1, c1, c2, c3, c3, c2, c1 }, s[7] = { 0, s1, s2, s3, -s3, -s2, -s1 };
    odd<7, R>(v, c, s);
}

/* One step: the transforms of `done` elements become those of done * N. A thread takes N elements, n / N apart. */
template <int N, class R> __global__ void step(const Complex<R> *from, Complex<R> *to, const Complex<R> *roots, int n,
                                               int inner, long long outer, int done, R sign)
{
    const int apart = n / N, all = apart * inner, stride = n / (done * N);

    for (long long o = blockIdx.y; o < outer; o += gridDim.y)
        for (int t = blockIdx.x * THREADS + threadIdx.x; t < all; t += gridDim.x * THREADS) {
            const int j = inner == 1 ? t : t / inner, i = inner == 1 ? 0 : t - j * inner;
            const int high = j / done, low = j - high * done;
            const Complex<R> *p = from + o * n * inner + i;
            Complex<R> *q = to + o * n * inner + i;
            Complex<R> v[N];
#pragma unroll
            for (int k = 0; k < N; k++) {
                v[k] = p[(j + k * apart) * inner];
                v[k].y *= sign;
                if (k && done > 1)
                    v[k] = v[k] * roots[low * k * stride];
            }
            butterfly(v);
#pragma unroll
            for (int k = 0; k < N; k++)
                q[(high * done * N + low + k * done) * inner] = Complex<R>(v[k].x, v[k].y * sign);
        }
}

template <class R> static void launch_step(int factor, const Complex<R> *from, Complex<R> *to, const Axis *axis,
                                           int inner, long long outer, int done, bool backward, cudaStream_t stream)
{
    const Complex<R> *const roots = (const Complex<R> *)axis->roots;
    const int n = axis->length;
    const R sign = backward ? -1 : 1;
    const dim3 grid(blocks((long long)n / factor * inner, THREADS), blocks(outer, 1));

#define STEP(N)                                                                                                      \
    case N:                                                                                                          \
        step<N, R><<<grid, THREADS, 0, stream>>>(from, to, roots, n, inner, outer, done, sign);                      \
        break;
    switch (factor) {
    STEP(2)
    STEP(3)
    STEP(4)
    STEP(5)
    STEP(7)
    STEP(8)
    }
#undef STEP
}

/* ---- whole lines in shared memory -------------------------------------------------------------------------------- */

/* A block has `held` lines of n elements, at most HELD floats in all, and a thread for each EACH of them. */
enum { EACH = 8, HELD = 1024, MOST_STEPS = 10 };

struct Lines {
    int n, held, count, factors[MOST_STEPS];
    long long lines;
};

/* Elements with a gap behind each 16, so that powers of two apart are in different banks. */
GT_FN int padded(int i) { return i + (i >> 4); }

/* v[k] times root^k, root being number `at` of the table; few are read, the others are products of two of these. */
template <int N, class R> __device__ __forceinline__ void turn(Complex<R> (&v)[N], const Complex<R> *roots, int at)
{
    if (N == 8 || N == 4 || N == 2) {
        const Complex<R> w1 = roots[at];
        v[1] = v[1] * w1;
        if (N >= 4) {
            const Complex<R> w2 = roots[2 * at];
            v[2 % N] = v[2 % N] * w2;
            v[3 % N] = v[3 % N] * (w1 * w2);
            if (N == 8) {
                const Complex<R> w4 = roots[4 * at];
                v[4 % N] = v[4 % N] * w4;
                v[5 % N] = v[5 % N] * (w1 * w4);
                v[6 % N] = v[6 % N] * (w2 * w4);
                v[7 % N] = v[7 % N] * (w1 * w2 * w4);
            }
        }
    } else {
#pragma unroll
        for (int k = 1; k < N; k++)
            v[k] = v[k] * roots[k * at];
    }
}

/* One step of all lines of a block: M butterflies of N elements a thread. The first step reads the array, the last one
 * writes it; between them elements are in shared memory. BINARY: all lengths are powers of two. */
template <int N, int M, bool BINARY, class R>
__device__ void line_step(const Lines &l, int held, const Complex<R> *from, Complex<R> *to, const Complex<R> *roots,
                          Complex<R> *shared, int done, R sign)
{
    const int n = l.n, apart = n / N, all = held * apart, stride = apart / done;
    const int shift = BINARY ? 31 - __clz(apart) : 0;
    Complex<R> v[M][N];

#pragma unroll
    for (int u = 0; u < M; u++) {
        const int e = u * blockDim.x + threadIdx.x;
        if (e < all) {
            const int line = BINARY ? e >> shift : e / apart, j = e - line * apart;
            const int low = BINARY ? j & (done - 1) : j % done, at = line * n + j;
            if (done == 1) {
#pragma unroll
                for (int k = 0; k < N; k++) {
                    v[u][k] = from[at + k * apart];
                    v[u][k].y *= sign;
                }
            } else {
                if ((apart & 15) == 0) {
                    const Complex<R> *p = shared + padded(at);
#pragma unroll
                    for (int k = 0; k < N; k++, p += padded(apart))
                        v[u][k] = *p;
                } else {
#pragma unroll
                    for (int k = 0; k < N; k++)
                        v[u][k] = shared[padded(at + k * apart)];
                }
                turn(v[u], roots, low * stride);
            }
            butterfly(v[u]);
        }
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < M; u++) {
        const int e = u * blockDim.x + threadIdx.x;
        if (e < all) {
            const int line = BINARY ? e >> shift : e / apart, j = e - line * apart;
            const int low = BINARY ? j & (done - 1) : j % done, at = line * n + (j - low) * N + low;
            if (done * N == n) {
#pragma unroll
                for (int k = 0; k < N; k++)
                    to[at + k * done] = Complex<R>(v[u][k].x, v[u][k].y * sign);
            } else if ((done & 15) == 0) {
                Complex<R> *p = shared + padded(at);
#pragma unroll
                for (int k = 0; k < N; k++, p += padded(done))
                    *p = v[u][k];
            } else {
#pragma unroll
                for (int k = 0; k < N; k++)
                    shared[padded(at + k * done)] = v[u][k];
            }
        }
    }
    __syncthreads();
}

template <bool BINARY, class R> __global__ void line_kernel(const Complex<R> *from, Complex<R> *to,
                                                            const Complex<R> *roots, Lines l, R sign)
{
    extern __shared__ double room[];
    Complex<R> *const shared = (Complex<R> *)room;

    for (long long first = (long long)blockIdx.x * l.held; first < l.lines; first += (long long)gridDim.x * l.held) {
        const int held = l.lines - first < l.held ? (int)(l.lines - first) : l.held;
        const Complex<R> *const p = from + first * l.n;
        Complex<R> *const q = to + first * l.n;
        for (int i = 0, done = 1; i < l.count; i++) {
            const int factor = l.factors[i];
            if (factor == 8)
                line_step<8, 1, BINARY>(l, held, p, q, roots, shared, done, sign);
            else if (factor == 4)
                line_step<4, 2, BINARY>(l, held, p, q, roots, shared, done, sign);
            else if (factor == 2)
                line_step<2, 4, BINARY>(l, held, p, q, roots, shared, done, sign);
            else if (BINARY)
                continue;               /* there are none */
            else if (factor == 3)
                line_step<3, 3, false>(l, held, p, q, roots, shared, done, sign);
            else if (factor == 5)
                line_step<5, 2, false>(l, held, p, q, roots, shared, done, sign);
            else
                line_step<7, 2, false>(l, held, p, q, roots, shared, done, sign);
            done *= factor;
        }
    }
}

/* Does a line of this axis fit into a block? */
template <class R> static bool fits(const Axis *axis)
{
    return axis->count > 0 && axis->count <= MOST_STEPS && axis->length <= (int)(HELD * sizeof(float) / sizeof(R));
}

template <class R> static void launch_lines(const Axis *axis, long long lines, bool backward, const Complex<R> *from,
                                            Complex<R> *to, cudaStream_t stream)
{
    const int n = axis->length, most = THREADS * EACH;
    Lines l = { n, n < most ? most / n : 1, axis->count, { 0 }, lines };

    for (int i = 0; i < axis->count; i++)
        l.factors[i] = axis->factors[i];
    const int threads = (l.held * n + EACH - 1) / EACH;
    const size_t room = (padded(l.held * n) + 1) * sizeof(Complex<R>);
    const Complex<R> *const roots = (const Complex<R> *)axis->roots;
    const R sign = backward ? -1 : 1;
    if ((n & (n - 1)) == 0)
        line_kernel<true, R><<<blocks(lines, l.held), threads, room, stream>>>(from, to, roots, l, sign);
    else
        line_kernel<false, R><<<blocks(lines, l.held), threads, room, stream>>>(from, to, roots, l, sign);
}

/* ---- convolutions ------------------------------------------------------------------------------------------------ */

/* The elements times the chirp, then zeros up to `length`; and back from there, scaled. */
template <class R> __global__ void chirp_in(const Complex<R> *from, Complex<R> *to, const Complex<R> *chirp, int n,
                                            int length, int inner, long long outer, R sign)
{
    const int all = length * inner;

    for (long long o = blockIdx.y; o < outer; o += gridDim.y)
        for (int t = blockIdx.x * WIDE + threadIdx.x; t < all; t += gridDim.x * WIDE) {
            const int j = t / inner;
            Complex<R> v(0);
            if (j < n) {
                v = from[o * n * inner + t];
                v.y *= sign;
                v = v * chirp[j];
            }
            to[o * all + t] = v;
        }
}

template <class R> __global__ void chirp_out(const Complex<R> *from, Complex<R> *to, const Complex<R> *chirp, int n,
                                             int length, int inner, long long outer, R sign)
{
    const int all = n * inner;

    for (long long o = blockIdx.y; o < outer; o += gridDim.y)
        for (int t = blockIdx.x * WIDE + threadIdx.x; t < all; t += gridDim.x * WIDE) {
            const Complex<R> v = from[o * length * inner + t] * chirp[t / inner];
            to[o * all + t] = Complex<R>(v.x, v.y * sign);
        }
}

template <class R> __global__ void multiply(Complex<R> *v, const Complex<R> *filter, int length, int inner,
                                            long long outer)
{
    const int all = length * inner;

    for (long long o = blockIdx.y; o < outer; o += gridDim.y)
        for (int t = blockIdx.x * WIDE + threadIdx.x; t < all; t += gridDim.x * WIDE)
            v[o * all + t] = v[o * all + t] * filter[t / inner];
}

/* ---- an axis ----------------------------------------------------------------------------------------------------- */

typedef std::complex<double> Exact;

/* e^(-2 pi i k / n), from an angle of a quarter turn at most. */
static Exact root(long long k, long long n)
{
    const double pi = 3.14159265358979323846;

    k %= n;
    if (8 * k > 4 * n)
        return std::conj(root(n - k, n));
    if (8 * k >= 2 * n) {               /* a quarter turn before */
        const double angle = 2 * pi * (double)(4 * k - n) / (4.0 * (double)n);
        return Exact(-sin(angle), -cos(angle));
    }
    const double angle = 2 * pi * (double)k / (double)n;
    return Exact(cos(angle), -sin(angle));
}

/* A transform of a power of two, on the host. */
static void host_transform(std::vector<Exact> &v)
{
    const size_t n = v.size();

    for (size_t i = 1, j = 0; i < n; i++) {
        for (size_t bit = n / 2; (j ^= bit) < bit; bit /= 2)
            continue;
        if (i < j)
            std::swap(v[i], v[j]);
    }
    for (size_t half = 1; half < n; half *= 2)
        for (size_t k = 0; k < half; k++) {
            const Exact w = root((long long)k, (long long)(2 * half));
            for (size_t i = k; i < n; i += 2 * half) {
                const Exact a = v[i], b = w * v[i + half];
                v[i] = a + b;
                v[i + half] = a - b;
            }
        }
}

template <class R> static bool table(void **to, const std::vector<Exact> &values)
{
    std::vector<Complex<R> > rounded(values.size());

    for (size_t i = 0; i < values.size(); i++)
        rounded[i] = Complex<R>((R)values[i].real(), (R)values[i].imag());
    const size_t bytes = rounded.size() * sizeof rounded[0];
    return cudaMalloc(to, bytes) == cudaSuccess &&
           cudaMemcpy(*to, rounded.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess;
}

/* false: n has a prime factor other than 2, 3, 5 and 7. */
static bool factorize(Axis *axis, int n)
{
    static const int factors[] = { 8, 4, 2, 7, 5, 3 };

    axis->count = 0;
    for (int f : factors)
        for (; n % f == 0; n /= f)
            axis->factors[axis->count++] = f;
    return n == 1;
}

template <class R> cufftResult fft_axis_make(Axis *axis, int n)
{
    axis->n = axis->length = n;
    axis->convolved = !factorize(axis, n);
    if (axis->convolved) {
        for (axis->length = 1; axis->length < 2 * n - 1;)
            axis->length *= 2;
        factorize(axis, axis->length);
        /* e^(-pi i k^2 / n); the filter is its conjugate, around 0, over the length that the way back leaves out */
        std::vector<Exact> chirp((size_t)n), filter((size_t)axis->length);
        for (int k = 0; k < n; k++) {
            chirp[k] = root((long long)k * k % (2LL * n), 2LL * n);
            filter[k] = filter[(axis->length - k) % axis->length] = std::conj(chirp[k]) / (double)axis->length;
        }
        host_transform(filter);
        if (!table<R>(&axis->chirp, chirp) || !table<R>(&axis->filter, filter))
            return CUFFT_ALLOC_FAILED;
    }
    std::vector<Exact> roots((size_t)axis->length);
    for (int k = 0; k < axis->length; k++)
        roots[k] = root(k, axis->length);
    return table<R>(&axis->roots, roots) ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

void fft_axis_free(Axis *axis)
{
    cudaFree(axis->roots);
    cudaFree(axis->chirp);
    cudaFree(axis->filter);
}

/* The steps of all factors; lines that fit into blocks are read and written once, and may stay where they are. */
template <class R> static Complex<R> *steps(const Axis *axis, long long outer, int inner, bool backward,
                                            Complex<R> *from, Complex<R> *a, Complex<R> *b, Complex<R> *last,
                                            cudaStream_t stream)
{
    if (inner == 1 && fits<R>(axis)) {
        Complex<R> *const to = last ? last : from == b ? b : a;
        launch_lines(axis, outer, backward, from, to, stream);
        return to;
    }
    for (int i = 0, done = 1; i < axis->count; i++) {
        Complex<R> *const to = i + 1 == axis->count && last && last != from ? last : from == a ? b : a;
        launch_step(axis->factors[i], from, to, axis, inner, outer, done, backward, stream);
        done *= axis->factors[i];
        from = to;
    }
    return from;
}

template <class R> Complex<R> *fft_axis_run(const Axis *axis, long long outer, int inner, bool backward,
                                            Complex<R> *from, Complex<R> *a, Complex<R> *b, Complex<R> *last,
                                            cudaStream_t stream)
{
    if (!axis->convolved) {
        from = steps(axis, outer, inner, backward, from, a, b, last, stream);
    } else {
        const Complex<R> *const chirp = (const Complex<R> *)axis->chirp;
        const R sign = backward ? -1 : 1;
        const dim3 grid(blocks((long long)axis->length * inner, WIDE), blocks(outer, 1));
        Complex<R> *at = from == a ? b : a;
        chirp_in<<<grid, WIDE, 0, stream>>>(from, at, chirp, axis->n, axis->length, inner, outer, sign);
        /* `from` may be the caller's, or the other buffer, which is free now */
        at = steps(axis, outer, inner, false, at, a, b, (Complex<R> *)NULL, stream);
        multiply<<<grid, WIDE, 0, stream>>>(at, (const Complex<R> *)axis->filter, axis->length, inner, outer);
        at = steps(axis, outer, inner, true, at, a, b, (Complex<R> *)NULL, stream);
        Complex<R> *const to = last ? last : at == a ? b : a;
        chirp_out<<<grid, WIDE, 0, stream>>>(at, to, chirp, axis->n, axis->length, inner, outer, sign);
        from = to;
    }
    return cudaGetLastError() == cudaSuccess ? from : NULL;
}

/* ---- the caller's layouts ---------------------------------------------------------------------------------------- */

GT_FN long long place(const Layout &l, int batch, int i0, int i1, int i2)
{
    return batch * l.distance + (((long long)i0 * l.embed[1] + i1) * l.embed[2] + i2) * l.stride;
}

template <class R> __global__ void gather(Extent e, Layout l, bool real, bool halved, const void *from, Complex<R> *to)
{
    const long long all = (long long)e.batch * e.n[0] * e.n[1] * e.n[2];

    for (long long t = (long long)blockIdx.x * WIDE + threadIdx.x; t < all; t += (long long)gridDim.x * WIDE) {
        const unsigned row = (unsigned)(t / e.n[2]), plane = row / e.n[1], b = plane / e.n[0];
        int i2 = (int)(t - (long long)row * e.n[2]), i1 = row - plane * e.n[1], i0 = plane - b * e.n[0];
        const bool other = halved && i2 > e.n[2] / 2;
        if (other) {
            i2 = e.n[2] - i2;
            i1 = i1 ? e.n[1] - i1 : 0;
            i0 = i0 ? e.n[0] - i0 : 0;
        }
        const long long at = place(l, b, i0, i1, i2);
        const Complex<R> v = real ? Complex<R>(((const R *)from)[at]) : ((const Complex<R> *)from)[at];
        to[t] = other ? conjugate(v) : v;
    }
}

template <class R> __global__ void scatter(Extent e, Layout l, bool real, bool halved, const Complex<R> *from, void *to)
{
    const long long all = (long long)e.batch * e.n[0] * e.n[1] * e.n[2];

    for (long long t = (long long)blockIdx.x * WIDE + threadIdx.x; t < all; t += (long long)gridDim.x * WIDE) {
        const unsigned row = (unsigned)(t / e.n[2]), plane = row / e.n[1], b = plane / e.n[0];
        const int i2 = (int)(t - (long long)row * e.n[2]), i1 = row - plane * e.n[1], i0 = plane - b * e.n[0];
        const long long at = place(l, b, i0, i1, i2);
        if (halved && i2 > e.n[2] / 2)
            continue;
        if (real)
            ((R *)to)[at] = from[t].x;
        else
            ((Complex<R> *)to)[at] = from[t];
    }
}

template <class R> void fft_gather(const Extent &e, const Layout &l, bool real, bool halved, const void *from,
                                   Complex<R> *to, cudaStream_t stream)
{
    gather<R><<<blocks((long long)e.batch * e.n[0] * e.n[1] * e.n[2], WIDE), WIDE, 0, stream>>>(e, l, real, halved,
                                                                                               from, to);
}

template <class R> void fft_scatter(const Extent &e, const Layout &l, bool real, bool halved, const Complex<R> *from,
                                    void *to, cudaStream_t stream)
{
    scatter<R><<<blocks((long long)e.batch * e.n[0] * e.n[1] * e.n[2], WIDE), WIDE, 0, stream>>>(e, l, real, halved,
                                                                                                from, to);
}

#define MAKE(R)                                                                                                      \
    template cufftResult fft_axis_make<R>(Axis *, int);                                                              \
    template Complex<R> *fft_axis_run<R>(const Axis *, long long, int, bool, Complex<R> *, Complex<R> *,             \
                                         Complex<R> *, Complex<R> *, cudaStream_t);                                  \
    template void fft_gather<R>(const Extent &, const Layout &, bool, bool, const void *, Complex<R> *,              \
                                cudaStream_t);                                                                       \
    template void fft_scatter<R>(const Extent &, const Layout &, bool, bool, const Complex<R> *, void *,             \
                                 cudaStream_t);
MAKE(float)
MAKE(double)
