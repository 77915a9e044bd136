/* SPDX-License-Identifier: Apache-2.0
 *
 * Errors of the device math library: each function over its range beside a reference of higher precision. The
 * functions are the very text the device compiles, on the host's stand-ins for the machine's operations
 * (prim_host.h).
 *
 *     accuracy [-n SAMPLES] [NAME...]     prints a table, fails if an error is above the bound stated
 *     accuracy --values FILE              writes arguments and results of every function, for the test on the device
 */
#include "prim_host.h"

#include "../../sw/compiler/lib/math/poly64.h"
#include "../../sw/compiler/lib/math/poly32.h"
#include "../../sw/compiler/lib/math/trig_table.h"
#include "../../sw/compiler/lib/math/exp_log64.h"
#include "../../sw/compiler/lib/math/trig64.h"
#include "../../sw/compiler/lib/math/hyper64.h"
#include "../../sw/compiler/lib/math/special64.h"
#include "../../sw/compiler/lib/math/misc64.h"
#include "../../sw/compiler/lib/math/f32.h"
#include "../../sw/compiler/lib/math/misc32.h"

#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <xmmintrin.h>

#include "kern.h"
#include "micro.h"
#include "values.h"

typedef __float128 quad;

/* A special function of the chip, by the functional model. */
float host_sfu(int function, float x)
{
    static const uint8_t op[] = { GT_OP_RCP, GT_OP_RSQRT, GT_OP_LG2, GT_OP_EX2 };
    _Alignas(32) uint32_t a[32], r[32];
    struct gt_insn in = { .cond = 15, .len = 8, .dst_kind = GT_K_R32, .src[0] = { .kind = GT_K_R32 } };
    struct gt_micro u;
    float y;

    memcpy(&a[0], &x, 4);
    for (int i = 1; i < 32; i++)
        a[i] = a[0];
    if (function == 3) {                        /* ex2 comes behind its argument preparation */
        in.op = GT_OP_PREEX2;
        gt_micro_make(&u, &in, &gt_kernels_base, gt_chip_find("sm", NULL, 0)->values);
        u.kern(&u, a, a, a, r, NULL, NULL);
        memcpy(a, r, sizeof a);
    }
    in.op = op[function];
    gt_micro_make(&u, &in, &gt_kernels_base, gt_chip_find("sm", NULL, 0)->values);
    u.kern(&u, a, a, a, r, NULL, NULL);
    memcpy(&y, &r[0], 4);
    return y;
}

static uint64_t seed = 88172645463325252ull;
static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 2685821657736338717ull;
}
static double draw_uniform(double a, double b) { return a + (b - a) * (double)(next_random() >> 11) * 0x1p-53; }

/* References that quadmath has not, or not for whole half turns. */
static quad q_exp2(quad x) { return exp2q(x); }
static quad q_exp10(quad x) { return powq(10, x); }
static quad q_rsqrt(quad x) { return 1 / sqrtq(x); }
static quad q_rcbrt(quad x) { return 1 / cbrtq(x); }
static quad q_sinpi(quad x)
{
    quad r = fmodq(x, 2);
    return fabsq(r) == 1 ? 0 : sinq(M_PIq * r);
}
static quad q_cospi(quad x)
{
    quad r = fmodq(x, 2);
    return fabsq(r) == 0.5Q || fabsq(r) == 1.5Q ? 0 : cosq(M_PIq * r);
}

/* Newton's steps from an estimate; in the tail on the logarithm. */
static quad q_erfinv_from(quad x, quad z, quad y)
{
    for (int i = 0; i < 5; i++) {
        if (y > 0.2Q)
            x -= (erfq(x) - z) * expq(x * x) * sqrtq(M_PIq) / 2;
        else
            x += logq(erfcq(x) / y) * erfcq(x) * expq(x * x) * sqrtq(M_PIq) / 2;
    }
    return x;
}
static quad q_erfcinv(quad y)
{
    return y > 1 ? -q_erfcinv(2 - y) : y == 1 ? 0 : q_erfinv_from(__gt_erfcinv((double)y), 1 - y, y);
}
static quad q_erfinv(quad z) { return z < 0 ? -q_erfinv(-z) : q_erfinv_from(__gt_erfinv((double)z), z, 1 - z); }

/* Error of r against t in units of the last place of t; denormals of single precision may be zero. */
static double error_of_f64(double r, quad t)
{
    double want = (double)t, a = fabs(want);

    if (want != want || r != r)
        return want != want && r != r ? 0 : INFINITY;
    if (isinf(want) || isinf(r))
        return want == r ? 0 : fabs(want) > 1.79e308 && fabs(r) > 1.79e308 ? 1 : INFINITY;
    return fabs((double)((r - t) / (a < 0x1p-1022 ? 0x1p-1074Q : (quad)(nextafter(a, INFINITY) - a))));
}
/* Error of r in units of the last place of the exact t; a denormal may be 0. */
static double error_of_f32(float r, quad t)
{
    float want = (float)t;
    int e;

    if (want != want || r != r)
        return want != want && r != r ? 0 : INFINITY;
    if (isinf(want) || isinf(r))
        return want == r ? 0 : fabsf(want) > 3.4e38f && fabsf(r) > 3.4e38f ? 1 : INFINITY;
    if (fabs((double)t) < 0x1p-126)
        return fabsf(r) <= 0x1p-126f ? 0 : INFINITY;
    frexp((double)t, &e);
    return fabs((double)((r - t) / (quad)ldexp(1, e - 24)));
}

static float call_flushed(float (*f)(float), float x)
{
    unsigned int mode = _mm_getcsr();
    _mm_setcsr(mode | 0x8040);
    float y = f(x);
    _mm_setcsr(mode);
    return y;
}
static float call_flushed2(float (*f)(float, float), float x, float y)
{
    unsigned int mode = _mm_getcsr();
    _mm_setcsr(mode | 0x8040);
    float z = f(x, y);
    _mm_setcsr(mode);
    return z;
}

/* One row: a range sampled evenly or by the logarithm, with both signs or one, and the bound promised. */
struct row {
    const char *name;
    double (*f64)(double);
    float (*f32)(float);
    quad (*ref)(quad);
    double low, high, bound;
    char how;                                   /* 'u' even, 'l' logarithmic, '+' for both signs of it in sign */
    bool sign;
};
#define D(n, ref, low, high, how, sign, bound) { #n, __gt_##n, NULL, ref, low, high, bound, how, sign }
#define S(n, ref, low, high, how, sign, bound) { #n "f", NULL, __gt_##n##f, ref, low, high, bound, how, sign }

static const struct row rows[] = {
    D(exp, expq, -745, 709, 'u', 0, 1), D(exp, expq, 1e-10, 1, 'l', 1, 1), D(exp2, q_exp2, -1074, 1023, 'u', 0, 1),
    D(exp10, q_exp10, -320, 308, 'u', 0, 1), D(expm1, expm1q, 1e-10, 700, 'l', 1, 1.1),
    D(expm1, expm1q, -2, 2, 'u', 0, 1), D(log, logq, 1e-320, 1e308, 'l', 0, 1), D(log, logq, 0.5, 2, 'u', 0, 1),
    D(log2, log2q, 1e-320, 1e308, 'l', 0, 1), D(log2, log2q, 0.5, 2, 'u', 0, 1),
    D(log10, log10q, 1e-320, 1e308, 'l', 0, 1), D(log10, log10q, 0.5, 2, 'u', 0, 1),
    D(log1p, log1pq, 1e-12, 1e300, 'l', 0, 1), D(log1p, log1pq, -0.999, 1, 'u', 0, 1),
    D(sin, sinq, 1e-5, 1e5, 'l', 1, 1), D(sin, sinq, 1e5, 1e300, 'l', 1, 1), D(cos, cosq, 1e-5, 1e5, 'l', 1, 1),
    D(cos, cosq, 1e5, 1e300, 'l', 1, 1), D(tan, tanq, 1e-5, 1e5, 'l', 1, 2.5), D(tan, tanq, 1e5, 1e300, 'l', 1, 2.5),
    D(sinpi, q_sinpi, 1e-3, 1e6, 'l', 1, 1), D(cospi, q_cospi, 1e-3, 1e6, 'l', 1, 1),
    D(atan, atanq, 1e-5, 1e5, 'l', 1, 2), D(asin, asinq, -1, 1, 'u', 0, 2), D(acos, acosq, -1, 1, 'u', 0, 2),
    D(sinh, sinhq, 1e-3, 710, 'l', 1, 1), D(cosh, coshq, 1e-3, 710, 'l', 1, 1), D(tanh, tanhq, 1e-3, 30, 'l', 1, 1),
    D(asinh, asinhq, 1e-3, 1e300, 'l', 1, 2), D(acosh, acoshq, 1, 10, 'u', 0, 2),
    D(acosh, acoshq, 1, 1e300, 'l', 0, 2), D(atanh, atanhq, -1, 1, 'u', 0, 2),
    D(sqrt, sqrtq, 1e-300, 1e300, 'l', 0, 0.5), D(rsqrt, q_rsqrt, 1e-300, 1e300, 'l', 0, 1),
    D(cbrt, cbrtq, 1e-310, 1e300, 'l', 1, 1), D(rcbrt, q_rcbrt, 1e-300, 1e300, 'l', 1, 1),
    D(erf, erfq, -6, 6, 'u', 0, 2), D(erfc, erfcq, -6, 27, 'u', 0, 5), D(erfc, erfcq, -1, 2, 'u', 0, 5),
    D(erfinv, q_erfinv, -1, 1, 'u', 0, 3), D(erfinv, q_erfinv, 1e-30, 1, 'l', 1, 3),
    D(erfcinv, q_erfcinv, 0, 2, 'u', 0, 3),
    D(erfcinv, q_erfcinv, 1e-320, 1, 'l', 0, 3),
    D(lgamma, lgammaq, 1e-5, 1e5, 'l', 0, 4), D(lgamma, lgammaq, 0.5, 10, 'u', 0, 4),
    D(tgamma, tgammaq, -180, 171, 'u', 0, 10),
    D(tgamma, tgammaq, -12, 12, 'u', 0, 8),
    S(exp, expq, 1e-10, 200, 'l', 1, 2), S(exp2, q_exp2, 1e-10, 130, 'l', 1, 2),
    S(exp10, q_exp10, 1e-10, 80, 'l', 1, 2), S(expm1, expm1q, 1e-10, 100, 'l', 1, 2),
    S(log, logq, 2e-38, 3e38, 'l', 0, 1), S(log, logq, 0.5, 2, 'u', 0, 1), S(log2, log2q, 2e-38, 3e38, 'l', 0, 3),
    S(log2, log2q, 0.5, 2, 'u', 0, 3), S(log10, log10q, 2e-38, 3e38, 'l', 0, 3), S(log10, log10q, 0.5, 2, 'u', 0, 3),
    S(log1p, log1pq, 1e-10, 3e38, 'l', 0, 2), S(log1p, log1pq, -0.9999, 1, 'u', 0, 2),
    S(sin, sinq, 1e-10, 2900, 'l', 1, 2), S(sin, sinq, 2900, 3e38, 'l', 1, 2), S(cos, cosq, 1e-10, 2900, 'l', 1, 2),
    S(cos, cosq, 2900, 3e38, 'l', 1, 2), S(tan, tanq, 1e-10, 2900, 'l', 1, 4), S(tan, tanq, 2900, 3e38, 'l', 1, 4),
    S(sinpi, q_sinpi, 1e-3, 1e5, 'l', 1, 3), S(cospi, q_cospi, 1e-3, 1e5, 'l', 1, 3),
    S(atan, atanq, 1e-10, 3e38, 'l', 1, 2), S(asin, asinq, -1, 1, 'u', 0, 4), S(acos, acosq, -1, 1, 'u', 0, 3),
    S(sinh, sinhq, 1e-10, 90, 'l', 1, 3), S(cosh, coshq, 1e-10, 90, 'l', 1, 2), S(tanh, tanhq, 1e-10, 90, 'l', 1, 2),
    S(asinh, asinhq, 1e-10, 3e38, 'l', 1, 3), S(acosh, acoshq, 1, 3e38, 'l', 0, 4),
    S(atanh, atanhq, -1, 1, 'u', 0, 3), S(cbrt, cbrtq, 2e-38, 3e38, 'l', 1, 1),
    S(rcbrt, q_rcbrt, 2e-38, 3e38, 'l', 1, 2), S(erf, erfq, 1e-10, 6, 'l', 1, 3), S(erfc, erfcq, -4, 10, 'u', 0, 8),
    S(erfinv, q_erfinv, -1, 1, 'u', 0, 1), S(erfinv, q_erfinv, 1e-30, 1, 'l', 1, 1),
    S(erfcinv, q_erfcinv, 0, 2, 'u', 0, 1), S(erfcinv, q_erfcinv, 1e-37, 1, 'l', 0, 1),
    S(lgamma, lgammaq, 1e-5, 1e30, 'l', 0, 6), S(tgamma, tgammaq, -30, 35, 'u', 0, 11),
};

/* The largest error of a function on random arguments, against its bound. */
static bool check_function(const struct row *r, long samples)
{
    double worst = 0, at = 0;
    for (long i = 0; i < samples; i++) {
        double x = r->how == 'l' ? exp2(draw_uniform(log2(r->low), log2(r->high))) : draw_uniform(r->low, r->high), e;
        if (r->sign && next_random() & 1)
            x = -x;
        if (r->f64) {
            e = error_of_f64(r->f64(x), r->ref((quad)x));
        } else {
            float y = (float)x;
            e = error_of_f32(call_flushed(r->f32, y), r->ref((quad)y));
            x = (double)y;
        }
        if (!(e <= worst)) {
            worst = e;
            at = x;
        }
    }
    bool ok = worst <= r->bound;
    printf("%-8s %10.4g .. %-10.4g %7.3f ulp at %-24a bound %g%s\n", r->name, r->sign ? -r->high : r->low, r->high,
           worst, at, r->bound, ok ? "" : "   EXCEEDED");
    return ok;
}

/* Two arguments: a over a logarithmic range, b likewise around it or by itself. */
static bool check_function2(const char *name, long samples, double bound, int kind)
{
    double worst = 0, ax = 0, ay = 0;
    for (long i = 0; i < samples; i++) {
        double x, y, e;
        if (kind < 3) {
            x = exp2(draw_uniform(-16, 16));
            y = kind == 0 ? draw_uniform(-60, 60) : x * exp2(draw_uniform(-20, 20));
            if (kind == 1) {
                x = next_random() & 1 ? x : -x;
                y = next_random() & 1 ? y : -y;
            }
            e = kind == 0 ? error_of_f64(__gt_pow(x, y), powq(x, y))
                : kind == 1 ? error_of_f64(__gt_atan2(y, x), atan2q(y, x))
                            : error_of_f64(__gt_hypot(x, y), hypotq(x, y));
        } else {
            float a = (float)exp2(draw_uniform(-16, 16)),
                  b = kind == 3 ? (float)draw_uniform(-8, 8) : a * (float)exp2(draw_uniform(-20, 20));
            if (kind == 4) {
                a = next_random() & 1 ? a : -a;
                b = next_random() & 1 ? b : -b;
            }
            e = kind == 3   ? error_of_f32(call_flushed2(__gt_powf, a, b), powq(a, b))
                : kind == 4 ? error_of_f32(call_flushed2(__gt_atan2f, b, a), atan2q(b, a))
                            : error_of_f32(call_flushed2(__gt_hypotf, a, b), hypotq(a, b));
            x = a;
            y = b;
        }
        if (!(e <= worst)) {
            worst = e;
            ax = x;
            ay = y;
        }
    }
    bool ok = worst <= bound;
    printf("%-8s %31.3f ulp at %a, %a  bound %g%s\n", name, worst, ax, ay, bound, ok ? "" : "   EXCEEDED");
    return ok;
}

/* Functions with one right answer, beside the host's. */
static long check_exact(long samples)
{
    long wrong = 0;
#define SAME(what, a, b) \
    do { \
        if (!((a) != (a) && (b) != (b)) && __gt_bits((double)(a)) != __gt_bits((double)(b)) && wrong++ < 5) \
            printf("%s(%a, %a): %a, expected %a\n", what, x, y, (double)(a), (double)(b)); \
    } while (0)
    for (long i = 0; i < samples; i++) {
        double x = __gt_from_bits((long long)next_random()),
               y = next_random() & 1 ? x * exp2(draw_uniform(-30, 30)) : __gt_from_bits((long long)next_random());
        int p = 0, q = 0, n = (int)(next_random() % 4400) - 2200;
        double u, v, a = __gt_fmod(x, y), b = fmod(x, y);
        SAME("fmod", a, b);
        a = __gt_remquo(x, y, &p);
        b = remquo(x, y, &q);
        SAME("remquo", a, b);
        if (b == b)
            SAME("remquo quotient", p & 7, q & 7);
        if (x == x) {
            SAME("ldexp", __gt_ldexp(x, n), ldexp(x, n));
            SAME("round", __gt_round(x), round(x));
            SAME("logb", __gt_logb(x), logb(x));
            SAME("nextafter", __gt_nextafter(x, y), nextafter(x, y));
            SAME("fdim", __gt_fdim(x, y), fdim(x, y));
            a = __gt_frexp(x, &p);
            b = frexp(x, &q);
            SAME("frexp", a, b);
            if (x - x == 0)
                SAME("frexp exponent", p, q);
            a = __gt_modf(x, &u);
            b = modf(x, &v);
            SAME("modf", a, b);
            SAME("modf whole", u, v);
        }
        float f = __gt_from_bits32((int)next_random()),
              g = next_random() & 1 ? f * (float)exp2(draw_uniform(-20, 20)) : __gt_from_bits32((int)next_random());
        x = (double)f;
        y = (double)g;
        float h = fmodf(f, g);
        if (fabsf(f) > 0x1p-100f && fabsf(g) > 0x1p-100f && (h == 0 || !(fabsf(h) < 0x1p-126f))) {
            SAME("fmodf", __gt_fmodf(f, g), h);
            h = remquof(f, g, &q);
            float k = __gt_remquof(f, g, &p);
            if (h == 0 || !(fabsf(h) < 0x1p-126f)) {
                SAME("remquof", k, h);
                if (h == h)
                    SAME("remquof quotient", p & 7, q & 7);
            }
            SAME("roundf", __gt_roundf(f), roundf(f));
        }
    }
    return wrong;
}

/* Values that need no tolerance. */
static long check_special(void)
{
    const double inf = INFINITY, nan = NAN;
    const struct { double got, want; } v[] = {
        { __gt_exp(-inf), 0 },
        { __gt_exp(inf), inf },
        { __gt_exp(nan), nan },
        { __gt_exp(0), 1 },
        { __gt_log(0), -inf },
        { __gt_log(-1), nan },
        { __gt_log(1), 0 },
        { __gt_log2(8), 3 },
        { __gt_log10(1000), 3 },
        { __gt_pow(0, 0), 1 },
        { __gt_pow(-2, 3), -8 },
        { __gt_pow(-2, 2), 4 },
        { __gt_pow(-2, 0.5), nan },
        { __gt_pow(0, -1), inf },
        { __gt_pow(-0.0, -1), -inf },
        { __gt_pow(inf, -1), 0 },
        { __gt_pow(0.5, inf), 0 },
        { __gt_pow(nan, 0), 1 },
        { __gt_pow(1, nan), 1 },
        { __gt_sin(inf), nan },
        { __gt_sin(-0.0), -0.0 },
        { __gt_cos(0), 1 },
        { __gt_atan(inf), 0x1.921fb54442d18p+0 },
        { __gt_atan2(0, -1), 0x1.921fb54442d18p+1 },
        { __gt_atan2(-0.0, -1), -0x1.921fb54442d18p+1 },
        { __gt_atan2(0, 0), 0 },
        { __gt_asin(2), nan },
        { __gt_acos(1), 0 },
        { __gt_sinh(-inf), -inf },
        { __gt_tanh(inf), 1 },
        { __gt_atanh(1), inf },
        { __gt_acosh(0.5), nan },
        { __gt_cbrt(27), 3 },
        { __gt_cbrt(-8), -2 },
        { __gt_hypot(3, 4), 5 },
        { __gt_hypot(inf, nan), inf },
        { __gt_erf(inf), 1 },
        { __gt_erfc(-inf), 2 },
        { __gt_erfinv(0), 0 },
        { __gt_erfinv(-0.0), -0.0 },
        { __gt_erfinv(1), inf },
        { __gt_erfinv(-1), -inf },
        { __gt_erfinv(1.1), nan },
        { __gt_erfinv(nan), nan },
        { __gt_erfcinv(0), inf },
        { __gt_erfcinv(1), 0 },
        { __gt_erfcinv(2), -inf },
        { __gt_erfcinv(-0.1), nan },
        { __gt_erfcinv(nan), nan },
        { __gt_erfinvf(-1), -inf },
        { __gt_tgamma(5), 24 },
        { __gt_tgamma(-3), nan },
        { __gt_tgamma(0), inf },
        { __gt_lgamma(1), 0 },
        { __gt_lgamma(2), 0 },
        { __gt_lgamma(-2), inf },
        { __gt_sinpi(1), 0 },
        { __gt_cospi(0.5), 0 },
        { __gt_sinpi(0.5), 1 },
        { __gt_fmod(1, 0), nan },
        { __gt_fmod(-5, 3), -2 },
        { __gt_expf(-INFINITY), 0 },
        { __gt_expf(100), inf },
        { __gt_logf(0), -inf },
        { __gt_powf(2, 10), 1024 },
        { __gt_powf(-3, 3), -27 },
        { __gt_sinf(INFINITY), nan },
        { __gt_atan2f(1, 0), (double)1.57079637f },
        { __gt_cbrtf(-27), -3 },
        { __gt_erff(INFINITY), 1 },
        { __gt_tgammaf(4), 6 },
        { __gt_hypotf(3, 4), 5 },
        { __gt_fmodf(7, 4), 3 },
        { __gt_sinpif(2), 0 },
        { __gt_expm1f(-INFINITY), -1 },
        { __gt_log1pf(-1), -inf },
    };
    long wrong = 0;
    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++)
        if (!(v[i].got != v[i].got && v[i].want != v[i].want) && __gt_bits(v[i].got) != __gt_bits(v[i].want)) {
            printf("special value %zu: %a, expected %a\n", i, v[i].got, v[i].want);
            wrong++;
        }
    return wrong;
}

/* Arguments of all sizes, more of them near 1, and the special ones. */
static double nth_argument(int i, bool single)
{
    static const double special[] = { 0.0, -0.0,   1,     -1,    0.5,  2,    3,    -3,   INFINITY, -INFINITY,
                                      NAN, 1e-300, 1e300, 709.7, -745, 88.7, 1e22, 0.25, 171,      -0.5 };
    int n = (int)(sizeof special / sizeof special[0]);
    double x = i < n     ? special[i]
               : i < 100 ? draw_uniform(-3, 3)
               : i < 150 ? draw_uniform(-40, 40)
                         : exp2(draw_uniform(-90, 90)) * (next_random() & 1 ? 1 : -1);
    if (!single)
        return x;
    float f = (float)x;
    return (double)(fabsf(f) < 0x1p-126f ? copysignf(0, f) : f);
}

/* A file of arguments and results of this machine, for a test on the device to compare. */
static bool write_values(const char *path)
{
    static struct math_values v;
    FILE *f = fopen(path, "wb");
    bool ok = f != NULL;

#define FILL(what, single, result) \
    do { \
        memset(&v, 0, sizeof v); \
        snprintf(v.name, sizeof v.name, "%s", what); \
        for (int i = 0; i < MATH_SAMPLES; i++) { \
            double x = v.x[i] = nth_argument(i, single); \
            double y = v.y[i] = nth_argument((i * 7 + 3) % MATH_SAMPLES, single); \
            (void)y; \
            v.r[i] = result; \
        } \
        ok = ok && fwrite(&v, sizeof v, 1, f) == 1; \
    } while (0);
#define V64(name) FILL(#name, false, __gt_##name(x))
#define V64_2(name) FILL(#name, false, __gt_##name(x, y))
#define V32(name) FILL(#name, true, (double)call_flushed(__gt_##name, (float)x))
#define V32_2(name) FILL(#name, true, (double)call_flushed2(__gt_##name, (float)x, (float)y))
    MATH_VALUES(V64, V64_2, V32, V32_2)
    if (f && fclose(f))
        ok = false;
    if (!ok)
        fprintf(stderr, "accuracy: %s: cannot be written\n", path);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "--values"))
        return !write_values(argv[2]);
    long samples = 20000, wrong = 0;
    int first = 1;
    if (argc > 2 && !strcmp(argv[1], "-n")) {
        samples = atol(argv[2]);
        first = 3;
    }
    if (samples <= 0) {
        fprintf(stderr, "usage: accuracy [-n SAMPLES] [NAME...]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool wanted = first >= argc;
        for (int a = first; a < argc; a++)
            wanted |= !strcmp(argv[a], rows[i].name);
        if (wanted)
            wrong += !check_function(&rows[i], samples);
    }
    if (first >= argc) {
        static const struct { const char *name; double bound; } two[] = {
            { "pow", 1 }, { "atan2", 2 }, { "hypot", 1 }, { "powf", 4 }, { "atan2f", 3 }, { "hypotf", 3 },
        };
        for (int k = 0; k < 6; k++)
            wrong += !check_function2(two[k].name, samples, two[k].bound, k);
        wrong += check_exact(samples) + check_special();
    }
    printf(wrong ? "%ld FAILED\n" : "all within their bounds\n", wrong);
    return wrong != 0;
}
