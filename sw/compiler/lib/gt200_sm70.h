/* SPDX-License-Identifier: Apache-2.0
 *
 * What device code has from compute capability 7.0 on (gt200 cc --ptx or --cubin -arch=sm_70 and later): barriers,
 * votes, shuffles and matches of named lanes, atomics of a block and of the whole system, bits and products that
 * earlier chips lack, address spaces; sums over lanes from 8.0 on. device_functions.h includes this file.
 */
#ifndef GT200_SM70_H
#define GT200_SM70_H

#if __GT_ARCH >= 700
__GT_FN void __syncwarp(unsigned int lanes = 0xffffffffu)
{
    __asm__ __volatile__("bar.warp.sync %0;" : : "r"(lanes) : "memory");
}
__GT_FN unsigned int __activemask()
{
    unsigned int r;
    __asm__ __volatile__("activemask.b32 %0;" : "=r"(r) : : "memory");
    return r;
}
#define __GT_VOTE_SYNC(name, mode) \
    __GT_FN int name(unsigned int lanes, int p) \
    { \
        int r; \
        __asm__ __volatile__("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." mode ".pred q, p, %2; " \
                             "selp.s32 %0, 1, 0, q; }" \
                             : "=r"(r) : "r"(p), "r"(lanes) : "memory"); \
        return r; \
    }
__GT_VOTE_SYNC(__all_sync, "all")
__GT_VOTE_SYNC(__any_sync, "any")
__GT_VOTE_SYNC(__uni_sync, "uni")
#undef __GT_VOTE_SYNC
__GT_FN unsigned int __ballot_sync(unsigned int lanes, int p)
{
    unsigned int r;
    __asm__ __volatile__("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                         : "=r"(r) : "r"(p), "r"(lanes) : "memory");
    return r;
}
/* Words of 4 bytes, one after the other. */
#define __GT_SHUFFLE(how, mode, N, clamp) \
    template <class T> __GT_FN T __shfl##how##_sync(unsigned int lanes, T v, N n, int width = 32) \
    { \
        _Static_assert(sizeof(T) % 4 == 0, "expected a type of whole words"); \
        unsigned int word[sizeof(T) / 4]; \
        __builtin_memcpy(word, &v, sizeof v); \
        for (unsigned int k = 0; k < sizeof(T) / 4; k++) \
            __asm__ __volatile__("shfl.sync." mode ".b32 %0, %0, %1, %2, %3;" \
                                 : "+r"(word[k]) \
                                 : "r"((unsigned int)n), "r"((32 - (unsigned int)width) << 8 | clamp), "r"(lanes) \
                                 : "memory"); \
        __builtin_memcpy(&v, word, sizeof v); \
        return v; \
    }
__GT_SHUFFLE(, "idx", int, 31)
__GT_SHUFFLE(_up, "up", unsigned int, 0)
__GT_SHUFFLE(_down, "down", unsigned int, 31)
__GT_SHUFFLE(_xor, "bfly", int, 31)
#undef __GT_SHUFFLE
#define __GT_MATCH(T, word, bits, letter) \
    __GT_FN unsigned int __match_any_sync(unsigned int lanes, T v) \
    { \
        unsigned int r; \
        __asm__ __volatile__("match.any.sync." bits " %0, %1, %2;" \
                             : "=r"(r) : letter((word)v), "r"(lanes) : "memory"); \
        return r; \
    } \
    __GT_FN unsigned int __match_all_sync(unsigned int lanes, T v, int *same) \
    { \
        unsigned int r; \
        __asm__ __volatile__("{ .reg .pred p; match.all.sync." bits " %0|p, %2, %3; selp.s32 %1, 1, 0, p; }" \
                             : "=r"(r), "=r"(*same) : letter((word)v), "r"(lanes) : "memory"); \
        return r; \
    }
__GT_MATCH(unsigned int, unsigned int, "b32", "r")
#ifdef __cplusplus
__GT_MATCH(int, unsigned int, "b32", "r")
__GT_MATCH(unsigned long, unsigned long long, "b64", "l")
__GT_MATCH(long, unsigned long long, "b64", "l")
__GT_MATCH(unsigned long long, unsigned long long, "b64", "l")
__GT_MATCH(long long, unsigned long long, "b64", "l")
__GT_FN unsigned int __match_any_sync(unsigned int lanes, float v)
{
    return __match_any_sync(lanes, __float_as_uint(v));
}
__GT_FN unsigned int __match_any_sync(unsigned int lanes, double v)
{
    return __match_any_sync(lanes, (unsigned long long)__nvvm_bitcast_d2ll(v));
}
#endif
#undef __GT_MATCH

/* Atomics that sm_13 lacks. */
#define __GT_ATOMIC(name, T, ptx, letter) \
    __GT_FN T name(T *p, T v) \
    { \
        T r; \
        __asm__ __volatile__("atom." ptx " %0, [%1], %2;" : "=" letter(r) : "l"(p), letter(v) : "memory"); \
        return r; \
    }
__GT_ATOMIC(atomicAdd, float, "add.f32", "f")
__GT_ATOMIC(atomicAdd, double, "add.f64", "d")
__GT_ATOMIC(atomicMin, unsigned long long, "min.u64", "l")
__GT_ATOMIC(atomicMax, unsigned long long, "max.u64", "l")
__GT_ATOMIC(atomicMin, long long, "min.s64", "l")
__GT_ATOMIC(atomicMax, long long, "max.s64", "l")
__GT_ATOMIC(atomicAnd, unsigned long long, "and.b64", "l")
__GT_ATOMIC(atomicOr, unsigned long long, "or.b64", "l")
__GT_ATOMIC(atomicXor, unsigned long long, "xor.b64", "l")
#undef __GT_ATOMIC
/* Of a block alone, and with the host and other devices: what is atomic for the device is so for both here. */
#define __GT_SCOPES(name) \
    template <class T, class V> __GT_FN T name##_block(T *p, V v) { return name(p, (T)v); } \
    template <class T, class V> __GT_FN T name##_system(T *p, V v) { return name(p, (T)v); }
__GT_SCOPES(atomicAdd)
__GT_SCOPES(atomicSub)
__GT_SCOPES(atomicExch)
__GT_SCOPES(atomicMin)
__GT_SCOPES(atomicMax)
__GT_SCOPES(atomicInc)
__GT_SCOPES(atomicDec)
__GT_SCOPES(atomicAnd)
__GT_SCOPES(atomicOr)
__GT_SCOPES(atomicXor)
#undef __GT_SCOPES
/* Of 16 bits: by the word that they are part of. */
__GT_FN unsigned short atomicCAS(unsigned short *p, unsigned short was, unsigned short v)
{
    const unsigned int shift = (unsigned int)(unsigned long long)p & 2 ? 16 : 0, ones = 0xffffu << shift;
    unsigned int *word = (unsigned int *)((unsigned long long)p & ~3ull), old = *(volatile unsigned int *)word, seen;
    do {
        seen = old;
        if ((seen & ones) >> shift != was)
            break;
        old = atomicCAS(word, seen, (seen & ~ones) | (unsigned int)v << shift);
    } while (old != seen);
    return (unsigned short)((seen & ones) >> shift);
}
template <class T, class V> __GT_FN T atomicCAS_block(T *p, V was, V v) { return atomicCAS(p, (T)was, (T)v); }
template <class T, class V> __GT_FN T atomicCAS_system(T *p, V was, V v) { return atomicCAS(p, (T)was, (T)v); }

__GT_FN void __threadfence_system() { __asm__ __volatile__("membar.sys;" : : : "memory"); }
__GT_FN void __nanosleep(unsigned int ns) { __asm__ __volatile__("nanosleep.u32 %0;" : : "r"(ns) : "memory"); }
/* Of how many threads of the block is it true; of all, of any. */
__GT_FN int __syncthreads_count(int p)
{
    int r;
    __asm__ __volatile__("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
                         : "=r"(r) : "r"(p) : "memory");
    return r;
}
#define __GT_SYNC(name, how) \
    __GT_FN int name(int p) \
    { \
        int r; \
        __asm__ __volatile__("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." how ".pred q, 0, p; " \
                             "selp.s32 %0, 1, 0, q; }" : "=r"(r) : "r"(p) : "memory"); \
        return r; \
    }
__GT_SYNC(__syncthreads_and, "and")
__GT_SYNC(__syncthreads_or, "or")
#undef __GT_SYNC

/* Products of parts of words, and c. */
#define __GT_PRODUCTS(name, C, A, B, ptx) \
    __GT_FN C name(A a, B b, C c) \
    { \
        unsigned int x, y; \
        C r; \
        __builtin_memcpy(&x, &a, 4); \
        __builtin_memcpy(&y, &b, 4); \
        __asm__(ptx " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(c)); \
        return r; \
    }
__GT_PRODUCTS(__dp4a, int, int, int, "dp4a.s32.s32")
#ifdef __cplusplus
__GT_PRODUCTS(__dp4a, unsigned int, unsigned int, unsigned int, "dp4a.u32.u32")
__GT_PRODUCTS(__dp4a, int, char4, char4, "dp4a.s32.s32")
__GT_PRODUCTS(__dp4a, unsigned int, uchar4, uchar4, "dp4a.u32.u32")
__GT_PRODUCTS(__dp2a_lo, int, int, int, "dp2a.lo.s32.s32")
__GT_PRODUCTS(__dp2a_lo, unsigned int, unsigned int, unsigned int, "dp2a.lo.u32.u32")
__GT_PRODUCTS(__dp2a_lo, int, short2, char4, "dp2a.lo.s32.s32")
__GT_PRODUCTS(__dp2a_lo, unsigned int, ushort2, uchar4, "dp2a.lo.u32.u32")
__GT_PRODUCTS(__dp2a_hi, int, int, int, "dp2a.hi.s32.s32")
__GT_PRODUCTS(__dp2a_hi, unsigned int, unsigned int, unsigned int, "dp2a.hi.u32.u32")
__GT_PRODUCTS(__dp2a_hi, int, short2, char4, "dp2a.hi.s32.s32")
__GT_PRODUCTS(__dp2a_hi, unsigned int, ushort2, uchar4, "dp2a.hi.u32.u32")
#endif
#undef __GT_PRODUCTS
__GT_FN unsigned int __fns(unsigned int mask, unsigned int from, int n)
{
    unsigned int r;
    __asm__("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(mask), "r"(from), "r"(n));
    return r;
}

/* Which memory a pointer is of; the address there. */
#define __GT_MEMORY(Name, name) \
    __GT_FN unsigned int __is##Name(const void *p) \
    { \
        unsigned int r; \
        __asm__("{ .reg .pred p; isspacep." #name " p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "l"(p)); \
        return r; \
    } \
    __GT_FN size_t __cvta_generic_to_##name(const void *p) \
    { \
        size_t r; \
        __asm__("cvta.to." #name ".u64 %0, %1;" : "=l"(r) : "l"(p)); \
        return r; \
    } \
    __GT_FN void *__cvta_##name##_to_generic(size_t p) \
    { \
        void *r; \
        __asm__("cvta." #name ".u64 %0, %1;" : "=l"(r) : "l"(p)); \
        return r; \
    }
__GT_MEMORY(Global, global)
__GT_MEMORY(Shared, shared)
__GT_MEMORY(Local, local)
__GT_MEMORY(Constant, const)
#undef __GT_MEMORY

#include "gt200_cached.h"

/* The upper or lower word of a pair that is shifted. */
__GT_FN unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int n)
{
    return n >= 32 ? low : (unsigned int)((((unsigned long long)high << 32 | low) << n) >> 32);
}
__GT_FN unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int n)
{
    return __funnelshift_lc(low, high, n & 31);
}
__GT_FN unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int n)
{
    return n >= 32 ? high : (unsigned int)(((unsigned long long)high << 32 | low) >> n);
}
__GT_FN unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int n)
{
    return __funnelshift_rc(low, high, n & 31);
}
__GT_FN long long clock64()
{
    long long r;
    __asm__ __volatile__("mov.u64 %0, %%clock64;" : "=l"(r) : : "memory");
    return r;
}
#if __GT_ARCH >= 800
#define __GT_REDUCE(name, type, ptx) \
    __GT_FN type __reduce_##name##_sync(unsigned int lanes, type v) \
    { \
        type r; \
        __asm__ __volatile__("redux.sync." #name "." ptx " %0, %1, %2;" : "=r"(r) : "r"(v), "r"(lanes) : "memory"); \
        return r; \
    }
__GT_REDUCE(and, unsigned int, "b32")
__GT_REDUCE(or, unsigned int, "b32")
__GT_REDUCE(xor, unsigned int, "b32")
__GT_REDUCE(add, unsigned int, "u32")
__GT_REDUCE(min, unsigned int, "u32")
__GT_REDUCE(max, unsigned int, "u32")
#ifdef __cplusplus
__GT_REDUCE(add, int, "s32")
__GT_REDUCE(min, int, "s32")
__GT_REDUCE(max, int, "s32")
#endif
#undef __GT_REDUCE
#endif
#endif

#endif
