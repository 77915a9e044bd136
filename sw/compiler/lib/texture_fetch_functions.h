/* SPDX-License-Identifier: Apache-2.0
 *
 * texture<T, dim, mode> references; tex1Dfetch of linear memory by texel number; tex1D, tex2D and tex3D of arrays and
 * pitched memory by coordinates, with clamping, wrapping and filtering as the reference says when it is bound. Texels
 * of 1, 2 or 4 components; with cudaReadModeNormalizedFloat integers of 8 and 16 bits come as floats of [0, 1] or
 * [-1, 1].
 */
#ifndef GT200_TEXTURE_FETCH_FUNCTIONS_H
#define GT200_TEXTURE_FETCH_FUNCTIONS_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "channel_descriptor.h"

#ifdef __cplusplus

#if defined(__CUDA__) && defined(__clang__)
#define __GT_TEXTURE __attribute__((device_builtin_texture_type))
#else
#define __GT_TEXTURE
#endif

template <class T, int dim = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __GT_TEXTURE texture : public textureReference {
    __host__ texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                     enum cudaTextureAddressMode address = cudaAddressModeClamp)
    {
        set(norm, filter, address, cudaCreateChannelDesc<T>());
    }
    __host__ texture(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                     struct cudaChannelFormatDesc desc)
    {
        set(norm, filter, address, desc);
    }
private:
  __host__ void set(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                    struct cudaChannelFormatDesc desc)
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
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, dim, mode> &t, const void *p,
                                          const cudaChannelFormatDesc &desc, size_t bytes = 0xffffffffu)
{
    return cudaBindTexture(offset, (const textureReference *)&t, p, &desc, bytes);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, dim, mode> &t, const void *p,
                                          size_t bytes = 0xffffffffu)
{
    return cudaBindTexture(offset, t, p, t.channelDesc, bytes);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, dim, mode> &t, const cudaArray *array,
                                                 const cudaChannelFormatDesc &desc)
{
    return cudaBindTextureToArray((const textureReference *)&t, array, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, dim, mode> &t, const cudaArray *array)
{
    cudaChannelFormatDesc desc;
    cudaError_t e = cudaGetChannelDesc(&desc, array);
    return e != cudaSuccess ? e : cudaBindTextureToArray(t, array, desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dim, mode> &t, const void *p,
                                            const cudaChannelFormatDesc &desc, size_t width, size_t height,
                                            size_t pitch)
{
    return cudaBindTexture2D(offset, (const textureReference *)&t, p, &desc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dim, mode> &t, const void *p,
                                            size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, t, p, t.channelDesc, width, height, pitch);
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
typedef __gt_quad<float> __gt_quad_f32;
typedef __gt_quad<int> __gt_quad_s32;
typedef __gt_quad<unsigned int> __gt_quad_u32;
#define __GT_INLINE static __inline__ __attribute__((always_inline, nodebug)) __device__
#define __GT_FETCH(R, C, S) \
    template <class X> __GT_INLINE __gt_quad<R> __gt_fetch_##S(X t, int i) \
    { \
        __gt_quad<R> q; \
        __asm__ __volatile__("tex.1d.v4." #S ".s32 {%0, %1, %2, %3}, [%4, {%5, %5, %5, %5}];" \
                             : "=" C(q.x), "=" C(q.y), "=" C(q.z), "=" C(q.w) : "l"(t), "r"(i)); \
        return q; \
    } \
    template <class X> __GT_INLINE __gt_quad<R> __gt_fetch_##S(X t, float x) \
    { \
        __gt_quad<R> q; \
        __asm__ __volatile__("tex.1d.v4." #S ".f32 {%0, %1, %2, %3}, [%4, {%5, %5, %5, %5}];" \
                             : "=" C(q.x), "=" C(q.y), "=" C(q.z), "=" C(q.w) : "l"(t), "f"(x)); \
        return q; \
    } \
    template <class X> __GT_INLINE __gt_quad<R> __gt_fetch_##S(X t, float x, float y) \
    { \
        __gt_quad<R> q; \
        __asm__ __volatile__("tex.2d.v4." #S ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %6, %6}];" \
                             : "=" C(q.x), "=" C(q.y), "=" C(q.z), "=" C(q.w) : "l"(t), "f"(x), "f"(y)); \
        return q; \
    } \
    template <class X> __GT_INLINE __gt_quad<R> __gt_fetch_##S(X t, float x, float y, float z) \
    { \
        __gt_quad<R> q; \
        __asm__ __volatile__("tex.3d.v4." #S ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" \
                             : "=" C(q.x), "=" C(q.y), "=" C(q.z), "=" C(q.w) : "l"(t), "f"(x), "f"(y), "f"(z)); \
        return q; \
    }
__GT_FETCH(float, "f", f32)
__GT_FETCH(int, "r", s32)
__GT_FETCH(unsigned int, "r", u32)
#undef __GT_FETCH

/* One reader, NAME, for each type of texel: DIM dimensions, coordinates declared as P and passed on as A, both in
 * parentheses. */
#define __GT_AND(...) , __VA_ARGS__
#define __GT_TEX1(T, S, MODE, NAME, DIM, P, A) \
    __GT_INLINE T NAME(texture<T, DIM, MODE> t __GT_AND P) { return (T)__gt_fetch_##S(t __GT_AND A).x; }
#define __GT_TEXV(V, E, O, S, MODE, NAME, DIM, P, A) \
    __GT_INLINE O##1 NAME(texture<V##1, DIM, MODE> t __GT_AND P) \
    { \
        O##1 v = { (E)__gt_fetch_##S(t __GT_AND A).x }; \
        return v; \
    } \
    __GT_INLINE O##2 NAME(texture<V##2, DIM, MODE> t __GT_AND P) \
    { \
        __gt_quad_##S q = __gt_fetch_##S(t __GT_AND A); \
        O##2 v = { (E)q.x, (E)q.y }; \
        return v; \
    } \
    __GT_INLINE O##4 NAME(texture<V##4, DIM, MODE> t __GT_AND P) \
    { \
        __gt_quad_##S q = __gt_fetch_##S(t __GT_AND A); \
        O##4 v = { (E)q.x, (E)q.y, (E)q.z, (E)q.w }; \
        return v; \
    }
#define __GT_TEX(T, V, S, ...) \
    __GT_TEX1(T, S, cudaReadModeElementType, __VA_ARGS__) __GT_TEXV(V, T, V, S, cudaReadModeElementType, __VA_ARGS__)
#define __GT_TEXN(T, V, NAME, DIM, P, A) \
    __GT_INLINE float NAME(texture<T, DIM, cudaReadModeNormalizedFloat> t __GT_AND P) \
    { \
        return __gt_fetch_f32(t __GT_AND A).x; \
    } \
    __GT_TEXV(V, float, float, f32, cudaReadModeNormalizedFloat, NAME, DIM, P, A)
#define __GT_READER(...) \
    __GT_TEX(float, float, f32, __VA_ARGS__) \
    __GT_TEX(int, int, s32, __VA_ARGS__) \
    __GT_TEX(unsigned int, uint, u32, __VA_ARGS__) \
    __GT_TEX(short, short, s32, __VA_ARGS__) \
    __GT_TEX(unsigned short, ushort, u32, __VA_ARGS__) \
    __GT_TEX(signed char, char, s32, __VA_ARGS__) \
    __GT_TEX(unsigned char, uchar, u32, __VA_ARGS__) \
    __GT_TEX1(char, s32, cudaReadModeElementType, __VA_ARGS__) \
    __GT_TEXN(short, short, __VA_ARGS__) \
    __GT_TEXN(unsigned short, ushort, __VA_ARGS__) \
    __GT_TEXN(signed char, char, __VA_ARGS__) \
    __GT_TEXN(unsigned char, uchar, __VA_ARGS__)

__GT_READER(tex1Dfetch, 1, (int i), (i))
__GT_READER(tex1D, 1, (float x), (x))
__GT_READER(tex2D, 2, (float x, float y), (x, y))
__GT_READER(tex3D, 3, (float x, float y, float z), (x, y, z))

/* Layered textures need compute capability 2.0. That they are declared is no matter, as in headers for several
 * devices; a kernel that reads one is refused by the PTX compiler, by that name. */
template <class T, enum cudaTextureReadMode mode> struct __gt_layer { typedef T type; };
#define __GT_LAYER(T, R) template <> struct __gt_layer<T, cudaReadModeNormalizedFloat> { typedef R type; };
#define __GT_LAYERS(T, V) \
    __GT_LAYER(T, float) __GT_LAYER(V##1, float1) __GT_LAYER(V##2, float2) __GT_LAYER(V##4, float4)
__GT_LAYERS(short, short)
__GT_LAYERS(unsigned short, ushort)
__GT_LAYERS(signed char, char)
__GT_LAYERS(unsigned char, uchar)
#undef __GT_LAYERS
#undef __GT_LAYER
#define __GT_LAYERED(NAME, DIM, SHAPE, P) \
    template <class T, enum cudaTextureReadMode mode> \
    __GT_INLINE typename __gt_layer<T, mode>::type NAME(texture<T, DIM, mode> t __GT_AND P, int layer) \
    { \
        float v; \
        __asm__ __volatile__("tex." SHAPE ".v4.f32.f32 {%0, %0, %0, %0}, [%1, {%2, %3, %3, %3}];" \
                             : "=f"(v) : "l"(t), "r"(layer), "f"(x)); \
        return typename __gt_layer<T, mode>::type(); \
    }
__GT_LAYERED(tex1DLayered, cudaTextureType1DLayered, "a1d", (float x))
__GT_LAYERED(tex2DLayered, cudaTextureType2DLayered, "a2d", (float x, float y))
#undef __GT_LAYERED
#undef __GT_READER
#undef __GT_TEX
#undef __GT_TEXV
#undef __GT_TEX1
#undef __GT_TEXN
#undef __GT_AND
#undef __GT_INLINE

#endif
#endif
#endif
