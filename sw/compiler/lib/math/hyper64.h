/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision: hyperbolic functions and their inverses, roots. Maximum errors: docs/math.md.
 */
#ifndef GT200_MATH_HYPER64_H
#define GT200_MATH_HYPER64_H

/* e^a / 2 as two words, 0 <= a < 22. */
__GT_FN double __gt_half_exp(double a, double *low)
{
    int n;
    double g, y = __gt_exp_pair(a, 0, &g, &n), k = __gt_pow2(n - 1), s = y + g;
    *low = ((y - s) + g) * k;
    return s * k;
}
__GT_FN double __gt_sinh(double x)
{
    double a = __gt_abs(x);
    if (!(a < __GT_INF))
        return x;
    if (a <= 1) {
        double z = x * x;
        return x + x * z * __gt_poly_sinh(z);
    }
    if (a >= 22)
        return __gt_copysign(__gt_exp_dd(a, 0, -1), x);
    double l, h = __gt_half_exp(a, &l), q = 0.25 / (h + l), d = h - q;
    return __gt_copysign(d + (((h - d) - q) + l), x);
}
__GT_FN double __gt_cosh(double x)
{
    double a = __gt_abs(x);
    if (!(a < __GT_INF))
        return __gt_isnan(x) ? x : a;
    if (a >= 22)
        return __gt_exp_dd(a, 0, -1);
    double l, h = __gt_half_exp(a, &l), q = 0.25 / (h + l), d = h + q;
    return d + (((h - d) + q) + l);
}
__GT_FN double __gt_tanh(double x)
{
    double a = __gt_abs(x);
    if (__gt_isnan(x))
        return x;
    if (a < 0.55) {
        double z = x * x;
        return x + x * z * __gt_poly_tanh(z);
    }
    if (a > 21)
        return __gt_copysign(1, x);
    double l, h = __gt_half_exp(2 * a, &l), d = h + 0.5;       /* 1 - 1/(e^2a/2 + 1/2) */
    l += (h - d) + 0.5;
    double q = 1 / d, e = (__gt_fma(-q, d, 1) - q * l) * q, y = 1 - q;
    return __gt_copysign(y + (((1 - y) - q) - e), x);
}
__GT_FN double __gt_asinh(double x)
{
    double a = __gt_abs(x), y;
    if (!(a < __GT_INF))
        return x;
    if (a > 0x1p30)
        y = __gt_log(a) + 0x1.62e42fefa39efp-1;
    else
        y = __gt_log1p(a + a * a / (1 + __gt_sqrt(__gt_fma(a, a, 1))));
    return __gt_copysign(y, x);
}
__GT_FN double __gt_acosh(double x)
{
    if (!(x >= 1))
        return __GT_NAN;
    if (x > 0x1p30)
        return __gt_log(x) + 0x1.62e42fefa39efp-1;
    double t = x - 1;
    return __gt_log1p(t + __gt_sqrt(__gt_fma(t, t, 2 * t)));
}
__GT_FN double __gt_atanh(double x)
{
    double a = __gt_abs(x);
    if (!(a < 1))
        return a == 1 ? __gt_copysign(__GT_INF, x) : __GT_NAN;
    if (a < 0x1p-28)
        return x;
    double d = 1 - a, q = 2 * a / d;
    return __gt_copysign(0.5 * __gt_log1p(q), x);
}

__GT_FN double __gt_rsqrt(double x)
{
    if (x == 0)
        return __gt_copysign(__GT_INF, x);
    if (!(x < __GT_INF))
        return x > 0 ? 0 : x;
    double y = 1 / __gt_sqrt(x), t = x * y;
    return y + 0.5 * y * (__gt_fma(-t, y, 1) - __gt_fma(x, y, -t) * y);
}

/* The estimate from the single-precision units is refined twice, then corrected with the exact residual of its cube. */
__GT_FN double __gt_cbrt_positive(double a, int inverse)
{
    int k = 0;
    if (a < 0x1p-1022) {
        a *= 0x1p54;
        k = -18;
    }
    int e = ((__gt_high(a) >> 20) - 1023 + 3072) / 3 - 1024;    /* floor of a third */
    double m = __gt_from_bits(__gt_bits(a) - ((long long)(3 * e) << 52));       /* 1..8 */
    double t = (double)__gt_ex2_32(0.333333333f * __gt_lg2_32((float)m));
    for (int i = 0; i < 2; i++)
        t = t - (t * t * t - m) / (3 * t * t);
    double s = t * t, r = __gt_fma(-s, t, m) - __gt_fma(t, t, -s) * t;
    double c = r / (3 * s);
    if (inverse)                                /* 1/(t + c) */
        return __gt_scale(__gt_fma(1 / t, __gt_fma(-t, 1 / t, 1) - c / t, 1 / t), -(e + k));
    return __gt_scale(t + c, e + k);
}
__GT_FN double __gt_cbrt(double x)
{
    double a = __gt_abs(x);
    return a == 0 || !(a < __GT_INF) ? x : __gt_copysign(__gt_cbrt_positive(a, 0), x);
}
__GT_FN double __gt_rcbrt(double x)
{
    double a = __gt_abs(x);
    if (a == 0 || !(a < __GT_INF))
        return __gt_isnan(x) ? x : __gt_copysign(a == 0 ? __GT_INF : 0, x);
    return __gt_copysign(__gt_cbrt_positive(a, 1), x);
}

/* sqrt(x^2 + y^2) without overflow, corrected by the rest of the root. */
__GT_FN double __gt_hypot(double x, double y)
{
    double a = __gt_abs(x), b = __gt_abs(y);
    if (a == __GT_INF || b == __GT_INF)
        return __GT_INF;
    if (__gt_isnan(a) || __gt_isnan(b))
        return __GT_NAN;
    double h = a > b ? a : b, l = a > b ? b : a;
    if (h == 0 || l < h * 0x1p-54)
        return h + l;
    int e = (__gt_high(h) >> 20) - 1023;
    e = e < -1000 ? -1000 : e;
    h = __gt_scale(h, -e);
    l = __gt_scale(l, -e);
    double q = h * h, ql = __gt_fma(h, h, -q), s = q + l * l, sl = ((q - s) + l * l) + ql + __gt_fma(l, l, -(l * l));
    double r = __gt_sqrt(s);
    return __gt_scale(r + (__gt_fma(-r, r, s) + sl) / (2 * r), e);
}

#endif
