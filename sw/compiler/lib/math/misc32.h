/* SPDX-License-Identifier: Apache-2.0
 *
 * Single precision: error and gamma functions, rounding, remainders, parts of a number. Maximum errors: docs/math.md.
 */
#ifndef GT200_MATH_MISC32_H
#define GT200_MATH_MISC32_H

__GT_FN float __gt_erfc_tailf(float a)
{
    if (a > 10)
        return 0;
    float l, h = __gt_two_mulf(a, a, &l), t = __gt_div32(a - 4, a + 4);
    return __gt_exp_ddf(-h, -l, 32) * __gt_div32(__gt_poly_erfcf(t), 1 + 2 * a) * 0x1p-32f;
}
__GT_FN float __gt_erff(float x)
{
    float a = __gt_absf(x), z = x * x;
    if (__gt_isnanf(x))
        return x;
    if (a < 1)
        return x * 1.12837923f + x * (z * __gt_poly_erff(z) - 5.86353828e-08f);
    return __gt_copysignf(1 - __gt_erfc_tailf(a), x);
}
__GT_FN float __gt_erfcf(float x)
{
    if (__gt_isnanf(x))
        return x;
    if (x < 0.9f && x > -1)
        return 1 - __gt_erff(x);
    return x > 0 ? __gt_erfc_tailf(x) : 2 - __gt_erfc_tailf(-x);
}
/* Gamma functions go through double precision: their cancellations cost more than its slower unit. */
__GT_FN float __gt_erfinvf(float x) { return (float)__gt_erfinv((double)x); }
__GT_FN float __gt_erfcinvf(float x) { return (float)__gt_erfcinv((double)x); }
__GT_FN float __gt_lgammaf(float x) { return (float)__gt_lgamma((double)x); }
__GT_FN float __gt_tgammaf(float x) { return (float)__gt_tgamma((double)x); }

__GT_FN float __gt_roundf(float x)
{
    float t = __gt_trunc32(x);
    return __gt_absf(x - t) >= 0.5f ? t + __gt_copysignf(1, x) : __gt_copysignf(t, x);
}
__GT_FN float __gt_ldexpf(float x, int n)
{
    float a = __gt_absf(x);
    if (a < 0x1p-126f || !(a < __GT_INFF))
        return a < 0x1p-126f ? __gt_copysignf(0, x) : x;
    n = n < -600 ? -600 : n > 600 ? 600 : n;
    int e = (__gt_bits32(a) >> 23) + n;
    return e < 1     ? __gt_copysignf(0, x)
           : e > 254 ? __gt_copysignf(__GT_INFF, x)
                     : __gt_from_bits32(__gt_bits32(x) + (n << 23));
}
__GT_FN float __gt_frexpf(float x, int *e)
{
    float a = __gt_absf(x);
    *e = 0;
    if (a < 0x1p-126f || !(a < __GT_INFF))
        return a < 0x1p-126f ? __gt_copysignf(0, x) : x;
    *e = (__gt_bits32(a) >> 23) - 126;
    return __gt_from_bits32(__gt_bits32(x) - (*e << 23));
}
__GT_FN int __gt_ilogbf(float x)
{
    float a = __gt_absf(x);
    if (a < 0x1p-126f || !(a < __GT_INFF))
        return a == __GT_INFF ? 0x7fffffff : (int)0x80000000u;
    return (__gt_bits32(a) >> 23) - 127;
}
__GT_FN float __gt_logbf(float x)
{
    float a = __gt_absf(x);
    return __gt_isnanf(x) ? x : a < 0x1p-126f ? -__GT_INFF : a == __GT_INFF ? a : (float)__gt_ilogbf(x);
}
__GT_FN float __gt_modff(float x, float *i)
{
    *i = __gt_copysignf(__gt_trunc32(x), x);
    return __gt_copysignf(__gt_absf(x) == __GT_INFF ? 0 : x - *i, x);
}
__GT_FN float __gt_nextafterf(float x, float y)
{
    if (__gt_isnanf(x) || __gt_isnanf(y))
        return __GT_NANF;
    if (x == y)
        return y;
    if (__gt_absf(x) < 0x1p-126f)               /* the least number that is no denormal, towards y */
        return __gt_copysignf(y == 0 ? 0 : 0x1p-126f, y);
    return __gt_from_bits32(__gt_bits32(x) + ((x < y) == (x > 0) ? 1 : -1));
}
__GT_FN float __gt_fdimf(float x, float y) { return __gt_isnanf(x) ? x : __gt_isnanf(y) ? y : x > y ? x - y : 0; }

/* Remainder of a / b, truncated, for normal positive a, b; eight bits of quotient a step. */
__GT_FN float __gt_rem_positivef(float a, float b, unsigned int *q)
{
    *q = 0;
    if (a < b)
        return a;
    int n = (__gt_bits32(a) >> 23) - (__gt_bits32(b) >> 23), eb = (__gt_bits32(b) >> 23) - 150;
    unsigned int m = ((unsigned int)__gt_bits32(a) & 0x7fffff) | 0x800000,
                 d = ((unsigned int)__gt_bits32(b) & 0x7fffff) | 0x800000;
    unsigned int quotient = m >= d;
    m -= m >= d ? d : 0;
    while (n > 0 && m) {
        int s = n < 8 ? n : 8;
        m <<= s;
        quotient = quotient << s | m / d;
        m %= d;
        n -= s;
        if (!m)
            quotient = n < 32 ? quotient << n : 0;
    }
    *q = quotient;
    return __gt_ldexpf((float)m, eb);
}
__GT_FN float __gt_fmodf(float x, float y)
{
    float a = __gt_absf(x), b = __gt_absf(y);
    unsigned int q;
    if (!(a < __GT_INFF) || __gt_isnanf(y) || b < 0x1p-126f)
        return __GT_NANF;
    return b == __GT_INFF ? x : __gt_copysignf(__gt_rem_positivef(a, b, &q), x);
}
__GT_FN float __gt_remquof(float x, float y, int *quo)
{
    float a = __gt_absf(x), b = __gt_absf(y), r;
    unsigned int q = 0;
    *quo = 0;
    if (!(a < __GT_INFF) || __gt_isnanf(y) || b < 0x1p-126f)
        return __GT_NANF;
    r = b == __GT_INFF ? a : __gt_rem_positivef(a, b, &q);
    float rest = b - r;
    if (b < __GT_INFF && (r > rest || (r == rest && q & 1))) {
        r -= b;
        q++;
    }
    int n = (int)(q & 0x7fffffffu);
    *quo = (__gt_bits32(x) ^ __gt_bits32(y)) < 0 ? -n : n;
    r = __gt_bits32(x) < 0 ? -r : r;
    return r == 0 ? __gt_copysignf(0, x) : r;
}

#endif
