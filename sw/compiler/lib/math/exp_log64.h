/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision: exponentials, logarithms, powers. Sums of two doubles (high + low) carry the extra bits where a
 * result would otherwise lose some. Maximum errors: docs/math.md.
 */
#ifndef GT200_MATH_EXP_LOG64_H
#define GT200_MATH_EXP_LOG64_H

#define __GT_INF   __gt_from_bits(0x7ff0000000000000ll)
#define __GT_NAN   __gt_from_bits(0x7ff8000000000000ll)
#define __GT_LN2_H 0x1.62e42fefa3800p-1         /* 42 bits: times an exponent it is exact */
#define __GT_LN2_L 0x1.ef35793c76730p-45
#define __GT_LOG2E 0x1.71547652b82fep+0

__GT_FN int __gt_high(double x) { return (int)(__gt_bits(x) >> 32); }
__GT_FN double __gt_abs(double x) { return __gt_from_bits(__gt_bits(x) & 0x7fffffffffffffffll); }
__GT_FN double __gt_copysign(double x, double y)
{
    return __gt_from_bits((__gt_bits(x) & 0x7fffffffffffffffll) | (__gt_bits(y) & (long long)0x8000000000000000ull));
}
__GT_FN int __gt_isnan(double x) { return x != x; }
__GT_FN double __gt_pow2(int n) { return __gt_from_bits((long long)(n + 1023) << 52); }    /* n in -1022..1023 */

/* x * 2^n for any n; rounds once more when the result is a denormal. */
__GT_FN double __gt_scale(double x, int n)
{
    n = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
    int a = n >> 1, b = n - a;
    if (a < -1000 || b > 1000) {                /* twice the range of one factor */
        int h = a >> 1;
        x = x * __gt_pow2(h) * __gt_pow2(a - h);
        h = b >> 1;
        return x * __gt_pow2(h) * __gt_pow2(b - h);
    }
    return x * __gt_pow2(a) * __gt_pow2(b);
}

/* exp(r + l) - 1 for |r| <= ln(2)/2, l far below r: r + (the rest, returned). */
__GT_FN double __gt_exp_rest(double r, double l) { return __gt_fma(r * r, __gt_poly_exp(r), __gt_fma(l, r, l)); }

/* exp(h + l) = 2^n (1 + f + g), |l| far below |h|, |h| < 1500; returns 1 + f, *low: g. */
__GT_FN double __gt_exp_pair(double h, double l, double *low, int *n)
{
    double m = __gt_rint(h * __GT_LOG2E);
    double r = __gt_fma(-m, __GT_LN2_H, h), t = m * __GT_LN2_L;
    double d = r - t;
    l += (r - d) - t;
    double s = d + l, y = 1 + s;
    *n = (int)m;
    *low = ((1 - y) + s) + __gt_exp_rest(s, (d - s) + l);
    return y;
}

/* 2^scale * exp(h + l), |l| far below |h|. */
__GT_FN double __gt_exp_dd(double h, double l, int scale)
{
    if (h > 1500)
        return __GT_INF;
    if (h < -1500)
        return 0;
    double low;
    int n;
    double y = __gt_exp_pair(h, l, &low, &n);
    return __gt_scale(y + low, n + scale);
}

__GT_FN double __gt_exp(double x) { return __gt_isnan(x) ? x : __gt_exp_dd(x, 0, 0); }

/* 2^x and 10^x: the fraction of the exponent is turned into a natural exponent of two words. */
__GT_FN double __gt_exp2(double x)
{
    if (__gt_isnan(x))
        return x;
    if (!(__gt_abs(x) < 1200))
        return x > 0 ? __GT_INF : 0;
    double n = __gt_rint(x), f = x - n, ln2 = 0x1.62e42fefa39efp-1;
    double r = f * ln2, l = __gt_fma(f, ln2, -r) + f * 0x1.abc9e3b39803fp-56;
    return __gt_scale(1 + (r + __gt_exp_rest(r, l)), (int)n);
}
__GT_FN double __gt_exp10(double x)
{
    if (__gt_isnan(x))
        return x;
    if (!(__gt_abs(x) < 400))
        return x > 0 ? __GT_INF : 0;
    double ln10 = 0x1.26bb1bbb55516p+1, n = __gt_rint(x * 0x1.a934f0979a371p+1);
    /* log10(2) in two words, the first of 37 bits */
    double f = __gt_fma(-n, 0x1.34413509f0000p-2, x), g = n * 0x1.e7fbcc47c4acdp-40;
    double d = f - g, e = (f - d) - g;
    double r = d * ln10, l = __gt_fma(d, ln10, -r) + __gt_fma(d, -0x1.f48ad494ea3e9p-53, e * ln10);
    return __gt_scale(1 + (r + __gt_exp_rest(r, l)), (int)n);
}

/* e^x - 1 as 2^n e^r - 1, computed at half its size, since 2^1024 is no double. */
__GT_FN double __gt_expm1(double x)
{
    if (__gt_isnan(x) || __gt_abs(x) < 0x1p-54)
        return x;
    if (x > 720)
        return __GT_INF;
    if (x < -50)
        return -1;
    double n = __gt_rint(x * __GT_LOG2E);
    double r = __gt_fma(-n, __GT_LN2_H, x), t = n * __GT_LN2_L;
    double s = r - t, q = __gt_exp_rest(s, (r - s) - t);
    if (n == 0)
        return s + q;
    double p = __gt_pow2((int)n - 1);           /* half the power: 2^1024 is none */
    double a = p - 0.5, b = p * s, h = a + b;
    return 2 * (h + (((a - h) + b) + p * q));
}

/* x = 2^k * m, m in sqrt(1/2)..sqrt(2); x positive and finite. */
__GT_FN double __gt_split(double x, int *k)
{
    int e = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        e = -54;
    }
    int h = __gt_high(x), n = (h - 0x3fe6a09e) >> 20;
    *k = e + n;
    return __gt_from_bits(__gt_bits(x) - ((long long)n << 52));
}

/* ln(x) as a sum of two doubles, relative error below 2^-65; x positive and finite. */
__GT_FN double __gt_log_dd(double x, double *low)
{
    int k;
    double m = __gt_split(x, &k), f = m - 1, d = m + 1, dl = f - (d - 2);
    double s = f / d, sl = (__gt_fma(-s, d, f) - s * dl) / d;
    double z = s * s, zl = __gt_fma(s, s, -z) + 2 * s * sl;
    double t = z * s, tl = __gt_fma(z, s, -t) + __gt_fma(z, sl, zl * s);
    double c = 0x1.5555555555555p-1, u = c * t;                         /* 2/3 s^3 */
    double ul = __gt_fma(c, t, -u) + __gt_fma(c, tl, 0x1.5555555555555p-55 * t);
    double h = 2 * s + u;
    double l = ((2 * s - h) + u) + (ul + __gt_fma(t * z, __gt_poly_logdd(z), 2 * sl));
    double kh = k * __GT_LN2_H, r = kh + h;
    l += ((kh - r) + h) + k * __GT_LN2_L;
    double sum = r + l;
    *low = (r - sum) + l;
    return sum;
}

/* What logarithms give for arguments that are not positive and finite; *done: they are not. */
__GT_FN double __gt_log_special(double x, int *done)
{
    *done = !(x > 0 && x < __GT_INF);
    return __gt_isnan(x) ? x : x == 0 ? -__GT_INF : x < 0 ? __GT_NAN : x;
}

__GT_FN double __gt_log(double x)
{
    int done, k;
    double y = __gt_log_special(x, &done);
    if (done)
        return y;
    double f = __gt_split(x, &k) - 1, s = f / (2 + f), z = s * s, h = 0.5 * f * f;
    /* log(1+f) = f - (h - s (h + z P)) */
    double rest = h - __gt_fma(s, h + z * __gt_poly_log(z), k * __GT_LN2_L);
    return __gt_fma(k, __GT_LN2_H, f - rest);
}

/* log(x) times a constant of two words. */
__GT_FN double __gt_log_times(double x, double c, double cl)
{
    int done;
    double y = __gt_log_special(x, &done), l;
    if (done)
        return y;
    double h = __gt_log_dd(x, &l), p = h * c;
    return p + (__gt_fma(h, c, -p) + __gt_fma(l, c, h * cl));
}
__GT_FN double __gt_log2(double x) { return __gt_log_times(x, __GT_LOG2E, 0x1.777d0ffda0d24p-56); }
__GT_FN double __gt_log10(double x) { return __gt_log_times(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57); }

__GT_FN double __gt_log1p(double x)
{
    if (!(x > -1 && x < __GT_INF))
        return __gt_isnan(x) ? x : x == -1 ? -__GT_INF : x < 0 ? __GT_NAN : x;
    if (__gt_abs(x) < 0x1p-54)
        return x;
    double u = 1 + x, c = x < 1 ? x - (u - 1) : 1 - (u - x), l, h = __gt_log_dd(u, &l);
    return h + (l + c / u);
}

/* 2 when y is an even integer, 1 odd, 0 no integer. */
__GT_FN int __gt_parity(double y)
{
    double a = __gt_abs(y);
    if (a >= 0x1p53)
        return 2;
    if (__gt_trunc(a) != a)
        return 0;
    double h = 0.5 * a;
    return __gt_trunc(h) == h ? 2 : 1;
}

/* x^y: special cases of C99, then e^(y log|x|) in two doubles. */
__GT_FN double __gt_pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (__gt_isnan(x) || __gt_isnan(y))
        return __GT_NAN;
    double a = __gt_abs(x);
    int parity = __gt_parity(y);
    double sign = x < 0 && parity == 1 ? -1 : 1;
    if (__gt_abs(y) == __GT_INF)
        return a == 1 ? 1 : (a > 1) == (y > 0) ? __GT_INF : 0;
    if (a == 0 || a == __GT_INF) {
        if (__gt_bits(x) < 0 && parity == 1)
            sign = -1;
        return (a == 0) == (y > 0) ? sign * 0 : sign * __GT_INF;
    }
    if (x < 0 && !parity)
        return __GT_NAN;
    double l, h = __gt_log_dd(a, &l), p = y * h;
    if (!(__gt_abs(p) < 1500))
        return p > 0 ? sign * __GT_INF : sign * 0;
    return sign * __gt_exp_dd(p, __gt_fma(y, h, -p) + y * l, 0);
}

#endif
