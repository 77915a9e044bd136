/* SPDX-License-Identifier: Apache-2.0
 *
 * Arithmetic of the vector types component by component, on host and device: what the samples of the time had in a
 * header of this name. C++; empty in C.
 */
#ifndef GT200_CUTIL_MATH_H
#define GT200_CUTIL_MATH_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cuda_runtime.h"

#ifdef __cplusplus

typedef unsigned int uint;
typedef unsigned short ushort;

#define __GT_VM static inline __host__ __device__ __attribute__((unused))

__GT_VM float lerp(float a, float b, float t) { return a + t * (b - a); }
__GT_VM float clamp(float v, float lo, float hi) { return fmaxf(lo, fminf(v, hi)); }
__GT_VM int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
__GT_VM uint clamp(uint v, uint lo, uint hi) { return v < lo ? lo : v > hi ? hi : v; }
__GT_VM float fracf(float v) { return v - floorf(v); }
__GT_VM float smoothstep(float a, float b, float x)
{
    float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}

/* vector op vector, vector op scalar, scalar op vector, and with assignment */
#define __GT_OP2(V, T, OP) \
    __GT_VM V##2 operator OP(V##2 a, V##2 b) { V##2 r = { a.x OP b.x, a.y OP b.y }; return r; } \
    __GT_VM V##2 operator OP(V##2 a, T s) { V##2 r = { a.x OP s, a.y OP s }; return r; } \
    __GT_VM V##2 operator OP(T s, V##2 a) { V##2 r = { s OP a.x, s OP a.y }; return r; } \
    __GT_VM void operator OP##=(V##2 &a, V##2 b) { a = a OP b; } \
    __GT_VM void operator OP##=(V##2 &a, T s) { a = a OP s; }
#define __GT_OP3(V, T, OP) \
    __GT_VM V##3 operator OP(V##3 a, V##3 b) { V##3 r = { a.x OP b.x, a.y OP b.y, a.z OP b.z }; return r; } \
    __GT_VM V##3 operator OP(V##3 a, T s) { V##3 r = { a.x OP s, a.y OP s, a.z OP s }; return r; } \
    __GT_VM V##3 operator OP(T s, V##3 a) { V##3 r = { s OP a.x, s OP a.y, s OP a.z }; return r; } \
    __GT_VM void operator OP##=(V##3 &a, V##3 b) { a = a OP b; } \
    __GT_VM void operator OP##=(V##3 &a, T s) { a = a OP s; }
#define __GT_OP4(V, T, OP) \
    __GT_VM V##4 operator OP(V##4 a, V##4 b) \
    { \
        V##4 r = { a.x OP b.x, a.y OP b.y, a.z OP b.z, a.w OP b.w }; \
        return r; \
    } \
    __GT_VM V##4 operator OP(V##4 a, T s) \
    { \
        V##4 r = { a.x OP s, a.y OP s, a.z OP s, a.w OP s }; \
        return r; \
    } \
    __GT_VM V##4 operator OP(T s, V##4 a) \
    { \
        V##4 r = { s OP a.x, s OP a.y, s OP a.z, s OP a.w }; \
        return r; \
    } \
    __GT_VM void operator OP##=(V##4 & a, V##4 b) { a = a OP b; } \
    __GT_VM void operator OP##=(V##4 & a, T s) { a = a OP s; }
#define __GT_OPS(V, T) \
    __GT_OP2(V, T, +) __GT_OP2(V, T, -) __GT_OP2(V, T, *) __GT_OP2(V, T, /) \
    __GT_OP3(V, T, +) __GT_OP3(V, T, -) __GT_OP3(V, T, *) __GT_OP3(V, T, /) \
    __GT_OP4(V, T, +) __GT_OP4(V, T, -) __GT_OP4(V, T, *) __GT_OP4(V, T, /)
__GT_OPS(float, float)
__GT_OPS(int, int)
__GT_OPS(uint, uint)

#define __GT_NEGATED(V) \
    __GT_VM V##2 operator-(const V##2 &a) { V##2 r = { -a.x, -a.y }; return r; } \
    __GT_VM V##3 operator-(const V##3 &a) { V##3 r = { -a.x, -a.y, -a.z }; return r; } \
    __GT_VM V##4 operator-(const V##4 &a) { V##4 r = { -a.x, -a.y, -a.z, -a.w }; return r; }
__GT_NEGATED(float)
__GT_NEGATED(int)

/* One value in all components; fewer or more components (0 where there was none); other types. */
#define __GT_MADE(V, T, O1, O2) \
    __GT_VM V##2 make_##V##2(T s) { return make_##V##2(s, s); } \
    __GT_VM V##3 make_##V##3(T s) { return make_##V##3(s, s, s); } \
    __GT_VM V##4 make_##V##4(T s) { return make_##V##4(s, s, s, s); } \
    __GT_VM V##2 make_##V##2(V##3 a) { return make_##V##2(a.x, a.y); } \
    __GT_VM V##2 make_##V##2(V##4 a) { return make_##V##2(a.x, a.y); } \
    __GT_VM V##3 make_##V##3(V##2 a) { return make_##V##3(a.x, a.y, (T)0); } \
    __GT_VM V##3 make_##V##3(V##2 a, T s) { return make_##V##3(a.x, a.y, s); } \
    __GT_VM V##3 make_##V##3(V##4 a) { return make_##V##3(a.x, a.y, a.z); } \
    __GT_VM V##4 make_##V##4(V##3 a) { return make_##V##4(a.x, a.y, a.z, (T)0); } \
    __GT_VM V##4 make_##V##4(V##3 a, T s) { return make_##V##4(a.x, a.y, a.z, s); } \
    __GT_FROM(V, T, O1) __GT_FROM(V, T, O2)
#define __GT_FROM(V, T, O) \
    __GT_VM V##2 make_##V##2(O##2 a) { return make_##V##2((T)a.x, (T)a.y); } \
    __GT_VM V##3 make_##V##3(O##3 a) { return make_##V##3((T)a.x, (T)a.y, (T)a.z); } \
    __GT_VM V##4 make_##V##4(O##4 a) { return make_##V##4((T)a.x, (T)a.y, (T)a.z, (T)a.w); }
__GT_MADE(float, float, int, uint)
__GT_MADE(int, int, float, uint)
__GT_MADE(uint, uint, float, int)

/* A function of one, two or three components, component by component. */
#define __GT_MAP1(V, NAME, F) \
    __GT_VM V##2 NAME(V##2 a) { return make_##V##2(F(a.x), F(a.y)); } \
    __GT_VM V##3 NAME(V##3 a) { return make_##V##3(F(a.x), F(a.y), F(a.z)); } \
    __GT_VM V##4 NAME(V##4 a) { return make_##V##4(F(a.x), F(a.y), F(a.z), F(a.w)); }
#define __GT_MAP2(V, NAME, F) \
    __GT_VM V##2 NAME(V##2 a, V##2 b) { return make_##V##2(F(a.x, b.x), F(a.y, b.y)); } \
    __GT_VM V##3 NAME(V##3 a, V##3 b) { return make_##V##3(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z)); } \
    __GT_VM V##4 NAME(V##4 a, V##4 b) { return make_##V##4(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z), F(a.w, b.w)); }
#define __GT_CLAMPED(V, T) \
    __GT_VM V##2 clamp(V##2 v, T a, T b) { return make_##V##2(clamp(v.x, a, b), clamp(v.y, a, b)); } \
    __GT_VM V##3 clamp(V##3 v, T a, T b) \
    { \
        return make_##V##3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); \
    } \
    __GT_VM V##4 clamp(V##4 v, T a, T b) \
    { \
        return make_##V##4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)); \
    } \
    __GT_VM V##2 clamp(V##2 v, V##2 a, V##2 b) { return make_##V##2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)); } \
    __GT_VM V##3 clamp(V##3 v, V##3 a, V##3 b) \
    { \
        return make_##V##3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); \
    } \
    __GT_VM V##4 clamp(V##4 v, V##4 a, V##4 b) \
    { \
        return make_##V##4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w)); \
    }
#define __GT_LESS(a, b) ((a) < (b) ? (a) : (b))
#define __GT_MORE(a, b) ((a) < (b) ? (b) : (a))
#define __GT_SIZE(a) ((a) < 0 ? -(a) : (a))
__GT_MAP1(float, fabs, fabsf)
__GT_MAP1(float, floor, floorf)
__GT_MAP1(float, floorf, ::floorf)
__GT_MAP1(float, fracf, ::fracf)
__GT_MAP1(int, abs, __GT_SIZE)
__GT_MAP2(float, fminf, ::fminf)
__GT_MAP2(float, fmaxf, ::fmaxf)
__GT_MAP2(float, fmodf, ::fmodf)
__GT_MAP2(int, min, __GT_LESS)
__GT_MAP2(int, max, __GT_MORE)
__GT_MAP2(uint, min, __GT_LESS)
__GT_MAP2(uint, max, __GT_MORE)
__GT_CLAMPED(float, float)
__GT_CLAMPED(int, int)
__GT_CLAMPED(uint, uint)

#define __GT_DOT(V, T) \
    __GT_VM T dot(V##2 a, V##2 b) { return a.x * b.x + a.y * b.y; } \
    __GT_VM T dot(V##3 a, V##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; } \
    __GT_VM T dot(V##4 a, V##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__GT_DOT(float, float)
__GT_DOT(int, int)
__GT_DOT(uint, uint)

#define __GT_GEOMETRY(V) \
    __GT_VM V lerp(V a, V b, float t) { return a + t * (b - a); } \
    __GT_VM float length(V v) { return sqrtf(dot(v, v)); } \
    __GT_VM V normalize(V v) { return v * rsqrtf(dot(v, v)); } \
    __GT_VM V reflect(V i, V n) { return i - 2.0f * n * dot(n, i); }
__GT_GEOMETRY(float2)
__GT_GEOMETRY(float3)
__GT_GEOMETRY(float4)
__GT_VM float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#undef __GT_VM
#undef __GT_OP2
#undef __GT_OP3
#undef __GT_OP4
#undef __GT_OPS
#undef __GT_NEGATED
#undef __GT_MADE
#undef __GT_FROM
#undef __GT_MAP1
#undef __GT_MAP2
#undef __GT_CLAMPED
#undef __GT_LESS
#undef __GT_MORE
#undef __GT_SIZE
#undef __GT_DOT
#undef __GT_GEOMETRY

#endif
#endif
