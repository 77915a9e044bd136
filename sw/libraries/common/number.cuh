/* SPDX-License-Identifier: Apache-2.0
 * Numbers of the libraries: float, double and Complex of each, with what generic code asks of them. Complex has the
 * layout of float2 and double2, so that a program's arrays are read as they are.
 *
 * A product of two Complex is four multiplications, as in cuComplex.h: no recovery of infinities. */
#ifndef GT200_NUMBER_CUH
#define GT200_NUMBER_CUH

#define GT_FN __host__ __device__ __forceinline__

template <class R> struct __align__(2 * sizeof(R)) Complex {
    R x, y;
    Complex() = default;
    GT_FN Complex(R re, R im = 0) : x(re), y(im) {}
};

/* Number<T>::real is the type of |T|; Number<T>::complex says whether T is Complex. */
template <class T> struct Number {
    typedef T real;
    static const bool complex = false;
};
template <class R> struct Number<Complex<R> > {
    typedef R real;
    static const bool complex = true;
};

template <class R> GT_FN Complex<R> operator+(Complex<R> a, Complex<R> b) { return Complex<R>(a.x + b.x, a.y + b.y); }
template <class R> GT_FN Complex<R> operator-(Complex<R> a, Complex<R> b) { return Complex<R>(a.x - b.x, a.y - b.y); }
template <class R> GT_FN Complex<R> operator-(Complex<R> a) { return Complex<R>(-a.x, -a.y); }
template <class R> GT_FN Complex<R> operator*(Complex<R> a, Complex<R> b)
{
    return Complex<R>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
template <class R> GT_FN Complex<R> operator*(R a, Complex<R> b) { return Complex<R>(a * b.x, a * b.y); }
template <class R> GT_FN bool operator==(Complex<R> a, Complex<R> b) { return a.x == b.x && a.y == b.y; }

GT_FN float magnitude(float x) { return x < 0 ? -x : x; }
GT_FN double magnitude(double x) { return x < 0 ? -x : x; }
/* |re| + |im|, what BLAS takes for the size of a complex number where it compares or sums sizes. */
template <class R> GT_FN R magnitude(Complex<R> z) { return magnitude(z.x) + magnitude(z.y); }

/* R. Smith's division, which overflows only where the quotient nearly does. */
template <class R> GT_FN Complex<R> operator/(Complex<R> a, Complex<R> b)
{
    if (magnitude(b.x) >= magnitude(b.y)) {
        const R q = b.y / b.x, d = b.x + b.y * q;
        return Complex<R>((a.x + a.y * q) / d, (a.y - a.x * q) / d);
    }
    const R q = b.x / b.y, d = b.x * q + b.y;
    return Complex<R>((a.x * q + a.y) / d, (a.y * q - a.x) / d);
}

GT_FN float conjugate(float x) { return x; }
GT_FN double conjugate(double x) { return x; }
template <class R> GT_FN Complex<R> conjugate(Complex<R> z) { return Complex<R>(z.x, -z.y); }
GT_FN float real_part(float x) { return x; }
GT_FN double real_part(double x) { return x; }
template <class R> GT_FN R real_part(Complex<R> z) { return z.x; }
GT_FN float imaginary_part(float) { return 0; }
GT_FN double imaginary_part(double) { return 0; }
template <class R> GT_FN R imaginary_part(Complex<R> z) { return z.y; }

/* acc += a * b, by multiply-adds. */
template <class T> GT_FN void multiply_add(T &acc, T a, T b) { acc += a * b; }
template <class R> GT_FN void multiply_add(Complex<R> &acc, Complex<R> a, Complex<R> b)
{
    acc.x += a.x * b.x;
    acc.x -= a.y * b.y;
    acc.y += a.x * b.y;
    acc.y += a.y * b.x;
}

#endif
