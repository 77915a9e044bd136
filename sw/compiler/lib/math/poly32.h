/* SPDX-License-Identifier: Apache-2.0
 *
 * Polynomials of the single-precision functions, in Horner form, lowest error in the weighted Chebyshev sense over
 * the interval named (Remez exchange in 220-bit arithmetic, coefficients then rounded). "error" is the largest
 * relative error of the function built from it, before rounding errors of its evaluation.
 */
#ifndef GT200_MATH_POLY32_H
#define GT200_MATH_POLY32_H

/* (sin(s)/s - 1)/x, x = s^2, |s| <= pi/4; error 2^-27 */
__GT_FN float __gt_poly_sinf(float x)
{
    float p = -0.000195066037f;
    p = __gt_mad32(p, x, 0.0083321007f);
    p = __gt_mad32(p, x, -0.166666538f);
    return p;
}

/* (cos(s) - 1 + x/2)/x^2, x = s^2, |s| <= pi/4; error 2^-33 */
__GT_FN float __gt_poly_cosf(float x)
{
    float p = 2.4430703e-05f;
    p = __gt_mad32(p, x, -0.00138873013f);
    p = __gt_mad32(p, x, 0.0416666456f);
    return p;
}

/* (exp(x) - 1 - x)/x^2, |x| <= ln(2)/2; error 2^-28 */
__GT_FN float __gt_poly_expf(float x)
{
    float p = 0.00139216916f;
    p = __gt_mad32(p, x, 0.00837002881f);
    p = __gt_mad32(p, x, 0.0416665822f);
    p = __gt_mad32(p, x, 0.166665092f);
    p = __gt_mad32(p, x, 0.5f);
    return p;
}

/* (log(1 + x) - x + x^2/2)/x^3, 1 + x in sqrt(1/2)..sqrt(2); error 2^-30 */
__GT_FN float __gt_poly_logf(float x)
{
    float p = 0.069158189f;
    p = __gt_mad32(p, x, -0.117941886f);
    p = __gt_mad32(p, x, 0.118750378f);
    p = __gt_mad32(p, x, -0.123837903f);
    p = __gt_mad32(p, x, 0.142183304f);
    p = __gt_mad32(p, x, -0.166692704f);
    p = __gt_mad32(p, x, 0.200022414f);
    p = __gt_mad32(p, x, -0.249999866f);
    p = __gt_mad32(p, x, 0.333333105f);
    return p;
}

/* (atan(s)/s - 1)/x, x = s^2, |s| <= 1; error 2^-28 */
__GT_FN float __gt_poly_atanf(float x)
{
    float p = -0.00181871105f;
    p = __gt_mad32(p, x, 0.0110289538f);
    p = __gt_mad32(p, x, -0.0313944407f);
    p = __gt_mad32(p, x, 0.058178056f);
    p = __gt_mad32(p, x, -0.0841646045f);
    p = __gt_mad32(p, x, 0.109566577f);
    p = __gt_mad32(p, x, -0.142650917f);
    p = __gt_mad32(p, x, 0.199986264f);
    p = __gt_mad32(p, x, -0.333333015f);
    return p;
}

/* (asin(s)/s - 1)/x, x = s^2, |s| <= 0.57; error 2^-32 */
__GT_FN float __gt_poly_asinf(float x)
{
    float p = 0.0485635698f;
    p = __gt_mad32(p, x, -0.00559647148f);
    p = __gt_mad32(p, x, 0.0294304285f);
    p = __gt_mad32(p, x, 0.0292399414f);
    p = __gt_mad32(p, x, 0.0447393954f);
    p = __gt_mad32(p, x, 0.0749961957f);
    p = __gt_mad32(p, x, 0.166666716f);
    return p;
}

/* (sinh(s)/s - 1)/x, x = s^2, |s| <= 1; error 2^-31 */
__GT_FN float __gt_poly_sinhf(float x)
{
    float p = 2.78611606e-06f;
    p = __gt_mad32(p, x, 0.000198423382f);
    p = __gt_mad32(p, x, 0.00833331235f);
    p = __gt_mad32(p, x, 0.166666672f);
    return p;
}

/* (tanh(s)/s - 1)/x, x = s^2, |s| <= 0.55; error 2^-29 */
__GT_FN float __gt_poly_tanhf(float x)
{
    float p = -0.00623437995f;
    p = __gt_mad32(p, x, 0.0210458692f);
    p = __gt_mad32(p, x, -0.0538466945f);
    p = __gt_mad32(p, x, 0.133325398f);
    p = __gt_mad32(p, x, -0.333333164f);
    return p;
}

/* (erf(s)/s - 2/sqrt(pi))/x, x = s^2, |s| <= 1; error 2^-29 */
__GT_FN float __gt_poly_erff(float x)
{
    float p = 7.95977612e-05f;
    p = __gt_mad32(p, x, -0.000804338139f);
    p = __gt_mad32(p, x, 0.00519228075f);
    p = __gt_mad32(p, x, -0.0268560294f);
    p = __gt_mad32(p, x, 0.112836435f);
    p = __gt_mad32(p, x, -0.376126319f);
    return p;
}

/* exp(a^2) erfc(a) (1 + 2a), x = (a - 4)/(a + 4), a in 0.9..10.2; error 2^-25 */
__GT_FN float __gt_poly_erfcf(float x)
{
    float p = -0.00029906677082180977f;
    p = __gt_mad32(p, x, 0.0050362045876681805f);
    p = __gt_mad32(p, x, -0.0164016243070364f);
    p = __gt_mad32(p, x, 0.037138774991035461f);
    p = __gt_mad32(p, x, -0.066295452415943146f);
    p = __gt_mad32(p, x, 0.093738317489624023f);
    p = __gt_mad32(p, x, -0.10104164481163025f);
    p = __gt_mad32(p, x, 0.068096727132797241f);
    p = __gt_mad32(p, x, 0.015379722230136395f);
    p = __gt_mad32(p, x, -0.13962110877037048f);
    p = __gt_mad32(p, x, 1.2329951524734497f);
    return p;
}

#endif
