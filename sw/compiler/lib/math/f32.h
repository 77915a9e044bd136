/* SPDX-License-Identifier: Apache-2.0
 *
 * Single precision: exponentials, logarithms, powers, circular and hyperbolic functions. Denormals are zero, as
 * everywhere in single precision on this chip. Maximum errors: docs/math.md.
 */
#ifndef GT200_MATH_F32_H
#define GT200_MATH_F32_H

#define __GT_INFF   __gt_from_bits32(0x7f800000)
#define __GT_NANF   __gt_from_bits32(0x7fffffff)

__GT_FN float __gt_absf(float x) { return __gt_from_bits32(__gt_bits32(x) & 0x7fffffff); }
__GT_FN float __gt_copysignf(float x, float y)
{
    return __gt_from_bits32((__gt_bits32(x) & 0x7fffffff) | (__gt_bits32(y) & (int)0x80000000u));
}
__GT_FN int __gt_isnanf(float x) { return x != x; }
__GT_FN float __gt_pow2f(int n) { return __gt_from_bits32((n + 127) << 23); }           /* n in -126..127 */

/* x * 2^n, x in 1/4..4: the result may overflow or be flushed. */
__GT_FN float __gt_scalef(float x, int n)
{
    n = n < -260 ? -260 : n > 260 ? 260 : n;
    int a = n / 2;
    a = a < -126 ? -126 : a > 127 ? 127 : a;
    int b = n - a;
    return b < -126 || b > 127 ? x * __gt_pow2f(a) * (n > 0 ? __GT_INFF : 0.0f) : x * __gt_pow2f(a) * __gt_pow2f(b);
}

/* Sum and product of two floats without error: h + l. The product by halves of 12 bits. */
__GT_FN float __gt_two_sumf(float a, float b, float *l)        /* |a| >= |b| or a = 0 */
{
    float h = a + b;
    *l = (a - h) + b;
    return h;
}
__GT_FN float __gt_two_mulf(float a, float b, float *l)
{
    float h = a * b;
    float a1 = __gt_from_bits32(__gt_bits32(a) & ~0xfff), a2 = a - a1;
    float b1 = __gt_from_bits32(__gt_bits32(b) & ~0xfff), b2 = b - b1;
    *l = ((a1 * b1 - h) + a1 * b2 + a2 * b1) + a2 * b2;
    return h;
}

/* exp(r + l), |r| <= ln(2)/2. */
__GT_FN float __gt_exp_coref(float r, float l)
{
    return 1 + (r + (l + (r * r) * __gt_poly_expf(r)));
}
__GT_FN float __gt_exp_ddf(float h, float l, int scale)        /* 2^scale exp(h + l) */
{
    if (!(__gt_absf(h) < 120))
        return __gt_isnanf(h) ? h : h > 0 ? __GT_INFF : 0;
    float n = __gt_rint32(h * 1.44269502f);
    float d = h - n * 0.693115234f, t = n * 3.19461833e-05f, s = d - t;         /* the first product is exact */
    l += (d - s) - t;
    float r = s + l;
    return __gt_scalef(__gt_exp_coref(r, (s - r) + l), (int)n + scale);
}
__GT_FN float __gt_expf(float x) { return __gt_exp_ddf(x, 0, 0); }
__GT_FN float __gt_exp2f(float x) { return __gt_ex2_32(x); }
__GT_FN float __gt_exp10f(float x)
{
    if (!(__gt_absf(x) < 60))
        return __gt_isnanf(x) ? x : x > 0 ? __GT_INFF : 0;
    float n = __gt_rint32(x * 3.32192802f);
    float f = (x - n * 0.301025391f) - n * 4.60503907e-06f;
    float r = f * 2.30258512f;
    return __gt_scalef(__gt_exp_coref(r, f * -3.19754356e-08f), (int)n);
}
__GT_FN float __gt_expm1f(float x)
{
    if (__gt_isnanf(x) || __gt_absf(x) < 0x1p-26f)
        return x;
    if (x > 89)
        return __GT_INFF;
    if (x < -20)
        return -1;
    float n = __gt_rint32(x * 1.44269502f);
    float d = x - n * 0.693115234f, t = n * 3.19461833e-05f, r = d - t;
    float l = ((d - r) - t) + (r * r) * __gt_poly_expf(r);
    if (n == 0)
        return r + l;
    float p = __gt_pow2f((int)n - 1), a = p - 0.5f, b = p * r, s, h = __gt_two_sumf(a, b, &s);
    return 2 * (h + (s + p * l));
}

/* x = 2^k m, m in sqrt(1/2)..sqrt(2). */
__GT_FN float __gt_splitf(float x, float *k)
{
    int n = (__gt_bits32(x) - 0x3f3504f3) >> 23;
    *k = (float)n;
    return __gt_from_bits32(__gt_bits32(x) - (n << 23));
}
__GT_FN float __gt_log_specialf(float x, int *done)
{
    *done = !(x > 0 && x < __GT_INFF);
    return __gt_isnanf(x) ? x : x == 0 ? -__GT_INFF : x < 0 ? __GT_NANF : x;
}
/* log(1 + f) + k ln(2). */
__GT_FN float __gt_log_coref(float f, float c, float k)
{
    float h = 0.5f * f * f;
    float l = f * f * f * __gt_poly_logf(f) + (c + k * 3.19461833e-05f);
    return k * 0.693115234f + (f - (h - l));
}
__GT_FN float __gt_logf(float x)
{
    int done;
    float y = __gt_log_specialf(x, &done), k;
    if (done)
        return y;
    float m = __gt_splitf(x, &k);
    return __gt_log_coref(m - 1, 0, k);
}
__GT_FN float __gt_log1pf(float x)
{
    if (!(x > -1 && x < __GT_INFF))
        return __gt_isnanf(x) ? x : x == -1 ? -__GT_INFF : x < 0 ? __GT_NANF : x;
    if (__gt_absf(x) < 0x1p-26f)
        return x;
    float u = 1 + x, c = x < 1 ? x - (u - 1) : 1 - (u - x), k;
    float m = __gt_splitf(u, &k);
    return __gt_log_coref(m - 1, __gt_div32(c, u), k);
}

/* ln(x) as h + l, error near 2^-32. */
__GT_FN float __gt_log_ddf(float x, float *l)
{
    float k, f = __gt_splitf(x, &k) - 1;
    float hl, h = __gt_two_mulf(f, f, &hl);     /* f - f^2/2 + f^3 P; P's leading 1/3 needs no more than its own word */
    float a = -0.5f * h, s, t = __gt_two_sumf(f, a, &s);
    float c = h * f * __gt_poly_logf(f) - 0.5f * hl + s;
    float kh = k * 0.693115234f, e,
          r = __gt_absf(kh) >= __gt_absf(t) ? __gt_two_sumf(kh, t, &e) : __gt_two_sumf(t, kh, &e);
    return __gt_two_sumf(r, e + (c + k * 3.19461833e-05f), l);
}
__GT_FN float __gt_log2f(float x)
{
    int done;
    float y = __gt_log_specialf(x, &done), k;
    if (done)
        return y;
    float f = __gt_splitf(x, &k) - 1, h = f * f;
    float q = h * (f * __gt_poly_logf(f) - 0.5f);               /* log(1 + f) - f */
    float a1 = __gt_from_bits32(__gt_bits32(f) & ~0xfff), a2 = f - a1;
    float l = f * 1.92596303e-08f + q * 1.44269502f + a2 * 1.44238281f + f * 0.000312209129f;
    return k + (a1 * 1.44238281f + l);
}
__GT_FN float __gt_log10f(float x)
{
    int done;
    float y = __gt_log_specialf(x, &done), l;
    if (done)
        return y;
    float h = __gt_log_ddf(x, &l), e, p = __gt_two_mulf(h, 0.434294492f, &e);
    return p + (e + (l * 0.434294492f + h * -1.010305e-08f));
}

__GT_FN int __gt_parityf(float y)
{
    float a = __gt_absf(y), h = 0.5f * a;
    if (a >= 0x1p24f)
        return 2;
    return __gt_trunc32(a) != a ? 0 : __gt_trunc32(h) == h ? 2 : 1;
}
/* x^y: special cases of C99, then e^(y log|x|) in two floats. */
__GT_FN float __gt_powf(float x, float y)
{
    if (y == 0 || x == 1)
        return 1;
    if (__gt_isnanf(x) || __gt_isnanf(y))
        return __GT_NANF;
    float a = __gt_absf(x), sign = 1;
    int parity = __gt_parityf(y);
    if (__gt_bits32(x) < 0 && parity == 1)
        sign = -1;
    if (__gt_absf(y) == __GT_INFF)
        return a == 1 ? 1 : (a > 1) == (y > 0) ? __GT_INFF : 0;
    if (a == 0 || a == __GT_INFF)
        return (a == 0) == (y > 0) ? sign * 0 : sign * __GT_INFF;
    if (x < 0 && !parity)
        return __GT_NANF;
    float l, h = __gt_log_ddf(a, &l), p = h * y, e;
    if (!(__gt_absf(p) < 120))
        return p > 0 ? sign * __GT_INFF : sign * 0;
    if (__gt_absf(y) > 0x1p100f || __gt_absf(y) < 0x1p-60f)     /* the exact product needs room */
        return sign * __gt_exp_ddf(p, y * l, 0);
    p = __gt_two_mulf(h, y, &e);
    return sign * __gt_exp_ddf(p, e + y * l, 0);
}

/* ---- circular -------------------------------------------------------------------------------------------- */

/* Payne and Hanek on 96 bits of 2/pi. */
__GT_FN int __gt_reduce_largef(float x, float *r)
{
    /* table starts with 64 zeros */
    int bits = __gt_bits32(x), s = (bits >> 23 & 0xff) - 127 - 1 + 32, w = s >> 5, b = s & 31;
    unsigned int m = (unsigned int)bits << 8 | 0x80000000u;
    unsigned int t0 = __gt_two_over_pi[w], t1 = __gt_two_over_pi[w + 1], t2 = __gt_two_over_pi[w + 2],
                 t3 = __gt_two_over_pi[w + 3];
    if (b) {
        t0 = t0 << b | t1 >> (32 - b);
        t1 = t1 << b | t2 >> (32 - b);
        t2 = t2 << b | t3 >> (32 - b);
    }
    unsigned int a = __gt_mulhi32(m, t2), c = m * t1, p1 = a + c, p2 = __gt_mulhi32(m, t1) + m * t0 + (p1 < a);
    int q = (int)(p2 >> 30);
    unsigned long long f = (unsigned long long)(p2 << 2 | p1 >> 30) << 32 | p1 << 2;
    double sign = 0x1.921fb54442d18p-64;        /* pi/2 for the fraction's last bit */
    if (f >> 63) {
        q++;
        f = 0 - f;
        sign = -sign;
    }
    *r = (float)((double)f * sign);
    if (bits < 0) {
        q = -q;
        *r = -*r;
    }
    return q;
}
__GT_FN int __gt_reducef(float x, float *r)
{
    if (__gt_absf(x) > 2900)
        return __gt_reduce_largef(x, r);
    float n = __gt_rint32(x * 0.636619747f);    /* below 2^11: the first three products are exact */
    *r = (((x - n * 1.5703125f) - n * 0.000483751297f) - n * 7.54953362e-08f) - n * 2.56334407e-12f;
    return (int)n;
}
__GT_FN float __gt_sin_coref(float r) { float z = r * r; return r + r * z * __gt_poly_sinf(z); }
__GT_FN float __gt_cos_coref(float r)
{
    float z = r * r, h = 0.5f * z, w = 1 - h;
    return w + (((1 - w) - h) + z * z * __gt_poly_cosf(z));
}
__GT_FN void __gt_sincosf(float x, float *sine, float *cosine)
{
    float r;
    if (!(__gt_absf(x) < __GT_INFF)) {
        *sine = *cosine = __GT_NANF;
        return;
    }
    int q = __gt_reducef(x, &r);
    float s = __gt_sin_coref(r), c = __gt_cos_coref(r), a = q & 1 ? c : s, b = q & 1 ? s : c;
    *sine = q & 2 ? -a : a;
    *cosine = (q + 1) & 2 ? -b : b;
}
__GT_FN float __gt_sinf(float x)
{
    float r;
    if (!(__gt_absf(x) < __GT_INFF))
        return __GT_NANF;
    int q = __gt_reducef(x, &r);
    float y = q & 1 ? __gt_cos_coref(r) : __gt_sin_coref(r);
    return x == 0 ? x : q & 2 ? -y : y;
}
__GT_FN float __gt_cosf(float x)
{
    float r;
    if (!(__gt_absf(x) < __GT_INFF))
        return __GT_NANF;
    int q = __gt_reducef(x, &r) + 1;
    float y = q & 1 ? __gt_cos_coref(r) : __gt_sin_coref(r);
    return q & 2 ? -y : y;
}
__GT_FN float __gt_tanf(float x)
{
    float r;
    if (!(__gt_absf(x) < __GT_INFF))
        return __GT_NANF;
    int q = __gt_reducef(x, &r);
    float s = __gt_sin_coref(r), c = __gt_cos_coref(r);
    return x == 0 ? x : q & 1 ? __gt_div32(-c, s) : __gt_div32(s, c);
}
__GT_FN float __gt_half_turnsf(float x, int shift)
{
    float a = __gt_absf(x);
    if (!(a < __GT_INFF))
        return __GT_NANF;
    if (a >= 0x1p24f)
        return shift ? 1 : __gt_copysignf(0, x);
    float n = __gt_rint32(a + a), r = (a - 0.5f * n) * 3.14159274f;
    int q = (int)n + shift;
    float y = q & 1 ? __gt_cos_coref(r) : __gt_sin_coref(r);
    y = q & 2 ? -y : y;
    return shift ? y + 0.0f : __gt_copysignf(1, x) * y;
}
__GT_FN float __gt_sinpif(float x) { return __gt_half_turnsf(x, 0); }
__GT_FN float __gt_cospif(float x) { return __gt_half_turnsf(x, 1); }

__GT_FN float __gt_atan_positivef(float a)
{
    bool inverse = a > 1;
    float t = inverse ? __gt_div32(1, a) : a, z = t * t, p = t * z * __gt_poly_atanf(z);
    return inverse ? 1.57079637f - (t + (p + 4.37113883e-08f)) : t + p;
}
__GT_FN float __gt_atanf(float x) { return __gt_isnanf(x) ? x : __gt_copysignf(__gt_atan_positivef(__gt_absf(x)), x); }
/* The angle of (x, y), by the quotient of the smaller by the larger. */
__GT_FN float __gt_atan2f(float y, float x)
{
    if (__gt_isnanf(x) || __gt_isnanf(y))
        return __GT_NANF;
    float a = __gt_absf(y), b = __gt_absf(x), big = a > b ? a : b, small = a > b ? b : a;
    if (big > 0x1p100f) {                       /* its reciprocal would be flushed */
        big = big == __GT_INFF ? big : big * 0x1p-30f;
        small = small == __GT_INFF ? small : small * 0x1p-30f;
    }
    float t = big == 0 ? 0 : small == __GT_INFF ? 1 : __gt_div32(small, big), z = t * t;
    float h = t, l = t * z * __gt_poly_atanf(z), s;
    if (a > b) {
        h = __gt_two_sumf(1.57079637f, -t, &s);
        l = s - (l + 4.37113883e-08f);
    }
    if (__gt_bits32(x) < 0) {
        h = __gt_two_sumf(3.14159274f, -h, &s);
        l = s - (l + 8.74227766e-08f);
    }
    return __gt_copysignf(h + l, y);
}
__GT_FN float __gt_asin_restf(float s, float z) { return s * z * __gt_poly_asinf(z); }
__GT_FN float __gt_sqrt32(float x) { return x == 0 || x == __GT_INFF ? x : x * __gt_rsqrt32(x); }
/* sqrt(z) as two words. */
__GT_FN float __gt_root_ddf(float z, float *l)
{
    float s = __gt_sqrt32(z), e, p = __gt_two_mulf(s, s, &e);
    *l = s > 0 ? ((z - p) - e) * 0.5f * __gt_rcp32(s) : 0;
    return s;
}
__GT_FN float __gt_asinf(float x)
{
    float a = __gt_absf(x), l;
    if (!(a <= 1))
        return __GT_NANF;
    if (a <= 0.5f)
        return x + __gt_asin_restf(x, x * x);
    float z = 0.5f * (1 - a), s = __gt_root_ddf(z, &l);
    l += __gt_asin_restf(s, z);
    return __gt_copysignf(1.57079637f - (2 * s + (2 * l + 4.37113883e-08f)), x);
}
__GT_FN float __gt_acosf(float x)
{
    float a = __gt_absf(x), l;
    if (!(a <= 1))
        return __GT_NANF;
    if (a <= 0.5f)
        return 1.57079637f - (x + (__gt_asin_restf(x, x * x) + 4.37113883e-08f));
    float z = 0.5f * (1 - a), s = __gt_root_ddf(z, &l);
    l += __gt_asin_restf(s, z);
    return x > 0 ? 2 * (s + l) : 2 * (1.57079637f - (s + (l + 4.37113883e-08f)));
}

/* ---- hyperbolic, roots --------------------------------------------------------------------------------- */

__GT_FN float __gt_sinhf(float x)
{
    float a = __gt_absf(x), z = x * x;
    if (__gt_isnanf(x))
        return x;
    if (a <= 1)
        return x + x * z * __gt_poly_sinhf(z);
    float y = __gt_exp_ddf(a, 0, -1);
    return __gt_copysignf(a < 20 ? y - __gt_div32(0.25f, y) : y, x);
}
__GT_FN float __gt_coshf(float x)
{
    float a = __gt_absf(x);
    if (__gt_isnanf(x))
        return x;
    float y = __gt_exp_ddf(a, 0, -1);
    return a < 20 ? y + __gt_div32(0.25f, y) : y;
}
__GT_FN float __gt_tanhf(float x)
{
    float a = __gt_absf(x), z = x * x;
    if (__gt_isnanf(x))
        return x;
    if (a < 0.55f)
        return x + x * z * __gt_poly_tanhf(z);
    return __gt_copysignf(a > 10 ? 1 : 1 - __gt_div32(2, __gt_expf(2 * a) + 1), x);
}
__GT_FN float __gt_asinhf(float x)
{
    float a = __gt_absf(x), y;
    if (!(a < __GT_INFF))
        return x;
    y = a > 0x1p15f ? __gt_logf(a) + 0.693147182f : __gt_log1pf(a + __gt_div32(a * a, 1 + __gt_sqrt32(a * a + 1)));
    return __gt_copysignf(y, x);
}
__GT_FN float __gt_acoshf(float x)
{
    if (!(x >= 1))
        return __GT_NANF;
    if (x > 0x1p15f)
        return __gt_logf(x) + 0.693147182f;
    float t = x - 1;
    return __gt_log1pf(t + __gt_sqrt32(t * t + 2 * t));
}
__GT_FN float __gt_atanhf(float x)
{
    float a = __gt_absf(x);
    if (!(a < 1))
        return a == 1 ? __gt_copysignf(__GT_INFF, x) : __GT_NANF;
    return a < 0x1p-13f ? x : __gt_copysignf(0.5f * __gt_log1pf(__gt_div32(2 * a, 1 - a)), x);
}

/* Estimate by logarithm and exponential, then a step with the exact residual. */
__GT_FN float __gt_cbrtf(float x)
{
    float a = __gt_absf(x);
    if (a == 0 || !(a < __GT_INFF))
        return x;
    int e = ((__gt_bits32(a) >> 23) - 127 + 384) / 3 - 128;
    float m = __gt_from_bits32(__gt_bits32(a) - ((3 * e) << 23));
    float t = __gt_ex2_32(0.333333343f * __gt_lg2_32(m)), sl, s = __gt_two_mulf(t, t, &sl);
    float cl, c = __gt_two_mulf(s, t, &cl);
    t += ((m - c) - (cl + sl * t)) * 0.333333343f * __gt_rcp32(s);
    return __gt_copysignf(__gt_scalef(t, e), x);
}
__GT_FN float __gt_rcbrtf(float x)
{
    float a = __gt_absf(x);
    if (a == 0 || !(a < __GT_INFF))
        return __gt_isnanf(x) ? x : __gt_copysignf(a == 0 ? __GT_INFF : 0, x);
    int e = ((__gt_bits32(a) >> 23) - 127 + 384) / 3 - 128;
    float m = __gt_from_bits32(__gt_bits32(a) - ((3 * e) << 23));
    float t = __gt_ex2_32(-0.333333343f * __gt_lg2_32(m)), sl, s = __gt_two_mulf(t, t, &sl);
    float cl, c = __gt_two_mulf(s, t, &cl), pl, p = __gt_two_mulf(c, m, &pl);         /* m t^3, near 1 */
    t += t * 0.333333343f * ((1 - p) - (pl + (cl + sl * t) * m));
    return __gt_copysignf(__gt_scalef(t, -e), x);
}
__GT_FN float __gt_hypotf(float x, float y)
{
    float a = __gt_absf(x), b = __gt_absf(y), h = a > b ? a : b, l = a > b ? b : a;
    if (h == __GT_INFF || l == __GT_INFF)
        return __GT_INFF;
    if (__gt_isnanf(a) || __gt_isnanf(b))
        return __GT_NANF;
    if (h == 0 || l < h * 0x1p-13f)
        return h + l * (h == 0 ? 0 : __gt_div32(0.5f * l, h));
    int e = (__gt_bits32(h) >> 23) - 127;
    float k = __gt_from_bits32((127 - (e > 126 ? 126 : e)) << 23);
    h *= k;
    l *= k;
    return __gt_scalef(__gt_sqrt32(h * h + l * l), e > 126 ? 126 : e);
}

#endif
