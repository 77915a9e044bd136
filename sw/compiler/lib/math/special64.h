/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision: error and gamma functions. Maximum errors: docs/math.md.
 */
#ifndef GT200_MATH_SPECIAL64_H
#define GT200_MATH_SPECIAL64_H

/* erfc(a) for a >= 0.9. */
__GT_FN double __gt_erfc_tail(double a)
{
    if (a > 28)
        return 0;
    double h = a * a, l = __gt_fma(a, a, -h), t = (a - 4) / (a + 4);
    double p = __gt_poly_erfc(t) / (1 + 2 * a), e = __gt_exp_dd(-h, -l, 64);      /* e 2^64: no denormal in between */
    return e * p * 0x1p-64;
}
__GT_FN double __gt_erf(double x)
{
    double a = __gt_abs(x);
    if (__gt_isnan(x))
        return x;
    if (a < 1) {
        double z = x * x;
        return __gt_fma(x, 0x1.20dd750429b6dp+0, x * __gt_fma(z, __gt_poly_erf(z), 0x1.1ae3a914fed80p-56));
    }
    return __gt_copysign(1 - __gt_erfc_tail(a), x);
}
__GT_FN double __gt_erfc(double x)
{
    if (__gt_isnan(x))
        return x;
    if (x < 0.9 && x > -1)
        return 1 - __gt_erf(x);
    return x > 0 ? __gt_erfc_tail(x) : 2 - __gt_erfc_tail(-x);
}

/* erfinv(z) within 0.5 %, y = 1 - z^2 (S. Winitzki: A handy approximation for the error function and its inverse). */
__GT_FN double __gt_erfinv_start(double y)
{
    double l = __gt_log(y), a = 0x1.152e2ca5ad1cep+2 + 0.5 * l;        /* 2 / (0.147 pi) */
    return __gt_sqrt(__gt_sqrt(a * a - l * 0x1.b35e0f2f21e57p+2) - a);
}
/* |z| <= 0.8: two of Halley's steps to the root of erf(x) - z. */
__GT_FN double __gt_erfinv_middle(double z)
{
    double a = __gt_abs(z);
    if (a < 0x1p-27)
        return z * 0x1.c5bf891b4ef6bp-1;
    double x = a < 0.1 ? a * __gt_fma(z * z, 0.232, 0.8862269) : __gt_erfinv_start(__gt_fma(-z, z, 1));
    for (int i = 0; i < 2; i++) {
        double u = (__gt_erf(x) - a) * __gt_exp(x * x) * 0x1.c5bf891b4ef6bp-1;
        x -= u / __gt_fma(x, u, 1);
    }
    return __gt_copysign(x, z);
}
/* y <= 0.2: Newton's steps to the root of ln erfc(x) - ln y, where nothing becomes small. */
__GT_FN double __gt_erfcinv_tail(double y)
{
    double l = __gt_log(y), x = __gt_erfinv_start(y * (2 - y));
    for (int i = 0; i < 3; i++) {
        double p = __gt_poly_erfc((x - 4) / (x + 4)) / (1 + 2 * x);     /* exp(x^2) erfc(x) */
        x += (__gt_log(p) - __gt_fma(x, x, l)) * p * 0x1.c5bf891b4ef6bp-1;
    }
    return x;
}
__GT_FN double __gt_erfinv(double x)
{
    double a = __gt_abs(x);
    if (!(a < 1))
        return a == 1 ? __gt_copysign(__GT_INF, x) : __GT_NAN;
    return a <= 0.8 ? __gt_erfinv_middle(x) : __gt_copysign(__gt_erfcinv_tail(1 - a), x);
}
__GT_FN double __gt_erfcinv(double x)
{
    if (!(x > 0 && x < 2))
        return x == 0 ? __GT_INF : x == 2 ? -__GT_INF : __GT_NAN;
    if (x <= 0.2)
        return __gt_erfcinv_tail(x);
    return x >= 1.8 ? -__gt_erfcinv_tail(2 - x) : __gt_erfinv_middle(1 - x);
}

/* ln gamma of x > 0. */
__GT_FN double __gt_lgamma_positive(double x)
{
    if (x < 0.7)
        return x < 0.5 ? x * __gt_poly_lgamma1(x) - __gt_log(x) : (x - 1) * __gt_poly_lgamma2(x - 1) - __gt_log(x);
    if (x < 1.5)
        return (x - 1) * __gt_poly_lgamma1(x - 1) + 0.0;        /* 0 at 1, not -0 */
    if (x < 2.5)
        return (x - 2) * __gt_poly_lgamma2(x - 2);
    if (x < 7) {
        double p = 1;
        while (x > 3.5) {
            x -= 1;
            p *= x;
        }
        return __gt_poly_lgamma3(x - 3) + (p > 1 ? __gt_log(p) : 0);
    }
    if (!(x < 0x1p1000))
        return x < 0x1.74p1014 ? x * (__gt_log(x) - 1) : __GT_INF;
    double r = 1 / x, l = __gt_log(x);
    return __gt_fma(x - 0.5, l, -x) + (0x1.d67f1c864beb5p-1 + r * __gt_poly_stirling(r * r));
}
__GT_FN double __gt_lgamma(double x)
{
    double a = __gt_abs(x);
    if (!(a < __GT_INF))
        return __gt_isnan(x) ? x : __GT_INF;
    if (x > 0)
        return __gt_lgamma_positive(x);
    double s = __gt_abs(__gt_sinpi(a));
    if (s == 0)
        return __GT_INF;
    if (a < 0x1p-60)
        return -__gt_log(a);
    return __gt_log(2 * __GT_PIO2_H / (s * a)) - __gt_lgamma_positive(a);
}

/* gamma of x >= 12: x^(x - 1/2) e^-x sqrt(2 pi) e^(Stirling's remainder), the exponent in two words. */
__GT_FN double __gt_gamma_large(double x)
{
    if (x > 172)
        return __GT_INF;
    double l, h = __gt_log_dd(x, &l), y = x - 0.5, p = y * h, pl = __gt_fma(y, h, -p) + y * l, r = 1 / x;
    double s = p - x, sl = (p - s) - x;
    return __gt_exp_dd(s, sl + pl + r * __gt_poly_stirling(r * r), 0) * 0x1.40d931ff62706p+1;
}
__GT_FN double __gt_tgamma(double x)
{
    double a = __gt_abs(x);
    if (__gt_isnan(x) || x == 0)
        return x == 0 ? __gt_copysign(__GT_INF, x) : x;
    if (x >= 12)
        return __gt_gamma_large(x);
    if (__gt_trunc(x) == x && x < 0)
        return __GT_NAN;
    if (x < -12) {                              /* reflection */
        double s = __gt_sinpi(x);
        if (a > 184)
            return __gt_copysign(0, s);
        double g = a < 170 ? __gt_gamma_large(a) : __gt_gamma_large(a - 20), p = 1;
        if (a >= 170)
            for (int i = 1; i <= 20; i++)
                p *= a - i;
        return 2 * __GT_PIO2_H / (a * s * p) / g;
    }
    double n = 1, d = 1;
    while (x > 1.5) {
        x -= 1;
        n *= x;
    }
    while (x < 0.5) {
        d *= x;
        x += 1;
    }
    return n / (d * __gt_poly_rgamma(x - 1));
}

#endif
