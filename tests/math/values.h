/* SPDX-License-Identifier: Apache-2.0
 *
 * What the host hands the device test: arguments and results of every function, in the order of MATH_VALUES.
 */
#ifndef GT200_MATH_VALUES_H
#define GT200_MATH_VALUES_H

#define MATH_SAMPLES 192

struct math_values {
    char   name[16];
    double x[MATH_SAMPLES], y[MATH_SAMPLES], r[MATH_SAMPLES];  /* y: second argument, 0 where there is none; single
                                                                  precision widened */
};

/* F64 and F32: one argument, F64_2 and F32_2: two. */
#define MATH_VALUES(F64, F64_2, F32, F32_2) \
    F64(exp) \
    F64(exp2) F64(exp10) F64(expm1) F64(log) F64(log2) F64(log10) F64(log1p) F64(sin) F64(cos) F64(tan) F64(sinpi) \
        F64(cospi) F64(asin) F64(acos) F64(atan) F64(sinh) F64(cosh) F64(tanh) F64(asinh) F64(acosh) F64(atanh) \
            F64(sqrt) F64(rsqrt) F64(cbrt) F64(rcbrt) F64(erf) F64(erfc) F64(erfinv) F64(erfcinv) F64(lgamma) \
                F64(tgamma) F64(round) F64(logb) F64_2(pow) F64_2(atan2) F64_2(hypot) F64_2(fmod) F64_2(nextafter) \
                    F64_2(fdim) F64_2(copysign) F32(expf) F32(exp2f) F32(exp10f) F32(expm1f) F32(logf) F32(log2f) \
                        F32(log10f) F32(log1pf) F32(sinf) F32(cosf) F32(tanf) F32(sinpif) F32(cospif) F32(asinf) \
                            F32(acosf) F32(atanf) F32(sinhf) F32(coshf) F32(tanhf) F32(asinhf) F32(acoshf) \
                                F32(atanhf) F32(cbrtf) F32(rcbrtf) F32(erff) F32(erfcf) F32(erfinvf) F32(erfcinvf) \
                                    F32(lgammaf) F32(tgammaf) F32(roundf) F32(logbf) F32_2(powf) F32_2(atan2f) \
                                        F32_2(hypotf) F32_2(fmodf) F32_2(nextafterf) F32_2(fdimf) F32_2(copysignf)

#endif
