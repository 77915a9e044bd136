/* SPDX-License-Identifier: Apache-2.0
 *
 * Double precision: division, reciprocal and square root rounded towards zero, up and down. The chip rounds sums and
 * products in every way; these are made of the result rounded to nearest and the sign of what is left over, which a
 * fused multiply-add gives exactly when no exponent is near the ends. So they work on significands and put the exponent
 * in by hand.
 */
#ifndef GT200_MATH_DIRECTED64_H
#define GT200_MATH_DIRECTED64_H

#define __GT_ONE 0x0010000000000000ll       /* the exponent 1, and the bit in front of a significand's 52 */

/* A positive number as a significand in [1, 2) and its exponent. */
__GT_FN double __gt_significand(double a, int *e)
{
    *e = 0;
    if (a < 0x1p-1022) {
        a *= 0x1p54;
        *e = -54;
    }
    long long b = __gt_bits(a);
    *e += (int)(b >> 52) - 1023;
    return __gt_from_bits((b & (__GT_ONE - 1)) | 1023 * __GT_ONE);
}
/* q 2^e and something more, if `more`, less than q's last place: rounded to a magnitude, upwards if `up`. */
__GT_FN double __gt_pack(double q, int e, bool more, bool up)
{
    long long b = __gt_bits(q);
    int field = (int)(b >> 52) + e;
    if (field >= 2047)
        return __gt_from_bits(__gt_bits(__GT_INF) - !up);
    if (field >= 1)
        return __gt_from_bits(b + e * __GT_ONE + (more && up));
    int shift = 1 - field > 54 ? 54 : 1 - field;
    long long s = (b & (__GT_ONE - 1)) | __GT_ONE, kept = s >> shift;
    return __gt_from_bits(kept + ((more || (kept << shift) != s) && up));
}
/* The significand q was rounded to nearest and has an error of this sign: cut off. */
__GT_FN double __gt_cut(double q, double error) { return error < 0 ? __gt_from_bits(__gt_bits(q) - 1) : q; }

/* up, down: away from zero for positive and for negative results. */
__GT_FN double __gt_div_directed(double x, double y, bool up, bool down)
{
    double near = __nvvm_div_rn_d(x, y), a = __gt_abs(x), b = __gt_abs(y);
    if (!(a > 0 && b > 0 && a < __GT_INF && b < __GT_INF))
        return near;                    /* exact, or no number */
    int ea, eb;
    a = __gt_significand(a, &ea), b = __gt_significand(b, &eb);
    bool negative = (__gt_bits(x) ^ __gt_bits(y)) < 0;
    double q = __nvvm_div_rn_d(a, b), error = __gt_fma(-q, b, a);
    q = __gt_pack(__gt_cut(q, error), ea - eb, error != 0, negative ? down : up);
    return negative ? -q : q;
}
__GT_FN double __gt_sqrt_directed(double x, bool up)
{
    if (!(x > 0 && x < __GT_INF))
        return __gt_sqrt(x);
    int e;
    double a = __gt_significand(x, &e);
    if (e & 1) {
        a *= 2;
        e--;
    }
    double s = __gt_sqrt(a), error = __gt_fma(-s, s, a);
    return __gt_pack(__gt_cut(s, error), e / 2, error != 0, up);
}

#define __GT_DIRECTED(rounding, up, down) \
    __GT_FN double __ddiv_##rounding(double x, double y) { return __gt_div_directed(x, y, up, down); } \
    __GT_FN double __drcp_##rounding(double x) { return __gt_div_directed(1, x, up, down); } \
    __GT_FN double __dsqrt_##rounding(double x) { return __gt_sqrt_directed(x, up); }
__GT_DIRECTED(rz, false, false)
__GT_DIRECTED(ru, true, false)
__GT_DIRECTED(rd, false, true)
#undef __GT_DIRECTED

#endif
