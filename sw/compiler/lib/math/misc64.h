/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision: rounding, remainders, parts of a number. All exact.
 */
#ifndef GT200_MATH_MISC64_H
#define GT200_MATH_MISC64_H

__GT_FN double __gt_round(double x)
{
    double t = __gt_trunc(x);
    return __gt_abs(x - t) >= 0.5 ? t + __gt_copysign(1, x) : __gt_copysign(t, x);
}
__GT_FN double __gt_ldexp(double x, int n)
{
    double a = __gt_abs(x);
    if (a == 0 || !(a < __GT_INF) || n == 0)
        return x;
    n = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
    int e = (__gt_high(a) >> 20) - 1023;
    if (e == -1023) {
        x *= 0x1p54;
        n -= 54;
        e = (__gt_high(__gt_abs(x)) >> 20) - 1023;
    }
    if (e + n < -1022) {                        /* one rounding only, at the last factor */
        if (e + n < -1080)
            return __gt_copysign(0, x);
        return __gt_from_bits(__gt_bits(x) + ((long long)(n + 200) << 52)) * 0x1p-200;
    }
    if (e + n > 1023)
        return __gt_copysign(__GT_INF, x);
    return __gt_from_bits(__gt_bits(x) + ((long long)n << 52));
}
/* x = m * 2^e with 1/2 <= |m| < 1. */
__GT_FN double __gt_frexp(double x, int *e)
{
    double a = __gt_abs(x);
    *e = 0;
    if (a == 0 || !(a < __GT_INF))
        return x;
    int k = 0;
    if (a < 0x1p-1022) {
        x *= 0x1p54;
        k = -54;
    }
    int n = ((int)(__gt_bits(x) >> 52) & 0x7ff) - 1022;
    *e = n + k;
    return __gt_from_bits(__gt_bits(x) - ((long long)n << 52));
}
__GT_FN int __gt_ilogb(double x)
{
    int e;
    double a = __gt_abs(x);
    if (a == 0 || !(a < __GT_INF))
        return a == __GT_INF ? 0x7fffffff : (int)0x80000000u;
    __gt_frexp(x, &e);
    return e - 1;
}
__GT_FN double __gt_logb(double x)
{
    double a = __gt_abs(x);
    return __gt_isnan(x) ? x : a == 0 ? -__GT_INF : a == __GT_INF ? a : (double)__gt_ilogb(x);
}
__GT_FN double __gt_modf(double x, double *i)
{
    *i = __gt_copysign(__gt_trunc(x), x);
    return __gt_copysign(__gt_abs(x) == __GT_INF ? 0 : x - *i, x);
}
__GT_FN double __gt_nextafter(double x, double y)
{
    if (__gt_isnan(x) || __gt_isnan(y))
        return __GT_NAN;
    if (x == y)
        return y;
    if (x == 0)
        return __gt_copysign(__gt_from_bits(1), y);
    return __gt_from_bits(__gt_bits(x) + ((x < y) == (x > 0) ? 1 : -1));
}
__GT_FN double __gt_fdim(double x, double y) { return __gt_isnan(x) ? x : __gt_isnan(y) ? y : x > y ? x - y : 0; }

/* Mantissa with its leading one (also of a denormal) and exponent: a = m 2^e. */
__GT_FN unsigned long long __gt_mantissa(double a, int *e)
{
    unsigned long long m = (unsigned long long)__gt_bits(a) & 0xfffffffffffffull;
    int x = __gt_high(a) >> 20;
    *e = (x ? x : 1) - 1075;
    return x ? m | 1ull << 52 : m;
}

/* Remainder of a / b for positive finite a, b, truncated; *q: the low bits of the quotient. Eleven bits of quotient a
 * step: the shifted remainder then still fits 64 bits. */
__GT_FN double __gt_rem_positive(double a, double b, unsigned int *q)
{
    int ea, eb;
    unsigned long long m = __gt_mantissa(a, &ea), d = __gt_mantissa(b, &eb);
    *q = 0;
    if (a < b)
        return a;
    if (ea < eb) {                              /* only with denormal-like alignment: bring b down */
        d <<= eb - ea > 11 ? 11 : eb - ea;
        eb = ea;
    }
    unsigned int quotient = (unsigned int)(m / d);
    m %= d;
    for (int n = ea - eb; n > 0 && m;) {
        int s = n < 11 ? n : 11;
        m <<= s;
        quotient = quotient << s | (unsigned int)(m / d);
        m %= d;
        n -= s;
        if (!m)
            quotient = n < 32 ? quotient << n : 0;
    }
    *q = quotient;
    double r = (double)m;                       /* below 2^53: exact */
    return __gt_ldexp(r, eb);
}
__GT_FN double __gt_fmod(double x, double y)
{
    double a = __gt_abs(x), b = __gt_abs(y);
    unsigned int q;
    if (!(a < __GT_INF) || __gt_isnan(y) || b == 0)
        return __GT_NAN;
    return b == __GT_INF ? x : __gt_copysign(__gt_rem_positive(a, b, &q), x);
}
__GT_FN double __gt_remquo(double x, double y, int *quo)
{
    double a = __gt_abs(x), b = __gt_abs(y), r;
    unsigned int q = 0;
    *quo = 0;
    if (!(a < __GT_INF) || __gt_isnan(y) || b == 0)
        return __GT_NAN;
    r = b == __GT_INF ? a : __gt_rem_positive(a, b, &q);
    double rest = b - r;                        /* exact where it decides */
    if (b < __GT_INF && (r > rest || (r == rest && q & 1))) {
        r -= b;
        q++;
    }
    int n = (int)(q & 0x7fffffffu);
    *quo = (__gt_bits(x) ^ __gt_bits(y)) < 0 ? -n : n;
    r = __gt_bits(x) < 0 ? -r : r;
    return r == 0 ? __gt_copysign(0, x) : r;
}

#endif
