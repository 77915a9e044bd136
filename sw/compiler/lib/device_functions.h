/* SPDX-License-Identifier: Apache-2.0
 *
 * What device code has besides the language: built-in variables, barriers and fences, votes, atomics, integer and
 * single precision intrinsics, conversions. The names are CUDA's; cuda_runtime.h includes this file.
 */
#ifndef GT200_DEVICE_FUNCTIONS_H
#define GT200_DEVICE_FUNCTIONS_H

#if !defined(__CUDA__) || !defined(__clang__)
#include "cuda_runtime.h"           /* the host's compiler: what is there for it */
#else
#pragma clang system_header        /* what it looks like inside is no matter of the program that is compiled */

#include "vector_functions.h"

#define __GT_FN static __inline__ __attribute__((always_inline, unused, nodebug)) __device__
#define __GT_HD static __inline__ __attribute__((always_inline, unused, nodebug)) __host__ __device__

/* Whose device code it is: what the host pass sees is declared alike. */
#ifdef __GT200_ARCH__
#define __GT_ARCH __GT200_ARCH__
#else
#define __GT_ARCH __CUDA_ARCH__
#endif

/* ---- built-in variables ------------------------------------------------------------------------ */

#define __GT_DIM(field, reg) \
    __declspec(property(get = __get_##field)) unsigned int field; \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ unsigned int __get_##field() { return reg; }
#define __GT_BUILTIN(name, kind, extra) \
    struct __gt_##name##_t { \
        __GT_DIM(x, __nvvm_read_ptx_sreg_##kind##_x()) \
        __GT_DIM(y, __nvvm_read_ptx_sreg_##kind##_y()) \
        __GT_DIM(z, __nvvm_read_ptx_sreg_##kind##_z()) \
        __device__ operator uint3() const { return make_uint3(__get_x(), __get_y(), __get_z()); } \
        extra \
    }; \
    extern const __device__ __attribute__((weak)) __gt_##name##_t name;
#define __GT_TO_DIM3 __device__ operator dim3() const { return dim3(__get_x(), __get_y(), __get_z()); }

__GT_BUILTIN(threadIdx, tid, )
__GT_BUILTIN(blockIdx, ctaid, )
__GT_BUILTIN(blockDim, ntid, __GT_TO_DIM3)
__GT_BUILTIN(gridDim, nctaid, __GT_TO_DIM3)

static const int warpSize __attribute__((unused)) = 32;

/* ---- time, order ------------------------------------------------------------------------------- */

#ifdef __GT200_KERNELS_ONLY__
typedef long clock_t;
#endif

/* Shader clocks. The empty statements around it keep computations on their side of the read. */
__GT_FN clock_t clock()
{
    unsigned int t;
    __asm__ __volatile__("mov.u32 %0, %%clock;" : "=r"(t) : : "memory");
    return (clock_t)t;
}

/* What orders memory says so: clang believes that its own functions for barriers and some atomics cannot change a
 * shared variable whose address is not taken, and keeps it in a register. */
#define __GT_ORDER_MEMORY() __asm__ __volatile__("" : : : "memory")
__GT_FN void __gt_syncthreads() { __asm__ __volatile__("bar.sync 0;" : : : "memory"); }
#define __syncthreads() __gt_syncthreads()
/* Without underscores in some samples. A template, so that a program's own function of this name comes first. */
template <int __gt_none = 0> __GT_FN void syncthreads() { __gt_syncthreads(); }
__GT_FN void __threadfence() { __asm__ __volatile__("membar.gl;" : : : "memory"); }
__GT_FN void __threadfence_block() { __asm__ __volatile__("membar.cta;" : : : "memory"); }

/* ---- warp votes -------------------------------------------------------------------------------- */

/* PTX 6.4 and later, which clang writes from sm_80 on, has for sm_70 and later only votes of named lanes. */
#if __GT_ARCH < 800
#define __GT_VOTE(mode) "vote." mode ".pred q, p;"
#else
#define __GT_VOTE(mode) ".reg .b32 m; activemask.b32 m; vote.sync." mode ".pred q, p, m;"
#endif
__GT_FN int __all(int p)
{
    int r;
    __asm__ __volatile__("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; " __GT_VOTE("all") " selp.s32 %0, 1, 0, q; }"
                         : "=r"(r) : "r"(p) : "memory");
    return r;
}
__GT_FN int __any(int p)
{
    int r;
    __asm__ __volatile__("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; " __GT_VOTE("any") " selp.s32 %0, 1, 0, q; }"
                         : "=r"(r) : "r"(p) : "memory");
    return r;
}

/* CUDA 2.x had these names, too. Templates, so that a program's own functions of these names come first. */
#if __GT_ARCH < 200
template <class T> __GT_FN bool any(T p) { return __any(p != 0) != 0; }
template <class T> __GT_FN bool all(T p) { return __all(p != 0) != 0; }
#endif

/* ---- traps, events ------------------------------------------------------------------------------ */

__GT_FN void __trap() { __asm__ __volatile__("trap;" : : : "memory"); }
__GT_FN void __brkpt(int = 0) { __asm__ __volatile__("brkpt;" : : : "memory"); }
/* Counter 0 to 7, a constant ($pm: docs/units/pm.md). */
#define __prof_trigger(n) __asm__ __volatile__("pmevent %0;" : : "n"(n))

/* ---- integers ---------------------------------------------------------------------------------- */

__GT_FN int __mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
__GT_FN unsigned int __umul24(unsigned int a, unsigned int b) { return __nvvm_mul24_ui(a, b); }
__GT_FN int __mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
__GT_FN unsigned int __umulhi(unsigned int a, unsigned int b) { return __nvvm_mulhi_ui(a, b); }
__GT_FN unsigned int __sad(int a, int b, unsigned int c)
{
    unsigned int r;
    __asm__("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}
__GT_FN unsigned int __usad(unsigned int a, unsigned int b, unsigned int c)
{
    unsigned int r;
    __asm__("sad.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

#define __GT_ORDER(R, A, B) \
    __GT_HD R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
    __GT_HD R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
__GT_ORDER(int, int, int)
__GT_ORDER(unsigned int, unsigned int, unsigned int)
__GT_ORDER(unsigned int, int, unsigned int)
__GT_ORDER(unsigned int, unsigned int, int)
__GT_ORDER(long, long, long)
__GT_ORDER(unsigned long, unsigned long, unsigned long)
__GT_ORDER(long long, long long, long long)
__GT_ORDER(unsigned long long, unsigned long long, unsigned long long)
#undef __GT_ORDER
__GT_FN int abs(int a) { return a < 0 ? -a : a; }
__GT_FN long abs(long a) { return a < 0 ? -a : a; }
__GT_FN long long abs(long long a) { return a < 0 ? -a : a; }
__GT_FN long labs(long a) { return a < 0 ? -a : a; }
__GT_FN long long llabs(long long a) { return a < 0 ? -a : a; }
__GT_FN long long llmin(long long a, long long b) { return min(a, b); }
__GT_FN long long llmax(long long a, long long b) { return max(a, b); }
__GT_FN unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
__GT_FN unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
__GT_FN unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
__GT_FN unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }

/* ---- single precision -------------------------------------------------------------------------- */

__GT_FN float __fadd_rn(float a, float b) { return __nvvm_add_rn_f(a, b); }
__GT_FN float __fmul_rn(float a, float b) { return __nvvm_mul_rn_f(a, b); }
__GT_FN float __fadd_rz(float a, float b) { return __nvvm_add_rz_f(a, b); }
__GT_FN float __fmul_rz(float a, float b) { return __nvvm_mul_rz_f(a, b); }
__GT_FN float __fadd_ru(float a, float b) { return __nvvm_add_rp_f(a, b); }
__GT_FN float __fmul_ru(float a, float b) { return __nvvm_mul_rp_f(a, b); }
__GT_FN float __fadd_rd(float a, float b) { return __nvvm_add_rm_f(a, b); }
__GT_FN float __fmul_rd(float a, float b) { return __nvvm_mul_rm_f(a, b); }
__GT_FN float fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
__GT_FN float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
__GT_HD float min(float a, float b) { return fminf(a, b); }
__GT_HD float max(float a, float b) { return fmaxf(a, b); }
__GT_FN float fabsf(float a) { return __nvvm_fabs_f(a); }
__GT_FN float floorf(float a) { return __nvvm_floor_f(a); }
__GT_FN float ceilf(float a) { return __nvvm_ceil_f(a); }
__GT_FN float truncf(float a) { return __nvvm_trunc_f(a); }
__GT_FN float __saturatef(float a) { return __nvvm_saturate_f(a); }
#if __GT_ARCH >= 200 && !defined(__USE_FAST_MATH__)
__GT_FN float sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
#else
__GT_FN float sqrtf(float a) { return __nvvm_sqrt_approx_f(a); }
#endif
__GT_FN float rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
__GT_FN float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
__GT_FN float __sinf(float a) { return __nvvm_sin_approx_f(a); }
__GT_FN float __cosf(float a) { return __nvvm_cos_approx_f(a); }
__GT_FN float __log2f(float a) { return __nvvm_lg2_approx_f(a); }
__GT_FN float __logf(float a) { return __nvvm_lg2_approx_f(a) * 0.693147182f; }
__GT_FN float __exp2f(float a) { return __nvvm_ex2_approx_f(a); }
__GT_FN float __expf(float a) { return __nvvm_ex2_approx_f(a * 1.44269502f); }

/* ---- conversions ------------------------------------------------------------------------------- */

/* As assembly: clang takes its own functions for these, rounded toward zero, for plain conversions, which round to
 * nearest. */
#define __GT_TRUNCATED(to, name, from, insn, out, in) \
    __GT_FN to name(from x) { to r; __asm__(insn " %0, %1;" : "=" out(r) : in(x)); return r; }
__GT_FN int __float2int_rz(float a) { return __nvvm_f2i_rz(a); }
__GT_FN int __float2int_rn(float a) { return __nvvm_f2i_rn(a); }
__GT_FN int __float2int_rd(float a) { return __nvvm_f2i_rm(a); }
__GT_FN int __float2int_ru(float a) { return __nvvm_f2i_rp(a); }
__GT_FN unsigned int __float2uint_rz(float a) { return __nvvm_f2ui_rz(a); }
__GT_FN unsigned int __float2uint_rn(float a) { return __nvvm_f2ui_rn(a); }
__GT_FN float __int2float_rn(int a) { return __nvvm_i2f_rn(a); }
__GT_TRUNCATED(float, __int2float_rz, int, "cvt.rz.f32.s32", "f", "r")
__GT_FN float __uint2float_rn(unsigned int a) { return __nvvm_ui2f_rn(a); }
__GT_TRUNCATED(float, __uint2float_rz, unsigned int, "cvt.rz.f32.u32", "f", "r")
__GT_FN int __float_as_int(float a) { return __nvvm_bitcast_f2i(a); }
__GT_FN float __int_as_float(int a) { return __nvvm_bitcast_i2f(a); }
__GT_FN unsigned int __float_as_uint(float a) { return (unsigned int)__nvvm_bitcast_f2i(a); }
__GT_FN float __uint_as_float(unsigned int a) { return __nvvm_bitcast_i2f((int)a); }
__GT_FN int float_as_int(float a) { return __float_as_int(a); }
__GT_FN float int_as_float(int a) { return __int_as_float(a); }

/* CUDA 1.x: conversions with the rounding as an argument. */
#define __GT_ROUNDED(R, name, T, how) \
    __GT_FN R name(T a, enum cudaRoundMode mode = how) \
    { \
        return mode == cudaRoundNearest ? __##name##_rn(a) : mode == cudaRoundZero ? __##name##_rz(a) : \
               mode == cudaRoundPosInf ? __##name##_ru(a) : __##name##_rd(a); \
    }

/* ---- atomics on global memory ------------------------------------------------------------------ */

__GT_FN int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
__GT_FN unsigned int atomicAdd(unsigned int *p, unsigned int v)
{
    return (unsigned int)__nvvm_atom_add_gen_i((int *)p, (int)v);
}
__GT_FN int atomicSub(int *p, int v) { return __nvvm_atom_add_gen_i(p, -v); }
__GT_FN unsigned int atomicSub(unsigned int *p, unsigned int v)
{
    return (unsigned int)__nvvm_atom_add_gen_i((int *)p, -(int)v);
}
__GT_FN int atomicExch(int *p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
__GT_FN unsigned int atomicExch(unsigned int *p, unsigned int v)
{
    return (unsigned int)__nvvm_atom_xchg_gen_i((int *)p, (int)v);
}
__GT_FN int atomicMin(int *p, int v) { return __nvvm_atom_min_gen_i(p, v); }
__GT_FN unsigned int atomicMin(unsigned int *p, unsigned int v) { return __nvvm_atom_min_gen_ui(p, v); }
__GT_FN int atomicMax(int *p, int v) { return __nvvm_atom_max_gen_i(p, v); }
__GT_FN unsigned int atomicMax(unsigned int *p, unsigned int v) { return __nvvm_atom_max_gen_ui(p, v); }
#define __GT_WRAPPING(name, builtin) \
    __GT_FN unsigned int name(unsigned int *p, unsigned int v) \
    { \
        __GT_ORDER_MEMORY(); \
        unsigned int r = builtin(p, v); \
        __GT_ORDER_MEMORY(); \
        return r; \
    }
__GT_WRAPPING(atomicInc, __nvvm_atom_inc_gen_ui)
__GT_WRAPPING(atomicDec, __nvvm_atom_dec_gen_ui)
#undef __GT_WRAPPING
__GT_FN int atomicAnd(int *p, int v) { return __nvvm_atom_and_gen_i(p, v); }
__GT_FN int atomicOr(int *p, int v) { return __nvvm_atom_or_gen_i(p, v); }
__GT_FN int atomicXor(int *p, int v) { return __nvvm_atom_xor_gen_i(p, v); }
__GT_FN int atomicCAS(int *p, int cmp, int v) { return __nvvm_atom_cas_gen_i(p, cmp, v); }
__GT_FN unsigned int atomicCAS(unsigned int *p, unsigned int cmp, unsigned int v)
{
    return (unsigned int)__nvvm_atom_cas_gen_i((int *)p, (int)cmp, (int)v);
}
__GT_FN unsigned int atomicAnd(unsigned int *p, unsigned int v)
{
    return (unsigned int)__nvvm_atom_and_gen_i((int *)p, (int)v);
}
__GT_FN unsigned int atomicOr(unsigned int *p, unsigned int v)
{
    return (unsigned int)__nvvm_atom_or_gen_i((int *)p, (int)v);
}
__GT_FN unsigned int atomicXor(unsigned int *p, unsigned int v)
{
    return (unsigned int)__nvvm_atom_xor_gen_i((int *)p, (int)v);
}
__GT_FN float atomicExch(float *p, float v) { return __int_as_float(atomicExch((int *)p, __float_as_int(v))); }
__GT_FN unsigned long long atomicAdd(unsigned long long *p, unsigned long long v)
{
    return (unsigned long long)__nvvm_atom_add_gen_ll((long long *)p, (long long)v);
}
__GT_FN unsigned long long atomicExch(unsigned long long *p, unsigned long long v)
{
    return (unsigned long long)__nvvm_atom_xchg_gen_ll((long long *)p, (long long)v);
}
__GT_FN unsigned long long atomicCAS(unsigned long long *p, unsigned long long cmp, unsigned long long v)
{
    return (unsigned long long)__nvvm_atom_cas_gen_ll((long long *)p, (long long)cmp, (long long)v);
}

/* ---- printf, assert, malloc ---------------------------------------------------------------------- */

#define __GT_MEMBER __inline__ __attribute__((always_inline, unused, nodebug)) __device__
#if __GT_ARCH < 200 || defined(__GT200_ARCH__)      /* programs with this runtime, whatever the chip */
#if __GT_ARCH >= 200 && defined(__LP64__)
#define __GT_WIDE__ 1               /* addresses of more than 32 bits, blocks in z */
#endif
/* An address of two words, of which there may be but the lower one. */
__GT_FN size_t __gt_wide(unsigned int lower, const volatile unsigned int *upper)
{
#ifdef __GT_WIDE__
    return lower | (size_t)*upper << 32;
#else
    (void)upper;
    return lower;
#endif
}
__GT_FN void *__gt_in_device_memory(size_t a)
{
    return (void *)(__attribute__((address_space(1))) void *)a;
}
#include "gt200_output.h"
#include "gt200_heap.h"
#endif

/* ---- compute capability 2.0 --------------------------------------------------------------------- */

/* What this device lacks, as errors that say so. Templates, so that a program's own functions of these names, which
 * many have for this device, come first. */
#if __GT_ARCH < 200
#define __GT_LACKS(needs, declaration) \
    __device__ __attribute__((unavailable("it needs compute capability " needs ", this device has 1.3"))) declaration;
template <class T> __GT_LACKS("2.0", float atomicAdd(float *p, T v))
template <class T> __GT_LACKS("6.0", double atomicAdd(double *p, T v))
#define __GT_LACKS_WIDE(name) \
    template <class T> __GT_LACKS("3.5", unsigned long long name(unsigned long long *p, T v)) \
    template <class T> __GT_LACKS("3.5", long long name(long long *p, T v))
__GT_LACKS_WIDE(atomicMin)
__GT_LACKS_WIDE(atomicMax)
__GT_LACKS_WIDE(atomicAnd)
__GT_LACKS_WIDE(atomicOr)
__GT_LACKS_WIDE(atomicXor)
#undef __GT_LACKS_WIDE
template <class T> __GT_LACKS("2.0", unsigned int __ballot(T p))
template <class T> __GT_LACKS("2.0", unsigned int __ballot_sync(unsigned int mask, T p))
template <int __gt_none = 0> __GT_LACKS("2.0", unsigned int __activemask())
template <class T> __GT_LACKS("2.0", int __syncthreads_count(T p))
template <class T> __GT_LACKS("2.0", int __syncthreads_and(T p))
template <class T> __GT_LACKS("2.0", int __syncthreads_or(T p))
template <int __gt_none = 0> __GT_LACKS("2.0", void __threadfence_system())
template <class T> __GT_LACKS("7.0", unsigned int __match_any_sync(unsigned int mask, T v))
template <class T> __GT_LACKS("7.0", unsigned int __match_all_sync(unsigned int mask, T v, int *p))
template <class T> __GT_LACKS("8.0", T __reduce_add_sync(unsigned int mask, T v))
template <class T> __GT_LACKS("7.0", void __nanosleep(T ns))
#undef __GT_LACKS

/* What later chips have instructions for and this one can do without. Templates for the same reason.
 *
 * The threads of a warp go together, so a barrier of a warp only keeps the order of memory. As on all chips before 7.0,
 * the lanes that the mask names must be those that come to it together. */
template <int __gt_none = 0> __GT_FN void __syncwarp(unsigned int = 0xffffffffu) { __GT_ORDER_MEMORY(); }
template <class T> __GT_FN int __all_sync(unsigned int, T p) { return __all(p != 0); }
template <class T> __GT_FN int __any_sync(unsigned int, T p) { return __any(p != 0); }
template <class T> __GT_FN T __ldg(const T *p) { return *p; }
/* clock(), which wraps after 2^32 clocks: launches are shorter unless GT200_MAX_CYCLES allows more. */
template <int __gt_none = 0> __GT_FN long long clock64() { return (long long)(unsigned int)clock(); }

/* Values of other lanes, by way of shared memory: a word for each thread, 2 KB in each kernel that does it. What a lane
 * that does not take part would give is undefined, as on other chips. */
__GT_FN unsigned int __gt_shuffled(unsigned int v, unsigned int lane)
{
    static __shared__ volatile unsigned int words[512];
    const unsigned int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);

    __GT_ORDER_MEMORY();
    words[t] = v;
    __GT_ORDER_MEMORY();
    v = words[(t & ~31u) + lane];
    __GT_ORDER_MEMORY();
    return v;
}
__GT_FN unsigned int __gt_lane()
{
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31u;
}
/* The lane that a lane's value comes from, in groups of `width`; its own where there is none. */
__GT_FN unsigned int __gt_from(unsigned int from, int width)
{
    const unsigned int lane = __gt_lane(), group = lane & (unsigned int)-width;
    return group | (from & ((unsigned int)width - 1));
}
__GT_FN unsigned int __gt_from_up(unsigned int delta, int width)
{
    const unsigned int lane = __gt_lane();
    return (lane & ((unsigned int)width - 1)) < delta ? lane : lane - delta;
}
__GT_FN unsigned int __gt_from_down(unsigned int delta, int width)
{
    const unsigned int lane = __gt_lane();
    return (lane & ((unsigned int)width - 1)) + delta >= (unsigned int)width ? lane : lane + delta;
}
__GT_FN unsigned int __gt_from_xor(unsigned int mask, int width)
{
    const unsigned int lane = __gt_lane(), other = lane ^ mask;
    return other > (lane | ((unsigned int)width - 1)) ? lane : other;
}
__GT_FN int __gt_shuffle(int v, unsigned int from) { return (int)__gt_shuffled((unsigned int)v, from); }
__GT_FN unsigned int __gt_shuffle(unsigned int v, unsigned int from) { return __gt_shuffled(v, from); }
__GT_FN float __gt_shuffle(float v, unsigned int from)
{
    return __uint_as_float(__gt_shuffled(__float_as_uint(v), from));
}
__GT_FN unsigned long long __gt_shuffle(unsigned long long v, unsigned int from)
{
    const unsigned int low = __gt_shuffled((unsigned int)v, from);
    return (unsigned long long)__gt_shuffled((unsigned int)(v >> 32), from) << 32 | low;
}
__GT_FN long long __gt_shuffle(long long v, unsigned int from)
{
    return (long long)__gt_shuffle((unsigned long long)v, from);
}
__GT_FN long __gt_shuffle(long v, unsigned int from) { return (long)__gt_shuffle((long long)v, from); }
__GT_FN unsigned long __gt_shuffle(unsigned long v, unsigned int from)
{
    return (unsigned long)__gt_shuffle((unsigned long long)v, from);
}
__GT_FN double __gt_shuffle(double v, unsigned int from)
{
    return __nvvm_bitcast_ll2d(__gt_shuffle(__nvvm_bitcast_d2ll(v), from));
}
#define __GT_SHUFFLE(how, N) \
    template <class T> __GT_FN T __shfl##how(T v, N n, int width = 32) \
    { \
        return __gt_shuffle(v, __gt_from##how((unsigned int)n, width)); \
    } \
    template <class T> __GT_FN T __shfl##how##_sync(unsigned int, T v, N n, int width = 32) \
    { \
        return __gt_shuffle(v, __gt_from##how((unsigned int)n, width)); \
    }
__GT_SHUFFLE(, int)
__GT_SHUFFLE(_up, unsigned int)
__GT_SHUFFLE(_down, unsigned int)
__GT_SHUFFLE(_xor, int)
#undef __GT_SHUFFLE
#endif

#include "gt200_sm70.h"

#ifndef __GT200_KERNELS_ONLY__
__GT_FN void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
__GT_FN void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }
#endif

#include "gt200_math.h"

__GT_ROUNDED(int, float2int, float, cudaRoundZero)
__GT_ROUNDED(unsigned int, float2uint, float, cudaRoundZero)
__GT_ROUNDED(float, int2float, int, cudaRoundNearest)
__GT_ROUNDED(float, uint2float, unsigned int, cudaRoundNearest)
#undef __GT_ROUNDED

/* std::sin and so on are these in device code, too. */
#if !defined(__GT200_KERNELS_ONLY__) && defined(__cplusplus)
namespace std {
using ::abs;
using ::acos;
using ::asin;
using ::atan;
using ::atan2;
using ::ceil;
using ::cos;
using ::cosh;
using ::exp;
using ::fabs;
using ::floor;
using ::fmod;
using ::frexp;
using ::ldexp;
using ::log;
using ::log10;
using ::modf;
using ::pow;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
#if __cplusplus >= 201103L
using ::acosh;
using ::asinh;
using ::atanh;
using ::cbrt;
using ::copysign;
using ::erf;
using ::erfc;
using ::exp2;
using ::expm1;
using ::fdim;
using ::fma;
using ::fmax;
using ::fmin;
using ::hypot;
using ::lgamma;
using ::log1p;
using ::log2;
using ::logb;
using ::nearbyint; using ::nextafter; using ::remainder; using ::rint; using ::round; using ::tgamma; using ::trunc;
#endif
}
#endif

#endif
#endif
