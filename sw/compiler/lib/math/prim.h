/* SPDX-License-Identifier: Apache-2.0
 *
 * What the math functions are built from: the machine's operations under one name each. The accuracy tests replace this
 * file by one for the host, so that the same functions can be tried on millions of arguments.
 */
#ifndef GT200_MATH_PRIM_H
#define GT200_MATH_PRIM_H

__GT_FN double __gt_fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
__GT_FN double __gt_sqrt(double a) { return __nvvm_sqrt_rn_d(a); }
__GT_FN double __gt_rint(double a)
{
    double r;
    __asm__("cvt.rni.f64.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}
__GT_FN double __gt_floor(double a) { return __nvvm_floor_d(a); }
__GT_FN double __gt_trunc(double a) { return __nvvm_trunc_d(a); }
__GT_FN long long __gt_bits(double a) { return __nvvm_bitcast_d2ll(a); }
__GT_FN double __gt_from_bits(long long a) { return __nvvm_bitcast_ll2d(a); }
__GT_FN unsigned long long __gt_mulhi64(unsigned long long a, unsigned long long b) { return __nvvm_mulhi_ull(a, b); }

/* a * b + c with the product cut to 24 bits, as cc 1.x multiplies and adds in one instruction; later chips fuse. */
#if __CUDA_ARCH__ < 200
#define __GT_MAD32 "mad.f32"
#else
#define __GT_MAD32 "fma.rn.f32"
#endif
__GT_FN float __gt_mad32(float a, float b, float c)
{
    float r;
    __asm__(__GT_MAD32 " %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}
__GT_FN float __gt_rint32(float a)
{
    float r;
    __asm__("cvt.rni.f32.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
}
__GT_FN float __gt_floor32(float a) { return __nvvm_floor_f(a); }
__GT_FN float __gt_trunc32(float a) { return __nvvm_trunc_f(a); }
__GT_FN float __gt_rcp32(float a)
{
    float r;
    __asm__("rcp.approx.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
}
__GT_FN float __gt_rsqrt32(float a) { return __nvvm_rsqrt_approx_f(a); }
/* The chip's division: two units of the last place. */
__GT_FN float __gt_div32(float a, float b) { return __nvvm_div_approx_f(a, b); }
__GT_FN float __gt_ex2_32(float a) { return __nvvm_ex2_approx_f(a); }
__GT_FN float __gt_lg2_32(float a) { return __nvvm_lg2_approx_f(a); }
__GT_FN int __gt_bits32(float a) { return __nvvm_bitcast_f2i(a); }
__GT_FN float __gt_from_bits32(int a) { return __nvvm_bitcast_i2f(a); }
__GT_FN unsigned int __gt_mulhi32(unsigned int a, unsigned int b) { return __nvvm_mulhi_ui(a, b); }
__GT_FN int __gt_clz32(unsigned int a) { return a ? __builtin_clz(a) : 32; }

#endif
