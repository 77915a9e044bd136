/* SPDX-License-Identifier: Apache-2.0
 * What the files of CUFFT share: an axis of a transform, and the steps that it is made of (transform.cu).
 *
 * An array of `outer` x n x `inner` numbers is transformed along its middle index. The steps are those of T. Stockham's
 * self-sorting method, one for each factor of n (2, 3, 4, 5, 7, 8), from one buffer to another. A length with other
 * prime factors is a convolution of a power of two (L. Bluestein). Backward is forward of the conjugate. */
#ifndef GT200_FFT_CUH
#define GT200_FFT_CUH

#include "cufft.h"
#include "../common/number.cuh"

#include <stdlib.h>

enum { FFT_FACTORS = 32, FFT_RANK = 3 };

struct Axis {
    int n;                              /* elements of the caller's */
    int length;                         /* of the transform: n, or the power of two of the convolution */
    bool convolved;
    int factors[FFT_FACTORS], count;
    void *roots;                        /* device: length-th roots of unity */
    void *chirp, *filter;               /* convolved: n of the one, length of the other's transform */
};

/* Where an array of the caller's has its element (batch, i0, i1, i2). */
struct Layout {
    long long distance;
    int stride, embed[FFT_RANK];        /* of the outermost axis nothing is asked */
};

/* Lengths of three axes, the last contiguous; of fewer the first are 1. */
struct Extent {
    int n[FFT_RANK], batch;
};

/* Fills in factors, length and the tables on the device; R: float or double. */
template <class R> cufftResult fft_axis_make(Axis *axis, int n);
void fft_axis_free(Axis *axis);

/* Transforms the array at `from` along the axis. Buffers a and b have room for outer x length x inner. The result is
 * in `last` if that is not NULL and not `from`, else in a or b; NULL: the device failed. */
template <class R> Complex<R> *fft_axis_run(const Axis *axis, long long outer, int inner, bool backward,
                                            Complex<R> *from, Complex<R> *a, Complex<R> *b, Complex<R> *last,
                                            cudaStream_t stream);

/* Between the caller's layout and a contiguous array of complex numbers. halved: of the last axis n / 2 + 1 elements
 * are stored, the others are the conjugates of those with negated indices. */
template <class R> void fft_gather(const Extent &e, const Layout &layout, bool real, bool halved, const void *from,
                                   Complex<R> *to, cudaStream_t stream);
template <class R> void fft_scatter(const Extent &e, const Layout &layout, bool real, bool halved,
                                    const Complex<R> *from, void *to, cudaStream_t stream);

#endif
