/* SPDX-License-Identifier: Apache-2.0
 *
 * texture<T, dim, mode> references and tex1Dfetch: textures in linear memory. Texels of 1, 2 or 4 components; with
 * cudaReadModeNormalizedFloat integers of 8 and 16 bits come as floats of [0, 1] or [-1, 1].
 */
#ifndef GT200_TEXTURE_FETCH_FUNCTIONS_H
#define GT200_TEXTURE_FETCH_FUNCTIONS_H

#include "channel_descriptor.h"

#if defined(__CUDA__) && defined(__clang__)
#define __GT_TEXTURE __attribute__((device_builtin_texture_type))
#else
#define __GT_TEXTURE
#endif

template <class T, int dim = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __GT_TEXTURE texture : public textureReference {
    __host__ texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint, enum cudaTextureAddressMode address = cudaAddressModeClamp)
    {
        set(norm, filter, address, cudaCreateChannelDesc<T>());
    }
    __host__ texture(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc)
    {
        set(norm, filter, address, desc);
    }
private:
    __host__ void set(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc)
    {
        normalized = norm;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = desc;
        sRGB = 0;
        for (int i = 0; i < 15; i++)
            __reserved[i] = 0;
    }
};

#ifndef __GT200_KERNELS_ONLY__
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, dim, mode> &t, const void *p, const cudaChannelFormatDesc &desc,
                                          size_t bytes = 0xffffffffu)
{
    return cudaBindTexture(offset, (const textureReference *)&t, p, &desc, bytes);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, dim, mode> &t, const void *p, size_t bytes = 0xffffffffu)
{
    return cudaBindTexture(offset, t, p, t.channelDesc, bytes);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const texture<T, dim, mode> &t)
{
    return cudaUnbindTexture((const textureReference *)&t);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, dim, mode> &t)
{
    return cudaGetTextureAlignmentOffset(offset, (const textureReference *)&t);
}
#endif

#if defined(__CUDA__) && defined(__clang__)

/* What a texel's components come back as in the four registers: floats, or words with or without sign. */
template <class R> struct __gt_quad { R x, y, z, w; };
#define __GT_FETCH(R, C, S) \
    template <class X> static __inline__ __attribute__((always_inline, nodebug)) __device__ __gt_quad<R> __gt_fetch_##S(X t, int i) \
    { \
        __gt_quad<R> q; \
        __asm__ __volatile__("tex.1d.v4." #S ".s32 {%0, %1, %2, %3}, [%4, {%5, %5, %5, %5}];" \
                             : "=" C(q.x), "=" C(q.y), "=" C(q.z), "=" C(q.w) : "l"(t), "r"(i)); \
        return q; \
    }
__GT_FETCH(float, "f", f32)
__GT_FETCH(int, "r", s32)
__GT_FETCH(unsigned int, "r", u32)
#undef __GT_FETCH

#define __GT_TEX1(T, S, MODE) \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ T tex1Dfetch(texture<T, 1, MODE> t, int i) { return (T)__gt_fetch_##S(t, i).x; }
#define __GT_TEXV(V, E, S) \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ V##1 tex1Dfetch(texture<V##1, 1, cudaReadModeElementType> t, int i) \
    { V##1 v = { (E)__gt_fetch_##S(t, i).x }; return v; } \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ V##2 tex1Dfetch(texture<V##2, 1, cudaReadModeElementType> t, int i) \
    { auto q = __gt_fetch_##S(t, i); V##2 v = { (E)q.x, (E)q.y }; return v; } \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ V##4 tex1Dfetch(texture<V##4, 1, cudaReadModeElementType> t, int i) \
    { auto q = __gt_fetch_##S(t, i); V##4 v = { (E)q.x, (E)q.y, (E)q.z, (E)q.w }; return v; }
#define __GT_TEX(T, V, S) __GT_TEX1(T, S, cudaReadModeElementType) __GT_TEXV(V, T, S)
#define __GT_TEXN(T, V) \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ float tex1Dfetch(texture<T, 1, cudaReadModeNormalizedFloat> t, int i) \
    { return __gt_fetch_f32(t, i).x; } \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ float1 tex1Dfetch(texture<V##1, 1, cudaReadModeNormalizedFloat> t, int i) \
    { float1 v = { __gt_fetch_f32(t, i).x }; return v; } \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ float2 tex1Dfetch(texture<V##2, 1, cudaReadModeNormalizedFloat> t, int i) \
    { auto q = __gt_fetch_f32(t, i); float2 v = { q.x, q.y }; return v; } \
    static __inline__ __attribute__((always_inline, nodebug)) __device__ float4 tex1Dfetch(texture<V##4, 1, cudaReadModeNormalizedFloat> t, int i) \
    { auto q = __gt_fetch_f32(t, i); float4 v = { q.x, q.y, q.z, q.w }; return v; }

__GT_TEX(float, float, f32)
__GT_TEX(int, int, s32)
__GT_TEX(unsigned int, uint, u32)
__GT_TEX(short, short, s32)
__GT_TEX(unsigned short, ushort, u32)
__GT_TEX(signed char, char, s32)
__GT_TEX(unsigned char, uchar, u32)
__GT_TEX1(char, s32, cudaReadModeElementType)
__GT_TEXN(short, short)
__GT_TEXN(unsigned short, ushort)
__GT_TEXN(signed char, char)
__GT_TEXN(unsigned char, uchar)
#undef __GT_TEX
#undef __GT_TEXV
#undef __GT_TEX1
#undef __GT_TEXN

#endif
#endif
