/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision: circular functions and their inverses. Maximum errors: docs/math.md.
 */
#ifndef GT200_MATH_TRIG64_H
#define GT200_MATH_TRIG64_H

#define __GT_PIO2_H 0x1.921fb54442d18p+0
#define __GT_PIO2_L 0x1.1a62633145c07p-54
#define __GT_PIO2_LL (-0x1.f1976b7ed8fbcp-110)

/* 64 bits of 2/pi from bit s on; bit 0 is the first of the table's 64 zeros. */
__GT_FN unsigned long long __gt_two_over_pi_bits(int s)
{
    int w = s >> 5, b = s & 31;
    unsigned long long v = (unsigned long long)__gt_two_over_pi[w] << 32 | __gt_two_over_pi[w + 1];
    return b ? v << b | __gt_two_over_pi[w + 2] >> (32 - b) : v;
}

/* Payne and Hanek: the product of x and 2/pi modulo 4 to 192 bits, from only those bits of 2/pi that reach it. */
__GT_FN int __gt_reduce_large(double x, double *r, double *l)
{
    long long bits = __gt_bits(x);
    int e = (int)(bits >> 52 & 0x7ff) - 1023, s = e - 1;        /* |x| = m 2^(e-63) */
    unsigned long long m = ((unsigned long long)bits << 11) | 1ull << 63;
    unsigned long long w2 = __gt_two_over_pi_bits(s), w1 = __gt_two_over_pi_bits(s + 64),
                       w0 = __gt_two_over_pi_bits(s + 128);
    unsigned long long p0 = m * w0, a = __gt_mulhi64(m, w0), b = m * w1, p1 = a + b;
    unsigned long long p2 = __gt_mulhi64(m, w1) + m * w2 + (p1 < a);
    int q = (int)(p2 >> 62);
    unsigned long long h = p2 << 2 | p1 >> 62, v = p1 << 2 | p0 >> 62;
    double sign = 1;
    if (h >> 63) {                              /* nearer to the next multiple */
        q++;
        v = 0 - v;
        h = 0 - h - (v != 0);
        sign = -1;
    }
    int z = 0;
    if (h >> 32 == 0) {
        h = h << 32 | v >> 32;
        v <<= 32;
        z = 32;
    }
    int c = __gt_clz32((unsigned int)(h >> 32));
    if (c) {
        h = h << c | v >> (64 - c);
        v <<= c;
    }
    double hi = (double)(h >> 11), lo = (double)((h & 0x7ff) << 42 | v >> 22);
    double k = __gt_pow2(-53 - z - c);
    hi *= k;
    lo *= k * 0x1p-53;
    double t = hi * __GT_PIO2_H;
    *l = sign * (__gt_fma(hi, __GT_PIO2_H, -t) + __gt_fma(hi, __GT_PIO2_L, lo * __GT_PIO2_H));
    *r = sign * t;
    if (bits < 0) {
        q = -q;
        *r = -*r;
        *l = -*l;
    }
    return q;
}

/* x = q pi/2 + r + l with |r| <= pi/4 (and a little); returns q modulo anything that 4 divides. x finite. */
__GT_FN int __gt_reduce(double x, double *r, double *l)
{
    double a = __gt_abs(x);
    if (a < 0.785398) {
        *r = x;
        *l = 0;
        return 0;
    }
    if (a >= 100000)
        return __gt_reduce_large(x, r, l);
    double n = __gt_rint(x * 0x1.45f306dc9c883p-1);
    double y = __gt_fma(-n, __GT_PIO2_H, x);    /* exact */
    double t = n * __GT_PIO2_L, tl = __gt_fma(n, __GT_PIO2_L, -t), s = y - t;
    *l = ((y - s) - t) - __gt_fma(n, __GT_PIO2_LL, tl);
    *r = s;
    return (int)n;
}

__GT_FN double __gt_sin_core(double r, double l)
{
    double z = r * r;
    return r + __gt_fma(r * z, __gt_poly_sin(z), __gt_fma(-0.5 * z, l, l));
}
__GT_FN double __gt_cos_core(double r, double l)
{
    double z = r * r, h = 0.5 * z, w = 1 - h;
    return w + (((1 - w) - h) + __gt_fma(z * z, __gt_poly_cos(z), -r * l));
}

/* Both at once, by the quadrant of x and the rest. */
__GT_FN void __gt_sincos(double x, double *sine, double *cosine)
{
    if (!(__gt_abs(x) < __GT_INF)) {
        *sine = *cosine = __GT_NAN;
        return;
    }
    double r, l;
    int q = __gt_reduce(x, &r, &l);
    double s = __gt_sin_core(r, l), c = __gt_cos_core(r, l);
    double a = q & 1 ? c : s, b = q & 1 ? s : c;
    *sine = q & 2 ? -a : a;
    *cosine = (q + 1) & 2 ? -b : b;
    if (x == 0)
        *sine = x;
}
__GT_FN double __gt_sin(double x)
{
    if (!(__gt_abs(x) < __GT_INF))
        return __GT_NAN;
    double r, l;
    int q = __gt_reduce(x, &r, &l);
    double y = q & 1 ? __gt_cos_core(r, l) : __gt_sin_core(r, l);
    return x == 0 ? x : q & 2 ? -y : y;
}
__GT_FN double __gt_cos(double x)
{
    if (!(__gt_abs(x) < __GT_INF))
        return __GT_NAN;
    double r, l;
    int q = __gt_reduce(x, &r, &l) + 1;
    double y = q & 1 ? __gt_cos_core(r, l) : __gt_sin_core(r, l);
    return q & 2 ? -y : y;
}
__GT_FN double __gt_tan(double x)
{
    if (!(__gt_abs(x) < __GT_INF))
        return __GT_NAN;
    double r, l;
    int q = __gt_reduce(x, &r, &l);
    double s = __gt_sin_core(r, l), c = __gt_cos_core(r, l);
    return x == 0 ? x : q & 1 ? -c / s : s / c;
}
/* sin(pi a + shift pi/2) for 0 <= a < 2^53: the multiple of 1/2 in a comes off exactly. */
__GT_FN double __gt_half_turns(double a, int shift)
{
    double n = __gt_rint(a + a), f = __gt_fma(-0.5, n, a), pi = 2 * __GT_PIO2_H;
    double r = f * pi, l = __gt_fma(f, pi, -r) + f * (2 * __GT_PIO2_L);
    long long q = (long long)n + shift;
    double y = q & 1 ? __gt_cos_core(r, l) : __gt_sin_core(r, l);
    return f == 0 && !(q & 1) ? 0 : q & 2 ? -y : y;
}
__GT_FN double __gt_sinpi(double x)
{
    double a = __gt_abs(x);
    if (!(a < __GT_INF))
        return __GT_NAN;
    if (a >= 0x1p52)
        return __gt_copysign(0, x);
    double y = __gt_half_turns(a, 0);
    return __gt_bits(x) < 0 ? -y : y;
}
__GT_FN double __gt_cospi(double x)
{
    double a = __gt_abs(x);
    if (!(a < __GT_INF))
        return __GT_NAN;
    return a >= 0x1p53 ? 1 : __gt_half_turns(a, 1);
}

/* atan of a in 0..infinity. */
__GT_FN double __gt_atan_positive(double a)
{
    bool inverse = a > 1;
    double t = inverse ? 1 / a : a, z = t * t, p = t * z * __gt_poly_atan(z);
    return inverse ? __GT_PIO2_H - (t + (p - __GT_PIO2_L)) : t + p;
}
__GT_FN double __gt_atan(double x) { return __gt_isnan(x) ? x : __gt_copysign(__gt_atan_positive(__gt_abs(x)), x); }

/* The angle of (x, y), by the quotient of the smaller by the larger. */
__GT_FN double __gt_atan2(double y, double x)
{
    if (__gt_isnan(x) || __gt_isnan(y))
        return __GT_NAN;
    double a = __gt_abs(y), b = __gt_abs(x), big = a > b ? a : b, small = a > b ? b : a;
    double t = big == 0 ? 0 : small == __GT_INF ? 1 : small / big, z = t * t;
    double h = t, l = t * z * __gt_poly_atan(z);
    if (a > b) {                                /* pi/2 - (h + l) */
        double s = __GT_PIO2_H - h;
        l = ((__GT_PIO2_H - s) - h) + (__GT_PIO2_L - l);
        h = s;
    }
    if (__gt_bits(x) < 0) {                     /* pi - (h + l) */
        double s = 2 * __GT_PIO2_H - h;
        l = ((2 * __GT_PIO2_H - s) - h) + (2 * __GT_PIO2_L - l);
        h = s;
    }
    return __gt_copysign(h + l, y);
}

/* asin(s) for 0 <= s <= 1/2, less s. */
__GT_FN double __gt_asin_rest(double s, double z) { return s * z * __gt_poly_asin(z); }

/* asin(sqrt(z)) as two words, z = (1 - a)/2 for 1/2 < a <= 1; the root's own error is in the low one. */
__GT_FN double __gt_asin_root(double a, double *low)
{
    double z = 0.5 * (1 - a), s = __gt_sqrt(z);
    double c = s > 0 ? __gt_fma(-s, s, z) / (2 * s) : 0;
    *low = c + __gt_asin_rest(s, z);
    return s;
}
__GT_FN double __gt_asin(double x)
{
    double a = __gt_abs(x), y, l;
    if (!(a <= 1))
        return __GT_NAN;
    if (a <= 0.5)
        return x + __gt_asin_rest(x, x * x);
    y = __gt_asin_root(a, &l);
    return __gt_copysign(__GT_PIO2_H - (2 * y + (2 * l - __GT_PIO2_L)), x);
}
__GT_FN double __gt_acos(double x)
{
    double a = __gt_abs(x), l;
    if (!(a <= 1))
        return __GT_NAN;
    if (a <= 0.5)
        return __GT_PIO2_H - (x + (__gt_asin_rest(x, x * x) - __GT_PIO2_L));
    double y = __gt_asin_root(a, &l);
    return x > 0 ? 2 * (y + l) : 2 * (__GT_PIO2_H - (y + (l - __GT_PIO2_L)));
}

#endif
